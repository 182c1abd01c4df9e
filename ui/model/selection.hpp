// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace burin::ui {

/// Which nodes are selected, and which one the inspector and the viewport are about. Interface thread only.
class Selection : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] const QStringList& nodes() const { return nodes_; }
    /// The last one that was chosen; empty: none.
    [[nodiscard]] const QString& active() const { return active_; }
    /// The node that the viewport shows instead of the root; empty: the root.
    [[nodiscard]] const QString& solo() const { return solo_; }
    /// Whether `solo` stays when another node is soloed by selection.
    [[nodiscard]] bool pinned() const { return pinned_; }

    /// \param active  one of `nodes`, or empty: the last of them
    void select(const QStringList& nodes, const QString& active = {});
    void setSolo(const QString& node);
    void setPinned(bool pinned);
    /// Selects `node` and asks the inspector for `parameter`, the graph to show it.
    void reveal(const QString& node, const QString& parameter = {});

  signals:
    void changed();
    void soloChanged();
    void revealed(const QString& node, const QString& parameter);

  private:
    QStringList nodes_;
    QString active_;
    QString solo_;
    bool pinned_ = false;
};

}  // namespace burin::ui
