// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/description.hpp"

#include <QColor>
#include <QFont>
#include <QHash>
#include <QIcon>
#include <QObject>
#include <QPixmap>
#include <QString>

#include <array>

namespace burin::ui {

/// What a colour is for. Code names roles; resources/themes holds the colours.
enum class Role {
    window,
    panel,
    head,
    field,
    hover,
    selectedGround,
    line,
    strongLine,
    border,
    canvas,
    canvasDots,
    nodeBody,
    nodeHeader,
    nodeLine,
    frameGround,
    frameLine,
    errorGround,
    warningGround,
    text,
    secondary,
    quiet,
    accent,
    accentFill,
    onAccentFill,
    error,
    warning,
    good,
    data,
    mask,
    pattern,
    overlayGround,
    overlayText,
    count
};

enum class ThemeChoice { system, dark, light };

/// Colours, fonts and icons of the interface. Interface thread only.
class Theme : public QObject {
    Q_OBJECT

  public:
    explicit Theme(ThemeChoice choice, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return choice_; }
    void choose(ThemeChoice choice);
    [[nodiscard]] bool dark() const { return dark_; }

    [[nodiscard]] QColor color(Role role) const { return colors_[static_cast<std::size_t>(role)]; }
    [[nodiscard]] QColor color(Trait trait) const;

    /// The interface's font. \param px  logical pixels: 13 text, 12 tables, 11 hints  \param weight  400,
    /// 500, 600
    [[nodiscard]] QFont font(int px = 13, int weight = 400) const;
    /// For numbers, units, expressions and addresses: fixed width, without ligatures.
    [[nodiscard]] QFont numbers(int px = 12) const;

    /// resources/icons/<name>.svg in a role's colour; disabled at 40 %. It follows the theme by itself.
    [[nodiscard]] QIcon icon(const QString& name, Role role = Role::text) const;
    /// The same as a picture. \param px  logical pixels
    [[nodiscard]] QPixmap pixmap(const QString& name, int px, Role role = Role::text,
                                 qreal devicePixelRatio = 1) const;
    /// The icon of a kind; a plain one where it has none.
    [[nodiscard]] static QString kindIcon(std::string_view kind);

    /// How long something of `ms` takes to move: 0 where motion is to be reduced.
    [[nodiscard]] int motion(int ms) const { return reduceMotion_ ? 0 : ms; }
    void setReduceMotion(bool reduce) { reduceMotion_ = reduce; }

    /// Gives the palette and the style sheet to the application.
    void apply();

  signals:
    void changed();

  private:
    void load();
    [[nodiscard]] static QPixmap drawn(const QString& name, int px, const QColor& color,
                                       qreal devicePixelRatio);
    [[nodiscard]] QString styleSheet() const;

    ThemeChoice choice_;
    bool dark_ = true;
    bool reduceMotion_ = false;
    std::array<QColor, static_cast<std::size_t>(Role::count)> colors_;
    mutable QHash<QString, QPixmap> pixmaps_;
};

}  // namespace burin::ui
