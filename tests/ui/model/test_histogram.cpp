// SPDX-License-Identifier: GPL-3.0-or-later

// What Previews says about the values of a node.

#include "support/testing.hpp"
#include "ui/model/previews/previews.hpp"

#include "tests/ui/support/gated_backend.hpp"
#include "tests/ui/support/studio_test.hpp"

#include <QSignalSpy>

namespace burin::ui {

namespace {

constexpr const char* three = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 3000, height: 3000, inputs: [data: slope]}
  slope: {kind: math2d, width: 300, height: 300, expression: "x / 300"}
  disc: {kind: math2d, width: 300, height: 300, expression: "hypot(x - 150, y - 150) < 90"}
  wrong: {kind: math2d, width: 300, height: 300, expression: "1 +"}
)yaml";

}  // namespace

class TestHistogram : public QObject {
    Q_OBJECT

  private slots:
    void onlyShadesHaveMoreThanTwoValues_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<bool>("shades");
        QTest::newRow("a slope") << "slope" << true;
        QTest::newRow("a disc") << "disc" << false;
        QTest::newRow("a node with an error") << "wrong" << false;
        QTest::newRow("a node that is not there") << "absent" << false;
    }
    void onlyShadesHaveMoreThanTwoValues() {
        QFETCH(QString, node);
        QFETCH(bool, shades);
        StudioTest studio;
        QSignalSpy found(&studio.previews, &Previews::shadesFound);
        QCOMPARE(studio.load(three), QString());
        studio.previews.askShades(node);
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(found.first(), QVariantList({node, shades}));
        QCOMPARE(studio.previews.problem().contains(node), false);
    }

    /// No sample is computed before the gate opens: a question that waited for one would never return.
    void theInterfaceDoesNotWaitForShades() {
        StudioTest studio;
        GatedBackend gate(studio.backend);
        Previews previews(Engine{gate, studio.budget, {}, test::openTestTextureWriter});
        QSignalSpy found(&previews, &Previews::shadesFound);
        QCOMPARE(studio.load(three), QString());
        gate.pass(0);
        previews.setDesign(studio.document.design());
        previews.askShades("disc");
        QTRY_VERIFY(previews.shown());
        previews.askShades("slope");
        QCoreApplication::processEvents();
        QCOMPARE(found.size(), 0);
        gate.open();
        QTRY_VERIFY(!previews.busy());
        QCOMPARE(found.size(), 1);  // the newest question is answered
        QCOMPARE(found.first(), QVariantList({"slope", true}));
    }

    void anEditAsksAgain() {
        StudioTest studio;
        GatedBackend gate(studio.backend);
        Previews previews(Engine{gate, studio.budget, {}, test::openTestTextureWriter});
        QSignalSpy found(&previews, &Previews::shadesFound);
        QCOMPARE(studio.load(three), QString());
        gate.pass(0);
        previews.setDesign(studio.document.design());
        previews.askShades("disc");
        QTRY_VERIFY(previews.shown());
        QCOMPARE(studio.load(QByteArray(three).replace("hypot(x - 150, y - 150) < 90", "x / 400")),
                 QString());
        previews.setDesign(studio.document.design());
        gate.open();
        QTRY_VERIFY(!previews.busy());
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first(), QVariantList({"disc", true}));
    }

    void anotherFileEndsTheQuestion() {
        StudioTest studio;
        GatedBackend gate(studio.backend);
        Previews previews(Engine{gate, studio.budget, {}, test::openTestTextureWriter});
        QSignalSpy found(&previews, &Previews::shadesFound);
        QCOMPARE(studio.load(three), QString());
        gate.pass(0);
        previews.setDesign(studio.document.design());
        previews.askShades("slope");
        QTRY_VERIFY(previews.shown());
        previews.expectAnother();
        previews.setDesign(studio.document.design());
        gate.open();
        QTRY_VERIFY(!previews.busy());
        QCOMPARE(found.size(), 0);
        previews.askShades("slope");
        QTRY_COMPARE(found.size(), 1);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestHistogram)
#include "test_histogram.moc"
