// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "ui/model/document/file_stamp.hpp"
#include "ui/model/document/parsed_states.hpp"
#include "ui/model/document/pending_texts.hpp"
#include "ui/model/document/scope.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"
#include "ui/model/threads/slow_notice.hpp"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace burin::ui {

/// The edited design with its file, its history and the texts being typed for it. All widgets share it; none
/// keeps a copy.
///
/// It remembers what its file held when it was last read or written here, so it never mistakes its own
/// writing for that of others. Each step of the history stores the folder of its relative paths, so undo
/// works across Save As.
///
/// Interface thread only. The design itself is immutable: other threads may hold what design() gave them.
class Document : public QObject {
    Q_OBJECT

  public:
    /// Starts with a new, empty design. \param kinds  must outlive the document
    explicit Document(std::span<const Kind> kinds, QObject* parent = nullptr);

    /// New relative paths start in this folder: the folder of the file that save() writes or, without a file,
    /// the current folder.
    [[nodiscard]] QString folder() const;
    [[nodiscard]] std::shared_ptr<const Design> design() const { return design_; }
    [[nodiscard]] std::span<const Kind> kinds() const { return kinds_; }
    /// The open group. It decides which nodes the names below mean.
    [[nodiscard]] Scope& scope() { return scope_; }
    [[nodiscard]] const Scope& scope() const { return scope_; }
    /// The node of the scope with that name, or nullptr; its links name nodes as the file does.
    [[nodiscard]] const DesignNode* node(const QString& name) const;
    /// The node of the scope as it is in the file, or nullptr.
    [[nodiscard]] const YamlValue* nodeText(const QString& name) const;

