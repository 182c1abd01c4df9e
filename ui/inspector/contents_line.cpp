// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/contents_line.hpp"

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
    const bool known = node != nullptr && node->operation != nullptr;
    const Problem* const contents = known ? node->operation->facts().contents : nullptr;
    QString text;
    if (contents != nullptr && !contents->reason.empty()) text = reasonSentence(*contents);
    if (!text.isEmpty()) text.front() = text.front().toUpper();  // the subject of the sentence is not a name
    // The earlier text stays, so that the rows below do not move while a value is wrong.
    const bool wrong = node != nullptr && !node->sound;
    setEnabled(!wrong);
    if (wrong && text.isEmpty()) return;
    setText(text);
    setVisible(!text.isEmpty());
}

}  // namespace burin::ui
