// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "ui/model/file_stamp.hpp"
#include "ui/model/latest_task.hpp"
#include "ui/model/pending_texts.hpp"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace burin::ui {

/// The design that is edited, its file, its history, and the texts that are typed for it. All widgets look at
/// it; none keeps a copy.
///
/// It knows what its file held when it was last read or written here, so it takes nothing of its own for the
/// work of others. Each step of the history knows the folder from which its paths are seen, so undo works
/// across Save As.
///
/// Interface thread only. The design itself is immutable: other threads may hold what design() gave them.
class Document : public QObject {
    Q_OBJECT

  public:
    /// An empty new design. \param kinds  must outlive the document
    explicit Document(std::span<const Kind> kinds, QObject* parent = nullptr);

    [[nodiscard]] std::shared_ptr<const Design> design() const { return design_; }
    [[nodiscard]] std::span<const Kind> kinds() const { return kinds_; }
    /// The node of that name, or nullptr.
    [[nodiscard]] const DesignNode* node(const QString& name) const;
    /// The node as its file says it, or nullptr.
    [[nodiscard]] const YamlValue* nodeText(const QString& name) const;

    /// Changes the design as one step of the history, called `what` there ("Move rims").
    ///
    /// A change that changes nothing is no step. Steps of one gesture (a drag, a slider) become one.
    /// \param gesture  from newGesture(); 0: a step of its own
    /// \return empty, or why the loader refuses the result: then nothing has changed, there is no step, and
    /// refused() follows
    QString edit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture = 0);
    [[nodiscard]] int newGesture() { return ++gestures_; }
    [[nodiscard]] QUndoStack& history() { return history_; }
    [[nodiscard]] const QUndoStack& history() const { return history_; }
    /// Where texts are typed that are not in the design yet.
    [[nodiscard]] PendingTexts& pending() { return pending_; }
    /// A step back or forth, after what is typed has been handed over.
    void undo();
    void redo();

    /// A new design, unsaved and without a file. \param document  not refused
    void reset(YamlValue document, const QString& title = {});
    /// Reads and decodes on another thread; the interface draws meanwhile, see offThread().
    /// \return empty, or why the file is refused; then nothing has changed
    [[nodiscard]] QString open(const QString& file);
    /// Takes a text for unsaved changes of `file` (empty: of a new design).
    /// \param base  fileChecksum() of the document that the text comes from; empty: what the file holds now
    /// \return as open()
    [[nodiscard]] QString recover(const QString& text, const QString& file, const QByteArray& base = {});
    /// Files that the design names are found from its new place too.
    /// \return empty, or why it could not be written; then the file is as it was
    [[nodiscard]] QString save(const QString& file);

    /// What of the design is read again.
    enum class Reload {
        unchanged,  ///< the images; the design too, unless it has changes
        theirs      ///< the design too, over the changes that were made here
    };
    /// Reads again, on another thread; reloaded() follows, unless another file is opened meanwhile. What the
    /// file holds becomes a step of the history: what was here before can be brought back.
    void reload(Reload what = Reload::unchanged);
    /// Whether the file holds something else than what was last read or written here.
    [[nodiscard]] bool changedOnDisk() const { return stamp_.changed(); }
    /// Of what the file held when it was last read or written here; empty: there is none.
    [[nodiscard]] const QByteArray& fileChecksum() const { return stamp_.checksum(); }

    /// The images and other files that the design names, absolute.
    [[nodiscard]] QStringList files() const;
    /// Absolute; empty for a new design.
    [[nodiscard]] const QString& file() const { return file_; }
    /// What the title bar says: the file's name or "Untitled".
    [[nodiscard]] QString title() const;
    [[nodiscard]] bool modified() const { return !history_.isClean(); }
    [[nodiscard]] QString text() const;

  signals:
    /// Another design, by an edit, undo, redo, open or reset.
    void changed();
    /// Another file: opened, saved under another name, or reset. Comes before changed().
    void fileChanged();
    void modifiedChanged(bool modified);
    /// An edit was not taken, see edit().
    void refused(const QString& what, const QString& why);
    /// \param problem  why the file is refused; empty: it was read
    void reloaded(const QString& problem);

  private:
    class Step;
    struct State;
    struct Loaded;
    [[nodiscard]] QString folder() const;
    [[nodiscard]] static Loaded read(const QString& file);
    [[nodiscard]] State state() const;
    [[nodiscard]] Design revised(YamlValue document, const Design* before) const;
    void take(const State& state);
    void install(Design design);
    QString adopt(Loaded loaded, const QString& file);
    void takeReloaded(Loaded loaded, Reload what);

    std::span<const Kind> kinds_;
    std::shared_ptr<const Design> design_;
    QUndoStack history_;
    QString file_;
    QString title_;
    FileStamp stamp_;
    PendingTexts pending_;
    int gestures_ = 0;
    LatestTask reading_;  ///< last: nothing of the above goes before it has ended
};

}  // namespace burin::ui
