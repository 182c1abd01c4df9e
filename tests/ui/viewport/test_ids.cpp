// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers of repeats in the viewport: a soloed node with `value: id` is shown in colours that tell its
// repeats apart; in the surface they are values like others.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QSet>

using namespace burin;
using namespace burin::ui;

class TestIds : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("OpenGL is not available");
    }

    void repeatsAreToldApart_data() {
        QTest::addColumn<QString>("nodes");
        QTest::addColumn<QString>("groups");
        QTest::addColumn<QString>("solo");
        const QString lattice =
            "{kind: stitching, u: [40, 0], v: [0, 40], value: id, vary: {gain: [0.5, 1]}, "
            "inputs: [pattern: dot]}";
        const QString scatter = "{kind: scatter, pitch: 40, value: id, inputs: [pattern: dot]}";
        const QString dot = "dot: {kind: math2d, width: 32, height: 32, expression: '1'}";
        const QString instance = "  it: {kind: group, group: g}\n";
        QTest::newRow("a lattice") << "  it: " + lattice + "\n  " + dot + '\n'
                                   << ""
                                   << "it";
        QTest::newRow("a scatter") << "  it: " + scatter + "\n  " + dot + '\n'
                                   << ""
                                   << "it";
        const QString group =
            "groups:\n  g:\n    output: rows\n    nodes:\n      rows: " + lattice + "\n      " + dot + '\n';
        QTest::newRow("an instance whose output it is") << instance << group << "it";
        QTest::newRow("the output in its group") << instance << group << "it/rows";
    }
    void repeatsAreToldApart() {
        QFETCH(QString, nodes);
        QFETCH(QString, groups);
        QFETCH(QString, solo);
        StudioTest studio;
        studio.theme.setReduceMotion(true);
        const QString text =
            "burin: 2\npixel: 1 um\n" + groups +
            "nodes:\n  surface: {kind: root, width: 400, height: 300, inputs: [data: it]}\n" + nodes;
        QCOMPARE(studio.load(qPrintable(text)), QString());
        studio.previews.appearance().change([](AppearanceValues& v) {
            v.mode = AppearanceMode::gray;
            v.automatic = false;
        });
        ViewportPanel panel(studio.workbench());
        panel.resize(900, 420);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        ViewportWidget& view = *panel.viewport();
        view.setViewpoint({{200, 150}, 1});
        const auto colours = [&] {
            const QImage image = view.grabFramebuffer();
            QSet<QRgb> seen;
            const QPoint middle(image.width() / 2, image.height() / 2);
            for (int y = -60; y < 60; y += 4) {
                for (int x = -60; x < 60; x += 4) {
                    const QColor colour = image.pixelColor(middle + QPoint(x, y));
                    if (std::max({colour.red(), colour.green(), colour.blue()}) -
                            std::min({colour.red(), colour.green(), colour.blue()}) >
                        24)
                        seen << colour.rgb();
                }
            }
            return seen.size();
        };
        const auto shows = [&](const QString& node) {
            const BoundNodePtr shown = studio.previews.shown();
            const PreviewProgress progress = studio.previews.progress();
            return studio.showsNewest() && shown->name == node && progress.visible > 0 &&
                   progress.there == progress.visible;
        };
        QTRY_VERIFY(shows("surface"));
        QCOMPARE(colours(), 0);
        studio.selection.setSolo(solo);
        QTRY_VERIFY(colours() >= 6);
        studio.selection.setSolo({});
        QTRY_VERIFY(shows("surface"));
        QTRY_COMPARE(colours(), 0);
    }
};

BURIN_TEST(TestIds)
#include "test_ids.moc"
