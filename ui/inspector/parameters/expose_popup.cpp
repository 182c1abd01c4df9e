// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/parameters/expose_popup.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr QSize popupSize(336, 376);
constexpr int valueRole = Qt::UserRole + 1;
constexpr int placeRole = Qt::UserRole + 2;

/// Paints the value at the right of its row.
class ValueDelegate : public QStyledItemDelegate {
  public:
    ValueDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const QFont font = theme_.numbers(11);
        const int name = option.fontMetrics.horizontalAdvance(index.data().toString()) + 24;
        const QRect room = option.rect.adjusted(name, 0, -8, 0);
        painter->setFont(font);
        painter->setPen(theme_.color(Role::quiet));
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                          cutText(index.data(valueRole).toString(), QFontMetrics(font), room.width()));
    }

  private:
    const Theme& theme_;
};

bool matches(const Exposure& exposure, const QStringList& words) {
    const QString text = exposure.node + ' ' + exposure.title;
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

ExposePopup::ExposePopup(const Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      theme_(theme),
      search_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      nothing_(new QLabel(this)) {
    setObjectName("exposePopup");
    setFrameShape(QFrame::StyledPanel);
    search_->setObjectName("exposeSearch");
    search_->setPlaceholderText(tr("Search values of the group's nodes"));
    search_->installEventFilter(this);
    list_->setObjectName("exposeList");
    list_->setAccessibleName(tr("Values that can become parameters"));
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setMouseTracking(true);
    list_->setItemDelegate(new ValueDelegate(theme_, list_));
    nothing_->setObjectName("exposeNothing");
    nothing_->setProperty("quiet", true);
    nothing_->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    column->addWidget(search_);
    column->addWidget(nothing_);
    column->addWidget(list_, 1);
    connect(search_, &QLineEdit::textChanged, this, &ExposePopup::fill);
    connect(list_, &QListWidget::itemEntered, list_,
            qOverload<QListWidgetItem*>(&QListWidget::setCurrentItem));
    connect(list_, &QListWidget::itemClicked, this, &ExposePopup::take);
}

void ExposePopup::open(QList<Exposure> exposures, const QString& node, QPoint global) {
    exposures_ = std::move(exposures);
    std::stable_partition(exposures_.begin(), exposures_.end(),
                          [&](const Exposure& exposure) { return exposure.node == node; });
    search_->clear();
    fill();
    const QRect room = screen()->availableGeometry();
    const QRect wanted(global - QPoint(0, popupSize.height()), popupSize);
    move(std::clamp(wanted.left(), room.left(), std::max(room.left(), room.right() - wanted.width())),
         std::max(room.top(), wanted.top()));
    resize(popupSize);
    show();
    search_->setFocus();
}

void ExposePopup::fill() {
    const QStringList words = search_->text().split(' ', Qt::SkipEmptyParts);
    list_->clear();
    for (qsizetype i = 0; i < exposures_.size(); ++i) {
        const Exposure& exposure = exposures_[i];
        if (!matches(exposure, words)) continue;
        auto* item =
            new QListWidgetItem(QString::fromUtf8("%1 \u00B7 %2").arg(exposure.node, exposure.title));
        item->setData(valueRole, exposure.value);
        item->setData(placeRole, static_cast<int>(i));
        list_->addItem(item);
    }
    list_->setCurrentRow(list_->count() > 0 ? 0 : -1);
    nothing_->setText(exposures_.isEmpty() ? tr("No value of the group's nodes can become a parameter.")
                                           : tr("No value contains these words."));
    nothing_->setVisible(list_->count() == 0);
}

void ExposePopup::take() {
    const QListWidgetItem* item = list_->currentItem();
    if (item == nullptr) return;
    const Exposure exposure = exposures_[item->data(placeRole).toInt()];
    hide();
    emit chosen(exposure);
}

/// Typing goes to the search and the arrow keys to the list; no shortcut acts meanwhile.
bool ExposePopup::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            take();
            return true;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QCoreApplication::sendEvent(list_, event);
            return true;
        default:
            return QFrame::eventFilter(watched, event);
    }
}

}  // namespace burin::ui
