// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/link_offset.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/layout/flow_patch.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/fields/quantity.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/scope.hpp"
#include "ui/model/node_place.hpp"
#include "ui/model/written_length.hpp"

#include <QCoreApplication>

#include <vector>

namespace burin::ui {

namespace {

struct LinkOffset {
    Q_DECLARE_TR_FUNCTIONS(LinkOffset)
};

bool isZero(const std::string& text) {
    const auto length = parseLength(text);
    return length && length->value == 0;
}

QString childOf(const Document& document, const QString& reader, std::size_t entry) {
    if (const DesignNode* node = document.node(reader)) {
        for (const DesignLink& link : node->links) {
            if (link.entry == entry) return QString::fromStdString(link.childName);
        }
    }
    return {};
}

}  // namespace

QuantityRule offsetRule(const Document& document) {
    static const ParameterDescription offset{.key = "at", .type = ParameterType::pixelSize};
    return quantityRule(offset, document.design()->pixelUm);
}

Length inSizeUnit(const Document& document, const QString& node, const Length& pixels) {
    const Design& design = *document.design();
    const YamlValue* body = document.nodeText(node);
    const YamlValue* width = body == nullptr ? nullptr : body->find("width");
    auto like = width == nullptr ? std::nullopt : parseLength(width->scalar);
    if (!like) like = parseLength(surfaceWidth(design));
    const double one = like ? Length{1, like->unit}.pixels(design.pixelUm) : 0;
    if (!like || like->unit == LengthUnit::pixel || !(one > 0)) return pixels;
    return {QString::number(pixels.value / one, 'g', 12).toDouble(), like->unit};
}

void setLinkOffset(Document& document, const QString& reader, std::size_t entry, const QString& x,
                   const QString& y, int gesture) {
    const std::vector<std::string> both = {x.toStdString(), y.toStdString()};
    const bool none = isZero(both[0]) && isZero(both[1]);
    document.edit(
        LinkOffset::tr("Move %1 in %2").arg(childOf(document, reader, entry), reader),
        [&](DesignEdit& edit) {
            const std::string node = reader.toStdString();
            const YamlValue* key = keyIn(edit.node(node)->find("inputs")->items[entry], "at");
            const bool stays = !none || (key != nullptr && hasComment(*key));
            edit.setOffset(node, entry, stays ? std::optional(yamlList(both)) : std::nullopt);
        },
        gesture);
}

bool centreInput(Document& document, const QString& reader, std::size_t entry) {
    const std::optional<Point> offset =
        centredOffset(*document.design(), document.scope().flat(reader), entry);
    if (!offset) return false;
    const auto text = [&](std::int64_t pixels) {
        const Length length = inSizeUnit(document, reader, {static_cast<double>(pixels), LengthUnit::pixel});
        return fileText(length, offsetRule(document));
    };
    setLinkOffset(document, reader, entry, text(offset->x), text(offset->y), 0);
    return true;
}

QString cannotBeCentred(const QString& child) {
    return LinkOffset::tr("%1 cannot be centred: it has no width and height.").arg(child);
}

}  // namespace burin::ui
