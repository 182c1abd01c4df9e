// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/formula_space.hpp"

#include "core/design/groups/group_reader.hpp"
#include "core/design/groups/group_values.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/editors/value_words.hpp"
#include "ui/inspector/fields/quantity.hpp"
#include "ui/words/problem_text.hpp"

#include <QCoreApplication>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int shownDigits = 6;

const DesignInstance* instanceOf(const Design& design, const std::string& group, const std::string& wanted) {
    const DesignInstance* any = nullptr;
    for (const DesignInstance& instance : design.instances) {
        if (instance.group != group) continue;
        if (instance.name == wanted) return &instance;
        if (any == nullptr) any = &instance;
    }
    return any;
}

std::string trimmed(const QString& text) {
    return text.trimmed().toStdString();
}

}  // namespace

/// The group that is open. It refers to the design's document.
struct FormulaSpace::Inside {
    std::shared_ptr<const Design> design;
    std::string instance;  ///< the instance that was entered; empty if it is not known
    Group group;
    std::unique_ptr<GroupValues> values;  ///< the values of the parameters up to the first one without a
                                          ///< value
    std::vector<LengthUnit> units;        ///< the units of the results of each parameter's formulas

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const GroupParameter& parameter : group.parameters)
            names.emplace_back(parameter.name);
        return names;
    }

    /// The unit of the first length that a formula uses.
    [[nodiscard]] LengthUnit unitOf(const GroupFormula& formula) const {
        for (std::size_t i = 0; i < units.size(); ++i) {
            if ((formula.uses(i) || formula.onlyName() == i) && units[i] != LengthUnit::pixel)
                return units[i];
        }
        return LengthUnit::pixel;
    }

    void addValue(const YamlValue& value) {
        const GroupParameter& parameter = group.parameters[units.size()];
        const auto formula =
            parameter.fallback == nullptr ? group.formulas.end() : group.formulas.find(parameter.fallback);
        const auto length = value.isScalar() && parameter.type->values == ParameterType::length
                                ? parseLength(value.scalar)
                                : std::nullopt;
        const bool computed = formula != group.formulas.end() && length && length->unit == LengthUnit::pixel;
        units.push_back(computed ? unitOf(formula->second) : length ? length->unit : LengthUnit::pixel);
        values->add(value);
    }

    /// Takes the values of an instance, or the defaults.
    void fill(const DesignInstance* instance) {
        values = std::make_unique<GroupValues>(group, design->pixelUm);
        if (instance != nullptr && instance->values.size() == group.parameters.size()) {
            for (const auto& [name, value] : instance->values)
                addValue(value);
            return;
        }
        for (const GroupParameter& parameter : group.parameters) {
            if (parameter.fallback == nullptr) return;
            std::vector<ValueProblem> unused;
            const auto value = values->computed(*parameter.fallback, &parameter.rule, unused);
            if (!value) return;
            addValue(*value);
        }
    }
};

FormulaSpace::FormulaSpace() = default;
FormulaSpace::~FormulaSpace() = default;

void FormulaSpace::setGroup(std::shared_ptr<const Design> design, std::span<const Kind> kinds,
                            const std::string& group, const std::string& instance) {
    inside_.reset();
    const YamlValue* groups = design->document.find("groups");
    const YamlValue* body = groups == nullptr ? nullptr : groups->find(group);
    if (body == nullptr) return;
    Problems unused{""};
    const std::stop_token never;
    Group read = GroupReader(kinds, design->pixelUm, unused, never).read(*keyIn(*groups, group), *body);
    inside_ = std::make_unique<Inside>(Inside{design, instance, std::move(read), nullptr, {}});
    inside_->fill(instanceOf(*design, group, instance));
}

QStringList FormulaSpace::names() const {
    QStringList names;
    if (!inside_) return names;
    for (const std::string& name : inside_->names())
        names << QString::fromStdString(name);
    return names;
}

QString FormulaSpace::problem(const QString& text) const {
    if (!inside_) return QCoreApplication::translate("FormulaSpace", "Formulas are possible in groups only.");
    const auto parsed = GroupFormula::parse(trimmed(text), inside_->names());
    if (const auto* problem = std::get_if<ExpressionProblem>(&parsed))
        return QCoreApplication::translate("FormulaSpace", "Column %1: %2")
            .arg(problem->offset + 1)
            .arg(problemText(problem->problem));
    const auto& formula = std::get<GroupFormula>(parsed);
    for (std::size_t i = 0; !formula.onlyName() && i < inside_->group.parameters.size(); ++i) {
        const GroupParameter& used = inside_->group.parameters[i];
        if (formula.uses(i) && !used.type->hasNumber())
            return QCoreApplication::translate(
                       "FormulaSpace", "%1 is not a number, so a formula can only consist of it alone.")
                .arg(QString::fromStdString(std::string(used.name)));
    }
    return {};
}

