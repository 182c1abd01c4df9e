// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparing/comparison_figures.hpp"

#include "core/engraving/comparing/comparison_text.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QLayoutItem>

namespace burin::ui {

namespace {

/// The title of a result that people read; empty for results that only programs read.
QString titleOf(const std::string& name) {
    if (name == "shift_x") return ComparisonFigures::tr("Shift x");
    if (name == "shift_y") return ComparisonFigures::tr("Shift y");
    if (name == "turn") return ComparisonFigures::tr("Turn");
    if (name == "correlation") return ComparisonFigures::tr("Correlation");
    if (name == "gain") return ComparisonFigures::tr("Depth reached");
    if (name == "offset") return ComparisonFigures::tr("Offset");
    if (name == "tilt_x") return ComparisonFigures::tr("Tilt x");
    if (name == "tilt_y") return ComparisonFigures::tr("Tilt y");
    if (name == "residual_Sa") return ComparisonFigures::tr("Difference Sa");
    if (name == "residual_Sq") return ComparisonFigures::tr("Difference Sq");
    if (name == "residual_Sp") return ComparisonFigures::tr("Highest");
    if (name == "residual_Sv") return ComparisonFigures::tr("Deepest");
    if (name == "within_tolerance") return ComparisonFigures::tr("Within tolerance");
    if (name == "samples") return ComparisonFigures::tr("Points compared");
    if (name == "missing") return ComparisonFigures::tr("Points missing");
    return {};
}

QString figureOf(const ComparedValue& value) {
    if (value.name == "gain") return fixedText(100 * value.value, 1) + " %";
    if (value.name == "correlation") return fixedText(value.value, 4);
    if (value.unit.empty()) return groupedText(static_cast<std::int64_t>(value.value));
    if (value.unit == "%") return fixedText(value.value, 1) + " %";
    if (value.unit == "deg") return fixedText(value.value, 3) + QString::fromUtf8("°");
    return fixedText(value.value, 3) + ' ' + QString::fromStdString(value.unit).replace('u', QChar(0xB5));
}

}  // namespace

ComparisonFigures::ComparisonFigures(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), rows_(new QGridLayout(this)) {
    setObjectName("comparison.figures");
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setHorizontalSpacing(12);
    rows_->setVerticalSpacing(3);
    rows_->setColumnStretch(0, 1);
}

void ComparisonFigures::setFindings(const PartFindingsPtr& findings) {
    while (QLayoutItem* const item = rows_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (!findings) return;
    for (const ComparedValue& value : comparedValues(findings->found, findings->options)) {
        const QString title = titleOf(value.name);
        if (!title.isEmpty()) add(value.name, title, figureOf(value));
    }
}

void ComparisonFigures::add(const std::string& name, const QString& title, const QString& figure) {
    auto* const words = new QLabel(title, this);
    words->setProperty("secondary", true);
    words->setFont(theme_.font(12));
    auto* const number = new QLabel(figure, this);
    number->setObjectName("comparison.figure." + QString::fromStdString(name));
    number->setFont(theme_.numbers(12));
    number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    number->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const int row = rows_->rowCount();
    rows_->addWidget(words, row, 0);
    rows_->addWidget(number, row, 1);
}

}  // namespace burin::ui
