// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/library/library_cards.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr QSize shownSize(120, 74);
constexpr int nameHeight = 20;
constexpr int cardHeight = shownSize.height() + nameHeight;
constexpr int cardGap = 7;
constexpr int sideGap = 2;  // for the line around a card
constexpr int leastCell = shownSize.width() + 2 * sideGap;

QString tipOf(const LibraryEntry& entry) {
    QStringList lines{entry.name};
    if (entry.pattern != nullptr && !entry.pattern->shown.help.empty())
        lines << textOf(entry.pattern->shown.help);
    if (!entry.problem.isEmpty()) lines << LibraryCards::tr("It cannot be used: %1").arg(entry.problem);
    return lines.join('\n');
}

}  // namespace

/// Paints a card: the picture, and the name below it.
class LibraryCards::EntryDelegate : public QStyledItemDelegate {
  public:
    explicit EntryDelegate(LibraryCards& cards) : QStyledItemDelegate(&cards), cards_(cards) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return cards_.gridSize();
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const LibraryEntry& entry = cards_.entries_[index.row()];
        const Theme& theme = cards_.theme_;
        const QRect card = cards_.cardIn(option.rect);
        const bool open = cards_.isOpen(entry);
        const bool selected = option.state & QStyle::State_Selected;
        const bool focused = selected && cards_.hasFocus();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        if (open || selected || (option.state & QStyle::State_MouseOver)) {
            QPainterPath ground;
            ground.addRoundedRect(card, 4, 4);
            painter->fillPath(ground, theme.color(open || selected ? Role::selectedGround : Role::hover));
        }
        paintPicture(*painter, entry, QRect(card.topLeft(), shownSize));
        paintName(*painter, entry, {card.x() + 2, card.y() + shownSize.height(), nameRoom, nameHeight}, open);
        if (open || focused) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(theme.color(Role::accent), focused ? 2 : 1.5));
            painter->drawRoundedRect(QRectF(card).adjusted(-1, -1, 1, 1), 4, 4);
        }
        painter->restore();
    }

  private:
    void paintPicture(QPainter& painter, const LibraryEntry& entry, const QRect& place) const {
        const Theme& theme = cards_.theme_;
        painter.save();
        QPainterPath shape;
        shape.addRoundedRect(place, 3, 3);
        painter.setClipPath(shape);
        painter.fillRect(place, theme.color(Role::field));
        if (entry.picture.isNull()) {
            const bool broken = !entry.problem.isEmpty();
            const QPixmap icon =
                theme.pixmap(broken ? "warning" : "broken-image", 24, broken ? Role::warning : Role::quiet,
                             painter.device()->devicePixelRatioF());
            painter.drawPixmap(place.center() - QPoint(12, 12), icon);
        } else {
            painter.drawImage(place, entry.picture);
        }
        painter.restore();
    }

    void paintName(QPainter& painter, const LibraryEntry& entry, QRect place, bool open) const {
        const Theme& theme = cards_.theme_;
        if (open) {
            const QString word = LibraryCards::tr("open");
            painter.setFont(theme.font(11));
            painter.setPen(theme.color(Role::accent));
            painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, word);
            place.setRight(place.right() - painter.fontMetrics().horizontalAdvance(word) - 4);
        }
        painter.setFont(theme.font(12, open ? 600 : 400));
        painter.setPen(theme.color(entry.problem.isEmpty() ? Role::text : Role::quiet));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(entry.name, Qt::ElideRight, place.width()));
    }

    LibraryCards& cards_;
};

