// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/library.hpp"
#include "ui/model/workbench.hpp"

#include <QImage>
#include <QWidget>

#include <functional>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace burin::ui {

class CategoryChips;
class LibraryCards;
struct PatternNotes;

/// The patterns of the library: search, categories and cards. It also saves groups of the design to the
/// user's own library, and renames, moves and removes entries there.
class LibraryPanel : public QWidget {
    Q_OBJECT

  public:
    /// \param library  must outlive the panel
    LibraryPanel(Workbench workbench, Library& library, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {272, 772}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 300}; }
    /// Sets the function that takes the picture of a saved pattern.
    /// \param picture  may return a null image; called again when there are better pictures
    void setPicture(std::function<QImage()> picture) { picture_ = std::move(picture); }

    /// Marks the card of the group that is open, and offers to save that group.
    /// \param group  its name in the design; empty: none is open
    void setOpenGroup(const QString& group);

    /// Saves the open group, or the group of the selected instance if none is open, as the user describes it
    /// in a dialog. The dialog names the group and its parameters.
    void save();
    /// Saves the group of an instance, also while another group is open.
    void saveGroupOf(const QString& instance);

  signals:
    /// The pattern should be added in the middle of the canvas.
    void patternWanted(const std::shared_ptr<const burin::ui::Pattern>& pattern);
    /// A card is dragged to a position of the screen, and dropped there.
    void patternDragged(const std::shared_ptr<const burin::ui::Pattern>& pattern, QPoint global);
    void patternDropped(const std::shared_ptr<const burin::ui::Pattern>& pattern, QPoint global);
    void dragCancelled();
    /// The folder of a file should be shown.
    void folderWanted(const QString& file);
    void failed(const QString& why);
    /// Something for the status line.
    void said(const QString& words);
    /// The picture of a pattern is taken between these signals.
    void pictureBegins();
    void pictureEnds();
    /// The dialog that saves a pattern was closed.
    void saveEnded();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* makeHead();
    QWidget* makeFoot();
    void makeActions();
    QAction* addCommand(const char* id, const QString& text, const QKeySequence& keys,
                        void (LibraryPanel::*command)());
    [[nodiscard]] QToolButton* headButton(const char* name, const QString& icon, const QString& tip);

    void showCategories();
    void showEntries();
    void showCurrent();
    void showSubject();
    void showOpenGroup();
    void openMenu(QPoint global);
    void addCurrent();

    // library_commands.cpp: changes of the user's own library
    [[nodiscard]] const YamlValue* groupIn(const QString& name) const;
    [[nodiscard]] QString titleOf(const QString& group, const QString& otherwise) const;
    /// What would be saved.
    struct Subject {
        QString group;     ///< empty: nothing
        QString instance;  ///< the instance whose values belong to the pattern; empty: none
        QString called;    ///< its title, or what the user calls the group if it has none
    };
    [[nodiscard]] Subject subject() const;
    [[nodiscard]] Subject subjectOf(const QString& instance) const;
    void save(const Subject& what);
    [[nodiscard]] QString wordsOf(const Subject& what) const;
    [[nodiscard]] bool pictureImproves() const;
    [[nodiscard]] bool mayReplace(const QString& file, const PatternNotes& notes, QWidget* parent);
    void rename();
    void moveToCategory();
    void remove();
    void showFolder();
    void changeEntry(const QString& category, const QString& title);
    void finish(const QString& problem);

    Workbench workbench_;
    Library& library_;
    std::function<QImage()> picture_;
    QString openGroup_;
    QLineEdit* search_;
    CategoryChips* chips_;
    LibraryCards* cards_;
    QLabel* nothing_;
    QLabel* detail_;
    QLabel* count_;
    QPushButton* save_;
    QToolButton* add_ = nullptr;
};

}  // namespace burin::ui
