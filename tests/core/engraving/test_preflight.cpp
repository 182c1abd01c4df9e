// SPDX-License-Identifier: GPL-3.0-or-later

// Preflight finds what spoils an engraving, and nothing else. Exhaustive searches check its two searches.

#include "core/engraving/preflight.hpp"
#include "core/engraving/repeat_closing.hpp"
#include "core/engraving/thin_features.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <random>

using namespace burin;

namespace {

struct Looked {
    QByteArray findings;  ///< one line each
    QByteArray unseen;
    PreflightReport report;
};

/// Checks every place, however slow the computer is.
PreflightOptions thorough() {
    PreflightOptions options;
    options.patience = std::chrono::hours(1);
    return options;
}

Looked look(const QByteArray& text, PreflightOptions options = thorough()) {
    const Design design = parseDesign(text.toStdString(), ".");
    Looked looked;
    for (const Diagnostic& d : design.diagnostics)
        looked.findings += QByteArray::fromStdString(d.text()) + '\n';
    if (!design.root || !design.errorsOf(*design.root).empty()) return looked;
    const auto graph = std::make_shared<const Graph>(*bindGraph(design, *design.root, {}).graph);
    MemoryBudget budget(std::size_t{256} << 20U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, 2);
    looked.report = preflight(design, graph, backend, options);
    for (const Finding& finding : looked.report.findings)
        looked.findings += QByteArray::fromStdString(finding.text()) + '\n';
    for (const Problem& unseen : looked.report.unseen)
        looked.unseen += QByteArray::fromStdString(unseen.text()) + '\n';
    return looked;
}

QByteArray surface(const char* width, const char* height, const char* job, const QByteArray& nodes) {
    return QByteArray("burin: 1\npixel: 2 um\nnodes:\n  surface: {kind: root, width: ") + width +
           ", height: " + height + ", inputs: [{data: a}]}\n" + nodes + "job: {" + job + "}\n";
}

/// Lengths that close, found by trying all pairs of a few repeats.
RepeatClosing closingByAllPairs(Vector u, Vector v, double length) {
    RepeatClosing closing;
    for (int i = -120; i <= 120; ++i) {
        for (int j = -120; j <= 120; ++j) {
            const double along = i * u.x + j * v.x;
            if (std::abs(i * u.y + j * v.y) >= 0.5 || along <= 0.5) continue;
            if (along <= length + 0.5 && (!closing.below || along > *closing.below)) closing.below = along;
            if (along >= length - 0.5 && (!closing.above || along < *closing.above)) closing.above = along;
            closing.closed = closing.closed || std::abs(along - length) <= 0.5;
        }
    }
    return closing;
}

/// Gives the result of findThinFeatures() by trying all pairs of places.
std::vector<std::uint8_t> thinByAllPairs(const std::vector<std::uint8_t>& set, Size size, double spot) {
    const auto nearest = [&](const std::vector<std::uint8_t>& to, std::int64_t x, std::int64_t y) {
        double least = HUGE_VAL;
        for (std::int64_t b = 0; b < size.height; ++b) {
            for (std::int64_t a = 0; a < size.width; ++a) {
                if (to[static_cast<std::size_t>(b * size.width + a)] == 0) continue;
                least = std::min(least, std::hypot(static_cast<double>(a - x), static_cast<double>(b - y)));
            }
        }
        return least;
    };
    std::vector<std::uint8_t> untouched(set.size()), centres(set.size()), thin(set.size());
    for (std::size_t k = 0; k < set.size(); ++k)
        untouched[k] = set[k] == 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (std::int64_t y = 0; y < size.height; ++y) {
            for (std::int64_t x = 0; x < size.width; ++x) {
                const auto k = static_cast<std::size_t>(y * size.width + x);
                if (pass == 0) centres[k] = nearest(untouched, x, y) >= spot / 2;
                if (pass == 1) thin[k] = set[k] != 0 && nearest(centres, x, y) > spot;
            }
        }
    }
    return thin;
}

}  // namespace

class TestPreflight : public QObject {
    Q_OBJECT

