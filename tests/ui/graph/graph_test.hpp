// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A graph in a window, and functions to operate it.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/graph/items/metrics.hpp"

#include <QAction>
#include <QMenu>

namespace burin::ui {

/// Two sources, a filter and a union; some are not linked.
inline constexpr const char* parts = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: sum}]}
  sum: {kind: union, inputs: [{data: a}, {mask: b}, {data: c}]}
  a: {kind: math2d, width: 8, height: 8, expression: 'x'}
  b: {kind: math2d, expression: 'y'}
  c: {kind: math2d, expression: '1'}
  soft: {kind: median, radius: 1}
editor:
  surface: {x: 600, y: 0}
  sum: {x: 400, y: 0}
  a: {x: 0, y: 0}
  b: {x: 0, y: 136}
  c: {x: 0, y: 272}
  soft: {x: 200, y: 272}
)";

/// The design in the reference pictures of the studio, without its files.
inline constexpr const char* shagreen = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 2 m, height: 2 m, inputs: [{data: relief}, {mask: outline}]}
  outline: {kind: tiff, file: outline.tif}
  relief: {kind: union, inputs: [{data: lattice}, {data: rims}]}
  lattice: {kind: stitching, u: [140, 0], v: [70, 121.24356], blend: max, inputs: [{pattern: pebble}]}
  pebble: {kind: math2d, width: 120, height: 120, expression: '0.8 * sqrt(max(0, 1 - ((x - 60)^2 + (y - 60)^2) / 58^2))'
}
  rims: {kind: profile, distance_max: 24, profile: 'min(1, d / 5) * (1 - 0.55 * d / D)', inputs: [{mask: lattice}, {data: soften}]}
  soften: {kind: median, radius: 2, muted: true, inputs: [{data: stones}]}
  stones: {kind: stitching, inputs: [{pattern: gravel}]}
  gravel: {kind: math2d, width: 512, height: 512, expression: 'noise(x / 3, y / 3, 1)'}
editor:
  pebble: {x: 0, y: 0}
  lattice: {x: 192, y: 0}
  relief: {x: 768, y: 24, routes: [[[540, 62]]]}
  surface: {x: 960, y: 76}
  outline: {x: 768, y: 192}
  rims: {x: 576, y: 128}
  gravel: {x: 0, y: 192}
  stones: {x: 192, y: 192}
  soften: {x: 384, y: 192}
  frames:
    - {title: 'Grain between the pebbles', x: -12, y: 160, width: 560, height: 144}
)";

/// A panel with a design, as large as its dock, at 100 % and with the canvas at a known position.
struct GraphTest : StudioTest {
    explicit GraphTest(const char* text = shagreen, ThemeChoice choice = ThemeChoice::dark)
        : StudioTest(kinds(), choice), panel((theme.setReduceMotion(true), workbench())) {
        if (const QString problem = load(text); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        panel.resize(1260, 372);
        panel.show();
        panel.activateWindow();
        // A window manager takes its time; keys that come before it are lost.
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the panel does not become active");
        view().setFocus();
        QCoreApplication::processEvents();
        home();
    }

    /// Shows the canvas at 100 %, with its contents in the middle.
    void home() {
        view().zoomBy(1 / view().zoom());
        view().centerOn(scene().contents().center());
    }

    [[nodiscard]] GraphView& view() { return panel.view(); }
    [[nodiscard]] GraphScene& scene() { return panel.scene(); }
    [[nodiscard]] QWidget* canvas() { return view().viewport(); }
    [[nodiscard]] NodeItem& node(const char* name) {
        NodeItem* item = scene().node(name);
        if (item == nullptr) qFatal("the node %s is missing", name);
        return *item;
    }

    // Positions in the viewport
    [[nodiscard]] QPoint at(QPointF place) { return view().mapFromScene(place); }
    [[nodiscard]] QPoint header(const char* name) { return at(node(name).pos() + QPointF(60, 12)); }
    [[nodiscard]] QPoint output(const char* name) { return at(node(name).outputPlace()); }
    [[nodiscard]] QPoint input(const char* name, int row) { return at(node(name).inputPlace(row)); }
    [[nodiscard]] QPoint freeSocket(const char* name) { return input(name, node(name).freeRow()); }

    // User actions
    void click(QPoint place, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mouseClick(canvas(), Qt::LeftButton, modifiers, place);
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(canvas(), Qt::LeftButton, modifiers, from);
        moveTo((from + to) / 2, modifiers);
        moveTo(to, modifiers);
        QTest::mouseRelease(canvas(), Qt::LeftButton, modifiers, to);
    }
    void moveTo(QPoint to, Qt::KeyboardModifiers modifiers = {}) {
        QMouseEvent event(QEvent::MouseMove, to, canvas()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                          modifiers);
        QCoreApplication::sendEvent(canvas(), &event);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&view(), key, modifiers); }
    void select(const QStringList& names) { selection.select(names); }
    /// Answers the small menu that asks for a trait.
    void answer(const char* trait) {
        auto* menu = view().findChild<QMenu*>("traitMenu");
        if (menu == nullptr) qFatal("no trait was asked for");
        menu->findChild<QAction*>(QString("trait.") + trait)->trigger();
        menu->close();
        delete menu;
    }

    // Results
    /// "trait:child, trait:child" of a node.
    [[nodiscard]] QString inputs(const char* name) {
        QStringList links;
        const DesignNode* found = document.node(name);
        if (found == nullptr) return "no such node";
        for (const DesignLink& link : found->links)
            links << QString::fromStdString(std::string(traitName(link.trait)) + ":" + link.childName);
        return links.join(", ");
    }
    [[nodiscard]] int steps() { return document.history().index(); }

    GraphPanel panel;
};

/// The open field for a name or a comment, or nullptr.
inline QWidget* editor(GraphTest& test) {
    // The previous field may still be waiting for deletion.
    QWidget* last = nullptr;
    for (QWidget* each : test.view().findChildren<QWidget*>("inlineEditor")) {
        if (each->isVisible()) last = each;
    }
    return last;
}

/// Types into the open field and accepts the text.
inline void type(GraphTest& test, const QString& text) {
    QWidget* field = editor(test);
    QVERIFY(field != nullptr);
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

}  // namespace burin::ui
