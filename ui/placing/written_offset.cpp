// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/written_offset.hpp"

#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/written_length.hpp"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace burin::ui {

namespace {

struct OffsetWords {
    Q_DECLARE_TR_FUNCTIONS(OffsetWords)
};

bool hasUnit(const std::string& text) {
    const auto length = parseLength(text);
    return length && length->unit != LengthUnit::pixel;
}

}  // namespace

std::optional<YamlValue> offsetInFile(const Document& document, const PlacedThing& thing) {
    const YamlValue* reader = document.nodeText(thing.reader);
    const YamlValue* inputs = reader == nullptr ? nullptr : reader->find("inputs");
    if (inputs == nullptr || thing.entry >= inputs->items.size()) return {};
    const YamlValue* at = inputs->items[thing.entry].find("at");
    return at == nullptr ? std::nullopt : std::optional(*at);
}

WrittenOffset writtenOffset(const Design& design, const std::optional<YamlValue>& written, Point from,
                            Point to) {
    const std::array<std::int64_t, 2> before = {from.x, from.y};
    const std::array<std::int64_t, 2> after = {to.x, to.y};
    std::array<std::string, 2> now = {"0", "0"};
    for (std::size_t i = 0; written && i < 2 && i < written->items.size(); ++i)
        now[i] = written->items[i].scalar;
    WrittenOffset made;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < 2; ++i) {
        const bool formula = now[i].starts_with('=');
        if (formula && after[i] != before[i])
            made.formula = i == 0 ? QStringLiteral("x") : QStringLiteral("y");
        if (formula || after[i] == before[i]) {
            texts.push_back(now[i]);
            continue;
        }
        // A zero without a unit gets the unit of the other number, or of the surface.
        const std::string& other = now[1 - i];
        const bool plain = now[i] == "0" && (other == "0" || hasUnit(other));
        const std::string like = !plain ? now[i] : hasUnit(other) ? other : surfaceWidth(design);
        texts.push_back(writtenLength(static_cast<double>(after[i]), like, design.pixelUm));
    }
    const bool same = texts[0] == now[0] && texts[1] == now[1];
    made.at = same ? written : std::optional(yamlList(texts));
    return made;
}

Point wholeStep(QPointF step) {
    return {static_cast<std::int64_t>(std::floor(step.x() + 0.5)),
            static_cast<std::int64_t>(std::floor(step.y() + 0.5))};
}

QString staysAsFormula(const QString& key, const QString& node) {
    return OffsetWords::tr("%1 of %2 is a formula and stays").arg(key, node);
}

}  // namespace burin::ui
