// SPDX-License-Identifier: GPL-3.0-or-later

// Lists keep the lines and comments of their items if other items change.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

YamlValue readList(const std::string& text) {
    auto read = parseYaml(text);
    if (const auto* problem = std::get_if<Diagnostic>(&read)) qFatal("%s", problem->text().c_str());
    return std::get<YamlValue>(std::move(read));
}

/// The text after an edit of the document in `text`. It must read back as the edited document.
std::string listEdited(const std::string& text, const std::function<void(DesignEdit&)>& change) {
    DesignEdit edit(readList(text));
    change(edit);
    const YamlValue document = edit.take();
    const std::string kept = keptYaml(document);
    if (readList(kept) != document) qFatal("reads back as another document:\n%s", kept.c_str());
    return kept;
}

/// A text with one part replaced.
std::string listWith(std::string text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    if (at == std::string::npos) qFatal("no %s", before.c_str());
    return text.replace(at, before.size(), after);
}

/// \param before  an edit that adds, removes or moves items leaves the others as they were read there
YamlValue listOf(const QByteArray& items, const YamlValue& before = {}) {
    YamlValue list = yamlSequence();
    list.flow = true;
    for (const QByteArray& item : items.split(' ')) {
        if (item.isEmpty()) continue;
        const auto same = std::find_if(before.items.begin(), before.items.end(), [&](const YamlValue& one) {
            return one.scalar == item.toStdString();
        });
        list.items.push_back(same != before.items.end() ? *same : yamlScalar(item.toStdString()));
    }
    return list;
}

}  // namespace

class TestKeptLists : public QObject {
    Q_OBJECT

  private slots:
    void aListOfSeveralLines_data();
    void aListOfSeveralLines();
    void commentsStayWithTheirItems_data();
    void commentsStayWithTheirItems();
    void commentsInBracketsOfAnyStyle_data();
    void commentsInBracketsOfAnyStyle();
    void commentsOfAVectorStayInTheirPlaces();
    void anyChangeOfAListKeepsItsLines_data();
    void anyChangeOfAListKeepsItsLines();
    void aMovedLinkInBracketsTakesItsComments();
    void aRouteLeavesTheLinesOfOthers();
    void aMovedLinkAddsNoEmptyRoute();
    void aListThatIsReplacedStaysABlock();
    void theCommentOfAReplacedListStays_data();
    void theCommentOfAReplacedListStays();
};

void TestKeptLists::aListOfSeveralLines_data() {
    QTest::addColumn<QByteArray>("items");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("changed") << QByteArray("1 7 3") << QByteArray("[  # all\n  1,  # one\n  7,  # two\n  3]");
    QTest::newRow("removed") << QByteArray("1 3") << QByteArray("[  # all\n  1,  # one\n  3]");
    QTest::newRow("the last removed")
        << QByteArray("1 2") << QByteArray("[  # all\n  1,  # one\n  2,  # two\n  ]");
    QTest::newRow("one more") << QByteArray("1 2 3 4")
                              << QByteArray("[  # all\n  1,  # one\n  2,  # two\n  3, 4]");
    QTest::newRow("one before") << QByteArray("0 1 2 3")
                                << QByteArray("[  # all\n  0,\n  1,  # one\n  2,  # two\n  3]");
    QTest::newRow("none") << QByteArray("") << QByteArray("[  # all\n  ]");
}

void TestKeptLists::aListOfSeveralLines() {
    QFETCH(QByteArray, items);
    QFETCH(QByteArray, after);
    const std::string text = "burin: 1\nlist: [  # all\n  1,  # one\n  2,  # two\n  3]  # end\n";
    YamlValue document = readList(text);
    valueAt(document, "list") = listOf(items);
    const std::string kept = keptYaml(document);
    QCOMPARE(QByteArray::fromStdString(kept), "burin: 1\nlist: " + after + "  # end\n");
    QVERIFY(readList(kept) == document);
}

