// SPDX-License-Identifier: GPL-3.0-or-later

// House rules that apply to every file of the tree.

#include "architecture/limits.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

using burin::test::mostFiles;
using burin::test::mostLines;

/// A pattern that lines below some folder must not contain.
struct Rule {
    std::string folder;
    QRegularExpression pattern;
    std::string why;
    std::vector<std::string> except = {};  ///< files that may
};

const std::vector<Rule>& rules() {
    // Not raw strings: moc cannot parse quotes inside one.
    static const QRegularExpression glued(
        "(throw ((Usage|Sink|Image|Drawing|Outline)Error|OutOfMemory(::\\w+)?|wrongOption)\\(|"
        "shortage\\(|\\.reason = ).*(\" *\\+|\\+ *\")|\\.reason \\+= \"");
    static const QRegularExpression gluedFailure("\\b(fail|refuse)\\w*\\(.*(\" *\\+|\\+ *\")");
    static const QRegularExpression gluedComplaint(
        "\\b(complain|error|groupError|problem|refus|topError|warning)\\w*\\(.*(\" *\\+|\\+ *\")");
    static const QRegularExpression filledText("std::string (what|remedy|advice);");
    // A text in the place of a Problem would become its subject.
    static const QRegularExpression unnamed("Severity::\\w+, .*\"\", \"\", (\"|\\w+(\\.|->)\\w+\\()");
    static const QRegularExpression search(
        "(what\\(\\)\\)?|\\.(what|reason|remedy|advice))\\.(find|contains|starts_with|ends_with)");
    // These functions wait for the writer of a pipe that has the name of a file.
    static const QRegularExpression stream("\\b(ifstream|fopen)\\b");
    // A file that is renamed must be on disk before, and its folder afterwards.
    static const QRegularExpression renaming("(^|[^\\w])::rename\\(|\\b(filesystem|fs)::rename\\(");
    static const QRegularExpression opening(
        "\\b(ifstream|fopen)\\b|\\bQ(File|IODevice|IODeviceBase)::ReadOnly\\b");
    // The printf formats of numbers that are not integers, and the functions that read such numbers.
    static const QRegularExpression number(
        "\"[^\"]*%[-+#0-9.*]*l?[aefgAEFG][^\"]*\"|\\b(strto(d|f|ld)|sto(d|f|ld))\\(");
    static const QRegularExpression kindCast("dynamic_cast<const OperationOf<");
    static const QRegularExpression kindName("(description\\.name|kind_?->name) [!=]= \"");
    static const std::vector<Rule> all = {
        {"core", QRegularExpression("\"[^\"]*--[a-z][^\"]*\""), "core must not name options of a command"},
        {"core", QRegularExpression("\"[^\"]*`burin [a-z]"), "core must not name a command"},
        {"ui", QRegularExpression("\"[^\"]*`burin [a-z]"), "the studio must not name a command"},
        {"ui", QRegularExpression("\"[^\"]*[ `(]--[a-z][^\"]*\""),
         "the studio must not name options of a command"},
        {"core/batch", stream, "files from outside must be read through core/base/files.hpp"},
        {"core/design", stream, "files from outside must be read through core/base/files.hpp"},
        {"core/engraving", stream, "files from outside must be read through core/base/files.hpp"},
        {"core/export", stream, "files from outside must be read through core/base/files.hpp"},
        {"core/images", stream, "files from outside must be read through core/base/files.hpp"},
        {"core/kinds", stream, "files from outside must be read through core/base/files.hpp"},
        {"core/outlines", stream, "files from outside must be read through core/base/files.hpp"},
        {"core/remote", stream, "files from outside must be read through core/base/files.hpp"},
        {"core/sinks", stream, "files from outside must be read through core/base/files.hpp"},
        {"app", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/batch", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/design", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/engraving", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/export", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/images", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/machine", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/preview", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/protocol", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/remote", renaming, "files must be replaced through core/base/files.hpp"},
        {"core/server", renaming, "files must be replaced through core/base/files.hpp"},
        {"ui", renaming, "files must be replaced through core/base/files.hpp"},
        {"app",
         opening,
         "files from outside must be read through core/base/files.hpp",
         {"app/devices.cpp"}},  // a file of the system
        {"ui",
         opening,
         "files from outside must be read through core/base/files.hpp",
         // the file is in the studio's own folder, which contains no pipes
         {"ui/model/document/recovery.cpp",
          "ui/model/examples.cpp",               // opens the program's files
          "ui/theme/theme.cpp",                  // inside the program
          "ui/window/help/manual_window.cpp"}},  // opens the program's files
        // The surface is not an ordinary kind. The others need the whole of a kind, not a fact about it.
        {"core",
         kindCast,
         "a fact about a kind must be a function of Operation",
         {"core/engraving/code_reading.cpp", "core/engraving/compensation.cpp",
          "core/engraving/roller_joint.cpp", "core/kinds/generate/example.cpp",
          "core/render/written_samples.cpp", "core/sheet/sheet_making.cpp"}},
        {"app", kindCast, "a fact about a kind must be a function of Operation"},
        {"ui",
         kindCast,
         "a fact about a kind must be a function of Operation",
         {"ui/model/named_file.cpp", "ui/model/previews/preview_jobs.cpp"}},
        {"core",
         kindName,
         "a fact about a kind must be in its description",
         {"core/design/loader.cpp", "core/design/node_reader.cpp"}},
        {"app", kindName, "a fact about a kind must be in its description"},
        {"ui",
         kindName,
         "a fact about a kind must be in its description",
         {"ui/graph/adding/kind_search.hpp", "ui/placing/thing_form.cpp"}},
        {"core", search, "messages must not be parsed"},
        {"core/remote",
         QRegularExpression("\\bcontains\\(text\\b|\\b(text|reason)\\.find\\(\"[A-Z]?[a-z]"),
         "what libraries say must be read by libraryWordsIn()",
         {"core/remote/library_words.cpp"}},
        {"core", QRegularExpression("[hH]ash\\.(r?find|contains|starts_with|ends_with|substr)\\("),
         "the hash of a layer must be read by LayerHash"},
        {"app", search, "messages must not be parsed"},
        {"ui", search, "messages must not be parsed"},
        {"app", QRegularExpression("dynamic_cast<[^>]*Sink"), "a sink must be used through its base class"},
        {"ui", QRegularExpression("dynamic_cast<[^>]*Sink"), "a sink must be used through its base class"},
        {"core", QRegularExpression("dynamic_cast<[^>]*Sink"), "a sink must be used through its base class"},
        {"core", glued, "a reason must be a pattern, and its values details"},
        {"app", glued, "a reason must be a pattern, and its values details"},
        {"gpu", glued, "a reason must be a pattern, and its values details"},
        {"ui", glued, "a reason must be a pattern, and its values details"},
        {"core/expression", gluedFailure, "a reason must be a pattern, and its values details"},
        {"core/images", gluedFailure, "a reason must be a pattern, and its values details"},
        {"core/design", gluedComplaint, "a reason must be a pattern, and its values details"},
        {"core/kinds", gluedComplaint, "a reason must be a pattern, and its values details"},
        {"core/outlines", gluedFailure, "a reason must be a pattern, and its values details"},
        {"core", unnamed, "the reason of a Diagnostic must be named"},
        {"ui", unnamed, "the reason of a Diagnostic must be named"},
        {"core/base", filledText, "what is wrong must be a Problem"},
        {"core/batch", filledText, "what is wrong must be a Problem"},
        {"core/design", filledText, "what is wrong must be a Problem"},
        {"core/engraving/measuring", filledText, "what is wrong must be a Problem"},
        {"core/export", filledText, "what is wrong must be a Problem"},
        {"core/expression", filledText, "what is wrong must be a Problem"},
        {"core/images", filledText, "what is wrong must be a Problem"},
        {"core/kinds", filledText, "what is wrong must be a Problem"},
        {"core/outlines", filledText, "what is wrong must be a Problem"},
        {"core/render", filledText, "what is wrong must be a Problem"},
        {"core/tile", filledText, "what is wrong must be a Problem"},
        {"app",
         QRegularExpression("stderr, \"[^\"]*%s\\\\n\", (?!printable|qPrintable|progressJson|jsonObject)"),
         "what may repeat text from outside must be printed by printMessage"},
        {"core", number, "numbers must not follow the locale: use core/base/text.hpp or std::from_chars"},
        {"gpu", number, "numbers must not follow the locale: use core/base/text.hpp or std::from_chars"},
        {"ui", QRegularExpression("\"[^\"]*([Ss]titch[a-z]*[ .,:][^\"]*|[ (][Ss]titch[a-z]*)\""),
         "people read that the kind is a lattice"},
        {"core/kinds", QRegularExpression("(help|title|reason|advice) = .*\"[^\"]*[Ss]titch"),
         "people read that the kind is a lattice"},
        {"tests", QRegularExpression("^#include <(QTest|QtTest)>"),
         "tests must wait with patience: include support/testing.hpp"},
        {"tests", QRegularExpression(R"(QTRY_\w+_WITH_TIMEOUT|(^|[^!\w])\w+\.wait\([0-9]+\))"),
         "tests must wait with patience: use burin::patience, or a macro without a timeout"},
    };
    return all;
}

/// The lines of a file that break a rule, as `file:line: why`. A throw of several lines counts as one, and so
/// does a call of a function that reports a problem.
QStringList breaches(const std::string& file, std::istream& text) {
    std::vector<const Rule*> own;
    for (const Rule& rule : rules()) {
        const bool may = std::find(rule.except.begin(), rule.except.end(), file) != rule.except.end();
        if (!may && file.starts_with(rule.folder + '/')) own.push_back(&rule);
    }
    const auto readLine = [&text](QString& line) {
        std::string read;
        if (!std::getline(text, read)) return false;
        line = QString::fromStdString(read);
        return true;
    };
    QStringList found;
    QString line;
    static const QRegularExpression open(
        "(throw |\\b(complain|error|fail|groupError|problem|refus|topError|warning)\\w*\\().*[^;]$");
    for (int number = 1, next = 2; readLine(line); number = next++) {
        for (QString more; open.match(line).hasMatch() && readLine(more); ++next)
            line += more;
        for (const Rule* rule : own) {
            if (rule->pattern.match(line).hasMatch())
                found << QString::fromStdString(file + ':' + std::to_string(number) + ": " + rule->why);
        }
    }
    return found;
}

/// The text of a source without its comments, adjacent literals joined.
QString withoutComments(const std::string& source) {
    static const QRegularExpression comment("//[^\n]*");
    static const QRegularExpression gap("\"\\s*\n\\s*\"");
    return QString::fromStdString(source).remove(comment).remove(gap);
}

/// The texts of a source that count things with a plural, such as `tr("%n nodes", ...)`, while their
/// statement has no text for the singular. Without a translation, Qt does not make singulars of plurals.
QStringList textsWithoutSingular(const std::string& source) {
    static const QString nouns =
        "bits|blocks|bytes|calls|categories|changes|choices|columns|components|connections|days|edges|errors|"
        "exports|files|fonts|groups|hours|images|inputs|items|jobs|layers|lines|links|minutes|nodes|operands|"
        "pages|patches|patterns|places|points|problems|rows|scans|seconds|shards|slices|things|tiles|times|"
        "warnings";
    static const QRegularExpression counts("\"[^\"\n]*(%[1-9n] ((more|other) )?(" + nouns +
                                           ")\\b|\\(s\\))[^\"\n]*\"|" + "\\) *\\+ *\" ((more|other) )?(" +
                                           nouns + ")\\b");
    static const QRegularExpression one("(==|!=|>|<=) \"?1\\b");
    const QString text = withoutComments(source);
    QStringList found;
    for (auto each = counts.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        qsizetype start = match.capturedStart();
        while (start > 0 && !QString(";{}").contains(text[start - 1]))
            --start;
        const QString statement = text.mid(start, match.capturedStart() - start);
        if (!one.match(statement).hasMatch()) found << match.captured();
    }
    return found;
}

/// The calls of a source that translate something other than a literal, which lupdate does not find.
QStringList translationsOfVariables(const std::string& source) {
    static const QRegularExpression call(
        "\\btr\\(\\s*(?![\"\\s]|const char)[^\n]*|"
        "\\bQCoreApplication::translate\\((?!\\s*\"[^\"\n]*\",\\s*\")[^\n]*");
    QStringList found;
    for (auto each = call.globalMatch(withoutComments(source)); each.hasNext();)
        found << each.next().captured();
    return found;
}

/// Calls visit(path from the top, path) for every source file.
template <class Visit>
void forEachSource(const Visit& visit) {
    static const std::regex source(".*\\.(cpp|hpp|cu|cuh)");
    const fs::path top = burin::test::inTree().toStdString();
    for (const char* folder : {"app", "core", "gpu", "ui", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
            if (std::regex_match(entry.path().string(), source))
                visit(entry.path().lexically_relative(top), entry.path());
        }
    }
}

}  // namespace

