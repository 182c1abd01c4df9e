// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <zint.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace burin::test {

/// A code as libzint makes it, painted module by module.
class CodeModules {
  public:
    /// \param code  the code as it is written in a design
    /// \param quiet  modules that stay free: left and right and, except for code128, above and below
    CodeModules(const std::string& code, const std::string& data, std::int64_t module, std::int64_t quiet)
        : module_(module), quiet_(quiet) {
        zint_symbol* const symbol = ZBarcode_Create();
        symbol->input_mode = UNICODE_MODE;
        symbol->symbology = code == "qr"           ? BARCODE_QRCODE
                            : code == "datamatrix" ? BARCODE_DATAMATRIX
                            : code == "aztec"      ? BARCODE_AZTEC
                            : code == "pdf417"     ? BARCODE_PDF417
                                                   : BARCODE_CODE128;
        if (code == "qr") symbol->option_1 = 2;  // M
        if (code == "aztec") symbol->option_1 = 2;
        if (code == "datamatrix") symbol->option_3 = DM_SQUARE;
        const auto* bytes = reinterpret_cast<const unsigned char*>(data.data());
        const bool good = ZBarcode_Encode(symbol, bytes, static_cast<int>(data.size())) < ZINT_ERROR;
        for (int y = 0; good && y < symbol->rows; ++y) {
            std::vector<bool> row;
            for (int x = 0; x < symbol->width; ++x)
                row.push_back((symbol->encoded_data[y][x / 8] & 1 << x % 8) != 0);
            rows_.push_back(row);
        }
        ZBarcode_Delete(symbol);
        if (!good) throw std::runtime_error("libzint makes no " + code + " of " + data);
        width = (static_cast<std::int64_t>(rows_.front().size()) + 2 * quiet) * module;
        rowHeight_ = module;
        if (code == "pdf417") rowHeight_ = 3 * module;
        if (code == "code128") {
            quietAbove_ = 0;
            // 15 % of the bars, to the nearest pixel
            rowHeight_ = ((width - 2 * quiet * module) * 15 + 50) / 100;
        } else {
            quietAbove_ = quiet * module;
        }
        height = static_cast<std::int64_t>(rows_.size()) * rowHeight_ + 2 * quietAbove_;
    }

    [[nodiscard]] bool isDark(std::int64_t x, std::int64_t y) const {
        x -= quiet_ * module_;
        y -= quietAbove_;
        if (x < 0 || y < 0) return false;
        const auto column = static_cast<std::size_t>(x / module_);
        const auto row = static_cast<std::size_t>(y / rowHeight_);
        return row < rows_.size() && column < rows_[row].size() && rows_[row][column];
    }

    std::int64_t width = 0;  ///< pixels, with the quiet zone
    std::int64_t height = 0;

  private:
    std::int64_t module_;
    std::int64_t quiet_;
    std::int64_t quietAbove_ = 0;
    std::int64_t rowHeight_ = 1;
    std::vector<std::vector<bool>> rows_;
};

}  // namespace burin::test
