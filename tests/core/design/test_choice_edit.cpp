// SPDX-License-Identifier: GPL-3.0-or-later

// Parameters that are only used with some choices of another parameter, in all kinds that have such
// parameters.

#include "core/design/design.hpp"
#include "core/design/edits/choice_edit.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <string>
#include <variant>

using namespace burin;

namespace {

const Kind& kindNamed(std::string_view name) {
    return *std::ranges::find(kinds(), name, [](const Kind& kind) { return kind.description.name; });
}

/// A design with the node `part` of a kind, with the inputs that it requires.
DesignEdit designWith(const Kind& kind) {
    DesignEdit edit(std::get<YamlValue>(
        parseYaml("burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 99, height: 99}\n"
                  "  child: {kind: math2d, width: 40, height: 40, expression: \"x / 40\"}\n")));
    edit.addNode("part", std::string(kind.description.name));
    edit.link("surface", Trait::data, "part");
    for (const LinkDescription& link : kind.description.links) {
        for (int k = 0; k < link.minimum; ++k)
            edit.link("part", link.trait, "child");
    }
    return edit;
}

QByteArray problemsOf(DesignEdit& edit, std::string_view parameter = {}) {
    const Design design = reviseDesign(edit.document(), ".", {}, kinds(), nullptr);
    std::string all;
    for (const Diagnostic& d : design.diagnostics) {
        if (d.node == "part" && (parameter.empty() || d.parameter == parameter)) all += d.text() + "\n";
    }
    return QByteArray::fromStdString(all);
}

/// Like designWith() above, with a given choice and the values that the kind requires with it.
DesignEdit designWith(const Kind& kind, const ParameterDescription& choice, std::string_view name) {
    DesignEdit edit = designWith(kind);
    edit.setValue("part", std::string(choice.key), yamlScalar(std::string(name)));
    for (const ParameterDescription& other : kind.description.parameters) {
        if (other.required && other.key != choice.key)
            edit.setValue("part", std::string(other.key), startValue(other));
    }
    giveStarts(edit, "part", kind.description);
    return edit;
}

std::optional<YamlValue> someValue(const ParameterDescription& parameter) {
    if (!parameter.start.empty()) return std::get<YamlValue>(parseYaml(parameter.start));
    if (parameter.type == ParameterType::number && parameter.minimum > -HUGE_VAL)
        return yamlScalar(std::to_string(parameter.minimum));
    return startValue(parameter);
}

}  // namespace

class TestChoiceEdit : public QObject {
    Q_OBJECT

  private slots:
    void everyShapeBecomesEveryOther() {
        const Kind& shape = kindNamed("shape");
        const auto& names = shape.description.parameter("shape")->choices;
        for (const std::string_view from : names) {
            for (const std::string_view to : names) {
                DesignEdit edit = designWith(shape);
                edit.setValue("part", "shape", yamlScalar(std::string(from)));
                giveStarts(edit, "part", shape.description);
                QCOMPARE(problemsOf(edit), QByteArray());
                edit.setValue("part", "shape", yamlScalar(std::string(to)));
                followChoice(edit, "part", shape.description, "shape");
                QCOMPARE(problemsOf(edit), QByteArray());
            }
        }
    }

    void valuesThatStillCountStay() {
        const Kind& shape = kindNamed("shape");
        DesignEdit edit = designWith(shape);
        edit.setValue("part", "shape", yamlScalar("ring"));
        edit.setValue("part", "diameter", yamlScalar("70"));
        edit.setValue("part", "inner", yamlScalar("60"));
        edit.setValue("part", "shape", yamlScalar("polygon"));
        followChoice(edit, "part", shape.description, "shape");
        QCOMPARE(edit.node("part")->find("diameter")->scalar, std::string("70"));
        QVERIFY(edit.node("part")->find("inner") == nullptr);
        QCOMPARE(edit.node("part")->find("sides")->scalar, std::string("6"));
        const YamlValue before = *edit.node("part");
        followChoice(edit, "part", shape.description, "fill");
        QVERIFY(*edit.node("part") == before);
    }

