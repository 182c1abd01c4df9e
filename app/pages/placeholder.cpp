// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/placeholder.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace burin::app {

Placeholder placeholderOf(std::string_view word) {
    using enum Placeholder::Means;
    if (word.find('|') != word.npos) {
        Placeholder choice{Placeholder::Means::choice, {}};
        std::istringstream words{std::string(word)};
        for (std::string one; std::getline(words, one, '|');)
            choice.choices.push_back(one.substr(0, one.find('W')));  // `swaths:` of `swaths:W`
        return choice;
    }
    if (word == "DESIGN" || word == "[DESIGN]") return {design, {}};
    if (word == "[KIND]") return {kind, {}};
    if (word == "FOLDER") return {folder, {}};
    const bool names = word == "FILE" || word == "SINK" || word == "MEASURED" || word.find('.') != word.npos;
    return {names && !word.starts_with("NODE.") ? file : text, {}};
}

std::vector<std::string> operandWords(const Command& command) {
    std::vector<std::string> words;
    std::istringstream text{std::string(command.operands)};
    for (std::string word; text >> word;)
        words.push_back(word);
    return words;
}

std::vector<Option> allOptions(const Command& command) {
    std::vector<Option> options = command.options;
    options.push_back({"help", nullptr, "print the options of the command"});
    options.push_back({"version", nullptr, "print the version, the commit, the backends and the compiler"});
    return options;
}

std::string sentence(std::string text) {
    const std::size_t word = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    if (word == text.npos || text[word] == ' ' || text[word] == ',')
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    if (text.back() != '.') text += '.';
    return text;
}

std::string spelled(std::string_view text, const std::vector<std::pair<char, std::string_view>>& spellings) {
    std::string result;
    for (const char c : text) {
        const auto found =
            std::ranges::find(spellings, c, [](const auto& spelling) { return spelling.first; });
        if (found == spellings.end()) {
            result += c;
        } else {
            result += found->second;
        }
    }
    return result;
}

}  // namespace burin::app
