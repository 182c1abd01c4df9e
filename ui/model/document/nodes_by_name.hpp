// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace burin::ui {

/// Design::find() for many names of a large design: it is constructed in linear time, and then finds each
/// name in constant time. The design outlives it.
class NodesByName {
  public:
    explicit NodesByName(const Design& design) {
        nodes_.reserve(design.nodes.size());
        for (NodeIndex i = 0; i < design.nodes.size(); ++i)
            nodes_.emplace(design.nodes[i].name, i);
        for (const DesignInstance& instance : design.instances) {
            if (instance.name != instance.output) outputs_.emplace(instance.name, instance.output);
        }
    }

    /// The node of that name, or the one that an instance of that name shows.
    [[nodiscard]] std::optional<NodeIndex> find(std::string_view name) const {
        // An instance may show another one. The chain has at most as many steps as there are instances.
        for (std::size_t step = 0; step <= outputs_.size(); ++step) {
            if (const auto node = nodes_.find(name); node != nodes_.end()) return node->second;
            const auto output = outputs_.find(name);
            if (output == outputs_.end()) return {};
            name = output->second;
        }
        return {};
    }

  private:
    std::unordered_map<std::string_view, NodeIndex> nodes_;
    std::unordered_map<std::string_view, std::string_view> outputs_;  ///< the outputs of instances
};

}  // namespace burin::ui
