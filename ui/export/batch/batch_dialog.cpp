// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_dialog.hpp"

#include "ui/export/batch/batch_fields.hpp"
#include "ui/export/batch/batch_table_view.hpp"
#include "ui/export/batch/new_table_dialog.hpp"
#include "ui/export/batch/row_card.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/export/queue/queue_list.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/model/dropped_file.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"

#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// A layout without margins and gaps.
template <class Layout>
Layout* tightLayout(QWidget* owner) {
    auto* const layout = new Layout(owner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    return layout;
}

/// The head of a part: its title, and something at the right.
QLayout* partHead(const Theme& theme, QWidget* part, const QString& title, QList<QWidget*> beside,
                  QWidget* right) {
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(16, 0, 16, 0);
    head->setSpacing(8);
    auto* const label = new QLabel(title, part);
    label->setFont(theme.font(13, 600));
    label->setMinimumHeight(28);  // of the button that some heads have
    head->addWidget(label);
    for (QWidget* const one : beside)
        head->addWidget(one);
    head->addStretch(1);
    head->addWidget(right);
    return head;
}

}  // namespace

BatchDialog::BatchDialog(Workbench workbench, ExportQueue& queue, MachineBook& book, QWidget* parent)
    : QDialog(parent), workbench_(workbench), desk_(queue, this) {
    setObjectName("batch.dialog");
    setModal(false);
    setAcceptDrops(true);
    resize(firstSize({976, 704}, screen()->availableSize()));
    fields_ = new BatchFields(workbench, book, this);
    progress_ = new QProgressBar(this);
    progress_->setObjectName("batch.progress");
    progress_->setTextVisible(false);
    progress_->setFixedHeight(3);
    progress_->setRange(0, 1000);
    keepRoom(*progress_);
    auto* const content = new QWidget;
    auto* const column = tightLayout<QVBoxLayout>(content);
    column->addWidget(fields_);
    column->addWidget(progress_);
    column->addWidget(makeRows(), 1);
    auto* const list = new QueueList(workbench.theme, queue, this);
    column->addWidget(makeQueue(list));
    auto* const box = tightLayout<QVBoxLayout>(this);
    QScrollArea* const scroll = dialogScroll(content, this);
    scroll->setObjectName("batch.scroll");
    box->addWidget(scroll, 1);
    box->addWidget(makeFoot());
    connectParts();
    refresh();
}

/// The question before a row. It is shown above the table, which shrinks to make room.
QWidget* BatchDialog::makeQuestion() {
    question_ = new QFrame(this);
    question_->setProperty("look", "info");
    auto* const row = new QHBoxLayout(question_);
    row->setContentsMargins(16, 6, 16, 6);
    questionWords_ = new QLabel(question_);
    questionWords_->setObjectName("batch.question");
    questionWords_->setTextFormat(Qt::PlainText);
    questionWords_->setWordWrap(true);
    begin_ = dialogButton("batch.begin", tr("&Begin this row"), question_);
    begin_->setProperty("primary", true);
    connect(begin_, &QPushButton::clicked, &desk_.run(), &BatchRun::begin);
    row->setSpacing(12);
    row->addWidget(begin_);
    row->addWidget(questionWords_, 1);
    return question_;
}

QWidget* BatchDialog::makeRows() {
    auto* const part = new QFrame(this);
    part->setProperty("look", "strip");
    QWidget* const question = makeQuestion();
    view_ = new BatchTableView(workbench_.theme, desk_.model(), part);
    view_->setMinimumHeight(140);
    card_ = new RowCard(workbench_, desk_.model(), part);
    pages_ = new QStackedWidget(part);
    pages_->addWidget(view_);
    pages_->addWidget(makeEmpty());
    auto* const left = tightLayout<QVBoxLayout>(nullptr);
    left->addWidget(question);
    left->addWidget(pages_, 1);
    left->addWidget(makeProblems());
    auto* const line = new QFrame(part);
    line->setProperty("look", "side");
    line->setFixedWidth(1);
    auto* const row = tightLayout<QHBoxLayout>(part);
    row->addLayout(left, 1);
    row->addWidget(line);
    row->addWidget(card_);
    return part;
}