LibraryCards::LibraryCards(const Theme& theme, QWidget* parent) : QListView(parent), theme_(theme) {
    setObjectName("libraryCards");
    setAccessibleName(tr("Patterns"));
    setViewMode(QListView::IconMode);
    setResizeMode(QListView::Adjust);
    setMovement(QListView::Static);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // so that columns never change while it scrolls
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setModel(&model_);
    setItemDelegate(new EntryDelegate(*this));
    setContextMenuPolicy(Qt::CustomContextMenu);
    QScrollBar* const bar = verticalScrollBar();
    bar->setEnabled(false);  // without a handle while there is nothing to scroll
    connect(bar, &QScrollBar::rangeChanged, bar, [bar](int low, int high) { bar->setEnabled(high > low); });
    connect(bar, &QScrollBar::actionTriggered, this, [this] { kept_ = false; });
    connect(this, &QListView::doubleClicked, this, &LibraryCards::chosen);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void LibraryCards::setEntries(const QList<LibraryEntry>& entries) {
    const QString before = current() == nullptr ? QString() : current()->file;
    model_.clear();
    entries_ = entries;
    int row = 0;
    for (int i = 0; i < entries_.size(); ++i) {
        auto* item = new QStandardItem(entries_[i].name);
        item->setEditable(false);
        item->setToolTip(tipOf(entries_[i]));
        item->setData(tipOf(entries_[i]), Qt::AccessibleDescriptionRole);
        model_.appendRow(item);
        if (entries_[i].file == before) row = i;
    }
    if (!entries_.isEmpty()) setCurrentIndex(model_.index(row, 0));
    if (!awaited_.isEmpty()) choose(awaited_);
    emit currentEntryChanged();
}

void LibraryCards::choose(const QString& file) {
    awaited_ = file;
    for (int i = 0; i < entries_.size(); ++i) {
        if (entries_[i].file != file) continue;
        awaited_.clear();
        setCurrentIndex(model_.index(i, 0));
        kept_ = true;
        keepInSight();
    }
}

/// The cards get their last places only after the panel was shown and has got its size.
void LibraryCards::keepInSight() {
    if (!kept_ || !isVisible()) return;
    executeDelayedItemsLayout();
    scrollTo(currentIndex());
}

const LibraryEntry* LibraryCards::current() const {
    const int row = currentIndex().row();
    return row < 0 || row >= entries_.size() ? nullptr : &entries_[row];
}

QRect LibraryCards::cardIn(const QRect& cell) const {
    const int width = gridSize().width();
    const int column = cell.x() / width;
    const int gaps = std::max(1, viewport()->width() / width - 1);
    const int left = cell.x() + sideGap + (width - leastCell) * column / gaps;
    return {left, cell.y(), shownSize.width(), cardHeight};
}

void LibraryCards::markOpen(const QStringList& files) {
    if (files == open_) return;
    open_ = files;
    viewport()->update();
}

void LibraryCards::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QListView::currentChanged(current, previous);
    emit currentEntryChanged();
}

void LibraryCards::keyPressEvent(QKeyEvent* event) {
    kept_ = false;
    if (event->key() == Qt::Key_Escape && dragging_ != nullptr) {
        endDrag();
        emit dragCancelled();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        emit chosen();
    } else {
        QListView::keyPressEvent(event);
    }
}

void LibraryCards::mousePressEvent(QMouseEvent* event) {
    kept_ = false;
    pressed_ = event->pos();
    QListView::mousePressEvent(event);
}

void LibraryCards::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) return QListView::mouseMoveEvent(event);
    if (dragging_ == nullptr) {
        const bool far = (event->pos() - pressed_).manhattanLength() >= QApplication::startDragDistance();
        const QModelIndex index = indexAt(pressed_);
        if (!far || !index.isValid() || entries_[index.row()].pattern == nullptr) return;
        dragging_ = entries_[index.row()].pattern;
        viewport()->setCursor(Qt::DragCopyCursor);
    }
    emit dragged(dragging_, event->globalPosition().toPoint());
}

void LibraryCards::mouseReleaseEvent(QMouseEvent* event) {
    if (dragging_ == nullptr) return QListView::mouseReleaseEvent(event);
    const std::shared_ptr<const Pattern> pattern = dragging_;
    endDrag();
    emit dropped(pattern, event->globalPosition().toPoint());
}

void LibraryCards::endDrag() {
    dragging_ = nullptr;
    viewport()->unsetCursor();
}

/// Shows as many columns as fit, over the whole width.
void LibraryCards::resizeEvent(QResizeEvent* event) {
    const int width = viewport()->width() - 1;
    setGridSize({width / std::max(1, width / leastCell), cardHeight + cardGap});
    QListView::resizeEvent(event);
    keepInSight();
}

void LibraryCards::showEvent(QShowEvent* event) {
    QListView::showEvent(event);
    keepInSight();
}

void LibraryCards::wheelEvent(QWheelEvent* event) {
    kept_ = false;
    QListView::wheelEvent(event);
}

}  // namespace burin::ui
