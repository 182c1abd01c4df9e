// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/file_content.hpp"

#include <mutex>
#include <optional>
#include <utility>

namespace burin {

FileContent::FileContent(std::shared_ptr<const InputFile> file, ContentCache cache)
    : file_(std::move(file)), cache_(std::move(cache)) {}

std::string FileContent::identity() const {
    const FileState& state = file_->state();
    std::string text = std::to_string(state.device) + ":" + std::to_string(state.inode) + " " +
                       std::to_string(state.bytes) + " bytes, modified " + std::to_string(state.modifiedNs) +
                       ", changed " + std::to_string(state.changedNs);
    if (!file_->settled()) text += ", opened " + std::to_string(file_->openedNs());
    return text;
}

/// Marks that a thread is reading, until the reading succeeds or fails.
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
    const bool ofAnotherVersion = found && decoded_ && *decoded_ != *found;
    if (!ofAnotherVersion) hash_ = found;
    lock.unlock();  // before `reading` ends, which locks it
    if (ofAnotherVersion) file_->refuseAsChanged();
    return found;
}

void FileContent::requireUnchanged() const {
    file_->requireSameEarlyReads();
    const FileState now = file_->stateNow();
    if (now == file_->state()) return;
    FileState otherTime = now;
    otherTime.changedNs = file_->state().changedNs;
    std::unique_lock lock(mutex_);
    const std::optional<ContentHash> known = hash_;
    lock.unlock();
    const bool decides = known && !hashedInPart(file_->size());
    if (otherTime != file_->state() || !decides) return file_->requireUnchanged();
    const std::lock_guard comparing(comparing_);
    if (now.changedNs == comparedNs_) return;
    if (contentHash(*file_) != known) file_->refuseAsChanged();
    comparedNs_ = now.changedNs;
}

void FileContent::decodedFrom(std::span<const std::byte> bytes) const {
    if (hashedInPart(file_->size())) return;
    const ContentHash decoded = contentHash(bytes);
    const std::lock_guard lock(mutex_);
    if (hash_ && *hash_ != decoded) file_->refuseAsChanged();
    decoded_ = decoded;
}

bool FileContent::wasDecodedFrom(const ContentHash& hash) const {
    const std::lock_guard lock(mutex_);
    return !decoded_ || *decoded_ == hash;
}

std::optional<ContentHash> FileContent::read(const std::stop_token& stop) const {
    const FileState& state = file_->state();
    const bool distinct = file_->settled();
    const auto known = distinct ? cache_.find(state) : std::nullopt;
    if (known && wasDecodedFrom(*known)) return known;
    const auto found = contentHash(*file_, stop);
    if (!found) return found;
    // Content that was decoded earlier may belong to another version of the file than the hash.
    file_->requireUnchanged();
    if (!distinct) return found;
    if (file_->stateNow() == state) cache_.keep(state, *found);
    return found;
}

}  // namespace burin
