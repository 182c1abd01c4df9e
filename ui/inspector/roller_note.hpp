// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"

#include <QWidget>

class QLabel;

namespace burin::ui {

/// The surface on a roller: the samples around the roller with their exact pitch, the lengths, and the
/// command that closes the surface.
class RollerNote : public QWidget {
    Q_OBJECT

  public:
    explicit RollerNote(const Theme& theme, QWidget* parent = nullptr);

    /// Follows the document; hidden without a roller.
    void follow(const Document& document);

  signals:
    void closingWanted();

  private:
    QLabel* round_;
    QLabel* pitch_;
    QLabel* once_;
    QLabel* along_;
};

}  // namespace burin::ui
