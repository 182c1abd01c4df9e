// SPDX-License-Identifier: GPL-3.0-or-later

// Small files that the program once refused, read wrongly, or described in misleading words.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <QDir>
#include <QFile>
#include <QPoint>
#include <QSize>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

using Outcome = burin::ProgramOutcome;

}  // namespace

class TestFoundFiles : public QObject {
    Q_OBJECT

  private:
    Outcome run(const QStringList& arguments) const { return folder_.run(arguments); }

    /// Writes a design that engraves a picture unchanged.
    void writeDesignOf(const QString& file, const QString& kind, QSize size, int depth) const {
        folder_.write("d.burin", QString("burin: 2\npixel: 1 um\nnodes:\n"
                                         "  s: {kind: root, width: %1, height: %2, depth: %3, "
                                         "inputs: [data: p]}\n"
                                         "  p: {kind: %4, file: %5}\n")
                                     .arg(QString::number(size.width()), QString::number(size.height()),
                                          QString::number(depth), kind, file)
                                     .toUtf8());
    }

    /// The samples that a design of 8 or 16 bits exports; empty if it exports none.
    std::vector<std::uint64_t> exported(const QString& design, int depth) const {
        const QByteArray raw = run({"export", design, "--to", "-", "--progress", "none"}).out;
        const qsizetype step = depth / 8;
        std::vector<std::uint64_t> samples;
        samples.reserve(static_cast<std::size_t>(raw.size() / step));
        for (qsizetype i = 0; i + step <= raw.size(); i += step) {
            std::uint64_t sample = static_cast<unsigned char>(raw[i]);
            if (step == 2) sample += 256U * static_cast<unsigned char>(raw[i + 1]);
            samples.push_back(sample);
        }
        return samples;
    }

    burin::ProgramFolder folder_{burin::test::burinProgram};

  private slots:
    void initTestCase() {
        const QDir found(burin::test::inTree("tests/data/found"));
        for (const QString& name : found.entryList(QDir::Files))
            QVERIFY(QFile::copy(found.filePath(name), folder_.filePath(name)));
    }

    /// The checksums come from decoders that were written for this test alone, independent of the program and
    /// its libraries.
    void everySampleIsRead_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("depth");
        QTest::addColumn<quint64>("sum");  // the sum of each sample times its place, counted from 1
        const auto row = [](const char* name, const char* file, const char* kind, QSize size, int depth,
                            quint64 sum) { QTest::newRow(name) << file << kind << size << depth << sum; };
        row("single bits right behind a directory of five entries", "bits-II-5-data-last.tif", "tiff",
            {40, 30}, 8, 114'702'315);
        row("gray right behind a big-endian directory of seven entries", "gray-MM-7-data-last.tif", "tiff",
            {40, 30}, 8, 101'656'343);
        row("samples of an undefined format are unsigned", "void8.tif", "tiff", {64, 48}, 8, 666'865'173);
        row("tiles that are not in the file are 0", "sparse.tif", "tiff", {128, 96}, 16, 150'236'899'209);
        row("so are tiles that are missing among compressed ones", "sparse-deflate.tif", "tiff", {128, 96},
            16, 150'236'899'209);
        row("white without opacity is not engraved", "transparent-logo.png", "image", {60, 60}, 8,
            291'788'160);
        row("a picture a million pixels wide", "wide-1000001.png", "image", {1'000'001, 2}, 8,
            250'005'157'859'048);
        row("red and blue in the places of the masks", "rgb32-masks-swapped.bmp", "image", {37, 22}, 8,
            46'933'741);
        row("five and six bits reach white", "rgb565.bmp", "image", {37, 22}, 8, 47'009'813);
    }
    void everySampleIsRead() {
        QFETCH(QString, file);
        QFETCH(QString, kind);
        QFETCH(QSize, size);
        QFETCH(int, depth);
        QFETCH(quint64, sum);
        writeDesignOf(file, kind, size, depth);
        const Outcome checked = run({"check", "d.burin"});
        QVERIFY2(checked.code == 0, checked.err);
        const std::vector<std::uint64_t> samples = exported("d.burin", depth);
        QCOMPARE(samples.size(),
                 static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height()));
        quint64 found = 0;
        for (std::size_t i = 0; i < samples.size(); ++i)
            found += samples[i] * (i + 1);
        QCOMPARE(found, sum);
    }

