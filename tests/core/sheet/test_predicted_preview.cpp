// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/preview/preview.hpp"
#include "support/measuring/predicting.hpp"
#include "support/testing.hpp"

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace burin;
using namespace burin::test;

/// Pictures of the surface that the spot engraves.
class TestPredictedPreview : public QObject {
    Q_OBJECT

  private slots:
    /// The pictures of a prediction are means of samples at level 0, like the pictures of any node.
    void picturesOfCoarseLevelsAreMeans() {
        Predicting one(spotted("", "spot: 8 um"));
        QVERIFY(one.graph);
        PreviewSource source(one.backend, one.budget, one.graph, nullptr);
        PreviewPart wanted;
        wanted.area = {1, 1, 3, 2};
        wanted.level = 3;
        wanted.exactWithin = std::chrono::hours(1);
        const Picture picture = source.render(wanted);
        QVERIFY(picture.exact);
        const std::vector<float> samples = one.samples({8, 8, 24, 16});
        for (std::int64_t y = 0; y < 2; ++y) {
            for (std::int64_t x = 0; x < 3; ++x) {
                double sum = 0;
                for (std::int64_t k = 0; k < 64; ++k)
                    sum += static_cast<double>(
                        samples[static_cast<std::size_t>((8 * y + k / 8) * 24 + 8 * x + k % 8)]);
                QVERIFY(std::abs(static_cast<double>(picture.row(y)[x]) - sum / 64) < 1e-5);
            }
        }
    }
};

BURIN_TEST(TestPredictedPreview)
#include "test_predicted_preview.moc"
