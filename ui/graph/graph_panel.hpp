// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_edits.hpp"
#include "ui/graph/graph_scene.hpp"
#include "ui/graph/starters.hpp"
#include "ui/model/session.hpp"

#include <QPointer>
#include <QWidget>

#include <functional>
#include <memory>

class QLabel;
class QMenu;
class QToolButton;

namespace burin::ui {

class AddPopup;
class GraphView;
class InlineEditor;
class Minimap;
class Palette;
class PaletteDrop;

/// The graph of the design: its bar, the palette and the canvas. actions() are its commands.
class GraphPanel : public QWidget {
    Q_OBJECT

  public:
    explicit GraphPanel(Session session, QWidget* parent = nullptr);
    ~GraphPanel() override;

    [[nodiscard]] GraphView& view() { return *view_; }
    [[nodiscard]] GraphScene& scene() { return scene_; }
    [[nodiscard]] GraphEdits& edits() { return edits_; }
    [[nodiscard]] QSize sizeHint() const override { return {1260, 372}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {480, 200}; }
    /// The action of that id, e.g. "graph.add".
    [[nodiscard]] QAction* action(const QString& id) const;
    /// What a design can get: kinds, and starts of them that people know by names of their own.
    [[nodiscard]] std::vector<const KindDescription*> kindsToAdd() const { return kindsFor({}); }
    /// Adds one of kindsToAdd() in view.
    void addInView(const KindDescription& kind);

  signals:
    /// Enter on a node: its parameters are to be edited.
    void inspectorRequested();

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    using Command = void (GraphPanel::*)();

    // graph_panel.cpp: what it is made of
    QWidget* makeBar();
    QToolButton* barButton(const char* id);
    void placeOverlays();
    void showState();
    void restyle();

    // graph_actions.cpp: the commands
    QAction* addCommand(const char* id, const QString& text, const QString& icon,
                        const QList<QKeySequence>& keys, Command command);
    void makeEditActions();
    void makeViewActions();
    void makeNodeActions();
    void makeCanvasActions();
    void enableActions();

    // graph_commands.cpp: what they do
    [[nodiscard]] const QStringList& chosen() const;
    [[nodiscard]] const QString& active() const;
    [[nodiscard]] std::optional<QPointF> pointer() const;
    [[nodiscard]] QPointF placeFor(QSizeF size) const;
    [[nodiscard]] InlineEditor* typing() const;
    [[nodiscard]] QString chosenText() const;
    void add();
    void addNode(const KindDescription& kind, QPointF place, const NewLink& link = {});
    void pasteNodes(const QString& fragment, std::optional<QPointF> place, const QString& what);
    void openPopup(QPointF place, const NewLink& link);
    [[nodiscard]] std::vector<const KindDescription*> kindsFor(const NewLink& link) const;
    void removeChosen();
    void cut();
    void copy();
    void paste();
    void duplicate();
    void selectAll();
    void selectNone();
    void solo();
    void rootAgain();
    void pin();
    void mute();
    void fitAll();
    void fitSelection();
    void zoomIn();
    void zoomOut();
    void zoomWhole();
    void editNode();
    void rename();
    void renameNode(const QString& name);
    void editNote(const NoteChoice& note);
    void connectByKeys();
    void unlink();
    void inputUp() { moveInput(-1); }
    void inputDown() { moveInput(1); }
    void moveInput(int by);
    void selectChildren() { selectNeighbours(false); }
    void selectParents() { selectNeighbours(true); }
    void selectNeighbours(bool parents);
    void layoutAll();
    void layoutSelection();
    void frame();
    void comment();
    void reroute();
    void toggleThumbnails();
    void toggleMinimap();
    void menu();
    void openMenu(const Hit& hit, QPoint global);
    void arrow(int key, Qt::KeyboardModifiers modifiers, bool repeated);

    Session session_;
    GraphScene scene_;
    GraphEdits edits_;
    GraphView* view_;
    Palette* palette_ = nullptr;
    std::unique_ptr<PaletteDrop> drop_;
    const std::vector<Starter> starters_;
    AddPopup* popup_;
    Minimap* minimap_;
    QLabel* hint_;
    QWidget* bar_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* chevron_ = nullptr;
    QToolButton* zoom_ = nullptr;
    QPointF addPlace_;
    QPointer<QMenu> menu_;  ///< that is open for the canvas
    QPointF menuPlace_;     ///< where it was asked for
    NewLink addLink_;
    int nudge_ = 0;     ///< the gesture of the arrow key that is held
    bool fits_ = true;  ///< the next thing that is shown is fitted into the window
};

}  // namespace burin::ui
