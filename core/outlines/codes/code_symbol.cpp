// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/codes/code_symbol.hpp"

#include "core/base/text.hpp"
#include "core/outlines/codes/cell_contours.hpp"
#include "core/outlines/drawing_error.hpp"

#include <zint.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace burin {
namespace {

struct DeleteSymbol {
    void operator()(zint_symbol* symbol) const { ZBarcode_Delete(symbol); }
};
using Symbol = std::unique_ptr<zint_symbol, DeleteSymbol>;

/// Dark modules, by rows of equal length.
struct Modules {
    int columns = 0;
    std::vector<std::vector<bool>> rows;
};

int symbologyOf(CodeKind kind) {
    switch (kind) {
        case CodeKind::qr:
            return BARCODE_QRCODE;
        case CodeKind::dataMatrix:
            return BARCODE_DATAMATRIX;
        case CodeKind::aztec:
            return BARCODE_AZTEC;
        case CodeKind::pdf417:
            return BARCODE_PDF417;
        case CodeKind::code128:
            break;
    }
    return BARCODE_CODE128;
}

int defaultQuiet(CodeKind kind) {
    constexpr std::array<int, 5> modules = {4, 1, 0, 2, 10};
    return modules[static_cast<std::size_t>(kind)];
}

/// The levels of correction that libzint knows for Aztec codes.
constexpr std::array<int, 4> aztecPercent = {10, 23, 36, 50};
constexpr int aztecDefault = 23;

struct AztecSize {
    int width;  ///< in modules
    int bits;
};

/// In the order of libzint's numbers, from 1 (ISO/IEC 24778, table 1). The first four are compact.
// clang-format off
constexpr std::array<AztecSize, 36> aztecSizes = {{
    {15, 102}, {19, 240}, {23, 408}, {27, 608}, {19, 128}, {23, 288}, {27, 480}, {31, 704}, {37, 960}, {41, 1248},
    {45, 1568}, {49, 1920}, {53, 2300}, {57, 2720}, {61, 3160}, {67, 3640}, {71, 4160}, {75, 4710}, {79, 5260},
    {83, 5850}, {87, 6480}, {91, 7130}, {95, 7840}, {101, 8550}, {105, 9290}, {109, 10060}, {113, 10900},
    {117, 11760}, {121, 12620}, {125, 13520}, {131, 14430}, {135, 15400}, {139, 16380}, {143, 17380}, {147, 18420},
    {151, 19480}}};
// clang-format on

std::string wordsOf(const zint_symbol& symbol) {
    std::string words = symbol.errtxt;
    // "Error 518: Input too long" -> "Input too long"
    if (const std::size_t colon = words.find(": "); colon != std::string::npos)
        words = words.substr(colon + 2);
    return words;
}

/// The extended channel interpretation (ECI) of ISO/IEC 8859-1.
constexpr int latin1 = 3;

/// Whether UTF-8 has printable characters of ISO/IEC 8859-1 beyond ASCII, and no others beyond it.
bool needsLatin1(std::string_view data) {
    bool found = false;
    unsigned char before = 0;
    for (const char c : data) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0xC3 || (before == 0xC2 && byte < 0xA0)) return false;
        found = found || byte >= 0x80;
        before = byte;
    }
    return found;
}

Symbol encoded(const CodeStyle& style, std::string_view data, int correction, int version,
               std::string& warning) {
    Symbol symbol(ZBarcode_Create());
    if (!symbol) throw std::bad_alloc();
    symbol->symbology = symbologyOf(style.kind);
    symbol->input_mode = UNICODE_MODE;
    symbol->show_hrt = 0;
    symbol->option_1 = correction;
    symbol->option_2 = version;
    if (style.kind == CodeKind::dataMatrix && version == 0) symbol->option_3 = DM_SQUARE;
    // Codes without an ECI hold ISO/IEC 8859-1, but readers guess: many read two such characters as
    // half-width katakana.
    if (style.kind != CodeKind::code128 && needsLatin1(data)) symbol->eci = latin1;
    const int result = ZBarcode_Encode(symbol.get(), reinterpret_cast<const unsigned char*>(data.data()),
                                       static_cast<int>(data.size()));
    if (result == ZINT_ERROR_MEMORY) throw std::bad_alloc();
    if (result >= ZINT_ERROR)
        throw DrawingError({.reason = "the data do not fit this code: %1",
                            .details = {wordsOf(*symbol)},
                            .advice = "use other data, a larger version or another code"});
    // Ignores libzint's warning of an extended channel interpretation: readers expect one for UTF-8.
    if (result != 0 && result != ZINT_WARN_USES_ECI) warning = wordsOf(*symbol);
    return symbol;
}

