// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/tile/tile.hpp"

#include <QElapsedTimer>
#include <QFile>
#include <QTextStream>
#include <QTimer>

#include <deque>
#include <memory>
#include <optional>
#include <utility>

namespace burin::ui {

/// Writes down how the viewport keeps up, a line each; times are milliseconds since the log began:
///
///     frame AT SINCE WAIT PAINT NEW
///     shown AT TIME
///     edit AT
///     picture AT LATENCY
///     away AT TIME
///
/// A frame began SINCE after the one before and WAIT after it was wanted (0: nothing had moved or come), was
/// drawn PAINT later, and took NEW textures; it was shown TIME after that. A picture is the first one of a
/// changed design, drawn LATENCY after the edit. Away: for so long the event loop did not come round.
class FrameLog : public QObject {
    Q_OBJECT

  public:
    explicit FrameLog(const QString& file);

    /// Why nothing is written; empty: all is well.
    [[nodiscard]] QString problem() const { return file_.isOpen() ? QString() : file_.errorString(); }

    void edited(std::shared_ptr<const Design> design);

    struct Drawn {
        std::shared_ptr<const Design> design;  ///< of which a picture was drawn; may be null
        NodeHash node;                         ///< that it shows
        std::size_t newTextures = 0;
    };
    /// The view has moved, there is a new picture, or the last frame was not all of it.
    void wanted();
    void begin();
    void end(const Drawn& drawn);
    /// The window is on its way to the screen.
    void shown();

  private:
    [[nodiscard]] double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }
    void noteEvents();
    void notePicture(const Drawn& drawn);

    QFile file_;
    QTextStream out_{&file_};
    QElapsedTimer clock_;
    QTimer heart_;
    double beat_ = 0;
    double begun_ = 0;
    double before_ = 0;
    std::optional<double> wanted_;
    std::optional<double> ended_;  ///< not shown yet
    double waited_ = 0;
    std::deque<std::pair<std::shared_ptr<const Design>, double>> edits_;
    NodeHash node_;
};

}  // namespace burin::ui
