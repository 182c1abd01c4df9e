// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/mishap.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace burin {
namespace {

constexpr std::array<std::pair<std::string_view, Mishap::Kind>, 6> names = {{
    {"stall", Mishap::Kind::stall},
    {"pause", Mishap::Kind::pause},
    {"fault", Mishap::Kind::fault},
    {"lose", Mishap::Kind::lose},
    {"drop", Mishap::Kind::drop},
    {"corrupt", Mishap::Kind::corrupt},
}};

template <class Number>
bool read(std::string_view text, Number& target, Number least, Number most) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), target);
    return error == std::errc{} && end == text.data() + text.size() && target >= least && target <= most;
}

}  // namespace

std::optional<Mishap> parseMishap(std::string_view text) {
    const auto colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    for (const auto& [known, kind] : names) {
        if (name != known) continue;
        Mishap mishap{kind};
        if (colon == std::string_view::npos) return mishap;
        const std::string_view number = text.substr(colon + 1);
        const bool right = (kind == Mishap::Kind::stall && read(number, mishap.seconds, 0.0, 1e6)) ||
                           (kind == Mishap::Kind::corrupt && read(number, mishap.times, 1, 1000));
        return right ? std::optional(mishap) : std::nullopt;
    }
    return {};
}

std::optional<std::vector<Mishap>> parseMishaps(std::string_view text) {
    std::vector<Mishap> mishaps;
    while (true) {
        const auto comma = text.find(',');
        const std::string_view one = text.substr(0, comma);
        const auto at = one.find('@');
        if (at == std::string_view::npos) return {};
        auto mishap = parseMishap(one.substr(0, at));
        if (!mishap || !read(one.substr(at + 1), mishap->line, std::int64_t{0}, std::int64_t{1} << 60))
            return {};
        mishaps.push_back(*mishap);
        if (comma == std::string_view::npos) return mishaps;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace burin
