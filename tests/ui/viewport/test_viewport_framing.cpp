// SPDX-License-Identifier: GPL-3.0-or-later

// A small node on a large surface: the viewport points it out, and one key goes to it.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/probe_line.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>

namespace burin::ui {

namespace {

/// 2 mm on a new design's 100 mm.
constexpr const char* smallLogo = R"(burin: 1
pixel: 10 um
nodes:
  surface: {kind: root, width: 100 mm, height: 100 mm, inputs: [{data: logo, at: [7000, 3000]}]}
  logo: {kind: math2d, width: 200, height: 200, expression: '1'}
)";

}  // namespace

class TestViewportFraming : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
    }

    void init() {
        studio_ = std::make_unique<StudioTest>();
        studio_->theme.setReduceMotion(true);
        QCOMPARE(studio_->load(smallLogo), QString());
        panel_ = std::make_unique<ViewportPanel>(studio_->workbench());
        panel_->resize(900, 420);
        panel_->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get(), patience));
        QApplication::setActiveWindow(
            panel_.get());  // the screen has no window manager that would activate it
        view().setFocus();
        QTRY_VERIFY(studio_->showsNewest());
        view().fit();
    }
    void cleanup() {
        panel_.reset();
        studio_.reset();
    }

    void fFitsTheSelectedNode() {
        studio_->selection.select({"logo"});
        QTest::keyClick(&view(), Qt::Key_F);
        QVERIFY(seen().contains(QRectF(7000, 3000, 200, 200)));
        QVERIFY(seen().height() < 300);
        QTest::keyClick(&view(), Qt::Key_A);
        QVERIFY(seen().contains(QRectF(0, 0, 10000, 10000)));
    }

    /// If a key follows another one at once, it starts from the view that the first key leads to.
    void keysDoNotLoseWhereTheViewIsGoing_data() {
        QTest::addColumn<Qt::Key>("next");
        QTest::newRow("zoom out") << Qt::Key_Minus;
        QTest::newRow("zoom in") << Qt::Key_Plus;
        QTest::newRow("to the right") << Qt::Key_Right;
    }
    void keysDoNotLoseWhereTheViewIsGoing() {
        QFETCH(Qt::Key, next);
        const auto press = [&] {
            QTest::keyClick(&view(), Qt::Key_1);
            QTest::keyClick(&view(), next);
            return view().viewpoint();
        };
        const Viewpoint still = press();
        view().fit();
        studio_->theme.setReduceMotion(false);
        QCOMPARE(press(), still);
    }

    void theButtonDoesToo() {
        studio_->selection.select({"logo"});
        auto* button = panel_->findChild<QToolButton*>("viewport.fit-selection-button");
        QVERIFY(button != nullptr && button->isVisible());
        QVERIFY2(button->toolTip().contains("(F)"), qPrintable(button->toolTip()));
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(seen().height() < 300);
    }

    void withoutASelectionFFitsAll() {
        studio_->selection.select({"logo"});
        QTest::keyClick(&view(), Qt::Key_F);
        studio_->selection.select({});
        QTest::keyClick(&view(), Qt::Key_F);
        QVERIFY(seen().contains(QRectF(0, 0, 10000, 10000)));
        studio_->selection.select({"surface"});
        QTest::keyClick(&view(), Qt::Key_F);
        QVERIFY(seen().contains(QRectF(0, 0, 10000, 10000)));
    }

    void aSmallNodeIsPointedOut() {
        const QImage without = view().grabFramebuffer();
        studio_->selection.select({"logo"});
        const QImage with = view().grabFramebuffer();
        const qreal ratio = view().devicePixelRatioF();
        const QPointF middle = view().viewpoint().toScreen({7100, 3100}, view().size());
        const QPoint onRing = ((middle + QPointF(24, 0)) * ratio).toPoint();
        QVERIFY(with.rect().contains(onRing));
        QVERIFY(with.pixel(onRing) != without.pixel(onRing));
        screenshot(*panel_, "viewport-small-node");
    }

    /// A frame uploads few pictures while others are being computed. When the view is called exact, a frame
    /// uploads all of them.
    void whatIsCalledExactIsWhole() {
        QCOMPARE(studio_->load("burin: 1\npixel: 1 um\nnodes:\n"
                               "  surface: {kind: root, width: 1600, height: 1600, inputs: [{data: part}]}\n"
                               "  part: {kind: math2d, expression: '0.2'}\n"),
                 QString());
        studio_->previews.appearance().change([](AppearanceValues& look) { look.automatic = false; });
        panel_->resize(1400, 1000);
        QTRY_VERIFY(studio_->showsNewest());
        view().setViewpoint({{800, 800}, 1});
        const auto exact = [&] {
            const PreviewProgress progress = studio_->previews.progress();
            return studio_->showsNewest() && progress.exact && progress.visible > 16;
        };
        QTRY_VERIFY(exact());
        const auto frame = [&] { return view().picture(view().size()); };
        for (int i = 0; i < 8; ++i)
            QVERIFY(!frame().isNull());
        view().setUpdatesEnabled(false);
        studio_->document.edit(
            "Deepen", [](DesignEdit& edit) { edit.setValue("part", "expression", yamlScalar("0.8", true)); });
        QTRY_VERIFY(exact());
        const QImage first = frame();
        for (int i = 0; i < 8; ++i)
            QVERIFY(!frame().isNull());
        QVERIFY(first == frame());
        view().setUpdatesEnabled(true);
    }

    /// Another panel may open during the drag, so that the viewport is too low for the minimap.
    void aDragMayOutlastTheMinimap() {
        QTest::mousePress(&view(), Qt::LeftButton, {}, {60, 60});
        view().resize(view().width(), 100);
        const Viewpoint before = view().viewpoint();
        const QPoint to(80, 70);
        QMouseEvent move(QEvent::MouseMove, to, view().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&view(), &move);
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
        QCOMPARE(view().viewpoint(), before);
    }

    void theMenuHasTheCommandsOfTheSurface() {
        const QPoint at = view().rect().center();
        QContextMenuEvent asks(QContextMenuEvent::Mouse, at, view().mapToGlobal(at));
        QApplication::sendEvent(&view(), &asks);
        auto* menu = panel_->findChild<QMenu*>("viewportMenu");
        QVERIFY(menu != nullptr && menu->isVisible());
        QStringList ids;
        for (const QAction* action : menu->actions())
            ids << action->objectName();
        for (const char* id : {"viewport.fit", "viewport.line-profile", "viewport.ruler", "viewport.solo"})
            QVERIFY2(ids.contains(id), id);
        const QString before = panel_->findChild<ProbeLine*>()->probeText();
        menu->actions().first()->trigger();
        QTRY_VERIFY(panel_->findChild<ProbeLine*>()->probeText() != before);
        menu->close();
    }

  private:
    [[nodiscard]] ViewportWidget& view() { return *panel_->viewport(); }
    /// The part of the surface that is in view, in samples.
    [[nodiscard]] QRectF seen() { return view().viewpoint().visible(view().size()); }

    std::unique_ptr<StudioTest> studio_;
    std::unique_ptr<ViewportPanel> panel_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestViewportFraming)
#include "test_viewport_framing.moc"