/// The page that is shown until there is a table.
QWidget* BatchDialog::makeEmpty() {
    auto* const page = new QWidget(this);
    auto* const words = new QLabel(tr("A table has one row for each file and one column for each value that "
                                      "changes.\nChoose a table, drop it here, or create one."),
                                   page);
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    words->setProperty("quiet", true);
    auto* const create = dialogButton("batch.createFirst", tr("Create a table…"), page);
    connect(create, &QPushButton::clicked, this, &BatchDialog::createTable);
    auto* const box = new QVBoxLayout(page);
    box->setSpacing(12);
    box->addStretch(1);
    box->addWidget(words);
    box->addWidget(create, 0, Qt::AlignHCenter);
    box->addStretch(1);
    return page;
}

QWidget* BatchDialog::makeProblems() {
    auto* const part = new QFrame(this);
    part->setProperty("look", "strip");
    problemCount_ = new QLabel(part);
    problemCount_->setObjectName("batch.problemCount");
    problemCount_->setFont(workbench_.theme.numbers(12));
    problemCount_->setProperty("pill", true);
    problemCount_->setAlignment(Qt::AlignCenter);
    auto* const copy = dialogButton("batch.copy", tr("Copy"), part);
    copy->setProperty("link", true);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(desk_.problems().text()); });
    auto* const list = new ProblemRowsView(workbench_.theme, desk_.problems(), part);
    connect(list, &ProblemRowsView::cellWanted, this, &BatchDialog::goToProblem);
    auto* const box = tightLayout<QVBoxLayout>(part);
    box->addLayout(partHead(workbench_.theme, part, tr("Problems"), {problemCount_}, copy));
    box->addWidget(list);
    problemPart_ = part;
    return part;
}

QWidget* BatchDialog::makeQueue(QueueList* list) {
    auto* const part = new QFrame(this);
    part->setProperty("look", "strip");
    queueList_ = list;
    list->markBatches();  // the batch of this dialog
    list->setEmptyText(tr("The queue is empty."));
    fitQueue();
    connect(list, &QueueList::opened, this, &BatchDialog::jobWanted);
    connect(list, &QueueList::stopWanted, this, &BatchDialog::stopWanted);
    connect(list, &QueueList::resumeWanted, this, &BatchDialog::resumeWanted);
    auto* const one = new QLabel(tr("one at a time"), part);
    one->setProperty("quiet", true);
    auto* const box = tightLayout<QVBoxLayout>(part);
    box->setContentsMargins(0, 4, 0, 4);
    box->addLayout(partHead(workbench_.theme, part, tr("Queue"), {}, one));
    box->addWidget(list);
    return part;
}

QWidget* BatchDialog::makeFoot() {
    QHBoxLayout* const row = dialogFoot(this);
    QWidget* const foot = row->parentWidget();
    mark_ = new QLabel(foot);
    mark_->setObjectName("batch.mark");
    words_ = new CutLabel(workbench_.theme, {}, foot);
    words_->setObjectName("batch.words");
    words_->setFont(workbench_.theme.font(12));
    words_->setTwoLines();
    check_ = dialogButton("batch.check", {}, foot);
    pause_ = dialogButton("batch.pause", {}, foot);
    stop_ = dialogButton("batch.stop", tr("&Stop…"), foot);
    start_ = dialogButton("batch.start", {}, foot);
    start_->setProperty("primary", true);
    auto* const close = dialogButton("batch.close", tr("Close"), foot);
    row->addWidget(mark_);
    row->addWidget(words_, 1);
    for (QPushButton* const one : {check_, pause_, stop_, start_, close})
        row->addWidget(one);
    connect(check_, &QPushButton::clicked, this, &BatchDialog::checkOrStop);
    connect(pause_, &QPushButton::clicked, this, &BatchDialog::pauseOrGoOn);
    connect(stop_, &QPushButton::clicked, this, &BatchDialog::stop);
    connect(start_, &QPushButton::clicked, this, &BatchDialog::start);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return foot;
}

