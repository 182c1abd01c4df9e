// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

class QCryptographicHash;

namespace burin {

class InputFile;

/// A 256-bit hash (BLAKE2b, RFC 7693) of what was added, in order: for images, nodes and designs.
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

/// Files longer than this count by a part of their bytes.
inline constexpr std::int64_t kWholeContentBytes = std::int64_t{1} << 30;

/// Whether a file of `bytes` counts by its length, modification time and a part of its bytes.
[[nodiscard]] constexpr bool hashedInPart(std::int64_t bytes) {
    return bytes > kWholeContentBytes;
}

/// The hash of a file's content, whatever its name.
///
/// A file over 1 GiB counts by its length, its modification time, its first and last MiB and 1,024 blocks of
/// 64 KiB spread evenly from its first byte to its last. Thread-safe; takes as long as reading the bytes.
/// \throws ImageError
[[nodiscard]] std::string contentHash(const InputFile& file);
[[nodiscard]] std::string contentHash(const std::filesystem::path& path);

}  // namespace burin
