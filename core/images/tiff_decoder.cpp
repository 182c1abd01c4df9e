// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/tiff_decoder.hpp"

#include "core/images/formats/deflate_check.hpp"
#include "core/images/image_error.hpp"
#include "core/images/ycbcr.hpp"

#include <tiffio.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace burin {

namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;
/// Strips up to this size are decoded whole; larger ones in bands of rows.
constexpr std::int64_t kWholeStripBytes = 64 * kMiB;
/// Largest size of a block that cannot be decoded in bands.
constexpr std::int64_t kLargestBlockBytes = 256 * kMiB;
constexpr std::int64_t kDecodedBandBytes = 1 * kMiB;
/// Limit of memory for all handles of a page; there is always at least one handle.
constexpr std::int64_t kHandlesBytes = 32 * kMiB;
constexpr std::int64_t kMostHandles = 8;
/// Bands are kept for this many rows, enough for a row of the engine's tiles.
constexpr std::int64_t kDecodedRowsKept = 1024;

[[noreturn]] void failToDecode(const InputFile& file, std::int64_t page, const std::string& what,
                               const std::string& why) {
    throw ImageError({.reason = why.empty() ? "cannot decode %1 of page %2 of %3"
                                            : "cannot decode %1 of page %2 of %3: %4",
                      .details = {what, std::to_string(page), file.path().string(), why},
                      .advice = "use an undamaged file"});
}

std::string nameOfBlock(const TiffLayout& layout, std::int64_t block) {
    return filledIn(layout.tiled ? "tile %1" : "strip %1", {std::to_string(block)});
}

constexpr const char* kChecksumDiffers = "its checksum differs";

DeflateCheck::Place dataOf(const TiffHandle& handle, std::int64_t block) {
    const auto strile = static_cast<std::uint32_t>(block);
    return {static_cast<std::int64_t>(TIFFGetStrileOffset(handle.get(), strile)),
            static_cast<std::int64_t>(TIFFGetStrileByteCount(handle.get(), strile))};
}

/// Memory of libtiff for the offsets and sizes of a page's blocks.
std::int64_t tableBytes(const TiffLayout& layout) {
    return layout.blocks.across * layout.blocks.down * layout.blocks.planes * 2 *
           static_cast<std::int64_t>(sizeof(std::uint64_t));
}

/// The handles of a page: one for each thread that may decode it at the same time.
class HandlePool {
  public:
    HandlePool(std::shared_ptr<const InputFile> file, std::int64_t page, std::int64_t limit,
               std::unique_ptr<TiffHandle> first)
        : file_(std::move(file)), page_(page), limit_(limit), open_(1) {
        idle_.push_back(std::move(first));
    }

    /// Waits until a handle is free.
    [[nodiscard]] std::unique_ptr<TiffHandle> take() {
        std::unique_lock lock(mutex_);
        free_.wait(lock, [this] { return !idle_.empty() || open_ < limit_; });
        if (!idle_.empty()) {
            std::unique_ptr<TiffHandle> handle = std::move(idle_.back());
            idle_.pop_back();
            return handle;
        }
        ++open_;
        lock.unlock();
        try {
            auto handle = std::make_unique<TiffHandle>(file_, page_);
            prepareDecoder(*handle);
            return handle;
        } catch (...) {
            discard();
            throw;
        }
    }
    void giveBack(std::unique_ptr<TiffHandle> handle) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(handle));
        free_.notify_one();
    }
    /// Drops a handle that has failed, because its decoder may be in any state.
    void discard() {
        const std::lock_guard lock(mutex_);
        --open_;
        free_.notify_one();
    }

  private:
    const std::shared_ptr<const InputFile> file_;
    const std::int64_t page_;
    const std::int64_t limit_;
    std::mutex mutex_;  ///< guards everything below
    std::condition_variable free_;
    std::vector<std::unique_ptr<TiffHandle>> idle_;
    std::int64_t open_;
};

