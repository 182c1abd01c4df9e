// SPDX-License-Identifier: GPL-3.0-or-later

// `burin measure` on the command line: what it prints, what it writes, and what it refuses.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPoint>
#include <cmath>
#include <cstring>

class TestMeasure : public QObject {
    Q_OBJECT

  private:
    using Outcome = burin::ProgramOutcome;
    Outcome run(const QStringList& arguments) const { return folder_.run(arguments); }
    void write(const QString& name, const QByteArray& content) const { folder_.write(name, content); }
    QByteArray read(const QString& name) const { return folder_.read(name); }

    burin::ProgramFolder folder_{burin::test::burinProgram};

  private slots:
    void initTestCase() {
        write("waves.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 512, height: 512, full_depth: 40 um, inputs: [{data: m}]}\n"
              "  m: {kind: math2d, expression: \"0.5+0.25*sin(2*pi*x/64)\"}\n");
        write("deep.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 64, height: 64, inputs: [{data: m}]}\n"
              "  m: {kind: math2d, expression: \"x / 64\"}\n");
    }

    void printsParameters() {
        const Outcome table = run({"measure", "waves.burin", "--progress", "none"});
        QCOMPARE(table.code, 0);
        QVERIFY2(table.out.contains("Sa           6.36108 um"), table.out);
        const QStringList json = {"measure", "waves.burin", "--json",   "--progress",
                                  "none",    "--line",      "0,0,511,0"};
        const Outcome first = run(json);
        const QJsonObject object = QJsonDocument::fromJson(first.out).object();
        QVERIFY2(!object.isEmpty(), first.out + first.err);
        const QJsonObject parameters = object["parameters"].toObject();
        QVERIFY(std::abs(parameters["Sq"].toObject()["value"].toDouble() - 7.07107) < 1e-4);
        QVERIFY(parameters["Str"].toObject()["value"].isNull());
        QVERIFY(std::abs(parameters["RSm"].toObject()["value"].toDouble() - 64) < 0.01);
        for (const char* name :
             {"hash", "region_px", "pitch_x_um", "form", "surface", "passes", "s_filter_um"})
            QVERIFY2(object.contains(name), name);
        QCOMPARE(run(json + QStringList{"--tile", "16", "--threads", "1"}).out, first.out);
        const Outcome csv = run({"measure", "waves.burin", "--csv", "--curve", "c.csv", "--psd", "p.csv",
                                 "--region", "0,0,256,128", "--progress", "none"});
        QCOMPARE(csv.code, 0);
        QVERIFY2(csv.out.startsWith("name,value,unit,spread\n"), csv.out);
        QVERIFY(csv.out.contains("region,\"0,0,256,128\",px,\n"));
        QCOMPARE(read("c.csv").count('\n'), 65537);
        QVERIFY(read("p.csv").contains("rings,"));
    }

    /// The height in metres that a sample of waves.burin has.
    static float metresAt(int x) {
        const auto value = static_cast<float>(0.5 + 0.25 * std::sin(2 * 3.14159265358979323846 * x / 64));
        return static_cast<float>(-40e-6 * static_cast<double>(value));
    }
    static float floatIn(const QByteArray& bytes, qsizetype at) {
        float value = 0;
        std::memcpy(&value, bytes.constData() + at, sizeof value);
        return value;
    }

    void exportsHeightsAsGsf() {
        const QStringList command = {"export", "waves.burin", "--to", "x.gsf", "--progress", "none"};
        const Outcome outcome = run(command);
        QVERIFY2(outcome.code == 0, outcome.err);
        const QByteArray file = read("x.gsf");
        QVERIFY(file.startsWith("Gwyddion Simple Field 1.0\nXRes = 512\nYRes = 512\nXReal = 0.000512\n"));
        const qsizetype data = (file.indexOf('\0') / 4 + 1) * 4;
        QVERIFY(file.left(data).contains("ZUnits = m\nTitle = "));
        QCOMPARE(file.size(), data + 512 * 512 * 4);
        for (const int x : {0, 16, 48, 511})
            QVERIFY(std::abs(floatIn(file, data + (7 * 512 + x) * 4) - metresAt(x)) < 1e-11);
        for (const char* shard : {"1/2", "0/2"})
            QCOMPARE(run({"export", "waves.burin", "--to", "s.gsf", "--shard", shard}).code, 0);
        const Outcome joined = run({"verify", "s.gsf", "--join"});
        QVERIFY2(joined.code == 0, joined.err);
        QVERIFY(read("s.gsf") == file);
        QCOMPARE(run({"verify", "x.gsf"}).code, 0);
        QCOMPARE(run(command + QStringList{"--resume"}).code, 0);
    }

