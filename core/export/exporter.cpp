// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exporter.hpp"

#include "core/base/errors.hpp"
#include "core/export/samples_done.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace burin {
namespace {

/// A first-in, first-out queue between threads. Callbacks hold it by a shared pointer, so it outlives its
/// users.
template <class Message>
class Mailbox {
  public:
    /// Reserves space for `count` messages, so that putting them in later allocates nothing. \throws
    /// std::bad_alloc
    void reserve(std::size_t count) {
        const std::lock_guard lock(mutex_);
        messages_.reserve(count);
    }
    void put(Message message) {
        const std::lock_guard lock(mutex_);
        messages_.push_back(std::move(message));
        arrived_.notify_one();
    }
    /// The next message; nothing after a stop or when `patience` has passed.
    std::optional<Message> take(const std::stop_token& stop, std::chrono::milliseconds patience) {
        std::unique_lock lock(mutex_);
        arrived_.wait_for(lock, stop, patience, [this] { return !messages_.empty(); });
        if (messages_.empty()) return {};
        std::optional<Message> message(std::move(messages_.front()));
        messages_.erase(messages_.begin());
        return message;
    }

  private:
    std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::vector<Message> messages_;  ///< only a few
};

constexpr std::chrono::milliseconds pollInterval{100};

struct Slot {
    std::shared_ptr<std::byte[]> memory;  ///< null until something of the chunk is computed
    std::span<std::byte> bytes;           ///< bytes of the chunk, in `memory`
    std::vector<std::byte> encoded;
    Reservation reservation;
    std::int64_t index = 0;
    Rect area;                    ///< in the region
    std::int64_t nextColumn = 0;  ///< column of the chunk at which the next piece starts
    std::int64_t piecesUnderWay = 0;
    bool ready = false;
    bool spoilt = false;  ///< a part has failed or was dropped, so the chunk is never written
};

struct FinishedPart {
    std::size_t slot = 0;
    bool encoded = false;  ///< false: a piece was computed
    std::exception_ptr error;
};

/// Threads that encode chunks while other chunks are computed and written.
class Encoders {
  public:
    Encoders(const Sink& sink, std::vector<Slot>& slots, int threads,
             std::shared_ptr<Mailbox<FinishedPart>> finished)
        : sink_(sink), slots_(slots), finished_(std::move(finished)) {
        work_.reserve(slots.size());
        for (std::size_t i = 0; i < std::min(static_cast<std::size_t>(threads), slots.size()); ++i) {
            threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
        }
    }
    void encode(std::size_t slot) { work_.put(slot); }

  private:
    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            if (const auto slot = work_.take(stop, pollInterval)) encodeOne(*slot);
        }
    }
    void encodeOne(std::size_t number) {
        FinishedPart part{number, true, {}};
        try {
            slots_[number].encoded = sink_.encode(slots_[number].bytes);
        } catch (...) {
            part.error = std::current_exception();
        }
        finished_->put(std::move(part));
    }

    const Sink& sink_;
    std::vector<Slot>& slots_;
    std::shared_ptr<Mailbox<FinishedPart>> finished_;
    Mailbox<std::size_t> work_;
    std::vector<std::jthread> threads_;
};

class Exporter {
  public:
    Exporter(BlockSource& source, Sink& sink, Point origin, MemoryBudget& budget,
             const ExportOptions& options, const ProgressCallback& progress, std::stop_token stop)
        : source_(source),
          sink_(sink),
          grid_(sink.grid()),
          origin_(origin),
          options_(options),
          stop_(std::move(stop)),
          range_(sink.range()),
          total_(samplesOf(grid_, range_)),
          reporter_(progress, options.progressInterval, samplesDone(sink), total_,
                    [&sink] { return sink.transfer(); }) {
        next_ = sink.done().firstGap(range_.first);
        reserveSlots(budget);
    }

