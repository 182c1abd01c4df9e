// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/library/category_chips.hpp"

#include "ui/theme/theme.hpp"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int chipHeight = 24;
constexpr int chipPadding = 8;
constexpr int chipGap = 4;
constexpr int lowWindow = 500;  ///< in a window lower than this, the cards need the room

}  // namespace

CategoryChip::CategoryChip(const Theme& theme, const QString& name, int count, QWidget* parent)
    : QAbstractButton(parent), theme_(theme), count_(count) {
    setText(name);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(count < 0    ? name
                      : count == 1 ? tr("%1, 1 pattern").arg(name)
                                   : tr("%1, %n patterns", nullptr, count).arg(name));
    setAttribute(Qt::WA_Hover);
}

void CategoryChip::setCount(int count) {
    if (count_ == count) return;
    count_ = count;
    update();
}

QSize CategoryChip::sizeHint() const {
    const int name = QFontMetrics(theme_.font(12, 500)).horizontalAdvance(text());
    const int numberWidth = QFontMetrics(theme_.font(11)).horizontalAdvance(number());
    constexpr int rounding = 2;  // a text can be a fraction of a pixel wider than its advance
    return {name + (numberWidth > 0 ? chipGap + numberWidth : 0) + 2 * chipPadding + rounding, chipHeight};
}

void CategoryChip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = isChecked();
    const qreal line = hasFocus() ? 2 : 1;
    painter.setPen(QPen(theme_.color(hasFocus() || lit ? Role::accent : Role::strongLine), line));
    painter.setBrush(theme_.color(lit ? Role::selectedGround : underMouse() ? Role::hover : Role::field));
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), 4, 4);
    const QFont nameFont = theme_.font(12, lit ? 500 : 400);
    const QFont numberFont = theme_.font(11);
    const int advance = QFontMetrics(numberFont).horizontalAdvance(number());
    const int numberWidth = advance > 0 ? chipGap + advance : 0;
    const int most = width() - 2 * chipPadding - numberWidth;
    const QString name = QFontMetrics(nameFont).elidedText(text(), Qt::ElideRight, most);
    const int nameWidth = QFontMetrics(nameFont).horizontalAdvance(name);
    const int left = (width() - nameWidth - numberWidth) / 2;
    painter.setFont(nameFont);
    painter.setPen(theme_.color(lit ? Role::accent : Role::secondary));
    painter.drawText(QRect(left, 0, nameWidth + 1, height()), Qt::AlignVCenter, name);
    painter.setFont(numberFont);
    painter.setPen(theme_.color(lit ? Role::accent : Role::quiet));
    painter.drawText(QRect(left + nameWidth + chipGap, 0, advance + 1, height()), Qt::AlignVCenter, number());
}

CategoryChips::CategoryChips(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("libraryCategories");
    connect(&group_, &QButtonGroup::idClicked, this, [this](int id) { choose(keys_.at(id)); });
}

void CategoryChips::set(const QList<Choice>& categories) {
    qDeleteAll(chips_);
    chips_.clear();
    kept_.clear();
    keys_.clear();
    for (const Choice& category : categories) {
        auto* chip = new CategoryChip(theme_, category.name, category.count, this);
        chip->setObjectName("category." + category.key);
        group_.addButton(chip, static_cast<int>(chips_.size()));
        chips_ << chip;
        kept_ << category.kept;
        keys_ << category.key;
        chip->show();
    }
    if (more_ != nullptr && !chips_.isEmpty()) setTabOrder(chips_.last(), more_);
    const bool gone = !keys_.contains(chosen_);
    if (gone) chosen_ = keys_.value(0);
    if (!chips_.isEmpty()) chips_[keys_.indexOf(chosen_)]->setChecked(true);
    arrange();
    if (gone) emit chosenChanged();
}

void CategoryChips::choose(const QString& key) {
    const qsizetype index = keys_.indexOf(key);
    if (index < 0) return;
    chips_[index]->setChecked(true);
    if (chosen_ == key) return;
    chosen_ = key;
    arrange();
    emit chosenChanged();
}

