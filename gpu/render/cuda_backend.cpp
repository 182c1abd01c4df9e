// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/cuda_backend.hpp"

#include "core/tile/memory_budget.hpp"
#include "gpu/jit/kernel.hpp"
#include "gpu/render/block_means.hpp"
#include "gpu/render/device_evaluator.hpp"
#include "gpu/render/kept_pictures.hpp"
#include "gpu/render/request_queue.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <iterator>
#include <map>
#include <mutex>
#include <semaphore>
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
/// Limit of samples in one launch: enough to fill any card, few enough to be stopped soon.
constexpr std::int64_t mostSamples = std::int64_t{1} << 24;
/// Limit of rows: launches have at most 65,535 blocks of a few rows, and filters need some rows around these.
constexpr std::int64_t mostRows = std::int64_t{1} << 15;
/// One copy under way and one queued. The data of more would not fit the part of the host's cache that cards
/// write to.
constexpr int copiesAtOnce = 2;
constexpr std::size_t stagingBytes = std::size_t{8} << 20;
/// Allowed delay of a nap. The kernel's default of 50 us is longer than the copy of a small request.
constexpr unsigned long timerSlackNanoseconds = 1000;
constexpr std::size_t mostGraphs = 8;

/// Packed samples go to a machine or a file, so they are computed once.
Recurrence recurrenceOf(const RenderRequest& what) {
    return what.packed ? Recurrence::once : Recurrence::again;
}

/// How the top node's samples are written if it is a root.
std::optional<Packing> packingOf(const DeviceGraph& graph) {
    const auto* root = dynamic_cast<const DeviceOperationOf<Root>*>(graph[graph.size() - 1].operation.get());
    return root == nullptr ? std::nullopt : std::optional(root->device().packing());
}

}  // namespace

struct CudaBackend::Shared : RequestQueue {};

/// One card: its memory, its tiles, and the graphs bound to it.
class CudaBackend::Device {
  public:
    Device(int index, std::size_t memoryBytes) : index_(index) {
        check(cudaSetDevice(index));
        cudaDeviceProp properties{};
        check(cudaGetDeviceProperties(&properties, index));
        name_ = properties.name;
        std::size_t free = 0;
        std::size_t total = 0;
        check(cudaMemGetInfo(&free, &total));
        const std::size_t budget = memoryBytes > 0 ? memoryBytes : free / 10 * 8;
        tableBytes_ = std::min(budget / 8, largestTables);
        heap_.emplace(budget - tableBytes_);
    }

    [[nodiscard]] int index() const { return index_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] DeviceHeap& heap() { return *heap_; }
    [[nodiscard]] const DeviceHeap& heap() const { return *heap_; }
    [[nodiscard]] DeviceCache& cache() { return cache_; }
    [[nodiscard]] KeptPictures& pictures() { return pictures_; }

    /// The graph bound to this card; the last few are kept. While its kernels are still being compiled, a
    /// hurried request gets a graph that does without them.
    std::shared_ptr<const DeviceGraph> bound(const RenderRequest& what) {
        const std::lock_guard lock(graphsMutex_);
        std::shared_ptr<const DeviceGraph> patient = known(what, Patience::waits);
        return !what.hurried || patient->ready() ? patient : known(what, Patience::hurries);
    }

