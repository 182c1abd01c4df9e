// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/frame_log.hpp"

#include "core/base/files.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace burin::ui {

namespace {

constexpr int beatMs = 5;
/// A longer gap between two beats means that the event loop was blocked.
constexpr double awayMs = 20;

/// Whether a file holds something other than an earlier log.
bool holdsOther(const QString& name) {
    const auto read = readRegularFile(pathOf(name), 8);
    const auto* const first = std::get_if<std::string>(&read);
    const auto begins = [first](const char* word) { return first->starts_with(word); };
    return first != nullptr && !first->empty() && !begins("frame ") && !begins("shown ") &&
           !begins("edit ") && !begins("picture ") && !begins("away ");
}

}  // namespace

FrameLog::FrameLog(const QString& file) : file_(file) {
    // Opening a pipe would wait for its reader.
    if (const auto obstacle = obstacleAt(pathOf(file))) {
        problem_ = textOf(obstacle->problem.text());
        return;
    }
    if (holdsOther(file)) {
        problem_ =
            tr("this file is not an earlier log of frames and would be overwritten; name another file");
        return;
    }
    if (!file_.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
        problem_ = file_.errorString();
        return;
    }
    out_.setRealNumberNotation(QTextStream::FixedNotation);
    out_.setRealNumberPrecision(2);
    clock_.start();
    heart_.setTimerType(Qt::PreciseTimer);
    connect(&heart_, &QTimer::timeout, this, &FrameLog::noteEvents);
    heart_.start(beatMs);
}

void FrameLog::noteEvents() {
    const double at = now();
    if (at - beat_ > awayMs) out_ << "away " << beat_ << ' ' << at - beat_ << Qt::endl;
    beat_ = at;
}

void FrameLog::edited(std::shared_ptr<const Design> design) {
    out_ << "edit " << now() << '\n';
    edits_.emplace_back(std::move(design), now());
}

void FrameLog::wanted() {
    if (!wanted_) wanted_ = now();
}

void FrameLog::begin() {
    before_ = std::exchange(begun_, now());
    waited_ = wanted_ ? begun_ - *wanted_ : 0;
    wanted_.reset();
}

void FrameLog::end(const Drawn& drawn) {
    out_ << "frame " << begun_ << ' ' << begun_ - before_ << ' ' << waited_ << ' ' << now() - begun_ << ' '
         << drawn.newTextures << Qt::endl;
    notePicture(drawn);
    ended_ = now();
}

void FrameLog::shown() {
    if (!ended_) return;
    out_ << "shown " << now() << ' ' << now() - *ended_ << Qt::endl;
    ended_.reset();
}

/// Edits that do not change the picture are not logged.
void FrameLog::notePicture(const Drawn& drawn) {
    const auto found = std::find_if(edits_.begin(), edits_.end(),
                                    [&](const auto& edit) { return edit.first == drawn.design; });
    if (!drawn.design || found == edits_.end()) return;
    if (drawn.node != node_) out_ << "picture " << now() << ' ' << now() - found->second << Qt::endl;
    edits_.erase(edits_.begin(), std::next(found));
    node_ = drawn.node;
}

}  // namespace burin::ui
