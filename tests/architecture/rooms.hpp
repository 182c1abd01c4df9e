// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The folders of the tree, and which of them may include which.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace burin::test {

/// A folder of the tree. It may include its own headers and those of the rooms it depends on, also
/// indirectly.
struct Room {
    std::string folder;
    std::vector<std::string> standsOn;
};

inline const std::vector<Room> rooms = {
    {"core/base", {}},
    {"core/geometry", {"core/base"}},
    {"core/relief", {"core/geometry"}},
    {"core/kernels", {"core/geometry"}},
    {"core/expression", {"core/kernels"}},
    {"core/outlines", {"core/expression"}},
    {"core/images", {"core/kernels"}},
    {"core/tile", {"core/kernels"}},
    {"core/kinds/form", {"core/kernels"}},
    {"core/kinds/methods", {"core/kinds/form", "core/expression"}},
    {"core/kinds", {"core/outlines", "core/images"}},
    {"core/design", {"core/kinds"}},
    {"core/render", {"core/design", "core/tile"}},
    {"core/preview", {"core/render"}},
    {"core/export", {"core/render"}},
    {"core/sinks", {"core/export", "core/images"}},
    {"core/engraving/measuring", {"core/export"}},
    {"core/engraving", {"core/export"}},
    {"core/sheet", {"core/engraving", "core/preview"}},
    {"core/protocol", {"core/export"}},
    {"core/machine", {"core/protocol", "core/sinks"}},
    {"core/remote", {"core/protocol", "core/sinks"}},
    {"core/server", {"core/machine", "core/remote"}},
    {"core/batch", {"core/remote"}},
    {"gpu/device", {"core"}},
    {"gpu/jit", {"gpu/device"}},
    {"gpu/kinds/form", {"gpu/device"}},
    {"gpu/kinds/methods", {"gpu/kinds/form"}},
    {"gpu/kinds/repeats", {"gpu/kinds/form"}},
    {"gpu/kinds/outlines", {"gpu/kinds/form"}},
    {"gpu/kinds", {"gpu/jit"}},
    {"gpu/measuring", {"gpu/device"}},
    {"gpu/render", {"gpu/kinds", "gpu/measuring"}},
    {"gpu/interop", {"gpu/render"}},
    {"gpu", {"core"}},
    {"ui/words", {"core/batch", "core/sheet"}},
    {"ui/theme", {"ui/words"}},
    {"ui/model/threads", {}},
    {"ui/model/document", {"ui/model/threads", "ui/words"}},
    {"ui/model", {"ui/words"}},
    {"ui/graph/items", {"ui/model", "ui/theme"}},
    {"ui/graph/adding", {"ui/theme"}},
    {"ui/graph", {"ui/model", "ui/theme"}},
    {"ui/inspector/fields", {"ui/theme"}},
    {"ui/inspector/editors", {"ui/inspector/fields", "ui/graph/items"}},
    {"ui/inspector", {"ui/graph"}},
    {"ui/placing", {"ui/model"}},
    {"ui/viewport/relief", {"core/relief", "ui/model", "ui/theme"}},
    {"ui/viewport/drawing", {"core/relief", "ui/model"}},
    {"ui/viewport/wipe", {"ui/model", "ui/theme"}},
    {"ui/viewport/placing", {"ui/placing", "ui/inspector/fields"}},
    {"ui/viewport", {"ui/viewport/placing", "ui/viewport/drawing", "ui/viewport/relief", "ui/viewport/wipe"}},
    {"ui/panels", {"ui/inspector", "ui/viewport"}},
    {"ui/export/machines", {"ui/model", "ui/theme"}},
    {"ui/export/queue", {"ui/export/machines"}},
    {"ui/export/dialog", {"ui/export/queue", "ui/inspector", "ui/viewport"}},
    {"ui/export/batch", {"ui/export/dialog"}},
    {"ui/texture", {"ui/inspector/fields", "ui/model"}},
    {"ui/comparing", {"ui/inspector/fields", "ui/model"}},
    {"ui/sheet", {"ui/inspector/fields", "ui/viewport"}},
    {"ui/window/process", {"core/base"}},
    {"ui/window/start", {"ui/inspector/fields", "ui/model"}},
    {"ui/window/help", {"ui/model", "ui/theme"}},
    {"ui/window/bars", {"ui/graph/adding", "ui/inspector/fields", "ui/model"}},
    {"ui/window", {"ui/export/batch", "ui/panels", "ui/texture", "ui/comparing", "ui/sheet"}},
    {"ui", {"ui/words"}},
    {"app", {"core", "gpu", "ui"}},
    {"tests", {"core"}},
    {"tests/gpu", {"gpu", "tests", "ui/viewport/drawing"}},
    {"tests/bench/gpu", {"gpu", "tests"}},
    {"tests/ui", {"ui", "tests"}},
};

/// Headers that a room must not include although a room below it may.
struct HiddenHeaders {
    std::string room;
    std::string folder;
    std::vector<std::string> except;  ///< folders and headers inside
};

inline const std::vector<HiddenHeaders> hiddenHeaders = {
    // The engine computes every kind through the interface that all kinds share. The root is the only kind
    // that it knows by name, because the root packs the samples that a request asks for (backend.hpp,
    // written_samples.hpp).
    {"core/render", "core/kinds", {"core/kinds/form", "core/kinds/root.hpp"}},
};

inline bool below(std::string_view path, std::string_view folder) {
    return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

/// The innermost room that contains a file or folder, or nullptr.
inline const Room* roomOf(std::string_view path) {
    const Room* innermost = nullptr;
    for (const Room& room : rooms) {
        const bool inside = below(path, room.folder);
        if (inside && (!innermost || room.folder.size() > innermost->folder.size())) innermost = &room;
    }
    return innermost;
}

inline bool mayInclude(const Room& room, std::string_view path) {
    if (below(path, room.folder)) return true;
    return std::any_of(room.standsOn.begin(), room.standsOn.end(), [&](const std::string& folder) {
        const Room* base = roomOf(folder);
        return below(path, folder) || (base && mayInclude(*base, path));
    });
}

inline bool isHidden(const Room& room, std::string_view path) {
    const auto contains = [&](const std::string& folder) { return below(path, folder); };
    return std::any_of(hiddenHeaders.begin(), hiddenHeaders.end(), [&](const HiddenHeaders& hidden) {
        return hidden.room == room.folder && contains(hidden.folder) &&
               std::none_of(hidden.except.begin(), hidden.except.end(), contains);
    });
}

}  // namespace burin::test
