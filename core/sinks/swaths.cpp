// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/swaths.hpp"

#include "core/base/errors.hpp"
#include "core/export/samples_done.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/tiff/tiff.hpp"
#include "core/sinks/tiff/tiff_codec.hpp"
#include "core/sinks/tiff/tiff_file.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <system_error>

namespace burin {
namespace {

/// The most files of a set with long names that are searched one by one.
constexpr std::int64_t mostLongNames = 1'000'000;

/// The most complete swaths whose files stay open. Swaths of a usual width take longer than this to complete,
/// so that they are closed when the journal is written, about once a second, and not while chunks wait.
constexpr std::int64_t mostComplete = 64;

class SwathsFormat final : public FileFormat {
  public:
    SwathsFormat(std::filesystem::path pattern, NumberedName name, const JournalHeader& header)
        : pattern_(std::move(pattern)), name_(std::move(name)), header_(header), grid_(tiffGrid(header)) {}

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] bool ordered() const override { return encodes(); }
    [[nodiscard]] const std::filesystem::path& output() const override { return pattern_; }
    [[nodiscard]] bool encodes() const override { return header_.compression != Compression::none; }
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::byte> chunk) const override {
        return compressTiffBlock(chunk, header_.compression);
    }
    /// Files beyond the last swath count too, because they would be mistaken for swaths of this surface.
    [[nodiscard]] bool published() const override { return !name_.numbersThere().empty(); }
    [[nodiscard]] std::vector<std::int64_t> numbersThere() const override { return name_.numbersThere(); }
    [[nodiscard]] std::optional<std::filesystem::path> replacedExcept(
        const std::vector<std::int64_t>& numbers) const override {
        for (const std::int64_t number : name_.numbersThere()) {
            if (number >= grid_.swathCount()) break;
            const PartFile file(name_.path(number));
            const bool excepted = std::binary_search(numbers.begin(), numbers.end(), number);
            if (!excepted && file.begun() && file.published()) return name_.path(number);
        }
        return {};
    }
    [[nodiscard]] std::optional<std::filesystem::path> takenName(const IntervalSet& done) const override {
        for (const std::int64_t number : name_.numbersThere()) {
            if (number >= grid_.swathCount()) break;
            const PartFile file(name_.path(number));
            const ChunkRange chunks = grid_.chunksOfSwath(number);
            const bool complete = done.firstGap(chunks.first) >= chunks.last;
            if (file.published() && (file.begun() || !complete)) return name_.path(number);
        }
        return {};
    }
    [[nodiscard]] std::optional<std::filesystem::path> unfinished() const override {
        for (const std::int64_t swath : numbersBegun(name_, 0, grid_.swathCount())) {
            // A link may lead to a file whose .part is in another folder.
            if (auto part = PartFile(name_.path(swath)).unfinished()) return part;
        }
        return {};
    }
    [[nodiscard]] std::vector<NumberedFile> missingFiles(std::size_t most) const override {
        const std::vector<std::int64_t> there = name_.numbersThere();
        std::vector<NumberedFile> missing;
        for (std::int64_t swath = 0; swath < grid_.swathCount() && missing.size() < most; ++swath) {
            if (!std::binary_search(there.begin(), there.end(), swath))
                missing.push_back({name_.path(swath), grid_.chunksOfSwath(swath)});
        }
        return missing;
    }
    [[nodiscard]] std::int64_t fileCount() const override { return grid_.swathCount(); }
    [[nodiscard]] std::filesystem::path fileOf(std::int64_t index) const override {
        const std::filesystem::path file = name_.path(grid_.swathOf(index));
        return PartFile(file).unfinished().value_or(file);
    }
    [[nodiscard]] ChunkRange chunksOfFile(std::int64_t index) const override {
        return grid_.chunksOfSwath(grid_.swathOf(index));
    }
    [[nodiscard]] ChunkRange storedWith(const ChunkRange& chunks) const override {
        // A journal may list anything.
        if (chunks.first < 0 || chunks.count() < 1 || chunks.last > grid_.count()) return chunks;
        const ChunkRange first = chunksOfFile(chunks.first);
        const ChunkRange last = chunksOfFile(chunks.last - 1);
        return {isClosed(chunks.first) ? first.first : chunks.first,
                isClosed(chunks.last - 1) ? last.last : chunks.last};
    }
    [[nodiscard]] std::vector<NumberedFile> doubtfulFiles() const override {
        const std::lock_guard lock(mutex_);
        std::vector<NumberedFile> doubtful;
        for (const auto& [swath, written] : written_) {
            if (PartFile(name_.path(swath)).present() != written)
                doubtful.push_back({name_.path(swath), grid_.chunksOfSwath(swath)});
        }
        return doubtful;
    }
    void accept(const NumberedFile& file) override {
        const std::lock_guard lock(mutex_);
        if (const auto present = PartFile(file.path).present())
            written_.insert_or_assign(grid_.swathOf(file.chunks.first), *present);
    }
    [[nodiscard]] Problem lossOf(std::int64_t index) const override {
        return PartFile(name_.path(grid_.swathOf(index))).loss();
    }
    [[nodiscard]] std::vector<std::filesystem::path> surplusFiles() const override {
        std::vector<std::filesystem::path> surplus;
        for (const std::int64_t number : name_.numbersThere()) {
            if (number >= grid_.swathCount()) surplus.push_back(name_.path(number));
        }
        if (!surplus.empty())
            std::erase_if(surplus,
                          [others = OtherSets(pattern_)](const auto& file) { return others.contain(file); });
        return surplus;
    }

