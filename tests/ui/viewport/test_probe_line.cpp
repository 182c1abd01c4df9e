// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/probe_line.hpp"

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"

using namespace burin;
using namespace burin::ui;

namespace {

const char* const rollerOf4mm =
    "burin: 2\npixel: 10 um\njob: {roller: {diameter: 4 mm, axis: %1}}\nnodes:\n"
    "  surface: {kind: root, width: 1257, height: 1257, full_depth: 80 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.25\"}\n";

}  // namespace

class TestProbeLine : public QObject {
    Q_OBJECT

  private slots:
    void onARollerItSaysTheAngle_data() {
        QTest::addColumn<QString>("axis");
        QTest::addColumn<QString>("text");
        QTest::addRow("x") << "x" << QString::fromUtf8("x 1.000 mm 100 px y 3.139 mm 314 px round 89.93°");
        QTest::addRow("y") << "y" << QString::fromUtf8("x 1.000 mm 100 px round 28.64° y 3.140 mm 314 px");
    }

    /// Once round, 1,257 samples of 9.9971 um take 12.566 mm; along the axis, the pitch is 10 um.
    void onARollerItSaysTheAngle() {
        QFETCH(QString, axis);
        QFETCH(QString, text);
        StudioTest studio;
        QCOMPARE(studio.load(QString(rollerOf4mm).arg(axis).toUtf8()), QString());
        const ProbeLine line(studio.workbench());
        studio.previews.setShown({});
        QTRY_VERIFY_WITH_TIMEOUT(studio.showsNewest(), patience);
        studio.previews.askProbe(Point{100, 314});
        QTRY_VERIFY_WITH_TIMEOUT(studio.previews.probe() && studio.previews.probe()->inside, patience);
        QVERIFY2(line.probeText().contains(text + " value 0.2510"), qPrintable(line.probeText()));
    }

    void theHintNeedsRoom() {
        StudioTest studio;
        ProbeLine line(studio.workbench());
        for (const int width : {800, 120}) {
            line.resize(width, line.height());
            line.setHint({});
            const QImage before = line.grab().toImage();
            line.setHint("A fits everything");
            QCOMPARE(line.grab().toImage() != before, width == 800);
        }
    }
};

BURIN_TEST(TestProbeLine)
#include "test_probe_line.moc"