  private slots:
    void findings_data() {
        QTest::addColumn<QByteArray>("design");
        QTest::addColumn<QByteArray>("expected");  // the beginning of the only line; empty if there is none
        const auto row = [](const char* name, const QByteArray& design, const char* expected) {
            QTest::newRow(name) << design << QByteArray(expected);
        };
        const char* discs =
            "  a: {kind: stitching, u: [50, 0], v: [0, 40], inputs: [{pattern: d}]}\n"
            "  d: {kind: math2d, width: 40, height: 30, expression: \"hypot(x - 20, y - 15) < 12\"}\n";
        row("a sound surface", surface("300", "200", "spot: 8 um", discs), "");
        row("a height that does not close", surface("300", "210", "spot: 8 um", discs),
            "warning: a: around a roller, the height is not a whole number of repeats, along y, 210 px "
            "(0.42 mm); use a height of 200 px (0.4 mm) or 240 px (0.48 mm), or u: [50, 0], v: [0, "
            "42] with `closes: [0, 210]`\n");
        row("a width that does not close", surface("320", "200", "spot: 8 um", discs),
            "warning: a: around a roller, the width is not a whole number of repeats, along x, 320 px "
            "(0.64 mm); use a width of 300 px (0.6 mm) or 350 px (0.7 mm), or u: "
            "[53.333333333333336, 0], v: [0, 40] with `closes: [320, 0]`\n");
        const auto repeats = [&](const char* kind) {
            return surface("300", "210", "spot: 8 um",
                           "  a: {kind: " + QByteArray(kind) +
                               ", inputs: [{pattern: d}]}\n"
                               "  d: {kind: math2d, width: 40, height: 30, expression: \"hypot(x - 20, y - "
                               "15) < 12\"}\n")
                .replace("burin: 1", "burin: 2");
        };
        row("a lattice that closes", repeats("stitching, u: [50.001, 0], v: [0, 42], closes: [300, 210]"),
            "");
        row("a lattice that closes twice around",
            repeats("stitching, u: [50, 0], v: [0, 35], closes: [100, "
                    "70], vary: {turn: half}"),
            "");
        row("a lattice that closes after another height",
            repeats("stitching, u: [50, 0], v: [0, 40], closes: [300, 200]"),
            "warning: a: around a roller, the height is not a whole number of repeats, along y, 210 px "
            "(0.42 mm); use a height of 200 px (0.4 mm) or 240 px (0.48 mm), or u: [50, 0], v: [0, "
            "42] with `closes: [300, 210]`\n");
        row("whole repeats that differ",
            repeats("stitching, u: [50, 0], v: [0, 42], vary: {turn: half}, closes: [300, 0]"),
            "warning: a: around a roller, the repeats on the two sides do not fit together, along y, 210 px "
            "(0.42 "
            "mm); use `closes: [300, 210]`\n");
        row("points that close one way", repeats("scatter, pitch: 45, distance: 40, closes: [150, 0]"),
            "warning: a: around a roller, the points do not close, along y, 210 px (0.42 mm); write `closes: "
            "[150, "
            "210]`\n");
        row("larger than the field", surface("300", "200", "spot: 8 um, field: [500 um, 1 mm]", discs),
            "error: surface: is larger than the machine's field, 300 px (0.6 mm) x 200 px (0.4 mm); make it "
            "at most");
        row("a spot smaller than a pixel", surface("300", "200", "spot: 1 um", discs),
            "warning: surface: a pixel is larger than the spot, so neighbouring pixels do not join, "
            "spot 0.5 px (0.001 mm); make the pixel pitch at most 1 um");
        row("discs smaller than the spot", surface("300", "200", "spot: 80 um", discs),
            "warning: surface: features are narrower than the spot at half their depth");
        row("discs of just the spot, cut by the rim", surface("300", "200", "spot: 46 um", discs), "");
        row("a groove narrower than the spot, inverted",
            surface("300, invert: true", "200", "spot: 16 um",
                    "  a: {kind: math2d, expression: \"abs(x - 150) < 60 || abs(x - 250) < 3\"}\n"),
            "warning: surface: features are narrower than the spot at half their depth, 1.67 % of the "
            "samples checked, at 248, 0 px (0.496, 0 mm); make nothing narrower than 8 px (0.016 mm)\n");
        const auto compensated = [](const char* spot) {
            return surface("300", "200", "spot: 8 um",
                           QByteArray("  a: {kind: compensate, spot: ") + spot +
                               ", inputs: [{data: b}]}\n"
                               "  b: {kind: math2d, expression: \"0.5\"}\n")
                .replace("burin: 1", "burin: 2");
        };
        row("a node that compensates for the machine's spot", compensated("8 um"), "");
        row("a node that compensates for another spot", compensated("8.5 um"),
            "warning: a: compensates for a different spot than the machine's; copy `spot` from `job`\n");
        row("the same spot in other words", compensated("{shape: gaussian, sx: 8 um, sy: 8 um}"), "");
        row("a value over 1",
            surface("300", "200", "spot: 8 um",
                    "  a: {kind: math2d, expression: \"x == 70 && y == 30 ? 1.5 : 0.5\"}\n"),
            "warning: surface: values outside of 0..1 are cut off: 1.5, in 0.00167 % of the samples checked, "
            "at 70, 30 px (0.14, 0.06 mm); ");
        row("a value below 0",
            surface("300", "200", "spot: 8 um",
                    "  a: {kind: math2d, expression: \"x < 30 && y < 200 ? -0.25 : 0.5\"}\n"),
            "warning: surface: values outside of 0..1 are cut off: -0.25, in 10 % of");
        row("a muted node",
            surface("300", "200", "spot: 8 um",
                    "  a: {kind: union, muted: true, inputs: [{data: b}]}\n"
                    "  b: {kind: math2d, expression: \"0.5\"}\n"),
            "warning: a: is muted, line 5; unmute it if it should be engraved");
        row("a muted node that the root does not reach",
            surface("300", "200", "spot: 8 um",
                    "  a: {kind: math2d, expression: \"0.5\"}\n"
                    "  b: {kind: math2d, muted: true, expression: \"0.5\"}\n"),
            "6:3: b: warning: this node is not connected to the surface");
        const char* ramps =
            "  a: {kind: stitching, inputs: [{pattern: d}]}\n"
            "  d: {kind: math2d, width: 100, height: 40, expression: \"0.1 + 0.8 * x / w\"}\n";
        row("a pattern whose sides do not agree", surface("300", "200", "spot: 8 um", ramps),
            "warning: a: the step where repeats meet is 0.792 on average; inside a repeat it is at most "
            "0.008, at 0, 0 "
            "px "
            "(0, 0 mm) of its own frame, along y; ");
        row("a pattern whose sides agree",
            surface("300", "200", "spot: 8 um",
                    "  a: {kind: stitching, inputs: [{pattern: d}]}\n"
                    "  d: {kind: math2d, width: 100, height: 40, expression: \"0.5 + 0.4 * sin(tau * x / "
                    "w)\"}\n"),
            "");
        row("below a transform nothing is known of repeats",
            surface(
                "300", "210", "spot: 8 um",
                "  a: {kind: transform, rotate: 10, inputs: [{data: b}]}\n"
                "  b: {kind: stitching, u: [50, 0], v: [0, 40], inputs: [{pattern: d}]}\n"
                "  d: {kind: math2d, width: 40, height: 30, expression: \"hypot(x - 20, y - 15) < 12\"}\n"),
            "");
        row("a stitching that does not reach both ends",
            surface(
                "300", "210", "spot: 8 um",
                "  a: {kind: stitching, width: 250, height: 100, u: [50, 0], v: [0, 40], inputs: [{pattern: "
                "d}]}\n"
                "  d: {kind: math2d, width: 40, height: 30, expression: \"hypot(x - 20, y - 15) < 12\"}\n"),
            "");
    }
    void findings() {
        QFETCH(QByteArray, design);
        QFETCH(QByteArray, expected);
        const Looked looked = look(design);
        QVERIFY2(looked.findings.count('\n') == (expected.isEmpty() ? 0 : 1), looked.findings);
        QVERIFY2(looked.findings.startsWith(expected), looked.findings);
        QCOMPARE(looked.report.samplesSeen, looked.report.samples);
    }

