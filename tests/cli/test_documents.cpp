// SPDX-License-Identifier: GPL-3.0-or-later

// The pages are correct: every link leads somewhere, here and in an installed copy, every option that they
// name exists, and commands below `<!-- runs -->` run.

#include "cli/support/program_run.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

using burin::ProgramFolder;
using burin::ProgramOutcome;

namespace {

/// A part of a page that is indented as code.
struct Block {
    QString mark;  ///< the comment above it: `runs`, `runs after: COMMANDS` or `file: NAME`
    QString text;
};

QString read(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The paths of all pages below a folder that is laid out like the source tree.
QStringList pagesIn(const QString& folder) {
    QStringList pages;
    for (const char* part : {"", "docs/", "docs/manual/"}) {
        for (const QString& name : QDir(folder + '/' + part).entryList({"*.md"}, QDir::Files))
            pages << folder + '/' + part + name;
    }
    return pages;
}

/// The name of a heading in links.
QString anchorOf(const QString& heading) {
    static const QRegularExpression others(R"([^\w -])", QRegularExpression::UseUnicodePropertiesOption);
    return heading.trimmed().toLower().remove(others).replace(' ', '-');
}

/// The names of all headings of a page, which is read once.
QSet<QString> anchorsOf(const QString& page) {
    static QHash<QString, QSet<QString>> known;
    if (known.contains(page)) return known[page];
    QSet<QString>& anchors = known[page];
    for (const QString& line : read(page).split('\n')) {
        if (line.startsWith('#')) anchors << anchorOf(line.section(' ', 1));
    }
    return anchors;
}

/// The links of a page that lead nowhere.
QStringList brokenLinks(const QString& page) {
    static const QRegularExpression link(R"(\]\(([^)#\s]*)(?:#([^)\s]+))?\))");
    QStringList broken;
    for (auto found = link.globalMatch(read(page)); found.hasNext();) {
        const auto match = found.next();
        if (match.captured(1).contains("://")) continue;
        const QString target = match.captured(1).isEmpty()
                                   ? page
                                   : QDir::cleanPath(QFileInfo(page).path() + '/' + match.captured(1));
        const bool there = QFileInfo::exists(target) &&
                           (match.captured(2).isEmpty() || anchorsOf(target).contains(match.captured(2)));
        if (!there) broken << QFileInfo(page).fileName() + ": " + match.captured(0);
    }
    return broken;
}

QStringList brokenLinksIn(const QString& folder) {
    QStringList broken;
    for (const QString& page : pagesIn(folder))
        broken << brokenLinks(page);
    return broken;
}

QList<Block> blocksOf(const QString& page) {
    static const QRegularExpression marked(R"(^<!-- (.*) -->$)");
    QList<Block> blocks;
    QString mark;
    bool inside = false;
    for (const QString& line : read(page).split('\n')) {
        const bool code = line.startsWith("    ");
        if (const auto match = marked.match(line); match.hasMatch()) mark = match.captured(1);
        if (code && !inside) blocks.append({mark, {}});
        if (code) blocks.back().text += line.mid(4) + '\n';
        if (inside && line.isEmpty()) blocks.back().text += '\n';
        if (!code && !line.isEmpty()) inside = false;
        if (code) {
            inside = true;
            mark.clear();
        }
    }
    return blocks;
}

QSet<QString> optionsIn(const QString& text) {
    static const QRegularExpression option(R"((?<![\w-])--([a-z][a-z-]*))");
    QSet<QString> options;
    for (auto found = option.globalMatch(text); found.hasNext();)
        options << found.next().captured(1);
    return options;
}

/// The parts of a page that are code, each one command or name.
QStringList codeOf(const QString& page) {
    static const QRegularExpression span("`([^`\\n]+)`");
    QStringList code;
    for (auto found = span.globalMatch(read(page)); found.hasNext();)
        code << found.next().captured(1);
    for (const Block& block : blocksOf(page))
        code << block.text.split('\n', Qt::SkipEmptyParts);
    return code;
}

}  // namespace

class TestDocuments : public QObject {
    Q_OBJECT

  private slots:
    void theCardsAreThoseOfARelease() {
        const QString build = read(burin::test::inTree("packaging/cmake/BurinCuda.cmake"));
        static const QRegularExpression code("\\b(\\d+)(\\d)-real");
        QStringList compiled;
        for (auto match = code.globalMatch(build); match.hasNext();) {
            const auto found = match.next();
            compiled << found.captured(1) + '.' + found.captured(2);
        }
        static const QRegularExpression row(R"(^\| (\d+\.\d) \|)", QRegularExpression::MultilineOption);
        QStringList listed;
        for (auto match = row.globalMatch(read(burin::test::inTree("gpu/README.md"))); match.hasNext();)
            listed << match.next().captured(1);
        QCOMPARE(listed, compiled);
        QVERIFY(listed.size() > 3);
    }

