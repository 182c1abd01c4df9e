// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/panels/line_profile.hpp"

#include <QAction>
#include <QLabel>
#include <QList>
#include <QPointer>
#include <QWidget>

#include <optional>
#include <utility>

class QCustomPlot;
class QStackedLayout;

namespace burin::ui {

class Previews;
class Wipe;

/// The surface along a line, with its roughness; while A/B is on, both nodes and their difference.
class LineProfilePanel : public QWidget {
    Q_OBJECT

  public:
    explicit LineProfilePanel(Workbench workbench, QWidget* parent = nullptr);

    /// Shows both nodes of A/B from now on.
    void setWipe(Wipe& wipe);
    [[nodiscard]] QList<QAction*> actions() const { return {csv_}; }
    /// The shown profile; nothing if words are shown.
    [[nodiscard]] const std::optional<LineProfile>& profile() const { return profile_; }
    /// Writes the table. \return empty, or why it failed \pre profile()
    [[nodiscard]] QString writeCsv(const QString& file) const;

  private:
    void saveCsv();
    void followWipe();
    void showLine();
    void showPair();
    void showProfile();
    void showWords(const QString& words, const QString& whyNoTable);
    void showFigures();
    void showTheme();

    Workbench workbench_;
    QPointer<Wipe> wipe_;                      ///< null without OpenGL
    std::pair<Previews*, bool> sidesShown_{};  ///< the previews of the second node, and whether they are A
    std::optional<LineProfile> profile_;
    QStackedLayout* pages_;
    QLabel* words_;
    QWidget* page_;
    QCustomPlot* plot_;
    QLabel* figures_;
    QAction* csv_;
};

}  // namespace burin::ui
