// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/parameter_row.hpp"

#include "core/design/value_checker.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/inspector/editors/formula_field.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/value_menu.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/inspector/fields/lines_field.hpp"
#include "ui/inspector/fields/notes_foot.hpp"
#include "ui/inspector/fields/typed_texts.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/problem_text.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMargins>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int labelWidth = 96;
constexpr QMargins rowMargins(0, 4, 0, 4);
constexpr QMargins compactMargins(0, 2, 0, 3);

bool isReset(const QKeyEvent& event) {
    return event.key() == Qt::Key_0 && event.modifiers().testFlag(Qt::ControlModifier);
}

}  // namespace

ParameterRow::ParameterRow(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : QWidget(parent),
      wanted_(wanted),
      place_(std::move(place)),
      editor_(makeEditor(wanted, place_, this)) {
    const Theme& theme = place_.workbench.theme;
    setObjectName("row." + kindText(wanted.key));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(place_.compact ? compactMargins : rowMargins);
    all->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    const bool titled = isWide(wanted) && place_.path.empty();  // the section has the title
    if (!titled && !place_.compact) {
        label_ = new CutLabel(theme, titleOf(wanted), this);
        label_->setObjectName("label." + kindText(wanted.key));
        label_->setFixedSize(labelWidth, 24);
        label_->setToolTip(tip());
        label_->installEventFilter(this);
        line->addWidget(label_, 0, Qt::AlignTop);
    }
    line->addWidget(editor_, 1);
    all->addLayout(line);
    if (place_.notes == nullptr) {
        problem_ = new QLabel(this);
        problem_->setObjectName("problem." + kindText(wanted.key));
        problem_->setFont(theme.font(11));
        problem_->setProperty("error", true);
        problem_->setTextFormat(Qt::PlainText);
        problem_->setWordWrap(true);
        problem_->hide();
        all->addWidget(problem_);
    }
    connect(editor_, &ValueEditor::edited, this, &ParameterRow::edited);
    connect(editor_, &ValueEditor::problemChanged, this, [this](const QString& problem) {
        typed_ = problem.isEmpty() ? typedProblemsIn(*this).value(0) : problem;
        showProblems();
    });
}

void ParameterRow::putBehind(QWidget* widget) {
    static_cast<QBoxLayout*>(layout()->itemAt(0)->layout())->addWidget(widget, 0, Qt::AlignTop);
}

FormulaField* ParameterRow::formulaField() {
    if (formula_ != nullptr) return formula_;
    formula_ = new FormulaField(*place_.formulas, wanted_, place_.workbench.theme, this);
    formula_->setContextMenuPolicy(Qt::NoContextMenu);
    auto* line = static_cast<QBoxLayout*>(layout()->itemAt(0)->layout());
    line->addWidget(formula_, 1, Qt::AlignTop);
    connect(formula_, &FormulaField::entered, this,
            [this](const QString& formula) { emit edited(yamlScalar(formula.toStdString()), 0); });
    connect(formula_, &FormulaField::problemChanged, editor_, &ValueEditor::problemChanged);
    return formula_;
}

void ParameterRow::show(const YamlValue* value) {
    const bool formula = value != nullptr && place_.formulas != nullptr && place_.formulas->open() &&
                         !editor_->takesFormulas() && meansFormula(scalarText(value));
    if (formula || formula_ != nullptr) {
        formulaField()->setVisible(formula);
        editor_->setVisible(!formula);
    }
    if (formula) {
        forgetTypedIn(*editor_);
        return formula_->setFormula(scalarText(value));
    }
    if (formula_ != nullptr) formula_->forgetTyped();
    editor_->setValue(value);
}

QString ParameterRow::tip() const {
    const QString help = kindText(wanted_.help);
    const QString right = sentence(QString::fromStdString(wantedText(wanted_)));
    return help.isEmpty() ? right : help + '\n' + right;
}

QWidget* ParameterRow::first() const {
    return formula_ != nullptr && !formula_->isHidden() ? formula_ : editor_->first();
}

/// A required parameter without a default cannot be reset.
bool ParameterRow::resettable() const {
    return !wanted_.required || !wanted_.fallback.empty();
}

/// A key or a double click must not replace formulas; the menu may.
void ParameterRow::reset() {
    if (resettable() && locked_.isEmpty()) emit edited({}, 0);
}

void ParameterRow::setRelease(const QString& words, std::function<void()> release) {
    releaseWords_ = words;
    release_ = std::move(release);
}

void ParameterRow::setLocked(const QString& why) {
    locked_ = why;
    editor_->setEnabled(why.isEmpty());
    editor_->setToolTip(why);
    showTip();
}

void ParameterRow::contextMenuEvent(QContextMenuEvent* event) {
    MenuValue value = valueBelow(*this, place_, event->pos());
    if (resettable() && given_) value.reset = [this] { emit edited({}, 0); };
    value.releaseWords = releaseWords_;
    value.release = release_;
    showValueMenu(this, place_, event, value);
}

bool ParameterRow::event(QEvent* event) {
    // The innermost row takes the key.
    if (event->type() == QEvent::ShortcutOverride && isReset(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void ParameterRow::setValue(const YamlValue* value, bool given) {
    given_ = given && value != nullptr;
    if (!refusal_.isEmpty()) {
        if (value == nullptr ? !kept_ : kept_ == *value) return;
        refuse({}, value);
    }
    show(value);
    // Fields and cells may have been removed together with their texts.
    const QStringList typed = typedProblemsIn(*this);
    if (!typed.contains(typed_)) typed_ = typed.value(0);
    showProblems();
}

void ParameterRow::refuse(const QString& why, const YamlValue* value) {
    refusal_ = why;
    kept_ = value == nullptr ? std::nullopt : std::optional(*value);
    showProblems();
}

void ParameterRow::keyPressEvent(QKeyEvent* event) {
    if (isReset(*event)) return reset();
    if (event->key() != Qt::Key_Escape || refusal_.isEmpty()) return QWidget::keyPressEvent(event);
    refusal_.clear();
    showProblems();
    show(kept_ ? &*kept_ : nullptr);
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
    if (text == said_) return;
    said_ = text;
    const bool wrong = !text.isEmpty();
    QWidget* const field = first();
    const bool ofText =
        qobject_cast<QLineEdit*>(field) != nullptr || qobject_cast<LinesField*>(field) != nullptr;
    if (ofText && refused_ != !refusal_.isEmpty()) {
        setStyleProperty(field, "error", !refusal_.isEmpty());
        field->setToolTip(refusal_);
        refused_ = !refusal_.isEmpty();
    }
    if (place_.notes == nullptr) {
        problem_->setText(text);
        problem_->setVisible(wrong);
    } else {
        place_.notes->setProblem(this, titleOf(wanted_), text);
    }
    if (label_ != nullptr) {
        label_->setRole(wrong ? Role::error : Role::secondary);
        label_->update();
    }
    showTip();
    emit wrongChanged(wrong);
}

void ParameterRow::showTip() {
    if (label_ == nullptr) return;
    QStringList lines;
    for (const QString& text : {said_, locked_, tip()}) {
        if (!text.isEmpty()) lines << text;
    }
    label_->setToolTip(lines.join('\n'));
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == label_ && event->type() == QEvent::MouseButtonDblClick) {
        reset();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace burin::ui
