// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/input_file.hpp"

#include <cstdint>
#include <memory>
#include <string>

struct tiff;

namespace burin {

/// One page of an open file, as libtiff reads it. Prints no messages and does not map the file.
///
/// One thread at a time; several handles of the same file may be used at once.
class TiffHandle {
  public:
    /// Limit of one allocation by libtiff, unless more is known to be needed.
    static constexpr std::int64_t usualAllocation = std::int64_t{512} << 20;

    /// \param largestAllocation  limit of one allocation, in bytes
    /// \throws ImageError if the file is not a TIFF, is damaged or has no such page
    TiffHandle(std::shared_ptr<const InputFile> file, std::int64_t page,
               std::int64_t largestAllocation = usualAllocation);
    ~TiffHandle();
    TiffHandle(const TiffHandle&) = delete;
    TiffHandle& operator=(const TiffHandle&) = delete;

    [[nodiscard]] ::tiff* get() const { return tiff_; }

    /// Clears the complaints collected so far.
    void forgetComplaints();
    /// Messages of libtiff that mean wrong samples, even if it returned success: every error, and the
    /// warnings of decoders that invented samples because they could not read them. Empty if there are none.
    [[nodiscard]] const std::string& complaint() const;

  private:
    struct Client;
    std::unique_ptr<Client> client_;
    ::tiff* tiff_ = nullptr;
};

}  // namespace burin
