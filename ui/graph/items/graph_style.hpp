// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.hpp"

#include <QFont>
#include <QHash>
#include <QPainter>
#include <QPixmap>

namespace burin::ui {

/// Colours and other paint resources of the graph's items, made once for each theme, never while painting.
class GraphStyle {
  public:
    explicit GraphStyle(const Theme& theme) : theme_(theme) { reload(); }

    /// Call after a change of theme.
    void reload();

    [[nodiscard]] const Theme& theme() const { return theme_; }
    [[nodiscard]] QColor color(Role role) const { return theme_.color(role); }
    [[nodiscard]] QColor color(Trait trait) const { return theme_.color(trait); }
    [[nodiscard]] const QFont& name() const { return name_; }
    [[nodiscard]] const QFont& label() const { return label_; }
    [[nodiscard]] const QFont& title() const { return title_; }
    [[nodiscard]] const QFont& small() const { return small_; }
    [[nodiscard]] const QFont& figures() const { return figures_; }
    /// The background of a node's header at a place on the scale of costs: the usual one at 0, copper at 1.
    [[nodiscard]] QColor cost(double place) const;
    [[nodiscard]] int motion(int ms) const { return theme_.motion(ms); }

    /// An icon, cached.
    [[nodiscard]] const QPixmap& icon(const QString& name, int px, Role role, const QPainter& painter) const;

    bool thumbnails = true;  ///< whether nodes show their pictures

  private:
    struct IconKey {
        QString name;
        int px = 0;
        Role role = Role::text;
        int ratio = 0;  ///< device pixel ratio in hundredths
        friend bool operator==(const IconKey&, const IconKey&) = default;
        friend std::size_t qHash(const IconKey& key, std::size_t seed) {
            return qHashMulti(seed, key.name, key.px, static_cast<int>(key.role), key.ratio);
        }
    };

    const Theme& theme_;
    QFont name_;
    QFont label_;
    QFont title_;
    QFont small_;
    QFont figures_;
    QColor dear_;
    mutable QHash<IconKey, QPixmap> icons_;
};

/// Draws a socket's shape at `size` times its normal size.
void drawSocket(QPainter& painter, QPointF centre, Trait trait, const QColor& color, qreal size = 1);

}  // namespace burin::ui
