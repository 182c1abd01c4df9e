// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An inspector in a window, and functions to operate it.

#include "support/testing.hpp"
#include "tests/core/design/sample_kinds.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLabel>
#include <QLineEdit>

namespace burin::ui {

/// Together, these kinds have a parameter of every type. No widget of the program is written for them.
inline std::vector<Kind> makeOddKinds() {
    std::vector<Kind> all = samples::makeKinds();
    for (Kind& kind : all) {
        if (kind.description.name == "root") kind.description.category = Category::output;
        if (kind.description.name != "odd") continue;
        kind.description.title = "Odd";
        kind.description.help = "A kind that the studio does not know.";
        auto& parameters = kind.description.parameters;
        parameters.push_back({.key = "grid",
                              .title = "Grid",
                              .type = ParameterType::matrix,
                              .oddOnly = true,
                              .minimumCount = 1,
                              .maximumCount = 7});
        parameters.push_back(
            {.key = "formula", .type = ParameterType::expression, .variables = {"x", "y", "width"}});
        parameters.push_back({.key = "range",
                              .title = "Range",
                              .type = ParameterType::length,
                              .unit = "um",
                              .minimum = 0.01,
                              .maximum = 1000,
                              .fallback = "1 um",
                              .group = "Lengths"});
        parameters.push_back(
            {.key = "changes",
             .title = "Changes",
             .type = ParameterType::map,
             .alternatives = {{.key = "style",
                               .type = ParameterType::choice,
                               .fallback = "none",
                               .choices = {"none", "half"}},
                              {.key = "growth", .type = ParameterType::range, .fallback = "[1, 1]"},
                              {.key = "step", .type = ParameterType::realPixels, .unit = "px"}}});
        for (ParameterDescription& parameter : parameters) {
            if (parameter.key == "target") parameter.scalesChild = true;
            if (parameter.key == "flag") parameter.help = "Turns it on.";
            if (parameter.key == "ramp") {
                parameter.variables = {"d", "D", "um"};
                parameter.axes = {"d", "z", "reach", "D"};
            }
        }
    }
    return all;
}

/// Made once and shared by all documents of the test.
inline const std::vector<Kind>& oddKinds() {
    static const std::vector<Kind> all = makeOddKinds();
    return all;
}

inline constexpr const char* oddDesign = R"yaml(burin: 1
pixel: 2 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: it}]}
  it: {kind: odd, reach: 24, inputs: [{data: a}, {mask: b}, {data: c, at: [3, 4]}]}
  a: {kind: odd}
  b: {kind: odd}
  c: {kind: odd}
)yaml";

/// A panel that shows the node `it`, tall enough that nothing must be scrolled.
struct InspectorTest : StudioTest {
    InspectorTest() : StudioTest(oddKinds()), panel(workbench()) {
        panel.resize(336, 2000);
        if (const QString problem = load(oddDesign); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"it"});
        panel.show();  // last: a panel without a node would keep the focus
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }

    /// The widget with that name, or nullptr.
    template <class T>
    [[nodiscard]] T* child(const QString& name) const {
        // Several may exist if old ones wait for deletion: take the newest.
        const QList<T*> all = panel.findChildren<T*>(name);
        return all.isEmpty() ? nullptr : all.last();
    }

    // User actions
    [[nodiscard]] QLineEdit* focused(const QString& name) const {
        auto* field = child<QLineEdit>(name);
        field->setFocus();
        return field;
    }
    void type(const QString& name, const QString& typed) const {
        auto* field = focused(name);
        field->selectAll();
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
    }
    static void drag(QWidget* widget, QPoint from, QPoint to) {
        QTest::mousePress(widget, Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i)
            QTest::mouseMove(widget, from + (to - from) * i / 4);
        QTest::mouseRelease(widget, Qt::LeftButton, {}, to);
    }

    // Results
    /// The node as it is in the file.
    [[nodiscard]] QString body(const QString& node) const {
        const YamlValue* value = document.nodeText(node);
        return value == nullptr ? QString() : QString::fromStdString(writeYaml(*value));
    }
    /// The problem at the foot.
    [[nodiscard]] QString problem() const { return child<QLabel>("inspector.problem")->text(); }
    /// Whether a visible label has this text.
    [[nodiscard]] bool said(const char* words) const {
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisible() && label->text() == QString::fromUtf8(words)) return true;
        }
        return false;
    }

    InspectorPanel panel;
};

}  // namespace burin::ui
