// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/exposer.hpp"

#include "core/design/groups/group.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/editors/value_words.hpp"
#include "ui/inspector/fields/quantity.hpp"
#include "ui/inspector/fields/slider_scale.hpp"
#include "ui/model/arrangement.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/node_place.hpp"
#include "ui/model/written_length.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace burin::ui {

namespace {

const std::vector<ValuePath> sides = {{"width"}, {"height"}};

bool isIndex(const std::string& step) {
    return step == "0" || step == "1";
}

/// The pitch of a lattice, as LatticeValues shows it. The file has it as numbers of the vectors.
constexpr const char* pitchKey = "pitch";

bool isLattice(const DesignEdit& edit, const Document& document, const QString& node) {
    const YamlValue* body = edit.node(node.toStdString());
    const Kind* kind = body == nullptr ? nullptr : kindOf(*body, document.kinds());
    return kind != nullptr && spansLattice(kind->description);
}

/// The vectors of a lattice; nothing if a number of them is missing or a formula.
std::optional<LatticeSpan> vectorsOf(const DesignEdit& edit, const QString& node, double pitchUm) {
    std::vector<double> numbers;
    for (const char* key : {"u", "v"}) {
        for (const char* part : {"0", "1"}) {
            const auto value = edit.writtenOrDefault(node.toStdString(), ValuePath{key, part});
            const auto length = value ? parseLength(value->scalar) : std::nullopt;
            if (!length) return {};
            numbers.push_back(length->pixels(pitchUm));
        }
    }
    return LatticeSpan{{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

/// The numbers of the vectors that determine the pitch of columns or of rows. The first number is the pitch
/// itself. Empty if the pitch is not one of the numbers.
Knob numbersOfPitch(const LatticeSpan& span, bool rows) {
    const Arrangement arrangement = shapeOf(span).arrangement;
    if (arrangement == Arrangement::free || span.u.x < 0 || span.v.y < 0) return {};
    const ValuePath x = {"u", "0"};
    const ValuePath shift = {"v", "0"};
    const ValuePath y = {"v", "1"};
    if (arrangement == Arrangement::hexagonal) return rows ? Knob{y, x, shift} : Knob{x, shift, y};
    if (rows) return {y};
    return arrangement == Arrangement::brick ? Knob{x, shift} : Knob{x};
}

/// The values of the file that a knob drives.
Knob writtenValues(const DesignEdit& edit, const QString& node, const Knob& knob, double pitchUm) {
    const bool own = edit.writtenOrDefault(node.toStdString(), knob.front()).has_value();
    if (own || knob.front().front() != pitchKey) return knob;
    const auto span = vectorsOf(edit, node, pitchUm);
    Knob values;
    for (const ValuePath& path : knob) {
        for (const ValuePath& number : span ? numbersOfPitch(*span, path.back() == "1") : Knob()) {
            if (std::find(values.begin(), values.end(), number) == values.end()) values.push_back(number);
        }
    }
    return values;
}

/// The values of the file that each knob drives. Found before any of them becomes a formula.
std::vector<Knob> writtenKnobs(const DesignEdit& edit, const QString& node, const std::vector<Knob>& knobs,
                               double pitchUm) {
    std::vector<Knob> written;
    written.reserve(knobs.size());
    for (const Knob& knob : knobs)
        written.push_back(writtenValues(edit, node, knob, pitchUm));
    return written;
}

/// The key that names a value: `gain` of `vary.gain.0`, or `size` for both sides.
std::string keyOf(const Knob& knob) {
    if (knob == sides) return "size";
    const ValuePath& path = knob.front();
    return *std::find_if(path.rbegin(), path.rend(), [](const std::string& step) { return !isIndex(step); });
}

/// Whether a path leads to a number of a pair whose numbers are the ends of a range, not those of a vector.
bool endsRange(const ValuePath& path, const Kind* kind) {
    const ParameterDescription* at = kind == nullptr ? nullptr : kind->description.parameter(path.front());
    for (std::size_t i = 1; at != nullptr && i + 1 < path.size(); ++i) {
        const auto& inner = at->alternatives;
        const auto found = std::find_if(inner.begin(), inner.end(), [&](const ParameterDescription& each) {
            return each.key == path[i];
        });
        at = found == inner.end() ? nullptr : &*found;
    }
    return at != nullptr && (infoOf(at->type).editor == EditorShape::range || at->pair == "[low, high]");
}

/// A name for the parameter of a knob.
std::string nameFor(const Knob& knob, const Kind* kind) {
    std::string name = keyOf(knob);
    if (const ValuePath& path = knob.front(); knob.size() == 1 && isIndex(path.back())) {
        const bool first = path.back() == "0";
        name += endsRange(path, kind) ? (first ? "_low" : "_high") : (first ? "_x" : "_y");
    }
    if (!whyNoParameterName(name).empty()) name += "_";
    return name;
}

/// Removes limits that only catch mistakes: limits of a kind that are much farther away than the slider of
/// the value needs. With them the useful part of the knob's slider would be a few pixels wide. Without them
/// the slider follows the value, and the node still refuses values that it cannot use.
/// \param name  a parameter that was made from a value of a kind
void dropFarLimits(DesignEdit& edit, const std::string& name, double pitchUm) {
    const YamlValue* group = groupText(edit.document(), edit.scope());
    const YamlValue* all = group == nullptr ? nullptr : group->find("parameters");
    const YamlValue* body = all == nullptr ? nullptr : all->find(name);
    if (body == nullptr) return;
    const auto types = groupParameterTypes();
    const auto type = std::find_if(types.begin(), types.end(), [&](const GroupParameterType& each) {
        return each.name == textUnder(*body, "type");
    });
    if (type == types.end() || !type->ranged) return;
    const auto pixels = [&](const char* key) -> std::optional<double> {
        const YamlValue* value = body->find(key);
        const auto length = value == nullptr ? std::nullopt : parseLength(value->scalar);
        return length ? std::optional(length->pixels(pitchUm)) : std::nullopt;
    };
    ParameterDescription unlimited{.key = "value", .type = type->values};
    if (type->name == "angle") unlimited.unit = "deg";
    const SliderScale scale = sliderScale(unlimited, pixels("default"));
    const auto minimum = pixels("minimum");
    const auto maximum = pixels("maximum");
    if (minimum && *minimum < 0 && isFarLimit(*minimum, scale))
        edit.setParameter(edit.scope(), name, "minimum", {});
    if (maximum && *maximum > 0 && isFarLimit(*maximum, scale))
        edit.setParameter(edit.scope(), name, "maximum", {});
}

/// \param values  of the file, that the knob drives  \param name  receives the name of the parameter, which
/// is free in the group
GroupObstacle expose(DesignEdit& edit, const Document& document, const QString& node, const Knob& knob,
                     const Knob& values, std::string& name) {
    const double pitchUm = document.design()->pixelUm;
    const YamlValue* body = edit.node(node.toStdString());
    const std::string wanted = nameFor(knob, body == nullptr ? nullptr : kindOf(*body, document.kinds()));
    for (int number = 1;; ++number) {
        name = number == 1 ? wanted : wanted + std::to_string(number);
        const GroupObstacle obstacle = edit.exposeValues(edit.scope(), node.toStdString(), values, name);
        if (obstacle == GroupObstacle::nameTaken) continue;
        // The limits of an inner instance's parameter were chosen by its author.
        const bool ofKind = knob.front().front() != "values";
        if (obstacle == GroupObstacle::none && ofKind) dropFarLimits(edit, name, pitchUm);
        return obstacle;
    }
}

/// Makes the values of all knobs follow a parameter, or none. \return whether that was possible
bool letFollow(DesignEdit& edit, const QString& node, const std::vector<Knob>& knobs, double pitchUm,
               const std::string& parameter) {
    Knob values;
    for (const Knob& knob : writtenKnobs(edit, node, knobs, pitchUm)) {
        if (knob.empty()) return false;
        values.insert(values.end(), knob.begin(), knob.end());
    }
    return edit.followParameter(edit.scope(), node.toStdString(), values, parameter) == GroupObstacle::none;
}

ValuePath part(ValuePath path, const std::string& step) {
    path.push_back(step);
    return path;
}

/// Calls `visit` with the path and the description of each value that a parameter of a kind contains.
/// \param value  of the node; nullptr: it has none
void forEachValue(
    const ParameterDescription& wanted, const YamlValue* value, const ValuePath& path, const QString& title,
    const std::function<void(const ValuePath&, const ParameterDescription&, const QString&)>& visit) {
    const bool map = infoOf(wanted.type).editor == EditorShape::map;
    for (const ParameterDescription& inner : wanted.alternatives) {
        const YamlValue* has = value == nullptr ? nullptr : value->find(inner.key);
        if (map || has != nullptr)
            forEachValue(inner, has, part(path, std::string(inner.key)), title + ": " + titleOf(inner),
                         visit);
    }
    if (!wanted.alternatives.empty()) return;
    if (wanted.type != ParameterType::numbers) return visit(path, wanted, title);
    for (std::size_t i = 0; value != nullptr && i < value->entries.size(); ++i) {
        const std::string& name = value->entries[i].key.scalar;
        visit(part(path, name), wanted, title + ": " + QString::fromStdString(name));
    }
}

/// Two lengths of the file in one unit. Numbers of pixels stay so if the surface is in pixels too.
QString sidesText(const YamlValue& x, const YamlValue& y, const Design& design) {
    const auto first = x.isScalar() ? parseLength(x.scalar) : std::nullopt;
    const auto second = y.isScalar() ? parseLength(y.scalar) : std::nullopt;
    const auto surface = parseLength(surfaceWidth(design));
    const auto inPixels = [](const std::optional<Length>& length) {
        return !length || length->unit == LengthUnit::pixel;
    };
    if (!first || !second || (inPixels(first) && inPixels(second) && inPixels(surface)))
        return scalarText(&x) + QString::fromUtf8(" \u00D7 ") + scalarText(&y);
    const double um = design.pixelUm;
    return lengthsText(first->pixels(um) * um, second->pixels(um) * um);
}

/// Writes `u` and `v` of a node of the open group if they are missing. With the written vectors, as without
/// any, the repeats of the node's first pattern touch each other.
void writeVectors(DesignEdit& edit, const Document& document, const QString& node) {
    const YamlValue* body = edit.node(node.toStdString());
    const Kind* kind = body == nullptr ? nullptr : kindOf(*body, document.kinds());
    if (kind == nullptr || kind->description.parameter("u") == nullptr) return;
    if (body->find("u") != nullptr && body->find("v") != nullptr) return;
    const QString flat = document.scope().flat(node);
    const auto pattern = patternWithin(*document.design(), flat, flat);
    if (!pattern) return;
    const auto write = [&](const char* key, std::int64_t x, std::int64_t y) {
        if (edit.node(node.toStdString())->find(key) != nullptr) return;
        edit.setValue(node.toStdString(), key,
                      yamlList(std::vector<std::string>{std::to_string(x), std::to_string(y)}));
    };
    write("u", pattern->size.width, 0);
    write("v", 0, pattern->size.height);
}

}  // namespace

/// An edit of a small document of its own, to try out changes of one node. It contains the parameters of the
/// open group, this node, the names that other nodes use for parameters of their own, and the values that
/// this node can be given as an instance. A long list of values is tried one by one, so the rest of a large
/// group is left out.
DesignEdit Exposer::trial(const QString& node) const {
    const YamlValue& document = workbench_.document.design()->document;
    const std::string group = workbench_.document.scope().group().toStdString();
    const std::string name = node.toStdString();
    YamlValue small = yamlMap();
    for (const char* key : {"burin", "pixel"}) {
        if (const YamlValue* value = document.find(key)) setIn(small, key, *value);
    }
    YamlValue groups = yamlMap();
    std::string used;
    if (const YamlValue* body = groupText(document, group)) {
        YamlValue nodes = yamlMap();
        const YamlValue* all = body->find("nodes");
        for (std::size_t i = 0; all != nullptr && i < all->entries.size(); ++i) {
            const YamlEntry& entry = all->entries[i];
            const YamlValue* own = entry.value.find("parameters");
            if (entry.key.scalar == name) {
                nodes.entries.push_back(entry);
                used = textUnder(entry.value, "group");
            } else if (own != nullptr) {
                YamlValue other = yamlMap();
                setIn(other, "parameters", *own);
                nodes.entries.push_back({entry.key, std::move(other)});
            }
        }
        YamlValue part = yamlMap();
        if (const YamlValue* parameters = body->find("parameters")) setIn(part, "parameters", *parameters);
        setIn(part, "nodes", std::move(nodes));
        setIn(groups, group, std::move(part));
    }
    const YamlValue* of = used.empty() || used == group ? nullptr : groupText(document, used);
    if (const YamlValue* parameters = of == nullptr ? nullptr : of->find("parameters")) {
        YamlValue known = yamlMap();
        setIn(known, "parameters", *parameters);
        setIn(groups, used, std::move(known));
    }
    setIn(small, "groups", std::move(groups));
    setIn(small, "nodes", yamlMap());
    DesignEdit edit(std::move(small), group);
    writeVectors(edit, workbench_.document, node);
    return edit;
}

/// \pre both values are numbers
std::vector<Knob> Exposer::pairKnobs(const QString& node, const ValuePath& first, const ValuePath& second,
                                     bool proportional) const {
    const DesignEdit edit = trial(node);
    const double pitchUm = workbench_.document.design()->pixelUm;
    const auto pixels = [&](const ValuePath& path) {
        const auto value = edit.writtenOrDefault(node.toStdString(), path);
        const auto length = value ? parseLength(value->scalar) : std::nullopt;
        return length ? length->pixels(pitchUm) : std::nan("");
    };
    const double a = pixels(first);
    const double b = pixels(second);
    if (a == b || (proportional && a > 0 && b > 0)) return {{first, second}};
    return {{first}, {second}};
}

/// The knobs for the pitch of a lattice: one if columns and rows are equal or depend on each other.
std::vector<Knob> Exposer::pitchKnobs(const QString& node) const {
    const ValuePath columns = {pitchKey, "0"};
    const ValuePath rows = {pitchKey, "1"};
    const auto span = vectorsOf(trial(node), node, workbench_.document.design()->pixelUm);
    if (!span) return {{columns}, {rows}};
    const auto [arrangement, pitch] = shapeOf(*span);
    if (arrangement == Arrangement::hexagonal || pitch.x == pitch.y) return {{columns, rows}};
    return {{columns}, {rows}};
}

std::vector<Knob> Exposer::knobsOf(const QString& node, const ValuePath& path) const {
    if (path == ValuePath{pitchKey} && isLattice(trial(node), workbench_.document, node))
        return pitchKnobs(node);
    const auto value = trial(node).writtenOrDefault(node.toStdString(), path);
    const bool pair =
        value && value->items.size() == 2 && value->items[0].isScalar() && value->items[1].isScalar();
    if (!pair) return {{path}};
    return pairKnobs(node, part(path, "0"), part(path, "1"), false);
}

std::vector<Knob> Exposer::sizeKnobs(const QString& node, bool proportional) const {
    return pairKnobs(node, sides[0], sides[1], proportional);
}

QString Exposer::whyNot(const QString& node, const std::vector<Knob>& knobs) const {
    if (!workbench_.document.scope().open()) return tr("only inside a group (Ctrl+G makes one)");
    std::string name;
    DesignEdit edit = trial(node);
    const double pitchUm = workbench_.document.design()->pixelUm;
    const std::vector<Knob> written = writtenKnobs(edit, node, knobs, pitchUm);
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        if (ui::expose(edit, workbench_.document, node, knobs[i], written[i], name) == GroupObstacle::none)
            return {};
    }
    const ValuePath& first = knobs.front().front();
    const auto value = edit.writtenOrDefault(node.toStdString(), first);
    if (!value && first.front() == pitchKey && isLattice(edit, workbench_.document, node)) {
        return vectorsOf(edit, node, pitchUm) ? tr("expose the numbers of u and v instead")
                                              : tr("u or v is a formula already, or has no value");
    }
    if (!value) return tr("enter a value first");
    return GroupFormula::stands(*value) ? tr("it is a formula already")
                                        : tr("a value of this form cannot be a parameter");
}

void Exposer::expose(const QString& node, const std::vector<Knob>& knobs) {
    QStringList names;
    const QString value = QString::fromStdString(keyOf(knobs.front()));
    const QString why =
        workbench_.document.edit(tr("Expose %1 of %2").arg(value, node), [&](DesignEdit& edit) {
            names.clear();  // this may be called again
            const std::string& key = knobs.front().front().front();
            if (key == "u" || key == "v" || key == pitchKey) writeVectors(edit, workbench_.document, node);
            const double pitchUm = workbench_.document.design()->pixelUm;
            const std::vector<Knob> written = writtenKnobs(edit, node, knobs, pitchUm);
            for (std::size_t i = 0; i < knobs.size(); ++i) {
                std::string name;
                if (ui::expose(edit, workbench_.document, node, knobs[i], written[i], name) ==
                    GroupObstacle::none)
                    names << QString::fromStdString(name);
            }
        });
    if (!why.isEmpty() || names.isEmpty()) return;
    emit exposed(names.last(), tr("%1 of %2 is now = %3").arg(value, node, names.join(", ")));
}

QStringList Exposer::leaders(const QString& node, const std::vector<Knob>& knobs) const {
    if (!workbench_.document.scope().open()) return {};
    const YamlValue* group =
        groupText(workbench_.document.design()->document, workbench_.document.scope().group().toStdString());
    const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
    QStringList names;
    for (std::size_t i = 0; parameters != nullptr && i < parameters->entries.size(); ++i) {
        const std::string& name = parameters->entries[i].key.scalar;
        DesignEdit edit = trial(node);
        if (letFollow(edit, node, knobs, workbench_.document.design()->pixelUm, name))
            names << QString::fromStdString(name);
    }
    return names;
}

void Exposer::follow(const QString& node, const std::vector<Knob>& knobs, const QString& parameter) {
    const QString value = QString::fromStdString(keyOf(knobs.front()));
    workbench_.document.edit(tr("%1 of %2 follows %3").arg(value, node, parameter), [&](DesignEdit& edit) {
        const std::string& key = knobs.front().front().front();
        if (key == "u" || key == "v" || key == pitchKey) writeVectors(edit, workbench_.document, node);
        letFollow(edit, node, knobs, workbench_.document.design()->pixelUm, parameter.toStdString());
    });
}

void Exposer::addExposures(QList<Exposure>& list, const QString& node, const YamlValue& body) const {
    const Kind* kind = kindOf(body, workbench_.document.kinds());
    if (kind == nullptr) return addInstance(list, node, body);
    const auto add = [&](const QString& title, const QString& value, std::vector<Knob> knobs) {
        if (whyNot(node, knobs).isEmpty()) list.append({node, title, value, std::move(knobs)});
    };
    const KindDescription& described = kind->description;
    const YamlValue* width = body.find("width");
    const YamlValue* height = body.find("height");
    if (described.size != SizeRule::none && width != nullptr && height != nullptr)
        add(tr("Width, height"), sidesText(*width, *height, *workbench_.document.design()),
            sizeKnobs(node, false));
    const DesignEdit edit = trial(node);
    if (spansLattice(described)) {
        const auto x = edit.writtenOrDefault(node.toStdString(), ValuePath{"u", "0"});
        const auto y = edit.writtenOrDefault(node.toStdString(), ValuePath{"v", "1"});
        if (x && y) add(tr("Pitch"), sidesText(*x, *y, *workbench_.document.design()), pitchKnobs(node));
    }
    for (const ParameterDescription& parameter : described.parameters) {
        const ValuePath path = {std::string(parameter.key)};
        forEachValue(parameter, body.find(parameter.key), path, titleOf(parameter),
                     [&](const ValuePath& at, const ParameterDescription& wanted, const QString& title) {
                         const auto value = edit.writtenOrDefault(node.toStdString(), at);
                         if (value) add(title, valueWords(wanted, &*value), knobsOf(node, at));
                     });
    }
}

void Exposer::addInstance(QList<Exposure>& list, const QString& node, const YamlValue& body) const {
    const YamlValue* group = groupText(workbench_.document.design()->document, textUnder(body, "group"));
    const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
    const DesignEdit edit = trial(node);
    for (std::size_t i = 0; parameters != nullptr && i < parameters->entries.size(); ++i) {
        const YamlEntry& parameter = parameters->entries[i];
        const ValuePath path = {"values", parameter.key.scalar};
        const auto value = edit.writtenOrDefault(node.toStdString(), path);
        if (!value || !whyNot(node, {{path}}).isEmpty()) continue;
        const std::string_view title = textUnder(parameter.value, "title");
        const auto count = static_cast<int>(value->items.size());
        const QString words = value->isScalar() ? scalarText(&*value)
                              : count == 1      ? tr("1 point")
                                                : tr("%n points", nullptr, count);
        const QString shown = title.empty() ? wordsOfName(textOf(parameter.key.scalar)) : textOf(title);
        list.append({node, shown, words, {{path}}});
    }
}

QList<Exposure> Exposer::all() const {
    QList<Exposure> list;
    const YamlValue* group =
        groupText(workbench_.document.design()->document, workbench_.document.scope().group().toStdString());
    const YamlValue* nodes = group == nullptr ? nullptr : group->find("nodes");
    for (std::size_t i = 0; nodes != nullptr && i < nodes->entries.size(); ++i)
        addExposures(list, QString::fromStdString(nodes->entries[i].key.scalar), nodes->entries[i].value);
    return list;
}

}  // namespace burin::ui
