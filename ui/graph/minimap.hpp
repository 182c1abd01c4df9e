// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace burin::ui {

class GraphScene;
class GraphView;
class Theme;

/// The whole graph in small, with the part that is seen. A click or a drag goes there.
class Minimap : public QWidget {
    Q_OBJECT

  public:
    Minimap(GraphScene& scene, GraphView& view, const Theme& theme);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

  private:
    void draw();
    void lookAt(QPointF position);
    [[nodiscard]] QTransform toMap() const;

    GraphScene& scene_;
    GraphView& view_;
    const Theme& theme_;
    QRectF shown_;     ///< of the canvas
    QPixmap picture_;  ///< of the nodes; null: to be drawn
};

}  // namespace burin::ui
