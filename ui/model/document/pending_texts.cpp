// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/pending_texts.hpp"

#include <utility>

namespace burin::ui {

void PendingTexts::add(QObject* place, HandOver handOver) {
    places_.push_back({place, std::move(handOver)});
}

QStringList PendingTexts::handOver() {
    std::erase_if(places_, [](const Place& place) { return place.object.isNull(); });
    QStringList problems;
    // Iterate over a copy: handing over may add or remove places.
    for (const Place& place : std::vector<Place>(places_)) {
        const QString problem = place.object.isNull() ? QString() : place.handOver();
        if (!problem.isEmpty()) problems << problem;
    }
    return problems;
}

}  // namespace burin::ui
