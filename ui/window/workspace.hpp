// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/settings.hpp"

#include <QList>
#include <QSplitter>
#include <QTimer>
#include <QWidget>

namespace burin::ui {

class PanelTabs;

/// The place of a panel.
enum class Place {
    viewport,
    graph,
    library,
    bottomLeft,
    bottomRight,
    rightAbove,
    rightBelow,
    belowInspector,  ///< as rightBelow, but merged with the inspector only in the lowest windows
};

/// The panels around a design: the viewport above the graph, information below, the inspector on the right,
/// and the library on the left of viewport and graph. The library is closed at first.
///
/// In a small window, neighbouring tab groups are merged. If there is not enough space for viewport and
/// graph, or for the inspector, these become tabs too, so that nothing overlaps. In a low window the bottom
/// panels collapse to their titles while they have nothing to show.
class Workspace : public QWidget {
    Q_OBJECT

  public:
    explicit Workspace(Settings& settings, QWidget* parent = nullptr);

    /// \param panel  its windowTitle() is the tab's text; the workspace takes ownership
    void place(QWidget* panel, Place place);
    /// The parent that place() will give a panel whose place is in tabs. A panel that gets it at once does
    /// not apply the style again when it is placed.
    [[nodiscard]] QWidget* parentAt(Place place) const;
    /// Restores the user's sizes, or the default ones. Call it once all panels are placed.
    void restoreLayout();
    void saveLayout();
    void resetLayout();

    /// Shows a panel and gives it the focus. Opens the library if it is closed.
    void reveal(QWidget* panel);
    /// Closes the library if it has the focus, otherwise reveals it.
    void toggle(QWidget* library);
    /// Moves the focus to the previous (-1) or next (1) panel.
    void step(int by);
    /// Opens the previous or next tab in the group of the focus.
    void stepTab(int by);
    void setCount(const QWidget* panel, int count);
    /// Whether a panel of the bottom has something to show.
    enum class Content {
        nothing,  ///< a low window collapses it
        waiting,  ///< a low window collapses it until the user opens it: it came unasked
        wanted,   ///< a low window opens it
    };
    void setContent(const QWidget* panel, Content content);
    /// Brings a panel to the front of its tabs; the focus does not move.
    void bringForward(QWidget* panel);
    /// Gives the panels at the bottom right at least a size, if the window has the room.
    void enlargeBottom(QSize least);
    /// Gives the focus to the panel that a user begins with: the graph, or the viewport if only one is seen.
    void begin();
    /// Adds a panel to its tabs and opens it, or removes it from them. At first it is present.
    void setPresent(QWidget* panel, bool present);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// The places that are merged with others at some size of the window.
    struct Folding {
        bool bottomRight = false;  ///< merged with the bottom left
        bool rightBelow = false;   ///< merged with the inspector, except Place::belowInspector
        bool library = false;      ///< merged with the bottom left
        bool right = false;        ///< merged with the bottom left
        bool centre = false;       ///< viewport and graph, merged with the bottom left
        friend bool operator==(const Folding&, const Folding&) = default;
    };
    struct Panel {
        QWidget* widget;
        Place place;
        QSize least;
        int count;
        bool present = true;
        Content content = Content::wanted;
    };

    [[nodiscard]] QList<QSplitter*> splitters() const {
        return {columns_, left_, upper_, centre_, bottom_, right_};
    }
    [[nodiscard]] QList<PanelTabs*> groups() const;
    [[nodiscard]] PanelTabs* groupOf(const QWidget* panel) const;
    [[nodiscard]] PanelTabs* homeOf(Place place) const;
    [[nodiscard]] static Folding foldingAt(QSize size);
    [[nodiscard]] int defaultBottom() const;
    [[nodiscard]] const Panel* panelOf(const QWidget* widget) const;
    [[nodiscard]] bool bottomMayCollapse() const;
    [[nodiscard]] int bottomNeeds() const;
    void openBottom(bool open);
    void leaveBottom();
    void settleBottom();
    void shareCentre();
    void settle(const Panel& panel);
    void openLibrary(bool open);
    void fold(const Folding& folding);

    Settings& settings_;
    QSplitter* columns_;
    QSplitter* left_;
    QSplitter* upper_;
    QSplitter* centre_;
    QSplitter* bottom_;
    QSplitter* right_;
    PanelTabs* library_;
    PanelTabs* bottomLeft_;
    PanelTabs* bottomRight_;
    PanelTabs* rightAbove_;
    PanelTabs* rightBelow_;
    QList<Panel> panels_;  ///< in the order of their tabs
    Folding folding_;
    bool libraryOpen_ = false;
    QTimer settling_;            ///< the bottom follows what it shows once nothing is dragged
    int openHeight_;             ///< the height of the bottom while it is not collapsed
    bool collapsed_ = false;     ///< the bottom shows its titles only
    bool bottomOpened_ = false;  ///< the user wants to see the bottom although it may be collapsed
    bool centreChosen_ = false;  ///< the user has set the heights of viewport and graph
};

}  // namespace burin::ui
