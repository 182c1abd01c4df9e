// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"

#include <QAction>
#include <QLabel>
#include <QList>
#include <QToolButton>
#include <QWidget>

#include <functional>

class QHBoxLayout;
class QVBoxLayout;
class QMenu;

namespace burin::ui {

class GotoField;
class AppearanceBar;
class DrawingStrip;
class PlacingBar;
class PlacingCommands;
class ProbeLine;
class ReliefBar;
class ViewportWidget;
class WipeBar;

/// The surface, with a bar above and the probe line below.
class ViewportPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ViewportPanel(Workbench workbench, QWidget* parent = nullptr);

    [[nodiscard]] QList<QAction*> actions() const { return actions_; }
    /// Null if OpenGL is missing: the panel then shows a message.
    [[nodiscard]] ViewportWidget* viewport() const { return viewport_; }

  signals:
    void roughnessWanted();
    /// The user drew the rectangle whose roughness is measured.
    void areaDrawn();
    void comparisonWanted();
    void bookmarksWanted();
    /// The user wants to keep the view.
    void bookmarkWanted();
    /// The user wants to mute the selected nodes, or to unmute them.
    void muteWanted();
    /// The user wants to save the 3-D view.
    void pictureWanted();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    QAction* add(const char* id, const QString& text, const char* icon, const QList<QKeySequence>& keys,
                 const std::function<void()>& run);
    QAction* addSwitch(const char* id, const QString& text, const char* icon, const QKeySequence& keys,
                       const std::function<void(bool)>& run);
    void addNodeActions();
    void addViewActions();
    void addToolActions();
    void addReliefActions();
    void addWipeActions();
    void addDrawingActions();
    void showDrawing();
    void addPredictedAction();
    void showNextPrediction();
    void showRelief();
    void showJoint();
    void showWipe();
    void showPredicted();
    void showHint();
    void addPlacingBar(QVBoxLayout& rows);
    void showPlacingBar();
    void fillBar(QHBoxLayout& bar);
    void fitBar();
    void copyProbe();
    void fillMenu(QMenu& menu) const;
    QToolButton* barButton(QAction* action);
    void addMore(QHBoxLayout& bar);
    bool fitTools(bool relief, qsizetype left);
    void openViewport(QWidget* place);
    void sayFailure(const QString& why);
    void followSolo();
    void showSolo();
    void setIcons();
    void showTool();

    Workbench workbench_;
    QList<QAction*> actions_;
    QAction* pin_ = nullptr;
    QAction* goto_ = nullptr;
    QAction* placing_ = nullptr;
    QAction* ruler_ = nullptr;
    QAction* line_ = nullptr;
    QAction* roughness_ = nullptr;
    QAction* compare_ = nullptr;
    QAction* bookmarks_ = nullptr;
    QAction* threeD_ = nullptr;
    QAction* roller_ = nullptr;
    QAction* joint_ = nullptr;
    QAction* above_ = nullptr;
    QAction* wipe_ = nullptr;
    QAction* predicted_ = nullptr;
    QAction* swap_ = nullptr;
    QList<QAction*> wipeModes_;  ///< by Wipe::Mode
    QAction* picture_ = nullptr;
    QAction* tiles_ = nullptr;
    QAction* field_ = nullptr;
    QAction* fit_ = nullptr;
    QAction* fitSelection_ = nullptr;
    QToolButton* solo_ = nullptr;
    QToolButton* endSolo_ = nullptr;
    QLabel* failure_ = nullptr;
    QHBoxLayout* bar_ = nullptr;
    QHBoxLayout* middle_ = nullptr;    ///< the picture, and the parts beside it
    DrawingStrip* strip_ = nullptr;    ///< null without OpenGL
    QList<QToolButton*> tools_;        ///< at the right end
    QToolButton* more_ = nullptr;      ///< the menu of this button has the tools without space
    QList<QAction*> drawing_;          ///< commands that select a tool to draw
    QList<QAction*> flatOnly_;         ///< commands that the 3-D view does not have
    ReliefBar* reliefBar_ = nullptr;   ///< null without OpenGL
    WipeBar* wipeBar_ = nullptr;       ///< null without OpenGL
    QWidget* wipeModesBar_ = nullptr;  ///< null without OpenGL
    QSize fitted_;                     ///< the size of its contents when the bar was fitted last
    AppearanceBar* appearanceBar_ = nullptr;
    PlacingCommands* arranging_ = nullptr;
    PlacingBar* placingBar_ = nullptr;  ///< null without OpenGL
    ViewportWidget* viewport_ = nullptr;
    GotoField* gotoField_ = nullptr;
    ProbeLine* probeLine_ = nullptr;
};

}  // namespace burin::ui
