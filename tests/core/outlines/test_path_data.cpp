// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/path_data.hpp"
#include "support/system/comma_locale.hpp"
#include "support/testing.hpp"

#include "core/outlines/trigonometry.hpp"

#include <cmath>
#include <sstream>
#include <string>

using namespace burin;

namespace {

/// The contours as absolute commands; an arc also has its centre and half axes.
std::string shown(const ContourList& list) {
    std::ostringstream text;
    for (std::size_t i = 0; i < list.heads.size(); ++i) {
        const ContourHead& head = list.heads[i];
        text << (i == 0 ? "M" : " M") << head.start.x << ',' << head.start.y;
        const ContourList::Range range = list.range(i);
        std::size_t point = range.point;
        for (std::size_t s = range.segment; s < range.segmentEnd; ++s) {
            text << ' ' << "LQCA"[static_cast<int>(list.segments[s])];
            for (std::size_t k = 0; k < pointsOf(list.segments[s]); ++k, ++point)
                text << (k == 0 ? "" : " ") << std::round(list.points[point].x * 1e6) / 1e6 << ','
                     << std::round(list.points[point].y * 1e6) / 1e6;
        }
        if (head.closed) text << " Z";
    }
    return text.str();
}

}  // namespace

class TestPathData : public QObject {
    Q_OBJECT

  private slots:
    void contours_data();
    void contours();
    void arcsEndWhereTheySay();
    void edgesAreLimited();
    void problems_data();
    void problems();
    void aDecimalCommaOfTheSystemChangesNothing();
};

void TestPathData::contours_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << "  "
                             << "";
    QTest::newRow("lines") << "M1 2L3,4 5-6z"
                           << "M1,2 L3,4 L5,-6 Z";
    QTest::newRow("pairs after a move are lines") << "m1,2 3,4 5,6"
                                                  << "M1,2 L4,6 L9,12";
    QTest::newRow("numbers without blanks") << "M.5.5-1e1.25"
                                            << "M0.5,0.5 L-10,0.25";
    QTest::newRow("signs and exponents") << "M+1,-2.e0L1E+2,1e-2"
                                         << "M1,-2 L100,0.01";
    QTest::newRow("horizontal and vertical") << "M1,2H5h1V7v-1"
                                             << "M1,2 L5,2 L6,2 L6,7 L6,6";
    QTest::newRow("a contour after Z begins at the same start") << "M1,2l3,0zl0,5"
                                                                << "M1,2 L4,2 Z M1,2 L1,7";
    QTest::newRow("cubics") << "M0,0C1,2 3,4 5,6s1,1 2,2"
                            << "M0,0 C1,2 3,4 5,6 C7,8 6,7 7,8";
    QTest::newRow("S after a line has no control to mirror") << "M0,0L1,1S2,2 3,3"
                                                             << "M0,0 L1,1 C1,1 2,2 3,3";
    QTest::newRow("quadratics") << "M0,0q1,2 3,4t5,6T9,9"
                                << "M0,0 Q1,2 3,4 Q5,6 8,10 Q11,14 9,9";
    QTest::newRow("half circle") << "M0,0A5,5 0 0 1 10,0"
                                 << "M0,0 A5,0 5,0 -0,5 3.14159,6.28318 10,0";
    QTest::newRow("flags without blanks") << "M0,0a5,5 0 0110,0"
                                          << "M0,0 A5,0 5,0 -0,5 3.14159,6.28318 10,0";
    QTest::newRow("radii that are too small are enlarged") << "M0,0a1,1 0 0,1 10,0"
                                                           << "M0,0 A5,0 5,0 -0,5 3.14159,6.28318 10,0";
    QTest::newRow("a radius of 0 is a line") << "M0,0a0,1 0 0,1 10,0"
                                             << "M0,0 L10,0";
    QTest::newRow("a move alone") << "M1,1 M2,2 Z"
                                  << "M1,1 M2,2 Z";
}

void TestPathData::contours() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    ContourList list;
    OutlineMeter meter;
    const auto problem = parsePathData(text.toStdString(), list, meter);
    QVERIFY2(!problem, problem ? problem->problem.text().c_str() : "");
    QCOMPARE(QString::fromStdString(shown(list)), expected);
}

void TestPathData::arcsEndWhereTheySay() {
    for (const char* flags : {"0 0", "0 1", "1 0", "1 1"}) {
        ContourList list;
        OutlineMeter meter;
        const std::string text = std::string("M3,4A7,5 30 ") + flags + " 9,1";
        QVERIFY(!parsePathData(text, list, meter));
        const PlanePoint* p = list.points.data();
        for (const auto& [w, wanted] :
             {std::pair(p[3].x, PlanePoint{3, 4}), std::pair(p[3].y, PlanePoint{9, 1})}) {
            const SineCosine at = sineCosine(w);
            const PlanePoint got = p[0] + p[1] * at.cosine + p[2] * at.sine;
            QVERIFY(length(got - wanted) < 1e-12);
        }
        QCOMPARE(std::fabs(p[3].y - p[3].x) > piNumber, flags[0] == '1');
        QCOMPARE(p[3].y > p[3].x, flags[2] == '1');
    }
}

void TestPathData::edgesAreLimited() {
    ContourList list;
    OutlineMeter meter({}, {.edges = 4});
    QVERIFY(!parsePathData("M0,0 1,1 h1 1", list, meter));
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(parsePathData("M0,0", list, meter)), OutlineError);
}

void TestPathData::problems_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("what");
    QTest::newRow("no move") << "L1,2" << 0 << "the path data does not begin with M";
    QTest::newRow("unknown letter") << "M0,0 B1" << 5 << "a command is expected here, not 'B'";
    QTest::newRow("missing number") << "M0,0 L1" << 7
                                    << "a number is expected here, not the end of the path data";
    QTest::newRow("comma at the end")
        << "M0,0 L1,2," << 10 << "a number is expected after a comma, not the end of the path data";
    QTest::newRow("flag") << "M0,0a1,1 0 2 0 1,1" << 11 << "a flag of an arc is expected here, not '2'";
    QTest::newRow("too large") << "M1e999,0" << 1 << "the number is too large";
    QTest::newRow("no number") << "Minf,0" << 1 << "a number is expected here, not 'i'";
}

void TestPathData::problems() {
    QFETCH(QString, text);
    ContourList list;
    OutlineMeter meter;
    const auto problem = parsePathData(text.toStdString(), list, meter);
    QVERIFY(problem.has_value());
    QTEST(static_cast<int>(problem->offset), "offset");
    QTEST(QString::fromStdString(problem->problem.text()), "what");
    QVERIFY(!problem->problem.advice.empty());
}

void TestPathData::aDecimalCommaOfTheSystemChangesNothing() {
    const test::CommaLocale locale;
    if (!test::CommaLocale::holds()) QSKIP("this system has no locale to copy");
    ContourList list;
    OutlineMeter meter;
    QVERIFY(!parsePathData("M0.5,1.5e-999L2.5,3", list, meter));
    QCOMPARE(QByteArray::fromStdString(shown(list)), QByteArray("M0.5,0 L2.5,3"));
    const auto problem = parsePathData("M0.5e999,0", list, meter);
    QVERIFY(problem && problem->problem.text() == "the number is too large");
}

BURIN_TEST(TestPathData)
#include "test_path_data.moc"
