// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of the surface in the export dialog, and in the jobs that it starts.

#include "core/design/yaml_tools.hpp"
#include "ui/export/dialog/region_map.hpp"
#include "ui/export/queue/surface_scales.hpp"
#include "ui/support/export_studio.hpp"

#include <algorithm>

namespace burin::ui {

class TestExportPreview : public QObject {
    Q_OBJECT

    static void recolor(Studio& studio, const char* map) {
        studio.previews.appearance().change([map](AppearanceValues& values) {
            values.mode = AppearanceMode::map;
            values.map = map;
        });
    }

    /// Otherwise, the colours would follow the values of the shown design.
    static void keepRange(Studio& studio) {
        studio.previews.appearance().change([](AppearanceValues& values) {
            values.automatic = false;
            values.low = 0;
            values.high = 1;
        });
    }

  private slots:
    void itFollowsTheLook() {
        Studio studio;
        studio.showSurface();
        studio.trigger("export.open");
        QTRY_VERIFY(!studio.previews.busy() && studio.previews.thumbnailIsNewest("surface"));
        auto* const map = studio.find<RegionMap>("export.regionMap");
        const QImage before = map->grab().toImage();
        recolor(studio, "Magma");
        QVERIFY(map->grab().toImage() != before);
    }

    /// A thumbnail is smaller than the map. It is shown until the sharp picture is there, as a sketch.
    void itIsAsSharpAsItsPlace() {
        Studio studio;
        studio.showSurface();
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        const auto* const map = studio.find<RegionMap>("export.regionMap");
        bool unmarked = false;
        const auto pixels = [&] {
            return static_cast<int>(map->drawing().width() * map->devicePixelRatioF());
        };
        const auto sharp = [&] {
            const SurfacePicture picture = studio.tools.dialog().form().order().picture;
            const bool blurred = picture.image.width() < pixels();
            if (!picture.image.isNull() && blurred && !picture.sketch) unmarked = true;
            return !picture.image.isNull() && !blurred && !picture.sketch;
        };
        QVERIFY(pixels() > 128);
        QTRY_VERIFY(sharp());
        QVERIFY(!unmarked);
    }

    /// While it shows another node, the viewport has no picture of the surface.
    void itIsThereWhileAnotherNodeIsShown() {
        Studio studio;
        studio.showSurface();
        studio.selection.setSolo("waves");
        studio.previews.setShown("waves");
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QTRY_VERIFY(!studio.tools.dialog().form().order().picture.image.isNull());
    }

    /// A job may start before there is a picture of it. Its picture does not follow later edits.
    void aJobTakesTheBetterPicturesOfItsDesign() {
        Studio studio(true);
        keepRange(studio);
        studio.showSurface();
        studio.gate.pass(0);
        studio.trigger("export.open");
        ExportJob* const job = studio.queue.add(studio.order("x.tif"));
        const auto picture = [job] { return job->order().picture; };
        QVERIFY(picture().image.isNull());
        QTRY_VERIFY(!picture().image.isNull() && !picture().sketch);
        const QImage first = picture().image;
        recolor(studio, "Magma");
        const QImage colored = picture().image;
        QVERIFY(colored != first);
        studio.document.edit("Flatten", [](DesignEdit& e) {
            e.setValue("waves", "expression", yamlScalar("x / 4000", true));
        });
        static_cast<void>(studio.previews.thumbnail("surface"));
        QTRY_VERIFY(studio.previews.thumbnailIsNewest("surface"));
        QCOMPARE(picture().image, colored);
        studio.gate.open();
        BURIN_TRY_STATE(job, done);
    }

    /// The form makes its picture of the surface while it is open.
    void aJobThatIsAddedLaterGetsThePicture() {
        Studio studio(true);
        keepRange(studio);
        studio.showSurface();
        studio.gate.pass(0);
        studio.trigger("export.open");
        const auto sharp = [&studio] {
            const SurfacePicture picture = studio.tools.dialog().form().order().picture;
            return !picture.image.isNull() && !picture.sketch;
        };
        QTRY_VERIFY(sharp());
        ExportJob* const job = studio.queue.add(studio.order("x.tif"));
        QVERIFY(!job->order().picture.image.isNull() && !job->order().picture.sketch);
        studio.gate.open();
        BURIN_TRY_STATE(job, done);
    }

