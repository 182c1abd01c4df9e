// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/model/engine.hpp"

#include <QImage>
#include <QString>

#include <chrono>
#include <memory>
#include <stop_token>

namespace burin::ui {

/// The 3-D picture of a sheet, or the reason why it is left out. If both are empty, no picture was drawn.
struct SheetSpace {
    /// How long the drawing may take.
    static constexpr std::chrono::seconds longest{60};

    QImage image;
    double heights = 1;  ///< the factor of exaggerated heights
    QString problem;     ///< why the picture is missing, as a clause; empty if there is one

    /// A file of the picture, for another process. \return whether it was written
    [[nodiscard]] bool save(const QString& file) const;
    /// The picture in such a file.
    [[nodiscard]] static SheetSpace load(const QString& file);
    [[nodiscard]] static SheetSpace impossible();
    [[nodiscard]] static SheetSpace late();
};

/// Draws the surface in space, round its roller if it has one. Interface thread only; it waits in an event
/// loop.
/// \param fullDepthUm  the full depth of the sheet; positive
[[nodiscard]] SheetSpace sheetSpace(const Engine& engine, const std::shared_ptr<const Design>& design,
                                    double fullDepthUm, const std::stop_token& stop);

}  // namespace burin::ui
