// SPDX-License-Identifier: GPL-3.0-or-later

// No two classes have the same name. In one namespace, the linker would silently keep the functions of only
// one of them (the one-definition rule); in two namespaces, or in unnamed ones, one word would mean two
// things.

#include "architecture/rooms.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QProcess>
#include <QRegularExpression>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace burin::test;

namespace {

/// A class, structure, union or enumeration.
struct Definition {
    std::string name;
    std::string space;  ///< the namespace; an unnamed namespace is empty
    std::string file;
};

/// The text without comments, string literals and preprocessor lines.
std::string bare(const std::string& text) {
    QString code = QString::fromStdString(text);
    // Quotes as code points: moc cannot parse quotes inside a raw string.
    static const QRegularExpression noise(
        R"re(//[^\n]*|/\*.*?\*/|R\x22(\w*)\(.*?\)\1\x22|\x22(?:\\.|[^\x22\\\n])*\x22|\x27(?:\\.|[^\x27\\\n])\x27)re",
        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression preprocessor(R"re(^[ \t]*#(?:\\\n|[^\n])*)re",
                                                 QRegularExpression::MultilineOption);
    return code.replace(noise, " ").remove(preprocessor).toStdString();
}

/// The definitions at namespace level.
std::vector<Definition> definitionsIn(const std::string& file, const std::string& text) {
    static const QRegularExpression space(R"re(^\s*(?:inline\s+)?namespace\b\s*([\w:]*)\s*$)re");
    // A specialisation, `X<int>`, and a nested class, `X::Y`, define no new name.
    static const QRegularExpression type(
        R"re((?:^|[\s>])(?:class|struct|union|enum(?:\s+class)?)\s+(?:alignas\([^)]*\)\s*)?([A-Za-z_]\w*)\s*(?:final\s*)?(?::(?!:).*)?$)re",
        QRegularExpression::DotMatchesEverythingOption);
    std::vector<Definition> found;
    std::vector<QString> spaces;  // for each open brace its namespace, or nothing if it opens none
    int others = 0;
    QString statement;
    for (const QChar c : QString::fromStdString(bare(text))) {
        if (c == '{') {
            const auto match = space.match(statement);
            if (others == 0 && match.hasMatch()) {
                spaces.push_back(match.captured(1));
            } else {
                const auto defined = type.match(statement);
                if (others == 0 && defined.hasMatch()) {
                    found.push_back({defined.captured(1).toStdString(),
                                     QStringList(spaces.begin(), spaces.end()).join("::").toStdString(),
                                     file});
                }
                ++others;
            }
        } else if (c == '}') {
            if (others > 0) {
                --others;
            } else if (!spaces.empty()) {
                spaces.pop_back();
            }
        }
        if (c == '{' || c == '}' || c == ';') {
            statement.clear();
        } else {
            statement += c;
        }
    }
    return found;
}

/// Names that are defined in two files, with the places. \param anywhere  also across namespaces
std::map<std::string, QStringList> pairsOf(const std::vector<Definition>& definitions, bool anywhere) {
    std::map<std::string, std::set<std::pair<std::string, std::string>>> places;
    for (const Definition& one : definitions)
        places[anywhere ? one.name : one.space + "::" + one.name].emplace(one.file, one.space);
    std::map<std::string, QStringList> pairs;
    for (const auto& [name, where] : places) {
        if (where.size() < 2) continue;
        for (const auto& [file, space] : where)
            pairs[name] << QString::fromStdString(file + " in " + space);
    }
    return pairs;
}

std::vector<Definition> definitionsOfTheTree() {
    namespace fs = std::filesystem;
    const fs::path top = inTree().toStdString();
    std::vector<Definition> all;
    for (const char* folder : {"app", "core", "gpu", "ui"}) {
        for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
            const std::string suffix = entry.path().extension().string();
            if (suffix != ".hpp" && suffix != ".cuh" && suffix != ".cpp" && suffix != ".cu") continue;
            std::ifstream stream(entry.path());
            std::ostringstream text;
            text << stream.rdbuf();
            const auto found = definitionsIn(entry.path().lexically_relative(top).string(), text.str());
            all.insert(all.end(), found.begin(), found.end());
        }
    }
    return all;
}

/// The classes of a library; true if the library defines functions of the class itself, false if it only has
/// copies of inline functions.
using Classes = std::map<std::string, bool>;

Classes classesIn(const QString& symbols) {
    static const QRegularExpression symbol(
        R"re(^[0-9a-f]+ ([TWV]) (?:vtable for |typeinfo for |typeinfo name for )?((?:[a-z_][a-z_0-9]*::)+[A-Z]\w*)(?:::|$))re",
        QRegularExpression::MultilineOption);
    Classes classes;
    for (auto it = symbol.globalMatch(symbols); it.hasNext();) {
        const auto match = it.next();
        bool& owned = classes[match.captured(2).toStdString()];
        owned = owned || match.captured(1) == "T";
    }
    return classes;
}

struct BuiltLibrary {
    std::string folder;
    Classes classes;
};

/// If a library has functions of a class but must not know the class's owner, they belong to another class of
/// that name.
QStringList pairsOf(const std::vector<BuiltLibrary>& libraries) {
    QStringList pairs;
    for (const BuiltLibrary& owner : libraries) {
        for (const BuiltLibrary& other : libraries) {
            if (&owner == &other) continue;
            const Room* room = roomOf(other.folder);
            for (const auto& [name, owned] : owner.classes) {
                const auto found = other.classes.find(name);
                if (!owned || found == other.classes.end()) continue;
                if (found->second || !room || !mayInclude(*room, owner.folder))
                    pairs << QString::fromStdString(name + ": of " + owner.folder + ", and in " +
                                                    other.folder);
            }
        }
    }
    return pairs;
}

}  // namespace

