// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/content_hash.hpp"

#include "core/images/input_file.hpp"

#include <QCryptographicHash>

#include <algorithm>
#include <vector>

namespace burin {

namespace {

constexpr std::int64_t kEndBytes = std::int64_t{1} << 20;
constexpr std::int64_t kBlockBytes = std::int64_t{64} << 10;
constexpr std::int64_t kBlocks = 1024;

/// Adds `length` bytes of the file from `offset` on, through `buffer`.
void addBytes(Hasher& hasher, const InputFile& file, std::int64_t offset, std::int64_t length,
              std::vector<std::byte>& buffer) {
    while (length > 0) {
        const std::int64_t count = std::min(length, static_cast<std::int64_t>(buffer.size()));
        const std::span<std::byte> bytes(buffer.data(), static_cast<std::size_t>(count));
        file.read(offset, bytes);
        hasher.add(bytes);
        offset += count;
        length -= count;
    }
}

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

std::string contentHash(const InputFile& file) {
    Hasher hasher;
    std::vector<std::byte> buffer(static_cast<std::size_t>(kEndBytes));
    if (!hashedInPart(file.size())) {
        addBytes(hasher, file, 0, file.size(), buffer);
        return hasher.hex();
    }
    hasher.add("in part " + std::to_string(file.size()) + " " + std::to_string(file.modifiedNs()) + "\n");
    addBytes(hasher, file, 0, kEndBytes, buffer);
    for (std::int64_t i = 0; i < kBlocks; ++i) {
        addBytes(hasher, file, (file.size() - kBlockBytes) * i / (kBlocks - 1), kBlockBytes, buffer);
    }
    addBytes(hasher, file, file.size() - kEndBytes, kEndBytes, buffer);
    return hasher.hex();
}

std::string contentHash(const std::filesystem::path& path) {
    return contentHash(InputFile(path));
}

}  // namespace burin
