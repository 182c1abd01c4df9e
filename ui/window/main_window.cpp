// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.hpp"

#include "core/base/text.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/tile/memory_budget.hpp"
#include "ui/comparing/comparison_dialog.hpp"
#include "ui/export/batch/batch_tools.hpp"
#include "ui/export/dialog/export_dialog.hpp"
#include "ui/export/dialog/export_tools.hpp"
#include "ui/export/queue/export_queue_panel.hpp"
#include "ui/export/queue/export_status.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/inspector/parameters/parameters_panel.hpp"
#include "ui/panels/histogram_panel.hpp"
#include "ui/panels/history_panel.hpp"
#include "ui/panels/library/library_panel.hpp"
#include "ui/panels/line_profile_panel.hpp"
#include "ui/panels/log_panel.hpp"
#include "ui/panels/problems_panel.hpp"
#include "ui/panels/roughness_panel.hpp"
#include "ui/sheet/sheet_dialog.hpp"
#include "ui/theme/field_keys.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/bars/command_search.hpp"
#include "ui/window/bars/menu_groups.hpp"
#include "ui/window/bars/status_line.hpp"
#include "ui/window/bars/tool_row.hpp"
#include "ui/window/event_log.hpp"
#include "ui/window/file_dialogs.hpp"
#include "ui/window/help/manual_window.hpp"
#include "ui/window/help/problem_report.hpp"
#include "ui/window/preferences_dialog.hpp"
#include "ui/window/shared_theme.hpp"
#include "ui/window/start/recent_pictures.hpp"
#include "ui/window/start/start_page.hpp"
#include "ui/window/stop_dialog.hpp"
#include "ui/window/window_keys.hpp"
#include "ui/window/workspace.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/pasted_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/surface_words.hpp"
#include "ui/words/text.hpp"
#include "ui/words/why_disabled.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QUrl>

#include <algorithm>
#include <memory>
#include <optional>

