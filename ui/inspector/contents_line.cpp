// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/contents_line.hpp"

#include "core/kinds/vectors/code.hpp"
#include "ui/words/problem_text.hpp"

namespace burin::ui {

ContentsLine::ContentsLine(QWidget* parent) : QLabel(parent) {
    setObjectName("contents");
    setTextFormat(Qt::PlainText);
    setProperty("quiet", true);
    setWordWrap(true);
    setContentsMargins(0, 4, 0, 8);
    hide();
}

void ContentsLine::follow(const DesignNode* node) {
    const auto* code =
        node == nullptr ? nullptr : dynamic_cast<const OperationOf<DrawnCode>*>(node->operation.get());
    QString text;
    if (code != nullptr && !code->node().contents.reason.empty())
        text = reasonSentence(code->node().contents);
    if (!text.isEmpty()) text.front() = text.front().toUpper();  // its subject is not a name
    setText(text);
    setVisible(!text.isEmpty());
}

}  // namespace burin::ui
