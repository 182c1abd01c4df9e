// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures that stay on the device that computed them, and the interface that draws them from there.
// Independent of CUDA and OpenGL.

#include <span>
#include <vector>

namespace burin {

/// The values of a picture on the host, and on the device that computed them until the device needs the
/// memory. Thread-safe. The backend must outlive this object.
class DevicePicture {
  public:
    DevicePicture() = default;
    DevicePicture(const DevicePicture&) = delete;
    DevicePicture& operator=(const DevicePicture&) = delete;
    virtual ~DevicePicture() = default;

    /// Row by row without gaps.
    [[nodiscard]] virtual const std::vector<float>& values() const = 0;
};

/// Writes pictures into textures of one OpenGL context on the same card. All functions require that context
/// to be current.
class TextureWriter {
  public:
    struct Write {
        unsigned texture = 0;  ///< a texture of 32-bit floats, as large as the picture
        const DevicePicture* picture = nullptr;
        bool written = false;  ///< false: the picture is elsewhere and its values must be uploaded
    };

    TextureWriter() = default;
    TextureWriter(const TextureWriter&) = delete;
    TextureWriter& operator=(const TextureWriter&) = delete;
    virtual ~TextureWriter() = default;

    /// Writing several at once takes little longer than one. Later draws see the result.
    virtual void write(std::span<Write> writes) = 0;
    /// Must be called before a written texture is deleted.
    virtual void forget(unsigned texture) = 0;
};

}  // namespace burin
