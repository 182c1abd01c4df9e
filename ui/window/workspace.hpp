// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/settings.hpp"

#include <QList>
#include <QSplitter>
#include <QWidget>

namespace burin::ui {

class PanelTabs;

/// Where a panel stands.
enum class Place { viewport, graph, bottomLeft, bottomRight, rightAbove, rightBelow };

/// The panels around a design: viewport above the graph, what is said of them below, the inspector at the
/// right. In a small window neighbouring groups of tabs become one; in one that is too low for viewport and
/// graph, or too narrow for the inspector, these become tabs too, so nothing ever lies on anything else.
class Workspace : public QWidget {
    Q_OBJECT

  public:
    explicit Workspace(Settings& settings, QWidget* parent = nullptr);

    /// \param panel  its windowTitle() is the tab's text; owned from now on
    void place(QWidget* panel, Place place);
    /// The sizes that the user has left, else the usual ones. Call it once all panels have their place.
    void restoreLayout();
    void saveLayout();
    void resetLayout();

    /// Shows a panel and gives it the focus.
    void reveal(QWidget* panel);
    /// Gives the focus to the panel before (-1) or after (1) the one that has it.
    void step(int by);
    /// Opens the tab before or after the one that is open beside the focus.
    void stepTab(int by);
    void setCount(const QWidget* panel, int count);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    /// What has no room of its own at a size of the window.
    struct Folding {
        bool bottomRight = false;  ///< stands with what is at the bottom left
        bool rightBelow = false;   ///< stands with the inspector
        bool right = false;        ///< stands with what is at the bottom left
        bool centre = false;       ///< viewport and graph, likewise
        friend bool operator==(const Folding&, const Folding&) = default;
    };
    struct Panel {
        QWidget* widget;
        Place place;
        QSize least;
        int count;
    };

    [[nodiscard]] QList<QSplitter*> splitters() const { return {columns_, left_, bottom_, right_}; }
    [[nodiscard]] QList<PanelTabs*> groups() const;
    [[nodiscard]] PanelTabs* groupOf(const QWidget* panel) const;
    [[nodiscard]] PanelTabs* homeOf(Place place) const;
    [[nodiscard]] static Folding foldingAt(QSize size);
    void settle(const Panel& panel);
    void fold(const Folding& folding);

    Settings& settings_;
    QSplitter* columns_;
    QSplitter* left_;
    QSplitter* bottom_;
    QSplitter* right_;
    PanelTabs* bottomLeft_;
    PanelTabs* bottomRight_;
    PanelTabs* rightAbove_;
    PanelTabs* rightBelow_;
    QList<Panel> panels_;  ///< in the order of their tabs
    Folding folding_;
};

}  // namespace burin::ui
