// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/interop/texture_writer.hpp"

#include "gpu/device/cuda_stream.hpp"
#include "gpu/render/kept_pictures.hpp"

#include <GL/gl.h>
#include <cuda_gl_interop.h>

#include <optional>
#include <unordered_map>
#include <vector>

namespace burin::gpu {

namespace {

/// A texture registered with CUDA. Move-only.
class Registered {
  public:
    explicit Registered(GLuint texture) {
        check(cudaGraphicsGLRegisterImage(&resource_, texture, GL_TEXTURE_2D,
                                          cudaGraphicsRegisterFlagsWriteDiscard));
    }
    Registered(Registered&& other) noexcept : resource_(std::exchange(other.resource_, nullptr)) {}
    Registered& operator=(Registered&&) = delete;
    ~Registered() {
        if (resource_ != nullptr) cudaGraphicsUnregisterResource(resource_);
        cudaGetLastError();  // a lost context has already released it
    }
    [[nodiscard]] cudaGraphicsResource_t resource() const { return resource_; }

  private:
    cudaGraphicsResource_t resource_ = nullptr;
};

/// Textures that CUDA may write while this lives, in the order of a CUDA stream. OpenGL must not use them
/// meanwhile.
class Mapped {
  public:
    Mapped(std::vector<cudaGraphicsResource_t> resources, cudaStream_t cudaStream)
        : resources_(std::move(resources)), cudaStream_(cudaStream) {
        check(cudaGraphicsMapResources(static_cast<int>(resources_.size()), resources_.data(), cudaStream_));
    }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;
    ~Mapped() {
        cudaGraphicsUnmapResources(static_cast<int>(resources_.size()), resources_.data(), cudaStream_);
    }
    [[nodiscard]] cudaArray_t array(std::size_t k) const {
        cudaArray_t array = nullptr;
        check(cudaGraphicsSubResourceGetMappedArray(&array, resources_[k], 0, 0));
        return array;
    }

  private:
    std::vector<cudaGraphicsResource_t> resources_;
    cudaStream_t cudaStream_;
};

/// After the first failed call it writes nothing more; the caller then uploads the values.
class CudaTextureWriter final : public TextureWriter {
  public:
    explicit CudaTextureWriter(int device) : device_(device) {
        check(cudaSetDevice(device));
        cudaStream_.emplace(CudaStream::first());  // a frame waits for it
    }

    void write(std::span<Write> writes) override {
        if (failed_) return;
        try {
            writeAll(writes);
        } catch (const std::exception&) {
            failed_ = true;
            for (Write& one : writes)
                one.written = false;
        }
    }

    void forget(unsigned texture) override { registered_.erase(texture); }

  private:
    void writeAll(std::span<Write> writes) {
        check(cudaSetDevice(device_));
        std::vector<std::shared_ptr<const DeviceHeap::Block>> held;  // kept until the copies have ended
        std::vector<const KeptPicture*> pictures;
        std::vector<cudaGraphicsResource_t> resources;
        for (Write& one : writes) {
            const auto* picture = dynamic_cast<const KeptPicture*>(one.picture);
            if (picture == nullptr || picture->device() != device_) continue;
            auto block = picture->hold();
            if (!block) continue;
            held.push_back(std::move(block));
            pictures.push_back(picture);
            resources.push_back(registered_.try_emplace(one.texture, one.texture).first->second.resource());
            one.written = true;
        }
        if (resources.empty()) return;
        {
            const Mapped textures(std::move(resources), *cudaStream_);
            for (std::size_t k = 0; k < pictures.size(); ++k) {
                const std::size_t rowBytes = static_cast<std::size_t>(pictures[k]->width()) * sizeof(float);
                check(cudaMemcpy2DToArrayAsync(textures.array(k), 0, 0, held[k]->data(), rowBytes, rowBytes,
                                               static_cast<std::size_t>(pictures[k]->height()),
                                               cudaMemcpyDeviceToDevice, *cudaStream_));
            }
        }
        cudaStream_->synchronise();
    }

    const int device_;
    std::optional<CudaStream> cudaStream_;
    std::unordered_map<unsigned, Registered> registered_;
    bool failed_ = false;
};

}  // namespace

std::unique_ptr<TextureWriter> openTextureWriter() {
    unsigned count = 0;
    int device = 0;
    const cudaError_t found = cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll);
    if (found != cudaSuccess) cudaGetLastError();
    if (found != cudaSuccess || count == 0) return nullptr;
    try {
        return std::make_unique<CudaTextureWriter>(device);
    } catch (const std::exception&) {
        return nullptr;
    }
}

}  // namespace burin::gpu