    /// Sources name the user's folders in Qt's words.
    void everyFolderOfTheUserIsNamed() {
        static const QHash<QString, QString> rows{{"GenericConfig", "`~/.config/burin`"},
                                                  {"GenericData", "`~/.local/share/burin/"},
                                                  {"Cache", "`~/.cache/burin`"},
                                                  {"Runtime", "`$XDG_RUNTIME_DIR/burin-*`"},
                                                  {"Pictures", ""}};  // where dialogs begin
        const QString page = read(burin::test::inTree("docs/installing.md"));
        static const QRegularExpression folder(R"(QStandardPaths::([A-Z]\w+)Location\b)");
        int found = 0;
        for (const char* room : {"app", "core", "ui"}) {
            QDirIterator sources(burin::test::inTree(room), {"*.cpp", "*.hpp"}, QDir::Files,
                                 QDirIterator::Subdirectories);
            while (sources.hasNext()) {
                const QString file = sources.next();
                for (auto match = folder.globalMatch(read(file)); match.hasNext(); ++found) {
                    const QString name = match.next().captured(1);
                    QVERIFY2(rows.contains(name), qPrintable(file + ": " + name));
                    QVERIFY2(rows[name].isEmpty() || page.contains("| " + rows[name]), qPrintable(name));
                }
            }
        }
        QVERIFY(found > 3);
    }

    void noLinkLeadsNowhere() {
        const QStringList broken = brokenLinksIn(burin::test::inTree());
        QVERIFY2(broken.isEmpty(), qPrintable('\n' + broken.join('\n')));
    }

    void noInstalledLinkLeadsNowhere() {
        const ProgramFolder folder(burin::test::burinProgram);
        const ProgramOutcome installed = ProgramFolder::run(
            "cmake",
            {"--install", burin::test::buildFolder, "--prefix", folder.path(), "--component", "burin"},
            folder.path());
        QVERIFY2(installed.code == 0, installed.err);
        const QString pages = folder.filePath("share/doc/burin");
        QVERIFY(pagesIn(pages).size() > 40);
        const QStringList broken = brokenLinksIn(pages);
        QVERIFY2(broken.isEmpty(), qPrintable('\n' + broken.join('\n')));
    }

    void aBrokenLinkIsFound() {
        const ProgramFolder folder(burin::test::burinProgram);
        folder.write("a.md", "# The Title, again\n[x](b.md) [y](#the-title-again) [z](#the-title) [w](a.md)");
        QCOMPARE(brokenLinks(folder.filePath("a.md")), (QStringList{"a.md: ](b.md)", "a.md: ](#the-title)"}));
    }

    void thePageOfAllCommandsIsTheProgramsOwn() {
        const ProgramFolder folder(burin::test::burinProgram);
        QCOMPARE(folder.run({"--pages", "share"}).code, 0);
        const QString written = folder.read("share/doc/burin/docs/command-line.md");
        QVERIFY(written.size() > 5000);
        QVERIFY2(read(burin::test::inTree("docs/command-line.md")) == written,
                 "docs/command-line.md is out of date: packaging/manual.sh writes it again");
    }

    /// A line that begins with a command may name only the options of that command.
    void everyOptionExists() {
        const ProgramFolder folder(burin::test::burinProgram);
        QHash<QString, QSet<QString>> known;
        // The last three are options of Slurm and of the benchmarks.
        QSet<QString> all{"help", "version", "pages", "mem", "rows", "list"};
        static const QRegularExpression command("^  (\\w+) ", QRegularExpression::MultilineOption);
        for (auto found = command.globalMatch(folder.run({"--help"}).out); found.hasNext();) {
            const QString name = found.next().captured(1);
            known[name] = optionsIn(folder.run({name, "--help"}).out) + QSet<QString>{"help"};
            all += known[name];
        }
        QVERIFY(known.size() >= 16 && known["export"].contains("shard"));
        // Lines with these words call another program, whose options are its own.
        static const QRegularExpression others(
            "cmake|ctest|sbatch|submit\\.sh|packaging/"
            "|test_model|purge|\\.run|bench|taskset|nvcc|compute-sanitizer|"
            "glslang|nsys|ncu|fuzz");
        static const QRegularExpression call("^burin (\\w+)");
        QStringList unknown;
        for (const QString& page : pagesIn(burin::test::inTree())) {
            for (const QString& line : codeOf(page)) {
                if (others.match(line).hasMatch()) continue;
                const auto called = call.match(line);
                const bool one = called.hasMatch() && known.contains(called.captured(1));
                const QSet<QString> wrong = optionsIn(line) - (one ? known[called.captured(1)] : all);
                for (const QString& option : wrong)
                    unknown << QFileInfo(page).fileName() + ": --" + option + " in " + line;
            }
        }
        QVERIFY2(unknown.isEmpty(), qPrintable('\n' + unknown.join('\n')));
    }

