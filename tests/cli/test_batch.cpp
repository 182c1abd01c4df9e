// SPDX-License-Identifier: GPL-3.0-or-later

// `burin batch` as a process: after it is killed at any moment and resumed, the files are those of an
// uninterrupted run, the table of results is correct, and no row is exported twice except the one that was
// under way.

#include "support/places.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>

using namespace burin::test;

namespace {

constexpr int rows = 100;

const QByteArray design = R"yaml(burin: 2
pixel: 1 um
groups:
  waves:
    parameters: {length: {type: length, default: 7 um, minimum: 2 um}, seed: {type: seed, default: 1}}
    output: wave
    nodes:
      wave: {kind: math2d, expression: "0.5 + 0.3 * sin(x / length) + 0.2 * noise(x / 9, y / 7, seed)"}
nodes:
  surface: {kind: root, width: 300, height: 200, inputs: [data: wall]}
  wall: {kind: group, group: waves}
)yaml";

void write(const QString& name, const QByteArray& text) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write a file");
}

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Outcome {
    std::optional<int> code;  ///< nothing if it was killed
    QByteArray err;
};

/// Whether a process has begun to wait for SIGTERM; before that, the signal would simply kill it.
bool takesSignals(qint64 process) {
    static const QRegularExpression blocked("SigBlk:\\s*([0-9a-f]+)");
    const QString status = contentsOf(QString("/proc/%1/status").arg(process));
    return (blocked.match(status).captured(1).toULongLong(nullptr, 16) >> (SIGTERM - 1) & 1U) != 0;
}

/// Whether the moment to send a signal has come, given the milliseconds since the start.
using Moment = std::function<bool(std::int64_t)>;

Moment after(std::int64_t milliseconds) {
    return [milliseconds](std::int64_t elapsed) { return elapsed >= milliseconds; };
}

/// Runs the program, and sends it a signal when its moment comes.
Outcome run(const QStringList& arguments, Moment moment = {}, int signal = SIGKILL,
            const QByteArray& input = {}, std::int64_t largestFile = -1) {
    QProcess process;
    process.setChildProcessModifier([largestFile] {
        // As in a terminal, even if the tests run under nohup or in the background.
        std::signal(SIGHUP, SIG_DFL);
        std::signal(SIGINT, SIG_DFL);
        const rlimit limit{static_cast<rlim_t>(largestFile), static_cast<rlim_t>(largestFile)};
        if (largestFile >= 0) ::setrlimit(RLIMIT_FSIZE, &limit);
    });
    QElapsedTimer timer;
    timer.start();
    process.start(burinProgram, arguments);
    if (!input.isEmpty()) process.write(input);
    process.closeWriteChannel();
    while (!process.waitForFinished(2)) {
        if (timer.elapsed() > burin::patience) return {-1, process.readAllStandardError()};
        if (!moment || !moment(timer.elapsed())) continue;
        if (signal != SIGKILL && !takesSignals(process.processId())) continue;
        ::kill(static_cast<pid_t>(process.processId()), signal);
        moment = {};
    }
    if (process.exitStatus() != QProcess::NormalExit) return {{}, process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardError()};
}

QStringList batch(const QString& to, const QStringList& options = {}) {
    return QStringList{"batch", "t.csv", "d.burin", "--to", to, "--threads", "1", "--memory", "64M"} +
           options;
}

/// The lines of the table of results, without their seconds.
QStringList resultLines(const QString& name = "t.results.csv") {
    QStringList lines = QString::fromUtf8(contentsOf(name)).split('\n', Qt::SkipEmptyParts);
    if (!lines.isEmpty()) lines.removeFirst();
    static const QRegularExpression seconds(",\\d+\\.\\d{3},");
    for (QString& line : lines)
        line.replace(seconds, ",S,");
    return lines;
}

/// The numbers of the rows with a complete line of this state.
QList<int> rowsThatAre(const char* state) {
    QList<int> found;
    const QByteArray text = contentsOf("t.results.csv");
    for (const QByteArray& line : text.left(text.lastIndexOf('\n') + 1).split('\n')) {
        const QList<QByteArray> cells = line.split(',');
        if (cells.size() > 2 && cells[2] == state) found << cells[0].toInt();
    }
    return found;
}

}  // namespace

