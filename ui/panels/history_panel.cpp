// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/history_panel.hpp"

#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"

#include <QItemSelectionModel>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QUndoView>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int stepHeight = 28;
constexpr int stepPadding = 12;

/// Draws undone steps in a quiet colour, and marks the current step.
class HistoryDelegate : public QStyledItemDelegate {
  public:
    HistoryDelegate(const Theme& theme, const QUndoStack& stack, QObject* parent)
        : QStyledItemDelegate(parent), theme_(theme), stack_(stack) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {100, stepHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool here = index.row() == stack_.index();
        const bool undone = index.row() > stack_.index();
        const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
        if (here || hovered)
            painter->fillRect(option.rect, theme_.color(here ? Role::selectedGround : Role::hover));
        QRect words = option.rect.adjusted(stepPadding, 0, -stepPadding, 0);
        painter->setFont(theme_.font(12, here ? 500 : 400));
        if (index.row() == stack_.cleanIndex()) {
            const QString saved = tr("saved");
            painter->setPen(theme_.color(Role::quiet));
            painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter, saved);
            words.setRight(words.right() - painter->fontMetrics().horizontalAdvance(saved) - stepPadding);
        }
        painter->setPen(theme_.color(undone ? Role::quiet : Role::text));
        const QString text = index.data().toString();
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                          cutText(text, painter->fontMetrics(), words.width()));
        if (!option.state.testFlag(QStyle::State_HasFocus)) return;
        painter->setPen(QPen(theme_.color(Role::accent), 2));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }

  private:
    const Theme& theme_;
    const QUndoStack& stack_;
};

}  // namespace

HistoryPanel::HistoryPanel(Workbench workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      view_(new QUndoView(&workbench.document.history(), this)),
      nothing_(new QLabel(tr("No changes yet."), this)) {
    setObjectName("historyPanel");
    setWindowTitle(tr("History"));
    setFocusPolicy(Qt::ClickFocus);
    view_->setObjectName("history");
    view_->setEmptyLabel(tr("As opened"));
    view_->setItemDelegate(new HistoryDelegate(workbench.theme, workbench.document.history(), this));
    view_->setFrameShape(QFrame::NoFrame);
    view_->setMouseTracking(true);
    // With its own selection model, the view would select all steps on the way, and each of them would be
    // loaded and drawn.
    view_->setSelectionModel(new QItemSelectionModel(view_->model(), view_));
    connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, &HistoryPanel::goTo);
    nothing_->setProperty("quiet", true);
    nothing_->setAlignment(Qt::AlignCenter);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(view_);
    all->addWidget(nothing_);
    connect(&workbench_.document.history(), &QUndoStack::indexChanged, this, &HistoryPanel::refresh);
    connect(&workbench_.document.history(), &QUndoStack::cleanChanged, this, &HistoryPanel::refresh);
    connect(&workbench_.theme, &Theme::changed, this, &HistoryPanel::refresh);
    refresh();
}

void HistoryPanel::goTo(const QModelIndex& row) {
    if (!row.isValid() || row.row() == workbench_.document.history().index()) return;
    workbench_.document.goTo(row.row());
    refresh();  // the user may have stopped it
}

void HistoryPanel::refresh() {
    const bool any = workbench_.document.history().count() > 0;
    view_->setCurrentIndex(view_->model()->index(workbench_.document.history().index(), 0));
    view_->setVisible(any);
    nothing_->setVisible(!any);
    view_->viewport()->update();
}

void HistoryPanel::focusInEvent(QFocusEvent*) {
    if (view_->isVisible()) view_->setFocus();
}

}  // namespace burin::ui
