// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a kind computes on a device. It mirrors core/kinds/form/reduction.hpp: `DeviceReduction<Kind, trait>`
// does on a CUDA stream what `Reduction<Kind, trait>` does on a core. `OnDevice<Kind>` says what a kind
// stores on the device, and whether it reads its children in another way than on the processor.
//
// The last kernel that writes a node's samples also removes dust, because a separate pass would take as long
// as the whole of many kinds.
//
// Everything here queues work on a CUDA stream and returns; the CUDA stream's owner waits for it.

#include "core/kinds/form/reduction.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/device/stream_counters.hpp"
#include "gpu/device/view.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace burin::gpu {

/// Device memory for one request: a stack that was reserved in advance. Popped memory is reused by work that
/// is queued later on the same CUDA stream. All work that uses it is queued on that stream.
class DeviceScratch {
  public:
    virtual ~DeviceScratch() = default;
    /// 256-byte aligned, uninitialised. \throws std::logic_error if that exceeds the promised bytes
    [[nodiscard]] virtual std::byte* allocate(std::size_t bytes) = 0;
    /// The counters of the CUDA stream that the request is queued on.
    [[nodiscard]] virtual const StreamCounters& counters() const = 0;

    /// The bytes that allocate(bytes) takes from the stack.
    [[nodiscard]] static constexpr std::size_t padded(std::size_t bytes) { return (bytes + 255) / 256 * 256; }
    /// A rectangle of samples with aligned rows.
    template <class T>
    [[nodiscard]] DeviceView<T> samples(std::int64_t width, std::int64_t height) {
        return alignedView(reinterpret_cast<T*>(allocate(alignedBytes<T>(width, height))), width, height);
    }
};

/// The child of the link that is being reduced.
class DeviceChild {
  public:
    virtual ~DeviceChild() = default;
    /// The child's samples over `fetch.area` (child frame), continued outside its extent by `fetch.edge`.
    /// They are valid for work queued later on the CUDA stream, and the view until the next fetch. Every
    /// fetch must lie inside what fetches() announced.
    [[nodiscard]] virtual ConstDeviceSamples fetch(const Fetch& fetch) = 0;
    /// Sets `out` to the child's samples over `area` (child frame), 0 outside its extent. If only the child
    /// is needed, this saves a copy. \pre `area` lies inside what fetches() announced
    virtual void read(const Rect& area, DeviceSamples out) = 0;
};

/// One call of a reduction: reduce the child into `value`, which covers `area`. Mirrors LinkCall.
struct DeviceCall {
    cudaStream_t cudaStream;
    Rect area;
    const LinkShape& link;
    std::span<const LinkShape> links;  ///< links of the whole node, in order
    std::size_t index = 0;             ///< index of `link` in `links`
    DeviceSamples value;
    DeviceChild& child;
    DeviceScratch& scratch;
    std::byte* state = nullptr;  ///< stateBytes(area) bytes, zero before the first link; kept between links

    /// Whether this reduction leaves the node's final samples. If so, it must leave no dust. \see dustLimit
    [[nodiscard]] bool last() const { return index + 1 == links.size(); }
    /// A part of `area`; the child is known to be 0 outside of it.
    [[nodiscard]] Rect covered() const { return link.support.translated(link.at).clip(area); }
    /// The part of `value` that covers `part`. \pre area.contains(part)
    [[nodiscard]] DeviceSamples valueOver(const Rect& part) const {
        return value.part(part.x - area.x, part.y - area.y, part.width, part.height);
    }
    /// Sets value to the child's samples, and to 0 outside of the child.
    void takeChild() const { child.read(area.translated(-link.at), value); }
    /// The child's samples over `part` of `area`; its rows match those of valueOver(part).
    [[nodiscard]] ConstDeviceSamples aligned(const Rect& part) const {
        return child.fetch({part.translated(-link.at), Edge::empty});
    }
};

/// A node's kind bound to its parameters on one device. All functions may be called by several threads, each
/// with its own CUDA stream.
class DeviceOperation {
  public:
    virtual ~DeviceOperation() = default;
    /// Like Operation::fetches, but the fetches may differ. Only one fetch is held at a time.
    virtual void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                         std::vector<Fetch>& out) const = 0;
    /// Bytes that reducing link `index` over `area` takes from DeviceScratch, without its fetches.
    [[nodiscard]] virtual std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                                   const Rect& area) const = 0;
    [[nodiscard]] virtual std::size_t stateBytes(const Rect& area) const = 0;
    /// Bytes that begin() takes from DeviceScratch.
    [[nodiscard]] virtual std::size_t beginScratchBytes(const Rect& area) const = 0;
    /// Sets the initial value. `area` lies inside the node's extent.
    virtual void begin(cudaStream_t cudaStream, std::span<const LinkShape> links, const Rect& area,
                       DeviceSamples value, DeviceScratch& scratch) const = 0;
    virtual void reduce(const DeviceCall& call) const = 0;
    /// Device memory, in bytes, held while the operation lives.
    [[nodiscard]] virtual std::size_t residentBytes() const = 0;
    /// Whether it can compute without waiting for a compiler.
    [[nodiscard]] virtual bool ready() const = 0;
    /// Whether computing all of a bounded node at once may take seconds, during which nothing stops it.
    [[nodiscard]] virtual bool takesLong() const = 0;
};

/// Whether an operation may wait for its kernels, or has to do without them for a first picture.
enum class Patience { waits, hurries };

