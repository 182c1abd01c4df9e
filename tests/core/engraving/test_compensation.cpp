// SPDX-License-Identifier: GPL-3.0-or-later

// What `burin check` says of compensations, compared with sums over a whole surface.

#include "core/design/design.hpp"
#include "core/engraving/compensation.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/measuring/slow_prediction.hpp"
#include "support/testing.hpp"

#include <cmath>

using namespace burin;
using namespace burin::test;

namespace {

constexpr int side = 90;

std::optional<CompensationEffect> effectOf(const std::string& keys, const std::string& formula,
                                           const std::string& more = "") {
    const Design design = parseDesign(
        "burin: 2\npixel: 1 um\nnodes:\n  s: {kind: root, width: 90, height: 90, inputs: [{data: u}]}\n"
        "  u: {kind: compensate, " +
            keys + " inputs: [{data: m}" + more +
            "]}\n  m: {kind: math2d, width: 90, height: 90, expression: \"" + formula + "\"}\n",
        ".");
    const Graph graph = bindGraph(design, *design.root, {}).graph.value();
    MemoryBudget budget(std::size_t{64} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    return compensationEffect(backend, graph, "u", {});
}

}  // namespace

class TestCompensation : public QObject {
    Q_OBJECT

  private slots:
    void isTheShareOfTheErrorThatIsLeft() {
        const auto found = effectOf("spot: 8 um, iterations: 3, edge: extend,", "0.5 + 0.6 * sin(x / 4)");
        QVERIFY(found.has_value());
        // Along x alone, because nothing changes along y.
        const SlowKernel spot = slowGaussian(8, 0.01);
        const auto at = [](const std::vector<double>& row, int x) {
            return row[static_cast<std::size_t>(std::clamp(x, 0, side + 39))];
        };
        std::vector<double> t;
        for (int x = -20; x < side + 20; ++x)
            t.push_back(std::clamp(0.5 + 0.6 * std::sin(std::clamp(x, 0, side - 1) / 4.0), 0.0, 1.0));
        const auto spread = [&](const std::vector<double>& row, int x) {
            double sum = 0;
            for (int i = -spot.reachX; i <= spot.reachX; ++i)
                sum += spot.at(i, 0) * at(row, x - i);
            return sum;
        };
        std::vector<double> u = t;
        for (int step = 0; step < 3; ++step) {
            std::vector<double> next = u;
            for (int x = 0; x < side + 40; ++x)
                next[static_cast<std::size_t>(x)] = std::clamp(at(u, x) + at(t, x) - spread(u, x), 0.0, 1.0);
            u = next;
        }
        double after = 0;
        double before = 0;
        int clipped = 0;
        for (int x = 20 + spot.reachX; x < 20 + side - spot.reachX; ++x) {
            const double missing = at(t, x) - spread(u, x);
            after += missing * missing;
            before += std::pow(at(t, x) - spread(t, x), 2);
            clipped += (at(u, x) <= 0 && missing < -1e-5) || (at(u, x) >= 1 && missing > 1e-5) ? 1 : 0;
        }
        QVERIFY(std::abs(found->left - std::sqrt(after / before)) < 1e-3);
        QVERIFY(clipped > 0);
        QVERIFY(std::abs(found->clipped - static_cast<double>(clipped) / (side - 2 * spot.reachX)) < 0.02);
    }

    void headroomHelps() {
        const std::string bumps = "0.5 + 0.25 * sin(x / 4) + 0.25 * sin(y / 7)";
        const double without = effectOf("spot: 16 um,", bumps).value().left;
        const auto with = effectOf("spot: 16 um, headroom: 0.2,", bumps).value();
        QVERIFY(with.left < without / 4);
        QVERIFY(with.clipped < 0.01);
    }

    void saysNothingWithoutAnError() {
        QVERIFY(!effectOf("spot: 8 um, edge: extend,", "0.5"));
        QVERIFY(!effectOf("spot: 8 um,", "x / 90", ", {mask: m}"));
    }

    void isSaidInWords() {
        const CompensationEffect effect{"lenses", 0.2871, 0.1234};
        QCOMPARE(effect.remark().text(),
                 std::string("lenses: the spot leaves 0.29 of the error that it makes without compensation "
                             "(RMS); 12 % of the samples would need a depth below 0 or above 1"));
        QCOMPARE(effect.remark().adviceText(), std::string("give more `headroom`"));
        QCOMPARE((CompensationEffect{"lenses", 0.2871, 0}).remark().adviceText(), std::string());
    }
};

BURIN_TEST(TestCompensation)
#include "test_compensation.moc"
