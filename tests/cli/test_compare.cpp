// SPDX-License-Identifier: GPL-3.0-or-later

// `burin compare` on the command line: what it prints, what it writes, and what it refuses.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <QJsonDocument>
#include <QJsonObject>
#include <QXmlStreamReader>
#include <cmath>
#include <cstring>
#include <filesystem>

class TestCompare : public QObject {
    Q_OBJECT

  private:
    using Outcome = burin::ProgramOutcome;
    Outcome run(const QStringList& arguments) const { return folder_.run(arguments); }
    void write(const QString& name, const QByteArray& content) const { folder_.write(name, content); }
    QByteArray read(const QString& name) const { return folder_.read(name); }
    QJsonObject compared(const QStringList& arguments) const {
        const Outcome outcome = run(QStringList{"compare"} + arguments + QStringList{"--json"});
        if (outcome.code != 0) qWarning("%s", outcome.err.constData());
        return QJsonDocument::fromJson(outcome.out).object();
    }

    burin::ProgramFolder folder_{burin::test::burinProgram};

  private slots:
    void initTestCase() {
        write(
            "part.burin",
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 600, height: 500, depth: 16, full_depth: 40 um, inputs: [{data: m}]}\n"
            "  m: {kind: math2d, expression: \"noise(x / 24, y / 19, 5)\"}\n");
        write("other.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 600, height: 500, full_depth: 40 um, inputs: [{data: m}]}\n"
              "  m: {kind: math2d, expression: \"noise(x / 31, y / 17, 77)\"}\n");
        for (const char* name : {"part.gsf", "part.x3p"})
            QCOMPARE(run({"export", "part.burin", "--to", name, "--region", "220,170,192,160"}).code, 0);
    }

    /// The region's middle is at 315.5, 249.5; the surface's at 299.5, 249.5.
    void aPartOfTheDesignIsFound_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("from a .gsf") << "part.gsf";
        QTest::newRow("from an .x3p") << "part.x3p";
    }
    void aPartOfTheDesignIsFound() {
        QFETCH(QString, file);
        const QJsonObject found = compared({file, "part.burin", "--tolerance", "0.1um"});
        QVERIFY(std::abs(found["shift_x_um"].toDouble() - 16) < 0.01);
        QVERIFY(std::abs(found["shift_y_um"].toDouble()) < 0.01);
        QVERIFY(std::abs(found["turn_deg"].toDouble()) < 0.002);
        QVERIFY(std::abs(found["gain"].toDouble() - 1) < 0.001);
        QVERIFY(found["correlation"].toDouble() > 0.9999);
        QVERIFY(found["residual_Sq_um"].toDouble() < 0.01);
        QVERIFY(found["within_tolerance_percent"].toDouble() > 99);
        QCOMPARE(found["ambiguous"].toBool(true), false);
        const Outcome table = run({"compare", file, "part.burin", "--at", "310,250", "--search", "30um"});
        QVERIFY2(table.out.contains("shift_x                    5.5 um\nshift_y                   -0.5 um\n"),
                 table.out + table.err);
    }

    /// A range of search that is larger than the surface is limited to the surface, so the search ends and
    /// needs no more memory.
    void theSearchEndsAtTheSurface() {
        const QJsonObject found =
            compared({"part.gsf", "part.burin", "--search", "5e12m", "--turn", "0", "--memory", "1G"});
        QVERIFY(std::abs(found["shift_x_um"].toDouble() - 16) < 0.01);
        QVERIFY(std::abs(found["shift_y_um"].toDouble()) < 0.01);
    }

    void theResidualIsWritten() {
        for (const char* name : {"r.gsf", "r.x3p", "r.png"})
            QCOMPARE(run({"compare", "part.gsf", "part.burin", "--to", name}).code, 0);
        const QByteArray gsf = read("r.gsf");
        QVERIFY(gsf.startsWith("Gwyddion Simple Field 1.0\nXRes = 192\nYRes = 160\nXReal = 0.000192\n"));
        const qsizetype data = (gsf.indexOf('\0') / 4 + 1) * 4;
        QCOMPARE(gsf.size(), data + 192 * 160 * 4);
        float metres = 1;
        std::memcpy(&metres, gsf.constData() + data + (80 * 192 + 96) * 4, 4);
        QVERIFY(std::abs(metres) < 0.1e-6F);
        // The program reads what it writes.
        const Outcome again = run({"compare", "r.x3p", "part.burin"});
        QVERIFY2(again.code == 1 || again.code == 0, again.err);
        // The sides of a PNG are 32-bit numbers in its first chunk.
        QCOMPARE(read("r.png").mid(16, 8), QByteArray::fromHex("000000c0000000a0"));
    }

    /// Other programs can read the residual although the name of the part has such characters.
    void namesOfPartsDoNotSpoilTheResidual_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("comment");
        QTest::newRow("marks of XML") << QByteArray("A&B <1>.gsf") << "A&B <1>.gsf";
        QTest::newRow("a control character") << QByteArray("bell\a.gsf") << "bell\\x07.gsf";
        QTest::newRow("no UTF-8") << QByteArray("old\xE9.gsf") << "old\\xE9.gsf";
    }
    void namesOfPartsDoNotSpoilTheResidual() {
        QFETCH(QByteArray, name);
        QFETCH(QString, comment);
        std::error_code error;
        std::filesystem::copy_file(folder_.filePath("part.gsf").toStdString(),
                                   folder_.path().toStdString() + "/" + name.toStdString(), error);
        QVERIFY2(!error, error.message().c_str());
        // QProcess would encode the name as UTF-8.
        const QString command =
            QString("exec '%1' compare \"$(printf '%2')\" part.burin --to named.x3p")
                .arg(burin::test::burinProgram, [&name] {
                    QString octal;
                    for (const char c : name)
                        octal += QString("\\%1").arg(static_cast<unsigned char>(c), 3, 8, QLatin1Char('0'));
                    return octal;
                }());
        const Outcome outcome = burin::ProgramFolder::run("/bin/bash", {"-c", command}, folder_.path());
        QVERIFY2(outcome.code == 0, outcome.err);
        const QByteArray file = read("named.x3p");
        QXmlStreamReader xml(file.mid(file.indexOf("<?xml"))
                                 .left(file.indexOf("</p:ISO5436_2>") + 14 - file.indexOf("<?xml")));
        QString found;
        while (!xml.atEnd()) {
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("Comment"))
                found = xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(found, comment);
        QCOMPARE(run({"compare", "named.x3p", "part.burin"}).code, 1);
        // QTemporaryDir does not remove a file of this name.
        std::filesystem::remove(folder_.path().toStdString() + "/" + name.toStdString());
    }

    /// Fewer heights than the fit has unknowns would match any design.
    void aPartOfFewHeightsIsRefused_data() {
        QTest::addColumn<QByteArray>("region");
        QTest::newRow("one sample") << QByteArray("220,170,1,1");
        QTest::newRow("three samples") << QByteArray("220,170,3,1");
        QTest::newRow("fewer samples than the search compares") << QByteArray("220,170,5,3");
    }
    void aPartOfFewHeightsIsRefused() {
        QFETCH(QByteArray, region);
        QCOMPARE(run({"export", "part.burin", "--to", "little.gsf", "--force", "--region", region}).code, 0);
        const Outcome outcome = run({"compare", "little.gsf", "part.burin"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("measure a part with at least 16"), outcome.err);
    }

    /// The part's middle is at 315.5, 249.5. A quarter of its sides is 48 um and 40 um, and the search has
    /// steps of 2 um.
    void aPlaceBeyondTheSearchDoesNotMatch_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        QTest::newRow("less than a step beyond") << QStringList{"--at", "266,249.5"} << 0;
        QTest::newRow("two steps beyond") << QStringList{"--at", "263,249.5"} << 1;
        QTest::newRow("a wider search") << QStringList{"--at", "263,249.5", "--search", "54um"} << 0;
    }
    void aPlaceBeyondTheSearchDoesNotMatch() {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        const Outcome outcome = run(QStringList{"compare", "part.gsf", "part.burin"} + options);
        QVERIFY2(outcome.code == code, outcome.out + outcome.err);
        QCOMPARE(outcome.err.contains("beyond --search or --turn"), code == 1);
    }

    /// A line is found like any part, if the search is wide enough for it.
    void aLineIsFound() {
        QCOMPARE(
            run({"export", "part.burin", "--to", "line.gsf", "--force", "--region", "220,170,192,1"}).code,
            0);
        const QJsonObject found = compared({"line.gsf", "part.burin", "--at", "317,173", "--search", "6um"});
        QVERIFY(std::abs(found["shift_x_um"].toDouble() + 1.5) < 0.01);
        QVERIFY(std::abs(found["shift_y_um"].toDouble() + 3) < 0.01);
    }

    /// The part lies there, but turned by 8 degrees.
    void aPartBeyondTheLimitsDoesNotMatch_data() {
        QTest::addColumn<QByteArray>("turn");
        QTest::addColumn<int>("code");
        QTest::newRow("no turn") << QByteArray("0") << 1;
        QTest::newRow("too little") << QByteArray("5") << 1;
        QTest::newRow("enough") << QByteArray("9") << 0;
    }
    void aPartBeyondTheLimitsDoesNotMatch() {
        QFETCH(QByteArray, turn);
        QFETCH(int, code);
        write(
            "turned.burin",
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 110, height: 110, depth: 16, full_depth: 40 um, inputs: [{data: m}]}\n"
            "  m: {kind: math2d, expression: \"noise((300 + cos(8 * pi / 180) * (x - 55) - sin(8 * pi / 180) "
            "* (y - 55)) / 24, (250 + sin(8 * pi / 180) * (x - 55) + cos(8 * pi / 180) * (y - 55)) / 19, "
            "5)\"}\n");
        QCOMPARE(run({"export", "turned.burin", "--to", "turned.gsf", "--force"}).code, 0);
        const Outcome outcome = run({"compare", "turned.gsf", "part.burin", "--turn", turn});
        QVERIFY2(outcome.code == code, outcome.out + outcome.err);
    }

    /// For a lattice, the command reports the ambiguity and takes the place nearest to the expected one.
    void aLatticeIsAmbiguous() {
        write("lattice.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  s: {kind: root, width: 400, height: 400, full_depth: 40 um, inputs: [{data: m}]}\n"
              "  m: {kind: math2d, expression: \"0.5+0.2*sin(2*pi*x/16)+0.2*sin(2*pi*y/16)\"}\n");
        QCOMPARE(run({"export", "lattice.burin", "--to", "cells.gsf", "--region", "100,100,128,128"}).code,
                 0);
        const QStringList at = {"cells.gsf", "lattice.burin", "--at", "165.5,161.5"};
        const QJsonObject found = compared(at);
        QCOMPARE(found["ambiguous"].toBool(), true);
        QVERIFY(std::abs(found["shift_x_um"].toDouble() + 2) < 0.05);
        QVERIFY(std::abs(found["shift_y_um"].toDouble() - 2) < 0.05);
        QVERIFY(run(QStringList{"compare"} + at).out.contains("\nambiguous: other places match"));
    }

    /// The example has the faults that packaging/example_scan.py gives it.
    void theExampleHasTheFaultsThatItIsGiven() {
        const auto example = [](const char* name) {
            return burin::test::inTree("resources/examples/") + name;
        };
        const QJsonObject found = compared({example("scans/stamp.x3p"), example("stamp.burin"), "--at",
                                            "1.4mm,1.5mm", "--tolerance", "1um"});
        const auto isNear = [&](const char* key, double expected, double tolerance) {
            const double value = found[key].toDouble(-1e9);
            if (std::abs(value - expected) <= tolerance) return true;
            qWarning("%s is %g", key, value);
            return false;
        };
        QVERIFY(isNear("shift_x_um", 20, 0.2));
        QVERIFY(isNear("shift_y_um", 20, 0.2));
        QVERIFY(isNear("turn_deg", 1.2, 0.02));
        QVERIFY(isNear("gain", 0.94, 0.01));
        QVERIFY(isNear("tilt_x_um_mm", 3, 0.2));
        QVERIFY(isNear("tilt_y_um_mm", -2, 0.2));
        QVERIFY(isNear("missing", 0.02 * 192 * 144, 80));
        QCOMPARE(found["ambiguous"].toBool(true), false);
    }

    /// A part reached nine tenths of its depth.
    void theDepthThatWasReachedIsSaid() {
        QByteArray shallow = read("part.burin");
        shallow.replace("full_depth: 40 um", "full_depth: 36 um");
        write("shallow.burin", shallow);
        QCOMPARE(run({"export", "shallow.burin", "--to", "shallow.gsf", "--region", "220,170,192,160"}).code,
                 0);
        const QStringList command = {"shallow.gsf", "part.burin", "--tolerance", "1um"};
        const QJsonObject found = compared(command);
        QVERIFY(std::abs(found["gain"].toDouble() - 0.9) < 0.002);
        QVERIFY(found["residual_Sq_um"].toDouble() > 0.3);
        QVERIFY(found["within_tolerance_percent"].toDouble() < 90);
        // The same depth on both sides.
        const QJsonObject equal = compared(command + QStringList{"--full-depth", "36um"});
        QVERIFY(std::abs(equal["gain"].toDouble() - 1) < 0.002);
        QVERIFY(equal["residual_Sq_um"].toDouble() < 0.01);
    }

    /// The form is removed from the residual, or stays.
    void aTiltIsTakenAwayOrStays() {
        QByteArray tilted = read("part.burin");
        tilted.replace("\"noise(x / 24, y / 19, 5)\"", "\"0.9 * noise(x / 24, y / 19, 5) + x / 9000\"");
        write("tilted.burin", tilted);
        QByteArray upright = tilted;
        upright.replace(" + x / 9000", "");
        write("upright.burin", upright);
        QCOMPARE(run({"export", "tilted.burin", "--to", "tilted.gsf", "--region", "220,170,192,160"}).code,
                 0);
        const QJsonObject plane = compared({"tilted.gsf", "upright.burin"});
        QVERIFY2(std::abs(plane["tilt_x_um_mm"].toDouble() + 40e3 / 9000) < 0.05,
                 qPrintable(QString::number(plane["tilt_x_um_mm"].toDouble())));
        QVERIFY(plane["residual_Sq_um"].toDouble() < 0.01);
        const QJsonObject none = compared({"tilted.gsf", "upright.burin", "--form", "none"});
        QCOMPARE(none["tilt_x_um_mm"].toDouble(), 0.0);
        QVERIFY(none["residual_Sq_um"].toDouble() > 0.1);
    }

    void whatDoesNotMatchIsSaid() {
        const Outcome outcome = run({"compare", "part.gsf", "other.burin"});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.startsWith("part.gsf does not match (0."), outcome.err);
        QVERIFY2(outcome.err.endsWith("): check --at, --search, mirroring.\n"), outcome.err);
        QVERIFY(outcome.out.isEmpty());
    }

    void damagedFilesAreRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("message");
        const QByteArray x3p = read("part.x3p");
        const QByteArray gsf = read("part.gsf");
        const auto row = [](const char* name, const char* file, const QByteArray& content,
                            const char* message) {
            QTest::newRow(name) << QString(file) << content << QByteArray(message);
        };
        QByteArray spoilt = x3p;
        spoilt[1000] = static_cast<char>(spoilt[1000] + 1);
        row("a height changed", "spoilt.x3p", spoilt, "copy it again");
        QByteArray sum = x3p;
        const qsizetype md5 = sum.indexOf("<MD5ChecksumPointData>") + 22;
        sum[md5] = sum[md5] == 'f' ? 'e' : 'f';
        row("another checksum", "sum.x3p", sum, "copy it again");
        row("a short archive", "short.x3p", x3p.left(x3p.size() / 2), "is not a zip archive; copy it again");
        row("no archive", "text.x3p", "nothing", "is not a zip archive");
        row("a short field", "short.gsf", gsf.left(gsf.size() - 4), "does not have the length");
        row("no field", "text.gsf", "nothing", "is not a Gwyddion Simple Field");
        row("no size", "size.gsf", QByteArray("Gwyddion Simple Field 1.0\nXRes = 2\n\0\0\0\0", 40),
            "is missing");
        row("another unit", "unit.gsf", QByteArray(gsf).replace("ZUnits = m", "ZUnits = V"), "ZUnits is 'V'");
        row("an unknown format", "part.sur", gsf, "is neither a .gsf nor a .x3p");
        QByteArray missing = gsf;
        for (qsizetype at = gsf.size() - 4 * 192 * 160; at < gsf.size() - 4 * 7; at += 4)
            missing.replace(at, 4, QByteArray("\0\0\xC0\x7F", 4));
        row("nearly all heights missing", "missing.gsf", missing, "has 7 heights that are not missing");
    }
    void damagedFilesAreRefused() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, message);
        write(name, content);
        const Outcome outcome = run({"compare", name, "part.burin"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(message), outcome.err);
    }

    void refusesWhatIsWrong_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("a place of one") << QStringList{"--at", "5"} << QByteArray("X,Y is expected");
        QTest::newRow("a place beyond the surface")
            << QStringList{"--at", "601,5"} << QByteArray("a place on the surface");
        QTest::newRow("a place that is far away")
            << QStringList{"--at", "1e300,5"} << QByteArray("a place on the surface");
        QTest::newRow("a search of 0") << QStringList{"--search", "0um"} << QByteArray("--search");
        QTest::newRow("a turn") << QStringList{"--turn", "far"} << QByteArray("degrees from 0 to 180");
        QTest::newRow("a form") << QStringList{"--form", "sphere"} << QByteArray("none or plane");
        QTest::newRow("a target") << QStringList{"--to", "r.tif"} << QByteArray(".gsf, .x3p or .png");
        QTest::newRow("the measurement as the target")
            << QStringList{"--to", "part.gsf"} << QByteArray("--to 'part.gsf': the command reads this file");
        QTest::newRow("a target in a folder that is missing")
            << QStringList{"--to", "missing/r.gsf"} << QByteArray("the folder missing does not exist");
        QTest::newRow("no file") << QStringList{}
                                 << QByteArray(
                                        "none.gsf was not found in .; write the path of a file that exists");
        QTest::newRow("memory") << QStringList{"--search", "10m", "--memory", "128M"}
                                << QByteArray("comparing needs");
        QTest::newRow("memory for an endless search")
            << QStringList{"--search", "5e12m", "--memory", "128M"} << QByteArray("comparing needs");
    }
    void refusesWhatIsWrong() {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, message);
        const QString file = QString(QTest::currentDataTag()) == "no file" ? "none.gsf" : "part.gsf";
        const QByteArray measured = read("part.gsf");
        const Outcome outcome = run(QStringList{"compare", file, "part.burin"} + options);
        QVERIFY(read("part.gsf") == measured);
        QVERIFY2(outcome.code == (message.contains("needs") ? 1 : 2), outcome.err);
        QVERIFY2(outcome.err.contains(message), outcome.err);
        QVERIFY(outcome.out.isEmpty());
        // The measured file has nothing to do with a node.
        QVERIFY2(!outcome.err.contains("mute the node"), outcome.err);
    }
};

BURIN_TEST(TestCompare)
#include "test_compare.moc"
