// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/bookmarks.hpp"
#include "core/tile/tile.hpp"
#include "ui/model/workbench.hpp"

#include <QAction>
#include <QHash>
#include <QImage>
#include <QList>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QLabel;
class QListWidget;
class QListWidgetItem;

namespace burin::ui {

/// The views that the design keeps. A double click or Enter goes to one, F2 renames it, Del removes it.
class BookmarksPanel : public QWidget {
    Q_OBJECT

  public:
    explicit BookmarksPanel(Workbench workbench, QWidget* parent = nullptr);

    /// Keeps what the viewport shows: a region in samples and its picture.
    /// \param exact  whether the whole picture is exact
    /// \param camera  of the 3-D view if it is shown
    /// \param compared  the second node if A/B is shown
    void add(const Rect& region, const QImage& picture, bool exact,
             const std::optional<BookmarkCamera>& camera = {},
             const std::optional<BookmarkComparison>& compared = {});
    /// Gives a bookmark the picture of its view as the viewport shows it now.
    /// \param exact  whether the whole picture is exact
    void setPicture(const Bookmark& bookmark, const QImage& picture, bool exact);
    /// The bookmark of this view if its picture is missing, not exact, or of an earlier state; otherwise
    /// nullptr. \param visible  in samples; for the others see add()
    [[nodiscard]] const Bookmark* unpictured(const Rect& visible,
                                             const std::optional<BookmarkCamera>& camera = {},
                                             const std::optional<BookmarkComparison>& compared = {}) const;

  signals:
    /// The user wants the view of a bookmark. Node, look and prediction are set already; if the design does
    /// not have the node, its surface is shown.
    void chosen(const burin::Bookmark& bookmark);

  protected:
    void focusInEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    class Drawing;
    struct Kept {
        QImage image;
        std::optional<std::vector<NodeHash>> states;  ///< the states of the nodes; nothing: not known yet
        std::string job;                              ///< see jobOf()
        bool exact = false;
    };
    enum class Age { unknown, current, earlier };

    [[nodiscard]] Age ageOf(const Bookmark& bookmark, const Kept& kept) const;
    [[nodiscard]] QString surfaceName() const;
    [[nodiscard]] QStringList nodesOf(const Bookmark& bookmark) const;
    [[nodiscard]] std::optional<std::vector<NodeHash>> statesOf(const Bookmark& bookmark) const;
    [[nodiscard]] std::string jobOf(const Bookmark& bookmark) const;
    [[nodiscard]] std::string lookNow() const;
    [[nodiscard]] bool showsSurface() const;
    [[nodiscard]] bool predictedNow() const;
    [[nodiscard]] static QString shownBy(const Bookmark& bookmark);
    void takeTypedName();
    void refresh();
    void go(int row);
    [[nodiscard]] static QString keyOf(const Bookmark& bookmark);

    Workbench workbench_;
    QListWidget* list_;
    QLabel* nothing_;
    std::vector<Bookmark> bookmarks_;
    QHash<QString, Kept> pictures_;
};

}  // namespace burin::ui
