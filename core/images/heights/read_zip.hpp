// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/input_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// Reads a zip archive: files that are stored or deflated (APPNOTE 6.3, without zip64).
///
/// Holds only its table of files. A number in the archive can never make it allocate more memory than the
/// archive's own bytes could fill.
class ReadZip {
  public:
    /// \param file  must outlive it \return nothing if it is not such an archive, or if its table takes more
    ///         than mostTableBytes \throws ImageError if the file cannot be read
    [[nodiscard]] static std::optional<ReadZip> open(const InputFile& file);

    static constexpr std::uint64_t mostTableBytes = std::uint64_t{16} << 20;

    /// The length of a file's content according to the archive's directory; nothing if the archive has no
    /// such file, or if its compressed bytes cannot expand to that length.
    [[nodiscard]] std::optional<std::uint64_t> bytesOf(std::string_view name) const;
    /// The content of a file. Nothing if the archive has no such file, if it is damaged, or if it would be
    /// longer than `mostBytes`. \throws ImageError if the file cannot be read
    [[nodiscard]] std::optional<std::vector<std::byte>> read(std::string_view name,
                                                             std::uint64_t mostBytes) const;

  private:
    struct Entry {
        std::string name;
        std::uint32_t method = 0;
        std::uint32_t crc = 0;
        std::uint64_t packed = 0;
        std::uint64_t bytes = 0;
        std::uint64_t at = 0;  ///< offset of its local head
    };
    explicit ReadZip(const InputFile& file) : file_(&file) {}
    [[nodiscard]] const Entry* find(std::string_view name) const;

    const InputFile* file_;
    std::vector<Entry> entries_;
};

}  // namespace burin
