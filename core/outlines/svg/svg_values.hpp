// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The small languages inside SVG's attributes. A function that cannot read its text returns nothing, because
// only the caller knows the place.

#include "core/outlines/affine.hpp"
#include "core/outlines/outline.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// Blanks, tabs and ends of lines at both ends removed.
[[nodiscard]] std::string_view trimmedSvg(std::string_view text);

/// Whether a value is this keyword. Capitals do not matter. \param word  in lower case
[[nodiscard]] bool isSvgWord(std::string_view value, std::string_view word);

/// Whether a value asks for nothing: it is absent, empty, none or inherit.
[[nodiscard]] bool isSvgNone(std::string_view value);

/// Reads a text from its start.
class SvgScanner {
  public:
    explicit SvgScanner(std::string_view text) : text_(text) {}

    [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
    [[nodiscard]] std::size_t offset() const { return at_; }
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
    void skip(std::size_t bytes) { at_ += bytes; }
    void skipBlanks();
    /// Blanks and at most one comma.
    void skipSeparator();
    bool take(char wanted);
    /// A finite number without unit.
    [[nodiscard]] std::optional<double> number();
    /// Letters and `%`.
    [[nodiscard]] std::string_view word();

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// The length that a percentage refers to: the viewport's width, its height, or its diagonal divided by the
/// square root of 2.
enum class SvgPercent { width, height, diagonal };

struct SvgViewport {
    double width = 100;
    double height = 100;

    [[nodiscard]] double whole(SvgPercent of) const;
};

/// A length in user units, or the unit that is not supported.
struct SvgLength {
    double value = 0;
    bool percent = false;
    std::string_view wrongUnit = {};
};

[[nodiscard]] std::optional<SvgLength> parseSvgLength(std::string_view text, const SvgViewport& viewport,
                                                      SvgPercent of);
/// A number or a percentage, limited to [0, 1].
[[nodiscard]] std::optional<double> parseSvgOpacity(std::string_view text);
/// Numbers with blanks or commas between them.
[[nodiscard]] std::optional<std::vector<double>> parseSvgNumbers(std::string_view text);
/// A list of transforms.
[[nodiscard]] std::optional<Affine> parseSvgTransform(std::string_view text);

struct SvgColour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};

/// #rgb, #rrggbb, rgb() with numbers or percentages, or a name of SVG 1.1.
[[nodiscard]] std::optional<SvgColour> parseSvgColour(std::string_view text);

/// The map of a viewBox to a viewport at (0, 0).
struct SvgFit {
    Affine map;
    bool slice = false;  ///< parts outside of the viewport are cut
};

/// \param box  min-x, min-y, width and height of the viewBox, with positive sizes
/// \param ratio  a `preserveAspectRatio`
[[nodiscard]] std::optional<SvgFit> parseSvgRatio(std::string_view ratio, const std::array<double, 4>& box,
                                                  const SvgViewport& viewport);

}  // namespace burin
