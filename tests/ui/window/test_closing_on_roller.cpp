// SPDX-License-Identifier: GPL-3.0-or-later

// Graph > Close on the roller: the list of changes, and the one step that makes them.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/window/closing_dialog.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QStatusBar>

namespace burin::ui {

namespace {

constexpr const char* roller = R"yaml(burin: 2
pixel: 10 um
nodes:
  surface:
    kind: root
    width: 4 mm
    height: 628   # once round
    inputs: [{data: pebbles}, {data: grain}]
  pebbles: {kind: stitching, u: [70, 0], v: [35, 60.62178], inputs: [{pattern: dot}]}   # rows
  grain: {kind: noise, pitch: 40}
  dot: {kind: math2d, width: 50, height: 50, expression: "max(0, 1 - hypot(x - 25, y - 25) / 25)"}
job: {roller: {diameter: 2 mm, axis: x}}
)yaml";

}  // namespace

class TestClosingOnRoller : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { theme_.apply(); }
    void init() {
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
        QCOMPARE(document().recover(QByteArray(roller), {}), QString());
    }
    void cleanup() {
        document().history().setClean();
        window_.reset();
    }

    void allChangesAreListedAndMadeInOneStep() {
        const QString before = document().text();
        QStringList lines;
        whenDialogComes<ClosingDialog>([&](ClosingDialog* dialog) {
            screenshot(*dialog, "closing");
            lines = textsOf(*dialog, "closing.change");
            QCOMPARE(textsOf(*dialog, "closing.open"), QStringList());
            dialog->findChild<QPushButton*>("closing.accept")->click();
        });
        closeAction()->trigger();
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith("pebbles\nRepeats after 628 px") && lines[0].contains("u changes by"),
                 qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("grain\nRepeats after 628 px"), qPrintable(lines[1]));
        QCOMPARE(document().history().count(), 1);
        QVERIFY(document().text().contains("closes: [0, 628]"));
        QVERIFY(document().text().contains("# once round") && document().text().contains("# rows"));
        QVERIFY(document().design()->diagnostics.empty());
        // Now everything closes, so no dialog opens.
        closeAction()->trigger();
        QVERIFY(window_->statusBar()->currentMessage().startsWith("Every repeat at the joint closes"));
        document().undo();
        QCOMPARE(document().text(), before);
    }

    void cancelChangesNothing() {
        const QString before = document().text();
        bool came = false;
        whenDialogComes<ClosingDialog>([&came](ClosingDialog* dialog) {
            came = true;
            dialog->findChild<QPushButton*>("closing.cancel")->click();
        });
        closeAction()->trigger();
        QVERIFY(came);
        QCOMPARE(document().text(), before);
        QCOMPARE(document().history().count(), 0);
    }

    void theTitleSaysNoMoreThanIsTrue_data() {
        QTest::addColumn<int>("changes");
        QTest::addColumn<int>("open");
        QTest::addColumn<int>("unseen");
        QTest::addColumn<QString>("title");
        QTest::newRow("all close") << 1 << 0 << 0 << "These changes close all repeats";
        QTest::newRow("some stay open") << 1 << 1 << 0 << "These changes close some of the repeats";
        QTest::newRow("some were not checked") << 1 << 0 << 1 << "These changes close some of the repeats";
        QTest::newRow("nothing can change") << 0 << 1 << 0 << "These nodes cannot be closed as they are";
        QTest::newRow("nothing was found, not all was checked")
            << 0 << 0 << 1 << "Not everything was checked";
    }
    void theTitleSaysNoMoreThanIsTrue() {
        QFETCH(int, changes);
        QFETCH(int, open);
        QFETCH(int, unseen);
        RollerClosing closing;
        closing.changes.resize(changes, {.node = "grain", .way = {false, 628}});
        closing.open.resize(open, {Severity::warning, "pebbles", {.reason = "nothing closes"}, {}});
        closing.unseen.resize(unseen, {.reason = "too many places"});
        const ClosingDialog dialog(theme_, closing, 10);
        QTEST(dialog.findChild<QLabel*>("closing.title")->text(), "title");
    }

    void theInspectorOffersIt() {
        window_->workbench().selection.select({"surface"});
        auto* button = window_->findChild<QPushButton*>("roller.close");
        QVERIFY(button != nullptr);
        bool came = false;
        whenDialogComes<ClosingDialog>([&came](ClosingDialog* dialog) {
            came = true;
            dialog->reject();
        });
        button->click();
        QVERIFY(came);
    }

    void preflightOffersIt() {
        window_->findChild<QAction*>("export.preflight")->trigger();
        QTRY_VERIFY(window_->findChild<QPushButton*>("preflight.close-on-roller") != nullptr);
        bool came = false;
        whenDialogComes<ClosingDialog>([&came](ClosingDialog* dialog) {
            came = true;
            dialog->reject();
        });
        window_->findChild<QPushButton*>("preflight.close-on-roller")->click();
        QVERIFY(came);
    }

    /// The open group is the scope of other edits.
    void anOpenGroupIsNoHindrance() {
        const QString text = QString::fromUtf8(roller)
                                 .replace("nodes:\n  surface",
                                          "groups: {g: {output: pebbles, nodes: {pebbles: {kind: noise, "
                                          "pitch: 60}}}}\nnodes:\n  surface")
                                 .replace("{data: grain}]", "{data: grain}, {data: i}]")
                                 .replace("  dot:", "  i: {kind: group, group: g}\n  dot:");
        QCOMPARE(document().recover(text, {}), QString());
        QVERIFY(document().scope().enter("i"));
        whenDialogComes<ClosingDialog>([](ClosingDialog* dialog) {
            QCOMPARE(textsOf(*dialog, "closing.open").size(), 1);
            dialog->findChild<QPushButton*>("closing.accept")->click();
        });
        closeAction()->trigger();
        QCOMPARE(document().scope().group(), QString("g"));
        QVERIFY(document().text().contains("grain: {kind: noise, pitch: 40, closes: [0, 628]}"));
        QVERIFY(document().text().contains("pebbles: {kind: noise, pitch: 60}"));
    }

    void problemsAreSaid() {
        QCOMPARE(document().recover(QString::fromUtf8(roller).replace("pitch: 40", "pitch: forty"), {}),
                 QString());
        answerMessage("Close");
        closeAction()->trigger();
        QVERIFY2(lastMessage().contains("grain"), qPrintable(lastMessage()));
        QCOMPARE(document().history().count(), 0);
    }

    void aFlatSurfaceHasNoJoint() {
        QVERIFY(closeAction()->isEnabled());
        QCOMPARE(document().recover(QString::fromUtf8(roller).section("job:", 0, 0), {}), QString());
        QVERIFY(!closeAction()->isEnabled());
    }

  private:
    [[nodiscard]] Document& document() { return window_->document(); }
    [[nodiscard]] QAction* closeAction() { return window_->findChild<QAction*>("graph.closeOnRoller"); }
    /// The texts of each row, on one line each.
    static QStringList textsOf(const QWidget& dialog, const char* rows) {
        QStringList all;
        for (const QWidget* row : dialog.findChildren<QWidget*>(rows)) {
            QStringList texts;
            for (const QLabel* label : row->findChildren<QLabel*>()) {
                if (!label->text().isEmpty()) texts << label->text();
            }
            all << texts.join('\n');
        }
        return all;
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestClosingOnRoller)
#include "test_closing_on_roller.moc"
