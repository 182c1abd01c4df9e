// SPDX-License-Identifier: GPL-3.0-or-later

// A kind that describes links of a trait without a reduction does not get into the catalogue.

#include "core/kinds/catalogue/kinds.hpp"
#include "core/kinds/catalogue/link_check.hpp"
#include "core/kinds/form/reduction.hpp"
#include "support/testing.hpp"

using namespace burin;

namespace {

struct MasksOnly : KindBase {};
struct AllTraits : KindBase {
    static constexpr bool takesData = true;
    static constexpr bool takesPattern = true;
};

}  // namespace

class TestLinkCheck : public QObject {
    Q_OBJECT

  private slots:
    void aTraitWithoutAReductionIsRefused() {
        for (const Trait trait : allTraits) {
            KindDescription kind;
            kind.name = "sample";
            kind.links.resize(2);
            kind.links[0].trait = Trait::mask;
            kind.links[1].trait = trait;
            checkLinks<AllTraits>(kind);
            try {
                checkLinks<MasksOnly>(kind);
                QVERIFY(trait == Trait::mask);
            } catch (const std::logic_error& refusal) {
                QVERIFY(trait != Trait::mask);
                const QByteArray what = refusal.what();
                QVERIFY2(what.contains("'sample'") && what.contains(std::string(traitName(trait)).c_str()),
                         what);
            }
        }
    }

    /// The catalogue makes the check when it is built.
    void theCatalogueIsSound() { QVERIFY(!kinds().empty()); }
};

BURIN_TEST(TestLinkCheck)
#include "test_link_check.moc"
