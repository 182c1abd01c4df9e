// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/cuda_backend.hpp"

#include "core/render/request_cost.hpp"
#include "core/render/written_samples.hpp"
#include "core/tile/memory_budget.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/device/stream_counters.hpp"
#include "gpu/jit/kernel.hpp"
#include "gpu/render/collected.hpp"
#include "gpu/render/cuda_device.hpp"
#include "gpu/render/device_evaluator.hpp"
#include "gpu/render/frame_breaks.hpp"
#include "gpu/render/kept_pictures.hpp"
#include "gpu/render/request_queue.hpp"
#include "gpu/render/unpack_bits.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <thread>

#include <sys/prctl.h>

namespace burin::gpu {

namespace {

/// Enough that copies follow each other without a gap while other lanes wake, plan and queue.
constexpr int lanesOfDevice = 8;
/// Requests of each card that wait for a lane, so that no lane waits for the caller.
constexpr int requestsAhead = 3;
/// Limit of samples in one launch: enough to occupy any card, and few enough to stop soon.
constexpr std::int64_t mostSamples = std::int64_t{1} << 24;
/// The same while frames are drawn, because a frame waits for the launches that have begun.
constexpr std::int64_t samplesBetweenFrames = std::int64_t{1} << 22;
constexpr std::size_t stagingBytes = std::size_t{8} << 20;
/// A request for the sums of heights takes 21 MiB besides the memory for computing a part of its samples.
constexpr std::size_t leastForHeights = std::size_t{28} << 20;
/// Enough memory for all lanes to sum HeightsTarget::mostSamples at once: each takes 140 MiB, and its
/// design's nodes take some multiples of 64 MiB.
constexpr std::size_t ampleForHeights = std::size_t{4} << 30;
/// Sums of heights read one more column and row than they have blocks.
constexpr std::int64_t mostSummedSide = 4 * HeightsTarget::blockSide + 1;
static_assert((mostSummedSide - 1) * (mostSummedSide - 1) == HeightsTarget::mostSamples);
/// Allowed delay of a nap. The kernel's default of 50 us is longer than the copy of a small request.
constexpr unsigned long timerSlackNanoseconds = 1000;

/// Packed samples are sent to a machine or a file, and all heights of a surface are summed, so in both cases
/// samples are computed only once.
Recurrence recurrenceOf(const RenderRequest& what) {
    return what.packed || what.heights ? Recurrence::once : Recurrence::again;
}

/// Bytes of a sample in memory of a card.
std::size_t bytesOnCard(int depth) {
    return static_cast<std::size_t>(std::max(1, depth / 8));
}

/// How the top node's samples are written if it is a root.
std::optional<Packing> packingOf(const DeviceGraph& graph) {
    const auto* root = dynamic_cast<const DeviceOperationOf<Root>*>(graph[graph.size() - 1].operation.get());
    return root == nullptr ? std::nullopt : std::optional(root->device().packing());
}

}  // namespace

struct CudaBackend::Shared : RequestQueue {
    FrameBreaks frames;
};

/// A thread of one card with its CUDA stream; computes one request at a time.
class CudaBackend::Lane {
  public:
    Lane(Shared& shared, Device& device) : shared_(shared), device_(device), thread_([this] { run(); }) {}
    ~Lane() { thread_.join(); }

  private:
    void run() {
        prctl(PR_SET_TIMERSLACK, timerSlackNanoseconds);
        while (std::optional<Batch> batch = next())
            execute(std::move(*batch));
    }

