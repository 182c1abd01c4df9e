// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/graph/items/graph_style.hpp"

#include <QGraphicsItem>
#include <QRectF>
#include <QString>

#include <vector>

namespace burin::ui {

class WireItem;

/// How a link is combined with the links of its trait above it.
struct LinkBlend {
    QString word;  ///< empty: there is nothing to say
    /// The parameter of the reader that decides how its links are combined; nullptr if there is none.
    const ParameterDescription* parameter = nullptr;
    QString note;  ///< what the word means, if no parameter decides
};

/// The role of a link. Pure. \param link  its index in the reader's links
[[nodiscard]] LinkBlend blendOf(const DesignNode& reader, std::size_t link);

/// A chip on a wire: the trait of its link and the word of its blend. A click on it changes them.
///
/// Between two columns it is narrow, with the word below the shape of the trait. At a small zoom it keeps the
/// size on the screen that it has at the smallest zoom with labels, until nodes are blocks.
class WireChip : public QGraphicsItem {
  public:
    enum { Type = UserType + 6 };

    explicit WireChip(const GraphStyle& style);

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    /// Puts the chip on the middle of the wire, or beside it if it would cover a node.
    /// \param wire  nullptr: none  \param bodies  of the nodes
    /// \param freeSocket  of the reader: the chip never covers it; may be null
    void showOn(const WireItem* wire, const QString& blend, const std::vector<QRectF>& bodies = {},
                const QRectF& freeSocket = {});
    [[nodiscard]] const QString& blend() const { return blend_; }
    /// The rectangle of the chip on the canvas; null if it is not shown at that zoom.
    [[nodiscard]] QRectF rectAt(qreal zoom) const;

  private:
    void paintChip(QPainter& painter) const;
    [[nodiscard]] QRectF scaled(qreal factor) const;

    const GraphStyle& style_;
    Trait trait_ = Trait::data;
    QString blend_;
    QRectF rect_;  ///< in canvas coordinates, at a zoom with labels
    bool narrow_ = false;
};

}  // namespace burin::ui