    /// A plan of `area` with its memory, or nullptr if it does not fit even with nothing else under way.
    std::unique_ptr<DevicePlan> admit(const DeviceGraph& graph, const Rect& area, Recurrence recurrence) {
        while (true) {
            const auto [running, ended] = state();
            auto plan = std::make_unique<DevicePlan>(graph, area, recurrence, cache_, heap_->bytes());
            if (!plan->fits()) return nullptr;
            if (plan->reserve(*heap_, [this] { return makeRoom(); })) {
                const std::lock_guard lock(mutex_);
                ++running_;
                return plan;
            }
            plan.reset();
            if (running == 0) return nullptr;
            waitForEnd(ended);
        }
    }
    /// Allocates memory outside of plans; evicts idle tiles. \throws OutOfMemory if there is no room even
    /// with nothing else under way
    DeviceHeap::Block allocate(std::size_t bytes) {
        while (true) {
            const auto [running, ended] = state();
            DeviceHeap::Block block = heap_->tryAllocate(bytes);
            while (!block && makeRoom())
                block = heap_->tryAllocate(bytes);
            if (block) return block;
            if (running == 0)
                throw OutOfMemory("a picture on CUDA device " + std::to_string(index_), bytes,
                                  heap_->bytes());
            waitForEnd(ended);
        }
    }
    /// Returns what admit gave, once the device has finished with it.
    void end(std::unique_ptr<DevicePlan> plan) {
        plan.reset();
        const std::lock_guard lock(mutex_);
        --running_;
        ++endings_;
        ended_.notify_all();
    }

    /// Must be held while copying to the host.
    class CopyPermit {
      public:
        explicit CopyPermit(Device& device) : copies_(device.copies_) { copies_.acquire(); }
        CopyPermit(const CopyPermit&) = delete;
        CopyPermit& operator=(const CopyPermit&) = delete;
        ~CopyPermit() { copies_.release(); }

      private:
        std::counting_semaphore<>& copies_;
    };

    std::atomic<bool> lost{false};

  private:
    static constexpr std::size_t largestSlab = std::size_t{256} << 20;
    /// The part of the budget for the tables of kinds. An endless texture holds up to 16 Mi samples.
    static constexpr std::size_t largestTables = std::size_t{256} << 20;

    std::shared_ptr<const DeviceGraph> known(const RenderRequest& what, Patience patience) {
        const bool hurried = patience == Patience::hurries;
        for (const auto& bound : graphs_) {
            if (bound->graph() == what.graph && bound->hurried() == hurried) return bound;
        }
        const DeviceGraph::Limits limits{std::min(largestSlab, heap_->bytes() / 8), tableBytes_};
        graphs_.push_back(std::make_shared<const DeviceGraph>(what.graph, limits, patience, what.stop));
        if (graphs_.size() > mostGraphs) graphs_.pop_front();
        return graphs_.back();
    }

    std::pair<int, std::uint64_t> state() {
        const std::lock_guard lock(mutex_);
        return {running_, endings_};
    }

    /// Evicts idle tiles first, then moves pictures. \return whether anything was freed
    bool makeRoom() { return cache_.evict(1) > 0 || pictures_.moveOneToHost(); }

    void waitForEnd(std::uint64_t before) {
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [&] { return endings_ != before; });
    }

    int index_;
    std::string name_;
    std::size_t tableBytes_ = 0;  // of a graph's tables, outside of the heap
    std::optional<DeviceHeap> heap_;
    DeviceCache cache_;  // its tiles lie in the heap
    KeptPictures pictures_;
    std::mutex graphsMutex_;
    std::deque<std::shared_ptr<const DeviceGraph>> graphs_;
    std::mutex mutex_;
    std::condition_variable ended_;
    int running_ = 0;
    std::uint64_t endings_ = 0;
    std::counting_semaphore<> copies_{copiesAtOnce};
};

/// Collects the means for one request while its parts are computed one after the other.
class CudaBackend::Means {
  public:
    /// \param packing  of a root \throws OutOfMemory
    Means(Device& device, cudaStream_t stream, const RenderRequest& what, std::optional<Packing> packing)
        : device_(device),
          stream_(stream),
          area_(what.area),
          target_(*what.means),
          packing_(packing),
          sums_(device.allocate(BlockSums::bytes(target_.blocks))),
          picture_(device.allocate(static_cast<std::size_t>(target_.blocks.area()) * sizeof(float))) {
        check(cudaMemsetAsync(sums_.data(), 0, BlockSums::bytes(target_.blocks), stream_));
    }
    Means(const Means&) = delete;
    Means& operator=(const Means&) = delete;
    /// Waits, because queued work uses its memory.
    ~Means() { cudaStreamSynchronize(stream_); }

