// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_scene.hpp"
#include "ui/model/session.hpp"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace burin::ui {

/// What a new node is linked to.
struct NewLink {
    enum class How { none, readsNode, feedsNode, onWire };
    How how = How::none;
    QString node;                ///< that is read or fed
    std::optional<Trait> trait;  ///< under which it is fed
    WireChoice wire;             ///< that it is put on
};

/// Things that are moved in one step.
struct Moves {
    QHash<QString, QPointF> nodes;
    std::optional<std::vector<FrameNote>> frames;      ///< all of them, as they are after it
    std::optional<std::vector<CommentNote>> comments;  ///< likewise
};

/// What can be seen of the canvas. Null: nothing is known of it.
struct CanvasRoom {
    QRectF shown;
    std::vector<QRectF> covered;  ///< by widgets that lie on it
};

/// The changes that people make in the graph: each is one step of the history. Selects what it has made.
class GraphEdits {
    Q_DECLARE_TR_FUNCTIONS(GraphEdits)

  public:
    GraphEdits(Session session, GraphScene& scene) : session_(session), scene_(scene) {}

    // Nodes
    /// \param values  a map of what it has from the start; nullptr: what its kind asks for
    /// \return its name; empty: it would be a second surface
    QString addNode(const KindDescription& kind, QPointF place, const NewLink& link = {},
                    const YamlValue* values = nullptr);
    /// One node for each image file.
    void addFiles(const QStringList& files, QPointF place);
    void remove(const QStringList& names);
    /// \return empty, or why not
    [[nodiscard]] QString rename(const QString& name, const QString& wanted);
    /// All of them, or none where all are.
    void mute(const QStringList& names);
    void insert(const QString& name, const WireChoice& wire, QPointF place);
    /// Whether a node can be put on a wire.
    [[nodiscard]] std::optional<Trait> insertable(const QString& name, const WireChoice& wire) const;
    [[nodiscard]] std::optional<Trait> insertable(const KindDescription& kind, const WireChoice& wire) const;

    // Links
    void link(const QString& child, const QString& parent, Trait trait);
    void relink(const WireChoice& wire, const QString& child);
    /// The child of `wire` feeds another socket instead.
    void moveTo(const WireChoice& wire, const QString& parent, Trait trait);
    void moveOver(const WireChoice& wire, const WireChoice& replaced);
    void unlink(const WireChoice& wire);
    void unlinkOutputs(const QStringList& names);
    void reorder(const WireChoice& wire, std::size_t to);

    // The canvas
    void move(const Moves& moves);
    void nudge(const QStringList& names, QPointF by, int gesture);
    void nudgeNote(const NoteChoice& note, QPointF by, int gesture);
    void layout(const QStringList& names);
    /// A frame around nodes; where there is exactly that one, it goes. \return its index, or nothing
    std::optional<int> frame(const QStringList& names);
    int addFrame(const QRectF& rect);
    int addComment(QPointF place);
    void setFrameTitle(int index, const QString& title);
    void setCommentText(int index, const QString& text);
    void removeNote(const NoteChoice& note);
    void addPoint(const WireChoice& wire, QPointF place);
    void movePoint(const WireChoice& wire, int point, QPointF place);

    // The clipboard
    [[nodiscard]] QString fragment(const QStringList& names) const;
    void copy(const QStringList& names) const;
    void cut(const QStringList& names);
    /// \param place  of the upper left corner; nothing: a little beside where they were, or in `room` where
    /// that is out of sight  \param what  "Paste %1" \return what was left out and why; empty: nothing
    QString paste(const QString& fragment, std::optional<QPointF> place, const CanvasRoom& room,
                  const QString& what);

    /// The nearest place in the room where nothing of that size lies on a node or behind a cover; where there
    /// is none, below what lies at the wanted place.
    [[nodiscard]] QPointF clearPlace(QPointF wanted, QSizeF size, const CanvasRoom& room) const;
    /// The members of a frame: nodes whose middle lies inside.
    [[nodiscard]] QStringList nodesIn(const QRectF& rect) const;

  private:
    [[nodiscard]] Document& document() const { return session_.document; }
    void edit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture = 0);
    [[nodiscard]] QPointF freePlace(QPointF wanted) const;
    void removeHealing(DesignEdit& edit, const QStringList& names) const;
    void linkNew(DesignEdit& edit, const std::string& name, const KindDescription& kind, const NewLink& link);
    [[nodiscard]] static QString linkText(const QString& child, const QString& parent, Trait trait,
                                          const QString& before = {});
    [[nodiscard]] QString countText(const QStringList& names) const;
    void setRouteOf(const WireChoice& wire, const QString& what, const Route& route);

    Session session_;
    GraphScene& scene_;
};

}  // namespace burin::ui
