// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancelled.hpp"
#include "core/engraving/photograph/texture_search.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

namespace burin {

namespace {

constexpr std::int64_t side = 400;
constexpr std::int64_t usualPlacePx = TextureMeasures::usualSidePx;
/// For photographs with such a fine grain, places with a quarter of the samples are enough.
constexpr std::int64_t placePx = usualPlacePx / 2;

struct Photograph {
    std::vector<float> samples;
    /// Shared by all textures, so that the samples are sorted once.
    std::shared_ptr<ExampleTables> tables = std::make_shared<ExampleTables>();

    [[nodiscard]] PhotographMeasures measures() const {
        return PhotographMeasures::of(samples, {side, side}, {});
    }
    [[nodiscard]] std::optional<ExampleTexture> texture(const TextureSettings& settings) const {
        ExampleTexture::Parameters all;
        all.method = settings.method;
        all.patchPx = settings.patchPx;
        all.seed = settings.seed;
        all.colours = settings.colours;
        const ExampleTexture node(all, tables);
        const Extent extent(Rect{0, 0, side, side});
        if (node.complaint(std::vector<LinkShape>{{Trait::data, {}, extent, extent}})) return {};
        WholeChild child;
        child.area = {0, 0, side, side};
        child.digest = "photograph";
        child.read = [this](SamplesView view, const std::stop_token&) {
            for (std::int64_t y = 0; y < side; ++y)
                std::copy_n(samples.begin() + y * side, side, view.row(y));
        };
        return node.holding(child);
    }
    [[nodiscard]] TextureLikeness likeness(const TextureSettings& settings,
                                           std::int64_t sidePx = placePx) const {
        return TextureMeasures(texture(settings).value(), {}, sidePx)
            .compare(measures(), settings.contrast, true);
    }
    [[nodiscard]] FoundTexture found(const TextureSettings& first, const std::stop_token& stop = {}) const {
        const auto make = [this](const TextureSettings& settings) { return texture(settings); };
        return findLikeTexture(measures(), first, {side, side}, make, stop, placePx).value();
    }
};

/// Grain of a few px.
/// \param shade  the mean and the spread of a sample whose distance from the rim is given
Photograph grain(const std::function<std::pair<double, double>(double fromRim)>& shade) {
    test::Random random(5);
    std::vector<double> noise(static_cast<std::size_t>((side + 2) * (side + 2)));
    for (double& one : noise)
        one = random.real(-1, 1);
    Photograph made;
    for (std::int64_t y = 0; y < side; ++y) {
        for (std::int64_t x = 0; x < side; ++x) {
            double sum = 0;
            for (std::int64_t i = 0; i < 9; ++i)
                sum += noise[static_cast<std::size_t>((y + i / 3) * (side + 2) + x + i % 3)];
            const auto [mean, spread] =
                shade(static_cast<double>(std::min({x, y, side - 1 - x, side - 1 - y})));
            const double value = std::clamp(mean + spread * sum / std::sqrt(3.0), 0.0, 1.0);
            made.samples.push_back(static_cast<float>(std::round(255 * value) / 255));
        }
    }
    return made;
}

TextureSettings blends(std::int64_t patchPx) {
    return {.method = ExampleTexture::Method::blend, .patchPx = patchPx};
}

TextureSettings cuts(std::int64_t patchPx) {
    return {.method = ExampleTexture::Method::cut, .patchPx = patchPx};
}

bool misses(const TextureLikeness& likeness, LikenessBound bound) {
    const std::vector<LikenessMiss> all = likeness.misses();
    return std::any_of(all.begin(), all.end(), [bound](const auto& one) { return one.bound == bound; });
}

}  // namespace

class TestTextureSearch : public QObject {
    Q_OBJECT

  private slots:
    /// Patches seldom show the rim of a photograph, so the texture is as rough as the middle.
    void aRimThatDiffersIsMadeUpFor_data() {
        QTest::addColumn<double>("rim");
        QTest::newRow("flatter") << 0.85;
        QTest::newRow("rougher") << 1.15;
    }
    void aRimThatDiffersIsMadeUpFor() {
        QFETCH(const double, rim);
        const Photograph photograph = grain([rim](double fromRim) {
            return std::pair(0.5, 0.12 * (rim + (1 - rim) * std::min(1.0, fromRim / 60)));
        });
        const TextureSettings usual = blends(side / 5);
        QVERIFY(misses(photograph.likeness(usual), LikenessBound::spread));
        const FoundTexture found = photograph.found(usual);
        QVERIFY2(found.likeness.misses().empty(), qPrintable(QString::number(found.likeness.worst())));
        QCOMPARE(photograph.likeness(found.settings).worst(), found.likeness.worst());
        QVERIFY2(std::abs(found.likeness.spread - 1) < 0.02,
                 qPrintable(QString::number(found.likeness.spread)));
    }

    /// No contrast gives the depths of a darker rim. Smaller patches show more of it.
    void smallerPatchesShowMoreOfTheRim() {
        const Photograph photograph = grain(
            [](double fromRim) { return std::pair(0.5 - 0.05 * std::max(0.0, 1 - fromRim / 60), 0.1); });
        const TextureSettings usual = blends(side / 5);
        QVERIFY(misses(photograph.likeness(usual), LikenessBound::depths));
        const FoundTexture found = photograph.found(usual);
        QVERIFY2(found.likeness.misses().empty(), qPrintable(QString::number(found.likeness.worst())));
        QVERIFY(found.settings.patchPx < usual.patchPx);
    }