void TestKeptLists::commentsStayWithTheirItems_data() {
    QTest::addColumn<QByteArray>("items");
    QTest::addColumn<QByteArray>("flow");
    const auto row = [](const char* name, const char* items, const char* flow) {
        QTest::newRow(name) << QByteArray(items) << QByteArray(flow);
    };
    row("one more in the middle", "1 9 2 3 4",
        "\n  # above 1\n  1,  # one\n  9,\n  2,\n  # above 3\n  # and more\n  3,  # three\n  4  # four\n");
    row("two more in the middle", "1 2 8 9 3 4",
        "\n  # above 1\n  1,  # one\n  2,\n  8,\n  9,\n  # above 3\n  # and more\n  3,  # three\n  4  # "
        "four\n");
    row("one more at the start", "0 1 2 3 4",
        "\n  0,\n  # above 1\n  1,  # one\n  2,\n  # above 3\n  # and more\n  3,  # three\n  4  # four\n");
    row("one more at the end", "1 2 3 4 5",
        "\n  # above 1\n  1,  # one\n  2,\n  # above 3\n  # and more\n  3,  # three\n  4,  # four\n  5\n");
    row("one removed from the middle", "1 2 4", "\n  # above 1\n  1,  # one\n  2,\n  4  # four\n");
    row("the first one removed", "2 3 4", "\n  2,\n  # above 3\n  # and more\n  3,  # three\n  4  # four\n");
    row("one removed and one added elsewhere", "2 9 3 4",
        "\n  2,\n  9,\n  # above 3\n  # and more\n  3,  # three\n  4  # four\n");
    row("one moved to the start", "3 1 2 4",
        "\n  # above 3\n  # and more\n  3,  # three\n  # above 1\n  1,  # one\n  2,\n  4  # four\n");
    row("one moved to the end", "2 3 4 1",
        "\n  2,\n  # above 3\n  # and more\n  3,  # three\n  4,  # four\n  # above 1\n  1  # one\n");
    row("one changed", "1 2 7 4",
        "\n  # above 1\n  1,  # one\n  2,\n  # above 3\n  # and more\n  7,  # three\n  4  # four\n");
    row("all replaced", "7 8", "\n  7,\n  8,\n");
}

void TestKeptLists::commentsStayWithTheirItems() {
    QFETCH(QByteArray, items);
    QFETCH(QByteArray, flow);
    const std::string text =
        "burin: 1\nlist: [  # all\n  # above 1\n  1,  # one\n  2,\n  # above 3\n  # and more\n  3,  # three\n"
        "  4  # four\n  ]  # end\n";
    for (const char* lineEnd : {"\n", "\r\n"}) {
        const auto with = [&](QByteArray lines) { return lines.replace("\n", lineEnd); };
        YamlValue document = readList(with(QByteArray::fromStdString(text)).toStdString());
        valueAt(document, "list") = listOf(items, *document.find("list"));
        const std::string kept = keptYaml(document);
        QCOMPARE(QByteArray::fromStdString(kept), with("burin: 1\nlist: [  # all" + flow + "  ]  # end\n"));
        QVERIFY(readList(kept) == document);
    }
}

