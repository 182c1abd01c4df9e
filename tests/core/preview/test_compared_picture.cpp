// SPDX-License-Identifier: GPL-3.0-or-later

// One picture of two nodes that cover different parts of it.

#include "core/preview/compared_picture.hpp"
#include "support/testing.hpp"

#include <cstdint>
#include <utility>
#include <vector>

using namespace burin;

namespace {

Picture pictureOf(const Rect& area, std::vector<float> values) {
    Picture picture;
    picture.area = area;
    picture.level = 3;
    picture.exact = true;
    picture.values = std::move(values);
    return picture;
}

}  // namespace

class TestComparedPicture : public QObject {
    Q_OBJECT

  private slots:
    /// A covers four blocks in a row, B only the last three of them.
    void init() {
        a_ = pictureOf(whole_, {0.25F, 0.5F, 0.75F, 1});
        b_ = pictureOf({11, 5, 3, 1}, {0.5F, 0.25F, 0});
    }

    void aLineHasANodeOnEitherSide() {
        const auto lined = [this](std::int64_t split) {
            return comparedPicture(a_, b_, ComparisonMode::line, whole_, split).values;
        };
        QCOMPARE(lined(12), (std::vector<float>{0.25F, 0.5F, 0.25F, 0}));
        QCOMPARE(lined(9), (std::vector<float>{0, 0.5F, 0.25F, 0}));
        QCOMPARE(lined(99), a_.values);
    }

    void besideIsTwiceAsWide() {
        const Picture both = comparedPicture(a_, b_, ComparisonMode::beside, whole_, 12);
        QVERIFY(both.area == (Rect{10, 5, 8, 1}));
        QCOMPARE(both.values, (std::vector<float>{0.25F, 0.5F, 0.75F, 1, 0, 0.5F, 0.25F, 0}));
    }

    /// At places where B has no block, no difference is shown; a large difference is clamped.
    void equalValuesAreInTheMiddle() {
        const Picture difference = comparedPicture(a_, b_, ComparisonMode::difference, whole_, 12);
        QCOMPARE(difference.values, (std::vector<float>{0.5F, 0.5F, 1, 1}));
        const Picture other = comparedPicture(b_, a_, ComparisonMode::difference, whole_, 12);
        QCOMPARE(other.values, (std::vector<float>{0.5F, 0.5F, 0, 0}));
    }

    void bothMustBeExact() {
        QVERIFY(comparedPicture(a_, b_, ComparisonMode::line, whole_, 12).exact);
        b_.exact = false;
        const Picture rough = comparedPicture(a_, b_, ComparisonMode::line, whole_, 12);
        QVERIFY(!rough.exact);
        QCOMPARE(rough.level, 3);
    }

    void wordsOfModes() {
        QVERIFY(comparisonModeOf("beside") == ComparisonMode::beside);
        QVERIFY(comparisonModeOf("difference") == ComparisonMode::difference);
        QVERIFY(comparisonModeOf("later") == ComparisonMode::line);
    }

  private:
    const Rect whole_{10, 5, 4, 1};
    Picture a_;
    Picture b_;
};

BURIN_TEST(TestComparedPicture)
#include "test_compared_picture.moc"
