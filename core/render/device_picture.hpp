// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures that stay where they were computed, and what draws them from there. Knows no CUDA and no OpenGL.

#include <span>
#include <vector>

namespace burin {

/// Values of a picture in the memory of a device, row by row without gaps. Thread-safe.
///
/// Where the device needs the room for something else, they move to the host. The backend outlives it.
class DevicePicture {
  public:
    DevicePicture() = default;
    DevicePicture(const DevicePicture&) = delete;
    DevicePicture& operator=(const DevicePicture&) = delete;
    virtual ~DevicePicture() = default;

    /// A copy on the host, wherever they are. \throws where the device is lost
    [[nodiscard]] virtual std::vector<float> values() const = 0;
};

/// Writes pictures into textures of one OpenGL context, on the card on which both lie. All functions need
/// that context to be current.
class TextureWriter {
  public:
    struct Write {
        unsigned texture = 0;  ///< of 32-bit floats, as large as the picture
        const DevicePicture* picture = nullptr;
        bool written = false;  ///< false: the picture lies elsewhere, its values have to be uploaded
    };

    TextureWriter() = default;
    TextureWriter(const TextureWriter&) = delete;
    TextureWriter& operator=(const TextureWriter&) = delete;
    virtual ~TextureWriter() = default;

    /// Several at once take hardly longer than one. What is drawn from now on sees them.
    virtual void write(std::span<Write> writes) = 0;
    /// Before a texture that was written is deleted.
    virtual void forget(unsigned texture) = 0;
};

}  // namespace burin
