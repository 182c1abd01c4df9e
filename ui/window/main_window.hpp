// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/bookmarks.hpp"
#include "ui/export/queue/export_queue.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/file_watcher.hpp"
#include "ui/model/document/recovery.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/examples.hpp"
#include "ui/model/library.hpp"
#include "ui/model/log.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/settings.hpp"
#include "ui/model/workbench.hpp"
#include "ui/window/opened_file.hpp"
#include "ui/window/workspace.hpp"

#include <QEventLoopLocker>
#include <QMainWindow>
#include <QStackedWidget>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace burin::ui {

class BatchTools;
class ComparisonDialog;
class ExportTools;
class GraphPanel;
class InspectorPanel;
class LibraryPanel;
class ManualWindow;
class FrameLog;
class SheetDialog;
class StartPage;
class StatusLine;
class ToolRow;
class ViewportPanel;
class Workspace;
struct DrawnThing;
struct DroppedFiles;

/// The studio's window: the start page or the workspace, with menus, tool bar and status bar.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    /// \param recoveryFolder  as in Recovery
    MainWindow(const Engine& engine, Theme& theme, const QString& recoveryFolder = {},
               QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a design, or an image as a new design with one node. Asks first if changes would be lost, or if
    /// there is a newer autosave of the design.
    /// \return whether it was opened
    bool openFile(const QString& file);
    /// Like open(), without questions and messages. \return empty, or why it cannot be opened
    [[nodiscard]] QString take(const QString& file);
    /// Makes a design file a new design, which has no file until it is saved. \return as take()
    [[nodiscard]] QString takeAsNew(const QString& file, const QString& title);
    [[nodiscard]] Document& document() { return document_; }
    /// Writes the recovery copy at once if there are unsaved changes, with the texts that are being typed:
    /// something ends the program. Opens no dialog and processes no event.
    void keepWork();
    /// Logs which limit of the system decided the budget, see FreeMemory::limit.
    void logMemoryLimit(std::size_t budgetBytes, const std::string& limit);
    [[nodiscard]] Workbench workbench() { return {document_, selection_, previews_, theme_}; }
    [[nodiscard]] Library& library() { return library_; }
    [[nodiscard]] ExportQueue& exports() { return queue_; }
    [[nodiscard]] QStackedWidget& pages() { return *pages_; }
    /// The window or a part of it: "viewport", "graph", "inspector", "library" and "three-d" (the window with
    /// them), "export", "machine", "batch", "compare", "sheet"; nullptr for other names. Opens what is not
    /// open yet.
    [[nodiscard]] QWidget* part(const QString& name);
    /// A function that returns the same or, for a command such as "edit.preferences", what it opens from now
    /// on: its dialog, or the window with its panel. Empty for other names.
    [[nodiscard]] std::function<QWidget*()> partOrCommand(const QString& name);
    /// Makes a file the table of the batch dialog.
    void takeTable(const QString& file);
    /// Saves a picture of a part of the window once everything is computed, or after `longest`, and ends the
    /// program, with exit code 1 if the picture cannot be written. A job sheet may take longer.
    void screenshotOnceStill(const std::function<QWidget*()>& part, const QString& file,
                             std::chrono::milliseconds longest = std::chrono::minutes(1));
    /// Shows a message until the user closes it.
    void say(const QString& problem);
    /// Logs the viewport's frames from now on, see FrameLog. \return empty, or why it cannot
    [[nodiscard]] QString logFrames(const QString& file);

  signals:
    /// The user wants another window. \param file  to open in it; empty: the start page
    void windowWanted(const QString& file);
    /// The user wants another window on a new design, which has no file. \param design  its text
    void copyWanted(const QByteArray& design, const QString& title);

  protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    static constexpr int messageMs = 10'000;  ///< how long a message stays in the status bar

    void makePanels();
    void keepSnapping();
    void makeLibrary();
    void makeBookmarks();
    void showBookmark(const Bookmark& bookmark);
    void makeTexture(const QString& chosen);
    [[nodiscard]] QString pictureBehind(QString node) const;
    void openComparison();
    [[nodiscard]] SheetDialog& sheet();
    void openSheet();
    void connectBatch();
    void makeRollerAction();
    void closeOnRoller();
    void saveReliefPicture();
    void place(QWidget* panel, Place place, const char* id, const QString& title, const QString& keys);
    [[nodiscard]] std::optional<Rect> visibleSurface() const;
    void makeActions();
    void makeThemeActions();
    void makeMenus();
    void makeToolBar();
    QAction* action(const char* id, const QString& text, const QKeySequence& keys, const QString& icon,
                    const std::function<void()>& run);
    [[nodiscard]] QAction* find(const QString& id) const;
    [[nodiscard]] QList<QAction*> commands() const;

    void newDesign();
    void open();
    void openExample(const Example& example);
    void insertExample(const Example& example);
    void openInNewWindow();
    bool openSaved(const QString& file);
    void importFiles();
    void takeDropped(const DroppedFiles& files, QPoint at);
    void dropPictures(const QStringList& pictures, QPoint at);
    void takePictures(const QStringList& files, std::optional<Point> dropped = {});
    void addDrawn(const DrawnThing& thing);
    void comeForward();
    [[nodiscard]] bool shownElsewhere(const QString& file);
    bool save();
    bool saveAs();
    void closeDesign();
    void reload();
    bool recover(const Recovery::Left& left);
    void showHelp();
    void openManual(const QString& page);
    bool saveOver(const QString& file);
    [[nodiscard]] bool isOwnFile(const QString& file) const;
    bool saveTo(const QString& file, const std::optional<FileStamp>& over = {});
    /// Asks what to do with unsaved changes. \return false if the user wants to keep editing
    bool mayLeave();
    void exportOn();
    void remember();
    void keepPictureInRecent();
    void addRecentMenu();
    void fillRecentMenu(QMenu& menu);
    void addExampleMenu();
    [[nodiscard]] QString rootName() const;

    void documentChanged();
    void showWorkspace(bool workspace);
    void enableEditing();
    void updateTitle();
    void updateStatus();
    void copyFailed(const QString& why);
    void filesTouched(const QStringList& files);
    void reloaded(const QString& problem);
    /// Notes what is known about the design's file, and shows it.
    void lookAtFileState();

    Theme& theme_;
    Settings settings_;
    Document document_;
    Selection selection_;
    Previews previews_;
    Library library_;
    Recovery recovery_;
    FileWatcher watcher_;
    OpenedFile opened_;
    Log log_;
    ExportQueue queue_;
    std::unique_ptr<FrameLog> frames_;
    QTimer pictureSettled_;
    bool pictured_ = false;     ///< the picture in Recent is that of the saved file, and exact
    bool designOpen_ = false;   ///< a design is open, and the start page leads back to it
    bool othersWrote_ = false;  ///< another program wrote the file during unsaved changes here
    /// The state of the design's file: it holds a design, was removed, or holds something else.
    enum class FileState { sound, missing, spoilt };
    FileState fileState_ = FileState::sound;
    bool copyFails_ = false;  ///< the user knows that the recovery copy cannot be written
    std::unique_ptr<QEventLoopLocker> staysOpen_;  ///< while the program exports without a window
    QMetaObject::Connection exportEnds_;
    QMetaObject::Connection exportFails_;

    QStackedWidget* pages_;
    StartPage* start_;
    Workspace* workspace_;
    GraphPanel* graph_ = nullptr;
    ViewportPanel* viewport_ = nullptr;
    InspectorPanel* inspector_ = nullptr;
    LibraryPanel* libraryPanel_ = nullptr;
    ExportTools* export_ = nullptr;
    BatchTools* batch_ = nullptr;
    QList<QAction*> commands_;     ///< the commands of the panels
    QList<QMenu*> menusOfDesign_;  ///< their commands act on the design alone
    ComparisonDialog* comparison_ = nullptr;
    SheetDialog* sheet_ = nullptr;
    ManualWindow* manual_ = nullptr;
    QToolBar* tools_ = nullptr;
    ToolRow* row_ = nullptr;
    std::unique_ptr<StatusLine> status_;
};

}  // namespace burin::ui
