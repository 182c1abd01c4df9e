// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/export_dialog.hpp"

#include "ui/export/dialog/export_outlook.hpp"
#include "ui/export/dialog/export_summary.hpp"
#include "ui/export/queue/job_view.hpp"
#include "ui/export/queue/job_words.hpp"
#include "ui/export/queue/queue_list.hpp"
#include "ui/export/queue/stop_question.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QVBoxLayout>

namespace burin::ui {

ExportDialog::ExportDialog(Workbench workbench, ExportQueue& queue, MachineBook& book,
                           PreflightRun& preflight, QWidget* parent)
    : QDialog(parent), workbench_(workbench), queue_(queue) {
    setObjectName("export.dialog");
    setWindowTitle(tr("Export"));
    setModal(false);
    resize(firstSize({976, 704}, screen()->availableSize()));
    scroll_ = dialogScroll(this);
    QWidget* const content = scroll_->widget();
    form_ = new ExportForm(workbench, queue, book, preflight, content);
    view_ = new JobView(workbench.theme, content);
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(form_, 1);
    column->addWidget(view_, 1);
    column->addWidget(makeQueue());
    box->addWidget(scroll_, 1);
    summary_ = new ExportSummary(workbench.theme, form_->outlook(), this);
    summary_->setObjectName("export.summary");
    summary_->hide();
    box->addWidget(summary_);
    box->addWidget(makeFoot());
    scroll_->installEventFilter(this);
    content->installEventFilter(this);

    connect(form_, &ExportForm::orderChanged, this, &ExportDialog::forgetEnter);
    connect(form_, &ExportForm::readyChanged, this, &ExportDialog::startIfReady);
    connect(view_, &JobView::stopWanted, this, &ExportDialog::askToStop);
    connect(view_, &JobView::resumeWanted, this, &ExportDialog::resume);
    connect(view_, &JobView::removeWanted, this, [this](ExportJob* job) {
        showForm();
        queue_.remove(job);
    });
    connect(view_, &JobView::ended, this, &ExportDialog::jobEnded);
    connect(&queue_, &ExportQueue::activeChanged, this, &ExportDialog::updateFoot);
    connect(&queue_, &ExportQueue::aboutToRemove, this, [this](int index) {
        if (view_->job() == queue_.job(index)) showForm();
    });
    connect(&workbench.theme, &Theme::changed, this, &ExportDialog::dress);
    dress();
    showForm();
}

/// Sets the icons in the theme's colours.
void ExportDialog::dress() {
    add_->setIcon(workbench_.theme.icon("plus", Role::accent));
    updateFoot();
}

QWidget* ExportDialog::makeQueue() {
    auto* const part = new QFrame(form_->parentWidget());
    part->setProperty("look", "strip");
    auto* const box = new QVBoxLayout(part);
    box->setContentsMargins(0, 4, 0, 4);
    box->setSpacing(0);
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(16, 0, 16, 0);
    auto* const title = new QLabel(tr("Queue"), part);
    title->setFont(workbench_.theme.font(13, 600));
    title->setMinimumHeight(28);  // of the button, which comes and goes
    add_ = dialogButton("export.add", tr("Add an export"), part);
    add_->setProperty("link", true);
    connect(add_, &QPushButton::clicked, this, &ExportDialog::showForm);
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(add_);
    box->addLayout(head);
    constexpr int rowsShown = 3;
    list_ = new QueueList(workbench_.theme, queue_, part);
    list_->setEmptyText(tr("No exports yet."));
    list_->setFixedHeight(rowsShown * 28 + 2);
    connect(list_, &QueueList::currentJobChanged, this, [this] {
        if (list_->current() != nullptr) showJob(list_->current());
    });
    connect(list_, &QueueList::pressed, this, [this] {
        if (list_->current() != nullptr) showJob(list_->current());
    });
    connect(list_, &QueueList::opened, this, &ExportDialog::showJob);
    connect(list_, &QueueList::stopWanted, this, &ExportDialog::askToStop);
    connect(list_, &QueueList::resumeWanted, this, &ExportDialog::resume);
    box->addWidget(list_);
    return part;
}

QWidget* ExportDialog::makeFoot() {
    QHBoxLayout* const row = dialogFoot(this);
    QWidget* const foot = row->parentWidget();
    info_ = new QLabel(foot);
    words_ = new CutLabel(workbench_.theme, {}, foot);
    words_->setObjectName("export.words");
    words_->setFont(workbench_.theme.font(12));
    words_->setTwoLines();
    copy_ = dialogButton("export.copy", tr("Copy report"), foot);
    start_ = dialogButton("export.start", tr("Export"), foot);
    close_ = dialogButton("export.close", tr("Close"), foot);
    connect(copy_, &QPushButton::clicked, this, &ExportDialog::copyReport);
    connect(start_, &QPushButton::clicked, this, &ExportDialog::start);
    connect(close_, &QPushButton::clicked, this, &QDialog::close);
    row->addWidget(info_);
    row->addWidget(words_, 1);
    for (QPushButton* const one : {copy_, start_, close_})
        row->addWidget(one);
    return foot;
}

/// Shows the form or the job. The size of the other one does not matter, so they are not in a QStackedWidget.
void ExportDialog::showPage(bool form) {
    const bool atQueue = focusWidget() == list_;
    form_->setVisible(form);
    view_->setVisible(!form);
    // The focus of the hidden page moves to the queue, and a small dialog scrolls there.
    if (!atQueue) scroll_->verticalScrollBar()->setValue(0);
}

bool ExportDialog::showsForm() const {
    return !form_->isHidden();
}

void ExportDialog::open() {
    const bool opens = !isVisible();
    if (opens) {
        // The button that closed the dialog still has the focus; Enter would close the dialog again.
        if (QWidget* const last = focusWidget()) last->clearFocus();
        if (ExportJob* const job = queue_.active()) {
            showJob(job);
        } else {
            showForm();
        }
    }
    show();
    raise();
    activateWindow();
    if (opens) focusNext();
}

void ExportDialog::showForm() {
    const bool atQueue = focusWidget() == list_;
    setWindowTitle(tr("Export %1").arg(workbench_.document.title()));
    list_->setCurrentIndex({});
    showPage(true);
    form_->refresh();
    updateFoot();
    if (!atQueue) focusNext();
}

void ExportDialog::showJob(ExportJob* job) {
    const bool atQueue = focusWidget() == list_;
    setWindowTitle(tr("Export %1").arg(job->order().title));
    view_->setJob(job);
    showPage(false);
    list_->setCurrent(job);
    updateFoot();
    if (!atQueue) focusNext();
}

/// Moves the focus to the target, or to the most likely next button of a job.
void ExportDialog::focusNext() {
    if (showsForm()) return form_->focusTarget();
    QWidget* const next = view_->next();
    (next == nullptr ? close_ : next)->setFocus(Qt::TabFocusReason);
}

void ExportDialog::updateFoot() {
    const bool form = showsForm();
    const bool queued = queue_.active() != nullptr;
    const bool goesOn = form || view_->job()->active() || view_->job()->state() == ExportJob::State::waiting;
    const bool stuck = form && !form_->problem().isEmpty();
    info_->setPixmap(workbench_.theme.pixmap(stuck ? "error" : "info", 16, stuck ? Role::error : Role::quiet,
                                             devicePixelRatioF()));
    info_->setVisible(goesOn);
    words_->setText(goesOn ? footWords() : QString());
    fitSummary();
    copy_->setVisible(!form);
    start_->setVisible(form);
    start_->setEnabled(form_->ready());
    start_->setText(queued ? tr("Add to the queue") : form_->verb());
    start_->setDefault(form);
    add_->setVisible(!form);
    setStyleProperty(start_, "primary", form);
    setStyleProperty(close_, "primary", !form);
}

/// Shows the summary while the figures of the form are below the part that is seen without scrolling.
void ExportDialog::fitSummary() {
    const int room = scroll_->viewport()->height() + (summary_->isVisible() ? summary_->height() : 0);
    summary_->setVisible(showsForm() && form_->outlook().neededDownTo(scroll_->widget()) > room);
}

/// Queued, because the parts get their places after these events.
bool ExportDialog::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &ExportDialog::fitSummary, Qt::QueuedConnection);
    return QDialog::eventFilter(watched, event);
}

