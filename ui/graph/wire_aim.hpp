// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_scene.hpp"

#include <vector>

namespace burin::ui {

/// The wires that a drop would cut. They are drawn in the accent colour, and all others are dimmed.
class WireAim {
  public:
    explicit WireAim(GraphScene& scene) : scene_(scene) {}
    ~WireAim() { set({}); }
    WireAim(const WireAim&) = delete;
    WireAim& operator=(const WireAim&) = delete;

    /// \param wires  the wires that the drop would cut; may be empty
    void set(std::vector<WireChoice> wires);
    [[nodiscard]] const std::vector<WireChoice>& wires() const { return wires_; }

  private:
    GraphScene& scene_;
    std::vector<WireChoice> wires_;
};

/// Whether wires that are cut together have several children. Then they end at one parent.
[[nodiscard]] bool haveSeveralChildren(const GraphScene& scene, const std::vector<WireChoice>& wires);

/// The name of a wire in edits.
[[nodiscard]] WireChoice choiceOf(const WireItem& wire);

}  // namespace burin::ui
