// SPDX-License-Identifier: GPL-3.0-or-later

// `burin export --to burin://` and `burin controller` as processes that are killed or write to full disks:
// the result is byte for byte the direct export.

#include "support/places.hpp"
#include "support/random.hpp"
#include "support/system/reserved_port.hpp"
#include "support/testing.hpp"

#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QThread>
#include <csignal>
#include <functional>
#include <memory>

using namespace burin::test;

namespace {

constexpr int width = 1501;

QByteArray designOf(int height, const char* formula = "0.5 + 0.5 * sin(x * 0.1) * cos(y * 0.13)") {
    return "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: " + QByteArray::number(width) +
           ", height: " + QByteArray::number(height) +
           ", inputs: [data: f]}\n  f: {kind: math2d, expression: \"" + formula + "\"}\n";
}

void write(const QString& name, const QByteArray& bytes) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(name));
}

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A process whose whole output is kept.
class Program {
  public:
    Program(const QString& program, const QStringList& arguments, qint64 largestFile = -1) {
        process_.setProcessChannelMode(QProcess::MergedChannels);
        process_.setChildProcessModifier([largestFile] {
            std::signal(SIGINT, SIG_DFL);  // as in a terminal, even if the tests run in the background
            const rlimit limit{static_cast<rlim_t>(largestFile), static_cast<rlim_t>(largestFile)};
            if (largestFile >= 0) ::setrlimit(RLIMIT_FSIZE, &limit);
        });
        process_.start(program, arguments);
        process_.waitForStarted(burin::patience);
    }
    ~Program() { kill(); }

    [[nodiscard]] QByteArray said() {
        process_.waitForReadyRead(0);
        said_ += process_.readAll();
        return said_;
    }
    void tell(const QByteArray& word) {
        process_.write(word + "\n");
        process_.waitForBytesWritten(1000);
    }
    void signal(int number) const { ::kill(static_cast<pid_t>(process_.processId()), number); }
    void kill() {
        process_.kill();
        process_.waitForFinished(burin::patience);
    }
    bool running() {
        process_.waitForFinished(0);
        return process_.state() != QProcess::NotRunning;
    }
    bool endsWithin(int milliseconds) {
        process_.waitForFinished(milliseconds);
        return process_.state() == QProcess::NotRunning;
    }
    /// The exit code; -1 if the process was killed or does not end.
    int end() {
        if (process_.state() != QProcess::NotRunning && !process_.waitForFinished(burin::patience)) return -1;
        return process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -1;
    }

  private:
    QProcess process_;
    QByteArray said_;
};

using ProgramPtr = std::unique_ptr<Program>;

ProgramPtr started(const QStringList& arguments, qint64 largestFile = -1) {
    return std::make_unique<Program>(burinProgram, arguments, largestFile);
}

/// \return the exit code; the output is appended to `said`
int run(const QStringList& arguments, QByteArray* said = nullptr, qint64 largestFile = -1) {
    const ProgramPtr program = started(arguments, largestFile);
    const int code = program->end();
    if (said != nullptr) *said = program->said();
    return code;
}

/// Runs a command after another sender has ended. A machine that is slow to notice that end refuses the next
/// sender.
int runNext(const QStringList& arguments, QByteArray& said) {
    int code = -1;
    waitFor([&] {
        code = run(arguments, &said);
        return !said.contains("a job from another sender");
    });
    return code;
}

/// Starts a controller. One on port 0 chooses the port. A test that restarts it reserves one.
ProgramPtr controller(QString& port, const QStringList& options, qint64 largestFile = -1) {
    ProgramPtr program = started(
        QStringList{"controller", "--to", "out.raw", "--listen", "127.0.0.1:" + port} + options, largestFile);
    const bool listens =
        waitFor([&] { return program->said().contains("listening on") || !program->running(); });
    static const QRegularExpression address("listening on 127\\.0\\.0\\.1:(\\d+)");
    port = address.match(program->said()).captured(1);
    if (!listens || port.isEmpty()) qFatal("no controller: %s", program->said().constData());
    return program;
}

QStringList exporting(const QString& port, const QStringList& options = {}) {
    return QStringList{"export",     "x.burin", "--to",      "burin://127.0.0.1:" + port,
                       "--progress", "json",    "--backend", "cpu",
                       "--threads",  "1",       "--memory",  "64M"} +
           options;
}

}  // namespace