QString ExportDialog::footWords() const {
    if (startsSoon_) return tr("The export starts as soon as its plan is made.");
    if (proposed_) return tr("This target was only proposed. Press Enter again to start.");
    // In a small dialog the card with the reason is out of sight.
    if (showsForm() && !form_->problem().isEmpty()) return form_->problem();
    return tr(
        "The export continues when this dialog is closed. The graph stays editable; edits do not affect "
        "this job.");
}

/// Starts the export, or lets it start as soon as its plan is made.
void ExportDialog::start() {
    if (!form_->ready()) {
        startsSoon_ = form_->lookingAhead();
        return updateFoot();
    }
    forgetEnter();
    form_->rememberTarget();
    showJob(queue_.add(form_->order()));
}

void ExportDialog::startIfReady() {
    updateFoot();
    if (!startsSoon_ || form_->lookingAhead()) return;
    // Queued, because the form is still in the middle of taking the plan.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (startsSoon_) start();
        },
        Qt::QueuedConnection);
}

/// Forgets an Enter that was meant for an earlier state of the form.
void ExportDialog::forgetEnter() {
    proposed_ = false;
    startsSoon_ = false;
}

void ExportDialog::jobEnded(const QWidget* focus) {
    updateFoot();
    if (!showsForm() && focus != list_) focusNext();
}

void ExportDialog::askToStop(ExportJob* job) {
    if (stopAgreed(this, *job)) job->stop();
}

void ExportDialog::resume(ExportJob* job) {
    const QString conflict = queue_.conflict(job->order());
    if (conflict.isEmpty()) return queue_.resume(job);
    QMessageBox box(QMessageBox::Warning, tr("Export"), conflict, QMessageBox::Close, this);
    box.setObjectName("export.conflict");
    box.exec();
}

void ExportDialog::copyReport() {
    if (view_->job() != nullptr) QGuiApplication::clipboard()->setText(reportOf(*view_->job()));
}

void ExportDialog::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    auto* const focused = qobject_cast<QPushButton*>(focusWidget());
    if (enter && focused != nullptr) {
        focused->click();
    } else if (enter && showsForm() && !form_->targetChosen()) {
        // The first Enter accepts the suggestion. Only the next one starts the export.
        form_->confirmTarget();
        proposed_ = true;
        updateFoot();
        if (start_->isEnabled()) start_->setFocus(Qt::TabFocusReason);
    } else if (enter && showsForm()) {
        start();
    } else {
        QDialog::keyPressEvent(event);
    }
}

void ExportDialog::hideEvent(QHideEvent* event) {
    forgetEnter();
    QDialog::hideEvent(event);
}

}  // namespace burin::ui
