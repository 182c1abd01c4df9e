// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "ui/graph/adding/starters.hpp"

#include <QScrollArea>
#include <QToolButton>

#include <span>
#include <vector>

class QFrame;

namespace burin::ui {

class Theme;

/// A palette button: a click adds a node in the middle of the canvas, a drag adds one at the place of the
/// drop.
class PaletteButton : public QToolButton {
    Q_OBJECT

  public:
    using QToolButton::QToolButton;

  signals:
    void dragged(QPoint global);
    void dropped(QPoint global);
    void dragCancelled();

  protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QPoint pressed_;
    bool dragging_ = false;
};

/// Buttons for the starters, with pictures of their results, for all kinds, grouped by category, and for the
/// other things on the canvas. A low palette has several columns.
class Palette : public QScrollArea {
    Q_OBJECT

  public:
    /// \param starters  must outlive the palette
    Palette(std::span<const Kind> kinds, std::span<const Starter> starters, const Theme& theme,
            QWidget* parent);

  signals:
    void kindWanted(const burin::KindDescription* kind);
    void kindDragged(const burin::KindDescription* kind, QPoint global);
    void kindDropped(const burin::KindDescription* kind, QPoint global);
    void patternsWanted();
    void commentWanted();
    void commentDropped(QPoint global);
    void rerouteWanted();
    void rerouteDragged(QPoint global);
    void rerouteDropped(QPoint global);
    void dragCancelled();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    /// A group of buttons. Each group has a line above it, except the first one.
    struct Group {
        QFrame* rule;
        QList<PaletteButton*> buttons;
    };

    PaletteButton* button(const QString& icon, const QString& name, const QString& tip);
    void beginGroup();
    int placed(int columns, bool place);
    void addKind(const KindDescription& kind);
    void addStarter(const Starter& starter);
    void offer(PaletteButton* button, const KindDescription& kind);
    void addNotes();

    const Theme& theme_;
    std::vector<Group> groups_;
    int columns_ = 0;
};

}  // namespace burin::ui
