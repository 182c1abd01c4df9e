// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/mishap.hpp"

#include "core/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace burin {
namespace {

constexpr double mostSeconds = 1e6;
constexpr int mostTimes = 1000;

struct MishapForm {
    Mishap::Kind kind;
    std::string_view name;
    bool numbered;            ///< has a number after a colon
    std::string_view advice;  ///< how it is written with its place
};

constexpr std::array<MishapForm, 6> forms = {{
    {Mishap::Kind::stall, "stall", true, "write stall:S@LINE with S from 0 to 1000000 seconds"},
    {Mishap::Kind::pause, "pause", false, "write pause@LINE"},
    {Mishap::Kind::drop, "drop", false, "write drop@LINE"},
    {Mishap::Kind::corrupt, "corrupt", true, "write corrupt:N@LINE with N from 1 to 1000"},
    {Mishap::Kind::lose, "lose", false, "write lose@LINE"},
    {Mishap::Kind::fault, "fault", false, "write fault@LINE"},
}};

constexpr const char* allForms =
    "write a list of stall:S@LINE, pause@LINE, drop@LINE, corrupt:N@LINE, lose@LINE and fault@LINE, with "
    "commas between them";

/// The form whose name begins a text; nullptr if there is none.
const MishapForm* formOf(std::string_view text) {
    const std::string_view name = text.substr(0, text.find_first_of(":@"));
    const auto* const found =
        std::find_if(forms.begin(), forms.end(), [&](const MishapForm& form) { return form.name == name; });
    return found == forms.end() ? nullptr : found;
}

template <class Number>
bool read(std::string_view text, Number& target, Number least, Number most) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), target);
    return error == std::errc{} && end == text.data() + text.size() && target >= least && target <= most;
}

/// The items between commas; an empty text has one empty item.
std::vector<std::string_view> itemsOf(std::string_view text) {
    std::vector<std::string_view> items;
    for (auto comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        items.push_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    items.push_back(text);
    return items;
}

/// A mishap with its place. \return nothing if it is incomplete or wrong
std::optional<Mishap> parsePlaced(std::string_view text) {
    const auto at = text.find('@');
    if (at == std::string_view::npos) return {};
    auto mishap = parseMishap(text.substr(0, at));
    if (!mishap || !read(text.substr(at + 1), mishap->line, std::int64_t{0}, std::int64_t{1} << 60))
        return {};
    return mishap;
}

}  // namespace

std::optional<Mishap> parseMishap(std::string_view text) {
    const MishapForm* const form = formOf(text);
    if (form == nullptr) return {};
    Mishap mishap{form->kind};
    std::string_view number = text.substr(form->name.size());
    if (!form->numbered) return number.empty() ? std::optional(mishap) : std::nullopt;
    if (!number.starts_with(':')) return {};
    number.remove_prefix(1);
    const bool right = form->kind == Mishap::Kind::stall ? read(number, mishap.seconds, 0.0, mostSeconds)
                                                         : read(number, mishap.times, 1, mostTimes);
    return right ? std::optional(mishap) : std::nullopt;
}

std::optional<std::vector<Mishap>> parseMishaps(std::string_view text) {
    std::vector<Mishap> mishaps;
    for (const std::string_view one : itemsOf(text)) {
        const auto mishap = parsePlaced(one);
        if (!mishap) return {};
        mishaps.push_back(*mishap);
    }
    return mishaps;
}

std::optional<Problem> problemOfMishaps(std::string_view text) {
    for (const std::string_view one : itemsOf(text)) {
        if (parsePlaced(one)) continue;
        const MishapForm* const form = formOf(one);
        const std::string quoted = quotedForMessage(one);
        if (form == nullptr)
            return Problem{.reason = "%1 is not a mishap", .details = {quoted}, .advice = allForms};
        return Problem{
            .reason = "%1 is incomplete or wrong", .details = {quoted}, .advice = std::string(form->advice)};
    }
    return {};
}

}  // namespace burin
