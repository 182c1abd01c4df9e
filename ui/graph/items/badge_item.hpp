// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/items/graph_style.hpp"

#include <QGraphicsItem>

#include <vector>

namespace burin::ui {

/// `first` and `second` are A and B of A/B.
enum class Badge { error, blocked, muted, solo, pinned, first, second };

/// The badges of a node's header, from right to left. The item's origin is the right end of the header.
class BadgeItem : public QGraphicsItem {
  public:
    enum { Type = UserType + 2 };

    BadgeItem(const GraphStyle& style, QGraphicsItem* parent) : QGraphicsItem(parent), style_(style) {}

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// \param raised  shown on the corner, because the node has space only for its name
    void setRaised(bool raised);
    void setBadges(std::vector<Badge> badges);
    [[nodiscard]] const std::vector<Badge>& badges() const { return badges_; }

  private:
    void paintBadge(QPainter& painter, Badge badge, const QRectF& rect) const;

    const GraphStyle& style_;
    std::vector<Badge> badges_;
    bool raised_ = false;
};

}  // namespace burin::ui
