// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/recovery.hpp"
#include "ui/model/examples.hpp"
#include "ui/model/settings.hpp"
#include "ui/theme/theme.hpp"

#include <QListWidget>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>

namespace burin::ui {

/// The first page: new design, recent files, recovered designs, and the examples.
class StartPage : public QWidget {
    Q_OBJECT

  public:
    StartPage(Recovery& recovery, Settings& settings, Theme& theme, QWidget* parent = nullptr);

    /// Reads the recent files and recovered copies again.
    void refresh();

  signals:
    void newWanted();
    void openWanted();
    void fileWanted(const QString& file);
    void exampleWanted(const Example& example);
    void recoveryWanted(const Recovery::Left& left);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* side();
    QWidget* title();
    QWidget* dropHint();
    QWidget* leftCard(const Recovery::Left& left);
    void fitSide();
    void addRecent(const Settings::Recent& recent);

    Recovery& recovery_;
    Settings& settings_;
    Theme& theme_;
    QScrollArea* side_ = nullptr;
    QVBoxLayout* left_ = nullptr;
    QWidget* recentHead_ = nullptr;
    QListWidget* recent_ = nullptr;
};

}  // namespace burin::ui
