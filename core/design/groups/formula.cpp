// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/formula.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace burin {

bool GroupFormula::stands(const YamlValue& value) {
    return value.type == YamlValue::Type::scalar && value.scalar.starts_with('=');
}

std::variant<GroupFormula, ExpressionProblem> GroupFormula::parse(std::string_view text,
                                                                  std::vector<std::string> names) {
    text.remove_prefix(1);
    std::optional<std::size_t> onlyName;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos) {
        const std::size_t last = text.find_last_not_of(" \t\r\n");
        const auto found = std::find(names.begin(), names.end(), text.substr(first, last + 1 - first));
        if (found != names.end()) onlyName = static_cast<std::size_t>(found - names.begin());
    }
    const std::size_t parameters = names.size();
    names.emplace_back("um");
    auto parsed = Expression::parse(text, std::move(names));
    if (auto* problem = std::get_if<ExpressionProblem>(&parsed)) {
        ++problem->offset;
        return std::move(*problem);
    }
    return GroupFormula(std::get<Expression>(std::move(parsed)), parameters, onlyName);
}

double GroupFormula::value(std::span<const double> numbers, double pitchUm) const {
    std::vector<double> values(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(parameters_));
    values.push_back(pitchUm);
    return roundedTo15Digits(expression_.value(values));
}

double roundedTo15Digits(double value) {
    if (!std::isfinite(value)) return value;
    std::array<char, 32> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::scientific, 14);
    double rounded = 0;
    const auto read = std::from_chars(digits.data(), end.ptr, rounded);
    // The rounded digits of the largest and the smallest numbers may be outside of the range of binary64.
    return read.ec == std::errc() ? rounded : value;
}

bool looksComputed(const YamlValue& value) {
    return GroupFormula::stands(value) ||
           std::any_of(value.items.begin(), value.items.end(), looksComputed) ||
           std::any_of(value.entries.begin(), value.entries.end(), [](const YamlEntry& entry) {
               return entry.key.scalar != "expression" && entry.key.scalar != "inputs" &&
                      looksComputed(entry.value);
           });
}

}  // namespace burin
