// SPDX-License-Identifier: GPL-3.0-or-later

// A/B in a real window, operated like by a user.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/previews/color_map.hpp"
#include "ui/viewport/probe_line.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/viewport/wipe_overlays.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAction>
#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QToolButton>

#include <cmath>
#include <optional>

namespace burin::ui {

namespace {

/// The surface has the brightness 51, `light` 204.
const char* const darkAndLight =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 2000, height: 1000, full_depth: 40 um, inputs: [data: dark]}\n"
    "  dark: {kind: math2d, expression: \"0.2\"}\n"
    "  light: {kind: math2d, width: 2000, height: 1000, expression: \"0.8\"}\n";

/// The surface minus `light` is -0.2 in the samples that both have: the surface is wider.
const char* const nearlyEqual =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 2000, height: 1000, full_depth: 40 um, inputs: [data: dark]}\n"
    "  dark: {kind: math2d, expression: \"0.2\"}\n"
    "  light: {kind: math2d, width: 1000, height: 1000, expression: \"0.4\"}\n";

/// A thing on the surface that can be dragged.
const char* const plateBesideLight =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 300, inputs: [{data: plate, at: [200, 100]}]}\n"
    "  plate: {kind: shape, shape: rectangle, size: [120, 90]}\n"
    "  light: {kind: math2d, width: 600, height: 300, expression: \"0.8\"}\n";

/// A viewport in a window that shows the surface and `light`, with the full range in gray.
struct Wiped {
    explicit Wiped(const char* text, ThemeChoice choice = ThemeChoice::dark) : studio(kinds(), choice) {
        studio.theme.setReduceMotion(true);
        problem = studio.load(text);
        studio.previews.appearance().change([](AppearanceValues& v) {
            v.automatic = false;
            v.low = 0;
            v.high = 1;
        });
        studio.selection.select({"light"});
        panel.resize(900, 420);
        panel.show();
        const bool shown = QTest::qWaitForWindowExposed(&panel, patience);
        QApplication::setActiveWindow(&panel);  // the screen has no window manager that would activate it
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_W);
        ready = shown && wipe().on() && QTest::qWaitFor([this] { return still(); }, patience);
    }
    [[nodiscard]] ViewportWidget& view() { return *panel.viewport(); }
    [[nodiscard]] Wipe& wipe() { return view().wipe(); }
    [[nodiscard]] QAction* action(const char* id) const { return panel.findChild<QAction*>(id); }
    /// Whether all tiles of both nodes are there.
    [[nodiscard]] bool still() {
        const PreviewProgress progress = wipe().progress();
        const auto there = [](Previews& previews) {
            const PreviewProgress side = previews.progress();
            return side.visible > 0 && side.there == side.visible;
        };
        return studio.showsNewest() && progress.exact && there(studio.previews) &&
               (!wipe().on() || there(*wipe().other()));
    }
    /// The colour at a share of the width, away from words.
    [[nodiscard]] QColor colorAt(double share) {
        const QImage image = view().grabFramebuffer();
        return image.pixelColor(static_cast<int>(share * image.width()), image.height() * 2 / 3);
    }
    [[nodiscard]] int brightnessAt(double share) { return qGray(colorAt(share).rgb()); }
    [[nodiscard]] QPoint onLine(int dx = 0, int dy = 0) {
        return {static_cast<int>(wipe().place() * view().width()) + dx, view().height() / 2 + dy};
    }
    void drag(QPoint from, QPoint to) {
        QTest::mousePress(&view(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&view(), (from + to) / 2);
        QTest::mouseMove(&view(), to);
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
    }

    StudioTest studio;
    QString problem;
    ViewportPanel panel{studio.workbench()};
    bool ready = false;
};

#define SHOW_WIPED(shown, text)           \
    Wiped shown(text);                    \
    QCOMPARE((shown).problem, QString()); \
    QVERIFY((shown).ready)

}  // namespace

