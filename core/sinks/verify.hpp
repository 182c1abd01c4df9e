// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

struct VerifyOptions {
    bool join = false;        ///< join a complete set of shards under the output's name
    bool allowMixed = false;  ///< accept shards of different backends and versions
    std::stop_token stop = {};
    /// Receives the share that has been read, 0 to 1; may be empty.
    std::function<void(double)> progress = {};
};

/// The result of checking a file against its journal or the journals of its shards.
struct Verification {
    bool complete = false;          ///< every sample is recorded
    bool joined = false;            ///< whether this call joined the shards
    bool inPart = false;            ///< the file is complete, but still has the name of its .part
    std::vector<Problem> problems;  ///< recorded data that the file does not hold; missing or broken shards
    Problem summary;                ///< the state of the file, and the next steps

    /// Whether all samples are as recorded, even if the output does not have its name yet.
    [[nodiscard]] bool sound() const { return complete && problems.empty(); }
};

/// Reads back what the journals of an output list, and compares the checksums.
///
/// \param output  the output, its .part or its journal; for numbered swaths their pattern, or their folder if
///                it holds no other output; for layers their pattern
/// \throws UsageError if no journal can be read or nothing can be joined; SinkError if joining fails
///
/// A stop ends it early, and the summary says so. Needs the time to read the file and memory for one chunk.
[[nodiscard]] Verification verifyExport(const std::filesystem::path& output,
                                        const VerifyOptions& options = {});

}  // namespace burin
