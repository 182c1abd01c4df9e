// SPDX-License-Identifier: GPL-3.0-or-later

// Files that are written in place so soon after they were opened that their lengths and times stay the same.

#include "core/images/heights/height_file.hpp"
#include "core/images/image_error.hpp"
#include "core/images/input_file.hpp"
#include "core/images/tiff_reader.hpp"
#include "support/system/slow_clock.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <string>

using namespace burin;
using namespace burin::test;

class TestRewrittenFiles : public QObject {
    Q_OBJECT

  private:
    /// Nearly every write happens in the same clock tick as the previous write. If it does not, the times of
    /// the file differ.
    static constexpr int rounds = 5;

    QTemporaryDir folder_;

    std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }

    /// Writes a page with one level everywhere.
    void writePage(std::int64_t tileSide, std::uint32_t level) const {
        TiffSpec spec;
        spec.tileWidth = spec.tileHeight = tileSide;
        TiffWriter(path("a.tif"), spec, [level](std::int64_t, std::int64_t, int) { return level; });
    }
    /// The first sample of a row.
    static float sampleOf(const TiffReader& reader, std::int64_t y) {
        float sample = -1;
        reader.read({0, y, 1, 1}, {&sample, 1, 1, 1});
        return sample;
    }
    /// Writes six heights.
    void writeHeights(int width, int height) const {
        std::string text = "Gwyddion Simple Field 1.0\nXRes = " + std::to_string(width) +
                           "\nYRes = " + std::to_string(height) + "\nXReal = 1e-3\nYReal = 1e-3\n";
        text.resize((text.size() / 4 + 1) * 4 + 6 * sizeof(float), '\0');
        std::ofstream(path("a.gsf"), std::ios::binary) << text;
    }

    static void addClocks() {
        QTest::addColumn<qint64>("tickNs");
        QTest::newRow("a clock of 10 ms") << qint64{10'000'000};
        QTest::newRow("a clock of whole seconds") << qint64{1'000'000'000};
    }

  private slots:
    void aPageIsOfOneVersion_data() { addClocks(); }
    void aPageIsOfOneVersion() {
        QFETCH(qint64, tickNs);
        const SlowClock clock(tickNs);
        for (int round = 0; round < rounds; ++round) {
            for (const std::int64_t tileSide : {0, 32}) {
                writePage(tileSide, 50);
                const TiffReader reader(path("a.tif"), 0);
                QCOMPARE(sampleOf(reader, 0), 50 / 255.0F);
                writePage(tileSide, 90);
                QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(sampleOf(reader, 52)));
            }
        }
    }

    /// A node takes its size from the head of the file.
    void headAndHeightsAreOfOneVersion_data() { addClocks(); }
    void headAndHeightsAreOfOneVersion() {
        QFETCH(qint64, tickNs);
        constexpr std::int64_t most = 100;
        const SlowClock clock(tickNs);
        for (int round = 0; round < rounds; ++round) {
            writeHeights(2, 3);
            const InputFile file(path("a.gsf"));
            QVERIFY((readHeightHead(file, most).size == Size{2, 3}));
            writeHeights(3, 2);
            QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(readHeightFile(file, most)));
        }
    }
};

BURIN_TEST(TestRewrittenFiles)
#include "test_rewritten_files.moc"