/// The bits of the largest Aztec code of a width.
int mostAztecBits(int width) {
    int most = 0;
    for (const AztecSize& size : aztecSizes) {
        if (size.width == width) most = std::max(most, size.bits);
    }
    return most;
}

/// If libzint's levels offer less correction than is wanted, chooses a size that leaves room for it, even if
/// the data would fit into a smaller symbol.
Symbol encodedAztec(const CodeStyle& style, std::string_view data, std::string& warning) {
    const int percent = style.correction.value_or(aztecDefault);
    const int version = style.version.value_or(0);
    std::size_t level = 0;
    while (level + 1 < aztecPercent.size() && aztecPercent[level] < percent)
        ++level;
    Symbol symbol = encoded(style, data, static_cast<int>(level) + 1, version, warning);
    if (percent <= aztecPercent.back() || version != 0) return symbol;
    const int most = mostAztecBits(symbol->width) / 2;  // the most bits that the data can have
    for (std::size_t i = 0; i < aztecSizes.size(); ++i) {
        if (aztecSizes[i].width >= symbol->width && aztecSizes[i].bits * (100 - percent) >= most * 100)
            return encoded(style, data, 1, static_cast<int>(i) + 1, warning);
    }
    throw DrawingError({.reason = "no Aztec code has room for the data with %1 % of correction",
                        .details = {std::to_string(percent)},
                        .advice = "use less data, or a smaller ecc"});
}

/// If the size is given, libzint corrects with the bits that the data leave.
Symbol sizedAztec(const CodeStyle& style, std::string_view data, std::string& warning) {
    if (style.version && style.correction) {
        CodeStyle automatic = style;
        automatic.version.reset();
        std::string ofOtherSize;
        const Symbol wanted = encodedAztec(automatic, data, ofOtherSize);
        if (aztecSizes[static_cast<std::size_t>(*style.version - 1)].bits < mostAztecBits(wanted->width))
            throw DrawingError(
                {.reason = "version %1 has no room for the data with %2 % of correction",
                 .details = {std::to_string(*style.version), std::to_string(*style.correction)},
                 .advice = "use a larger version, less data, or a smaller ecc"});
    }
    return encodedAztec(style, data, warning);
}

/// If the data do not fit into the columns that are given, libzint takes more, and only warns.
Symbol sizedPdf417(const CodeStyle& style, std::string_view data, std::string& warning) {
    constexpr int column = 17;             // modules of a codeword
    constexpr int frame = 4 * column + 1;  // the start, the stop, and an indicator beside each of them
    const int wanted = style.version.value_or(0);
    Symbol symbol = encoded(style, data, style.correction.value_or(-1), wanted, warning);
    const int columns = (symbol->width - frame) / column;
    if (wanted > 0 && columns > wanted)
        throw DrawingError({.reason = "version %1 has no room for the data",
                            .details = {std::to_string(wanted), std::to_string(columns)},
                            .advice = "use version %2 or a larger one, less data, or a smaller ecc"});
    return symbol;
}

Symbol encodedSymbol(const CodeStyle& style, std::string_view data, std::string& warning) {
    if (style.kind == CodeKind::aztec) return sizedAztec(style, data, warning);
    if (style.kind == CodeKind::pdf417) return sizedPdf417(style, data, warning);
    const int fallback = style.kind == CodeKind::qr ? 2 : -1;
    return encoded(style, data, style.correction.value_or(fallback), style.version.value_or(0), warning);
}

