// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/kind_text.hpp"

#include "ui/words/text.hpp"

namespace burin::ui {

QString kindText(std::string_view text) {
    return describedText("Kinds", text);
}

QString titleOf(const ParameterDescription& wanted) {
    return wanted.title.empty() ? wordsOfName(kindText(wanted.key)) : kindText(wanted.title);
}

QString wordsOfName(const QString& name) {
    const QString words = QString(name).replace('_', ' ').simplified();
    return words.isEmpty() ? name : words;
}

QString titleOf(const DesignNode* node, std::string_view key) {
    const Kind* kind = node == nullptr ? nullptr : node->kind;
    const ParameterDescription* known = kind == nullptr ? nullptr : kind->description.parameter(key);
    return known == nullptr ? wordsOfName(textOf(key)) : titleOf(*known);
}

}  // namespace burin::ui
