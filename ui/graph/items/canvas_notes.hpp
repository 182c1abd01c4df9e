// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The things that the graph stores under `editor` besides node positions: frames, comments and wire routes.

#include "core/design/design_edit.hpp"

#include <QHash>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <span>
#include <vector>

namespace burin::ui {

/// A titled frame behind nodes that belong together.
struct FrameNote {
    QString title;
    QRectF rect;
    friend bool operator==(const FrameNote&, const FrameNote&) = default;
};

struct CommentNote {
    QString text;
    QPointF place;
    friend bool operator==(const CommentNote&, const CommentNote&) = default;
};

/// The points of a wire, from child to parent.
using Route = std::vector<QPointF>;

struct CanvasNotes {
    QHash<QString, QPointF> places;
    QHash<QString, std::vector<Route>> routes;  ///< by parent, then by input entry
    std::vector<FrameNote> frames;
    std::vector<CommentNote> comments;
};

/// Cost grows with the length of `editor`, not with its square.
[[nodiscard]] CanvasNotes notesOf(const YamlValue& document);

/// Gives the first notes of the design these values, and adds those that the design does not have. Only keys
/// that differ are written, so the rest of the file keeps its lines.
void setFrames(DesignEdit& edit, std::span<const FrameNote> frames);
void setComments(DesignEdit& edit, std::span<const CommentNote> comments);
void removeFrame(DesignEdit& edit, std::size_t index);
void removeComment(DesignEdit& edit, std::size_t index);
void setRoute(DesignEdit& edit, const QString& parent, std::size_t entry, const Route& route);

[[nodiscard]] inline CanvasPoint canvasPoint(QPointF point) {
    return {point.x(), point.y()};
}

}  // namespace burin::ui
