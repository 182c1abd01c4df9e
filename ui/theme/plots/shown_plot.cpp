// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/plots/shown_plot.hpp"

#include <qcustomplot.h>

#include <QEvent>

namespace burin::ui {

namespace {

class PlotShower : public QObject {
  public:
    explicit PlotShower(QCustomPlot& plot) : QObject(&plot), plot_(plot) { plot.installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Show) plot_.replot(QCustomPlot::rpQueuedRefresh);
        return QObject::eventFilter(watched, event);
    }

  private:
    QCustomPlot& plot_;
};

}  // namespace

void replotWhenShown(QCustomPlot& plot) {
    new PlotShower(plot);
}

void replotIfShown(QCustomPlot& plot) {
    if (plot.isVisible()) plot.replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace burin::ui
