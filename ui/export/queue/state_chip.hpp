// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/job_words.hpp"

#include <QWidget>

namespace burin::ui {

/// Shows a state by word, icon and colour.
class StateChip : public QWidget {
    Q_OBJECT

  public:
    explicit StateChip(const Theme& theme, QWidget* parent = nullptr);

    void setLook(const StateLook& look);
    [[nodiscard]] const QString& word() const { return look_.word; }
    [[nodiscard]] QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const Theme& theme_;
    StateLook look_{{}, {}, Role::quiet};
};

}  // namespace burin::ui