    void commandsRun_data() {
        QTest::addColumn<QString>("page");
        for (const QString& page : pagesIn(burin::test::inTree())) {
            const QList<Block> blocks = blocksOf(page);
            if (std::any_of(blocks.begin(), blocks.end(), [](const Block& b) { return !b.mark.isEmpty(); }))
                QTest::newRow(qPrintable(QFileInfo(page).fileName())) << page;
        }
    }

    /// All blocks of a page run in one folder, in their order, as in a checkout with `burin` installed.
    void commandsRun() {
        QFETCH(QString, page);
        const ProgramFolder folder(burin::test::burinProgram);
        for (const Block& block : blocksOf(page)) {
            if (block.mark.startsWith("file: ")) folder.write(block.mark.mid(6), block.text.toUtf8());
            if (!block.mark.startsWith("runs")) continue;
            const ProgramOutcome ran = ranIn(folder, block.mark.section("after: ", 1) + '\n' + block.text);
            QVERIFY2(ran.code == 0, qPrintable(block.text + ran.err));
        }
    }

    /// The export of README that is killed has lasted long enough to leave something to resume from.
    void theReadmeResumesAnExport() {
        const ProgramFolder folder(burin::test::burinProgram);
        const QList<Block> blocks = blocksOf(burin::test::inTree("README.md"));
        const auto resuming = std::find_if(
            blocks.begin(), blocks.end(), [](const Block& block) { return block.text.contains("--resume"); });
        QVERIFY(resuming != blocks.end() && resuming->mark == "runs");
        const ProgramOutcome killed = ranIn(folder, resuming->text.section('\n', 0, 0));
        QVERIFY2(killed.code == 0 && killed.out.contains("killed"), killed.err);
        const QStringList journals = QDir(folder.path()).entryList({"*.journal"});
        QCOMPARE(journals.size(), 1);
        QVERIFY(folder.read(journals.front()).contains("\ndone "));
    }

    void theReadmeShowsAnExample() {
        static const QRegularExpression comment("(^|\\n) *#[^\\n]*");
        const QString example =
            read(burin::test::inTree("resources/examples/hexagonal-dimples.burin")).remove(comment).trimmed();
        const QList<Block> blocks = blocksOf(burin::test::inTree("README.md"));
        QVERIFY(std::any_of(blocks.begin(), blocks.end(),
                            [&](const Block& block) { return block.text.trimmed() == example; }));
    }

  private:
    /// Runs commands as in a checkout with `burin` installed. Here `timeout` does not kill an export after
    /// some seconds, but when the export has recorded something, because the time until then depends on the
    /// computer. An export records at most once a second. It is therefore suspended for longer than a second,
    /// so that it records its next piece on a fast computer too. The two seconds on the page need a long
    /// export; here a fifth of it is enough, except in the long run. The long run also computes the surfaces
    /// of other commands in full size.
    static ProgramOutcome ranIn(const ProgramFolder& folder, QString commands) {
        if (!burin::test::isLongRun()) {
            commands.replace("0,0,30mm,10mm", "0,0,30mm,2mm");
            commands.replace("--patch 2mm", "--patch 0.2mm");
            commands.replace("--layers 200", "--layers 20");
            commands.replace("--set surface.depth=16", "--set surface.depth=16 --set 'surface.width=2 mm'");
        }
        for (const char* part : {"resources", "tests"})
            QFile::link(burin::test::inTree(part), folder.filePath(part));
        folder.write("timeout",
                     "#!/bin/bash\n"
                     "shift 3  # -s KILL SECONDS\n"
                     "\"$@\" & export=$!\n"
                     "running() { kill -0 $export 2>/dev/null; }\n"
                     "while running && ! compgen -G '*.journal' >/dev/null; do sleep 0.02; done\n"
                     "kill -STOP $export\n"
                     "sleep 1.1\n"
                     "kill -CONT $export\n"
                     "while running && ! grep -qs '^done ' *.journal; do sleep 0.02; done\n"
                     "kill -KILL $export\n"
                     "wait $export\n");
        QFile::setPermissions(folder.filePath("timeout"), QFile::ReadOwner | QFile::ExeOwner);
        const QString path = "export PATH=\"" + folder.path() + ':' +
                             QFileInfo(burin::test::burinProgram).path() + ":$PATH\"\n";
        return ProgramFolder::run("bash", {"-euo", "pipefail", "-c", path + commands}, folder.path());
    }
};

BURIN_TEST(TestDocuments)
#include "test_documents.moc"
