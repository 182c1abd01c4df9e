// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.hpp"

#include <QFont>
#include <QRectF>
#include <QString>
#include <QStringList>

class QPainter;

namespace burin::ui {

/// The fonts and inks of paper. Lengths are in 1/150 inch, the unit of a sheet.
class SheetInk {
  public:
    /// \param theme  a light one
    explicit SheetInk(const Theme& theme) : theme_(theme) {}

    [[nodiscard]] QFont text(int size = 15, int weight = 400) const;
    [[nodiscard]] QFont number(int size = 14) const;
    [[nodiscard]] QColor color(Role role) const { return theme_.color(role); }
    void paintIcon(QPainter& painter, const QRectF& place, const QString& name,
                   Role role = Role::text) const {
        theme_.paintIcon(painter, place, name, role);
    }

  private:
    const Theme& theme_;
};

/// Breaks a text into lines: between words, or inside a word that is too long. No character is lost.
[[nodiscard]] QStringList brokenLines(const QString& text, const QFont& font, qreal width);
/// The distance from one line to the next.
[[nodiscard]] qreal lineStep(const QFont& font);
[[nodiscard]] qreal textWidth(const QString& text, const QFont& font);

/// Draws a line of text that begins, or ends, at x. \param top  of the line, which is lineStep() high
void drawLineAt(QPainter& painter, qreal x, qreal top, const QString& line, const QFont& font,
                const QColor& color, Qt::Alignment alignment = Qt::AlignLeft);

}  // namespace burin::ui
