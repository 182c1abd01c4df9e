// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/examples.hpp"
#include "ui/model/recovery.hpp"
#include "ui/model/settings.hpp"
#include "ui/theme/theme.hpp"

#include <QListWidget>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>

namespace burin::ui {

/// What is seen first: a new design, recent ones, what a crash has left, and the examples.
class StartPage : public QWidget {
    Q_OBJECT

  public:
    StartPage(Recovery& recovery, Settings& settings, Theme& theme, QWidget* parent = nullptr);

    /// Looks again at what is recent and what was left behind.
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
