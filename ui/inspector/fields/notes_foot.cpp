// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/notes_foot.hpp"

#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int lineHeight = 15;
constexpr int problemLines = 2;
constexpr int edge = 6;
constexpr int partGap = 2;
constexpr int border = 1;

}  // namespace

NotesFoot::NotesFoot(const Theme& theme, QWidget* parent)
    : QFrame(parent), range_(new QLabel(this)), result_(new QLabel(this)), problem_(new QLabel(this)) {
    setProperty("look", "foot");
    range_->setObjectName("inspector.range");
    range_->setFont(theme.font(11));
    range_->setProperty("quiet", true);
    result_->setObjectName("inspector.result");
    result_->setFont(theme.numbers(11));
    result_->setProperty("good", true);
    problem_->setObjectName("inspector.problem");
    problem_->setFont(theme.font(11));
    problem_->setProperty("error", true);
    problem_->setWordWrap(true);
    problem_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    for (QLabel* label : {range_, result_, problem_}) {
        label->setTextFormat(Qt::PlainText);
        label->setFixedHeight(lineHeight);
        label->setMinimumWidth(0);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }
    result_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* hint = new QHBoxLayout;
    hint->setSpacing(8);
    hint->addWidget(range_, 1);
    hint->addWidget(result_, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(12, edge, 12, edge);
    all->setSpacing(partGap);
    all->addLayout(hint);
    all->addWidget(problem_);
    setLow(false);
    showParts();
    connect(qApp, &QApplication::focusChanged, this, &NotesFoot::showProblem);
}

void NotesFoot::setHint(QWidget* field, const Hint& hint) {
    field_ = field;
    showHint(hint);
}

void NotesFoot::removeHint(const QWidget* field) {
    if (field_ != field) return;
    field_ = nullptr;
    showHint({});
}

void NotesFoot::showHint(const Hint& hint) {
    range_->setText(hint.range);
    setStyleProperty(range_, "error", hint.outside);
    result_->setText(hint.result);
    setStyleProperty(result_, "good", !hint.outside);
    setStyleProperty(result_, "error", hint.outside);
    showParts();
}

void NotesFoot::setProblem(QWidget* part, const QString& title, const QString& problem) {
    const auto same = [part](const Problem& one) { return one.part.isNull() || one.part == part; };
    problems_.erase(std::remove_if(problems_.begin(), problems_.end(), same), problems_.end());
    if (!problem.isEmpty()) problems_ << Problem{part, tr("%1: %2").arg(title, problem)};
    showProblem();
}

void NotesFoot::clear() {
    field_ = nullptr;
    problems_.clear();
    showHint({});
    showProblem();
}

void NotesFoot::setLow(bool low) {
    problem_->setFixedHeight((low ? 1 : problemLines) * lineHeight);
}

void NotesFoot::showProblem() {
    const QWidget* focus = QApplication::focusWidget();
    const Problem* shown = nullptr;
    const auto top = [](const Problem& problem) { return problem.part->mapToGlobal(QPoint()).y(); };
    for (const Problem& problem : problems_) {
        if (problem.part.isNull()) continue;
        if (focus != nullptr && (problem.part == focus || problem.part->isAncestorOf(focus))) {
            shown = &problem;
            break;
        }
        if (shown == nullptr || top(problem) < top(*shown)) shown = &problem;
    }
    problem_->setText(shown == nullptr ? QString() : shown->text);
    problem_->setToolTip(problem_->text());
    showParts();
}

int NotesFoot::wholeHeight() {
    return border + 2 * edge + (1 + problemLines) * lineHeight + partGap;
}

bool NotesFoot::isEmpty() const {
    return range_->text().isEmpty() && result_->text().isEmpty() && problem_->text().isEmpty();
}

int NotesFoot::neededHeight() const {
    const bool hint = !range_->text().isEmpty() || !result_->text().isEmpty();
    const bool problem = !problem_->text().isEmpty();
    return border + 2 * edge + (hint ? lineHeight : 0) + (problem ? problem_->height() : 0) +
           (hint && problem ? partGap : 0);
}

void NotesFoot::showParts() {
    range_->setVisible(!range_->text().isEmpty());
    result_->setVisible(!result_->text().isEmpty());
    problem_->setVisible(!problem_->text().isEmpty());
    emit changed();
}

}  // namespace burin::ui
