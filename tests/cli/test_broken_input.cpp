// SPDX-License-Identifier: GPL-3.0-or-later

// Every kind of broken input is refused with its place, its node and a remedy. Every case goes through the
// loader, every hundredth (in the long run every twentieth) also through the program.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/broken_expressions.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/spoilt_design.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <fstream>
#include <map>
#include <set>

using namespace burin;
using namespace burin::test;

namespace {

namespace fs = std::filesystem;

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

const fs::path golden = inTree("tests/golden").toStdString();

std::string contentsOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void writeContents(const fs::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// A valid design with a node of some kind, which is then broken.
struct Sample {
    DesignText text;
    DesignText::Node node;
};

Sample aloneIn(const DesignText& text, const DesignText::Node& node) {
    if (node.kind == "root") return {text, node};
    const DesignText alone = text.only(node);
    const auto& nodes = alone.nodes();
    return {alone, *std::find_if(nodes.begin(), nodes.end(),
                                 [&](const DesignText::Node& other) { return other.name == node.name; })};
}

/// A sample whose node has a value for `key`. If there is none, or if `says` is false, another sample. The
/// other nodes of its golden design are left out, because binding drawings takes long.
std::optional<Sample> sampleOf(const std::string& kind, const std::string& key, bool says = true) {
    std::set<fs::path> files;
    for (const auto& entry : fs::directory_iterator(golden / kind)) {
        if (entry.path().extension() == ".burin") files.insert(entry.path());
    }
    std::optional<Sample> any;
    for (const fs::path& file : files) {
        const DesignText text(contentsOf(file));
        for (const DesignText::Node& node : text.nodes()) {
            if (node.kind != kind) continue;
            const bool found = text.find(node, key).has_value();
            if (found && says) return aloneIn(text, node);
            if (!found) any = Sample{text, node};
        }
    }
    return any ? aloneIn(any->text, any->node) : any;
}

/// The text without its @, and the place of the @.
std::pair<std::string, ExpectedPlace> unmarked(std::string text) {
    const std::size_t at = text.find('@');
    const std::size_t lineStart = text.rfind('\n', at) + 1;
    const auto line = static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
    const auto column =
        static_cast<int>(QString::fromStdString(text.substr(lineStart, at - lineStart)).size());
    return {text.erase(at, 1), {line + 1, column + 1, column + 1}};
}

}  // namespace

class TestBrokenInput : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void init() { stand("root"); }
    void aValueThatIsWrong_data();
    void aValueThatIsWrong();
    void aLinkThatIsWrong_data();
    void aLinkThatIsWrong();
    void whatOnlyTheKindKnows_data();
    void whatOnlyTheKindKnows();
    void anExpressionThatDoesNotParse_data();
    void anExpressionThatDoesNotParse();
    void anImageCutShort_data();
    void anImageCutShort();
    void anImageThatIsNone_data();
    void anImageThatIsNone();
    void thereWereManyCases();

  private:
    void expectRefused(const std::string& text, const ExpectedPlace& place, const std::string& node);
    void expectRefusedByTheProgram(const std::string& text, const Diagnostic& wanted);
    static Outcome run(const QStringList& arguments);
    /// Changes to the copy of a golden folder, which has the designs.
    void stand(const QString& folder) { QVERIFY(QDir::setCurrent(root_.filePath(folder))); }

    QTemporaryDir root_;
    std::map<std::pair<QString, QString>, std::optional<Sample>> samples_;  ///< by kind and key
    std::set<std::string> cases_;
    int throughTheProgram_ = 0;
};

/// Copies the files of the golden designs to the places that the designs name.
void TestBrokenInput::initTestCase() {
    fs::copy(golden, root_.path().toStdString(), fs::copy_options::recursive);
}

