// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the scripts of `burin farm` unchanged, without Slurm and with a private Slurm of the test.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTemporaryDir>
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace {

/// The surface has 3 x 2 TIFF tiles.
const QByteArray design = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 2300, height: 1500, inputs: [{data: cells}]}
  cells: {kind: stitching, u: [24, 0], v: [12, 20.784], inputs: [{pattern: dot}]}
  dot: {kind: math2d, width: 20, height: 20, expression: "max(0, 1 - hypot(x - 10, y - 10) / 10)"}
)yaml";

const QString designName = "the \"design\"'s $HOME.burin";

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

Outcome run(const QString& program, const QStringList& arguments, const QString& shard = {}) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!shard.isEmpty()) environment.insert("SLURM_ARRAY_TASK_ID", shard);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    Outcome outcome;
    if (!process.waitForFinished(burin::patience) || process.exitStatus() != QProcess::NormalExit)
        return outcome;
    outcome.code = process.exitCode();
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

Outcome runBurin(const QStringList& arguments) {
    return run(burin::test::burinProgram, arguments);
}

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& name, const QByteArray& text) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0) qFatal("cannot write");
}

/// Flips one bit in a piece, the part of one shard, of a TIFF's .part file.
void spoilPiece(const QString& part, int piece) {
    QFile file(part);
    if (!file.open(QIODevice::ReadWrite)) qFatal("cannot open");
    const qint64 place = file.size() - qint64{2300} * 1500 + piece * 455 * qint64{2300} + 5000;
    file.seek(place);
    char byte = 0;
    file.getChar(&byte);
    file.seek(place);
    file.putChar(static_cast<char>(byte ^ 1));
}

/// The rest of the line that begins with `start`.
QString lineBehind(const QByteArray& text, const QString& start) {
    const QRegularExpression line("^" + QRegularExpression::escape(start) + "(.*)$",
                                  QRegularExpression::MultilineOption);
    return line.match(QString::fromUtf8(text)).captured(1);
}

/// Waits for a condition, and lets Qt notice meanwhile which processes have ended.
bool comes(const std::function<bool()>& condition) {
    BURIN_WAIT_UNTIL(reached, condition())
    return reached;
}

/// A port that is free at the moment.
int freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ::bind(socket, reinterpret_cast<sockaddr*>(&address), length);
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length);
    ::close(socket);
    return ntohs(address.sin_port);
}

/// A private Slurm on this host with its own key, ports and state. It ends with the object.
class Slurm {
  public:
    Slurm() {
        for (const char* program : {"munged", "slurmctld", "slurmd", "sbatch", "sinfo"}) {
            if (pathOf(program).isEmpty()) problem_ = QString("the program %1 is missing").arg(program);
        }
        if (problem_.isEmpty()) start();
    }
    ~Slurm() {
        for (auto daemon = daemons_.rbegin(); daemon != daemons_.rend(); ++daemon) {
            (*daemon)->terminate();
            if (!(*daemon)->waitForFinished(burin::patience)) (*daemon)->kill();
            (*daemon)->waitForFinished(burin::patience);
        }
        qunsetenv("SLURM_CONF");
    }
    Slurm(const Slurm&) = delete;
    Slurm& operator=(const Slurm&) = delete;
    /// Why it does not run; empty if it does.
    [[nodiscard]] const QString& problem() const { return problem_; }

  private:
    static QString pathOf(const QString& program) {
        const QString found = QStandardPaths::findExecutable(program);
        return found.isEmpty() ? QStandardPaths::findExecutable(program, {"/usr/sbin", "/sbin"}) : found;
    }
    void start();
    void startDaemon(const QString& program, const QStringList& arguments) {
        daemons_.push_back(std::make_unique<QProcess>());
        daemons_.back()->setProcessChannelMode(QProcess::MergedChannels);
        daemons_.back()->setStandardOutputFile(folder_.filePath(program + ".out"));
        daemons_.back()->start(pathOf(program), arguments);
    }
    /// Waits for a condition. Gives up if a daemon ends, because daemons do not end by themselves.
    [[nodiscard]] bool comesFirst(const std::function<bool()>& condition) const {
        bool met = false;
        static_cast<void>(comes([&] {
            met = condition();
            return met || std::any_of(daemons_.begin(), daemons_.end(), [](const auto& daemon) {
                       return daemon->state() == QProcess::NotRunning;
                   });
        }));
        return met;
    }
    [[nodiscard]] QByteArray config() const;