    void open(Opening, const IntervalSet& done) override {
        done_ = done;
        open_.clear();
        complete_ = 0;
        identifyComplete();
    }
    /// Each file is opened when it is read, because a damaged one must not hide the others.
    [[nodiscard]] std::optional<Problem> openForReading() override { return {}; }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        const std::int64_t swath = grid_.swathOf(index);
        TiffFile& tiff = writable(swath);
        const std::uint64_t sum = tiff.store(areaOf(index), chunk);
        if (tooManyOpenAfter(swath)) sync();
        return sum;
    }

    [[nodiscard]] std::uint64_t storedRun(const ChunkRange& chunks) override {
        return checksumOfRun(chunks, [this](std::int64_t index) { return stored(index); });
    }

    /// Closes the complete swaths when they are on disk. A swath that fails stays open, so that every later
    /// call fails too.
    void sync() override {
        const std::lock_guard syncing(syncing_);
        std::map<std::int64_t, OpenSwath> files;
        {
            const std::lock_guard lock(mutex_);
            files = open_;
        }
        for (const auto& [swath, file] : files) {
            PartFile& part = file.tiff->part();
            if (file.missing > 0) {
                part.file().sync();
            } else {
                part.complete();
            }
        }
        const std::lock_guard lock(mutex_);
        for (const auto& [swath, file] : files) {
            if (file.missing > 0) continue;
            written_.insert_or_assign(swath, file.tiff->part().file().asClosed());
            open_.erase(swath);
            --complete_;
        }
    }

    void publish() override {
        sync();
        for (std::int64_t swath = 0; swath < grid_.swathCount(); ++swath) {
            PartFile part(name_.path(swath));
            if (const auto known = written_.find(swath); known != written_.end())
                part.expect(known->second.identity);
            part.publish();
        }
    }

  private:
    struct OpenSwath {
        std::shared_ptr<TiffFile> tiff;
        std::int64_t missing = 0;  ///< number of missing chunks
    };

    /// Counts a chunk that was stored in a swath. \return whether complete swaths have to be closed before
    ///         more are opened
    [[nodiscard]] bool tooManyOpenAfter(std::int64_t swath) {
        const std::lock_guard lock(mutex_);
        if (--open_.at(swath).missing == 0) ++complete_;
        return complete_ >= mostComplete;
    }

    /// Remembers which files hold the swaths that earlier runs have completed. Those that this run has
    /// completed are known.
    void identifyComplete() {
        for (const ChunkRange& run : runsWithin(done_, {0, grid_.count()})) {
            const std::int64_t last = grid_.swathOf(run.last - 1);
            for (std::int64_t swath = grid_.swathOf(run.first); swath <= last; ++swath) {
                const ChunkRange chunks = grid_.chunksOfSwath(swath);
                const bool complete = run.first <= chunks.first && chunks.last <= run.last;
                const auto present = PartFile(name_.path(swath)).present();
                if (complete && present) written_.try_emplace(swath, *present);
            }
        }
    }

    /// Whether the file that holds this chunk cannot be written to any more.
    [[nodiscard]] bool isClosed(std::int64_t index) const {
        return !PartFile(name_.path(grid_.swathOf(index))).begun();
    }

    [[nodiscard]] std::uint64_t stored(std::int64_t index) {
        endReadingAfterStop();
        const std::int64_t swath = grid_.swathOf(index);
        if (!read_ || readSwath_ != swath) {
            read_ = newTiff(swath);
            if (auto problem = read_->openForReading()) {
                read_.reset();
                throw SinkError(std::move(*problem));
            }
            readSwath_ = swath;
            const std::lock_guard lock(mutex_);
            if (!open_.contains(swath)) written_.try_emplace(swath, read_->part().file().asClosed());
        }
        return read_->stored(areaOf(index));
    }

    /// Why a swath cannot be opened although the journal was made in the same folder.
    [[nodiscard]] Problem lossOfPlace(const Problem& problem) const {
        std::error_code error;
        if (name_.folder().empty() || std::filesystem::exists(name_.folder(), error)) return problem;
        return {.subject = name_.folder().string(),
                .reason = "no longer exists",
                .advice = "if this folder was moved, move it back"};
    }

    [[nodiscard]] std::shared_ptr<TiffFile> newTiff(std::int64_t swath) const {
        const Rect area = grid_.swath(swath);
        return std::make_shared<TiffFile>(name_.path(swath), tiffImage(header_, {area.width, area.height}),
                                          header_.bigTiff);
    }

    TiffFile& writable(std::int64_t swath) {
        const std::lock_guard lock(mutex_);
        const auto found = open_.find(swath);
        if (found != open_.end()) return *found->second.tiff;
        auto tiff = newTiff(swath);
        const ChunkRange chunks = grid_.chunksOfSwath(swath);
        std::int64_t missing = chunks.count();
        for (const ChunkRange& run : runsWithin(done_, chunks))
            missing -= run.count();
        try {
            if (missing == chunks.count()) {
                tiff->create();
            } else {
                tiff->adopt(std::min(done_.firstGap(chunks.first), chunks.last) - chunks.first);
            }
        } catch (const UsageError& error) {
            throw SinkError(lossOfPlace(error.problem()));
        }
        written_.erase(swath);
        return *open_.emplace(swath, OpenSwath{std::move(tiff), missing}).first->second.tiff;
    }

    /// The chunk in samples of its swath.
    [[nodiscard]] Rect areaOf(std::int64_t index) const {
        return grid_.chunk(index).translated({-grid_.swath(grid_.swathOf(index)).x, 0});
    }

    const std::filesystem::path pattern_;
    const NumberedName name_;
    const JournalHeader header_;
    const ChunkGrid grid_;
    IntervalSet done_;
    std::shared_ptr<TiffFile> read_;  // the swath read last
    std::int64_t readSwath_ = 0;
    std::mutex syncing_;        // held by sync, which two threads may call; locked before mutex_
    mutable std::mutex mutex_;  // guards what follows: sync runs concurrently with store
    std::map<std::int64_t, OpenSwath> open_;
    std::int64_t complete_ = 0;                   // number of open swaths that miss no chunk
    std::map<std::int64_t, ClosedFile> written_;  // of the complete swaths, when they were closed or read
};

}  // namespace

