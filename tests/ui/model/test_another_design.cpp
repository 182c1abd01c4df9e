// SPDX-License-Identifier: GPL-3.0-or-later

// After another design is opened, nothing shows pictures or figures of the former one.

#include "support/testing.hpp"
#include "tests/ui/support/gated_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/previews/previews.hpp"

#include <QImage>
#include <QLineF>
#include <QSignalSpy>

namespace burin::ui {

namespace {

constexpr const char* former =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 700, height: 500, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"x / 700\"}\n";
constexpr const char* next =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 700, height: 500, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"y / 500\"}\n";

const PreviewView all{0, {0, 0, 700, 500}};

/// Previews whose samples wait behind a gate.
struct GatedPreviews {
    GatedPreviews() { previews.setView(all); }

    [[nodiscard]] std::shared_ptr<const Design> design(const char* text) {
        const QString problem = studio.load(text);
        return problem.isEmpty() ? studio.document.design() : nullptr;
    }
    [[nodiscard]] bool exact() { return previews.progress().state() == PreviewProgress::State::exact; }
    [[nodiscard]] bool showsNewest() const {
        return previews.shown() && previews.shown()->design == previews.design();
    }

    StudioTest studio;
    GatedBackend gate{studio.backend};
    Previews previews{Engine{gate, studio.budget, {}, test::openTestTextureWriter}};
};

}  // namespace

class TestAnotherDesign : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    /// The mouse may leave the picture before the sample of its last place is there.
    void noProbeComesOnceNoneIsWanted() {
        GatedPreviews gated;
        Previews& previews = gated.previews;
        previews.setView({});
        previews.setDesign(gated.design(former));
        QTRY_VERIFY(gated.showsNewest() && !previews.busy());
        gated.gate.pass(0);
        previews.askProbe(Point{350, 10});
        QTRY_VERIFY(gated.gate.holds());
        previews.askProbe({});
        gated.gate.open();
        QTRY_VERIFY(!previews.busy());
        QVERIFY(!previews.probe());
        previews.askProbe(Point{20, 10});
        QTRY_VERIFY(previews.probe() && previews.probe()->at == (Point{20, 10}));
    }

    void nothingOfTheFormerDesignIsLeft() {
        GatedPreviews gated;
        Previews& previews = gated.previews;
        previews.askLine(QLineF(0, 10, 600, 10));
        previews.askProbe(Point{350, 10});
        previews.setDesign(gated.design(former));
        QTRY_VERIFY(gated.exact() && previews.overview());
        QTRY_VERIFY(!previews.thumbnail("part").isNull());
        QTRY_VERIFY(previews.line() && previews.probe() && previews.histogram() && !previews.busy());
        QVERIFY(previews.ground() && previews.tile(0, {0, 0}));
        const QSignalSpy shown(&previews, &Previews::shownChanged);
        previews.expectAnother();
        QCOMPARE(shown.size(), 1);
        QTest::qWait(50);  // without the next design, nothing starts again
        QVERIFY(!previews.shown() && !previews.ground() && !previews.overview());
        QVERIFY(!previews.tile(0, {0, 0}));
        QVERIFY(!previews.line() && !previews.probe() && !previews.histogram());
        QCOMPARE(previews.progress().visible, 0);
        previews.setDesign(gated.design(next));
        QVERIFY(!previews.shown());
        QVERIFY2(previews.thumbnail("part").isNull(), "a node of the next design has the same name");
        QTRY_VERIFY(gated.exact());
        QVERIFY(gated.showsNewest());
        // The requests also hold for the next design.
        QTRY_VERIFY(previews.probe() && previews.line());
        QCOMPARE(previews.probe()->at, (Point{350, 10}));
        QVERIFY2(previews.probe()->value < 0.1F, "the former design has 0.5 there");
        QTRY_VERIFY(!previews.thumbnail("part").isNull());
    }

    void workOnTheFormerDesignDeliversNothing_data() {
        QTest::addColumn<bool>("bound");
        QTest::newRow("while it is bound") << false;
        QTest::newRow("while its first pictures are computed") << true;
    }
    void workOnTheFormerDesignDeliversNothing() {
        QFETCH(bool, bound);
        GatedPreviews gated;
        Previews& previews = gated.previews;
        const std::shared_ptr<const Design> first = gated.design(former);
        const std::shared_ptr<const Design> second = gated.design(next);
        QVERIFY(first && second);
        gated.gate.pass(0);
        previews.askProbe(Point{350, 10});
        previews.setDesign(first);
        static_cast<void>(previews.thumbnail("part"));
        if (bound) {
            QTRY_VERIFY(previews.shown());
            QTest::qWait(50);  // its first pictures wait at the gate
        }
        previews.expectAnother();
        int wrong = 0;
        const auto look = [&] {
            const BoundNodePtr node = previews.shown();
            const bool strange = node && node->design != second;
            const bool pictured = previews.ground() && !(node && previews.ground()->node == node->hash);
            if (strange || pictured) ++wrong;
        };
        for (const auto signal : {&Previews::shownChanged, &Previews::picturesChanged})
            QObject::connect(&previews, signal, this, look);
        previews.setDesign(second);
        static_cast<void>(previews.thumbnail("part"));
        gated.gate.open();
        QTRY_VERIFY(gated.exact() && !previews.busy());
        QCOMPARE(wrong, 0);
        QVERIFY(previews.shown()->design == second);
        QVERIFY(previews.probe() && previews.probe()->value < 0.1F);
        QVERIFY(previews.thumbnailIsNewest("part"));
        const QImage image = previews.thumbnail("part");
        QVERIFY(!image.isNull());
        QVERIFY2(image.pixel(0, 0) == image.pixel(image.width() - 1, 0), "it is of the former design");
        QVERIFY(image.pixel(0, 0) != image.pixel(0, image.height() - 1));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestAnotherDesign)
#include "test_another_design.moc"
