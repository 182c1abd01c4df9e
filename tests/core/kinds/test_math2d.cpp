// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/generate/math2d.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

/// A node as it would be read from a file, to be bound.
struct Design {
    std::string expression;
    NumberMap parameters = {};
    std::optional<Size> size = {};
    double pixelUm = 1;
    std::vector<Trait> links = {};
    std::vector<ParameterProblem> problems = {};

    std::shared_ptr<const Operation> bind() {
        Values values;
        values.set("expression", expression);
        if (!parameters.empty()) values.set("parameters", parameters);
        return math2dKind().bind({values, size, pixelUm, links, {}, problems});
    }
};

float swept(double value) {
    const auto sample = static_cast<float>(value);
    return std::isfinite(sample) && std::fabs(sample) >= 0x1p-20F ? sample : 0.0F;
}

FakeChild::Sample ramp(float scale) {
    return [scale](std::int64_t x, std::int64_t y) { return scale * static_cast<float>(3 * x - 2 * y + 1); };
}

using Edit = std::function<void(Design&)>;

}  // namespace

Q_DECLARE_METATYPE(burin::Rect)
Q_DECLARE_METATYPE(Edit)

class TestMath2d : public QObject {
    Q_OBJECT

  private slots:
    void areas_data() {
        QTest::addColumn<Rect>("area");
        QTest::newRow("one sample") << Rect{0, 0, 1, 1};
        QTest::newRow("left of and above the origin") << Rect{-70, -3, 140, 5};
        QTest::newRow("wider than a strip") << Rect{10, 20, 1100, 3};
        QTest::newRow("the last pixels of a large surface") << Rect{1999900, 1999990, 100, 10};
    }
    void areas() {
        QFETCH(Rect, area);
        Design design{.expression = "0.5 + 0.5*sin(x*0.1)*cos(y*0.1) + x/1e7"};
        const OwnedSamples image = compute(*design.bind(), {}, area);
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x) {
                const auto px = static_cast<double>(x);
                const auto py = static_cast<double>(y);
                const double exact = 0.5 + 0.5 * std::sin(px * 0.1) * std::cos(py * 0.1) + px / 1e7;
                QVERIFY(std::fabs(static_cast<double>(image.at(x, y)) - exact) < 1e-6);
            }
        }
    }

    void tilesDoNotShow() {
        Design design{.expression = "noise(x*0.05,y*0.05,1) + sin(hypot(x,y)/7)/3"};
        const auto operation = design.bind();
        const Rect whole{-300, 1000, 700, 40};
        const OwnedSamples image = compute(*operation, {}, whole);
        for (std::int64_t left = whole.x; left < whole.right(); left += 123) {
            for (std::int64_t top = whole.y; top < whole.bottom(); top += 17) {
                const Rect tile = intersection(whole, {left, top, 123, 17});
                const OwnedSamples part = compute(*operation, {}, tile);
                for (std::int64_t y = tile.y; y < tile.bottom(); ++y) {
                    for (std::int64_t x = tile.x; x < tile.right(); ++x)
                        QCOMPARE(part.at(x, y), image.at(x, y));
                }
            }
        }
    }

    void sizePitchAndParameters() {
        Design design{.expression = "a*x/w + b_2*y/h + um",
                      .parameters = {{"a", 3}, {"b_2", -0.25}, {"unused", 7}},
                      .size = Size{40, 20},
                      .pixelUm = 2.5};
        const OwnedSamples image = compute(*design.bind(), {}, {0, 0, 40, 20});
        for (std::int64_t y = 0; y < 20; ++y) {
            for (std::int64_t x = 0; x < 40; ++x) {
                const auto px = static_cast<double>(x);
                const auto py = static_cast<double>(y);
                QCOMPARE(image.at(x, y), swept(3 * px / 40 + -0.25 * py / 20 + 2.5));
            }
        }
    }

    void whatIsNoSampleBecomesEmpty() {
        Design design{.expression = "x == 0 ? 0/0 : x == 1 ? 1e300 : x == 2 ? -1/0 : x == 3 ? 1e-7 : -x"};
        const OwnedSamples image = compute(*design.bind(), {}, {0, 0, 5, 1});
        for (int x = 0; x < 4; ++x) {
            QCOMPARE(image.at(x, 0), 0.0F);
            QVERIFY(!std::signbit(image.at(x, 0)));
        }
        QCOMPARE(image.at(4, 0), -4.0F);
    }

    void childrenAreTheInputs() {
        FakeChild first(Extent(), ramp(0.5F));
        FakeChild second(Extent(Rect{0, 0, 30, 10}), ramp(0.25F));
        FakeChild mask(Extent(Rect{-5, -5, 30, 30}),
                       [](std::int64_t x, std::int64_t) { return 0.1F * static_cast<float>(x); });
        const std::vector<FakeLink> links = {
            {Trait::data, &first, {3, -2}}, {Trait::mask, &mask, {1, 1}}, {Trait::data, &second, {-4, 6}}};
        Design design{.expression = "in1 + in2*in2 + x/4", .links = {Trait::data, Trait::mask, Trait::data}};
        const Rect area{-10, -10, 600, 40};
        const OwnedSamples image = compute(*design.bind(), links, area);
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x) {
                const double in1 = first.at(x - 3, y + 2, Edge::empty);
                const double in2 = second.at(x + 4, y - 6, Edge::empty);
                const auto value = static_cast<float>(in1 + in2 * in2 + static_cast<double>(x) / 4);
                const float factor = std::min(std::max(mask.at(x - 1, y - 1, Edge::empty), 0.0F), 1.0F);
                QCOMPARE(image.at(x, y), swept(static_cast<double>(value * factor)));
            }
        }
    }

    void eightChildrenOfWhichOneIsUsed() {
        std::vector<FakeChild> children;
        for (int k = 0; k < 8; ++k)
            children.emplace_back(Extent(), ramp(static_cast<float>(k + 1)));
        std::vector<FakeLink> links;
        for (FakeChild& child : children)
            links.push_back({Trait::data, &child, {}});
        Design design{.expression = "in5", .links = std::vector<Trait>(8, Trait::data)};
        const auto operation = design.bind();
        const OwnedSamples image = compute(*operation, links, {0, 0, 9, 4});
        for (std::int64_t y = 0; y < 4; ++y) {
            for (std::int64_t x = 0; x < 9; ++x)
                QCOMPARE(image.at(x, y), children[4].at(x, y, Edge::empty));
        }
        for (std::size_t k = 0; k < 8; ++k) {
            std::vector<Fetch> fetches;
            operation->fetches(shapes(links), k, {0, 0, 9, 4}, fetches);
            QCOMPARE(fetches.size(), k == 4 ? std::size_t{1} : std::size_t{0});
        }
    }

    void anEmptyChildIsZero() {
        FakeChild nothing(Extent(Rect{}), ramp(1));
        Design design{.expression = "in1 + 0.5", .links = {Trait::data}};
        const OwnedSamples image = compute(*design.bind(), {{Trait::data, &nothing, {}}}, {0, 0, 3, 2});
        for (const float sample : image.samples)
            QCOMPARE(sample, 0.5F);
    }

    void scatteredPlaces() {
        Design design{.expression = "sin(x/5) + y*0.01"};
        const auto operation = design.bind();
        const Rect area{-20, -20, 60, 50};
        const OwnedSamples image = compute(*operation, {}, area);
        std::vector<Point> places;
        for (int i = 0; i < 1300; ++i)
            places.push_back({i * 31 % 60 - 20, i * 17 % 50 - 20});
        std::vector<float> values(places.size());
        operation->beginAt({}, places.data(), static_cast<std::int64_t>(places.size()), values.data());
        for (std::size_t i = 0; i < places.size(); ++i)
            QCOMPARE(swept(static_cast<double>(values[i])), image.at(places[i].x, places[i].y));
    }

    /// Like a request of a preview: scattered positions in a row, with the child's samples beside them.
    void scatteredPlacesWithChildren() {
        Design design{.expression = "in2*x - y", .links = {Trait::data, Trait::data}};
        const auto operation = design.bind();
        const Rect row{0, 0, 700, 1};
        std::vector<Point> places;
        std::vector<float> second;
        for (int i = 0; i < 700; ++i) {
            places.push_back({i * 7919 % 2000000, -i});
            second.push_back(static_cast<float>(i) / 700);
        }
        FakeChild unused(Extent(), ramp(1));
        FakeChild listed(Extent(),
                         [&](std::int64_t k, std::int64_t) { return second[static_cast<std::size_t>(k)]; });
        const std::vector<LinkShape> links = shapes({{Trait::data, &unused, {}}, {Trait::data, &listed, {}}});
        OwnedSamples image(row);
        operation->beginAt(links, places.data(), row.width, image.samples.data());
        std::vector<float> state(operation->stateBytes(row) / sizeof(float));
        for (std::size_t k = 0; k < 2; ++k) {
            FakeChild& child = k == 0 ? unused : listed;
            child.promise({{row, Edge::empty}});
            FakeScratch scratch(operation->scratchBytes(links, k, row));
            operation->reduce({row, links[k], links, k, image.view(), child, scratch,
                               reinterpret_cast<std::byte*>(state.data()), places.data()});
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto x = static_cast<double>(places[i].x);
            const auto y = static_cast<double>(places[i].y);
            QCOMPARE(image.samples[i], static_cast<float>(static_cast<double>(second[i]) * x - y));
        }
    }

    void periods() {
        const Lattice unit{1, 1, 0};
        const Lattice cell{7, 5, 2};
        const std::vector<LinkShape> one(1);
        const auto period = [](const char* text, std::vector<Trait> links, std::optional<Lattice> children) {
            Design design{.expression = text, .links = std::move(links)};
            const auto operation = design.bind();
            return operation->period(std::vector<LinkShape>(design.links.size()), children);
        };
        QVERIFY(period("0.5", {}, unit) == unit);
        QVERIFY(period("um*2", {}, unit) == unit);
        QVERIFY(period("in1 > 0.5", {Trait::data}, cell) == cell);
        QVERIFY(period("in1 > 0.5", {Trait::data}, std::nullopt) == std::nullopt);
        QVERIFY(period("in1 + x", {Trait::data}, cell) == std::nullopt);
        QVERIFY(period("y", {}, unit) == std::nullopt);
    }

    void fingerprintsTellWhatDecides_data() {
        QTest::addColumn<bool>("differ");
        QTest::addColumn<Edit>("edit");
        const auto row = [](const char* name, bool differ, const Edit& edit) {
            QTest::newRow(name) << differ << edit;
        };
        row("blanks and parentheses do not", false, [](Design& d) { d.expression = "( a*x ) + w+um*(in1)"; });
        row("the expression does", true, [](Design& d) { d.expression = "a*x+w+um/in1"; });
        row("a parameter does", true, [](Design& d) { d.parameters[0].second = 2.0000000000000004; });
        row("a parameter that is not used does not", false, [](Design& d) { d.parameters[1].second = 9; });
        row("the width does where w is used", true, [](Design& d) { d.size->width = 11; });
        row("the height does not where h is not used", false, [](Design& d) { d.size->height = 11; });
        row("the pitch does where um is used", true, [](Design& d) { d.pixelUm = 3; });
    }
    void fingerprintsTellWhatDecides() {
        QFETCH(bool, differ);
        QFETCH(Edit, edit);
        const Design original{.expression = "a*x+w+um*in1",
                              .parameters = {{"a", 2}, {"b", 1}},
                              .size = Size{10, 10},
                              .pixelUm = 1,
                              .links = {Trait::data}};
        Design before = original;
        Design after = original;
        edit(after);
        QCOMPARE(before.bind()->fingerprint() != after.bind()->fingerprint(), differ);
    }

    void problems_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("name");  // the name of a parameter
        QTest::addColumn<int>("data");
        QTest::addColumn<QString>("parameter");
        QTest::addColumn<int>("offset");
        QTest::addColumn<QString>("fragment");
        const auto row = [](const char* title, const char* expression, const char* name, int data,
                            const char* parameter, int offset, const char* fragment) {
            QTest::newRow(title) << expression << name << data << parameter << offset << fragment;
        };
        row("an expression that does not parse", "x + * y", "a", 0, "expression", 4, "operand is expected");
        row("an input without data links", "x + in1", "a", 0, "expression", 4, "has none");
        row("an input beyond the only data link", "in2", "a", 1, "expression", 0, "has one data link");
        row("an input beyond the data links", "in1 + in4", "a", 3, "expression", 6, "has 3 data links");
        row("a ninth input", "in9", "a", 8, "expression", 0, "in1 to in8");
        row("in0", "in0", "a", 2, "expression", 0, "in1 to in2");
        row("the width of a node without a size", "x/w", "a", 0, "expression", 2, "width and height");
        row("the height of a node without a size", "h", "a", 0, "expression", 0, "width and height");
        row("a parameter that is not there", "x*dpeth", "depth", 0, "expression", 2, "did you mean 'depth'?");
        row("a parameter called x", "x", "x", 0, "parameters", 0, "'x' is the pixel's position");
        row("a parameter called h", "x", "h", 0, "parameters", 0, "the node's size");
        row("a parameter called um", "x", "um", 0, "parameters", 0, "the pitch");
        row("a parameter called in8", "x", "in8", 0, "parameters", 0, "data link");
        row("a parameter called pi", "x", "pi", 0, "parameters", 0, "constant or function");
        row("a parameter called sin", "x", "sin", 0, "parameters", 0, "constant or function");
        row("a parameter that is not a name", "x", "2nd", 0, "parameters", 0, "not a name");
        row("a parameter with a dash", "x", "a-b", 0, "parameters", 0, "letters, digits");
        row("a parameter without letters", "x", "", 0, "parameters", 0, "not a name");
    }
    void problems() {
        QFETCH(QString, expression);
        QFETCH(QString, name);
        QFETCH(int, data);
        QFETCH(QString, parameter);
        QFETCH(int, offset);
        QFETCH(QString, fragment);
        Design design{.expression = expression.toStdString(),
                      .parameters = {{name.toStdString(), 1}},
                      .links = std::vector<Trait>(static_cast<std::size_t>(data), Trait::data)};
        QVERIFY(design.bind() == nullptr);
        QCOMPARE(design.problems.size(), std::size_t{1});
        const ParameterProblem& problem = design.problems[0];
        QCOMPARE(QString::fromStdString(problem.parameter), parameter);
        QCOMPARE(problem.textOffset, static_cast<std::size_t>(offset));
        const std::string said = problem.problem.text() + "; " + problem.problem.adviceText();
        QVERIFY2(said.find(fragment.toStdString()) != std::string::npos, said.c_str());
    }

    void aNinthInputMayBeAParameter() {
        Design design{.expression = "in9", .parameters = {{"in9", 0.5}}};
        QCOMPARE(compute(*design.bind(), {}, {0, 0, 1, 1}).at(0, 0), 0.5F);
    }
};

BURIN_TEST(TestMath2d)
#include "test_math2d.moc"
