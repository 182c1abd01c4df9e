// SPDX-License-Identifier: GPL-3.0-or-later

// The values of a group's nodes that become parameters of the group.

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/edits/choice_edit.hpp"
#include "core/design/groups/formula.hpp"
#include "core/design/groups/group.hpp"
#include "core/design/groups/group_values.hpp"
#include "core/design/groups/own_parameters.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace burin {

namespace {

/// The type of the parameter that a value of this description becomes, or nullptr.
const GroupParameterType* typeFor(const ParameterDescription& value, const YamlValue& written) {
    std::string_view name = infoOf(value.type).knob;
    if (written.isScalar() == (name == "curve")) return nullptr;
    if (name == "number" && value.unit == "deg") name = "angle";
    if (name == "integer" && value.seed) name = "seed";
    if (value.type == ParameterType::height && !parseNumber(written.scalar)) name = "length";
    for (const GroupParameterType& type : groupParameterTypes()) {
        if (type.name == name) return &type;
    }
    return nullptr;
}

/// The limit of a value, as it is written for a parameter of a group; nothing if the limit is so large that
/// it does not matter.
std::optional<YamlValue> limitFor(const ParameterDescription& value, double limit) {
    constexpr double withoutLimit = 0x1p30;
    if (!(std::abs(limit) < withoutLimit)) return {};
    const bool micrometres = infoOf(value.type).measure == Measure::micrometres;
    return yamlScalar(numberText(limit) + (micrometres ? " um" : ""));
}

/// The parameter of a group that a value of a node becomes: with its title, unit and limits.
/// \param part  whether it is a part of the described value, which has the title
YamlValue parameterFor(const GroupParameterType& type, const ParameterDescription& value, bool part,
                       const YamlValue& written) {
    YamlValue parameter = yamlMap();
    parameter.flow = true;
    valueAt(parameter, "type") = yamlScalar(type.name);
    if (type.values == ParameterType::choice) {
        valueAt(parameter, "choices") =
            yamlList(std::vector<std::string>(value.choices.begin(), value.choices.end()));
    }
    valueAt(parameter, "default") = written;
    // A seed has limits of its own, and the samples of a height are not lengths.
    if (type.ranged && type.name != "seed" && value.type != ParameterType::height) {
        // The minimum of a parameter is inclusive.
        if (!value.strictlyPositive) setIn(parameter, "minimum", limitFor(value, value.minimum));
        setIn(parameter, "maximum", limitFor(value, value.maximum));
    }
    const bool counted = type.name == "number" || type.name == "integer";
    if (counted && !value.unit.empty()) valueAt(parameter, "unit") = yamlScalar(value.unit);
    if (!part && !value.title.empty()) valueAt(parameter, "title") = yamlScalar(value.title);
    return parameter;
}

/// The value that applies if none is given; for a map, the defaults of its keys.
std::optional<YamlValue> absentValue(const ParameterDescription& wanted) {
    if (auto fallback = fallbackOf(wanted)) return fallback;
    if (wanted.key == "at") return yamlList(std::vector<std::string>{"0", "0"});
    if (infoOf(wanted.type).editor != EditorShape::map) return {};
    YamlValue map = yamlMap();
    map.flow = true;
    return map;
}

/// The item of a list that a text names; nullptr if it names none.
YamlValue* itemAt(YamlValue& list, const std::string& text) {
    std::size_t place = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), place);
    const bool number = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return number && place < list.items.size() ? &list.items[place] : nullptr;
}

/// A number or a length, in pixels; nothing if the value is neither.
std::optional<double> pixelsIn(const YamlValue& value, std::optional<double> pitchUm) {
    const auto length = value.isScalar() ? parseLength(value.scalar) : std::nullopt;
    if (!length || (length->unit != LengthUnit::pixel && !pitchUm)) return {};
    return length->pixels(pitchUm.value_or(1));
}

/// The formula of a value that keeps its proportion to a parameter. A ratio of whole numbers is written as a
/// fraction, which is exact.
std::string multipleOf(std::string_view parameter, double number, double ofParameter) {
    const std::string name(parameter);
    if (number == ofParameter) return "=" + name;
    constexpr double mostWhole = 1e15;
    const auto whole = [](double one) { return one == std::floor(one) && std::abs(one) < mostWhole; };
    if (!whole(number) || !whole(ofParameter) || ofParameter == 0)
        return "= " + name + " * " + numberText(number / ofParameter);
    const auto common = static_cast<double>(
        std::gcd(static_cast<std::int64_t>(number), static_cast<std::int64_t>(ofParameter)));
    const std::string times = number == common ? "" : " * " + numberText(number / common);
    const std::string by = ofParameter == common ? "" : " / " + numberText(ofParameter / common);
    return "= " + name + times + by;
}