class TestBatch : public QObject {
    Q_OBJECT

  private slots:
    void init();
    void aJobARow();
    void killedAndResumed_data();
    void killedAndResumed();
    void killedWhileAMachineEngraves_data();
    void killedWhileAMachineEngraves();
    void stoppedByTheUser();
    void confirmation();
    void whatWasTypedBeforeTheQuestionIsNoAnswer();
    void failures();
    void tablesThatAreRefused_data();
    void tablesThatAreRefused();
    void aMistakeInTheCommandIsSaidOnce();
    void whatResumingRefuses();
    void resumingWithForce();
    void layersAndSettings();

  private:
    std::unique_ptr<QTemporaryDir> folder_;
};

void TestBatch::init() {
    QDir::setCurrent("/");
    folder_ = std::make_unique<QTemporaryDir>();
    QDir::setCurrent(folder_->path());
    write("d.burin", design);
}

/// Each file equals the output of `burin export --set`.
void TestBatch::aJobARow() {
    write("t.csv",
          "name,wall.length,pixel,region,skip,to\n"
          "a,12 um,,,,\n"
          "b,5 um,2 um,\"10,20,30,40\",,\n"
          "c,nonsense,,,true,\n"
          ",30,,,,other.raw\n");
    QVERIFY(QDir().mkdir("out"));
    const Outcome outcome = run(batch("out/{name}.raw"));
    QVERIFY2(outcome.code == 0, outcome.err);
    QVERIFY2(outcome.err.contains("row 4 of 4: 00004 -> other.raw"), outcome.err);
    QVERIFY2(outcome.err.contains("3 done, 1 skipped\n"), outcome.err);
    QCOMPARE(run({"export", "d.burin", "--to", "a.raw", "--set", "wall.length=12 um"}).code, 0);
    QCOMPARE(run({"export", "d.burin", "--to", "b.raw", "--set", "wall.length=5 um", "--set", "pixel=2 um",
                  "--region", "10,20,30,40"})
                 .code,
             0);
    QCOMPARE(run({"export", "d.burin", "--to", "d.raw", "--set", "wall.length=30"}).code, 0);
    for (const auto& [one, other] :
         {std::pair("a.raw", "out/a.raw"), {"b.raw", "out/b.raw"}, {"d.raw", "other.raw"}}) {
        QVERIFY(!contentsOf(one).isEmpty() && contentsOf(one) == contentsOf(other));
        QCOMPARE(contentsOf(QString(one) + ".yaml"), contentsOf(QString(other) + ".yaml"));
    }
    const QStringList lines = resultLines();
    QCOMPARE(lines.size(), 4);
    static const QRegularExpression first("^1,a,done,out/a\\.raw,[0-9a-f]{64},300,200,S,$");
    QVERIFY2(first.match(lines[0]).hasMatch(), qPrintable(lines[0]));
    QVERIFY(lines[1].startsWith("2,b,done,out/b.raw,") && lines[1].endsWith(",30,40,S,"));
    QCOMPARE(lines[2], QString("3,c,skipped,,,0,0,S,"));
    const Outcome again = run(batch("out/{name}.raw"));
    QVERIFY2(again.code == 2 && again.err.contains("t.results.csv: exists"), again.err);
    QVERIFY2(run(batch("out/{name}.raw", {"--force"})).code == 0, "with --force");
    QCOMPARE(resultLines(), lines);
}

void TestBatch::killedAndResumed_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(1)) {
        for (const char* suffix : {"raw", "tif"})
            QTest::addRow("%s, seed %llu", suffix, static_cast<unsigned long long>(seed))
                << suffix << quint64(seed);
    }
}

