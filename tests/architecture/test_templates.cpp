// SPDX-License-Identifier: GPL-3.0-or-later

// How many files a new kind, kernel, sink, type of parameter or command takes: `packaging/new` makes one of
// each in a copy of the tree, and the tests count, compile and run the results.

#include "architecture/limits.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

/// The text of every file, by its path from the top.
using Tree = std::map<std::string, std::string>;

Tree treeIn(const fs::path& top) {
    Tree tree;
    for (const auto& entry : fs::recursive_directory_iterator(top)) {
        if (!entry.is_regular_file()) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        tree[entry.path().lexically_relative(top).string()] = text.str();
    }
    return tree;
}

/// The additions of another tree: its new files, its changed files, and the number of new lines in these.
struct Difference {
    QStringList made;
    QStringList changed;
    int newLines = 0;
};

Difference difference(const Tree& before, const Tree& after) {
    Difference found;
    for (const auto& [name, text] : after) {
        const auto old = before.find(name);
        if (old == before.end()) {
            found.made << QString::fromStdString(name);
        } else if (old->second != text) {
            found.changed << QString::fromStdString(name);
            const QStringList lines = QString::fromStdString(old->second).split('\n');
            for (const QString& line : QString::fromStdString(text).split('\n'))
                found.newLines += lines.contains(line) ? 0 : 1;
        }
    }
    for (const auto& [name, text] : before) {
        if (after.count(name) == 0) found.changed << QString::fromStdString(name + " is missing");
    }
    return found;
}

/// The folders of the tree that would have too many sources together with the made files.
QStringList crowded(const QStringList& made) {
    const QStringList sources{"*.cpp", "*.hpp", "*.cu", "*.cuh"};
    std::map<QString, qsizetype> files;
    for (const QString& name : made) {
        if (QDir::match(sources, name.section('/', -1))) ++files[name.section('/', 0, -2)];
    }
    QStringList found;
    for (const auto& [folder, count] : files) {
        const QDir old(burin::test::inTree(folder.toUtf8().constData()));
        if (old.entryList(sources, QDir::Files).size() + count > burin::test::mostFiles) found << folder;
    }
    return found;
}

struct Ran {
    int code = -1;
    QString said;
};

Ran ran(const QString& program, const QStringList& arguments, const QString& folder = {}) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(600'000)) return {-1, program + ": " + process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAll())};
}

/// A copy of those parts of the tree that `packaging/new` and the compiler use. It is always in the same
/// folder of the build, so that the compiler cache recognises what it has compiled there before.
class Copy {
  public:
    explicit Copy(const char* name) : top_(fs::path(burin::test::buildFolder) / "copies" / name) {
        fs::remove_all(top_);
        fs::create_directories(top_);
        for (const char* room : {"app", "core", "gpu", "packaging"})
            fs::copy(fs::path(burin::test::inTree().toStdString()) / room, top() / room,
                     fs::copy_options::recursive);
        fs::copy(burin::test::inTree(".clang-format").toStdString(), top());
    }

    ~Copy() { fs::remove_all(top_); }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    [[nodiscard]] fs::path top() const { return top_; }
    [[nodiscard]] QString path(const QString& name) const {
        return QString::fromStdString(top_.string()) + '/' + name;
    }
    [[nodiscard]] Ran add(const QString& words) const {
        return ran(path("packaging/new"), words.split(' ', Qt::SkipEmptyParts));
    }

    /// Compiles a file of the copy as the build compiles `like`, with its compiler cache, to FILE.o.
    /// \param like  an absolute path
    [[nodiscard]] Ran compile(const QString& file, const QString& like, const QStringList& more = {}) const {
        const QString source = burin::test::inTree();
        const Ran commands = ran(burin::test::buildTool, {"-t", "commands"}, burin::test::buildFolder);
        if (commands.code != 0) return {-1, "only Ninja says how it compiles: " + commands.said};
        for (QString command : commands.said.split('\n')) {
            if (!(command + ' ').contains(" -c " + like + ' ')) continue;
            command.replace(like, path(file));
            command.replace("-I" + source + ' ', "-I" + path("") + ' ');
            command.remove(QRegularExpression(" -MD| -M[TF] \\S+"));
            command.replace(QRegularExpression(" -o \\S+"), " -o " + path(file) + ".o");
            return ran("sh", {"-c", command + ' ' + more.join(' ')}, burin::test::buildFolder);
        }
        return {-1, like + " is not among the commands of the build"};
    }

