// SPDX-License-Identifier: GPL-3.0-or-later

// Golden designs: runs tests/golden/<kind>/*.burin through the real program and compares every sample with
// the reference. A new kind needs a new folder.

#include "support/design_reader.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/reference.hpp"
#include "support/testing.hpp"

#include <tiffio.h>

#include <yaml-cpp/yaml.h>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <map>

using namespace burin;
using namespace burin::test;

namespace {

const QString goldenFolder = inTree("tests/golden");

QStringList designsIn(const QString& folder) {
    QStringList files;
    for (const QString& name : QDir(folder).entryList({"*.burin"}, QDir::Files))
        files += folder + "/" + name;
    return files;
}

QByteArray contentsOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A design as the reference reads it. Outlines take it seconds, so that each design is read once.
const Tree& treeOf(const QString& design) {
    static std::map<QString, Tree> known;
    const auto found = known.find(design);
    return found != known.end() ? found->second
                                : known.emplace(design, readTree(design.toStdString())).first->second;
}

/// Written values, row by row; rows start at whole bytes.
class Surface {
  public:
    Surface(const Size& size, int depth, QByteArray raw)
        : depth_(depth), rowBytes_((size.width * depth + 7) / 8), bytes_(std::move(raw)) {}

    [[nodiscard]] bool complete(std::int64_t height) const { return bytes_.size() == rowBytes_ * height; }
    [[nodiscard]] int at(Point p) const {
        const auto* row = reinterpret_cast<const std::uint8_t*>(bytes_.constData()) + p.y * rowBytes_;
        if (depth_ == 16) return row[2 * p.x] | row[2 * p.x + 1] << 8;
        return depth_ == 8 ? row[p.x] : row[p.x / 8] >> (7 - p.x % 8) & 1;
    }

  private:
    int depth_;
    std::int64_t rowBytes_;
    QByteArray bytes_;
};

/// Whether the repeats of a node are interpolated.
template <class Kind>
bool interpolates(const Kind* kind) {
    return kind != nullptr && (kind->vary.turn == "any" || kind->vary.scale != Pair{1, 1});
}

/// Whether no node has a tolerance.
bool isExact(const Tree& tree) {
    return std::none_of(tree.nodes.begin(), tree.nodes.end(), [](const TreeNode& node) {
        return interpolates(node.as<StitchingNode>()) || interpolates(node.as<ScatterNode>()) ||
               node.as<MathNode>() != nullptr || node.as<ConvolutionNode>() != nullptr ||
               node.as<TransformNode>() != nullptr || node.as<NoiseNode>() != nullptr ||
               node.as<WarpNode>() != nullptr || node.as<FlowNode>() != nullptr ||
               node.as<RoughNode>() != nullptr || node.as<ExampleNode>() != nullptr ||
               node.as<CompensateNode>() != nullptr || node.as<OutlineNode>() != nullptr;
    });
}

/// Whether cards compute all nodes. The program computes all other designs on the CPU.
bool isForCards(const Tree& tree) {
    return std::none_of(tree.nodes.begin(), tree.nodes.end(),
                        [](const TreeNode& node) { return node.as<OutlineNode>() != nullptr; });
}

/// The samples of a TIFF with strips, in the layout of raw output.
QByteArray rawOf(const QString& path) {
    TIFF* const tif = TIFFOpen(path.toLocal8Bit().constData(), "r");
    if (tif == nullptr) return {};
    std::uint32_t height = 0;
    TIFFGetField(tif, TIFFTAG_IMAGELENGTH, &height);
    QByteArray rows;
    QByteArray row(static_cast<qsizetype>(TIFFScanlineSize(tif)), '\0');
    for (std::uint32_t y = 0; y < height && TIFFReadScanline(tif, row.data(), y) > 0; ++y)
        rows += row;
    TIFFClose(tif);
    return rows;
}

/// The samples of a TIFF with one tile, in the layout of raw output.
QByteArray rawOfTile(const QString& path, const Size& size, int depth) {
    TIFF* const tif = TIFFOpen(path.toLocal8Bit().constData(), "r");
    if (tif == nullptr) return {};
    QByteArray tile(static_cast<qsizetype>(TIFFTileSize(tif)), '\0');
    const auto stride = static_cast<qsizetype>(TIFFTileRowSize(tif));
    const bool read = TIFFNumberOfTiles(tif) == 1 && TIFFReadEncodedTile(tif, 0, tile.data(), -1) >= 0;
    TIFFClose(tif);
    QByteArray rows;
    for (qsizetype y = 0; read && y < size.height; ++y)
        rows += tile.mid(y * stride, static_cast<qsizetype>((size.width * depth + 7) / 8));
    return rows;
}

}  // namespace

class TestGolden : public QObject {
    Q_OBJECT

  private:
    /// The program's output. Fails the test if the program does not exit with 0.
    QByteArray run(const QStringList& arguments) {
        QProcess process;
        process.start(burinProgram, arguments);
        const bool ended = process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit;
        const bool done = ended && process.exitCode() == 0;
        if (!done) QTest::qFail(process.readAllStandardError().constData(), __FILE__, __LINE__);
        return process.readAllStandardOutput();
    }
    QStringList backendsHere() {
        return run({"devices"}).contains("cuda  0: ") ? QStringList{"cpu", "cuda"} : QStringList{"cpu"};
    }
    QString exported(const QString& design, const QString& name, const QString& options) {
        const QString file = folder_.filePath(name);
        run(QStringList{"export", design, "--to", file, "--force"} + options.split(' '));
        return file;
    }

    /// The program's description of all kinds.
    const YAML::Node& kinds() {
        if (!kinds_.IsMap()) kinds_ = YAML::Load(run({"kinds", "--yaml"}).toStdString());
        return kinds_;
    }

