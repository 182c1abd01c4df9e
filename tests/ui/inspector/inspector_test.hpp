// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An inspector in a window, and hands for it.

#include "tests/core/design/sample_kinds.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QtTest>

namespace burin::ui {

/// Between them the kinds have a parameter of every type; no widget of the program has heard of them.
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
        for (ParameterDescription& parameter : parameters) {
            if (parameter.key == "target") parameter.scalesChild = true;
            if (parameter.key == "ramp") {
                parameter.variables = {"d", "D", "um"};
                parameter.axes = {"d", "z", "reach", "D"};
            }
        }
    }
    return all;
}

/// Made once; every document of the test refers to them.
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

/// A panel that shows the node `it`, so high that nothing has to be scrolled to.
struct InspectorTest : StudioTest {
    InspectorTest() : StudioTest(oddKinds()), panel(session()) {
        panel.resize(336, 1800);
        if (const QString problem = load(oddDesign); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"it"});
        panel.show();  // last: a panel that shows no node would keep the keyboard to itself
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel)) qFatal("the window does not become active");
    }

    /// The widget of that name, or nullptr.
    template <class T>
    [[nodiscard]] T* child(const QString& name) const {
        // Of widgets that wait for their deletion the newest counts.
        const QList<T*> all = panel.findChildren<T*>(name);
        return all.isEmpty() ? nullptr : all.last();
    }

    // Hands
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

    // What came of it
    /// The node as it stands in the file.
    [[nodiscard]] QString body(const QString& node) const {
        const YamlValue* value = document.nodeText(node);
        return value == nullptr ? QString() : QString::fromStdString(writeYaml(*value));
    }
    /// Whether a label that is seen says so.
    [[nodiscard]] bool said(const char* words) const {
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisible() && label->text() == QString::fromUtf8(words)) return true;
        }
        return false;
    }

    InspectorPanel panel;
};

}  // namespace burin::ui