    /// Half of the surface is 1, the other half 0: the spot takes half of the depth from the last full
    /// sample.
    void whatTheSpotChangesIsSaid() {
        const auto halves = [](const char* slope) {
            return surface("300", "200", "spot: 16 um",
                           "  a: {kind: math2d, expression: \"clamp((x - 149.5) * " + QByteArray(slope) +
                               " + 0.5, 0, 1)\"}\n")
                .replace("height: 200,", "height: 200, full_depth: 40 um,");
        };
        const auto percentIn = [](const QByteArray& findings) {
            return findings.mid(findings.indexOf("RMS (") + 5).split(' ').first().toDouble();
        };
        // The teeth of a comb are wider than the spot, but their walls are everywhere.
        const auto comb = [&halves](double depth) {
            return halves("0").replace("+ 0.5, 0, 1)",
                                       "+ " + QByteArray::number(depth) + " * mod(floor(x / 12), 2), 0, 1)");
        };
        const Looked deep = look(comb(1));
        QVERIFY2(deep.findings.startsWith("warning: surface: the predicted surface differs by "),
                 deep.findings);
        QCOMPARE(deep.findings.count('\n'), 1);
        QVERIFY2(deep.findings.contains(" px"), deep.findings);  // the place of the greatest difference
        const double all = percentIn(deep.findings);
        QVERIFY(all > 15 && all < 50);
        QCOMPARE(look(comb(9 / all)).findings, QByteArray());
        QVERIFY(std::abs(percentIn(look(comb(11 / all)).findings) - 11) < 0.3);
        // Along a steep wall the difference exceeds a tenth of the depth, but the wall is a small part of the
        // surface.
        QCOMPARE(look(halves("2")).findings, QByteArray());
        const Looked unknown =
            look(surface("300", "200", "spot: 16 um", "  a: {kind: math2d, expression: \"1\"}\n"));
        QVERIFY2(unknown.unseen.contains("the predicted surface: the surface has no full depth"),
                 unknown.unseen);
    }

