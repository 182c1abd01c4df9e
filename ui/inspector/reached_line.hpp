// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <QLabel>

namespace burin::ui {

/// The roughness that a node reaches, in words; empty if none is set for it.
[[nodiscard]] QString reachedText(const DesignNode& node, double pixelUm);

/// The roughness that a node reaches, below its settings. It takes no room if the node has none.
class ReachedLine : public QLabel {
    Q_OBJECT

  public:
    explicit ReachedLine(QWidget* parent = nullptr);
    /// \param node  nullptr: nothing is known
    void follow(const DesignNode* node, double pixelUm);
};

}  // namespace burin::ui
