// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/parameter_row.hpp"

#include "core/design/value_checker.hpp"
#include "ui/inspector/cut_label.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/problem_text.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QShortcut>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int labelWidth = 96;

}  // namespace

ParameterRow::ParameterRow(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : QWidget(parent), wanted_(wanted), editor_(makeEditor(wanted, place, this)), problem_(new QLabel(this)) {
    const Theme& theme = place.session.theme;
    setObjectName("row." + kindText(wanted.key));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 4, 0, 4);
    all->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    if (!isWide(wanted.type)) {
        label_ = new CutLabel(theme, titleOf(wanted), this);
        label_->setObjectName("label." + kindText(wanted.key));
        label_->setFixedSize(labelWidth, 24);
        label_->setToolTip(tip());
        label_->installEventFilter(this);
        line->addWidget(label_, 0, Qt::AlignTop);
    }
    line->addWidget(editor_, 1);
    all->addLayout(line);
    all->addWidget(problem_);
    problem_->setObjectName("problem." + kindText(wanted.key));
    problem_->setFont(theme.font(11));
    problem_->setProperty("error", true);
    problem_->setWordWrap(true);
    problem_->hide();
    connect(editor_, &ValueEditor::edited, this, &ParameterRow::edited);
    connect(editor_, &ValueEditor::problemChanged, this, [this](const QString& problem) {
        typed_ = problem;
        showProblems();
    });
    auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_0), this);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, &ParameterRow::reset);
}

QString ParameterRow::tip() const {
    const QString help = kindText(wanted_.help);
    const QString right = sentence(QString::fromStdString(wantedText(wanted_)));
    return help.isEmpty() ? right : help + '\n' + right;
}

void ParameterRow::reset() {
    // What is required and has no default has nothing to go back to.
    if (!wanted_.required || !wanted_.fallback.empty()) emit edited({}, 0);
}

void ParameterRow::setValue(const YamlValue* value) {
    if (!refusal_.isEmpty()) {
        if (value == nullptr ? !kept_ : kept_ == *value) return;
        refuse({}, value);
    }
    editor_->setValue(value);
}

void ParameterRow::refuse(const QString& why, const YamlValue* value) {
    refusal_ = why;
    kept_ = value == nullptr ? std::nullopt : std::optional(*value);
    showProblems();
}

void ParameterRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || refusal_.isEmpty()) return QWidget::keyPressEvent(event);
    refusal_.clear();
    showProblems();
    editor_->setValue(kept_ ? &*kept_ : nullptr);
}

void ParameterRow::setProblems(const QStringList& problems) {
    problems_ = problems;
    showProblems();
}

void ParameterRow::showProblems() {
    const bool own = editor_->explains();
    const QString text = !typed_.isEmpty()     ? sentence(typed_)
                         : !refusal_.isEmpty() ? refusal_
                         : own                 ? QString()
                                               : problems_.join('\n');
    problem_->setText(text);
    problem_->setVisible(!text.isEmpty());
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == label_ && event->type() == QEvent::MouseButtonDblClick) {
        reset();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace burin::ui
