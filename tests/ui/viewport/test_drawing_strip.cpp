// SPDX-License-Identifier: GPL-3.0-or-later

// The strip of tools at the left of the picture.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/placing/drawing_strip.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QFile>
#include <QRegion>
#include <QSet>
#include <QToolButton>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const bare = "burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 600, height: 300}\n";

struct StripTest {
    explicit StripTest(QSize size = {900, 480}) : panel(studio.workbench()) {
        studio.theme.apply();
        loaded = studio.load(bare);
        panel.resize(size);
        panel.show();
    }
    bool ready() { return loaded.isEmpty() && QTest::qWaitForWindowExposed(&panel, patience); }
    ViewportWidget& view() { return *panel.viewport(); }
    DrawingStrip& strip() { return *panel.findChild<DrawingStrip*>(); }
    QToolButton* button(const char* tool) {
        return strip().findChild<QToolButton*>(QString("viewport.%1-button").arg(tool));
    }
    [[nodiscard]] int left() { return view().mapTo(&panel, QPoint(0, 0)).x(); }

    StudioTest studio;
    QString loaded;
    ViewportPanel panel;
};

}  // namespace

class TestDrawingStrip : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("OpenGL is not available");
    }

    /// The picture immediately begins beside it.
    void itIsThereWhileThingsArePlaced() {
        StripTest test;
        QVERIFY(test.ready());
        QVERIFY(!test.strip().isVisible());
        QCOMPARE(test.left(), 0);
        test.view().setTool(ViewportTool::placing);
        QVERIFY(test.strip().isVisible());
        QCOMPARE(test.strip().width(), 40);
        QCOMPARE(test.left(), 40);
        screenshot(test.panel, "drawing-strip");
        test.view().setTool(ViewportTool::ruler);
        QVERIFY(!test.strip().isVisible());
        QCOMPARE(test.left(), 0);
    }

    void aClickTakesATool() {
        StripTest test;
        QVERIFY(test.ready());
        test.view().setTool(ViewportTool::placing);
        QVERIFY(test.button("pointer")->isChecked());
        QTest::mouseClick(test.button("draw-ellipse"), Qt::LeftButton);
        QVERIFY(test.view().pen().tool() == DrawingTool::ellipse);
        QVERIFY(test.button("draw-ellipse")->isChecked());
        QVERIFY(!test.button("pointer")->isChecked());
        QTest::mouseClick(test.button("draw-code"), Qt::LeftButton);
        QVERIFY(test.view().pen().tool() == DrawingTool::code);
        QVERIFY(!test.button("draw-ellipse")->isChecked());
        QTest::mouseClick(test.button("pointer"), Qt::LeftButton);
        QVERIFY(test.view().pen().tool() == DrawingTool::none);
        QVERIFY(test.button("pointer")->isChecked() && !test.button("draw-code")->isChecked());
        QTest::mouseClick(test.button("pointer"), Qt::LeftButton);
        QVERIFY(test.button("pointer")->isChecked());
    }

    void eachToolHasAnIconOfItsOwnAndSaysItsKey() {
        StripTest test;
        QVERIFY(test.ready());
        QCOMPARE(test.button("draw-rectangle")->toolTip(), QString("Draw a rectangle (2)"));
        QCOMPARE(test.button("draw-code")->toolTip(), QString("Draw a code (0)"));
        QVERIFY(QFile::exists(":/icons/pointer.svg"));
        QSet<QString> icons = {"pointer"};
        int tools = 0;
        for (const QToolButton* button : test.strip().findChildren<QToolButton*>()) {
            QVERIFY2(!button->icon().isNull(), qPrintable(button->objectName()));
            if (button->defaultAction() == nullptr) continue;
            const QString icon = button->defaultAction()->property("icon-name").toString();
            QVERIFY2(QFile::exists(":/icons/" + icon + ".svg"), qPrintable(icon));
            QVERIFY2(!icons.contains(icon), qPrintable(icon));
            icons << icon;
            ++tools;
        }
        QCOMPARE(tools, 8);
    }

    /// A low viewport gives the strip more columns.
    void aLowViewportShowsAllTools() {
        StripTest test({900, 240});
        QVERIFY(test.ready());
        test.view().setTool(ViewportTool::placing);
        QTRY_VERIFY(test.strip().width() > 40);
        QTRY_COMPARE(test.left(), test.strip().width());
        QRegion taken;
        for (const QToolButton* button : test.strip().findChildren<QToolButton*>()) {
            const QRect place = button->geometry();
            QVERIFY2(test.strip().rect().contains(place), qPrintable(button->objectName()));
            QVERIFY2(!taken.intersects(place), qPrintable(button->objectName()));
            taken += place;
        }
    }
};

BURIN_TEST(TestDrawingStrip)
#include "test_drawing_strip.moc"
