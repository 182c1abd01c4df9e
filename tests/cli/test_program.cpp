// SPDX-License-Identifier: GPL-3.0-or-later

// The program as a user meets it: exit codes, its output, and the files it leaves behind.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>

#include <zlib.h>

namespace {

const QByteArray goodDesign = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 300, height: 200, inputs: [{data: cells}]}
  cells: {kind: stitching, u: [24, 0], v: [12, 20.784], inputs: [{pattern: dot}]}
  dot: {kind: math2d, width: 20, height: 20, expression: "max(0, 1 - hypot(x - 10, y - 10) / 10)"}
)yaml";

QByteArray bigEndian(quint32 number) {
    QByteArray bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(number >> shift);
    return bytes;
}

/// A PNG of uniform gray: large when decoded, small as a file.
QByteArray grayPng(quint32 width, quint32 height) {
    const auto chunk = [](const QByteArray& named) {
        const auto* bytes = reinterpret_cast<const Bytef*>(named.data());
        return bigEndian(static_cast<quint32>(named.size() - 4)) + named +
               bigEndian(static_cast<quint32>(crc32(0, bytes, static_cast<uInt>(named.size()))));
    };
    const QByteArray row = '\0' + QByteArray(static_cast<qsizetype>(width), '\x80');
    const QByteArray packed = qCompress(row.repeated(static_cast<qsizetype>(height))).mid(4);
    const QByteArray header = bigEndian(width) + bigEndian(height) + QByteArray("\x08\0\0\0\0", 5);
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR" + header) + chunk("IDAT" + packed) + chunk("IEND");
}

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

}  // namespace

class TestProgram : public QObject {
    Q_OBJECT

