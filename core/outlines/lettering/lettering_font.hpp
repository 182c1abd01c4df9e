// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/outlines/outline.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// A feature of a font, such as small capitals, by its tag.
struct FontFeature {
    std::string tag;  ///< four characters
    std::uint32_t value = 1;

    friend bool operator==(const FontFeature&, const FontFeature&) = default;
};

/// Characters of one line that are shaped together because they have one script and one direction.
struct ShapedRun {
    std::u32string_view line;
    std::size_t first = 0;
    std::size_t count = 0;
    std::uint32_t script = 0;  ///< ISO 15924, four bytes
    bool rightToLeft = false;
};

/// A glyph of a run, in the order from left to right. Lengths in font units, y upwards.
struct ShapedGlyph {
    std::uint32_t glyph = 0;
    std::size_t cluster = 0;  ///< index of its first character in the line
    std::int64_t advance = 0;
    std::int64_t x = 0;  ///< offset from the pen
    std::int64_t y = 0;
};

/// An OpenType or TrueType font.
///
/// Immutable; all functions are thread-safe. Holds the file and the contours of the glyphs that were used.
class LetteringFont {
  public:
    static constexpr std::size_t mostBytes = std::size_t{256} << 20U;

    /// \param bytes  the content of the file; the bytes of `builtin` fonts are not copied
    /// \param name  for messages
    /// \param index  of the font in a collection
    /// \throws DrawingError
    LetteringFont(std::string bytes, std::string name, int index);
    LetteringFont(std::string_view builtin, const std::string& name);
    ~LetteringFont();
    LetteringFont(const LetteringFont&) = delete;
    LetteringFont& operator=(const LetteringFont&) = delete;

    [[nodiscard]] const std::string& name() const;
    /// The size of the file; 0 if the font is built in.
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] int unitsPerEm() const;
    /// In font units: sCapHeight, or the top of H if the font has none; 0 if it has neither.
    [[nodiscard]] double capHeight() const;
    /// Remarks for `check`.
    [[nodiscard]] const std::vector<Problem>& warnings() const;

    /// Whether a character has a glyph of its own.
    [[nodiscard]] bool hasGlyph(char32_t character) const;
    /// \throws DrawingError if the font multiplies the characters
    [[nodiscard]] std::vector<ShapedGlyph> shape(const ShapedRun& run,
                                                 const std::vector<FontFeature>& features) const;
    /// In font units, y upwards. \throws DrawingError for a glyph that is not an outline
    [[nodiscard]] const ContourList& contours(std::uint32_t glyph) const;

    /// The versions of the libraries that decide the contours.
    [[nodiscard]] static std::string libraryVersions();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The ISO 15924 tag of the script of each character; a common character gets that of its neighbours.
[[nodiscard]] std::vector<std::uint32_t> scriptsOf(std::u32string_view line);
/// Whether a character without a glyph is invisible anyway.
[[nodiscard]] bool isDefaultIgnorable(char32_t character);

}  // namespace burin