std::unique_ptr<FileFormat> makeSwathsFormat(const std::filesystem::path& pattern,
                                             const JournalHeader& header) {
    const auto name = NumberedName::parse(pattern);
    if (!name) throw UsageError(pattern.string(), "does not name numbered files; write it as dir/%05d.tif");
    return std::make_unique<SwathsFormat>(pattern, *name, header);
}

std::int64_t numberedFiles(const JournalHeader& header) {
    if (header.pattern.empty() || header.scan.swathWidth < 1) return 0;
    return (header.surface.region.width - 1) / header.scan.swathWidth + 1;
}

std::vector<std::int64_t> numbersBegun(const NumberedName& name, std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> numbers = name.numbersThere();
    const std::vector<std::int64_t> unfinished = name.numbersThere(".part");
    numbers.insert(numbers.end(), unfinished.begin(), unfinished.end());
    std::erase_if(numbers, [&](std::int64_t number) { return number < first || number >= last; });
    // If a name is too long for the suffix, its .part has a checksum in place of the number.
    const std::filesystem::path file = name.path(std::max(first, last - 1));
    if (beside(file, "").filename() != file.filename()) {
        for (std::int64_t number = first; number < std::min(last, first + mostLongNames); ++number) {
            std::error_code error;
            const auto status = std::filesystem::symlink_status(beside(name.path(number), ".part"), error);
            if (std::filesystem::exists(status)) numbers.push_back(number);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

OtherSets::OtherSets(const std::filesystem::path& pattern) {
    const std::filesystem::path folder = pattern.has_parent_path() ? pattern.parent_path() : ".";
    for (const std::string& name : outputsWithJournals(folder)) {
        const auto numbered = NumberedName::parse(folder / name);
        if (!numbered) {
            alone_.insert(name);
            alone_.insert(plainName(name).string());
        }
        if (!numbered || name == pattern.filename()) continue;
        for (const JournalFile& journal : journalsBeside(folder / name)) {
            const Journal read = readJournal(journal.path);
            if (read.state == Journal::State::valid && read.header.pattern == name)
                sets_.push_back({*numbered, numberedFiles(read.header)});
        }
    }
}

bool OtherSets::contain(const std::filesystem::path& file) const {
    return std::any_of(sets_.begin(), sets_.end(), [&](const Set& set) {
        const auto number = set.name.numberIn(file.filename().string());
        return number && *number < set.files;
    });
}

bool OtherSets::standsAlone(const std::filesystem::path& file) const {
    return alone_.contains(beside(file, "").filename().string());
}

}  // namespace burin
