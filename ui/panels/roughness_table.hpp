// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/roughness_job.hpp"

#include <QWidget>

class QPainter;

namespace burin::ui {

class Theme;

/// Names, values and units, separated by tabs, one parameter a line.
[[nodiscard]] QString clipboardText(const ViewRoughness& roughness);

/// The surface parameters in one column or two.
class RoughnessTable : public QWidget {
    Q_OBJECT

  public:
    explicit RoughnessTable(const Theme& theme, QWidget* parent = nullptr);

    /// \param outdated  the values belong to an older state and are shown quietly
    void setRoughness(const ViewRoughnessPtr& roughness, bool outdated);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    [[nodiscard]] int columns() const;
    [[nodiscard]] int rows() const;
    void paintRow(QPainter& painter, const MeasuredValue& value, const QRect& row) const;
    void fit();

    const Theme& theme_;
    ViewRoughnessPtr roughness_;
    bool outdated_ = false;
};

}  // namespace burin::ui
