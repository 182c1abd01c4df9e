// SPDX-License-Identifier: GPL-3.0-or-later

// Designs of a roller on the command line: pitches, the helix, and the findings of preflight about the joint.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>

class TestRoller : public QObject {
    Q_OBJECT

  private:
    using Outcome = burin::ProgramOutcome;
    Outcome run(const QStringList& arguments) const { return folder_.run(arguments); }
    void write(const QString& name, const QByteArray& content) const { folder_.write(name, content); }
    QByteArray read(const QString& name) const { return folder_.read(name); }

    static constexpr int round_ = 314;  ///< samples round a roller of 0.1 mm at 1 um
    static constexpr int turns_ = 37;

    /// A surface of 314 x 37 px that x winds round a roller. \param root  more keys of the root
    static QByteArray wound(const QByteArray& root, const QByteArray& formula) {
        return "burin: 2\npixel: 1 um\nnodes:\n"
               "  s: {kind: root, width: 314, height: 37, full_depth: 40 um, " +
               root + " inputs: [{data: m}]}\n  m: {kind: math2d, expression: \"" + formula +
               "\"}\njob: {roller: {diameter: 0.1 mm, axis: y}}\n";
    }

    burin::ProgramFolder folder_{burin::test::burinProgram};

  private slots:
    void initTestCase() {
        // Sixteenths, which binary32 holds exactly.
        write("wound.burin", wound("depth: 16,", "mod(x * 7 + y * 5 + mod(x, 3) * y, 16) / 16"));
        write("bits.burin", wound("depth: 1, dither: blue_noise, invert: true,",
                                  "mod(x * 7 + y * 5 + mod(x, 3) * y, 16) / 16"));
        write("wide.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 40, height: 628319, full_depth: 40 um, inputs: [{data: m}]}\n"
              "  m: {kind: math2d, expression: \"0.5\"}\n"
              "job: {roller: {diameter: 200 mm, axis: x}}\n");
    }

    void headersHaveTheExactPitch() {
        const Outcome info = run({"info", "wide.burin"});
        QVERIFY2(info.out.contains("roller    200 mm, 628,319 px of 0.99999925311 um round it, along y\n"),
                 info.out + info.err);
        // The pitch along the axis is 40 um; the circumference is that of the roller.
        QVERIFY2(info.out.contains("40 x 628,319 px, 40 um x 628.319 mm"), info.out);
        const double pitch = 3.14159265358979323846 * 200000 / 628319;
        const QStringList part = {"--region", "0,0,40,16", "--progress", "none"};
        QCOMPARE(run(QStringList{"export", "wide.burin", "--to", "w.raw"} + part).code, 0);
        const QByteArray sidecar = read("w.raw.yaml");
        QVERIFY2(sidecar.contains("pitch: 1 um\npitch_y: 0.99999925"), sidecar);
        QCOMPARE(run(QStringList{"export", "wide.burin", "--to", "w.gsf"} + part).code, 0);
        const QByteArray head = read("w.gsf").left(300);
        const auto number = [&head](const char* key) {
            const qsizetype from = head.indexOf(key) + static_cast<qsizetype>(std::strlen(key));
            return head.mid(from, head.indexOf('\n', from) - from).toDouble();
        };
        QVERIFY(std::abs(number("YReal = ") - 16e-6 * pitch) < 1e-17);
        QVERIFY(std::abs(number("XReal = ") - 40e-6) < 1e-17);
        QCOMPARE(run(QStringList{"export", "wide.burin", "--to", "w.x3p"} + part).code, 0);
        QVERIFY(
            read("w.x3p").contains("<CY><AxisType>I</AxisType><DataType>D</DataType><Increment>9.9999925"));
        QCOMPARE(run(QStringList{"export", "wide.burin", "--to", "w.tif"} + part).code, 0);
        QCOMPARE(run({"verify", "w.tif"}).code, 0);
        const Outcome measured =
            run({"measure", "wide.burin", "--region", "0,0,40,40", "--json", "--progress", "none"});
        const QJsonObject object = QJsonDocument::fromJson(measured.out).object();
        QVERIFY(std::abs(object["pitch_y_um"].toDouble() - pitch) < 1e-12);
    }

