// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for cuda.cpp where there is no nvcc.
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
