// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/heights/missing_heights.hpp"
#include "core/kinds/source/scan.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <QTemporaryDir>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

using namespace burin;
using namespace burin::test;

namespace {

constexpr float gap = std::numeric_limits<float>::quiet_NaN();

/// Heights in um as a .gsf whose samples are `pitchUm` apart.
std::string gsfOf(Size size, const std::vector<float>& um, double pitchUm = 1) {
    const auto metres = [&](std::int64_t samples) {
        return std::to_string(static_cast<double>(samples) * pitchUm) + "e-6";
    };
    std::string file = "Gwyddion Simple Field 1.0\nXRes = " + std::to_string(size.width) +
                       "\nYRes = " + std::to_string(size.height) + "\nXReal = " + metres(size.width) +
                       "\nYReal = " + metres(size.height) + "\n";
    file.append(4 - file.size() % 4, '\0');
    for (const float z : um) {
        const auto inMetres = static_cast<float>(static_cast<double>(z) * 1e-6);
        char bytes[sizeof inMetres];
        std::memcpy(bytes, &inMetres, sizeof inMetres);
        file.append(bytes, sizeof bytes);
    }
    return file;
}

}  // namespace

class TestMeasuredScan : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;
    std::vector<ParameterProblem> problems_;
    std::int64_t decodable_ = std::int64_t{1} << 20;

    void write(const char* name, const std::string& bytes) const {
        std::ofstream(folder_.filePath(name).toStdString(), std::ios::binary) << bytes;
    }

    /// A TIFF of 16 x 2 * rows floats in two strips or tiles. The first one is -2, the second one is not in
    /// the file.
    void writeHalf(const char* name, const QByteArray& noData, int compression, int tileSide,
                   int rows) const {
        TIFF* const tif = TIFFOpen(folder_.filePath(name).toLocal8Bit().constData(), "w");
        TIFFSetField(tif, TIFFTAG_IMAGEWIDTH, 16);
        TIFFSetField(tif, TIFFTAG_IMAGELENGTH, 2 * rows);
        TIFFSetField(tif, TIFFTAG_BITSPERSAMPLE, 32);
        TIFFSetField(tif, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
        TIFFSetField(tif, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tif, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        TIFFSetField(tif, TIFFTAG_COMPRESSION, compression);
        if (tileSide > 0) {
            TIFFSetField(tif, TIFFTAG_TILEWIDTH, tileSide);
            TIFFSetField(tif, TIFFTAG_TILELENGTH, tileSide);
        } else {
            TIFFSetField(tif, TIFFTAG_ROWSPERSTRIP, rows);
        }
        if (!noData.isEmpty()) setNoData(tif, noData.constData());
        std::vector<float> heights(static_cast<std::size_t>(rows) * 16, -2.0F);
        const auto bytes = static_cast<tmsize_t>(heights.size() * sizeof(float));
        const tmsize_t written = tileSide > 0 ? TIFFWriteEncodedTile(tif, 0, heights.data(), bytes)
                                              : TIFFWriteEncodedStrip(tif, 0, heights.data(), bytes);
        TIFFClose(tif);
        QCOMPARE(written, bytes);
    }

    std::shared_ptr<const Operation> bind(const std::string& file,
                                          const std::vector<std::pair<std::string, double>>& lengths = {},
                                          const std::string& missing = "nearest", double pixelUm = 1) {
        problems_.clear();
        Values values;
        values.set("file", file);
        values.set("missing", missing);
        for (const auto& [key, um] : lengths)
            values.set(key, um);
        const BindContext context{.values = values,
                                  .size = std::nullopt,
                                  .pixelUm = pixelUm,
                                  .links = {},
                                  .folder = folder_.path().toStdString(),
                                  .problems = problems_,
                                  .decodable = &decodable_};
        return scanKind().bind(context);
    }

    static std::vector<float> samplesOf(const std::shared_ptr<const Operation>& operation) {
        if (!operation) return {};
        const Rect all = operation->extent({}).rect();
        std::vector<float> out(static_cast<std::size_t>(all.area()));
        operation->begin({}, all, {out.data(), all.width, all.width, all.height});
        return out;
    }

  private slots:
    void init() { decodable_ = std::int64_t{1} << 20; }

    void heightsBecomeDepths_data() {
        QTest::addColumn<double>("top");
        QTest::addColumn<double>("bottom");
        QTest::addColumn<QList<float>>("depths");
        const double none = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("between the extremes") << none << none << QList<float>{0, 0.5F, 0.75F, 1};
        QTest::newRow("below a top") << 4.0 << none << QList<float>{0.5F, 0.75F, 0.875F, 1};
        QTest::newRow("cut off at both limits") << -1.0 << -3.0 << QList<float>{0, 0.5F, 1, 1};
    }
    void heightsBecomeDepths() {
        QFETCH(double, top);
        QFETCH(double, bottom);
        QFETCH(QList<float>, depths);
        write("four.gsf", gsfOf({2, 2}, {0, -2, -3, -4}));
        std::vector<std::pair<std::string, double>> lengths;
        if (!std::isnan(top)) lengths.emplace_back("top", top);
        if (!std::isnan(bottom)) lengths.emplace_back("bottom", bottom);
        const auto operation = bind("four.gsf", lengths);
        QVERIFY(operation != nullptr);
        QVERIFY(operation->extent({}) == Extent({0, 0, 2, 2}));
        const std::vector<float> found = samplesOf(operation);
        for (int i = 0; i < 4; ++i)
            QVERIFY(std::abs(found[static_cast<std::size_t>(i)] - depths[i]) < 1e-6F);
        const std::array<Point, 2> places = {{{1, 1}, {0, 0}}};
        std::array<float, 2> value{};
        operation->beginAt({}, places.data(), 2, value.data());
        QVERIFY(value[0] == found[3] && value[1] == found[0]);
    }

    /// The heights are 0, 1, 2 and 4 steps of 2^-20 m above 1 m.
    void heightsFarFrom0KeepTheirDifferences() {
        const double step = 1e6 / 0x1p20;
        std::vector<float> um;
        for (const double steps : {0.0, 1.0, 2.0, 4.0})
            um.push_back(static_cast<float>(1e6 + steps * step));
        write("far.gsf", gsfOf({2, 2}, um));
        const std::vector<float> expected = {1, 0.75F, 0.5F, 0};
        for (const bool given : {false, true}) {
            std::vector<std::pair<std::string, double>> lengths;
            if (given) lengths = {{"top", 1e6 + 4 * step}, {"bottom", 1e6}};
            const std::vector<float> found = samplesOf(bind("far.gsf", lengths));
            QCOMPARE(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i)
                QVERIFY(std::abs(found[i] - expected[i]) < 1e-5F);
        }
    }

    void missingHeightsAreTheNearest() {
        write("gap.gsf", gsfOf({4, 1}, {0, gap, gap, -8}));
        const std::vector<float> filled = samplesOf(bind("gap.gsf"));
        QVERIFY((filled == std::vector<float>{0, 0, 1, 1}));
        const auto empty = bind("gap.gsf", {}, "empty");
        QVERIFY((samplesOf(empty) == std::vector<float>{0, 0, 0, 1}));
        QCOMPARE(empty->remarks({}).size(), std::size_t{1});
        QCOMPARE(empty->remarks({})[0].text(), std::string("2 of its 4 heights are missing"));
        QVERIFY(empty->fingerprint() != bind("gap.gsf")->fingerprint());
    }

    /// Of two equally near heights the upper one is used, then the left one; none if they are beyond the
    /// reach.
    void tiesGoUpThenLeft() {
        HeightFile cross{{3, 3}, 1, 1, {gap, 1, gap, 2, gap, 3, gap, 4, gap}};
        fillMissing(cross, 64, {});
        QVERIFY((cross.heightsUm == std::vector<float>{1, 1, 1, 2, 1, 3, 2, 4, 3}));
        HeightFile sides{{3, 1}, 1, 1, {5, gap, 6}};
        fillMissing(sides, 64, {});
        QCOMPARE(sides.heightsUm[1], 5.0F);
        HeightFile line{{70, 1}, 1, 1, std::vector<float>(70, gap)};
        line.heightsUm[0] = 7;
        fillMissing(line, 64, {});
        QCOMPARE(line.heightsUm[64], 7.0F);
        QVERIFY(std::isnan(line.heightsUm[65]));
        HeightFile column{{1, 70}, 1, 1, std::vector<float>(70, gap)};
        column.heightsUm[69] = 7;
        fillMissing(column, 64, {});
        QCOMPARE(column.heightsUm[5], 7.0F);
        QVERIFY(std::isnan(column.heightsUm[4]));
    }

    void aTiffNeedsItsUnitAndItsPitch() {
        TiffSpec spec;
        spec.width = 3;
        spec.height = 1;
        spec.bits = 32;
        spec.format = SAMPLEFORMAT_IEEEFP;
        const Component heights = [](std::int64_t x, std::int64_t, int) {
            return std::bit_cast<std::uint32_t>(static_cast<float>(-x));
        };
        const TiffWriter written(folder_.filePath("z.tif").toStdString(), spec, heights);
        QVERIFY(bind("z.tif") == nullptr);
        QCOMPARE(problems_.size(), std::size_t{1});
        QVERIFY(bind("z.tif", {{"z_unit", 2}}) == nullptr);
        const auto operation = bind("z.tif", {{"z_unit", 2}, {"pitch", 1}, {"bottom", -8}});
        QVERIFY((samplesOf(operation) == std::vector<float>{0, 0.25F, 0.5F}));
        spec.bits = 64;
        const TiffWriter wide(folder_.filePath("wide.tif").toStdString(), spec, heights);
        QVERIFY(samplesOf(bind("wide.tif", {{"z_unit", 2}, {"pitch", 1}, {"bottom", -8}})) ==
                samplesOf(operation));
        spec.samples = 3;
        spec.photometric = PHOTOMETRIC_RGB;
        const TiffWriter colours(folder_.filePath("colours.tif").toStdString(), spec, heights);
        QVERIFY(bind("colours.tif", {{"z_unit", 2}, {"pitch", 1}}) == nullptr);
        spec = {};
        spec.bits = 16;
        const TiffWriter whole(folder_.filePath("whole.tif").toStdString(), spec,
                               [](std::int64_t, std::int64_t, int) { return 5U; });
        QVERIFY(bind("whole.tif", {{"z_unit", 2}, {"pitch", 1}}) == nullptr);
        QVERIFY2(problems_[0].problem.text().find("holds no floats") != std::string::npos,
                 problems_[0].problem.text().c_str());
    }

    /// Blocks that are not in the file count as if they had its GDAL_NODATA.
    void missingBlocksOfATiffAreNotMeasured_data() {
        QTest::addColumn<QByteArray>("noData");
        QTest::addColumn<int>("compression");
        QTest::addColumn<int>("tileSide");
        QTest::addColumn<int>("missing");
        for (const int compression : {COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE}) {
            for (const int tileSide : {0, 16}) {
                for (const QByteArray noData : {"-9999", "nan", "1e300"})
                    QTest::addRow("%s, %d, tiles of %d", noData.constData(), compression, tileSide)
                        << noData << compression << tileSide << 16 * 16;
            }
            QTest::addRow("without the tag, %d", compression) << QByteArray() << compression << 0 << 0;
        }
    }
    void missingBlocksOfATiffAreNotMeasured() {
        QFETCH(QByteArray, noData);
        QFETCH(int, compression);
        QFETCH(int, tileSide);
        constexpr int rows = 16;
        QFETCH(int, missing);
        decodable_ = std::int64_t{1} << 30;
        writeHalf("half.tif", noData, compression, tileSide, rows);
        const auto operation =
            bind("half.tif", {{"z_unit", 1}, {"pitch", 1}, {"top", 0}, {"bottom", -8}}, "empty");
        QVERIFY(operation != nullptr);
        const std::vector<float> found = samplesOf(operation);
        QCOMPARE(found.size(), static_cast<std::size_t>(rows) * 32);
        QCOMPARE(found.front(), 0.25F);  // -2 um
        QCOMPARE(found.back(), 0.0F);    // 0 um, or not measured
        const auto remarks = operation->remarks({});
        const std::string words =
            std::to_string(missing) + " of its " + std::to_string(rows * 32) + " heights are missing";
        QCOMPARE(
            std::any_of(remarks.begin(), remarks.end(), [&](const auto& r) { return r.text() == words; }),
            missing > 0);
        const std::vector<float> filled =
            samplesOf(bind("half.tif", {{"z_unit", 1}, {"pitch", 1}, {"top", 0}, {"bottom", -8}}));
        QCOMPARE(filled[static_cast<std::size_t>(rows) * 16], missing > 0 ? 0.25F : 0.0F);
    }

    void aTransformOfTheRightSizeIsNamed() {
        write("coarse.gsf", gsfOf({3, 2}, {0, 0, 0, 0, 0, -1}, 2.5));
        const std::vector<Problem> remarks = bind("coarse.gsf")->remarks({});
        QCOMPARE(remarks.size(), std::size_t{1});
        QVERIFY2(remarks[0].text().find("`size: [8, 5]`") != std::string::npos, remarks[0].text().c_str());
        QVERIFY(bind("coarse.gsf", {}, "nearest", 2.5)->remarks({}).empty());
        QVERIFY(bind("coarse.gsf", {}, "nearest", 2.501)->remarks({}).empty());
    }

    void whatDoesNotGoTogetherIsAProblem_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("um");
        QTest::addColumn<QString>("message");
        QTest::newRow("a top below all heights") << "four.gsf"
                                                 << "top" << -9.0 << "from -4 um to 0 um";
        QTest::newRow("a bottom above all heights") << "four.gsf"
                                                    << "bottom" << 9.0 << "from -4 um to 0 um";
        QTest::newRow("a pitch beside that of the file") << "four.gsf"
                                                         << "pitch" << 1.0 << "already states";
        QTest::newRow("nothing measured") << "none.gsf"
                                          << "top" << 1.0 << "all its heights are missing";
        QTest::newRow("no file") << "absent.gsf"
                                 << "top" << 1.0 << "absent.gsf";
        QTest::newRow("another sort of file") << "four.sur"
                                              << "top" << 1.0 << "neither a .gsf nor a .x3p";
    }
    void whatDoesNotGoTogetherIsAProblem() {
        QFETCH(QString, file);
        QFETCH(QString, key);
        QFETCH(double, um);
        QFETCH(QString, message);
        write("four.gsf", gsfOf({2, 2}, {0, -2, -3, -4}));
        write("four.sur", gsfOf({2, 2}, {0, -2, -3, -4}));
        write("none.gsf", gsfOf({2, 1}, {gap, gap}));
        QVERIFY(bind(file.toStdString(), {{key.toStdString(), um}}) == nullptr);
        QCOMPARE(problems_.size(), std::size_t{1});
        QVERIFY2(QString::fromStdString(problems_[0].problem.text()).contains(message),
                 problems_[0].problem.text().c_str());
        QVERIFY(!problems_[0].problem.advice.empty());
    }

    void limitsInTheWrongOrderAreAProblem() {
        write("four.gsf", gsfOf({2, 2}, {0, -2, -3, -4}));
        QVERIFY(bind("four.gsf", {{"top", -3}, {"bottom", -3}}) == nullptr);
        QCOMPARE(problems_[0].parameter, std::string("bottom"));
    }

    /// No sample of a flat part is engraved.
    void aFlatScanIsEmpty() {
        write("flat.gsf", gsfOf({2, 1}, {3, 3}));
        QVERIFY((samplesOf(bind("flat.gsf")) == std::vector<float>{0, 0}));
    }

    /// A file that is too large to be read at once is read on first use, and its memory is known before.
    void aLargeFileIsReadWhenItIsUsed() {
        write("four.gsf", gsfOf({2, 2}, {0, -2, -3, -4}));
        decodable_ = 10;
        const auto operation = bind("four.gsf");
        QVERIFY(operation != nullptr);
        QCOMPARE(decodable_, std::int64_t{10});
        const std::size_t before = operation->residentBytes();
        operation->prepare({});
        QVERIFY(operation->residentBytes() < before);
        QCOMPARE(samplesOf(operation)[3], 1.0F);
    }
};

BURIN_TEST(TestMeasuredScan)
#include "test_measured_scan.moc"
