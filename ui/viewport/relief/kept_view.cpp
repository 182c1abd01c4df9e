// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief/kept_view.hpp"

#include <algorithm>
#include <string>

namespace burin::ui {

BookmarkCamera keptView(const ReliefLook& look, const ReliefCamera& camera) {
    BookmarkCamera kept;
    kept.rolled = look.rolled;
    kept.material = std::string(reliefMaterials[look.material].word);
    kept.light = {look.lightAzimuth, look.lightElevation};
    kept.heights = look.heights;
    kept.from = {camera.azimuth, camera.elevation};
    kept.target = {camera.target.x, camera.target.y, camera.target.z};
    kept.distance = camera.distanceUm;
    return kept;
}

ReliefLook lookAgain(const BookmarkCamera& kept, const ReliefLook& now) {
    ReliefLook look = now;
    look.rolled = kept.rolled;
    look.material = materialOf(kept.material).value_or(now.material);
    look.lightAzimuth = kept.light[0];
    look.lightElevation = std::clamp(kept.light[1], 0.0, 90.0);
    look.heights = std::clamp(kept.heights, ReliefLook::leastHeights, ReliefLook::mostHeights);
    return look;
}

ReliefCamera cameraAgain(const BookmarkCamera& kept) {
    ReliefCamera camera;
    camera.target = {kept.target[0], kept.target[1], kept.target[2]};
    camera.distanceUm = kept.distance;
    camera.azimuth = kept.from[0];
    camera.elevation = std::clamp(kept.from[1], -90.0, 90.0);
    return camera;
}

}  // namespace burin::ui
