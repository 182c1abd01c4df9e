// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_jobs.hpp"

#include <QStringList>

namespace burin::ui {

/// "Predicted, spot 40 µm" and "linear model" for a predicted surface, and "designed depths" if a curve
/// falls; nothing for other nodes.
[[nodiscard]] QStringList predictionWords(const BoundNode& node);

}  // namespace burin::ui