    /// Patches of a medium size are barely within the limits, and other places of their texture are not.
    void otherPlacesAreWithinTheLimits() {
        const Photograph photograph = grain(
            [](double fromRim) { return std::pair(0.5 - 0.04 * std::max(0.0, 1 - fromRim / 60), 0.1); });
        const FoundTexture found = photograph.found(blends(side / 5));
        QVERIFY(found.likeness.misses().empty());
        const PhotographMeasures wanted = photograph.measures();
        const ExampleTexture texture = photograph.texture(found.settings).value();
        for (std::int64_t place = 1; place <= 8; ++place) {
            const Rect area{place * 1'000'003, -place * 700'001, usualPlacePx, usualPlacePx};
            std::vector<float> samples(static_cast<std::size_t>(area.area()));
            texture.begin({}, area, {samples.data(), area.width, area.width, area.height});
            DepthShares plain;
            plain.add(samples);
            const DepthShares shares =
                plain.toned(static_cast<double>(texture.tone().mean), found.settings.contrast);
            const double depths = shares.difference(wanted.shares);
            QVERIFY2(depths <= 0.05, qPrintable(QString::number(depths)));
            const double spread = shares.spread() / wanted.spread;
            QVERIFY2(std::abs(spread - 1) <= 0.02, qPrintable(QString::number(spread)));
        }
    }

    void aTextureThatServesStaysAsItIs_data() {
        QTest::addColumn<bool>("cut");
        QTest::newRow("blend") << false;
        QTest::newRow("cut") << true;
    }
    void aTextureThatServesStaysAsItIs() {
        QFETCH(const bool, cut);
        const Photograph photograph = grain([](double) { return std::pair(0.5, 0.1); });
        const TextureSettings usual = cut ? cuts(side / 6) : blends(side / 5);
        QVERIFY(photograph.likeness(usual, usualPlacePx).misses().empty());
        QCOMPARE(photograph.found(usual).settings, usual);
    }

    /// One half is dark, the other one light: patches of both halves blend to depths in between.
    void aPhotographThatNothingServesNamesWhatIsMissed() {
        Photograph photograph = grain([](double) { return std::pair(0.2, 0.05); });
        for (std::size_t i = photograph.samples.size() / 2; i < photograph.samples.size(); ++i)
            photograph.samples[i] += 0.6F;
        for (const TextureSettings& first : {blends(side / 5), cuts(side / 6)}) {
            const FoundTexture found = photograph.found(first);
            QVERIFY(found.likeness.everything);
            const std::vector<LikenessMiss> all = found.likeness.misses();
            QVERIFY(!all.empty());
            QVERIFY(all.front().excess() > 1);
            QCOMPARE(all.front().excess(), found.likeness.worst());
        }
    }

    void theSearchIsBounded() {
        for (const Size size : {Size{32, 32}, Size{300, 200}, Size{4096, 4096}}) {
            const std::vector<TextureSettings> blended = settingsToTry(blends(size.height / 5), size);
            QVERIFY(blended.size() <= 9);
            double steps = 0;
            const std::vector<TextureSettings> cut = settingsToTry(cuts(size.height / 6), size);
            QVERIFY(cut.size() <= 14);
            for (std::size_t i = 1; i < cut.size(); ++i) {
                const double one = std::pow(cut[i].colours, 4) * std::pow(double(cut[i].patchPx), 2);
                QVERIFY(one <= 0x1p30);
                steps += one;
            }
            QVERIFY(steps <= 0x1p31);
        }
    }

    /// The reservation covers the samples of the photograph, or else those of two textures and a transform.
    void memoryIsReserved() {
        constexpr std::size_t place = std::size_t{1024} * 1024;
        MemoryBudget ample(std::size_t{1} << 30U);
        const std::size_t needed = memoryForTextureSearch({side, side}, ample, {}).bytes();
        QVERIFY2(needed > 2 * 4 * place * sizeof(float) + place * (8 + 16),
                 qPrintable(QString::number(needed)));
        QVERIFY2(needed < std::size_t{64} << 20U, qPrintable(QString::number(needed)));
        QCOMPARE(ample.peak(), needed);
        QVERIFY(memoryForTextureSearch({4096, 4096}, ample, {}).bytes() > 16 * place * sizeof(float));
        QCOMPARE(ample.used(), std::size_t{0});

        MemoryBudget small(needed - 1);
        try {
            static_cast<void>(memoryForTextureSearch({side, side}, small, {}));
            QFAIL("the memory does not fit");
        } catch (const OutOfMemory& error) {
            QCOMPARE(error.needed, needed);
            QCOMPARE(error.problem().details.front(), std::string("the comparison of textures"));
        }
    }

    void itCanBeStopped() {
        std::stop_source stop;
        stop.request_stop();
        const Photograph photograph = grain([](double) { return std::pair(0.5, 0.1); });
        QVERIFY_THROWS_EXCEPTION(Cancelled,
                                 static_cast<void>(photograph.found(blends(40), stop.get_token())));
    }

    void sharesOfDepths() {
        DepthShares shares;
        shares.add(std::vector<float>{0, 0, 1, 1});
        QCOMPARE(shares.mean(), 0.5);
        QCOMPARE(shares.spread(), 0.5);
        DepthShares other;
        other.add(std::vector<float>{0, 1, 1, 1});
        QCOMPARE(shares.difference(other), 0.25);
        QVERIFY(std::abs(shares.toned(0.5, 0.5).spread() - 0.25) < 1e-4);
        QCOMPARE(shares.toned(0.5, 2).spread(), 0.5);  // depths stay in 0 to 1
    }
};

}  // namespace burin

BURIN_TEST(burin::TestTextureSearch)
#include "test_texture_search.moc"
