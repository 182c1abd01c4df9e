// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Work on the device, and the check of its result.

#include "bench/gpu/measure.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/device/view.hpp"
#include "gpu/kinds/form/device_kind.hpp"
#include "support/system/fake_child.hpp"

#include <algorithm>
#include <cmath>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace burin::bench {

/// A rectangle of samples on the device, rows aligned. Copies share the memory.
template <class T>
class Plane {
  public:
    Plane(std::int64_t width, std::int64_t height)
        : memory_(std::make_shared<gpu::DeviceMemory>(gpu::alignedBytes<T>(width, height))),
          view_(gpu::alignedView(reinterpret_cast<T*>(memory_->data()), width, height)) {}
    explicit Plane(Size size) : Plane(size.width, size.height) {}

    [[nodiscard]] gpu::DeviceView<T> view() const { return view_; }
    /// Overwrites everything, so that no earlier result is mistaken for a new one.
    void spoil(cudaStream_t cudaStream) const {
        gpu::check(cudaMemsetAsync(memory_->data(), 0xCD, memory_->bytes(), cudaStream));
    }
    [[nodiscard]] std::vector<T> download(const Rect& part) const {
        std::vector<T> samples(static_cast<std::size_t>(part.area()));
        const auto rowBytes = static_cast<std::size_t>(part.width) * sizeof(T);
        gpu::check(cudaMemcpy2D(samples.data(), rowBytes, view_.row(part.y) + part.x,
                                static_cast<std::size_t>(view_.stride) * sizeof(T), rowBytes,
                                static_cast<std::size_t>(part.height), cudaMemcpyDeviceToHost));
        return samples;
    }

  private:
    std::shared_ptr<gpu::DeviceMemory> memory_;
    gpu::DeviceView<T> view_;
};

/// Returns the same memory in every run; runs follow each other on one CUDA stream.
class ReusedScratch final : public gpu::DeviceScratch {
  public:
    explicit ReusedScratch(std::size_t bytes) : memory_(bytes) {}
    std::byte* allocate(std::size_t bytes) override {
        if (used_ + padded(bytes) > memory_.bytes()) throw std::logic_error("more scratch than was promised");
        std::byte* const block = memory_.data() + used_;
        used_ += padded(bytes);
        return block;
    }
    const gpu::StreamCounters& counters() const override { return counters_; }
    void reset() { used_ = 0; }

  private:
    gpu::DeviceMemory memory_;
    gpu::StreamCounters counters_;
    std::size_t used_ = 0;
};

/// The output of work.
struct Result {
    Queue spoil;
    /// Names the place that differs from the processor's result; empty if none does. The device must be done.
    std::function<std::string()> mistake;
};

struct Work {
    Queue run;
    Result result;
    std::string remark = {};  ///< printed with the time
};

/// Computes a part of the result on the processor. Called by several threads.
using Expected = std::function<test::OwnedSamples(const Rect& part)>;

/// The strips to check. They have the whole width and a tenth of the rows of a large image, including the
/// first and the last row, because the processor would take seconds for all rows.
[[nodiscard]] inline std::vector<Rect> checkedStrips(Size size) {
    const std::int64_t height = std::min<std::int64_t>(64, size.height);
    std::vector<Rect> strips;
    for (int i = 0; i < 16; ++i)
        strips.push_back({0, (size.height - height) * i / 15, size.width, height});
    return strips;
}

template <class T>
[[nodiscard]] std::string firstMistake(const Plane<T>& out, const test::OwnedSamples& expected,
                                       double tolerance) {
    const Rect& part = expected.area;
    const std::vector<T> samples = out.download(part);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double got = static_cast<double>(samples[i]);
        const double wanted = static_cast<double>(expected.samples[i]);
        if (std::abs(got - wanted) <= tolerance) continue;
        const auto at = static_cast<std::int64_t>(i);
        return "(" + std::to_string(at % part.width) + ", " + std::to_string(part.y + at / part.width) +
               ") is " + std::to_string(got) + ", not " + std::to_string(wanted);
    }
    return {};
}

/// \param tolerance  0: results must be equal
template <class T>
[[nodiscard]] Result checkedResult(const Plane<T>& out, const Expected& expected, double tolerance = 0) {
    const auto mistake = [=]() -> std::string {
        std::vector<std::future<test::OwnedSamples>> images;
        for (const Rect& strip : checkedStrips({out.view().width, out.view().height}))
            images.push_back(std::async(std::launch::async, expected, strip));
        std::string first;
        for (std::future<test::OwnedSamples>& image : images) {
            const std::string found = firstMistake(out, image.get(), tolerance);
            if (first.empty()) first = found;
        }
        return first;
    };
    return {[out](cudaStream_t cudaStream) { out.spoil(cudaStream); }, mistake};
}

/// A row of the table.
struct Row {
    std::string name;
    std::string family;  ///< rows of one family should reach the same share of the limit
    Traffic traffic;
    double targetMs = 0;  ///< at 10240 x 10240, or at the row's own size; 0: no target
    std::function<Work(cudaStream_t, Size)> prepare;
    Size ownSize = {};  ///< empty: any size
    int times = 1;      ///< the number of images that the work processes; the time is for one of them
};

/// A kernel of Burin and other kernels with the same result.
struct Comparison {
    struct Other {
        std::string name;
        Queue run;
    };
    Work ours;
    std::vector<Other> others;
};
struct ComparisonRow {
    std::string name;
    std::function<Comparison(cudaStream_t, Size)> prepare;
    Size ownSize = {};
};

}  // namespace burin::bench
