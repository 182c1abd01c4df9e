// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/calendar.hpp"

#include <algorithm>
#include <chrono>

namespace burin {

namespace {

bool isTimeForm(std::string_view text) {
    constexpr std::string_view form = "0000-00-00T00:00:00Z";
    return std::equal(text.begin(), text.end(), form.begin(), form.end(),
                      [](char c, char wanted) { return wanted == '0' ? c >= '0' && c <= '9' : c == wanted; });
}

int wholeNumber(std::string_view digits) {
    int number = 0;
    for (const char digit : digits)
        number = 10 * number + (digit - '0');
    return number;
}

}  // namespace

std::optional<std::int64_t> secondsUntil(std::string_view text) {
    if (!isTimeForm(text)) return {};
    const auto part = [text](std::size_t at) { return wholeNumber(text.substr(at, 2)); };
    const int year = wholeNumber(text.substr(0, 4));
    const std::chrono::year_month_day day{std::chrono::year(year),
                                          std::chrono::month(static_cast<unsigned>(part(5))),
                                          std::chrono::day(static_cast<unsigned>(part(8)))};
    const int hour = part(11);
    const int minute = part(14);
    const int second = part(17);
    if (year == 0 || !day.ok() || hour > 23 || minute > 59 || second > 59) return {};
    const std::chrono::sys_seconds time = std::chrono::sys_days(day) + std::chrono::hours(hour) +
                                          std::chrono::minutes(minute) + std::chrono::seconds(second);
    return time.time_since_epoch().count();
}

}  // namespace burin
