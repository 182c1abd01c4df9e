// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/model/document/parsed_states.hpp"

#include "core/design/yaml_tools.hpp"

#include <memory>

namespace burin::ui {

class TestParsedStates : public QObject {
    Q_OBJECT

    static std::shared_ptr<const YamlValue> document(const char* text) {
        return std::make_shared<const YamlValue>(yamlScalar(text));
    }

  private slots:
    void whatWasUsedLongestAgoIsDroppedFirst() {
        ParsedStates states(30);
        states.keep("a", document("1"), 10);
        states.keep("b", document("2"), 10);
        states.keep("c", document("3"), 10);
        QVERIFY(states.find("a") != nullptr);
        states.keep("d", document("4"), 10);
        QVERIFY(states.find("b") == nullptr);
        for (const char* kept : {"a", "c", "d"})
            QVERIFY2(states.find(kept) != nullptr, kept);
        QCOMPARE(states.find("d")->scalar, std::string("4"));
    }

    void aDocumentBeyondTheLimitDisplacesNoOther() {
        ParsedStates states(30);
        states.keep("a", document("1"), 10);
        states.keep("huge", document("2"), 31);
        QVERIFY(states.find("huge") == nullptr);
        QVERIFY(states.find("a") != nullptr);
    }

    void aStateThatIsKeptAgainCountsOnce() {
        ParsedStates states(30);
        states.keep("a", document("1"), 10);
        states.keep("b", document("2"), 10);
        states.keep("b", document("3"), 20);
        QVERIFY(states.find("a") != nullptr);
        QCOMPARE(states.find("b")->scalar, std::string("3"));
        states.drop("b");
        QVERIFY(states.find("b") == nullptr);
        states.keep("c", document("4"), 20);
        QVERIFY(states.find("a") != nullptr);
        states.clear();
        QVERIFY(states.find("a") == nullptr);
        states.keep("d", document("5"), 30);
        QVERIFY(states.find("d") != nullptr);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestParsedStates)
#include "test_parsed_states.moc"