    /// The second half of each row of a nearest helix comes from the next row. If it is put back, the result
    /// is the flat surface byte for byte.
    void theNearestHelixPutBackIsTheFlatSurface() {
        for (const char* design : {"wound.burin", "wound.burin --tile 16 --threads 1"}) {
            const QStringList engine = QString(design).split(' ');
            const QStringList command =
                QStringList{"export"} + engine + QStringList{"--force", "--progress", "none"};
            QCOMPARE(run(command + QStringList{"--to", "flat.raw"}).code, 0);
            const Outcome helix = run(command + QStringList{"--to", "helix.raw", "--helix", "nearest"});
            QVERIFY2(helix.code == 0, helix.err);
            const QByteArray flat = read("flat.raw");
            QByteArray back = read("helix.raw");
            QCOMPARE(back.size(), flat.size());
            QVERIFY(back != flat);
            constexpr int rowBytes = 2 * round_;
            constexpr int half = 2 * (round_ / 2);
            for (int y = turns_ - 1; y > 0; --y)
                std::memcpy(back.data() + y * rowBytes + half, back.data() + (y - 1) * rowBytes + half,
                            rowBytes - half);
            // The first half turn of the second half of row 0 is never engraved.
            std::memcpy(back.data() + half, flat.data() + half, rowBytes - half);
            QVERIFY(back == flat);
        }
    }

    static std::uint16_t sampleOf(const QByteArray& bytes, int x, int y) {
        std::uint16_t value = 0;
        std::memcpy(&value, bytes.constData() + 2 * (y * round_ + x), 2);
        return value;
    }
    void theLinearHelixMixesNeighbouringRows() {
        QCOMPARE(run({"export", "wound.burin", "--to", "linear.raw", "--helix", "linear"}).code, 0);
        const QByteArray helix = read("linear.raw");
        const auto flat = [](int x, int y) {
            return static_cast<float>((x * 7 + y * 5 + x % 3 * y) % 16) / 16;
        };
        for (int y = 0; y < turns_; ++y) {
            for (int x = 0; x < round_; ++x) {
                const float own = flat(x, y);
                const float next = flat(x, std::min(y + 1, turns_ - 1));
                const float mixed = own + (next - own) * static_cast<float>(x / 314.0);
                const auto expected = static_cast<int>(std::floor(mixed * 65535.0F + 0.5F));
                QCOMPARE(static_cast<int>(sampleOf(helix, x, y)), expected);
            }
        }
    }

    void aPartOfTheHelixIsThatOfTheWhole() {
        QCOMPARE(
            run({"export", "wound.burin", "--to", "part.raw", "--helix", "linear", "--region", "101,7,50,9"})
                .code,
            0);
        const QByteArray part = read("part.raw");
        const QByteArray whole = read("linear.raw");
        for (int y = 0; y < 9; ++y)
            QVERIFY(part.mid(100 * y, 100) == whole.mid(2 * ((y + 7) * round_ + 101), 100));
        for (const char* shard : {"1/2", "0/2"})
            QCOMPARE(
                run({"export", "wound.burin", "--to", "shards.raw", "--helix", "linear", "--shard", shard})
                    .code,
                0);
        const Outcome joined = run({"verify", "shards.raw", "--join"});
        QVERIFY2(joined.code == 0, joined.err);
        QVERIFY(read("shards.raw") == whole);
    }

    /// Bits are inverted and dithered at their place in the file, not at their place on the surface.
    void bitsAreDitheredWhereTheyAreWritten() {
        QCOMPARE(run({"export", "bits.burin", "--to", "bits.raw", "--helix", "nearest"}).code, 0);
        QCOMPARE(run({"export", "bits.burin", "--to", "flatbits.raw"}).code, 0);
        const QByteArray helix = read("bits.raw");
        const QByteArray flat = read("flatbits.raw");
        constexpr int rowBytes = (round_ + 7) / 8;
        for (int y = 0; y < turns_; ++y)
            QVERIFY(helix.mid(y * rowBytes, round_ / 16) == flat.mid(y * rowBytes, round_ / 16));
        QVERIFY(helix.right(rowBytes) == flat.right(rowBytes));
        QVERIFY(helix != flat);
    }