std::optional<YamlValue> FormulaSpace::value(const QString& text, const ParameterDescription& wanted) const {
    if (!inside_ || inside_->units.size() < inside_->group.parameters.size()) return {};
    const YamlValue written = yamlScalar(trimmed(text));
    if (!GroupFormula::stands(written)) return {};
    auto parsed = GroupFormula::parse(written.scalar, inside_->names());
    if (!std::holds_alternative<GroupFormula>(parsed)) return {};
    inside_->group.formulas.emplace(&written, std::get<GroupFormula>(std::move(parsed)));
    std::vector<ValueProblem> unused;
    auto value = inside_->values->computed(written, &wanted, unused);
    inside_->group.formulas.erase(&written);
    return value;
}

QString FormulaSpace::result(const QString& text, const ParameterDescription& wanted) const {
    const auto made = value(text, wanted);
    if (!made) return {};
    const auto parsed = GroupFormula::parse(trimmed(text), inside_->names());
    const auto& formula = std::get<GroupFormula>(parsed);
    if (const auto only = formula.onlyName()) {
        const YamlValue* fallback = inside_->group.parameters[*only].fallback;
        const bool computed = fallback != nullptr && GroupFormula::stands(*fallback);
        if (!computed) return {};
    }
    const QuantityRule rule = quantityRule(wanted, inside_->design->pixelUm);
    auto quantity = quantityOf(&*made, rule);
    if (!quantity) return valueWords(wanted, &*made);
    const LengthUnit unit = inside_->unitOf(formula);
    if (rule.length && quantity->unit == LengthUnit::pixel && unit != LengthUnit::pixel)
        quantity = Length{quantity->micrometres(rule.pitchUm) / micrometresIn(unit), unit};
    return shortText(*quantity, rule, shownDigits);
}

YamlValue FormulaSpace::plain(YamlValue body, const Kind* kind) const {
    if (!inside_ || kind == nullptr) return body;
    for (auto& [key, value] : body.entries) {
        const ParameterDescription* wanted = wantedUnder(kind, key.scalar);
        if (wanted == nullptr || !meansFormula(scalarText(&value))) continue;
        if (const auto result = this->value(scalarText(&value), *wanted)) value = *result;
    }
    const ParameterDescription* numbers = kind->description.parameter("parameters");
    if (numbers == nullptr || numbers->type != ParameterType::numbers) return body;
    YamlValue& own = valueAt(body, "parameters");
    if (!own.isMap()) own = yamlMap();
    for (std::size_t i = 0; i < inside_->units.size(); ++i) {
        const GroupParameter& parameter = inside_->group.parameters[i];
        if (parameter.type->hasNumber()) setIn(own, parameter.name, inside_->values->numberText(i));
    }
    return body;
}

QString FormulaSpace::seedOf(const QString& text) const {
    if (!inside_) return {};
    auto parsed = GroupFormula::parse(trimmed(text), inside_->names());
    const auto* formula = std::get_if<GroupFormula>(&parsed);
    const auto& parameters = inside_->group.parameters;
    for (std::size_t i = parameters.size(); formula != nullptr && i-- > 0;) {
        if (parameters[i].type->name != "seed" || !(formula->uses(i) || formula->onlyName() == i)) continue;
        // A default that is a formula uses parameters above it.
        const YamlValue* fallback = parameters[i].fallback;
        const auto above =
            fallback == nullptr ? inside_->group.formulas.end() : inside_->group.formulas.find(fallback);
        if (above == inside_->group.formulas.end())
            return QString::fromStdString(std::string(parameters[i].name));
        formula = &above->second;
    }
    return {};
}

void FormulaSpace::setParameter(DesignEdit& edit, const QString& parameter, YamlValue value) const {
    const std::string name = parameter.toStdString();
    const std::string scope = edit.scope();
    edit.setScope({});  // only instances in the design itself are changed
    const YamlValue* body = edit.node(inside_->instance);
    const YamlValue* values = body == nullptr ? nullptr : body->find("values");
    if (values != nullptr && values->find(name) != nullptr) {
        YamlValue changed = *values;
        setIn(changed, name, std::move(value));
        edit.setValue(inside_->instance, "values", std::move(changed));
    } else {
        edit.setParameter(inside_->group.name, name, "default", std::move(value));
    }
    edit.setScope(scope);
}

}  // namespace burin::ui
