// SPDX-License-Identifier: GPL-3.0-or-later

// What only a shell or a terminal can pass to the program: words that are not UTF-8, limits of memory and of
// the stack, and the width of the terminal.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cstdlib>

class TestFromAShell : public QObject {
    Q_OBJECT

  private:
    using Outcome = burin::ProgramOutcome;

    /// Runs a script. In it, $0 is the program.
    Outcome shell(const QString& script) const {
        return burin::ProgramFolder::run("sh", {"-c", script, burin::test::burinProgram}, folder_.path());
    }

    /// The bars that an export shows on a terminal of so many columns, one for each update.
    /// \param code         the program's exit code
    /// \param longestFile  files of more bytes cannot be written
    QStringList barsOn(int columns, const QString& target = "null:", int code = 0,
                       rlim_t longestFile = RLIM_INFINITY) const {
        const int screen = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
        winsize size{};
        size.ws_col = static_cast<unsigned short>(columns);
        const bool usable = screen >= 0 && ::grantpt(screen) == 0 && ::unlockpt(screen) == 0 &&
                            ::ioctl(screen, TIOCSWINSZ, &size) == 0;
        if (!usable) return {};
        const int terminal = ::open(::ptsname(screen), O_RDWR | O_NOCTTY | O_CLOEXEC);
        QProcess process;
        process.setWorkingDirectory(folder_.path());
        process.setChildProcessModifier([terminal, longestFile] {
            ::dup2(terminal, STDERR_FILENO);
            rlimit limit{};
            ::getrlimit(RLIMIT_FSIZE, &limit);
            limit.rlim_cur = std::min(limit.rlim_max, longestFile);
            ::setrlimit(RLIMIT_FSIZE, &limit);
        });
        process.start(burin::test::burinProgram, {"export", "x.burin", "--to", target});
        const bool ended = process.waitForFinished(burin::patience);
        QByteArray shown;
        std::array<char, 4096> piece;
        for (ssize_t bytes = 1; bytes > 0;) {
            bytes = ::read(screen, piece.data(), piece.size());
            if (bytes > 0) shown.append(piece.data(), static_cast<qsizetype>(bytes));
        }
        ::close(terminal);
        ::close(screen);
        if (!ended || process.exitCode() != code) return {};
        const QString toTheEndOfTheRow = "\x1b[K";
        QStringList bars;
        for (const QString& update : QString::fromUtf8(shown).split('\r')) {
            const qsizetype length = update.indexOf(toTheEndOfTheRow);
            if (length > 0) bars += update.left(length);
        }
        return bars;
    }

    burin::ProgramFolder folder_{burin::test::burinProgram};

  private slots:
    void initTestCase() {
        folder_.write("x.burin",
                      "burin: 1\npixel: 1 um\nnodes:\n"
                      "  surface: {kind: root, width: 300, height: 200, inputs: [{data: slope}]}\n"
                      "  slope: {kind: math2d, expression: \"x * y / 60000\"}\n");
    }

    /// With `--progress json` the note that names the target is JSON, too.
    void progressOfATargetThatIsNotUtf8IsJson() {
        const Outcome second = shell(
            "t=$(printf 'j\\377%%03d.tif'); \"$0\" export x.burin --to \"$t\" --scan swaths:100 "
            "--progress none && \"$0\" export x.burin --to \"$t\" --scan swaths:200 --progress json "
            "--force; code=$?; rm -f j* .j*; exit $code");  // Qt cannot remove such names
        QVERIFY2(second.code == 0, second.err);
        bool named = false;
        for (const QByteArray& line : second.err.trimmed().split('\n')) {
            QVERIFY2(QJsonDocument::fromJson(line).isObject(), line.toPercentEncoding(" {}\":,"));
            named = named || line.contains("j\\ufffd%03d.tif");
        }
        QVERIFY2(named, second.err.toPercentEncoding(" {}\":,"));
    }

