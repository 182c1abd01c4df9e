// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/gpu/measure.hpp"

#include "bench/gpu/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace burin::bench {

namespace {

/// A CUDA event in a CUDA stream.
class Mark {
  public:
    Mark() { gpu::check(cudaEventCreate(&event_)); }
    Mark(Mark&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    Mark& operator=(Mark&&) = delete;
    ~Mark() {
        if (event_ != nullptr) cudaEventDestroy(event_);
    }
    void record(cudaStream_t cudaStream) { gpu::check(cudaEventRecord(event_, cudaStream)); }
    [[nodiscard]] double msSince(const Mark& earlier) const {
        float ms = 0;
        gpu::check(cudaEventElapsedTime(&ms, earlier.event_, event_));
        return ms;
    }

  private:
    cudaEvent_t event_ = nullptr;
};

std::string version(int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::size_t wholeVectors(std::size_t bytes) {
    return (bytes + 15) / 16 * 16;
}

}  // namespace

Stopwatch::Stopwatch() : ballast_(std::size_t{1} << 30) {
    for (int i = 0; i < 1000; ++i)
        gpu::check(cudaMemsetAsync(ballast_.data(), i, ballast_.bytes(), cudaStream_));
    cudaStream_.synchronise();
}

std::vector<double> Stopwatch::sortedMs(const Queue& run, int runs) {
    std::vector<Mark> begun(static_cast<std::size_t>(runs));
    std::vector<Mark> ended(static_cast<std::size_t>(runs));
    for (int i = 0; i < 4; ++i)
        gpu::check(cudaMemsetAsync(ballast_.data(), i, ballast_.bytes(), cudaStream_));
    for (std::size_t i = 0; i < begun.size(); ++i) {
        begun[i].record(cudaStream_);
        run(cudaStream_);
        ended[i].record(cudaStream_);
    }
    cudaStream_.synchronise();
    std::vector<double> times;
    for (std::size_t i = 0; i < begun.size(); ++i)
        times.push_back(ended[i].msSince(begun[i]));
    std::sort(times.begin(), times.end());
    return times;
}

double Stopwatch::medianMs(const Queue& run) {
    run(cudaStream_);
    const double once = sortedMs(run, 1).front();
    const int runs = std::clamp(static_cast<int>(500 / once), 3, 21);
    return sortedMs(run, runs)[static_cast<std::size_t>(runs / 2)];
}

Limits::Streams::Streams(Stopwatch& stopwatch, std::size_t bytes) {
    const gpu::DeviceMemory from(wholeVectors(bytes));
    const gpu::DeviceMemory to(wholeVectors(bytes));
    gpu::check(cudaMemsetAsync(from.data(), 0, from.bytes(), stopwatch.cudaStream()));
    fillMs = std::min(stopwatch.medianMs([&](cudaStream_t s) { streamOut(s, to.data(), to.bytes()); }),
                      stopwatch.medianMs(
                          [&](cudaStream_t s) { gpu::check(cudaMemsetAsync(to.data(), 0, to.bytes(), s)); }));
    copyMs = std::min(
        stopwatch.medianMs([&](cudaStream_t s) { streamThrough(s, from.data(), to.data(), to.bytes()); }),
        stopwatch.medianMs([&](cudaStream_t s) {
            gpu::check(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyDeviceToDevice, s));
        }));
}

Limits::Limits(Stopwatch& stopwatch, Size size)
    : stopwatch_(stopwatch),
      samples_(static_cast<double>(size.width) * static_cast<double>(size.height)),
      bytes_(stopwatch, static_cast<std::size_t>(size.width * size.height)),
      floats_(stopwatch, static_cast<std::size_t>(size.width * size.height) * sizeof(float)) {}

double Limits::repeatedMs(Traffic traffic) const {
    const gpu::DeviceMemory from(wholeVectors(static_cast<std::size_t>(traffic.once)));
    const gpu::DeviceMemory to(wholeVectors(static_cast<std::size_t>(samples_ * traffic.written)));
    gpu::check(cudaMemsetAsync(from.data(), 0, from.bytes(), stopwatch_.cudaStream()));
    return stopwatch_.medianMs(
        [&](cudaStream_t s) { streamRepeated(s, from.data(), from.bytes(), to.data(), to.bytes()); });
}

double Limits::leastMs(Traffic traffic) const {
    const Streams& streams = traffic.written == 1 ? bytes_ : floats_;
    const double sampleBytes = traffic.written == 1 ? 1 : 4;
    const double bytes = traffic.read + traffic.written + static_cast<double>(traffic.once) / samples_;
    return traffic.read == 0 ? streams.fillMs * bytes / sampleBytes
                             : streams.copyMs * bytes / (2 * sampleBytes);
}

double Limits::targetHere(double onH200, Traffic traffic) const {
    if (deviceInWords().find("H200") != std::string::npos) return onH200;
    struct Times {
        double fillMs;
        double copyMs;
    };
    constexpr Times bytesOnH200{0.026, 0.049};
    constexpr Times floatsOnH200{0.092, 0.195};
    constexpr double samplesOnH200 = 10240.0 * 10240;
    const bool inBytes = traffic.written == 1;
    const Streams& here = inBytes ? bytes_ : floats_;
    const Times& there = inBytes ? bytesOnH200 : floatsOnH200;
    const double times = traffic.read == 0 ? here.fillMs / there.fillMs : here.copyMs / there.copyMs;
    return onH200 * times * samplesOnH200 / samples_;
}

std::string deviceInWords() {
    cudaDeviceProp properties{};
    int driver = 0;
    int runtime = 0;
    gpu::check(cudaGetDeviceProperties(&properties, 0));
    gpu::check(cudaDriverGetVersion(&driver));
    gpu::check(cudaRuntimeGetVersion(&runtime));
    return std::string(properties.name) + ", driver for CUDA " + version(driver) + ", built with CUDA " +
           version(runtime);
}

}  // namespace burin::bench
