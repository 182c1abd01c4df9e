// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.hpp"

#include "core/base/printable.hpp"
#include "core/base/text.hpp"

#include <getopt.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace burin::app {

namespace {

/// The beginning of a word that a message shows without quotes.
std::string shortened(std::string_view word) {
    constexpr std::size_t longestShown = 60;
    return printable(word, longestShown);
}

/// The name of an operand in the usage line, without the brackets around one that may be left out.
std::string operandName(std::string_view operands, std::size_t index) {
    for (; index > 0 && operands.find(' ') != std::string_view::npos; --index)
        operands.remove_prefix(operands.find(' ') + 1);
    std::string name(operands.substr(0, operands.find(' ')));
    std::erase_if(name, [](char c) { return c == '[' || c == ']'; });
    return name;
}

}  // namespace

Arguments::Arguments(const Command& command, int count, char** values) {
    std::vector<option> known;
    for (const Option& o : command.options) {
        known.push_back({o.name, o.argument == nullptr ? no_argument : required_argument, nullptr, 0});
    }
    for (const char* name : {"help", "version"})
        known.push_back({name, no_argument, nullptr, 0});
    known.push_back({nullptr, 0, nullptr, 0});
    const auto refuse = [&command](const char* reason, const std::string& culprit) {
        throw UsageError({.reason = reason, .details = {culprit, command.invocation()}});
    };
    optind = 0;
    opterr = 0;
    while (true) {
        int index = -1;
        const int begun = optind;
        const int found = getopt_long(count, values, ":", known.data(), &index);
        if (found == -1) break;
        // No option has a single letter, so the first letter after a single dash is refused. Word completion
        // only counts if the word has no other letter.
        const auto startsLike = [&](int at) {
            return at < count && values[at][0] == '-' && values[at][1] == optopt && values[at][2] != '\0';
        };
        if (found == '?' && optopt != 0 && startsLike(optind))
            refuse("unknown option %1; if it is a file, write ./%1; `%2 --help` lists the options",
                   shortened(values[optind]));
        const int at = optind > 1 ? optind - 1 : begun;
        const std::string culprit = at < count ? shortened(values[at]) : "";
        if (found == ':') refuse("%1 needs a value; `%2 --help` lists the options", culprit);
        if (found != 0) refuse("unknown or ambiguous option %1; `%2 --help` lists the options", culprit);
        const std::string name = known[static_cast<std::size_t>(index)].name;
        const bool repeats = static_cast<std::size_t>(index) < command.options.size() &&
                             command.options[static_cast<std::size_t>(index)].repeats;
        if (has(name) && !repeats) refuse("--%1 is given twice", name);
        // A shell variable that is not set gives an empty value. An empty --token-file must not mean that no
        // token is needed.
        if (optarg != nullptr && *optarg == '\0')
            refuse("--%1 has an empty value; give it a value, or leave the option out", name);
        options_[name].emplace_back(optarg == nullptr ? "" : optarg);
    }
    for (int i = optind; i < count; ++i)
        operands_.emplace_back(values[i]);
    if (wantsHelp() || wantsVersion()) return;
    if (operands_.size() < command.fewest)
        refuse("%2 needs %1; `%2 --help` lists the options", command.operands);
    if (operands_.size() > command.most)
        refuse("%1 is one argument too many; `%2 --help` lists the options",
               quotedForMessage(operands_[command.most]));
    const auto empty = std::find(operands_.begin(), operands_.end(), "");
    if (empty != operands_.end())
        refuse("%1 is empty; give it a value",
               operandName(command.operands, static_cast<std::size_t>(empty - operands_.begin())));
}

std::optional<std::string> Arguments::find(const std::string& option) const {
    const auto found = options_.find(option);
    if (found == options_.end()) return {};
    return found->second.back();
}

std::vector<std::string> Arguments::all(const std::string& option) const {
    const auto found = options_.find(option);
    return found == options_.end() ? std::vector<std::string>() : found->second;
}

