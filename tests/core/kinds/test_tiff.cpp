// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/source/tiff.hpp"
#include "support/testing.hpp"
#include "support/tiff_writer.hpp"

#include <QTemporaryDir>
#include <array>

using namespace burin;
using namespace burin::test;

class TestTiff : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;
    std::vector<ParameterProblem> problems_;

    std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }

    std::shared_ptr<const Operation> bind(const std::string& file, std::optional<std::int64_t> page = {},
                                          const std::string& alpha = "multiply") {
        problems_.clear();
        Values values;
        values.set("file", file);
        values.set("alpha", alpha);
        values.set("orientation", std::string("apply"));
        if (page) values.set("page", *page);
        const BindContext context{.values = values,
                                  .size = std::nullopt,
                                  .links = {},
                                  .folder = folder_.path().toStdString(),
                                  .problems = problems_};
        return tiffKind().bind(context);
    }

  private slots:
    void isBoundedByThePageAndHoldsItsSamples() {
        TiffSpec spec;
        const Component component = noiseOf(spec);
        TiffWriter(path("gray.tif"), spec, component);
        const auto operation = bind("gray.tif");
        QVERIFY(operation != nullptr);
        QVERIFY(operation->extent({}) == Extent({0, 0, spec.width, spec.height}));
        std::array<float, 6> value{};
        operation->begin({}, {10, 20, 3, 2}, {value.data(), 3, 3, 2});
        for (std::size_t i = 0; i < value.size(); ++i) {
            const auto x = static_cast<std::int64_t>(10 + i % 3);
            const auto y = static_cast<std::int64_t>(20 + i / 3);
            QVERIFY(value[i] == static_cast<float>(component(x, y, 0)) / 255);
            const Point place{x, y};
            float again = -1;
            operation->beginAt({}, &place, 1, &again);
            QVERIFY(again == value[i]);
        }
    }

    void samplesThatMayBeDustAreSwept() {
        TiffSpec spec;
        spec.bits = 16;
        TiffWriter(path("narrow.tif"), spec, noiseOf(spec));
        QVERIFY(bind("narrow.tif")->dust({}) == 0.0F);
        spec.bits = 32;
        TiffWriter(path("wide.tif"), spec, noiseOf(spec));
        QVERIFY(bind("wide.tif")->dust({}) == 0x1p-20F);
    }

    void samplesOf16BitsMayBeDustOnceTheyAreMultiplied() {
        TiffSpec spec;
        spec.bits = 16;
        spec.samples = 2;
        spec.tags = [](TIFF* tif) {
            const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
            TIFFSetField(tif, TIFFTAG_EXTRASAMPLES, 1, &alpha);
        };
        TiffWriter(path("alpha.tif"), spec, noiseOf(spec));
        QVERIFY(bind("alpha.tif")->dust({}) == 0x1p-20F);
        QVERIFY(bind("alpha.tif", {}, "ignore")->dust({}) == 0.0F);
        QVERIFY(bind("alpha.tif", {}, "ignore")->fingerprint() != bind("alpha.tif")->fingerprint());
    }

    void theFingerprintIsThatOfContentAndPage() {
        TiffSpec spec;
        spec.pages = 2;
        TiffWriter(path("one.tif"), spec, noiseOf(spec));
        std::filesystem::copy_file(path("one.tif"), path("copy.tif"));
        const std::string first = bind("one.tif")->fingerprint();
        QCOMPARE(bind("copy.tif")->fingerprint(), first);
        QVERIFY(bind("one.tif", 1)->fingerprint() != first);
        spec.width += 1;
        TiffWriter(path("other.tif"), spec, noiseOf(spec));
        const auto hashOf = [this](const char* file) { return bind(file)->content()->hash(); };
        QVERIFY(hashOf("copy.tif") == hashOf("one.tif"));
        QVERIFY(hashOf("other.tif") != hashOf("one.tif"));
    }

    void whatCannotBeReadIsAProblemOfTheFile_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<qint64>("page");
        QTest::newRow("a missing file") << "missing.tif" << qint64{0};
        QTest::newRow("a folder") << "." << qint64{0};
        QTest::newRow("a page beyond the last") << "one-page.tif" << qint64{1};
        QTest::newRow("no TIFF") << "text.tif" << qint64{0};
    }
    void whatCannotBeReadIsAProblemOfTheFile() {
        QFETCH(QString, file);
        QFETCH(qint64, page);
        const TiffSpec spec;
        TiffWriter(path("one-page.tif"), spec, noiseOf(spec));
        QFile text(folder_.filePath("text.tif"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("no image");
        text.close();
        QVERIFY(bind(file.toStdString(), page) == nullptr);
        QCOMPARE(problems_.size(), std::size_t{1});
        QCOMPARE(problems_[0].parameter, std::string("file"));
        QVERIFY(!problems_[0].problem.text().empty());
        QVERIFY(!problems_[0].problem.adviceText().empty());
    }

    void anImageOfAnotherTypeIsNamed_data() {
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QString>("type");
        QTest::newRow("PNG") << QByteArray::fromHex("89504e470d0a1a0a0000000d49484452") << "PNG";
        QTest::newRow("JPEG") << QByteArray::fromHex("ffd8ffe000104a464946000101000001") << "JPEG";
        QTest::newRow("BMP") << QByteArray::fromHex("424d4600000000000000360000002800") << "BMP";
        QTest::newRow("WebP") << QByteArray::fromHex("524946462400000057454250565038200000") << "WebP";
        QTest::newRow("PGM") << QByteArray("P5\n2 2\n255\n....") << "PNM";
    }
    void anImageOfAnotherTypeIsNamed() {
        QFETCH(QByteArray, start);
        QFETCH(QString, type);
        // The name does not matter, only the content does.
        QFile file(folder_.filePath("logo.tif"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(start);
        file.close();
        QVERIFY(bind("logo.tif") == nullptr);
        QCOMPARE(problems_.size(), std::size_t{1});
        QCOMPARE(problems_[0].problem.text(),
                 path("logo.tif").string() + " is a " + type.toStdString() + " image, not a TIFF");
        QCOMPARE(problems_[0].problem.adviceText(), std::string("use an Image node (`kind: image`)"));
    }

    void anAbsolutePathStandsForItself() {
        const TiffSpec spec;
        TiffWriter(path("absolute.tif"), spec, noiseOf(spec));
        QVERIFY(bind(path("absolute.tif").string()) != nullptr);
    }
};

BURIN_TEST(TestTiff)
#include "test_tiff.moc"