    /// Nothing means that the sink has to be written again, from the position that its done() returns.
    std::optional<ExportResult> run() {
        try {
            take(sink_.begin());
            if (!draining()) stream();
            if (!draining()) finish();
        } catch (...) {
            failure_ = std::current_exception();
        }
        if (startsAgain_ && !failure_ && !stopped_) return {};
        if (failure_ || stopped_) interrupt();
        if (failure_) fail();
        reporter_.conclude(stopped_ ? Progress::State::failed : Progress::State::done,
                           stopped_ ? "stopped" : "");
        return ExportResult{stopped_, reporter_.doneSamples(), total_};
    }

  private:
    void take(Sink::Outcome outcome) {
        if (outcome == Sink::Outcome::again) startsAgain_ = true;
        if (outcome == Sink::Outcome::stopped) stopped_ = true;
    }

    /// Creates as many slots as the source can use and its share of the budget allows, but at least one.
    void reserveSlots(MemoryBudget& budget) {
        if (next_ >= range_.last) return;
        const std::size_t bytes = grid_.largestBytes();
        // Compressed data may be larger than the chunk, and both are held at the same time.
        const std::size_t held = sink_.encodes() ? bytes * 5 / 2 : bytes;
        const std::size_t share = inPieces() ? budget.limit() / 2 : budget.limit() / 4;
        std::size_t wanted = inPieces() ? 2 : static_cast<std::size_t>(std::max(1, source_.concurrency()));
        if (sink_.encodes()) wanted += static_cast<std::size_t>(options_.threads);
        if (sink_.ordered() && !inPieces()) wanted *= 2;
        wanted = std::min(wanted, static_cast<std::size_t>(range_.count()));
        for (std::size_t i = 0; i < wanted; ++i) {
            if (i > 0 && (i + 1) * held > share) break;
            Slot slot;
            slot.reservation =
                i == 0 ? firstReservation(budget, held) : budget.tryReserve(held, Holder::blocks);
            if (!slot.reservation) break;
            slots_.push_back(std::move(slot));
        }
        for (std::size_t i = slots_.size(); i > 0; --i)
            free_.push_back(i - 1);
        // Computed pieces and encoded chunks are reported from other threads, and those callbacks must not
        // throw.
        finishedParts_->reserve(static_cast<std::size_t>(std::max(1, source_.concurrency())) + slots_.size());
        if (sink_.encodes())
            encoders_ = std::make_unique<Encoders>(sink_, slots_, options_.threads, finishedParts_);
    }

    Reservation firstReservation(MemoryBudget& budget, std::size_t bytes) {
        try {
            return budget.reserve(bytes, "a block of the export", stop_, Holder::blocks);
        } catch (const OutOfMemory& shortage) {
            std::vector<Remedy> remedies = sink_.smallerChunks();
            remedies.insert(remedies.begin(), {Remedy::Way::moreMemory});
            throw NoRoomForChunk(shortage, std::move(remedies));
        }
    }

    [[nodiscard]] bool inPieces() const {
        const Size chunk = grid_.layout().chunk;
        return chunk.width * chunk.height > options_.blockSamples && chunk.width > minimalPiece;
    }

    void stream() {
        while (true) {
            try {
                startWhatFits();
            } catch (...) {  // pieces under way must still be awaited
                if (!failure_) failure_ = std::current_exception();
            }
            if (underWay_ == 0 && (draining() || everythingWritten())) return;
            if (underWay_ == 0 && paused_ && !settled_) settle();
            if (const auto part = finishedParts_->take(draining() ? std::stop_token{} : stop_, pollInterval))
                handle(*part);
            if (stop_.stop_requested()) stopped_ = true;
        }
    }

    [[nodiscard]] bool everythingWritten() const {
        return next_ >= range_.last && current_ == none && free_.size() == slots_.size();
    }

    [[nodiscard]] bool draining() const { return failure_ != nullptr || stopped_ || startsAgain_; }