    void exportsHeightsAsX3p() {
        const QStringList command = {"export", "waves.burin", "--to", "x.x3p", "--progress", "none"};
        QCOMPARE(run(command).code, 0);
        const QByteArray file = read("x.x3p");
        QVERIFY(file.startsWith("PK\x03\x04"));
        QVERIFY(file.contains("<Increment>1e-06</Increment>") && file.contains("<SizeX>512</SizeX>"));
        QVERIFY(file.contains("<Date>1970-01-01T00:00:00Z</Date>"));
        const qsizetype data = 30 + 16;  // the head of the first file and its name
        for (const int x : {0, 16, 48, 511})
            QVERIFY(std::abs(floatIn(file, data + (7 * 512 + x) * 4) - metresAt(x)) < 1e-11);
        const QByteArray md5 =
            QCryptographicHash::hash(file.mid(data, 512 * 512 * 4), QCryptographicHash::Md5).toHex();
        QVERIFY(file.contains("<MD5ChecksumPointData>" + md5 + "</MD5ChecksumPointData>"));
        const qsizetype xml = file.indexOf("<?xml");
        const QByteArray main = file.mid(xml, file.indexOf("</p:ISO5436_2>\n") + 15 - xml);
        QVERIFY(
            file.contains(QCryptographicHash::hash(main, QCryptographicHash::Md5).toHex() + " *main.xml\n"));
        QCOMPARE(run({"verify", "x.x3p"}).code, 0);
        QCOMPARE(run(command + QStringList{"--force"}).code, 0);
        QVERIFY(read("x.x3p") == file);
        QCOMPARE(run(command + QStringList{"--force", "--date", "2026-11-24"}).code, 0);
        QVERIFY(read("x.x3p").contains("<Date>2026-11-24T00:00:00Z</Date>"));
        QCOMPARE(run(command + QStringList{"--force", "--date", "yesterday"}).code, 2);
    }

