// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/adding/starters.hpp"
#include "ui/graph/graph_edits.hpp"
#include "ui/graph/graph_scene.hpp"
#include "ui/model/workbench.hpp"

#include <QHash>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <memory>

class QLabel;
class QMenu;
class QToolButton;

namespace burin::ui {

class AddPopup;
class Breadcrumb;
class CostLegend;
class GraphView;
class InlineEditor;
class Library;
class Minimap;
class NoticeStrip;
class Palette;
class PaletteDrop;

/// The graph of the design: bar, palette and canvas. actions() are its commands.
class GraphPanel : public QWidget {
    Q_OBJECT

  public:
    explicit GraphPanel(Workbench workbench, QWidget* parent = nullptr);
    ~GraphPanel() override;

    [[nodiscard]] GraphView& view() { return *view_; }
    [[nodiscard]] GraphScene& scene() { return scene_; }
    [[nodiscard]] GraphEdits& edits() { return edits_; }
    [[nodiscard]] QSize sizeHint() const override { return {1260, 372}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {480, 200}; }
    /// The action with that id, e.g. "graph.add".
    [[nodiscard]] QAction* action(const QString& id) const;
    /// All that can be added to a design: the kinds, starters with names of their own, the design's titled
    /// groups and the patterns of the library. They live until the next call.
    [[nodiscard]] std::vector<const KindDescription*> kindsToAdd();
    /// Adds one of kindsToAdd() beside the selected node and links it: as its child if an input is missing,
    /// otherwise after it if the types allow it. A node that reads a file is otherwise linked to the surface.
    /// If the node cannot be linked, or while Shift is held, it appears in the visible part.
    void addInView(const KindDescription& kind);
    /// Offers the patterns of a library too. \param library  must outlive the panel
    void setLibrary(const Library& library) { library_ = &library; }
    /// Adds a pattern in the middle of the visible part.
    void addPattern(const std::shared_ptr<const Pattern>& pattern);
    /// Adds pictures, drawings and texts in a font. One file is linked as addInView() links, even if
    /// Shift is held. \param dropped  the sample of the surface that they were dropped on. One file is then
    /// linked to the surface, with its middle there, unless a group is open or the viewport shows a node.
    void importFiles(const QStringList& files, std::optional<Point> dropped = {});
    /// Adds a node that was drawn on the picture of `reader`, which reads it as data at a place. Its title
    /// names it. \param at  nothing: [0, 0]  \return empty, or why that node cannot read it
    [[nodiscard]] QString addDrawn(const QString& reader, const KindDescription& kind,
                                   const YamlValue& values, const std::optional<YamlValue>& at);
    /// Offers to make an endless texture from a node that shows a picture, once its shades are known. Does
    /// nothing if the node shows no picture, or if no texture can be made from it.
    void considerTexture(const QString& node);
    /// A pattern is dragged to a position of the screen, dropped there, or not dropped at all.
    void dragPattern(const Pattern& pattern, QPoint global);
    void dropPattern(const std::shared_ptr<const Pattern>& pattern, QPoint global);
    void cancelDrop();

    /// Gives the keyboard to the canvas.
    void takeFocus();

    /// Opens the group of an instance, or of the selected one.
    void enter(const QString& instance);
    /// Closes the innermost groups and selects the instance through which they were seen.
    void leave(int levels = 1);

  signals:
    /// The user pressed Enter on a node and wants to edit its parameters.
    void inspectorRequested();
    /// A node or a pattern was added and selected. Its parameters come next.
    void added();
    /// Something that the user should know about a pattern that was added.
    void noticed(const QString& notice);
    /// The user wants the open group in the library, or the group of the selected instance if none is open.
    void savingWanted();
    /// The user wants the group of an instance in the library, while another group is open.
    void savingOfInstanceWanted(const QString& instance);
    /// The user wants an endless texture made of a node.
    void textureRequested(const QString& node);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    using Command = void (GraphPanel::*)();

    // graph_panel.cpp: construction and layout
    QWidget* makeBar();
    QToolButton* barButton(const char* id);
    [[nodiscard]] bool minimapFits() const;
    void placeOverlays();
    void placeHint();
    void showState();
    [[nodiscard]] bool seesNodes() const;
    void noteWhatIsSeen();
    void keepInSight();
    void fitNew();
    void fitSoon();
    void keepSight();
    void showPath();
    [[nodiscard]] bool overlaysHideNodes() const;
    void fitAgain(const QRectF& before);
    void restyle();

    // graph_actions.cpp: the commands
    QAction* addCommand(const char* id, const QString& text, const QString& icon,
                        const QList<QKeySequence>& keys, Command command);
    void makeEditActions();
    void makeViewActions();
    void makeNodeActions();
    void makeCanvasActions();
    void makeGroupActions();
    void makeStarterActions();
    void enableActions();
    void sayWhichGroup(bool any);

