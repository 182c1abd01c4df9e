// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_style.hpp"
#include "ui/graph/node_picture.hpp"

#include <QGraphicsItem>
#include <QStaticText>

#include <vector>

namespace burin::ui {

class Previews;
class WireItem;
class BadgeItem;

/// How people look at a node at the moment: nothing of it is in the design.
struct NodeLook {
    bool hovered = false;
    bool selected = false;
    bool active = false;
    bool solo = false;
    bool pinned = false;
    bool computing = false;
    friend bool operator==(const NodeLook&, const NodeLook&) = default;
};

/// Which sockets of a node take the wire that is being dragged.
struct NodeOffer {
    std::vector<bool> inputs;  ///< by row, the free socket last
    bool output = false;
    [[nodiscard]] bool any() const;
};

/// One node of the graph. Its own frame starts in its upper left corner, see metrics.hpp.
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
    /// \param row  the input of the wire that keys act on; -1: none
    void setActiveRow(int row);
    /// nullptr: no wire is being dragged.
    void setOffer(const NodeOffer* offer);
    /// How far the bar of a node that is computed has come along, 0 to 1; negative: it stands still.
    void setPhase(qreal phase);
    /// After the theme has changed.
    void restyle();
    /// Badges keep their size on the screen below a zoom of 1.
    void setZoom(qreal zoom);

    [[nodiscard]] QRectF body() const;
    [[nodiscard]] QRectF sceneBody() const { return body().translated(pos()); }
    [[nodiscard]] QPointF inputPlace(int row) const;  ///< on the canvas
    [[nodiscard]] QPointF outputPlace() const;
    /// The row whose socket is nearest to a place on the canvas within its hit area; -1: none.
    [[nodiscard]] int rowAt(QPointF place) const;
    /// The row of the free socket, or -1.
    [[nodiscard]] int freeRow() const;
    [[nodiscard]] bool freeSocketShown() const;

    std::vector<WireItem*> in;  ///< by input row; nullptr where the child dangles
    std::vector<WireItem*> out;
    int generation = 0;  ///< of the update that saw it last

  private:
    void relayout();
    void paintBlock(QPainter& painter, qreal zoom);
    void paintGround(QPainter& painter) const;
    void paintHeader(QPainter& painter) const;
    void paintThumbnail(QPainter& painter);
    void paintBypass(QPainter& painter) const;
    void paintSockets(QPainter& painter, bool labels) const;
    void paintInput(QPainter& painter, int row) const;
    void paintFreeSocket(QPainter& painter, int row) const;
    void paintOutput(QPainter& painter) const;
    void paintFacts(QPainter& painter) const;
    void paintComputing(QPainter& painter) const;
    [[nodiscard]] QColor lineColor() const;

    const GraphStyle& style_;
    Previews& previews_;
    NodePicture picture_;
    NodeLook look_;
    int activeRow_ = -1;
    const NodeOffer* offer_ = nullptr;
    qreal phase_ = -1;
    BadgeItem* badges_ = nullptr;
    QStaticText name_;
    QString blockName_;
    qreal blockWidth_ = -1;
    QPixmap thumbnail_;
    qint64 thumbnailKey_ = 0;
};

}  // namespace burin::ui