void TestBatch::killedAndResumed() {
    QFETCH(QString, suffix);
    QFETCH(quint64, seed);
    QByteArray table = "wall.length,wall.seed\n";
    for (int row = 1; row <= rows; ++row)
        table += QByteArray::number(3 + row % 7) + " um," + QByteArray::number(row) + '\n';
    write("t.csv", table);
    QVERIFY(QDir().mkdir("whole") && QDir().mkdir("out"));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(run(batch("whole/{name}." + suffix, {"--results", "whole.csv"})).code, 0);
    const std::int64_t duration = timer.elapsed();
    Random random(seed);
    const QStringList resuming = batch("out/{name}." + suffix, {"--resume"});
    QMap<int, QDateTime> finished;  // rows, and when their files were written
    std::optional<int> code;
    for (int round = 0; round < 8 && !code; ++round) {
        code = run(resuming, after(random.between(1, std::max<std::int64_t>(2, duration / 3)))).code;
        for (const int row : rowsThatAre("done")) {
            const QFileInfo file(QString("out/%1.").arg(row, 5, 10, QChar('0')) + suffix);
            QVERIFY2(file.exists(), qPrintable(file.filePath()));
            if (!finished.contains(row)) finished[row] = file.lastModified();
        }
    }
    if (!code) code = run(resuming).code;
    QCOMPARE(code, 0);
    for (int row = 1; row <= rows; ++row) {
        const QString name = QString("%1.").arg(row, 5, 10, QChar('0')) + suffix;
        QVERIFY(contentsOf("whole/" + name) == contentsOf("out/" + name));
        if (finished.contains(row)) QCOMPARE(QFileInfo("out/" + name).lastModified(), finished[row]);
    }
    QCOMPARE(resultLines(), resultLines("whole.csv").replaceInStrings("whole/", "out/"));
    QVERIFY(QDir("out").entryList({"*.part"}).isEmpty());
}

void TestBatch::killedWhileAMachineEngraves_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(1))
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

/// Neighbouring rows are equal, so only the batch can distinguish them. The engraved data and the table of
/// results are those of an uninterrupted batch.
void TestBatch::killedWhileAMachineEngraves() {
    QFETCH(quint64, seed);
    const int jobs = isLongRun() ? rows : 12;
    QByteArray table = "wall.length\n";
    for (int row = 0; row < jobs; ++row)
        table += QByteArray::number(3 + row / 3 % 4) + " um\n";
    write("t.csv", table);
    QVERIFY(QDir().mkdir("whole"));
    QCOMPARE(run(batch("whole/{name}.raw", {"--results", "whole.csv"})).code, 0);
    QProcess machine;
    machine.setProcessChannelMode(QProcess::MergedChannels);
    machine.start(burinProgram, {"controller", "--to", "machine.raw", "--listen", "127.0.0.1:0", "--rate",
                                 "300K", "--manual-start"});
    QByteArray said;
    QList<QByteArray> engraved;
    // Starts a job only after the data of the job before it were read from the file.
    auto attend = [&, started = qsizetype{0}]() mutable {
        machine.waitForReadyRead(0);
        said += machine.readAll();
        while (engraved.size() < said.count(" is done\n"))
            engraved << contentsOf("machine.raw");
        for (; started < said.count(" lines begins\n"); ++started) {
            machine.write("start\n");
            machine.waitForBytesWritten(burin::patience);
        }
    };
    static const QRegularExpression address("listening on (127\\.0\\.0\\.1:\\d+)");
    const auto says = [&](const auto& condition) {
        return waitFor([&] {
            attend();
            return condition();
        });
    };
    QVERIFY(says([&] { return address.match(said).hasMatch(); }));
    const QString to = "burin://" + address.match(said).captured(1);
    Random random(seed);
    // A machine that is slow to notice the death of its sender refuses the next one.
    const auto resumed = [&](std::int64_t killedAfter) {
        Outcome outcome;
        waitFor([&] {
            outcome = run(batch(to, {"--resume"}), [&](std::int64_t elapsed) {
                attend();
                return killedAfter > 0 && elapsed >= killedAfter;
            });
            return !outcome.err.contains("is receiving a job from another sender");
        });
        return outcome;
    };
    Outcome outcome;
    for (int round = 0; round < jobs / 2 && !outcome.code; ++round)
        outcome = resumed(random.between(50, 900));
    if (!outcome.code) outcome = resumed(0);
    QVERIFY2(outcome.code == 0, outcome.err);
    QVERIFY2(says([&] { return engraved.size() >= jobs; }), said);
    // No job is engraved twice, and no job is mistaken for another one.
    QCOMPARE(said.count(" lines begins\n"), jobs);
    QCOMPARE(said.count(" is done\n"), jobs);
    for (int row = 1; row <= jobs; ++row) {
        const QByteArray expected = contentsOf(QString("whole/%1.raw").arg(row, 5, 10, QChar('0')));
        QVERIFY(!expected.isEmpty());
        QVERIFY2(engraved[row - 1] == expected, QByteArray::number(row));
    }
    // The same lines except for the target.
    const auto withoutTarget = [](QStringList lines) {
        static const QRegularExpression target("^(\\d+,[^,]*,[a-z]+),[^,]*,");
        return lines.replaceInStrings(target, "\\1,");
    };
    QCOMPARE(withoutTarget(resultLines()), withoutTarget(resultLines("whole.csv")));
    // Each job begins when the previous one is engraved.
    for (qsizetype done = 0, begins = said.indexOf(" lines begins\n"); begins >= 0;) {
        QVERIFY2(done >= 0 && done <= begins, said);
        done = said.indexOf(" is done\n", begins);
        begins = said.indexOf(" lines begins\n", begins + 1);
    }
    machine.kill();
    machine.waitForFinished(burin::patience);
}

