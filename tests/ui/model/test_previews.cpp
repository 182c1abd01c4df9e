// SPDX-License-Identifier: GPL-3.0-or-later

// What the interface shows of a design, against what an export writes of it.

#include "ui/model/previews.hpp"

#include "core/render/cpu_backend.hpp"
#include "core/surface/root_blocks.hpp"
#include "tests/ui/support/studio_test.hpp"

#include <QSignalSpy>

#include <future>
#include <random>
#include <set>

using namespace burin;
using namespace burin::ui;

class TestPreviews : public QObject {
    Q_OBJECT

  private slots:
    void theProbeIsTheExportedSample_data();
    void theProbeIsTheExportedSample();
    void theNewestProbeIsAnswered();
    void tilesAreThePicturesOfTheEngine();
    void tilesOfASlowSurfaceGetBetter();
    void ofManyEditsTheLastIsShown();
    void somethingNewAppearsUnderAnyNumberOfEdits();
    void anUndoIsThereAtOnce();
    void anEditElsewhereLeavesThePictures();
    void linesAreSamplesOfLevelZero();
    void aLongLineTakesSomeSamples();
    void theHistogramCountsWhatIsVisible();
    void errorsComeAsWords_data();
    void errorsComeAsWords();
    void thumbnailsComeAndStay();
    void whatTooMuchMemoryNeedsIsSaid();
};

namespace {

QString surfaceOf(const QString& expression, const QString& size = "3000") {
    return QString(
               "burin: 1\npixel: 1 um\nnodes:\n"
               "  surface: {kind: root, width: %1, height: %1, full_depth: 40 um, inputs: [data: part]}\n"
               "  part: {kind: math2d, expression: \"%2\"}\n")
        .arg(size, expression);
}

/// The sample that an export writes.
int exported(Backend& backend, const std::shared_ptr<const Graph>& graph, Point at) {
    RootBlocks blocks(backend, graph, {});
    std::byte out[8] = {};
    std::promise<std::exception_ptr> done;
    blocks.start(
        {at.x, at.y, 1, 1}, [&] { return out; }, sizeof out,
        [&](std::exception_ptr error) { done.set_value(error); });
    if (const std::exception_ptr error = done.get_future().get()) std::rethrow_exception(error);
    const int depth = rootOf(*graph)->depth;
    const auto first = std::to_integer<int>(out[0]);
    if (depth == 1) return first >> 7;
    if (depth == 8) return first;
    std::uint16_t wide = 0;
    std::memcpy(&wide, out, sizeof wide);
    return wide;
}

bool settled(StudioTest& studio) {
    const PreviewProgress progress = studio.previews.progress();
    return !studio.previews.busy() && progress.visible > 0 && progress.refined == progress.visible;
}

bool boundTo(StudioTest& studio) {
    const BoundNodePtr node = studio.previews.shown();
    return node && node->design == studio.document.design();
}

void showAll(StudioTest& studio, const QString& text, int level = 0, const Rect& samples = {0, 0, 700, 500}) {
    QCOMPARE(studio.document.recover(text, {}), QString());
    studio.previews.setView({level, samples});
    QTRY_VERIFY_WITH_TIMEOUT(boundTo(studio) && settled(studio), 20000);
}

}  // namespace

void TestPreviews::theProbeIsTheExportedSample_data() {
    QTest::addColumn<QString>("file");
    const QDir examples(QString(BURIN_SOURCE_DIR) + "/resources/examples");
    for (const QString& name : examples.entryList({"*.burin"}))
        QTest::addRow("%s", qPrintable(name)) << examples.filePath(name);
}

void TestPreviews::theProbeIsTheExportedSample() {
    QFETCH(QString, file);
    StudioTest studio;
    QCOMPARE(studio.document.open(file), QString());
    QTRY_VERIFY(boundTo(studio));
    const BoundNodePtr node = studio.previews.shown();
    QVERIFY2(node->ready(), qPrintable(node->problem));
    const Rect all = node->extent.rect();
    std::mt19937_64 random(11);
    for (int k = 0; k < 12; ++k) {
        const Point at{static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(all.width)),
                       static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(all.height))};
        studio.previews.askProbe(at);
        QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->at == at);
        const Probe& probe = *studio.previews.probe();
        QCOMPARE(probe.problem, QString());
        QVERIFY(probe.inside);
        QCOMPARE(probe.code, exported(studio.backend, node->source->graph(), at));
    }
    studio.previews.askProbe(Point{-1, 5});
    QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->at == (Point{-1, 5}));
    QVERIFY(!studio.previews.probe()->inside);
}