    void heightsNeedAFullDepth() {
        const Outcome outcome = run({"export", "deep.burin", "--to", "d.gsf"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("d.gsf: holds heights, but the surface has no full depth; set its "
                                      "`full_depth`, the depth that 1 stands for"),
                 outcome.err);
        QCOMPARE(run({"export", "waves.burin", "--to", "h%d.gsf", "--layers", "4"}).code, 2);
        QCOMPARE(run({"export", "waves.burin", "--to", "h.x3p", "--shard", "0/2"}).code, 2);
    }

    void aMisspeltFullDepthIsNamed() {
        write("misspelt.burin", read("waves.burin").replace("full_depth", "ful_depth"));
        const Outcome outcome = run({"measure", "misspelt.burin"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("unknown key 'ful_depth'; did you mean 'full_depth'?"), outcome.err);
    }

    void measuresANodeOfAnyDepth() {
        const Outcome none = run({"measure", "deep.burin"});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("the surface has no full depth; set its `full_depth`, the depth that 1 "
                                   "stands for, or give --full-depth 40um"),
                 none.err);
        const Outcome unbounded = run({"measure", "deep.burin", "--node", "m", "--full-depth", "64um"});
        QCOMPARE(unbounded.code, 2);
        QVERIFY2(unbounded.err.contains("--region"), unbounded.err);
        const Outcome node = run({"measure", "deep.burin", "--node", "m", "--full-depth", "64um", "--region",
                                  "0,0,64,64", "--progress", "none"});
        QVERIFY2(node.out.contains("Sdq                1"), node.out);
    }

    /// A gaussian of sigma 2 px, cut at 6 px, weakens a wave of period 64 px, away from the rim.
    void measuresThePrediction() {
        QByteArray spotted = read("waves.burin");
        spotted.replace("full_depth", "depth: 16, full_depth");
        write("spotted.burin", spotted + "job: {spot: 8 um}\n");
        const QStringList command = {"measure",  "spotted.burin", "--surface",  "predicted",
                                     "--region", "64,64,384,384", "--progress", "none"};
        const Outcome table = run(command);
        QVERIFY2(table.out.contains("predicted surface (linear model)"), table.out + table.err);
        const Outcome json = run(command + QStringList{"--json"});
        const QJsonObject object = QJsonDocument::fromJson(json.out).object();
        QCOMPARE(object["surface"].toString(), QStringLiteral("predicted"));
        const double sq = object["parameters"].toObject()["Sq"].toObject()["value"].toDouble();
        double kept = 0;
        double all = 0;
        for (int x = -6; x <= 6; ++x) {
            all += std::exp(-x * x / 8.0);
            kept += std::exp(-x * x / 8.0) * std::cos(2 * 3.14159265358979323846 * x / 64);
        }
        QVERIFY2(std::abs(sq - 7.07107 * kept / all) < 1e-3, qPrintable(QString::number(sq)));
        QCOMPARE(run(command + QStringList{"--json", "--tile", "16", "--threads", "1"}).out, json.out);
        QCOMPARE(object["model"].toString(), QStringLiteral("linear"));
        const Outcome none = run({"measure", "waves.burin", "--surface", "predicted"});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("`job` gives no `spot`; write `spot: 8 um` under `job`"), none.err);
        QCOMPARE(run({"measure", "spotted.burin", "--surface", "engraved"}).code, 2);
        QCOMPARE(run({"measure", "spotted.burin", "--surface", "predicted", "--node", "m"}).code, 2);
    }

    /// The remarks on a result are a part of it in every format.
    void remarksBelongToTheResult() {
        QByteArray falling = read("waves.burin");
        falling.replace("full_depth", "machine_curve: [[0, 1], [1, 0]], full_depth");
        write("falling.burin", falling + "job: {spot: 8 um}\n");
        const QByteArray remark =
            "a curve of the root falls, so the prediction is computed from the designed depths";
        const QStringList command = {"measure",  "falling.burin", "--surface",  "predicted",
                                     "--region", "64,64,64,64",   "--progress", "none"};
        QVERIFY(run(command).out.contains(remark));
        const Outcome csv = run(command + QStringList{"--csv"});
        QVERIFY2(csv.out.contains("\nremark,\"" + remark + "\",,\n"), csv.out + csv.err);
        QVERIFY(csv.out.contains("\nmodel,linear,,\n"));
        const QJsonObject json = QJsonDocument::fromJson(run(command + QStringList{"--json"}).out).object();
        QCOMPARE(json["remarks"].toArray().first().toString().toUtf8(), remark);
    }

    void aFlatSurfaceHasAnEmptySpectrum() {
        QByteArray flat = read("waves.burin");
        flat.replace("0.5+0.25*sin(2*pi*x/64)", "0.25");
        write("flat.burin", flat);
        const Outcome outcome = run({"measure", "flat.burin", "--psd", "flat.csv", "--progress", "none"});
        QVERIFY2(outcome.code == 0, outcome.err);
        QCOMPARE(read("flat.csv"), QByteArray("direction,frequency_per_um,density,unit\n"));
    }

