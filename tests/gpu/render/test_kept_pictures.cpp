// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures that stay on the card have the same values as other pictures, and leave it when memory is short.

#include "core/preview/preview.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "gpu/render/kept_pictures.hpp"
#include "gpu/support/kept.hpp"
#include "support/testing.hpp"

#include <future>
#include <vector>

using namespace burin;
using namespace burin::test;

class TestKeptPictures : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }
    void haveTheSameValues();
    void giveWayAndKeepTheirValues();
    void areWhatAPreviewIsMadeOf();
    void waitForEachOthersMemory_data();
    void waitForEachOthersMemory();
};

void TestKeptPictures::haveTheSameValues() {
    gpu::CudaBackend backend({{0}, std::size_t{256} << 20U});
    const auto graph = bindText(noise, {}, {});
    for (const int level : {0, 1, 3, 6}) {
        for (const Rect& blocks : {Rect{3, 5, 260, 260}, Rect{0, 0, 1, 1}, Rect{17, 1, 33, 259}}) {
            const MeansOnBothSides means = meansOf(backend, graph, blocks, level);
            QVERIFY(means.kept != nullptr);
            QVERIFY(means.kept->values() == means.onHost);
        }
    }
}

/// More pictures than fit on the card: the oldest leave it, and a large request still gets memory.
void TestKeptPictures::giveWayAndKeepTheirValues() {
    gpu::CudaBackend backend({{0}, std::size_t{24} << 20U});
    const auto graph = bindText(noise, {}, {});
    std::vector<MeansOnBothSides> all;
    for (std::int64_t k = 0; k < 200; ++k)
        all.push_back(meansOf(backend, graph, {k, 7 * k, 260, 260}, 2));
    const std::vector<float> samples = samplesOf(backend, graph, {0, 0, 1500, 1500});
    QVERIFY(samples[1] > 0);
    int left = 0;
    for (const MeansOnBothSides& means : all) {
        QVERIFY(means.kept->values() == means.onHost);
        if (!dynamic_cast<const gpu::KeptPicture&>(*means.kept).hold()) ++left;
    }
    QVERIFY2(left > 100, qPrintable(QString::number(left)));
    QVERIFY(backend.heapPeakBytes() <= std::size_t{24} << 20U);
}

void TestKeptPictures::areWhatAPreviewIsMadeOf() {
    gpu::CudaBackend backend({{0}, std::size_t{256} << 20U});
    MemoryBudget budget(std::size_t{256} << 20U);
    PreviewSource source(backend, budget, bindText(noise, {}, {}), nullptr);
    PreviewPart part;
    part.area = {2, 3, 200, 150};
    part.level = 5;
    part.patience = std::chrono::seconds(0);
    const Picture here = source.render(part);
    part.stays = true;
    const Picture there = source.render(part);
    QVERIFY(here.exact && there.exact && !here.onDevice);
    QVERIFY(there.onDevice && there.values.empty());
    QVERIFY(there.onDevice->values() == here.values);
}

void TestKeptPictures::waitForEachOthersMemory_data() {
    QTest::addColumn<std::int64_t>("side");
    QTest::addRow("one fits at a time") << std::int64_t{1200};
    QTest::addRow("two fit, but leave no room to compute") << std::int64_t{950};
    QTest::addRow("several fit") << std::int64_t{500};
}

/// Many pictures at once on a card with memory for only a few: none of them fails.
void TestKeptPictures::waitForEachOthersMemory() {
    QFETCH(std::int64_t, side);
    gpu::CudaBackend backend({{0}, std::size_t{24} << 20U});
    const auto graph = bindText(noise, {}, {});
    constexpr std::size_t count = 24;
    std::vector<std::vector<float>> pictures(count,
                                             std::vector<float>(static_cast<std::size_t>(side * side)));
    std::vector<std::promise<std::exception_ptr>> ends(count);
    const auto requestOf = [&](std::size_t k, float* out) {
        const Rect blocks{static_cast<std::int64_t>(k), static_cast<std::int64_t>(3 * k), side, side};
        RenderRequest request;
        request.graph = graph;
        request.area = {2 * blocks.x, 2 * blocks.y, 2 * side, 2 * side};
        request.means = MeansTarget{1, blocks, out, side, nullptr};
        return request;
    };
    for (std::size_t k = 0; k < count; ++k) {
        backend.start(requestOf(k, pictures[k].data()),
                      [&ends, k](const std::exception_ptr& why) { ends[k].set_value(why); });
    }
    std::size_t failed = 0;
    for (std::promise<std::exception_ptr>& end : ends)
        failed += end.get_future().get() == nullptr ? 0 : 1;
    QCOMPARE(failed, std::size_t{0});
    std::vector<float> alone(pictures.front().size());
    for (const std::size_t k : {std::size_t{0}, count - 1}) {
        renderAndWait(backend, requestOf(k, alone.data()));
        QVERIFY(alone == pictures[k]);
    }
}

BURIN_TEST(TestKeptPictures)
#include "test_kept_pictures.moc"
