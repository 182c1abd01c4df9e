// SPDX-License-Identifier: GPL-3.0-or-later

// Files of heights of every type, and files whose sizes are larger than what they hold. The files are those
// that the fuzzer starts from.

#include "core/images/heights/height_file.hpp"

#include "core/images/image_error.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <chrono>
#include <cmath>
#include <filesystem>

using namespace burin;

namespace {

constexpr std::int64_t most = std::int64_t{8192} * 8192;

std::string pathOf(const QString& name) {
    return (test::inTree("tests/fuzz/corpus/heights/") + name).toStdString();
}

/// The depth in um that the corpus has at a sample.
double depthAt(int x, int y) {
    return 2.0 * ((x * 7 + y * 3) % 11) / 11;
}

}  // namespace

class TestHeightFile : public QObject {
    Q_OBJECT

  private slots:
    void everyFileOfTheSameHeights_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("a Gwyddion Simple Field") << "gaps.gsf";
        QTest::newRow("stored floats") << "floats.x3p";
        QTest::newRow("floats of half the size, downwards") << "upside-down.x3p";
        QTest::newRow("deflated doubles") << "doubles-deflated.x3p";
        QTest::newRow("with the checksum of its description") << "checksum.x3p";
    }
    void everyFileOfTheSameHeights() {
        QFETCH(QString, name);
        const HeightFile read = readHeightFile(pathOf(name), most);
        QVERIFY((read.size == Size{6, 5}));
        QVERIFY(std::abs(read.pitchXUm - 1) < 1e-9);
        for (int y = 0; y < 5; ++y) {
            for (int x = 0; x < 6; ++x) {
                const float z = read.heightsUm[static_cast<std::size_t>(y * 6 + x)];
                const bool missing = (x == 2 || x == 3) && y == 2;
                QCOMPARE(std::isnan(z), missing);
                if (!missing) QVERIFY(std::abs(static_cast<double>(z) + depthAt(x, y)) < 1e-5);
            }
        }
    }

    /// 3 m above 0, where binary32 has steps of 0.25 um.
    void heightsFarFrom0KeepTheirDifferences() {
        const HeightFile read = readHeightFile(pathOf("far-up.x3p"), most);
        for (int y = 0; y < 5; ++y) {
            for (int x = 0; x < 6; ++x) {
                const float z = read.heightsUm[static_cast<std::size_t>(y * 6 + x)];
                if (std::isnan(z)) continue;
                QVERIFY(std::abs(read.baseUm + static_cast<double>(z) - 3e6 + depthAt(x, y)) < 1e-5);
            }
        }
        QCOMPARE(readHeightFile(pathOf("floats.x3p"), most).baseUm, 0.0);
    }

    void wholeNumbersHaveAnIncrementAndAnOffset() {
        const HeightFile read = readHeightFile(pathOf("whole-valid.x3p"), most);
        constexpr unsigned valid[] = {0xFF, 0x0F, 0xF0, 0x3F};
        for (unsigned i = 0; i < 30; ++i) {
            const float z = read.heightsUm[i];
            QCOMPARE(std::isnan(z), (valid[i / 8] >> (i % 8) & 1U) == 0);
            if (!std::isnan(z))
                QVERIFY(std::abs(z - static_cast<float>((i % 6 * 5 + i / 6) % 7) + 5) < 1e-4F);
        }
    }

    /// Even the head is refused, so that no caller allocates memory for heights that do not exist.
    void whatTheFileCannotHoldIsRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("a field of 64 Mpx in 140 bytes")
            << "claims-much.gsf" << QByteArray("does not have the length that its size requires");
        QTest::newRow("a matrix of 64 Mpx in 16 bytes")
            << "large-size.x3p" << QByteArray("does not have the number of heights that its size requires");
        QTest::newRow("a file of 200 MB from a hundred bytes")
            << "claims-much.x3p" << QByteArray("missing in it or damaged");
        QTest::newRow("samples that are 1e300 m apart") << "far-apart.gsf" << QByteArray("its pitch is");
        QTest::newRow("samples without a pitch") << "no-pitch.x3p" << QByteArray("not evenly spaced");
        QTest::newRow("another description than the checksum has")
            << "changed-head.x3p" << QByteArray("checksum differs");
    }
    void whatTheFileCannotHoldIsRefused() {
        QFETCH(QString, name);
        QFETCH(QByteArray, reason);
        const InputFile file(pathOf(name));
        for (const bool head : {true, false}) {
            try {
                static_cast<void>(head ? readHeightHead(file, most) : readHeightFile(file, most));
                QFAIL("it is not refused");
            } catch (const ImageError& error) {
                QVERIFY2(QByteArray(error.what()).contains(reason), error.what());
            }
        }
    }

    /// The heights of one version could be read with the size or the unit of another one.
    void aFileThatChangedSinceItWasOpenedIsRefused() {
        const QTemporaryDir folder;
        for (const char* name : {"gaps.gsf", "floats.x3p"}) {
            const QString copy = folder.filePath(name);
            QVERIFY(QFile::copy(QString::fromStdString(pathOf(name)), copy));
            QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
            const InputFile file(copy.toStdString());
            QVERIFY((readHeightFile(file, most).size == Size{6, 5}));
            const std::filesystem::path path = copy.toStdString();
            std::filesystem::last_write_time(path,
                                             std::filesystem::last_write_time(path) + std::chrono::hours(1));
            QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(readHeightFile(file, most)));
        }
    }

    void aGwyddionFieldNeedsItsSize_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QByteArray>("reason");
        QTest::addColumn<QByteArray>("advice");
        const QByteArray pitch = " is missing, so the distance between its samples is not known";
        const QByteArray size = "give it its width and height in metres";
        QTest::newRow("its width") << "XReal"
                                   << "XReal" + pitch << size;
        QTest::newRow("its height") << "YReal"
                                    << "YReal" + pitch << size;
        QTest::newRow("its columns") << "XRes" << QByteArray("XRes, its number of samples, is missing")
                                     << QByteArray("copy it again");
        QTest::newRow("its rows") << "YRes" << QByteArray("YRes, its number of samples, is missing")
                                  << QByteArray("copy it again");
    }
    void aGwyddionFieldNeedsItsSize() {
        QFETCH(QString, key);
        QFETCH(QByteArray, reason);
        QFETCH(QByteArray, advice);
        const QTemporaryDir folder;
        const auto written = [&folder](const QString& leftOut) {
            QByteArray bytes = "Gwyddion Simple Field 1.0\n";
            for (const QByteArray& line : {QByteArray("XRes = 2"), QByteArray("YRes = 3"),
                                           QByteArray("XReal = 2e-6"), QByteArray("YReal = 3e-6")}) {
                if (leftOut.isEmpty() || !line.startsWith(leftOut.toUtf8() + ' ')) bytes += line + '\n';
            }
            bytes.append(4 - bytes.size() % 4, '\0').append(2 * 3 * 4, '\0');
            const QString name = folder.filePath("x.gsf");
            QFile file(name);
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
            file.close();
            return InputFile(name.toStdString());
        };
        QCOMPARE(readHeightFile(written({}), most).pitchXUm, 1.0);
        try {
            static_cast<void>(readHeightFile(written(key), most));
            QFAIL("it is not refused");
        } catch (const ImageError& error) {
            const QByteArray said = error.problem().text().c_str();
            QVERIFY2(said.contains("x.gsf") && said.contains(reason), said);
            QVERIFY2(QByteArray(error.problem().advice.c_str()).startsWith(advice),
                     error.problem().advice.c_str());
        }
    }

    /// Numbers of C and of XML may have this sign too.
    void aNumberMayHaveAPlusSign() {
        const QTemporaryDir folder;
        const auto written = [&folder](const QByteArray& width) {
            QByteArray bytes =
                "Gwyddion Simple Field 1.0\nXRes = 2\nYRes = 3\nXReal = " + width + "\nYReal = 3e-6\n";
            bytes.append(4 - bytes.size() % 4, '\0').append(2 * 3 * 4, '\0');
            const QString name = folder.filePath("plus.gsf");
            QFile file(name);
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
            file.close();
            return name.toStdString();
        };
        QCOMPARE(readHeightFile(written("+2.000E-06"), most).pitchXUm, 1.0);
        for (const char* wrong : {"+-2e-6", "++2e-6", "+", "+ 2e-6"})
            QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(readHeightFile(written(wrong), most)));
    }

    /// The memory reserved for reading depends on the size of the unpacked content.
    void readingTakesTheHeightsAndTheirContent() {
        for (const char* name : {"gaps.gsf", "floats.x3p", "doubles-deflated.x3p"})
            QCOMPARE(heightFileBytes(InputFile(pathOf(name)), most), std::size_t{30 * 12});
    }
};

BURIN_TEST(TestHeightFile)
#include "test_height_file.moc"
