// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/adding/add_popup.hpp"

#include "ui/graph/adding/kind_search.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/text.hpp"

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

constexpr int popupWidth = 288;
constexpr int popupHeight = 376;
constexpr int originRole = Qt::UserRole + 1;

/// Paints the origin of a pattern at the right of its row.
class RowDelegate : public QStyledItemDelegate {
  public:
    RowDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const QString origin = index.data(originRole).toString();
        if (origin.isEmpty()) return;
        const QFont font = theme_.font(11);
        const int name = option.fontMetrics.horizontalAdvance(index.data().toString()) + 48;
        const QRect room = option.rect.adjusted(name, 0, -8, 0);
        painter->setFont(font);
        painter->setPen(theme_.color(Role::quiet));
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                          cutText(origin, QFontMetricsF(font), room.width()));
    }

  private:
    const Theme& theme_;
};

}  // namespace

AddPopup::AddPopup(const Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      theme_(theme),
      search_(new QLineEdit),
      list_(new QListWidget),
      help_(new QLabel) {
    setObjectName("addPopup");
    setFrameShape(QFrame::StyledPanel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    search_->setObjectName("addSearch");
    search_->setPlaceholderText(tr("Search nodes"));
    search_->installEventFilter(this);
    list_->setObjectName("addList");
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setIconSize({16, 16});
    list_->setUniformItemSizes(true);  // all are listed anew after each key
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setMouseTracking(true);
    list_->setItemDelegate(new RowDelegate(theme_, list_));
    help_->setObjectName("addHelp");
    help_->setProperty("quiet", true);
    help_->setWordWrap(true);
    help_->setAlignment(Qt::AlignTop);
    help_->setFixedHeight(64);
    layout->addWidget(search_);
    layout->addWidget(list_, 1);
    layout->addWidget(help_);
    connect(search_, &QLineEdit::textChanged, this, &AddPopup::fill);
    connect(list_, &QListWidget::currentRowChanged, this, &AddPopup::describe);
    connect(list_, &QListWidget::itemEntered, list_,
            qOverload<QListWidgetItem*>(&QListWidget::setCurrentItem));
    connect(list_, &QListWidget::itemClicked, this, &AddPopup::take);
}

void AddPopup::open(std::vector<const KindDescription*> kinds, std::vector<const KindDescription*> all,
                    QPoint global) {
    kinds_ = std::move(kinds);
    all_ = std::move(all);
    search_->clear();
    help_->setFont(theme_.font(11));
    fill({});
    const QRect room = screen()->availableGeometry();
    move(std::clamp(global.x(), room.left(), std::max(room.left(), room.right() - popupWidth)),
         std::clamp(global.y(), room.top(), std::max(room.top(), room.bottom() - popupHeight)));
    resize(popupWidth, popupHeight);
    show();
    // Only whole rows are shown.
    if (const int row = list_->sizeHintForRow(0); row > 0)
        resize(popupWidth, popupHeight - list_->viewport()->height() % row);
    search_->setFocus();
}

void AddPopup::fill(const QString& words) {
    found_ = searchKinds(kinds_, words);
    list_->clear();
    for (const KindDescription* kind : found_) {
        const bool pattern = isPattern(*kind);
        QIcon icon = pictures_ ? pictures_(*kind) : QIcon();
        if (icon.isNull())
            icon = theme_.icon(Theme::kindIcon(kind->name), pattern ? Role::accent : Role::secondary);
        auto* item = new QListWidgetItem(icon, textOf(kind->title));
        if (pattern && origin_) item->setData(originRole, origin_(*kind));
        item->setData(Qt::UserRole, textOf(kind->name));
        list_->addItem(item);
    }
    list_->setCurrentRow(found_.empty() ? -1 : 0);
    describe();
}

void AddPopup::describe() {
    const int row = list_->currentRow();
    if (row < 0 || row >= static_cast<int>(found_.size()))
        return help_->setText(nothingFound(all_, search_->text()));
    const KindDescription& kind = *found_[static_cast<std::size_t>(row)];
    const QString fate = fate_ ? fate_(kind) : QString();
    help_->setText(fate.isEmpty() ? textOf(kind.help) : textOf(kind.help) + '\n' + fate);
}

void AddPopup::take() {
    const int row = list_->currentRow();
    if (row < 0 || row >= static_cast<int>(found_.size())) return;
    const KindDescription* kind = found_[static_cast<std::size_t>(row)];
    hide();
    emit chosen(kind);
}

/// The kinds may be destroyed before the popup is opened again, and its search may keep the focus until then.
void AddPopup::hideEvent(QHideEvent* event) {
    kinds_.clear();
    all_.clear();
    found_.clear();
    QFrame::hideEvent(event);
}

/// Typing goes to the search and the arrow keys to the list; no key of the graph acts meanwhile.
bool AddPopup::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int last = list_->count() - 1;
    int row = list_->currentRow();
    if (key == Qt::Key_Down || key == Qt::Key_Tab) {
        row = row == last ? 0 : row + 1;
    } else if (key == Qt::Key_Up || key == Qt::Key_Backtab) {
        row = row <= 0 ? last : row - 1;
    } else if (key == Qt::Key_PageDown) {
        row = std::min(last, row + 6);
    } else if (key == Qt::Key_PageUp) {
        row = std::max(0, row - 6);
    } else if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        take();
        return true;
    } else {
        return QFrame::eventFilter(watched, event);
    }
    list_->setCurrentRow(row);
    return true;
}

}  // namespace burin::ui
