// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/residents.hpp"

#include "core/render/memory_fit.hpp"

namespace burin::ui {

Residents::Held Residents::hold(const Graph& graph) {
    const std::lock_guard lock(mutex_);
    std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
    Held held;
    for (const GraphNode& node : graph.nodes) {
        const std::size_t bytes = node.operation->residentBytes();
        if (bytes == 0) continue;
        std::weak_ptr<const Resident>& known = known_[node.operation.get()];
        std::shared_ptr<const Resident> resident = known.lock();
        if (!resident) {
            Reservation taken = budget_.tryReserve(bytes, Holder::tables);
            if (!taken) throw budget_.shortage(residentsText(graph), bytes);
            resident = std::make_shared<const Resident>(Resident{node.operation, std::move(taken)});
            known = resident;
        }
        held.push_back(std::move(resident));
    }
    return held;
}

}  // namespace burin::ui
