// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "core/tile/memory_budget.hpp"
#include "ui/model/residents.hpp"

#include <QString>

#include <functional>
#include <memory>

namespace burin::ui {

/// What computes, as the program has wired it. Outlives every window.
struct Engine {
    Backend& backend;
    MemoryBudget& budget;  ///< of host memory; pictures are reserved here
    QString problem;       ///< why the graphics card is not used; empty: it is, or none was wanted
    /// Opens what writes pictures of the backend into textures of the OpenGL context that is current; null,
    /// or empty: they have to be uploaded.
    std::function<std::unique_ptr<TextureWriter>()> openTextureWriter = {};
    std::shared_ptr<Residents> residents = std::make_shared<Residents>(budget);
};

}  // namespace burin::ui
