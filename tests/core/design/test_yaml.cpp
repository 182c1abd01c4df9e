// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/yaml.hpp"
#include "support/long_run.hpp"
#include "support/testing.hpp"

#include "core/design/design.hpp"
#include "core/kinds/form/operation.hpp"

#include <random>

using namespace burin;

namespace {

using Type = YamlValue::Type;

YamlValue parsed(std::string_view text) {
    auto result = parseYaml(text);
    if (const auto* refused = std::get_if<Diagnostic>(&result)) {
        QTest::qFail(refused->text().c_str(), __FILE__, __LINE__);
        return {};
    }
    return std::get<YamlValue>(std::move(result));
}

/// Texts of YAML's special characters, and names and numbers like those in designs.
std::string randomText(std::mt19937& random) {
    static const std::vector<std::string> pieces = {
        "a",    "Node", "12",     "-",      "- ",         ":",    ": ",  "#",  " #",   "'",  "\"", "\\",
        "[",    "]",    "{",      "}",      ",",          "&",    "*",   "!",  "|",    ">",  "%",  "@",
        "`",    "?",    "? ",     "~",      "null",       "true", "<<",  "\n", "\n\n", "\t", " ",  "  ",
        "\x07", "é",    "\u0085", "\u2028", "\U0001F600", "---",  "...", "=",  "0x1F"};
    std::uniform_int_distribution<std::size_t> count(0, 5);
    std::uniform_int_distribution<std::size_t> piece(0, pieces.size() - 1);
    std::string result;
    for (std::size_t i = count(random); i > 0; --i)
        result += pieces[piece(random)];
    return result;
}

YamlValue randomScalar(std::mt19937& random) {
    YamlValue value;
    value.type = Type::scalar;
    value.scalar = random() % 40 == 0 ? std::string(random() % 3000, 'k') : randomText(random);
    value.quoted = random() % 2 == 0;
    // A bare null and an empty value have a type of their own.
    for (const char* null : {"", "~", "null"})
        value.quoted = value.quoted || value.scalar == null;
    return value;
}

YamlValue randomTree(std::mt19937& random, int depth) {
    const auto choice = random() % (depth > 0 ? 6 : 3);
    if (choice == 0) return {};
    if (choice < 3) return randomScalar(random);
    YamlValue value;
    value.flow = random() % 2 == 0;
    value.type = choice < 5 ? Type::map : Type::sequence;
    for (std::size_t i = random() % 5; i > 0; --i) {
        if (value.type == Type::sequence) {
            value.items.push_back(randomTree(random, depth - 1));
            continue;
        }
        YamlValue key = randomScalar(random);
        if (value.find(key.scalar) == nullptr)
            value.entries.push_back({std::move(key), randomTree(random, depth - 1)});
    }
    return value;
}

/// Whether collections kept their brackets too. Collections inside brackets, and empty ones, always have
/// them.
bool sameStyle(const YamlValue& written, const YamlValue& read, bool inFlow = false) {
    const bool collection = written.type == Type::map || written.type == Type::sequence;
    const bool empty = written.items.empty() && written.entries.empty();
    if (collection && read.flow != (written.flow || inFlow || empty)) return false;
    for (std::size_t i = 0; i < written.items.size(); ++i) {
        if (!sameStyle(written.items[i], read.items[i], read.flow)) return false;
    }
    for (std::size_t i = 0; i < written.entries.size(); ++i) {
        if (!sameStyle(written.entries[i].value, read.entries[i].value, read.flow)) return false;
    }
    return true;
}

}  // namespace

class TestYaml : public QObject {
    Q_OBJECT

