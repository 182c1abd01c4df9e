// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/field_group.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int labelWidth = 96;

}  // namespace

FieldGroup::FieldGroup(QWidget* parent) : QWidget(parent), rows_(new QVBoxLayout(this)) {
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setSpacing(spacing);
}

QLabel* FieldGroup::rowName(const QString& text) {
    auto* const label = new QLabel(text, this);
    label->setFixedWidth(labelWidth);
    label->setMinimumHeight(rowHeight);
    label->setProperty("secondary", true);
    return label;
}

QWidget* FieldGroup::addRow(QLabel* name, const QList<QWidget*>& widgets, bool stretch) {
    auto* const row = new QWidget(this);
    auto* const line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(gap);
    line->addWidget(name, 0, Qt::AlignTop);  // beside the first line of the fields
    name->setBuddy(widgets.front());
    for (QWidget* const widget : widgets)
        line->addWidget(widget);
    if (stretch) line->addStretch(1);
    rows_->addWidget(row);
    return row;
}

void FieldGroup::addHint(QLabel* hint) {
    // The margin below belongs to the hint, because a layout keeps its margins while everything in it is
    // hidden.
    hint->setContentsMargins(0, 0, 0, 4);
    auto* const line = new QHBoxLayout;
    line->setContentsMargins(labelWidth + gap, 0, 0, 0);
    line->addWidget(hint);
    rows_->addLayout(line);
}

}  // namespace burin::ui
