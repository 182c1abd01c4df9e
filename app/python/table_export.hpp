// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/surface_export.hpp"
#include "core/batch/batch.hpp"
#include "core/batch/table_problem.hpp"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin::python {

/// The place of a problem and its words, on one line.
[[nodiscard]] std::string rowText(const TableProblem& problem);

/// Rows of a table have errors; nothing was computed.
struct TableRefused : std::runtime_error {
    explicit TableRefused(TableProblems found);
    TableProblems problems;
};

/// The options of a batch.
struct TableWishes {
    std::string table;              ///< the text of a CSV
    std::filesystem::path results;  ///< where its lines of results are kept
    ExportWishes each;              ///< `target` is a pattern such as out/{name}.tif
    bool keepGoing = false;
};

struct TableOutcome {
    BatchEnd end;
    std::vector<BatchResult> rows;  ///< the rows that this run has reached
};

/// Called on another thread while a row is exported; may be empty.
using RowProgress = std::function<void(const BatchJob&, const Progress&)>;

/// Exports a design once for each row of a table.
/// \throws TableRefused, UsageError, SinkError if the results cannot be written, Cancelled
[[nodiscard]] TableOutcome exportedRows(const Design& design, const TableWishes& wishes,
                                        const RowProgress& progress, const std::stop_token& stop);

}  // namespace burin::python
