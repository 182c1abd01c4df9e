// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/canvas_notes.hpp"

#include <cmath>
#include <optional>

namespace burin::ui {

namespace {

/// Larger numbers are outside of the canvas, and very large floating-point numbers have no neighbours one
/// apart.
constexpr double mostOfNote = 1e6;

std::optional<double> numberIn(const YamlValue& value) {
    bool ok = false;
    const double number = QString::fromStdString(value.scalar).toDouble(&ok);
    return ok && std::abs(number) <= mostOfNote ? std::optional(number) : std::nullopt;
}

double number(const YamlValue& map, std::string_view key, double otherwise = 0) {
    const YamlValue* value = map.find(key);
    return value == nullptr ? otherwise : numberIn(*value).value_or(otherwise);
}

QString textIn(const YamlValue& map, std::string_view key) {
    const YamlValue* value = map.find(key);
    return value == nullptr ? QString() : QString::fromStdString(value->scalar);
}

std::optional<QPointF> placeIn(const YamlValue& map) {
    const YamlValue* x = map.find("x");
    const YamlValue* y = map.find("y");
    if (x == nullptr || y == nullptr || !numberIn(*x) || !numberIn(*y)) return {};
    return QPointF(*numberIn(*x), *numberIn(*y));
}

std::vector<Route> routesIn(const YamlValue& list) {
    std::vector<Route> routes;
    for (const YamlValue& item : list.items) {
        Route& route = routes.emplace_back();
        for (const YamlValue& point : item.items) {
            if (point.items.size() != 2) continue;
            const auto x = numberIn(point.items[0]);
            const auto y = numberIn(point.items[1]);
            if (x && y) route.emplace_back(*x, *y);
        }
    }
    return routes;
}

void set(YamlValue& map, std::string_view key, YamlValue value) {
    map.type = YamlValue::Type::map;
    map.flow = true;
    map.entries.push_back({yamlScalar(key), std::move(value)});
}

YamlValue numberValue(double value) {
    return yamlScalar(QString::number(value, 'g', 10).toStdString());
}

YamlValue textValue(const QString& text) {
    return yamlScalar(text.toStdString(), true);
}

/// An empty list is not written.
template <class Notes, class Write>
std::optional<YamlValue> listOf(const Notes& notes, const Write& write) {
    if (notes.empty()) return {};
    YamlValue list;
    list.type = YamlValue::Type::sequence;
    for (const auto& note : notes)
        list.items.push_back(write(note));
    return list;
}

}  // namespace

CanvasNotes notesOf(const YamlValue& document) {
    CanvasNotes notes;
    const YamlValue* editor = document.find("editor");
    if (editor == nullptr) return notes;
    for (const auto& [key, value] : editor->entries) {
        const QString name = QString::fromStdString(key.scalar);
        if (value.type == YamlValue::Type::map) {
            if (const auto place = placeIn(value)) notes.places.insert(name, *place);
            if (const YamlValue* routes = value.find("routes")) notes.routes.insert(name, routesIn(*routes));
            continue;
        }
        for (const YamlValue& item : value.items) {
            const QPointF place = placeIn(item).value_or(QPointF());
            if (name == "frames") {
                const QSizeF size(number(item, "width", 200), number(item, "height", 140));
                notes.frames.push_back({textIn(item, "title"), QRectF(place, size)});
            } else if (name == "comments") {
                notes.comments.push_back({textIn(item, "text"), place});
            }
        }
    }
    return notes;
}

void setFrames(DesignEdit& edit, std::span<const FrameNote> frames) {
    edit.setList("frames", listOf(frames, [](const FrameNote& frame) {
                     YamlValue map;
                     set(map, "title", textValue(frame.title));
                     set(map, "x", numberValue(frame.rect.x()));
                     set(map, "y", numberValue(frame.rect.y()));
                     set(map, "width", numberValue(frame.rect.width()));
                     set(map, "height", numberValue(frame.rect.height()));
                     return map;
                 }));
}

void setComments(DesignEdit& edit, std::span<const CommentNote> comments) {
    edit.setList("comments", listOf(comments, [](const CommentNote& comment) {
                     YamlValue map;
                     set(map, "text", textValue(comment.text));
                     set(map, "x", numberValue(comment.place.x()));
                     set(map, "y", numberValue(comment.place.y()));
                     return map;
                 }));
}

void setRoute(DesignEdit& edit, const QString& parent, std::size_t entry, const Route& route) {
    std::vector<CanvasPoint> points;
    for (const QPointF& point : route)
        points.push_back(canvasPoint(point));
    edit.setRoute(parent.toStdString(), entry, points);
}

}  // namespace burin::ui
