// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/names.hpp"

#include "core/expression/lexer.hpp"
#include "core/expression/vocabulary.hpp"

namespace burin {

std::vector<NameInText> namesIn(std::string_view text) {
    std::vector<NameInText> names;
    Lexer lexer(text);
    try {
        for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
            if (token.kind == Token::Kind::name) names.push_back({token.text, token.offset});
        }
    } catch (const SyntaxRefusal&) {
        // The parser reports this.
    }
    return names;
}

std::optional<int> reservedSince(std::string_view name) {
    if (findConstant(name) != nullptr) return 1;
    const FunctionName* const function = findFunction(name);
    return function == nullptr ? std::nullopt : std::optional(function->since);
}

std::optional<NameInText> callOfNewer(std::string_view text, int version) {
    Lexer lexer(text);
    try {
        Token before;
        for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
            const bool called = before.kind == Token::Kind::name && token.is("(");
            const FunctionName* const function = called ? findFunction(before.text) : nullptr;
            if (function != nullptr && function->since > version)
                return NameInText{before.text, before.offset};
            before = token;
        }
    } catch (const SyntaxRefusal&) {
        // The parser reports this.
    }
    return {};
}

int versionNeeded(std::string_view text) {
    int needed = 1;
    while (const auto call = callOfNewer(text, needed))
        needed = *reservedSince(call->name);
    return needed;
}

}  // namespace burin
