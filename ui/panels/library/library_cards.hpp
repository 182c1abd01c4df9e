// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/library_reader.hpp"

#include <QListView>
#include <QStandardItemModel>

namespace burin::ui {

class Theme;

/// The entries of a library as cards with pictures, in as many columns as fit. Enter or a double click
/// chooses one; a drag of one is reported with positions of the screen.
class LibraryCards : public QListView {
    Q_OBJECT

  public:
    static constexpr int nameRoom = 114;  ///< the room of a name below its picture

    LibraryCards(const Theme& theme, QWidget* parent);

    void setEntries(const QList<LibraryEntry>& entries);
    /// Makes the entry of this file the current one, now or as soon as it is shown.
    void choose(const QString& file);
    /// The current entry, or nullptr.
    [[nodiscard]] const LibraryEntry* current() const;
    [[nodiscard]] const QList<LibraryEntry>& shown() const { return entries_; }
    /// The place of a card in its cell. The first card of a row begins and the last one ends at the same
    /// distance to the sides, and the others stand evenly between them.
    [[nodiscard]] QRect cardIn(const QRect& cell) const;
    /// Marks the entries of these files as the open group.
    void markOpen(const QStringList& files);
    [[nodiscard]] bool isOpen(const LibraryEntry& entry) const { return open_.contains(entry.file); }

  signals:
    void currentEntryChanged();
    void chosen();
    void dragged(const std::shared_ptr<const burin::ui::Pattern>& pattern, QPoint global);
    void dropped(const std::shared_ptr<const burin::ui::Pattern>& pattern, QPoint global);
    void dragCancelled();

  protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

  private:
    class EntryDelegate;
    void keepInSight();
    void endDrag();

    const Theme& theme_;
    QStandardItemModel model_;
    QList<LibraryEntry> entries_;
    QStringList open_;   ///< files of the entries that are marked
    QString awaited_;    ///< the file to choose when it is shown
    bool kept_ = false;  ///< the chosen card stays in sight until the user scrolls or chooses
    QPoint pressed_;
    std::shared_ptr<const Pattern> dragging_;
};

}  // namespace burin::ui
