// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/region_fields.hpp"

#include "ui/export/dialog/number_field.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/card.hpp"
#include "ui/theme/folding_row.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace burin::ui {

namespace {

std::optional<Size> surfaceOf(const Design& design) {
    return design.root ? design.nodes[*design.root].size : std::nullopt;
}

}  // namespace

RegionFields::RegionFields(const Theme& theme, const Document& document, QWidget* parent)
    : FieldGroup(parent),
      document_(document),
      part_(new QComboBox(this)),
      x_(numberField(theme, "export.x", this)),
      y_(numberField(theme, "export.y", this)),
      width_(numberField(theme, "export.width", this)),
      height_(numberField(theme, "export.height", this)),
      size_(hintLabel(theme, {}, this)) {
    part_->setObjectName("export.region");
    part_->addItem(tr("Whole surface"), static_cast<int>(Part::whole));
    part_->addItem(tr("By numbers"), static_cast<int>(Part::numbers));
    size_->setObjectName("export.size");
    size_->hide();
    addRow(rowName(tr("Region")), {part_}, true);
    numbers_ = addRow(rowName({}), {makeNumbers()}, false);
    addHint(size_);
    showRows();

    connect(part_, &QComboBox::activated, this, [this] {
        lookAtView();
        showRows();
        emit changed();
    });
    for (QLineEdit* const field : {x_, y_, width_, height_})
        connect(field, &QLineEdit::textEdited, this, &RegionFields::changed);
}

/// In a narrow dialog, the size stands below the place.
QWidget* RegionFields::makeNumbers() {
    auto* const numbers = new QWidget(this);
    auto* const row = new FoldingRow(numbers);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    const auto pair = [&](std::initializer_list<std::pair<QString, QLineEdit*>> fields) {
        auto* const line = new QHBoxLayout;
        line->setSpacing(gap);
        for (const auto& [name, field] : fields) {
            auto* const label = new QLabel(name, numbers);
            label->setProperty("quiet", true);
            line->addWidget(label);
            line->addWidget(field);
        }
        row->addLayout(line, 1);
    };
    pair({{tr("x"), x_}, {tr("y"), y_}});
    pair({{tr("width"), width_}, {tr("height"), height_}});
    return numbers;
}

std::optional<Rect> RegionFields::region(QString& problem) const {
    const std::optional<Size> surface = surfaceOf(*document_.design());
    if (!surface) {
        problem = tr("The surface has no size.");
        return {};
    }
    const Rect whole{0, 0, surface->width, surface->height};
    if (part() == Part::whole) return whole;
    if (part() == Part::view) {
        if (!seen_ || !whole.contains(*seen_))
            problem = tr("The viewport does not show any part of the surface.");
        return problem.isEmpty() ? seen_ : std::nullopt;
    }
    const std::optional<Rect> region = typed(problem);
    if (!region) return {};
    if (region->empty()) problem = tr("The region is empty.");
    if (!region->empty() && !whole.contains(*region)) {
        problem = tr("The region extends beyond the surface, which is %1.")
                      .arg(sizeText(whole, document_.design()->pixelUm));
    }
    return problem.isEmpty() ? region : std::nullopt;
}

std::optional<Rect> RegionFields::typed(QString& problem) const {
    const double pixelUm = document_.design()->pixelUm;
    const auto x = typedPixels(*x_, pixelUm);
    const auto y = typedPixels(*y_, pixelUm);
    const auto width = typedPixels(*width_, pixelUm);
    const auto height = typedPixels(*height_, pixelUm);
    if (x && y && width && height) return Rect{*x, *y, *width, *height};
    problem = tr("The region needs four lengths such as 10 mm or 500 px.");
    return {};
}

RegionFields::Part RegionFields::part() const {
    return static_cast<Part>(part_->currentData().toInt());
}

void RegionFields::setView(View view) {
    if (!view_) part_->insertItem(1, tr("Visible in the viewport"), static_cast<int>(Part::view));
    view_ = std::move(view);
}

void RegionFields::lookAtView() {
    if (part() != Part::view) return;
    const Size surface = surfaceOf(*document_.design()).value_or(Size{});
    seen_ = view_();
    if (seen_) seen_ = intersection(*seen_, {0, 0, surface.width, surface.height});
    if (seen_ && seen_->empty()) seen_.reset();
    if (seen_) fillNumbers(*seen_);
    showRows();
}

void RegionFields::setRegion(const Rect& region) {
    part_->setCurrentIndex(part_->findData(static_cast<int>(Part::numbers)));
    fillNumbers(region);
    showRows();
}

QVariantMap RegionFields::choice() const {
    QVariantMap choice{{"part", static_cast<int>(part())}};
    for (const QLineEdit* field : {x_, y_, width_, height_})
        choice[field->objectName()] = field->text();
    return choice;
}

void RegionFields::choose(const QVariantMap& choice) {
    part_->setCurrentIndex(std::max(0, part_->findData(choice["part"].toInt())));
    for (QLineEdit* const field : {x_, y_, width_, height_})
        field->setText(choice[field->objectName()].toString());
    lookAtView();
    showRows();
}

void RegionFields::fillNumbers(const Rect& region) {
    const auto pixels = [](std::int64_t value) { return groupedText(value) + " px"; };
    x_->setText(pixels(region.x));
    y_->setText(pixels(region.y));
    width_->setText(pixels(region.width));
    height_->setText(pixels(region.height));
}

void RegionFields::showSize(const std::optional<Rect>& region) {
    size_->setText(region ? tr("%1, %2 × %3 px")
                                .arg(sizeText(*region, document_.design()->pixelUm),
                                     groupedText(region->width), groupedText(region->height))
                          : QString());
    size_->setVisible(region.has_value());
}

void RegionFields::showRows() {
    numbers_->setVisible(part() == Part::numbers || (part() == Part::view && seen_));
    for (QLineEdit* const field : {x_, y_, width_, height_})
        field->setReadOnly(part() == Part::view);
}

}  // namespace burin::ui
