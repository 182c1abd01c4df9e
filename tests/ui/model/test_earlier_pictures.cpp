// SPDX-License-Identifier: GPL-3.0-or-later

// Until an edit is bound, the pictures and the range are of the state before, and nothing calls them exact.

#include "support/testing.hpp"
#include "tests/ui/support/gated_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/previews/changed_number.hpp"
#include "ui/model/previews/previews.hpp"

#include "core/design/yaml.hpp"

#include <QString>

#include <memory>
#include <variant>

namespace burin::ui {

namespace {

using State = PreviewProgress::State;

constexpr const char* bright =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 700, height: 500, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.8 * (x > 350)\"}\n";
constexpr const char* brightAndMoved =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 700, height: 500, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.8 * (x > 350)\"}\n"
    "editor:\n  part: {x: 8, y: 16}\n";
constexpr const char* pale =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 700, height: 500, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.4 * (x > 350)\"}\n";

/// Previews of a design, complete at first. Later samples wait behind a gate.
struct SettledPreviews {
    SettledPreviews() { previews.setView({0, {0, 0, 700, 500}}); }

    [[nodiscard]] bool show(const char* text) {
        if (!studio.load(text).isEmpty()) return false;
        previews.setDesign(studio.document.design());
        return true;
    }
    [[nodiscard]] bool showsNewest() const {
        return previews.shown() && previews.shown()->design == previews.design();
    }
    [[nodiscard]] State state() { return previews.progress().state(); }
    /// Whether nothing is left to do, also for the range.
    [[nodiscard]] bool settled() {
        return showsNewest() && state() == State::exact && !previews.busy() && previews.histogram() &&
               previews.histogram()->whole();
    }

    StudioTest studio;
    GatedBackend gate{studio.backend};
    Previews previews{Engine{gate, studio.budget, {}, test::openTestTextureWriter}};
};

}  // namespace

class TestEarlierPictures : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    void onlyTheEditorDiffers_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<bool>("only");
        QTest::newRow("nothing differs") << "a: 1\neditor: {x: 1}"
                                         << "a: 1\neditor: {x: 1}" << false;
        QTest::newRow("a position") << "a: 1\neditor: {x: 1}"
                                    << "a: 1\neditor: {x: 2}" << true;
        QTest::newRow("the first position") << "a: 1"
                                            << "a: 1\neditor: {x: 2}" << true;
        QTest::newRow("the last position") << "editor: {x: 2}\na: 1"
                                           << "a: 1" << true;
        QTest::newRow("something else") << "a: 1\neditor: {x: 1}"
                                        << "a: 2\neditor: {x: 1}" << false;
        QTest::newRow("both") << "a: 1\neditor: {x: 1}"
                              << "a: 2\neditor: {x: 2}" << false;
        QTest::newRow("another entry") << "a: 1\neditor: {x: 1}"
                                       << "a: 1\nb: 1\neditor: {x: 2}" << false;
    }
    void onlyTheEditorDiffers() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const auto parsed = [](const QString& text) {
            return std::get<YamlValue>(parseYaml(text.toStdString()));
        };
        QTEST(onlyEditorDiffers(parsed(before), parsed(after)), "only");
        QTEST(onlyEditorDiffers(parsed(after), parsed(before)), "only");
    }

    /// The event loop delivers the bound node. Until it runs, the pictures are of the earlier state.
    void theyAreNotExactAfterAnEdit() {
        SettledPreviews shown;
        Previews& previews = shown.previews;
        QVERIFY(shown.show(bright));
        QTRY_VERIFY(shown.settled());
        QCOMPARE(previews.rangeState(), QString());
        shown.gate.pass(0);
        QVERIFY(shown.show(pale));
        QVERIFY2(previews.tile(0, {0, 0}), "the former picture is still shown");
        QVERIFY(!previews.isCurrent());
        QCOMPARE(shown.state(), State::computing);
        QCOMPARE(previews.progress().there, 0);
        QCOMPARE(previews.rangeState(), QString("estimated"));
        // Then the newest node is there, but none of its samples.
        QTRY_VERIFY(shown.showsNewest());
        QVERIFY(previews.isCurrent());
        QCOMPARE(shown.state(), State::computing);
        QCOMPARE(previews.rangeState(), QString("estimated"));
        shown.gate.open();
        QTRY_VERIFY(shown.settled());
        QCOMPARE(previews.rangeState(), QString());
    }

    void theyAreNotExactAfterAnotherNodeIsChosen() {
        SettledPreviews shown;
        QVERIFY(shown.show(bright));
        QTRY_VERIFY(shown.settled());
        shown.previews.setShown("part");
        QCOMPARE(shown.state(), State::computing);
        QTRY_VERIFY(shown.settled() && shown.previews.shown()->name == "part");
    }

    void theyStayExactWhenANodeMovesInTheGraph() {
        SettledPreviews shown;
        QVERIFY(shown.show(bright));
        QTRY_VERIFY(shown.settled());
        QVERIFY(shown.show(brightAndMoved));
        QVERIFY(!shown.showsNewest());
        QCOMPARE(shown.state(), State::exact);
        QCOMPARE(shown.previews.rangeState(), QString());
        // The edit before is not bound yet.
        QVERIFY(shown.show(pale));
        QVERIFY(shown.show(bright));
        QVERIFY(shown.show(brightAndMoved));
        QCOMPARE(shown.state(), State::computing);
        QTRY_VERIFY(shown.settled());
    }

    /// An equal design may have been read because one of its files has changed.
    void theyAreNotExactWhenTheDesignIsReadAgain() {
        SettledPreviews shown;
        QVERIFY(shown.show(bright));
        QTRY_VERIFY(shown.settled());
        QVERIFY(shown.show(bright));
        QCOMPARE(shown.state(), State::computing);
        QTRY_VERIFY(shown.settled());
    }

    /// No sample passes the gate after the undo.
    void anUndoRestoresTheRangeWithThePictures() {
        SettledPreviews shown;
        Previews& previews = shown.previews;
        const AppearanceValues& look = previews.appearance().values();
        QVERIFY(shown.show(bright));
        QTRY_VERIFY(shown.settled());
        QCOMPARE(look.high, 0.8);
        QVERIFY(shown.show(pale));
        QTRY_VERIFY(shown.settled());
        QCOMPARE(look.high, 0.4);
        shown.gate.pass(0);
        QVERIFY(shown.show(bright));
        QCOMPARE(shown.state(), State::computing);
        QCOMPARE(previews.rangeState(), QString("estimated"));
        QTRY_VERIFY(shown.showsNewest());
        QCOMPARE(shown.state(), State::exact);
        QCOMPARE(previews.rangeState(), QString());
        QCOMPARE(look.high, 0.8);
        shown.gate.open();
        QTRY_VERIFY(shown.settled());
        QCOMPARE(look.high, 0.8);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestEarlierPictures)
#include "test_earlier_pictures.moc"
