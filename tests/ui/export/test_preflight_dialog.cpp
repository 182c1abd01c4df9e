// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/export/dialog/preflight_dialog.hpp"

#include "tests/ui/support/active_window.hpp"
#include "ui/export/dialog/export_tools.hpp"
#include "ui/export/dialog/preflight_run.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/model/settings.hpp"
#include "ui/support/export_test.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

namespace burin::ui {

namespace {

/// A muted node, values above 1, and dots narrower than the spot.
constexpr auto spoiltDesign = R"yaml(burin: 1
pixel: 1 um
job: {spot: 8 um}
nodes:
  surface: {kind: root, width: 1200, height: 900, inputs: [{data: all}]}
  all: {kind: union, operation: max, inputs: [{data: soft}, {data: lines}]}
  soft: {kind: median, radius: 2, muted: true, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "0.7 + 0.5 * sin(x / 70) * cos(y / 110)"}
  lines: {kind: math2d, expression: "mod(x, 60) < 3"}
)yaml";

struct Studio : ExportTest {
    explicit Studio(const char* text, bool held = false)
        : queue(held ? gated : engine), tools(workbench(), queue, &window) {
        if (!load(text).isEmpty()) qFatal("the design is refused");
        window.addActions(tools.actions());
        showActive(window);
    }
    [[nodiscard]] QWidget& dialog() { return tools.preflight(); }
    [[nodiscard]] QString text(const char* name) { return dialog().findChild<QLabel*>(name)->text(); }
    [[nodiscard]] QString findings() {
        QStringList all;
        for (const QWidget* const row : dialog().findChildren<QWidget*>("preflight.finding")) {
            for (const QLabel* const label : row->findChildren<QLabel*>())
                all << label->text();
        }
        return all.join('\n');
    }

    QWidget window;
    ExportQueue queue;
    ExportTools tools;
};

}  // namespace

class TestPreflightDialog : public QObject {
    Q_OBJECT

  private slots:
    void aFlatPlateIsToldNothingAboutRollers() {
        QSettings().clear();
        Studio studio(R"yaml(burin: 1
pixel: 2 um
job: {spot: 8 um}
nodes:
  surface: {kind: root, width: 320, height: 210, full_depth: 10 um, inputs: [{data: a}]}
  a: {kind: stitching, u: [50, 0], v: [0, 40], inputs: [{pattern: d}]}
  d: {kind: math2d, width: 40, height: 30, expression: "hypot(x - 20, y - 15) < 12"}
)yaml");
        QTest::keyClick(&studio.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(studio.text("preflight.title"), QString("Nothing will spoil this engraving"));
        // The same surface has a seam around a roller.
        auto* const roller = studio.dialog().findChild<QCheckBox*>("preflight.roller");
        QVERIFY(!roller->isChecked());
        roller->click();
        QTRY_VERIFY(studio.findings().contains("round a roller"));
        roller->click();
        QTRY_COMPARE(studio.text("preflight.title"), QString("Nothing will spoil this engraving"));
    }

    void aRollerOfTheJobIsAlwaysLookedAt() {
        QSettings().clear();
        const QByteArray flat = R"yaml(burin: 2
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 314, inputs: [{data: a}]}
  a: {kind: math2d, expression: "x / 100"}
)yaml";
        Studio studio(flat.constData());
        QTest::keyClick(&studio.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* const roller = studio.dialog().findChild<QCheckBox*>("preflight.roller");
        QVERIFY(roller->isEnabled() && !roller->isChecked());
        QCOMPARE(studio.load(flat + "job: {roller: {diameter: 100 um, axis: x}}\n"), QString());
        QVERIFY(!roller->isEnabled() && roller->isChecked());
        QCOMPARE(studio.load(flat), QString());
        QVERIFY(roller->isEnabled() && !roller->isChecked());
    }

    void aDesignIsRememberedAsThatOfARoller() {
        QSettings().clear();
        Settings settings;
        settings.setRoller("/designs/a.burin", true);
        settings.setRoller({}, true);
        QVERIFY(Settings().roller("/designs/a.burin"));
        QVERIFY(!Settings().roller("/designs/b.burin"));
        QVERIFY(!Settings().roller({}));
        settings.setRoller("/designs/a.burin", false);
        QVERIFY(!Settings().roller("/designs/a.burin"));
    }

