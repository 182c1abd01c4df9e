// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

class QCryptographicHash;

namespace burin {

class InputFile;

/// A 256-bit hash (BLAKE2b, RFC 7693) of the added texts, in order. For nodes and designs, whose texts are
/// short.
class Hasher {
  public:
    Hasher();
    ~Hasher();
    Hasher(Hasher&&) noexcept;
    Hasher& operator=(Hasher&&) noexcept;

    /// Adds the bytes without a separator: two calls equal one call with both texts joined.
    Hasher& add(std::string_view text);
    Hasher& add(std::span<const std::byte> bytes);
    /// 64 lower-case hexadecimal digits for everything added so far.
    [[nodiscard]] std::string hex() const;

  private:
    std::unique_ptr<QCryptographicHash> hash_;
};

/// A 128-bit hash of a file's content: XXH3 (Yann Collet, xxHash 0.8), about as fast as memory. It
/// distinguishes images but does not resist deliberate collisions.
struct ContentHash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    /// 32 lower-case hexadecimal digits.
    [[nodiscard]] std::string hex() const;
    friend bool operator==(const ContentHash&, const ContentHash&) = default;
};

[[nodiscard]] ContentHash contentHash(std::span<const std::byte> bytes);

/// Files longer than this are identified by a part of their bytes.
inline constexpr std::int64_t kWholeContentBytes = std::int64_t{1} << 30;

/// Whether a file of `bytes` is identified by its length, modification time and a part of its bytes.
[[nodiscard]] constexpr bool hashedInPart(std::int64_t bytes) {
    return bytes > kWholeContentBytes;
}

/// The hash of a file's content, independent of its name.
///
/// If a file is larger than 1 GiB, the hash covers only its length, its modification time, its first and last
/// MiB, and 1,024 blocks of 64 KiB that are spread evenly. Thread-safe. Takes as long as reading these bytes;
/// needs 256 KiB of memory.
/// \return nothing if `stop` was signalled first
/// \throws ImageError if the file cannot be read
[[nodiscard]] std::optional<ContentHash> contentHash(const InputFile& file, const std::stop_token& stop = {});

}  // namespace burin
