// SPDX-License-Identifier: GPL-3.0-or-later

// --set in every command that takes it, and pictures of instances.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace {

const QByteArray design = R"yaml(burin: 2
pixel: 1 um
groups:
  bumps:
    parameters: {size: {type: length, default: 20}, map: {type: file, default: gray.pgm}}
    output: rows
    nodes:
      rows: {kind: stitching, u: [= size * 1.2, 0], v: ["= size * 0.6", =size], inputs: [pattern: bump]}
      bump: {kind: math2d, width: =size, height: =size, expression: "1 - hypot(x, y) / size"}
      gray: {kind: image, file: =map}
nodes:
  surface: {kind: root, width: 300, height: 200, inputs: [data: wall]}
  wall: {kind: group, group: bumps}
)yaml";

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

}  // namespace

class TestSet : public QObject {
    Q_OBJECT

  private:
    Outcome run(const QStringList& arguments, const QString& below = {}) const {
        QProcess process;
        process.setWorkingDirectory(folder_.filePath(below));
        process.start(burin::test::burinProgram, arguments);
        Outcome outcome;
        if (!process.waitForFinished(burin::patience) || process.exitStatus() != QProcess::NormalExit)
            return outcome;
        outcome.code = process.exitCode();
        outcome.out = process.readAllStandardOutput();
        outcome.err = process.readAllStandardError();
        return outcome;
    }
    QByteArray content(const QString& name) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString& name, const QByteArray& text) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QByteArray hashOf(const QStringList& arguments) const {
        for (const QByteArray& line : run(QStringList("info") + arguments).out.split('\n')) {
            if (line.startsWith("hash")) return line;
        }
        return {};
    }

    QTemporaryDir folder_;

  private slots:
    void initTestCase() {
        write("d.burin", design);
        QByteArray larger = design;
        write("larger.burin", larger.replace("group: bumps}", "group: bumps, values: {size: 30 um}}"));
        write("gray.pgm", "P2\n2 2\n255\n0 1 2 3\n");
        QVERIFY(QDir(folder_.path()).mkdir("below"));
        write("below/other.pgm", "P2\n2 2\n255\n3 2 1 0\n");
    }

    /// The design hash belongs to the changed design.
    void aSettingIsAnEdit() {
        QCOMPARE(hashOf({"d.burin", "--set", "wall.size=30 um"}), hashOf({"larger.burin"}));
        QVERIFY(!hashOf({"larger.burin"}).isEmpty());
        QVERIFY(hashOf({"d.burin"}) != hashOf({"larger.burin"}));
        QCOMPARE(hashOf({"larger.burin", "--set", "wall.size="}), hashOf({"d.burin"}));
        QCOMPARE(hashOf({"d.burin", "--set", "pixel=2 um", "--set", "wall.size=60 um", "--set", "pixel="}),
                 QByteArray());
    }

    void anExportTakesSettings() {
        QCOMPARE(run({"export", "d.burin", "--to", "set.raw", "--set", "wall.size=30", "--set",
                      "surface.width=250"})
                     .code,
                 0);
        QCOMPARE(run({"export", "larger.burin", "--to", "file.raw", "--set", "surface.width=250"}).code, 0);
        QCOMPARE(content("set.raw").size(), 250 * 200);
        QCOMPARE(content("set.raw"), content("file.raw"));
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QByteArray>("said");
        const char* commands[] = {"check d.burin", "info d.burin",
                                  "export d.burin --to null:", "render d.burin --to x.png",
                                  "farm d.burin --to x.tif --shards 2"};
        for (const char* command : commands) {
            const QByteArray name = QByteArray(command).split(' ')[0];
            QTest::addRow("%s: no such key", name.data())
                << command << "wall.sise=3" << QByteArray("did you mean 'size'?");
            QTest::addRow("%s: no setting", name.data())
                << command << "size" << QByteArray("write NODE.KEY=VALUE");
            QTest::addRow("%s: a wrong value", name.data())
                << command << "wall.size=green" << QByteArray("'green' is not a length");
        }
    }
    void whatIsWrongIsNamed() {
        QFETCH(QString, command);
        QFETCH(QString, setting);
        QFETCH(QByteArray, said);
        const Outcome outcome = run(command.split(' ') + QStringList{"--set", setting});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(said), outcome.err);
        QVERIFY(!QFile::exists(folder_.filePath("x.tif.farm")) && !QFile::exists(folder_.filePath("x.png")));
    }

    /// The line of the file does not have that value.
    void aProblemNamesItsSetting_data() {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("a value") << "surface.depth=9" << QByteArray("set by --set 'surface.depth=9'");
        QTest::newRow("of an instance") << "wall.size=green" << QByteArray("set by --set 'wall.size=green'");
        QTest::newRow("the pitch") << "pixel=0 um" << QByteArray("set by --set 'pixel=0 um'");
        QTest::newRow("nothing") << "surface.width=" << QByteArray("removed by --set 'surface.width='");
    }
    void aProblemNamesItsSetting() {
        QFETCH(QString, setting);
        QFETCH(QByteArray, said);
        const Outcome outcome = run({"check", "d.burin", "--set", setting});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(" (" + said + ")"), outcome.err);
    }

    /// The problem of a map does not say which of its keys is wrong.
    void aProblemOfAMapNamesAllItsSettings() {
        write("row.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  surface: {kind: root, width: 90, height: 80, inputs: [data: mark]}\n"
              "  mark: {kind: text, text: 'A', size: 9, series: {cell: [20, 40], inset: [2, 20]}}\n");
        const Outcome outcome = run({"check", "row.burin", "--set", "mark.series.columns=3", "--set",
                                     "mark.size=9", "--set", "mark.series.rows=many"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(" 'many' is not a whole number (set by --set 'mark.series.columns=3', "
                                      "set by --set 'mark.series.rows=many')"),
                 outcome.err);
    }

    /// Paths in a setting are seen from the working directory, those of a design from the design.
    void pathsAreSeenFromTheWorkingDirectory() {
        const QStringList gray = {"--node", "wall/gray", "--level", "0"};
        QCOMPARE(
            run(QStringList{"render", "../d.burin", "--to", "a.tif", "--set", "wall.map=other.pgm"} + gray,
                "below")
                .code,
            0);
        QCOMPARE(run(QStringList{"render", "../d.burin", "--to", "b.tif"} + gray, "below").code, 0);
        QVERIFY(!content("below/a.tif").isEmpty() && content("below/a.tif") != content("below/b.tif"));
        QCOMPARE(
            run(QStringList{"render", "../d.burin", "--to", "c.tif", "--set", "wall.map=missing.pgm"} + gray,
                "below")
                .code,
            2);
    }

    void picturesOfInstances() {
        const auto render = [this](const QString& node, const QString& to) {
            return run({"render", "d.burin", "--node", node, "--to", to, "--region", "0,0,40,20", "--level",
                        "0"})
                .code;
        };
        QCOMPARE(render("wall", "wall.tif"), 0);
        QCOMPARE(render("wall/rows", "rows.tif"), 0);
        QVERIFY(!content("wall.tif").isEmpty());
        QCOMPARE(content("wall.tif"), content("rows.tif"));
        QCOMPARE(run({"render", "d.burin", "--node", "wall/bump", "--to", "bump.tif"}).code, 0);
        QVERIFY(content("bump.tif") != content("rows.tif"));
        QCOMPARE(render("wall/stone", "none.tif"), 2);
    }

    /// Each job of a farm has the farm's settings.
    void aFarmPassesSettingsOn() {
        QCOMPARE(run({"farm", "d.burin", "--to", "f.raw", "--shards", "2", "--set", "wall.size=30 um",
                      "--set", "surface.width=250"})
                     .code,
                 0);
        for (const char* shard : {"0", "1"}) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("SLURM_ARRAY_TASK_ID", shard);
            process.setProcessEnvironment(environment);
            process.start("bash", {folder_.filePath("f.raw.farm/shard.sh")});
            QVERIFY(process.waitForFinished(burin::patience));
            QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        }
        QCOMPARE(run({"verify", "--join", "f.raw"}).code, 0);
        QCOMPARE(run({"export", "larger.burin", "--to", "whole.raw", "--set", "surface.width=250"}).code, 0);
        QCOMPARE(content("f.raw"), content("whole.raw"));
    }
};

BURIN_TEST(TestSet)
#include "test_set.moc"
