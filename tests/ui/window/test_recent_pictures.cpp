// SPDX-License-Identifier: GPL-3.0-or-later

// The picture in Recent of a design whose image is far larger than the memory of the studio.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/window/main_window.hpp"

#include <QFile>
#include <QListWidget>
#include <QTemporaryDir>

#include <array>
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
    constexpr std::uint16_t whole = 4;   // of 4 bytes
    constexpr std::uint16_t place = 16;  // of 8 bytes
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
        const QImage picture = pictureOf(file);
        const auto grayAt = [&](int eighths) {
            return qGray(picture.pixel(picture.width() / 2, picture.height() * eighths / 8));
        };
        // Depth 0 is light, full depth is dark.
        QVERIFY2(grayAt(2) > 180 && grayAt(6) < 80,
                 qPrintable(QString("%1 %2").arg(grayAt(2)).arg(grayAt(6))));
        QVERIFY(budget_.used() <= budget_.limit());

        QVERIFY(window.openFile(written("plate.burin", plate)));
        constexpr std::size_t little = std::size_t{4} << 20U;
        QTRY_VERIFY2(budget_.used() <= before + little, qPrintable(QString::number(budget_.used())));
        QCOMPARE(pictureOf(file), picture);
        window.findChild<QAction*>("view.start")->trigger();
        const auto* recent = window.findChild<QListWidget*>("recent");
        QCOMPARE(recent->count(), 2);
        QVERIFY(!recent->item(1)->data(Qt::DecorationRole).value<QImage>().isNull());
        screenshot(window, "recent-huge");
    }

  private:
    [[nodiscard]] QString written(const char* name, const char* text) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0) qFatal("cannot write %s", name);
        return file.fileName();
    }

    /// What Recent shows for a design.
    [[nodiscard]] static QImage pictureOf(const QString& file) {
        for (const Settings::Recent& recent : Settings().recent()) {
            if (recent.file == file) return recent.picture;
        }
        return {};
    }

    const QTemporaryDir folder_;
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestRecentPictures)
#include "test_recent_pictures.moc"