void TestKeptLists::commentsInBracketsOfAnyStyle_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("items");
    QTest::addColumn<QByteArray>("after");
    const auto rows = [](const QByteArray& style, const char* before,
                         const std::vector<std::pair<const char*, const char*>>& edits) {
        for (const auto& [items, after] : edits)
            QTest::newRow(style + ": " + items)
                << QByteArray(before) << QByteArray(items) << QByteArray(after);
    };
    rows("commas lead", "[ 1   # a\n  , 2   # b\n  # above 3\n  , 3   # c\n  ]",
         {{"1 7 3", "[ 1   # a\n  , 7   # b\n  # above 3\n  , 3   # c\n  ]"},
          {"1 2", "[ 1   # a\n  , 2   # b\n  ]"},
          {"2 3", "[ 2   # b\n  # above 3\n  , 3   # c\n  ]"},
          {"1 2 9 3", "[ 1   # a\n  , 2   # b\n  , 9\n  # above 3\n  , 3   # c\n  ]"},
          {"1 2 3 4", "[ 1   # a\n  , 2   # b\n  # above 3\n  , 3   # c\n  , 4\n  ]"},
          {"0 1 2 3", "[ 0\n  , 1   # a\n  , 2   # b\n  # above 3\n  , 3   # c\n  ]"},
          {"3 1 2", "[\n  # above 3\n    3   # c\n  , 1   # a\n  , 2   # b\n  ]"},
          {"", "[]"}});
    rows("commas lead and the first has a line", "[  # all\n    1   # a\n  , 2   # b\n  ]",
         {{"2 1", "[  # all\n    2   # b\n  , 1   # a\n  ]"},
          {"0 1 2", "[  # all\n    0\n  , 1   # a\n  , 2   # b\n  ]"},
          {"2", "[  # all\n    2   # b\n  ]"},
          {"", "[  # all\n  ]"}});
    rows("commas lead, and a comment belongs to none", "[ 1\n\n  # apart\n\n  , 2   # b\n  , 3 ]",
         {{"1 3", "[ 1\n\n  # apart\n\n  , 3 ]"},
          {"2 3", "[\n\n  # apart\n\n    2   # b\n  , 3 ]"},
          {"1 2", "[ 1\n\n  # apart\n\n  , 2   # b\n  ]"}});
    rows("the first is on the line of the bracket", "[ 1,  # a\n  # above 2\n  2,  # b\n  3  # c\n  ]",
         {{"7 2 3", "[ 7,  # a\n  # above 2\n  2,  # b\n  3  # c\n  ]"},
          {"2 3", "[\n  # above 2\n  2,  # b\n  3  # c\n  ]"},
          {"0 1 2 3", "[ 0,\n  1,  # a\n  # above 2\n  2,  # b\n  3  # c\n  ]"},
          {"2 1 3", "[\n  # above 2\n  2,  # b\n  1,  # a\n  3  # c\n  ]"},
          {"3 1 2", "[ 3,  # c\n  1,  # a\n  # above 2\n  2,  # b\n  ]"},
          {"", "[]"}});
    rows("one", "[ 1   # a\n  ]", {{"1 2", "[ 1,   # a\n  2\n  ]"}, {"0 1", "[ 0,\n  1   # a\n  ]"}});
    rows("the bracket has a comment", "[ # first\n  1, 2, 3 ]",
         {{"2 3", "[ # first\n  2, 3 ]"},
          {"0 1 2 3", "[ # first\n  0,\n  1, 2, 3 ]"},
          {"", "[ # first\n  ]"}});
    rows("a comment above two", "[\n  # above\n  1, 2,\n  3 ]",
         {{"2 3", "[\n  # above\n  2,\n  3 ]"}, {"2 1 3", "[\n  2,\n  # above\n  1, \n  3 ]"}});
    rows("empty", "[ # nothing yet\n  ]", {{"1 2", "[ # nothing yet\n  1,\n  2\n  ]"}});
    rows("empty, with a line", "[\n  # nothing yet\n  ]", {{"1", "[\n  # nothing yet\n  1\n  ]"}});
}

void TestKeptLists::commentsInBracketsOfAnyStyle() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, items);
    QFETCH(QByteArray, after);
    for (const char* lineEnd : {"\n", "\r\n"}) {
        const auto with = [&](const QByteArray& list) {
            return QByteArray("burin: 1\nlist: " + list + "  # end\n").replace("\n", lineEnd);
        };
        YamlValue document = readList(with(before).toStdString());
        valueAt(document, "list") = listOf(items, *document.find("list"));
        const std::string kept = keptYaml(document);
        QCOMPARE(QByteArray::fromStdString(kept), with(after));
        QVERIFY(readList(kept) == document);
    }
}

/// A value of the old list may be in the new one by chance.
void TestKeptLists::commentsOfAVectorStayInTheirPlaces() {
    const std::string block = "burin: 1\nat:\n  # from the left\n  - 8  # a\n  - 9  # b\n";
    const std::string brackets = "burin: 1\nat: [\n  # from the left\n  8,  # a\n  9  # b\n  ]\n";
    for (const std::string& text : {block, brackets}) {
        for (const char* items : {"7 8", "9 8", "9 7"}) {
            YamlValue document = readList(text);
            setIn(document, "at", listOf(items));
            const std::string first(1, items[0]);
            const std::string second(1, items[2]);
            std::string wanted = listWith(text, "8", "@");
            wanted = listWith(listWith(wanted, "9", second), "@", first);
            QCOMPARE(QByteArray::fromStdString(keptYaml(document)), QByteArray::fromStdString(wanted));
        }
    }
}

void TestKeptLists::anyChangeOfAListKeepsItsLines_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(200))
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

