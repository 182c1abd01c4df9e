// SPDX-License-Identifier: GPL-3.0-or-later

// The profile of a line, and why there is none.

#include "support/testing.hpp"
#include "tests/ui/support/passing_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/panels/line_profile_panel.hpp"
#include "ui/words/why_disabled.hpp"

#include <QLineF>

namespace burin::ui {

class TestLineProfilePanel : public QObject {
    Q_OBJECT

  private slots:
    void theDisabledCommandSaysWhatIsTrue() {
        StudioTest studio;
        FailingBackend failing(studio.backend);
        Previews previews(Engine{failing, studio.budget, {}, test::openTestTextureWriter});
        const LineProfilePanel panel({studio.document, studio.selection, previews, studio.theme});
        const QAction* csv = panel.actions().first();
        QVERIFY(!csv->isEnabled());
        QCOMPARE(csv->property(whyDisabled).toString(), QString("draw a line in the viewport first"));
        QCOMPARE(
            studio.load("burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 900, height: 900, "
                        "inputs: [data: part]}\n  part: {kind: math2d, expression: \"x / 900\"}\n"),
            QString());
        previews.setDesign(studio.document.design());
        QTRY_VERIFY(previews.shown());
        previews.askLine(QLineF(5, 5, 5.5, 5));
        QTRY_VERIFY(previews.line());
        QVERIFY(!csv->isEnabled());
        QCOMPARE(csv->property(whyDisabled).toString(), QString("the line is too short"));
        previews.askLine(QLineF(5, 5, 50, 5));
        QTRY_VERIFY(csv->isEnabled());
        failing.fail();
        previews.askLine(QLineF(500, 600, 700, 800));
        QTRY_VERIFY(!csv->isEnabled());
        QCOMPARE(csv->property(whyDisabled).toString(), QString("the line cannot be measured"));
        QTRY_VERIFY(!previews.busy());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLineProfilePanel)
#include "test_line_profile_panel.moc"
