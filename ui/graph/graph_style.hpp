// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.hpp"

#include <QFont>
#include <QHash>
#include <QPainter>
#include <QPixmap>

namespace burin::ui {

/// What the items of the graph paint with, made once a theme: nothing is made while painting.
class GraphStyle {
  public:
    explicit GraphStyle(const Theme& theme) : theme_(theme) { reload(); }

    /// After the theme has changed.
    void reload();

    [[nodiscard]] QColor color(Role role) const { return theme_.color(role); }
    [[nodiscard]] QColor color(Trait trait) const { return theme_.color(trait); }
    [[nodiscard]] const QFont& name() const { return name_; }
    [[nodiscard]] const QFont& label() const { return label_; }
    [[nodiscard]] const QFont& title() const { return title_; }
    [[nodiscard]] const QFont& small() const { return small_; }
    [[nodiscard]] int motion(int ms) const { return theme_.motion(ms); }

    /// An icon that is kept for the next time.
    [[nodiscard]] const QPixmap& icon(const QString& name, int px, Role role, const QPainter& painter) const;

    bool thumbnails = true;  ///< whether nodes show their pictures

  private:
    struct IconKey {
        QString name;
        int px = 0;
        Role role = Role::text;
        int ratio = 0;  ///< in hundredths
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
    mutable QHash<IconKey, QPixmap> icons_;
};

/// A socket's shape, `size` times as large as at rest.
void drawSocket(QPainter& painter, QPointF centre, Trait trait, const QColor& color, qreal size = 1);

}  // namespace burin::ui
