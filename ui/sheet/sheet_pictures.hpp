// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sheet/job_sheet.hpp"
#include "ui/sheet/sheet_space.hpp"
#include "ui/sheet/sheet_text.hpp"
#include "ui/sheet/sheet_words.hpp"

#include <QImage>
#include <QList>
#include <QRectF>

namespace burin::ui {

/// The surface in copper. \param relief  whether it is lit from the upper left
[[nodiscard]] QImage inCopper(const Picture& picture, bool relief);

/// The surface, its 3-D picture and its parts side by side, with captions below.
class SheetPictures {
  public:
    /// All must outlive it. \param width  of the page between its margins
    SheetPictures(const JobSheet& sheet, const SheetWords& words, const SheetSpace& space,
                  const SheetInk& ink, qreal width);

    [[nodiscard]] qreal height() const { return height_; }
    void draw(QPainter& painter, QPointF at) const;

  private:
    struct Place {
        const SheetPicture* picture = nullptr;
        QRectF frame;  ///< the frame of the picture
        QImage image;
        QStringList caption;
    };
    /// Fits a picture and its caption into a cell. \return the bottom of the caption
    qreal put(const SheetPicture& picture, const QString& caption, const QRectF& cell);
    void putParts(const QStringList& captions, qreal left, qreal top, bool wide);
    void drawSpace(QPainter& painter, const QRectF& frame) const;
    void drawScaleBar(QPainter& painter, const Place& place, const QRectF& frame) const;
    void drawMark(QPainter& painter, const QRectF& frame, const SheetPicture& detail, int number) const;
    void drawBadge(QPainter& painter, QPointF middle, int number) const;

    const JobSheet& sheet_;
    const SheetSpace& space_;
    const SheetInk& ink_;
    qreal width_;
    QRectF spaceFrame_;  ///< the frame of the 3-D picture; null: there is none
    qreal height_ = 0;
    QList<Place> places_;  ///< the surface first
};

}  // namespace burin::ui
