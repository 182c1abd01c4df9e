// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// Writes a gray PNG (ISO/IEC 15948) row by row; holds two rows and one piece of compressed data.
class PngStream {
  public:
    struct Image {
        Size size;
        int depth = 8;
        double pitchUm = 1.0;
        std::string comment;  ///< Latin-1
    };
    /// \param write  is given the file's bytes in their order
    PngStream(const Image& image, std::function<void(std::span<const std::byte>)> write);
    PngStream(const PngStream&) = delete;
    PngStream& operator=(const PngStream&) = delete;
    ~PngStream();

    /// The next row, packed, 16 bits little endian; the last one ends the file.
    void addRow(std::span<const std::byte> row);

  private:
    struct Deflater;

    void writeChunk(const char* type, std::span<const std::byte> data);
    void compress(std::span<const std::byte> data, bool last);
    void chooseFilter();

    const Image image_;
    const std::function<void(std::span<const std::byte>)> write_;
    std::unique_ptr<Deflater> deflater_;
    std::int64_t rowsLeft_ = 0;
    std::vector<std::byte> row_;
    std::vector<std::byte> above_;
    std::vector<std::byte> filtered_;  // the filter's number, then the row
    std::vector<std::byte> candidate_;
    std::vector<std::byte> packed_;
};

}  // namespace burin