class TestController : public QObject {
    Q_OBJECT

  private slots:
    void init();
    void aSurfaceIsEngraved();
    void theFirstConnectionIsAwaitedAsLongAsAsked();
    void thisComputerInAnySpelling_data();
    void thisComputerInAnySpelling();
    void optionsThatDoNotGoTogether_data();
    void optionsThatDoNotGoTogether();
    void namesOfOtherFormats_data();
    void namesOfOtherFormats();
    void aNameWithoutASuffix();
    void aDesignThatHasChangedIsRefused();
    void stoppedByTheUserAndResumed();
    void pausedByASignal();
    void aCommandThatIsTooLong();
    void fiftyFaultsOfProcesses_data();
    void fiftyFaultsOfProcesses();
    void aControllerWhoseDiskIsFull();
    void aDiskThatIsFull_data();
    void aDiskThatIsFull();
    void aReaderThatIsSlow();
    void aControllerInPython_data();
    void aControllerInPython();

  private:
    void expectEngraved(int height);
    std::unique_ptr<QTemporaryDir> folder_;
};

void TestController::init() {
    QDir::setCurrent("/");
    folder_ = std::make_unique<QTemporaryDir>();
    QDir::setCurrent(folder_->path());
    write("x.burin", designOf(500));
}

/// Compares the controller's file with a direct export.
void TestController::expectEngraved(int height) {
    QCOMPARE(run({"export", "x.burin", "--to", "direct.raw", "--progress", "none", "--force"}), 0);
    const QByteArray direct = contentsOf("direct.raw");
    QCOMPARE(direct.size(), qsizetype{width} * height);
    QVERIFY(contentsOf("out.raw") == direct);
    QVERIFY(contentsOf("out.raw.yaml") == contentsOf("direct.raw.yaml"));
    QByteArray said;
    QVERIFY2(run({"verify", "out.raw"}, &said) == 0, said);
}

void TestController::aSurfaceIsEngraved() {
    QString port = "0";
    const ProgramPtr machine = controller(port, {"--once", "--name", "shop"});
    const ProgramPtr sender = started(exporting(port, {"--slice-compression", "lz4", "--prefill", "100K"}));
    QCOMPARE(sender->end(), 0);
    QVERIFY2(sender->said().contains("\"machine\": {\"state\": \"done\", \"line\": 500, \"lines\": 500"),
             sender->said());
    QCOMPARE(machine->end(), 0);
    expectEngraved(500);
}

/// Without the option, a sender gives up after five seconds.
void TestController::theFirstConnectionIsAwaitedAsLongAsAsked() {
    const ReservedPort reserved;
    QString port = QString::number(reserved.number());
    const ProgramPtr sender = started(exporting(port, {"--retry-for", "10min"}));
    constexpr int longerThanUsualMs = 7'000;
    QVERIFY2(!sender->endsWithin(longerThanUsualMs), sender->said());
    QVERIFY2(sender->said().contains("trying again"), sender->said());
    const ProgramPtr machine = controller(port, {"--once"});
    QVERIFY2(sender->end() == 0, sender->said());
    QCOMPARE(machine->end(), 0);
    expectEngraved(500);
}

void TestController::thisComputerInAnySpelling_data() {
    QTest::addColumn<QString>("host");
    QTest::newRow("a name in capital letters") << "LOCALHOST";
    QTest::newRow("a complete name") << "localhost.";
    QTest::newRow("two numbers") << "127.1";
    QTest::newRow("IPv4 as IPv6") << "[::ffff:127.0.0.1]";
}

/// Neither side asks for an identity.
void TestController::thisComputerInAnySpelling() {
    QFETCH(QString, host);
    const ProgramPtr machine = started({"controller", "--to", "out.raw", "--once", "--listen", host + ":0"});
    static const QRegularExpression address("listening on .*:(\\d+)\n");
    const auto port = [&] { return address.match(machine->said()).captured(1); };
    QVERIFY2(waitFor([&] { return !port().isEmpty() || !machine->running(); }), machine->said());
    QVERIFY2(!machine->said().contains("anybody"), machine->said());
    QStringList sending = exporting(port());
    sending.replace(sending.indexOf("--to") + 1, "burin://" + host + ':' + port());
    const ProgramPtr sender = started(sending);
    QVERIFY2(sender->end() == 0, sender->said());
    QCOMPARE(machine->end(), 0);
    expectEngraved(500);
}

