// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the place of cuda.cpp in builds without nvcc.
#include "app/cuda.hpp"

namespace burin::app {

CudaChoice openCuda(const std::vector<int>&, std::size_t) {
    return {nullptr, "this build of Burin has no CUDA backend"};
}

std::unique_ptr<TextureWriter> openTextureWriter() {
    return nullptr;
}

std::vector<std::string> cudaDeviceLines() {
    return {"cuda  not used: this build of Burin has no CUDA backend"};
}

}  // namespace burin::app
