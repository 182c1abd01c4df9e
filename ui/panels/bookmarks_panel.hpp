// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/bookmarks.hpp"
#include "ui/model/workbench.hpp"

#include <QAction>
#include <QHash>
#include <QImage>
#include <QList>
#include <QWidget>

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

    /// Keeps what the viewport shows. \param region  in samples \param picture  of it
    void add(const Rect& region, const QImage& picture);
    /// The picture of a bookmark, as far as it was seen.
    void setPicture(const Bookmark& bookmark, const QImage& picture);

  signals:
    /// The view of a bookmark is wanted. Node and look are set already.
    void chosen(const burin::Bookmark& bookmark);

  protected:
    void focusInEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    class Drawing;

    void refresh();
    void go(int row);
    [[nodiscard]] static QString keyOf(const Bookmark& bookmark);

    Workbench workbench_;
    QListWidget* list_;
    QLabel* nothing_;
    std::vector<Bookmark> bookmarks_;
    QHash<QString, QImage> pictures_;
};

}  // namespace burin::ui
