// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancelled.hpp"
#include "core/base/descriptor.hpp"
#include "core/base/errors.hpp"
#include "core/batch/batch.hpp"
#include "support/testing.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <thread>

using namespace burin;

using State = BatchResult::State;

namespace {

const std::string design = R"yaml(burin: 2
pixel: 1 um
groups:
  bumps:
    parameters: {size: {type: length, minimum: 5 um, maximum: 50 um}, map: {type: file, default: gray.pgm}}
    output: bump
    nodes:
      bump: {kind: math2d, width: =size, height: =size, expression: "1 - hypot(x, y) / size"}
nodes:
  surface: {kind: root, width: 300, height: 200, inputs: [data: wall, data: f]}
  wall: {kind: group, group: bumps, values: {size: 10 um}}
  f: {kind: math2d, parameters: {pitch: 20}, expression: "0.5 + 0.4 * sin(x / pitch)"}
  blur: {kind: convolution, kernel: {gaussian: 2}, inputs: [data: f]}
)yaml";

BatchPlan planOf(const std::string& table, BatchOptions options) {
    auto read = BatchTable::parse(table, "t.csv");
    if (auto* problem = std::get_if<TableProblem>(&read)) qFatal("%s", problem->problem.text().c_str());
    return {std::move(std::get<BatchTable>(read)), parseDesign(design, ""), std::move(options)};
}

BatchPlan planOf(const std::string& table, const std::string& to = "{name}.tif") {
    return planOf(table, BatchOptions{.each = {.target = to}});
}

QStringList problemsOf(BatchPlan& plan, const EarlierResults& earlier = {}) {
    QStringList lines;
    for (const TableProblem& problem : plan.check(earlier, {})) {
        const std::string advice = problem.problem.adviceText();
        lines << QString::fromStdString(problem.place() + ": " + problem.problem.text() +
                                        (advice.empty() ? "" : "; " + advice));
    }
    return lines;
}

