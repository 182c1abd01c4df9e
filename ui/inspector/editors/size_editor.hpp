// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/fields/notes_foot.hpp"

#include "core/geometry/length.hpp"

#include <QHash>

class QCheckBox;
class QLabel;

namespace burin::ui {

class QuantityField;
class ResultLabel;
class SideLock;

/// Edits the width and height of a node, and whether it has a size.
class SizeEditor : public QWidget {
    Q_OBJECT

  public:
    SizeEditor(SizeRule rule, EditorPlace place, QWidget* parent = nullptr);
    ~SizeEditor() override;

    /// \param body  the node as in the file
    void setBody(const YamlValue* body);
    void setProblems(const QStringList& problems);
    /// Sets whether one side follows the other.
    void setLocked(bool locked);
    /// Locks the side that a roller sets: `width` or `height`; empty: neither.
    void setSideOfRoller(std::string_view side);
    /// The field of "width" or "height".
    [[nodiscard]] QWidget* field(const QString& key) const;

  signals:
    void lockChanged(bool locked);

  protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    QuantityField* makeField(const char* key);
    /// Updates the range in the hint of a field. \param value  nothing: the text is wrong, or a formula
    void setRange(const QuantityField* field, const std::optional<Length>& value);
    /// Shows what a field accepts while it has the focus.
    void showHint(QuantityField* field);
    void showProblems();
    [[nodiscard]] QString wrongPart() const;
    void setBounded(bool bounded);
    void write(const QString& what, const std::optional<QString>& width, const std::optional<QString>& height,
               int gesture);

    EditorPlace place_;
    QHash<const QuantityField*, NotesFoot::Hint> hints_;
    QCheckBox* bounded_;
    QLabel* unbounded_;
    QWidget* sides_;
    QLabel* label_;
    QuantityField* width_;
    SideLock* lock_;
    QuantityField* height_;
    ResultLabel* resultWidth_;
    ResultLabel* resultHeight_;
    QLabel* byRoller_;
    QLabel* problem_;
    QStringList problems_;  ///< the problems that the design reports
    QString lastWidth_ = QStringLiteral("256");
    QString lastHeight_ = QStringLiteral("256");
    int gesture_ = 0;
};

}  // namespace burin::ui
