// SPDX-License-Identifier: GPL-3.0-or-later

// `burin report`: the numbers of a job sheet equal those of the single commands.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <QDate>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QStandardPaths>

#include <cmath>

class TestReport : public QObject {
    Q_OBJECT

  private:
    using Outcome = burin::ProgramOutcome;
    Outcome run(const QStringList& arguments) const { return folder_.run(arguments); }
    /// A sheet without options is made once for each design.
    QJsonObject sheet(const QString& design, const QStringList& more = {}) {
        if (more.isEmpty() && sheets_.contains(design)) return sheets_[design];
        const Outcome outcome =
            run(QStringList{"report", design, "--to", "sheet.json", "--progress", "none"} + more);
        if (outcome.code != 0) qWarning("%s", outcome.err.constData());
        const QJsonObject made = QJsonDocument::fromJson(folder_.read("sheet.json")).object();
        if (more.isEmpty()) sheets_[design] = made;
        return made;
    }

    bool isDrawn(const QString& file) const {
        const Outcome drawn = run({"report", "roller.burin", "--to", file, "--progress", "none"});
        if (drawn.code != 0 || !drawn.err.isEmpty()) qWarning("%d %s", drawn.code, drawn.err.constData());
        return drawn.code == 0 && drawn.err.isEmpty();
    }

    /// Draws a sheet. The only thing in it that does not depend on the design is the measured time of
    /// computing, so a sheet is drawn again if the computer was busy for a second meanwhile. \return its text
    QString drawnWithoutAStall(const QString& file) const {
        QString text;
        burin::test::waitFor([&] {
            if (!isDrawn(file)) return true;
            text = QString::fromUtf8(
                burin::ProgramFolder::run("pdftotext", {"-layout", file, "-"}, folder_.path()).out);
            return text.contains("under 1 s");
        });
        return text;
    }

    burin::ProgramFolder folder_{burin::test::burinProgram};
    QMap<QString, QJsonObject> sheets_;

  private slots:
    void initTestCase() {
        folder_.write("roller.burin",
                      "burin: 2\npixel: 1 um\nnodes:\n"
                      "  s: {kind: root, width: 640, height: 300, full_depth: 40 um, depth: 16,\n"
                      "      machine_curve: [[0, 0], [1, 0.9]], inputs: [{data: m}]}\n"
                      "  m: {kind: math2d, expression: \"0.5 + 0.25 * sin(2 * pi * x / 64)\"}\n"
                      "job: {roller: {diameter: 203.7 um, axis: y}, spot: 8 um, field: [2 mm, 1 mm]}\n");
        folder_.write("deep.burin",
                      "burin: 1\npixel: 1 um\nnodes:\n"
                      "  s: {kind: root, width: 64, height: 64, inputs: [{data: m}]}\n"
                      "  m: {kind: math2d, expression: \"x / 64\"}\n");
        folder_.write("marked.burin",
                      "burin: 1\npixel: 1 um\nnodes:\n"
                      "  s: {kind: root, width: 64, height: 64, full_depth: 4 um, inputs: [{data: m}]}\n"
                      "  m: {kind: math2d, expression: \"x / 64\"}\n"
                      "editor:\n  bookmarks:\n"
                      "    - {name: dimple, region: [8, 8, 16, 12]}\n"
                      "    - {name: inner, node: m, region: [0, 0, 8, 8]}\n"
                      "    - {name: rim, region: [50, -9, 99, 99]}\n");
        folder_.write("taken.pdf.journal", "an export\n");
        // Slightly more samples than 64 windows have. The windows are as high as the surface, so a low one
        // saves time.
        folder_.write("large.burin",
                      "burin: 1\npixel: 1 um\nnodes:\n"
                      "  s: {kind: root, width: 200000, height: 340, full_depth: 4 um, inputs: [{data: m}]}\n"
                      "  m: {kind: math2d, expression: \"mod(floor(x / 20), 2)\"}\n");
    }

