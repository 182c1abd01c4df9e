// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/numbered_files.hpp"

#include <algorithm>
#include <iterator>

namespace burin {

namespace {

/// The names of numbered files in parts: the text before all digits, the digits up to the end of the number,
/// and the text behind the number.
class NameParts {
  public:
    explicit NameParts(const NumberedName& names) : names_(names) {
        const std::string zero = name(0);
        const std::string one = name(1);
        const auto differs = std::mismatch(zero.begin(), zero.end(), one.begin()).first;
        const auto lastDigit = static_cast<std::size_t>(differs - zero.begin());
        after_ = zero.substr(lastDigit + 1);
        before_ = zero.substr(0, zero.find_last_not_of("0123456789", lastDigit) + 1);
    }

    [[nodiscard]] std::string name(std::int64_t number) const {
        return names_.path(number).filename().string();
    }
    [[nodiscard]] std::string digits(std::int64_t number) const {
        const std::string all = name(number);
        return all.substr(before_.size(), all.size() - before_.size() - after_.size());
    }
    [[nodiscard]] const std::string& before() const { return before_; }
    [[nodiscard]] const std::string& after() const { return after_; }

  private:
    const NumberedName& names_;
    std::string before_;
    std::string after_;
};

}  // namespace

std::optional<NumberedFiles::Shared> NumberedFiles::add(const std::filesystem::path& folder,
                                                        const NumberedName& names, std::int64_t count,
                                                        std::size_t row) {
    const NameParts parts(names);
    // Each length of the names gives one interval: from 0 to 9, 99, ..., and from 10, 100, ... on.
    for (std::int64_t from = 0, nines = 9; from < count; from = nines + 1) {
        const std::size_t length = parts.digits(from).size();
        while (nines < count && parts.digits(nines + 1).size() == length)
            nines = 10 * nines + 9;
        const std::string group =
            (folder / parts.before()).string() + '\n' + parts.after() + '\n' + std::to_string(length) + '\n';
        const std::string first = group + parts.digits(from);
        const std::string last = group + parts.digits(std::min(nines, count - 1));
        if (const auto next = intervals_.upper_bound(last); next != intervals_.begin()) {
            const auto& [otherFirst, other] = *std::prev(next);
            if (otherFirst.starts_with(group) && other.last >= first) {
                const std::string digits = std::max(first, otherFirst).substr(group.size());
                return Shared{parts.before() + digits + parts.after(), other.row};
            }
        }
        intervals_.emplace(first, Interval{last, row});
    }
    return {};
}

}  // namespace burin
