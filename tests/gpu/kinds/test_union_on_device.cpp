// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/combine/union.hpp"
#include "gpu/kinds/form/passthrough.hpp"
#include "gpu/support/exact.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::test;

namespace {

using Combination = Union::Combination;

/// A link of a union, with its own child.
struct Part {
    Trait trait;
    Extent extent;
    Point at;
};

/// Values inside [0, 1] away from its ends, and values outside.
float blurred(std::int64_t x, std::int64_t y) {
    return scattered(x + 7, y - 3) * 2.5F;
}
/// Huge and tiny samples, whose sums and products overflow or are dust.
float extreme(std::int64_t x, std::int64_t y) {
    const float s = scattered(y, x);
    return x % 3 == 0 ? s * 2.5e38F : x % 3 == 1 ? s * 2e-6F : s;
}

}  // namespace

class TestUnionOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }
    void isAsOnTheProcessor_data();
    void isAsOnTheProcessor();
    void mutedPassesItsChildOn();
};

void TestUnionOnDevice::isAsOnTheProcessor_data() {
    QTest::addColumn<std::vector<Part>>("parts");
    const Extent everywhere;
    const Extent small{{0, 0, 60, 47}};
    const Part all{Trait::data, everywhere, {5, 6}};
    const Part upperLeft{Trait::data, small, {-11, -7}};
    const Part middle{Trait::data, small, {31, 20}};
    const Part outside{Trait::data, small, {3100, 20}};
    const Part mask{Trait::mask, Extent({0, 0, 77, 59}), {10, 9}};
    const Part maskEverywhere{Trait::mask, everywhere, {1, 2}};
    const Part maskOutside{Trait::mask, small, {3100, 20}};
    using Parts = std::vector<Part>;
    QTest::newRow("one child") << Parts{middle};
    QTest::newRow("two that cover all") << Parts{all, all};
    QTest::newRow("three that overlap") << Parts{upperLeft, all, middle};
    QTest::newRow("the first covers nothing") << Parts{outside, middle, upperLeft};
    QTest::newRow("a later one covers nothing") << Parts{middle, outside};
    QTest::newRow("a mask after the data") << Parts{middle, upperLeft, mask};
    QTest::newRow("masks between the data") << Parts{all, mask, middle, maskEverywhere, upperLeft};
    QTest::newRow("a mask before the data") << Parts{maskEverywhere, middle, all};
    QTest::newRow("a mask that covers nothing, then data") << Parts{all, maskOutside, middle};
    QTest::newRow("nothing") << Parts{};
}

void TestUnionOnDevice::isAsOnTheProcessor() {
    QFETCH(std::vector<Part>, parts);
    const FakeChild::Sample samples[] = {&scattered, &blurred, &extreme};
    for (int combination = 0; combination <= static_cast<int>(Combination::over); ++combination) {
        std::vector<std::unique_ptr<FakeChild>> children;
        std::vector<FakeLink> links;
        for (const Part& part : parts) {
            children.push_back(std::make_unique<FakeChild>(part.extent, samples[children.size() % 3]));
            links.push_back({part.trait, children.back().get(), part.at});
        }
        Union node;
        node.combination = static_cast<Combination>(combination);
        for (const std::size_t offset : {0, 3}) {
            for (const Rect& area : {Rect{0, 0, 128, 96}, Rect{-9, 3, 101, 67}, Rect{30, 20, 1, 1}}) {
                const QString difference = differenceOnDevice(node, links, area, offset);
                QVERIFY2(difference.isEmpty(),
                         qPrintable(QString::fromStdString(node.fingerprint()) + " at " + difference));
            }
        }
    }
}

void TestUnionOnDevice::mutedPassesItsChildOn() {
    FakeChild child(Extent({0, 0, 50, 40}), &scattered);
    const std::vector<FakeLink> links = {{Trait::data, &child, {7, -9}}};
    QCOMPARE(differenceOnDevice(Passthrough(), links, {-10, -10, 99, 77}, 1), QString());
    QCOMPARE(differenceOnDevice(Passthrough(), {}, {-10, -10, 99, 77}), QString());
}

BURIN_TEST(TestUnionOnDevice)
#include "test_union_on_device.moc"
