// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/outlines/outline.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

enum class CodeKind : std::uint8_t { qr, dataMatrix, aztec, pdf417, code128 };

/// How a code is made. Values that are not given follow from the code's own rules.
struct CodeStyle {
    CodeKind kind = CodeKind::qr;
    std::int64_t modulePx = 1;                  ///< side of a module
    std::optional<int> quiet = {};              ///< modules around the code; of Code 128 left and right of it
    std::optional<int> correction = {};         ///< qr: 1 to 4 (L, M, Q, H); pdf417: 0 to 8; aztec: percent
    std::optional<int> version = {};            ///< size; columns of pdf417
    std::optional<std::int64_t> heightPx = {};  ///< height of a code128
    int rowModules = 3;                         ///< pdf417: height of a row
    bool light = false;  ///< whether the light modules and the quiet zone are drawn instead

    friend bool operator==(const CodeStyle&, const CodeStyle&) = default;
};

inline constexpr std::size_t mostCodeBytes = 8'000;

/// A code as contours whose corners are whole pixels. The box includes the quiet zone.
///
/// \param data      UTF-8
/// \param contents  if not null, receives what codeContents() returns
/// \throws DrawingError in libzint's words if the data do not fit
///
/// Thread-safe; takes 0.1 to 10 ms.
[[nodiscard]] Outline makeCode(const CodeStyle& style, std::string_view data, Problem* contents = nullptr);

/// The contents and the size of a code, as a clause: "holds 12 bytes, 25 x 25 modules, correction M".
///
/// The modules are those of the code itself, without its quiet zone. The level of a QR code is read from its
/// modules. If a code has only one level, the clause does not name it.
///
/// Data, errors, threads and cost are those of makeCode().
[[nodiscard]] Problem codeContents(const CodeStyle& style, std::string_view data);

/// The modules of a code and their sizes, for comparison with a drawn code.
struct ModuleGrid {
    std::vector<std::vector<bool>> dark;  ///< dark modules, by rows of equal length
    std::int64_t modulePx = 1;            ///< width of a module
    std::int64_t rowPx = 1;               ///< height of a row
    std::int64_t quietPx = 0;             ///< left and right of the modules
    std::int64_t quietAbovePx = 0;        ///< above and below the modules
    int quietModules = 0;                 ///< in modules, like `quietPx`
    int wantedQuiet = 0;                  ///< modules that the standard of the code asks for

    [[nodiscard]] std::size_t columns() const { return dark.front().size(); }
    /// The box of the code with its quiet zone.
    [[nodiscard]] PlaneBox box() const;
};

/// The modules that makeCode() draws. The first module has its corner at (quietPx, quietAbovePx).
///
/// Data, errors, threads and cost are those of makeCode().
[[nodiscard]] ModuleGrid moduleGrid(const CodeStyle& style, std::string_view data);

/// A simplified code for quick checks: a single contour around the contours of makeCode(), with the same box.
///
/// Data, errors and threads are those of makeCode(); takes the time that libzint takes.
[[nodiscard]] Outline codeRoom(const CodeStyle& style, std::string_view data);

/// A name for data. Data with the same name have codes of the same size in every style of that kind, or fit
/// none of them; empty if nothing is known. Capital letters are interchangeable, and so are small letters and
/// digits, because the encoders only distinguish these sets.
[[nodiscard]] std::string alikeCodes(CodeKind kind, std::string_view data);

/// The version of libzint, which decides the look of codes.
[[nodiscard]] std::string codeLibraryVersion();

}  // namespace burin
