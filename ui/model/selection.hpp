// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

namespace burin::ui {

/// The selected nodes, and the one that inspector and viewport show. Interface thread only.
class Selection : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] const QStringList& nodes() const { return nodes_; }
    /// The node that was selected last; empty: none.
    [[nodiscard]] const QString& active() const { return active_; }
    /// The node that the viewport shows instead of the root; empty: the root.
    [[nodiscard]] const QString& solo() const { return solo_; }
    /// Whether solo() stays when another node is selected.
    [[nodiscard]] bool pinned() const { return pinned_; }

    /// The nodes that the viewport compares, in the flat design.
    struct Compared {
        QString a;  ///< empty: none, or not of this design
        QString b;
        friend bool operator==(const Compared&, const Compared&) = default;
    };
    [[nodiscard]] const Compared& compared() const { return compared_; }

    /// \param active  one of `nodes`; empty: the last of them
    void select(const QStringList& nodes, const QString& active = {});
    /// Drops the nodes that no longer exist. If none is left, for example after their addition was undone,
    /// selects the nodes that were selected before them, if these still exist.
    void keep(const std::function<bool(const QString& node)>& isThere);
    void setSolo(const QString& node);
    void setPinned(bool pinned);
    void setCompared(const Compared& compared);
    /// Selects `node` and asks the inspector to reveal `parameter` and the graph to reveal the node.
    void reveal(const QString& node, const QString& parameter = {});

  signals:
    void changed();
    void soloChanged();
    void comparedChanged();
    void revealed(const QString& node, const QString& parameter);

  private:
    QStringList nodes_;
    QStringList before_;  ///< the nodes that were selected before these
    QString active_;
    QString solo_;
    bool pinned_ = false;
    Compared compared_;
};

}  // namespace burin::ui