    QTemporaryDir folder_;
    YAML::Node kinds_;
    std::int64_t samples_ = 0;
    std::int64_t rows_ = 0;

  private slots:
    void everyKindHasItsFolder_data();
    void everyKindHasItsFolder();
    void everyOptionOccurs_data() { everyKindHasItsFolder_data(); }
    void everyOptionOccurs();
    void theProgramWritesWhatTheReferenceAllows_data();
    void theProgramWritesWhatTheReferenceAllows();
    void cleanupTestCase();
};

void TestGolden::everyKindHasItsFolder_data() {
    QTest::addColumn<QString>("kind");
    for (const auto& kind : kinds()) {
        const auto name = kind.first.as<std::string>();
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

/// The folder's designs use the kind and are valid.
void TestGolden::everyKindHasItsFolder() {
    QFETCH(QString, kind);
    const QStringList designs = designsIn(goldenFolder + "/" + kind);
    QVERIFY2(!designs.isEmpty(), qPrintable("a design is missing in tests/golden/" + kind));
    for (const QString& design : designs) {
        const Tree& tree = treeOf(design);
        const auto isOfKind = [&](const TreeNode& node) { return kindName(node) == kind.toStdString(); };
        QVERIFY2(std::any_of(tree.nodes.begin(), tree.nodes.end(), isOfKind), qPrintable(design));
        QCOMPARE(run({"check", design}), QByteArray("ok\n"));
    }
}

/// Each parameter, each of its choices and each of its alternatives.
void TestGolden::everyOptionOccurs() {
    QFETCH(QString, kind);
    QString all;
    for (const QString& design : designsIn(goldenFolder + "/" + kind))
        all += contentsOf(design);
    const YAML::Node description = kinds()[kind.toStdString()];
    const auto expect = [&](const QString& text) {
        QVERIFY2(all.contains(text), qPrintable("no design in tests/golden/" + kind + " says " + text));
    };
    for (const auto& parameter : description["parameters"]) {
        const auto key = QString::fromStdString(parameter.first.as<std::string>());
        expect("\n    " + key + ":");
        const bool any = parameter.second["type"].as<std::string>() == "map";
        for (const auto& alternative : parameter.second["alternatives"]) {
            const auto inner = QString::fromStdString(alternative.first.as<std::string>());
            if (any) {
                expect(inner + ": ");
                for (const auto& choice : alternative.second["choices"])
                    expect(inner + ": " + QString::fromStdString(choice.as<std::string>()));
                continue;
            }
            expect("    " + key + ": {" + inner + ":");
            for (const auto& choice : alternative.second["choices"])
                expect("{" + inner + ": " + QString::fromStdString(choice.as<std::string>()) + "}");
        }
        const auto fallback = parameter.second["default"].as<std::string>("");
        for (const auto& choice : parameter.second["choices"]) {
            const auto value = choice.as<std::string>();
            if (value != fallback) expect(key + ": " + QString::fromStdString(value) + "\n");
        }
    }
}

void TestGolden::theProgramWritesWhatTheReferenceAllows_data() {
    QTest::addColumn<QString>("design");
    QTest::addColumn<QString>("backend");
    const QDir golden(goldenFolder);
    for (const QString& backend : backendsHere()) {
        for (const QString& folder : golden.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            for (const QString& design : designsIn(golden.filePath(folder)))
                QTest::addRow("%s on %s", qPrintable(golden.relativeFilePath(design)), qPrintable(backend))
                    << design << backend;
        }
    }
}

void TestGolden::theProgramWritesWhatTheReferenceAllows() {
    QFETCH(QString, design);
    QFETCH(QString, backend);
    const Tree& tree = treeOf(design);
    const QString on = " --backend " + (isForCards(tree) ? backend : QString("auto"));
    const Size size = *tree.nodes.back().size;
    const int depth = tree.nodes.back().as<RootNode>()->depth;
    const QByteArray raw = contentsOf(exported(design, "x.raw", "--tile 64 --threads 2" + on));
    const Surface surface(size, depth, raw);
    QVERIFY(surface.complete(size.height));
    Reference reference(tree);
    const int widest = isExact(tree) ? 0 : 3;
    std::int64_t narrow = 0;
    for (std::int64_t y = 0; y < size.height; ++y) {
        for (std::int64_t x = 0; x < size.width; ++x) {
            const auto [low, high] = reference.written({x, y});
            const int value = surface.at({x, y});
            if (value < low || value > high) {
                const QString context = QString("%1, %2 is %3, allowed %4 to %5");
                QFAIL(qPrintable(context.arg(x).arg(y).arg(value).arg(low).arg(high)));
            }
            if (high - low <= widest) ++narrow;
        }
    }
    // Bounds that allow everything would prove nothing. The reference does not know the last bit of a
    // profile.
    const std::int64_t samples = size.width * size.height;
    QVERIFY(narrow * 1000 >= samples * (isExact(tree) ? 999 : 900));
    samples_ += samples;
    QCOMPARE(contentsOf(exported(design, "y.raw", "--tile 16 --threads 1" + on)), raw);
    const QString third = "--tile 47 --threads 3" + on;
    const bool inStrips = rows_++ % 2 == 0;  // the others in tiles
    if (inStrips || isLongRun()) QCOMPARE(rawOf(exported(design, "x.tif", third)), raw);
    if (!inStrips || isLongRun()) {
        const QString file = exported(design, "y.tif", "--layout tiles --compression deflate " + third);
        QCOMPARE(rawOfTile(file, size, depth), raw);
    }
}

void TestGolden::cleanupTestCase() {
    qInfo("%lld samples compared, each written three times or more", static_cast<long long>(samples_));
}

BURIN_TEST(TestGolden)
#include "test_golden.moc"