class TestHouseRules : public QObject {
    Q_OBJECT

  private slots:
    void noLineBreaksARule() {
        QStringList found;
        forEachSource([&](const fs::path& name, const fs::path& path) {
            std::ifstream text(path);
            found += breaches(name.string(), text);
        });
        QVERIFY2(found.isEmpty(), qPrintable('\n' + found.join('\n')));
    }

    void aBreachIsFound() {
        std::istringstream option("throw UsageError(\"exists; overwrite it with --force\");\n--count;\n");
        QCOMPARE(breaches("core/sinks/a.cpp", option),
                 QStringList{"core/sinks/a.cpp:1: core must not name options of a command"});
        std::istringstream command("\"start with `burin: 1`\";\n\"write it; see `burin kinds`\";\n");
        QCOMPARE(breaches("core/kinds/a.cpp", command),
                 QStringList{"core/kinds/a.cpp:2: core must not name a command"});
        std::istringstream studio(
            "tr(\"start the studio with a larger --memory\");\nargs << \"--as-new\";\n");
        QCOMPARE(breaches("ui/a.cpp", studio),
                 QStringList{"ui/a.cpp:1: the studio must not name options of a command"});
        std::istringstream stream(
            "std::ifstream file(path);\nconst std::string text = readRegularFile(path);\n");
        QCOMPARE(
            breaches("core/images/a.cpp", stream),
            QStringList{"core/images/a.cpp:1: files from outside must be read through core/base/files.hpp"});
        std::istringstream renaming("std::filesystem::rename(part, path, error);\nvoid Panel::rename() {}\n");
        QCOMPARE(breaches("core/export/a.cpp", renaming),
                 QStringList{"core/export/a.cpp:1: files must be replaced through core/base/files.hpp"});
        for (const char* const file : {"ui/a.cpp", "ui/theme/theme.cpp"}) {
            std::istringstream opened("if (file.open(QIODevice::ReadOnly)) return file.readAll();\n");
            QCOMPARE(breaches(file, opened).size(), file == std::string("ui/a.cpp") ? 1 : 0);
        }
        std::istringstream search("if (std::string(e.what()).find(\"full\") != std::string::npos)\n");
        QCOMPARE(breaches("ui/words/a.cpp", search),
                 QStringList{"ui/words/a.cpp:1: messages must not be parsed"});
        for (const char* const file : {"core/remote/a.cpp", "core/remote/library_words.cpp"}) {
            std::istringstream said("if (text.find(\"Socket closed\") != std::string::npos) return;\n");
            QCOMPARE(breaches(file, said).size(), file == std::string("core/remote/a.cpp") ? 1 : 0);
        }
        std::istringstream kindFact("if (dynamic_cast<const OperationOf<Scatter>*>(node)) closes();\n");
        QCOMPARE(breaches("core/engraving/a.cpp", kindFact),
                 QStringList{"core/engraving/a.cpp:1: a fact about a kind must be a function of Operation"});
        std::istringstream named("if (node.kind->description.name == \"compensate\") add();\n");
        QCOMPARE(breaches("ui/a.cpp", named),
                 QStringList{"ui/a.cpp:1: a fact about a kind must be in its description"});
        std::istringstream hash("return hash.find(layerText(layer)) != std::string::npos;\n");
        QCOMPARE(breaches("core/sinks/a.cpp", hash),
                 QStringList{"core/sinks/a.cpp:1: the hash of a layer must be read by LayerHash"});
        std::istringstream cast("auto* m = dynamic_cast<TransferSink*>(&sink);\n");
        QCOMPARE(breaches("app/a.cpp", cast),
                 QStringList{"app/a.cpp:1: a sink must be used through its base class"});
        std::istringstream glue("throw SinkError(path, \"ends before block \" + std::to_string(block));\n");
        QCOMPARE(breaches("core/sinks/a.cpp", glue),
                 QStringList{"core/sinks/a.cpp:1: a reason must be a pattern, and its values details"});
        std::istringstream longGlue(
            "f();\nthrow wrongOption(\"to\", file,\n    \"lies in \" +\n    folder);\n");
        QCOMPARE(breaches("app/a.cpp", longGlue),
                 QStringList{"app/a.cpp:2: a reason must be a pattern, and its values details"});
        std::istringstream call("    source_.fail(at,\n        \"no unit \" + name, \"use mm\");\n");
        QCOMPARE(
            breaches("core/outlines/svg/a.cpp", call),
            QStringList{"core/outlines/svg/a.cpp:1: a reason must be a pattern, and its values details"});
        std::istringstream complaint(
            "        error(\"kind\", mark,\n              \"no kind \" + shownText(kind), remedy);\n");
        QCOMPARE(breaches("core/design/a.cpp", complaint),
                 QStringList{"core/design/a.cpp:1: a reason must be a pattern, and its values details"});
        std::istringstream field("return table.problemAt({.reason = name + \" is missing\"});\n");
        QCOMPARE(breaches("ui/a.cpp", field),
                 QStringList{"ui/a.cpp:1: a reason must be a pattern, and its values details"});
        std::istringstream title("label->setText(tr(\"The stitching of %1\").arg(name));\n");
        QCOMPARE(breaches("ui/a.cpp", title),
                 QStringList{"ui/a.cpp:1: people read that the kind is a lattice"});
        std::istringstream kind("edit.addNode(name, \"stitching\");\n");
        QCOMPARE(breaches("ui/a.cpp", kind), QStringList());
        std::istringstream parts("if (left > 1) found.reason += \" to %4\";\n");
        QCOMPARE(breaches("core/sinks/a.cpp", parts),
                 QStringList{"core/sinks/a.cpp:1: a reason must be a pattern, and its values details"});
        std::istringstream memory("throw OutOfMemory(\"node \" + name, bytes, budget);\n");
        QCOMPARE(breaches("gpu/a.cpp", memory),
                 QStringList{"gpu/a.cpp:1: a reason must be a pattern, and its values details"});
        std::istringstream text("    std::string remedy;  ///< what would be right\n");
        QCOMPARE(breaches("core/expression/a.hpp", text),
                 QStringList{"core/expression/a.hpp:1: what is wrong must be a Problem"});
        std::istringstream positional("add({Severity::error, file, {}, \"\", \"\", error.what(), \"\"});\n");
        QCOMPARE(breaches("ui/model/a.cpp", positional),
                 QStringList{"ui/model/a.cpp:1: the reason of a Diagnostic must be named"});
        std::istringstream refusal(
            "refuse(token,\n       \"unknown name \" + quoted(token.text), advice);\n");
        QCOMPARE(breaches("core/expression/a.cpp", refusal),
                 QStringList{"core/expression/a.cpp:1: a reason must be a pattern, and its values details"});
        std::istringstream member("if (problem.what.starts_with(\"a tab\")) return;\n");
        QCOMPARE(breaches("core/design/a.cpp", member),
                 QStringList{"core/design/a.cpp:1: messages must not be parsed"});
        std::istringstream raw("std::fprintf(stderr, \"burin: %s\\n\", error.what());\n");
        QCOMPARE(
            breaches("app/a.cpp", raw),
            QStringList{"app/a.cpp:1: what may repeat text from outside must be printed by printMessage"});
        for (const char* line :
             {"std::snprintf(text, size, \"%5.1f %%\", share);\n", "x = std::strtod(p, nullptr);\n"}) {
            std::istringstream number(line);
            QCOMPARE(breaches("core/base/a.cpp", number),
                     QStringList{"core/base/a.cpp:1: numbers must not follow the locale: use "
                                 "core/base/text.hpp or std::from_chars"});
        }
        std::istringstream impatience("#include <QTest>\n");
        QCOMPARE(
            breaches("tests/core/a.cpp", impatience),
            QStringList{"tests/core/a.cpp:1: tests must wait with patience: include support/testing.hpp"});
        for (const char* line : {"QTRY_VERIFY"
                                 "_WITH_TIMEOUT(there, 500);\n",
                                 "QVERIFY(changed"
                                 ".wait(5000));\n"}) {
            std::istringstream hurry(line);
            QCOMPARE(breaches("tests/core/a.cpp", hurry).size(), 1);
        }
        std::istringstream nothing("QVERIFY(!changed.wait(1000));\n");
        QCOMPARE(breaches("tests/core/a.cpp", nothing), QStringList());
    }

