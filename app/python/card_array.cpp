// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/card_array.hpp"

#ifdef BURIN_WITH_CUDA
#include "gpu/render/cuda_backend.hpp"
#endif

#include <memory>
#include <utility>

namespace py = pybind11;

namespace burin::python {
namespace {

// The structures of DLPack before version 1.0 (github.com/dmlc/dlpack), which every consumer reads.
struct DlDataType {
    std::uint8_t code;  // see typeOf
    std::uint8_t bits;
    std::uint16_t lanes;
};

struct DlTensor {
    void* data;
    std::int32_t deviceType;
    std::int32_t deviceNumber;
    std::int32_t dimensions;
    DlDataType type;
    std::int64_t* shape;
    std::int64_t* strides;  // null: rows follow each other without gaps
    std::uint64_t offsetBytes;
};

struct DlManagedTensor {
    DlTensor tensor;
    void* owner;
    void (*release)(DlManagedTensor*);
};

constexpr std::int32_t cudaDevice = 2;

DlDataType typeOf(int depth) {
    constexpr std::uint8_t unsignedInteger = 1;
    constexpr std::uint8_t binary32 = 2;
    constexpr std::uint8_t boolean = 6;
    const std::uint8_t code = depth == 1 ? boolean : depth == 32 ? binary32 : unsignedInteger;
    return {code, static_cast<std::uint8_t>(depth == 1 ? 8 : depth), 1};
}

/// Held by a consumer of DLPack until it calls `release`.
struct Lent {
    DlManagedTensor managed;
    std::vector<std::int64_t> shape;
    std::shared_ptr<std::byte> data;
};

/// A capsule is named `dltensor` until a consumer takes it.
void releaseUntaken(PyObject* capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor") == 0) return;
    auto* managed = static_cast<DlManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor"));
    managed->release(managed);
}

}  // namespace

CardArray::CardArray(SurfaceEngine& engine, [[maybe_unused]] const Rect& area,
                     [[maybe_unused]] const std::stop_token& stop)
    : depth_(engine.depth()) {
    if (engine.cards() == nullptr)
        throw BackendMissing(
            "DLPack arrays need a graphics card, but the CPU computes this surface; "
            "design.surface(backend='cuda') says why; surface[rows, columns] is a NumPy array");
#ifdef BURIN_WITH_CUDA
    if (area.empty()) return;
    auto& cards = static_cast<gpu::CudaBackend&>(*engine.cards());
    gpu::CardSamples samples = cards.computeOnCard(engine.graph(), area, stop);
    device_ = samples.device;
    data_ = std::move(samples.data);
#endif
}

py::capsule CardArray::dlpack(const std::vector<std::int64_t>& shape) const {
    process_.require();
    auto lent = std::make_unique<Lent>();
    lent->shape = shape;
    lent->data = data_;
    lent->managed.tensor = {
        data_.get(),    cudaDevice,         device_, static_cast<std::int32_t>(shape.size()),
        typeOf(depth_), lent->shape.data(), nullptr, 0};
    lent->managed.owner = lent.get();
    lent->managed.release = [](DlManagedTensor* managed) { delete static_cast<Lent*>(managed->owner); };
    PyObject* const capsule = PyCapsule_New(&lent->managed, "dltensor", &releaseUntaken);
    if (capsule == nullptr) throw py::error_already_set();
    static_cast<void>(lent.release());  // the capsule or its consumer calls `release`
    return py::reinterpret_steal<py::capsule>(capsule);
}

}  // namespace burin::python