  private:
    Outcome run(const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(folder_.path());
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

    QTemporaryDir folder_;

  private slots:
    void initTestCase() {
        write("good.burin", goodDesign);
        QByteArray broken = goodDesign;
        write("broken.burin", broken.replace("expression: \"max(0, ", "expression: \"maxx(0, "));
        write("no.burin", "nodes: {}\n");
        write("dithered.burin",
              "burin: 1\npixel: 1 um\nnodes:\n  surface:\n    kind: root\n    width: 9\n"
              "    height: 9\n    dither: ordered\n");
        write("moved.burin",
              goodDesign + "  moved: {kind: union, muted: true, inputs: [{data: dot, at: [5, 9]}]}\n");
        write("large.burin", goodDesign + "job: {spot: 4 um, field: [250 um, 1 m]}\n");
    }

    void exitCodes_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("said");  // expected in stderr
        const auto row = [](const char* name, const QString& line, int code, const QByteArray& said) {
            QTest::newRow(name) << line.split(' ', Qt::SkipEmptyParts) << code << said;
        };
        row("no command at all", "", 2, "usage");
        row("an unknown command", "engrave x", 2, "unknown command 'engrave'");
        row("an unknown option", "check --quick good.burin", 2, "unknown or ambiguous option --quick");
        row("a file that begins with a dash", "check -d.burin", 2,
            "unknown option -d.burin; if it is a file, write ./-d.burin");
        const QString xs(100'000, 'x');
        const QByteArray shown(56, 'x');
        row("a long command", xs, 2, "unknown command '" + shown + "xxxx...'; `burin --help` lists");
        row("a long option", "check --" + xs, 2,
            "unknown or ambiguous option --" + shown + "xx...; `burin check --help` lists");
        row("a long word behind a dash", "check -" + xs, 2,
            "unknown option -" + shown + "xxx...; if it is a file, write ./-" + shown +
                "xxx...; `burin check");
        row("a letter behind a dash", "check good.burin -q", 2, "unknown or ambiguous option -q");
        row("letters behind a dash, after a file", "check good.burin -qx", 2, "unknown option -qx");
        row("an option without its value", "export good.burin --to", 2, "needs a value");
        row("an option given twice", "export good.burin --to null: --tile 64 --tile 65", 2, "twice");
        row("too few operands", "check", 2, "needs DESIGN");
        row("too many operands", "check good.burin other.burin", 2, "one argument too many");
        row("a good design is ok", "check good.burin", 0, "");
        row("a broken expression is named with its column", "check broken.burin", 2,
            "broken.burin:6:59: dot:");
        row("dithering of more than single bits is refused", "check dithered.burin", 2,
            "dither needs a depth of 1 bit; write `dither: none` or `depth: 1`");
        row("a file without a version is refused", "check no.burin", 2, "no.burin:1:1:");
        row("a file that is not there", "check nowhere.burin", 2, "nowhere.burin");
        row("what may spoil an engraving is a warning", "check --preflight good.burin", 0,
            "warning: cells: around a roller, the width is not a whole number of repeats");
        row("what cannot be engraved is an error", "check --preflight large.burin", 2,
            "error: surface: is larger than the machine's field, 300 px (0.3 mm) x 200 px (0.2 mm); make it "
            "at most");
        row("preflight of a broken design", "check --preflight broken.burin", 2, "broken.burin:6:59: dot:");
        row("export without a sink", "export good.burin", 2, "--to SINK");
        row("export of a broken design", "export broken.burin --to null:", 2, "nothing was computed");
        row("a sink of unknown suffix", "export good.burin --to x.gif", 2, "x.gif");
        row("a region outside", "export good.burin --to null: --region 0,0,301,1", 2,
            "outside of the surface");
        row("a region outside of a node", "render moved.burin --to x.png --node moved --region 0,0,20,20", 2,
            "--region '0,0,20,20' reaches outside of 'moved', which is 20 x 20 px with its corner at 5,9");
        row("a region outside of a measured node",
            "measure moved.burin --full-depth 40um --node moved --region 0,0,20,20", 2,
            "--region '0,0,20,20' reaches outside of 'moved', which is 20 x 20 px with its corner at 5,9");
        row("an empty region", "export good.burin --to null: --region 0,0,0,1", 2, "empty");
        row("a malformed region", "export good.burin --to null: --region 1,2,3", 2, "X,Y,W,H");
        row("a tile side out of range", "export good.burin --to null: --tile 15", 2, "16 to 16384");
        row("a tile side out of range, in a check", "check good.burin --tile 15", 2, "16 to 16384");
        row("an unknown backend, in a check", "check good.burin --backend fpga", 2, "auto, cpu or cuda");
        row("threads out of range", "export good.burin --to null: --threads 0", 2, "from 1");
        row("memory that is not a size", "export good.burin --to null: --memory lots", 2, "512M");
        row("memory in no unit", "export good.burin --to null: --memory 512X", 2, "512M");
        row("no memory to speak of", "export good.burin --to x.raw --memory 4K", 2,
            "the budget is 4 KiB; give more --memory; nothing was computed, nothing was written");
        row("too little memory to measure", "measure good.burin --full-depth 40um --memory 16M", 2,
            "the budget is 16 MiB; give more --memory; nothing was computed, nothing was written");
        row("too little memory for a picture", "render good.burin --to x.png --memory 1K --backend cpu", 1,
            "--memory (on a card: --gpu-memory), or choose a higher --level or a smaller --region");
        row("CUDA says why it is not there", "export good.burin --to null: --backend cuda --devices 99", 2,
            "--backend cpu computes the same");
        row("a device named twice", "export good.burin --to null: --devices 0,1,0", 2,
            "device 0 is named twice");
        row("a device that is not a number", "export good.burin --to null: --devices first", 2, "0,1");
        row("an unknown backend", "export good.burin --to null: --backend fpga", 2, "auto, cpu or cuda");
        row("a scan that is none", "export good.burin --to null: --scan spiral", 2, "rows or swaths:W");
        row("swaths in one TIFF", "export good.burin --to x.tif --scan swaths:10", 2, "");
        row("resume of a sink that keeps no journal", "export good.burin --to null: --resume", 2, "resume");
        row("resume of standard output", "export good.burin --to - --resume", 2, "resume");
        row("shards of a compressed file", "export good.burin --to x.tif --compression lzw --shard 0/2", 2,
            "shard");
        row("shards of a picture", "export good.burin --to x.png --shard 0/2", 2, "shard");
        row("numbered files without swaths", "export good.burin --to x%05d.tif", 2, "swaths");
        row("swaths in one picture", "export good.burin --to x.png --scan swaths:10", 2, "");
        row("layers without a number", "export good.burin --to x.png --layers 3", 2, "layer%03d.png");
        row("no layers at all", "export good.burin --to x%d.png --layers 0", 2, "from 1");
        row("an unknown compression", "export good.burin --to x.tif --compression zip", 2, "deflate");
        row("a progress that is none", "export good.burin --to null: --progress loud", 2, "json");
        row("a shard beyond the last", "export good.burin --to x.raw --shard 4/4", 2, "I/N");
        row("render without a file", "render good.burin", 2, "--to FILE");
        row("render of a node that is not there", "render good.burin --to x.png --node rim", 2, "no node");
        row("render at a level that is none", "render good.burin --to x.png --level -1", 2, "level");
        row("render to a suffix that is not a picture", "render good.burin --to x.raw", 2, ".png");
        row("an unknown kind", "kinds lathe", 2, "unknown kind 'lathe'");
        row("verify without a journal", "verify good.burin", 2, "journal");
        row("pages in a folder that cannot be made", "--pages good.burin/x", 2,
            "--pages: the folder good.burin/x/man/man1 cannot be made: Not a directory");
        row("pages in a folder whose name is too long", "--pages " + QString("n").repeated(300), 2,
            "cannot be made: File name too long");
    }
    void exitCodes() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, said);
        const Outcome outcome = run(arguments);
        QVERIFY2(outcome.code == code, outcome.err);
        QVERIFY2(outcome.err.contains(said), outcome.err);
        if (code == 2) QVERIFY2(outcome.out.isEmpty(), outcome.out);
        QVERIFY(!QFile::exists(folder_.filePath("x.tif.part")));
        QVERIFY(!QFile::exists(folder_.filePath("x.raw.part")));
    }

    /// Text from outside that a message repeats must not change the terminal's colours, title or lines.
    void messagesAreSafeForATerminal_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString hostile = "a\x1b[31m\a\nb\x7f\u009b2J\u202E";
        QTest::newRow("command") << QStringList{hostile};
        QTest::newRow("design") << QStringList{"check", hostile + ".burin"};
        QTest::newRow("file name that is none") << QStringList{"export", "good.burin", "--to", hostile};
        QTest::newRow("folder that is missing")
            << QStringList{"export", "good.burin", "--to", hostile + "/x.tif"};
        QTest::newRow("result") << QStringList{"export", "good.burin", "--to", hostile + ".raw"};
        QTest::newRow("result that exists") << QStringList{"export", "good.burin", "--to", hostile + ".raw"};
        QTest::newRow("result that is finished")
            << QStringList{"export", "good.burin", "--resume", "--to", hostile + ".raw"};
        QTest::newRow("verified result") << QStringList{"verify", hostile + ".raw"};
        QTest::newRow("picture") << QStringList{"render", "good.burin", "--to", hostile + ".png"};
        QTest::newRow("wedge") << QStringList{"wedge", "--to", hostile + ".burin"};
        QTest::newRow("table") << QStringList{"batch", hostile, "good.burin", "--to", "{name}.tif"};
        QTest::newRow("measured depths") << QStringList{"fit", hostile};
        QTest::newRow("setting") << QStringList{"info", "good.burin", "--set", hostile + "=1"};
        QTest::newRow("region") << QStringList{"export", "good.burin", "--to", "null:", "--region", hostile};
        QTest::newRow("kind") << QStringList{"kinds", hostile};
        QTest::newRow("address") << QStringList{"export", "good.burin", "--to", "burin://" + hostile + ":1"};
        QTest::newRow("host that does not exist") << QStringList{
            "export", "good.burin", "--to", "burin://x\x1b[31m.invalid:1", "--insecure", "--retry-for", "0s"};
        QTest::newRow("token file") << QStringList{
            "export",       "good.burin", "--to",        "burin://localhost:1",
            "--token-file", hostile,      "--retry-for", "0s"};
        QTest::newRow("address to listen at") << QStringList{"controller", "--listen", hostile, "--to", "x"};
    }
    void messagesAreSafeForATerminal() {
        QFETCH(QStringList, arguments);
        const Outcome outcome = run(arguments);
        QVERIFY(!(outcome.out + outcome.err).isEmpty());
        for (const QByteArray& text : {outcome.out, outcome.err}) {
            const bool safe = std::none_of(text.begin(), text.end(), [](char c) {
                return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == '\x7f';
            });
            QVERIFY2(safe, text.toPercentEncoding(" :;,.()/'"));
            QVERIFY2(!text.contains("\u009b") && !text.contains("\u202E"), text);
            QVERIFY2(!text.contains("\nb\\x7F"), text);
        }
    }

    void helpAndVersionAreAskedForAndSoGoToStdout() {
        QVERIFY(run({"--version"}).out.startsWith("burin "));
        for (const char* command :
             {"check", "info", "export", "render", "kinds", "devices", "verify", "farm"}) {
            const Outcome outcome = run({command, "--help"});
            QCOMPARE(outcome.code, 0);
            QVERIFY2(outcome.out.startsWith("usage: burin " + QByteArray(command)), outcome.out);
        }
    }

    /// `--token-file "$TOKENS"` gives an empty value if the variable is not set.
    void anOptionWithAnEmptyValueIsRefused() {
        for (const QString option : {"--to", "--token-file", "--ca", "--set"}) {
            const Outcome outcome = run({"export", "good.burin", option, ""});
            QCOMPARE(outcome.code, 2);
            QCOMPARE(outcome.err, "burin: " + option.toUtf8() +
                                      " has an empty value; give it a value, or leave the option out\n");
        }
    }

    /// `"$DESIGN"` gives an empty name if the variable is not set.
    void anEmptyNameIsRefused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("operand");
        for (const char* command :
             {"check", "info", "export", "render", "farm", "outline", "measure", "report"})
            QTest::newRow(command) << QStringList{command, ""} << QByteArray("DESIGN");
        QTest::newRow("verify") << QStringList{"verify", ""} << QByteArray("FILE");
        QTest::newRow("verify --join") << QStringList{"verify", "--join", ""} << QByteArray("FILE");
        QTest::newRow("kinds") << QStringList{"kinds", ""} << QByteArray("KIND");
        QTest::newRow("fit") << QStringList{"fit", ""} << QByteArray("MEASURED.csv");
        QTest::newRow("studio") << QStringList{"studio", ""} << QByteArray("DESIGN");
        QTest::newRow("batch, the table")
            << QStringList{"batch", "", "good.burin", "--to", "x.tif"} << QByteArray("TABLE.csv");
        QTest::newRow("batch, the design")
            << QStringList{"batch", "t.csv", "", "--to", "x.tif"} << QByteArray("DESIGN");
    }
    void anEmptyNameIsRefused() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, operand);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.err, "burin: " + operand + " is empty; give it a value\n");
    }

    void everyKindIsListedInBothForms() {
        const QByteArray names = run({"kinds"}).out;
        const QByteArray yaml = run({"kinds", "--yaml"}).out;
        for (const char* kind : {"root", "union", "stitching", "math2d", "tiff", "image", "profile", "median",
                                 "convolution", "transform"}) {
            QVERIFY2(names.contains(kind), kind);
            QVERIFY2(yaml.contains(QByteArray(kind) + ":\n"), kind);
            QVERIFY2(!run({"kinds", kind}).out.isEmpty(), kind);
        }
        QVERIFY(yaml.contains("\n" + run({"kinds", "--yaml", "median"}).out.trimmed() + "\n"));
    }

    void infoTellsSizesBytesAndTime() {
        const Outcome outcome = run({"info", "good.burin"});
        QCOMPARE(outcome.code, 0);
        for (const char* part : {"300 x 200 px", "300 um", "hash", "memory", "time", "pattern: dot"}) {
            QVERIFY2(outcome.out.contains(part), outcome.out);
        }
    }

    void infoNamesAPictureThatIsHashedInPart() {
        write("long.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  surface: {kind: root, width: 300, height: 200, inputs: [data: a, data: b]}\n"
              "  a: {kind: tiff, file: long.tif}\n  b: {kind: tiff, file: long.tif}\n");
        QCOMPARE(run({"export", "good.burin", "--to", "long.tif"}).code, 0);
        QFile picture(folder_.filePath("long.tif"));
        for (const qint64 bytes : {qint64{1} << 30, (qint64{1} << 30) + 1}) {
            QVERIFY(picture.resize(bytes));
            const Outcome outcome = run({"info", "long.burin"});
            QCOMPARE(outcome.code, 0);
            const qsizetype named = bytes > qint64{1} << 30 ? 1 : 0;
            QVERIFY2(outcome.out.count(
                         "long.tif is larger than 1 GiB: the hash covers its length, the time") == named,
                     outcome.out);
        }
        QVERIFY(picture.remove());
    }

    void aFileIsNotOverwrittenUnlessForced() {
        QCOMPARE(run({"export", "good.burin", "--to", "a.tif"}).code, 0);
        const QByteArray first = content("a.tif");
        const Outcome again = run({"export", "good.burin", "--to", "a.tif"});
        QCOMPARE(again.code, 2);
        QVERIFY2(again.err.contains("--resume"), again.err);
        QCOMPARE(run({"export", "good.burin", "--to", "a.tif", "--resume"}).code, 0);
        QCOMPARE(run({"export", "good.burin", "--to", "a.tif", "--force"}).code, 0);
        QCOMPARE(content("a.tif"), first);
        QCOMPARE(run({"verify", "a.tif"}).code, 0);
    }

    void shardsJoinToTheWholeFile() {
        QCOMPARE(run({"export", "good.burin", "--to", "whole.raw"}).code, 0);
        for (const char* shard : {"2/3", "0/3"}) {
            QCOMPARE(run({"export", "good.burin", "--to", "joined.raw", "--shard", shard}).code, 0);
        }
        QVERIFY(run({"verify", "--join", "joined.raw"}).code != 0);
        QCOMPARE(run({"export", "good.burin", "--to", "joined.raw", "--shard", "1/3"}).code, 0);
        QCOMPARE(run({"verify", "--join", "joined.raw"}).code, 0);
        QCOMPARE(content("joined.raw"), content("whole.raw"));
    }

    void theSameBytesWhateverTheEngineIsGiven() {
        const QByteArray plain = run({"export", "good.burin", "--to", "-"}).out;
        QCOMPARE(plain.size(), 300 * 200);
        for (const char* options :
             {"--tile 64", "--tile 100 --threads 1", "--tile 257 --memory 256M", "--tile 4096"}) {
            QCOMPARE(run(QStringList{"export", "good.burin", "--to", "-"} + QString(options).split(' ')).out,
                     plain);
        }
    }

    /// A whole tile would read 6.5e10 samples of the child; the cost is known without listing them.
    void aSurfaceShrunkAThousandTimesFitsTheBudget() {
        write("shrunk.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  surface: {kind: root, width: 20000, height: 20000, inputs: [data: small]}\n"
              "  small: {kind: transform, scale: 0.001, interpolation: area, inputs: [data: lines]}\n"
              "  lines: {kind: math2d, expression: \"mod(x, 2)\"}\n");
        // Each thread takes memory of its own.
        const Outcome outcome = run({"export", "shrunk.burin", "--to", "-", "--region", "5,0,7,2", "--memory",
                                     "300M", "--threads", "2", "--progress", "none"});
        QVERIFY2(outcome.code == 0, outcome.err);
        QCOMPARE(outcome.out, QByteArray(14, '\x80'));
    }

    void preflightSumsUpOnStandardOutput() {
        const Outcome outcome = run({"check", "--preflight", "good.burin"});
        QVERIFY2(outcome.out.startsWith("bytes     60,000\ndays"), outcome.out);
        QVERIFY2(outcome.out.contains("looked at 60,000 of 60,000 px\n"), outcome.out);
        QVERIFY2(outcome.out.contains("not seen  features narrower than the spot: the job gives no spot\n"),
                 outcome.out);
        QVERIFY2(outcome.out.endsWith("\nok, with warnings\n"), outcome.out);
    }

    void checkSaysWhatCompensationsReach() {
        write("fit.burin",
              "burin: 2\npixel: 1 um\nnodes:\n  s: {kind: root, width: 90, height: 90, inputs: [data: fit]}\n"
              "  fit: {kind: compensate, spot: 16 um, inputs: [data: m]}\n"
              "  m: {kind: math2d, expression: \"0.5 + 0.5 * sin(x / 4)\"}\n");
        const Outcome outcome = run({"check", "fit.burin", "--backend", "cpu"});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out, QByteArray("ok\n"));
        QVERIFY2(outcome.err.contains("fit: the spot leaves "), outcome.err);
        QVERIFY2(outcome.err.endsWith("; give more `headroom`\n"), outcome.err);
    }

    /// A design is sound, however much its compensation reaches.
    void aCompensationThatNeedsTooMuchMemoryIsNoErrorOfCheck() {
        write("wide.burin",
              "burin: 2\npixel: 1 um\nnodes:\n  s: {kind: root, width: 90, height: 90, inputs: [data: fit]}\n"
              "  fit: {kind: compensate, spot: 150 um, iterations: 20, inputs: [data: m]}\n"
              "  m: {kind: math2d, expression: \"0.5 + 0.4 * sin(x / 9)\"}\n");
        const Outcome outcome = run({"check", "wide.burin", "--backend", "cpu", "--memory", "32M"});
        QVERIFY2(outcome.err.contains("the effect of fit's compensation was not computed: "), outcome.err);
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out, QByteArray("ok\n"));
        QCOMPARE(run({"check", "wide.burin", "--memory", "a lot"}).code, 2);
    }

    /// Layer k has the samples above (k + 0.5) / N, here of a ramp in steps of 1/255.
    void layersAreWhatIsAboveTheirThreshold() {
        write("ramp.burin",
              "burin: 1\npixel: 1 um\nnodes:\n  s: {kind: root, width: 251, height: 3, inputs: "
              "[data: r]}\n  r: {kind: math2d, expression: \"x / 255\"}\n");
        const QStringList layers = {"export", "ramp.burin", "--to", "layer%02d.raw", "--layers", "5"};
        QCOMPARE(run(layers + QStringList{"--tile", "16"}).code, 0);
        for (int k = 0; k < 5; ++k) {
            const QByteArray bits = content(QString("layer%1.raw").arg(k, 2, 10, QChar('0')));
            QCOMPARE(bits.size(), 3 * 32);
            for (int i = 0; i < 3 * 256; ++i) {
                const int x = i % 256;
                const bool set = (static_cast<unsigned char>(bits[i / 8]) >> (7 - i % 8) & 1) != 0;
                QCOMPARE(set, x < 251 && x * 10 > (2 * k + 1) * 255);
            }
        }
        QVERIFY(content("layer04.raw.yaml").contains("depth: 1\n"));
        QVERIFY(content("layer05.raw").isEmpty());
        QCOMPARE(run(layers).code, 2);  // the files exist already
        QCOMPARE(run(layers + QStringList{"--resume"}).code, 0);
        QCOMPARE(run({"export", "ramp.burin", "--to", "layer%02d.raw", "--layers", "4", "--resume"}).code, 2);
    }

    void aPreviewOfASmallSurfaceIsExact() {
        const Outcome outcome = run({"render", "good.burin", "--level", "3", "--to", "k.png"});
        QVERIFY2(outcome.err.contains("38 x 25 px, level 3, exact"), outcome.err);
        QVERIFY(content("k.png").startsWith("\x89PNG"));
    }

    void aPreviewFitsTheMemory() {
        write("large.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  surface: {kind: root, width: 16000, height: 16000, inputs: [{data: x}]}\n"
              "  x: {kind: math2d, expression: \"x / 16000\"}\n");
        const Outcome outcome =
            run({"render", "large.burin", "--to", "m.png", "--seconds", "0", "--memory", "100M"});
        QVERIFY2(outcome.err.contains("1,000 x 1,000 px, level 4"), outcome.err);
    }

    /// The image takes 61 MiB, the picture 14 MiB.
    void memoryThatAnImageHoldsIsNotWaitedFor() {
        write("large.png", grayPng(8000, 8000));
        write("image.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  surface: {kind: root, width: 8000, height: 8000, inputs: [{data: picture}]}\n"
              "  picture: {kind: image, file: large.png}\n");
        for (int mebibytes = 62; mebibytes <= 74; mebibytes += 4) {
            const Outcome outcome = run({"render", "image.burin", "--level", "4", "--to", "l.png",
                                         "--backend", "cpu", "--memory", QString::number(mebibytes) + "M"});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("the picture needs "), outcome.err);
            QVERIFY2(outcome.err.contains("and images and tables hold 61 MiB of it"), outcome.err);
        }
        QCOMPARE(run({"render", "image.burin", "--level", "4", "--to", "l.png", "--memory", "128M"}).code, 0);
    }

    void aMutedNodeNeedsNoFile_data() {
        QTest::addColumn<QByteArray>("node");
        QTest::addColumn<QByteArray>("parameter");
        QTest::newRow("a picture") << QByteArray("kind: image, file: missing.png") << QByteArray("file");
        QTest::newRow("a spot that is a picture")
            << QByteArray(
                   "kind: compensate, spot: {shape: image, file: missing.png, pitch: 1 um}, "
                   "inputs: [{data: flat}]")
            << QByteArray("spot");
    }
    /// The message about a missing file advises to mute the node.
    void aMutedNodeNeedsNoFile() {
        QFETCH(QByteArray, node);
        QFETCH(QByteArray, parameter);
        const QByteArray design =
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 80, height: 80, inputs: [{data: reader}]}\n"
            "  flat: {kind: math2d, width: 80, height: 80, expression: \"0.5\"}\n"
            "  reader: {" +
            node + "}\n";
        write("missing.burin", design);
        const Outcome refused = run({"check", "missing.burin"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("choose the file, or mute the node"), refused.err);
        write("muted.burin", QByteArray(design).replace("reader: {", "reader: {muted: true, "));
        const Outcome checked = run({"check", "muted.burin"});
        QCOMPARE(checked.code, 0);
        QVERIFY2(checked.err.contains("warning: " + parameter + ": missing.png was not found"), checked.err);
        QVERIFY2(!checked.err.contains("mute the node"), checked.err);  // the node is already muted
        QCOMPARE(run({"export", "muted.burin", "--to", "null:"}).code, 0);
    }

    /// Each image takes 16 MiB.
    void imagesThatTakeTheBudgetAreNamed() {
        QString nodes;
        QString inputs;
        for (int i = 0; i < 5; ++i) {
            const QString name = QString("photo%1").arg(i);
            write(name + ".png", grayPng(4000, 4000 + 10 * i));
            inputs += (i == 0 ? "" : ", ") + QString("{data: %1}").arg(name);
            nodes += QString("  %1: {kind: image, file: %1.png}\n").arg(name);
        }
        write("photos.burin",
              "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 100, height: 100, "
              "inputs: [{data: all}]}\n  all: {kind: union, inputs: [" +
                  inputs.toUtf8() + "]}\n" + nodes.toUtf8());
        for (const QStringList& command : {QStringList{"export", "photos.burin", "--to", "p.raw"},
                                           {"check", "photos.burin"},
                                           {"info", "photos.burin"},
                                           {"render", "photos.burin", "--to", "p.png"}}) {
            const Outcome outcome = run(command + QStringList{"--backend", "cpu", "--memory", "40M"});
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains(
                         "(node 'photo4' 16 MiB, 'photo3' 16 MiB, 'photo2' 16 MiB and 2 more) needs 7"),
                     outcome.err);
            QVERIFY2(outcome.err.contains("the budget is 40 MiB; give more --memory, or use smaller images"),
                     outcome.err);
        }
        QVERIFY(QDir(folder_.path()).entryList({"p.*"}).isEmpty());
        QCOMPARE(run({"check", "photos.burin", "--memory", "200M"}).code, 0);
    }

    /// Memory for a block, but not for computing it.
    void anExportThatCannotComputeSaysHowToContinue() {
        const QStringList command = {"export",    "good.burin", "--to",      "half.raw",
                                     "--backend", "cpu",        "--threads", "1"};
        const Outcome outcome = run(command + QStringList{"--memory", "62K"});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("and blocks of the export hold 59 KiB of it; give more --memory (on a "
                                      "card: --gpu-memory); 0.0 % "
                                      "is written. The part that was written is kept; to continue, run the "
                                      "same command with --resume."),
                 outcome.err);
        QCOMPARE(run(command + QStringList{"--resume"}).code, 0);
        QCOMPARE(QFileInfo(folder_.filePath("half.raw")).size(), qint64{300 * 200});
        // Nothing can be resumed here.
        const Outcome nowhere = run({"export", "good.burin", "--to", "null:", "--backend", "cpu", "--threads",
                                     "1", "--memory", "62K"});
        QCOMPARE(nowhere.code, 1);
        QVERIFY2(nowhere.err.contains(
                     "of the export hold 59 KiB of it; give more --memory (on a card: --gpu-memory)\n"),
                 nowhere.err);
    }

    void aClosedPipeEndsQuietly() {
        QProcess shell;
        shell.setWorkingDirectory(folder_.path());
        QByteArray large = goodDesign;  // more than fits into a pipe
        write("wide.burin", large.replace("width: 300, height: 200", "width: 3000, height: 2000"));
        const QString line = QString("'") + burin::test::burinProgram +
                             "' export wide.burin --to - --progress none; echo code $? >&2";
        shell.start("sh", {"-c", "{ " + line + "; } | true"});
        QVERIFY(shell.waitForFinished(burin::patience));
        QCOMPARE(shell.readAllStandardError(), QByteArray("code 1\n"));
    }

    void aFullDiskBehindTheStandardOutputIsSaid() {
        for (const QString command : {"kinds --yaml", "check good.burin", "--version"}) {
            QProcess program;
            program.setWorkingDirectory(folder_.path());
            program.setStandardOutputFile("/dev/full");
            program.start(burin::test::burinProgram, command.split(' '));
            QVERIFY(program.waitForFinished(burin::patience));
            QCOMPARE(program.exitCode(), 1);
            QCOMPARE(program.readAllStandardError(),
                     QByteArray("burin: standard output: cannot be written: No space left on device\n"));
        }
    }

    void jsonProgressIsOneObjectALine() {
        const Outcome outcome = run({"export", "good.burin", "--to", "null:", "--progress", "json"});
        QCOMPARE(outcome.code, 0);
        const QList<QByteArray> lines = outcome.err.trimmed().split('\n');
        for (const QByteArray& line : lines)
            QVERIFY2(line.startsWith('{') && line.endsWith('}'), line);
        // A note is among the messages too: two files of an earlier set are removed.
        const QStringList set{"export", "good.burin", "--to", "j%03d.tif", "--progress", "json", "--force"};
        QCOMPARE(run(set + QStringList{"--scan", "swaths:100"}).code, 0);
        const QByteArray notes = run(set + QStringList{"--scan", "swaths:1000"}).err.trimmed();
        QVERIFY2(notes.contains("{\"message\":"), notes);
        for (const QByteArray& line : notes.split('\n'))
            QVERIFY2(QJsonDocument::fromJson(line).isObject(), line);
        QVERIFY2(lines.back().contains("\"state\":\"done\"") || lines.back().contains("\"state\": \"done\""),
                 lines.back());
        QByteArray muted = goodDesign;
        write("m.burin", muted.replace("{kind: math2d, ", "{kind: math2d, muted: true, "));
        const QByteArray warned = run({"export", "m.burin", "--to", "null:", "--progress", "json"}).err;
        QVERIFY2(QJsonDocument::fromJson(warned.split('\n')[0])["message"].toString().contains("is muted"),
                 warned);
    }
};

BURIN_TEST(TestProgram)
#include "test_program.moc"