    // graph_commands.cpp and graph_adding.cpp: the implementation of the commands
    [[nodiscard]] const QStringList& chosen() const;
    [[nodiscard]] const QString& active() const;
    [[nodiscard]] std::optional<QPointF> pointer() const;
    [[nodiscard]] QPointF placeFor(QSizeF size) const;
    [[nodiscard]] QPointF placeBefore(qreal border, QPointF wanted) const;
    [[nodiscard]] NewLink linkToChosen(const KindDescription& kind) const;
    [[nodiscard]] InlineEditor* typing() const;
    [[nodiscard]] QString chosenText() const;
    void add();
    [[nodiscard]] QPointF placeAmongChildren(const NodeItem& parent) const;
    [[nodiscard]] QString fateOf(const KindDescription& kind) const;
    [[nodiscard]] QPointF placeOf(const NewLink& link, QPointF otherwise) const;
    [[nodiscard]] bool liesOnSurface(Point at) const;
    [[nodiscard]] NewLink linkToSurface(const KindDescription& kind) const;
    [[nodiscard]] NewLink linkOfNew(const KindDescription& kind) const;
    [[nodiscard]] NewLink wantedLink(const KindDescription& kind) const;
    [[nodiscard]] NewLink pointedLink(const KindDescription& kind) const;
    void addLinked(const KindDescription& kind, QPointF otherwise);
    void addPointed(const KindDescription& kind, QPointF place);
    [[nodiscard]] const Starter* starterFor(const KindDescription& kind) const;
    void addNode(const KindDescription& kind, QPointF place, const NewLink& link = {});
    void pasteNodes(const QString& fragment, std::optional<QPointF> place, const QString& what);
    void openPopup(QPointF place, const NewLink& link);
    void offerKinds(QPointF place, const NewLink& link);
    void openPatterns();
    void collectPatterns();
    void hold(const std::shared_ptr<const Pattern>& pattern);
    [[nodiscard]] const Pattern* patternFor(const KindDescription& kind) const;
    void dropKind(const KindDescription& kind, QPoint global);
    [[nodiscard]] static const KindDescription& kindOf(const QString& file);
    void takeFiles(const QStringList& files, QPointF place, const NewLink& link = {},
                   std::optional<Point> dropped = {});
    void offerTexture(const QString& flat, bool shades);
    void makeTexture();
    void compensateSurface();
    void invert();
    [[nodiscard]] QString whyNoTexture(const QString& node) const;
    [[nodiscard]] bool containsOpenGroup(const Pattern& pattern) const;
    void say(const QString& notice);
    void withdrawOffer();
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
    void editNote(const NoteChoice& note, int gesture = 0);
    void connectByKeys();
    void changeLink();
    void unlink();
    void inputUp() { moveInput(-1); }
    void inputDown() { moveInput(1); }
    void moveInput(int by);
    void selectChildren() { selectNeighbours(false); }
    void selectParents() { selectNeighbours(true); }
    void selectNeighbours(bool parents);
    void layoutAll();
    void layoutSelection();
    void alignLeft();
    void alignRight();
    void alignTop();
    void alignBottom();
    void distributeAcross();
    void distributeDown();
    void frame();
    void group();
    void ungroup();
    void describeGroup();
    void enterChosen();
    void leaveOne() { leave(); }
    void comment();
    void addComment(QPointF place);
    void reroute();
    void toggleThumbnails();
    void showMinimap();
    void showCost();
    void menu();
    void openMenu(const Hit& hit, QPoint global);
    void addSocketCommands(QMenu& menu, const NodeItem& block, QPointF place);
    void addSocketCommands(QMenu& menu, const QString& name);
    void renameSocket(const QString& name);
    void arrow(int key, Qt::KeyboardModifiers modifiers, bool repeated);

    Workbench workbench_;
    GraphScene scene_;
    GraphEdits edits_;
    GraphView* view_;
    Palette* palette_ = nullptr;
    std::unique_ptr<PaletteDrop> drop_;
    const std::vector<Starter> starters_;
    const Library* library_ = nullptr;
    std::vector<std::shared_ptr<const Pattern>> patterns_;  ///< the patterns that are offered
    NoticeStrip* notice_;
    int noticeStep_ = 0;  ///< the step of the history that the notice is about
    QString offeredFor_;  ///< the node for which the notice offers something, or will offer it; empty: none
    AddPopup* popup_;
    static constexpr int lowCanvas = 240;     ///< px; a lower canvas has no room for the minimap
    static constexpr int narrowCanvas = 800;  ///< px; a narrower canvas has no room for it beside the legend
    Minimap* minimap_;
    CostLegend* legend_;
    QLabel* hint_;
    QWidget* bar_ = nullptr;
    Breadcrumb* breadcrumb_ = nullptr;
    QToolButton* zoom_ = nullptr;
    QPointF addPlace_;
    bool placePointed_ = false;  ///< whether the mouse chose addPlace_: the node goes exactly there
    QPointer<QMenu> menu_;       ///< the open context menu of the canvas
    QPointF menuPlace_;          ///< the place at which the menu was opened
    NewLink addLink_;
    int nudge_ = 0;                           ///< the gesture of the arrow key being held
    bool sawNodes_ = false;                   ///< whether all nodes were visible before the design changed
    QHash<QString, QRectF> sawChosen_;        ///< the selected nodes that were seen as a whole before
    bool fits_ = true;                        ///< whether the next graph is fitted into the window
    qreal fittedZoom_ = 0;                    ///< the zoom that fitAgain() has chosen
    QStringList path_;                        ///< the instances and groups that are open
    bool pathNew_ = false;                    ///< whether path_ waits for its first showPath()
    QHash<QStringList, CanvasSight> sights_;  ///< the last view of each group that was left, by its path
};

}  // namespace burin::ui