    /// A long name ends with an ellipsis, and is never read as HTML.
    void aNameIsShownAsItIs() {
        const QString name = "<b>softened and muted by hand";
        Studio studio(qPrintable(QString(spoiltDesign).replace("soft", QString("\"%1\"").arg(name))));
        QTest::keyClick(&studio.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(studio.findings().contains("Is muted."));
        QStringList shown;
        for (const CutLabel* const label : studio.dialog().findChildren<CutLabel*>("preflight.node")) {
            if (label->text() == name) shown = label->shown();
        }
        QVERIFY2(shown.size() == 1 && shown[0].startsWith("<b>soft"), qPrintable(shown.join('|')));
        QVERIFY(shown[0] != name);
    }

    void whatSpoilsIsListedAndShown() {
        Studio studio(spoiltDesign);
        QTest::keyClick(&studio.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(studio.dialog().isVisible());
        QTRY_VERIFY(studio.text("preflight.title").contains("will spoil this engraving"));
        QTRY_VERIFY(studio.findings().contains("Is muted."));
        QVERIFY2(studio.findings().contains("outside of 0..1"), qPrintable(studio.findings()));
        QVERIFY2(studio.findings().contains("narrower than the spot"), qPrintable(studio.findings()));
        screenshot(studio.dialog(), "preflight");

        QSignalSpy revealed(&studio.selection, &Selection::revealed);
        QSignalSpy placed(&studio.tools, &ExportTools::placeWanted);
        const auto shows = studio.dialog().findChildren<QPushButton*>("preflight.show");
        for (QPushButton* const show : shows)
            QTest::mouseClick(show, Qt::LeftButton);
        QCOMPARE(revealed.count(), shows.size());
        QCOMPARE(revealed.first().first().toString(), QString("soft"));
        QCOMPARE(placed.count(), 2);
        const auto place = placed.first().first().value<Point>();
        QVERIFY((Rect{0, 0, 1200, 900}.contains(place)));
        studio.theme.choose(ThemeChoice::light);
        screenshot(studio.dialog(), "preflight-light");
    }

    void aSoundDesignIsSaidToBeSound() {
        Studio studio(wavesDesign);
        studio.tools.preflight().open();
        QTRY_COMPARE(studio.text("preflight.title"),
                     QString("Nothing was found that would spoil this engraving"));
        const QString unseen = studio.text("preflight.unseen");
        QVERIFY2(unseen.startsWith("Not checked:\nFeatures narrower than the spot: the job gives no spot."),
                 qPrintable(unseen));
        screenshot(studio.dialog(), "preflight-sound");
        studio.document.edit("Flatten",
                             [](DesignEdit& e) { e.setValue("waves", "expression", yamlScalar("0")); });
        QVERIFY(studio.text("preflight.hint").contains("has changed since"));
    }

    void itCanBeStopped() {
        Studio studio(wavesDesign, true);
        studio.gate.pass(1);
        studio.tools.preflight().open();
        QTRY_VERIFY(studio.text("preflight.hint").contains("%"));
        QTest::mouseClick(studio.dialog().findChild<QPushButton*>("preflight.stop"), Qt::LeftButton);
        QCOMPARE(studio.text("preflight.title"), QString("Preflight was stopped"));
        studio.gate.open();
        auto* const again = studio.dialog().findChild<QPushButton*>("preflight.again");
        QCOMPARE(again->text(), QString("Check again"));
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_COMPARE(studio.text("preflight.title"),
                     QString("Nothing was found that would spoil this engraving"));
    }

    void aBrokenDesignIsNamed() {
        Studio studio(wavesDesign);
        studio.document.edit("Break",
                             [](DesignEdit& e) { e.setValue("waves", "expression", yamlScalar("x +")); });
        studio.tools.preflight().open();
        QTRY_COMPARE(studio.text("preflight.title"), QString("Preflight failed"));
        QVERIFY(studio.text("preflight.hint").contains("waves"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestPreflightDialog)
#include "test_preflight_dialog.moc"