void write(const QString& name, const QByteArray& text) {
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace

class TestBatchPlan : public QObject {
    Q_OBJECT

  private:
    static EarlierResults earlierOf(const QByteArray& lines) {
        write("r.csv", "row,name,state,to,hash,width,height,seconds,error\n" + lines);
        return EarlierResults::read("r.csv");
    }

    std::unique_ptr<QTemporaryDir> folder_;

  private slots:
    void init() {
        QDir::setCurrent("/");
        folder_ = std::make_unique<QTemporaryDir>();
        QDir::setCurrent(folder_->path());
    }

    void jobs() {
        BatchPlan plan = planOf(
            "name,wall.size,f.parameters.pitch,pixel,to,region,skip,#x\n"
            ",,,,,,,plain\n"
            "b,20 um,7,2 um,,,,\n"
            "c,,,,{name}-{row}{#x}.raw,\"10,20,30,40\",false,!\n"
            "d,nonsense,,,,,true,\n");
        QCOMPARE(problemsOf(plan), QStringList());
        const auto job = [&](std::size_t row) { return std::get<BatchJob>(plan.job(row, nullptr, {})); };
        QCOMPARE(job(1).name, std::string("00001"));
        QCOMPARE(job(1).target, std::string("00001.tif"));
        QVERIFY((job(1).region == Rect{0, 0, 300, 200}));
        QCOMPARE(job(2).design->pixelUm, 2.0);
        QCOMPARE(job(2).design->nodes[*job(2).design->find("wall")].size->width, std::int64_t{10});
        QVERIFY(designHash(*job(1).graph) != designHash(*job(2).graph));
        QCOMPARE(job(3).target, std::string("c-3!.raw"));
        QVERIFY((job(3).region == Rect{10, 20, 30, 40}));
        QVERIFY(designHash(*job(1).graph) == designHash(*job(3).graph));
        QVERIFY(job(4).skipped);
    }

    /// In the name of a file, %d stands for a number and %% for a percent sign. In a folder's name they do
    /// not.
    void percentSignsOfValuesStandForThemselves() {
        BatchPlan plan = planOf(
            "name,to\n"
            "100%d,\n"
            "5%,{name}d.tif\n"
            "50%%,{name}.tif\n");
        QCOMPARE(problemsOf(plan), QStringList());
        QStringList targets;
        for (std::size_t row = 1; row <= 3; ++row)
            targets << QString::fromStdString(std::get<BatchJob>(plan.job(row, nullptr, {})).target);
        QCOMPARE(targets, QStringList({"100%%d.tif", "5%%d.tif", "50%%%%.tif"}));
    }

    /// In a spreadsheet, a cell with a blank looks like an empty one, so it must not remove the key.
    void aBlankCellChangesNothing() {
        BatchPlan plan = planOf("name,wall.size,to,region,skip\na, ,\t,  , \n");
        QCOMPARE(problemsOf(plan), QStringList());
        const BatchJob job = std::get<BatchJob>(plan.job(1, nullptr, {}));
        QCOMPARE(job.target, std::string("a.tif"));
        QCOMPARE(job.design->nodes[*job.design->find("wall")].size->width, std::int64_t{10});
        QVERIFY(!job.skipped && (job.region == Rect{0, 0, 300, 200}));
    }

    void problems_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* table, const char* said,
                            const char* to = "{name}.tif") {
            QTest::newRow(name) << QByteArray(table) << QString(to) << QString(said);
        };
        row("no rows", "name\n", "t.csv: has no rows");
        row("only a row of separators", "name,#a\n,\n", "t.csv: has no rows");
        row("no such node", "wal.size\n3\n", "t.csv:1:1 (wal.size): the design has no node 'wal'");
        row("no such key", "#x,wall.sise\n1,3\n", "t.csv:1:2 (wall.sise): 'wall' has no key 'sise'");
        row("the group of an instance", "wall.group\nx\n", "t.csv:1:1 (wall.group): 'group' cannot be set");
        row("a node inside an instance", "wall/bump.width\n3\n",
            "t.csv:1:1 (wall/bump.width): 'wall/bump' is a part");
        row("a value of another type", "name,wall.size\na,8 um\nb,green\n",
            "t.csv:3:2 (wall.size): 'green' is not a length");
        row("a value out of range", "wall.size\n60 um\n", "t.csv:2:1 (wall.size): ");
        row("a comma behind a value", "#x,wall.size\n1,\"3,\"\n",
            "t.csv:2:2 (wall.size): a comma or a comment is beside the value in '3,'");
        row("a comment behind a value", "#x,wall.size\n1,3 #5\n",
            "t.csv:2:2 (wall.size): a comma or a comment is beside the value in '3 #5'");
        row("text that is not one value", "#x,wall.size\n1,\"3, 4\"\n",
            "t.csv:2:2 (wall.size): '3, 4' is not one value");
        row("a decimal comma", "#x,wall.size\n1,\"20,5\"\n",
            "t.csv:2:2 (wall.size): '20,5' is not one value; a number has a decimal point: write 20.5, or "
            "[20,5] for two numbers");
        row("a map that is not closed", "f.parameters\n{p: 3\n",
            "t.csv:2:1 (f.parameters): '{p: 3' is not one value; write one number, length or text, a list in "
            "[ ] or a map in { }; put text with , : # or quotes in single quotes");
        row("two keys of a map that has one", "name,blur.kernel.box,blur.kernel.gaussian\na,3,\nb,3,2\n",
            "t.csv:3:3 (blur.kernel.gaussian): column 2 (blur.kernel.box) sets the same key");
        row("a wrong pitch", "pixel\ngreen\n", "t.csv:2:1 (pixel): 'green' is not a length");
        row("an error elsewhere in the node", "f.parameters\n{p: 3}\n", "t.csv:2:1 (f.parameters): ");
        row("a region outside", "region\n\"0,0,5,5\"\n\"0,0,500,5\"\n",
            "t.csv:3:1 (region): '0,0,500,5' reaches outside of the surface, which is 300 x 200 px");
        row("a region that is none", "region\n5\n", "t.csv:2:1 (region): '5': X,Y,W,H is expected");
        row("skip that is neither", "skip\nyes\n", "t.csv:2:1 (skip): 'yes' is neither true nor false");
        row("a name with a control character", "name\n\"a\nb\"\n",
            "t.csv:2:1 (name): has a control character");
        row("a name with a mark", "name\na\u202Eb\n",
            "t.csv:2:1 (name): 'a<U+202E direction mark>b' has an invisible character");
        row("a blank before a name", "#x,name\n1, a\n", "t.csv:2:2 (name): ' a' begins or ends with a blank");
        row("a name with a slash", "name\na/b\n", "t.csv:2:1 (name): 'a/b' has a slash or backslash");
        row("a value with a leading dot", "#v\n.5\n", "t.csv:2:1 (#v): '.5' begins with a dot", "{#v}.tif");
        row("an empty value in a target", "#v,#w\n,1\n", "t.csv:2:1 (#v): is empty", "a{#v}.tif");
        row("no such word", "name\na\n",
            "t.csv:2: '{nam}.tif': the table has no column 'nam'; use {name}, {row} or a column's title in "
            "braces",
            "{nam}.tif");
        row("a pattern that is not closed", "name\na\n", "t.csv:2: '{name.tif': a { is not closed",
            "{name.tif");
        row("no target", "name,to\na,x.tif\nb,\"\"\n",
            "t.csv:3:2 (to): names no target, and the batch has none", "");
        row("two rows of one target", "name\na\nb\na\n",
            "t.csv:4:1 (name): a.tif is also the target of line 2");
        row("two rows of one target after a cell of two lines", "name,#n\nb,\"x\ny\"\na,1\na,2\n",
            "t.csv:5:1 (name): a.tif is also the target of line 4");
        row("two rows of one target that a later column names", "wall.size,name\n8,a\n9,a\n",
            "t.csv:3:2 (name): x-a.tif is also the target of line 2", "x-{name}.tif");
        row("two rows of a target without words", "name\na\nb\n",
            "t.csv:3: x.tif is also the target of line 2", "x.tif");
        row("one target by two ways", "to\nx.tif\n./y/../x.tif\n",
            "t.csv:3:1 (to): ./y/../x.tif is also the target of line 2");
        row("standard output", "to\n-\n", "t.csv:2:1 (to): a batch does not write to standard output");
        row("a folder that is missing", "name\na\n", "t.csv:2: out/a.tif: the folder out does not exist",
            "out/{name}.tif");
        row("no format", "to\nx.bmp\n", "t.csv:2:1 (to): x.bmp: is not a sink");
        row("an output that exists", "to\nthere.tif\n", "t.csv:2:1 (to): there.tif: exists");
    }
    void problems() {
        QFETCH(QByteArray, table);
        QFETCH(QString, to);
        QFETCH(QString, said);
        write("there.tif", "x");
        BatchPlan plan = planOf(table.toStdString(), to.toStdString());
        const QStringList lines = problemsOf(plan);
        QVERIFY2(lines.size() == 1 && lines[0].startsWith(said), qPrintable(lines.join('\n')));
    }

    /// A row must not replace the table of results, nor any file that an export keeps beside its output.
    void theTableOfResultsIsNoOutput_data() {
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("results");
        QTest::addColumn<bool>("refused");
        const auto row = [](const char* name, const char* to, const char* results, bool refused) {
            QTest::newRow(name) << QString(to) << QString(results) << refused;
        };
        row("the output", "{name}.raw", "b.raw", true);
        row("the output by another way", "{name}.raw", "./x/../b.raw", true);
        row("the output through a link", "{name}.raw", "link.csv", true);
        row("its description", "{name}.raw", "b.raw.yaml", true);
        row("its unfinished file", "{name}.raw", "b.raw.part", true);
        row("its journal", "{name}.raw", "b.raw.journal", true);
        row("its journal when it is finished", "{name}.raw", ".b.raw.finished-journal", true);
        row("one of several files", "{name}-%02d.tif", "b-01.tif", true);
        row("an unfinished one of several files", "{name}-%02d.tif", "b-01.tif.part", true);
        row("the journal of several files", "{name}-%02d.tif", "b-%02d.tif.journal", true);
        row("another file", "{name}.raw", "b.csv", false);
        row("a name with other digits", "{name}-%02d.tif", "b-001.tif", false);
        row("the description of a format that has none", "{name}.tif", "b.tif.yaml", false);
        row("nothing", "null:", "b.raw", false);
    }
    void theTableOfResultsIsNoOutput() {
        QFETCH(QString, to);
        QFETCH(QString, results);
        QFETCH(bool, refused);
        QVERIFY(QFile::link("b.raw", "link.csv"));
        BatchOptions options{.each = {.target = to.toStdString()}, .results = results.toStdString()};
        if (to.contains('%')) options.each.sink.scan.swathWidth = 10;
        BatchPlan plan = planOf("name\na\nb\n", options);
        const QString said = "t.csv:3:1 (name): " + results +
                             " is also the table of results; choose another name for one of them";
        QCOMPARE(problemsOf(plan), refused ? QStringList(said) : QStringList());
    }

    /// The system gives no absolute path of such a folder.
    void rowsOfOneTargetAreFoundInAVeryDeepFolder() {
        const Descriptor start(::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        QVERIFY(start.isOpen());
        constexpr int levels = 22;
        const std::string level(200, 'd');
        bool entered = true;
        for (int i = 0; i < levels && entered; ++i)
            entered = ::mkdir(level.c_str(), 0700) == 0 && ::chdir(level.c_str()) == 0;
        entered = entered && ::mkdir("sub", 0700) == 0 && ::symlink("sub", "link") == 0;
        BatchPlan plan = planOf("name,to\na,link/r.tif\nb,sub/r.tif\nc,r.tif\n");
        const QStringList said = problemsOf(plan);
        // No path leads to these folders, so they are removed from within.
        ::unlink("link");
        ::rmdir("sub");
        for (int i = 0; i < levels && entered; ++i)
            entered = ::chdir("..") == 0 && ::rmdir(level.c_str()) == 0;
        QCOMPARE(::fchdir(start.number()), 0);
        QVERIFY(entered);
        QCOMPARE(said, QStringList("t.csv:3:2 (to): sub/r.tif is also the target of line 2"));
    }

    void allRowsAreChecked() {
        BatchPlan plan = planOf("wall.size\n1\n8\n2\n3\n");
        QCOMPARE(problemsOf(plan).size(), 3);
        QCOMPARE(plan.check({}, {}, 2).size(), std::size_t{2});
    }

    void eachRowIsTold() {
        BatchPlan plan = planOf("name,wall.size,skip\na,8 um,\nb,green,\nc,,true\nd,,\n");
        QList<CheckedRow> told;
        static_cast<void>(plan.check({}, {}, 20, [&](const CheckedRow& row) { told << row; }));
        using Checked = CheckedRow::State;
        QCOMPARE(told.size(), 4);
        const QList<Checked> states{Checked::ready, Checked::wrong, Checked::skipped, Checked::ready};
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(told[i].row, static_cast<std::size_t>(i) + 1);
            QVERIFY(told[i].state == states[i]);
        }
        QCOMPARE(told[0].target, std::string("a.tif"));
        QVERIFY((told[0].size == Size{300, 200}));
        QCOMPARE(told[1].problems.front().column, 2);
    }

    void relativeTargetsStartAtTheFolder() {
        BatchPlan plan = planOf("name,to\na,\nb,/tmp/b.raw\nc,null:\nd,burin://h:1\n",
                                BatchOptions{.each = {.target = "{name}.tif"}, .targetFolder = "/somewhere"});
        QStringList targets;
        for (std::size_t row = 1; row <= plan.rows(); ++row)
            targets << QString::fromStdString(std::get<BatchJob>(plan.job(row, nullptr, {})).target);
        QCOMPARE(targets, QStringList({"/somewhere/a.tif", "/tmp/b.raw", "null:", "burin://h:1"}));
    }

    void somethingMayRepeat() {
        BatchPlan nowhere = planOf("name\na\na\n", "null:");
        QCOMPARE(problemsOf(nowhere), QStringList());
        BatchPlan machine = planOf("wall.size\n8\n8\n9\n\n8\n", "burin://127.0.0.1:1");
        QCOMPARE(problemsOf(machine), QStringList());
        // The controller would not tell equal jobs apart.
        QStringList hashes;
        for (std::size_t row = 1; row <= machine.rows(); ++row)
            hashes << QString::fromStdString(
                machine.request(std::get<BatchJob>(machine.job(row, nullptr, {})), {}).sinkHash("h"));
        QCOMPARE(hashes, QStringList({"h", "h repeat 1", "h", "h repeat 2"}));
    }

    void numberedFilesOfOneFolderHaveTheirOwnJournals() {
        BatchOptions options{.each = {.target = "out/{name}-%05d.tif"}};
        options.each.sink.scan.swathWidth = 10;
        BatchPlan plan = planOf("name\na\nb\n", options);
        QCOMPARE(problemsOf(plan), QStringList());
        BatchPlan twice = planOf("name\na\na\n", options);
        QCOMPARE(problemsOf(twice),
                 QStringList("t.csv:3:1 (name): out/a-%05d.tif is also the target of line 2"));
    }

    /// The numbers of a%d.tif and a1%d.tif overlap if there are more than ten files.
    void rowsDoNotShareNumberedFiles() {
        BatchOptions layers{.each = {.target = "{name}%d.tif"}};
        layers.each.layers = 12;
        BatchPlan apart = planOf("name\n1\n2\nx\nx2\n", layers);
        QCOMPARE(problemsOf(apart), QStringList());
        BatchPlan shared = planOf("name\n11\n1\n", layers);
        QCOMPARE(problemsOf(shared), QStringList("t.csv:3:1 (name): 110.tif is also the target of line 2"));
        layers.each.layers = 10;
        BatchPlan fewer = planOf("name\n11\n1\n", layers);
        QCOMPARE(problemsOf(fewer), QStringList());

        BatchOptions swaths{.each = {.target = "out/{name}"}};
        swaths.each.sink.scan.swathWidth = 10;  // 30 files
        BatchPlan swathsApart = planOf("to\na%02d.tif\na1%02d.tif\nb%d.tif\nb4%d.tif\n", swaths);
        QCOMPARE(problemsOf(swathsApart), QStringList());
        BatchPlan swathsShared = planOf("to\na%d.tif\nb1%d.tif\na1%d.tif\n", swaths);
        QCOMPARE(problemsOf(swathsShared),
                 QStringList("t.csv:4:1 (to): a10.tif is also the target of line 2"));
    }

    /// Layers and swaths are counted from 0; files of other rows in the folder do not count.
    void theBytesOfARowAreThoseOfItsFiles() {
        write("a.tif", "123");
        write("b-000.tif", "12");
        write("b-001.tif", "1234");
        write("bb-000.tif", "12345");
        QCOMPARE(writtenBytes("a.tif"), std::uint64_t{3});
        QCOMPARE(writtenBytes("b-%03d.tif"), std::uint64_t{6});
        QCOMPARE(writtenBytes("c-%03d.tif"), std::uint64_t{0});
        QCOMPARE(writtenBytes("null:"), std::uint64_t{0});
    }

    void aKeyIsSetOnce() {
        BatchOptions options{.each = {.target = "{name}.tif"}};
        options.settings = {std::get<Setting>(parseSetting("wall.size=3"))};
        BatchPlan plan = planOf("wall.size\n8\n", options);
        QCOMPARE(problemsOf(plan),
                 QStringList("t.csv:1:1 (wall.size): the same key is set by 'wall.size=3'; set it once"));
        options.settings = {std::get<Setting>(parseSetting("blur.kernel.gaussian=3"))};
        BatchPlan blurred = planOf("blur.kernel.box\n8\n", options);
        QCOMPARE(problemsOf(blurred), QStringList("t.csv:1:1 (blur.kernel.box): the same key is set by "
                                                  "'blur.kernel.gaussian=3'; set it once"));
    }

    void theCallerMayRefuse() {
        BatchOptions options{.each = {.target = "{name}.tif"}};
        options.refuse = [](const std::string& target, const Graph&) {
            if (target == "b.tif") throw UsageError(target, "is not wanted");
        };
        BatchPlan plan = planOf("name\na\nb\n", options);
        QCOMPARE(problemsOf(plan), QStringList("t.csv:3: b.tif: is not wanted"));
    }

    void aStopEndsTheCheck() {
        BatchPlan plan = planOf("name\na\n");
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Cancelled, static_cast<void>(plan.check({}, stop.get_token())));
    }

    void whatIsDoneIsLeft() {
        BatchOptions options{.each = {.target = "{name}.tif"}};
        options.each.sink.policy.resume = true;
        BatchPlan plan = planOf("name,wall.size\na,8\nb,9\n", options);
        QCOMPARE(problemsOf(plan), QStringList());
        const BatchJob job = std::get<BatchJob>(plan.job(1, nullptr, {}));
        const QByteArray hash = QByteArray::fromStdString(designHash(*job.graph));
        QCOMPARE(problemsOf(plan, earlierOf("1,a,done,a.tif," + hash + ",300,200,1,\n")), QStringList());
        QVERIFY(plan.done(1) && !plan.done(2));
        QCOMPARE(problemsOf(plan, earlierOf("1,a,done,old.tif," + hash + ",300,200,1,\n")), QStringList());
        QVERIFY(!plan.done(1));
        QCOMPARE(problemsOf(plan, earlierOf("1,a,failed,a.tif," + hash + ",300,200,1,why\n")), QStringList());
        QVERIFY(!plan.done(1));
        QCOMPARE(problemsOf(plan, earlierOf("1,a,done,a.tif,00ff,300,200,1,\n")),
                 QStringList("t.csv:2: row 1 was done with another design"));
        QCOMPARE(problemsOf(plan, earlierOf("1,a,done,a.tif," + hash + ",30,200,1,\n")),
                 QStringList("t.csv:2: row 1 was done with another region"));
        QCOMPARE(problemsOf(plan, earlierOf("3,a,done,a.tif,00ff,300,200,1,\n")),
                 QStringList("t.csv: has 2 rows, but row 3 has already been exported"));
    }

    void resultsAndOrder_data() {
        QTest::addColumn<bool>("keepGoing");
        QTest::addColumn<QString>("ends");  // how each run ends: d, f or s
        QTest::addColumn<QString>("ran");
        QTest::addColumn<QString>("states");
        QTest::newRow("all done") << false << "ddd"
                                  << "124"
                                  << "1 done,2 done,3 skipped,4 done";
        QTest::newRow("a failure ends it") << false << "dfd"
                                           << "12"
                                           << "1 done,2 failed";
        QTest::newRow("unless told otherwise") << true << "dfd"
                                               << "124"
                                               << "1 done,2 failed,3 skipped,4 done";
        QTest::newRow("a stop ends it always") << true << "dsd"
                                               << "12"
                                               << "1 done,2 stopped";
    }
    void resultsAndOrder() {
        QFETCH(bool, keepGoing);
        QFETCH(QString, ends);
        BatchPlan plan = planOf("skip\nfalse\nfalse\ntrue\nfalse\n", "null:");
        QCOMPARE(problemsOf(plan), QStringList());
        QString ran;
        BatchCalls calls;
        calls.run = [&](const BatchJob& job, const ExportRequest&) -> JobEnd {
            const QChar end = ends[ran.size()];
            ran += QString::number(job.row);
            QFile file("t.results.csv");  // the lines of the jobs before are there
            if (!file.open(QIODevice::ReadOnly)) return {.state = State::failed};
            const auto lines = file.readAll().count('\n');
            if (lines != 1 + qsizetype(job.row) - 1) return {.state = State::failed, .error = "no line"};
            return {.state = end == 'd' ? State::done : end == 'f' ? State::failed : State::stopped};
        };
        QStringList told;
        calls.told = [&told](const BatchResult& result) {
            told << QString("%1 %2").arg(result.row).arg(stateText(result.state).data());
        };
        ResultsWriter writer("t.results.csv", {});
        const BatchEnd end = runBatch(plan, {}, writer, keepGoing, calls, {});
        QTEST(ran, "ran");
        const EarlierResults results = EarlierResults::read("t.results.csv");
        QStringList states;
        for (std::size_t row = 1; row <= results.greatestRow(); ++row)
            states << QString("%1 %2").arg(row).arg(stateText(results.last(row)->state).data());
        QTEST(states.join(','), "states");
        QCOMPARE(told, states);
        QCOMPARE(end.stopped, ends.contains('s'));
        QCOMPARE(end.failed, std::size_t(ends.contains('f') ? 1 : 0));
    }

    /// Runs rows that the table skips for a while. A machine must never engrave a row twice, and must not
    /// start a partly engraved row again from its beginning.
    void whatIsSkippedForAWhileIsNotBegunAnew_data() {
        QTest::addColumn<QByteArray>("before");  // % is the hash
        QTest::addColumn<QByteArray>("states");  // while the row is skipped, then when it is not
        QTest::addColumn<bool>("runs");
        QTest::addColumn<bool>("resumes");
        QTest::newRow("a row that is done") << QByteArray("1,a,done,burin://127.0.0.1:1,%,300,200,1.000,\n")
                                            << QByteArray("done") << false << false;
        QTest::newRow("a row that was stopped")
            << QByteArray("1,a,stopped,burin://127.0.0.1:1,,300,200,1.000,\n")
            << QByteArray("stopped,skipped,done") << true << true;
        QTest::newRow("a row that was under way when the run was killed")
            << QByteArray() << QByteArray("stopped,skipped,done") << true << true;
        QTest::newRow("a row that was skipped from the beginning")
            << QByteArray("1,a,skipped,,,0,0,0.000,\n") << QByteArray("skipped,stopped,done") << true
            << false;
    }
    void whatIsSkippedForAWhileIsNotBegunAnew() {
        QFETCH(QByteArray, before);
        BatchOptions options{.each = {.target = "burin://127.0.0.1:1"}};
        options.each.sink.policy.resume = true;
        BatchPlan plan = planOf("name,skip\na,\n", options);
        const std::string hash = designHash(*std::get<BatchJob>(plan.job(1, nullptr, {})).graph);
        static_cast<void>(earlierOf(before.replace('%', QByteArray::fromStdString(hash))));
        BatchCalls calls;
        QList<bool> resumed;
        calls.run = [&](const BatchJob&, const ExportRequest& request) -> JobEnd {
            resumed << request.sink.policy.resume;
            return {.state = State::done, .hash = hash};
        };
        for (const char* skip : {"true", "true", "", ""}) {
            BatchPlan next = planOf("name,skip\na," + std::string(skip) + "\n", options);
            const EarlierResults earlier = EarlierResults::read("r.csv");
            QCOMPARE(problemsOf(next, earlier), QStringList());
            ResultsWriter writer("r.csv", earlier);
            const BatchEnd end = runBatch(next, earlier, writer, false, calls, {});
            QCOMPARE(end.done + end.skipped, std::size_t{1});
        }
        QFETCH(bool, runs);
        QFETCH(bool, resumes);
        QCOMPARE(resumed, runs ? QList<bool>{resumes} : QList<bool>());
        QFile file("r.csv");
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArrayList states;
        for (const QByteArray& line : file.readAll().split('\n').mid(1)) {
            if (!line.isEmpty()) states << line.split(',')[2];
        }
        QTEST(states.join(','), "states");
    }

    /// A kill leaves no line for the job under way, so the lines on disk must already say that a machine may
    /// have begun the row.
    void aRowWithAnEarlierLineMayBeBegunWhileItRuns_data() {
        QTest::addColumn<QByteArray>("before");  // % is the hash
        QTest::newRow("it was skipped") << QByteArray("2,a,skipped,,,0,0,0.000,\n");
        QTest::newRow("it was done for another target") << QByteArray("2,a,done,old.tif,%,300,200,1.000,\n");
        QTest::newRow("it was done for another target, then skipped")
            << QByteArray("2,a,done,old.tif,%,300,200,1.000,\n2,a,skipped,,,0,0,0.000,\n");
        QTest::newRow("the row before it was not confirmed")
            << QByteArray("1,first,skipped,burin://127.0.0.1:1,,0,0,0.000,\n");
        QTest::newRow("it failed") << QByteArray("2,a,failed,burin://127.0.0.1:1,,300,200,1.000,why\n");
    }
    void aRowWithAnEarlierLineMayBeBegunWhileItRuns() {
        QFETCH(QByteArray, before);
        BatchOptions options{.each = {.target = "burin://127.0.0.1:1"}};
        options.each.sink.policy.resume = true;
        BatchPlan plan = planOf("name,skip\nfirst,true\na,\n", options);
        const std::string hash = designHash(*std::get<BatchJob>(plan.job(2, nullptr, {})).graph);
        const EarlierResults earlier = earlierOf(before.replace('%', QByteArray::fromStdString(hash)));
        QCOMPARE(problemsOf(plan, earlier), QStringList());
        BatchCalls calls;
        QList<bool> begun;
        calls.run = [&](const BatchJob&, const ExportRequest&) -> JobEnd {
            begun << EarlierResults::read("r.csv").mayBeBegun(2);
            return {.state = State::done, .hash = hash};
        };
        ResultsWriter writer("r.csv", earlier);
        QCOMPARE(runBatch(plan, earlier, writer, false, calls, {}).done, std::size_t{1});
        QCOMPARE(begun, QList<bool>{true});
        QVERIFY(EarlierResults::read("r.csv").last(2)->state == State::done);
    }

    /// Only plan.job() looks for a stop between two jobs, because it may take long: a design may have a
    /// series of many pictures.
    void aStopEndsTheBatch() {
        BatchPlan plan = planOf("name\na\nb\n", "null:");
        QCOMPARE(problemsOf(plan), QStringList());
        std::stop_source stop;
        BatchCalls calls;
        calls.run = [&stop](const BatchJob&, const ExportRequest&) {
            stop.request_stop();
            return JobEnd{};
        };
        ResultsWriter writer("t.results.csv", {});
        const BatchEnd end = runBatch(plan, {}, writer, false, calls, stop.get_token());
        QVERIFY(end.stopped);
        QCOMPARE(end.done, std::size_t{1});
    }

    /// The machine may have finished an equal job of another batch, which must not count as this one.
    void aRowThatIsNotConfirmedIsNotBegun() {
        BatchOptions options{.each = {.target = "burin://127.0.0.1:1"}};
        options.each.sink.policy.resume = true;
        BatchPlan plan = planOf("name\na\nb\n", options);
        QList<bool> resumed;
        BatchCalls calls;
        calls.run = [&](const BatchJob&, const ExportRequest& request) {
            resumed << request.sink.policy.resume;
            return JobEnd{};
        };
        for (const bool confirms : {false, true}) {
            const EarlierResults earlier = EarlierResults::read("r.csv");
            QCOMPARE(problemsOf(plan, earlier), QStringList());
            calls.confirm = [confirms](const BatchJob&) { return confirms; };
            ResultsWriter writer("r.csv", earlier);
            QCOMPARE(runBatch(plan, earlier, writer, false, calls, {}).stopped, !confirms);
        }
        QCOMPARE(resumed, (QList<bool>{false, false}));
    }

    void confirmationComesBeforeEachJob() {
        BatchPlan plan = planOf("name\na\nb\nc\n", "null:");
        QCOMPARE(problemsOf(plan), QStringList());
        QString said;
        BatchCalls calls;
        calls.run = [&](const BatchJob& job, const ExportRequest&) {
            said += QString::fromStdString("run " + job.name + ' ');
            return JobEnd{};
        };
        calls.confirm = [&](const BatchJob& job) {
            said += QString::fromStdString("ask " + job.name + ' ');
            return job.row < 3;
        };
        ResultsWriter writer("t.results.csv", {});
        const BatchEnd end = runBatch(plan, {}, writer, false, calls, {});
        QVERIFY(end.stopped);
        QCOMPARE(end.done, std::size_t{2});
        QCOMPARE(said, QString("ask a run a ask b run b ask c "));
    }
};

BURIN_TEST(TestBatchPlan)
#include "test_batch_plan.moc"