void TestPreviews::theNewestProbeIsAnswered() {
    StudioTest studio;
    QCOMPARE(studio.document.recover(surfaceOf("x / 3000"), {}), QString());
    QTRY_VERIFY(boundTo(studio));
    QSignalSpy answers(&studio.previews, &Previews::probed);
    for (int x = 0; x <= 500; ++x)
        studio.previews.askProbe(Point{x, 0});
    QTRY_VERIFY(studio.previews.probe() && studio.previews.probe()->at.x == 500);
    QVERIFY(answers.size() < 20);
}

void TestPreviews::tilesAreThePicturesOfTheEngine() {
    StudioTest studio;
    const QString text = surfaceOf("0.5 + 0.4 * sin(x / 9) * cos(y / 17)");
    for (const int level : {0, 2}) {
        showAll(studio, text, level, {0, 0, 3000, 1000});
        const BoundNodePtr node = studio.previews.shown();
        for (const TileIndex index : tilesCovering({0, 0, 3000, 1000}, level)) {
            const PreviewTilePtr tile = studio.previews.tile(level, index);
            QVERIFY(tile && tile->exact);
            PreviewRequest request;
            request.graph = node->source->graph();
            request.area = tile->area;
            request.level = level;
            const Picture picture = renderPreview(studio.backend, studio.budget, request);
            QCOMPARE(tile->values(), picture.values);
        }
    }
}

/// Never back to what is worse.
void TestPreviews::tilesOfASlowSurfaceGetBetter() {
    StudioTest studio;
    QCOMPARE(studio.document.recover(surfaceOf("0.5 + 0.4 * noise(x / 90, y / 70, 3)", "2 m"), {}),
             QString());
    studio.previews.setView({12, {0, 0, 1 << 20, 1 << 20}});
    std::vector<double> efforts;
    connect(&studio.previews, &Previews::picturesChanged, this, [&] {
        if (const PreviewTilePtr tile = studio.previews.tile(12, {0, 0}))
            efforts.push_back(tile->samplesEach);
    });
    QTRY_VERIFY_WITH_TIMEOUT(efforts.size() > 1 && efforts.back() > 2 * efforts.front(), 20000);
    QVERIFY(std::is_sorted(efforts.begin(), efforts.end()));
    QVERIFY(!studio.previews.progress().exact);
}

void TestPreviews::ofManyEditsTheLastIsShown() {
    StudioTest studio;
    const auto textOf = [](int k) { return surfaceOf(QString("%1 / 100 + 0.1 * sin(x / 31)").arg(k)); };
    showAll(studio, textOf(1));
    std::set<std::uint64_t> outdated;
    connect(&studio.previews, &Previews::shownChanged, this, [&] {
        if (!boundTo(studio)) outdated.insert(studio.previews.shown()->hash.words[0]);
    });
    for (int k = 2; k <= 80; ++k) {
        QCOMPARE(studio.document.recover(textOf(k), {}), QString());
        QTest::qWait(k % 7);
    }
    QTRY_VERIFY_WITH_TIMEOUT(boundTo(studio) && settled(studio), 20000);
    const PreviewTilePtr tile = studio.previews.tile(0, {0, 0});
    QVERIFY(std::fabs(tile->value({0, 0}) - 0.8F) < 1.0F / 255);
    const NodeHash last = studio.previews.shown()->hash;
    QCOMPARE(tile->node, last);
    for (const std::uint64_t word : outdated) {
        if (word != last.words[0]) QVERIFY(!studio.previews.kept().holds({{word, 0}}));
    }
    QTRY_VERIFY(!studio.previews.ground() || studio.previews.ground()->node == last);
}