Modules modulesOf(const zint_symbol& symbol) {
    Modules modules{symbol.width, {}};
    for (int y = 0; y < symbol.rows; ++y) {
        std::vector<bool> row;
        for (int x = 0; x < symbol.width; ++x)
            row.push_back((symbol.encoded_data[y][x / 8] >> (x % 8) & 1) != 0);
        modules.rows.push_back(std::move(row));
    }
    return modules;
}

/// Sizes in pixels.
struct CodeSize {
    std::int64_t module;
    std::int64_t row;         ///< height of a row of modules
    std::int64_t quiet;       ///< left and right
    std::int64_t quietAbove;  ///< above and below
};

CodeSize sizeOf(const CodeStyle& style, const Modules& modules) {
    const std::int64_t module = style.modulePx;
    const std::int64_t quiet = module * style.quiet.value_or(defaultQuiet(style.kind));
    const std::int64_t bars = std::max<std::int64_t>(1, (modules.columns * module * 15 + 50) / 100);
    if (style.kind == CodeKind::code128) return {module, style.heightPx.value_or(bars), quiet, 0};
    return {module, module * (style.kind == CodeKind::pdf417 ? style.rowModules : 1), quiet, quiet};
}

/// The lines before, between and after `count` cells. A quiet zone is one cell.
std::vector<std::int64_t> linesOf(std::size_t count, std::int64_t side, std::int64_t quiet) {
    std::vector<std::int64_t> lines;
    if (quiet > 0) lines.push_back(0);
    for (std::size_t i = 0; i <= count; ++i)
        lines.push_back(quiet + static_cast<std::int64_t>(i) * side);
    if (quiet > 0) lines.push_back(lines.back() + quiet);
    return lines;
}

/// The cells of the dark modules. \param light  the cells of the light modules and the quiet zone instead
CellGrid cellsOf(const Modules& modules, bool light, const CodeSize& size) {
    const auto columns = static_cast<std::size_t>(modules.columns);
    CellGrid grid{linesOf(columns, size.module, size.quiet),
                  linesOf(modules.rows.size(), size.row, size.quietAbove),
                  {}};
    grid.drawn.assign(grid.columns() * grid.rows(), light);
    const std::size_t firstColumn = size.quiet > 0 ? 1 : 0;
    const std::size_t firstRow = size.quietAbove > 0 ? 1 : 0;
    for (std::size_t y = 0; y < modules.rows.size(); ++y) {
        for (std::size_t x = 0; x < columns; ++x)
            grid.drawn[(firstRow + y) * grid.columns() + firstColumn + x] = modules.rows[y][x] != light;
    }
    return grid;
}

/// \throws DrawingError
Modules encodedModules(const CodeStyle& style, std::string_view data, std::string& warning) {
    if (data.empty())
        throw DrawingError(
            Problem{.reason = "the code has no data", .advice = "write at least one character"});
    if (data.size() > mostCodeBytes)
        throw DrawingError(
            Problem{.reason = "the code has more than 8,000 bytes", .advice = "use less data"});
    if (const auto wrong = firstInvalidUtf8(data))
        throw DrawingError({.reason = "byte %1 of the data is not UTF-8",
                            .details = {std::to_string(*wrong + 1)},
                            .advice = "write the data in UTF-8"});
    return modulesOf(*encodedSymbol(style, data, warning));
}

/// The level of error correction, or the percentage of an Aztec code; empty if it is not known. The first two
/// bits of a QR code's format name the level; they are masked by 10 (ISO/IEC 18004, 7.9).
std::string correctionText(const CodeStyle& style, const Modules& modules) {
    if (style.kind == CodeKind::pdf417 && style.correction) return std::to_string(*style.correction);
    // If only the size of an Aztec code is given, the level of error correction depends on the space that the
    // data leave.
    if (style.kind == CodeKind::aztec && (style.correction || !style.version))
        return std::to_string(style.correction.value_or(aztecDefault));
    if (style.kind != CodeKind::qr) return {};
    const std::vector<bool>& format = modules.rows[8];
    const bool first = !format[0];
    const bool second = format[1];
    if (first) return second ? "Q" : "H";
    return second ? "L" : "M";
}