// The numbers of a lattice's vectors: along its columns, and between its rows.
const std::vector<std::string> columnStep = {"u", "0"};
const std::vector<std::string> rowShift = {"v", "0"};
const std::vector<std::string> rowStep = {"v", "1"};

/// A number or a length of a node, in pixels.
struct RoundedNumber {
    double pixels = 0;
    double rounding = 0;  ///< half of its last digit, in pixels; 0 for a whole number, which is exact
};

std::optional<RoundedNumber> numberIn(const YamlValue& value, std::optional<double> pitchUm) {
    const auto pixels = pixelsIn(value, pitchUm);
    if (!pixels) return {};
    const std::size_t point = value.scalar.find('.');
    if (point == std::string::npos) return RoundedNumber{*pixels, 0};
    const std::size_t end = value.scalar.find_first_not_of("0123456789", point + 1);
    const std::size_t digits = std::min(end, value.scalar.size()) - point - 1;
    Length half = *parseLength(value.scalar);
    half.value = 0.5 * std::pow(10.0, -static_cast<double>(digits));
    return RoundedNumber{*pixels, half.pixels(pitchUm.value_or(1))};
}

/// Whether rows lie as in a hexagonal lattice with these columns, apart from the rounding of both numbers.
bool areHexagonal(const RoundedNumber& columns, const RoundedNumber& rows) {
    constexpr double tolerance = 1e-4;  // the studio shows the arrangement with this tolerance
    const double ratio = std::sqrt(3.0) / 2;
    const double wanted = columns.pixels * ratio;
    const double apart = std::abs(rows.pixels - wanted);
    return wanted != 0 && apart <= columns.rounding * ratio + rows.rounding &&
           apart <= tolerance * std::abs(wanted);
}

/// If both numbers belong to a hexagonal lattice and a parameter replaces the first one, returns the part of
/// the other number's formula that follows the parameter's name. Otherwise empty.
std::string_view hexagonalPart(std::span<const std::string> firstPath, const RoundedNumber& first,
                               std::span<const std::string> path, const RoundedNumber& number) {
    const auto is = [](std::span<const std::string> one, const std::vector<std::string>& other) {
        return std::equal(one.begin(), one.end(), other.begin(), other.end());
    };
    if (is(firstPath, columnStep) && is(path, rowStep) && areHexagonal(first, number))
        return " * sqrt(3) / 2";
    if (!is(firstPath, rowStep)) return {};
    if (is(path, columnStep) && areHexagonal(number, first)) return " * 2 / sqrt(3)";
    const RoundedNumber twice{2 * number.pixels, 2 * number.rounding};
    return is(path, rowShift) && areHexagonal(twice, first) ? " / sqrt(3)" : "";
}

/// The formula of a parameter or of a multiple of it, with more factors behind it.
std::string timesFormula(const std::string& formula, std::string_view factor) {
    return (formula.starts_with("= ") ? formula : "= " + formula.substr(1)) + std::string(factor);
}

/// A value of a node or a part of such a value, with the map or list that contains it.
struct FoundValue {
    const ParameterDescription* wanted = nullptr;
    YamlValue* owner = nullptr;  ///< the map or list that contains the value
    YamlValue* value = nullptr;  ///< nullptr: there is no such value
};

/// Finds a value in the body of a node. Absent values that have a default are written on the way.
FoundValue findValue(YamlValue& body, const Kind* kind, std::span<const std::string> path) {
    if (path.size() > 2 && path[0] == "inputs") {
        YamlValue* links = valueIn(body, "inputs");
        YamlValue* link = links == nullptr ? nullptr : itemAt(*links, path[1]);
        return link == nullptr ? FoundValue{} : findValue(*link, nullptr, path.subspan(2));
    }
    FoundValue found{nullptr, &body, &body};
    for (const std::string& step : path) {
        const bool first = &step == &path.front();
        const bool open = first || infoOf(found.wanted->type).editor == EditorShape::map;
        if (first) {
            found.wanted = wantedUnder(kind, step);
        } else {
            for (const ParameterDescription& alternative : found.wanted->alternatives) {
                if (alternative.key == step) found.wanted = &alternative;
            }
        }
        if (found.wanted == nullptr) return {};
        YamlValue* const owner = found.value;
        YamlValue* part =
            owner->type == YamlValue::Type::sequence ? itemAt(*owner, step) : valueIn(*owner, step);
        if (part == nullptr && open && found.wanted->key == step) {
            auto absent = absentValue(*found.wanted);
            if (!absent) return {};
            part = &valueAt(*owner, step);
            *part = std::move(*absent);
        }
        if (part == nullptr) return {};
        found.owner = owner;
        found.value = part;
    }
    return found;
}