std::vector<std::string> Arguments::words(const Command& command) const {
    std::vector<std::string> words;
    for (const Option& option : command.options) {
        const std::string name = "--" + std::string(option.name);
        for (const std::string& value : all(option.name))
            words.push_back(option.argument == nullptr ? name : name + "=" + value);
    }
    for (const std::string& operand : operands_) {
        // A name that begins with a dash would be read as an option.
        words.push_back(operand.starts_with('-') ? "./" + operand : operand);
    }
    return words;
}

std::string Arguments::value(const std::string& option, const std::string& fallback) const {
    return find(option).value_or(fallback);
}

std::optional<long> Arguments::number(const std::string& option, long least, long most) const {
    const std::optional<std::string> text = find(option);
    if (!text) return {};
    long number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error != std::errc() || end != text->data() + text->size() || number < least || number > most) {
        throw wrongOption(option, *text, "a whole number from %1 to %2 is expected",
                          {std::to_string(least), std::to_string(most)});
    }
    return number;
}

std::optional<std::size_t> Arguments::bytes(const std::string& option) const {
    const std::optional<std::string> text = find(option);
    if (!text) return {};
    const std::optional<std::size_t> amount = bytesIn(*text);
    if (!amount) throw wrongOption(option, *text, bytesExpected);
    return amount;
}

std::optional<std::chrono::milliseconds> Arguments::duration(const std::string& option) const {
    const std::optional<std::string> text = find(option);
    if (!text) return {};
    static const std::map<std::string, double> units = {
        {"ms", 1}, {"s", 1e3}, {"min", 6e4}, {"h", 3.6e6}, {"d", 8.64e7}};
    double number = 0;
    const char* last = text->data() + text->size();
    const auto [end, error] = std::from_chars(text->data(), last, number);
    const auto unit = units.find(std::string(end, last));
    constexpr double longest = 1e12;  // milliseconds
    if (error != std::errc() || unit == units.end() || !(number >= 0) || number * unit->second > longest)
        throw wrongOption(option, *text, "a time is expected, such as 45s, 30min or 2h");
    return std::chrono::milliseconds(static_cast<std::int64_t>(number * unit->second));
}

std::optional<std::size_t> bytesIn(std::string_view text) {
    double number = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    std::string suffix(end, last);
    for (char& c : suffix)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (suffix.size() > 1 && (suffix.substr(1) == "B" || suffix.substr(1) == "IB")) suffix.resize(1);
    const std::size_t power = suffix.empty() ? 0 : std::string("BKMGT").find(suffix);
    if (error != std::errc() || suffix.size() > 1 || power > 4 || !(number > 0)) return {};
    const double amount = number * std::pow(1024.0, static_cast<double>(power));
    return amount > 0x1p60 ? std::nullopt : std::optional(static_cast<std::size_t>(amount));
}

UsageError wrongOption(const std::string& option, const std::string& value, std::string reason,
                       std::vector<std::string> details) {
    return wrongOption(option, value, Problem{.reason = std::move(reason), .details = std::move(details)});
}

UsageError wrongOption(const std::string& option, const std::string& value, Problem problem) {
    const std::string given = "--" + option + " " + quotedForMessage(value);
    problem.subject = problem.subject.empty() ? given : given + ": " + problem.subject;
    return UsageError(std::move(problem));
}

std::string helpText(const Command& command) {
    std::string text = "usage: " + command.invocation();
    if (command.operands[0] != '\0') text += " " + std::string(command.operands);
    text += " [OPTIONS]\n\n" + std::string(command.help) + "\n";
    if (!command.options.empty()) text += "\noptions:\n";
    for (const Option& o : command.options) {
        std::string line = "  --" + std::string(o.name);
        if (o.argument != nullptr) line += " " + std::string(o.argument);
        line.resize(std::max<std::size_t>(line.size() + 2, 30), ' ');
        text += line + o.help + "\n";
    }
    return text;
}

}  // namespace burin::app
