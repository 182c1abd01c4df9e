// SPDX-License-Identifier: GPL-3.0-or-later

// The pictures in Recent are those of the files, even if a file's image is far larger than the memory of the
// studio.

#include "core/design/yaml_tools.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/previews/color_map.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/start/start_page.hpp"

#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace burin::ui {

namespace {

constexpr std::uint64_t side = 76'032;
constexpr std::uint64_t rowsInStrip = 64;
constexpr std::uint64_t strips = side / rowsInStrip;
constexpr std::uint64_t stripBytes = side * rowsInStrip;

class Bytes {
  public:
    template <class... Numbers>
    void add(Numbers... numbers) {
        (bytes_.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
    }
    [[nodiscard]] const std::string& all() const { return bytes_; }

  private:
    std::string bytes_;
};

/// A BigTIFF of 5.4 GiB that takes 5 MB of the disk. Its upper half is a hole, which reads as black. The
/// strips of its lower half are all the same white one.
void writeHugeTiff(const std::filesystem::path& path) {
    struct Tag {
        std::uint16_t tag;
        std::uint16_t type;
        std::uint64_t count;
        std::uint64_t value;
    };
    constexpr std::uint16_t whole = 4;   // the type of a number of 4 bytes
    constexpr std::uint16_t place = 16;  // the type of an offset of 8 bytes
    constexpr std::uint64_t directory = 16;
    constexpr std::uint64_t tagCount = 9;
    constexpr std::uint64_t offsets = directory + 8 + 20 * tagCount + 8;
    constexpr std::uint64_t counts = offsets + 8 * strips;
    constexpr std::uint64_t white = counts + 8 * strips;
    constexpr std::uint64_t hole = white + stripBytes;
    constexpr std::array<Tag, tagCount> tags = {{{256, whole, 1, side},
                                                 {257, whole, 1, side},
                                                 {258, whole, 1, 8},
                                                 {259, whole, 1, 1},
                                                 {262, whole, 1, 1},
                                                 {273, place, strips, offsets},
                                                 {277, whole, 1, 1},
                                                 {278, whole, 1, rowsInStrip},
                                                 {279, place, strips, counts}}};
    Bytes bytes;
    bytes.add('I', 'I', std::uint16_t{43}, std::uint16_t{8}, std::uint16_t{0}, directory, tagCount);
    for (const Tag& tag : tags)
        bytes.add(tag.tag, tag.type, tag.count, tag.value);
    bytes.add(std::uint64_t{0});
    for (std::uint64_t strip = 0; strip < strips; ++strip)
        bytes.add(strip < strips / 2 ? hole + strip * stripBytes : white);
    for (std::uint64_t strip = 0; strip < strips; ++strip)
        bytes.add(stripBytes);
    std::ofstream file(path, std::ios::binary);
    file << bytes.all() << std::string(stripBytes, '\xFF');
    file.close();
    std::filesystem::resize_file(path, white + strips * stripBytes);
}

constexpr const char* huge = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 76032, height: 76032, inputs: [{data: photo}]}
  photo: {kind: tiff, file: huge.tif}
)yaml";

constexpr const char* plate = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80}
)yaml";

constexpr const char* empty = R"yaml(burin: 1
pixel: 1 um
nodes: {}
)yaml";

constexpr const char* ramp = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: part}]}
  part: {kind: math2d, expression: "x / 100"}
)yaml";

}  // namespace

class TestRecentPictures : public QObject {
    Q_OBJECT

  private slots:
    void aHugeImageHasAPictureAndGivesItsMemoryBack() {
        QSettings().clear();
        writeHugeTiff(folder_.filePath("huge.tif").toStdString());
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1358, 728);
        window.show();
        const std::size_t before = budget_.used();
        const QString file = written("huge.burin", huge);
        QVERIFY(window.openFile(file));
        QTRY_VERIFY(!pictureOf(file).isNull());
        // Depth 0 is light, full depth is dark.
        const auto right = [&] {
            const QImage picture = pictureOf(file);
            const auto grayAt = [&](int eighths) {
                return qGray(picture.pixel(picture.width() / 2, picture.height() * eighths / 8));
            };
            return grayAt(2) > 180 && grayAt(6) < 80;
        };
        QTRY_VERIFY(right());
        QVERIFY(budget_.used() <= budget_.limit());

