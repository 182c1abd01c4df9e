// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/items/graph_style.hpp"
#include "ui/graph/items/node_picture.hpp"
#include "ui/model/previews/shown_cost.hpp"

#include <QFont>
#include <QGraphicsItem>
#include <QStaticText>

#include <optional>
#include <vector>

namespace burin::ui {

class Previews;
class WireItem;
class BadgeItem;

/// The state of a node in the interface. It is not part of the design.
struct NodeLook {
    bool hovered = false;
    bool selected = false;
    bool active = false;
    bool solo = false;
    bool pinned = false;
    bool first = false;   ///< A of A/B
    bool second = false;  ///< B
    bool computing = false;
    friend bool operator==(const NodeLook&, const NodeLook&) = default;
};

/// Which sockets of a node accept the wire that is being dragged.
struct NodeOffer {
    std::vector<bool> inputs;   ///< by row, the free socket last
    std::vector<bool> outputs;  ///< one for a node, one for each socket of the inputs block
    [[nodiscard]] bool any() const;
};

/// One node of the graph. Its origin is its upper left corner, see metrics.hpp.
class NodeItem : public QGraphicsItem {
  public:
    enum { Type = UserType + 1 };

    NodeItem(const GraphStyle& style, Previews& previews, NodePicture picture);
    ~NodeItem() override;

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    [[nodiscard]] const NodePicture& picture() const { return picture_; }
    [[nodiscard]] const QString& name() const { return picture_.name; }
    void setPicture(NodePicture picture);
    [[nodiscard]] const NodeLook& look() const { return look_; }
    void setLook(NodeLook look);
    /// \param row  the row of the wire that keys act on; -1: none
    void setActiveRow(int row);
    /// nullptr if no wire is being dragged.
    void setOffer(const NodeOffer* offer);
    /// Shows what the node costs in its body, and by the colour of its header. Nothing: shows no cost. While
    /// a cost is shown, a node with two inputs or more is one row higher.
    void setCost(const std::optional<ShownCost>& cost);
    [[nodiscard]] const std::optional<ShownCost>& cost() const { return cost_; }
    /// The background of the header. While no cost is known, it is the usual one.
    [[nodiscard]] QColor headerColor(bool selected) const;
    /// Position of the bar on a node that is computed, 0 to 1; negative: hidden.
    void setPhase(qreal phase);
    /// Call after a change of theme.
    void restyle();
    /// Badges keep their screen size at a zoom below 1, and names below metrics::labelZoom.
    void setZoom(qreal zoom);

    [[nodiscard]] QRectF body() const;
    [[nodiscard]] QRectF sceneBody() const { return body().translated(pos()); }
    [[nodiscard]] QPointF inputPlace(int row) const;  ///< in canvas coordinates
    /// \param output  0 for a node; for the inputs block, the index of a socket
    [[nodiscard]] QPointF outputPlace(int output = 0) const;
    [[nodiscard]] int outputs() const;
    /// The name under which links read an output, and the output that a link names.
    [[nodiscard]] QString childName(int output) const;
    [[nodiscard]] int outputOf(const QString& child) const;
    /// The row of the socket at a canvas position, or -1.
    [[nodiscard]] int rowAt(QPointF place) const;
    /// The row of the free socket, or -1.
    [[nodiscard]] int freeRow() const;
    [[nodiscard]] bool freeSocketShown() const;

    std::vector<WireItem*> in;  ///< by input row; nullptr if the child does not exist
    std::vector<WireItem*> out;
    int generation = 0;  ///< the last update that saw this node

  private:
    void relayout();
    void paintBlock(QPainter& painter, qreal zoom);
    void paintGround(QPainter& painter, qreal header) const;
    void paintDashed(QPainter& painter, qreal header) const;
    void paintSocketOutputs(QPainter& painter, bool labels) const;
    void paintHeader(QPainter& painter) const;
    void paintSmallHeader(QPainter& painter, qreal zoom);
    void paintThumbnail(QPainter& painter, qreal header, bool labels);
    void paintBypass(QPainter& painter) const;
    void paintSockets(QPainter& painter, bool labels) const;
    void paintInput(QPainter& painter, int row) const;
    void paintFreeSocket(QPainter& painter, int row) const;
    void paintDashedSocket(QPainter& painter, QPointF place, bool fits) const;
    void paintOutput(QPainter& painter) const;
    /// Fits the name in a small font into a width on the screen. Its letters become narrower before it is
    /// cut.
    void fitName(qreal width, int lines);
    [[nodiscard]] bool factsBeginAtTheTop() const;
    void paintFacts(QPainter& painter) const;
    void paintCost(QPainter& painter) const;
    void paintComputing(QPainter& painter, qreal header) const;
    [[nodiscard]] QColor lineColor() const;

    const GraphStyle& style_;
    Previews& previews_;
    NodePicture picture_;
    NodeLook look_;
    int activeRow_ = -1;
    const NodeOffer* offer_ = nullptr;
    std::optional<ShownCost> cost_;
    qreal phase_ = -1;
    BadgeItem* badges_ = nullptr;
    QStaticText name_;
    QString fitted_;  ///< as much of the name as fits in fittedWidth_ on the screen, in fittedLines_ lines
    QFont fittedFont_;
    qreal fittedWidth_ = -1;
    int fittedLines_ = 1;
    QPixmap thumbnail_;
    qint64 thumbnailKey_ = 0;
};

}  // namespace burin::ui