void TestBatch::stoppedByTheUser() {
    write("t.csv", "wall.seed\n" + QByteArray("1\n").repeated(20'000));
    const Moment amidTheRows = [](std::int64_t) { return rowsThatAre("done").size() > 1; };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        QFile::remove("t.results.csv");
        const Outcome outcome = run(batch("null:"), amidTheRows, signal);
        QCOMPARE(outcome.code, 130);
        QVERIFY2(outcome.err.contains("stopped"), outcome.err);
        QVERIFY(rowsThatAre("failed").isEmpty() && rowsThatAre("stopped").size() <= 1);
    }
    // A check can be stopped too.
    QByteArray table = "wall.seed\n";
    for (int row = 1; row <= 100'000; ++row)
        table += QByteArray::number(row) + '\n';
    write("t.csv", table);
    QFile::remove("t.results.csv");
    QCOMPARE(run(batch("{name}.raw"), after(300), SIGTERM).code, 130);
    QVERIFY(!QFile::exists("t.results.csv") && !QFile::exists("00001.raw"));
}

void TestBatch::confirmation() {
    write("t.csv", "name\na\nb\nc\n");
    const Outcome outcome = run(batch("{name}.raw", {"--confirm"}), {}, 0, "\nyes\n");
    QCOMPARE(outcome.code, 130);
    QCOMPARE(outcome.err.count("press Enter to begin"), 3);
    QVERIFY(QFile::exists("a.raw") && QFile::exists("b.raw") && !QFile::exists("c.raw"));
    QCOMPARE(rowsThatAre("done"), (QList<int>{1, 2}));
    const Outcome rest = run(batch("{name}.raw", {"--confirm", "--resume"}), {}, 0, "\n");
    QVERIFY2(rest.code == 0 && rest.err.count("press Enter to begin") == 1, rest.err);
    QCOMPARE(rowsThatAre("done"), (QList<int>{1, 2, 3}));
}

/// A key that was pressed at the terminal during a long job does not begin the next one.
void TestBatch::whatWasTypedBeforeTheQuestionIsNoAnswer() {
    const int screen = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    QVERIFY(screen >= 0 && ::grantpt(screen) == 0 && ::unlockpt(screen) == 0);
    const int terminal = ::open(::ptsname(screen), O_RDWR | O_NOCTTY | O_CLOEXEC);
    QVERIFY(terminal >= 0);
    const auto type = [screen](const QByteArray& keys) {
        return ::write(screen, keys.constData(), static_cast<std::size_t>(keys.size())) == keys.size();
    };
    write("t.csv", "name\na\nb\nc\n");
    QVERIFY(type("\n\n"));
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setChildProcessModifier([terminal] { ::dup2(terminal, STDIN_FILENO); });
    process.start(burinProgram, batch("{name}.raw", {"--confirm"}));
    QByteArray said;
    const auto asks = [&](qsizetype times) {
        return waitFor([&] {
            process.waitForReadyRead(0);
            said += process.readAll();
            return said.count("press Enter to begin") >= times;
        });
    };
    QVERIFY2(asks(1), said);
    QVERIFY(type("\n"));
    QVERIFY2(asks(2), said);
    ::close(terminal);
    ::close(screen);
    QVERIFY(process.waitForFinished(burin::patience));
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(rowsThatAre("done"), QList<int>{1});
}

/// An output that exceeds the system's limit for files fails. It is written once there is no such limit.
void TestBatch::failures() {
    constexpr std::int64_t limit = 300'000;
    write("t.csv", "name,surface.width\na,\nb,3000\nc,\n");
    const Outcome first = run(batch("{name}.raw"), {}, 0, {}, limit);
    QVERIFY2(first.code == 1 && first.err.contains("row 2 (b) failed: "), first.err);
    QVERIFY2(first.err.contains("1 done, 1 failed, 1 left; to continue, run the same command with --resume"),
             first.err);
    QVERIFY(!QFile::exists("c.raw"));
    QVERIFY2(resultLines()[1].startsWith("2,b,failed,b.raw,"), qPrintable(resultLines()[1]));
    QVERIFY2(resultLines()[1].contains(",3000,200,S,\"") || resultLines()[1].contains(",3000,200,S,b"),
             qPrintable(resultLines()[1]));
    const QDateTime written = QFileInfo("a.raw").lastModified();
    const Outcome second = run(batch("{name}.raw", {"--resume", "--keep-going"}), {}, 0, {}, limit);
    QCOMPARE(second.code, 1);
    QCOMPARE(rowsThatAre("failed"), (QList<int>{2, 2}));
    QCOMPARE(rowsThatAre("done"), (QList<int>{1, 3}));
    QCOMPARE(run(batch("{name}.raw", {"--resume"})).code, 0);
    QCOMPARE(rowsThatAre("done"), (QList<int>{1, 3, 2}));
    QCOMPARE(QFileInfo("b.raw").size(), 3000 * 200);
    QCOMPARE(QFileInfo("a.raw").lastModified(), written);
}

void TestBatch::tablesThatAreRefused_data() {
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QString>("options");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* table, const char* options, const char* said) {
        QTest::newRow(name) << QByteArray(table) << QString(options) << QByteArray(said);
    };
    row("an unknown column", "size\n3\n", "", "t.csv:1:1 (size): 'size' is not a column");
    row("a wrong value", "name,wall.length\na,9 um\nb,1 um\n", "", "t.csv:3:2 (wall.length): ");
    row("a node that is missing", "wal.length\n3\n", "", "did you mean 'wall'?");
    row("a target twice", "name\na\na\n", "", "t.csv:3:1 (name): a.raw is also the target of line 2");
    row("the table of results", "name\na\n", "--results a.raw --force",
        "t.csv:2:1 (name): a.raw is also the table of results; choose another name for one of them");
    row("a file beside the table of results", "name\na\n", "--results ./a.raw.yaml --force",
        "t.csv:2:1 (name): ./a.raw.yaml is also the table of results");
    row("an output that is there", "name\nthere\n", "", "there.raw: exists; overwrite it with --force");
    row("shards", "name\na\n", "--shard 0/2", "unknown or ambiguous option --shard");
    row("standard output", "name\na\n", "--to -", "a batch does not write to standard output");
    row("an option of machines", "name\na\n", "--prefill 5M", "--prefill is for burin://");
    row("an option of files", "to\nburin://127.0.0.1:1\n", "--compression lzw", "--compression is for .tif");
    row("a machine without a port", "to\nburin://127.0.0.1:0\n", "", "burin://HOST:PORT is expected");
    row("layers without a number", "name\na\n", "--layers 3", "layers need a name with a number");
    row("a key twice", "wall.seed\n3\n", "--set wall.seed=4", "the same key is set by 'wall.seed=4'");
    row("a wrong setting", "wall.seed\n3\n", "--set wall.sed=4", "--set 'wall.sed=4': ");
    row("a wrong region", "name\na\n", "--region 0,0,900,900", "t.csv:2: the region '0,0,900,900' reaches");
}
void TestBatch::tablesThatAreRefused() {
    QFETCH(QByteArray, table);
    QFETCH(QString, options);
    QFETCH(QByteArray, said);
    write("t.csv", table);
    write("there.raw", "x");
    QStringList command = {"batch", "t.csv", "d.burin"};
    if (!options.contains("--to"))
        command << "--to"
                << "{name}.raw";
    const Outcome outcome = run(command + options.split(' ', Qt::SkipEmptyParts));
    QVERIFY2(outcome.code == 2 && outcome.err.contains(said), outcome.err);
    QCOMPARE(QDir().entryList(QDir::Files), QStringList({"d.burin", "t.csv", "there.raw"}));
}

/// Each row has the same mistake. Equal mistakes in cells have places of their own.
void TestBatch::aMistakeInTheCommandIsSaidOnce() {
    write("t.csv", "name,wall.length\na,1 um\nb,1 um\n");
    const Outcome ofCells = run(batch("{name}.raw"));
    QVERIFY2(ofCells.code == 2 && ofCells.err.count("t.csv:") == 2, ofCells.err);
    write("t.csv", "name\n" + QByteArray("a\n").repeated(30));
    const Outcome outcome = run(batch("{nome}.raw"));
    QVERIFY2(outcome.code == 2 && outcome.err.count("no column 'nome'") == 1, outcome.err);
}

void TestBatch::whatResumingRefuses() {
    write("t.csv", "name,wall.length\na,9 um\nb,9 um\n");
    QCOMPARE(run(batch("{name}.raw")).code, 0);
    write("t.csv", "name,wall.length\na,9 um\nb,8 um\n");
    const Outcome other = run(batch("{name}.raw", {"--resume"}));
    QVERIFY2(other.code == 2 && other.err.contains("t.csv:3: row 2 was done with another design"), other.err);
    write("t.csv", "name,wall.length\na,9 um\n");
    QCOMPARE(run(batch("{name}.raw", {"--resume"})).code, 2);
    // A batch can continue with a longer table.
    write("t.csv", "name,wall.length\na,9 um\nb,9 um\nc,9 um\n");
    QCOMPARE(run(batch("{name}.raw", {"--resume"})).code, 0);
    QCOMPARE(rowsThatAre("done"), (QList<int>{1, 2, 3}));
    // The table itself is not a table of results.
    const Outcome wrong = run(batch("{name}.raw", {"--resume", "--results", "t.csv"}));
    QVERIFY2(wrong.code == 2 && wrong.err.contains("is not a table of results"), wrong.err);
    const QByteArray table = contentsOf("t.csv");
    const Outcome forced = run(batch("{name}.raw", {"--force", "--results", "t.csv"}));
    QVERIFY2(forced.code == 2 && forced.err.contains("is not a table of results"), forced.err);
    QCOMPARE(contentsOf("t.csv"), table);
}

/// The batch overwrites an output of another origin. It still skips a row that is done, even without its
/// file.
void TestBatch::resumingWithForce() {
    write("t.csv", "name\na\n");
    QCOMPARE(run(batch("{name}.raw")).code, 0);
    QVERIFY(QFile::remove("a.raw"));
    write("b.raw", "x");
    write("t.csv", "name\na\nb\n");
    const Outcome refused = run(batch("{name}.raw", {"--resume"}));
    QVERIFY2(refused.code == 2 && refused.err.contains("b.raw: exists"), refused.err);
    const Outcome forced = run(batch("{name}.raw", {"--resume", "--force"}));
    QVERIFY2(forced.code == 0, forced.err);
    QVERIFY(!QFile::exists("a.raw"));
    QCOMPARE(QFileInfo("b.raw").size(), 300 * 200);
    QCOMPARE(rowsThatAre("done"), (QList<int>{1, 2}));
}

void TestBatch::layersAndSettings() {
    write("t.csv", "name,wall.length\na,9 um\nb,5 um\n");
    const Outcome outcome = run(batch("{name}-%02d.png", {"--layers", "3", "--set", "surface.width=100"}));
    QVERIFY2(outcome.code == 0, outcome.err);
    QCOMPARE(QDir().entryList({"?-??.png"}).size(), 6);
    QVERIFY2(resultLines()[1].endsWith(",100,200,S,"), qPrintable(resultLines()[1]));
}

BURIN_TEST(TestBatch)
#include "test_batch.moc"
