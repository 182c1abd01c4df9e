// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/content_cache.hpp"

#include "core/base/user_folders.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <system_error>
#include <utility>

namespace burin {

namespace fs = std::filesystem;

namespace {

/// A record as stored in the table, in this computer's byte order.
struct Record {
    ContentHash file;  ///< hash of the file's state
    ContentHash content;
    std::int64_t keptNs = 0;  ///< time of the record
    std::uint64_t checksum = 0;

    [[nodiscard]] std::uint64_t sum() const {
        return contentHash(std::as_bytes(std::span(this, 1)).first(offsetof(Record, checksum))).low;
    }
    /// A hole in the table is all zeros, which is not a valid record.
    [[nodiscard]] bool valid() const { return checksum == sum(); }
};
static_assert(sizeof(Record) == ContentCache::recordBytes);

using Set = std::array<Record, ContentCache::recordsInSet>;

/// The open table; closed if it cannot be used.
class Table {
  public:
    Table(const fs::path& path, int flags)
        // Opens without blocking, in case the path is a pipe.
        : descriptor_(path.empty() ? -1 : ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0600)) {
        struct stat status = {};
        if (descriptor_ >= 0 && (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))) close();
    }
    ~Table() { close(); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    [[nodiscard]] bool isOpen() const { return descriptor_ >= 0; }

    /// Records that cannot be read are invalid.
    [[nodiscard]] Set read(const ContentHash& file) const {
        Set set{};
        if (isOpen()) static_cast<void>(::pread(descriptor_, set.data(), sizeof set, place(file, 0)));
        return set;
    }
    void write(const Record& record, std::size_t index) const {
        if (isOpen() && ::pwrite(descriptor_, &record, sizeof record, place(record.file, index)) < 0) return;
    }

  private:
    static off_t place(const ContentHash& file, std::size_t index) {
        const std::uint64_t set = file.low % ContentCache::sets;
        return static_cast<off_t>(set * sizeof(Set) + index * sizeof(Record));
    }
    void close() {
        if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
    }

    int descriptor_;
};

ContentHash hashOf(const FileState& file) {
    const std::array<std::int64_t, 5> words = {static_cast<std::int64_t>(file.device),
                                               static_cast<std::int64_t>(file.inode), file.bytes,
                                               file.modifiedNs, file.changedNs};
    return contentHash(std::as_bytes(std::span(words)));
}

}  // namespace

ContentCache ContentCache::ofUser() {
    const fs::path folder = userCacheFolder();
    return ContentCache(folder.empty() ? folder : folder / "image-hashes-1");
}

std::optional<ContentHash> ContentCache::find(const FileState& file) const {
    const ContentHash wanted = hashOf(file);
    for (const Record& record : Table(table_, O_RDONLY).read(wanted)) {
        if (record.file == wanted && record.valid()) return record.content;
    }
    return std::nullopt;
}

void ContentCache::keep(const FileState& file, const ContentHash& content) const {
    std::error_code ignored;
    if (!table_.empty()) fs::create_directories(table_.parent_path(), ignored);
    const Table table(table_, O_RDWR | O_CREAT);
    Record record{.file = hashOf(file), .content = content};
    record.keptNs = std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
    record.checksum = record.sum();
    const Set set = table.read(record.file);
    const auto worth = [&](const Record& r) {
        return r.file == record.file ? std::int64_t{-1} : r.valid() ? r.keptNs : 0;
    };
    const auto least = std::min_element(
        set.begin(), set.end(), [&](const Record& a, const Record& b) { return worth(a) < worth(b); });
    table.write(record, static_cast<std::size_t>(least - set.begin()));
}

}  // namespace burin
