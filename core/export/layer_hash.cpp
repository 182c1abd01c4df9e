// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/layer_hash.hpp"

#include <charconv>
#include <string_view>
#include <utility>

namespace burin {

namespace {

constexpr std::string_view beforeLayer = " layer ";
constexpr std::string_view beforeLayers = " of ";

/// The number at the beginning of a text; 0 if there is none.
std::int64_t leadingNumber(std::string_view text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

std::string LayerHash::text() const {
    return design + std::string(beforeLayer) + std::to_string(layer) + std::string(beforeLayers) +
           std::to_string(layers);
}

std::optional<LayerHash> LayerHash::parse(const std::string& text) {
    const std::string_view all = text;
    const std::size_t end = all.rfind(beforeLayer);
    if (end == std::string_view::npos) return {};
    const std::string_view numbers = all.substr(end + beforeLayer.size());
    const std::size_t between = numbers.find(beforeLayers);
    if (between == std::string_view::npos) return {};
    LayerHash hash{std::string(all.substr(0, end)), leadingNumber(numbers),
                   leadingNumber(numbers.substr(between + beforeLayers.size()))};
    const bool exists = hash.layer >= 0 && hash.layer < hash.layers;
    return exists && hash.text() == text ? std::optional(std::move(hash)) : std::nullopt;
}

}  // namespace burin
