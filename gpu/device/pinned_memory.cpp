// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace burin::gpu {

namespace {

constexpr std::size_t largePage = std::size_t{2} << 20;

/// Registers memory after touching it, so that its pages exist with the requested size.
void* lockLargePages(std::size_t bytes) {
    const std::size_t rounded = (bytes + largePage - 1) / largePage * largePage;
    void* const data = std::aligned_alloc(largePage, rounded);
    if (data == nullptr) throw std::bad_alloc();
    ::madvise(data, rounded, MADV_HUGEPAGE);
    std::memset(data, 0, rounded);
    if (const cudaError_t error = cudaHostRegister(data, rounded, cudaHostRegisterPortable)) {
        std::free(data);
        check(error);
    }
    return data;
}

}  // namespace

PinnedMemory::PinnedMemory(std::size_t bytes) : bytes_(bytes) {
    if (bytes >= largePage) {
        data_ = lockLargePages(bytes);
    } else if (bytes > 0) {
        check(cudaHostAlloc(&data_, bytes, cudaHostAllocPortable));
    }
}

PinnedMemory::~PinnedMemory() {
    if (bytes_ >= largePage) {
        if (data_ != nullptr) cudaHostUnregister(data_);
        std::free(data_);
    } else {
        cudaFreeHost(data_);
    }
}

}  // namespace burin::gpu
