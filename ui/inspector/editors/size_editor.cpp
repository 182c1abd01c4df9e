// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/size_editor.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/parameter_types.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/editors/result_label.hpp"
#include "ui/inspector/editors/value_menu.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/side_lock.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/problem_text.hpp"

#include <QCheckBox>
#include <QContextMenuEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

const ParameterDescription& sideDescription() {
    static const ParameterDescription side{
        .key = "width", .type = ParameterType::pixels, .minimum = 1, .maximum = 2147483647};
    return side;
}

/// The limits of a side, as in the tips of other parameters.
QString sideTip() {
    return sentence(QString::fromStdString(wantedText(sideDescription())));
}

}  // namespace

SizeEditor::SizeEditor(SizeRule rule, EditorPlace place, QWidget* parent)
    : QWidget(parent),
      place_(std::move(place)),
      bounded_(new QCheckBox(tr("Bounded"), this)),
      unbounded_(new QLabel(tr("unbounded"), this)),
      sides_(new QWidget(this)),
      label_(new QLabel(tr("Width, height"), sides_)),
      width_(makeField("width")),
      lock_(new SideLock(place_.workbench.theme, sides_)),
      height_(makeField("height")),
      resultWidth_(new ResultLabel(place_.workbench.theme, sides_)),
      resultHeight_(new ResultLabel(place_.workbench.theme, sides_)),
      byRoller_(new QLabel(tr("set by the roller"), sides_)),
      problem_(new QLabel(this)) {
    const Theme& theme = place_.workbench.theme;
    bounded_->setObjectName("bounded");
    lock_->setObjectName("lock.size");
    unbounded_->setFont(theme.font(12));
    unbounded_->setProperty("quiet", true);
    problem_->setObjectName("problem.size");
    problem_->setFont(theme.font(11));
    problem_->setProperty("error", true);
    problem_->setTextFormat(Qt::PlainText);
    problem_->setWordWrap(true);
    problem_->hide();

    auto* choice = new QWidget(this);
    auto* line = new QHBoxLayout(choice);
    line->setContentsMargins(0, 4, 0, 4);
    line->addWidget(bounded_);
    line->addStretch(1);
    line->addWidget(unbounded_);
    choice->setVisible(rule == SizeRule::optional);
    label_->setProperty("secondary", true);
    label_->setFixedWidth(96);
    label_->setToolTip(sideTip());
    auto* pair = new QGridLayout(sides_);
    pair->setContentsMargins(0, 4, 0, 4);
    pair->setHorizontalSpacing(4);
    pair->setVerticalSpacing(0);
    pair->setColumnMinimumWidth(0, 100);
    pair->addWidget(label_, 0, 0);
    pair->addWidget(width_, 0, 1);
    pair->addWidget(height_, 0, 2);
    pair->addWidget(lock_, 0, 3);  // last, so that Tab goes from one side to the other
    byRoller_->setObjectName("size.byRoller");
    byRoller_->setFont(theme.font(11));
    byRoller_->setProperty("quiet", true);
    byRoller_->hide();
    pair->addWidget(resultWidth_, 1, 1);
    pair->addWidget(resultHeight_, 1, 2);
    pair->setColumnStretch(1, 1);
    pair->setColumnStretch(2, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(choice);
    all->addWidget(sides_);
    all->addWidget(problem_);
    connect(lock_, &SideLock::toggled, this, &SizeEditor::lockChanged);
    connect(bounded_, &QCheckBox::clicked, this, &SizeEditor::setBounded);
}

/// A field that is destroyed with the focus reports that it loses it, and this object has no members then.
SizeEditor::~SizeEditor() {
    width_->disconnect(this);
    height_->disconnect(this);
}

QuantityField* SizeEditor::makeField(const char* key) {
    auto* field = new QuantityField(sides_);
    field->setObjectName(QString("field.") + key);
    field->setFont(place_.workbench.theme.numbers());
    field->setRule(quantityRule(sideDescription(), place_.pitchUm()));
    field->setBound(boundOf(sideDescription(), place_));
    if (place_.formulas != nullptr) field->setFormulas(*place_.formulas);
    connect(field, &QuantityField::formulaEntered, this, [this, field](const QString& formula) {
        const QString width = width_->written();
        const QString height = height_->written();
        write(tr("Size of %1: %2").arg(place_.node, formula), width.isEmpty() ? formula : width,
              height.isEmpty() ? formula : height, 0);
    });
    connect(field, &QuantityField::problemChanged, this, &SizeEditor::showProblems);
    connect(field, &QuantityField::focusChanged, this, [this, field](bool focused) {
        if (focused) gesture_ = place_.workbench.document.newGesture();
        showHint(field);
    });
    connect(field, &QuantityField::valueRead, this, [this, field](const std::optional<Length>& value) {
        setRange(field, value);
        showHint(field);
    });
    connect(field, &QuantityField::resultChanged, this, [this, field](const std::optional<Length>& result) {
        hints_[field].result = resultText(sideDescription(), result, field->rule());
        showHint(field);
    });
    connect(field, &QuantityField::entered, this, [this, field](const Length& entered, bool stepping) {
        // A formula stays; a missing side is as long as the other.
        if (meansFormula(width_->written()) || meansFormula(height_->written()))
            return write(tr("Size of %1").arg(place_.node), width_->written(), height_->written(),
                         stepping ? gesture_ : 0);
        const Sides sides = lock_->follow(
            {width_->quantity().value_or(entered), height_->quantity().value_or(entered)}, field == width_);
        const QuantityRule& rule = field->rule();
        write(tr("Size of %1: %2 \u00D7 %3")
                  .arg(place_.node, shownText(sides.width, rule, true), shownText(sides.height, rule, true)),
              fileText(sides.width, rule), fileText(sides.height, rule), stepping ? gesture_ : 0);
    });
    return field;
}

void SizeEditor::setBody(const YamlValue* body) {
    const YamlValue* width = body == nullptr ? nullptr : body->find("width");
    const YamlValue* height = body == nullptr ? nullptr : body->find("height");
    const bool bounded = width != nullptr || height != nullptr;
    bounded_->setChecked(bounded);
    unbounded_->setVisible(!bounded);
    sides_->setVisible(bounded || bounded_->parentWidget()->isHidden());
    for (QuantityField* field : {width_, height_})
        field->setRule(quantityRule(sideDescription(), place_.pitchUm()));
    showQuantity(*width_, width);
    showQuantity(*height_, height);
    resultWidth_->showResultOf(width_->written(), sideDescription(), place_.formulas);
    resultHeight_->showResultOf(height_->written(), sideDescription(), place_.formulas);
    if (width_->quantity() && height_->quantity())
        lock_->setSides({*width_->quantity(), *height_->quantity()}, place_.pitchUm());
    if (width != nullptr) lastWidth_ = scalarText(width);
    if (height != nullptr) lastHeight_ = scalarText(height);
}

void SizeEditor::contextMenuEvent(QContextMenuEvent* event) {
    MenuValue value;
    if (place_.exposer != nullptr) {
        const QWidget* below = childAt(event->pos());
        const bool side = below == width_ || below == height_;
        const Knob alone = {{below == height_ ? "height" : "width"}};
        value.knobs = place_.exposer->sizeKnobs(place_.node, lock_->isChecked());
        if (side && value.knobs.size() > 1) {
            value.knobs = {alone};
        } else if (side) {
            value.alone = alone;
        }
    }
    showValueMenu(this, place_, event, value);
}

void SizeEditor::setLocked(bool locked) {
    lock_->setChecked(locked);
}

void SizeEditor::setSideOfRoller(std::string_view side) {
    width_->setEnabled(side != "width");
    height_->setEnabled(side != "height");
    lock_->setEnabled(side.empty());
    byRoller_->setVisible(!side.empty());
    auto* pair = static_cast<QGridLayout*>(sides_->layout());
    pair->addWidget(byRoller_, 2, side == "width" ? 1 : 2, Qt::AlignRight);
}

QWidget* SizeEditor::field(const QString& key) const {
    // If the node has no size yet, the check box comes first.
    const bool bounded = bounded_->isChecked() || bounded_->parentWidget()->isHidden();
    if (!bounded) return bounded_;
    const bool height = key == "height" ? height_->isEnabled() : !width_->isEnabled();
    return height ? height_ : width_;
}

void SizeEditor::setProblems(const QStringList& problems) {
    problems_ = problems;
    showProblems();
}

void SizeEditor::setRange(const QuantityField* field, const std::optional<Length>& value) {
    const double pitch = place_.pitchUm();
    NotesFoot::Hint& hint = hints_[field];
    hint.range = rangeText(sideDescription(), value ? value->unit : field->unit(), pitch);
    hint.outside = value && !insideLimits(sideDescription(), *value, pitch);
}

void SizeEditor::showHint(QuantityField* field) {
    if (place_.notes == nullptr) return;
    if (field->hasFocus()) {
        place_.notes->setHint(field, hints_[field]);
    } else {
        place_.notes->removeHint(field);
    }
}

void SizeEditor::showProblems() {
    QStringList all = problems_;
    for (const QuantityField* field : {height_, width_}) {
        if (!field->problem().isEmpty()) all.prepend(sentence(field->problem()));
    }
    all.removeDuplicates();
    setStyleProperty(label_, "error", !all.isEmpty());
    label_->setToolTip((all + QStringList{sideTip()}).join('\n'));
    if (place_.notes != nullptr) return place_.notes->setProblem(this, wrongPart(), all.join('\n'));
    problem_->setText(all.join('\n'));
    problem_->setVisible(!all.isEmpty());
}

/// Names the side whose text is refused, or both.
QString SizeEditor::wrongPart() const {
    const bool width = !width_->problem().isEmpty();
    const bool height = !height_->problem().isEmpty();
    if (width == height || !problems_.isEmpty()) return tr("Size");
    return width ? tr("Width") : tr("Height");
}

void SizeEditor::setBounded(bool bounded) {
    if (bounded) return write(tr("Give %1 a size").arg(place_.node), lastWidth_, lastHeight_, 0);
    write(tr("Make %1 unbounded").arg(place_.node), {}, {}, 0);
}

void SizeEditor::write(const QString& what, const std::optional<QString>& width,
                       const std::optional<QString>& height, int gesture) {
    const auto value = [](const std::optional<QString>& side) {
        return side ? std::optional(yamlScalar(side->toStdString())) : std::nullopt;
    };
    place_.workbench.document.edit(
        what,
        [&](DesignEdit& edit) {
            edit.setValue(place_.node.toStdString(), "width", value(width));
            edit.setValue(place_.node.toStdString(), "height", value(height));
        },
        gesture);
}

}  // namespace burin::ui