    void aChoiceMakesALengthAShare() {
        const Kind& shape = kindNamed("shape");
        const ParameterDescription& inner = *shape.description.parameter("inner");
        DesignEdit edit = designWith(shape);
        edit.setValue("part", "shape", yamlScalar("ring"));
        const ParameterDescription length = asChosen(inner, shape.description, *edit.node("part"));
        QVERIFY(length.type == ParameterType::realPixels);
        QCOMPARE(std::string(length.unit), std::string("px"));
        edit.setValue("part", "shape", yamlScalar("star"));
        const ParameterDescription share = asChosen(inner, shape.description, *edit.node("part"));
        QVERIFY(share.type == ParameterType::number);
        QVERIFY(share.unit.empty());
        QCOMPARE(share.maximum, 1.0);
    }

    /// A kind refuses the parameters that its description says it does not use.
    void kindsRefuseWhatTheyDoNotUse_data() {
        QTest::addColumn<std::string>("kind");
        QTest::addColumn<std::string>("key");
        for (const Kind& kind : kinds()) {
            for (const ParameterDescription& parameter : kind.description.parameters) {
                if (parameter.usedWith.parameter.empty()) continue;
                const std::string name(kind.description.name);
                const std::string key(parameter.key);
                QTest::addRow("%s, %s", name.c_str(), key.c_str()) << name << key;
            }
        }
    }
    void kindsRefuseWhatTheyDoNotUse() {
        QFETCH(std::string, kind);
        QFETCH(std::string, key);
        const Kind& tried = kindNamed(kind);
        const ParameterDescription& parameter = *tried.description.parameter(key);
        const ParameterDescription* choice = tried.description.parameter(parameter.usedWith.parameter);
        QVERIFY(choice != nullptr && choice->type == ParameterType::choice);
        for (const std::string_view name : parameter.usedWith.choices)
            QVERIFY(std::ranges::count(choice->choices, name) == 1);
        const auto value = someValue(parameter);
        QVERIFY(value.has_value());
        for (const std::string_view name : choice->choices) {
            DesignEdit edit = designWith(tried, *choice, name);
            edit.setValue("part", key, value);
            QCOMPARE(problemsOf(edit, key).isEmpty(), parameter.usedWith.has(name));
            QCOMPARE(isUsed(parameter, tried.description, *edit.node("part")), parameter.usedWith.has(name));
        }
    }

    /// If a kind refuses a value only for certain choices of another parameter, its description must say so
    /// in `usedWith`. Such a choice then removes the value.
    void whatDependsOnAChoiceIsDescribed_data() {
        QTest::addColumn<std::string>("kind");
        for (const Kind& kind : kinds())
            QTest::addRow("%s", std::string(kind.description.name).c_str())
                << std::string(kind.description.name);
    }
    void whatDependsOnAChoiceIsDescribed() {
        QFETCH(std::string, kind);
        const Kind& tried = kindNamed(kind);
        for (const ParameterDescription& choice : tried.description.parameters) {
            if (choice.type != ParameterType::choice) continue;
            for (const ParameterDescription& parameter : tried.description.parameters) {
                const auto value = someValue(parameter);
                if (!value || parameter.key == choice.key || parameter.usedWith.parameter == choice.key)
                    continue;
                std::size_t refused = 0;
                for (const std::string_view name : choice.choices) {
                    DesignEdit edit = designWith(tried, choice, name);
                    edit.setValue("part", std::string(parameter.key), value);
                    refused += problemsOf(edit, parameter.key).isEmpty() ? 0 : 1;
                }
                QVERIFY2(refused == 0 || refused == choice.choices.size(),
                         (std::string(parameter.key) + " with " + std::string(choice.key)).c_str());
            }
        }
    }
};

BURIN_TEST(TestChoiceEdit)
#include "test_choice_edit.moc"
