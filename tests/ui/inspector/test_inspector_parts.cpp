// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errors.hpp"
#include "core/design/design.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/inspector/fields/curve_plot.hpp"
#include "ui/inspector/fields/expression_text.hpp"
#include "ui/inspector/fields/slider_scale.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/quantities.hpp"

#include <cmath>

using namespace burin;
using namespace burin::ui;

/// The parts of the inspector that need no window.
class TestInspectorParts : public QObject {
    Q_OBJECT

  private slots:
    void aSlidersWay_data() {
        QTest::addColumn<double>("minimum");
        QTest::addColumn<double>("maximum");
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<bool>("logarithmic");
        const double none = std::numeric_limits<double>::infinity();
        QTest::newRow("limits are its ends") << 0.0 << 42.0 << 3.0 << 0.0 << 42.0 << false;
        QTest::newRow("over three decades it is logarithmic")
            << 1.0 << 1023.0 << 24.0 << 1.0 << 1023.0 << true;
        QTest::newRow("three decades are not over three") << 1.0 << 1000.0 << 24.0 << 1.0 << 1000.0 << false;
        QTest::newRow("without limits a small value has 0 to 1")
            << -none << none << 0.5 << 0.0 << 1.0 << false;
        QTest::newRow("a larger value: twice that") << -none << none << 40.0 << 0.0 << 100.0 << false;
        QTest::newRow("a negative value: both directions") << -none << none << -3.0 << -10.0 << 10.0 << false;
        QTest::newRow("a far limit is none") << 0.0 << 2147483647.0 << 0.0 << 0.0 << 1.0 << false;
    }
    void aSlidersWay() {
        QFETCH(double, minimum);
        QFETCH(double, maximum);
        QFETCH(double, value);
        const ParameterDescription wanted{.minimum = minimum, .maximum = maximum};
        const SliderScale scale = sliderScale(wanted, value);
        QTEST(scale.low, "low");
        QTEST(scale.high, "high");
        QTEST(scale.logarithmic, "logarithmic");
    }

