// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/items/canvas_notes.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/graph/items/graph_style.hpp"
#include "ui/graph/items/node_item.hpp"
#include "ui/graph/items/note_items.hpp"
#include "ui/graph/items/wire_chip.hpp"
#include "ui/graph/items/wire_item.hpp"
#include "ui/model/workbench.hpp"

#include <QBasicTimer>
#include <QGraphicsScene>
#include <QHash>
#include <QStringList>
#include <QVariantAnimation>

#include <memory>
#include <optional>
#include <vector>

namespace burin::ui {

/// The item at a position of the canvas.
struct Hit {
    enum class Part {
        canvas,
        badge,
        output,
        input,
        freeSocket,
        label,
        header,
        body,
        point,
        wire,
        chip,  ///< the chip of the chosen wire
        comment,
        frame,
        frameEdge
    };
    Part part = Part::canvas;
    NodeItem* node = nullptr;
    WireItem* wire = nullptr;
    int index =
        -1;  ///< a row or an output of `node`, a point of `wire`, or the list index of a frame or comment
    Qt::Edges edges;
};

/// A selected frame or comment, or a selected point of a wire.
struct NoteChoice {
    enum class Kind { none, frame, comment, point };
    Kind kind = Kind::none;
    int index = -1;
    QString parent;         ///< the parent of the wire
    std::size_t entry = 0;  ///< the entry of the wire
    friend bool operator==(const NoteChoice&, const NoteChoice&) = default;
};

/// The link that keys act on.
struct WireChoice {
    QString parent;
    std::size_t entry = 0;
    friend bool operator==(const WireChoice&, const WireChoice&) = default;
};

/// The canvas: one item for each node, wire and note of the design.
///
/// A change of the design touches only the items whose appearance changes.
class GraphScene : public QGraphicsScene {
    Q_OBJECT

  public:
    explicit GraphScene(Workbench workbench, QObject* parent = nullptr);
    ~GraphScene() override;

    [[nodiscard]] GraphStyle& style() { return style_; }
    [[nodiscard]] const Fitting& fitting() const { return *fitting_; }
    /// The nodes of the open group, or of the design.
    [[nodiscard]] const Design& design() const { return *scoped_->design; }
    /// The node of design() with that name. Sockets have one too, under the name that links use.
    [[nodiscard]] std::optional<NodeIndex> index(const QString& name) const;
    [[nodiscard]] const DesignNode* designNode(const QString& name) const;

    [[nodiscard]] NodeItem* node(const QString& name) const { return nodes_.value(name); }
    [[nodiscard]] const QHash<QString, NodeItem*>& nodes() const { return nodes_; }
    [[nodiscard]] const QStringList& names() const { return names_; }  ///< in the design's order
    /// The item that a child's wires start from: the node, or the block that has the socket.
    [[nodiscard]] NodeItem* source(const QString& child) const { return node(sourceName(child)); }
    [[nodiscard]] QString sourceName(const QString& child) const;
    [[nodiscard]] WireItem* wire(const QString& parent, std::size_t entry) const;
    [[nodiscard]] const std::vector<FrameItem*>& frames() const { return frames_; }
    [[nodiscard]] const std::vector<CommentItem*>& comments() const { return comments_; }
    [[nodiscard]] std::vector<FrameNote> frameNotes() const;
    [[nodiscard]] std::vector<CommentNote> commentNotes() const;
    [[nodiscard]] QRectF contents() const;  ///< the bounds of all nodes and notes; null if there are none
    [[nodiscard]] QRectF rectOf(const QStringList& names) const;

    /// The number of items that design changes have added, removed or changed so far.
    [[nodiscard]] int touched() const { return touched_; }

    /// \param reach  the distance that counts as near, in canvas pixels  \param zoom  decides what is visible
    [[nodiscard]] Hit hit(QPointF place, qreal reach, qreal zoom) const;

    /// Moves an item until the next design change sets its position.
    void moveNode(NodeItem& node, QPointF place);
    /// Writes automatic positions into the design, before one is set by hand.
    void keepPlaces(DesignEdit& edit) const;
    /// From now on, nodes without a position of their own are laid out again.
    void forgetPlaces();
    /// Animates the nodes to the positions that the next design change gives them.
    void glide(int ms);

    void choose(const NoteChoice& choice);
    [[nodiscard]] const NoteChoice& chosenNote() const { return note_; }
    void choose(std::optional<WireChoice> wire);
    [[nodiscard]] const std::optional<WireChoice>& chosenWire() const { return wire_; }
    /// The label at the chosen wire, with facts about its link; hidden if there are none.
    [[nodiscard]] const WireChip& chip() const { return *chip_; }
    /// Sets the item under the mouse; its lines and wires are drawn stronger.
    void hover(NodeItem* node, WireItem* wire);
    /// Shows which sockets accept a wire; nullptr ends that. \param offers  by node name
    void offer(const QHash<QString, NodeOffer>* offers);
    void setZoom(qreal zoom);

  signals:
    /// The design has changed; the items still show the previous one.
    void aboutToChange();
    /// Items were added or removed, or the design has moved them.
    void arranged();
    /// A node has moved, by hand or in an animation.
    void nodeMoved();
    void selectionShown();

  protected:
    void timerEvent(QTimerEvent* event) override;

  private:
    void takeDesign();
    void takeScope();
    void removeGone(const std::vector<NodePicture>& pictures);
    void updateNodes(std::vector<NodePicture> pictures, const CanvasNotes& notes);
    void updateWires(const CanvasNotes& notes);
    void updateWire(NodeItem& parent, int row, const Route& route);
    void updateNotes(const CanvasNotes& notes);
    void removeWire(WireItem* wire);
    void removeNode(NodeItem* node);
    /// \param before  the earlier names: if one is replaced, the node stays where it was laid out
    void keepPlaceOfRenamed(const QStringList& before);
    void findPlaces(const std::vector<NodePicture>& pictures, const CanvasNotes& notes);
    void findPlacesBeside(const std::vector<NodePicture>& pictures, QHash<QString, QPointF> places);
    void place(NodeItem& node, QPointF place);
    void forgetGone();
    void showSelection();
    void showChip();
    void showComputing(const QString& node);
    void showCosts();
    void restyle();

    Workbench workbench_;
    GraphStyle style_;
    std::shared_ptr<const ScopedDesign> scoped_;
    std::unique_ptr<Fitting> fitting_;
    QHash<QString, std::size_t> order_;
    QStringList names_;
    QHash<QString, NodeItem*> nodes_;
    QMultiHash<QString, NodeItem*> showing_;  ///< by the node of the flat design whose samples they show
    QHash<QString, QPointF> automatic_;       ///< positions that are not in the design
    std::vector<FrameItem*> frames_;
    std::vector<CommentItem*> comments_;
    NoteChoice note_;
    std::optional<WireChoice> wire_;
    WireChip* chip_;
    NodeItem* hoveredNode_ = nullptr;
    WireItem* hoveredWire_ = nullptr;
    QSet<QString> computing_;
    QBasicTimer computingTimer_;
    qreal phase_ = 0;
    QVariantAnimation glide_;
    int glideMs_ = 0;
    QHash<NodeItem*, QPair<QPointF, QPointF>> gliding_;
    qreal zoom_ = 1;
    int generation_ = 0;
    int touched_ = 0;
};

}  // namespace burin::ui
