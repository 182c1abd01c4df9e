// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/model/engine.hpp"
#include "ui/viewport/relief/relief_look.hpp"

#include <QColor>
#include <QImage>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>

namespace burin::ui {

/// A picture of the first 3-D view of a surface, drawn without a window.
///
/// It is drawn in parts, each with the tiles that it needs. Its own memory is 4 bytes a pixel. Interface
/// thread only; it waits for the engine in an event loop.
struct ReliefPicture {
    static constexpr int largestSide = 16384;

    QImage image;     ///< null if there is a problem
    QString problem;  ///< why there is no picture; empty: all is well

    /// \param size  in pixels; each side is at most `largestSide`
    /// \param drawn  receives the pixels of each part that is drawn, and 0 when the drawing begins
    [[nodiscard]] static ReliefPicture of(const Engine& engine, const std::shared_ptr<const Design>& design,
                                          QSize size, const QColor& background,
                                          const std::function<void(std::int64_t)>& drawn);
};

}  // namespace burin::ui
