// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as a table, and as the table of a series. At worst there is a problem with its place.
#include "core/base/csv.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/series/series_table.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace {

void readSeries(std::string_view text, bool header) {
    try {
        const burin::SeriesTable table(std::string(text), "fuzz.csv", header, {});
        for (std::int64_t row = 0; row < table.rows(); ++row)
            static_cast<void>(table.row(row));
    } catch (const burin::DrawingError&) {
        return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    readSeries(text, true);
    readSeries(text, false);
    const auto form = burin::csvForm(text);
    if (std::holds_alternative<burin::CsvProblem>(form)) return 0;
    burin::CsvReader reader(text, std::get<burin::CsvForm>(form));
    while (true) {
        const auto record = reader.next();
        const auto* const found = std::get_if<std::optional<burin::CsvRecord>>(&record);
        if (found == nullptr || !*found) return 0;
    }
}
