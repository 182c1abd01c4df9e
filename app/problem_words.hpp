// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/export/export.hpp"

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace burin::app {

/// The problem as one line, with its advice and the command-line options that remedy it.
[[nodiscard]] std::string problemWords(const Problem& problem);

/// Remedies as options of the command: "give more --memory, or use --scan swaths:W".
[[nodiscard]] std::string remedyWords(const std::vector<Remedy>& remedies);

/// The problem of a failed export, followed by sentences that say how far it came and how to resume it.
[[nodiscard]] std::string problemWords(const ExportError& error);

/// A computation has failed during an export, for example because a picture has changed. The sink has kept
/// the part that was written. The text also says how far the export came and how to resume it.
struct UnfinishedExport : std::runtime_error {
    UnfinishedExport(const std::exception& cause, const Export& exporting);
};

/// The message of a failure: the words of its problem if it has one.
[[nodiscard]] std::string failureWords(const std::exception& error);

/// How to resume an export that was stopped or has failed. Empty if it can only be started again.
[[nodiscard]] std::string sequelWords(Sink::Sequel sequel, const std::optional<TransferStatus>& machine);

}  // namespace burin::app