    void theNumbersAreThoseOfTheCommands() {
        const QJsonObject found = sheet("roller.burin");
        const Outcome measured = run({"measure", "roller.burin", "--json", "--progress", "none"});
        QCOMPARE(found["roughness"].toObject(), QJsonDocument::fromJson(measured.out).object());
        const QByteArray info = run({"info", "roller.burin"}).out;
        QVERIFY(info.contains("hash      " + found["hash"].toString().toUtf8()));
        const QJsonObject surface = found["surface"].toObject();
        QCOMPARE(surface["size_px"].toArray(), (QJsonArray{640, 300}));
        QCOMPARE(surface["bits"].toInt(), 16);
        QCOMPARE(surface["bytes"].toDouble(), 640.0 * 300 * 2);
        QCOMPARE(surface["machine_curve"].toArray(), (QJsonArray{QJsonArray{0, 0}, QJsonArray{1, 0.9}}));
        const double pitch = surface["pitch_um"].toArray()[0].toDouble();
        QVERIFY(std::abs(pitch - 3.14159265358979 * 203.7 / 640) < 1e-12);
        const double volume = 640 * pitch * 300 * 20 / 1e9;
        QVERIFY(std::abs(surface["engraved_volume_mm3"].toDouble() - volume) < 1e-4 * volume);
        QCOMPARE(found["roller"].toObject()["samples_round"].toInt(), 640);
        QCOMPARE(found["roller"].toObject()["joint_closes"], QJsonValue(true));
        const QJsonObject machine = found["machine"].toObject();
        QCOMPARE(machine["field_px"].toArray(), (QJsonArray{2000, 1000}));
        QCOMPARE(machine["spot"].toObject()["sx_um"].toDouble(), 8.0);
        const QJsonArray curve = found["heights"].toObject()["bearing_curve"].toArray();
        QCOMPARE(curve.size(), 101);
        QVERIFY(std::abs(curve[0].toArray()[1].toDouble() + 10) < 0.01);
        QVERIFY(std::abs(curve[100].toArray()[1].toDouble() + 30) < 0.01);
    }

    void findingsOfPreflightAreListed() {
        const QJsonArray findings = sheet("roller.burin")["preflight"].toObject()["findings"].toArray();
        const QByteArray checked = run({"check", "roller.burin", "--preflight"}).err;
        for (const QJsonValue& finding : findings)
            QVERIFY2(checked.contains(finding.toObject()["what"].toString().toUtf8()), checked);
        QCOMPARE(checked.count("warning:"), findings.size());
    }

    void anOpenJointIsSaid() {
        folder_.write("open.burin", folder_.read("roller.burin").replace("x / 64", "x / 60"));
        const QJsonObject roller = sheet("open.burin")["roller"].toObject();
        QCOMPARE(roller["joint_closes"], QJsonValue(false));
        QCOMPARE(roller["joint_open"].toArray(), QJsonArray{"m"});
        folder_.write("bounded.burin",
                      folder_.read("roller.burin")
                          .replace("kind: math2d,", "kind: math2d, width: 640, height: 300,")
                          .replace("0.5 + 0.25 * sin(2 * pi * x / 64)", "max(0, x - 8) / 640"));
        QCOMPARE(sheet("bounded.burin")["roller"].toObject()["joint_open"].toArray(), QJsonArray{"m"});
    }

    /// The depth of --full-depth counts in preflight too: lines of 2 um vanish below a spot of 40 um.
    void preflightHasTheDepthOfTheSheet() {
        folder_.write("lines.burin", folder_.read("deep.burin")
                                         .replace("x / 64", "mod(floor(x / 2), 2)")
                                         .replace("nodes:", "job: {spot: 40 um}\nnodes:"));
        const QJsonObject preflight = sheet("lines.burin", {"--full-depth", "20um"})["preflight"].toObject();
        QCOMPARE(preflight["unseen"].toArray(), QJsonArray());
        QByteArray found;
        for (const QJsonValue& finding : preflight["findings"].toArray())
            found += finding.toObject()["what"].toString().toUtf8() + '\n';
        QVERIFY2(found.contains("the predicted surface differs by 10"), found);
        // The numbers of that text, and its place.
        const QJsonObject predicted = preflight["predicted"].toObject();
        const double rms = predicted["rms_um"].toDouble();
        QVERIFY(rms >= 9.95 && rms < 11);
        QVERIFY(std::abs(predicted["rms_share"].toDouble() - rms / 20) < 1e-9);
        QVERIFY(predicted["worst_um"].toDouble() >= rms);
        QJsonValue place;
        for (const QJsonValue& finding : preflight["findings"].toArray()) {
            if (finding.toObject()["what"].toString().contains("predicted"))
                place = finding.toObject()["place_px"];
        }
        QCOMPARE(place.toArray().size(), 2);
        QCOMPARE(place, predicted["place_px"]);
    }

    void aFinePredictionIsListedToo() {
        const QJsonObject preflight = sheet("roller.burin")["preflight"].toObject();
        const QJsonObject predicted = preflight["predicted"].toObject();
        QVERIFY(predicted["rms_um"].toDouble() > 0 && predicted["rms_share"].toDouble() < 0.1);
        const QJsonObject withoutSpot = sheet("marked.burin")["preflight"].toObject();
        QVERIFY(withoutSpot["predicted"].isNull());
    }

    void aLargeSurfaceIsMeasuredInWindows() {
        const QJsonObject roughness = sheet("large.burin")["roughness"].toObject();
        QCOMPARE(roughness["windows"].toInt(), 64);
        QVERIFY(std::abs(roughness["parameters"].toObject()["Sa"].toObject()["value"].toDouble() - 2) < 0.05);
    }