void TestController::optionsThatDoNotGoTogether_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("said");
    const QString to = "export x.burin --to burin://127.0.0.1:1 ";
    QTest::newRow("shards") << to + "--shard 0/2"
                            << "--shard is for";
    QTest::newRow("compression") << to + "--compression lzw"
                                 << "a machine takes --slice-compression";
    QTest::newRow("an unknown compression") << to + "--slice-compression zip"
                                            << "none or lz4 is expected";
    QTest::newRow("layers") << to + "--layers 3"
                            << "layers need a name with a number";
    QTest::newRow("a time without a unit") << to + "--retry-for 30"
                                           << "a time is expected";
    QTest::newRow("no address") << "export x.burin --to burin://"
                                << "burin://HOST:PORT is expected";
    QTest::newRow("another computer in plain") << "export x.burin --to burin://192.0.2.1"
                                               << "--insecure";
    QTest::newRow("no such certificate") << to + "--ca none.pem"
                                         << "--ca 'none.pem': cannot be opened";
    QTest::newRow("a certificate from a pipe") << to + "--ca pipe"
                                               << "--ca 'pipe': is a pipe, not a regular file";
    QTest::newRow("a controller with tokens from a pipe")
        << "controller --to null: --token-file pipe"
        << "--token-file 'pipe': is a pipe, not a regular file";
    QTest::newRow("a file has no buffer") << "export x.burin --to x.raw --prefill 1M"
                                          << "--prefill is for burin://HOST:PORT";
    QTest::newRow("a controller without a file") << "controller"
                                                 << "controller needs --to";
    QTest::newRow("a controller that writes to standard output")
        << "controller --to -"
        << "--to '-': the controller writes to a file; name";
    QTest::newRow("a controller that writes to another one")
        << "controller --to burin://127.0.0.1:1"
        << "--to 'burin://127.0.0.1:1': the controller writes to a file; name";
    QTest::newRow("a controller for everybody") << "controller --to null: --listen 0.0.0.0:0"
                                                << "--insecure";
    QTest::newRow("a controller without a folder") << "controller --to none/x.raw"
                                                   << "cannot be opened";
    const QString misbehave = "controller --to null: --misbehave ";
    QTest::newRow("an unknown mishap")
        << misbehave + "laugh@7"
        << "--misbehave 'laugh@7': 'laugh@7' is not a mishap; write a list of stall:S@LINE";
    QTest::newRow("a mishap without a place") << misbehave + "drop"
                                              << "'drop' is incomplete or wrong; write drop@LINE";
    QTest::newRow("a stall without its seconds")
        << misbehave + "stall@5"
        << "'stall@5' is incomplete or wrong; write stall:S@LINE with S from 0 to 1000000 seconds";
    QTest::newRow("a stall with a colon and no seconds") << misbehave + "stall:@5"
                                                         << "write stall:S@LINE";
    QTest::newRow("seconds that are none") << misbehave + "stall:nan@5"
                                           << "write stall:S@LINE";
    QTest::newRow("damage without its number") << misbehave + "corrupt@5"
                                               << "write corrupt:N@LINE with N from 1 to 1000";
    QTest::newRow("no damage at all") << misbehave + "corrupt:0@5"
                                      << "write corrupt:N@LINE";
    QTest::newRow("a number that means nothing") << misbehave + "drop:2@5"
                                                 << "write drop@LINE";
    QTest::newRow("a place without a line") << misbehave + "pause@"
                                            << "write pause@LINE";
    QTest::newRow("a line before the first") << misbehave + "lose@-1"
                                             << "write lose@LINE";
    QTest::newRow("the second mishap is wrong") << misbehave + "drop@5,fault"
                                                << "'fault' is incomplete or wrong; write fault@LINE";
    QTest::newRow("nothing behind a comma") << misbehave + "drop@5,"
                                            << "'' is not a mishap";
    QTest::newRow("a depth of 7") << "controller --to null: --depths 7"
                                  << "1,8,16";
    QTest::newRow("a field in pixels") << "controller --to null: --field 10,10"
                                       << "with units";
    QTest::newRow("a tiny buffer") << "controller --to null: --buffer 1K"
                                   << "at least 4K";
}

