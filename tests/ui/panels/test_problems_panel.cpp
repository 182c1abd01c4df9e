// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/panels/problems_panel.hpp"

#include "tests/ui/support/active_window.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/history_panel.hpp"
#include "ui/panels/log_panel.hpp"
#include "ui/words/problem_text.hpp"

#include <QAction>
#include <QFontMetrics>
#include <QImage>
#include <QListView>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoView>

#include <algorithm>
#include <utility>

using namespace burin;
using namespace burin::ui;

namespace {

constexpr const char* design = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 200, height: 200, inputs: [{data: rims}, {mask: outline}]}
  outline: {kind: tiff, file: outline.tif}
  soften: {kind: median, radius: 2, muted: true, inputs: [{data: pebble}]}
  pebble: {kind: math2d, width: 120, height: 120, expression: "x / 120"}
  rims: {kind: profile, distance_max: 2000, inputs: [{mask: soften}]}
)yaml";

}  // namespace

class TestProblemsPanel : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        studio_ = std::make_unique<StudioTest>();
        panel_ = std::make_unique<ProblemsPanel>(studio_->workbench());
        panel_->resize(756, 132);
        showActive(*panel_);
        view_ = panel_->findChild<QListView*>("problems");
    }
    void cleanup() {
        panel_.reset();
        studio_.reset();
    }

    void aSoundDesignHasNone() {
        QCOMPARE(panel_->count(), 0);
        screenshot(*panel_, "problems-none");
        // The text has the same size as in the other empty panels.
        const QImage drawn = view_->viewport()->grab().toImage();
        const QRgb ground = drawn.pixel(1, drawn.height() / 2);
        int first = drawn.width();
        int last = 0;
        for (int x = 0; x < drawn.width(); ++x) {
            for (int y = 0; y < drawn.height(); ++y) {
                if (drawn.pixel(x, y) == ground) continue;
                first = std::min(first, x);
                last = x;
            }
        }
        const int smaller = QFontMetrics(studio_->theme.font(12)).horizontalAdvance("No problems.");
        QVERIFY2(last - first > smaller, qPrintable(QString::number(last - first)));
    }

    void thereIsNothingToCopyOfNone() {
        view_->setFocus();
        QTest::keyClick(view_, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(!view_->model()->data({}, Qt::DisplayRole).isValid());
    }

    void errorsStandBeforeWarnings() {
        load();
        QCOMPARE(panel_->count(), 3);
        const std::vector<ProblemRow> rows = problemRows(*studio_->document.design());
        QCOMPARE(rows[0].node, QString("outline"));
        QCOMPARE(rows[0].remedy, ProblemRemedy::chooseFile);
        QCOMPARE(rows[1].node, QString("rims"));
        QCOMPARE(rows[1].parameter, QString("distance_max"));
        QCOMPARE(rows[1].title, QString("Largest distance"));
        QVERIFY(rows[1].text.contains("1 to 1023 px"));
        QCOMPARE(rows[2].severity, Severity::warning);
        QCOMPARE(rows[2].remedy, ProblemRemedy::unmute);
        screenshot(*panel_, "problems");
    }

    void aNarrowListHasTwoLinesToARow() {
        load();
        const auto height = [this] { return view_->visualRect(view_->model()->index(0, 0)).height(); };
        for (const auto& [width, wanted] : {std::pair(1600, 32), std::pair(420, 48), std::pair(1600, 32)}) {
            panel_->resize(width, 132);
            QTRY_COMPARE(height(), wanted);
        }
    }

    /// The group is named so that a click opens it instead of showing a node of the design.
    void theNodeOfAGroupIsNamedWithTheGroup() {
        const Design groups = parseDesign(R"yaml(burin: 2
pixel: 1 um
groups:
  pebbles: {output: pebble, nodes: {pebble: {kind: math2d, expression: "=", width: "= x"}}}
nodes:
  surface: {kind: root, width: 200, height: 200, inputs: [{data: pebble}]}
  pebble: {kind: group, group: pebbles}
)yaml",
                                          ".");
        const std::vector<ProblemRow> rows = problemRows(groups);
        QVERIFY(!rows.empty());
        QCOMPARE(rows[0].group, QString("pebbles"));
        QCOMPARE(rows[0].node, QString("pebble"));
        QVERIFY2(rows[0].text.startsWith("Group pebbles, node pebble: "), qPrintable(rows[0].text));
    }

    void problemsSayWhatToDo() {
        QCOMPARE(studio_->load(R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 200, height: 200, inputs: [{data: turned}, {mask: outline}]}
  outline: {kind: tiff, file: [1]}
  turned: {kind: transform, scale: 2, size: [10, 10], inputs: [{data: pebble}]}
  pebble: {kind: math2d, width: 120, height: 120, expression: "x / 120"}
)yaml"),
                 QString());
        QStringList texts;
        for (const Diagnostic& problem : studio_->document.design()->diagnostics)
            texts << problemText(problem);
        const QString all = texts.join('\n');
        QVERIFY2(all.contains("Scale and size are both given. Remove one of them."), qPrintable(all));
        QVERIFY2(all.contains("Choose a file, by a path that is absolute or relative to the design."),
                 qPrintable(all));
    }

    void theBadgeFollows() {
        QSignalSpy count(panel_.get(), &ProblemsPanel::countChanged);
        load();
        QCOMPARE(count.constLast().constFirst().toInt(), 3);
        studio_->document.edit("Unmute", [](DesignEdit& edit) { edit.setMuted("soften", false); });
        QCOMPARE(count.constLast().constFirst().toInt(), 2);
    }

    void aClickJumpsToNodeAndParameter() {
        load();
        QSignalSpy revealed(&studio_->selection, &Selection::revealed);
        QTest::mouseClick(view_->viewport(), Qt::LeftButton, {}, rowPlace(1, 200));
        QCOMPARE(studio_->selection.active(), QString("rims"));
        QCOMPARE(revealed.constLast()[1].toString(), QString("distance_max"));
    }

    void enterJumpsToo() {
        load();
        panel_->setFocus();
        QTest::keyClick(view_, Qt::Key_Down);
        QTest::keyClick(view_, Qt::Key_Return);
        QCOMPARE(studio_->selection.active(), QString("rims"));
    }

    void theActionsWalkRoundTheList() {
        load();
        QAction* next = panel_->findChild<QAction*>("problems.next");
        QAction* previous = panel_->findChild<QAction*>("problems.previous");
        QCOMPARE(next->shortcut(), QKeySequence(Qt::Key_F8));
        QStringList visited;
        for (int i = 0; i < 4; ++i) {
            next->trigger();
            visited << studio_->selection.active();
        }
        QCOMPARE(visited, QStringList({"outline", "rims", "soften", "outline"}));
        previous->trigger();
        QCOMPARE(studio_->selection.active(), QString("soften"));
    }

    void theLinkUnmutes() {
        load();
        QTest::mouseClick(view_->viewport(), Qt::LeftButton, {},
                          rowPlace(2, view_->viewport()->width() - 30));
        QVERIFY(!studio_->document.text().contains("muted"));
        QCOMPARE(panel_->count(), 2);
        studio_->document.history().undo();
        QVERIFY(studio_->document.text().contains("muted: true"));
    }

    /// Most drawings of parts are in millimetres. Other units can be chosen in the inspector.
    void theLinkReadsADrawingWithoutAUnitInMillimetres() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("plate.dxf"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            QByteArray("0 SECTION 2 ENTITIES 0 CIRCLE 10 5 20 5 40 5 0 ENDSEC 0 EOF ").replace(' ', '\n'));
        file.close();
        const QString text = QString(
                                 "burin: 2\npixel: 10 um\nnodes:\n"
                                 "  surface: {kind: root, width: 1000, height: 1000, inputs: [data: plate]}\n"
                                 "  plate: {kind: path, file: '%1'}\n")
                                 .arg(file.fileName());
        QCOMPARE(studio_->load(qPrintable(text)), QString());
        QCOMPARE(panel_->count(), 1);
        QCOMPARE(problemRows(*studio_->document.design())[0].remedy, ProblemRemedy::useMillimetres);
        QTest::mouseClick(view_->viewport(), Qt::LeftButton, {},
                          rowPlace(0, view_->viewport()->width() - 30));
        QVERIFY2(studio_->document.text().contains("units: mm"), qPrintable(studio_->document.text()));
        QCOMPARE(panel_->count(), 0);
        studio_->document.history().undo();
        QCOMPARE(panel_->count(), 1);
    }

    void shiftEnterFollowsTheLinkAndAFileIsChosen() {
        load();
        panel_->setFocus();
        QTest::keyClick(view_, Qt::Key_Return, Qt::ShiftModifier);
        auto* dialog = QApplication::activeModalWidget();
        QVERIFY(dialog != nullptr);
        QTemporaryDir folder;
        const QString file = folder.filePath("other.tif");
        QVERIFY(QFile(file).open(QIODevice::WriteOnly));
        QVERIFY(QMetaObject::invokeMethod(dialog, "fileSelected", Q_ARG(QString, file)));
        dialog->close();
        QVERIFY(studio_->document.text().contains("other.tif"));
    }

    void historyListsTheStepsAndGoesToOne() {
        HistoryPanel history(studio_->workbench());
        history.resize(336, 232);
        history.show();
        QVERIFY(history.findChild<QUndoView*>("history")->isHidden());
        load();
        for (const char* name : {"first", "second", "third"}) {
            studio_->document.edit(QString("Add %1").arg(name),
                                   [&](DesignEdit& edit) { edit.addNode(name, "union"); });
        }
        auto* view = history.findChild<QUndoView*>("history");
        QVERIFY(view->isVisible());
        QCOMPARE(view->model()->rowCount(), 4);
        screenshot(history, "history");
        QSignalSpy changed(&studio_->document, &Document::changed);
        const QRect row = view->visualRect(view->model()->index(1, 0));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY(studio_->document.text().contains("first"));
        QVERIFY(!studio_->document.text().contains("second"));
        QCOMPARE(changed.count(), 1);  // one signal: the step between is not signalled
        screenshot(history, "history-back");
        QCOMPARE(view->currentIndex().row(), 1);
        QTest::keyClick(view, Qt::Key_End);
        QVERIFY(studio_->document.text().contains("third"));
        QCOMPARE(changed.count(), 2);
        QCOMPARE(view->currentIndex().row(), 3);
        studio_->document.undo();
        QCOMPARE(view->currentIndex().row(), 2);
    }

    void theLogShowsWhatWasAndWhatComes() {
        Log log;
        const LogPanel empty(studio_->workbench(), log);
        QCOMPARE(empty.findChild<QPlainTextEdit*>("log")->placeholderText(), QString("Log is empty."));
        log.add("Opened shagreen.burin");
        LogPanel panel(studio_->workbench(), log);
        panel.resize(756, 132);
        panel.show();
        log.add("Saved shagreen.burin");
        auto* text = panel.findChild<QPlainTextEdit*>("log");
        QVERIFY(text->toPlainText().contains("Opened shagreen.burin\n"));
        QVERIFY(text->toPlainText().endsWith("Saved shagreen.burin"));
        QCOMPARE(text->x(), 12);
        QCOMPARE(panel.width() - text->geometry().right() - 1, 12);
        screenshot(panel, "log");
    }

  private:
    void load() { QCOMPARE(studio_->load(design), QString()); }
    [[nodiscard]] QPoint rowPlace(int row, int x) const {
        return {x, view_->visualRect(view_->model()->index(row, 0)).center().y()};
    }

    std::unique_ptr<StudioTest> studio_;
    std::unique_ptr<ProblemsPanel> panel_;
    QListView* view_ = nullptr;
};

BURIN_TEST(TestProblemsPanel)
#include "test_problems_panel.moc"
