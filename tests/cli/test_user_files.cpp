// SPDX-License-Identifier: GPL-3.0-or-later

// Files that a user names: anything except a regular file is refused without waiting, and only the named file
// is touched.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <filesystem>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <csignal>

namespace {

const QByteArray design = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 300, height: 200, inputs: [{data: slope}]}
  slope: {kind: math2d, expression: "x * y / 60000"}
)yaml";

struct Outcome {
    int code = -1;
    QByteArray err;
};

Outcome run(const QStringList& arguments) {
    QProcess process;
    process.start(burin::test::burinProgram, arguments);
    const bool ended =
        process.waitForFinished(burin::patience) && process.exitStatus() == QProcess::NormalExit;
    if (!ended) process.kill();
    process.waitForFinished(burin::patience);
    return {ended ? process.exitCode() : -1, process.readAllStandardError()};
}

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& name, const QByteArray& text) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
}

/// A named pipe that is full and without a reader.
struct FullPipe {
    FullPipe() {
        if (!QFile::exists(name) && ::mkfifo("unread", 0600) != 0) qFatal("cannot make a pipe");
        descriptor = ::open("unread", O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (descriptor < 0) qFatal("cannot open a pipe");
        while (::write(descriptor, "x", 1) == 1) {
        }
    }
    FullPipe(const FullPipe&) = delete;
    FullPipe& operator=(const FullPipe&) = delete;
    ~FullPipe() { ::close(descriptor); }

    const QString name = "unread";
    int descriptor = -1;
};

/// Whether the thread that is in poll, as its line of /proc/PID/task/TID/syscall says, waits for
/// `descriptor`.
bool pollsFor(const QString& processFolder, const QByteArray& call, int descriptor) {
    QFile memory(processFolder + "/mem");
    if (!memory.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) return false;
    bool known = false;
    const qulonglong address = call.split(' ').value(1).toULongLong(&known, 16);
    pollfd waiting{};
    return known && memory.seek(static_cast<qint64>(address)) &&
           memory.read(reinterpret_cast<char*>(&waiting), sizeof waiting) == sizeof waiting &&
           waiting.fd == descriptor;
}

/// Whether a thread of the process writes to `descriptor` and is kept waiting, or waits until it can. A
/// thread that waits for a while at a time is between two waits now and then.
bool waitsForReader(const QProcess& process, int descriptor) {
    const QString folder = QString("/proc/%1").arg(process.processId());
    const QByteArray writes =
        QByteArray::number(SYS_write) + " 0x" + QByteArray::number(descriptor, 16) + " ";
    const QByteArray polls = QByteArray::number(SYS_poll) + " ";
    for (const QString& task : QDir(folder + "/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QByteArray call = contentsOf(folder + "/task/" + task + "/syscall");
        if (call.startsWith(writes)) return true;
        if (call.startsWith(polls) && pollsFor(folder, call, descriptor)) return true;
    }
    return false;
}

}  // namespace

class TestUserFiles : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:
    void initTestCase() {
        QVERIFY(QDir::setCurrent(folder_.path()));
        write("x.burin", design);
        QCOMPARE(::mkfifo("pipe", 0600), 0);
        QVERIFY(QDir().mkdir("folder"));
    }
    void cleanupTestCase() { QVERIFY(QDir::setCurrent("/")); }

