// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/file_content.hpp"

#include <utility>

namespace burin {

namespace {

/// File system clocks tick at least every 10 ms, or every 2 s on file systems that store whole seconds.
/// Within one tick a file may change twice without a change of its times.
constexpr std::int64_t kFineTickNs = 100'000'000;
constexpr std::int64_t kCoarseTickNs = 3'000'000'000;

}  // namespace

FileContent::FileContent(std::shared_ptr<const InputFile> file, ContentCache cache)
    : file_(std::move(file)), cache_(std::move(cache)) {}

bool FileContent::settled() const {
    const std::int64_t changedNs = file_->state().changedNs;
    const std::int64_t tickNs = changedNs % 1'000'000'000 == 0 ? kCoarseTickNs : kFineTickNs;
    return changedNs < file_->openedNs() - tickNs;
}

std::string FileContent::identity() const {
    const FileState& state = file_->state();
    std::string text = std::to_string(state.device) + ":" + std::to_string(state.inode) + " " +
                       std::to_string(state.bytes) + " bytes, modified " + std::to_string(state.modifiedNs) +
                       ", changed " + std::to_string(state.changedNs);
    if (!settled()) text += ", opened " + std::to_string(file_->openedNs());
    return text;
}

/// Marks that a thread is reading; ends the mark however the reading ends.
struct FileContent::Reading {
    const FileContent& content;

    ~Reading() {
        const std::lock_guard lock(content.mutex_);
        content.reading_ = false;
        content.changed_.notify_all();
    }
};

std::optional<ContentHash> FileContent::hash(const std::stop_token& stop) const {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [this] { return !reading_; })) return std::nullopt;
    if (hash_) return hash_;
    reading_ = true;
    lock.unlock();
    const Reading reading{*this};
    const std::optional<ContentHash> found = read(stop);
    lock.lock();
    hash_ = found;
    lock.unlock();
    return found;
}

std::optional<ContentHash> FileContent::read(const std::stop_token& stop) const {
    const FileState& state = file_->state();
    const bool distinct = settled();
    if (const auto known = distinct ? cache_.find(state) : std::nullopt) return known;
    const auto found = contentHash(*file_, stop);
    if (!found) return found;
    // Content that was decoded earlier may belong to another version of the file than the hash.
    file_->requireUnchanged();
    if (!distinct) return found;
    if (file_->stateNow() == state) cache_.keep(state, *found);
    return found;
}

}  // namespace burin
