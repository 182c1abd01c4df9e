// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace burin {

/// The design hash of one layer's file. It differs between layers, so that no layer resumes the file of
/// another one.
struct LayerHash {
    std::string design;       ///< the hash of the design, which all layers share
    std::int64_t layer = 0;   ///< counted from 0
    std::int64_t layers = 1;  ///< the number of all layers

    /// `HASH layer 0 of 4`, as journals and files store it.
    [[nodiscard]] std::string text() const;
    /// \return nothing if the text is not exactly what text() writes, or if there is no such layer
    [[nodiscard]] static std::optional<LayerHash> parse(const std::string& text);

    friend bool operator==(const LayerHash&, const LayerHash&) = default;
};

}  // namespace burin
