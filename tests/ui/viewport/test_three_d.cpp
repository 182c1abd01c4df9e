// SPDX-License-Identifier: GPL-3.0-or-later

// The 3-D view in a real window, operated like by a user.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/appearance_bar.hpp"
#include "ui/viewport/probe_line.hpp"
#include "ui/viewport/relief/relief_bar.hpp"
#include "ui/viewport/relief_overlays.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/words/why_disabled.hpp"

#include <QApplication>
#include <QSet>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

using namespace burin;
using namespace burin::ui;

namespace {

// If OpenGL runs in software, its time grows with the number of heights, so most tests show few samples.
const char* const even =
    "burin: 1\npixel: 8 um\nnodes:\n"
    "  surface: {kind: root, width: 300, height: 200, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.25\"}\n";
const char* const waves =
    "burin: 1\npixel: 18 um\nnodes:\n"
    "  surface: {kind: root, width: 334, height: 222, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.25 * sin(x / 10) * sin(y / 8)\"}\n";
/// A surface whose pictures have several levels.
const char* const fineWaves =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 3000, height: 2000, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.25 * sin(x / 90) * sin(y / 70)\"}\n";
const char* const rolled =
    "burin: 2\npixel: 40 um\njob: {roller: {diameter: 4 mm, axis: x}}\nnodes:\n"
    "  surface: {kind: root, width: 450, height: 314, full_depth: 80 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 3) * sin(2 * pi * y / 314 * 16)\"}\n";

/// A viewport in a window that shows the 3-D view, with its pictures complete.
struct InSpace {
    explicit InSpace(const char* text, ThemeChoice choice = ThemeChoice::dark) : studio(kinds(), choice) {
        studio.theme.setReduceMotion(true);
        problem = studio.load(text);
        // In software, OpenGL takes as long as there are pixels and heights to draw.
        const bool reviewed = !qEnvironmentVariableIsEmpty("BURIN_SCREENSHOTS");
        panel.resize(reviewed ? QSize(1100, 460) : QSize(720, 340));
        panel.show();
        const bool shown = QTest::qWaitForWindowExposed(&panel, patience);
        QApplication::setActiveWindow(&panel);  // the screen has no window manager that would activate it
        widget().setFocus();
        QTest::keyClick(&panel, Qt::Key_Z);
        ready = shown && view().on() && QTest::qWaitFor([this] { return drawn(); }, patience);
    }
    [[nodiscard]] ViewportWidget& widget() { return *panel.viewport(); }
    [[nodiscard]] ReliefView& view() { return widget().relief(); }
    [[nodiscard]] bool still() {
        const PreviewProgress progress = studio.previews.progress();
        return studio.showsNewest() && progress.visible > 0 && progress.there == progress.visible;
    }
    /// Whether all tiles of the view are drawn.
    [[nodiscard]] bool drawn() {
        std::int64_t area = 0;
        for (const ReliefView::Piece& piece : view().pieces())
            area += piece.tile->level == view().wanted().level ? piece.part.area() : 0;
        return still() && area >= intersection(view().wanted().samples, view().surface()).area();
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button) {
        QTest::mousePress(&widget(), button, {}, from);
        QTest::mouseMove(&widget(), (from + to) / 2);
        QTest::mouseMove(&widget(), to);
        QTest::mouseRelease(&widget(), button, {}, to);
    }
    [[nodiscard]] QPoint middle() { return widget().rect().center(); }
    [[nodiscard]] QImage picture() { return widget().picture(widget().size()); }
    [[nodiscard]] QColor background() const { return studio.theme.color(Role::canvas); }
    [[nodiscard]] QAction* action(const char* id) const { return panel.findChild<QAction*>(id); }

    StudioTest studio;
    QString problem;
    ViewportPanel panel{studio.workbench()};
    bool ready = false;
};

/// A viewport whose driver refuses the shaders of the 3-D view.
class WithoutRelief : public ViewportWidget {
  public:
    using ViewportWidget::ViewportWidget;

  protected:
    [[nodiscard]] QString openRelief() override { return "too long"; }
};

#define SHOW_IN_SPACE(shown, text)        \
    InSpace shown(text);                  \
    QCOMPARE((shown).problem, QString()); \
    QVERIFY((shown).ready)

}  // namespace

