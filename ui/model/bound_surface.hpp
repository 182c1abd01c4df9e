// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"
#include "ui/model/engine.hpp"

#include <QString>

#include <memory>

namespace burin::ui {

/// Thrown when work on a design cannot be done; says why in the words of the studio.
struct Impossible {
    QString why;
};

/// The graph of a design's surface. \throws Impossible if it has none, or if it has errors
[[nodiscard]] std::shared_ptr<const Graph> boundSurface(const Engine& engine, const Design& design);

}  // namespace burin::ui