QList<QList<CategoryChip*>> CategoryChips::rowsOf(const QList<CategoryChip*>& chips) const {
    QList<QList<CategoryChip*>> rows;
    int used = 0;
    for (CategoryChip* chip : chips) {
        const int wanted = chip->sizeHint().width();
        if (rows.isEmpty() || used + chipGap + wanted > width()) {
            rows << QList<CategoryChip*>();
            used = wanted;
        } else {
            used += chipGap + wanted;
        }
        rows.last() << chip;
    }
    return rows;
}

int CategoryChips::foldedRows() const {
    return window()->height() < lowWindow ? 1 : 2;
}

QList<CategoryChip*> CategoryChips::folded() {
    if (more_ == nullptr) {
        more_ = new CategoryChip(theme_, {}, 0, this);
        more_->setObjectName("moreCategories");
        more_->setCheckable(false);
        connect(more_, &QAbstractButton::clicked, this, [this] { setUnfolded(!unfolded_); });
    }
    more_->setText(tr("More"));
    QList<CategoryChip*> shown;
    for (qsizetype free = chips_.size() - 1; free >= 0; --free) {
        shown.clear();
        qsizetype taken = 0;
        for (qsizetype i = 0; i < chips_.size(); ++i) {
            if (kept_[i] || keys_[i] == chosen_ || taken++ < free) shown << chips_[i];
        }
        more_->setCount(static_cast<int>(chips_.size() - shown.size()));
        shown << more_;
        if (rowsOf(shown).size() <= foldedRows()) break;
    }
    const auto folded = static_cast<int>(chips_.size() + 1 - shown.size());
    more_->setAccessibleName(folded == 1 ? tr("1 more category") : tr("%n more categories", nullptr, folded));
    return shown;
}

void CategoryChips::setUnfolded(bool unfolded) {
    unfolded_ = unfolded;
    arrange();
}

/// Fills row after row. A row's spare width goes to its chips.
void CategoryChips::arrange() {
    QList<CategoryChip*> shown = chips_;
    const bool tooMany = rowsOf(shown).size() > foldedRows();
    if (tooMany && !unfolded_) shown = folded();
    if (tooMany && unfolded_ && more_ != nullptr) {
        more_->setText(tr("Fewer"));
        more_->setAccessibleName(tr("Fewer categories"));
        more_->setCount(-1);
        shown << more_;
    }
    for (CategoryChip* chip : chips_)
        chip->setVisible(shown.contains(chip));
    if (more_ != nullptr) more_->setVisible(shown.contains(more_));
    int y = 0;
    for (const QList<CategoryChip*>& row : rowsOf(shown)) {
        const int count = static_cast<int>(row.size());
        int used = chipGap * (count - 1);
        for (const CategoryChip* chip : row)
            used += chip->sizeHint().width();
        const int spare = std::max(0, width() - used);
        int x = 0;
        for (int i = 0; i < count; ++i) {
            const int grown = row[i]->sizeHint().width() + spare * (i + 1) / count - spare * i / count;
            row[i]->setGeometry(x, y, std::min(grown, width()), chipHeight);
            x += grown + chipGap;
        }
        y += chipHeight + chipGap;
    }
    setFixedHeight(std::max(0, y - chipGap));
}

void CategoryChips::resizeEvent(QResizeEvent*) {
    arrange();
}

/// Arrow keys go from chip to chip in sight and choose.
void CategoryChips::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down ? 1
                   : event->key() == Qt::Key_Left || event->key() == Qt::Key_Up  ? -1
                                                                                 : 0;
    if (by == 0 || keys_.isEmpty()) return QWidget::keyPressEvent(event);
    qsizetype next = keys_.indexOf(chosen_);
    do {
        next = (next + by + keys_.size()) % keys_.size();
    } while (chips_[next]->isHidden());
    chips_[next]->setFocus(Qt::TabFocusReason);
    choose(keys_[next]);
}

}  // namespace burin::ui
