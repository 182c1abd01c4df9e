// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/preview/bookmarks.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/viewport/relief/relief_look.hpp"

#include <QColor>
#include <QImage>
#include <QSize>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace burin::ui {

/// The wanted picture of the 3-D view.
struct ReliefWish {
    QString node = {};                          ///< empty: the surface
    std::optional<BookmarkCamera> camera = {};  ///< nothing: the first view
    /// index in reliefMaterials; nothing: the material of the view
    std::optional<std::size_t> material = {};
    std::optional<double> heights = {};            ///< exaggeration of heights; nothing: that of the view
    SurfaceShown surface = SurfaceShown::written;  ///< what is shown if the node is the surface
};

/// How a caller follows a picture whose samples take long, and how it ends the waiting for them.
struct ReliefPatience {
    /// Receives the share of the picture that is final, from 0 to 1, whenever it grows; may be empty.
    std::function<void(double)> progress = {};
    /// Draws the pictures of the surface as they are. A surface that is not known yet is not drawn.
    std::stop_token enough = {};
};

/// A picture of the 3-D view, drawn without a window.
///
/// It is drawn in parts, each with the tiles that it needs. Its own memory is 4 bytes a pixel. Interface
/// thread only. It waits for the engine in an event loop, which also runs after each tile that is drawn.
struct ReliefPicture {
    static constexpr int largestSide = 16384;

    QImage image;         ///< null if there is a problem, or if it was stopped
    QString problem;      ///< why the picture is missing; empty: all is well, or it was stopped
    double depthUm = 0;   ///< how deep 1 is drawn: the full depth times the exaggeration
    bool sketch = false;  ///< some of its samples are not exact

    /// \param size  in pixels; each side is at most `largestSide`
    /// \param drawn  receives the pixels of each part that is drawn, and 0 when the drawing begins
    /// \param stop  takes effect at once while tiles are awaited, else after the present tile
    [[nodiscard]] static ReliefPicture of(const Engine& engine, const std::shared_ptr<const Design>& design,
                                          const ReliefWish& wish, QSize size, const QColor& background,
                                          const std::function<void(std::int64_t)>& drawn,
                                          const std::stop_token& stop = {},
                                          const ReliefPatience& patience = {});
};

}  // namespace burin::ui