void TestController::optionsThatDoNotGoTogether() {
    QFETCH(QString, arguments);
    QFETCH(QString, said);
    QCOMPARE(::mkfifo("pipe", 0600), 0);
    QByteArray answer;
    const int code = run(arguments.trimmed().split(' '), &answer);
    QVERIFY2(answer.contains(said.toUtf8()), answer);
    QCOMPARE(code, 2);
    QVERIFY(QDir().entryList({"*.part", "*.journal"}).isEmpty());
}

void TestController::namesOfOtherFormats_data() {
    QTest::addColumn<QString>("suffix");
    for (const char* suffix : {".tif", ".TIFF", ".png", ".gsf", ".x3p", ".raw.yaml", ".pgm", ".jpeg", ".svg",
                               ".ttf", ".burin", ".raw.part", ".raw.position", ".csv"})
        QTest::newRow(suffix) << QString(suffix);
}

void TestController::namesOfOtherFormats() {
    QFETCH(QString, suffix);
    QByteArray said;
    QCOMPARE(run({"controller", "--to", "engraved" + suffix, "--listen", "127.0.0.1:0"}, &said), 2);
    QVERIFY2(said.contains("--to 'engraved" + suffix.toUtf8() + "': the controller writes raw samples, and "),
             said);
    QVERIFY2(said.contains("choose a name that ends with .raw"), said);
    QVERIFY(!QFile::exists("engraved" + suffix));
}

void TestController::aNameWithoutASuffix() {
    for (const char* name : {"engraved", "Engraved.RAW", "engraved.7"}) {
        const ProgramPtr machine = started({"controller", "--to", name, "--listen", "127.0.0.1:0"});
        waitFor([&] { return machine->said().contains("listening on") || !machine->running(); });
        QVERIFY2(machine->said().contains("listening on"), machine->said());
    }
}

void TestController::aDesignThatHasChangedIsRefused() {
    QString port = "0";
    const ProgramPtr machine = controller(port, {"--misbehave", "stall:600@100"});
    const ProgramPtr sender = started(exporting(port));
    QVERIFY(waitFor([&] { return sender->said().contains("\"engraving\""); }));
    QByteArray said;
    QCOMPARE(run(exporting(port), &said), 2);
    QVERIFY2(said.contains("is receiving a job from another sender"), said);
    QVERIFY2(said.contains("try again then, or use --resume, which waits for it"), said);
    sender->kill();
    write("x.burin", designOf(500, "0.25"));
    QCOMPARE(runNext(exporting(port, {"--resume"}), said), 2);
    QVERIFY2(said.contains("begun with another design hash"), said);
    QCOMPARE(runNext(exporting(port), said), 2);
    QVERIFY2(said.contains("unfinished job"), said);
    QVERIFY(machine->running());
}

void TestController::stoppedByTheUserAndResumed() {
    QString port = "0";
    const ProgramPtr machine = controller(port, {"--misbehave", "stall:600@250"});
    const ProgramPtr sender = started(exporting(port));
    QVERIFY(waitFor([&] { return sender->said().contains("\"engraving\""); }));
    sender->signal(SIGINT);
    QCOMPARE(sender->end(), 130);
    static const QRegularExpression lines("stopped; The machine has engraved \\d+ of 500 lines; .*--resume");
    QVERIFY2(lines.match(sender->said()).hasMatch(), sender->said());
    machine->tell("stall:0");  // ends the stall
    QByteArray said;
    QVERIFY2(runNext(exporting(port, {"--resume"}), said) == 0, said);
    QVERIFY2(said.contains("resumes at line"), said);
    expectEngraved(500);
    QCOMPARE(runNext(exporting(port, {"--resume"}), said), 0);
    QVERIFY2(said.contains("is already finished"), said);
}

