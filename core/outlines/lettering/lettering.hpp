// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/lettering/lettering_font.hpp"
#include "core/outlines/outline_meter.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// How a text is set. Lengths in pixels.
struct LetteringStyle {
    enum class Align { left, center, right };
    enum class Direction { automatic, leftToRight, rightToLeft };
    /// The text runs around (radius, radius).
    struct Circle {
        double radius = 0;
        double start = 0;     ///< degrees, clockwise from the top
        bool inside = false;  ///< anticlockwise, with the tops inwards

        friend bool operator==(const Circle&, const Circle&) = default;
    };

    double size = 1;  ///< height of capitals or of the em
    bool measureEm = false;
    Align align = Align::left;
    std::optional<double> lineSpacing = {};  ///< nothing: 1.2 em
    double tracking = 0;                     ///< length that is added between clusters
    std::vector<FontFeature> features = {};
    Direction direction = Direction::automatic;
    std::optional<Circle> circle = {};

    friend bool operator==(const LetteringStyle&, const LetteringStyle&) = default;
};

inline constexpr std::size_t mostLetteringBytes = std::size_t{64} << 10U;

/// The features that a list of tags names: `smcp`, `-liga`, `ss01`, `cv05=2`.
/// \throws DrawingError
[[nodiscard]] std::vector<FontFeature> parseFontFeatures(const std::vector<std::string>& tags);

/// Sets a text as one outline of the rule nonzero.
///
/// \param text  UTF-8 of at most mostLetteringBytes; lines end with LF
/// \throws DrawingError for characters that cannot be set, with their line and column; OutlineError,
/// Cancelled
///
/// Thread-safe. Cost grows with the length of the text.
[[nodiscard]] Outline setLettering(const LetteringFont& font, const LetteringStyle& style,
                                   std::string_view text, OutlineMeter meter = {});

}  // namespace burin
