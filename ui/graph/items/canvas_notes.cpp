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

FrameNote frameIn(const YamlValue& item) {
    const QSizeF size(number(item, "width", 200), number(item, "height", 140));
    return {textIn(item, "title"), QRectF(placeIn(item).value_or(QPointF()), size)};
}

CommentNote commentIn(const YamlValue& item) {
    return {textIn(item, "text"), placeIn(item).value_or(QPointF())};
}

YamlValue itemOf(const FrameNote& frame) {
    YamlValue map;
    set(map, "title", textValue(frame.title));
    set(map, "x", numberValue(frame.rect.x()));
    set(map, "y", numberValue(frame.rect.y()));
    set(map, "width", numberValue(frame.rect.width()));
    set(map, "height", numberValue(frame.rect.height()));
    return map;
}

YamlValue itemOf(const CommentNote& comment) {
    YamlValue map;
    set(map, "text", textValue(comment.text));
    set(map, "x", numberValue(comment.place.x()));
    set(map, "y", numberValue(comment.place.y()));
    return map;
}

/// Sets the keys of an item that differ. \param before, now  the note as itemOf() writes it
void updateItem(YamlValue& item, const YamlValue& before, const YamlValue& now) {
    if (now == before) return;
    if (!item.isMap()) {
        item = now;
        return;
    }
    bool moved = false;
    for (std::size_t i = 0; i < now.entries.size(); ++i) {
        const auto& [key, value] = now.entries[i];
        if (value == before.entries[i].value) continue;
        setIn(item, key.scalar, value);
        moved = moved || key.scalar == "x" || key.scalar == "y";
    }
    if (!moved || placeIn(item)) return;
    // One coordinate cannot be read, so the place needs both.
    for (const char* key : {"x", "y"})
        setIn(item, key, *now.find(key));
}

template <class Note>
void setNotes(DesignEdit& edit, std::string_view key, std::span<const Note> notes,
              Note (*noteIn)(const YamlValue&)) {
    edit.editList(key, [&](std::vector<YamlValue>& items) {
        for (std::size_t i = 0; i < notes.size(); ++i) {
            if (i < items.size()) {
                updateItem(items[i], itemOf(noteIn(items[i])), itemOf(notes[i]));
            } else {
                items.push_back(itemOf(notes[i]));
            }
        }
    });
}

void removeNote(DesignEdit& edit, std::string_view key, std::size_t index) {
    edit.editList(key, [&](std::vector<YamlValue>& items) {
        if (index < items.size()) items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
    });
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
            if (name == "frames") {
                notes.frames.push_back(frameIn(item));
            } else if (name == "comments") {
                notes.comments.push_back(commentIn(item));
            }
        }
    }
    return notes;
}

void setFrames(DesignEdit& edit, std::span<const FrameNote> frames) {
    setNotes(edit, "frames", frames, frameIn);
}

void setComments(DesignEdit& edit, std::span<const CommentNote> comments) {
    setNotes(edit, "comments", comments, commentIn);
}

void removeFrame(DesignEdit& edit, std::size_t index) {
    removeNote(edit, "frames", index);
}

void removeComment(DesignEdit& edit, std::size_t index) {
    removeNote(edit, "comments", index);
}

void setRoute(DesignEdit& edit, const QString& parent, std::size_t entry, const Route& route) {
    std::vector<CanvasPoint> points;
    for (const QPointF& point : route)
        points.push_back(canvasPoint(point));
    edit.setRoute(parent.toStdString(), entry, points);
}

}  // namespace burin::ui