/// Decodes whole strips and tiles, several at once.
class WholeBlockDecoder final : public TiffDecoder {
  public:
    WholeBlockDecoder(const std::shared_ptr<const InputFile>& file, std::int64_t page,
                      const TiffLayout& layout, std::unique_ptr<TiffHandle> first,
                      std::optional<DeflateCheck> check, std::optional<YCbCrExpander> expander)
        : TiffDecoder(layout.blocks, layout.rowBytes() * layout.blocks.height),
          file_(file),
          page_(page),
          tiled_(layout.tiled),
          layout_(layout),
          check_(check),
          expander_(std::move(expander)),
          handleBytes_(tableBytes(layout) + layout.longestBlockBytes + unitBytes() * (expander_ ? 2 : 1)),
          handles_(std::clamp<std::int64_t>(
              kHandlesBytes / handleBytes_, 1,
              std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, kMostHandles))),
          pool_(file, page, handles_, std::move(first)) {}

    std::int64_t worthKeepingBytes() const override {
        const std::int64_t rowOfBlocks = unitBytes() * grid().across * grid().planes;
        return std::max(std::clamp(2 * rowOfBlocks, 16 * kMiB, 64 * kMiB), unitBytes() * grid().planes);
    }
    bool inAnyOrder() const override { return true; }
    std::int64_t bytes() const override { return handles_ * handleBytes_; }

    void decode(std::int64_t index, RawBytes& unit) override {
        std::unique_ptr<TiffHandle> handle = pool_.take();
        try {
            decodeWith(*handle, index, unit);
        } catch (...) {
            handle.reset();
            pool_.discard();
            throw;
        }
        pool_.giveBack(std::move(handle));
    }

  private:
    void decodeWith(TiffHandle& handle, std::int64_t index, RawBytes& unit) const {
        const std::int64_t rows = layout_.rowsOf(index / grid().across % grid().down);
        if (layout_.isMissing(index)) {
            unit.resize(static_cast<std::size_t>(layout_.rowBytes() * rows));
            layout_.fillMissing(unit.data(), std::ssize(unit));
            return;
        }
        const std::int64_t wanted =
            expander_ ? expander_->packedBytes(grid().width, rows) : layout_.rowBytes() * rows;
        unit.resize(static_cast<std::size_t>(wanted));
        handle.forgetComplaints();
        const auto strile = static_cast<std::uint32_t>(index);
        const tmsize_t got = tiled_ ? TIFFReadEncodedTile(handle.get(), strile, unit.data(), wanted)
                                    : TIFFReadEncodedStrip(handle.get(), strile, unit.data(), wanted);
        if (got != wanted || !handle.complaint().empty()) {
            failToDecode(*file_, page_, nameOfBlock(layout_, index), handle.complaint());
        }
        if (check_) compareChecksum(handle, index, unit);
        if (expander_) unit = expander_->expand(unit, grid().width, rows);
    }

    void compareChecksum(TiffHandle& handle, std::int64_t index, RawBytes& unit) const {
        const DeflateCheck::Place data = dataOf(handle, index);
        const std::uint32_t sum = check_->add(DeflateCheck::start, unit.data(), std::ssize(unit));
        if (check_->endsWith(sum, *file_, data)) return;
        const std::optional<std::int64_t> inflated = check_->inflate(*file_, data, {});
        if (!inflated) failToDecode(*file_, page_, nameOfBlock(layout_, index), kChecksumDiffers);
        if (*inflated <= std::ssize(unit)) return;
        // With libdeflate, libtiff leaves the last bytes of a block unset if its data have more.
        RawBytes first(unit.size());
        static_cast<void>(check_->inflate(*file_, data, first));
        std::vector<std::uint8_t> alone = check_->deflated(first);
        const int result =
            TIFFReadFromUserBuffer(handle.get(), static_cast<std::uint32_t>(index), alone.data(),
                                   std::ssize(alone), unit.data(), std::ssize(unit));
        if (result != 1 || !handle.complaint().empty())
            failToDecode(*file_, page_, nameOfBlock(layout_, index), handle.complaint());
    }

    const std::shared_ptr<const InputFile> file_;
    const std::int64_t page_;
    const bool tiled_;
    const TiffLayout layout_;
    const std::optional<DeflateCheck> check_;
    const std::optional<YCbCrExpander> expander_;
    const std::int64_t handleBytes_;
    const std::int64_t handles_;
    HandlePool pool_;
};

