// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief/mesh_pace.hpp"

#include <utility>

namespace burin::ui {

MeshPace::MeshPace(QObject* parent) : QObject(parent) {
    rest_.setSingleShot(true);
    rest_.setInterval(restMs);
    connect(&rest_, &QTimer::timeout, this, [this] {
        resting_ = true;
        emit rested();
    });
}

void MeshPace::move() {
    resting_ = false;
    moved_ = true;
    if (spacing_ > 1) rest_.start();
}

void MeshPace::shown() {
    if (std::exchange(moved_, false) && rest_.isActive()) rest_.start();
}

/// Half of the spacing draws up to four times as many triangles.
void MeshPace::took(int spacing, double ms) {
    if (resting_ || spacing != spacing_) return;
    const bool finer = spacing > 1 && 4 * ms < mostMsFor(spacing / 2);
    if (ms > mostMsFor(spacing) && spacing < coarsest) spacing_ *= 2;
    if (finer) spacing_ /= 2;
    if (spacing_ > 1 && !rest_.isActive()) rest_.start();
}

}  // namespace burin::ui
