// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/size_editor.hpp"

#include "core/design/design_edit.hpp"
#include "ui/inspector/number_editor.hpp"
#include "ui/inspector/quantity_field.hpp"
#include "ui/inspector/side_lock.hpp"
#include "ui/model/document.hpp"
#include "ui/theme/theme.hpp"

#include <QCheckBox>
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

}  // namespace

SizeEditor::SizeEditor(SizeRule rule, EditorPlace place, QWidget* parent)
    : QWidget(parent),
      place_(std::move(place)),
      bounded_(new QCheckBox(tr("Bounded"), this)),
      unbounded_(new QLabel(tr("answers any region"), this)),
      sides_(new QWidget(this)),
      width_(makeField("width")),
      lock_(new SideLock(place_.session.theme, sides_)),
      height_(makeField("height")),
      problem_(new QLabel(this)) {
    const Theme& theme = place_.session.theme;
    bounded_->setObjectName("bounded");
    lock_->setObjectName("lock.size");
    unbounded_->setFont(theme.font(12));
    unbounded_->setProperty("quiet", true);
    problem_->setObjectName("problem.size");
    problem_->setFont(theme.font(11));
    problem_->setProperty("error", true);
    problem_->setWordWrap(true);
    problem_->hide();

    auto* choice = new QWidget(this);
    auto* line = new QHBoxLayout(choice);
    line->setContentsMargins(0, 4, 0, 4);
    line->addWidget(bounded_);
    line->addStretch(1);
    line->addWidget(unbounded_);
    choice->setVisible(rule == SizeRule::optional);
    auto* label = new QLabel(tr("Width, height"), sides_);
    label->setProperty("secondary", true);
    label->setFixedWidth(96);
    auto* pair = new QHBoxLayout(sides_);
    pair->setContentsMargins(0, 4, 0, 4);
    pair->setSpacing(4);
    pair->addWidget(label);
    pair->addSpacing(4);
    pair->addWidget(width_, 1);
    pair->addWidget(height_, 1);
    pair->addWidget(lock_);  // last: Tab goes from one side to the other
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(choice);
    all->addWidget(sides_);
    all->addWidget(problem_);
    connect(lock_, &SideLock::toggled, this, &SizeEditor::lockChanged);
    connect(bounded_, &QCheckBox::clicked, this, &SizeEditor::setBounded);
}

QuantityField* SizeEditor::makeField(const char* key) {
    auto* field = new QuantityField(sides_);
    field->setObjectName(QString("field.") + key);
    field->setFont(place_.session.theme.numbers());
    field->setRule(quantityRule(sideDescription(), place_.pitchUm()));
    field->setBound(boundOf(sideDescription(), place_));
    connect(field, &QuantityField::focusChanged, this, [this](bool focused) {
        if (focused) gesture_ = place_.session.document.newGesture();
    });
    connect(field, &QuantityField::entered, this, [this, field](const Length& entered, bool stepping) {
        // A side that is missing is as long as the other.
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
    if (width_->quantity() && height_->quantity())
        lock_->setSides({*width_->quantity(), *height_->quantity()}, place_.pitchUm());
    if (width != nullptr) lastWidth_ = scalarText(width);
    if (height != nullptr) lastHeight_ = scalarText(height);
}

void SizeEditor::setLocked(bool locked) {
    lock_->setChecked(locked);
}

QWidget* SizeEditor::field(const QString& key) const {
    // A side that is not there yet begins with the check box.
    const bool bounded = bounded_->isChecked() || bounded_->parentWidget()->isHidden();
    if (!bounded) return bounded_;
    return key == "height" ? height_ : width_;
}

void SizeEditor::setProblems(const QStringList& problems) {
    problem_->setText(problems.join('\n'));
    problem_->setVisible(!problems.isEmpty());
}

void SizeEditor::setBounded(bool bounded) {
    if (bounded) return write(tr("Give %1 a size").arg(place_.node), lastWidth_, lastHeight_, 0);
    write(tr("Let %1 answer any region").arg(place_.node), {}, {}, 0);
}

void SizeEditor::write(const QString& what, const std::optional<QString>& width,
                       const std::optional<QString>& height, int gesture) {
    const auto value = [](const std::optional<QString>& side) {
        return side ? std::optional(yamlScalar(side->toStdString())) : std::nullopt;
    };
    place_.session.document.edit(
        what,
        [&](DesignEdit& edit) {
            edit.setValue(place_.node.toStdString(), "width", value(width));
            edit.setValue(place_.node.toStdString(), "height", value(height));
        },
        gesture);
}

}  // namespace burin::ui