    void startWhatFits() {
        paused_ = options_.paused && options_.paused();
        reporter_.setPaused(paused_);
        if (paused_) return;
        settled_ = false;
        while (!draining() && piecesUnderWay_ < std::max(1, source_.concurrency())) {
            if (current_ == none && !openChunk()) return;
            startPiece();
        }
    }

    /// Gives the next chunk a slot.
    bool openChunk() {
        if (next_ >= range_.last || free_.empty()) return false;
        current_ = free_.back();
        free_.pop_back();
        Slot& slot = slots_[current_];
        slot.index = next_;
        slot.area = grid_.chunk(next_);
        slot.nextColumn = 0;
        slot.ready = false;
        slot.spoilt = false;
        slot.encoded.clear();
        if (sink_.ordered()) inOrder_.push_back(current_);
        next_ = sink_.done().firstGap(next_ + 1);
        return true;
    }

    /// The chunk's memory. Callable from any thread. \throws std::bad_alloc
    std::byte* memoryOf(Slot& slot) {
        const std::lock_guard lock(memoryMutex_);
        if (slot.memory) return slot.memory.get();
        if (buffers_.empty()) buffers_.push_back(source_.memory(grid_.largestBytes()));
        slot.memory = std::move(buffers_.back());
        buffers_.pop_back();
        slot.bytes = {slot.memory.get(), grid_.bytes(slot.area)};
        const Size full = grid_.layout().chunk;
        if (grid_.layout().padded && (slot.area.width < full.width || slot.area.height < full.height))
            std::fill(slot.bytes.begin(), slot.bytes.end(), std::byte{0});
        return slot.memory.get();
    }

    void startPiece() {
        Slot& slot = slots_[current_];
        const std::size_t number = current_;
        Rect piece = slot.area;
        piece.x += slot.nextColumn;
        piece.width = std::min(pieceWidth(slot.area), slot.area.width - slot.nextColumn);
        TargetMemory out = [this, &slot, offset = packedBytes(slot.nextColumn, grid_.layout().depth)] {
            return memoryOf(slot) + offset;
        };
        slot.nextColumn += piece.width;
        if (slot.nextColumn == slot.area.width) current_ = none;
        ++slot.piecesUnderWay;
        ++piecesUnderWay_;
        ++underWay_;
        try {
            source_.start(piece.translated(origin_), std::move(out), grid_.stride(slot.area),
                          [finished = finishedParts_, number](std::exception_ptr error) {
                              finished->put({number, false, std::move(error)});
                          });
        } catch (...) {
            finishedParts_->put({number, false, std::current_exception()});
        }
    }

    /// A multiple of 8, so that pieces of 1-bit samples meet at byte boundaries.
    [[nodiscard]] std::int64_t pieceWidth(const Rect& chunk) const {
        if (!inPieces()) return chunk.width;
        return std::max(minimalPiece, options_.blockSamples / chunk.height / minimalPiece * minimalPiece);
    }

    void handle(const FinishedPart& part) {
        Slot& slot = slots_[part.slot];
        --underWay_;
        // After a stop the source also reports dropped pieces as failed.
        if (stop_.stop_requested()) stopped_ = true;
        if (part.error && !draining()) failure_ = part.error;
        if (part.error) slot.spoilt = true;
        if (part.encoded) {
            slot.ready = !slot.spoilt;
        } else {
            --piecesUnderWay_;
            --slot.piecesUnderWay;
            const bool computed = slot.piecesUnderWay == 0 && slot.nextColumn == slot.area.width;
            if (!computed || slot.spoilt) return;
            if (encoders_ && !draining()) {
                ++underWay_;
                encoders_->encode(part.slot);
                return;
            }
            slot.ready = encoders_ == nullptr;
        }
        if (!failure_ && slot.ready) writeReady(part.slot);
    }

    void writeReady(std::size_t number) {
        if (!sink_.ordered()) {
            write(number);
            return;
        }
        while (!inOrder_.empty() && slots_[inOrder_.front()].ready && !failure_ && !startsAgain_) {
            const std::size_t front = inOrder_.front();
            inOrder_.pop_front();
            write(front);
        }
    }