    /// The design is edited before there is a picture. The previews then show the edited design only.
    void aJobGetsItsPictureAlsoWhileOneEdits() {
        Studio studio(true);
        keepRange(studio);
        studio.showSurface();
        studio.gate.pass(0);
        ExportJob* const job = studio.queue.add(studio.order("x.tif"));
        studio.document.edit("Flatten", [](DesignEdit& e) {
            e.setValue("waves", "expression", yamlScalar("x / 4000", true));
        });
        QVERIFY(job->order().picture.image.isNull());
        studio.trigger("export.open");
        QTRY_VERIFY(!job->order().picture.image.isNull() && !job->order().picture.sketch);
        const ExportJob* const edited = studio.queue.add(studio.order("y.tif"));
        studio.document.undo();
        const ExportJob* const same = studio.queue.add(studio.order("z.tif"));
        static_cast<void>(studio.previews.coloredThumbnail("surface"));
        for (const ExportJob* const other : {edited, same})
            QTRY_VERIFY(!other->order().picture.image.isNull() && !other->order().picture.sketch);
        QTRY_COMPARE(job->order().picture.image, same->order().picture.image);
        QVERIFY(job->order().picture.image != edited->order().picture.image);
        studio.gate.open();
        BURIN_TRY_STATE(job, done);
    }

    /// No figure is left out between two others, however narrow the picture is.
    void theFiguresAboveItHaveEqualSteps() {
        const Theme theme(ThemeChoice::dark);
        constexpr Size area{3000, 2600};  // 15 x 13 mm
        qsizetype most = 0;
        for (int width = 24; width <= 600; width += 4) {
            const QRectF drawing(34, 18, width, width * 2600.0 / 3000);
            const QList<ScaleFigure> figures = figuresAbove(theme, drawing, area, 5, drawing.right() + 34);
            QVERIFY2(figures.last().text.endsWith(" mm"), qPrintable(figures.last().text));
            const auto lengthOf = [&](qsizetype i) { return figures[i].text.split(' ').first().toDouble(); };
            for (qsizetype i = 0; i < figures.size(); ++i)
                QCOMPARE(lengthOf(i), static_cast<double>(i) * lengthOf(std::min<qsizetype>(1, i)));
            most = std::max(most, figures.size());
        }
        QCOMPARE(most, qsizetype{8});  // 0, 2, ... 14 mm
    }

    /// The plain background of the map would look like the surface. A design with an error has no picture.
    void theMapSaysThatItsPictureIsComputed() {
        Studio studio;
        studio.showSurface();
        studio.trigger("export.open");
        const auto* const map = studio.find<RegionMap>("export.regionMap");
        QCOMPARE(map->words(), QString("Computing the picture"));
        QTRY_COMPARE(map->words(), QString());
        studio.document.edit(
            "Break", [](DesignEdit& e) { e.setValue("waves", "expression", yamlScalar("x /", true)); });
        QTRY_COMPARE(map->words(), QString());
    }

    void theWordsOfTheMapAreSeen() {
        const Theme theme(ThemeChoice::dark);
        QImage white(60, 60, QImage::Format_RGB32);
        white.fill(Qt::white);
        RegionMap map(theme);
        map.resize(200, 200);
        const auto drawn = [&](const QImage& image, bool awaited) {
            map.setSurface({100, 100}, 1, {image}, awaited);
            map.setRegion(Rect{0, 0, 100, 100});
            return map.grab().toImage();
        };
        QVERIFY(drawn({}, true) != drawn({}, false));
        QCOMPARE(drawn(white, true), drawn(white, false));
    }

    void aSketchHasAMark() {
        const Theme theme(ThemeChoice::dark);
        QImage white(60, 60, QImage::Format_RGB32);
        white.fill(Qt::white);
        RegionMap map(theme);
        map.resize(200, 200);
        const auto drawn = [&](bool sketch) {
            map.setSurface({100, 100}, 1, {white, sketch});
            map.setRegion(Rect{0, 0, 100, 100});
            return map.grab().toImage();
        };
        QVERIFY(drawn(true) != drawn(false));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestExportPreview)
#include "test_export_preview.moc"
