// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/folding_row.hpp"

#include <algorithm>

namespace burin::ui {

void FoldingRow::setSpacings(int row, int column) {
    spacings_ = {row, column};
    setSpacing(direction() == LeftToRight ? row : column);
}

QSize FoldingRow::minimumSize() const {
    return {leastWidth(TopToBottom), QBoxLayout::minimumSize().height()};
}

void FoldingRow::setGeometry(const QRect& place) {
    const Direction fitting = place.width() >= leastWidth(LeftToRight) ? LeftToRight : TopToBottom;
    if (direction() != fitting) {
        setDirection(fitting);
        if (spacings_) setSpacing(fitting == LeftToRight ? spacings_->width() : spacings_->height());
        update();  // the height has changed
    }
    QBoxLayout::setGeometry(place);
}

int FoldingRow::leastWidth(Direction direction) const {
    const int between = spacings_ ? spacings_->width() : spacing();
    int widest = 0;
    int all = 0;
    for (int i = 0; i < count(); ++i) {
        const QLayoutItem& part = *itemAt(i);
        if (part.isEmpty()) continue;
        const int width = part.minimumSize().width();
        widest = std::max(widest, width);
        all += width + (all > 0 ? between : 0);
    }
    const QMargins around = contentsMargins();
    return around.left() + around.right() + (direction == LeftToRight ? all : widest);
}

}  // namespace burin::ui