void TestPreviews::somethingNewAppearsUnderAnyNumberOfEdits() {
    StudioTest studio;
    const auto textOf = [](int k) {
        return surfaceOf(QString("%1 / 1000 + 0.1 * sin(x / 31)").arg(k), "2 m");
    };
    showAll(studio, textOf(1), 3, {0, 0, 8000, 4000});
    std::set<std::uint64_t> grounds;
    connect(&studio.previews, &Previews::picturesChanged, this, [&] {
        if (studio.previews.ground()) grounds.insert(studio.previews.ground()->node.words[0]);
    });
    int edits = 1;
    while (grounds.size() < 4 && edits < 3000) {
        QCOMPARE(studio.document.recover(textOf(++edits), {}), QString());
        QTest::qWait(1);
    }
    QVERIFY2(grounds.size() >= 4,
             qPrintable(QString("%1 pictures in %2 edits").arg(grounds.size()).arg(edits)));
    QVERIFY(static_cast<int>(grounds.size()) < edits);
}

void TestPreviews::anUndoIsThereAtOnce() {
    StudioTest studio;
    const QString before = surfaceOf("0.25 + 0.1 * sin(x / 31)");
    showAll(studio, before);
    const PreviewTilePtr tile = studio.previews.tile(0, {0, 0});
    showAll(studio, surfaceOf("0.75 + 0.1 * sin(x / 31)"));
    QVERIFY(studio.previews.tile(0, {0, 0}) != tile);
    QCOMPARE(studio.document.recover(before, {}), QString());
    QTRY_VERIFY(boundTo(studio));
    QCOMPARE(studio.previews.tile(0, {0, 0}), tile);
}

void TestPreviews::anEditElsewhereLeavesThePictures() {
    StudioTest studio;
    const QString text = surfaceOf("0.25 + 0.1 * sin(x / 31)");
    showAll(studio, text);
    const BoundNodePtr before = studio.previews.shown();
    QCOMPARE(studio.document.recover(text + "  alone: {kind: math2d, expression: \"x\"}\n", {}), QString());
    QTRY_VERIFY(boundTo(studio));
    QCOMPARE(studio.previews.shown()->source, before->source);
    QVERIFY(studio.previews.progress().exact);
}

void TestPreviews::linesAreSamplesOfLevelZero() {
    StudioTest studio;
    showAll(studio, surfaceOf("0.5 + 0.4 * sin(x / 9) * cos(y / 17)"), 3, {0, 0, 3000, 3000});
    for (const QLineF& line : {QLineF(10.5, 20.5, 610.5, 20.5), QLineF(5.2, 400.9, 300.7, 31.3)}) {
        studio.previews.askLine(line);
        QTRY_VERIFY(studio.previews.line() && studio.previews.line()->to == line.p2());
        const LineSamples& samples = *studio.previews.line();
        QVERIFY(!samples.decimated());
        QCOMPARE(samples.values.size(), static_cast<std::size_t>(line.length()) + 1);
        QCOMPARE(samples.fullDepthUm, 40.0);
        for (const std::size_t k : {std::size_t{0}, samples.values.size() / 3, samples.values.size() - 1}) {
            const QPointF p =
                line.pointAt(static_cast<double>(k) / static_cast<double>(samples.values.size() - 1));
            const Point at{static_cast<std::int64_t>(std::floor(p.x())),
                           static_cast<std::int64_t>(std::floor(p.y()))};
            const int written = exported(studio.backend, studio.previews.shown()->source->graph(), at);
            QCOMPARE(samples.values[k], static_cast<float>(written) / 255.0F);
        }
    }
}

void TestPreviews::aLongLineTakesSomeSamples() {
    StudioTest studio;
    QCOMPARE(studio.document.recover(surfaceOf("x / 2000000", "2 m"), {}), QString());
    QTRY_VERIFY(boundTo(studio));
    studio.previews.askLine(QLineF(0.5, 0.5, 1999999.5, 1999999.5));
    QTRY_VERIFY(studio.previews.line());
    const LineSamples& samples = *studio.previews.line();
    QVERIFY(samples.decimated());
    QCOMPARE(samples.values.size(), std::size_t{4096});
    QVERIFY(std::fabs(samples.values[2048] - 0.5F) < 2.0F / 255);
    QCOMPARE(samples.values.back(), 1.0F);
}