void BatchDialog::connectParts() {
    connect(fields_, &BatchFields::changed, this, &BatchDialog::describe);
    connect(fields_, &BatchFields::createWanted, this, &BatchDialog::createTable);
    connect(fields_, &BatchFields::bookWanted, this, &BatchDialog::bookWanted);
    connect(&workbench_.document, &Document::changed, this, [this] {
        if (isVisible()) describe();
    });
    connect(&desk_, &BatchDesk::changed, this, &BatchDialog::refresh);
    connect(&workbench_.theme, &Theme::changed, this, &BatchDialog::refresh);
    connect(view_, &BatchTableView::rowSelected, this, [this](int row) {
        if (row >= 0) selected_ = row;
        card_->setRow(row);
    });
    connect(card_, &RowCard::measured, &desk_, &BatchDesk::setSecondsEach);
    connect(card_, &RowCard::openWanted, this, &BatchDialog::openWanted);
    connect(card_, &RowCard::sheetWanted, this, &BatchDialog::sheetWanted);
    connect(&desk_.model(), &QAbstractItemModel::modelReset, this, [this] {
        const int rows = desk_.model().rowCount();
        if (rows > 0) view_->setCurrentIndex(desk_.model().index(std::min(selected_, rows - 1), 0));
    });
}

void BatchDialog::setView(RegionFields::View view) {
    fields_->setView(std::move(view));
}

void BatchDialog::open() {
    const bool shown = isVisible();
    show();
    raise();
    activateWindow();
    if (!shown) describe();
}

/// Passes the input of the fields to the desk, which checks it.
void BatchDialog::describe() {
    setWindowTitle(tr("Batch – %1").arg(workbench_.document.title()));
    QString problem;
    const auto setup = fields_->setup(problem);
    desk_.describe(setup, problem);
}

void BatchDialog::start() {
    if (!desk_.mayStart()) return;
    desk_.start();
    // The next click must not make the same rows again.
    if (fields_->makesAllAgain()) fields_->continueThis();
    pause_->setFocus();
}

void BatchDialog::pauseOrGoOn() {
    desk_.run().paused() ? desk_.run().goOn() : desk_.run().pause();
}

void BatchDialog::stop() {
    const ExportJob* const job = desk_.run().job();
    if (job == nullptr || stopAgreed(this, *job, desk_.rowsLeftWords())) desk_.run().stop();
}

void BatchDialog::checkOrStop() {
    desk_.state() == BatchDesk::State::checking ? desk_.stopCheck() : desk_.checkAgain();
}

void BatchDialog::createTable() {
    auto* const dialog = new NewTableDialog(workbench_, this);
    connect(dialog, &NewTableDialog::created, this,
            [this, dialog](const QByteArray& table) { saveTable(dialog, table); });
    dialog->open();
}

void BatchDialog::saveTable(QWidget* dialog, const QByteArray& table) {
    const QString suggested = QDir(workbench_.document.folder()).filePath(tr("plates.csv"));
    FileDialog chooser(dialog, tr("Create a table"), suggested, tr("Tables (*.csv)"));
    chooser.setAcceptMode(QFileDialog::AcceptSave);
    chooser.setDefaultSuffix(QStringLiteral("csv"));  // the dialog asks before this name is replaced
    const QString file = chooser.chosen();
    if (file.isEmpty()) return;
    const QString problem = writeFile(file, table);
    if (problem.isEmpty()) {
        dialog->close();
        return fields_->setTable(file);
    }
    QMessageBox::warning(dialog, tr("Create a table"), tr("%1: %2").arg(file, problem));
}

void BatchDialog::goToProblem(int index) {
    const std::size_t row = desk_.problems().row(index);
    if (row == 0) return;
    const int column = desk_.problems().problem(index).column;
    view_->goTo(static_cast<int>(row) - 1,
                column > 0 ? column - 1 + BatchModel::firstCell : BatchModel::stateColumn);
}

