// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief/mesh_pace.hpp"

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
    if (spacing_ > 1) rest_.start();
}

/// Half of the spacing draws up to four times as many triangles.
void MeshPace::took(int spacing, double ms) {
    if (resting_ || spacing != spacing_) return;
    if (ms > mostMs && spacing_ < coarsest) spacing_ *= 2;
    if (4 * ms < mostMs && spacing_ > 1) spacing_ /= 2;
    if (spacing_ > 1 && !rest_.isActive()) rest_.start();
}

}  // namespace burin::ui