/// Kind and trait select the reduction at compile time, as on the processor:
///
///     static void apply(const KindType& node, const OnDevice<KindType>& device, const DeviceCall& call);
template <class KindType, Trait trait>
struct DeviceReduction;

/// Defaults for the device side of a kind: it stores nothing, and fetches its children as on the processor.
template <class KindType>
struct OnDeviceBase {
    void fetches(const KindType& node, std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const {
        node.fetches(links, index, area, out);
    }
    [[nodiscard]] std::size_t scratchBytes(const KindType&, std::span<const LinkShape>, std::size_t,
                                           const Rect&) const {
        return 0;
    }
    [[nodiscard]] std::size_t stateBytes(const KindType& node, const Rect& area) const {
        return node.stateBytes(area);
    }
    /// A kind that takes scratch memory for this has a begin() with a DeviceScratch as its last parameter.
    [[nodiscard]] std::size_t beginScratchBytes(const KindType&, const Rect&) const { return 0; }
    void begin(const KindType&, cudaStream_t cudaStream, std::span<const LinkShape>, const Rect&,
               DeviceSamples value) const {
        check(cudaMemset2DAsync(value.data, static_cast<std::size_t>(value.stride) * sizeof(float), 0,
                                static_cast<std::size_t>(value.width) * sizeof(float),
                                static_cast<std::size_t>(value.height), cudaStream));
    }
    [[nodiscard]] std::size_t residentBytes() const { return 0; }
    [[nodiscard]] bool ready() const { return true; }
    [[nodiscard]] bool takesLong() const { return false; }
};

/// Defaults for a kind whose first link sets every sample.
template <class KindType>
struct SetByFirstLink : OnDeviceBase<KindType> {
    void begin(const KindType&, cudaStream_t, std::span<const LinkShape>, const Rect&, DeviceSamples) const {}
};

/// The device side of a kind besides its reductions; specialised if the defaults do not fit.
template <class KindType>
struct OnDevice : OnDeviceBase<KindType> {
    explicit OnDevice(const KindType&) {}
};

/// A kind whose kernels may have to be compiled has a constructor that takes the patience.
template <class KindType>
[[nodiscard]] OnDevice<KindType> onDevice(const KindType& node, Patience patience) {
    if constexpr (std::is_constructible_v<OnDevice<KindType>, const KindType&, Patience>) {
        return OnDevice<KindType>(node, patience);
    } else {
        return OnDevice<KindType>(node);
    }
}

/// value = value * clamp(c(p), 0, 1), and 0 outside of the child's support: the effect of a mask unless a
/// kind defines another one.
void multiplyByMask(const DeviceCall& call);

/// Combines a kind's structure, its device side and its reductions into a DeviceOperation.
template <class KindType>
class DeviceOperationOf final : public DeviceOperation {
  public:
    /// \param operation  kept alive by this object
    explicit DeviceOperationOf(std::shared_ptr<const OperationOf<KindType>> operation,
                               Patience patience = Patience::waits)
        : operation_(std::move(operation)), device_(onDevice(operation_->node(), patience)) {}

    [[nodiscard]] const OnDevice<KindType>& device() const { return device_; }

    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const override {
        if (links[index].trait == Trait::mask && !hasOwnMask) {
            out.push_back({area.translated(-links[index].at), Edge::empty});
        } else {
            device_.fetches(operation_->node(), links, index, area, out);
        }
    }
    std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                             const Rect& area) const override {
        if (links[index].trait == Trait::mask && !hasOwnMask) return 0;
        return device_.scratchBytes(operation_->node(), links, index, area);
    }
    std::size_t stateBytes(const Rect& area) const override {
        return device_.stateBytes(operation_->node(), area);
    }
    std::size_t beginScratchBytes(const Rect& area) const override {
        return device_.beginScratchBytes(operation_->node(), area);
    }
    void begin(cudaStream_t cudaStream, std::span<const LinkShape> links, const Rect& area,
               DeviceSamples value, DeviceScratch& scratch) const override {
        const KindType& node = operation_->node();
        if constexpr (requires { device_.begin(node, cudaStream, links, area, value, scratch); }) {
            device_.begin(node, cudaStream, links, area, value, scratch);
        } else {
            device_.begin(node, cudaStream, links, area, value);
        }
    }
    void reduce(const DeviceCall& call) const override {
        const KindType& node = operation_->node();
        switch (call.link.trait) {
            case Trait::data:
                if constexpr (KindType::takesData)
                    DeviceReduction<KindType, Trait::data>::apply(node, device_, call);
                break;
            case Trait::pattern:
                if constexpr (KindType::takesPattern)
                    DeviceReduction<KindType, Trait::pattern>::apply(node, device_, call);
                break;
            case Trait::mask:
                if constexpr (hasOwnMask) {
                    DeviceReduction<KindType, Trait::mask>::apply(node, device_, call);
                } else if constexpr (KindType::takesMask) {
                    multiplyByMask(call);
                }
                break;
        }
    }
    std::size_t residentBytes() const override { return device_.residentBytes(); }
    bool ready() const override { return device_.ready(); }
    bool takesLong() const override { return device_.takesLong(); }

  private:
    static constexpr bool hasOwnMask =
        requires(const KindType& node, const OnDevice<KindType>& device, const DeviceCall& call) {
        DeviceReduction<KindType, Trait::mask>::apply(node, device, call);
    };
    static_assert(hasOwnMask == OperationOf<KindType>::hasOwnMask, "masks are reduced as on the processor");

    std::shared_ptr<const OperationOf<KindType>> operation_;
    OnDevice<KindType> device_;
};

}  // namespace burin::gpu