    /// Retries until a small allocation succeeds: other work frees memory when it ends.
    std::optional<Batch> next() {
        while (true) {
            try {
                return shared_.take(device_.lost);
            } catch (const std::bad_alloc&) {
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
        }
    }

    void execute(Batch batch) {
        std::exception_ptr error;
        RequestQueue::Waiting others;
        try {
            if (!cudaStream_) {
                check(cudaSetDevice(device_.index()));
                counters_.emplace();
                cudaStream_.emplace();
            }
            if (batch.tasks.size() == 1 || !computeTogether(batch)) {
                for (Task& task : batch.tasks) {
                    while (!compute(task)) {
                    }
                    std::exchange(task.done, nullptr)(nullptr);
                }
            }
        } catch (const DeviceError& failure) {
            error = std::current_exception();
            if (failure.lost()) others = leaveCard(batch.tasks);
        } catch (const std::bad_alloc&) {
            error = shortage();
        } catch (...) {
            error = std::current_exception();
        }
        for (Task& task : batch.tasks) {
            if (task.done) task.done(error);
        }
        for (auto& [priority, tasks] : others) {
            for (Task& task : tasks)
                task.done(error);
        }
    }

    /// The error for a failed allocation of the host. Another one may fail here.
    [[nodiscard]] std::exception_ptr shortage() const noexcept {
        try {
            throw OutOfMemory::refusedBySystem(
                filledIn("computing on CUDA device %1", {std::to_string(device_.index())}),
                device_.heap().bytes());
        } catch (...) {
            return std::current_exception();
        }
    }

    /// Marks the card as lost and passes its tasks to the other cards, except tasks whose samples have been
    /// partly consumed. A lane calls this in a handler, so an exception would end the program.
    /// \param[in,out] tasks  the tasks of this lane; on return, those that fail
    /// \return all waiting tasks if this was the last card: they fail too
    RequestQueue::Waiting leaveCard(std::vector<Task>& tasks) noexcept {
        const std::lock_guard lock(shared_.mutex);
        if (!device_.lost.exchange(true)) --shared_.usableDevices;
        shared_.changed.notify_all();
        if (shared_.usableDevices == 0) return shared_.takeAll();
        if (!tasks.front().consumed) shared_.putBack(tasks);
        return {};
    }

    /// \return false if the memory does not suffice for all of them together; in that case nothing was done
    bool computeTogether(Batch& batch) {
        const RenderRequest& what = batch.tasks.front().what;
        if (what.stop.stop_requested()) throw Cancelled();
        const std::shared_ptr<const DeviceGraph> graph = device_.bound(what);
        std::unique_ptr<DevicePlan> plan =
            device_.admit(device_.claim(what.priority), *graph, batch.area, recurrenceOf(what));
        if (!plan) return false;
        computePart(batch.tasks, *graph, std::move(plan), batch.area);
        return true;
    }

    /// \return false if the task must start again, because other tasks need the memory that it held
    bool compute(Task& task) try {
        using Clock = std::chrono::steady_clock;
        const RenderRequest& what = task.what;
        const Clock::time_point begun = Clock::now();
        const std::shared_ptr<const DeviceGraph> graph = device_.bound(what);
        Device::Claim claim = device_.claim(what.priority);
        std::optional<Means> means;
        if (what.means) means.emplace(device_, claim, *cudaStream_, what, packingOf(*graph));
        std::optional<Heights> heights;
        if (what.heights) heights.emplace(device_, claim, *cudaStream_, what, staging());
        claim.holds = means.has_value() || heights.has_value();
        std::vector<Rect> areas = {what.area};
        while (!areas.empty()) {
            const Rect area = areas.back();
            areas.pop_back();
            if (area.empty()) continue;
            if (what.stop.stop_requested()) throw Cancelled();
            std::unique_ptr<DevicePlan> plan;
            if (area.area() <= mostSamplesOf(what) && area.width * sizeof(float) <= stagingBytes &&
                area.height <= DevicePlan::mostRows)
                plan = device_.admit(claim, *graph, area, recurrenceOf(what));
            if (plan) {
                computePart({&task, 1}, *graph, std::move(plan), area, means ? &*means : nullptr,
                            heights ? &*heights : nullptr);
                continue;
            }
            const std::vector<Rect> parts = halves(area, what.columnStep);
            if (parts.empty()) {
                throw OutOfMemory(filledIn("node '%1' at %2,%3 on CUDA device %4",
                                           {what.graph->top().name, std::to_string(area.x),
                                            std::to_string(area.y), std::to_string(device_.index())}),
                                  device_.heap().bytes() + 1, device_.heap().bytes());
            }
            areas.insert(areas.end(), parts.rbegin(), parts.rend());
        }
        if (means) means->deliver();
        if (heights) heights->deliver();
        if (what.cost != nullptr)
            what.cost->addAsked(std::chrono::duration<double>(Clock::now() - begun).count(),
                                what.area.area());
        return true;
    } catch (const Device::MustGiveWay&) {
        return false;
    }

    [[nodiscard]] std::int64_t mostSamplesOf(const RenderRequest& what) const {
        if (what.heights) return mostSummedSide * mostSummedSide;
        return shared_.frames.recentAt(FrameBreaks::Clock::now()) ? samplesBetweenFrames : mostSamples;
    }

    /// Computes `area`, either as a part of one task or as the union of all tasks' areas.
    /// \param means, heights  of the single task: the samples are added to them instead of being delivered
    void computePart(std::span<Task> tasks, const DeviceGraph& graph, std::unique_ptr<DevicePlan> plan,
                     const Rect& area, Means* means = nullptr, Heights* heights = nullptr) {
        std::exception_ptr error;
        waitForFrame();
        try {
            DeviceEvaluator evaluator(*cudaStream_, *counters_, graph, *plan, device_.cache(),
                                      tasks.front().what.stop,
                                      shared_.counters ? &*shared_.counters : nullptr);
            evaluator.computePlaces();
            const auto value = evaluator.scratch().samples<float>(area.width, area.height);
            evaluator.read(graph.size() - 1, area, value);
            if (means != nullptr) {
                means->add(area, value);
            } else if (heights != nullptr) {
                heights->add(area, value);
            } else if (tasks.front().onCard != nullptr) {
                deliverOnCard(tasks.front(), graph, area, value, evaluator.scratch());
            } else if (tasks.front().what.packed) {
                deliverPacked(tasks, graph, area, value, evaluator.scratch());
            } else {
                deliver(tasks.front(), area, value);
            }
        } catch (...) {
            error = std::current_exception();
        }
        // Queued work uses the plan's memory, even after a failure.
        const cudaError_t ended = waitForStream();
        device_.end(std::move(plan));
        if (error) std::rethrow_exception(error);
        check(ended);
    }

    /// Waits while a frame is drawn on the card.
    void waitForFrame() const {
        while (shared_.frames.breakAt(FrameBreaks::Clock::now()))
            std::this_thread::sleep_for(std::chrono::microseconds(100));
    }

    /// Polls with short naps: interrupts would be slower, and spinning would occupy a core for each lane.
    cudaError_t waitForStream() {
        cudaError_t state = cudaStreamQuery(*cudaStream_);
        while (state == cudaErrorNotReady) {
            std::this_thread::sleep_for(std::chrono::microseconds(15));
            state = cudaStreamQuery(*cudaStream_);
        }
        return state;
    }

    /// A part of a task's area, packed on the card.
    struct PackedPart {
        const RenderRequest* what;
        Rect area;
        std::size_t rowBytes;
        std::size_t stride;
        std::uint8_t* data;
    };

    void deliverPacked(std::span<Task> tasks, const DeviceGraph& graph, const Rect& area,
                       ConstDeviceSamples value, ScratchStack& scratch) {
        std::vector<PackedPart> parts;
        for (const Task& task : tasks) {
            const Rect part = intersection(task.what.area, area);
            parts.push_back(pack(task.what, graph, part,
                                 value.part(part.x - area.x, part.y - area.y, part.width, part.height),
                                 scratch));
        }
        // Waits for the computation first, so that parts waiting for their copy hold no host memory, and few
        // copies share the cache.
        check(waitForStream());
        for (std::size_t k = 0; k < parts.size(); ++k) {
            copy(parts[k]);
            // The last part, often the only one, is reported only after the device memory has been freed.
            if (k + 1 < parts.size()) std::exchange(tasks[k].done, nullptr)(nullptr);
        }
    }

    PackedPart pack(const RenderRequest& what, const DeviceGraph& graph, const Rect& area,
                    ConstDeviceSamples value, ScratchStack& scratch) {
        const Packing packing = packingOf(graph).value();
        const auto rowBytes = static_cast<std::size_t>((area.width * packing.depth + 7) / 8);
        const auto stride =
            static_cast<std::size_t>(alignedStride<std::byte>(static_cast<std::int64_t>(rowBytes)));
        auto* packed =
            reinterpret_cast<std::uint8_t*>(scratch.allocate(stride * static_cast<std::size_t>(area.height)));
        packSamples(*cudaStream_, packing, area.origin(), value, packed, stride);
        return {&what, area, rowBytes, stride, packed};
    }

    void copy(const PackedPart& part) {
        const PackedTarget& target = *part.what->packed;
        const Rect& whole = part.what->area;
        const auto rows = static_cast<std::size_t>(part.area.height);
        const Device::CopyPermit permit(device_);
        std::byte* out = target.out() + static_cast<std::size_t>(part.area.y - whole.y) * target.stride +
                         static_cast<std::size_t>((part.area.x - whole.x) * target.root->depth / 8);
        if (part.stride == part.rowBytes && target.stride == part.rowBytes) {
            check(
                cudaMemcpyAsync(out, part.data, part.rowBytes * rows, cudaMemcpyDeviceToHost, *cudaStream_));
        } else {
            check(cudaMemcpy2DAsync(out, target.stride, part.data, part.stride, part.rowBytes, rows,
                                    cudaMemcpyDeviceToHost, *cudaStream_));
        }
        check(waitForStream());
    }

    /// Queues the copy of a part to the task's memory on a card. \param value  may be overwritten
    void deliverOnCard(Task& task, const DeviceGraph& graph, const Rect& area, DeviceSamples value,
                       ScratchStack& scratch) {
        const std::optional<Packing> packing = packingOf(graph);
        const std::size_t sampleBytes = packing ? bytesOnCard(packing->depth) : sizeof(float);
        const void* from = value.data;
        std::size_t stride = static_cast<std::size_t>(value.stride) * sizeof(float);
        if (packing) {
            const PackedPart packed = pack(task.what, graph, area, value, scratch);
            if (packing->depth == 1) {  // a byte for each bit, in the place of the samples
                unpackBits(*cudaStream_, packed.data, packed.stride,
                           {reinterpret_cast<std::uint8_t*>(value.data), static_cast<std::ptrdiff_t>(stride),
                            value.width, value.height});
            } else {
                from = packed.data;
                stride = packed.stride;
            }
        }
        const Rect& whole = task.what.area;
        const std::size_t rowBytes = static_cast<std::size_t>(whole.width) * sampleBytes;
        task.consumed = true;
        check(cudaMemcpy2DAsync(task.onCard + static_cast<std::size_t>(area.y - whole.y) * rowBytes +
                                    static_cast<std::size_t>(area.x - whole.x) * sampleBytes,
                                rowBytes, from, stride, static_cast<std::size_t>(area.width) * sampleBytes,
                                static_cast<std::size_t>(area.height), cudaMemcpyDefault, *cudaStream_));
    }

    /// Page-locked memory of `stagingBytes`.
    std::byte* staging() {
        if (staging_.bytes() == 0) staging_ = PinnedMemory(stagingBytes);
        return staging_.data();
    }

    void deliver(Task& task, const Rect& area, ConstDeviceSamples value) {
        std::byte* const staged = staging();
        const std::size_t rowBytes = static_cast<std::size_t>(area.width) * sizeof(float);
        const auto rows = static_cast<std::int64_t>(stagingBytes / rowBytes);
        for (std::int64_t y = 0; y < area.height; y += rows) {
            const Rect band{area.x, area.y + y, area.width, std::min(rows, area.height - y)};
            check(cudaMemcpy2DAsync(
                staged, rowBytes, value.row(y), static_cast<std::size_t>(value.stride) * sizeof(float),
                rowBytes, static_cast<std::size_t>(band.height), cudaMemcpyDeviceToHost, *cudaStream_));
            check(waitForStream());
            task.consumed = true;
            task.what.consume(band, {reinterpret_cast<float*>(staged), area.width, area.width, band.height});
        }
    }

    Shared& shared_;
    Device& device_;
    std::optional<StreamCounters> counters_;  ///< of the CUDA stream
    std::optional<CudaStream> cudaStream_;
    PinnedMemory staging_;
    std::thread thread_;  ///< last, because it uses the members above
};

CudaBackend::CudaBackend(const CudaOptions& options) : shared_(std::make_unique<Shared>()) {
    // Initialising a card takes time, but all cards can be initialised at once.
    std::vector<std::future<std::unique_ptr<Device>>> opened;
    for (const int index : options.devices) {
        opened.push_back(std::async(std::launch::async, [index, bytes = options.memoryBytes] {
            return std::make_unique<Device>(index, bytes);
        }));
    }
    for (auto& device : opened)
        devices_.push_back(device.get());
    shared_->usableDevices = static_cast<int>(devices_.size());
    for (int i = 0; i < lanesOfDevice; ++i) {
        for (const auto& device : devices_)
            lanes_.push_back(std::make_unique<Lane>(*shared_, *device));
    }
}

CudaBackend::~CudaBackend() {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->closing = true;
        shared_->changed.notify_all();
    }
    lanes_.clear();
    devices_.clear();
    awaitCompilers();  // for formulas that no graph uses any more
}

void CudaBackend::start(RenderRequest request, std::function<void(std::exception_ptr)> done) {
    put({std::move(request), std::move(done)});
}

void CudaBackend::put(Task task) {
    std::exception_ptr error;
    try {
        const std::lock_guard lock(shared_->mutex);
        if (shared_->usableDevices == 0)
            throw std::runtime_error("every CUDA device is lost to this process");
        shared_->put(std::move(task));
        return;
    } catch (...) {
        error = std::current_exception();
    }
    task.done(error);
}

CardSamples CudaBackend::computeOnCard(std::shared_ptr<const Graph> graph, const Rect& area,
                                       std::stop_token stop) {
    const Root* root = rootOf(*graph);
    const std::size_t bytes =
        static_cast<std::size_t>(area.area()) * (root != nullptr ? bytesOnCard(root->depth) : sizeof(float));
    const int device = devices_.front()->index();
    check(cudaSetDevice(device));
    std::shared_ptr<DeviceMemory> memory;
    try {
        memory = std::make_shared<DeviceMemory>(bytes);
    } catch (const std::bad_alloc&) {
        std::size_t free = 0;
        std::size_t total = 0;
        check(cudaMemGetInfo(&free, &total));
        std::string what =
            filledIn("an array beside the working memory of CUDA device %1", {std::to_string(device)});
        // The free memory may be in pieces, or another program may have just given it back.
        if (free >= bytes) throw OutOfMemory::refusedBySystem(std::move(what), free);
        throw OutOfMemory(std::move(what), bytes, free);
    }
    const auto ended = std::make_shared<std::promise<void>>();
    RenderRequest request;
    request.graph = std::move(graph);
    request.area = area;
    request.stop = std::move(stop);
    Task task{std::move(request),
              [ended](std::exception_ptr why) { why ? ended->set_exception(why) : ended->set_value(); }};
    task.onCard = memory->data();
    put(std::move(task));
    ended->get_future().get();
    return {device, {memory, memory->data()}};
}

std::int64_t CudaBackend::requestSamples() const {
    // The data that several cards copy at once should fit the host's last-level cache, because the host's
    // memory limits the speed of such copies.
    return devices_.size() > 2 ? mostSamples / 4 : mostSamples;
}

bool CudaBackend::sumsHeights() const {
    return heapBytes() >= leastForHeights;
}

std::int64_t CudaBackend::summedSamples() const {
    return heapBytes() >= ampleForHeights ? HeightsTarget::mostSamples : HeightsTarget::fewSamples;
}

void CudaBackend::beginFrame() {
    shared_->frames.begin(FrameBreaks::Clock::now());
}

void CudaBackend::endFrame() {
    shared_->frames.end(FrameBreaks::Clock::now());
}

int CudaBackend::concurrency() const {
    return (lanesOfDevice + requestsAhead) * static_cast<int>(devices_.size());
}

std::shared_ptr<std::byte[]> CudaBackend::hostMemory(std::size_t bytes) {
    auto memory = std::make_shared<PinnedMemory>(bytes);
    return {memory, memory->data()};
}

std::string CudaBackend::description() const {
    std::string text;
    for (const auto& device : devices_)
        text += (text.empty() ? "" : ", ") + device->name();
    return text;
}

void CudaBackend::countNodes(const Graph& graph) {
    shared_->counters.emplace(graph.nodes.size());
}

const std::vector<NodeCounters>& CudaBackend::counters() const {
    return *shared_->counters;
}

std::size_t CudaBackend::peakBytes(const GraphNode& node) const {
    std::size_t most = 0;
    for (const auto& device : devices_)
        most = std::max(most, device->cache().peakBytes(node.hash));
    return most;
}

std::string CudaBackend::memoryText() const {
    return bytesText(heapPeakBytes()) + " of " + bytesText(heapBytes()) + " on each card";
}

std::size_t CudaBackend::heapPeakBytes() const {
    std::size_t most = 0;
    for (const auto& device : devices_)
        most = std::max(most, device->heap().peak());
    return most;
}

std::size_t CudaBackend::heapBytes() const {
    std::size_t least = devices_.front()->heap().bytes();
    for (const auto& device : devices_)
        least = std::min(least, device->heap().bytes());
    return least;
}

}  // namespace burin::gpu