    void partsOfTheSurfaceAreShown() {
        const auto regions = [](const QJsonObject& sheet) {
            QString text;
            for (const QJsonValue& picture : sheet["pictures"].toArray()) {
                text += picture.toObject()["name"].toString() + '@';
                for (const QJsonValue& number : picture.toObject()["region_px"].toArray())
                    text += QString::number(number.toInt()) + ' ';
            }
            return text.trimmed();
        };
        QCOMPARE(regions(sheet("roller.burin")), QString());
        QCOMPARE(regions(sheet("large.burin")), QString("@99760 10 480 320"));
        QCOMPARE(regions(sheet("marked.burin")), QString("dimple@8 8 16 12 rim@50 0 14 64"));
        QCOMPARE(regions(sheet("roller.burin", {"--picture", "1,2,30,40", "--picture", "50um,60um,7um,8um"})),
                 QString("@1 2 30 40 @50 60 7 8"));
        const Outcome many =
            run({"report", "roller.burin", "--to", "x.json", "--picture", "1,2,3,4", "--picture", "1,2,3,4",
                 "--picture", "1,2,3,4", "--picture", "1,2,3,4", "--picture", "1,2,3,4"});
        QCOMPARE(many.code, 2);
        QVERIFY2(many.err.contains("room for 4 parts"), many.err);
    }

    /// As with other commands, and on the disks of other systems.
    void aSuffixMayBeInAnyCase() {
        QCOMPARE(run({"report", "roller.burin", "--to", "sheet.JSON", "--progress", "none"}).code, 0);
        QVERIFY(folder_.read("sheet.JSON").startsWith("{"));
        QCOMPARE(run({"wedge", "--to", "W.BURIN"}).code, 0);
        QCOMPARE(run({"check", "W.BURIN"}).code, 0);
    }

    void pagesAreDrawnByTheStudio() {
        if (*burin::test::studioProgram == '\0') QSKIP("the studio is not built");
        const QDate day = QDate::currentDate();
        QVERIFY(isDrawn("sheet.pdf"));
        QVERIFY(folder_.read("sheet.pdf").startsWith("%PDF-"));
        if (QStandardPaths::findExecutable("pdftotext").isEmpty())
            QSKIP("pdftotext of poppler-utils is missing, so the text is not read back");
        const QString text = drawnWithoutAStall("sheet.pdf");
        drawnWithoutAStall("again.pdf");
        if (day == QDate::currentDate()) QCOMPARE(folder_.read("again.pdf"), folder_.read("sheet.pdf"));
        for (const QString& words : {QString("roller.burin"), QString("640 samples"), QString("40 µm"),
                                     sheet("roller.burin")["hash"].toString(), QString("gaussian 8 µm"),
                                     QString("Signature"), QString("page 1 of 1")})
            QVERIFY2(text.contains(words), qPrintable(words + " is missing in\n" + text));
        if (!qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("WAYLAND_DISPLAY"))
            QVERIFY2(text.contains(QRegularExpression("The 3.D picture is left out")), qPrintable(text));
    }

    void refusesWhatIsWrong() {
        for (const auto& [arguments, words] :
             {std::pair<QStringList, QByteArray>({"roller.burin"}, "--to FILE"),
              std::pair<QStringList, QByteArray>({"roller.burin", "--to", "x.txt"}, ".pdf or .json"),
              std::pair<QStringList, QByteArray>({"deep.burin", "--to", "x.json"},
                                                 "the surface has no full depth; set its `full_depth`"),
              std::pair<QStringList, QByteArray>({"deep.burin", "--to", "x.json", "--full-depth", "1001 mm"},
                                                 "--full-depth '1001 mm': at most 1 m is expected"),
              std::pair<QStringList, QByteArray>({"roller.burin", "--to", "none/x.json"},
                                                 "the folder none does not exist"),
              std::pair<QStringList, QByteArray>({"roller.burin", "--to", "none/x.pdf"},
                                                 "the folder none does not exist"),
              std::pair<QStringList, QByteArray>({"roller.burin", "--to", "taken.pdf"},
                                                 "this name belongs to an export"),
              std::pair<QStringList, QByteArray>({"roller.burin", "--to", "x.json", "--page", "a4"},
                                                 "--page is for a .pdf"),
              std::pair<QStringList, QByteArray>({"roller.burin", "--to", "x.pdf", "--page", "a5"},
                                                 "a4 or letter is expected"),
              std::pair<QStringList, QByteArray>(
                  {"roller.burin", "--to", "x.json", "--picture", "600,0,80,80"},
                  "--picture '600,0,80,80' reaches")}) {
            const Outcome outcome = run(QStringList{"report"} + arguments);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains(words), outcome.err);
        }
        QVERIFY(folder_.read("x.json").isEmpty());
    }
};

BURIN_TEST(TestReport)
#include "test_report.moc"