        QVERIFY(window.openFile(written("plate.burin", plate)));
        constexpr std::size_t little = std::size_t{4} << 20U;
        QTRY_VERIFY2(budget_.used() <= before + little, qPrintable(QString::number(budget_.used())));
        QVERIFY(right());
        window.findChild<QAction*>("view.start")->trigger();
        const auto* recent = window.findChild<QListWidget*>("recent");
        QCOMPARE(recent->count(), 2);
        QVERIFY(!recent->item(1)->data(Qt::DecorationRole).value<QImage>().isNull());
        screenshot(window, "recent-huge");
    }

    /// Picture and words of a row are level with the buttons above, so that a long name has room.
    void rowsAreLevelWithTheButtons() {
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1358, 728);
        window.show();
        QVERIFY(window.openFile(written("plate.burin", plate)));
        window.findChild<QAction*>("view.start")->trigger();
        const auto* recent = window.findChild<QListWidget*>("recent");
        QTRY_VERIFY(recent->isVisible() && recent->count() == 1);
        QCOMPARE(Settings().recent().first().size, QString::fromUtf8("100 × 80 µm"));
        const auto left = [&](const QWidget* part) { return part->mapTo(&window, QPoint()).x(); };
        const auto* create = window.findChild<QPushButton*>("startNew");
        const auto* open = window.findChild<QPushButton*>("startOpen");
        constexpr int beside = 12;  // from the side of a row to its picture and its words
        QTRY_COMPARE(left(recent->viewport()) + beside, left(create));
        QCOMPARE(left(recent->viewport()) + recent->viewport()->width() - beside, left(open) + open->width());
    }

    /// The list shows the content of the file: the new content after a save, but not changes that were
    /// discarded.
    void thePictureIsThatOfTheFile() {
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1358, 728);
        window.show();
        const QString file = written("ramp.burin", ramp);
        const QString other = written("plate.burin", plate);
        QVERIFY(window.openFile(file));
        QTRY_VERIFY(!pictureOf(file).isNull() && !recentOf(file).sketch);
        const QImage opened = pictureOf(file);
        const auto draw = [&](const char* expression) {
            window.document().edit("Draw", [expression](DesignEdit& e) {
                e.setValue("part", "expression", yamlScalar(expression, true));
            });
        };
        draw("y / 80");
        QTRY_VERIFY(window.workbench().previews.thumbnailIsNewest("surface"));
        window.findChild<QAction*>("file.save")->trigger();
        QTRY_VERIFY(pictureOf(file) != opened && !recentOf(file).sketch);
        const QImage saved = pictureOf(file);
        draw("1 - x / 100");
        QTRY_VERIFY(window.workbench().previews.thumbnailIsNewest("surface"));
        answerMessage("Discard");
        QVERIFY(window.openFile(other));
        QCOMPARE(pictureOf(file), saved);
    }

    void whatIsLeftHasItsPicture() {
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1358, 728);
        window.show();
        const QString file = written("ramp.burin", ramp);
        QVERIFY(window.openFile(file));
        QTRY_VERIFY(window.workbench().previews.thumbnailIsNewest("surface"));
        QVERIFY(window.openFile(written("plate.burin", plate)));
        QVERIFY(!pictureOf(file).isNull());
    }

    /// A surface of 4 : 1 is not stretched to the square of the list, and a sketch has a mark.
    void aPictureKeepsItsShapeAndASketchIsMarked() {
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1358, 728);
        QImage white(120, 30, QImage::Format_RGB32);
        white.fill(Qt::white);
        const QString exact = written("exact.burin", plate);
        const QString sketch = written("sketch.burin", empty);  // no better picture follows
        Settings().addRecent(exact, {}, white, false);
        Settings().addRecent(sketch, {}, white, true);
        window.show();
        auto* recent = window.findChild<QListWidget*>("recent");
        QTRY_COMPARE(recent->count(), 2);
        const auto picture = [&](int row) {
            const QRect place = recent->visualItemRect(recent->item(row)).adjusted(12, 8, 0, 0);
            return recent->viewport()->grab(QRect(place.topLeft(), QSize(40, 40))).toImage();
        };
        const QColor field = theme_.color(Role::field);
        QCOMPARE(picture(1).pixelColor(20, 20), QColor(Qt::white));
        for (const int y : {4, 35})
            QCOMPARE(picture(1).pixelColor(20, y), field);
        QVERIFY(picture(0) != picture(1));
        QVERIFY(recent->item(0)->toolTip().contains("sketch") && !recent->item(1)->toolTip().contains('\n'));
    }

    /// The design was closed before its picture was exact. The list makes the picture from the file.
    void aSketchIsReplacedOnTheStartPage() {
        QSettings().clear();
        QImage white(120, 30, QImage::Format_RGB32);
        white.fill(Qt::white);
        const QString file = written("ramp.burin", ramp);
        const QString first = written("plate.burin", plate);
        Settings().addRecent(file, {}, white, true);
        Settings().addRecent(first, {}, white, false);
        QImage made;
        {
            MainWindow window(Engine{backend_, budget_, {}}, theme_);
            window.resize(1358, 728);
            window.show();
            const auto* recent = window.findChild<QListWidget*>("recent");
            QVERIFY(recent->item(1)->toolTip().contains("sketch"));
            QTRY_VERIFY(!recent->item(1)->toolTip().contains("sketch"));
            QVERIFY(!recentOf(file).sketch);
            made = pictureOf(file);
            QCOMPARE(recent->item(1)->data(Qt::DecorationRole).value<QImage>(), made);
            QCOMPARE(Settings().recent().first().file, first);
            QCOMPARE(pictureOf(first).size(), white.size());
            // Later in the session the picture becomes a sketch again, as it does after a change of the file.
            QCOMPARE(written("ramp.burin", QByteArray(ramp).replace("x / 100", "1 - x / 100")), file);
            Settings().addRecent(file, {}, white, true);
            window.findChild<StartPage*>()->hide();
            window.findChild<StartPage*>()->show();
            QTRY_VERIFY(!recentOf(file).sketch);
            QVERIFY(pictureOf(file) != made && pictureOf(file).size() == made.size());
            QCOMPARE(written("ramp.burin", ramp), file);
        }
        // The open design gets the same picture once its viewport has followed the values.
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.show();
        QSettings().clear();
        window.workbench().previews.appearance().change([](AppearanceValues& values) {
            values.automatic = false;
            values.low = 0;
            values.high = 0.99;
        });
        QVERIFY(window.openFile(file));
        QTRY_COMPARE(pictureOf(file), made);
    }

    /// The list has the colours of the viewport.
    void thePictureHasTheColoursOfTheViewport() {
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1358, 728);
        window.show();
        const QString file = written("ramp.burin", ramp);
        const auto choose = [&](const char* name) {
            window.workbench().previews.appearance().change([name](AppearanceValues& values) {
                values.mode = AppearanceMode::map;
                values.map = name;
                values.automatic = false;
                values.low = 0;
                values.high = 1;
            });
        };
        // The ramp has the values 0.005 to 0.995 along x; one code more or less is rounding.
        const auto inMap = [&](const char* name) {
            const ColorMap map = ColorMap::named(name);
            const QImage picture = pictureOf(file);
            if (picture.isNull() || recentOf(file).sketch) return false;
            for (const int x : {10, 50, 90}) {
                const int code = static_cast<int>(std::lround(x * 255.0 / 100));
                const QRgb pixel = picture.pixel(x, picture.height() / 2);
                bool near = false;
                for (int k = std::max(0, code - 3); k <= std::min(255, code + 3); ++k)
                    near = near || (map[k] & 0xFFFFFFU) == (pixel & 0xFFFFFFU);
                if (!near) return false;
            }
            return true;
        };
        for (const char* name : {"Magma", "Viridis"}) {
            choose(name);
            QVERIFY(window.openFile(written("plate.burin", plate)));
            QVERIFY(window.openFile(file));
            QTRY_VERIFY2(inMap(name), name);
        }
        choose("Magma");  // while the design is open
        QTRY_VERIFY(inMap("Magma"));
    }

  private:
    [[nodiscard]] QString written(const char* name, const char* text) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0) qFatal("cannot write %s", name);
        return file.fileName();
    }

    /// What Recent shows for a design.
    [[nodiscard]] static Settings::Recent recentOf(const QString& file) {
        for (const Settings::Recent& recent : Settings().recent()) {
            if (recent.file == file) return recent;
        }
        return {};
    }
    [[nodiscard]] static QImage pictureOf(const QString& file) { return recentOf(file).picture; }

    const QTemporaryDir folder_;
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestRecentPictures)
#include "test_recent_pictures.moc"
