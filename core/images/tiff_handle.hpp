// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/input_file.hpp"

#include <cstdint>
#include <memory>
#include <string>

struct tiff;

namespace burin {

/// libtiff's view of one page of an open file. Prints nothing; allocates at most 512 MiB at once.
///
/// One thread at a time; several handles of the same file may be used side by side.
class TiffHandle {
  public:
    /// How compressed bytes come into memory: read strip by strip, or mapped with the whole file, for strips
    /// that are too long to hold.
    enum class Access { read, map };

    /// \throws ImageError where the file is no TIFF, is damaged or has no such page
    TiffHandle(std::shared_ptr<const InputFile> file, std::int64_t page, Access access = Access::read);
    ~TiffHandle();
    TiffHandle(const TiffHandle&) = delete;
    TiffHandle& operator=(const TiffHandle&) = delete;

    [[nodiscard]] ::tiff* get() const { return tiff_; }

    /// Forgets what libtiff has complained of so far.
    void forgetComplaints();
    /// What libtiff has said that means wrong samples, even where it returned success: every error, and the
    /// warnings with which decoders fill what they could not read. Empty: nothing.
    [[nodiscard]] const std::string& complaint() const;
    /// Gives the mapped pages back to the system; they are read again where they are needed again.
    void releasePages();

  private:
    struct Client;
    std::unique_ptr<Client> client_;
    ::tiff* tiff_ = nullptr;
};

}  // namespace burin
