// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/recovery.hpp"
#include "ui/model/examples.hpp"
#include "ui/model/settings.hpp"
#include "ui/theme/theme.hpp"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>

namespace burin::ui {

class ExampleGallery;

/// The first page: new design, recent files, recovered designs, and the examples. Escape and a button lead
/// back to the open design.
class StartPage : public QWidget {
    Q_OBJECT

  public:
    StartPage(Recovery& recovery, Settings& settings, Theme& theme, QWidget* parent = nullptr);

    /// Reads the recent files and recovered copies again.
    void refresh();
    /// Shows the picture that the settings have of a recent file now.
    void showPicture(const QString& file);
    [[nodiscard]] const QList<Example>& shownExamples() const;
    /// Names the design that is open behind the page. \param title  empty: none
    void setOpenDesign(const QString& title, bool modified);

  signals:
    void backWanted();
    /// The user wants to open a file in a window of its own.
    void windowWanted(const QString& file);
    /// The user wants an example's nodes in the open design.
    void insertWanted(const Example& example);
    void newWanted();
    void openWanted();
    void fileWanted(const QString& file);
    /// The user wants to open a file as it was saved, without the changes of its autosave.
    void savedFileWanted(const QString& file);
    void exampleWanted(const Example& example);
    void recoveryWanted(const Recovery::Left& left);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QWidget* backCard();
    void openRecentMenu(QPoint at);
    QWidget* side();
    QWidget* title();
    QWidget* dropHint();
    QWidget* leftCard(const Recovery::Left& left);
    void fitSide();
    void addRecent(const Settings::Recent& recent);
    static void fillItem(QListWidgetItem& item, const Settings::Recent& recent);

    Recovery& recovery_;
    Settings& settings_;
    Theme& theme_;
    ExampleGallery* gallery_ = nullptr;
    QScrollArea* side_ = nullptr;
    QWidget* back_ = nullptr;
    QPushButton* backButton_ = nullptr;
    QLabel* backState_ = nullptr;
    QVBoxLayout* left_ = nullptr;
    QWidget* recentHead_ = nullptr;
    QListWidget* recent_ = nullptr;
};

}  // namespace burin::ui
