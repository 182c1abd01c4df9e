// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/export_queue.hpp"
#include "ui/model/document.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/examples.hpp"
#include "ui/model/file_watcher.hpp"
#include "ui/model/log.hpp"
#include "ui/model/previews.hpp"
#include "ui/model/recovery.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/session.hpp"
#include "ui/model/settings.hpp"
#include "ui/window/workspace.hpp"

#include <QLabel>
#include <QMainWindow>
#include <QStackedWidget>

#include <functional>
#include <memory>

namespace burin::ui {

class CommandSearch;
class ExportTools;
class GraphPanel;
class InspectorPanel;
class ManualWindow;
class FrameLog;
class StartPage;
class ViewportPanel;
class Workspace;

/// The studio's window: the start page or the workspace, with menus, tool bar and status bar.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    MainWindow(const Engine& engine, Theme& theme, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a design, or an image as a new design of one node. Asks first where changes would be lost.
    /// \return whether it is open now
    bool openFile(const QString& file);
    [[nodiscard]] Document& document() { return document_; }
    [[nodiscard]] Session session() { return {document_, selection_, previews_, theme_}; }
    [[nodiscard]] QStackedWidget& pages() { return *pages_; }
    /// The window itself or a part of it: "viewport", "graph", "inspector", "export"; nullptr for other
    /// names. The export dialog is opened.
    [[nodiscard]] QWidget* part(const QString& name);
    /// Saves a picture of a part of the window once nothing is computed any more, and ends the program: with
    /// 1 where the picture cannot be written.
    void screenshotOnceStill(QWidget* part, const QString& file);
    /// Notes the frames of the viewport from now on, see FrameLog. \return why not; empty: it does
    [[nodiscard]] QString logFrames(const QString& file);

  protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void makePanels();
    void place(QWidget* panel, Place place, const char* id, const QString& title, const QString& keys);
    void makeActions();
    void makeMenus();
    void makeToolBar();
    void makeStatusBar();
    QAction* action(const char* id, const QString& text, const QKeySequence& keys, const QString& icon,
                    const std::function<void()>& run);
    [[nodiscard]] QAction* find(const QString& id) const;
    [[nodiscard]] QList<QAction*> commands() const;

    void newDesign();
    void open();
    void openExample(const Example& example);
    bool save();
    bool saveAs();
    void closeDesign();
    void reload();
    void recover(const Recovery::Left& left);
    void showHelp();
    void openManual(const QString& page);
    /// Asks what becomes of unsaved changes. \return false where the user wants to go on editing
    bool mayLeave();
    void say(const QString& problem);
    void remember();

    void documentChanged();
    void showWorkspace(bool workspace);
    void updateTitle();
    void updateStatus();
    void filesTouched(const QStringList& files);

    Theme& theme_;
    Settings settings_;
    Document document_;
    Selection selection_;
    Previews previews_;
    Recovery recovery_;
    FileWatcher watcher_;
    Log log_;
    ExportQueue queue_;
    std::unique_ptr<FrameLog> frames_;

    QStackedWidget* pages_;
    StartPage* start_;
    Workspace* workspace_;
    GraphPanel* graph_ = nullptr;
    ViewportPanel* viewport_ = nullptr;
    InspectorPanel* inspector_ = nullptr;
    ExportTools* export_ = nullptr;
    QList<QAction*> commands_;  ///< of the panels
    ManualWindow* manual_ = nullptr;
    CommandSearch* search_ = nullptr;
    QToolBar* tools_ = nullptr;
    QLabel* name_ = nullptr;
    QLabel* facts_ = nullptr;
    QLabel* backend_ = nullptr;
    QLabel* memory_ = nullptr;
    QLabel* autosaved_ = nullptr;
    QLabel* problems_ = nullptr;
    QLabel* steps_ = nullptr;
};

}  // namespace burin::ui
