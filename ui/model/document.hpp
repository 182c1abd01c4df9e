// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace burin::ui {

/// The design that is edited, its file and its history. All widgets look at it; none keeps a copy.
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
    void edit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture = 0);
    [[nodiscard]] int newGesture() { return ++gestures_; }
    [[nodiscard]] QUndoStack& history() { return history_; }

    /// A new design, unsaved and without a file. \param document  not refused
    void reset(YamlValue document, const QString& title = {});
    /// \return empty, or why the file is refused; then nothing has changed
    [[nodiscard]] QString open(const QString& file);
    /// Takes a text for unsaved changes of `file` (empty: of a new design). \return as open()
    [[nodiscard]] QString recover(const QString& text, const QString& file);
    /// Files that the design names are found from its new place too.
    /// \return empty, or why it could not be written; then the file is as it was
    [[nodiscard]] QString save(const QString& file);
    /// Reads the images, and the design where it has no changes, again. \return as open()
    [[nodiscard]] QString reload();

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

  private:
    class Step;
    [[nodiscard]] QString folder() const;
    void take(YamlValue document);
    QString adopt(Design loaded, const QString& file);

    std::span<const Kind> kinds_;
    std::shared_ptr<const Design> design_;
    QUndoStack history_;
    QString file_;
    QString title_;
    int gestures_ = 0;
};

}  // namespace burin::ui
