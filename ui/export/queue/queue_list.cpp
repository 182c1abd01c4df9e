// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/queue_list.hpp"

#include "ui/export/queue/job_words.hpp"
#include "ui/export/queue/show_in_folder.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/quantities.hpp"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPersistentModelIndex>
#include <QPointer>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int jobHeight = 28;
constexpr int jobPadding = 16;
constexpr int jobGap = 12;

QString rightWords(const ExportJob& job) {
    const bool begun =
        job.active() || job.state() == ExportJob::State::stopped || job.state() == ExportJob::State::failed;
    return begun && job.progress().totalSamples > 0 ? percentText(job.share()) : lookOf(job).word.toLower();
}

/// The texts in the cells of a row.
struct QueueCells {
    QString icon;
    Role iconRole;
    QString title;
    bool bold;
    QString target;
    QString size;
    QString state;
    Role stateRole;
    QString time;
};

QueueCells cellsOf(const ExportJob& job) {
    const StateLook look = lookOf(job);
    const bool well = job.state() == ExportJob::State::running && look.role == Role::good;
    return {.icon = look.icon,
            .iconRole = well ? Role::accent : look.role,
            .title = job.order().title,
            .bold = job.active(),
            .target = job.order().targetName(),
            .size = sizeText(job.order().region, job.order().design->pixelUm),
            .state = rightWords(job),
            .stateRole = job.state() == ExportJob::State::failed ? Role::error : Role::text,
            .time = timeWords(job)};
}

QueueCells cellsOf(const BatchEntry& batch) {
    return {.icon = batch.look.icon,
            .iconRole = batch.look.role,
            .title = batch.title,
            .bold = batch.job != nullptr,
            .target = batch.target,
            .size = batch.size,
            .state = batch.look.word,
            .stateRole = Role::text,
            .time = batch.time};
}

class QueueDelegate : public QStyledItemDelegate {
  public:
    /// \param marksBatches  whether rows of batches have the background of a selection
    QueueDelegate(const Theme& theme, const QueueModel& model, bool marksBatches, QObject* parent)
        : QStyledItemDelegate(parent), theme_(theme), model_(model), marksBatches_(marksBatches) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {360, jobHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const BatchEntry* const batch = model_.batch(index);
        const ExportJob* const job = model_.job(index);
        if (batch == nullptr && job == nullptr) return;
        const QRect r = option.rect;
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const bool marked = marksBatches_ && batch != nullptr;
        if (selected || marked) {
            painter->fillRect(r, theme_.color(Role::selectedGround));
        } else if (option.state.testFlag(QStyle::State_MouseOver)) {
            painter->fillRect(r, theme_.color(Role::hover));
        }
        QueueCells cells = batch != nullptr ? cellsOf(*batch) : cellsOf(*job);
        cells.bold = cells.bold || marked;
        paintCells(*painter, r, cells);
        if (selected && option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(theme_.color(Role::accent), 2));
            painter->drawRect(r.adjusted(1, 1, -1, -1));
        }
    }

  private:
    void paintCells(QPainter& painter, const QRect& r, const QueueCells& cells) const {
        const qreal ratio = painter.device()->devicePixelRatioF();
        const int middle = r.top() + (r.height() - 16) / 2;
        painter.drawPixmap(r.left() + jobPadding, middle,
                           theme_.pixmap(cells.icon, 16, cells.iconRole, ratio));
        // Columns are shares of the width, so that they line up in the dialog and in the panel.
        const auto column = [&r](double part) { return r.left() + static_cast<int>(part * r.width()); };
        const int title = r.left() + jobPadding + 16 + 10;
        const int arrow = std::max(title + 80, column(0.2));
        nameCell(painter, {title, r.top(), arrow - title - jobGap, r.height()}, cells.title,
                 theme_.font(13, cells.bold ? 600 : 400), Role::text);
        paintArrow(painter, QPointF(arrow + 8, r.center().y() + 0.5));
        const int target = arrow + 24;
        const int size = column(0.46);
        nameCell(painter, {target, r.top(), size - target - jobGap, r.height()}, cells.target,
                 theme_.font(13), Role::secondary);
        const int state = column(0.66);
        cell(painter, {size, r.top(), state - size - jobGap, r.height()}, cells.size, theme_.numbers(12),
             Role::secondary);
        // A long state gets the room that the time leaves.
        const QFont timeFont = theme_.font(12);
        const auto timeWidth =
            static_cast<int>(std::ceil(QFontMetricsF(QFontMetrics(timeFont)).horizontalAdvance(cells.time)));
        const int time = std::max(column(0.81), r.right() - jobPadding - timeWidth);
        cell(painter, {state, r.top(), time - state - jobGap, r.height()}, cells.state, theme_.numbers(12),
             cells.stateRole);
        cell(painter, {time, r.top(), r.right() - jobPadding - time, r.height()}, cells.time, timeFont,
             Role::secondary, Qt::AlignRight);
    }

    void paintArrow(QPainter& painter, QPointF at) const {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme_.color(Role::quiet), 1.2));
        const QPointF arrow[] = {at + QPointF(-2, -4), at + QPointF(2, 0), at + QPointF(-2, 4)};
        painter.drawPolyline(arrow, 3);
        painter.restore();
    }

    void cell(QPainter& painter, const QRect& r, const QString& text, const QFont& font, Role role,
              Qt::Alignment side = Qt::AlignLeft) const {
        painter.setFont(font);
        painter.setPen(theme_.color(role));
        painter.drawText(r, static_cast<int>(side | Qt::AlignVCenter),
                         cutText(text, QFontMetrics(font), r.width()));
    }

    /// A long name is cut in the middle: its beginning and end tell it from others.
    void nameCell(QPainter& painter, const QRect& r, const QString& name, const QFont& font,
                  Role role) const {
        cell(painter, r, QFontMetrics(font).elidedText(name, Qt::ElideMiddle, r.width()), font, role);
    }

    const Theme& theme_;
    const QueueModel& model_;
    const bool marksBatches_;
};

}  // namespace