    void add(const Rect& part, ConstDeviceSamples samples) {
        addToSums(stream_, sums(), packing_, part, samples);
    }
    /// Delivers the means to their target, or keeps them on the card; waits until that is done.
    void deliver() {
        auto* picture = reinterpret_cast<float*>(picture_.data());
        writeMeans(stream_, sums(), area_, picture);
        const Rect& blocks = target_.blocks;
        if (target_.kept == nullptr) {
            const std::size_t rowBytes = static_cast<std::size_t>(blocks.width) * sizeof(float);
            check(cudaMemcpy2DAsync(target_.out, static_cast<std::size_t>(target_.stride) * sizeof(float),
                                    picture, rowBytes, rowBytes, static_cast<std::size_t>(blocks.height),
                                    cudaMemcpyDeviceToHost, stream_));
        }
        check(cudaStreamSynchronize(stream_));
        if (target_.kept != nullptr) {
            *target_.kept =
                device_.pictures().keep(device_.index(), std::move(picture_), blocks.width, blocks.height);
        }
    }

  private:
    [[nodiscard]] BlockSums sums() const {
        return {target_.level, target_.blocks, reinterpret_cast<unsigned long long*>(sums_.data())};
    }

    Device& device_;
    cudaStream_t stream_;
    const Rect area_;
    const MeansTarget target_;
    const std::optional<Packing> packing_;
    const DeviceHeap::Block sums_;
    DeviceHeap::Block picture_;
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

    /// Tries again until a small allocation succeeds, because other work ends and frees memory.
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
            if (!stream_) {
                check(cudaSetDevice(device_.index()));
                stream_.emplace();
            }
            if (batch.tasks.size() == 1 || !computeTogether(batch)) {
                for (Task& task : batch.tasks) {
                    compute(task);
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
            throw OutOfMemory::refusedBySystem("computing on CUDA device " + std::to_string(device_.index()),
                                               device_.heap().bytes());
        } catch (...) {
            return std::current_exception();
        }
    }

    /// Marks the card as lost and passes its tasks to the other cards, except those that have been partly
    /// consumed. A lane does this in a handler: an exception would end the program.
    /// \param[in,out] tasks  of this lane; on return those that fail
    /// \return all waiting tasks if this was the last card: they fail too
    RequestQueue::Waiting leaveCard(std::vector<Task>& tasks) noexcept {
        const std::lock_guard lock(shared_.mutex);
        if (!device_.lost.exchange(true)) --shared_.usableDevices;
        shared_.changed.notify_all();
        if (shared_.usableDevices == 0) return shared_.takeAll();
        if (!tasks.front().consumed) shared_.putBack(tasks);
        return {};
    }

    /// \return false if there is no memory for all at once; then nothing was done
    bool computeTogether(Batch& batch) {
        const RenderRequest& what = batch.tasks.front().what;
        if (what.stop.stop_requested()) throw Cancelled();
        const std::shared_ptr<const DeviceGraph> graph = device_.bound(what);
        std::unique_ptr<DevicePlan> plan = device_.admit(*graph, batch.area, recurrenceOf(what));
        if (!plan) return false;
        computePart(batch.tasks, *graph, std::move(plan), batch.area);
        return true;
    }

    void compute(Task& task) {
        const RenderRequest& what = task.what;
        const std::shared_ptr<const DeviceGraph> graph = device_.bound(what);
        std::optional<Means> means;
        if (what.means) means.emplace(device_, *stream_, what, packingOf(*graph));
        std::vector<Rect> areas = {what.area};
        while (!areas.empty()) {
            const Rect area = areas.back();
            areas.pop_back();
            if (area.empty()) continue;
            if (what.stop.stop_requested()) throw Cancelled();
            std::unique_ptr<DevicePlan> plan;
            if (area.area() <= mostSamples && area.width * sizeof(float) <= stagingBytes &&
                area.height <= mostRows)
                plan = device_.admit(*graph, area, recurrenceOf(what));
            if (plan) {
                computePart({&task, 1}, *graph, std::move(plan), area, means ? &*means : nullptr);
                continue;
            }
            const std::vector<Rect> parts = halves(area, what.columnStep);
            if (parts.empty()) {
                throw OutOfMemory("node '" + what.graph->top().name + "' at " + std::to_string(area.x) + "," +
                                      std::to_string(area.y) + " on CUDA device " +
                                      std::to_string(device_.index()),
                                  device_.heap().bytes() + 1, device_.heap().bytes());
            }
            areas.insert(areas.end(), parts.rbegin(), parts.rend());
        }
        if (means) means->deliver();
    }