    QTemporaryDir folder_;
    std::vector<std::unique_ptr<QProcess>> daemons_;
    QString problem_;
};

QByteArray Slurm::config() const {
    QString text = R"(ClusterName=test
SlurmctldHost=HOST(127.0.0.1)
SlurmUser=USER
SlurmdUser=USER
AuthType=auth/munge
AuthInfo=socket=FOLDER/munge.sock
CredType=cred/munge
SlurmctldPort=PORT1
SlurmdPort=PORT2
SlurmctldPidFile=FOLDER/slurmctld.pid
SlurmdPidFile=FOLDER/slurmd.pid
StateSaveLocation=FOLDER/state
SlurmdSpoolDir=FOLDER/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
NodeName=HOST NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
)";
    text.replace("FOLDER", folder_.path());
    text.replace("HOST", QSysInfo::machineHostName().section('.', 0, 0));
    text.replace("USER", QString::number(::getuid()));
    text.replace("PORT1", QString::number(freePort()));
    text.replace("PORT2", QString::number(freePort()));
    return text.toUtf8();
}

void Slurm::start() {
    QDir(folder_.path()).mkdir("state");
    QDir(folder_.path()).mkdir("spool");
    write(folder_.filePath("munge.key"), QByteArray(64, 'k'));
    QFile::setPermissions(folder_.filePath("munge.key"), QFile::ReadOwner | QFile::WriteOwner);
    const QString conf = folder_.filePath("slurm.conf");
    write(conf, config());
    qputenv("SLURM_CONF", conf.toUtf8());
    QStringList munge{"--foreground", "--force"};
    for (const char* file : {"socket", "key", "pid", "log", "seed"}) {
        const QString name = QString(file);
        const QString option = name == "socket" ? name : name + "-file";
        munge << "--" + option + "=" + folder_.filePath(name == "socket" ? "munge.sock" : "munge." + name);
    }
    startDaemon("munged", munge);
    if (!comesFirst([this] { return QFile::exists(folder_.filePath("munge.sock")); })) {
        problem_ = "munged does not start: " + contentsOf(folder_.filePath("munged.out"));
        return;
    }
    startDaemon("slurmctld", {"-D", "-f", conf});
    startDaemon("slurmd", {"-D", "-f", conf});
    const auto idle = [] { return run("sinfo", {"-h", "-o", "%T"}).out.trimmed() == "idle"; };
    if (!comesFirst(idle)) problem_ = "no node of it becomes idle";
}

}  // namespace

class TestFarm : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void refusals_data();
    void refusals();
    void aFolderThatIsThereIsKept();
    void allShardsJoinToTheFileOfOneProcess_data();
    void allShardsJoinToTheFileOfOneProcess();
    void aMissingShardIsNamedAndRunAlone();
    void aBrokenShardIsNamedAndRunAlone_data();
    void aBrokenShardIsNamedAndRunAlone();
    void nothingAtAllIsSaid();
    void submittingTakesSlurm();
    void slurmRunsThem();

  private:
    [[nodiscard]] static Outcome farm(const QString& file, const QStringList& options = {}) {
        return runBurin(QStringList{"farm", designName, "--to", file, "--shards", "4", "--backend", "cpu"} +
                        options);
    }
    [[nodiscard]] static Outcome shard(const QString& file, int index) {
        return run("bash", {file + ".farm/shard.sh"}, QString::number(index));
    }
    [[nodiscard]] static Outcome join(const QString& file) { return run("bash", {file + ".farm/join.sh"}); }

    QTemporaryDir top_;
};

void TestFarm::initTestCase() {
    const QString folder = top_.filePath("it's a \"place\" of $PWD & `more`");
    QVERIFY(QDir().mkdir(folder));
    QVERIFY(QDir::setCurrent(folder));
    write(designName, design);
    QByteArray broken = design;
    write("broken.burin", broken.replace("max(0", "maxx(0"));
    QCOMPARE(runBurin({"export", designName, "--to", "whole.tif"}).code, 0);
    QCOMPARE(runBurin({"export", designName, "--to", "whole.raw"}).code, 0);
    QCOMPARE(runBurin({"export", designName, "--to", "part.raw", "--region", "100,50,2000,1400", "--scan",
                       "swaths:300", "--serpentine"})
                 .code,
             0);
}