    void whatIsNoRegularFileIsRefused_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("expected");
        const QList<QStringList> commands = {{"check"},
                                             {"info"},
                                             {"export", "--to", "y.raw"},
                                             {"render", "--to", "y.png"},
                                             {"farm", "--to", "y.raw", "--shards", "2"},
                                             {"fit"}};
        for (const QStringList& command : commands) {
            for (const auto& [file, expected] :
                 {std::pair("pipe", "is a pipe"), std::pair("folder", "is a folder"),
                  std::pair("/dev/zero", "is a device")}) {
                QTest::newRow(qPrintable(command.front() + ": the file " + expected))
                    << command << QString(file) << QString(expected);
            }
        }
    }
    void whatIsNoRegularFileIsRefused() {
        QFETCH(QStringList, command);
        QFETCH(QString, file);
        QFETCH(QString, expected);
        const Outcome outcome = run(command + QStringList{file});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains((expected + ", not a regular file").toUtf8()), outcome.err);
        QVERIFY(outcome.err.contains(file.toUtf8()));
        QCOMPARE(QDir().entryList({"y.*"}), QStringList());
    }

    void whatLiesAmongNumberedFilesIsNotReplaced() {
        QVERIFY(QDir().mkpath("set/1.tif"));
        const QStringList command = {"export", "x.burin",    "--to",   "set/%d.tif",
                                     "--scan", "swaths:100", "--force"};
        const Outcome folder = run(command);
        QVERIFY2(folder.code == 2 && folder.err.contains("set/1.tif: is a folder"), folder.err);
        QVERIFY(QDir().rmdir("set/1.tif"));
        QCOMPARE(::mkfifo("set/7.tif", 0600), 0);  // a number beyond the three files of this set
        const Outcome pipe = run(command);
        QVERIFY2(pipe.code == 2 && pipe.err.contains("set/7.tif: is a pipe"), pipe.err);
        QCOMPARE(QDir("set").entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList{"7.tif"});
    }

    void aLoopOfLinksIsNotReplaced() {
        QVERIFY(QFile::link("around.tif", "loop.tif"));
        QVERIFY(QFile::link("loop.tif", "around.tif"));
        for (const QString& command : {QString("export"), QString("render")}) {
            const Outcome outcome = run({command, "x.burin", "--to", "loop.tif"});
            QVERIFY2(outcome.code == 2 && outcome.err.contains("a symbolic link that leads back to itself"),
                     outcome.err);
        }
        QVERIFY(QFileInfo("loop.tif").isSymLink() && QFileInfo("around.tif").isSymLink());
    }

    void aReadOnlyFileIsNotReplaced_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("suffix");
        QTest::newRow("render") << QStringList{"render", "x.burin"} << ".png";
        QTest::newRow("compare") << QStringList{"compare", "missing.gsf", "x.burin"} << ".gsf";
        QTest::newRow("wedge") << QStringList{"wedge", "--force"} << ".burin";
    }
    void aReadOnlyFileIsNotReplaced() {
        QFETCH(QStringList, command);
        QFETCH(QString, suffix);
        const QString file = "protected" + suffix;
        write(file, "a person's own\n");
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner));
        const Outcome outcome = run(command + QStringList{"--to", file});
        QVERIFY2(outcome.err.contains("is read-only; make it writable, or choose another name"), outcome.err);
        QCOMPARE(outcome.code, 2);
        QCOMPARE(contentsOf(file), QByteArray("a person's own\n"));
    }

    /// The page of the command line says that --force overwrites an existing output. The new files are
    /// read-only as well.
    void aForcedExportReplacesAReadOnlyFile() {
        QCOMPARE(run({"export", "x.burin", "--to", "forced.raw"}).code, 0);
        const QStringList files = {"forced.raw", "forced.raw.yaml"};
        for (const QString& file : files) {
            QVERIFY(QFile::setPermissions(file, QFile::ReadOwner));
            std::filesystem::create_hard_link(file.toStdString(), "old-" + file.toStdString());
        }
        const Outcome again = run({"export", "x.burin", "--to", "forced.raw", "--force"});
        QVERIFY2(again.code == 0, again.err);
        for (const QString& file : files) {
            QCOMPARE(std::filesystem::hard_link_count(file.toStdString()), std::uintmax_t{1});
            QVERIFY(!QFile::permissions(file).testFlag(QFile::WriteOwner));
        }
    }

    void aNameThatIsTooLongIsRefusedAtTheStart_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("suffix");
        QTest::newRow("render") << QStringList{"render", "x.burin"} << ".png";
        QTest::newRow("controller") << QStringList{"controller", "--listen", "127.0.0.1:0"} << ".raw";
        QTest::newRow("compare") << QStringList{"compare", "missing.gsf", "x.burin"} << ".gsf";
        QTest::newRow("farm") << QStringList{"farm", "x.burin", "--shards", "2"} << ".raw";
        QTest::newRow("wedge") << QStringList{"wedge"} << ".burin";
    }
    void aNameThatIsTooLongIsRefusedAtTheStart() {
        QFETCH(QStringList, command);
        QFETCH(QString, suffix);
        const Outcome outcome = run(command + QStringList{"--to", QString(252, 'a') + suffix});
        QVERIFY2(outcome.err.contains("is too long; most folders take names of up to 255 bytes"),
                 outcome.err);
        QCOMPARE(outcome.code, 2);
        QCOMPARE(QDir().entryList({"aaa*"}), QStringList());
    }

    void aPipeInThePlaceOfAnOutputIsRefused() {
        QCOMPARE(::mkfifo("piped.raw.part", 0600), 0);
        const Outcome begun = run({"export", "x.burin", "--to", "piped.raw"});
        QVERIFY2(begun.code == 2 && begun.err.contains("piped.raw.part: cannot be overwritten"), begun.err);
        QVERIFY(!QFile::exists("piped.raw.journal"));
        QCOMPARE(run({"export", "x.burin", "--to", "whole.raw"}).code, 0);
        QVERIFY(QFile::remove("whole.raw"));
        QCOMPARE(::mkfifo("whole.raw", 0600), 0);
        QCOMPARE(run({"verify", "whole.raw"}).code, 1);
        const Outcome forced = run({"export", "x.burin", "--to", "whole.raw", "--force"});
        QVERIFY2(forced.code == 2 && forced.err.contains("whole.raw: is a pipe"), forced.err);
    }

    void anExportReplacesNoFileThatOnlyHasANameOfItsOwn() {
        for (const char* const foreign : {"own.tif.part", "own.tif.journal"}) {
            write(foreign, "a person's own\n");
            const Outcome refused = run({"export", "x.burin", "--to", "own.tif", "--force"});
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains(foreign) && refused.err.contains("; rename or remove it"),
                     refused.err);
            QCOMPARE(contentsOf(foreign), QByteArray("a person's own\n"));
            QVERIFY(QFile::remove(foreign) && !QFile::exists("own.tif"));
        }
    }

    /// The budget suffices to begin the export, but not to compute.
    void aFileMadeBeforeAnExportIsResumedStays() {
        const QStringList command = {"export",    "x.burin", "--to",      "late.tif",
                                     "--backend", "cpu",     "--threads", "1"};
        const QStringList interrupted = command + QStringList{"--memory", "62K"};
        const QStringList unfinished = {"late.tif.journal", "late.tif.part"};
        QCOMPARE(run(interrupted).code, 1);
        QCOMPARE(QDir().entryList({"late.tif*"}), unfinished);
        write("late.tif", "a person's own\n");
        const Outcome refused = run(command + QStringList{"--resume"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("late.tif: exists, and the interrupted export may not replace it; "
                                      "rename or remove this file"),
                 refused.err);
        QCOMPARE(contentsOf("late.tif"), QByteArray("a person's own\n"));
        QVERIFY(QFile::remove("late.tif"));
        QCOMPARE(QDir().entryList({"late.tif*"}), unfinished);
        QCOMPARE(run(command + QStringList{"--resume"}).code, 0);
        // The journal remembers that --force was given.
        write("late.tif", "an earlier output\n");
        QCOMPARE(run(interrupted + QStringList{"--force"}).code, 1);
        QCOMPARE(contentsOf("late.tif"), QByteArray("an earlier output\n"));
        QCOMPARE(run(command + QStringList{"--resume"}).code, 0);
        QCOMPARE(run({"verify", "late.tif"}).code, 0);
    }

    void aPictureNeverTouchesAnExport_data() {
        QTest::addColumn<QString>("beside");
        QTest::newRow("one that waits to be resumed") << "p.tif.part";
        QTest::newRow("one that has only begun") << "p.tif.journal";
        QTest::newRow("one that is finished") << ".p.tif.finished-journal";
    }
    void aPictureNeverTouchesAnExport() {
        QFETCH(QString, beside);
        write("p.tif", "an earlier output");
        write(beside, "of an export");
        const Outcome refused = run({"render", "x.burin", "--to", "p.tif"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(beside.toUtf8()), refused.err);
        QCOMPARE(contentsOf("p.tif"), QByteArray("an earlier output"));
        QCOMPARE(contentsOf(beside), QByteArray("of an export"));
        // Under another name the file is written, and nothing else remains.
        QCOMPARE(run({"render", "x.burin", "--to", "q.tif"}).code, 0);
        QCOMPARE(QDir().entryList({"q.tif*"}), QStringList{"q.tif"});
        QCOMPARE(contentsOf(beside), QByteArray("of an export"));
        QVERIFY(QFile::remove(beside) && QFile::remove("q.tif"));
    }

    void aLinkIsWrittenThrough() {
        QVERIFY(QDir().mkpath("targets"));
        QVERIFY(QFile::link("targets/picture.png", "linked.png") &&
                QFile::link("targets/file.tif", "linked.tif"));
        for (int round = 0; round < 2; ++round) {
            QCOMPARE(run({"render", "x.burin", "--to", "linked.png"}).code, 0);
            QCOMPARE(run({"export", "x.burin", "--to", "linked.tif", "--force"}).code, 0);
        }
        QVERIFY(QFileInfo("linked.png").isSymLink() && QFileInfo("linked.tif").isSymLink());
        QCOMPARE(QDir("targets").entryList(QDir::Files), (QStringList{"file.tif", "picture.png"}));
        QCOMPARE(run({"verify", "linked.tif"}).code, 0);
    }

    void anExportWritesOverNothingThatItReads_data() {
        QTest::addColumn<QStringList>("command");
        const auto exports = [](const QString& target) {
            return QStringList{"export", "reader.burin", "--to", target};
        };
        QTest::newRow("a link to the design") << exports("to-design.tif");
        QTest::newRow("a picture of the design") << exports("read0.tif");
        QTest::newRow("the same under another path")
            << exports("../" + QDir::current().dirName() + "/read0.tif");
        QTest::newRow("in place of the description of a raw file") << exports("described.raw");
        QTest::newRow("in place of the unfinished file") << exports("unfinished.tif");
        QTest::newRow("one of a set of swaths") << exports("read%d.tif") + QStringList{"--scan", "swaths:3"};
        QTest::newRow("one of a set of layers") << exports("read%d.tif") + QStringList{"--layers", "2"};
        QTest::newRow("a row of a batch")
            << QStringList{"batch", "rows.csv", "reader.burin", "--to", "{name}.tif"};
        QTest::newRow("a picture that only one row reads")
            << QStringList{"batch", "pictures.csv", "reader.burin", "--to", "{name}.tif"};
    }
    void anExportWritesOverNothingThatItReads() {
        QFETCH(const QStringList, command);
        QCOMPARE(run({"render", "x.burin", "--to", "read0.tif"}).code, 0);
        QCOMPARE(run({"render", "x.burin", "--to", "read1.tif"}).code, 0);
        write("rows.csv", "name\nother\nread0\n");
        write("pictures.csv", "name,i.file\nread1,read1.tif\n");
        const QByteArray text =
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 9, height: 9, inputs: [{data: i}]}\n"
            "  i: {kind: tiff, file: read0.tif}\n";
        write("reader.burin", text);
        if (!QFileInfo::exists("to-design.tif")) QVERIFY(QFile::link("reader.burin", "to-design.tif"));
        for (const char* const link : {"described.raw.yaml", "unfinished.tif.part"}) {
            if (!QFileInfo::exists(link)) QVERIFY(QFile::link("reader.burin", link));
        }
        const QByteArray picture = contentsOf("read0.tif");
        const Outcome refused = run(command + QStringList{"--force"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("the export reads this file and would overwrite it"), refused.err);
        QCOMPARE(contentsOf("reader.burin"), text);
        QCOMPARE(contentsOf("read0.tif"), picture);
        QCOMPARE(contentsOf("read1.tif"), picture);
    }

    /// The system resolves no path of more than 4,096 bytes, but it opens short names in such a folder.
    void aVeryDeepFolderCanBeWorkedIn_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("an export") << QStringList{"export", "d.burin", "--to", "o.tif"};
        QTest::newRow("a picture") << QStringList{"render", "d.burin", "--to", "o.png"};
        QTest::newRow("a batch into two folders")
            << QStringList{"batch", "rows.csv", "d.burin", "--to", "{name}/o.raw"};
    }
    void aVeryDeepFolderCanBeWorkedIn() {
        QFETCH(QStringList, command);
        const QByteArray level(200, 'd');
        bool entered = true;
        for (int i = 0; i < 22 && entered; ++i)
            entered = ::mkdir(level.constData(), 0700) == 0 && ::chdir(level.constData()) == 0;
        Outcome outcome;
        if (entered) {
            write("d.burin", design);
            write("rows.csv", "name\na\nb\n");
            entered = ::mkdir("a", 0700) == 0 && ::mkdir("b", 0700) == 0;
            outcome = run(command);
        }
        // No path leads to these folders, so QTemporaryDir would not remove them.
        QVERIFY(QDir::setCurrent(folder_.path()));
        QCOMPARE(QProcess::execute("rm", {"-r", level}), 0);
        QVERIFY(entered);
        QVERIFY2(outcome.code == 0, outcome.err);
    }

    /// Files that are opened do not take the places of the standard outputs.
    void aBatchThatNobodyCanConfirmEnds() {
        QFile table("rows.csv");
        QVERIFY(table.open(QIODevice::WriteOnly) && table.write("name\nrow\n") > 0);
        table.close();
        QProcess shell;
        shell.start("sh", {"-c", "exec \"$0\" batch rows.csv x.burin --to '{name}.raw' --confirm 0<&-",
                           burin::test::burinProgram});
        QVERIFY(shell.waitForFinished(burin::patience));
        QCOMPARE(shell.exitCode(), 130);
        QVERIFY(!QFile::exists("row.raw"));
    }
    void aFolderInThePlaceOfTheDescriptionIsRefusedBeforehand() {
        QVERIFY(QDir().mkpath("samples.raw.yaml"));
        const Outcome outcome = run({"export", "x.burin", "--to", "samples.raw", "--force"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("samples.raw.yaml: is a folder"), outcome.err);
        QVERIFY(!QFile::exists("samples.raw.part"));
    }
    void closedOutputsHarmNoFile() {
        QProcess shell;
        shell.start("sh", {"-c", "exec \"$0\" export x.burin --to closed.raw --progress json 0<&- 1>&- 2>&-",
                           burin::test::burinProgram});
        QVERIFY(shell.waitForFinished(burin::patience));
        QCOMPARE(shell.exitCode(), 0);
        const Outcome verified = run({"verify", "closed.raw"});
        QVERIFY2(verified.code == 0, verified.err);
        QCOMPARE(run({"export", "x.burin", "--to", "open.raw"}).code, 0);
        QCOMPARE(contentsOf("closed.raw"), contentsOf("open.raw"));
    }

    void aFullDiskKeepsTheFileThatAWedgeReplaces() {
        QCOMPARE(run({"wedge", "--to", "w.burin", "--steps", "9"}).code, 0);
        const QByteArray before = contentsOf("w.burin");
        QVERIFY(before.size() > 512);
        QProcess shell;
        shell.start("sh", {"-c", "ulimit -f 1; exec \"$0\" wedge --to w.burin --steps 12 --force",
                           burin::test::burinProgram});
        QVERIFY(shell.waitForFinished(burin::patience));
        QCOMPARE(shell.exitCode(), 1);
        QCOMPARE(contentsOf("w.burin"), before);
    }

    void imagesAreFoundBesideTheTargetOfALinkedDesign() {
        QVERIFY(QDir().mkpath("real") && QDir().mkpath("links"));
        QCOMPARE(run({"render", "x.burin", "--to", "real/near.png"}).code, 0);
        write("real/y.burin",
              "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [{data: "
              "i}]}\n"
              "  i: {kind: image, file: near.png}\n");
        QVERIFY(QFile::link("../real/y.burin", "links/y.burin"));
        const Outcome found = run({"check", "links/y.burin"});
        QVERIFY2(found.code == 0, found.err);
        // A file in a part of a parameter is found as well.
        write("real/t.csv", "name\nA\n");
        write(
            "real/z.burin",
            "burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [{data: "
            "c}]}\n"
            "  c: {kind: code, code: datamatrix, data: \"{name}\", module: 1, series: {cell: [20, 20], csv: "
            "t.csv}}\n");
        QVERIFY(QFile::link("../real/z.burin", "links/z.burin"));
        const Outcome table = run({"check", "links/z.burin"});
        QVERIFY2(table.code == 0, table.err);
        // A file beside the link comes first.
        write("links/near.png", "no picture");
        QCOMPARE(run({"check", "links/y.burin"}).code, 2);
    }

    void verifyGoesWithResume() {
        const Outcome alone = run({"export", "x.burin", "--to", "v.raw", "--verify"});
        QVERIFY2(alone.code == 2 && alone.err.contains("--resume"), alone.err);
        QVERIFY(!QFile::exists("v.raw.part"));
        QCOMPARE(run({"export", "x.burin", "--to", "v.raw", "--verify", "--resume"}).code, 0);
        QCOMPARE(run({"export", "x.burin", "--to", "v.raw", "--verify", "--resume"}).code, 0);
        QByteArray spoilt = contentsOf("v.raw");
        spoilt[1000] = static_cast<char>(spoilt[1000] ^ 1);
        write("v.raw", spoilt);
        const Outcome damaged = run({"export", "x.burin", "--to", "v.raw", "--verify", "--resume"});
        QVERIFY2(damaged.code == 1 && damaged.err.contains("does not hold what was written"), damaged.err);
    }

    /// Reading a long design takes seconds; the program must handle signals meanwhile.
    void aSignalEndsTheReadingOfALongDesign_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("info") << QStringList{"info"};
        QTest::newRow("export") << QStringList{"export", "--to", "null:"};
        QTest::newRow("farm") << QStringList{"farm", "--to", "y.raw", "--shards", "2"};
    }
    void aSignalEndsTheReadingOfALongDesign() {
        QFETCH(QStringList, command);
        write("long.burin", design + QByteArray((60 << 20), '\n'));
        QProcess process;
        process.start(burin::test::burinProgram, command + QStringList{"long.burin"});
        QVERIFY(process.waitForStarted(burin::patience));
        // The whole file is in memory before it is parsed. Memory alone would not show that, because a
        // sanitizer needs as much before main() begins.
        const QString status = QString("/proc/%1/status").arg(process.processId());
        const auto field = [&](const char* name, int base) {
            return QRegularExpression(QString("%1:\\s*([0-9a-f]+)").arg(name))
                .match(contentsOf(status))
                .captured(1)
                .toULongLong(nullptr, base);
        };
        constexpr quint64 ends = quint64{1} << (SIGTERM - 1);
        QTRY_VERIFY((field("SigCgt", 16) & ends) != 0 && field("VmRSS", 10) > (60 << 10));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        QVERIFY(process.waitForFinished(burin::patience));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        QCOMPARE(QDir().entryList({"y.*"}), QStringList());
    }

    void aSignalEndsACommandWhoseOutputIsNotRead_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("kinds") << QStringList{"kinds"};
        QTest::newRow("devices") << QStringList{"devices"};
        QTest::newRow("check") << QStringList{"check", "x.burin"};
        QTest::newRow("info") << QStringList{"info", "x.burin"};
        QTest::newRow("measure") << QStringList{"measure", "x.burin",    "--full-depth",
                                                "40um",    "--progress", "none"};
        QTest::newRow("farm") << QStringList{"farm", "x.burin", "--to", "z.raw", "--shards", "2"};
        QTest::newRow("an outline larger than any buffer")
            << QStringList{"outline", "round.burin", "--node", "disc"};
    }
    void aSignalEndsACommandWhoseOutputIsNotRead() {
        QFETCH(QStringList, command);
        write("round.burin",
              "burin: 2\npixel: 1 um\nnodes:\n"
              "  disc: {kind: shape, shape: ellipse, size: [2000, 2000]}\n");
        const FullPipe pipe;
        QProcess process;
        process.setStandardOutputFile(pipe.name);
        process.start(burin::test::burinProgram, command);
        QVERIFY(process.waitForStarted(burin::patience));
        QTRY_VERIFY(waitsForReader(process, STDOUT_FILENO));
        endsOnSignal(process);
    }

    void aSignalEndsACommandWhoseMessagesAreNotRead_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QList<int>>("codes");
        QTest::newRow("a refused operand") << QStringList{"info", "missing.burin"} << QList{130};
        QTest::newRow("the errors of a design") << QStringList{"check", "broken.burin"} << QList{130};
        QTest::newRow("a refused design, after signals became a stop")
            << QStringList{"measure", "missing.burin"} << QList{2};
        QTest::newRow("the summary of a picture")
            << QStringList{"render", "x.burin", "--to", "m.png"} << QList{0};
        QTest::newRow("the progress of an export")
            << QStringList{"export", "x.burin", "--to", "m.raw", "--progress", "json"} << QList{0, 130};
        QTest::newRow("the progress of a farm")
            << QStringList{"farm", "x.burin", "--to", "n.raw", "--shards", "2"} << QList{130};
    }
    /// A command whose result was certain before the signal keeps its exit code.
    void aSignalEndsACommandWhoseMessagesAreNotRead() {
        QFETCH(QStringList, command);
        QFETCH(QList<int>, codes);
        write("broken.burin", "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: rot}\n");
        const FullPipe pipe;
        QProcess process;
        process.setStandardErrorFile(pipe.name);
        process.start(burin::test::burinProgram, command);
        QVERIFY(process.waitForStarted(burin::patience));
        QTRY_VERIFY(waitsForReader(process, STDERR_FILENO));
        endsOnSignal(process, codes);
    }

  private:
    static void endsOnSignal(QProcess& process, const QList<int>& codes = {130}) {
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        const bool ended = process.waitForFinished(burin::patience);
        if (!ended) process.kill();
        process.waitForFinished(burin::patience);
        QVERIFY(ended);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY2(codes.contains(process.exitCode()), QByteArray::number(process.exitCode()));
    }
};

BURIN_TEST(TestUserFiles)
#include "test_user_files.moc"