    /// Every exported height is the sum over the kernel; the depth beyond the surface is 0.
    void exportsThePrediction() {
        write("sharp.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 300, height: 90, depth: 16, full_depth: 40 um, inputs: [{data: m}]}\n"
              "  m: {kind: math2d, expression: \"mod(floor(x / 20) + floor(y / 15), 2)\"}\n"
              "job: {spot: 8 um}\n");
        const QStringList command = {"export", "sharp.burin", "--surface", "predicted", "--progress", "none"};
        for (const char* name : {"p.gsf", "p.x3p"})
            QCOMPARE(run(command + QStringList{"--to", name}).code, 0);
        const QByteArray file = read("p.gsf");
        const qsizetype data = (file.indexOf('\0') / 4 + 1) * 4;
        double weights[13];
        double all = 0;
        for (int i = -6; i <= 6; ++i)
            all += weights[i + 6] = std::exp(-i * i / 8.0);
        for (const QPoint p : {QPoint(0, 0), QPoint(20, 15), QPoint(150, 45), QPoint(299, 89)}) {
            double sum = 0;
            for (int j = -6; j <= 6; ++j) {
                for (int i = -6; i <= 6; ++i) {
                    const int x = p.x() + i;
                    const int y = p.y() + j;
                    if (x < 0 || y < 0 || x >= 300 || y >= 90) continue;
                    sum += weights[i + 6] * weights[j + 6] / all / all * ((x / 20 + y / 15) % 2);
                }
            }
            const double found = static_cast<double>(floatIn(file, data + (p.y() * 300 + p.x()) * 4));
            QVERIFY2(std::abs(found + 40e-6 * sum) < 40e-11, qPrintable(QString::number(found)));
        }
        QCOMPARE(read("p.x3p").mid(30 + 16, 300 * 90 * 4), file.mid(data));
        QCOMPARE(run(command + QStringList{"--to", "t.gsf", "--tile", "16", "--threads", "1"}).code, 0);
        QVERIFY(read("t.gsf") == file);
        QCOMPARE(run(command + QStringList{"--to", "c.gsf", "--region", "33,21,100,50"}).code, 0);
        QCOMPARE(read("c.gsf").right(400), file.mid(data + (70 * 300 + 33) * 4, 400));
        QCOMPARE(run(command + QStringList{"--to", "p.gsf", "--resume"}).code, 0);
        QCOMPARE(run({"export", "sharp.burin", "--to", "p.gsf", "--resume"}).code, 2);
        for (const QStringList& wrong :
             {QStringList{"--to", "p.tif"}, QStringList{"--to", "q.gsf", "--layers", "2"},
              QStringList{"--to", "q.gsf", "--surface", "engraved"}}) {
            const Outcome outcome = run(command + wrong);
            QVERIFY2(outcome.code == 2, outcome.err);
        }
        const Outcome none = run({"export", "waves.burin", "--to", "q.gsf", "--surface", "predicted"});
        QVERIFY2(none.code == 2 && none.err.contains("`job` gives no `spot`"), none.err);
        QVERIFY(!QFile::exists(folder_.filePath("q.gsf")));
    }

    /// The pitch round a roller of 20.37 um with 64 samples of about 1 um.
    void usesTheExactPitchOnARoller() {
        write("roller.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 64, height: 32, full_depth: 40 um, inputs: [{data: m}]}\n"
              "  m: {kind: math2d, expression: \"0.5+0.25*sin(2*pi*x/64)\"}\n"
              "job: {roller: {diameter: 20.3 um, axis: y}}\n");
        const Outcome outcome = run({"measure", "roller.burin", "--json", "--progress", "none"});
        QVERIFY2(outcome.code == 0, outcome.err);
        const QJsonObject object = QJsonDocument::fromJson(outcome.out).object();
        QVERIFY(std::abs(object["pitch_x_um"].toDouble() - 3.14159265358979323846 * 20.3 / 64) < 1e-12);
        QCOMPARE(object["pitch_y_um"].toDouble(), 1.0);
    }

