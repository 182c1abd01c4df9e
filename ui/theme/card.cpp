// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/card.hpp"

#include "ui/theme/theme.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace burin::ui {

Card::Card(const Theme& theme, const QString& name, QWidget* parent)
    : QFrame(parent),
      name_(new QLabel(name, this)),
      figure_(new QLabel(this)),
      remark_(hintLabel(theme, {}, this)) {
    setProperty("look", "card");
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(12, 8, 12, 8);
    box->setSpacing(2);
    name_->setFont(theme.font(12));
    name_->setProperty("secondary", true);
    figure_->setFont(theme.numbers(14));
    for (QLabel* const label : {name_, figure_, remark_})
        box->addWidget(label);
}

void Card::setName(const QString& name) {
    name_->setText(name);
}

void Card::set(const QString& figure, const QString& remark) {
    figure_->setText(figure);
    remark_->setText(remark);
}

QLabel* hintLabel(const Theme& theme, const QString& text, QWidget* parent) {
    auto* const label = new QLabel(text, parent);
    label->setFont(theme.font(11));
    label->setProperty("quiet", true);
    return label;
}

}  // namespace burin::ui
