// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/model/engine.hpp"
#include "ui/viewport/relief_picture.hpp"

#include <QImage>
#include <QSize>
#include <QString>

#include <memory>
#include <stop_token>

namespace burin::ui {

/// The 3-D picture of a sheet, or the reason why it is left out. If both are empty, no picture was drawn.
struct SheetSpace {
    static constexpr QSize pixels{1400, 600};

    QImage image;
    double heights = 1;   ///< the factor of exaggerated heights
    QString problem;      ///< why the picture is missing, as a clause; empty if there is one
    bool sketch = false;  ///< some of its samples are not exact

    /// Writes a file for another process: the picture, or why it is missing. \return whether it was written
    [[nodiscard]] bool save(const QString& file) const;
    /// What such a file says.
    [[nodiscard]] static SheetSpace load(const QString& file);
    [[nodiscard]] static SheetSpace impossible();
};

/// Draws the surface in space, round its roller if it has one. Interface thread only; it waits in an event
/// loop, for as long as the picture improves.
/// \param fullDepthUm  the full depth of the sheet; positive
/// \param patience  follows the drawing, or takes the picture as it is
[[nodiscard]] SheetSpace sheetSpace(const Engine& engine, const std::shared_ptr<const Design>& design,
                                    double fullDepthUm, const std::stop_token& stop,
                                    const ReliefPatience& patience = {});

}  // namespace burin::ui