    void aFlatPlateHasNoRepeatsToClose() {
        PreflightOptions options = thorough();
        options.roller = false;
        const Looked looked = look(
            surface(
                "320", "210", "spot: 8 um",
                "  a: {kind: stitching, u: [50, 0], v: [0, 40], inputs: [{pattern: d}]}\n"
                "  d: {kind: math2d, width: 40, height: 30, expression: \"hypot(x - 20, y - 15) < 12\"}\n"),
            options);
        QCOMPARE(looked.findings, QByteArray());
    }

    /// Inputs use a lattice clipped and whole, in both orders, also through a node that both of them share.
    void aClippedUseHidesNoOpenRepeat_data() {
        QTest::addColumn<QByteArray>("inputs");
        QTest::newRow("the clipped use first") << QByteArray("[{data: small}, {data: s}]");
        QTest::newRow("the whole use first") << QByteArray("[{data: s}, {data: small}]");
        QTest::newRow("shared below a clip") << QByteArray("[{data: small}, {data: same}]");
        QTest::newRow("whole along the other side first") << QByteArray("[{data: low}, {data: s}]");
        QTest::newRow("twice whole") << QByteArray("[{data: s}, {data: s, at: [3, 0]}]");
    }
    void aClippedUseHidesNoOpenRepeat() {
        QFETCH(const QByteArray, inputs);
        PreflightOptions options = thorough();
        options.roller = true;
        const Looked looked = look(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 103, height: 107, inputs: " +
                inputs +
                "}\n"
                "  small: {kind: union, width: 20, height: 20, inputs: [{data: same}]}\n"
                "  low: {kind: union, width: 103, height: 20, inputs: [{data: same}]}\n"
                "  same: {kind: union, inputs: [{data: s}]}\n"
                "  s: {kind: stitching, u: [10, 0], v: [0, 10], blend: max, inputs: [{pattern: p}]}\n"
                "  p: {kind: math2d, width: 9, height: 9, expression: \"max(0, 1 - hypot(x - 4, y - 4) / "
                "5)\"}\n",
            options);
        QCOMPARE(looked.findings.count("the width is not a whole number of repeats"), 1);
        QCOMPARE(looked.findings.count("the height is not a whole number of repeats"), 1);
    }

