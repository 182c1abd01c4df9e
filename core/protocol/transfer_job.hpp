// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/journal.hpp"
#include "core/export/surface_info.hpp"
#include "core/protocol/line_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace burin {

struct Design;
struct Root;

/// Limit of the id that a sender gives a job, in bytes.
inline constexpr std::size_t longestJobId = 128;

enum class SliceCompression { none, lz4 };

/// The description of a job that a machine gets before the samples.
struct TransferJob {
    SurfaceInfo surface;
    Scan scan;
    double overscanUm = 0;             ///< lines are extended by this on both sides without engraving
    double bidirectionalOffsetUm = 0;  ///< rows that run backwards are shifted by this
    double fullDepthUm = 0;            ///< the depth of the largest sample; 0: not given
    bool lightDeep = false;            ///< the smallest sample is the deepest
    SliceCompression compression = SliceCompression::none;
    std::string idOfSender;          ///< the id that the sender gave the job; empty: id()
    std::uint64_t prefillBytes = 0;  ///< bytes that the machine buffers before it starts; 0: its own choice

    [[nodiscard]] LineLayout layout() const;
    /// An id of 16 hexadecimal digits. Equal engravings have equal ids.
    [[nodiscard]] std::string id() const;
    /// The id that the sender gave the job, or id(). A controller uses it in answers and logs. It does not
    /// identify the job.
    [[nodiscard]] std::string answeredId() const { return idOfSender.empty() ? id() : idOfSender; }
};

/// The description for a surface of this design. \param root  of the design
[[nodiscard]] TransferJob transferJob(const Design& design, const Root& root, const SurfaceInfo& surface,
                                      const Scan& scan);

/// The job in a controller's journal: a raw file whose chunks are its lines.
[[nodiscard]] JournalHeader journalHeader(const TransferJob& job);
[[nodiscard]] TransferJob transferJob(const JournalHeader& header);

/// The mistake in an untrusted header, with the field's name in burin.proto; empty if it can be a job.
[[nodiscard]] std::string problemOf(const TransferJob& job);

}  // namespace burin
