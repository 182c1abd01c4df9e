// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

struct VerifyOptions {
    bool join = false;        ///< give a complete set of shards its name
    bool allowMixed = false;  ///< shards of different backends and versions
    std::stop_token stop = {};
    /// Is told the share that has been read, 0 to 1; may be empty.
    std::function<void(double)> progress = {};
};

/// What a journal, or the journals of shards, say about a file.
struct Verification {
    bool complete = false;              ///< every sample is recorded
    bool joined = false;                ///< by this call
    std::vector<std::string> problems;  ///< recorded, but not what the file holds; missing or broken shards
    std::string summary;                ///< one sentence

    /// Whether it is what it should be, under its own name or not.
    [[nodiscard]] bool sound() const { return complete && problems.empty(); }
};

/// Reads back what the journals of an output list and compares the checksums.
///
/// \param output  the output, or its .part or journal; of numbered swaths their pattern, folder or journal
/// \throws UsageError where there is no readable journal, or nothing to join; SinkError where joining fails
///
/// A stop ends it early, and the summary says so. Takes the memory of one chunk and the time to read the
/// file.
[[nodiscard]] Verification verifyExport(const std::filesystem::path& output,
                                        const VerifyOptions& options = {});

}  // namespace burin
