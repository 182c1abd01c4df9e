// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/things_move.hpp"

#include "core/design/design_edit.hpp"
#include "ui/model/document/document.hpp"
#include "ui/placing/written_offset.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace burin::ui {

QString moveThings(Document& document, const QString& what, const std::vector<PlacedThing>& things,
                   const std::vector<QPointF>& moves) {
    struct NewPlace {
        std::string reader;
        std::size_t entry;
        std::optional<YamlValue> at;
    };
    std::vector<NewPlace> places;
    QString held;
    for (std::size_t i = 0; i < std::min(things.size(), moves.size()); ++i) {
        const PlacedThing& thing = things[i];
        const Point to = thing.at + wholeStep(moves[i]);
        if (to == thing.at) continue;
        const WrittenOffset made =
            writtenOffset(*document.design(), offsetInFile(document, thing), thing.at, to);
        if (!made.formula.isEmpty()) held = staysAsFormula(made.formula, thing.node);
        places.push_back({thing.reader.toStdString(), thing.entry, made.at});
    }
    if (places.empty()) return held;
    document.edit(what, [&](DesignEdit& edit) {
        for (const NewPlace& place : places)
            edit.setOffset(place.reader, place.entry, place.at);
    });
    return held;
}

}  // namespace burin::ui