class TestThreeD : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
    }

    /// From above, an even surface of clay has the colour that the pages give.
    void evenClayHasItsColor() {
        SHOW_IN_SPACE(shown, even);
        ReliefLook look = shown.view().look();
        look.material = 5;
        shown.view().setLook(look);
        QTest::keyClick(&shown.panel, Qt::Key_Z, Qt::ShiftModifier);
        QCOMPARE(shown.view().camera().elevation, 90.0);
        const QImage image = shown.picture();
        const QColor color = image.pixelColor(image.rect().center());
        const int expected = static_cast<int>(std::lround(255 * displayed(.5499)));
        QVERIFY2(std::abs(color.red() - expected) <= 2, qPrintable(color.name()));
        QCOMPARE(image.pixelColor(2, 2), shown.background());
    }

    void theMouseMovesTheViewer() {
        SHOW_IN_SPACE(shown, waves);
        const ReliefCamera first = shown.view().camera();
        shown.drag(shown.middle(), shown.middle() + QPoint(60, 25), Qt::LeftButton);
        const ReliefCamera turned = shown.view().camera();
        QVERIFY(std::abs(turned.azimuth - first.azimuth + 24) < 0.5);
        QVERIFY(std::abs(turned.elevation - first.elevation - 10) < 0.5);
        shown.drag(shown.middle(), shown.middle() + QPoint(60, 25), Qt::MiddleButton);
        const ReliefCamera panned = shown.view().camera();
        const auto away = [&] {
            const auto hit = shown.view().hitAt(shown.middle());
            return hit ? hit->distance : 0;
        };
        const double before = away();
        QVERIFY(before > 0);
        QCOMPARE(panned.azimuth, turned.azimuth);
        QVERIFY(lengthOf(panned.target - turned.target) > 0);
        QWheelEvent wheel(shown.middle(), shown.widget().mapToGlobal(shown.middle()), {}, {0, 240},
                          Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&shown.widget(), &wheel);
        QVERIFY(std::abs(away() / before - 0.5) < 0.01);
    }

    void keysMoveTheViewer() {
        SHOW_IN_SPACE(shown, waves);
        const ReliefCamera first = shown.view().camera();
        QTest::keyClick(&shown.widget(), Qt::Key_Right);
        QTest::keyClick(&shown.widget(), Qt::Key_Up);
        QVERIFY(std::abs(shown.view().camera().azimuth - first.azimuth - 5) < 1e-9);
        QVERIFY(std::abs(shown.view().camera().elevation - first.elevation - 5) < 1e-9);
        const ReliefCamera turned = shown.view().camera();
        QTest::keyClick(&shown.widget(), Qt::Key_Left, Qt::ControlModifier);
        QVERIFY2(dot(shown.view().camera().target - turned.target, turned.frame().x) < 0,
                 "the viewer moves to the left");
        QTest::keyClick(&shown.widget(), Qt::Key_Plus);
        QVERIFY(shown.view().camera().distanceUm < first.distanceUm);
        QTest::keyClick(&shown.widget(), Qt::Key_A);
        QVERIFY(std::abs(shown.view().camera().distanceUm / first.distanceUm - 1) < 0.3);
        QTest::keyClick(&shown.widget(), Qt::Key_Z);
        QVERIFY(!shown.view().on());
    }

    /// The probe reads the sample that a ray through the pointer meets, and a click pins it.
    void theProbeIsUnderThePointer() {
        SHOW_IN_SPACE(shown, waves);
        // A rougher picture has other heights, so the same ray could meet another sample.
        QTRY_COMPARE(shown.studio.previews.progress().state(), PreviewProgress::State::exact);
        const QPoint on = shown.middle() + QPoint(40, -20);
        (void)shown.picture();
        const auto hit = shown.view().hitAt(on);
        QVERIFY(hit);
        QTest::mouseMove(&shown.widget(), on);
        const auto probed = [&] {
            const auto& probe = shown.studio.previews.probe();
            return probe && probe->inside && probe->at == hit->sample();
        };
        QVERIFY(QTest::qWaitFor(probed, patience));
        QVERIFY(std::abs(static_cast<double>(shown.studio.previews.probe()->value) - hit->depth) < 0.05);
        QTest::mouseClick(&shown.widget(), Qt::LeftButton, {}, on);
        QTest::mouseMove(&shown.widget(), QPoint(3, 3));
        QVERIFY(QTest::qWaitFor(probed, patience));
    }

    /// While finer tiles are computed, coarser pictures show the surface: it has no hole.
    void thereAreNoHolesWhileTilesAreMissing() {
        SHOW_IN_SPACE(shown, fineWaves);
        for (int step = 0; step < 5; ++step) {
            (void)shown.picture();
            shown.view().zoom(2, shown.middle());
            const QImage image = shown.picture();
            int holes = 0;
            for (int y = -40; y <= 40; ++y) {
                for (int x = -80; x <= 80; ++x)
                    holes += image.pixelColor(image.rect().center() + QPoint(x, y)) == shown.background();
            }
            QCOMPARE(holes, 0);
        }
        QVERIFY(QTest::qWaitFor([&] { return shown.still(); }, patience));
        (void)shown.picture();
        const auto& pieces = shown.view().pieces();
        QVERIFY(std::any_of(pieces.begin(), pieces.end(), [&](const auto& piece) {
            return piece.tile->level == shown.view().wanted().level;
        }));
    }

    void theBarHasTheControlsOfTheView() {
        SHOW_IN_SPACE(shown, waves);
        const auto* looks = shown.panel.findChild<AppearanceBar*>();
        const auto* controls = shown.panel.findChild<ReliefBar*>();
        QVERIFY(looks->isHidden() && controls->isVisible());
        QVERIFY(!shown.action("viewport.ruler")->isEnabled());
        QVERIFY(!shown.action("viewport.roller")->isEnabled());
        auto* heights = shown.panel.findChild<QDoubleSpinBox*>("viewport.heights");
        QVERIFY2(heights->toolTip().startsWith("Vertical exaggeration"), qPrintable(heights->toolTip()));
        heights->setValue(7);
        QCOMPARE(shown.view().heights(), 7.0);
        QVERIFY(QTest::qWaitFor([&] { return shown.drawn(); }, patience));
        const QImage before = shown.picture();
        shown.panel.findChild<QDoubleSpinBox*>("viewport.light-azimuth")->setValue(90);
        QVERIFY(shown.picture() != before);
        shown.action("viewport.three-d")->trigger();
        QVERIFY(looks->isVisible() && controls->isHidden());
        QVERIFY(shown.action("viewport.ruler")->isEnabled());
    }

    /// The ball covers thousands of pixels, and each movement of the mouse draws a frame.
    void framesKeepTheBallOfTheLight() {
        SHOW_IN_SPACE(shown, even);
        const auto drawn = [&] {
            static_cast<void>(shown.widget().grabFramebuffer());
            return shown.widget().ball().image().cacheKey();
        };
        const qint64 before = drawn();
        QVERIFY(!shown.widget().ball().image().isNull());
        shown.drag(shown.middle(), shown.middle() + QPoint(60, 25), Qt::LeftButton);
        QCOMPARE(drawn(), before);
        shown.panel.findChild<QDoubleSpinBox*>("viewport.light-azimuth")->setValue(90);
        QVERIFY(drawn() != before);
    }

    void aRefusedShaderLeavesTheFlatView() {
        StudioTest studio;
        QCOMPARE(studio.load(waves), QString());
        WithoutRelief viewport(studio.workbench());
        const QSignalSpy failed(&viewport, &ViewportWidget::failed);
        viewport.resize(720, 340);
        viewport.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&viewport, patience));
        QTRY_COMPARE(viewport.relief().whyRefused(), QString("too long"));
        QVERIFY(failed.isEmpty());
        const auto colors = [&] {
            const QImage image = viewport.picture(viewport.size());
            QSet<QRgb> all;
            for (int x = 0; x < image.width(); ++x)
                all << image.pixel(x, image.height() / 2);
            return all.size();
        };
        QTRY_VERIFY(studio.showsNewest() && colors() > 20);  // the waves
    }

    void theCommandOfARefusedViewIsDisabled() {
        SHOW_IN_SPACE(shown, waves);
        const QAction* command = shown.action("viewport.three-d");
        const QString usual = command->toolTip();
        const QSignalSpy changed(&shown.view(), &ReliefView::changed);
        shown.view().setRefusal("too long");
        QCOMPARE(changed.size(), 1);
        QVERIFY(!shown.view().on() && !shown.panel.findChild<AppearanceBar*>()->isHidden());
        QVERIFY(!command->isEnabled() && !command->isChecked());
        QCOMPARE(command->property(whyDisabled).toString(), QString("the graphics driver cannot draw it"));
        QCOMPARE(command->toolTip(), usual + "\ntoo long");
        shown.view().setOn(true);
        QVERIFY(!shown.view().on());
        QVERIFY(QTest::qWaitFor([&] { return shown.still(); }, patience));
        QVERIFY(shown.panel.viewport()->isVisible() && !shown.picture().isNull());
        shown.view().setRefusal({});  // the driver of another screen refuses nothing
        QVERIFY(command->isEnabled());
        QCOMPARE(command->toolTip(), usual);
    }

    void aSurfaceLiesRoundItsRoller() {
        SHOW_IN_SPACE(shown, rolled);
        QVERIFY(shown.view().onRoller() && shown.action("viewport.roller")->isEnabled());
        const QImage round = shown.picture();
        QTest::keyClick(&shown.widget(), Qt::Key_Y);
        QVERIFY(!shown.view().onRoller());
        QVERIFY(QTest::qWaitFor([&] { return shown.still(); }, patience));
        QVERIFY(shown.picture() != round);
        QTest::keyClick(&shown.widget(), Qt::Key_Y);
        QVERIFY(shown.view().onRoller());
        for (auto* button : shown.panel.findChild<ReliefBar*>()->findChildren<QToolButton*>()) {
            const bool roller = button->text() == "Roller";
            button->click();
            button->click();
            QVERIFY2(button->isChecked(), "a second click on the chosen form changes nothing");
            QCOMPARE(shown.view().onRoller(), roller);
        }
    }

    void theSwitchStandsOutInTheBar() {
        SHOW_IN_SPACE(shown, waves);
        auto* button = shown.panel.findChild<QToolButton*>("viewport.three-d-button");
        const auto ground = [&] {
            return shown.panel.grab().toImage().pixelColor(button->geometry().topLeft() + QPoint(4, 6));
        };
        QCOMPARE(ground(), shown.studio.theme.color(Role::selectedGround));
        button->click();
        QCOMPARE(ground(), shown.studio.theme.color(Role::head));
    }

    void theLightIsDraggedOnItsBall() {
        SHOW_IN_SPACE(shown, waves);
        const QRectF place = ReliefOverlays::ballPlace(shown.widget().size());
        QVERIFY(!place.isNull());
        const QPoint centre(static_cast<int>(place.center().x()), static_cast<int>(place.top()) + 64);
        const ReliefCamera before = shown.view().camera();
        shown.drag(centre, centre + QPoint(17, 0), Qt::LeftButton);
        QCOMPARE(shown.view().look().lightAzimuth, 90.0);
        QCOMPARE(shown.view().look().lightElevation, 45.0);
        QCOMPARE(shown.view().camera().azimuth, before.azimuth);
        shown.drag(centre, centre - QPoint(0, 50), Qt::LeftButton);
        QCOMPARE(shown.view().look().lightAzimuth, 0.0);
        QCOMPARE(shown.view().look().lightElevation, 0.0);
    }

    /// From the front, the joint is behind the roller.
    void theJointIsShownFromItsSide() {
        SHOW_IN_SPACE(shown, rolled);
        const auto accents = [&] {
            const QImage image = shown.widget().grab().toImage();
            const QRgb accent = shown.studio.theme.color(Role::accent).rgb();
            int count = 0;
            // Without the axes and the ring of the focus.
            for (int y = 10; y < image.height() - 10; ++y) {
                for (int x = 160; x < image.width() - 10; ++x)
                    count += image.pixel(x, y) == accent;
            }
            return count;
        };
        QCOMPARE(accents(), 0);
        shown.view().turn(150, 0);
        QVERIFY(QTest::qWaitFor([&] { return shown.drawn(); }, patience));
        QVERIFY(accents() > 100);
        screenshot(shown.panel, QStringLiteral("three-d-joint"));
        QTest::keyClick(&shown.widget(), Qt::Key_J);
        QCOMPARE(accents(), 0);
        QTest::keyClick(&shown.widget(), Qt::Key_J);
        // Near the joint, its ends are far outside of the screen.
        shown.view().turn(30, 0);
        const ReliefForm& form = shown.view().form();
        for (int k = 0; k < 12; ++k)
            shown.view().zoom(1.5, shown.view().toScreen(form.toSpace({form.middle.x, 0}, 0)));
        QVERIFY(accents() > 100);
    }

    void theBadgeNamesTheHeights() {
        QCOMPARE(ReliefOverlays::heightsText(0.1), QString::fromUtf8("heights × 0.1"));
        QCOMPARE(ReliefOverlays::heightsText(22.5), QString::fromUtf8("heights × 22.5"));
        QCOMPARE(ReliefOverlays::heightsText(1000), QString::fromUtf8("heights × 1000"));
    }

    /// The mark of the badge is green then, as in the flat view.
    void theBadgeSaysExactOnceThePicturesAreExact() {
        SHOW_IN_SPACE(shown, even);
        QTRY_COMPARE(shown.studio.previews.progress().state(), PreviewProgress::State::exact);
        const auto greenPixels = [&] {
            const QImage image = shown.widget().grab().toImage();
            int count = 0;
            for (int y = 12; y < 36; ++y) {
                for (int x = image.width() - 400; x < image.width() - 12; ++x)
                    count += qGreen(image.pixel(x, y)) - qRed(image.pixel(x, y)) > 25;
            }
            return count;
        };
        QTRY_VERIFY(greenPixels() > 0);
    }

    void aDragEndsWithTheView() {
        SHOW_IN_SPACE(shown, waves);
        const ReliefCamera before = shown.view().camera();
        QTest::mousePress(&shown.widget(), Qt::LeftButton, {}, shown.middle());
        QTest::keyClick(&shown.widget(), Qt::Key_Z);
        QTest::keyClick(&shown.widget(), Qt::Key_Z);
        QTest::mouseMove(&shown.widget(), shown.middle() + QPoint(60, 25));
        QCOMPARE(shown.view().camera().azimuth, before.azimuth);
        QTest::mouseRelease(&shown.widget(), Qt::LeftButton, {}, shown.middle() + QPoint(60, 25));
    }

    /// In a view towards the horizon, the tiles end before the horizon. After an edit, an older picture is
    /// shown beyond the tiles until a new one is ready.
    void anEditLeavesNoHoleBeyondTheTiles() {
        const QByteArray large = QByteArray(even)
                                     .replace("pixel: 8 um", "pixel: 2 um")
                                     .replace("width: 300", "width: 120000")
                                     .replace("height: 200", "height: 80000");
        SHOW_IN_SPACE(shown, large.constData());
        shown.view().turn(0, 6 - shown.view().camera().elevation);
        for (int k = 0; k < 4; ++k)
            shown.view().zoom(
                2, shown.view().toScreen(shown.view().form().toSpace(shown.view().form().middle, 0.5)));
        QVERIFY(QTest::qWaitFor([&] { return shown.drawn() && shown.studio.previews.overview(); }, patience));
        const auto ground = [&] {
            const QImage image = shown.picture();
            int count = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixelColor(x, y) != shown.background();
            }
            return count;
        };
        QVERIFY(!shown.view().wanted().samples.contains(shown.view().surface()));
        const int before = ground();
        int least = before;
        bool edited = false;
        connect(&shown.studio.previews, &Previews::shownChanged, &shown.view(), [&] {
            edited = true;
            least = std::min(least, ground());
        });
        QCOMPARE(shown.studio.document.edit(
                     "Deepen",
                     [](DesignEdit& edit) { edit.setValue("part", "expression", yamlScalar("0.26", true)); }),
                 QString());
        QVERIFY(QTest::qWaitFor([&] { return edited && shown.drawn(); }, patience));
        QVERIFY2(least > 0.97 * before, qPrintable(QString("%1 of %2").arg(least).arg(before)));
    }

    void goingToAPlaceShowsItFlat() {
        SHOW_IN_SPACE(shown, waves);
        shown.widget().goTo({100, 100});
        QVERIFY(!shown.view().on() && !shown.action("viewport.three-d")->isChecked());
    }

    void looksAsDrawn_data() {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QByteArray>("text");
        QTest::addRow("dark") << ThemeChoice::dark << QByteArray(waves);
        QTest::addRow("light") << ThemeChoice::light << QByteArray(waves);
        QTest::addRow("roller-dark") << ThemeChoice::dark << QByteArray(rolled);
    }

    void looksAsDrawn() {
        if (qEnvironmentVariableIsEmpty("BURIN_SCREENSHOTS")) return;
        QFETCH(ThemeChoice, theme);
        QFETCH(QByteArray, text);
        InSpace shown(text.constData(), theme);
        QVERIFY(shown.ready);
        screenshot(shown.panel, QStringLiteral("three-d-") + QTest::currentDataTag());
        QTest::mouseClick(&shown.widget(), Qt::LeftButton, {}, shown.middle() + QPoint(60, -20));
        shown.view().zoom(5, shown.middle() + QPoint(60, -20));
        QVERIFY(QTest::qWaitFor([&] { return shown.drawn(); }, patience));
        screenshot(shown.panel, QStringLiteral("three-d-near-") + QTest::currentDataTag());
    }
};

BURIN_TEST(TestThreeD)
#include "test_three_d.moc"
