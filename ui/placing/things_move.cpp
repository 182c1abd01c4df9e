// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/things_move.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"
#include "ui/model/document/document.hpp"
#include "ui/placing/written_offset.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace burin::ui {

namespace {

struct MoveWords {
    Q_DECLARE_TR_FUNCTIONS(MoveWords)
};

bool isZero(const std::string& text) {
    const auto length = parseLength(text);
    return length && length->value == 0;
}

}  // namespace

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

void setCoordinate(Document& document, const PlacedThing& thing, std::size_t axis, const std::string& text,
                   int gesture) {
    std::vector<std::string> both = {"0", "0"};
    const std::optional<YamlValue> written = offsetInFile(document, thing);
    for (std::size_t i = 0; written && i < std::min<std::size_t>(2, written->items.size()); ++i)
        both[i] = written->items[i].scalar;
    both[axis] = text;
    const bool none = isZero(both[0]) && isZero(both[1]);
    const std::optional<YamlValue> at = none ? std::nullopt : std::optional(yamlList(both));
    // The change may be made again when the thing no longer exists.
    const std::string reader = thing.reader.toStdString();
    const std::size_t entry = thing.entry;
    document.edit(
        MoveWords::tr("Move %1").arg(thing.node),
        [&](DesignEdit& edit) { edit.setOffset(reader, entry, at); }, gesture);
}

}  // namespace burin::ui
