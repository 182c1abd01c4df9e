// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_job.hpp"
#include "ui/export/queue/surface_scales.hpp"

#include <QImage>
#include <QPen>
#include <QPointer>
#include <QWidget>

namespace burin::ui {

class Theme;

/// The exported region with its finished part and the place that is being written; for a machine also the
/// lines it has received.
class SurfaceMap : public QWidget {
    Q_OBJECT

  public:
    explicit SurfaceMap(const Theme& theme, QWidget* parent = nullptr);

    /// \param job  nullptr shows nothing
    void setJob(const ExportJob* job);
    /// Updates the drawing to the job's progress.
    void advance();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void restart();
    void uncover(const Rect& area);
    void uncoverLines(std::int64_t first, std::int64_t last);
    [[nodiscard]] bool runsBack(std::int64_t line) const;
    [[nodiscard]] QRectF drawing() const;
    [[nodiscard]] QSize pixels() const;
    [[nodiscard]] QList<LegendWord> legend(double left) const;
    void paintLegend(QPainter& painter, const QRectF& r) const;
    void paintPlace(QPainter& painter, const QRectF& r) const;
    void paintLines(QPainter& painter, const QRectF& r) const;
    QPointF paintLine(QPainter& painter, const QRectF& r, std::int64_t line, const QPen& pen) const;
    void paintLabel(QPainter& painter, const QRectF& drawing, QPointF at, const QString& text) const;

    const Theme& theme_;
    QPointer<const ExportJob> job_;
    QImage ground_;            ///< the picture that shows through where chunks are done
    qint64 drawn_ = 0;         ///< the key of the job's picture in `ground_`
    QImage shown_;             ///< chunks that are not done are transparent
    std::int64_t chunks_ = 0;  ///< number of chunks drawn; lines for a machine
};

}  // namespace burin::ui