void TestController::pausedByASignal() {
    QString port = "0";
    const ProgramPtr machine = controller(port, {"--misbehave", "stall:600@250"});
    const ProgramPtr sender = started(exporting(port));
    QVERIFY(waitFor([&] { return sender->said().contains("\"engraving\""); }));
    sender->signal(SIGUSR2);
    QVERIFY(waitFor([&] { return sender->said().contains("\"paused\""); }));
    sender->signal(SIGUSR2);
    machine->tell("stall:0");  // ends the stall
    QCOMPARE(sender->end(), 0);
    expectEngraved(500);
}

void TestController::aCommandThatIsTooLong() {
    QString port = "0";
    const ProgramPtr machine = controller(port, {});
    machine->tell(QByteArray(100'000, 'x'));
    machine->tell("status");
    QVERIFY2(waitFor([&] { return machine->said().contains("line 0 of 0"); }), machine->said());
    QVERIFY2(machine->said().contains("a command has at most 256 bytes"), machine->said());
}

void TestController::fiftyFaultsOfProcesses_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(1, "BURIN_FAULT_SEEDS"))
        QTest::newRow(qPrintable(QString("seed %1").arg(seed))) << quint64{seed};
}

/// Fifty faults in random order: either side is killed, with or without its buffer; the connection drops;
/// slices are damaged, and so on.
void TestController::fiftyFaultsOfProcesses() {
    QFETCH(quint64, seed);
    Random random(seed);
    constexpr int height = 3000;
    write("x.burin", designOf(height));
    QStringList options = {"--rate", "350K", "--buffer", QString("%1K").arg(random.between(30, 300))};
    if (random.chance(0.5)) options += "--keep-buffer";
    const ReservedPort reserved;
    QString port = QString::number(reserved.number());
    ProgramPtr machine = controller(port, options);
    ProgramPtr sender = started(exporting(port));
    int doubts = 0;
    for (int faults = 0; faults < 50; ++faults) {
        QThread::msleep(static_cast<unsigned long>(random.between(20, 120)));
        if (QFile::exists("out.raw")) {  // start again: jobs can end before fifty faults
            expectEngraved(height);
            sender->end();
            QVERIFY(QFile::remove("out.raw"));
            sender = started(exporting(port));
        }
        const std::int64_t which = random.between(0, 9);
        if (which < 3) {
            sender->kill();
        } else if (which < 6) {
            machine->kill();
            machine = controller(port, options);
            doubts += machine->said().contains("is in doubt") ? 1 : 0;
            machine->tell("continue");  // it may have been killed before it read that
        } else if (which == 6) {
            machine->tell("pause");
            QThread::msleep(20);
            machine->tell("continue");
        } else {
            machine->tell(
                random.pick({"drop", "lose", "corrupt:2", "corrupt:3", "stall:0.1", "fault", "stop"}));
        }
        if (!sender->running() && !QFile::exists("out.raw")) sender = started(exporting(port, {"--resume"}));
    }
    machine->kill();
    machine = controller(port, options.mid(2));  // the remaining lines, without a rate
    machine->tell("continue");
    for (int i = 0; i < 5 && sender->end() != 0; ++i)
        sender = started(exporting(port, {"--resume"}));
    QVERIFY2(sender->end() == 0, sender->said());
    expectEngraved(height);
    qInfo("%d times a line was in doubt", doubts);
}

void TestController::aControllerWhoseDiskIsFull() {
    const ReservedPort reserved;
    QString port = QString::number(reserved.number());
    ProgramPtr machine = controller(port, {}, 100'000);
    QByteArray said;
    QCOMPARE(run(exporting(port), &said), 2);
    QVERIFY2(said.contains("File too large"), said);
    machine->kill();
    write("x.burin", designOf(500));
    machine = controller(port, {});
    QVERIFY2(run(exporting(port, {"--resume"}), &said) == 0, said);
    expectEngraved(500);
}

void TestController::aDiskThatIsFull_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("raw") << "x.raw" << QStringList();
    QTest::newRow("TIFF") << "x.tif" << QStringList();
    QTest::newRow("compressed TIFF") << "x.tif" << QStringList{"--compression", "deflate"};
    QTest::newRow("PNG") << "x.png" << QStringList();
    QTest::newRow("numbered swaths") << "%05d.tif" << QStringList{"--scan", "swaths:700"};
}

