// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/check.hpp"

#include <new>

namespace burin::gpu {

namespace {

Problem problemOf(cudaError_t code, const std::source_location& where) {
    int device = -1;
    cudaGetDevice(&device);
    return {.subject = "CUDA device " + std::to_string(device),
            .reason = "%1 (%2, %3)",
            .details = {cudaGetErrorString(code), cudaGetErrorName(code), where.function_name()}};
}

}  // namespace

DeviceError::DeviceError(cudaError_t error, const std::source_location& where)
    : ProblemError(problemOf(error, where)), code(error) {}

bool DeviceError::lost() const {
    switch (code) {
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchFailure:
        case cudaErrorLaunchTimeout:
        case cudaErrorECCUncorrectable:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorDevicesUnavailable:
        case cudaErrorContained:
        case cudaErrorTensorMemoryLeak:
        case cudaErrorUnknown:
            return true;
        default:
            return false;
    }
}

void check(cudaError_t code, const std::source_location& where) {
    if (code == cudaSuccess) return;
    cudaGetLastError();  // clears the error, so that the next call does not report it again
    if (code == cudaErrorMemoryAllocation) throw std::bad_alloc();
    throw DeviceError(code, where);
}

}  // namespace burin::gpu
