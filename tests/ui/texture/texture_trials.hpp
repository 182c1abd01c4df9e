// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Trials of textures in the studio, and what they make.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/texture/texture_dialog.hpp"

#include <QSignalSpy>

#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace burin::ui {

inline TextureSource sourceOf(StudioTest& studio) {
    return {studio.previews.engine(), studio.document.kinds(), studio.document.design(), {}, {}, "photo"};
}

/// The same with a budget of its own. \see littleMemory
inline TextureSource sourceWith(StudioTest& studio, MemoryBudget& budget) {
    TextureSource source = sourceOf(studio);
    return {Engine{studio.backend, budget, {}}, source.kinds, source.design, {}, {}, source.node};
}
/// A budget without room for comparing textures with the picture, which takes most of the time of a trial.
inline constexpr std::size_t littleMemory = std::size_t{48} << 20U;

/// The dialog of a source, after its trial and its first picture.
inline std::unique_ptr<TextureDialog> tried(StudioTest& studio, const TextureSource& source) {
    auto dialog = std::make_unique<TextureDialog>(studio.theme, source, nullptr);
    QSignalSpy pictured(dialog.get(), &TextureDialog::pictured);
    return pictured.wait(patience) ? std::move(dialog) : nullptr;
}

inline std::unique_ptr<TextureDialog> tried(StudioTest& studio, const std::string& text) {
    if (!studio.load(text.c_str()).isEmpty()) return nullptr;
    return tried(studio, sourceOf(studio));
}

/// Adds the nodes of a texture of the photograph. \return the texture's name; empty if a node has a problem
inline std::string added(StudioTest& studio, const Rect& frame, const TextureChoice& choice) {
    std::string name;
    const QString problem = studio.document.edit("texture", [&](DesignEdit& edit) {
        name = addTexture(edit, "photo", frame, choice);
        edit.relink("surface", 0, Trait::data, name);
    });
    const Diagnostics& found = studio.document.design()->diagnostics;
    if (problem.isEmpty() && found.empty()) return name;
    return {};
}

/// The samples of a node.
inline std::vector<float> samplesOf(StudioTest& studio, const std::string& node, const Rect& blocks,
                                    int level) {
    const BoundNodePtr bound =
        bindNode(studio.previews.engine(), studio.document.design(), QString::fromStdString(node), nullptr);
    PreviewPart part;
    part.area = blocks;
    part.level = level;
    part.exactWithin = patience * std::chrono::milliseconds(1);
    return bound->source->render(part).values;
}

inline double meanOf(const std::vector<float>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

inline double spreadOf(const std::vector<float>& values) {
    const double mean = meanOf(values);
    double squares = 0;
    for (const float value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size()));
}

}  // namespace burin::ui
