// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/content_hash.hpp"

#include "core/images/input_file.hpp"

#include <xxhash.h>

#include <QCryptographicHash>

#include <algorithm>
#include <cstdio>
#include <new>
#include <vector>

namespace burin {

namespace {

constexpr std::int64_t kEndBytes = std::int64_t{1} << 20;
constexpr std::int64_t kBlockBytes = std::int64_t{64} << 10;
constexpr std::int64_t kBlocks = 1024;
/// Bytes that are read and hashed at a time, so that they stay in the processor's cache until they are
/// hashed.
constexpr std::size_t kHashedBytes = std::size_t{256} << 10;

struct FreeState {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

ContentHash hashOf(const XXH128_hash_t& hash) {
    return {hash.high64, hash.low64};
}

/// Hashes parts of a file one after the other.
class PartHasher {
  public:
    PartHasher(const InputFile& file, const std::stop_token& stop)
        : file_(file), stop_(stop), buffer_(kHashedBytes), state_(XXH3_createState()) {
        if (!state_) throw std::bad_alloc();
        XXH3_128bits_reset(state_.get());
    }
    void addText(std::string_view text) { XXH3_128bits_update(state_.get(), text.data(), text.size()); }
    void addPart(std::int64_t offset, std::int64_t length) {
        while (length > 0 && !stop_.stop_requested()) {
            const std::int64_t count = std::min(length, static_cast<std::int64_t>(buffer_.size()));
            const std::span<std::byte> bytes(buffer_.data(), static_cast<std::size_t>(count));
            file_.read(offset, bytes);
            XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
            offset += count;
            length -= count;
        }
    }
    [[nodiscard]] std::optional<ContentHash> result() const {
        if (stop_.stop_requested()) return std::nullopt;
        return hashOf(XXH3_128bits_digest(state_.get()));
    }

  private:
    const InputFile& file_;
    const std::stop_token& stop_;
    std::vector<std::byte> buffer_;
    std::unique_ptr<XXH3_state_t, FreeState> state_;
};

}  // namespace

Hasher::Hasher() : hash_(std::make_unique<QCryptographicHash>(QCryptographicHash::Blake2b_256)) {}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::add(std::string_view text) {
    return add(std::as_bytes(std::span(text)));
}

Hasher& Hasher::add(std::span<const std::byte> bytes) {
    hash_->addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return *this;
}

std::string Hasher::hex() const {
    return hash_->result().toHex().toStdString();
}

std::string ContentHash::hex() const {
    char text[33];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(high),
                  static_cast<unsigned long long>(low));
    return text;
}

ContentHash contentHash(std::span<const std::byte> bytes) {
    return hashOf(XXH3_128bits(bytes.data(), bytes.size()));
}

std::optional<ContentHash> contentHash(const InputFile& file, const std::stop_token& stop) {
    PartHasher hasher(file, stop);
    const std::int64_t size = file.size();
    if (!hashedInPart(size)) {
        hasher.addPart(0, size);
        return hasher.result();
    }
    hasher.addText("in part " + std::to_string(size) + " " + std::to_string(file.state().modifiedNs) + "\n");
    file.expectGaps(true);  // set from the start, because a read-ahead that has begun does not stop
    hasher.addPart(0, kEndBytes);
    for (std::int64_t i = 0; i < kBlocks; ++i)
        hasher.addPart((size - kBlockBytes) * i / (kBlocks - 1), kBlockBytes);
    hasher.addPart(size - kEndBytes, kEndBytes);
    file.expectGaps(false);
    return hasher.result();
}

}  // namespace burin