    /// A plain tone has nothing to mix, so its dots lie where those of the flat surface do: they have no step
    /// opposite the joint.
    void theDotsOfAToneHaveNoStep_data() {
        QTest::addColumn<QString>("helix");
        QTest::addColumn<QByteArray>("dither");
        for (const char* helix : {"linear", "nearest"}) {
            for (const char* dither : {"ordered", "blue_noise"})
                QTest::addRow("%s, %s", helix, dither) << helix << QByteArray(dither);
        }
    }
    void theDotsOfAToneHaveNoStep() {
        QFETCH(QString, helix);
        QFETCH(QByteArray, dither);
        write("tone.burin", wound("depth: 1, dither: " + dither + ",", "0.3"));
        QCOMPARE(run({"export", "tone.burin", "--to", "tone.raw", "--force"}).code, 0);
        QCOMPARE(run({"export", "tone.burin", "--to", "dots.raw", "--helix", helix, "--force"}).code, 0);
        const QByteArray dots = read("dots.raw");
        QVERIFY(dots.count('\0') < dots.size() / 2);
        QVERIFY(dots == read("tone.raw"));
    }

    /// The check of the rows must expect the hash of the helix, not of the flat surface.
    void aBatchResumesItsHelixes() {
        write("jobs.csv", "name\na\nb\n");
        const QStringList batch = {"batch",      "jobs.csv", "wound.burin", "--to",
                                   "{name}.raw", "--helix",  "linear"};
        QCOMPARE(run(batch).code, 0);
        QVERIFY(read("a.raw") == read("linear.raw"));
        write("jobs.results.csv", {});  // as if the batch had been killed before its first line of results
        const Outcome resumed = run(batch + QStringList{"--resume"});
        QVERIFY2(resumed.code == 0, resumed.err);
    }

    void aHelixIsResumedOnlyAsItself() {
        QCOMPARE(run({"export", "wound.burin", "--to", "again.raw", "--helix", "linear"}).code, 0);
        QCOMPARE(run({"export", "wound.burin", "--to", "again.raw", "--helix", "linear", "--resume"}).code,
                 0);
        QCOMPARE(run({"export", "wound.burin", "--to", "again.raw", "--helix", "nearest", "--resume"}).code,
                 2);
        QCOMPARE(run({"export", "wound.burin", "--to", "again.raw", "--resume"}).code, 2);
    }