    /// The logo is opaque gray, 128 of 255, on white without opacity.
    void itIsSaidWhatAlphaDoes_data() {
        QTest::addColumn<QByteArray>("remark");
        QTest::addColumn<int>("outside");
        QTest::addColumn<int>("inside");
        QTest::newRow("multiply") << QByteArray("its alpha multiplies: transparent parts are 0") << 0 << 128;
        QTest::newRow("white") << QByteArray("its alpha lays it over white: transparent parts are 1") << 255
                               << 128;
        QTest::newRow("only") << QByteArray("its alpha alone is read") << 0 << 255;
        QTest::newRow("ignore") << QByteArray("its alpha is ignored") << 255 << 128;
    }
    void itIsSaidWhatAlphaDoes() {
        QFETCH(QByteArray, remark);
        QFETCH(int, outside);
        QFETCH(int, inside);
        const QString use = QTest::currentDataTag();
        writeDesignOf("transparent-logo.png, alpha: " + use, "image", {60, 60}, 8);
        const Outcome checked = run({"check", "d.burin"});
        QCOMPARE(checked.code, 0);
        QVERIFY2(checked.err.contains("p: "), checked.err);
        QVERIFY2(checked.err.contains("transparent-logo.png: " + remark + " (`alpha: " + use.toUtf8() + "`)"),
                 checked.err);
        const Outcome told = run({"export", "d.burin", "--to", "null:"});
        QCOMPARE(told.code, 0);
        QCOMPARE(told.err.count("warning: p: "), 1);
        QCOMPARE(told.err.count("transparent-logo.png: " + remark), 1);
        QVERIFY(!run({"export", "d.burin", "--to", "null:", "--progress", "none"}).err.contains(remark));
        const std::vector<std::uint64_t> samples = exported("d.burin", 8);
        QCOMPARE(samples.size(), std::size_t{60 * 60});
        QCOMPARE(samples[0], static_cast<std::uint64_t>(outside));
        QCOMPARE(samples[30 * 60 + 30], static_cast<std::uint64_t>(inside));
    }

