// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/canvas_drag.hpp"

#include <memory>

class QGraphicsPathItem;

namespace burin::ui {

/// Drags a wire: a new one from an output or a free socket, or one taken off its input.
class WireDrag : public CanvasDrag {
  public:
    enum class From { output, freeSocket, input };

    /// \param row  the row of the socket at which the wire starts, or the number of the output
    WireDrag(GraphContext context, From from, const NodeItem& node, int row);
    ~WireDrag() override;

    void move(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void drop(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    [[nodiscard]] std::vector<KeyTarget> targets() const override;

  private:
    struct Target {
        NodeItem* node = nullptr;
        int row = -1;  ///< an input row; -1: an output
        int output = 0;
        bool fits = false;
    };

    void findOffers();
    [[nodiscard]] NodeOffer offerOf(const NodeItem& node) const;
    [[nodiscard]] bool asks(const DesignNode& parent) const;
    [[nodiscard]] bool takesChild(const NodeItem& parent, int row) const;
    [[nodiscard]] Target targetAt(QPointF place) const;
    [[nodiscard]] QString misfit(const Target& target) const;
    [[nodiscard]] QString replaced(const Target& target) const;
    [[nodiscard]] QString promised(const Target& target) const;
    void dropOnInput(const Target& target);
    void dropOnFreeSocket(const QString& child, const QString& parent);
    void dropOnCanvas(QPointF place);
    void end();
    [[nodiscard]] bool taken() const { return from_ == From::input; }

    GraphContext context_;
    From from_;
    QString node_;     ///< the node that it was taken from
    QString child_;    ///< empty while a child is wanted
    WireChoice wire_;  ///< the wire that was taken off
    Trait trait_ = Trait::data;
    QPointF fixed_;  ///< the end that does not move
    QHash<QString, NodeOffer> offers_;
    std::unique_ptr<QGraphicsPathItem> line_;
};

}  // namespace burin::ui