/// Writes more than 2 MB of noise to a disk of 2 MB.
void TestController::aDiskThatIsFull() {
    QFETCH(QString, file);
    QFETCH(QStringList, options);
    QDir().mkdir("disk");
    if (::mount("tmpfs", "disk", "tmpfs", 0, "size=2m") != 0) QSKIP("no small disk can be mounted here");
    write("x.burin", designOf(3000, "cell(x, y, 1)"));
    const QStringList arguments =
        QStringList{"export", "x.burin", "--to", "disk/" + file, "--progress", "none"} + options;
    QByteArray said;
    const int code = run(arguments, &said);
    const bool part = !QDir("disk").entryList({"*.part"}).isEmpty();
    const bool journal = QFile::exists("disk/" + file + ".journal");
    const bool larger = ::mount("tmpfs", "disk", "tmpfs", MS_REMOUNT, "size=40m") == 0;
    QByteArray again;
    const int resumed = run(arguments + QStringList{"--resume"}, &again);
    QByteArray verified;
    const int verdict = run({"verify", "disk/" + file}, &verified);
    ::umount2("disk", MNT_DETACH);
    QCOMPARE(code, 1);
    QVERIFY2(said.contains("No space left on device") && said.contains("--resume"), said);
    QVERIFY(part && journal && larger);
    QVERIFY2(resumed == 0, again);
    QVERIFY2(verdict == 0, verified);
}

/// The program waits for a slow reader, and says so.
void TestController::aReaderThatIsSlow() {
    write("x.burin", designOf(3000));
    Program shell("sh",
                  {"-c", QString(burinProgram) + " export x.burin --to - --progress json | "
                                                 "(while ! test -e go; do sleep 0.1; done; cat > out.raw)"});
    QVERIFY2(waitFor([&] { return shell.said().contains("\"state\": \"waiting\""); }), shell.said());
    write("go", {});
    QCOMPARE(shell.end(), 0);
    QCOMPARE(run({"export", "x.burin", "--to", "direct.raw", "--progress", "none"}), 0);
    QVERIFY(contentsOf("out.raw") == contentsOf("direct.raw"));
}

void TestController::aControllerInPython_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("killed");
    QTest::newRow("full rows") << QStringList() << false;
    QTest::newRow("serpentine swaths") << QStringList{"--scan", "swaths:400", "--serpentine"} << false;
    QTest::newRow("killed and restarted") << QStringList() << true;
}

void TestController::aControllerInPython() {
    QFETCH(QStringList, options);
    QFETCH(bool, killed);
    const QString python = "/usr/bin/python3";  // Debian installs its Python packages for this one
    Program probe(python, {"-c", "import grpc, google.protobuf"});
    if (probe.end() != 0) QSKIP("python3-grpcio or python3-protobuf is not installed");
    const QString script = inTree("resources/controller/controller.py");
    const ReservedPort reserved;
    QString port = QString::number(reserved.number());
    ProgramPtr machine;
    const auto start = [&] {
        machine = std::make_unique<Program>(python, QStringList{script, "out.raw", "127.0.0.1:" + port});
        waitFor([&] { return machine->said().contains("listening on") || !machine->running(); });
        static const QRegularExpression address("listening on 127\\.0\\.0\\.1:(\\d+)");
        port = address.match(machine->said()).captured(1);
        return !port.isEmpty();
    };
    QVERIFY2(start(), machine->said());
    if (killed) write("x.burin", designOf(3000));
    const ProgramPtr sender = started(exporting(port, options));
    if (killed) {
        QVERIFY(waitFor([] { return QFile("out.raw").size() > 500'000; }));
        machine->kill();
        QVERIFY2(start(), machine->said());
    }
    QVERIFY2(sender->end() == 0, sender->said() + machine->said());
    QCOMPARE(run(QStringList{"export", "x.burin", "--to", "direct.raw", "--progress", "none"} + options), 0);
    QVERIFY(contentsOf("out.raw") == contentsOf("direct.raw"));
    QByteArray said;
    QCOMPARE(runNext(exporting(port, options + QStringList{"--resume"}), said), 0);
    QVERIFY2(said.contains("is already finished"), said);
}

BURIN_TEST(TestController)
#include "test_controller.moc"