    void jsonProgressIsJsonToItsEnd_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        QTest::newRow("the work of the nodes") << "export x.burin --to null: --stats" << 0 << "peak memory";
        QTest::newRow("a missing folder") << "export x.burin --to none/x.raw" << 2 << "none";
        QTest::newRow("a missing design") << "export none.burin --to null:" << 2 << "is not a design";
        QTest::newRow("no target") << "export x.burin" << 2 << "--to";
        QTest::newRow("too little memory")
            << "export x.burin --to null: --memory 1" << 2 << "give more --memory";
    }
    void jsonProgressIsJsonToItsEnd() {
        QFETCH(QString, call);
        QFETCH(int, code);
        QFETCH(QString, said);
        const Outcome outcome = folder_.run(call.split(' ') + QStringList{"--progress", "json"});
        QCOMPARE(outcome.code, code);
        QJsonObject last;
        bool work = false;
        for (const QByteArray& line : outcome.err.trimmed().split('\n')) {
            QVERIFY2(QJsonDocument::fromJson(line).isObject(), line);
            last = QJsonDocument::fromJson(line).object();
            if (last.contains("node")) work = last["px"].toDouble() > 0 && last.contains("peak_bytes");
        }
        QVERIFY2(last["message"].toString().contains(said), outcome.err);
        QCOMPARE(last["state"].toString(), QString(code == 0 ? "" : "failed"));
        QCOMPARE(work, code == 0);
    }

    void theBarFitsTheTerminal_data() {
        QTest::addColumn<int>("columns");
        QTest::addColumn<QString>("parts");
        QTest::newRow("unknown") << 0 << ".*█ 100\\.0 %.* elapsed .* remaining  done";
        QTest::newRow("usual") << 80 << ".*█ 100\\.0 %.* elapsed .* remaining  done";
        QTest::newRow("wide") << 200 << "█{24} 100\\.0 %.* elapsed .* remaining  done";
        QTest::newRow("narrow") << 40 << ".*100\\.0 %.* remaining  done";
        QTest::newRow("too narrow for a word") << 20 << "100\\.0 %  \\d+:\\d\\d re.*";
    }
    /// A bar that wraps would leave a row behind with each update.
    void theBarFitsTheTerminal() {
        QFETCH(int, columns);
        QFETCH(QString, parts);
        const QStringList bars = barsOn(columns);
        QVERIFY(!bars.isEmpty());
        for (const QString& bar : bars)
            QVERIFY2(bar.size() < (columns == 0 ? 80 : columns), qPrintable(bar));
        const QRegularExpression expected(QRegularExpression::anchoredPattern(parts));
        QVERIFY2(expected.match(bars.last()).hasMatch(), qPrintable(bars.last()));
    }

    /// A wide character takes two columns.
    void theBarOfAWideNameFitsTheTerminal_data() {
        QTest::addColumn<int>("columns");
        QTest::newRow("usual") << 80;
        QTest::newRow("narrow") << 40;
        QTest::newRow("narrow, an odd number of columns") << 41;
    }
    void theBarOfAWideNameFitsTheTerminal() {
        QFETCH(int, columns);
        const QStringList bars = barsOn(columns, QString("漢字の設計図面%1.raw").arg(columns), 1, 20000);
        QVERIFY(!bars.isEmpty() && bars.last().contains("failed: 漢"));
        for (const QString& bar : bars) {
            const auto wide = std::count_if(bar.begin(), bar.end(), [](QChar c) { return c >= u'\u3000'; });
            QVERIFY2(bar.size() + wide < columns, qPrintable(bar));
        }
    }

    void figuresOfADesignThatIsNotUtf8AreUtf8() {
        const Outcome measured = shell(
            "d=$(printf 'd\\377.burin'); cp x.burin \"$d\"; \"$0\" measure \"$d\" --full-depth 40um --csv "
            "--progress none; code=$?; rm d*.burin; exit $code");
        QVERIFY2(measured.code == 0, measured.err);
        QVERIFY2(measured.out.contains("\ndesign,d\xEF\xBF\xBD.burin,,\n"), measured.out);
    }

    /// A row counts as done only for the target that its line of results names.
    void aRowWhoseTargetIsNotUtf8IsDoneOnce() {
        const Outcome again = shell(
            "d=$(printf 'b\\377'); mkdir \"$d\" e && printf 'name\\na\\n' >t.csv && "
            "\"$0\" batch t.csv x.burin --to \"$d/{name}.raw\" --progress none && "
            "\"$0\" batch t.csv x.burin --to \"$d/{name}.raw\" --progress none --resume && "
            "wc -l <t.results.csv && cat t.results.csv && "
            "\"$0\" batch t.csv x.burin --to 'e/{name}.raw' --progress none --resume && ls e; "
            "code=$?; rm -rf b* e; exit $code");
        QVERIFY2(again.code == 0, again.err);
        QVERIFY2(again.out.startsWith("2\n") && again.out.contains("\n1,a,done,b\\xFF/a.raw,"), again.out);
        QVERIFY2(again.out.contains("\na.raw\n"), again.out);
    }

    /// A sender could not read a message with such a name, and would call the controller broken.
    void theNameOfAControllerIsUtf8() {
        const Outcome refused =
            shell("exec \"$0\" controller --listen 127.0.0.1:0 --to null: --name \"$(printf 'las\\377er')\"");
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("--name 'las\\xFFer': a text in UTF-8 is expected"), refused.err);
    }

    void theLimitThatDecidesTheMemoryIsNamed_data() {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QByteArray>("name");
        const auto row = [](const char* name, const char* limit, const char* option, const char* said) {
            QTest::newRow(name) << limit << option << QByteArray(said);
        };
        row("of the address space", "ulimit -v 1000000", "", "Max address space of /proc/self/limits");
        row("of the data", "ulimit -d 800000", "", "Max data size of /proc/self/limits");
        row("none beside an option", "ulimit -v 1000000", "--memory 64M", "");
    }
    void theLimitThatDecidesTheMemoryIsNamed() {
        if (burin::instrumented) QSKIP("a sanitizer takes more addresses than any limit leaves");
        QFETCH(QString, limit);
        QFETCH(QString, option);
        QFETCH(QByteArray, name);
        const Outcome info = shell(limit + "; exec \"$0\" info x.burin --backend cpu --threads 1 " + option);
        QVERIFY2(info.code == 0, info.err);
        const QByteArray said = " (half of the memory left by " + name + "), a block takes ";
        QVERIFY2(info.out.contains(name.isEmpty() ? QByteArray("budget 64 MiB, a block takes ") : said),
                 info.out);
    }

    /// A picture leaves no room for a band of whole rows, but enough for bands of narrow swaths.
    void rowsThatDoNotFitTheMemoryNameBothRemedies() {
        folder_.write("photo.pgm", "P5 4000 4000 255\n" + QByteArray(16'000'000, '\x80'));
        folder_.write("scroll.burin",
                      "burin: 1\npixel: 1 um\nnodes:\n"
                      "  surface: {kind: root, width: 327000, height: 20, inputs: [{data: photo}]}\n"
                      "  photo: {kind: image, file: photo.pgm}\n");
        const QString command =
            "\"$0\" export scroll.burin --to - --backend cpu --threads 1 --progress none --memory ";
        const Outcome rows = shell("exec " + command + "20M");
        QCOMPARE(rows.code, 2);
        QVERIFY2(rows.err.endsWith("; give more --memory, or use --scan swaths:W; nothing was computed, "
                                   "nothing was written\n"),
                 rows.err);
        const Outcome swaths = shell(command + "20M --scan swaths:4096 | wc -c");
        QVERIFY2(swaths.out.trimmed() == "6540000", swaths.err);
        const Outcome bands = shell("exec " + command + "19M");  // too little without the picture, too
        QCOMPARE(bands.code, 2);
        QVERIFY2(bands.err.endsWith(" are available; use --scan swaths:W, or give more --memory\n"),
                 bands.err);
    }

    void aSmallStackIsRefused() {
        if (burin::instrumented) QSKIP("a sanitizer needs more stack than this limit leaves");
        const Outcome refused = shell("ulimit -s 64; exec \"$0\" check x.burin");
        QCOMPARE(refused.code, 2);
        QCOMPARE(refused.err,
                 QByteArray("burin: the stack is limited to 64 KiB, and at least 2 MiB are needed; "
                            "run `ulimit -s 8192` in the shell first\n"));
    }

    /// A design keeps its pictures open, and its swaths while they are written.
    void asManyFilesAreOpenAsTheSystemAllows() {
        QCOMPARE(shell("\"$0\" export x.burin --to p0.tif --progress none; for i in $(seq 59); do "
                       "cp p0.tif p$i.tif; done")
                     .code,
                 0);
        QByteArray links;
        QByteArray nodes;
        for (int i = 0; i < 60; ++i) {
            const QByteArray number = QByteArray::number(i);
            links += "{data: n" + number + "}, ";
            nodes += "  n" + number + ": {kind: tiff, file: p" + number + ".tif}\n";
        }
        folder_.write("many.burin",
                      "burin: 1\npixel: 1 um\nnodes:\n"
                      "  surface: {kind: root, width: 300, height: 200, inputs: [" +
                          links + "]}\n" + nodes);
        const QString command = "exec \"$0\" export many.burin --to null: --progress none --backend cpu";
        const Outcome taken = shell("ulimit -S -n 40; " + command);
        QVERIFY2(taken.code == 0, taken.err);
        const Outcome refused = shell("ulimit -n 40; " + command);
        QCOMPARE(refused.code, 2);
        QVERIFY2(
            refused.err.contains("Too many open files; use fewer files, or raise the limit of open files"),
            refused.err);
    }

    /// The designs are nested as deep as the format allows.
    void theDeepestDesignsFitTheLeastStack_data() {
        QTest::addColumn<QByteArray>("nodes");
        QTest::addColumn<int>("code");
        const QByteArray formula =
            QByteArray("abs(").repeated(250) + "x / 300" + QByteArray(")").repeated(250);
        const QByteArray deepest =
            "{kind: math2d, width: 300, height: 200, expression: \"" + formula + "\"}\n";
        QTest::newRow("a formula") << "  n0: " + deepest << 0;

        QByteArray groups = "  n0: {kind: group, group: g1}\ngroups:\n";
        for (int i = 1; i <= 16; ++i) {
            groups += "  g" + QByteArray::number(i) + ":\n    output: o\n    nodes:\n      o: " +
                      (i < 16 ? "{kind: group, group: g" + QByteArray::number(i + 1) + "}\n" : deepest);
        }
        QTest::newRow("a formula in groups") << groups << 0;

        QByteArray chain;
        for (int i = 0; i < 500; ++i) {
            chain += "  n" + QByteArray::number(i) + ": {kind: math2d, expression: in1, inputs: [{data: n" +
                     QByteArray::number(i + 1) + "}]}\n";
        }
        QTest::newRow("a chain of nodes") << chain + "  n500: " + deepest << 0;

        const QByteArray lists = QByteArray("[").repeated(60) + QByteArray("]").repeated(60);
        QTest::newRow("lists in lists, which no link has") << "  n0: {kind: union, inputs: " + lists + "}\n"
                                                           << 2;
    }
    void theDeepestDesignsFitTheLeastStack() {
        if (burin::instrumented) QSKIP("a sanitizer needs more stack");
        QFETCH(QByteArray, nodes);
        QFETCH(int, code);
        folder_.write("deep.burin",
                      "burin: 2\npixel: 1 um\nnodes:\n"
                      "  surface: {kind: root, width: 300, height: 200, inputs: [{data: n0}]}\n" +
                          nodes);
        const Outcome ended = shell(
            "ulimit -s 2048; \"$0\" check deep.burin && exec \"$0\" export deep.burin --to null: "
            "--backend cpu --memory 256M --threads 1 --progress none");
        QVERIFY2(ended.code == code, ended.err);
    }

    /// gRPC waits for ever for threads that were not started, and aborts the process if it gets no
    /// descriptor.
    void theSystemMayRefuseWhatGrpcNeeds_data() {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const char* limit, const char* command, const char* said) {
            QTest::newRow(name) << limit << command << QByteArray(said);
        };
        const char* const controller = "controller --to null: --listen 127.0.0.1:0 --once";
        const char* const sender =
            "export x.burin --to burin://127.0.0.1:9 --backend cpu --threads 1 --memory 64M --progress none";
        // With stacks of 256 MiB, a few threads alone fill the address space.
        const char* const stacks = "ulimit -s 262144; ulimit -v 2000000";
        row("a controller without threads", stacks, controller, "the system can start no more threads");
        row("a sender without threads", stacks, sender, "the system can start no more threads");
        row("a controller without files", "ulimit -n 12", controller, "the system can open no more files");
        row("a sender without files", "ulimit -n 10", sender, "the system can open no more files");
    }
    void theSystemMayRefuseWhatGrpcNeeds() {
        if (burin::instrumented) QSKIP("a sanitizer takes more addresses than any limit leaves");
        QFETCH(QString, limit);
        QFETCH(QString, command);
        QFETCH(QByteArray, said);
        const Outcome refused = shell("exec 0</dev/null; " + limit + "; exec \"$0\" " + command);
        QVERIFY2(refused.code == 1, refused.err);
        QVERIFY2(refused.err.contains(said), refused.err);
    }
};

BURIN_TEST(TestFromAShell)
#include "test_from_a_shell.moc"