namespace {

/// A list in brackets on several lines, with commas and comments in places that YAML allows.
std::string randomList(Random& random) {
    std::string text = "burin: 1\nlist: [  # all\n  ";
    const std::int64_t count = random.between(1, 6);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string name = std::to_string(i);
        if (random.chance(0.3)) text += "# above " + name + "\n  ";
        text += random.pick({"1", "2", "~", "'a, # b'", "[1,  2]", "{k: 1,  # in\n    m: [3]}", "a b",
                             "[  # all three\n    1, 2, 3]"});
        if (random.chance(0.1)) text += "  # before\n  ";
        if (i + 1 < count || random.chance(0.3)) text += ",";
        if (random.chance(0.5)) text += "  # on " + name;
        text += text.ends_with(',') && random.chance(0.3) ? " " : "\n  ";
        if (random.chance(0.1)) text += "\n  # apart\n\n  ";
    }
    return text + "]  # end\nlast: 1\n";
}

void changeList(std::vector<YamlValue>& items, Random& random) {
    const auto last = static_cast<std::int64_t>(items.size()) - 1;
    const auto at = items.begin() + random.between(0, last);
    YamlValue made = random.chance(0.5) ? *(items.begin() + random.between(0, last))
                                        : yamlScalar(random.pick({"7", "x", "a: b", "#", "]"}), true);
    if (random.chance(0.5)) made.source = nullptr;
    switch (random.between(0, 3)) {
        case 0:
            if (last > 0) items.erase(at);
            break;
        case 1:
            items.insert(at, std::move(made));
            break;
        case 2:
            *at = std::move(made);
            break;
        default:
            std::swap(*at, items[static_cast<std::size_t>(random.between(0, last))]);
    }
}

}  // namespace

void TestKeptLists::anyChangeOfAListKeepsItsLines() {
    QFETCH(quint64, seed);
    Random random(seed);
    YamlValue document = readList(randomList(random));
    for (int i = 0; i < 6; ++i) {
        changeList(valueIn(document, "list")->items, random);
        const std::string kept = keptYaml(document);
        const auto read = parseYaml(kept);
        const auto* value = std::get_if<YamlValue>(&read);
        QVERIFY2(value != nullptr && *value == document, kept.c_str());
        // It was not written anew.
        QVERIFY2(kept.starts_with("burin: 1\nlist: [  # all\n"), kept.c_str());
        QVERIFY2(kept.find("]  # end\n") != std::string::npos, kept.c_str());
        if (random.chance(0.5)) document = *value;
    }
}

void TestKeptLists::aMovedLinkInBracketsTakesItsComments() {
    const std::string first = "      # first\n      {data: a},   # one\n";
    const std::string second = "      {mask: b,  # where\n        at: [1,  2]},  # two\n";
    const std::string text = "burin: 1\nnodes:\n  surface:\n    kind: root\n    inputs: [\n" + first +
                             second + "      {data: c}]\n";
    QCOMPARE(listEdited(text, [](DesignEdit& e) { e.moveLink("surface", 0, 1); }),
             listWith(text, first + second, second + first));
    QCOMPARE(listEdited(text, [](DesignEdit& e) { e.unlink("surface", 0); }), listWith(text, first, ""));
    QCOMPARE(listEdited(text, [](DesignEdit& e) { e.link("surface", Trait::data, "d", 1); }),
             listWith(text, first, first + "      {data: d},\n"));
}