void BatchDialog::refresh() {
    words_->setText(desk_.words());
    const int problems = desk_.problems().rowCount();
    const bool unreadable = desk_.state() == BatchDesk::State::unclear && problems > 0;
    words_->setRole(unreadable ? Role::error : Role::secondary);
    mark_->setPixmap(workbench_.theme.pixmap(unreadable ? "error" : "info", 16,
                                             unreadable ? Role::error : Role::quiet, devicePixelRatioF()));
    progress_->setVisible(desk_.share() >= 0);
    progress_->setValue(static_cast<int>(std::lround(std::max(0.0, desk_.share()) * progress_->maximum())));
    pages_->setCurrentIndex(desk_.model().task() ? 0 : 1);
    problemPart_->setVisible(problems > 0);
    problemCount_->setText(groupedText(problems));
    showQuestion();
    showButtons();
}

void BatchDialog::showQuestion() {
    const bool asks = desk_.run().asking();
    if (asks == question_->isVisibleTo(this)) return;
    question_->setVisible(asks);
    if (!asks) return;
    const int row = static_cast<int>(desk_.run().row()) - 1;
    const BatchModel& model = desk_.model();
    questionWords_->setText(tr("Line %1, %2, goes to %3 next. Begin when the work piece is in place.")
                                .arg(model.lineOf(row))
                                .arg(model.name(row), model.makes(row)));
    view_->setCurrentIndex(model.index(row, 0));
    open();
    begin_->setFocus();
}

void BatchDialog::showButtons() {
    const bool running = desk_.run().running();
    const int rows = desk_.model().toMake();
    const bool checking = desk_.state() == BatchDesk::State::checking;
    check_->setText(checking ? tr("Stop the check") : tr("Chec&k again"));
    check_->setVisible(!running);
    check_->setEnabled(desk_.state() != BatchDesk::State::unclear || desk_.problems().rowCount() > 0);
    pause_->setText(desk_.run().paused() ? tr("C&ontinue") : tr("&Pause"));
    pause_->setVisible(running);
    pause_->setEnabled(!desk_.run().stopping());
    stop_->setVisible(running);
    stop_->setEnabled(!desk_.run().stopping());
    start_->setVisible(!running);
    start_->setEnabled(desk_.mayStart());
    start_->setToolTip(desk_.mayStart() ? QString() : desk_.words());
    start_->setText(rows == 0   ? tr("Start")
                    : rows == 1 ? tr("Start 1 row")
                                : tr("Start %1 rows").arg(groupedText(rows)));
}

Quit BatchDialog::askToQuit(QWidget* window) {
    QMessageBox box(window);
    box.setObjectName("batch.quitQuestion");
    box.setWindowTitle(tr("Batch"));
    box.setText(tr("The batch waits for an answer before line %1. Stop it and close the window?")
                    .arg(desk_.model().lineOf(static_cast<int>(desk_.run().row()) - 1)));
    box.setInformativeText(tr("Rows that are done stay done. The batch can be resumed."));
    QPushButton* const stop = box.addButton(tr("Stop"), QMessageBox::DestructiveRole);
    QPushButton* const cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(cancel);
    box.setEscapeButton(cancel);
    box.exec();
    return box.clickedButton() == stop ? Quit::yes : Quit::no;
}

void BatchDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    fitQueue();
}

/// In a narrow dialog the fields are higher, so the queue shows one job less.
void BatchDialog::fitQueue() {
    constexpr int jobsShown = 2;
    constexpr int roomForAll = 900;  // px
    queueList_->setFixedHeight((width() < roomForAll ? jobsShown - 1 : jobsShown) * 28 + 2);
}

void BatchDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    desk_.setOffered(true);
}

void BatchDialog::hideEvent(QHideEvent* event) {
    QDialog::hideEvent(event);
    if (!event->spontaneous()) desk_.setOffered(false);
}

void BatchDialog::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    auto* const focused = qobject_cast<QPushButton*>(focusWidget());
    if (enter && focused != nullptr) {
        focused->click();
    } else if (event->key() == Qt::Key_F5) {
        desk_.checkAgain();
    } else if (!enter) {
        QDialog::keyPressEvent(event);
    }
}

void BatchDialog::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFile(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void BatchDialog::dropEvent(QDropEvent* event) {
    const QString file = droppedFile(*event->mimeData());
    if (file.isEmpty()) return;
    event->acceptProposedAction();
    setTable(file);
}

void BatchDialog::setTable(const QString& file) {
    fields_->setTable(file);
}

}  // namespace burin::ui
