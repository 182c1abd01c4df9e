// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/input_file.hpp"

#include <cstdint>
#include <memory>
#include <string>

struct tiff;

namespace burin {

/// libtiff's view of one page of an open file. Prints nothing; maps nothing.
///
/// One thread at a time; several handles of the same file may be used side by side.
class TiffHandle {
  public:
    /// What libtiff may allocate at once, unless more is known to be needed.
    static constexpr std::int64_t usualAllocation = std::int64_t{512} << 20;

    /// \param largestAllocation  in bytes, at once
    /// \throws ImageError where the file is no TIFF, is damaged or has no such page
    TiffHandle(std::shared_ptr<const InputFile> file, std::int64_t page,
               std::int64_t largestAllocation = usualAllocation);
    ~TiffHandle();
    TiffHandle(const TiffHandle&) = delete;
    TiffHandle& operator=(const TiffHandle&) = delete;

    [[nodiscard]] ::tiff* get() const { return tiff_; }

    /// Forgets what libtiff has complained of so far.
    void forgetComplaints();
    /// What libtiff has said that means wrong samples, even where it returned success: every error, and the
    /// warnings with which decoders fill what they could not read. Empty: nothing.
    [[nodiscard]] const std::string& complaint() const;

  private:
    struct Client;
    std::unique_ptr<Client> client_;
    ::tiff* tiff_ = nullptr;
};

}  // namespace burin
