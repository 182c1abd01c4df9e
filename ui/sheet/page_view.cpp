// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/page_view.hpp"

#include "ui/theme/theme.hpp"

#include <QPaintEvent>
#include <QPainter>

#include <cmath>
#include <utility>

namespace burin::ui {

namespace {
constexpr int pageGap = 16;
}

PageView::PageView(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("sheet.pages");
    setAccessibleName(tr("Pages of the job sheet"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void PageView::setPages(std::shared_ptr<const SheetPages> pages) {
    pages_ = std::move(pages);
    drawn_.clear();
    updateGeometry();
    update();
}

int PageView::heightForWidth(int width) const {
    if (!pages_) return 0;
    const double page = std::ceil(width / pages_->size().width() * pages_->size().height());
    return pages_->count() * static_cast<int>(page) + (pages_->count() - 1) * pageGap;
}

QRectF PageView::pageOn(int page) const {
    const double high = std::ceil(width() / pages_->size().width() * pages_->size().height());
    return {0, page * (high + pageGap), static_cast<double>(width()), high};
}

void PageView::paintEvent(QPaintEvent* event) {
    if (!pages_) return;
    QPainter painter(this);
    const qreal ratio = devicePixelRatioF();
    drawn_.resize(pages_->count());
    for (int page = 0; page < pages_->count(); ++page) {
        const QRectF place = pageOn(page);
        if (!place.intersects(event->rect())) continue;
        const QSize size = (place.size() * ratio).toSize();
        QImage& image = drawn_[page];
        if (image.size() != size) {
            image = QImage(size, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter on(&image);
            const qreal scale = size.width() / pages_->size().width();
            on.scale(scale, scale);
            pages_->paint(on, page);
        }
        painter.drawImage(place, image);
        painter.setPen(theme_.color(Role::line));
        painter.setRenderHint(QPainter::Antialiasing);  // otherwise, paper is seen outside of it at 200 %
        painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

}  // namespace burin::ui