Problem contentsOf(const CodeStyle& style, std::string_view data, const Modules& modules) {
    Problem words{.reason = "holds %1, %2 x %3 modules",
                  .details = {counted(data.size(), "byte"), std::to_string(modules.columns),
                              std::to_string(modules.rows.size())}};
    const std::string correction = correctionText(style, modules);
    if (!correction.empty()) words.details.push_back(correction);
    switch (style.kind) {
        case CodeKind::qr:
            words.reason = "holds %1, %2 x %3 modules, correction %4";
            break;
        case CodeKind::dataMatrix:
            break;
        case CodeKind::aztec:
            if (!correction.empty()) words.reason = "holds %1, %2 x %3 modules, correction at least %4 %";
            break;
        case CodeKind::pdf417:
            words.reason = correction.empty() ? "holds %1, %2 modules wide, %3 rows"
                                              : "holds %1, %2 modules wide, %3 rows, correction %4";
            break;
        case CodeKind::code128:
            words.reason = "holds %1, %2 modules wide";
            break;
    }
    return words;
}

}  // namespace

Problem codeContents(const CodeStyle& style, std::string_view data) {
    std::string warning;
    return contentsOf(style, data, encodedModules(style, data, warning));
}

PlaneBox ModuleGrid::box() const {
    return {0, 0, static_cast<double>(2 * quietPx + static_cast<std::int64_t>(columns()) * modulePx),
            static_cast<double>(2 * quietAbovePx + static_cast<std::int64_t>(dark.size()) * rowPx)};
}

ModuleGrid moduleGrid(const CodeStyle& style, std::string_view data) {
    std::string warning;
    Modules modules = encodedModules(style, data, warning);
    const CodeSize size = sizeOf(style, modules);
    const int wanted = defaultQuiet(style.kind);
    return {std::move(modules.rows),      size.module, size.row, size.quiet, size.quietAbove,
            style.quiet.value_or(wanted), wanted};
}

Outline makeCode(const CodeStyle& style, std::string_view data, Problem* contents) {
    std::string warning;
    const Modules modules = encodedModules(style, data, warning);
    if (contents != nullptr) *contents = contentsOf(style, data, modules);
    const CellGrid cells = cellsOf(modules, style.light, sizeOf(style, modules));
    Outline outline;
    outline.paint(cellContours(cells));
    outline.box = PlaneBox{0, 0, static_cast<double>(cells.x.back()), static_cast<double>(cells.y.back())};
    if (!warning.empty()) outline.warnings.push_back({.reason = "%1", .details = {warning}});
    return outline;
}

Outline codeRoom(const CodeStyle& style, std::string_view data) {
    const ModuleGrid grid = moduleGrid(style, data);
    const PlaneBox box = grid.box();
    const double left = style.light ? 0 : static_cast<double>(grid.quietPx);
    const double top = style.light ? 0 : static_cast<double>(grid.quietAbovePx);
    ContourList contours;
    const std::array<PlanePoint, 4> corners = {{{left, top},
                                                {box.right - left, top},
                                                {box.right - left, box.bottom - top},
                                                {left, box.bottom - top}}};
    contours.polygon(corners);
    Outline outline;
    outline.paint(std::move(contours));
    outline.box = box;
    return outline;
}

std::string alikeCodes(CodeKind kind, std::string_view data) {
    // Aztec codes stuff a bit wherever a word would have equal bits: their size depends on every character.
    if (kind == CodeKind::aztec) return {};
    std::string name(data);
    for (char& c : name) {
        if (c < ' ' || c > '~') return {};
        if (c >= '0' && c <= '9') c = '0';
        if (c >= 'A' && c <= 'Z') c = 'A';
        if (c >= 'a' && c <= 'z') c = 'a';
    }
    return name;
}

std::string codeLibraryVersion() {
    const int version = ZBarcode_Version();
    return "zint " + std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
           std::to_string(version % 100);
}

}  // namespace burin
