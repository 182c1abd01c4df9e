// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/canvas_notes.hpp"
#include "ui/graph/fitting.hpp"
#include "ui/graph/graph_style.hpp"
#include "ui/graph/node_item.hpp"
#include "ui/graph/note_items.hpp"
#include "ui/graph/wire_item.hpp"
#include "ui/model/session.hpp"

#include <QBasicTimer>
#include <QGraphicsScene>
#include <QHash>
#include <QStringList>
#include <QVariantAnimation>

#include <memory>
#include <optional>
#include <vector>

namespace burin::ui {

/// What lies at a place of the canvas.
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
        comment,
        frame,
        frameEdge
    };
    Part part = Part::canvas;
    NodeItem* node = nullptr;
    WireItem* wire = nullptr;
    int index = -1;  ///< a row of `node`, a point of `wire`, or the place of a frame or comment in its list
    Qt::Edges edges;
};

/// A frame or comment that is chosen, or a point of a wire.
struct NoteChoice {
    enum class Kind { none, frame, comment, point };
    Kind kind = Kind::none;
    int index = -1;
    QString parent;         ///< of the wire
    std::size_t entry = 0;  ///< of the wire
    friend bool operator==(const NoteChoice&, const NoteChoice&) = default;
};

/// The link that keys act on.
struct WireChoice {
    QString parent;
    std::size_t entry = 0;
    friend bool operator==(const WireChoice&, const WireChoice&) = default;
};

/// The canvas: an item for each node, wire and note of the design.
///
/// A change of the design touches the items that show something else than before, no others.
class GraphScene : public QGraphicsScene {
    Q_OBJECT

  public:
    explicit GraphScene(Session session, QObject* parent = nullptr);
    ~GraphScene() override;

    [[nodiscard]] GraphStyle& style() { return style_; }
    [[nodiscard]] const Fitting& fitting() const { return *fitting_; }
    [[nodiscard]] const Design& design() const { return *design_; }
    [[nodiscard]] std::optional<NodeIndex> index(const QString& name) const;
    [[nodiscard]] const DesignNode* designNode(const QString& name) const;

    [[nodiscard]] NodeItem* node(const QString& name) const { return nodes_.value(name); }
    [[nodiscard]] const QHash<QString, NodeItem*>& nodes() const { return nodes_; }
    [[nodiscard]] QStringList names() const;  ///< in the design's order
    [[nodiscard]] WireItem* wire(const QString& parent, std::size_t entry) const;
    [[nodiscard]] const std::vector<FrameItem*>& frames() const { return frames_; }
    [[nodiscard]] const std::vector<CommentItem*>& comments() const { return comments_; }
    [[nodiscard]] std::vector<FrameNote> frameNotes() const;
    [[nodiscard]] std::vector<CommentNote> commentNotes() const;
    [[nodiscard]] QRectF contents() const;  ///< all nodes and notes; null: there is nothing
    [[nodiscard]] QRectF rectOf(const QStringList& names) const;

    /// Items that were made, removed or changed by changes of the design so far.
    [[nodiscard]] int touched() const { return touched_; }

    /// \param reach  what counts as near, in canvas pixels  \param zoom  decides which parts can be seen
    [[nodiscard]] Hit hit(QPointF place, qreal reach, qreal zoom) const;

    /// Moves an item until the design says otherwise.
    void moveNode(NodeItem& node, QPointF place);
    /// Writes the places that were found automatically down, before one is written by hand.
    void keepPlaces(DesignEdit& edit) const;
    /// From now on these nodes are laid out anew where they have no place of their own.
    void forgetPlaces();
    /// Lets the nodes glide to where the next change of the design puts them.
    void glide(int ms);

    void choose(const NoteChoice& choice);
    [[nodiscard]] const NoteChoice& chosenNote() const { return note_; }
    void choose(std::optional<WireChoice> wire);
    [[nodiscard]] const std::optional<WireChoice>& chosenWire() const { return wire_; }
    /// The item under the mouse: its lines and wires are stronger.
    void hover(NodeItem* node, WireItem* wire);
    /// Shows which sockets take a wire; nullptr ends that. \param offers  by name
    void offer(const QHash<QString, NodeOffer>* offers);
    void setZoom(qreal zoom);

  signals:
    /// The design is another one; the items still show the one before.
    void aboutToChange();
    /// Items have come or gone, or the design has moved them.
    void arranged();
    /// A node has been moved, by hand or on its way to where the design puts it.
    void nodeMoved();
    void selectionShown();

  protected:
    void timerEvent(QTimerEvent* event) override;

  private:
    void takeDesign();
    void removeGone(const std::vector<NodePicture>& pictures);
    void updateNodes(std::vector<NodePicture> pictures, const CanvasNotes& notes);
    void updateWires(const CanvasNotes& notes);
    void updateWire(NodeItem& parent, int row, const Route& route);
    void updateNotes(const CanvasNotes& notes);
    void removeWire(WireItem* wire);
    void removeNode(NodeItem* node);
    void findPlaces(const CanvasNotes& notes);
    [[nodiscard]] QPointF freePlaceFor(const QString& name, const QHash<QString, QPointF>& places) const;
    void place(NodeItem& node, QPointF place);
    void forgetGone();
    void showSelection();
    void showChosenWire();
    void showComputing(const QString& node);
    void restyle();

    Session session_;
    GraphStyle style_;
    std::shared_ptr<const Design> design_;
    std::unique_ptr<Fitting> fitting_;
    QHash<QString, std::size_t> order_;
    QHash<QString, NodeItem*> nodes_;
    QHash<QString, QPointF> automatic_;  ///< places that are not in the design
    std::vector<FrameItem*> frames_;
    std::vector<CommentItem*> comments_;
    NoteChoice note_;
    std::optional<WireChoice> wire_;
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