    void filesThatMayBreakARuleExist() {
        for (const Rule& rule : rules()) {
            for (const std::string& file : rule.except)
                QVERIFY2(QFileInfo::exists(burin::test::inTree(file.c_str())), file.c_str());
        }
    }

    void onlyLiteralsAreTranslated() {
        QStringList found;
        forEachSource([&](const fs::path& name, const fs::path& path) {
            if (*name.begin() != "ui" && *name.begin() != "app") return;
            // They translate the texts of the engine, which a translator takes from its descriptions.
            if (name == "ui/words/text.hpp" || name == "ui/words/problem_text.cpp") return;
            std::ifstream text(path);
            const std::string source{std::istreambuf_iterator<char>(text), {}};
            for (const QString& call : translationsOfVariables(source))
                found << QString::fromStdString(name.string()) + ": " + call;
        });
        QVERIFY2(found.isEmpty(), qPrintable('\n' + found.join('\n')));
    }

    void aTranslatedVariableIsFound() {
        const auto in = [](const char* source) { return translationsOfVariables(source).size(); };
        QCOMPARE(in("a(tr(names[k].c_str()));\nb(tr(\"Bar\"));\n"), 1);
        QCOMPARE(in("a(tr(\n    name));\nb(tr(\n    \"Bar\"));\n"), 1);
        QCOMPARE(in("QCoreApplication::translate(\"Kinds\", title)"), 1);
        QCOMPARE(in("QCoreApplication::translate(context, \"Bar\")"), 1);
        QCOMPARE(in("QCoreApplication::translate(\"Kinds\",\n    \"Bar\")"), 0);
        QCOMPARE(in("QCoreApplication::translate(\n    \"Kinds\",\n    title)"), 1);
        QCOMPARE(in("rect.translate(by);"), 0);
    }