  private slots:
    void aTextIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("fragment");
        const auto add = [](const char* name, const QByteArray& text, int line, int column,
                            const char* fragment) {
            QTest::newRow(name) << text << line << column << QString(fragment);
        };
        add("an anchor", "a: &x 5\n", 1, 4, "anchors are not supported; remove it");
        add("an anchor on a map", "a: &x\n  b: 1\n", 1, 4, "anchors are not supported");
        add("an anchor on a key", "&x a: 1\n", 1, 1, "anchors are not supported");
        add("an alias", "a: 1\nb: *x\n", 2, 4, "aliases are not supported; write the value itself");
        add("an alias in a list", "a: [1, *x]\n", 1, 8, "aliases are not supported");
        add("an alias of an anchor", "a: &x [1]\nb: *x\n", 1, 4, "anchors are not supported");
        add("a tag", "a: !!int 5\n", 1, 4, "tags are not supported; remove it");
        add("a tag that a user defines", "a: !point [1, 2]\n", 1, 4, "tags are not supported");
        add("a tag on nothing", "a: !!null\n", 1, 4, "tags are not supported");
        add("an empty tag", "a: ! 5\n", 1, 4, "tags are not supported");
        add("a verbatim tag", "a: !<tag:yaml.org,2002:str> 5\n", 1, 4, "tags are not supported");
        add("a tag on a quoted text", "a: !!str \"5\"\n", 1, 4, "tags are not supported");
        add("a merge key", "a:\n  <<: {b: 1}\n", 2, 3, "merge keys are not supported; write");
        add("a second document", "a: 1\n---\nb: 2\n", 2, 1,
            "there is more text after the end of the document");
        add("an empty second document", "a: 1\n---\n", 2, 1, "a file holds one document");
        add("text behind the end of the document", "a: 1\n...\nfoo\n", 3, 1, "more text after the end");
        add("text behind a list", "- a\nfoo\n", 2, 1, "more text after the end");
        add("two texts", "'a' 'b'\n", 1, 5, "more text after the end");
        add("a directive at the end", "a: 1\n%foo\n", 2, 1, "directives are not supported");
        add("a tag directive", "%TAG ! tag:x,2000:\n---\na: 1\n", 1, 1, "directives are not supported");
        add("a duplicate key", "a: 1\nb: 2\na: 3\n", 3, 1, "the key 'a' is given a second time");
        add("a duplicate key in quotes", "a: 1\n'a': 3\n", 2, 1, "a second time");
        add("a duplicate key in brackets", "x: {a: 1, \"a\": 3}\n", 1, 11, "a second time");
        add("a list as a key", "? [a, b]\n: 1\n", 1, 3, "this key is not a text");
        add("a map as a key", "{a: 1}: 2\n", 1, 1, "this key is not a text");
        add("no key", ": 1\n", 1, 1, "this value has no key");
        add("no key in brackets", "a: {: 1}\n", 1, 5, "this value has no key");
        add("a control character", "a: x\x01\n", 1, 5, "this is the control character \\x01; remove it");
        add("a zero byte", QByteArray("a: \0\n", 5), 1, 4, "control character \\x00");
        add("an escape character", "a: \x1B[1m\n", 1, 4, "control character \\x1B");
        add("a delete character", "# \x7F\n", 1, 3, "control character \\x7F");
        add("a C1 control character", "# \xC2\x9B\n", 1, 3, "control character \\x9B");
        add("a carriage return alone", "a: 1\rb: 2\n", 1, 5,
            "the control character \\x0D, a carriage return, has no line feed after it; end lines with LF or "
            "with CR LF");
        add("UTF-16",
            QByteArray("\xFF\xFE"
                       "a\0",
                       4),
            1, 1, "the file is in UTF-16 (little-endian); save it in UTF-8");
        add("UTF-16 without a byte order mark", QByteArray("\0a\0:\0 \0b", 8), 1, 1, "UTF-16 (big-endian)");
        add("indented by no-break spaces", "a:\n  b: 1\n\u00A0 \u00A0c: 2\n  d: 3\n", 3, 1,
            "the indentation contains U+00A0 (no-break space); indent with plain spaces");
        add("a no-break space after a colon", "a: 1\nb:\u00A02\nc: 3\n", 2, 1,
            "column 3 of this line holds U+00A0 (no-break space)");
        add("Latin-1", "a: \xE4rger\n", 1, 4, "not UTF-8; save the file in UTF-8");
        add("columns before a bad byte are characters", "\xC3\xA4\xC3\xB6: \xFF\n", 1, 5, "not UTF-8");
        add("a surrogate", "a: \xED\xA0\x80\n", 1, 4, "not UTF-8");
        add("beyond Unicode", "a: \xF4\x90\x80\x80\n", 1, 4, "not UTF-8");
        add("an overlong form", "a: \xE0\x80\xAF\n", 1, 4, "not UTF-8");
        add("a second byte order mark",
            "\xEF\xBB\xBF\xEF\xBB\xBF"
            "a: 1\n",
            1, 1, "the text has a second byte order mark");
        add("a double quote that is never closed", "a: \"x\nb: 1\n", 1, 4, "this quote is never closed");
        add("a single quote that is never closed", "a: 1\nb: 'x\n", 2, 4, "this quote is never closed");
        add("an unclosed quote right at the end", "a: \"x", 1, 4, "this quote is never closed");
        add("a quote that is closed by the next one", "a: \"x\nb: \"y\"\n", 1, 4,
            "this quote is closed only in line 2");
        add("an unclosed quote behind a comment with one", "# it's\na: 'x\n", 2, 4,
            "this quote is never closed");
        add("a square bracket that is never closed", "a: [1, 2\nb: 3\n", 1, 4,
            "this bracket is never closed; close it with ]");
        add("a brace that is never closed", "a: {x: 1\nb: 3\nc: 4\n", 1, 4,
            "this bracket is never closed; close it with }");
        add("a bracket that is never closed at the end", "a: [1, [2", 1, 8, "this bracket is never closed");
        add("a bracket that closes nothing", "a: 1]\nb: ]\n", 2, 4,
            "this bracket does not match an opening bracket");
        add("a bracket of the wrong kind", "a: [1}\n", 1, 6,
            "this bracket does not match an opening bracket");
        add("one bracket too many", "a: [[1]]]\n", 1, 9, "this bracket does not match an opening bracket");
        add("nothing between commas", "a: [1,, 2]\n", 1, 7, "a value is missing before this comma");
        add("nothing before a comma", "a: [, 2]\n", 1, 5, "a value is missing before this comma");
        add("no comma in a list", "a: [\"x\" \"y\"]\n", 1, 9, "',' or ']' was expected here");
        add("no comma in a map", "a: {\"x\": 1 \"y\": 2}\n", 1, 15, "',' or '}' was expected here");
        add("text behind a quoted text", "a: \"x\" y\n", 1, 8, "`key: value` was expected here");
        add("text behind a bracket", "a: [x] y\n", 1, 8, "`key: value` was expected here");
        add("a comment right behind a quote", "a: \"x\"#y\n", 1, 7, "a # follows a quote directly");
        add("a key without a colon", "a: 1\nb\nc: 2\n", 2, 1, "`key: value` was expected here");
        add("a key without a colon, and a value", "a:\n  b: 1\n  c 2\n\n  # d\n  e: 3\n", 3, 3,
            "`key: value` was expected here");
        add("a key that is indented too far", "a: 1\n  b: 2\n", 2, 4, "this key is in the wrong place");
        add("two colons in a line", "a: b: c\n", 1, 5, "this line has a second ': '");
        const QByteArray name(1025, 'k');
        add("a long key", "a: 1\n" + name + ": 2\n", 2, 1,
            "this key has more than 1,024 bytes; use a shorter name");
        add("a long key in quotes", "a:\n  \"" + name + "\" : 2\n", 2, 3,
            "this key has more than 1,024 bytes");
        add("a long key in a list", "a:\n  - b: 1\n  - " + name + ": 2\n", 3, 5,
            "this key has more than 1,024 bytes");
        add("a long key in braces", "a: {x: 1, " + name + ": 2}\n", 1, 11,
            "this key has more than 1,024 bytes");
        add("two colons in a long line", "a: " + name + ": c\n", 1, 1029, "this line has a second ': '");
        add("indentation that fits nothing", "a:\n    b: 1\n  c: 2\n", 3, 3,
            "`key: value` was expected here");
        add("a list entry behind a key", "a: - b\n", 1, 4, "this list entry is in the wrong place");
        add("a tab as indentation", "a:\n\tb: 1\n", 2, 2,
            "the indentation contains a tab; indent with blanks");
        add("a tab before a value on its own line", "a:\n\t5\n", 2, 2, "the indentation contains a tab");
        add("a tab behind a dash", "x:\n  -\ta: b\n", 2, 6, "; column 4 of this line holds a tab");
        add("a tab before a dash", "x:\n  y:\n\t- a: b\n", 3, 2, "a tab");
        add("a tab behind blanks", "a:\n  \tb: 1\n", 2, 4, "the indentation contains a tab");
        add("an unknown escape", "a: \"\\q\"\n", 1, 7, "this escape is not defined in double quotes");
        add("an escape cut short", "a: \"\\x4\"\n", 1, 9, "hexadecimal digits were expected");
        add("an escape for a surrogate", "a: \"\\ud800\"\n", 1, 11, "this escape does not name a character");
        add("a text that starts with @", "a: @x\n", 1, 4, "a text may not start with this character");
        add("a text that starts with a backtick", "a: `x`\n", 1, 4, "put the text in quotes");
        add("a text that starts with %", "a: %x\n", 1, 4, "put the text in quotes");
        add("a block text with words behind its mark", "a: | x\n  y\n", 1, 6,
            "there is text after the | or > of a block text");
        add("65 levels in brackets", "a: " + QByteArray(64, '[') + QByteArray(64, ']'), 1, 67,
            "nested more than 64 deep");
        add("65 levels of lists", QByteArray("- ").repeated(65) + "a\n", 1, 129, "nested more than 64 deep");
        add("a hundred thousand brackets", "a: " + QByteArray(100000, '['), 1, 5, "never closed");
        add("a hundred thousand closed brackets", "a: " + QByteArray(100000, '[') + QByteArray(100000, ']'),
            1, 67, "nested more than 64 deep");
        add("a hundred thousand braces", QByteArray(100000, '{'), 1, 1, "never closed");
        add("a hundred thousand dashes", QByteArray("- ").repeated(100000), 1, 129,
            "nested more than 64 deep");
        add("a hundred thousand question marks", QByteArray("? ").repeated(100000), 1, 3,
            "this key is not a text");
        add("three million commas", "a: [" + QByteArray(3000000, ',') + "]", 1, 1,
            "more than 2,097,152 brackets and commas");
        QByteArray laughs = "a: &a [x, x]\n";
        for (char c = 'b'; c < 'z'; ++c) {
            laughs += QByteArray(1, c) + ": &" + c + " [" +
                      QByteArray(9, ' ').replace(" ", QByteArray("*") + char(c - 1) + ", ") + "x]\n";
        }
        add("a billion laughs", laughs, 1, 4, "anchors are not supported");
    }
    void aTextIsRefused() {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, fragment);
        const auto result = parseYaml({text.constData(), static_cast<std::size_t>(text.size())});
        const auto* refused = std::get_if<Diagnostic>(&result);
        QVERIFY(refused != nullptr);
        QVERIFY2(refused->mark == (SourceMark{line, column}), refused->text().c_str());
        QVERIFY2(QString::fromStdString(refused->text()).contains(fragment), refused->text().c_str());
        QVERIFY(!refused->remedy().empty());
    }

    void tooLongATextIsRefused() {
        const auto result = parseYaml(std::string((std::size_t{64} << 20) + 1, '\n'));
        QVERIFY(result.index() == 1);
        QCOMPARE(std::get<Diagnostic>(result).problem.text(), std::string("the file is too long"));
        QVERIFY(std::get<Diagnostic>(result).text().find("at most 64 MiB") != std::string::npos);
    }

    void aKeyOf1024BytesIsRead() {
        const std::string name(1024, 'k');
        QVERIFY(parsed(name + ": 1").find(name) != nullptr);
        QVERIFY(parsed("a: {" + name + ": 1}").find("a")->find(name) != nullptr);
    }

    void sixtyFourLevelsAreRead() {
        const YamlValue value = parsed("a: " + std::string(63, '[') + std::string(63, ']'));
        QCOMPARE(value.entries.size(), std::size_t{1});
    }

    void whatIsAllowedIsRead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("written");
        const auto add = [](const char* name, const QByteArray& text, const QByteArray& written) {
            QTest::newRow(name) << text << written;
        };
        add("a map", "a: 1\nb: x y\n", "a: 1\nb: x y\n");
        add("comments and empty lines", "# c\n\na: 1 # d\n  # e\nb: 2\n", "a: 1\nb: 2\n");
        add("the order of keys", "z: 1\na: 2\nm: 3\n", "z: 1\na: 2\nm: 3\n");
        add("lists below a key, indented or not", "a:\n- 1\n- 2\nb:\n  - 3\n",
            "a:\n  - 1\n  - 2\nb:\n  - 3\n");
        add("maps in lists", "- a: 1\n  b: [1, 2]\n- c: {d: 1}\n", "- a: 1\n  b: [1, 2]\n- c: {d: 1}\n");
        add("lists in lists", "- - a\n  - b\n- []\n- {}\n", "- - a\n  - b\n- []\n- {}\n");
        add("brackets over lines", "a: [1,\n  2,\n  ]\nb: {x: 1,\n    y: 2}\n",
            "a: [1, 2]\nb: {x: 1, y: 2}\n");
        add("null in its spellings", "a:\nb: ~\nc: null\nd: [~, null]\n",
            "a:\nb: ~\nc: null\nd: [~, null]\n");
        add("null as a name", "null: 1\n~: 2\n", "\"null\": 1\n\"~\": 2\n");
        add("an empty entry", "-\n- a\n-\n", "- null\n- a\n- null\n");
        add("an empty value before a key that starts with null", "a:\nnull: 1\n", "a:\n\"null\": 1\n");
        add("quotes", "a: 'it''s'\nb: \"x\\ty\\u00e9\"\n", "a: \"it's\"\nb: \"x\\ty\xC3\xA9\"\n");
        add("a merge key in quotes is a key", "\"<<\": 1\n", "\"<<\": 1\n");
        add("block texts", "a: |\n  x\n   y\n\n  z\nb: >-\n  x\n  y\n",
            "a: \"x\\n y\\n\\nz\\n\"\nb: \"x y\"\n");
        add("a text over lines", "a: x\n  y\nb: 1\n", "a: \"x y\"\nb: 1\n");
        add("brackets in a text", "a: x[1], {2}\n", "a: x[1], {2}\n");
        add("a colon without a blank", "a: b:c\nd: http://e\n", "a: b:c\nd: http://e\n");
        add("signs in front", "a: -x\nb: :y\nc: [-1, :z]\n", "a: -x\nb: :y\nc: [-1, :z]\n");
        add("a # inside of a word", "a: b#c\n", "a: b#c\n");
        add("a byte order mark",
            "\xEF\xBB\xBF"
            "a: 1\n",
            "a: 1\n");
        add("CR LF", "a: 1\r\nb:\r\n  - x\r\n", "a: 1\nb:\n  - x\n");
        add("no line break at the end", "a: 1", "a: 1\n");
        add("marks of a document", "%YAML 1.2\n---\na: 1\n...\n", "a: 1\n");
        add("tabs between tokens", "a:\t1\nb: [1,\t2]\n", "a: 1\nb: [1, 2]\n");
        add("explicit keys", "? a\n: 1\n? b\n: - 2\n", "a: 1\nb:\n  - 2\n");
        add("pairs in a list", "[a: 1, b]\n", "[{a: 1}, b]\n");
        add("keys without values in brackets", "{a, b: }\n", "{a: null, b: null}\n");
        add("keys beyond ASCII", "\xC3\xA4: \xF0\x9F\x98\x80\n", "\xC3\xA4: \xF0\x9F\x98\x80\n");
        add("escapes for what may not stand in a file", "a: \"\\0\\x07\\x85\\n\"\n",
            "a: \"\\x00\\x07\\x85\\n\"\n");
        add("escapes by letters for characters outside ASCII",
            "\"\\_\": \"\\N\\_\\L\\P\"\nb: [\"é\\_é\\_\"]\n",
            "\"\u00a0\": \"\\x85\u00a0\u2028\u2029\"\nb: [\"é\u00a0é\u00a0\"]\n");
    }
    void whatIsAllowedIsRead() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, written);
        const YamlValue value = parsed({text.constData(), static_cast<std::size_t>(text.size())});
        QCOMPARE(QByteArray::fromStdString(writeYaml(value)), written);
        QVERIFY(parsed(writeYaml(value)) == value);
    }

    void placesAreLinesAndCharacters() {
        const YamlValue value =
            parsed("\xC3\xA4\xC3\xB6: {x: 1,\r\n  y: [\"\xE2\x82\xAC\", z]}\nb:\n  - c\n");
        QCOMPARE(value.entries[0].key.mark, (SourceMark{1, 1}));
        const YamlValue& map = value.entries[0].value;
        QCOMPARE(map.mark, (SourceMark{1, 5}));
        QCOMPARE(map.entries[0].value.mark, (SourceMark{1, 9}));
        QCOMPARE(map.entries[1].key.mark, (SourceMark{2, 3}));
        QCOMPARE(map.entries[1].value.items[0].mark, (SourceMark{2, 7}));
        QCOMPARE(map.entries[1].value.items[1].mark, (SourceMark{2, 12}));
        QCOMPARE(value.entries[1].value.items[0].mark, (SourceMark{4, 5}));
    }

    void columnsAreKnownWhereTheTextStandsAsItIs() {
        const YamlValue value =
            parsed("a: x + 1\nb: \"x\"\nc: 'x'\nd: 'it''s'\ne: \"\\t\"\nf: x\n  y\ng: |\n  x\n");
        std::vector<bool> known;
        std::vector<bool> quoted;
        for (const auto& [key, entry] : value.entries) {
            known.push_back(entry.columnsKnown);
            quoted.push_back(entry.quoted);
        }
        QCOMPARE(known, (std::vector<bool>{true, true, true, false, false, false, false}));
        QCOMPARE(quoted, (std::vector<bool>{false, true, true, true, true, true, true}));
    }

    void quotesMatterWhereATextCouldBeSomethingElse() {
        QVERIFY(parsed("a: '5'") != parsed("a: 5"));
        QVERIFY(parsed("a: 'true'") != parsed("a: true"));
        QVERIFY(parsed("a: 'null'") != parsed("a: null"));
        QVERIFY(parsed("a: 'false'") != parsed("a: false"));
        QVERIFY(parsed("a: '5'") == parsed("a: \"5\""));
        QVERIFY(parsed("a: 5") != parsed("a: 6"));
        QVERIFY(parsed("a: 'x'") == parsed("a: x"));
        QVERIFY(parsed("a: [1]") == parsed("a:\n  - 1"));
        QVERIFY(parsed("a: ~") == parsed("a:"));
        QVERIFY(parsed("{a: 1, b: 2}") != parsed("{b: 2, a: 1}"));
    }

    /// Law: any written value reads back equal.
    void writingAndReadingIsTheIdentity() {
        std::mt19937 random(7);
        for (int i = 0; i < (test::isLongRun() ? 4000 : 1000); ++i) {
            YamlValue value = randomTree(random, 4);
            if (value.type == Type::null) continue;
            const std::string text = writeYaml(value);
            const auto result = parseYaml(text);
            QVERIFY2(result.index() == 0, text.c_str());
            const YamlValue& read = std::get<YamlValue>(result);
            QVERIFY2(read == value, text.c_str());
            QVERIFY2(sameStyle(value, read), text.c_str());
            QCOMPARE(writeYaml(read), text);
        }
    }

    void aTextIsBounded_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("repeated");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        const auto add = [](const char* name, const char* before, const char* repeated, const char* after,
                            int line, int column) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(repeated) << QByteArray(after) << line
                                << column;
        };
        add("a plain one", "b: 1\na: ", "x", "\n", 2, 4);
        add("one of words", "b: 1\na: ", "word ", "x\n", 2, 4);
        add("one of many lines", "b: 1\na: ", "word\n  ", "x\n", 2, 4);
        add("one in double quotes", "b: 1\na: \"", "x\\n", "\"\n", 2, 4);
        add("one in single quotes", "b: 1\na: '", "x''", "'\n", 2, 4);
        add("a block", "b: 1\na: |\n", "  word\n", "\n", 2, 4);
        add("a key", "b: 1\n", "x", ": 1\n", 2, 1);
        add("an entry of a list", "- b\n- ", "x", "\n", 2, 3);
        add("an entry in brackets", "a: [b, ", "x", "]\n", 1, 8);
        add("one with commas", "a: \"", "word, ", "\"\n", 1, 4);
    }
    void aTextIsBounded() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, repeated);
        QFETCH(QByteArray, after);
        QFETCH(int, line);
        QFETCH(int, column);
        const auto times = ((qsizetype{1} << 20) + 200000) / repeated.size();
        const auto result = parseYaml((before + repeated.repeated(2 * times) + after).toStdString());
        QVERIFY(std::holds_alternative<Diagnostic>(result));
        const Diagnostic& refusal = std::get<Diagnostic>(result);
        QCOMPARE(refusal.text(), std::to_string(line) + ":" + std::to_string(column) +
                                     ": this text has more than 1 MiB; use at most 1,048,576 bytes");
        const auto shorter = parseYaml((before + repeated.repeated(times / 4) + after).toStdString());
        // The library accepts keys of at most 1,024 bytes.
        QVERIFY(std::holds_alternative<YamlValue>(shorter) || QString(QTest::currentDataTag()) == "a key");
    }

    void manyShortTextsAreNoLongOne() {
        const std::string list =
            "a:\n" + QByteArray("  - word word word # why\n").repeated(80000).toStdString();
        QVERIFY(std::holds_alternative<YamlValue>(parseYaml(list)));
        const std::string row = "a: [" + QByteArray("0.25, ").repeated(300000).toStdString() + "1]\n";
        QVERIFY(std::holds_alternative<YamlValue>(parseYaml(row)));
        const std::string comments = QByteArray("# a long story\n").repeated(150000).toStdString() + "a: 1\n";
        QVERIFY(std::holds_alternative<YamlValue>(parseYaml(comments)));
    }

    void aStopEndsTheReading() {
        std::stop_source stop;
        const std::string text = "a: 1\n" + std::string(std::size_t{50} << 20U, '\n') + "b: [\n";
        QVERIFY(std::holds_alternative<Diagnostic>(parseYaml("a: 1\nb: [\n", stop.get_token())));
        stop.request_stop();
        // Reading stops long before it reaches the error.
        QVERIFY(std::get<Diagnostic>(parseYaml(text, stop.get_token())).what().find("bracket") ==
                std::string::npos);
        QVERIFY_THROWS_EXCEPTION(Cancelled,
                                 static_cast<void>(parseDesign("burin: 1\n", {}, {}, stop.get_token())));
    }

    /// Any bytes are answered with a place inside the text.
    void damagedTextsAreAnswered() {
        const std::string good =
            "burin: 1\nnodes:\n  a: {kind: root, at: [1, -2 mm]}\n  'b':\n    - \"x\\n\" # c\n    - |\n      "
            "t\n? k\n: v\n";
        const std::string bytes = "[]{},:-?&*!|>'\"%@`# \n\t\r~<\\a1\xC3\xA4\x01";
        std::mt19937 random(8);
        const int texts = test::isLongRun() ? 20000 : 5000;
        int refused = 0;
        for (int i = 0; i < texts; ++i) {
            std::string text = good;
            for (std::size_t n = 1 + random() % 4; n > 0; --n) {
                const std::size_t at = random() % text.size();
                const char byte = bytes[random() % bytes.size()];
                if (random() % 3 == 0) {
                    text.erase(at, 1 + random() % 5);
                } else if (random() % 2 == 0) {
                    text.insert(at, 1, byte);
                } else {
                    text[at] = byte;
                }
                if (text.empty()) text = good;
            }
            const auto result = parseYaml(text);
            if (const auto* diagnostic = std::get_if<Diagnostic>(&result)) {
                ++refused;
                const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
                QVERIFY(diagnostic->mark.line >= 1 && diagnostic->mark.line <= lines &&
                        diagnostic->mark.column >= 1);
                QVERIFY(!diagnostic->what().empty());
            } else {
                const YamlValue& value = std::get<YamlValue>(result);
                QVERIFY2(parsed(writeYaml(value)) == value, text.c_str());
            }
        }
        QVERIFY(refused > texts / 4);
    }
};

BURIN_TEST(TestYaml)
#include "test_yaml.moc"
