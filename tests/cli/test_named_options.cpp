// SPDX-License-Identifier: GPL-3.0-or-later

// A refusal of any value of an option names the option.

#include "cli/support/program_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>

namespace burin {

class TestNamedOptions : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        folder_.write("x.burin",
                      "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 64, height: 64, "
                      "full_depth: 40 um, "
                      "inputs: [data: f]}\n  f: {kind: math2d, expression: \"0.5\"}\n");
        folder_.write("t.csv", "name\na\n");
        folder_.write("fit.csv", "value,depth\n0,0\n0.5,1\n1,2\n");
        QVERIFY(QDir(folder_.path()).mkdir("folder"));
    }

    void theOptionIsNamed_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("export") << "export x.burin" << QStringList{"--to"};
        QTest::newRow("export, with options of files")
            << "export x.burin --to null:"
            << QStringList{"--shard",       "--region", "--scan",    "--helix",
                           "--compression", "--layout", "--surface", "--progress",
                           "--layers",      "--date",   "--backend", "--devices",
                           "--memory",      "--tile",   "--threads", "--gpu-memory"};
        QTest::newRow("export to a machine")
            << "export x.burin --to burin://127.0.0.1:1"
            << QStringList{"--prefill", "--slice-compression", "--retry-for", "--certificate", "--key",
                           "--ca",      "--token-file"};
        QTest::newRow("farm") << "farm x.burin --shards 2" << QStringList{"--to"};
        QTest::newRow("farm, parts") << "farm x.burin --to x.tif" << QStringList{"--shards"};
        QTest::newRow("render") << "render x.burin" << QStringList{"--to"};
        QTest::newRow("render, with its view")
            << "render x.burin --to x.png"
            << QStringList{"--region", "--level", "--fit", "--node", "--bookmark", "--seconds"};
        QTest::newRow("controller") << "controller --to null:"
                                    << QStringList{"--listen",
                                                   "--buffer",
                                                   "--rate",
                                                   "--field",
                                                   "--depths",
                                                   "--most-connections",
                                                   "--most-of-address",
                                                   "--most-streams",
                                                   "--most-threads",
                                                   "--misbehave",
                                                   "--certificate",
                                                   "--key",
                                                   "--ca",
                                                   "--token-file"};
        QTest::newRow("wedge") << "wedge --to w.burin"
                               << QStringList{"--steps", "--columns", "--patch",     "--gap",
                                              "--pixel", "--depth",   "--full-depth"};
        QTest::newRow("wedge, its file") << "wedge" << QStringList{"--to"};
        QTest::newRow("fit") << "fit fit.csv" << QStringList{"--full-depth"};
        QTest::newRow("kinds") << "kinds" << QStringList{"--manual"};
        QTest::newRow("outline") << "outline x.burin --node f" << QStringList{"--stage"};
        QTest::newRow("measure") << "measure x.burin"
                                 << QStringList{"--region",     "--node",     "--surface",
                                                "--full-depth", "--s-filter", "--l-filter",
                                                "--form",       "--line",     "--sample"};
        QTest::newRow("report") << "report x.burin --to x.pdf"
                                << QStringList{"--picture", "--page", "--full-depth"};
        QTest::newRow("report, its file") << "report x.burin" << QStringList{"--to"};
    }

    /// The value is the name of a file that is not there, or of another format.
    void theOptionIsNamed() {
        QFETCH(QString, command);
        QFETCH(QStringList, options);
        for (const QString& option : options) {
            const ProgramOutcome said = folder_.run(command.split(' ') + QStringList{option, "none.txt"});
            QVERIFY2(said.code == 2, qPrintable(option + ": " + said.err));
            QVERIFY2(said.err.contains(option.toUtf8() + " 'none.txt'"),
                     qPrintable(option + ": " + said.err));
        }
    }

    /// The CPU would ignore them.
    void optionsOfGpusNeedOne() {
        for (const char* const option : {"--devices 0,1", "--gpu-memory 1G"}) {
            for (const char* const command : {"export x.burin --to null:", "check x.burin"}) {
                const QString line = QString(command) + " --backend cpu " + option;
                const ProgramOutcome said = folder_.run(line.split(' '));
                QCOMPARE(said.code, 2);
                const QByteArray named =
                    QByteArray(option).replace(" ", " '") + "': --backend cpu uses no GPU";
                QVERIFY2(said.err.contains(named), said.err);
            }
        }
    }

    void certificatesGoWithTheirKeys() {
        folder_.write("pem", "x\n");
        const auto saidOf = [this](const char* option) {
            return folder_.run({"export", "x.burin", "--to", "burin://127.0.0.1:1", option, "pem"}).err;
        };
        QVERIFY2(saidOf("--certificate").contains("--certificate needs --key"), saidOf("--certificate"));
        QVERIFY2(saidOf("--key").contains("--key needs --certificate"), saidOf("--key"));
    }

    void anAddressThatIsNotOfThisComputer() {
        const ProgramOutcome open = folder_.run({"controller", "--to", "null:", "--listen", "0.0.0.0:0"});
        QCOMPARE(open.code, 2);
        QVERIFY2(open.err.contains("--listen '0.0.0.0:0': can be reached from other computers; "), open.err);
        const ProgramOutcome other =
            folder_.run({"controller", "--to", "null:", "--listen", "192.0.2.1:0", "--insecure"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("--listen '192.0.2.1:0': cannot listen there: "), other.err);
    }

  private:
    ProgramFolder folder_{test::burinProgram};
};

}  // namespace burin

BURIN_TEST(burin::TestNamedOptions)
#include "test_named_options.moc"
