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

/// Logs how well the viewport keeps up, one event a line. Times are milliseconds since the start:
///
///     frame AT SINCE WAIT PAINT NEW
///     shown AT TIME
///     edit AT
///     picture AT LATENCY
///     away AT TIME
///
/// frame: a frame began SINCE after the previous one and WAIT after it was requested (0: nothing had
/// changed). Drawing took PAINT and needed NEW textures. shown: it appeared TIME after drawing. picture: the
/// first picture of a changed design was drawn LATENCY after the edit. away: the event loop was blocked for
/// TIME.
class FrameLog : public QObject {
    Q_OBJECT

  public:
    explicit FrameLog(const QString& file);

    /// Why nothing is logged; empty if all is well.
    [[nodiscard]] QString problem() const { return problem_; }

    void edited(std::shared_ptr<const Design> design);

    struct Drawn {
        std::shared_ptr<const Design> design;  ///< the design of the picture that was drawn; may be null
        NodeHash node;                         ///< the node that it shows
        std::size_t newTextures = 0;
    };
    /// A frame is needed: the view moved, a picture arrived, or the last frame was incomplete.
    void wanted();
    void begin();
    void end(const Drawn& drawn);
    /// The window has been handed to the screen.
    void shown();

  private:
    [[nodiscard]] double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }
    void noteEvents();
    void notePicture(const Drawn& drawn);

    QFile file_;
    QString problem_;
    QTextStream out_{&file_};
    QElapsedTimer clock_;
    QTimer heart_;
    double beat_ = 0;
    double begun_ = 0;
    double before_ = 0;
    std::optional<double> wanted_;
    std::optional<double> ended_;  ///< set until the frame is shown
    double waited_ = 0;
    std::deque<std::pair<std::shared_ptr<const Design>, double>> edits_;
    NodeHash node_;
};

}  // namespace burin::ui
