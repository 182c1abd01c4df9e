// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml_tools.hpp"
#include "core/kinds/form/description.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

/// A place on the editor's canvas, in logical pixels.
struct CanvasPoint {
    double x = 0;
    double y = 0;
    friend bool operator==(const CanvasPoint&, const CanvasPoint&) = default;
};

/// The place that notes of the editor give; nothing if they give none.
[[nodiscard]] std::optional<CanvasPoint> canvasPlaceIn(const YamlValue* notes);
void setCanvasPlace(YamlValue& notes, CanvasPoint place);

/// The name that stands for the output of the scope if it is used as a parent. It has one link; a new link
/// replaces it. No node of a group may have this name.
inline constexpr std::string_view outputBlock = "$ output";
/// If this name is given as a child, the link adds a socket to the scope, named after its trait.
inline constexpr std::string_view newSocket = "$";

/// Why nodes cannot become a group, or a value cannot become a parameter of one.
enum class GroupObstacle {
    none,
    noNodes,          ///< there are no such nodes
    root,             ///< a group cannot contain the root
    nameTaken,        ///< the name is taken, or is not a valid name
    nameOfSocket,     ///< a node's name begins with $
    textLikeFormula,  ///< a text begins with =
    severalOutputs,   ///< other nodes read several of the nodes, or none
    nodeBetween,      ///< another node lies between two of them
    tooDeep,          ///< groups would be nested more than 16 deep
    noParameter,      ///< there is no such value, or its type cannot be a parameter's
};

/// Whether an instance needs a link to a socket. If it does not, a node of the group, or nothing, replaces a
/// missing link; if it does, a missing link is an error.
struct SocketNeed {
    bool optional = false;
    std::string otherwise = {};  ///< the node that replaces the link; empty: none
    friend bool operator==(const SocketNeed&, const SocketNeed&) = default;
};

/// Why an instance cannot follow a new order of sockets: it has a link to a later one, but none to an earlier
/// one.
struct MissingLink {
    std::string instance;
    std::string missing;  ///< the earlier socket
    std::string linked;   ///< the later socket
};

/// Changes the document of a design as a user does in the studio: nodes, links, values, places.
///
/// An edit keeps everything that it does not name. The design need not be sound: the loader checks the
/// result. Unknown names and indices past the end change nothing.
///
/// Nodes, links and notes are those of its scope: the design itself, or one of its groups.
class DesignEdit {
  public:
    /// \param group  the scope; empty: the design itself. If there is no such group, edits change nothing
    /// \pre the document is that of a Design that was not refused
    explicit DesignEdit(YamlValue document, std::string_view group = {});

    /// The group whose nodes, links and notes are edited; empty: those of the design itself.
    [[nodiscard]] const std::string& scope() const { return scope_; }
    void setScope(std::string_view group) { scope_ = group; }

    [[nodiscard]] const YamlValue& document() const { return document_; }
    /// The document. If an edit has added something that needs version 2, the document names that version.
    [[nodiscard]] YamlValue take();