QueueList::QueueList(const Theme& theme, ExportQueue& queue, QWidget* parent)
    : QListView(parent), theme_(theme), queue_(queue), model_(new QueueModel(queue, this)) {
    setObjectName("export.queue.list");
    setEmptyText(tr("The queue is empty. Press Ctrl+E to write the surface to a file or a machine."));
    setModel(model_);
    setItemDelegate(new QueueDelegate(theme, *model_, false, this));
    setMouseTracking(true);
    setUniformItemSizes(true);
    setDragDropMode(QAbstractItemView::InternalMove);
    setDefaultDropAction(Qt::MoveAction);
    setAccessibleName(tr("Export queue"));
    connect(&theme, &Theme::changed, viewport(), [this] { viewport()->update(); });
    connect(this, &QListView::activated, this, &QueueList::openRow);
}

void QueueList::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    viewport()->update();
}

void QueueList::markBatches() {
    setItemDelegate(new QueueDelegate(theme_, *model_, true, this));
}

void QueueList::openRow(const QModelIndex& index) {
    if (ExportJob* const job = model_->job(index)) return emit opened(job);
    if (model_->batch(index) != nullptr) emit batchOpened();
}

ExportJob* QueueList::current() const {
    return model_->job(currentIndex());
}

void QueueList::setCurrent(ExportJob* job) {
    const int row = queue_.indexOf(job);
    if (row >= 0) setCurrentIndex(model_->index(row));
}

/// The base class paints changed rows only after a delayed layout. The share of a row must not be older than
/// the share beside it, so the rows are painted together with the other parts.
void QueueList::dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
    QListView::dataChanged(first, last, roles);
    viewport()->update();
}

void QueueList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QListView::currentChanged(current, previous);
    emit currentJobChanged();
}

void QueueList::moveCurrent(int by) {
    const int row = currentIndex().row();
    queue_.move(row, std::clamp(row + by, 0, queue_.count() - 1));
}

void QueueList::keyPressEvent(QKeyEvent* event) {
    const bool alt = event->modifiers().testFlag(Qt::AltModifier);
    const BatchEntry* const batch = model_->batch(currentIndex());
    if (current() != nullptr && event->key() == Qt::Key_Delete) {
        queue_.remove(current());
    } else if (batch != nullptr && batch->ended && event->key() == Qt::Key_Delete) {
        queue_.dismissBatch(BatchEntry(*batch));
    } else if (current() != nullptr && alt && event->key() == Qt::Key_Up) {
        moveCurrent(-1);
    } else if (current() != nullptr && alt && event->key() == Qt::Key_Down) {
        moveCurrent(1);
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        openRow(currentIndex());
    } else {
        QListView::keyPressEvent(event);
    }
}

void QueueList::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex index =
        event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
    if (model_->batch(index) == nullptr && model_->job(index) == nullptr) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [menu](const QString& text, auto act) { menu->addAction(text, act); };
    add(tr("Show"), [this, shown = QPersistentModelIndex(index)] { openRow(shown); });
    ExportJob* const job = model_->job(index);
    if (job == nullptr) {
        const BatchEntry batch = *model_->batch(index);
        if (batch.ended) add(tr("Remove from the list"), [this, batch] { queue_.dismissBatch(batch); });
        menu->popup(event->globalPos());
        return;
    }
    // Batches remove jobs while the menu is open.
    const auto addFor = [&add, kept = QPointer<ExportJob>(job)](const QString& text, auto act) {
        add(text, [kept, act] {
            if (kept != nullptr) act(kept.data());
        });
    };
    const auto moved = [this](int by) {
        return [this, by](ExportJob* one) {
            if (const int row = queue_.indexOf(one); row >= 0) queue_.move(row, row + by);
        };
    };
    const ExportJob::State state = job->state();
    if (state == ExportJob::State::running) addFor(tr("Pause"), [](ExportJob* one) { one->pause(); });
    if (state == ExportJob::State::paused) addFor(tr("Continue"), [](ExportJob* one) { one->goOn(); });
    if (job->active()) addFor(tr("Stop…"), [this](ExportJob* one) { emit stopWanted(one); });
    if (state == ExportJob::State::stopped || state == ExportJob::State::failed) {
        addFor(job->resumable() ? tr("Resume") : tr("Start again"),
               [this](ExportJob* one) { emit resumeWanted(one); });
    }
    const int row = queue_.indexOf(job);
    menu->addSeparator();
    if (row > 0) addFor(tr("Move up"), moved(-1));
    if (row + 1 < queue_.count()) addFor(tr("Move down"), moved(1));
    if (!job->order().machine)
        addFor(tr("Show in folder"), [](ExportJob* one) { showInFolder(one->order().file()); });
    if (!job->active()) addFor(tr("Remove from the list"), [this](ExportJob* one) { queue_.remove(one); });
    menu->popup(event->globalPos());
}

void QueueList::paintEvent(QPaintEvent* event) {
    QListView::paintEvent(event);
    if (model_->rowCount() > 0) return;
    QPainter painter(viewport());
    painter.setFont(theme_.font(13));
    painter.setPen(theme_.color(Role::quiet));
    painter.drawText(viewport()->rect().adjusted(jobPadding, 0, -jobPadding, 0), Qt::AlignCenter, emptyText_);
}

}  // namespace burin::ui