    /// Computes `area`, either as a part of one task or as the union of all tasks' areas.
    /// \param means  of the single task: the samples are added to it instead of being delivered
    void computePart(std::span<Task> tasks, const DeviceGraph& graph, std::unique_ptr<DevicePlan> plan,
                     const Rect& area, Means* means = nullptr) {
        std::exception_ptr error;
        try {
            DeviceEvaluator evaluator(*stream_, graph, *plan, device_.cache(), tasks.front().what.stop,
                                      shared_.counters ? &*shared_.counters : nullptr);
            evaluator.computePlaces();
            const auto value = evaluator.scratch().samples<float>(area.width, area.height);
            evaluator.read(graph.size() - 1, area, value);
            if (means != nullptr) {
                means->add(area, value);
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

    /// Polls with short naps: interrupts would be slower, and spinning would occupy a core for each lane.
    cudaError_t waitForStream() {
        cudaError_t state = cudaStreamQuery(*stream_);
        while (state == cudaErrorNotReady) {
            std::this_thread::sleep_for(std::chrono::microseconds(15));
            state = cudaStreamQuery(*stream_);
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
        const auto rowBytes = static_cast<std::size_t>((area.width * what.packed->root->depth + 7) / 8);
        const auto stride =
            static_cast<std::size_t>(alignedStride<std::byte>(static_cast<std::int64_t>(rowBytes)));
        auto* packed =
            reinterpret_cast<std::uint8_t*>(scratch.allocate(stride * static_cast<std::size_t>(area.height)));
        packSamples(*stream_, packingOf(graph).value(), area.origin(), value, packed, stride);
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
            check(cudaMemcpyAsync(out, part.data, part.rowBytes * rows, cudaMemcpyDeviceToHost, *stream_));
        } else {
            check(cudaMemcpy2DAsync(out, target.stride, part.data, part.stride, part.rowBytes, rows,
                                    cudaMemcpyDeviceToHost, *stream_));
        }
        check(waitForStream());
    }

    void deliver(Task& task, const Rect& area, ConstDeviceSamples value) {
        if (staging_.bytes() == 0) staging_ = PinnedMemory(stagingBytes);
        const std::size_t rowBytes = static_cast<std::size_t>(area.width) * sizeof(float);
        const auto rows = static_cast<std::int64_t>(stagingBytes / rowBytes);
        for (std::int64_t y = 0; y < area.height; y += rows) {
            const Rect band{area.x, area.y + y, area.width, std::min(rows, area.height - y)};
            check(cudaMemcpy2DAsync(staging_.data(), rowBytes, value.row(y),
                                    static_cast<std::size_t>(value.stride) * sizeof(float), rowBytes,
                                    static_cast<std::size_t>(band.height), cudaMemcpyDeviceToHost, *stream_));
            check(waitForStream());
            task.consumed = true;
            task.what.consume(
                band, {reinterpret_cast<float*>(staging_.data()), area.width, area.width, band.height});
        }
    }

    Shared& shared_;
    Device& device_;
    std::optional<Stream> stream_;
    PinnedMemory staging_;
    std::thread thread_;  ///< last
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
    awaitCompilers();  // of formulas that no graph uses any more
}

void CudaBackend::start(RenderRequest request, std::function<void(std::exception_ptr)> done) {
    Task task{std::move(request), std::move(done)};
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

std::int64_t CudaBackend::requestSamples() const {
    // The data that several cards copy at once should fit the host's last-level cache, because there its
    // memory is the limit.
    return devices_.size() > 2 ? mostSamples / 4 : mostSamples;
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
