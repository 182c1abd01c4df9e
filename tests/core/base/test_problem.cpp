// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errors.hpp"
#include "support/testing.hpp"

using namespace burin;

class TestProblem : public QObject {
    Q_OBJECT

  private slots:
    void detailsTakeTheirPlaces() {
        QCOMPARE(filledIn("%2 of %1, %2", {"ten", "one"}), std::string("one of ten, one"));
        QCOMPARE(filledIn("100 % of %1", {"all"}), std::string("100 % of all"));
        // Inserted details are not expanded again, and a number without a detail stays.
        QCOMPARE(filledIn("%1 and %2", {"%1"}), std::string("%1 and %2"));
        QCOMPARE(filledIn("%", {"a"}), std::string("%"));
    }

    void textNamesTheSubject() {
        const Problem problem{"a.tif", "has %1 bits", {"12"}, {{Remedy::Way::overwrite}}};
        QCOMPARE(problem.text(), std::string("a.tif: has 12 bits"));
        QCOMPARE(Problem{.reason = "nothing"}.text(), std::string("nothing"));
    }

    /// A name with a no-break space cannot be told from another one, and the file is not found.
    void namesTellWhatCannotBeSeen() {
        const Problem problem{.subject = "a\u00A0b.tif", .reason = "lies in %1", .details = {"m\u0430p"}};
        QCOMPARE(problem.text(), std::string("a<U+00A0 no-break space>b.tif: lies in m<U+0430 Cyrillic a>p"));
        QCOMPARE((Problem{"b\xFFr", "\u00A0"}).text(), std::string("b\xFFr: \u00A0"));
    }

    void adviceStandsForItself() {
        const Problem problem{
            .reason = "has %1 rows", .details = {"12", "8"}, .advice = "write at most %2 rows"};
        QCOMPARE(problem.text(), std::string("has 12 rows"));
        QCOMPARE(problem.adviceText(), std::string("write at most 8 rows"));
    }

    /// A file name may contain anything.
    void subjectsAndPlainReasonsAreNotFilledIn() {
        QCOMPARE(std::string(UsageError("%1.tif", "exists").what()), std::string("%1.tif: exists"));
        QCOMPARE(std::string(UsageError("no %05d").what()), std::string("no %05d"));
    }

    void anErrorKeepsItsProblem() {
        try {
            throw SinkError("a.tif", "exists", {{Remedy::Way::resume}});
        } catch (const ProblemError& error) {
            QCOMPARE(error.problem().subject, std::string("a.tif"));
            QVERIFY(error.problem().remedies == std::vector{Remedy{Remedy::Way::resume}});
        }
    }
};

BURIN_TEST(TestProblem)
#include "test_problem.moc"