/// The parameter of another group whose value a path of an instance names; nullptr if it names none.
const YamlEntry* parameterOfInstance(const YamlValue& document, const YamlValue& body,
                                     std::span<const std::string> path) {
    if (path.size() != 2 || path[0] != "values" || textUnder(body, "kind") != "group") return nullptr;
    const YamlValue* groups = document.find("groups");
    const YamlValue* group = groups == nullptr ? nullptr : groups->find(textUnder(body, "group"));
    const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
    if (parameters == nullptr) return nullptr;
    const auto found = std::find_if(parameters->entries.begin(), parameters->entries.end(),
                                    [&](const YamlEntry& entry) { return entry.key.scalar == path[1]; });
    return found == parameters->entries.end() ? nullptr : &*found;
}

/// The value of an instance, or else the default of its group's parameter; nullptr if it is computed.
const YamlValue* valueOfInstance(const YamlValue& body, const YamlEntry& parameter) {
    const YamlValue* values = body.find("values");
    const YamlValue* value = values == nullptr ? nullptr : values->find(parameter.key.scalar);
    if (value == nullptr) value = parameter.value.find("default");
    return value == nullptr || looksComputed(*value) ? nullptr : value;
}

/// Makes a value of an instance the parameter of the group that the instance is in. The new parameter takes
/// over the description of the parameter of the instance's group.
/// \return the description of the new parameter; nothing if that is not possible
std::optional<YamlValue> exposeOfInstance(YamlValue& body, const YamlEntry& of, std::string_view parameter) {
    const YamlValue* value = valueOfInstance(body, of);
    if (value == nullptr) return {};
    YamlValue description = of.value;
    description.flow = true;
    valueAt(description, "default") = *value;
    valueAt(valueAt(body, "values"), of.key.scalar) = yamlScalar("=" + std::string(parameter));
    return description;
}
}  // namespace

std::optional<YamlValue> DesignEdit::writtenOrDefault(std::string_view name,
                                                      std::span<const std::string> path) const {
    const YamlValue* body = node(name);
    if (body == nullptr || path.empty()) return {};
    if (const YamlEntry* parameter = parameterOfInstance(document_, *body, path)) {
        const YamlValue* value = valueOfInstance(*body, *parameter);
        return value == nullptr ? std::nullopt : std::optional(*value);
    }
    YamlValue filled = *body;
    const YamlValue* value = findValue(filled, kindOf(filled, kinds()), path).value;
    return value == nullptr ? std::nullopt : std::optional(*value);
}

GroupObstacle DesignEdit::exposeValues(std::string_view group, std::string_view inner,
                                       std::span<const std::vector<std::string>> paths,
                                       std::string_view parameter) {
    YamlValue* groups = valueIn(document_, "groups");
    YamlValue* made = groups == nullptr ? nullptr : valueIn(*groups, group);
    YamlValue* innerNodes = made == nullptr ? nullptr : valueIn(*made, "nodes");
    YamlValue* body = innerNodes == nullptr ? nullptr : valueIn(*innerNodes, inner);
    if (body == nullptr || paths.empty() || paths.front().empty()) return GroupObstacle::noNodes;
    if (!whyNoParameterName(parameter).empty()) return GroupObstacle::nameTaken;
    const YamlValue* parameters = made->find("parameters");
    if (parameters != nullptr && parameters->find(parameter) != nullptr) return GroupObstacle::nameTaken;

    if (const YamlEntry* of = parameterOfInstance(document_, *body, paths.front())) {
        if (nodesHaveParameter(*made, parameter)) return GroupObstacle::nameTaken;
        auto described = paths.size() == 1 ? exposeOfInstance(*body, *of, parameter) : std::nullopt;
        if (!described) return GroupObstacle::noParameter;
        valueAt(valueAt(*made, "parameters"), parameter) = std::move(*described);
        return GroupObstacle::none;
    }
    const Kind* kind = kindOf(*body, kinds());
    YamlValue changed = *body;
    const auto [wanted, owner, value] = findValue(changed, kind, paths.front());
    if (value == nullptr) return GroupObstacle::noParameter;
    const ParameterDescription chosen =
        kind == nullptr ? *wanted : asChosen(*wanted, kind->description, *body);
    const GroupParameterType* type = typeFor(chosen, *value);
    if (type == nullptr || looksComputed(*value)) return GroupObstacle::noParameter;
    YamlValue description = parameterFor(*type, chosen, paths.front().back() != wanted->key, *value);
    const auto first = numberIn(*value, writtenPitchUm(document_));
    // Expressions use the group's parameter by its name.
    if (wanted->type == ParameterType::numbers && paths.front().back() == parameter) {
        eraseIn(*owner, parameter);
        if (owner->entries.empty()) eraseIn(changed, paths.front().front());
    } else {
        *value = yamlScalar("=" + std::string(parameter));
    }
    for (const std::vector<std::string>& path : paths.subspan(1)) {
        YamlValue* other = findValue(changed, kind, path).value;
        const auto number = other == nullptr ? std::nullopt : numberIn(*other, writtenPitchUm(document_));
        if (!first || !number) return GroupObstacle::noParameter;
        const std::string same = "=" + std::string(parameter);
        const std::string_view hexagonal = hexagonalPart(paths.front(), *first, path, *number);
        *other = yamlScalar(hexagonal.empty() ? multipleOf(parameter, number->pixels, first->pixels)
                                              : timesFormula(same, hexagonal));
    }
    std::swap(*body, changed);
    if (nodesHaveParameter(*made, parameter)) {
        std::swap(*body, changed);
        return GroupObstacle::nameTaken;
    }
    valueAt(valueAt(*made, "parameters"), parameter) = std::move(description);
    return GroupObstacle::none;
}

