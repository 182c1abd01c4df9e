// SPDX-License-Identifier: GPL-3.0-or-later

// The window's file handling: new, open, save, changes by others, and recent files.

#include "core/base/files.hpp"
#include "core/design/design_edit.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/inspector/editors/choose_file.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/model/document/image_design.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/dropped_file.hpp"
#include "ui/model/threads/off_thread.hpp"
#include "ui/placing/drawn_thing.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/questions.hpp"
#include "ui/window/start/start_page.hpp"
#include "ui/window/workspace.hpp"
#include "ui/words/surface_words.hpp"
#include "ui/words/text.hpp"

#include <QDir>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalBlocker>
#include <QStatusBar>
#include <QThread>

#include <utility>

namespace burin::ui {

namespace {

constexpr const char* designSuffix = ".burin";

QString designFilter() {
    return MainWindow::tr("Designs and images (%1)")
        .arg("*.burin " + patternsOf(suffixesOf(FilesRead::What::picture)));
}

}  // namespace

bool MainWindow::mayLeave() {
    const QStringList problems = document_.pending().handOver();
    if (!problems.isEmpty() && !askToLeaveTexts(this, problems)) {
        showWorkspace(true);
        workspace_->reveal(inspector_);
        return false;
    }
    document_.lookAtFile();
    if (!document_.unsaved()) {
        remember();
        return true;
    }
    const QString title = document_.title();
    const Changes changes = document_.missing() ? askAboutMissing(this, title)
                            : document_.lost()  ? askAboutSpoilt(this, title)
                                                : askAboutChanges(this, title);
    return changes == Changes::save ? save() : changes == Changes::discard;
}

void MainWindow::say(const QString& problem) {
    QMessageBox box(QMessageBox::NoIcon, tr("Burin"), problem, QMessageBox::Close, this);
    box.exec();
}

QString MainWindow::rootName() const {
    const Design& design = *document_.design();
    return design.root ? QString::fromStdString(design.nodes[*design.root].name) : QString();
}

void MainWindow::newDesign() {
    if (!mayLeave()) return;
    document_.reset(burin::newDesign());
    showWorkspace(true);
    // There is nothing to see yet: the first node comes next.
    workspace_->reveal(graph_);
    // Users set size, pitch and depth first, so select the root.
    selection_.select({rootName()});
}

void MainWindow::open() {
    const QString folder =
        document_.file().isEmpty() ? QString() : QFileInfo(document_.file()).absolutePath();
    const QString file = fileToOpen(this, tr("Open"), folder, designFilter());
    if (!file.isEmpty()) openFile(file);
}

/// Adds nodes for pictures and drawings that the user chooses.
void MainWindow::importFiles() {
    chooseFiles(this, document_, [this](const QStringList& files) {
        if (!designOpen_) newDesign();
        if (pages_->currentWidget() != workspace_) showWorkspace(true);
        takePictures(files);
    });
}

/// \param dropped  the sample in the viewport that they were dropped on
void MainWindow::takePictures(const QStringList& files, std::optional<Point> dropped) {
    workspace_->reveal(graph_);
    graph_->importFiles(files, dropped);
}

/// Adds what was drawn in the viewport to the node that is shown there.
void MainWindow::addDrawn(const DrawnThing& thing) {
    const BoundNodePtr shown = previews_.shown();
    const Kind* kind = findKind(thing.kind);
    if (!shown || kind == nullptr) return;
    KindDescription titled = kind->description;
    titled.title = thing.title;
    const QString reader = document_.scope().inner(shown->name);
    const QString why = graph_->addDrawn(reader, titled, thing.values, thing.at);
    if (!why.isEmpty()) statusBar()->showMessage(why, messageMs);
}

/// Comes to the front of all windows with its design.
void MainWindow::comeForward() {
    if (designOpen_) showWorkspace(true);
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

/// Whether another window has the file open already; brings it forward.
bool MainWindow::shownElsewhere(const QString& file) {
    if (!OpenedFile::bringForward(file)) return false;
    statusBar()->showMessage(tr("%1 is open in another window.").arg(QFileInfo(file).fileName()), messageMs);
    return true;
}

void MainWindow::openInNewWindow() {
    const QString folder =
        document_.file().isEmpty() ? QString() : QFileInfo(document_.file()).absolutePath();
    const QString file = fileToOpen(this, tr("Open in new window"), folder, designFilter());
    if (file.isEmpty()) return;
    // A file has one window.
    if (opened_.is(file) || OpenedFile::bringForward(file)) return static_cast<void>(openFile(file));
    emit windowWanted(file);
}

bool MainWindow::openFile(const QString& file) {
    const std::optional<Recovery::Left> left = recovery_.newerThan(file);
    if (!left || opened_.is(file) || opened_.elsewhere(file)) return openSaved(file);
    const Autosaved wanted = askAboutAutosave(this, *left);
    if (wanted == Autosaved::cancel) return false;
    return wanted == Autosaved::recover ? recover(*left) : openSaved(file);
}

/// Opens a file without a look at its autosave.
bool MainWindow::openSaved(const QString& file) {
    if (designOpen_ && opened_.is(file)) {
        comeForward();
        return true;
    }
    if (shownElsewhere(file) || !mayLeave()) return false;
    const QString problem = take(file);
    if (!problem.isEmpty()) {
        say(problem);
        return false;
    }
    remember();
    return true;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFile(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

/// The files are opened after the event: the program that they come from waits until the event has returned,
/// and opening them may ask a question.
void MainWindow::dropEvent(QDropEvent* event) {
    const DroppedFiles files = filesIn(*event->mimeData());
    if (files.designs.isEmpty() && files.pictures.isEmpty() && files.others.isEmpty()) return;
    event->acceptProposedAction();
    QMetaObject::invokeMethod(
        this, [this, files, at = event->position().toPoint()] { takeDropped(files, at); },
        Qt::QueuedConnection);
}

/// A list with a design opens that design. Otherwise its pictures come into the design that is shown or, on
/// the start page, one of them is opened.
void MainWindow::takeDropped(const DroppedFiles& files, QPoint at) {
    QStringList others = files.designs + files.pictures + files.others;
    if (pages_->currentWidget() == workspace_ && files.designs.isEmpty() && !files.pictures.isEmpty()) {
        dropPictures(files.pictures, at);
        others = files.others;
    } else if (!openFile(others.takeFirst())) {
        return;
    }
    if (!others.isEmpty()) statusBar()->showMessage(leftOutText(others), messageMs);
}

void MainWindow::dropPictures(const QStringList& pictures, QPoint at) {
    const ViewportWidget* view = viewport_->viewport();
    const QPoint on = view == nullptr ? QPoint() : view->mapFrom(this, at);
    const bool inView = view != nullptr && view->isVisible() && view->rect().contains(on);
    // A font that is dropped on a text becomes its font, as in the graph.
    const bool single = inView && pictures.size() == 1;
    if (single && graph_->edits().giveFont(view->nodeUnder(on), pictures.first())) return;
    takePictures(pictures, inView ? view->sampleUnder(on) : std::nullopt);
}

QString MainWindow::take(const QString& file) {
    const QFileInfo info(file);
    if (file.endsWith(designSuffix, Qt::CaseInsensitive)) {
        const QString problem = document_.open(file);
        if (!problem.isEmpty()) return problem;
    } else {
        if (!canBeNamed(info.absoluteFilePath())) return unnamedText({file});
        const auto document = offThread([path = info.absoluteFilePath()] { return designOfImage(path); });
        if (!document) return tr("%1 is neither a design nor a readable image.").arg(info.fileName());
        document_.reset(*document, info.completeBaseName());
    }
    showWorkspace(true);
    if (!file.endsWith(designSuffix, Qt::CaseInsensitive)) {
        for (const DesignNode& node : document_.design()->nodes)
            graph_->considerTexture(QString::fromStdString(node.name));
    }
    return {};
}

void MainWindow::openExample(const Example& example) {
    if (!mayLeave()) return;
    auto document = exampleDocument(example, document_.kinds());
    if (!document) return say(tr("%1 cannot be read.").arg(example.file));
    document_.reset(std::move(*document), example.title);
    showWorkspace(true);
}

/// Puts the example's nodes, without its surface, below those of the open design.
void MainWindow::insertExample(const Example& example) {
    const auto document = exampleDocument(example, document_.kinds());
    if (!document) return say(tr("%1 cannot be read.").arg(example.file));
    const DesignEdit from(*document);
    std::vector<std::string> names = from.nodeNames();
    std::erase_if(names, [&](const std::string& name) { return isRoot(*from.node(name)); });
    showWorkspace(true);
    QRectF there;
    for (const QString& name : graph_->scene().names())
        there |= graph_->scene().rectOf({name});
    constexpr qreal distance = 48;
    const auto place =
        there.isNull() ? std::nullopt : std::optional(there.bottomLeft() + QPointF(0, distance));
    const QString fragment = QString::fromStdString(from.fragment(names));
    graph_->edits().paste(fragment, place, graph_->view().room(), tr("Insert %1"));
    graph_->view().reveal(graph_->scene().rectOf(selection_.nodes()));
}

/// Writes the copy first without the typed texts: to take them may take long. If another thread calls exit(),
/// no field may be touched.
void MainWindow::keepWork() {
    const QSignalBlocker quiet(recovery_);
    recovery_.keep();
    if (QThread::currentThread() != thread()) return;
    const std::shared_ptr<const Design> kept = document_.design();
    document_.handOverAtOnce();
    if (document_.design() != kept) recovery_.keep();
}

bool MainWindow::save() {
    return document_.file().isEmpty() ? saveAs() : saveOver(document_.file());
}

/// Asks first if another program has changed the file, or if its version was undone here.
/// \param file  a name of the design's file: its own one, a link, or another spelling
bool MainWindow::saveOver(const QString& file) {
    const bool changed = document_.changedOnDisk();
    if (!changed && (document_.missing() || !document_.undoneTheirs())) {
        if (file == document_.file()) return saveTo(file);
        return saveTo(file, FileStamp::ofChecksum(file, document_.fileChecksum()));
    }
    const ConflictCause cause = !changed                ? ConflictCause::undone
                                : document_.recovered() ? ConflictCause::sinceTheCopy
                                                        : ConflictCause::written;
    const FileStamp there = offThread([&file] { return FileStamp::of(file); });
    switch (askAboutConflict(this, document_.title(), cause)) {
        case Conflict::theirs:
            document_.reload(Document::Reload::theirs);
            return false;
        case Conflict::saveAs:
            return saveAs();
        case Conflict::cancel:
            return false;
        case Conflict::mine:
            break;
    }
    return saveTo(file, there);
}

bool MainWindow::saveAs() {
    const QString proposal = document_.file().isEmpty() ? document_.title() + designSuffix : document_.file();
    FileDialog dialog(this, tr("Save as"), proposal, tr("Designs (*.burin)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    std::optional<FileStamp> there;  // what the dialog asks about
    dialog.setLook(
        [&there](const QString& name) { there = offThread([&name] { return FileStamp::of(name); }); });
    QString file = dialog.chosen();
    if (file.isEmpty()) return false;
    const bool asTyped = file.endsWith(designSuffix, Qt::CaseInsensitive);
    if (!asTyped) file += designSuffix;  // a file with any other suffix would be opened as a picture
    if (opened_.elsewhere(file)) {
        say(tr("%1 is open in another window. Choose another name, or close that window first.")
                .arg(QFileInfo(file).fileName()));
        return false;
    }
    if (isOwnFile(file)) return saveOver(file);
    // The file dialog has asked about the name that was typed, not about this one.
    if (!asTyped) {
        there = offThread([&file] { return FileStamp::of(file); });
        if (QFileInfo::exists(file) && !askToReplace(this, file)) return false;
    }
    return saveTo(file, there);
}

/// Whether a name leads to the file of the design.
bool MainWindow::isOwnFile(const QString& file) const {
    const QString own = document_.file();
    return !own.isEmpty() && sameFile(pathOf(QFileInfo(file).absoluteFilePath()), pathOf(own));
}

/// Asks again if another program writes the file before it is replaced.
/// \param over  as in Document::save()
bool MainWindow::saveTo(const QString& file, const std::optional<FileStamp>& over) {
    const QStringList left = document_.pending().handOver();
    const QString own = document_.file();
    const QString problem = document_.save(file, over);
    if (document_.overtaken() && document_.file() == own) {  // no other design was opened meanwhile
        if (isOwnFile(file)) return saveOver(file);
        const FileStamp there = offThread([&file] { return FileStamp::of(file); });
        return askToReplace(this, file) && saveTo(file, there);
    }
    if (!problem.isEmpty()) {
        say(problem);
        return false;
    }
    othersWrote_ = false;
    fileState_ = FileState::sound;
    updateTitle();
    remember();
    log_.add(tr("Saved %1").arg(QDir::toNativeSeparators(file)));
    if (!document_.keptLines())
        say(tr("The design is saved, but %1 no longer has its comments and blank lines: their places in the "
               "new text are not known.")
                .arg(QFileInfo(file).fileName()));
    if (!left.isEmpty())
        statusBar()->showMessage(
            tr("Saved, but an entered text is not valid and was left out. %1").arg(left.first()), messageMs);
    return true;
}

void MainWindow::closeDesign() {
    if (!mayLeave()) return;
    designOpen_ = false;
    document_.reset(burin::newDesign());
    showWorkspace(false);
}

void MainWindow::reload() {
    document_.reload();
}

void MainWindow::reloaded(const QString& problem) {
    othersWrote_ = document_.changedOnDisk();
    lookAtFileState();
    if (!problem.isEmpty()) say(problem);
}

bool MainWindow::recover(const Recovery::Left& left) {
    if (!mayLeave()) return false;
    const QString problem = recovery_.recover(left);
    if (!problem.isEmpty()) {
        say(problem);
        return false;
    }
    showWorkspace(true);
    return true;
}

/// Tells the user once until a copy is written again. A dialog would interrupt what the user types.
void MainWindow::copyFailed(const QString& why) {
    if (std::exchange(copyFails_, true)) return;
    const QString text =
        tr("The autosave could not be written: %1. Save the design to keep your changes.").arg(why);
    log_.add(text, {document_.title()});
    statusBar()->showMessage(text, messageMs);
}

/// Called when other programs have written the design or files that it reads. The design is read again unless
/// it has unsaved changes. In that case, the user is asked when the design is saved.
void MainWindow::filesTouched(const QStringList& files) {
    const bool design = files.contains(document_.file()) && document_.changedOnDisk();
    const bool images = files.size() > (files.contains(document_.file()) ? 1 : 0);
    othersWrote_ = design && document_.modified();
    lookAtFileState();
    if (othersWrote_)
        statusBar()->showMessage(
            tr("%1 has changed on disk; your changes are kept. Saving asks which version to keep.")
                .arg(document_.title()),
            messageMs);
    if (images || (design && !othersWrote_)) document_.reload();
}

void MainWindow::lookAtFileState() {
    fileState_ = document_.missing() ? FileState::missing
                 : document_.lost()  ? FileState::spoilt
                                     : FileState::sound;
    recovery_.fileTouched();
    updateTitle();
}

/// Adds the design to the recent files, with a picture once there is one. Unsaved edits are left out.
void MainWindow::remember() {
    if (document_.file().isEmpty() || document_.modified()) return;
    const QString root = rootName();
    const QImage picture = previews_.coloredThumbnail(root);  // requests the picture
    const bool newest = previews_.thumbnailIsNewest(root);
    const bool sketch = previews_.thumbnailIsSketch(root);
    pictured_ = newest && !sketch && !picture.isNull();
    settings_.addRecent(document_.file(), shortSurfaceText(*document_.design()), newest ? picture : QImage(),
                        sketch);
}

/// The picture in Recent becomes exact, and follows the colours of the viewport.
void MainWindow::keepPictureInRecent() {
    pictureSettled_.setSingleShot(true);
    pictureSettled_.setInterval(500);
    connect(&pictureSettled_, &QTimer::timeout, this, &MainWindow::remember);
    connect(&previews_, &Previews::thumbnailChanged, this, [this](const QString& node) {
        if (!pictured_ && node == rootName()) pictureSettled_.start();
    });
    connect(&previews_.appearance(), &ViewAppearance::changed, &pictureSettled_, qOverload<>(&QTimer::start));
}

void MainWindow::addRecentMenu() {
    QMenu* const file = menuBar()->actions().first()->menu();
    auto* const recent = new QMenu(tr("Open &recent"), file);
    recent->setObjectName("file.recent");
    recent->setToolTipsVisible(true);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(*recent); });
    connect(file, &QMenu::aboutToShow, this,
            [this, recent] { recent->menuAction()->setEnabled(!settings_.recent().isEmpty()); });
    file->insertMenu(find("file.save"), recent);
}

/// Offers the examples to be inserted into the open design.
void MainWindow::addExampleMenu() {
    QMenu* const file = menuBar()->actions().first()->menu();
    auto* const menu = new QMenu(tr("Insert &example"), file);
    menu->setObjectName("file.insertExample");
    for (const Example& example : start_->shownExamples()) {
        QAction* const entry = menu->addAction(QString(example.title).replace('&', "&&"), this,
                                               [this, example] { insertExample(example); });
        entry->setToolTip(example.text);
    }
    menu->setToolTipsVisible(true);
    connect(file, &QMenu::aboutToShow, menu, [this, menu] { menu->menuAction()->setEnabled(designOpen_); });
    file->insertMenu(find("file.save"), menu);
}

void MainWindow::fillRecentMenu(QMenu& menu) {
    menu.clear();
    for (const Settings::Recent& recent : settings_.recent()) {
        const QFileInfo file(recent.file);
        // Escape & in names: it is not a mnemonic.
        QAction* const entry = menu.addAction(file.fileName().replace('&', "&&"), this,
                                              [this, name = recent.file] { openFile(name); });
        entry->setToolTip(recent.file);
        entry->setIconVisibleInMenu(true);
        if (!recent.picture.isNull()) entry->setIcon(QPixmap::fromImage(recent.picture));
    }
}

}  // namespace burin::ui