/// Decodes strips that are too large to hold decoded. It decodes bands of rows, from a strip's first row
/// downwards, and holds the compressed bytes.
class BandDecoder final : public TiffDecoder {
  public:
    BandDecoder(const std::shared_ptr<const InputFile>& file, std::int64_t page, const TiffLayout& layout,
                std::optional<DeflateCheck> check)
        : TiffDecoder(bandsOf(layout), layout.rowBytes() * bandsOf(layout).height),
          file_(file),
          page_(page),
          height_(layout.size.height),
          rowBytes_(layout.rowBytes()),
          rowsPerStrip_(layout.blocks.height),
          compressedBytes_(layout.longestBlockBytes),
          layout_(layout),
          check_(check),
          fixedBytes_(layout.blocks.planes * (tableBytes(layout) + unitBytes() + compressedBytes_)),
          planes_(static_cast<std::size_t>(layout.blocks.planes)) {}

    std::int64_t worthKeepingBytes() const override {
        return std::max(std::clamp(rowBytes_ * kDecodedRowsKept * grid().planes, 64 * kMiB, 256 * kMiB),
                        unitBytes() * grid().planes);
    }
    bool inAnyOrder() const override { return false; }
    std::int64_t bytes() const override { return fixedBytes_; }

    void decode(std::int64_t index, RawBytes& unit) override {
        const std::int64_t planeIndex = index / grid().down;
        const std::int64_t top = index % grid().down * grid().height;
        const std::int64_t rows = std::min(grid().height, height_ - top);
        unit.resize(static_cast<std::size_t>(rows * rowBytes_));
        Plane& plane = planes_[static_cast<std::size_t>(planeIndex)];
        const std::lock_guard lock(plane.mutex);
        // The rows of the strip above the band are decoded into the unit first and then overwritten.
        const std::int64_t stripTop = top / rowsPerStrip_ * rowsPerStrip_;
        const bool onward = plane.handle && plane.nextRow <= top && plane.nextRow >= stripTop;
        for (std::int64_t y = onward ? plane.nextRow : stripTop; y < top; ++y)
            decodeRow(plane, planeIndex, y, unit.data());
        for (std::int64_t y = 0; y < rows; ++y)
            decodeRow(plane, planeIndex, top + y, unit.data() + y * rowBytes_);
    }

  private:
    struct Plane {
        std::mutex mutex;  ///< guards everything below
        std::unique_ptr<TiffHandle> handle;
        std::int64_t nextRow = 0;
        std::uint32_t sum = DeflateCheck::start;  ///< of the rows of the strip above nextRow
    };

    static BlockGrid bandsOf(const TiffLayout& layout) {
        const std::int64_t rows =
            std::clamp<std::int64_t>(kDecodedBandBytes / layout.rowBytes(), 1, layout.size.height);
        return {layout.blocks.width, rows, 1, (layout.size.height + rows - 1) / rows, layout.blocks.planes};
    }

    void decodeRow(Plane& plane, std::int64_t planeIndex, std::int64_t y, std::byte* row) {
        const std::int64_t strip = layout_.blocks.index(0, y / rowsPerStrip_, static_cast<int>(planeIndex));
        if (layout_.isMissing(strip)) {
            layout_.fillMissing(row, rowBytes_);
            plane.nextRow = y + 1;
            return;
        }
        if (!plane.handle) {
            constexpr std::int64_t rounding = 1 * kMiB;
            plane.handle = std::make_unique<TiffHandle>(
                file_, page_, std::max(TiffHandle::usualAllocation, compressedBytes_ + rounding));
            prepareDecoder(*plane.handle);
            // libtiff writes rows of the size it has just read from the file, which may have changed.
            if (TIFFScanlineSize64(plane.handle->get()) != static_cast<std::uint64_t>(rowBytes_)) {
                plane.handle.reset();
                failToDecode(*file_, page_, filledIn("row %1", {std::to_string(y)}), "the file has changed");
            }
        }
        plane.handle->forgetComplaints();
        const int result = TIFFReadScanline(plane.handle->get(), row, static_cast<std::uint32_t>(y),
                                            static_cast<std::uint16_t>(planeIndex));
        plane.nextRow = y + 1;
        if (result != 1 || !plane.handle->complaint().empty()) {
            const std::string why = plane.handle->complaint();
            plane.handle.reset();
            failToDecode(*file_, page_, filledIn("row %1", {std::to_string(y)}), why);
        }
        if (check_) checkRow(plane, strip, y, row);
    }

