// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <exception>
#include <functional>
#include <span>
#include <string>

struct png_struct_def;
struct png_info_def;

namespace burin {

/// The head of a gray PNG.
struct PngHead {
    Size size;
    int depth = 8;        ///< bits a pixel: 1, 8 or 16
    double pitchXUm = 0;  ///< in um; 0: not stored
    double pitchYUm = 0;
    std::string comment = {};  ///< not stored if it is empty
    bool quick = false;        ///< saves time instead of bytes
};

/// Writes a gray PNG row by row.
class PngWriter {
  public:
    using Write = std::function<void(std::span<const std::byte>)>;

    /// \param write  receives the bytes of the file in order; its exceptions are rethrown by the writer's
    ///         functions
    /// \throws ImageError if libpng refuses the picture
    PngWriter(const PngHead& head, Write write);
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;
    ~PngWriter();

    /// Adds the next row, packed, 16 bits little endian. \throws ImageError
    void addRow(std::span<const std::byte> row);
    /// \pre all rows were added \throws ImageError
    void end();

  private:
    template <class Call>
    void guarded(const Call& call);
    void begin(const PngHead& head);
    static void written(png_struct_def* png, unsigned char* data, std::size_t size);
    [[noreturn]] static void failed(png_struct_def* png, const char* message);

    const Write write_;
    png_struct_def* png_ = nullptr;
    png_info_def* info_ = nullptr;
    std::exception_ptr thrown_;
    std::string complaint_;
};

}  // namespace burin
