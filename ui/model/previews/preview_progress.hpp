// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace burin::ui {

/// How complete the pictures of a view are.
struct PreviewProgress {
    enum class State {
        nothing,    ///< nothing is visible
        computing,  ///< some tiles are missing
        refining,   ///< some tiles will improve
        refined,    ///< the tiles are as good as they get, but not all exact
        exact,
    };
    int visible = 0;  ///< number of tiles
    int there = 0;
    int refined = 0;     ///< tiles that will not improve
    bool exact = false;  ///< there are tiles, and all are exact

    /// The summary of these figures.
    [[nodiscard]] State state() const {
        return visible == 0        ? State::nothing
               : there < visible   ? State::computing
               : exact             ? State::exact
               : refined < visible ? State::refining
                                   : State::refined;
    }
};

/// The text that every part of the window shows about the pictures of a view; empty if nothing is visible.
[[nodiscard]] QString stateText(PreviewProgress::State state);

}  // namespace burin::ui