  private:
    fs::path top_;
};

}  // namespace

class TestTemplates : public QObject {
    Q_OBJECT

  private slots:
    void oneOfEachTakesFewFiles();
    void aCallThatIsRefusedChangesNothing_data();
    void aCallThatIsRefusedChangesNothing();
    void theProgramKnowsANewKindAndCommand();

  private:
    static void check(const Copy& copy, const QStringList& sources);
};

/// Compiles the sources as a single one, which takes a third of the time.
void TestTemplates::check(const Copy& copy, const QStringList& sources) {
    std::ofstream together(copy.top() / "app/together.cpp");
    for (const QString& source : sources)
        together << "#include \"" << source.toStdString() << "\"\n";
    together.close();
    const Ran compiled =
        copy.compile("app/together.cpp", burin::test::inTree("app/burin.cpp"), {"-O0", "-Werror"});
    QVERIFY2(compiled.code == 0, qPrintable(compiled.said));
}

void TestTemplates::oneOfEachTakesFewFiles() {
    struct Sort {
        QString call;
        QStringList made;
        QString changed;
        int newLines;
    };
    const std::vector<Sort> sorts = {
        {"kind ring_wave",
         {"core/kinds/filter/ring_wave.cpp", "core/kinds/filter/ring_wave.hpp"},
         "core/kinds/catalogue/kind_list.hpp",
         2},
        {"kernel ring_wave",
         {"gpu/kinds/filter/ring_wave.cu", "gpu/kinds/filter/ring_wave.hpp"},
         "core/kinds/catalogue/kind_list.hpp",
         1},
        {"sink bare_rows",
         {"core/sinks/bare_rows.cpp", "core/sinks/bare_rows.hpp"},
         "core/sinks/formats.cpp",
         6},
        {"parameter-type number_range",
         {"core/design/types/number_range.cpp", "core/kinds/form/parameters/number_range.hpp"},
         "core/kinds/form/parameter_type_list.hpp",
         2},
        {"command echo_text", {"app/echo_text.cpp"}, "app/commands.hpp", 1},
        {"kind fine_wave --tests",
         {"core/kinds/filter/fine_wave.cpp", "core/kinds/filter/fine_wave.hpp",
          "docs/manual/designs/fine_wave.burin", "resources/icons/kind-fine_wave.svg",
          "tests/core/kinds/test_fine_wave.cpp", "tests/golden/fine_wave/fine_wave.burin",
          "tests/support/kinds/fine_wave.cpp"},
         "core/kinds/catalogue/kind_list.hpp",
         2},
    };
    const Copy copy("each");
    Tree before = treeIn(copy.top());
    for (const Sort& sort : sorts) {
        const Ran added = copy.add(sort.call);
        QVERIFY2(added.code == 0, qPrintable(added.said));
        const Difference found = difference(before, treeIn(copy.top()));
        QCOMPARE(found.made, sort.made);
        QCOMPARE(found.changed, QStringList{sort.changed});
        QCOMPARE(found.newLines, sort.newLines);
        for (const QString& name : found.made + found.changed)
            QVERIFY2(added.said.contains(name), qPrintable(name + " is not named:\n" + added.said));
        QCOMPARE(crowded(found.made), QStringList());
        before = treeIn(copy.top());
    }
    // The new files compile, and so do the lists that name them.
    check(copy, {"app/echo_text.cpp", "core/kinds/filter/ring_wave.cpp", "core/kinds/catalogue/kinds.cpp",
                 "core/sinks/bare_rows.cpp", "core/sinks/formats.cpp", "core/design/types/number_range.cpp",
                 "core/design/parameter_types.cpp"});
    if (QTest::currentTestFailed()) return;
    const Ran reference =
        copy.compile("tests/support/kinds/fine_wave.cpp", burin::test::inTree("app/burin.cpp"),
                     {"-O0", "-Werror", "-I" + burin::test::inTree("tests")});
    QVERIFY2(reference.code == 0, qPrintable(reference.said));
    std::ofstream(copy.top() / "app/broken.cpp") << "int broken = ;\n";
    QVERIFY2(copy.compile("app/broken.cpp", burin::test::inTree("app/burin.cpp")).code != 0,
             "the compiler was not asked");
    if (!burin::test::builtWithCuda)
        QSKIP("no nvcc: the kernel that packaging/new made was counted, but not compiled");
    const QString united = QString(burin::test::buildFolder) + "/gpu/unity/kernels_1.cu";
    const Ran kernel =
        copy.compile("gpu/kinds/filter/ring_wave.cu",
                     QFile::exists(united) ? united : burin::test::inTree("gpu/render/block_means.cu"));
    QVERIFY2(kernel.code == 0, qPrintable(kernel.said));
}

