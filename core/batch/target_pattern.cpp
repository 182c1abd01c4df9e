// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/target_pattern.hpp"

#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "core/sinks/numbered_name.hpp"

#include <algorithm>

namespace burin {

std::variant<TargetPattern, Problem> TargetPattern::parse(std::string_view text) {
    TargetPattern pattern;
    std::string plain;
    while (!text.empty()) {
        if (text.starts_with("{{")) {
            plain += '{';
            text.remove_prefix(2);
            continue;
        }
        if (!text.starts_with('{')) {
            plain += text.front();
            text.remove_prefix(1);
            continue;
        }
        const std::size_t end = text.find('}');
        if (end == std::string_view::npos)
            return Problem{.reason = "a { is not closed", .advice = "write {{ for a brace"};
        if (!plain.empty()) pattern.pieces_.push_back({std::move(plain), false});
        plain.clear();
        pattern.pieces_.push_back({std::string(text.substr(1, end - 1)), true});
        text.remove_prefix(end + 1);
    }
    if (!plain.empty()) pattern.pieces_.push_back({std::move(plain), false});
    return pattern;
}

std::vector<std::string> TargetPattern::words() const {
    std::vector<std::string> words;
    for (const Piece& piece : pieces_) {
        if (piece.word) words.push_back(piece.text);
    }
    return words;
}

std::string TargetPattern::filledIn(const std::function<std::string(const std::string&)>& valueOf) const {
    const auto endsFolder = [](const Piece& piece) {
        return !piece.word && piece.text.find_first_of("/\\") != std::string::npos;
    };
    const auto folders = std::find_if(pieces_.rbegin(), pieces_.rend(), endsFolder).base();
    std::string text;
    for (auto piece = pieces_.begin(); piece != pieces_.end(); ++piece) {
        if (!piece->word) {
            text += piece->text;
        } else if (piece < folders) {
            text += valueOf(piece->text);
        } else {
            text += escapedName(valueOf(piece->text)).string();
        }
    }
    return text;
}

std::optional<Problem> whyNotInTarget(std::string_view value) {
    const std::vector<std::string> quoted = {quotedForMessage(value)};
    // In a spreadsheet, blanks look like an empty cell.
    if (value.find_first_not_of(' ') == std::string_view::npos)
        return Problem{.reason = "is empty, but the target needs it"};
    if (value.find_first_of("/\\") != std::string_view::npos)
        return Problem{.reason = "%1 has a slash or backslash and cannot be a part of a target",
                       .details = quoted};
    if (value.starts_with('.'))
        return Problem{.reason = "%1 begins with a dot and cannot be a part of a target", .details = quoted};
    if (firstControl(value))
        return Problem{.reason = "%1 has a control character and cannot be a part of a target",
                       .details = quoted};
    return whyInvisible(value);
}

std::optional<Problem> whyInvisible(std::string_view value) {
    if (!firstInvisibleCharacter(value)) return {};
    return Problem{.reason = "%1 has an invisible character",
                   .details = {quotedForMessage(value)},
                   .advice = "remove it"};
}

}  // namespace burin