    /// Each picture is a ramp in both directions.
    void oddJpegsAreReadAsViewersReadThem_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("perColumn");
        QTest::addColumn<int>("perRow");
        QTest::addColumn<QByteArray>("remark");
        const auto row = [](const char* name, const char* file, QSize size, QPoint step, int first,
                            const QByteArray& remark) {
            QTest::newRow(name) << file << size << first << step.x() << step.y() << remark;
        };
        row("without an end", "no-eoi.jpg", {120, 80}, {2, 0}, 0, "has no end marker");
        row("with stray bytes", "padded.jpg", {120, 80}, {2, 0}, 0, "has stray bytes between its segments");
        row("whose orientation is a number of 32 bits", "o6-MM-long.jpg", {32, 48}, {-1, 3}, 31, "");
    }
    void oddJpegsAreReadAsViewersReadThem() {
        QFETCH(QString, file);
        QFETCH(QSize, size);
        QFETCH(int, first);
        QFETCH(int, perColumn);
        QFETCH(int, perRow);
        QFETCH(QByteArray, remark);
        writeDesignOf(file, "image", size, 8);
        const Outcome checked = run({"check", "d.burin"});
        QCOMPARE(checked.code, 0);
        QVERIFY2(checked.err.contains(remark), checked.err);
        QVERIFY2(remark.isEmpty() || checked.err.contains(file.toUtf8() + ": the JPEG " + remark),
                 checked.err);
        const std::vector<std::uint64_t> samples = exported("d.burin", 8);
        QCOMPARE(samples.size(), static_cast<std::size_t>(size.width() * size.height()));
        for (int y = 0; y < size.height(); ++y) {
            for (int x = 0; x < size.width(); ++x) {
                const int sample = static_cast<int>(samples[static_cast<std::size_t>(y * size.width() + x)]);
                // JPEG is not exact.
                QVERIFY2(std::abs(sample - (first + x * perColumn + y * perRow)) <= 2,
                         qPrintable(QString("%1 at %2, %3").arg(sample).arg(x).arg(y)));
            }
        }
    }

    /// The file marks 20 x 20 samples as missing. A filter that took their -9999 for heights would make all
    /// samples within its reach 0.
    void missingSamplesAreZeroBeforeAFilter() {
        const Outcome checked = run({"check", "m9999-blur.burin"});
        QCOMPARE(checked.code, 0);
        QVERIFY2(checked.err.contains("GDAL_NODATA (tag 42113)"), checked.err);
        const std::vector<std::uint64_t> samples = exported("m9999-blur.burin", 16);
        QCOMPARE(samples.size(), std::size_t{80 * 60});
        for (int y = 0; y < 60; ++y) {
            for (int x = 0; x < 80; ++x) {
                const bool missing = x >= 30 && x < 50 && y >= 20 && y < 40;
                const bool deepInside = x >= 36 && x < 44 && y >= 26 && y < 34;
                const std::uint64_t sample = samples[static_cast<std::size_t>(y * 80 + x)];
                const QByteArray place = QByteArray::number(x) + ", " + QByteArray::number(y);
                QVERIFY2(missing || sample > 0, place);
                QVERIFY2(!deepInside || sample == 0, place);
            }
        }
    }

    void messagesNameWhatCannotBeSeen_data() {
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("nbsp-unit.burin") << QByteArray("nbsp-unit.burin:6:12: surface: width: '40<U+00A0 ");
        QTest::newRow("nbsp-indent.burin")
            << QByteArray("nbsp-indent.burin:6:1: the indentation contains U+00A0 (no-break space)");
        QTest::newRow("cyrillic.burin")
            << QByteArray("cyrillic.burin:11:11: ramp: kind: unknown kind 'm<U+0430 Cyrillic a>th2d'");
        QTest::newRow("utf16be.burin") << QByteArray("utf16be.burin:1:1: the file is in UTF-16 (big-endian)");
    }
    void messagesNameWhatCannotBeSeen() {
        QFETCH(QByteArray, message);
        const Outcome checked = run({"check", QTest::currentDataTag()});
        QCOMPARE(checked.code, 2);
        QVERIFY2(checked.err.startsWith(message), checked.err);
        QVERIFY2(!checked.err.contains("\u00A0") && !checked.err.contains("\u0430"), checked.err);
    }

    /// The first use of the lattice is one whose cut edges do not matter.
    void anOpenRepeatIsFoundBehindAClippedUse() {
        const Outcome checked = run({"check", "--preflight", "open-small-first.burin"});
        QCOMPARE(checked.code, 0);
        QVERIFY2(
            checked.err.contains("warning: s: around a roller, the width is not a whole number of repeats, "
                                 "along x"),
            checked.err);
    }

    void aTokenBehindAByteOrderMarkIsRefused() {
        const Outcome refused = run({"export", "m9999-blur.burin", "--to", "burin://localhost:1",
                                     "--retry-for", "0s", "--token-file", "token-with-byte-order-mark"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("token-with-byte-order-mark: begins with a byte order mark "
                                      "(the bytes EF BB BF)"),
                 refused.err);
        QVERIFY2(!refused.err.contains("secret"), refused.err);
    }
};

BURIN_TEST(TestFoundFiles)
#include "test_found_files.moc"