GroupObstacle DesignEdit::followParameter(std::string_view group, std::string_view inner,
                                          std::span<const std::vector<std::string>> paths,
                                          std::string_view parameter) {
    YamlValue* groups = valueIn(document_, "groups");
    YamlValue* made = groups == nullptr ? nullptr : valueIn(*groups, group);
    YamlValue* innerNodes = made == nullptr ? nullptr : valueIn(*made, "nodes");
    YamlValue* body = innerNodes == nullptr ? nullptr : valueIn(*innerNodes, inner);
    const YamlValue* parameters = made == nullptr ? nullptr : made->find("parameters");
    const YamlValue* described = parameters == nullptr ? nullptr : parameters->find(parameter);
    if (body == nullptr || described == nullptr || paths.empty()) return GroupObstacle::noNodes;
    const std::string type(textUnder(*described, "type"));
    // A value of such a type could only follow the parameter if it were equal.
    if (type == "choice" || type == "curve") return GroupObstacle::noParameter;
    const auto pitchUm = writtenPitchUm(document_);
    const YamlValue* fallback = described->find("default");
    const auto base = fallback == nullptr ? std::nullopt : numberIn(*fallback, pitchUm);
    const bool scales = type == "length" || type == "number" || type == "angle";
    const auto textFor = [&](const YamlValue& value) {
        const auto number = pixelsIn(value, pitchUm);
        const bool proportional = scales && number && base && *number != 0 && base->pixels != 0;
        return proportional ? multipleOf(parameter, *number, base->pixels) : "=" + std::string(parameter);
    };
    const auto formula = [&](const YamlValue& value) { return yamlScalar(textFor(value)); };
    const Kind* kind = kindOf(*body, kinds());
    YamlValue changed = *body;
    const bool withColumns = std::find(paths.begin(), paths.end(), columnStep) != paths.end();
    const YamlValue columns = [&] {
        const FoundValue found = withColumns ? findValue(changed, kind, columnStep) : FoundValue{};
        return found.value == nullptr ? YamlValue() : *found.value;
    }();
    // The distance of hexagonal rows follows from that of the columns, or from the parameter itself.
    const auto rowsFormula = [&](const YamlValue& value) -> std::optional<YamlValue> {
        const auto rows = scales ? numberIn(value, pitchUm) : std::nullopt;
        const auto apart = numberIn(columns, pitchUm);
        if (!rows || !base || base->pixels == 0) return {};
        const bool ofColumns = apart && areHexagonal(*apart, *rows);
        if (!ofColumns && !areHexagonal(*base, *rows)) return {};
        const std::string of = ofColumns ? textFor(columns) : "=" + std::string(parameter);
        return yamlScalar(timesFormula(of, " * sqrt(3) / 2"));
    };
    for (const std::vector<std::string>& path : paths) {
        if (path.empty()) return GroupObstacle::noParameter;
        if (const YamlEntry* of = parameterOfInstance(document_, *body, path)) {
            const YamlValue* value = valueOfInstance(*body, *of);
            if (value == nullptr || textUnder(of->value, "type") != type) return GroupObstacle::noParameter;
            valueAt(valueAt(changed, "values"), of->key.scalar) = formula(*value);
            continue;
        }
        const FoundValue found = findValue(changed, kind, path);
        if (found.value == nullptr || looksComputed(*found.value)) return GroupObstacle::noParameter;
        const GroupParameterType* fitting = typeFor(*found.wanted, *found.value);
        if (fitting == nullptr || fitting->name != type) return GroupObstacle::noParameter;
        const auto rows = path == rowStep ? rowsFormula(*found.value) : std::nullopt;
        *found.value = rows ? *rows : formula(*found.value);
    }
    std::swap(*body, changed);
    return GroupObstacle::none;
}

}  // namespace burin
