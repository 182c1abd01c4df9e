// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"

#include <QColor>
#include <QFont>
#include <QHash>
#include <QIcon>
#include <QImage>
#include <QObject>
#include <QPixmap>
#include <QString>

#include <array>

class QPainter;

namespace burin::ui {

class ApplicationSheet;

/// The purpose of a colour. Code names roles; resources/themes has the colours.
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
    overlayAccent,
    overlayError,
    overlayWarning,
    overlayGood,
    guide,
    count
};

enum class ThemeChoice { system, dark, light };

/// The colours, fonts and icons of the interface. Interface thread only.
class Theme : public QObject {
    Q_OBJECT

  public:
    explicit Theme(ThemeChoice choice, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return choice_; }
    void choose(ThemeChoice choice);
    [[nodiscard]] bool dark() const { return dark_; }

    [[nodiscard]] QColor color(Role role) const { return colors_[static_cast<std::size_t>(role)]; }
    [[nodiscard]] QColor color(Trait trait) const;

    /// The interface font. \param px  logical pixels: 13 text, 12 tables, 11 hints
    /// \param weight  400, 500 or 600
    [[nodiscard]] QFont font(int px = 13, int weight = 400) const;
    /// The font for numbers, units, expressions and addresses: fixed width, no ligatures.
    [[nodiscard]] QFont numbers(int px = 12) const;

    /// resources/icons/<name>.svg in a role's colour; 40 % opaque if disabled. Follows changes of the theme.
    [[nodiscard]] QIcon icon(const QString& name, Role role = Role::text) const;
    /// An icon as a pixmap. \param px  logical pixels
    [[nodiscard]] QPixmap pixmap(const QString& name, int px, Role role = Role::text,
                                 qreal devicePixelRatio = 1) const;
    /// Draws the icon into a place of a picture or a page.
    void paintIcon(QPainter& painter, const QRectF& place, const QString& name, Role role = Role::text) const;
    /// The icon of a kind, or a plain one if the kind has none.
    [[nodiscard]] static QString kindIcon(std::string_view kind);

    /// The duration of an animation of `ms`: 0 if motion is reduced.
    [[nodiscard]] int motion(int ms) const { return reduceMotion_ ? 0 : ms; }
    void setReduceMotion(bool reduce) { reduceMotion_ = reduce; }

    /// Applies the palette and the style sheet to the application, unless it has them already. If there are
    /// many widgets, those of closed windows get the new look in the next turns of the event loop. Tooltips
    /// show their texts as they are from then on, also those that look like HTML.
    void apply();

  signals:
    void changed();

  private:
    void load();
    [[nodiscard]] static QImage drawn(const QString& name, int px, const QColor& color,
                                      qreal devicePixelRatio);
    [[nodiscard]] QString styleSheet() const;

    ThemeChoice choice_;
    bool dark_ = true;
    bool reduceMotion_ = false;
    std::array<QColor, static_cast<std::size_t>(Role::count)> colors_;
    mutable QHash<QString, QPixmap> pixmaps_;
    bool styled_ = false;
    ApplicationSheet* sheet_;
    QObject* plainTips_ = nullptr;  ///< a child, once the theme is applied
};

}  // namespace burin::ui
