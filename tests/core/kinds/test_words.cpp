// SPDX-License-Identifier: GPL-3.0-or-later

// Every kind has synonyms that users search for, and the search finds them.

#include "core/design/kind_listing.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace burin {

class TestWords : public QObject {
    Q_OBJECT

  private slots:
    void everyKindHasWords() {
        for (const Kind& kind : kinds()) {
            const KindDescription& d = kind.description;
            const std::string name(d.name);
            QVERIFY2(d.words.size() >= 3, name.c_str());
            const std::set<std::string_view> different(d.words.begin(), d.words.end());
            QVERIFY2(different.size() == d.words.size(), name.c_str());
            for (const std::string_view word : d.words) {
                QVERIFY2(word.size() >= 3, name.c_str());
                const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
                    return std::islower(static_cast<unsigned char>(c)) != 0 || c == ' ';
                });
                QVERIFY2(plain, std::string(word).c_str());
            }
        }
    }

    void theListingsPrintThem() {
        const KindDescription& d = findKind("stitching")->description;
        QVERIFY(kindText(d).find("\n  also called: array, pitch,") != std::string::npos);
        QVERIFY(kindYaml(d).find("\n  words: [array, pitch,") != std::string::npos);
    }
};

}  // namespace burin

BURIN_TEST(burin::TestWords)
#include "test_words.moc"