    // Nodes
    [[nodiscard]] const YamlValue* node(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> nodeNames() const;
    /// Whether there is a root. A design has at most one.
    [[nodiscard]] bool hasRoot() const;
    /// `wanted`, or `wanted` with the first number that makes it unique: "dot", "dot 2", ... Keys that
    /// `editor` has for other data are taken.
    [[nodiscard]] std::string freeName(std::string_view wanted) const;
    /// Whether `editor` has a key of that name for other data than the place of a node.
    [[nodiscard]] static bool reservesName(std::string_view name);
    /// Adds a node of a kind. \param name  free  \return its name
    std::string addNode(std::string_view name, std::string_view kind);
    /// Removes nodes with all links to them. With `heal`, the readers of a removed node then read its first
    /// data child, else its first pattern child, under the same trait.
    void removeNodes(std::span<const std::string> names, bool heal);
    /// Renames a node, in links, bookmarks and the editor's notes too. \pre `name` is free
    void renameNode(std::string_view before, std::string_view name);
    /// If the node is not muted, the key is removed, but not if it has a comment.
    void setMuted(std::string_view name, bool muted);

    // Values: any key of a node except `inputs`
    /// Without a value the key is removed.
    void setValue(std::string_view name, std::string_view key, std::optional<YamlValue> value);
    /// A key of the top level: `pixel`, `job`.
    void setTop(std::string_view key, std::optional<YamlValue> value);

    /// A value of a node, or a part of one. If the node does not have the value, its default is returned.
    /// \param path  the node's key, followed by the keys and indices (from 0) of the maps and lists in its
    ///         value; for the place of a child: `inputs`, an index, `at`
    /// \return nothing if there is no such value and no default
    [[nodiscard]] std::optional<YamlValue> writtenOrDefault(std::string_view name,
                                                            std::span<const std::string> path) const;

    // Links; an entry is its index in `inputs`
    [[nodiscard]] std::size_t links(std::string_view parent) const;
    void link(std::string_view parent, Trait trait, std::string_view child,
              std::optional<std::size_t> entry = {});
    void unlink(std::string_view parent, std::size_t entry);
    void relink(std::string_view parent, std::size_t entry, Trait trait, std::string_view child);
    void moveLink(std::string_view parent, std::size_t from, std::size_t to);
    /// Sets the place of the child, as [x, y]; without a value, it is [0, 0].
    void setOffset(std::string_view parent, std::size_t entry, std::optional<YamlValue> at);
    /// Puts `node` between a parent and its child: `node` reads the child as `trait`, and the parent reads
    /// `node`.
    void insertOnLink(std::string_view parent, std::size_t entry, std::string_view node, Trait trait);

    // Notes under `editor`: they never change a sample
    [[nodiscard]] std::optional<CanvasPoint> place(std::string_view name) const;
    void setPlace(std::string_view name, CanvasPoint place);
    /// Gives places to the nodes of the list that have none, in the order of the nodes. The cost grows with
    /// the number of all nodes, however many new places there are.
    void addPlaces(std::span<const std::pair<std::string, CanvasPoint>> places);
    /// The note `key` of a node, or nullptr.
    [[nodiscard]] const YamlValue* note(std::string_view name, std::string_view key) const;
    void setNote(std::string_view name, std::string_view key, std::optional<YamlValue> value);
    /// The points that the wire of an entry runs through, from the child to the parent. They stay with their
    /// entry when entries are added, removed or reordered.
    [[nodiscard]] std::vector<CanvasPoint> route(std::string_view parent, std::size_t entry) const;
    void setRoute(std::string_view parent, std::size_t entry, std::span<const CanvasPoint> points);
    /// Sets a list under `editor` that belongs to no node, such as "frames" or "comments".
    void setList(std::string_view key, std::optional<YamlValue> value);
    /// Changes the items of such a list. Items that `change` leaves alone keep their lines in the file. A
    /// list without items is removed.
    void editList(std::string_view key, const std::function<void(std::vector<YamlValue>& items)>& change);

    // Groups
    [[nodiscard]] std::vector<std::string> groupNames() const;
    /// `wanted`, or `wanted` followed by the first number that makes it free.
    [[nodiscard]] std::string freeGroupName(std::string_view wanted) const;
    /// Renames a group, in its instances too. Returns an obstacle and changes nothing if the name is empty or
    /// taken, or if there is no such group.
    GroupObstacle renameGroup(std::string_view before, std::string_view name);
    /// Sets what users read about a group; an empty text is removed.
    void describeGroup(std::string_view group, std::string_view title, std::string_view help);
    /// Adds an instance of a group. \param name  free  \return its name
    std::string addInstance(std::string_view name, std::string_view group);
    /// Whether an instance of `group` in the scope would contain the group that it is in.
    [[nodiscard]] bool wouldContainItself(std::string_view group) const;
    /// Makes a group of nodes and puts an instance in their place. Sockets named after the other nodes carry
    /// what the group reads from them; nodes that read one of the grouped nodes read the instance instead.
    /// Keeps the design hash.
    /// \param group, instance  free; the instance may have the name of one of the nodes
    GroupObstacle groupNodes(std::span<const std::string> names, std::string_view group,
                             std::string_view instance);
    /// Replaces an instance by the nodes that it stands for, with all values written out. Keeps the design
    /// hash. In a group, formulas of the instance are put into those of the nodes.
    /// \return their names; none if the instance cannot be expanded
    std::vector<std::string> ungroup(std::string_view instance);
    /// Makes values of a group's node one parameter of the group. The first value becomes the parameter's
    /// default. The other values, which are numbers or lengths, keep their ratio to it. A value that is not
    /// written in the node is its default. Changes nothing if there is an obstacle.
    /// \param paths  the paths of the values, as for writtenOrDefault()
    GroupObstacle exposeValues(std::string_view group, std::string_view inner,
                               std::span<const std::vector<std::string>> paths, std::string_view parameter);
    /// Makes values of a group's node follow a parameter that the group has, of the same type. Numbers and
    /// lengths keep their ratio to its default. Changes nothing if there is an obstacle.
    /// \param paths  as for exposeValues()
    GroupObstacle followParameter(std::string_view group, std::string_view inner,
                                  std::span<const std::vector<std::string>> paths,
                                  std::string_view parameter);
    /// Sets a key of a group's parameter: `default`, `minimum`, `title`, ... Without a value, the key is
    /// removed.
    void setParameter(std::string_view group, std::string_view parameter, std::string_view key,
                      std::optional<YamlValue> value);
    /// Moves a parameter to another place in the order of the group's parameters.
    void moveParameter(std::string_view group, std::size_t from, std::size_t to);
    /// Renames a parameter, in the group's formulas and expressions and in the values of its instances too.
    GroupObstacle renameParameter(std::string_view group, std::string_view before, std::string_view name);
    /// The nodes of the group and the parameters whose texts name a parameter.
    [[nodiscard]] std::vector<std::string> parameterUsers(std::string_view group, std::string_view parameter);
    /// Removes a parameter, and its values from all instances. Texts that name it stay.
    void removeParameter(std::string_view group, std::string_view parameter);
    /// Removes a parameter, and puts its default into all texts that name it. Instances that had no value of
    /// their own stay as they are; the others change. A length with a unit becomes `300 / um` in formulas, so
    /// that it still follows the pitch.
    /// \return false if the parameter has no default or the group has problems; then nothing changes
    bool fixParameter(std::string_view group, std::string_view parameter);
    /// Copies groups from the `groups` of a document, with all groups that they need. A group that also
    /// exists here is not copied; a different group with a name that is taken here gets a new name. Paths are
    /// not changed: if the document lies in another folder, call moveFiles() on it first.
    /// \return a map from the names there to the names here
    std::map<std::string, std::string, std::less<>> takeGroups(const YamlValue& groups,
                                                               std::span<const std::string> names);

    // The scope's own sockets and output; without effect if the scope is the design
    /// The node that instances show; empty: none.
    [[nodiscard]] std::string output() const;
    /// Without a node, the output is removed.
    void setOutput(std::string_view node);
    /// Adds a socket after the others. \param optional whether instances may leave it without a link. It is
    /// always optional after an optional socket of its trait, because a socket that needs a link cannot
    /// follow that one
    /// \return its name: `wanted`, or `wanted` with the first number that makes it unique
    std::string addSocket(Trait trait, std::string_view wanted, bool optional);
    /// Renames a socket, in links too. \pre `name` is free
    void renameSocket(std::string_view before, std::string_view name);
    /// Removes a socket, the links to it, and the links of all instances that went to it.
    void removeSocket(std::string_view name);
    /// The sockets with the same trait as a socket, in order.
    [[nodiscard]] std::vector<std::string> socketsLike(std::string_view name) const;
    [[nodiscard]] SocketNeed socketNeed(std::string_view name) const;
    /// The nodes that can replace a missing link to a socket: those that do not read it, in order.
    [[nodiscard]] std::vector<std::string> nodesWithout(std::string_view socket) const;
    /// Moves a socket to another place among the sockets of its trait. The links of instances move with it.
    /// If the links of an instance cannot, nothing changes.
    /// \pre  both places belong to sockets that need a link, or both to sockets that do not
    [[nodiscard]] std::optional<MissingLink> moveSocket(std::string_view name, std::size_t place);
    /// Sets whether instances need a link to a socket. The socket becomes the last or the first of those that
    /// need one, see moveSocket().
    [[nodiscard]] std::optional<MissingLink> setSocketNeed(std::string_view name, const SocketNeed& need);

    // Fragments as text, for the clipboard
    /// `burin-fragment: 1` with these nodes, the links among them, and their places; or `burin-fragment: 2`,
    /// which also has the groups that they need, if some are instances. The pitch is noted if some lengths
    /// are plain numbers of pixels.
    /// \param folder  the folder of the design; noted if relative paths in the fragment start there
    [[nodiscard]] std::string fragment(std::span<const std::string> names,
                                       const std::filesystem::path& folder = {}) const;
    /// Adds the nodes of a fragment under free names, moved by `by`, and its groups. A second root is left
    /// out.
    /// \param folder  of the design; relative paths that start from another folder are changed
    /// \return their names; none if `text` is not a fragment
    std::vector<std::string> paste(std::string_view text, CanvasPoint by,
                                   const std::filesystem::path& folder = {});
    /// Like paste(), for a text that has already been parsed.
    std::vector<std::string> paste(YamlValue fragment, CanvasPoint by,
                                   const std::filesystem::path& folder = {});

  private:
    [[nodiscard]] const YamlValue* owner() const;
    YamlValue* owner() { return const_cast<YamlValue*>(std::as_const(*this).owner()); }
    [[nodiscard]] const YamlValue* editor() const;
    [[nodiscard]] YamlValue* notes() { return const_cast<YamlValue*>(std::as_const(*this).editor()); }
    YamlValue* nodes();
    YamlValue* body(std::string_view name);
    YamlValue* inputs(std::string_view parent);
    YamlValue* routes(std::string_view parent);
    void takeRoute(std::string_view parent, std::size_t entry);
    YamlValue* madeNotes();
    void replaceOutput(std::string_view before, std::string_view after);
    [[nodiscard]] bool isOutput(std::string_view parent) const {
        return !scope_.empty() && parent == outputBlock;
    }
    [[nodiscard]] std::optional<MissingLink> orderSockets(const std::vector<std::string>& order);
    void forInstances(const std::function<void(const std::string&)>& call);
    [[nodiscard]] std::string madeChild(std::string_view parent, Trait trait, std::string_view child);
    YamlValue* parametersOf(std::string_view group);
    void addGroup(std::string_view name, YamlValue group);
    void placeUngrouped(const std::string& instance, const std::string& group, bool muted);
    void showOutput(std::string_view instance, const std::string& output);
    void passParameters(YamlValue& made, YamlValue& instance) const;
    [[nodiscard]] std::vector<std::string> ungroupInside(std::string_view instance);

    YamlValue document_;
    std::string scope_;
    int neededBefore_;  ///< the version that the document needed at first
};

/// Whether groups of two documents are equal, with the groups that they need. Titles, help, notes and the
/// names of the groups do not count. Paths are compared as they are written.
/// \param groups, others  the `groups` of the documents
[[nodiscard]] bool sameGroup(const YamlValue& groups, std::string_view name, const YamlValue& others,
                             std::string_view other);

/// The document of a new design: a root of 20 mm x 20 mm at 1 um. Its 400 million samples are exported in
/// seconds. At 100 mm x 100 mm, a first export would take minutes and write 10 GB.
[[nodiscard]] YamlValue newDesign();

}  // namespace burin
