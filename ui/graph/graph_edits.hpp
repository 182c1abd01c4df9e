// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "ui/graph/graph_scene.hpp"
#include "ui/graph/layout/align.hpp"
#include "ui/model/pattern.hpp"
#include "ui/model/workbench.hpp"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace burin::ui {

/// How a new node is linked to existing ones.
struct NewLink {
    enum class How { none, readsNode, feedsNode, onWires };
    How how = How::none;
    QString node;                ///< the node that it reads or feeds
    std::optional<Trait> trait;  ///< the trait under which it feeds
    /// the wires into which it is inserted: all of one child, or all into one parent
    std::vector<WireChoice> wires = {};
    bool staysInPlace = false;         ///< other nodes do not make room for it
    std::optional<YamlValue> at = {};  ///< the place of the new node in the one that it feeds
};

/// The texts that a user writes about a group.
struct GroupWords {
    QString name;   ///< the group's name in the design
    QString title;  ///< empty: the group is private, offered in no list
    QString help;   ///< one sentence
    friend bool operator==(const GroupWords&, const GroupWords&) = default;
};

/// Things to move in one step.
struct Moves {
    QHash<QString, QPointF> nodes;
    std::optional<std::vector<FrameNote>> frames;      ///< all frames, as they are after the move
    std::optional<std::vector<CommentNote>> comments;  ///< all comments, as they are after the move
};

/// The part of the canvas that a view shows, to show it again.
struct CanvasSight {
    qreal zoom = 1;
    QPointF centre;
    QSize size;       ///< the size of the window
    QPoint scrolled;  ///< the exact scroll position, which is valid while the window has this size
};

/// The visible part of the canvas. Null if it is not known.
struct CanvasRoom {
    QRectF shown;
    std::vector<QRectF> covered;  ///< the parts that are covered by widgets on top of the canvas
};

/// The edits that users make in the graph. Each is one step of the history and selects what it adds.
class GraphEdits {
    Q_DECLARE_TR_FUNCTIONS(GraphEdits)

  public:
    GraphEdits(Workbench workbench, GraphScene& scene) : workbench_(workbench), scene_(scene) {}

    // Nodes
    /// \param values  a map of initial values; nullptr: the start values of the kind
    /// \return the node's name; empty if it would be a second surface
    QString addNode(const KindDescription& kind, QPointF place, const NewLink& link = {},
                    const YamlValue* values = nullptr);
    /// Adds a node that has these values and no others. The title of `kind` names it. \return its name
    QString addDrawn(const KindDescription& kind, QPointF place, const NewLink& link,
                     const YamlValue& values);
    /// Adds an instance of a pattern, and copies the groups that it needs. \return the instance's name
    QString addPattern(const Pattern& pattern, QPointF place, const NewLink& link = {});
    /// Adds one node for each picture, drawing or font. Pictures are fitted into the surface, see
    /// fitPicture(). Selects what shows them. \param link  of the first node \param middle  the point of the
    /// surface for the middle of the first one, see placeMiddle() \return the names of the nodes
    QStringList addFiles(const QStringList& files, QPointF place, const NewLink& link = {},
                         std::optional<Point> middle = {});
    /// The files that this design cannot name, see canBeNamed().
    [[nodiscard]] QStringList unnamed(const QStringList& files) const;
    /// Sets a text in the font of a file, and selects it. \return whether the node is a text and the file a
    /// font
    bool giveFont(const QString& node, const QString& file);
    void remove(const QStringList& names);
    /// \return empty, or why the name is refused
    [[nodiscard]] QString rename(const QString& name, const QString& wanted);
    /// Renames an input of the open group, in all of its instances. \return as rename()
    [[nodiscard]] QString renameSocket(const QString& name, const QString& wanted);
    /// Removes an input of the open group, with all links to it, in all of its instances.
    void removeSocket(const QString& name);
    /// Moves an input of the open group among its inputs of one trait. The links of the instances follow.
    /// \return empty, or why the links of an instance cannot follow
    [[nodiscard]] QString moveSocket(const QString& name, std::size_t place);
    /// Sets what an instance gets if it has no link to an input of the open group. \return as moveSocket()
    [[nodiscard]] QString setSocketNeed(const QString& name, const SocketNeed& need);
    /// Mutes all of the nodes, or unmutes them if all are muted.
    void mute(const QStringList& names);
    /// \param wires  as cut() returns them
    void insert(const QString& name, const std::vector<WireChoice>& wires, QPointF place);
    /// Whether a node can be inserted into a wire.
    [[nodiscard]] std::optional<Trait> insertable(const QString& name, const WireChoice& wire) const;
    [[nodiscard]] std::optional<Trait> insertable(const KindDescription& kind, const WireChoice& wire) const;
    /// The wires into which a new node with that body would be inserted: the wire nearest to its middle and,
    /// if the kind reads several surfaces, the wires beside it at the same parent that the node covers.
    [[nodiscard]] std::vector<WireChoice> cut(const KindDescription& kind, const QRectF& body) const;
    /// The wires into which an unlinked node would be inserted at its present place.
    [[nodiscard]] std::vector<WireChoice> cut(const QString& name) const;
    /// The links of a new node after another one: the new node reads the other one, and its parents read the
    /// new node if the types allow it. None if the new node cannot read the other one.
    [[nodiscard]] NewLink after(const QString& name, const KindDescription& kind) const;
    /// Why no compensation can be put before the surface; empty if one can.
    [[nodiscard]] QString whyNoCompensation() const;
    /// Puts a new node `compensate` between the surface and its input. It has the machine's spot, if the
    /// design gives one. \return its name; empty if there cannot be one
    QString compensateSurface();
    /// Why invert() would do nothing, for users.
    [[nodiscard]] QString whyNotInverted(const QString& name) const;
    /// Puts a curve, which inverts the depths, between a node and all nodes that read it. \return its name
    QString invert(const QString& name);

