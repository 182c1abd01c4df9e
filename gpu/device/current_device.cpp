// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/current_device.hpp"

#include "gpu/device/check.hpp"

namespace burin::gpu {

namespace {

int attributeOf(cudaDeviceAttr attribute) {
    int device = 0;
    int value = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

}  // namespace

int processors() {
    return attributeOf(cudaDevAttrMultiProcessorCount);
}

std::size_t mostSharedBytes() {
    return static_cast<std::size_t>(attributeOf(cudaDevAttrMaxSharedMemoryPerBlockOptin));
}

}  // namespace burin::gpu
