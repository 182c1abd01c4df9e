// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A test of an inspector that shows a text node.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/lines_field.hpp"
#include "ui/inspector/inspector_panel.hpp"

#include <QLabel>

#include <string>

namespace burin::ui {

inline constexpr const char* legendDesign =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 900, height: 700, inputs: [data: words]}\n"
    "  words: {kind: text, text: AV, size: 100}\n";

/// Shows the node `words` of a design.
struct LegendTest : StudioTest {
    explicit LegendTest(const char* design = legendDesign) : panel(workbench()) {
        panel.resize(336, 1600);
        if (const QString problem = load(design); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        selection.select({"words"});
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }

    /// The widget with that name. The newest: older ones may wait for deletion.
    template <class T>
    [[nodiscard]] T* child(const QString& name) const {
        const QList<T*> all = panel.findChildren<T*>(name);
        return all.isEmpty() ? nullptr : all.last();
    }
    [[nodiscard]] LinesField* field() const { return child<LinesField>("field.text"); }
    /// The field, which has the focus, all of it selected.
    [[nodiscard]] LinesField* focused() const {
        LinesField* const lines = field();
        lines->setFocus();
        lines->selectAll();
        return lines;
    }
    [[nodiscard]] QString said(const QString& label) const { return child<QLabel>(label)->text(); }

    /// Gives the node a value from outside of the inspector.
    void set(const std::string& text, const std::string& key = "text") {
        document.edit("Set", [&](DesignEdit& edit) { edit.setValue("words", key, yamlScalar(text)); });
    }
    /// A value of the node as it is in the file; empty if there is none.
    [[nodiscard]] QString written(const std::string& key = "text") const {
        const YamlValue* value = document.nodeText("words")->find(key);
        return value == nullptr ? QString() : QString::fromStdString(value->scalar);
    }

    InspectorPanel panel;
};

}  // namespace burin::ui
