// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/export/surface_info.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// The name of a file beside an output: the output's name and a suffix. If the output's name is too long for
/// suffixes, its end is replaced by its checksum.
[[nodiscard]] std::filesystem::path beside(const std::filesystem::path& output, std::string_view suffix);

/// The meaning of a name. A file may be named like a pattern: `%%d.tif` is the file `%d.tif`.
enum class Naming { pattern, plain };

/// The journal of an unfinished output: NAME.journal, or NAME.I-of-N.journal. A file that is named like a
/// pattern has NAME~file in place of NAME, so it never shares a journal with the numbered files of that
/// pattern.
[[nodiscard]] std::filesystem::path journalOf(const std::filesystem::path& output, const Shard& shard,
                                              Naming naming = Naming::pattern);

/// The journal of a finished output, a hidden file: .NAME.finished-journal, or .NAME.I-of-N.finished-journal.
/// No output has a name that ends like this, so it is never the journal of another one.
[[nodiscard]] std::filesystem::path finishedJournalOf(const std::filesystem::path& output, const Shard& shard,
                                                      Naming naming = Naming::pattern);

/// The problem of a file of another origin that has the name of a file beside an output. Neither a policy nor
/// a remedy of an export applies to it.
[[nodiscard]] Problem notOfBurin(const std::filesystem::path& file, std::string reason);
/// The same for a file that has the name of a journal.
[[nodiscard]] Problem noJournalOfBurin(const std::filesystem::path& file);

struct OutputName {
    std::filesystem::path path;
    Naming naming = Naming::pattern;
};

/// The output that owns a .part or a journal; nothing for any other path. \pre the output's name is not too
/// long
[[nodiscard]] std::optional<OutputName> ownerOf(const std::filesystem::path& given);

struct JournalFile {
    std::filesystem::path path;
    Shard shard;            ///< shard according to its name
    bool finished = false;  ///< whether the output is finished
};

/// The journals of one output, whole or shards, sorted by shard; their contents are not read. Those of an
/// unfinished output come first.
[[nodiscard]] std::vector<JournalFile> journalsBeside(const std::filesystem::path& output,
                                                      Naming naming = Naming::pattern);

/// Whether an unfinished output, whole or shards, has a journal of Burin. An empty journal, which a process
/// has just claimed, also counts.
///
/// Reads these journals. \throws UsageError, SinkError if one of them cannot be read
[[nodiscard]] bool isBegunByAnExport(const std::filesystem::path& output, Naming naming);

/// Whether a running export to this name excludes an export of `shard`. Other shards of the same number may
/// run at the same time. The cost grows with the number of files in the folder.
/// \param holdsOwn  whether the caller holds the journal of `shard` itself
[[nodiscard]] bool isBeingWritten(const std::filesystem::path& output, const Shard& shard, Naming naming,
                                  bool holdsOwn);

/// The names of the outputs in a folder that have a journal, sorted, in the form that a sink takes. Names
/// that were too long are cut.
[[nodiscard]] std::vector<std::string> outputsWithJournals(const std::filesystem::path& folder);

}  // namespace burin