    void refusesWhatIsWrong_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("filter too short") << QStringList{"--s-filter", "1um"} << QByteArray("2 to 4096");
        QTest::newRow("filter without number")
            << QStringList{"--l-filter", "x"} << QByteArray("--l-filter 'x'");
        QTest::newRow("form") << QStringList{"--form", "sphere"} << QByteArray("none or plane");
        QTest::newRow("line outside") << QStringList{"--line", "0,0,512,0"} << QByteArray("--line");
        QTest::newRow("line of three") << QStringList{"--line", "0,0,5"} << QByteArray("X0,Y0,X1,Y1");
        QTest::newRow("line of one sample")
            << QStringList{"--line", "5,5,5,5"}
            << QByteArray(
                   "--line '5,5,5,5': this line has 1 sample; at least 3 are needed; move its ends "
                   "apart, since samples lie one pixel apart");
        QTest::newRow("line of two samples")
            << QStringList{"--line", "0,0,1.4,1.4"} << QByteArray("this line has 2 samples; at least 3 are");
        QTest::newRow("two formats") << QStringList{"--json", "--csv"} << QByteArray("exclude");
        QTest::newRow("one window") << QStringList{"--sample", "1"} << QByteArray("--sample");
        QTest::newRow("depth") << QStringList{"--full-depth", "-3um"} << QByteArray("--full-depth");
        QTest::newRow("a depth above 1 m")
            << QStringList{"--full-depth", "99999999999999999999999"}
            << QByteArray("--full-depth '99999999999999999999999': at most 1 m");
        QTest::newRow("the design as the curve")
            << QStringList{"--curve", "waves.burin"}
            << QByteArray("--curve 'waves.burin': the command reads this file and would overwrite it");
        QTest::newRow("the design under another name")
            << QStringList{"--psd", "./link.burin"} << QByteArray("--psd './link.burin': the command reads");
        QTest::newRow("one file for both") << QStringList{"--curve", "both.csv", "--psd", "./both.csv"}
                                           << QByteArray("--psd './both.csv': --curve writes the same file");
        QTest::newRow("a folder that is missing")
            << QStringList{"--curve", "missing/c.csv"} << QByteArray("the folder missing does not exist");
    }
    void refusesWhatIsWrong() {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, message);
        const QByteArray design = read("waves.burin");
        QFile::link("waves.burin", folder_.filePath("link.burin"));
        const Outcome outcome = run(QStringList{"measure", "waves.burin"} + options);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(message), outcome.err);
        QVERIFY(outcome.out.isEmpty());
        QCOMPARE(read("waves.burin"), design);
        QVERIFY(!QFile::exists(folder_.filePath("both.csv")));
    }

    /// A picture that the design reads is as safe as the design, from other commands too.
    void filesOfTheDesignStay() {
        QCOMPARE(run({"render", "waves.burin", "--to", "p.png"}).code, 0);
        write("pictured.json",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 64, height: 64, full_depth: 40 um, inputs: [{data: p}]}\n"
              "  p: {kind: image, file: p.png}\n");
        const QByteArray picture = read("p.png");
        const QByteArray design = read("pictured.json");
        for (const QStringList& command : {QStringList{"measure", "pictured.json", "--psd", "p.png"},
                                           QStringList{"render", "pictured.json", "--to", "p.png"},
                                           QStringList{"report", "pictured.json", "--to", "pictured.json"}}) {
            const Outcome outcome = run(command);
            QVERIFY2(outcome.code == 2, outcome.err);
            QVERIFY2(outcome.err.contains("the command reads this file"), outcome.err);
        }
        QVERIFY(read("p.png") == picture && read("pictured.json") == design);
        QCOMPARE(run({"measure", "pictured.json"}).code, 0);
    }

    /// The figures are printed although no file may grow beyond 512 bytes.
    void aFileThatCannotBeWrittenCostsNoFigures() {
        const QString command =
            QString("ulimit -f 1; exec '%1' measure waves.burin --curve c2.csv --progress none")
                .arg(burin::test::burinProgram);
        const Outcome outcome = burin::ProgramFolder::run("/bin/bash", {"-c", command}, folder_.path());
        QVERIFY2(outcome.code == 1, outcome.err);
        QVERIFY2(outcome.err.contains("c2.csv"), outcome.err);
        QVERIFY2(outcome.out.contains("Sa           6.36108 um"), outcome.out);
    }
};

BURIN_TEST(TestMeasure)
#include "test_measure.moc"