    void refusesWhatIsNoHelix_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const char* command, const char* message) {
            QTest::newRow(name) << QString(command) << QByteArray(message);
        };
        row("another word", "wound.burin --to n.raw --helix screw", "linear or nearest");
        row("an axis along the rows", "wide.burin --to n.raw --helix linear", "axis: y");
        row("swaths", "wound.burin --to n.raw --helix linear --scan swaths:64", "--scan rows");
        row("layers", "wound.burin --to n%d.raw --helix linear --layers 3", "--layers");
        row("heights", "wound.burin --to n.gsf --helix linear", "heights");
    }
    void refusesWhatIsNoHelix() {
        QFETCH(QString, command);
        QFETCH(QByteArray, message);
        const Outcome outcome = run(QStringList{"export"} + command.split(' '));
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(message), outcome.err);
        QVERIFY(!QFile::exists(folder_.filePath("n.raw")) && !QFile::exists(folder_.filePath("n.gsf")));
    }

    void preflightLooksAcrossTheJoint_data() {
        QTest::addColumn<QByteArray>("formula");
        QTest::addColumn<QByteArray>("finding");  // empty: none
        QTest::newRow("a wave that fits")
            << QByteArray("0.5 + 0.4 * sin(2 * pi * x * 5 / 314)") << QByteArray();
        QTest::newRow("a wave that does not fit")
            << QByteArray("0.5 + 0.4 * sin(2 * pi * x / 100)")
            << QByteArray("warning: m: does not close round the roller: 98.4 % of the samples");
        QTest::newRow("a formula along the axis alone") << QByteArray("0.5 + y / 100") << QByteArray();
        QTest::newRow("noise") << QByteArray("noise(x / 9, y / 9, 4)")
                               << QByteArray("make it repeat after 314 px along x");
    }
    void preflightLooksAcrossTheJoint() {
        QFETCH(QByteArray, formula);
        QFETCH(QByteArray, finding);
        write("joint.burin", wound("", formula));
        const Outcome outcome = run({"check", "--preflight", "joint.burin"});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.err.contains("roller"), !finding.isEmpty());
        QVERIFY2(outcome.err.contains(finding), outcome.err);
    }

    void preflightSeesTheSeamOfABoundedInput() {
        const QByteArray bounded = wound("", "0.2 + 0.6 * x / 314")
                                       .replace("kind: math2d,", "kind: math2d, width: 314, height: 37,");
        write("seam.burin", bounded);
        const Outcome open = run({"check", "--preflight", "seam.burin"});
        QVERIFY2(open.err.contains("warning: m: the step across the joint of the roller is 0.598 on average"),
                 open.err);
        write("smooth.burin",
              QByteArray(bounded).replace("0.2 + 0.6 * x / 314", "0.5 + 0.4 * sin(2 * pi * x / 314)"));
        const Outcome closed = run({"check", "--preflight", "smooth.burin"});
        QVERIFY2(!closed.err.contains("joint"), closed.err);
    }

    /// The surface is untouched on one side of the joint, or on both.
    void preflightSeesAStepDownToZero_data() {
        QTest::addColumn<QByteArray>("formula");
        QTest::addColumn<QByteArray>("step");  // empty: none
        const auto row = [](const char* name, const char* formula, const char* step) {
            QTest::newRow(name) << QByteArray(formula) << QByteArray(step);
        };
        row("a ramp from 0", "max(0, x - 8) / 314", "is 0.971 on average; next to it, it is at most 0.00318");
        row("a ramp to 0", "max(0, 305 - x) / 314", "is 0.971 on average; next to it, it is at most 0.00318");
        row("a ramp on half of the places", "max(0, x - 8) / 314 * step(18, y)",
            "is 0.499 on average; next to it, it is at most 0.00164");
        row("a hill between margins", "max(0, sin(pi * (x - 8) / 298))", "");
        row("dots across the joint", "step(0.2, sin(2 * pi * x * 5 / 314 + 0.25) * sin(2 * pi * y / 12))",
            "");
    }
    void preflightSeesAStepDownToZero() {
        QFETCH(QByteArray, formula);
        QFETCH(QByteArray, step);
        write("zero.burin",
              wound("", formula).replace("kind: math2d,", "kind: math2d, width: 314, height: 37,"));
        const Outcome outcome = run({"check", "--preflight", "zero.burin"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.err.contains(step), outcome.err);
        if (step.isEmpty()) QVERIFY2(!outcome.err.contains("joint"), outcome.err);
    }

    /// Preflight checks only the way around the roller.
    void preflightKnowsTheWayRound() {
        write("lattice.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 314, height: 37, inputs: [{data: a}]}\n"
              "  a: {kind: stitching, u: [31.4, 0], v: [0, 16], closes: [314, 0], inputs: [{pattern: d}]}\n"
              "  d: {kind: math2d, width: 20, height: 12, expression: \"1\"}\n"
              "job: {roller: {diameter: 0.1 mm, axis: y}}\n");
        const Outcome outcome = run({"check", "--preflight", "lattice.burin"});
        QVERIFY2(outcome.err.isEmpty() || !outcome.err.contains("roller"), outcome.err);
    }

    /// Another width would be an error.
    void preflightProposesNoOtherSide() {
        write("open.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 314, height: 37, inputs: [{data: a}]}\n"
              "  a: {kind: stitching, u: [30, 0], v: [0, 16], inputs: [{pattern: d}]}\n"
              "  d: {kind: math2d, width: 20, height: 12, expression: \"1\"}\n"
              "job: {roller: {diameter: 0.1 mm, axis: y}}\n");
        const Outcome outcome = run({"check", "--preflight", "open.burin"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(
            outcome.err.contains("warning: a: around a roller, the width is not a whole number of repeats, "
                                 "along x, 314 px (0.314 mm); use u: [31.4, 0], v: [0, 16] with "
                                 "`closes: [314, 0]`\n"),
            outcome.err);
    }
};

BURIN_TEST(TestRoller)
#include "test_roller.moc"