namespace burin::ui {

MainWindow::MainWindow(const Engine& engine, Theme& theme, const QString& recoveryFolder, QWidget* parent)
    : QMainWindow(parent),
      theme_(theme),
      document_(burin::kinds()),
      previews_(engine),
      library_(burin::kinds(), shippedLibrary(), ownLibrary()),
      recovery_(document_, recoveryFolder),
      queue_(engine),
      pages_(new QStackedWidget(this)),
      start_(new StartPage(recovery_, settings_, theme_, pages_)),
      workspace_(new Workspace(settings_, pages_)) {
    setObjectName("mainWindow");
    setMinimumSize(leastSizeOn(screen()->availableSize()));
    setAcceptDrops(true);
    new FileDialogs(this);
    new WholeTexts(this);
    new SharedTheme(settings_, theme_, this);
    setWindowIcon(QIcon(":/icons/app.svg"));
    setCentralWidget(pages_);
    pages_->addWidget(start_);
    pages_->addWidget(workspace_);
    previews_.appearance().set(settings_.appearance());
    connect(&previews_.appearance(), &ViewAppearance::changed, this,
            [this] { settings_.setAppearance(previews_.appearance().values()); });
    makePanels();
    keepSnapping();
    makeActions();
    makeMenus();
    makeToolBar();
    status_ = std::make_unique<StatusLine>(workbench(), *statusBar(), &export_->status());
    new WindowKeys(*this, [this] { return commands(); });
    connect(&document_, &Document::changed, this, &MainWindow::documentChanged);
    connect(&document_, &Document::fileChanged, this, [this] {
        selection_.select({});
        selection_.setSolo({});
        othersWrote_ = false;
        fileState_ = document_.missing() ? FileState::missing : FileState::sound;
        opened_.set(document_.file());
        pictured_ = false;
        pictureSettled_.stop();
        previews_.expectAnother();
    });
    connect(&document_, &Document::renamed, this, [this] { opened_.set(document_.file()); });
    connect(&document_, &Document::modifiedChanged, this, &MainWindow::updateTitle);
    connect(&document_, &Document::refused, this,
            [this](const QString& what, const QString& why) { say(tr("%1: %2").arg(what, why)); });
    connect(&document_, &Document::reloaded, this, &MainWindow::reloaded);
    document_.setSlowNotice(new StopDialog(theme_, this));
    connect(&document_.history(), &QUndoStack::canUndoChanged, this, &MainWindow::enableEditing);
    connect(&document_.history(), &QUndoStack::canRedoChanged, this, &MainWindow::enableEditing);
    keepPictureInRecent();
    keepLog(log_, document_, queue_);
    connect(&recovery_, &Recovery::keptChanged, this, [this] {
        if (!recovery_.kept().isNull()) copyFails_ = false;
        updateStatus();
    });
    connect(&recovery_, &Recovery::failed, this, &MainWindow::copyFailed);
    connect(&watcher_, &FileWatcher::changed, this, &MainWindow::filesTouched);
    connect(new RecentPictures(settings_, previews_, start_), &RecentPictures::improved, start_,
            &StartPage::showPicture);
    connect(start_, &StartPage::newWanted, this, &MainWindow::newDesign);
    connect(start_, &StartPage::openWanted, this, &MainWindow::open);
    connect(start_, &StartPage::fileWanted, this, &MainWindow::openFile);
    connect(start_, &StartPage::savedFileWanted, this, &MainWindow::openSaved);
    connect(start_, &StartPage::exampleWanted, this, &MainWindow::openExample);
    connect(start_, &StartPage::recoveryWanted, this, &MainWindow::recover);
    connect(start_, &StartPage::backWanted, this, [this] { showWorkspace(true); });
    connect(start_, &StartPage::insertWanted, this, &MainWindow::insertExample);
    connect(start_, &StartPage::windowWanted, this, &MainWindow::windowWanted);
    connect(&opened_, &OpenedFile::wanted, this, &MainWindow::comeForward);
    auto* clock = new QTimer(this);
    // A text that changes makes a frame of the viewport slow, because the whole window is then sent to the
    // card.
    connect(clock, &QTimer::timeout, this, [this] {
        const ViewportWidget* viewport = viewport_->viewport();
        if (viewport == nullptr || viewport->atRest()) updateStatus();
    });
    clock->start(1000);
    documentChanged();
    showWorkspace(false);
}

/// Hides the panels while the models still exist, because a panel that is hidden notifies them.
MainWindow::~MainWindow() {
    hide();
    // The recovery and the history are destroyed after other members, so they must not notify this window
    // then.
    recovery_.disconnect(this);
    document_.history().disconnect(this);
}

/// Places a panel and adds a command that opens it.
void MainWindow::place(QWidget* panel, Place place, const char* id, const QString& title,
                       const QString& keys) {
    panel->setWindowTitle(title);
    workspace_->place(panel, place);
    action(id, title, QKeySequence(keys), {}, [this, panel] { workspace_->reveal(panel); });
}

/// Keeps the state of the magnet for the next window and the next start.
void MainWindow::keepSnapping() {
    ViewportWidget* view = viewport_->viewport();
    if (view == nullptr) return;
    view->placing().setSnapping(settings_.snapping());
    connect(&view->placing(), &Placing::snappingChanged, this,
            [this](bool on) { settings_.setSnapping(on); });
}

void MainWindow::makePanels() {
    viewport_ = new ViewportPanel(workbench());
    graph_ = new GraphPanel(workbench());
    inspector_ = new InspectorPanel(workbench());
    auto* problems = new ProblemsPanel(workbench());
    export_ = new ExportTools(workbench(), queue_, this);
    batch_ = new BatchTools(workbench(), queue_, *export_, this);
    place(viewport_, Place::viewport, "panel.viewport", tr("Viewport"), "Ctrl+2");
    place(graph_, Place::graph, "panel.graph", tr("Graph"), "Ctrl+1");
    makeLibrary();
    place(inspector_, Place::rightAbove, "panel.inspector", tr("Inspector"), "Ctrl+3");
    place(problems, Place::bottomLeft, "panel.problems", tr("Problems"), "Ctrl+4");
    place(&export_->panel(), Place::bottomLeft, "panel.queue", tr("Export queue"), {});
    place(new LogPanel(workbench(), log_, workspace_->parentAt(Place::bottomLeft)), Place::bottomLeft,
          "panel.log", tr("Log"), {});
    QWidget* const below = workspace_->parentAt(Place::rightBelow);
    place(new HistogramPanel(workbench(), below), Place::rightBelow, "panel.histogram", tr("Histogram"),
          "Ctrl+5");
    place(new HistoryPanel(workbench(), below), Place::rightBelow, "panel.history", tr("History"), "Ctrl+6");
    makeBookmarks();
    auto* parameters = new ParametersPanel(workbench(), workspace_->parentAt(Place::belowInspector));
    place(parameters, Place::belowInspector, "panel.parameters", tr("Parameters"), {});
    auto* line = new LineProfilePanel(workbench(), workspace_->parentAt(Place::bottomRight));
    place(line, Place::bottomRight, "panel.lineProfile", tr("Line profile"), "Ctrl+7");
    auto* roughness = new RoughnessPanel(workbench(), workspace_->parentAt(Place::bottomRight));
    place(roughness, Place::bottomRight, "panel.roughness", tr("Roughness"), {});
    connect(viewport_, &ViewportPanel::roughnessWanted, this, [this, roughness] {
        workspace_->bringForward(roughness);
        workspace_->enlargeBottom(RoughnessPanel::wholeSize());
    });
    connect(viewport_, &ViewportPanel::areaDrawn, roughness, &RoughnessPanel::measureRectangle);
    const auto countProblems = [this, problems](int count) {
        workspace_->setCount(problems, count);
        workspace_->setContent(problems,
                               count == 0 ? Workspace::Content::nothing : Workspace::Content::waiting);
    };
    countProblems(problems->count());
    workspace_->setContent(line, Workspace::Content::nothing);
    workspace_->restoreLayout();
    connect(&previews_, &Previews::lineChanged, this, [this, line, drawn = false]() mutable {
        const bool now = previews_.line().has_value();
        workspace_->setContent(line, now ? Workspace::Content::wanted : Workspace::Content::nothing);
        if (now && !drawn) workspace_->bringForward(line);
        drawn = now;
    });
    connect(inspector_, &InspectorPanel::typedProblemsChanged, problems, &ProblemsPanel::setTyped);
    connect(problems, &ProblemsPanel::countChanged, this, countProblems);
    connect(&export_->panel(), &ExportQueuePanel::countChanged, this,
            [this](int count) { workspace_->setCount(&export_->panel(), count); });
    connect(export_, &ExportTools::panelWanted, this, [this] { workspace_->reveal(&export_->panel()); });
    if (ViewportWidget* widget = viewport_->viewport()) {
        connect(widget, &ViewportWidget::thingDrawn, this, &MainWindow::addDrawn);
        line->setWipe(widget->wipe());
        roughness->setWipe(widget->wipe());
    }
    const auto goTo = [this](Point at) {
        if (ViewportWidget* widget = viewport_->viewport())
            widget->goTo({static_cast<double>(at.x), static_cast<double>(at.y)});
    };
    connect(export_, &ExportTools::placeWanted, this, goTo);
    connect(inspector_, &InspectorPanel::placeWanted, this, goTo);
    connect(export_, &ExportTools::workMoved, this, [this](const WorkLines& lines) {
        if (ViewportWidget* widget = viewport_->viewport()) widget->setWork(lines);
    });
    export_->setView([this] { return visibleSurface(); });
    connectBatch();
    connect(viewport_, &ViewportPanel::muteWanted, graph_->action("graph.mute"), &QAction::trigger);
    connect(viewport_, &ViewportPanel::comparisonWanted, this, &MainWindow::openComparison);
    connect(viewport_, &ViewportPanel::pictureWanted, this, &MainWindow::saveReliefPicture);
    connect(graph_, &GraphPanel::inspectorRequested, this, [this] { workspace_->reveal(inspector_); });
    connect(graph_, &GraphPanel::added, this, [this] {
        if (workspace_->covers(*graph_, *inspector_)) workspace_->reveal(inspector_);
    });
    connect(&graph_->view(), &GraphView::said, this,
            [this](const QString& words) { statusBar()->showMessage(words, messageMs); });
    const auto showParameters = [this, parameters] {
        workspace_->setPresent(parameters, document_.scope().open());
        enableIf(*findChild<QAction*>("panel.parameters"), document_.scope().open(), tr("no group is open"));
    };
    connect(&document_.scope(), &Scope::changed, this, showParameters);
    showParameters();
    connect(inspector_, &InspectorPanel::exposed, this,
            [this, parameters](const QString& parameter, const QString& said) {
                workspace_->reveal(parameters);
                parameters->begin(parameter, said);
            });
    connect(inspector_, &InspectorPanel::said, this,
            [this](const QString& words) { statusBar()->showMessage(words, messageMs); });
    connect(inspector_, &InspectorPanel::closingWanted, this, &MainWindow::closeOnRoller);
    connect(export_, &ExportTools::closingWanted, this, &MainWindow::closeOnRoller);
    connect(inspector_, &InspectorPanel::compensationWanted, this, [this] {
        QAction& insert = *graph_->action("graph.compensate");
        if (insert.isEnabled()) return insert.trigger();
        statusBar()->showMessage(sentence(insert.property(whyDisabled).toString()), messageMs);
    });
    connect(inspector_, &InspectorPanel::inversionWanted, graph_->action("graph.invert"), &QAction::trigger);
    connect(inspector_, &InspectorPanel::left, this, [this] { workspace_->reveal(graph_); });
    connect(parameters, &ParametersPanel::left, this, [this] { workspace_->reveal(graph_); });
    connect(inspector_, &InspectorPanel::helpRequested, this, &MainWindow::openManual);
    connect(&selection_, &Selection::revealed, this, [this](const QString&, const QString& parameter) {
        if (!parameter.isEmpty()) workspace_->reveal(inspector_);
    });
    inspector_->findChild<QAction*>("graph.centre")
        ->setProperty(CommandSearch::synonyms, tr("center, middle, align"));
    for (const char* id : {"viewport.align-middle-x", "viewport.align-middle-y", "viewport.centre"})
        viewport_->findChild<QAction*>(id)->setProperty(CommandSearch::synonyms, tr("center, align"));
    viewport_->findChild<QAction*>("viewport.snapping")
        ->setProperty(CommandSearch::synonyms, tr("magnet, guides"));
    for (const char* id : {"viewport.gaps-x", "viewport.gaps-y"})
        viewport_->findChild<QAction*>(id)->setProperty(CommandSearch::synonyms, tr("distribute, space"));
    graph_->action("graph.invert")
        ->setProperty(CommandSearch::synonyms, tr("negative, black, white, logo, reverse"));
    graph_->action("graph.compensate")
        ->setProperty(CommandSearch::synonyms, tr("spot, beam, laser, predicted, deconvolution"));
    commands_ = static_cast<QWidget*>(graph_)->actions() + viewport_->actions() + inspector_->actions() +
                problems->actions() + line->actions() + roughness->actions();
    // No field uses the keys of these commands, so they act wherever the focus is.
    for (const char* id : {"graph.duplicate", "graph.selectNone", "graph.group", "graph.ungroup",
                           "graph.describeGroup", "graph.saveToLibrary"})
        workspace_->addAction(graph_->action(id));
}

/// The part of the surface that the viewport shows; nothing if it shows another node, or no sample.
std::optional<Rect> MainWindow::visibleSurface() const {
    const ViewportWidget* widget = viewport_->viewport();
    if (widget == nullptr || !selection_.solo().isEmpty()) return {};
    const Rect visible = widget->visible();
    return visible.empty() ? std::nullopt : std::optional(visible);
}

QAction* MainWindow::action(const char* id, const QString& text, const QKeySequence& keys,
                            const QString& icon, const std::function<void()>& run) {
    auto* result = new QAction(text, this);
    result->setObjectName(id);
    result->setShortcut(keys);
    if (!icon.isEmpty()) result->setIcon(theme_.icon(icon));
    connect(result, &QAction::triggered, this, run);
    addAction(result);
    return result;
}

QAction* MainWindow::find(const QString& id) const {
    for (QAction* action : commands()) {
        if (action->objectName() == id) return action;
    }
    return nullptr;
}

void MainWindow::makeActions() {
    action("file.new", tr("&New design"), QKeySequence("Ctrl+N"), "new", [this] { newDesign(); });
    action("file.open", tr("&Open..."), QKeySequence("Ctrl+O"), "open", [this] { open(); });
    action("file.newWindow", tr("New &window"), QKeySequence("Ctrl+Shift+N"), {},
           [this] { emit windowWanted({}); });
    action("file.openInNewWindow", tr("Open in new win&dow..."), {}, {}, [this] { openInNewWindow(); });
    QAction* import =
        action("file.import", tr("&Import..."), QKeySequence("Ctrl+I"), {}, [this] { importFiles(); });
    import->setProperty(CommandSearch::synonyms, tr("image, picture, photo, drawing, SVG, DXF, scan"));
    action("file.save", tr("&Save"), QKeySequence("Ctrl+S"), "save", [this] { save(); });
    action("file.saveAs", tr("Save &as..."), QKeySequence("Ctrl+Shift+S"), {}, [this] { saveAs(); });
    action("file.sheet", tr("&Job sheet..."), {}, {}, [this] {
        openSheet();
    })->setProperty(CommandSearch::synonyms, tr("report, PDF, print, signature"));
    action("file.reload", tr("Re&load changed files"), QKeySequence("F5"), "reset", [this] { reload(); });
    action("file.close", tr("&Close"), QKeySequence("Ctrl+W"), "close", [this] { closeDesign(); });
    action("file.quit", tr("&Quit"), QKeySequence("Ctrl+Q"), {}, [this] { close(); });

    // A field that has the focus takes back what was typed in it. Otherwise text that is being typed becomes
    // a step of its own before undo or redo.
    const auto walks = [this](QAction* action, void (Document::*walk)()) {
        disconnect(action, &QAction::triggered, &document_.history(), nullptr);
        connect(action, &QAction::triggered, &document_, [this, action, walk] {
            if (pressInFocus(*this, action->shortcut())) return;
            // The focus may have changed since the menu enabled the command for a field of the start page.
            if (pages_->currentWidget() == workspace_) (document_.*walk)();
        });
    };
    // The letters of undo and redo are written here, because the name of a step follows and must change no
    // letter of the menu.
    QAction* undo = document_.history().createUndoAction(this, tr("&Undo"));
    walks(undo, &Document::undo);
    undo->setObjectName("edit.undo");
    undo->setShortcut(QKeySequence("Ctrl+Z"));
    undo->setIcon(theme_.icon("undo"));
    QAction* redo = document_.history().createRedoAction(this, tr("&Redo"));
    walks(redo, &Document::redo);
    redo->setObjectName("edit.redo");
    redo->setShortcut(QKeySequence("Ctrl+Shift+Z"));
    redo->setIcon(theme_.icon("redo"));
    addActions({undo, redo});
    // The command is also available in modeless dialogs.
    QAction* preferences =
        action("edit.preferences", tr("Preferences..."), QKeySequence("Ctrl+,"), "gear",
               [this] { PreferencesDialog(settings_, theme_, QApplication::activeWindow()).exec(); });
    preferences->setShortcutContext(Qt::ApplicationShortcut);
    preferences->setProperty(CommandSearch::synonyms,
                             tr("settings, options, theme, dark, light, motion, animations"));
    action("edit.command", tr("Find a command"), QKeySequence("Ctrl+K"), "search",
           [this] { row_->search().begin(false); });
    action("edit.findNode", tr("Find a node"), QKeySequence("Ctrl+F"), {},
           [this] { row_->search().begin(true); });

    makeRollerAction();

    action("view.nextPanel", tr("Next panel"), QKeySequence("F6"), {}, [this] { workspace_->step(1); });
    action("view.previousPanel", tr("Previous panel"), QKeySequence("Shift+F6"), {},
           [this] { workspace_->step(-1); });
    action("view.nextTab", tr("Next tab"), QKeySequence("Ctrl+PgDown"), {},
           [this] { workspace_->stepTab(1); });
    action("view.previousTab", tr("Previous tab"), QKeySequence("Ctrl+PgUp"), {},
           [this] { workspace_->stepTab(-1); });
    action("view.fullScreen", tr("Full screen"), QKeySequence("F11"), {},
           [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    makeThemeActions();
    action("view.resetLayout", tr("Reset layout"), {}, {}, [this] { workspace_->resetLayout(); });
    action("view.start", tr("Start page"), {}, {}, [this] { showWorkspace(false); });

    action("help.manual", tr("Manual page of the selection"), QKeySequence("F1"), "help",
           [this] { showHelp(); });
    QAction* keys = action("help.keys", tr("Keyboard shortcuts"), {}, {}, [this] { openManual("keys"); });
    keys->setProperty(CommandSearch::synonyms, tr("keys, key bindings, hotkeys"));
    action("help.kinds", tr("All kinds of nodes"), {}, {}, [this] { openManual("kinds"); });
    action("help.report", tr("Report a problem..."), {}, {}, [this] {
        const Engine& engine = previews_.engine();
        showProblemReport(
            this,
            problemReport(engine, engine.backendFor(*document_.design()), log_, PrivateWords::ofThisUser()),
            theme_);
    });
    action("help.about", tr("About Burin"), {}, {}, [this] {
        QMessageBox::about(this, tr("About Burin"),
                           tr("<b>Burin %1</b><br><nobr>Engraved surfaces, computed tile by tile.</nobr><br>"
                              "Free software under the GNU General Public License, version 3 or later.")
                               .arg(BURIN_VERSION));
    });
}

QList<QAction*> MainWindow::commands() const {
    return actions() + commands_ + export_->actions() + batch_->actions();
}

void MainWindow::makeMenus() {
    const auto fill = [this](const QString& title, const QString& prefix) {
        QMenu* menu = menuBar()->addMenu(title);
        fillMenu(*menu, commands(), prefix);
        menu->menuAction()->setVisible(!menu->isEmpty());
        return menu;
    };
    fill(tr("&File"), "file.");
    addRecentMenu();
    addExampleMenu();
    QMenu* const edit = fill(tr("&Edit"), "edit.");
    connect(edit, &QMenu::aboutToShow, this, &MainWindow::enableEditing);
    // Queued, because the chosen command runs after its menu has closed.
    connect(edit, &QMenu::aboutToHide, this, &MainWindow::enableEditing, Qt::QueuedConnection);
    QMenu* const view = fill(tr("&View"), "view.");
    // The menu Window has the panels too, but many programs have them here.
    auto* const panels = new QMenu(tr("Panels"), view);
    panels->setObjectName("view.panels");
    fillMenu(*panels, commands(), "panel.");
    view->insertMenu(view->actions().constFirst(), panels);
    menusOfDesign_ << fill(tr("&Graph"), "graph.") << fill(tr("View&port"), "viewport.");
    fill(tr("E&xport"), "export.");
    fill(tr("&Window"), "panel.");
    fill(tr("&Help"), "help.");
}

void MainWindow::makeToolBar() {
    tools_ = addToolBar(tr("Tools"));
    tools_->setMovable(false);
    tools_->toggleViewAction()->setVisible(false);
    row_ = new ToolRow(workbench(), settings_, commands(), tools_);
    tools_->addWidget(row_);
    row_->search().setCommands([this] { return commands(); });
    const auto kinds = [this] {
        const bool shown = pages_->currentWidget() == workspace_;
        return shown ? graph_->kindsToAdd() : std::vector<const KindDescription*>();
    };
    row_->search().setKinds(kinds, [this](const KindDescription& kind) { graph_->addInView(kind); });
    connect(&row_->search(), &CommandSearch::graphWanted, this, [this] { workspace_->reveal(graph_); });
    connect(row_, &ToolRow::said, this,
            [this](const QString& words) { statusBar()->showMessage(words, messageMs); });
}

void MainWindow::logMemoryLimit(std::size_t budgetBytes, const std::string& limit) {
    log_.add(tr("The memory budget is %1: half of the memory that the limit %2 leaves")
                 .arg(bytesText(static_cast<double>(budgetBytes)), QString::fromLocal8Bit(limit.c_str())));
}

// The state that is shown

void MainWindow::documentChanged() {
    previews_.setDesign(document_.design());
    QStringList files = document_.files();
    if (!document_.file().isEmpty()) files << document_.file();
    watcher_.watch(files);
    updateTitle();
    updateStatus();
}

void MainWindow::showWorkspace(bool workspace) {
    designOpen_ = designOpen_ || workspace;
    pages_->setCurrentWidget(workspace ? static_cast<QWidget*>(workspace_) : start_);
    tools_->setVisible(workspace);
    updateTitle();
    updateStatus();
    workspace ? workspace_->begin() : start_->setFocus();
    enableEditing();
}

/// No command changes or saves a design that the start page hides. Commands that text fields have too are
/// enabled for the field that has the focus.
void MainWindow::enableEditing() {
    const bool shown = pages_->currentWidget() == workspace_;
    const auto enable = [&](const char* id, bool possible, const QString& why) {
        QAction* const command = find(id);
        enableIf(*command, (shown && possible) || usedByFocus(*this, command->shortcut()),
                 shown ? why : tr("no design is shown"));
    };
    enable("edit.undo", document_.history().canUndo(), tr("nothing to undo"));
    enable("edit.redo", document_.history().canRedo(), tr("nothing to redo"));
    enable("graph.duplicate", !selection_.nodes().isEmpty(), tr("select a node first"));
    for (const char* id : {"graph.cut", "graph.copy", "graph.paste", "graph.delete", "graph.selectAll",
                           "file.save", "file.saveAs"})
        enable(id, true, {});
    for (const QMenu* menu : menusOfDesign_)
        menu->menuAction()->setEnabled(shown);
}

void MainWindow::updateTitle() {
    const bool workspace = pages_->currentWidget() == workspace_;
    setWindowTitle(workspace ? tr("%1[*] - Burin").arg(document_.title()) : tr("Burin"));
    const bool unsaved = document_.modified() || fileState_ != FileState::sound;
    setWindowModified(workspace && unsaved);
    start_->setOpenDesign(designOpen_ ? document_.title() : QString(), unsaved);
    const QString state = document_.modified()               ? tr("edited")
                          : document_.file().isEmpty()       ? tr("new")
                          : fileState_ == FileState::missing ? tr("not on disk")
                          : fileState_ == FileState::spoilt  ? tr("unreadable on disk")
                                                             : tr("saved");
    const Design& design = *document_.design();
    const bool away = fileState_ == FileState::missing && document_.modified();
    const bool changed = othersWrote_ && (fileState_ == FileState::sound || document_.modified());
    const QString others = changed ? tr(", changed on disk") : away ? tr(", not on disk") : QString();
    row_->showDesign(
        document_.title(),
        QString("%1  %2 at %3").arg(state + others, surfaceText(design), lengthText(design.pixelUm)));
}

void MainWindow::updateStatus() {
    const ViewportWidget* viewport = viewport_->viewport();
    status_->show({.workspace = pages_->currentWidget() == workspace_,
                   .sharesTheCard = viewport != nullptr && viewport->sharesTheCard(),
                   .autosaved = recovery_.kept()});
}

void MainWindow::openManual(const QString& page) {
    if (manual_ == nullptr) manual_ = new ManualWindow(document_.kinds(), theme_, this);
    manual_->open(page);
}

/// Opens the page of the selected node's kind, or the first page if no node is selected.
void MainWindow::showHelp() {
    const DesignNode* node = document_.node(selection_.active());
    const bool known = node != nullptr && node->kind != nullptr;
    openManual(known ? QString::fromUtf8(node->kind->description.name.data(),
                                         static_cast<qsizetype>(node->kind->description.name.size()))
                     : QString("index"));
}

// Events

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayLeave()) return event->ignore();
    const Quit quit = batch_->askToQuit();
    if (quit == Quit::no) return event->ignore();
    workspace_->saveLayout();
    if (quit == Quit::exportingOn && queue_.busy()) exportOn();
    event->accept();
}

/// Closes the window. The program ends once nothing is exported any more; if an export fails, the window
/// returns and shows why.
void MainWindow::exportOn() {
    designOpen_ = false;
    document_.reset(burin::newDesign());
    showWorkspace(false);
    staysOpen_ = std::make_unique<QEventLoopLocker>();
    const auto ends = [this] {
        disconnect(exportEnds_);
        disconnect(exportFails_);
        staysOpen_.reset();
    };
    exportEnds_ = connect(&queue_, &ExportQueue::activeChanged, this, [this, ends] {
        if (!queue_.busy()) ends();
    });
    exportFails_ = connect(&queue_, &ExportQueue::failed, this, [this, ends](ExportJob* job) {
        show();
        export_->dialog().open();
        export_->dialog().showJob(job);
        ends();
    });
    for (QWidget* const window : findChildren<QWidget*>()) {
        if (window->isWindow()) window->close();
    }
}

QString MainWindow::logFrames(const QString& file) {
    frames_ = std::make_unique<FrameLog>(file);
    if (!frames_->problem().isEmpty()) return file + ": " + frames_->problem();
    connect(&document_, &Document::changed, frames_.get(), [this] { frames_->edited(document_.design()); });
    if (ViewportWidget* widget = viewport_->viewport()) widget->logFrames(frames_.get());
    return {};
}

}  // namespace burin::ui