class TestWipeView : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
    }

    void eachNodeHasItsSide() {
        SHOW_WIPED(shown, darkAndLight);
        QTRY_COMPARE(shown.brightnessAt(0.3), 51);
        QTRY_COMPARE(shown.brightnessAt(0.7), 204);
        const int line = shown.brightnessAt(0.5);
        QVERIFY2(line > 220, qPrintable(QString::number(line)));
        screenshot(shown.panel, "wipe");
    }

    /// The line ends between two pixels: no other pixel mixes the nodes.
    void theNodesMeetBelowTheLine() {
        SHOW_WIPED(shown, darkAndLight);
        QTRY_COMPARE(shown.brightnessAt(0.7), 204);
        const QImage image = shown.view().grabFramebuffer();
        const double ratio = shown.view().devicePixelRatioF();
        const int split = static_cast<int>(std::round(shown.wipe().place() * shown.view().width()) * ratio);
        const int y = image.height() * 2 / 3;
        const int halo = static_cast<int>(std::ceil(3 * ratio));
        QCOMPARE(qGray(image.pixel(split - halo - 1, y)), 51);
        QCOMPARE(qGray(image.pixel(split + halo + 1, y)), 204);
    }

    void theLineMovesWithTheMouseAndTheKeys() {
        SHOW_WIPED(shown, darkAndLight);
        const Viewpoint before = shown.view().viewpoint();
        shown.drag(shown.onLine(), {shown.view().width() * 3 / 4, 20});
        QVERIFY(std::abs(shown.wipe().place() - 0.75) < 0.01);
        QTRY_COMPARE(shown.brightnessAt(0.7), 51);
        const double place = shown.wipe().place();
        const double step = 16.0 / shown.view().width();
        QTest::keyClick(&shown.view(), Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(std::abs(shown.wipe().place() - place - step) < 1e-9);
        for (int k = 0; k < 3; ++k)
            QTest::keyClick(&shown.view(), Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(std::abs(shown.wipe().place() - place + 2 * step) < 1e-9);
        QCOMPARE(shown.view().viewpoint(), before);
    }

    void theLineIsTakenWithin16Pixels_data() {
        QTest::addColumn<QPoint>("beside");
        QTest::addColumn<bool>("ruler");
        QTest::addColumn<bool>("taken");
        QTest::newRow("15 px left of it") << QPoint(-15, 100) << false << true;
        QTest::newRow("18 px right of it") << QPoint(18, 100) << false << false;
        QTest::newRow("the knob, while a ruler is drawn") << QPoint(5, -15) << true << true;
        QTest::newRow("the rest of the line, while a ruler is drawn") << QPoint(5, 100) << true << false;
    }
    void theLineIsTakenWithin16Pixels() {
        QFETCH(QPoint, beside);
        QFETCH(bool, ruler);
        QFETCH(bool, taken);
        SHOW_WIPED(shown, darkAndLight);
        if (ruler) shown.view().setTool(ViewportTool::ruler);
        const Viewpoint before = shown.view().viewpoint();
        const QPoint from = shown.onLine(beside.x(), beside.y());
        shown.drag(from, from + QPoint(60, 0));
        // The line moves as far as the pointer, from wherever it was taken.
        const double moved = (shown.wipe().place() - 0.5) * shown.view().width();
        QVERIFY2(std::abs(moved - (taken ? 60 : 0)) < 1, qPrintable(QString::number(moved)));
        QCOMPARE(shown.view().viewpoint() != before, !taken && !ruler);
        QCOMPARE(shown.view().ruler().has_value(), ruler && !taken);
    }

    void shiftWExchangesTheSides() {
        SHOW_WIPED(shown, darkAndLight);
        QTRY_COMPARE(shown.brightnessAt(0.3), 51);
        QTest::keyClick(&shown.view(), Qt::Key_W, Qt::ShiftModifier);
        QTRY_COMPARE(shown.brightnessAt(0.3), 204);
        QTRY_COMPARE(shown.brightnessAt(0.7), 51);
        QVERIFY(shown.wipe().swapped());
    }

    void endsAgain_data() {
        QTest::addColumn<int>("key");
        QTest::newRow("W") << static_cast<int>(Qt::Key_W);
        QTest::newRow("Esc") << static_cast<int>(Qt::Key_Escape);
        QTest::newRow("Z") << static_cast<int>(Qt::Key_Z);
    }
    void endsAgain() {
        QFETCH(int, key);
        SHOW_WIPED(shown, darkAndLight);
        QVERIFY(shown.action("viewport.wipe")->isChecked());
        QVERIFY(shown.action("viewport.wipe-swap")->isEnabled());
        if (key == Qt::Key_Z && !shown.action("viewport.three-d")->isEnabled())
            QSKIP("the driver has no 3-D view");
        QTest::keyClick(&shown.view(), static_cast<Qt::Key>(key));
        QVERIFY(!shown.wipe().on());
        QVERIFY(!shown.action("viewport.wipe")->isChecked());
        QVERIFY(!shown.action("viewport.wipe-swap")->isEnabled());
        QCOMPARE(shown.action("viewport.wipe")->isEnabled(), key != Qt::Key_Z);
        if (key != Qt::Key_Z) QTRY_COMPARE(shown.brightnessAt(0.7), 51);
    }

    void theDifferenceHasColoursOfItsOwn() {
        SHOW_WIPED(shown, nearlyEqual);
        QTRY_COMPARE(shown.brightnessAt(0.3), 51);
        shown.action("viewport.wipe-difference")->trigger();
        // The full range is 1 wide, so the colours go from -0.5 to 0.5.
        const ColorMap map = ColorMap::difference();
        const auto looksLike = [&shown](double share, const QColor& color) {
            const QColor seen = shown.colorAt(share);
            return std::abs(seen.red() - color.red()) <= 3 && std::abs(seen.green() - color.green()) <= 3 &&
                   std::abs(seen.blue() - color.blue()) <= 3;
        };
        QTRY_VERIFY(looksLike(0.3, map.at(0.3)));
        QVERIFY(looksLike(0.49, map.at(0.3)));                            // the line is hidden
        QVERIFY(looksLike(0.7, shown.studio.theme.color(Role::canvas)));  // `light` has no samples here
        QTest::keyClick(&shown.view(), Qt::Key_W, Qt::ShiftModifier);
        QTRY_VERIFY(looksLike(0.3, map.at(0.7)));
        screenshot(shown.panel, "wipe-difference");
        shown.action("viewport.wipe-line")->trigger();
        QTRY_COMPARE(shown.brightnessAt(0.7), 51);
    }

    /// The same distance from the left edge of either half shows the same sample.
    void besideEachOtherBothShowTheWholeView() {
        SHOW_WIPED(shown, darkAndLight);
        ViewportWidget& view = shown.view();
        const double before = view.viewpoint().scale;
        shown.action("viewport.wipe-beside")->trigger();
        QVERIFY(view.viewpoint().scale < 0.7 * before);  // all of the surface fits into a half
        QTRY_COMPARE(shown.brightnessAt(0.25), 51);
        QTRY_COMPARE(shown.brightnessAt(0.75), 204);
        const auto* line = shown.panel.findChild<ProbeLine*>();
        const auto pinnedAt = [&](int x) {
            QTest::mouseClick(&view, Qt::LeftButton, {}, {x, view.height() / 2});
            return view.sampleUnder({200.0, view.height() / 2.0});
        };
        const int half = view.width() / 2;
        const std::optional<Point> sample = pinnedAt(200);
        const QString place = QString("%1 px").arg(sample->x);
        QTRY_VERIFY(line->probeText().contains(place));
        pinnedAt(100);
        QTRY_VERIFY(!line->probeText().contains(place));
        pinnedAt(view.width() - half + 200);
        QTRY_VERIFY(line->probeText().contains(place));
        screenshot(shown.panel, "wipe-beside");
    }

    void aDragBeginsInEitherHalf() {
        SHOW_WIPED(shown, darkAndLight);
        ViewportWidget& view = shown.view();
        shown.action("viewport.wipe-beside")->trigger();
        const Viewpoint before = view.viewpoint();
        const int middle = view.width() / 2;
        shown.drag({middle + 60, 150}, {middle - 40, 150});  // beyond the line between the halves
        const double moved = (view.viewpoint().centre.x() - before.centre.x()) * before.scale;
        QVERIFY2(std::abs(moved - 100) < 1, qPrintable(QString::number(moved)));
        QCOMPARE(view.viewpoint().centre.y(), before.centre.y());
        // The minimap is in the left half only.
        shown.drag({view.width() - middle + 40, 40}, {view.width() - middle + 60, 40});
        const double more = (view.viewpoint().centre.x() - before.centre.x()) * before.scale;
        QVERIFY2(std::abs(more - 80) < 1, qPrintable(QString::number(more)));
        shown.action("viewport.wipe-line")->trigger();
        QCOMPARE(view.viewpoint().scale, before.scale);  // the view is no longer fitted to the window
    }

    /// When the halves end, the pointer is over another place of the surface. The thing stays, and keys move
    /// it again.
    void theEndOfTheHalvesEndsADrag() {
        SHOW_WIPED(shown, plateBesideLight);
        ViewportWidget& view = shown.view();
        shown.action("viewport.wipe-beside")->trigger();
        view.setTool(ViewportTool::placing);
        const QUndoStack& history = shown.studio.document.history();
        const QSize half(view.width() / 2, view.height());
        const QPoint from = view.viewpoint().toScreen({260, 145}, half).toPoint();
        QTest::mousePress(&view, Qt::LeftButton, {}, from);
        QTest::mouseMove(&view, from + QPoint(20, 0));
        QTest::mouseMove(&view, from + QPoint(40, 0));
        QVERIFY(view.placing().moving());
        QTest::keyClick(&view, Qt::Key_W);
        QVERIFY(!shown.wipe().on());
        QVERIFY(!view.placing().dragging());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(40, 0));
        QCOMPARE(history.index(), 1);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(history.index(), 2);
    }

    /// Things are placed in the left half. A click in the right one pins the probe and keeps the selection.
    void aClickInTheRightHalfKeepsTheThing() {
        SHOW_WIPED(shown, plateBesideLight);
        ViewportWidget& view = shown.view();
        shown.action("viewport.wipe-beside")->trigger();
        view.setTool(ViewportTool::placing);
        const QSize half(view.width() / 2, view.height());
        const QPoint onPlate = view.viewpoint().toScreen({260, 145}, half).toPoint();
        const QPoint besidePlate = view.viewpoint().toScreen({500, 250}, half).toPoint();
        const QPoint toRight(view.width() - half.width(), 0);
        QTest::mouseClick(&view, Qt::LeftButton, {}, onPlate);
        QCOMPARE(shown.studio.selection.nodes(), QStringList{"plate"});
        QTest::mouseMove(&view, onPlate + QPoint(1, 1));
        QTRY_COMPARE(view.cursor().shape(), Qt::SizeAllCursor);
        for (const QPoint& place : {onPlate, besidePlate}) {
            QTest::mouseMove(&view, place + toRight);
            QTRY_COMPARE(view.cursor().shape(), Qt::CrossCursor);
            QTest::mouseClick(&view, Qt::LeftButton, {}, place + toRight);
            QCOMPARE(shown.studio.selection.nodes(), QStringList{"plate"});
            QVERIFY(view.placing().chosen() != nullptr);
        }
        QTest::mouseClick(&view, Qt::LeftButton, {}, besidePlate);
        QVERIFY(shown.studio.selection.nodes().isEmpty());
    }

    void theModeIsChosenOverThePicture() {
        SHOW_WIPED(shown, darkAndLight);
        auto* bar = shown.panel.findChild<QWidget*>("viewport.wipe-modes");
        QVERIFY(bar != nullptr && bar->isVisible());
        QVERIFY(shown.view().rect().contains(bar->geometry()));
        QVERIFY(shown.action("viewport.wipe-line")->isChecked());
        QTest::mouseClick(bar->findChild<QToolButton*>("viewport.wipe-difference-button"), Qt::LeftButton);
        QCOMPARE(shown.wipe().mode(), Wipe::Mode::difference);
        QVERIFY(!shown.action("viewport.wipe-line")->isChecked());
        QTest::keyClick(&shown.view(), Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
        QTest::keyClick(&shown.view(), Qt::Key_W);  // A/B begins with the line
        QCOMPARE(shown.wipe().mode(), Wipe::Mode::line);
        QVERIFY(bar->isVisible() && shown.action("viewport.wipe-line")->isChecked());
    }

    /// The two chips replace the chip that names the shown node.
    void theBarHasTheChips() {
        SHOW_WIPED(shown, darkAndLight);
        const auto visible = [&shown](const char* name) {
            return shown.panel.findChild<QWidget*>(name)->isVisible();
        };
        QVERIFY(visible("viewport.wipe-a") && visible("viewport.wipe-b"));
        QVERIFY(!visible("viewport.solo-chip"));
        QTest::keyClick(&shown.view(), Qt::Key_Escape);
        QVERIFY(!visible("viewport.wipe-a") && !visible("viewport.wipe-b"));
        QVERIFY(visible("viewport.solo-chip"));
    }

    /// The chips lose their names before a button is cut, for example on a notebook at 200 %.
    void aNarrowBarHasChipsWithoutNames() {
        const QByteArray text = QByteArray(darkAndLight).replace("dark", "a ground that is rather dark");
        SHOW_WIPED(shown, text.constData());
        for (const Wipe::Side side : {Wipe::Side::a, Wipe::Side::b})
            shown.wipe().setNode(side, "a ground that is rather dark");
        const auto* chip = shown.panel.findChild<QToolButton*>("viewport.wipe-b");
        QTRY_VERIFY(chip->text().startsWith("a ground") && shown.studio.showsNewest());
        const auto* bar = shown.panel.findChild<QWidget*>("viewport.bar");
        const auto isCut = [bar] {
            for (const QToolButton* button : bar->findChildren<QToolButton*>()) {
                const int right = button->mapTo(bar, QPoint(button->width(), 0)).x();
                if (button->isVisible() && right > bar->width()) return true;
            }
            return false;
        };
        shown.panel.resize(640, 420);
        QTRY_COMPARE(chip->toolButtonStyle(), Qt::ToolButtonIconOnly);
        QTRY_VERIFY(!isCut());
        QVERIFY(chip->toolTip().contains("a ground that is rather dark"));
        shown.panel.resize(1300, 420);
        QTRY_COMPARE(chip->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
        QTRY_VERIFY(!isCut());
    }

    void aPinnedProbeSaysBothSamples() {
        SHOW_WIPED(shown, darkAndLight);
        shown.view().pinProbe(Point{700, 600});
        const auto* line = shown.panel.findChild<ProbeLine*>();
        QTRY_VERIFY(line->probeText().contains(QString::fromUtf8("A 0.2000 B 0.8000 A − B -0.6000")));
        QTest::mouseMove(&shown.view(), shown.onLine(40, 40));  // the pinned probe does not follow the
                                                                // pointer
        QVERIFY(line->probeText().contains("700 px"));
    }

    /// A recent file shows its surface, also if it is compared with another node.
    void aPictureShowsTheShownNodeAlone() {
        SHOW_WIPED(shown, darkAndLight);
        QTRY_COMPARE(shown.brightnessAt(0.7), 204);
        const QImage picture = shown.view().picture({300, 100});
        QVERIFY(!picture.isNull());
        QCOMPARE(qGray(picture.pixel(60, 50)), 51);
        QCOMPARE(qGray(picture.pixel(240, 50)), 51);
        QCOMPARE(shown.brightnessAt(0.7), 204);
    }

    /// Names are on their own side, and below the overlays that are there already.
    void aNameLiesOnItsSide_data() {
        QTest::addColumn<double>("x");
        QTest::addColumn<QRectF>("taken");
        QTest::addColumn<QRect>("first");   // where A is named; null: nowhere
        QTest::addColumn<QRect>("second");  // where B is named
        QTest::newRow("in the middle")
            << 300.0 << QRectF() << QRect(150, 12, 143, 24) << QRect(307, 12, 143, 24);
        QTest::newRow("below another thing")
            << 300.0 << QRectF(280, 0, 200, 50) << QRect(150, 54, 143, 24) << QRect(307, 54, 143, 24);
        QTest::newRow("the left side is too narrow") << 40.0 << QRectF() << QRect() << QRect(47, 12, 143, 24);
    }
    void aNameLiesOnItsSide() {
        QFETCH(double, x);
        QFETCH(QRectF, taken);
        QFETCH(QRect, first);
        QFETCH(QRect, second);
        const Theme theme(ThemeChoice::dark);
        const auto drawnAt = [&](Wipe::Side side, const QRectF& room) {
            QImage image(600, 200, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            WipeOverlays(painter, theme, image.size(), {}).name(side, "light", room, {taken});
            painter.end();
            QRect drawn;
            for (int row = 0; row < image.height(); ++row) {
                for (int column = 0; column < image.width(); ++column) {
                    if (image.pixel(column, row) != qRgb(255, 255, 255)) drawn |= QRect(column, row, 1, 1);
                }
            }
            return drawn;
        };
        const QRect a = drawnAt(Wipe::Side::a, {0, 0, x, 200});
        const QRect b = drawnAt(Wipe::Side::b, {x, 0, 600 - x, 200});
        QCOMPARE(a.isNull(), first.isNull());
        QVERIFY2(first.isNull() || first.contains(a), qPrintable(QString::number(a.left())));
        QVERIFY2(second.contains(b) && !b.isNull(), qPrintable(QString::number(b.right())));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestWipeView)
#include "test_wipe_view.moc"