void TestTemplates::aCallThatIsRefusedChangesNothing_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a kind that is there") << "kind union"
                                          << "core/kinds/combine/union.hpp exists";
    QTest::newRow("a kind of another category") << "kind noise"
                                                << "core/kinds/generate/noise.hpp exists";
    QTest::newRow("a name in capitals") << "kind Ring"
                                        << "lower_snake_case";
    QTest::newRow("a name with a dash") << "sink bare-rows"
                                        << "lower_snake_case";
    QTest::newRow("a path") << "command ../ring"
                            << "lower_snake_case";
    QTest::newRow("a class of that name") << "kind tile"
                                          << "core/tile/tile.hpp defines a Tile";
    QTest::newRow("kernels without a kind") << "kernel ring_wave"
                                            << "packaging/new kind ring_wave";
    QTest::newRow("kernels that are there") << "kernel union"
                                            << "gpu/kinds/combine/union.hpp exists";
    QTest::newRow("a sink that is there") << "sink raw"
                                          << "core/sinks/raw.hpp exists";
    QTest::newRow("a type that shares a file") << "parameter-type integer"
                                               << "has a row TYPE(integer";
    QTest::newRow("a type whose name is a word of C++") << "parameter-type union"
                                                        << "word of C++";
    QTest::newRow("a command that is there") << "command check"
                                             << "app/check.cpp exists";
    QTest::newRow("an unknown sort") << "gadget ring_wave"
                                     << "invalid choice: 'gadget'";
    QTest::newRow("no name") << "kind"
                             << "NAME";
}

void TestTemplates::aCallThatIsRefusedChangesNothing() {
    QFETCH(QString, call);
    QFETCH(QString, expected);
    static const Copy copy("unchanged");
    static const Tree before = treeIn(copy.top());
    const Ran refused = copy.add(call);
    QVERIFY(refused.code != 0);
    QVERIFY2(refused.said.contains(expected), qPrintable(refused.said));
    QVERIFY2(!refused.said.contains("Traceback"), qPrintable(refused.said));
    QVERIFY(treeIn(copy.top()) == before);
}

/// The program is linked as usual, with the new objects in place of those that they replace. The other
/// objects are unchanged, because neither list affects what they were compiled from.
void TestTemplates::theProgramKnowsANewKindAndCommand() {
    if (!burin::test::isLongRun()) QSKIP("only in the long run: it compiles and links the program");
    const Ran commands =
        ran(burin::test::buildTool, {"-t", "commands", "app/burin"}, burin::test::buildFolder);
    if (commands.code != 0) QSKIP("only Ninja says how it links the program");
    QString link = commands.said.trimmed().section('\n', -1);
    const QString object = "app/CMakeFiles/burin.dir/burin.cpp.o";
    QVERIFY2(link.contains(object) && link.contains(" -o app/burin "), qPrintable(link));

    const Copy copy("linked");
    QVERIFY(copy.add("kind ring_wave").code == 0 && copy.add("command echo_text").code == 0);
    QStringList objects;
    for (const char* source : {"app/burin.cpp", "app/echo_text.cpp", "core/kinds/catalogue/kinds.cpp",
                               "core/kinds/filter/ring_wave.cpp"}) {
        objects << copy.path(source) + ".o";
        const Ran compiled = copy.compile(source, burin::test::inTree("app/burin.cpp"), {"-O0", "-Werror"});
        QVERIFY2(compiled.code == 0, qPrintable(compiled.said));
    }
    link.replace(object, objects.join(' ')).replace(" -o app/burin ", " -o " + copy.path("burin") + ' ');
    const Ran linked = ran("sh", {"-c", link}, burin::test::buildFolder);
    QVERIFY2(linked.code == 0, qPrintable(linked.said));

    const QString program = copy.path("burin");
    QVERIFY(ran(program, {"--help"}).said.contains("echo-text"));
    QCOMPARE(ran(program, {"echo-text", "hello"}).said, QString("hello\n"));
    const Ran kind = ran(program, {"kinds", "ring_wave"});
    QVERIFY2(kind.code == 0 && kind.said.contains("amount"), qPrintable(kind.said));
}

BURIN_TEST(TestTemplates)
#include "test_templates.moc"
