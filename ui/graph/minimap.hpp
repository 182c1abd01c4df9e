// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace burin::ui {

class GraphScene;
class GraphView;
class Theme;

/// The whole graph in small, with the visible part marked. A click or drag moves the view there. It fades
/// while something is dragged near it, so that the canvas under it can be seen.
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
    void setFaded(bool faded);
    void lookAt(QPointF position);
    [[nodiscard]] QTransform toMap() const;

    GraphScene& scene_;
    GraphView& view_;
    const Theme& theme_;
    QRectF shown_;     ///< the canvas rectangle that is drawn
    QPixmap picture_;  ///< the nodes; null: needs drawing
    bool faded_ = false;
};

}  // namespace burin::ui