void TestFarm::refusals_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const QString& line, const char* said) {
        QTest::newRow(name) << line.split(' ') << QByteArray(said);
    };
    row("no file", "good.burin --shards 4", "--to FILE");
    row("no number of shards", "good.burin --to x.tif", "--shards N");
    row("a single shard", "good.burin --to x.tif --shards 1", "from 2");
    row("a design with a mistake", "broken.burin --to x.tif --shards 4", "broken.burin:6:59: dot:");
    row("a design that is not there", "nowhere.burin --to x.tif --shards 4", "nowhere.burin");
    row("a compressed file", "good.burin --to x.tif --shards 4 --compression lzw",
        "uncompressed .tif, .raw and .gsf");
    row("a picture", "good.burin --to x.png --shards 4", "uncompressed .tif, .raw and .gsf");
    row("numbered files", "good.burin --to %05d.tif --shards 4 --scan swaths:100",
        "shards are for uncompressed");
    row("standard output", "good.burin --to - --shards 4", "--to '-': shards are for uncompressed .tif");
    row("a machine", "good.burin --to burin://localhost:1 --shards 4",
        "--to 'burin://localhost:1': shards are for uncompressed .tif");
    row("a folder that is not there", "good.burin --to no/x.tif --shards 4", "the folder no does not exist");
    row("a region outside", "good.burin --to x.tif --shards 4 --region 0,0,9999,1", "outside of the surface");
    row("threads out of range", "good.burin --to x.tif --shards 4 --threads 0", "from 1");
    row("memory that is not a size", "good.burin --to x.tif --shards 4 --memory lots", "512M");
    row("an unknown backend", "good.burin --to x.tif --shards 4 --backend fpga", "auto, cpu or cuda");
}

void TestFarm::refusals() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    if (arguments[0] == "good.burin") arguments[0] = designName;
    const Outcome outcome = runBurin(QStringList{"farm"} + arguments);
    QVERIFY2(outcome.code == 2, outcome.err);
    QVERIFY2(outcome.err.contains(said), outcome.err);
    QVERIFY2(outcome.out.isEmpty(), outcome.out);
    QVERIFY(QDir().entryList({"*.farm"}).isEmpty());
}

void TestFarm::aFolderThatIsThereIsKept() {
    QCOMPARE(farm("kept.tif").code, 0);
    write("kept.tif.farm/join.sh", "mine");
    QCOMPARE(farm("kept.tif").code, 2);
    QCOMPARE(contentsOf("kept.tif.farm/join.sh"), QByteArray("mine"));
    QCOMPARE(farm("kept.tif", {"--force"}).code, 0);
    QVERIFY(contentsOf("kept.tif.farm/join.sh").startsWith("#!"));
    QVERIFY(QDir("kept.tif.farm").removeRecursively());
}

void TestFarm::allShardsJoinToTheFileOfOneProcess_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("whole");
    QTest::newRow("a TIFF") << "a \\ 'b' \"c\".tif" << QStringList{} << "whole.tif";
    QTest::newRow("raw") << "a.raw" << QStringList{"--threads", "1", "--tile", "64"} << "whole.raw";
    QTest::newRow("a region in serpentine swaths")
        << "b.raw" << QStringList{"--region", "100,50,2000,1400", "--scan", "swaths:300", "--serpentine"}
        << "part.raw";
    QTest::newRow("what several versions may compute")
        << "c.tif" << QStringList{"--allow-mixed"} << "whole.tif";
}

void TestFarm::allShardsJoinToTheFileOfOneProcess() {
    QFETCH(QString, file);
    QFETCH(QStringList, options);
    QFETCH(QString, whole);
    const Outcome written = farm(file, options);
    QVERIFY2(written.code == 0, written.err);
    for (const int index : {2, 0, 3, 1}) {
        QVERIFY(!QFile::exists(file));
        const Outcome outcome = shard(file, index);
        QVERIFY2(outcome.code == 0, outcome.err);
    }
    QCOMPARE(shard(file, 1).code, 0);  // already finished
    const Outcome joined = join(file);
    QVERIFY2(joined.code == 0, joined.out + joined.err);
    QVERIFY(contentsOf(file) == contentsOf(whole));
    QCOMPARE(join(file).code, 0);  // may be submitted twice
}