void TestKeptLists::aRouteLeavesTheLinesOfOthers() {
    const std::string first = "      # of a\n      - [[1, 2],  [3, 4]]   # wide\n";
    const std::string third = "      - ~  # straight\n";
    const std::string text =
        "burin: 1\nnodes:\n  surface:\n    kind: root\n    inputs: [{data: a}, {data: b}, {data: c}, {data: "
        "d}]\n"
        "editor:\n  surface:\n    x: 1\n    y: 2\n    routes:  # by hand\n" +
        first + "      # of b\n      - [[5, 6]]  # one\n" + third;
    const std::vector<CanvasPoint> points = {{7, 8}};
    QCOMPARE(listEdited(text, [&](DesignEdit& e) { e.setRoute("surface", 1, points); }),
             listWith(text, "[[5, 6]]", "[[7, 8]]"));
    QCOMPARE(listEdited(text, [&](DesignEdit& e) { e.setRoute("surface", 3, points); }),
             text + "      - [[7, 8]]\n");
    const std::string straight = listEdited(text, [&](DesignEdit& e) { e.setRoute("surface", 1, {}); });
    for (const std::string& lines : {first, third, std::string("    routes:  # by hand\n")})
        QVERIFY2(straight.find(lines) != std::string::npos, straight.c_str());
    const std::string moved = listEdited(text, [&](DesignEdit& e) { e.moveLink("surface", 0, 1); });
    // No entry is added for the last link.
    QCOMPARE(std::count(moved.begin(), moved.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
}

void TestKeptLists::aMovedLinkAddsNoEmptyRoute() {
    const std::string text =
        "burin: 1\nnodes:\n  surface:\n    kind: root\n    inputs: [{data: a}, {data: b}, {data: c}]\n"
        "editor:\n  surface: {x: 1, y: 2, routes: ";
    const auto moved = [](std::size_t from, std::size_t to) {
        return [=](DesignEdit& e) { e.moveLink("surface", from, to); };
    };
    const auto routes = [&](const std::string& before, const std::function<void(DesignEdit&)>& change) {
        const std::string kept = listEdited(text + before + "}\n", change);
        const std::size_t at = kept.find("routes: ") + 8;
        return QByteArray::fromStdString(kept.substr(at, kept.rfind('}') - at));
    };
    QCOMPARE(routes("[[[1, 2]]]", moved(2, 0)), "[null, [[1, 2]]]");
    QCOMPARE(routes("[[[1, 2]]]", moved(0, 2)), "[null, null, [[1, 2]]]");
    QCOMPARE(routes("[~, ~, [[1, 2]]]", moved(2, 0)), "[[[1, 2]]]");
    QCOMPARE(routes("[~, [[1, 2]]]", moved(1, 2)), "[~, null, [[1, 2]]]");
    // The file had this entry.
    QCOMPARE(routes("[[[1, 2]], ~]", moved(2, 0)), "[null, [[1, 2]], ~]");
    QCOMPARE(routes("[[[1, 2]], ~, [[3, 4]]]", [](DesignEdit& e) { e.unlink("surface", 2); }), "[[[1, 2]]]");
    const std::string straight =
        listEdited(text + "[~, [[1, 2]]]}\n", [](DesignEdit& e) { e.unlink("surface", 1); });
    QVERIFY2(straight.find("routes") == std::string::npos, straight.c_str());
}

void TestKeptLists::aListThatIsReplacedStaysABlock() {
    const std::string text =
        "burin: 1\nnodes:\n  dot:\n    kind: path\n    points:\n      # the corner\n      - [0, 0]  # here\n"
        "      - [5, 5]\n";
    YamlValue list = yamlList({});
    for (const char* side : {"0", "6"}) {
        const std::string point[] = {side, side};
        list.items.push_back(yamlList(point));
    }
    QCOMPARE(listEdited(text, [&](DesignEdit& e) { e.setValue("dot", "points", list); }),
             listWith(text, "[5, 5]", "[6, 6]"));
}

void TestKeptLists::theCommentOfAReplacedListStays_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const char* before, const char* after) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after);
    };
    row("behind the bracket", "[  # all\n      1, 2]", " # all\n      =k");
    row("on both sides", "[  # all\n      1,  # one\n      2]  # end", " # all\n      =k  # end");
    row("map", "{ # all\n      x: 1}", " # all\n      =k");
    row("empty", "[ # all\n      ]", " # all\n      =k");
    row("block", " # all\n      - 1  # one\n      - 2\n      # below", "=k  # all\n      # below");
    row("text", "|2-  # all\n      1", "=k  # all");
}

void TestKeptLists::theCommentOfAReplacedListStays() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray start = "burin: 1\nnodes:\n  a:\n    kind: root\n    u: ";
    const auto replace = [](DesignEdit& e) { e.setValue("a", "u", yamlScalar("=k")); };
    const auto edited = [&](const QByteArray& text) {
        return QByteArray::fromStdString(listEdited(text.toStdString(), replace));
    };
    for (const char* lineEnd : {"\n", "\r\n"}) {
        const auto with = [&](const QByteArray& value) {
            return QByteArray(start + value + "\n    v: 1  # v\n").replace("\n", lineEnd);
        };
        QCOMPARE(edited(with(before)), with(after));
    }
    QCOMPARE(edited("burin: 1\nnodes:\n  a: {kind: root, u: [ # all\n    1], v: 1}\n"),
             "burin: 1\nnodes:\n  a: {kind: root, u:  # all\n    =k, v: 1}\n");
}

BURIN_TEST(TestKeptLists)
#include "test_kept_lists.moc"