    /// Two nodes show halves of a lattice: 50 px on the left and 53 px on the right of 103 px. No use reaches
    /// from side to side.
    void halvesOfALatticeMeetAroundARoller_data() {
        QTest::addColumn<QByteArray>("inputs");
        QTest::addColumn<int>("found");
        QTest::newRow("both halves") << QByteArray("[{data: left}, {data: right}]") << 1;
        QTest::newRow("the right half first") << QByteArray("[{data: right}, {data: left}]") << 1;
        QTest::newRow("one half") << QByteArray("[{data: left}]") << 0;
        QTest::newRow("halves that only touch") << QByteArray("[{data: above}, {data: below}]") << 0;
        QTest::newRow("halves that overlap") << QByteArray("[{data: above}, {data: right}]") << 1;
        QTest::newRow("another half, placed otherwise") << QByteArray("[{data: left}, {data: moved}]") << 0;
        QTest::newRow("another half, moved by repeats") << QByteArray("[{data: farther}, {data: left}]") << 1;
    }
    void halvesOfALatticeMeetAroundARoller() {
        QFETCH(const QByteArray, inputs);
        QFETCH(const int, found);
        PreflightOptions options = thorough();
        options.roller = true;
        const Looked looked = look(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 103, height: 107, inputs: " +
                inputs +
                "}\n"
                "  left: {kind: union, width: 50, height: 100, inputs: [{data: s}]}\n"
                "  right: {kind: union, inputs: [{data: window, at: [50, 0]}]}\n"
                "  window: {kind: union, width: 53, height: 100, inputs: [{data: s, at: [-50, 0]}]}\n"
                "  moved: {kind: union, inputs: [{data: part, at: [50, 0]}]}\n"
                "  part: {kind: union, width: 53, height: 100, inputs: [{data: s, at: [-47, 0]}]}\n"
                "  farther: {kind: union, inputs: [{data: repeats, at: [50, 0]}]}\n"
                "  repeats: {kind: union, width: 53, height: 100, inputs: [{data: s, at: [-80, 20]}]}\n"
                "  above: {kind: union, width: 50, height: 50, inputs: [{data: s}]}\n"
                "  below: {kind: union, inputs: [{data: low, at: [50, 50]}]}\n"
                "  low: {kind: union, width: 53, height: 50, inputs: [{data: s, at: [-50, -50]}]}\n"
                "  s: {kind: stitching, u: [10, 0], v: [0, 10], blend: max, inputs: [{pattern: p}]}\n"
                "  p: {kind: math2d, width: 9, height: 9, expression: \"max(0, 1 - hypot(x - 4, y - 4) / "
                "5)\"}\n",
            options);
        QCOMPARE(looked.findings.count("the width is not a whole number of repeats"), found);
        QCOMPARE(looked.findings.count("the height is not a whole number of repeats"), 0);
    }

