// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <QLabel>

namespace burin::ui {

/// Shows the contents of a code below its settings. It takes no room if the node does not draw a code.
class ContentsLine : public QLabel {
    Q_OBJECT

  public:
    explicit ContentsLine(QWidget* parent = nullptr);
    /// \param node  nullptr: nothing is known
    void follow(const DesignNode* node);
};

}  // namespace burin::ui