    /// The checksum of a strip is known after its last row.
    void checkRow(Plane& plane, std::int64_t strip, std::int64_t y, const std::byte* row) {
        if (y % rowsPerStrip_ == 0) plane.sum = DeflateCheck::start;
        plane.sum = check_->add(plane.sum, row, rowBytes_);
        if (plane.nextRow % rowsPerStrip_ != 0 && plane.nextRow != height_) return;
        const DeflateCheck::Place data = dataOf(*plane.handle, strip);
        if (!check_->endsWith(plane.sum, *file_, data) && !check_->inflate(*file_, data, {}))
            failToDecode(*file_, page_, nameOfBlock(layout_, strip), kChecksumDiffers);
    }

    const std::shared_ptr<const InputFile> file_;
    const std::int64_t page_;
    const std::int64_t height_;
    const std::int64_t rowBytes_;
    const std::int64_t rowsPerStrip_;
    /// the compressed bytes of a strip; libtiff holds one strip for each plane
    const std::int64_t compressedBytes_;
    const TiffLayout layout_;
    const std::optional<DeflateCheck> check_;
    const std::int64_t fixedBytes_;
    std::vector<Plane> planes_;
};

[[noreturn]] void refuse(const InputFile& file, Problem problem) {
    problem.subject = file.path().string();
    throw ImageError(std::move(problem));
}

/// libtiff writes the number of bytes that it computes itself, so it must equal the number of bytes that were
/// allocated.
void checkBlockBytes(const InputFile& file, const TiffLayout& layout, const TiffHandle& handle,
                     const std::optional<YCbCrExpander>& expander) {
    const std::int64_t wanted = expander ? expander->packedBytes(layout.blocks.width, layout.blocks.height)
                                         : layout.rowBytes() * layout.blocks.height;
    const std::uint64_t known =
        layout.tiled ? TIFFTileSize64(handle.get())
                     : TIFFVStripSize64(handle.get(), static_cast<std::uint32_t>(layout.blocks.height));
    if (known != static_cast<std::uint64_t>(wanted))
        refuse(file, {.reason = "the size of its tiles or strips contradicts its pixels",
                      .advice = "use an undamaged file"});
}

}  // namespace

std::unique_ptr<TiffDecoder> makeTiffDecoder(const std::shared_ptr<const InputFile>& file, std::int64_t page,
                                             const TiffLayout& layout, std::unique_ptr<TiffHandle> first) {
    const std::int64_t rows = layout.blocks.height;
    const auto fits = [&](std::int64_t limit) { return layout.rowBytes() <= limit / rows; };
    const bool byRows = !layout.tiled && layout.decodesByRows && !fits(kWholeStripBytes);
    if (layout.rowBytes() > kWholeStripBytes || (!byRows && !fits(kLargestBlockBytes))) {
        refuse(
            *file,
            {.reason = layout.tiled ? "its tiles of %1 x %2 pixels are too large to decode"
                                    : "its strips of %1 x %2 pixels are too large to decode",
             .details = {std::to_string(layout.blocks.width), std::to_string(rows)},
             .advice = "use smaller tiles, for instance with tiffcp -t -w 1024 -l 1024, or no compression"});
    }
    std::optional<YCbCrExpander> expander;
    if (layout.expandYCbCr) expander.emplace(first->get());
    checkBlockBytes(*file, layout, *first, expander);
    const std::optional<DeflateCheck> check = DeflateCheck::of(first->get(), layout);
    if (byRows) return std::make_unique<BandDecoder>(file, page, layout, check);
    return std::make_unique<WholeBlockDecoder>(file, page, layout, std::move(first), check,
                                               std::move(expander));
}

}  // namespace burin
