// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/items/graph_style.hpp"

#include <QWidget>

namespace burin::ui {

/// The meaning of the colours of the headers while costs are shown. Clicks pass through it.
class CostLegend : public QWidget {
    Q_OBJECT

  public:
    /// \param style  must outlive the legend
    CostLegend(const GraphStyle& style, QWidget* parent);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const GraphStyle& style_;
};

}  // namespace burin::ui