    /// Now with a lattice with the vectors [12.5, 0] and [0, 10.25] in 103 px. Places that differ by whole
    /// vectors differ by whole pixels only after two and four of them.
    void halvesOfALatticeBetweenPixelsMeet_data() {
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<int>("found");
        QTest::newRow("the other half") << QByteArray("at: [-50, 0]") << 1;
        QTest::newRow("moved by two vectors along x") << QByteArray("at: [-75, 0]") << 1;
        QTest::newRow("moved by four along y") << QByteArray("at: [-50, -41]") << 1;
        QTest::newRow("moved by nearly one vector") << QByteArray("at: [-63, 0]") << 0;
        QTest::newRow("moved by one pixel") << QByteArray("at: [-50, -1]") << 0;
    }
    void halvesOfALatticeBetweenPixelsMeet() {
        QFETCH(const QByteArray, right);
        QFETCH(const int, found);
        PreflightOptions options = thorough();
        options.roller = true;
        const Looked looked = look(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 103, height: 107, inputs: [{data: left}, {data: window, at: [50, "
            "0]}]}\n"
            "  left: {kind: union, width: 50, height: 100, inputs: [{data: s}]}\n"
            "  window: {kind: union, width: 53, height: 100, inputs: [{data: s, " +
                right +
                "}]}\n"
                "  s: {kind: stitching, u: [12.5, 0], v: [0, 10.25], blend: max, inputs: [{pattern: p}]}\n"
                "  p: {kind: math2d, width: 9, height: 9, expression: \"max(0, 1 - hypot(x - 4, y - 4) / "
                "5)\"}\n",
            options);
        QCOMPARE(looked.findings.count("the width is not a whole number of repeats"), found);
    }

    /// A step between two pictures at the joint is invisible below a third picture.
    void aStepAtTheJointMayBeHidden_data() {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<int>("found");
        QTest::newRow("in sight") << QByteArray() << 1;
        QTest::newRow("below both ends of a band")
            << QByteArray(", {data: band, at: [294, 0]}, {data: band}") << 0;
        QTest::newRow("beside a band") << QByteArray(", {data: band, at: [40, 0]}") << 1;
    }
    void aStepAtTheJointMayBeHidden() {
        QFETCH(const QByteArray, more);
        QFETCH(const int, found);
        const Looked looked = look(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 314, height: 37, inputs: [{data: l}, {data: r, at: [157, 0]}" +
            more +
            "]}\n"
            "  l: {kind: math2d, width: 157, height: 37, expression: \"0.2\"}\n"
            "  r: {kind: math2d, width: 157, height: 37, expression: \"0.8\"}\n"
            "  band: {kind: math2d, width: 20, height: 37, expression: \"0.5\"}\n"
            "job: {roller: {diameter: 0.1 mm, axis: y}}\n");
        QCOMPARE(looked.findings.count("the step across the joint"), found);
    }

    /// One picture ends at the joint of a roller, another one begins there.
    void twoPicturesMeetAtTheJoint_data() {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<QByteArray>("expected");  // part of the findings; empty if no joint is named
        const QByteArray whole = "width: 157, height: 37, ";
        const auto row = [](const char* name, const QByteArray& left, const QByteArray& right,
                            const char* expected) {
            QTest::newRow(name) << left << right << QByteArray(expected);
        };
        row("a step at the joint", whole + "expression: \"0.2 + 0.3 * x / 157\"",
            whole + "expression: \"0.5 + 0.3 * x / 157\"",
            "warning: r: the step across the joint of the roller to 'l' is 0.598 on average; next to it, it "
            "is at "
            "most 0.00191, at 0, 0 px; use inputs that match at the joint");
        row("a step elsewhere", whole + "expression: \"0.2 + 0.6 * x / 157\"", whole + "expression: \"0.2\"",
            "");
        row("they do not meet along the axis", "width: 157, height: 18, expression: \"0.2\"",
            whole + "expression: \"y < 19 ? 0 : 0.8\"", "");
        row("one does not reach the joint", "width: 150, height: 37, expression: \"0.2\"",
            "width: 150, height: 37, expression: \"0.8\"", "");
    }
    void twoPicturesMeetAtTheJoint() {
        QFETCH(const QByteArray, left);
        QFETCH(const QByteArray, right);
        QFETCH(const QByteArray, expected);
        const Looked looked = look(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 314, height: 37, inputs: [{data: l}, {data: r, at: [157, 0]}]}\n"
            "  l: {kind: math2d, " +
            left + "}\n  r: {kind: math2d, " + right + "}\njob: {roller: {diameter: 0.1 mm, axis: y}}\n");
        QCOMPARE(looked.findings.count("step across the joint"), expected.isEmpty() ? 0 : 1);
        QVERIFY2(looked.findings.contains(expected), looked.findings);
    }

    /// If one of two pictures is not engraved at the joint, it may be meant to end there. This is not
    /// a finding, but the joint does not count as closed.
    void aStepDownToZeroBetweenTwoIsNoProof() {
        const Looked looked = look(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 314, height: 37, inputs: [{data: l}, {data: r, at: [157, 0]}]}\n"
            "  l: {kind: math2d, width: 157, height: 37, expression: \"max(0, x - 8) / 314\"}\n"
            "  r: {kind: math2d, width: 157, height: 37, expression: \"(149 + x) / 314\"}\n"
            "job: {roller: {diameter: 0.1 mm, axis: y}}\n");
        QCOMPARE(looked.findings.count("joint"), 0);
        QCOMPARE(looked.report.jointSeen, false);
    }

    /// A joint closes for sure only if preflight has seen all of it.
    void theWholeJointIsSeenOrNot_data() {
        QTest::addColumn<QByteArray>("size");
        QTest::addColumn<QByteArray>("inputs");
        QTest::addColumn<QByteArray>("node");
        QTest::addColumn<bool>("seen");
        const auto row = [](const char* name, const char* size, const char* inputs, const char* node,
                            bool seen) {
            QTest::newRow(name) << QByteArray(size) << QByteArray(inputs) << QByteArray(node) << seen;
        };
        const char* const once = "{data: a}";
        row("no end, every place along the axis", "314, height: 4096", once, "", true);
        row("no end, more places than are compared", "314, height: 4097", once, "", false);
        row("no end, below a transform", "314, height: 37", "{data: t}", "", true);
        row("bounded", "314, height: 1024", once, "width: 314, height: 1024, ", true);
        row("bounded, longer than the step that is compared", "314, height: 1025", once,
            "width: 314, height: 1025, ", false);
        row("bounded, below a transform", "314, height: 37", "{data: t}", "width: 314, height: 37, ", false);
        row("away from the joint", "314, height: 1025", "{data: a, at: [1, 0]}", "width: 312, height: 1025, ",
            true);
        row("two that meet", "314, height: 1024", "{data: a}, {data: a, at: [157, 0]}",
            "width: 157, height: 1024, ", true);
        row("two that meet along more than is compared", "314, height: 1025",
            "{data: a}, {data: a, at: [157, 0]}", "width: 157, height: 1025, ", false);
        row("bounded, round a thin roller", "63, height: 37", once, "width: 63, height: 37, ", false);
        row("no end, round a thin roller", "63, height: 37", once, "", true);
    }
    void theWholeJointIsSeenOrNot() {
        QFETCH(const QByteArray, size);
        QFETCH(const QByteArray, inputs);
        QFETCH(const QByteArray, node);
        QFETCH(const bool, seen);
        const QByteArray diameter = size.startsWith("63") ? "20 um" : "0.1 mm";
        const QByteArray turned = "  t: {kind: transform, mirror: x, inputs: [{data: a}]}\n";
        const Looked looked =
            look("burin: 2\npixel: 1 um\nnodes:\n  s: {kind: root, width: " + size + ", inputs: [" + inputs +
                 "]}\n  a: {kind: math2d, " + node + "expression: \"0.5\"}\n" +
                 (inputs.contains("t}") ? turned : QByteArray()) + "job: {roller: {diameter: " + diameter +
                 ", axis: y}}\n");
        QCOMPARE(looked.findings, QByteArray());
        QCOMPARE(looked.report.jointSeen, seen);
    }

    /// Each of 40 unions shows the next one at two places, so there are 2^40 uses.
    void usesWithoutEndAreSaid() {
        QByteArray nodes = "  a: {kind: union, inputs: [{data: n0}]}\n";
        for (int i = 0; i < 40; ++i) {
            const QByteArray next = i < 39 ? "n" + QByteArray::number(i + 1) : "c";
            nodes += "  n" + QByteArray::number(i) + ": {kind: union, inputs: [{data: " + next +
                     "}, {data: " + next + ", at: [" + QByteArray::number(qint64{1} << (i % 30)) +
                     ", 0]}]}\n";
        }
        nodes += "  c: {kind: math2d, expression: \"0.5\"}\n";
        PreflightOptions options;
        options.roller = true;
        options.patience = std::chrono::duration<double>(0);
        const Looked looked = look(surface("300", "200", "spot: 8 um", nodes), options);
        QVERIFY2(looked.unseen.contains("more than 100000 places"), looked.unseen);
    }

    void ofALargeSurfacePlacesAreLookedAt() {
        const Looked looked = look(surface("2 m", "2 m", "", "  a: {kind: math2d, expression: \"1.5\"}\n"));
        QCOMPARE(looked.report.samples, std::int64_t{1'000'000} * 1'000'000);
        QCOMPARE(looked.report.bytes, 1e12);
        QVERIFY(looked.report.samplesSeen > 10'000'000 && looked.report.samplesSeen < 20'000'000);
        QVERIFY2(looked.findings.contains("1.5, in 100 % of"), looked.findings);
        QVERIFY2(looked.unseen.contains("the job gives no spot"), looked.unseen);
    }

    void whereTimeIsOverItIsSaid() {
        PreflightOptions options;
        options.patience = std::chrono::duration<double>(0);
        const Looked looked =
            look(surface("2 m", "2 m", "spot: 8 um",
                         "  a: {kind: stitching, inputs: [{pattern: d}]}\n"
                         "  d: {kind: math2d, width: 100, height: 40, expression: \"x / w\"}\n"),
                 options);
        QCOMPARE(looked.report.samplesSeen, std::int64_t{0});
        QVERIFY2(looked.unseen.contains("56 of 56 places: the time ran out"), looked.unseen);
    }

    void aStopIsObeyed() {
        std::stop_source source;
        source.request_stop();
        PreflightOptions options;
        options.stop = source.get_token();
        QVERIFY_EXCEPTION_THROWN(
            (void)look(surface("300", "200", "", "  a: {kind: math2d, expression: \"1\"}\n"), options),
            Cancelled);
    }

    void lengthsThatCloseAreFound_data() {
        QTest::addColumn<QList<double>>("vectors");
        QTest::newRow("a rectangle") << QList<double>{50, 0, 0, 40};
        QTest::newRow("a brick bond") << QList<double>{50, 0, 25, 40};
        QTest::newRow("hexagons") << QList<double>{60, 0, 30, 51.9615};
        QTest::newRow("hexagons upright") << QList<double>{30, 51.9615, 60, 0};
        QTest::newRow("turned by a third") << QList<double>{36, 15, -15, 36};
        QTest::newRow("backwards") << QList<double>{-24, 7, 3, -20};
    }
    void lengthsThatCloseAreFound() {
        QFETCH(QList<double>, vectors);
        const Vector u{vectors[0], vectors[1]};
        const Vector v{vectors[2], vectors[3]};
        for (int length = 60; length <= 900; length += 7) {
            const RepeatClosing found = closingOf(u, v, length);
            const RepeatClosing expected = closingByAllPairs(u, v, length);
            const QByteArray which = QByteArray::number(length);
            QVERIFY2(found.closed == expected.closed, which);
            QVERIFY2(found.below.has_value() == expected.below.has_value(), which);
            if (found.below) QVERIFY2(std::abs(*found.below - *expected.below) < 1e-6, which);
            if (expected.above) QVERIFY2(std::abs(*found.above - *expected.above) < 1e-6, which);
        }
    }

    void thinFeaturesAreThoseOfTheDefinition() {
        std::mt19937 random(3);
        const Size size{37, 29};
        for (int round = 0; round < 12; ++round) {
            std::vector<std::uint8_t> set(static_cast<std::size_t>(size.width * size.height));
            for (int box = 0; box < 6; ++box) {
                const std::int64_t x = random() % 37, y = random() % 29, w = 1 + random() % 14,
                                   h = 1 + random() % 14;
                for (std::int64_t b = y; b < std::min(size.height, y + h); ++b) {
                    for (std::int64_t a = x; a < std::min(size.width, x + w); ++a)
                        set[static_cast<std::size_t>(b * size.width + a)] = 1;
                }
            }
            for (const double spot : {2.0, 3.5, 6.0, 9.0}) {
                const std::vector<std::uint8_t> expected = thinByAllPairs(set, size, spot);
                const ThinFeatures found = findThinFeatures(set, size, {0, 0, size.width, size.height}, spot);
                QCOMPARE(found.samples,
                         static_cast<std::int64_t>(std::count(expected.begin(), expected.end(), 1)));
                const auto first = std::find(expected.begin(), expected.end(), 1) - expected.begin();
                if (found.place)
                    QCOMPARE(found.place->y * size.width + found.place->x, static_cast<std::int64_t>(first));
            }
        }
    }

    void cornersAreNotThin() {
        std::vector<std::uint8_t> set(40 * 40);
        for (std::size_t y = 10; y < 30; ++y)
            std::fill_n(set.begin() + static_cast<std::ptrdiff_t>(y * 40 + 10), 20, std::uint8_t{1});
        QCOMPARE(findThinFeatures(set, {40, 40}, {0, 0, 40, 40}, 16).samples, std::int64_t{0});
        QCOMPARE(findThinFeatures(set, {40, 40}, {0, 0, 40, 40}, 24).samples, std::int64_t{400});
    }
};

BURIN_TEST(TestPreflight)
#include "test_preflight.moc"
