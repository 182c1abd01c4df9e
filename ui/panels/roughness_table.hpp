// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/roughness_column.hpp"

#include <QAbstractScrollArea>

class QPainter;

namespace burin::ui {

class Theme;

/// Names, values and units, separated by tabs, one parameter a line. Two surfaces have a line with A and B
/// before.
[[nodiscard]] QString clipboardText(const RoughnessColumns& columns);

/// The surface parameters in one column or two, each of one surface, or of A and B. It scrolls by whole rows:
/// half a number could be mistaken for another one.
class RoughnessTable : public QAbstractScrollArea {
    Q_OBJECT

  public:
    explicit RoughnessTable(const Theme& theme, QWidget* parent = nullptr);

    void setRoughness(const RoughnessColumns& columns);
    /// The height of a row. Below the last one is a line of the same height or less for the remarks.
    [[nodiscard]] int rowHeight() const;
    /// How many rows are seen at once, with the line of the remarks.
    [[nodiscard]] int linesSeen() const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

  private:
    [[nodiscard]] bool compares() const { return columns_.size() == 2; }
    [[nodiscard]] int groups() const;
    [[nodiscard]] int rows() const;
    [[nodiscard]] int headHeight() const;
    [[nodiscard]] int room() const;
    [[nodiscard]] bool scrolls() const;
    [[nodiscard]] QString reason() const;
    void paintHead(QPainter& painter, const QRect& head) const;
    void paintRow(QPainter& painter, const MeasuredValue& parameter, const QRect& row) const;
    void paintValue(QPainter& painter, const MeasuredValue& parameter, const QRect& row) const;
    void paintPair(QPainter& painter, const MeasuredValue& parameter, const QRect& row) const;
    [[nodiscard]] bool outdated() const;
    void fit();

    const Theme& theme_;
    RoughnessColumns columns_;
    bool spreads_ = false;  ///< whether a parameter has a standard error
};

}  // namespace burin::ui
