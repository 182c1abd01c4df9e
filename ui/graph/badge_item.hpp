// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_style.hpp"

#include <QGraphicsItem>

#include <vector>

namespace burin::ui {

enum class Badge { error, blocked, muted, solo, pinned };

/// The badges at the right of a node's header, from its right end leftwards. Its own frame starts there.
class BadgeItem : public QGraphicsItem {
  public:
    enum { Type = UserType + 2 };

    BadgeItem(const GraphStyle& style, QGraphicsItem* parent) : QGraphicsItem(parent), style_(style) {}

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// \param raised  onto the corner of the node, whose name is all that there is room for
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
