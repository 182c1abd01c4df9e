// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/problem.hpp"

#include "core/base/odd_characters.hpp"

namespace burin {

std::string Problem::text() const {
    std::vector<std::string> shown = details;
    for (std::string& detail : shown)
        detail = withOddCharactersNamed(detail);
    const std::string filled = filledIn(reason, shown);
    return subject.empty() ? filled : withOddCharactersNamed(subject) + ": " + filled;
}

std::string Problem::adviceText() const {
    return filledIn(advice, details);
}

std::string filledIn(const std::string& pattern, const std::vector<std::string>& details) {
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const int number = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] - '1' : -1;
        if (number < 0 || number >= static_cast<int>(details.size())) {
            text += pattern[i];
            continue;
        }
        text += details[static_cast<std::size_t>(number)];
        ++i;
    }
    return text;
}

}  // namespace burin
