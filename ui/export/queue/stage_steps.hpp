// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace burin::ui {

class Theme;

/// The stages of a job from left to right: finished ones, the current one, and those to come.
class StageSteps : public QWidget {
    Q_OBJECT

  public:
    StageSteps(const Theme& theme, const QStringList& names, QWidget* parent = nullptr);

    /// \param stage  names.size() if all stages are finished
    void setStage(int stage);
    [[nodiscard]] int stage() const { return stage_; }
    [[nodiscard]] QSize sizeHint() const override { return {400, 24}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void paintMark(QPainter& painter, QPointF centre, int step) const;

    const Theme& theme_;
    const QStringList names_;
    int stage_ = 0;
};

}  // namespace burin::ui
