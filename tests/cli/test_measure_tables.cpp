// SPDX-License-Identifier: GPL-3.0-or-later

// Parameters of known surfaces, as an independent program computed them, and what must not change them.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>

#include <cmath>

namespace {

QByteArray surfaceOf(const char* expression, int width = 512, int height = 512) {
    return "burin: 1\npixel: 1 um\nnodes:\n  s: {kind: root, width: " + QByteArray::number(width) +
           ", height: " + QByteArray::number(height) +
           ", full_depth: 40 um, inputs: [{data: m}]}\n  m: {kind: math2d, expression: \"" + expression +
           "\"}\n";
}

}  // namespace

class TestMeasureTables : public QObject {
    Q_OBJECT

  private:
    using Outcome = burin::ProgramOutcome;
    Outcome run(const QStringList& arguments) const { return folder_.run(arguments); }
    /// Each design is measured once.
    QJsonObject measured(const QString& design) {
        if (measured_.contains(design)) return measured_[design];
        const Outcome outcome = run({"measure", "--json", "--progress", "none", design});
        if (outcome.code != 0) qWarning("%s", outcome.err.constData());
        return measured_[design] = QJsonDocument::fromJson(outcome.out).object();
    }
    static QJsonValue valueIn(const QJsonObject& measured, const char* name) {
        return measured["parameters"].toObject()[name].toObject()["value"];
    }

    burin::ProgramFolder folder_{burin::test::burinProgram};
    QMap<QString, QJsonObject> measured_;

  private slots:
    void initTestCase() {
        folder_.write("wave.burin", surfaceOf("0.5+0.25*sin(2*pi*x/64)"));
        folder_.write("noise.burin", surfaceOf("noise(x/8,y/8,1)"));
        folder_.write("grain.burin", surfaceOf("noise(x/24,y/6,7)"));
    }

    void areThoseOfThePage_data() {
        QTest::addColumn<QString>("design");
        QTest::addColumn<QList<double>>("values");  // Sa, Sq, Sdq, Sdr, Sk, Sal, Str; 0: not defined
        QTest::newRow("a wave has no Str")
            << "wave.burin" << QList<double>{6.36108, 7.07107, 0.69325, 20.8561, -1, 14.156, 0};
        QTest::newRow("round hills") << "noise.burin" << QList<double>{7.53130, 9.02404, 3.02419, 176.983,
                                                                       26.439,  7.191,   0.944};
        QTest::newRow("hills four times as long as wide")
            << "grain.burin" << QList<double>{7.65524, 9.11623, 3.06385, 161.472, 27.377, 5.070, 0.226};
    }
    void areThoseOfThePage() {
        QFETCH(QString, design);
        QFETCH(QList<double>, values);
        const QJsonObject found = measured(design);
        const char* const names[] = {"Sa", "Sq", "Sdq", "Sdr", "Sk", "Sal", "Str"};
        for (int i = 0; i < 7; ++i) {
            const QJsonValue value = valueIn(found, names[i]);
            if (values[i] < 0) continue;
            QCOMPARE(value.isNull(), values[i] == 0);
            const double tolerance = i < 5 ? 2e-4 : 1e-2;
            QVERIFY2(std::abs(value.toDouble() - values[i]) <= tolerance * values[i],
                     qPrintable(QString("%1: %2").arg(names[i]).arg(value.toDouble(), 0, 'g', 9)));
        }
    }

    void aRoundTextureHasNoDirection() {
        const QJsonObject round = measured("noise.burin");
        QVERIFY(valueIn(round, "Str").toDouble() >= 0.5);
        QVERIFY(valueIn(round, "Std").isNull() && valueIn(round, "lay").isNull());
        const QJsonObject drawn = measured("grain.burin");
        QVERIFY(std::abs(valueIn(drawn, "lay").toDouble() - valueIn(drawn, "Std").toDouble()) == 90);
    }

    void tilesThreadsAndMemoryChangeNoBit_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<QStringList>("how");
        // Four blocks of 1,024 x 1,024 and less. The windows have the height of the surface.
        QTest::newRow("plain, and a line across all tiles")
            << 1040 << QStringList{"--line", "3,5,1090.5,1033.25"};
        QTest::newRow("a short filter, a plane and a long filter")
            << 1040 << QStringList{"--s-filter", "5um", "--form", "plane", "--l-filter", "300um"};
        QTest::newRow("windows") << 200 << QStringList{"--sample", "5", "--form", "plane"};
        QTest::newRow("the predicted surface") << 1040 << QStringList{"--surface", "predicted"};
    }
    void tilesThreadsAndMemoryChangeNoBit() {
        QFETCH(int, height);
        QFETCH(QStringList, how);
        folder_.write("wide.burin", surfaceOf("noise(x/24,y/6,7)", 1100, height) + "job: {spot: 8 um}\n");
        const QStringList command =
            QStringList{"measure", "wide.burin", "--json", "--progress", "none", "--backend", "cpu"} + how;
        const Outcome first = run(command + QStringList{"--tile", "4096", "--threads", "1"});
        QVERIFY2(first.code == 0, first.err);
        QList<QStringList> others = {QStringList{"--tile", "16", "--threads", "8", "--memory", "512M"}};
        if (how.contains("--line")) others << QStringList{};  // the program chooses values between these
        for (const QStringList& other : others) {
            const Outcome again = run(command + other);
            QVERIFY2(again.code == 0, again.err);
            QVERIFY2(again.out == first.out, qPrintable(other.join(' ')));
        }
    }

    void heightsAreWrittenInRows_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("a .gsf") << "swaths.gsf";
        QTest::newRow("an .x3p") << "swaths.x3p";
    }
    void heightsAreWrittenInRows() {
        QFETCH(QString, name);
        const Outcome outcome =
            run({"export", "wave.burin", "--progress", "none", "--to", name, "--scan", "swaths:100"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("swaths are for .raw"), outcome.err);
        QVERIFY(!QFile::exists(folder_.filePath(name)));
    }

    void aLargeX3pIsRefused() {
        folder_.write("large.burin", surfaceOf("0.5", 40000, 40000));
        const Outcome outcome = run({"export", "large.burin", "--to", "large.x3p", "--progress", "none"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(".gsf"), outcome.err);
        QVERIFY(!QFile::exists(folder_.filePath("large.x3p")));
    }
};

BURIN_TEST(TestMeasureTables)
#include "test_measure_tables.moc"