    /// Limits of a kind may only catch mistakes. The field accepts values up to them, and the slider then
    /// reaches these values.
    void aSliderOfAKindIsOfUse_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("value");  // NaN: none
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        const auto row = [](const char* name, const char* kind, const char* key, double value, double low,
                            double high) {
            QTest::newRow(name) << QString(kind) << QString(key) << value << low << high;
        };
        const double none = std::nan("");
        row("a factor of 1 is in the middle", "noise", "contrast", 1, 0, 2);
        row("it stays so for smaller ones", "noise", "contrast", 0.3, 0, 2);
        row("a larger factor", "noise", "contrast", 3, 0, 10);
        row("the largest one", "noise", "contrast", 16, 0, 16);
        row("a sample from -16 to 16 without a value", "warp", "center", none, 0, 1);
        row("a usual sample", "warp", "center", 0.5, 0, 1);
        row("a usual sample below 0", "warp", "center", -0.25, -1, 1);
        row("the number of a font", "text", "index", 0, 0, 100);
        row("a shift in pixels", "warp", "amplitude", 60, 0, 200);
        row("the largest shift", "warp", "amplitude", 1023, 0, 1023);
        row("near limits are the ends", "voronoi", "jitter", 0.5, 0, 1);
        row("limits that a slider can reach are its ends", "median", "radius", 2, 1, 31);
    }
    void aSliderOfAKindIsOfUse() {
        QFETCH(QString, kind);
        QFETCH(QString, key);
        QFETCH(double, value);
        const Kind* found = findKind(kind.toStdString());
        QVERIFY(found != nullptr);
        const ParameterDescription* wanted = found->description.parameter(key.toStdString());
        QVERIFY(wanted != nullptr);
        const SliderScale scale =
            sliderScale(*wanted, std::isnan(value) ? std::nullopt : std::optional(value));
        QTEST(scale.low, "low");
        QTEST(scale.high, "high");
        QVERIFY(scale.low >= wanted->minimum && scale.high <= wanted->maximum);
    }

    /// If the author of a group has chosen limits, the slider covers all of their range, unless it is huge.
    void aSliderOfAGroupHasItsLimits() {
        ParameterDescription wanted{.minimum = -40, .maximum = 40, .fallback = "1"};
        wanted.limitsChosen = true;
        QCOMPARE(sliderScale(wanted, 1).low, -40.0);
        QCOMPARE(sliderScale(wanted, 1).high, 40.0);
        // A repeat is at most 10 m long. Its slider reaches 100 mm from 0, and farther from there.
        ParameterDescription closes{.type = ParameterType::length, .minimum = 0, .maximum = 1e7};
        closes.limitsChosen = true;
        QCOMPARE(sliderScale(closes, 0).high, 1e5);
        QCOMPARE(sliderScale(closes, 1e5).high, 2e5);
    }

    /// The gains of repeats are from -16 to 16, and those of most designs from 0 to 1.
    void theSliderOfARangeIsOfUse() {
        const ParameterDescription gain{.type = ParameterType::range, .minimum = -16, .maximum = 16};
        const auto ends = [&](std::optional<double> lower, std::optional<double> upper) {
            const SliderScale scale = rangeScale(gain, lower, upper);
            return QString("%1 to %2").arg(scale.low).arg(scale.high);
        };
        QCOMPARE(ends(0.7, 1), QString("0 to 1"));
        QCOMPARE(ends({}, {}), QString("0 to 1"));
        QCOMPARE(ends(0.5, {}), QString("0 to 1"));
        QCOMPARE(ends(0.7, 1.5), QString("0 to 2"));
        QCOMPARE(ends(-1, 1), QString("-1 to 1"));
        QCOMPARE(ends(1, 3), QString("0 to 4"));
        QCOMPARE(ends(-16, 16), QString("-16 to 16"));

        const ParameterDescription size{.type = ParameterType::range, .minimum = 1.0 / 16, .maximum = 16};
        QCOMPARE(rangeScale(size, 0.82, 1.12).low, 0.5);
        QCOMPARE(rangeScale(size, 0.82, 1.12).high, 2.0);
        QCOMPARE(rangeScale(size, 0.3, 1).low, 0.25);
        QCOMPARE(rangeScale(size, 0.1, 1).low, 1.0 / 16);
        QCOMPARE(rangeScale(size, 1, 9).high, 16.0);
    }

    /// Law: every slider position gives a value inside the limits; values rise with the position and lead
    /// back to it.
    void aSliderGoesThereAndBack() {
        for (const SliderScale& scale :
             {SliderScale{0, 1, false, false, false}, SliderScale{1, 1023, true, true, false},
              SliderScale{1, 255, false, true, true}, SliderScale{0.01, 1000, true, false, false}}) {
            double before = scale.low;
            for (int i = 0; i <= 200; ++i) {
                const double value = scale.value(i / 200.0);
                QVERIFY(value >= before && value <= scale.high);
                if (scale.whole) QCOMPARE(value, std::floor(value));
                if (scale.odd) QCOMPARE(std::fmod(value, 2), 1.0);
                if (!scale.whole) QVERIFY(std::abs(scale.fraction(value) - i / 200.0) < 0.01);
                before = value;
            }
            QCOMPARE(scale.value(0), scale.low);
            QCOMPARE(scale.value(1), scale.high);
        }
    }

    void anExpressionHasColours() {
        using Kind = ExpressionSpan::Kind;
        const std::vector<ExpressionSpan> spans = expressionSpans("min(1, d) * pi");
        const std::vector<ExpressionSpan> right = {
            {Kind::function, 0, 3}, {Kind::number, 4, 1}, {Kind::variable, 7, 1}, {Kind::number, 12, 2}};
        QVERIFY(spans == right);
        QCOMPARE(expressionSpans("d + $ d").size(), 1U);
        QVERIFY(expressionSpans("").empty());
    }

    void theNameBeforeTheCaret() {
        QCOMPARE(nameBefore("1 + smoo", 8), QString("smoo"));
        QCOMPARE(nameBefore("1 + smoo", 6), QString("sm"));
        QCOMPARE(nameBefore("2x", 2), QString("x"));
        QCOMPARE(nameBefore("1 + ", 4), QString());
    }

    void kneesOfACurveDrawItWithFewPoints() {
        std::vector<CurvePoint> samples;
        for (int i = 0; i <= 100; ++i)
            samples.push_back({i / 100.0, i <= 40 ? i / 40.0 : 1.0});
        const std::vector<CurvePoint> knees = kneesOf(samples, 0.001);
        const std::vector<CurvePoint> right = {{0, 0}, {0.4, 1}, {1, 1}};
        QVERIFY(knees == right);
    }

    /// Law: between the knees, the straight line is within the tolerance.
    void kneesMissNothing() {
        std::vector<CurvePoint> samples;
        for (int i = 0; i <= 300; ++i)
            samples.push_back({i / 10.0, std::sin(i / 10.0)});
        const std::vector<CurvePoint> knees = kneesOf(samples, 0.01);
        QVERIFY(knees.size() < samples.size() / 2);
        std::size_t at = 0;
        for (const CurvePoint& sample : samples) {
            while (knees[at + 1].x < sample.x)
                ++at;
            const CurvePoint& a = knees[at];
            const CurvePoint& b = knees[at + 1];
            const double straight = a.y + (b.y - a.y) * (sample.x - a.x) / (b.x - a.x);
            QVERIFY(std::abs(straight - sample.y) <= 0.01 + 1e-12);
        }
    }

    void axesAreMarkedWithRoundNumbers() {
        QCOMPARE(axisTicks({0, 24}, 4), (std::vector<double>{0, 6, 12, 18, 24}));
        QCOMPARE(axisTicks({0, 1}, 2), (std::vector<double>{0, 0.5, 1}));
        QCOMPARE(axisTicks({0, 1023}, 4), (std::vector<double>{0, 500, 1000}));
        QCOMPARE(axisTicks({-1, 1}, 2), (std::vector<double>{-1, 0, 1}));
    }

    /// Files call the end of the graph by its kind, root. The studio calls it the surface, and so do messages
    /// that both show.
    void whatBothShowCallsTheEndOfTheGraphSurface_data() {
        QTest::addColumn<QString>("nodes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << "{}"
                              << "The design has no surface. Add one: a node of `kind: root`.";
        QTest::newRow("two")
            << "{root: {kind: root, width: 1, height: 1}, s: {kind: root, width: 1, height: 1}}"
            << "This is a second surface. Keep one; 'root' is the first.";
        QTest::newRow("muted") << "{s: {kind: root, width: 1, height: 1, muted: true}}"
                               << "The surface cannot be muted. Remove it.";
        QTest::newRow("a node that it does not read")
            << "{s: {kind: root, width: 1, height: 1}, root: {kind: math2d, expression: '1'}}"
            << "This node is not connected to the surface. Link it, or remove it if it is not needed.";
    }
    void whatBothShowCallsTheEndOfTheGraphSurface() {
        QFETCH(QString, nodes);
        QFETCH(QString, expected);
        const QString text = "burin: 1\npixel: 1 um\nnodes: " + nodes + '\n';
        const Design design = parseDesign(text.toStdString(), {}, {}, kinds());
        QStringList problems;
        for (const Diagnostic& problem : design.diagnostics)
            problems << problemText(problem);
        QVERIFY2(problems.contains(expected), qPrintable(problems.join('\n')));
    }

    /// A node may be called root, and its name may stand without quotes.
    void namesInMessagesStayAsTheyAre() {
        Diagnostic problem;
        problem.problem.reason = "root/dots is empty";
        QCOMPARE(problemText(problem), QString("root/dots is empty."));
        problem.problem = {.subject = "old waves.tif", .reason = "the file is damaged"};
        QCOMPARE(problemText(problem), QString("old waves.tif: the file is damaged."));
        QCOMPARE(reasonSentence({.reason = "the file is damaged"}), QString("The file is damaged."));
    }

    /// The error is shown with its remedies, but without options of the command line.
    void anErrorSaysWhatToDo() {
        const SinkError refused("engraver:4590", "the certificate of the machine is not trusted",
                                {{Remedy::Way::trustAuthority}, {Remedy::Way::connectPlain}});
        QCOMPARE(
            errorSentences(refused),
            QString(
                "engraver:4590: the certificate of the machine is not trusted. Check the CA certificate in "
                "the machine's entry. Set a certificate or a token in the machine's entry."));
        const UsageError wide(
            Problem{.reason = "this machine takes no rows", .remedies = {{Remedy::Way::scanSwaths}}});
        QCOMPARE(errorSentences(wide), QString("This machine takes no rows. Choose swaths."));
        QCOMPARE(errorSentences(UsageError("waves: the expression is empty")),
                 QString("waves: the expression is empty."));
        QCOMPARE(errorSentences(UsageError("old waves.tif", "the file is damaged")),
                 QString("old waves.tif: the file is damaged."));
        QCOMPARE(errorSentences(std::runtime_error("it failed")), QString("it failed."));
        const UsageError cut(Problem{
            .reason = "the file has %1 rows", .details = {"3", "8"}, .advice = "use a file with %2 rows"});
        QCOMPARE(errorSentences(cut), QString("The file has 3 rows. Use a file with 8 rows."));
    }

    void placesHaveThreeDecimals() {
        QCOMPARE(millimetresText(12'345, 1), QString("12.345 mm"));
        QCOMPARE(millimetresText(1000, 2), QString("2.000 mm"));
    }

    void problemsAreSentences() {
        Diagnostic problem;
        problem.problem = {.reason = "the kind is missing", .advice = "write one of a or b"};
        QCOMPARE(problemText(problem), QString("The kind is missing. Write one of a or b."));
        QCOMPARE(sentence("outline.tif was not found in panel"),
                 QString("outline.tif was not found in panel."));
        QCOMPARE(sentence("did you mean 'x'?"), QString("Did you mean 'x'?"));
        QCOMPARE(sentence(""), QString());
    }
};

BURIN_TEST(TestInspectorParts)
#include "test_inspector_parts.moc"
