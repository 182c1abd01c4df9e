// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/scoped_design.hpp"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace burin::ui {

class Document;

/// Which group of a document is open: the instances that the user went into, from the outside inwards.
///
/// Graph, selection, inspector and edits name nodes as the file does within the open group (`stone`).
/// Samples, problems and the node in the viewport have names of the flat design (`wall/stone`). The scope
/// translates them. It follows undo and renamed instances and groups; if the open group is removed, the
/// nearest group around it is open.
///
/// Interface thread only; belongs to its document.
class Scope : public QObject {
    Q_OBJECT

  public:
    explicit Scope(const Document& document);

    /// Whether a group is open, rather than the design itself.
    [[nodiscard]] bool open() const { return !levels_.empty(); }
    /// The name of the open group; empty for the design itself.
    [[nodiscard]] QString group() const;
    /// The flat name of the instance through which the open group is seen: `wall/inner`. Empty for the design
    /// itself, and for a group without instances.
    [[nodiscard]] QString instance() const;
    /// The instances that the user went into, as their groups name them, and their groups.
    [[nodiscard]] QStringList path() const;
    [[nodiscard]] QStringList groups() const;
    /// The user's names for these groups: a group's title, or the name of the instance if it has no title.
    [[nodiscard]] QStringList titles() const;
    /// The number of nodes in the document that are instances of the open group.
    [[nodiscard]] int users() const;
    /// The nodes of the open group, or of the design.
    [[nodiscard]] const std::shared_ptr<const ScopedDesign>& nodes() const;

    /// The flat name of a node of the open group; empty if the group has no instance.
    [[nodiscard]] QString flat(const QString& inner) const;
    /// The node of the open group with that flat name; empty if it is not one of its nodes.
    [[nodiscard]] QString inner(const QString& flat) const;

    /// Opens the group of an instance among the open nodes. \return whether there is such an instance
    bool enter(const QString& instance);
    /// Goes outwards.
    void leave(int levels = 1);
    /// Opens a group, as the first instance of it shows it. \return whether there is such a group
    bool openGroup(const QString& group);
    /// Opens the group that contains a flat node, or the design.
    /// \return the node's name there. Without such a node it is empty, and nothing changes
    QString reveal(const QString& flat);

  signals:
    /// Another group is open, or the same group through another instance. Emitted after Document::changed().
    void changed();

  private:
    friend class Document;
    struct Level {
        QString instance;  ///< empty: the group is open without an instance
        QString group;
        friend bool operator==(const Level&, const Level&) = default;
    };

    /// Call after the design has changed. \return whether changed() must follow
    [[nodiscard]] bool update();
    void close();
    void go(std::vector<Level> levels);
    [[nodiscard]] const YamlValue* nodesIn(const Design& design, const QString& group) const;
    [[nodiscard]] QString renamed(const Level& level, const QString& outer) const;
    [[nodiscard]] QString renamedGroup(const QString& group) const;
    [[nodiscard]] std::vector<Level> wayTo(std::size_t instance) const;

    const Document& document_;
    std::vector<Level> levels_;
    std::shared_ptr<const Design> seen_;  ///< the design at the last update
    mutable std::shared_ptr<const ScopedDesign> nodes_;
};

}  // namespace burin::ui
