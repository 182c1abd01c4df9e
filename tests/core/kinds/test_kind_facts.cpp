// SPDX-License-Identifier: GPL-3.0-or-later

// Facts about nodes that other rooms ask any operation for, without knowing its kind.

#include "core/kinds/catalogue/kinds.hpp"
#include "core/kinds/combine/scatter.hpp"
#include "core/kinds/combine/stitching.hpp"
#include "support/testing.hpp"
#include "support/textures/compensation_page.hpp"

using namespace burin;

class TestKindFacts : public QObject {
    Q_OBJECT

  private slots:
    void oneKindCompensates() {
        QStringList names;
        for (const Kind& kind : kinds()) {
            if (kind.description.compensates) names << QString::fromUtf8(kind.description.name.data());
        }
        QCOMPARE(names, QStringList{"compensate"});
    }

    void aCompensatingNodeTellsItsSpot() {
        test::CompensateNode wanted;
        wanted.spot = {8, 6};
        const Compensate node = test::compensateOf(wanted);
        const OperationOf<Compensate> operation(node);
        QVERIFY(operation.compensatedSpot() != nullptr);
        QVERIFY(*operation.compensatedSpot() == node.parameters.spot);
        QVERIFY(OperationOf<Scatter>(Scatter{}).compensatedSpot() == nullptr);
    }

    void aLatticeTellsItsSteps() {
        Stitching node;
        node.v = Vector{3, 40};
        node.closes = {90, 0};
        node.variation.seed = 7;
        const OperationOf<Stitching> operation(node);
        const std::vector<LinkShape> links{
            {Trait::pattern, {}, Extent({0, 0, 30, 20}), Extent({0, 0, 30, 20})}};
        const auto told = operation.repetition(links);
        QVERIFY(told && told->steps);
        QVERIFY((told->steps->u == Vector{30, 0}));
        QVERIFY((told->steps->v == Vector{3, 40}));
        QVERIFY((told->closes == Size{90, 0}));
        QCOMPARE(told->variation.seed, 7U);
    }

    void scatteredPointsHaveNoSteps() {
        Scatter node;
        node.closes = {0, 60};
        const OperationOf<Scatter> operation(node);
        const auto told = operation.repetition({});
        QVERIFY(told && !told->steps);
        QVERIFY((told->closes == Size{0, 60}));
    }
};

BURIN_TEST(TestKindFacts)
#include "test_kind_facts.moc"