class TestOneName : public QObject {
    Q_OBJECT

  private slots:
    void noNameStandsForTwoClasses();
    void librariesHoldOneClassOfAName();
    void aPairIsFound_data();
    void aPairIsFound();
    void aPairInLibrariesIsFound();
};

void TestOneName::noNameStandsForTwoClasses() {
    const std::vector<Definition> all = definitionsOfTheTree();
    QVERIFY2(all.size() > 600,
             "the tree has more classes than that: were they looked for at the right place?");
    QStringList said;
    for (const bool acrossNamespaces : {false, true}) {
        for (const auto& [name, where] : pairsOf(all, acrossNamespaces))
            said << QString::fromStdString(name) + ": " + where.join(" and ");
    }
    QVERIFY2(said.isEmpty(), qPrintable("\n" + said.join('\n')));
}

void TestOneName::librariesHoldOneClassOfAName() {
    std::vector<BuiltLibrary> libraries;
    for (const QString& entry : QString(roomLibraries).split(',')) {
        const QStringList parts = entry.split('=');  // folder, file
        QProcess nm;
        nm.start("nm", {"-C", "--defined-only", parts.at(1)});
        QVERIFY2(nm.waitForFinished(burin::patience) && nm.exitCode() == 0, qPrintable(parts.at(1)));
        libraries.push_back({parts.at(0).toStdString(), classesIn(nm.readAllStandardOutput())});
    }
    QVERIFY(libraries.size() > 8);
    const QStringList pairs = pairsOf(libraries);
    QVERIFY2(pairs.isEmpty(), qPrintable("\n" + pairs.join('\n')));
}

void TestOneName::aPairIsFound_data() {
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("inOneNamespace");
    QTest::addColumn<bool>("anywhere");
    const auto row = [](const char* title, const char* one, const char* other, bool inOneNamespace,
                        bool anywhere) {
        QTest::newRow(title) << one << other << inOneNamespace << anywhere;
    };
    row("two structures", "namespace burin { struct A { int b; }; }",
        "namespace burin { class A final : B {}; }", true, true);
    row("in two namespaces", "namespace burin { struct A {}; }", "namespace burin::ui { struct A {}; }",
        false, true);
    row("a template", "namespace burin { template <class T> struct A { T t; }; }",
        "namespace burin {\nenum class A : int { b };\n}", true, true);
    row("a declaration is none", "namespace burin { struct A {}; }", "namespace burin { struct A; }", false,
        false);
    row("in an unnamed namespace", "namespace burin { struct A {}; }",
        "namespace burin { namespace { struct A {}; } }", false, true);
    row("a specialisation is none", "namespace burin { template <class T> struct A {}; }",
        "namespace burin { template <> struct A<int> {}; }", false, false);
    row("a class of a class is none", "namespace burin { struct A {}; }",
        "namespace burin { struct B { struct A {}; }; struct C::A {}; }", false, false);
    row("a comment is none", "namespace burin { struct A {}; }",
        "namespace burin { // struct A {}\n/* struct A {} */ }", false, false);
    row("a function that returns one is none", "namespace burin { struct A {}; }",
        "namespace burin { struct A f() { return {}; } }", false, false);
}

void TestOneName::aPairIsFound() {
    QFETCH(QString, one);
    QFETCH(QString, other);
    QFETCH(bool, inOneNamespace);
    QFETCH(bool, anywhere);
    std::vector<Definition> all = definitionsIn("core/one.hpp", one.toStdString());
    QCOMPARE(all.size(), std::size_t{1});
    const auto more = definitionsIn("core/other.hpp", other.toStdString());
    all.insert(all.end(), more.begin(), more.end());
    QCOMPARE(pairsOf(all, false).count("burin::A") > 0, inOneNamespace);
    QCOMPARE(pairsOf(all, true).count("A") > 0, anywhere);
}

void TestOneName::aPairInLibrariesIsFound() {
    const Classes owner = classesIn(
        "0000000000000010 T burin::Layout::head(int) const\n"
        "0000000000000020 W burin::Layout::~Layout()\n"
        "0000000000000020 T burin::function()\n");
    const Classes copies = classesIn(
        "0000000000000020 W burin::Layout::~Layout()\n"
        "                 U burin::Layout::head(int) const\n");
    const Classes other = classesIn("0000000000000030 V vtable for burin::Layout\n");
    const Classes strong = classesIn("0000000000000030 T burin::Layout::size()\n");
    QCOMPARE(owner.size(), std::size_t{1});
    QCOMPARE(pairsOf({{"core/sinks", owner}, {"core/machine", copies}}), QStringList());
    QCOMPARE(pairsOf({{"core/sinks", owner}, {"core/images", copies}}),
             QStringList{"burin::Layout: of core/sinks, and in core/images"});
    QCOMPARE(pairsOf({{"core/sinks", owner}, {"core/images", other}}).size(), 1);
    QCOMPARE(pairsOf({{"core/sinks", owner}, {"core/machine", strong}}).size(), 2);
}

BURIN_TEST(TestOneName)
#include "test_one_name.moc"
