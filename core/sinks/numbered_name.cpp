// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/numbered_name.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace burin {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// A placeholder at the front of a text.
struct NumberField {
    std::size_t length = 0;
    std::size_t digits = 0;  ///< the least number of digits
};

std::optional<NumberField> placeholderAt(std::string_view text) {
    std::size_t end = 1;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    const std::string width(text.substr(1, end - 1));
    // File names need zeros; `%5d` would pad with blanks.
    const bool zeros = width.empty() || (width.size() <= 3 && width.front() == '0');
    if (end >= text.size() || text[end] != 'd' || !zeros) return {};
    return NumberField{end + 1, width.empty() ? 0 : std::stoul(width)};
}

}  // namespace

std::optional<NumberedName> NumberedName::parse(const std::filesystem::path& pattern) {
    const std::string name = pattern.filename().string();
    NumberedName numbered;
    numbered.folder_ = pattern.has_parent_path() ? pattern.parent_path() : std::filesystem::path(".");
    bool found = false;
    for (std::size_t at = 0; at < name.size();) {
        const std::string_view rest = std::string_view(name).substr(at);
        if (rest.starts_with("%%")) {
            (found ? numbered.after_ : numbered.before_) += '%';
            at += 2;
        } else if (const auto placeholder = rest.front() == '%' ? placeholderAt(rest) : std::nullopt) {
            if (found) return {};
            found = true;
            numbered.digits_ = placeholder->digits;
            at += placeholder->length;
        } else {
            (found ? numbered.after_ : numbered.before_) += rest.front();
            ++at;
        }
    }
    if (!found) return {};
    return numbered;
}

std::filesystem::path NumberedName::path(std::int64_t number) const {
    std::string digits = std::to_string(number);
    if (digits.size() < digits_) digits.insert(0, digits_ - digits.size(), '0');
    return folder_ / (before_ + digits + after_);
}

std::optional<std::int64_t> NumberedName::numberIn(std::string_view fileName) const {
    if (fileName.size() <= before_.size() + after_.size() || !fileName.starts_with(before_) ||
        !fileName.ends_with(after_)) {
        return {};
    }
    const std::string_view digits =
        fileName.substr(before_.size(), fileName.size() - before_.size() - after_.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size() || number < 0) return {};
    // Neither `7.tif` nor `0007.tif` is a name of `%03d.tif`.
    if (path(number).filename() != fileName) return {};
    return number;
}

std::vector<std::int64_t> NumberedName::numbersThere(std::string_view suffix) const {
    std::vector<std::int64_t> numbers;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder_, error), end; !error && it != end;
         it.increment(error)) {
        const std::string file = it->path().filename().string();
        if (!file.ends_with(suffix)) continue;
        const std::string_view name(file.data(), file.size() - suffix.size());
        if (const auto number = numberIn(name)) numbers.push_back(*number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::filesystem::path escapedName(const std::filesystem::path& file) {
    std::string name = file.filename().string();
    for (std::size_t at = name.find('%'); at != std::string::npos; at = name.find('%', at + 2))
        name.insert(at, 1, '%');
    return file.parent_path() / name;
}

std::filesystem::path plainName(const std::filesystem::path& name) {
    std::string file = name.filename().string();
    for (std::size_t at = file.find("%%"); at != std::string::npos; at = file.find("%%", at + 1))
        file.erase(at, 1);
    return name.parent_path() / file;
}

}  // namespace burin