Outcome TestBrokenInput::run(const QStringList& arguments) {
    QProcess process;
    process.start(burinProgram, arguments);
    const bool ended = process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

void TestBrokenInput::expectRefusedByTheProgram(const std::string& text, const Diagnostic& wanted) {
    ++throughTheProgram_;
    writeContents("x.burin", text);
    const QByteArray line = QByteArray::fromStdString(wanted.text()) + "\n";
    for (const QStringList& command :
         {QStringList{"check", "x.burin"}, {"export", "x.burin", "--to", "x.raw"}}) {
        const Outcome outcome = run(command);
        QVERIFY2(outcome.code == 2 && outcome.err.contains(line), outcome.err);
    }
    QVERIFY(QDir().entryList({"x.raw*"}).isEmpty());
}

void TestBrokenInput::expectRefused(const std::string& text, const ExpectedPlace& place,
                                    const std::string& node) {
    const Diagnostics found = errorsOf(text);
    const std::string objected = objection(found, place, node);
    QVERIFY2(objected.empty(), (text + objected).c_str());
    cases_.insert(text);
    if (cases_.size() % (isLongRun() ? 20 : 100) == 0) expectRefusedByTheProgram(text, found.front());
}

void TestBrokenInput::aValueThatIsWrong_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    for (const Kind& kind : kinds()) {
        std::vector<ParameterDescription> parameters = kind.description.parameters;
        if (kind.description.size != SizeRule::none)
            parameters.insert(parameters.end(), {sideDescription("width"), sideDescription("height")});
        if (kind.description.name != "root") {  // a root of another kind is a missing root, too
            parameters.push_back({.key = "muted", .type = ParameterType::boolean});
            parameters.push_back(
                {.key = "kind", .type = ParameterType::choice, .choices = {kind.description.name}});
        }
        const std::string name(kind.description.name);
        for (const ParameterDescription& parameter : parameters) {
            const std::string key(parameter.key);
            for (const std::string& value : brokenValues(parameter)) {
                QTest::newRow((name + ", " + key + ": " + value).c_str())
                    << QString::fromStdString(name) << QString::fromStdString(key)
                    << QString::fromStdString(value);
            }
        }
    }
}

void TestBrokenInput::aValueThatIsWrong() {
    QFETCH(QString, kind);
    QFETCH(QString, key);
    QFETCH(QString, value);
    stand(kind);
    // A missing name is also missed by the expression.
    const auto [found, isNew] = samples_.try_emplace({kind, key});
    if (isNew) found->second = sampleOf(kind.toStdString(), key.toStdString(), key != "parameters");
    std::optional<Sample> sample = found->second;
    QVERIFY(sample);
    const ExpectedPlace place = sample->text.set(sample->node, key.toStdString(), value.toStdString());
    expectRefused(sample->text.text(), place, sample->node.name);
}

void TestBrokenInput::aLinkThatIsWrong_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("trait");
    QTest::addColumn<QString>("child");
    for (const Kind& kind : kinds()) {
        if (kind.description.links.empty()) continue;
        const auto name = QString::fromUtf8(kind.description.name.data());
        const auto row = [&](const QString& what, const QString& trait, const QString& child) {
            QTest::newRow(qPrintable(name + ": " + what)) << name << trait << child;
        };
        const auto trait = QString::fromUtf8(traitName(kind.description.links.front().trait).data());
        row("a name that dangles", trait, "missing");
        row("no name", trait, "~");
        row("a list for a name", trait, "[missing]");
        row("a link to itself", trait, "ITSELF");
        row("a link back to the root", trait, "surface");
        row("a trait that there is none of", "masque", "surface");
        row("an offset of one number", trait, "CHILD\n        at: [5]");
        row("an offset of a word", trait, "CHILD\n        at: [left, 5]");
        row("an offset beyond 2^40", trait, "CHILD\n        at: [0, 1e13]");
        row("an offset that is a map", trait, "CHILD\n        at: {x: 5, y: 5}");
        row("a key that no link has", trait, "CHILD\n        to: [5, 5]");
        if (kind.description.link(Trait::pattern) == nullptr) row("a pattern", "pattern", "CHILD");
        if (kind.description.link(Trait::data) == nullptr) row("data", "data", "CHILD");
    }
}

void TestBrokenInput::aLinkThatIsWrong() {
    QFETCH(QString, kind);
    QFETCH(QString, trait);
    QFETCH(QString, child);
    stand(kind);
    std::optional<Sample> sample = sampleOf(kind.toStdString(), "inputs");
    QVERIFY(sample);
    DesignText& text = sample->text;
    const std::size_t line = text.links(sample->node).at(0);
    const bool offset = text.lines[line + 1].starts_with("        at:");
    if (offset) text.lines.erase(text.lines.begin() + static_cast<std::ptrdiff_t>(line) + 1);
    const std::string& whole = text.lines[line];
    child.replace("CHILD", QString::fromStdString(whole.substr(whole.find(": ") + 2)));
    child.replace("ITSELF", QString::fromStdString(sample->node.name));
    ExpectedPlace place = text.relink(line, trait.toStdString(), child.toStdString());
    if (child.contains('\n')) ++place.line;
    expectRefused(text.text(), place, sample->node.name);
}

