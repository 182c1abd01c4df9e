// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a table: at worst a problem with its place.
#include "core/base/csv.hpp"

#include <cstdint>
#include <string_view>
#include <variant>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto form = burin::csvForm(text);
    if (std::holds_alternative<burin::CsvProblem>(form)) return 0;
    burin::CsvReader reader(text, std::get<burin::CsvForm>(form));
    while (true) {
        const auto record = reader.next();
        const auto* const found = std::get_if<std::optional<burin::CsvRecord>>(&record);
        if (found == nullptr || !*found) return 0;
    }
}