    // Links
    /// Makes a link and chooses its wire.
    void link(const QString& child, const QString& parent, Trait trait);
    /// Lets a link be read under another trait.
    void setTrait(const WireChoice& wire, Trait trait);
    /// Combines the data of a node with another operation.
    void setBlend(const QString& name, const QString& operation);
    void relink(const WireChoice& wire, const QString& child);
    /// Moves a link: the child of `wire` feeds another socket instead.
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
    /// Aligns a side of the nodes with the same side of `to`, which is one of them.
    void align(const QStringList& names, const QString& to, NodeSide side);
    /// Makes the gaps between nodes equal.
    void distribute(const QStringList& names, Qt::Orientation along);
    /// Adds a frame around the nodes, or removes the frame if it is there already. \return the frame's index,
    /// or nothing
    std::optional<int> frame(const QStringList& names, int gesture = 0);
    int addFrame(const QRectF& rect, int gesture = 0);
    int addComment(QPointF place, int gesture = 0);
    void setFrameTitle(int index, const QString& title, int gesture = 0);
    void setCommentText(int index, const QString& text, int gesture = 0);
    void removeNote(const NoteChoice& note);
    void addPoint(const WireChoice& wire, QPointF place);
    void movePoint(const WireChoice& wire, int point, QPointF place);

    // The clipboard
    [[nodiscard]] QString fragment(const QStringList& names) const;
    void copy(const QStringList& names) const;
    void cut(const QStringList& names);
    /// Remarks on pasted nodes for the user; empty if there are none.
    struct Pasted {
        QString leftOut;  ///< what was left out, and why
        QString pitch;    ///< see pitchNotice()
    };
    /// \param place  the upper left corner, unless a node would be covered; nothing: beside the originals, or
    ///         inside `room` if those are out of sight
    /// \param what  the name of the step, such as "Paste %1"
    Pasted paste(const QString& text, std::optional<QPointF> place, const CanvasRoom& room,
                 const QString& what);

    /// The position in the room nearest to `wanted` at which something of that size covers no node and is not
    /// covered. If there is none, a position below the node at `wanted`.
    [[nodiscard]] QPointF clearPlace(QPointF wanted, QSizeF size, const CanvasRoom& room) const;
    /// The members of a frame: the nodes whose centre lies inside.
    [[nodiscard]] QHash<QString, QRectF> bodiesOf(const QStringList& names) const;
    [[nodiscard]] QStringList nodesIn(const QRectF& rect) const;

    // Groups
    /// Makes a group of the nodes and selects the instance. \return empty, or why this is not possible
    [[nodiscard]] QString group(const QStringList& names);
    /// Replaces the instances among the nodes by the nodes of their groups, and selects these.
    /// \return empty, or why one of them stays
    [[nodiscard]] QString ungroup(const QStringList& names);
    /// The group that the node is an instance of; otherwise the open group. Its name is empty if there is
    /// none.
    [[nodiscard]] GroupWords wordsOfGroup(const QString& node) const;
    /// Why a group cannot have that name; empty if it can.
    [[nodiscard]] QString whyNoGroupName(const QString& group, const QString& wanted) const;
    /// Names and describes a group. \return empty, or why the name is refused
    QString describeGroup(const QString& group, const GroupWords& words);
    /// Whether a surface can be added here: a design has at most one, and groups have none.
    [[nodiscard]] bool takesSurface() const;

  private:
    [[nodiscard]] static QString whyNoOrder(const std::optional<MissingLink>& missing);
    [[nodiscard]] Document& document() const { return workbench_.document; }
    void edit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture = 0);
    [[nodiscard]] QPointF freePlace(QPointF wanted) const;
    [[nodiscard]] QStringList withoutBlocks(const QStringList& names) const;
    /// Adds what `make` makes under a free name, links it and places it. \return its name
    QString addNew(const KindDescription& kind, QPointF place, const NewLink& link,
                   const std::function<void(DesignEdit&, const std::string& name)>& make);
    void giveUnits(DesignEdit& change, const std::string& name, const KindDescription& kind) const;
    void showNewLink(const QString& added, const NewLink& link);
    void removeHealing(DesignEdit& edit, const QStringList& names) const;
    void insertInto(DesignEdit& change, const std::vector<WireChoice>& wires, const std::string& name,
                    Trait trait) const;
    void linkNew(DesignEdit& edit, const std::string& name, const KindDescription& kind, const NewLink& link);
    [[nodiscard]] static QString linkText(const QString& child, const QString& parent, Trait trait,
                                          const QString& before = {});
    [[nodiscard]] QString countText(const QStringList& names) const;
    void setRouteOf(const WireChoice& wire, const QString& what, const Route& route);

    Workbench workbench_;
    GraphScene& scene_;
};

}  // namespace burin::ui
