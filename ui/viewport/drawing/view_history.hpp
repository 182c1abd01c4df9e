// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewport/drawing/viewpoint.hpp"

#include <optional>
#include <vector>

namespace burin::ui {

/// The history of views, for back and forward.
class ViewHistory {
  public:
    /// Adds the current view and drops the views after it.
    void note(const Viewpoint& view) {
        if (!views_.empty() && views_[now_] == view) return;
        views_.resize(views_.empty() ? 0 : now_ + 1);
        views_.push_back(view);
        if (views_.size() > most) views_.erase(views_.begin());
        now_ = views_.size() - 1;
    }
    [[nodiscard]] bool hasBack() const { return now_ > 0; }
    [[nodiscard]] bool hasOn() const { return now_ + 1 < views_.size(); }
    [[nodiscard]] std::optional<Viewpoint> back() {
        return hasBack() ? std::optional(views_[--now_]) : std::nullopt;
    }
    [[nodiscard]] std::optional<Viewpoint> on() {
        return hasOn() ? std::optional(views_[++now_]) : std::nullopt;
    }

  private:
    static constexpr std::size_t most = 100;
    std::vector<Viewpoint> views_;
    std::size_t now_ = 0;
};

}  // namespace burin::ui
