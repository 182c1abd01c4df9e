// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/bookmarks.hpp"
#include "core/relief/relief_camera.hpp"
#include "ui/viewport/relief/relief_look.hpp"

namespace burin::ui {

/// A 3-D view as a bookmark keeps it.
[[nodiscard]] BookmarkCamera keptView(const ReliefLook& look, const ReliefCamera& camera);

/// The look of a bookmark's view. \param now supplies the values that bookmarks do not store or that are not
/// valid
[[nodiscard]] ReliefLook lookAgain(const BookmarkCamera& kept, const ReliefLook& now);
[[nodiscard]] ReliefCamera cameraAgain(const BookmarkCamera& kept);

}  // namespace burin::ui