void TestBrokenInput::whatOnlyTheKindKnows_data() {
    QTest::addColumn<QString>("node");
    const auto row = [](const char* name, const char* marked) { QTest::newRow(name) << QString(marked); };
    row("parallel vectors", "kind: stitching\nu: [5, 10]\nv: @[1, 2]\ninputs: [pattern: dot]");
    row("a vector of length 0", "kind: stitching\nu: [0, 0]\nv: @[1, 2]\ninputs: [pattern: dot]");
    row("a pattern without bounds", "kind: stitching\ninputs: [pattern: @free]");
    row("a second pattern", "kind: stitching\ninputs: [pattern: dot, pattern: @dot]");
    row("a pattern after a mask", "kind: stitching\ninputs: [mask: dot, pattern: @dot]");
    row("more repeats over a pixel than may be",
        "kind: stitching\nu: @[0.01, 0]\nv: [0, 0.01]\ninputs: [pattern: dot]");
    row("a ninth child",
        "kind: math2d\nexpression: x\ninputs: [data: dot, data: dot, data: dot, data: dot, "
        "data: dot, data: dot, data: dot, data: dot, data: @dot]");
    row("the width of a node without one", "kind: math2d\nexpression: \"x / @w\"");
    row("a child that is not there", "kind: math2d\nexpression: \"in1 + @in2\"\ninputs: [data: dot]");
    row("data of a TIFF", "kind: tiff\nfile: ../tiff/bits.tif\ninputs: [@data: dot]");
    row("a page beyond the last", "kind: tiff\nfile: @../tiff/bits.tif\npage: 1");
    row("a TIFF as an image", "kind: image\nfile: @../tiff/bits.tif");
    row("an image as a TIFF", "kind: tiff\nfile: @../image/rgb.png");
    row("a profile without its mask", "kind: profile\ndistance_max: 5\n@inputs: [data: dot]");
    row("a profile's second mask", "kind: profile\ndistance_max: 5\ninputs: [mask: dot, mask: @dot]");
    row("a profile's mask after its data", "kind: profile\ndistance_max: 5\ninputs: [data: dot, mask: @dot]");
    row("a variable that profiles have not",
        "kind: profile\ndistance_max: 5\nprofile: \"1 - @x\"\ninputs: [mask: dot]");
    row("a filter's second child", "kind: median\nradius: 1\ninputs: [data: dot, data: @dot]");
    row("a filter's child after its mask",
        "kind: convolution\nkernel: {box: 3}\ninputs: [mask: dot, data: @dot]");
    row("weights beyond all numbers",
        "kind: convolution\nkernel: @{matrix: [[1e308, 1e308, 1e308]]}\ninputs: [data: dot]");
    row("scale and size", "kind: transform\nscale: 2\nsize: @[5, 5]\ninputs: [data: dot]");
    row("a size for a child without one", "kind: transform\nsize: @[5, 5]\ninputs: [data: free]");
    row("a width for a transform", "kind: transform\n@width: 5\ninputs: [data: dot]");
    row("a height for a TIFF", "kind: tiff\nfile: ../tiff/bits.tif\n@height: 5");
    row("width without height", "kind: union\n@width: 5");
    row("a second root", "kind: @root\nwidth: 5\nheight: 5");
    row("a key of another kind", "kind: union\n@radius: 5");
    row("an unknown key", "kind: math2d\nexpression: x\n@colour: red");
    row("the same link key twice", "kind: union\ninputs: [{data: dot, @mask: dot}]");
}

void TestBrokenInput::whatOnlyTheKindKnows() {
    QFETCH(QString, node);
    const QString head =
        "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [data: part]}\n"
        "  dot: {kind: math2d, width: 9, height: 9, expression: x}\n  free: {kind: math2d, expression: x}\n"
        "  part:\n    ";
    const auto [text, place] = unmarked((head + node.replace("\n", "\n    ") + "\n").toStdString());
    expectRefused(text, place, "part");
}

void TestBrokenInput::anExpressionThatDoesNotParse_data() {
    QTest::addColumn<QString>("marked");
    QTest::addColumn<bool>("text");
    for (const BrokenExpression& broken : brokenExpressions()) {
        const QString marked = QString::fromUtf8(broken.marked);
        QTest::newRow(broken.name) << marked << !marked.contains('\f');
    }
}

void TestBrokenInput::anExpressionThatDoesNotParse() {
    QFETCH(QString, marked);
    QFETCH(bool, text);  // otherwise the line is not even YAML and belongs to no node
    const auto [design, place] = unmarked(
        "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [data: "
        "part]}\n  part:\n    kind: math2d\n    parameters: {depth: 1}\n    inputs: [data: dot]\n"
        "    expression: '" +
        marked.toStdString() + "'\n  dot: {kind: math2d, width: 9, height: 9, expression: \"x\"}\n");
    expectRefused(design, place, text ? "part" : "");
}

void TestBrokenInput::anImageCutShort_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("percent");
    for (const QString kind : {"tiff", "image"}) {
        const QDir folder(QString::fromStdString((golden / kind.toStdString()).string()));
        for (const QString& file : folder.entryList(QDir::Files)) {
            if (file.endsWith(".txt") || file.endsWith(".burin")) continue;
            for (const int percent : {0, 1, 3, 10, 25, 40, 55, 70, 85}) {
                QTest::newRow(qPrintable(QString("%1, %2 %").arg(file).arg(percent)))
                    << kind << file << percent;
            }
        }
    }
}