    void everyTextThatCountsHasASingular() {
        QStringList found;
        forEachSource([&](const fs::path& name, const fs::path& path) {
            if (*name.begin() != "ui" && *name.begin() != "app") return;
            std::ifstream text(path);
            const std::string source{std::istreambuf_iterator<char>(text), {}};
            for (const QString& one : textsWithoutSingular(source))
                found << QString::fromStdString(name.string()) + ": " + one;
        });
        QVERIFY2(found.isEmpty(), qPrintable('\n' + found.join('\n')));
    }

    void aTextWithoutASingularIsFound() {
        QCOMPARE(textsWithoutSingular("f();\nreturn tr(\"%n points\", nullptr, n);").size(), 1);
        QCOMPARE(textsWithoutSingular("label(tr(\"%1 of \"\n    \"%2 more rows\").arg(a, b));").size(), 1);
        QCOMPARE(textsWithoutSingular("say(std::to_string(n) + \" files are left\");").size(), 1);
        QCOMPARE(textsWithoutSingular("return tr(\"%n point(s)\", nullptr, n);").size(), 1);
        QCOMPARE(
            textsWithoutSingular("return n == 1 ? tr(\"1 point\") : tr(\"%n points\", nullptr, n);").size(),
            0);
        QCOMPARE(textsWithoutSingular("return tr(\"%n more\", nullptr, n);  // %n points").size(), 0);
    }