    void write(std::size_t number) {
        Slot& slot = slots_[number];
        const std::span<const std::byte> data =
            encoders_ ? std::span<const std::byte>(slot.encoded) : slot.bytes;
        reporter_.enterSink();
        try {
            take(sink_.write(slot.index, data));
            if (!startsAgain_) reporter_.add(slot.area.area(), data.size());
        } catch (...) {
            failure_ = std::current_exception();
        }
        reporter_.leaveSink();
        slot.ready = false;
        {
            const std::lock_guard lock(memoryMutex_);
            buffers_.push_back(std::exchange(slot.memory, nullptr));
        }
        free_.push_back(number);
    }

    /// Nothing is written after this until the export continues.
    void settle() {
        settled_ = true;
        try {
            sink_.settle();
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

    void finish() {
        reporter_.enterSink();
        take(sink_.finish());
        reporter_.leaveSink();
    }

    void interrupt() {
        try {
            sink_.interrupt();
        } catch (...) {
            if (!failure_) failure_ = std::current_exception();
        }
    }

    [[noreturn]] void fail() {
        try {
            std::rethrow_exception(failure_);
        } catch (const SinkError& error) {
            const double share = static_cast<double>(reporter_.doneSamples()) /
                                 static_cast<double>(std::max<std::int64_t>(1, total_));
            const ExportError failure(error.problem(), share, sink_);
            reporter_.conclude(Progress::State::failed, failure.what());
            throw failure;
        } catch (const std::exception& error) {
            reporter_.conclude(Progress::State::failed, error.what());
            throw;
        }
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    static constexpr std::int64_t minimalPiece = 1024;

    BlockSource& source_;
    Sink& sink_;
    const ChunkGrid& grid_;
    const Point origin_;
    const ExportOptions& options_;
    const std::stop_token stop_;
    const ChunkRange range_;
    const std::int64_t total_;
    ProgressReporter reporter_;
    std::shared_ptr<Mailbox<FinishedPart>> finishedParts_ = std::make_shared<Mailbox<FinishedPart>>();
    std::vector<Slot> slots_;
    std::vector<std::size_t> free_;
    std::mutex memoryMutex_;
    // free buffers; the last one returned is reused first
    std::vector<std::shared_ptr<std::byte[]>> buffers_;
    std::deque<std::size_t> inOrder_;
    std::unique_ptr<Encoders> encoders_;
    std::int64_t next_ = 0;       // the next chunk to open
    std::size_t current_ = none;  // the slot whose chunk still has pieces to start
    std::int64_t underWay_ = 0;   // pieces being computed and chunks being encoded
    std::int64_t piecesUnderWay_ = 0;
    std::exception_ptr failure_;
    bool stopped_ = false;
    bool startsAgain_ = false;
    bool paused_ = false;
    bool settled_ = false;  // everything that was written before the pause is durable
};

}  // namespace

ExportResult exportSurface(BlockSource& source, Sink& sink, Point origin, MemoryBudget& budget,
                           const ExportOptions& options, const ProgressCallback& progress,
                           std::stop_token stop) {
    const auto begun = std::chrono::steady_clock::now();
    std::uint64_t bytes = 0;  // until the latest report
    while (true) {
        if (sink.alreadyFinished()) {
            const std::int64_t total = samplesOf(sink.grid(), sink.range());
            return {false, total, total};
        }
        // A sink that is written again, such as a machine that was started again, is still the same run.
        const std::chrono::duration<double> before = std::chrono::steady_clock::now() - begun;
        const ProgressCallback tell = [&, bytesBefore = bytes](Progress now) {
            now.seconds += before.count();
            now.bytes += bytesBefore;
            bytes = now.bytes;
            progress(now);
        };
        Exporter exporter(source, sink, origin, budget, options, progress ? tell : progress, stop);
        if (auto result = exporter.run()) return *result;
    }
}

}  // namespace burin