void TestPreviews::theHistogramCountsWhatIsVisible() {
    StudioTest studio;
    showAll(studio, surfaceOf("(x < 100) * 0.2 + (x >= 300) * 0.6"), 0, {0, 0, 400, 400});
    QTRY_VERIFY(studio.previews.histogram() && studio.previews.histogram()->values == 160000);
    const Histogram& histogram = *studio.previews.histogram();
    QVERIFY(std::fabs(histogram.mean - 0.2) < 1e-2);
    QCOMPARE(histogram.empty, std::uint64_t{80000});
    QCOMPARE(histogram.least, 0.0F);
    QVERIFY(std::fabs(histogram.outside(0.1, 0.7) - 0.5) < 1e-6);
    QCOMPARE(studio.previews.look().values().low, 0.0);
    QCOMPARE(studio.previews.look().values().high, 0.6);
}

void TestPreviews::errorsComeAsWords_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::addRow("an expression that does not parse") << surfaceOf("1 +") << "part: expression";
    QTest::addRow("an image that is not there") << "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, "
                                                   "width: 9, height: 9, inputs: [data: part]}\n"
                                                   "  part: {kind: tiff, file: nowhere.tif}\n"
                                                << "nowhere.tif";
    QTest::addRow("no surface")
        << "burin: 1\npixel: 1 um\nnodes:\n  part: {kind: math2d, expression: \"1\"}\n"
        << "no surface";
}

void TestPreviews::errorsComeAsWords() {
    QFETCH(QString, text);
    QFETCH(QString, words);
    StudioTest studio;
    QCOMPARE(studio.document.recover(text, {}), QString());
    studio.previews.setView({0, {0, 0, 100, 100}});
    QTRY_VERIFY(boundTo(studio));
    QVERIFY2(studio.previews.problem().contains(words), qPrintable(studio.previews.problem()));
    QVERIFY(!studio.previews.shown()->ready());
    QTRY_VERIFY(!studio.previews.busy());
    // What was wrong is forgotten once it is right.
    QCOMPARE(studio.document.recover(surfaceOf("0.5"), {}), QString());
    QTRY_VERIFY(boundTo(studio) && settled(studio));
    QCOMPARE(studio.previews.problem(), QString());
}

void TestPreviews::thumbnailsComeAndStay() {
    StudioTest studio;
    QCOMPARE(studio.document.recover(surfaceOf("x / 3000"), {}), QString());
    QVERIFY(studio.previews.thumbnail("surface").isNull());
    QTRY_VERIFY(!studio.previews.thumbnail("surface").isNull());
    const QImage image = studio.previews.thumbnail("surface");
    QVERIFY(image.width() <= 128 && image.width() > 64 && image.width() == image.height());
    QVERIFY(qGray(image.pixel(2, 50)) < 10 && qGray(image.pixel(image.width() - 3, 50)) > 240);
    // A node with an error keeps its last good picture.
    QCOMPARE(studio.document.recover(surfaceOf("x /"), {}), QString());
    QCOMPARE(studio.previews.thumbnail("surface"), image);
    QTRY_VERIFY(!studio.previews.busy());
    QCOMPARE(studio.previews.thumbnail("surface"), image);
    QSignalSpy changed(&studio.previews, &Previews::thumbnailChanged);
    QCOMPARE(studio.document.recover(surfaceOf("1 - x / 3000"), {}), QString());
    QTRY_VERIFY(!changed.isEmpty());
    QVERIFY(qGray(studio.previews.thumbnail("surface").pixel(2, 50)) > 240);
}

void TestPreviews::whatTooMuchMemoryNeedsIsSaid() {
    MemoryBudget budget(std::size_t{1} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    Previews previews(Engine{backend, budget, {}});
    const QString text = QString(
        "burin: 1\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 90000, height: 90000, inputs: [data: soft]}\n"
        "  soft: {kind: profile, distance_max: 1000, profile: \"d / D\", inputs: [mask: part]}\n"
        "  part: {kind: math2d, expression: \"noise(x / 9, y / 9, 1)\"}\n");
    previews.setDesign(std::make_shared<const Design>(parseDesign(text.toStdString(), ".")));
    previews.setView({0, {40000, 40000, 500, 400}});
    QTRY_VERIFY_WITH_TIMEOUT(!previews.problem().isEmpty(), 20000);
    QVERIFY2(previews.problem().contains("the budget is 1 MiB"), qPrintable(previews.problem()));
    QTRY_VERIFY(!previews.busy());
}

QTEST_MAIN(TestPreviews)
#include "test_previews.moc"