    /// The licence is on the first line, or on the second one if the first names the interpreter.
    void everySourceNamesItsLicence() {
        static const std::regex source(
            ".*(\\.(cpp|hpp|cu|cuh|py|sh|cmake|qss|proto|pml)|/CMakeLists\\.txt|/packaging/new)");
        const fs::path top = burin::test::inTree().toStdString();
        QStringList without;
        const auto look = [&](const fs::path& path) {
            if (!std::regex_match(path.string(), source)) return;
            std::ifstream text(path);
            std::string line;
            std::getline(text, line);
            if (line.starts_with("#!")) std::getline(text, line);
            if (line.find("SPDX-License-Identifier: GPL-3.0-or-later") == std::string::npos)
                without << QString::fromStdString(path.lexically_relative(top).string());
        };
        look(top / "CMakeLists.txt");
        for (const char* folder : {"app", "core", "gpu", "ui", "tests", "packaging", "resources"}) {
            for (const auto& entry : fs::recursive_directory_iterator(top / folder))
                look(entry.path());
        }
        QVERIFY2(without.isEmpty(), qPrintable('\n' + without.join('\n')));
    }

    void filesAndFoldersStaySmall() {
        QStringList large;
        std::map<std::string, int> folders;
        forEachSource([&](const fs::path& name, const fs::path& path) {
            std::ifstream text(path);
            int lines = 0;
            for (std::string line; std::getline(text, line);)
                ++lines;
            if (lines > mostLines) large << QString("%1: %2 lines").arg(name.c_str()).arg(lines);
            ++folders[name.parent_path().string()];
        });
        QVERIFY2(large.isEmpty(), qPrintable('\n' + large.join('\n')));
        QStringList crowded;
        for (const auto& [folder, files] : folders) {
            if (files > mostFiles) crowded << QString("%1: %2 files").arg(folder.c_str()).arg(files);
        }
        QVERIFY2(crowded.isEmpty(), qPrintable('\n' + crowded.join('\n')));
    }
};

BURIN_TEST(TestHouseRules)
#include "test_house_rules.moc"