/// The fault is refused when the design is loaded. If only reading finds it, an error names the file.
void TestBrokenInput::anImageCutShort() {
    QFETCH(QString, kind);
    QFETCH(QString, file);
    QFETCH(int, percent);
    const std::string whole = contentsOf(golden / kind.toStdString() / file.toStdString());
    const std::string cut = whole.substr(0, whole.size() * static_cast<std::size_t>(percent) / 100);
    writeContents("cut", cut);
    const std::string text =
        "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 90, height: 90, inputs: [data: "
        "part]}\n"
        "  part:\n    kind: " +
        kind.toStdString() + "\n    file: cut\n";
    cases_.insert(text + cut);
    const Diagnostics found = errorsOf(text);
    if (!found.empty()) {
        const std::string objected = objection(found, {7, 11, 11}, "part");
        QVERIFY2(objected.empty(), objected.c_str());
        if (cases_.size() % (isLongRun() ? 20 : 100) == 0) expectRefusedByTheProgram(text, found.front());
        return;
    }
    QCOMPARE(kind, "tiff");  // images are decoded when they are loaded
    writeContents("x.burin", text);
    const Outcome damaged = run({"export", "x.burin", "--to", "-"});
    if (damaged.code == 1) {
        QVERIFY2(damaged.err.contains("cut") && damaged.err.contains("; use a"), damaged.err);
        return;
    }
    writeContents("cut", whole);  // the missing part did not belong to the page
    QCOMPARE(damaged.code, 0);
    QVERIFY(damaged.out == run({"export", "x.burin", "--to", "-"}).out);
}

void TestBrokenInput::anImageThatIsNone_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a text") << QByteArray("this is a letter to a friend and no image at all");
    QTest::newRow("zeros") << QByteArray(4096, '\0');
    QTest::newRow("ones") << QByteArray(4096, '\xFF');
    QTest::newRow("a program") << QByteArray(
        "\x7F"
        "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
        16);
    QTest::newRow("a GIF") << QByteArray("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\0\0\0;", 20);
    QTest::newRow("a TIFF's header alone") << QByteArray("II*\0\x08\0\0\0", 8);
    QTest::newRow("a TIFF whose directory is beyond its end") << QByteArray("II*\0\xFF\xFF\xFF\x7F", 8);
    QTest::newRow("a BigTIFF of unknown offsets") << QByteArray("II+\0\x07\0\0\0\x10\0\0\0\0\0\0\0", 16);
    QTest::newRow("a PNG's signature alone") << QByteArray("\x89PNG\r\n\x1A\n", 8);
    QTest::newRow("a JPEG's start alone") << QByteArray("\xFF\xD8\xFF\xE0", 4);
    QTest::newRow("a JPEG that ends at once") << QByteArray("\xFF\xD8\xFF\xD9", 4);
    QTest::newRow("a BMP without a size") << QByteArray("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0", 18);
    QTest::newRow("a WebP without a picture") << QByteArray("RIFF\x04\0\0\0WEBP", 12);
    QTest::newRow("a graymap of a million million pixels") << QByteArray("P5 1000000 1000000 255\nxx");
    QTest::newRow("a graymap without pixels") << QByteArray("P5 0 0 255\n");
    QTest::newRow("a graymap of negative size") << QByteArray("P5 -3 3 255\nxxxxxxxxx");
    QTest::newRow("a graymap whose maximum is 0") << QByteArray("P5 1 1 0\nx");
    QTest::newRow("a graymap with a word in it") << QByteArray("P2 2 1 255\n12 deep\n");
    QTest::newRow("a graymap with too large a value") << QByteArray("P2 1 1 10\n11\n");
}

void TestBrokenInput::anImageThatIsNone() {
    QFETCH(QByteArray, bytes);
    for (const std::string kind : {"tiff", "image"}) {
        const std::string name = "none" + std::to_string(cases_.size());
        writeContents(name, bytes.toStdString());
        expectRefused(
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: "
            "[data: part]}\n  part:\n    kind: " +
                kind + "\n    file: " + name + "\n",
            {7, 11, 11}, "part");
    }
}

/// Skipped if a single case was asked for.
void TestBrokenInput::thereWereManyCases() {
    qInfo("%zu broken inputs, %d of them also through the program", cases_.size(), throughTheProgram_);
    QVERIFY(cases_.size() >= 1000);
    QVERIFY(throughTheProgram_ >= 40);
}

BURIN_TEST(TestBrokenInput)
#include "test_broken_input.moc"
