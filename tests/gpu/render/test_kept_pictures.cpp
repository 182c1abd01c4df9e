// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures that stay on the card have the same values as others, and leave it when memory is short.

#include "core/preview/preview.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "gpu/render/kept_pictures.hpp"
#include "gpu/support/kept.hpp"
#include "support/testing.hpp"

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

/// More pictures than fit on the card: the oldest move to the host, and a large request still gets memory.
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

BURIN_TEST(TestKeptPictures)
#include "test_kept_pictures.moc"