void TestFarm::aMissingShardIsNamedAndRunAlone() {
    const QString file = "missing.tif";
    QCOMPARE(farm(file).code, 0);
    for (const int index : {0, 3})
        QCOMPARE(shard(file, index).code, 0);
    const Outcome outcome = join(file);
    QCOMPARE(outcome.code, 1);
    QVERIFY(!outcome.out.contains("shard 0 alone") && !outcome.out.contains("shard 3 alone"));
    for (const QString index : {"1", "2"}) {
        const QString command =
            lineBehind(outcome.out, "  without Slurm: SLURM_ARRAY_TASK_ID=" + index + " ");
        QVERIFY2(command.endsWith("shard.sh"), outcome.out);
        QCOMPARE(run("bash", {"-c", command}, index).code, 0);
    }
    QCOMPARE(run("bash", {"-c", lineBehind(outcome.out, "and then: ")}).code, 0);
    QVERIFY(contentsOf(file) == contentsOf("whole.tif"));
}

void TestFarm::aBrokenShardIsNamedAndRunAlone_data() {
    QTest::addColumn<bool>("data");
    QTest::newRow("one bit of its data") << true;
    QTest::newRow("its journal") << false;
}

void TestFarm::aBrokenShardIsNamedAndRunAlone() {
    QFETCH(bool, data);
    const QString file = data ? "data.tif" : "journal.tif";
    QCOMPARE(farm(file).code, 0);
    for (const int index : {0, 1, 2, 3})
        QCOMPARE(shard(file, index).code, 0);
    if (data)
        spoilPiece(file + ".part", 1);
    else
        write(file + ".1-of-4.journal", "burin journal 2 spoilt\n");
    const Outcome outcome = join(file);
    QVERIFY2(outcome.code != 0, outcome.out);
    QVERIFY(!QFile::exists(file));
    QCOMPARE(outcome.out.count(" alone: "), 1);
    const QString command = lineBehind(outcome.out, "  without Slurm: ");
    QVERIFY2(command.startsWith("SLURM_ARRAY_TASK_ID=1 ") && command.endsWith(" --force"), outcome.out);
    const Outcome again = run("bash", {"-c", command});
    QVERIFY2(again.code == 0, again.err);
    QCOMPARE(join(file).code, 0);
    QVERIFY(contentsOf(file) == contentsOf("whole.tif"));
}

void TestFarm::nothingAtAllIsSaid() {
    QCOMPARE(farm("nothing.tif").code, 0);
    const Outcome outcome = join("nothing.tif");
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.out.contains("all shards again: bash "), outcome.out);
}

void TestFarm::submittingTakesSlurm() {
    const QByteArray path = qgetenv("PATH");
    const QString bash = QStandardPaths::findExecutable("bash");
    QVERIFY(QDir().mkdir("bin") && QFile::link(bash, "bin/bash"));
    qputenv("PATH", QDir("bin").absolutePath().toUtf8());
    const Outcome outcome = farm("submitted.tif", {"--submit"});
    qputenv("PATH", path);
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.err.contains("sbatch was not found"), outcome.err);
}

void TestFarm::slurmRunsThem() {
    const Slurm slurm;
    if (!slurm.problem().isEmpty()) QSKIP(qPrintable("no Slurm: " + slurm.problem()));
    const Outcome submitted = farm("slurm.tif", {"--submit"});
    QVERIFY2(submitted.code == 0, submitted.err);
    QVERIFY2(comes([] { return QFile::exists("slurm.tif"); }), contentsOf("slurm.tif.farm/join.log"));
    QVERIFY(contentsOf("slurm.tif") == contentsOf("whole.tif"));

    QCOMPARE(farm("lacking.tif").code, 0);
    QCOMPARE(run("bash", {"lacking.tif.farm/submit.sh", "--array=0,2-3"}).code, 0);
    const QString log = "lacking.tif.farm/join.log";
    QVERIFY2(comes([&] { return contentsOf(log).contains("and then: "); }), contentsOf(log));
    QVERIFY(!QFile::exists("lacking.tif"));
    const QString command = lineBehind(contentsOf(log), "shard 1 alone: ");
    QVERIFY2(command.startsWith("sbatch "), contentsOf(log));
    const Outcome again =
        run("bash", {"-c", "job=$(" + command + " | tr -dc 0-9) && sbatch --chdir=" +
                               "lacking.tif.farm --dependency=afterany:$job " + "lacking.tif.farm/join.sh"});
    QVERIFY2(again.code == 0, again.err);
    QVERIFY2(comes([] { return QFile::exists("lacking.tif"); }), contentsOf(log));
    QVERIFY(contentsOf("lacking.tif") == contentsOf("whole.tif"));
}

BURIN_TEST(TestFarm)
#include "test_farm.moc"
