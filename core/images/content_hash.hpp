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

/// A 256-bit hash (BLAKE2b, RFC 7693) of what was added, in order: for nodes and designs, whose texts are
/// short.
class Hasher {
  public:
    Hasher();
    ~Hasher();
    Hasher(Hasher&&) noexcept;
    Hasher& operator=(Hasher&&) noexcept;

    /// Adds the bytes as they are: two calls count like one with both texts joined.
    Hasher& add(std::string_view text);
    Hasher& add(std::span<const std::byte> bytes);
    /// 64 lower-case hexadecimal digits of all that was added so far.
    [[nodiscard]] std::string hex() const;

  private:
    std::unique_ptr<QCryptographicHash> hash_;
};

/// A 128-bit hash of a file's content: XXH3 (Yann Collet, xxHash 0.8), which keeps up with memory. It tells
/// images apart; it does not stop anybody who makes two of one hash on purpose.
struct ContentHash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    /// 32 lower-case hexadecimal digits.
    [[nodiscard]] std::string hex() const;
    friend bool operator==(const ContentHash&, const ContentHash&) = default;
};

[[nodiscard]] ContentHash contentHash(std::span<const std::byte> bytes);

/// Files longer than this count by a part of their bytes.
inline constexpr std::int64_t kWholeContentBytes = std::int64_t{1} << 30;

/// Whether a file of `bytes` counts by its length, modification time and a part of its bytes.
[[nodiscard]] constexpr bool hashedInPart(std::int64_t bytes) {
    return bytes > kWholeContentBytes;
}

/// The hash of a file's content, whatever its name.
///
/// A file over 1 GiB counts by its length, its modification time, its first and last MiB and 1,024 blocks of
/// 64 KiB spread evenly from its first byte to its last. Thread-safe; takes as long as reading the bytes, and
/// 256 KiB of memory.
/// \return nothing if `stop` was signalled first
/// \throws ImageError where the file cannot be read
[[nodiscard]] std::optional<ContentHash> contentHash(const InputFile& file, const std::stop_token& stop = {});

}  // namespace burin