    /// Changes the design as one step of the history, named `what` ("Move rims"). The edit begins in the
    /// scope: its functions mean the nodes of the open group.
    ///
    /// A change that changes nothing is not a step. Steps of one gesture (a drag, a slider) are merged.
    /// \param change  is called again if the design changes while the result is loaded
    /// \param gesture  from newGesture(); 0: a step of its own
    /// \return empty, or why the loader refuses the result, or that the user stopped it; then nothing has
    /// changed, no step is made, and refused() is emitted
    QString edit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture = 0);
    /// Sets the notice that shows edits and moves through the history which take longer than a second, as for
    /// large drawings, and lets the user stop them. \param notice  outlives this; nullptr: nothing is shown
    void setSlowNotice(SlowNotice* notice) { notice_ = notice; }
    [[nodiscard]] SlowNotice* slowNotice() const { return notice_; }
    [[nodiscard]] int newGesture() { return ++gestures_; }
    [[nodiscard]] QUndoStack& history() { return history_; }
    [[nodiscard]] const QUndoStack& history() const { return history_; }
    /// The places where users type texts that are not in the design yet.
    [[nodiscard]] PendingTexts& pending() { return pending_; }
    /// Hands over the pending texts when something ends the program: their edits run on this thread, no other
    /// event is processed meanwhile, and no signal is emitted, so that nothing shows the edits and no dialog
    /// opens. A text that is not valid is left out.
    void handOverAtOnce();
    /// Goes one step back or forward, after pending texts are handed over.
    void undo();
    void redo();
    /// Goes to the state after the first `step` steps, in the same way. Only that state is loaded and shown,
    /// not those in between. Does nothing if the history has no such state.
    void goTo(int step);
    /// How many states of the history had to be parsed again because they were not kept.
    [[nodiscard]] int parsedAgain() const { return parsedAgain_; }
    /// How many texts were compressed for the history.
    [[nodiscard]] int packedTexts() const { return packedTexts_; }

    /// Starts a new, unsaved design without a file. \param document  accepted by the loader
    void reset(YamlValue document, const QString& title = {});
    /// Reads and decodes on another thread while the interface keeps drawing, see offThread().
    /// \return empty, or why the file is refused; then nothing has changed
    [[nodiscard]] QString open(const QString& file);
    /// Adopts a text as unsaved changes of `file` (empty: of a new design).
    /// \param base  fileChecksum() of the document that the text was based on; empty: what the file holds now
    /// \param undone  undoneTheirs() of that document
    /// \return as open()
    [[nodiscard]] QString recover(const QByteArray& text, const QString& file, const QByteArray& base = {},
                                  bool undone = false);
    [[nodiscard]] QString recover(const QString& text, const QString& file, const QByteArray& base = {}) {
        return recover(text.toUtf8(), file, base);
    }
    /// Changes only the lines that were edited since the file was read: see keptYaml(). Adapts relative
    /// paths, so that files of the design are found from its new location. Another program may write the file
    /// meanwhile. So the file is compared with `over` immediately before it is replaced, and it stays if it
    /// holds anything else.
    /// \param over  what the user agreed to overwrite. Nothing: what was last read or written here; for
    ///        another file, what it holds when the save begins
    /// \return empty, or why the file could not be written; then it is unchanged
    [[nodiscard]] QString save(const QString& file, const std::optional<FileStamp>& over = {});
    /// Whether the last save wrote nothing, because another program had written the file.
    [[nodiscard]] bool overtaken() const { return overtaken_; }
    /// Whether the last save kept the comments and lines of the file.
    [[nodiscard]] bool keptLines() const { return keptLines_; }

    /// What to read again.
    enum class Reload {
        unchanged,  ///< the images, and the design if it has no unsaved changes
        theirs      ///< the images and the design, even over unsaved changes
    };
    /// Reads again on another thread; reloaded() follows unless another file is opened meanwhile. The new
    /// contents become a step of the history, so the previous state can be restored.
    void reload(Reload what = Reload::unchanged);
    /// Whether the file holds something other than what was last read or written here.
    [[nodiscard]] bool changedOnDisk() const { return stamp_.changed(); }
    /// Whether the history is before a step that read what another program had written: a save would remove
    /// that from the file. False again after such a save.
    [[nodiscard]] bool undoneTheirs() const;
    /// Whether the design was recovered and neither saved nor read from its file since. Then changedOnDisk()
    /// is about what the file held when the recovered text was copied.
    [[nodiscard]] bool recovered() const { return recovered_; }
    /// Whether the document has a file that is no longer there.
    [[nodiscard]] bool missing() const;
    /// Whether the file is missing, or holds what was refused as a design when it was last read. Then the
    /// only sound copy is here.
    [[nodiscard]] bool lost() const { return missing() || (refusedOthers_ && stamp_.changed()); }
    /// Whether the design, or a change of it, would be lost if the user left it now.
    [[nodiscard]] bool unsaved() const { return modified() || lost(); }
    /// If others have changed the file and nothing was edited here, finds out whether the file is still a
    /// design, which lost() tells afterwards. Reads on another thread, see offThread().
    void lookAtFile();
    /// The checksum of the file when it was last read or written here; empty if there is none.
    [[nodiscard]] const QByteArray& fileChecksum() const { return stamp_.checksum(); }

    /// Absolute paths of the images and other files that the design names.
    [[nodiscard]] QStringList files() const;
    /// Absolute path; empty for a new design.
    [[nodiscard]] const QString& file() const { return file_; }
    /// The title for the window: the file's name or "Untitled".
    [[nodiscard]] QString title() const;
    [[nodiscard]] bool modified() const { return !history_.isClean(); }
    /// The bytes that save() writes to the present file.
    [[nodiscard]] QByteArray bytes() const;
    [[nodiscard]] QString text() const { return QString::fromUtf8(bytes()); }

  signals:
    /// The design was replaced by an edit, undo, redo, open or reset. The scope shows the new one already.
    void changed();
    /// Another design took the place of this one: it was opened, or it is new. Emitted before changed().
    void fileChanged();
    /// The design was saved under another name. Emitted before changed(). \param before  empty: it had none
    void renamed(const QString& before);
    void modifiedChanged(bool modified);
    /// An edit was refused, see edit().
    void refused(const QString& what, const QString& why);
    /// \param problem  why the file was refused; empty if it was read
    void reloaded(const QString& problem);

  private:
    class Step;
    struct State;
    struct Loaded;
    /// The text of a design. The states of the history store it packed.
    struct Text {
        QByteArray plain;   ///< empty: not known
        QByteArray packed;  ///< empty: not packed yet
    };
    [[nodiscard]] static Loaded read(const QString& file);
    [[nodiscard]] State state() const;
    [[nodiscard]] Loaded loaded(const State& state, SlowNotice* notice);
    QString tryEdit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture);
    void go(const std::function<int()>& wanted);
    void take(const State& state);
    void refuseStep(const Design& design);
    void install(Design design, const Text& text);
    void replace(Design design, const QByteArray& text = {});
    QString adopt(Loaded loaded, const QString& file);
    void forgetHistory();
    void push(Step* step);
    void settleTheirs();
    void setStamp(const FileStamp& stamp);
    void takeReloaded(Loaded loaded, Reload what, bool file);

    std::span<const Kind> kinds_;
    std::shared_ptr<const Design> design_;
    /// The text of a design. Each step of the history needs it twice: as the state after the step, and as the
    /// state before the next one.
    struct Written {
        std::shared_ptr<const Design> design;
        Text text;
    };
    mutable Written written_;
    mutable int packedTexts_ = 0;
    Scope scope_{*this};
    /// The size of the texts whose documents are kept for undo; these documents take about 100 MiB.
    static constexpr qint64 parsedBytes = qint64{4} << 20U;
    ParsedStates parsedStates_{parsedBytes};
    int parsedAgain_ = 0;
    QUndoStack history_;
    struct Target {
        const State* state;
        Design design;  ///< the design of that state
        QByteArray text;
    };
    std::optional<Target> target_;  ///< the state that the history is moving to
    QString file_;
    QString title_;
    FileStamp stamp_;
    bool keptLines_ = true;
    bool overtaken_ = false;
    bool refusedOthers_ = false;  ///< the last reading refused what others had written to the file
    int readings_ = 0;            ///< how many steps have read what another program had written
    int settled_ = 0;             ///< how many of these a save may overwrite without a question
    bool theirsDropped_ = false;  ///< such a step was undone, and an edit took its place in the history
    bool recovered_ = false;
    PendingTexts pending_;
    int gestures_ = 0;
    bool atOnce_ = false;  ///< see handOverAtOnce()
    SlowNotice* notice_ = nullptr;
    int opened_ = 0;  ///< how many times another design took the place of the one before
    Inbox inbox_;
    LatestTask reading_;  ///< last member: destroyed first, after its task has ended
};

}  // namespace burin::ui
