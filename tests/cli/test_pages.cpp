// SPDX-License-Identifier: GPL-3.0-or-later

// The pages for man and the completions of the shells that `burin --pages` writes have every command and
// every option, and the shells accept them.

#include "cli/support/program_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QRegularExpression>
#include <QStandardPaths>

using burin::ProgramFolder;
using burin::ProgramOutcome;

namespace {

QStringList allMatches(const QString& pattern, const QByteArray& text) {
    QStringList found;
    const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
    for (auto match = expression.globalMatch(QString::fromUtf8(text)); match.hasNext();)
        found << match.next().captured(1);
    return found;
}

}  // namespace

class TestPages : public QObject {
    Q_OBJECT

  private:
    const ProgramFolder folder_{burin::test::burinProgram};
    const ProgramOutcome written_ = folder_.run({"--pages", "share"});
    const QStringList commands_ = allMatches("^  (\\w+) ", folder_.run({"--help"}).out);

    [[nodiscard]] QByteArray page(const QString& name) const {
        return folder_.read("share/man/man1/" + name);
    }
    [[nodiscard]] QByteArray script(const QString& name) const { return folder_.read("share/" + name); }

    /// What bash offers for the last word of a command line.
    [[nodiscard]] QStringList offered(const QStringList& line) const {
        static const QString ask =
            "source share/bash-completion/completions/burin; COMP_WORDS=(\"$@\")\n"
            "COMP_CWORD=$(($# - 1)); _burin; printf '%s\\n' \"${COMPREPLY[@]}\"";
        const ProgramOutcome asked =
            ProgramFolder::run("bash", QStringList{"-c", ask, "bash"} + line, folder_.path());
        QStringList words = QString::fromUtf8(asked.out).trimmed().split('\n');
        words.sort();
        return words;
    }

  private slots:
    void everyCommandAndOptionHasItsPlace() {
        QVERIFY2(written_.code == 0, written_.err);
        QVERIFY(commands_.size() >= 16);
        const QByteArray bash = script("bash-completion/completions/burin");
        const QByteArray zsh = script("zsh/vendor-completions/_burin");
        const QByteArray fish = script("fish/vendor_completions.d/burin.fish");
        for (const QString& command : commands_) {
            const QByteArray name = command.toUtf8();
            const QByteArray man = page("burin-" + command + ".1");
            QVERIFY2(page("burin.1").contains("burin\\-" + name + " (1)"), name);
            const QStringList options = allMatches("^  --([\\w-]+)", folder_.run({command, "--help"}).out);
            const QByteArray ofBash = bash.mid(bash.indexOf("\n    " + name + ")"));
            const QByteArray ofZsh = zsh.mid(zsh.indexOf("\n    " + name + ")"));
            for (const QString& option : options + QStringList{"help", "version"}) {
                const QByteArray dashed = "--" + option.toUtf8();
                const QByteArray what = name + ' ' + dashed;
                QVERIFY2(man.contains("\\-\\-" + option.toUtf8().replace("-", "\\-")), what);
                QVERIFY2(ofBash.left(ofBash.indexOf("\n    ;;")).contains(dashed), what);
                QVERIFY2(ofZsh.left(ofZsh.indexOf(";;\n")).contains(dashed + '['), what);
                QVERIFY2(fish.contains("from " + name + "' -l " + option.toUtf8() + ' '), what);
            }
        }
    }

    void everyCommandSaysItsVersion() {
        QVERIFY(commands_.size() >= 16);
        const QByteArray version = folder_.run({"--version"}).out;
        QVERIFY(version.startsWith("burin "));
        for (const QString& command : commands_) {
            const ProgramOutcome said = folder_.run({command, "--version"});
            QVERIFY2(said.code == 0 && said.out == version, qPrintable(command + ": " + said.err));
        }
    }

    void anExistingFileIsReplacedOrRefusedAsThePageSays_data() {
        QTest::addColumn<QStringList>("call");
        QTest::addColumn<bool>("replaces");
        const auto row = [](const QStringList& call, bool replaces) {
            QTest::newRow(qPrintable(call.front())) << call << replaces;
        };
        row({"render", "x.burin", "--seconds", "0", "--to", "there.png"}, true);
        row({"report", "x.burin", "--progress", "none", "--to", "there.json"}, true);
        row({"measure", "x.burin", "--progress", "none", "--curve", "there.csv"}, true);
        row({"export", "x.burin", "--progress", "none", "--to", "there.tif"}, false);
        row({"wedge", "--to", "there.burin"}, false);
    }
    void anExistingFileIsReplacedOrRefusedAsThePageSays() {
        QFETCH(QStringList, call);
        QFETCH(bool, replaces);
        folder_.write(
            "x.burin",
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 64, height: 64, full_depth: 10 um, inputs: [{data: ramp}]}\n"
            "  ramp: {kind: math2d, width: 64, height: 64, expression: \"x / 64\"}\n");
        folder_.write(call.back(), "of another program");
        const QByteArray man = page("burin-" + call.front() + ".1");
        QVERIFY(man.contains(replaces ? "an existing file is replaced" : "instead of refusing it"));
        const ProgramOutcome first = folder_.run(call);
        QVERIFY2(first.code == (replaces ? 0 : 2), first.err);
        QCOMPARE(folder_.read(call.back()) != "of another program", replaces);
        if (replaces) return;
        QVERIFY2(first.err.contains("--force"), first.err);
        QCOMPARE(folder_.run(call + QStringList{"--force"}).code, 0);
    }

    void theStudioHasItsOwn() {
        for (const char* file :
             {"man/man1/burin-studio.1", "bash-completion/completions/burin-studio",
              "zsh/vendor-completions/_burin-studio", "fish/vendor_completions.d/burin-studio.fish"})
            QVERIFY2(script(file).contains("screenshot"), file);
    }

    void bashCompletes() {
        folder_.write("leaf one.burin", "");
        folder_.write("leaf.txt", "");
        QVERIFY(offered({"burin", "ex"}) == QStringList{"export"});
        QCOMPARE(offered({"burin", "export", "--back"}), QStringList{"--backend"});
        QCOMPARE(offered({"burin", "export", "--backend", "c"}), (QStringList{"cpu", "cuda"}));
        QCOMPARE(offered({"burin", "export", "--scan", ""}), (QStringList{"rows", "swaths:"}));
        QCOMPARE(offered({"burin", "check", "leaf"}), QStringList{"leaf one.burin"});
        QCOMPARE(offered({"burin", "export", "--to", "leaf"}), (QStringList{"leaf one.burin", "leaf.txt"}));
        QCOMPARE(offered({"burin", "export", "--memory", ""}), QStringList{""});
    }

    void theReadersAcceptThem_data() {
        QTest::addColumn<QStringList>("call");
        QTest::newRow("bash") << QStringList{"bash", "-n", "share/bash-completion/completions/burin"};
        QTest::newRow("bash, studio")
            << QStringList{"bash", "-n", "share/bash-completion/completions/burin-studio"};
        QTest::newRow("zsh") << QStringList{"zsh", "-n", "share/zsh/vendor-completions/_burin"};
        QTest::newRow("zsh, studio") << QStringList{"zsh", "-n",
                                                    "share/zsh/vendor-completions/_burin-studio"};
        QTest::newRow("fish") << QStringList{"fish", "-n", "share/fish/vendor_completions.d/burin.fish"};
        QTest::newRow("fish, studio")
            << QStringList{"fish", "-n", "share/fish/vendor_completions.d/burin-studio.fish"};
        for (const QString& command : commands_) {
            QTest::newRow(qPrintable("man, " + command))
                << QStringList{"man", "--warnings", "-E", "UTF-8",
                               "-l",  "-Tutf8",     "-Z", "share/man/man1/burin-" + command + ".1"};
        }
    }

    void theReadersAcceptThem() {
        QFETCH(QStringList, call);
        if (QStandardPaths::findExecutable(call.front()).isEmpty()) QSKIP("the program is not installed");
        const ProgramOutcome read = ProgramFolder::run(call.front(), call.mid(1), folder_.path());
        QVERIFY2(read.code == 0 && read.err.isEmpty(), read.err);
    }

    void aMissingFolderIsRefused() {
        const ProgramOutcome refused = folder_.run({"--pages"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("--pages needs a FOLDER"), refused.err);
    }
};

BURIN_TEST(TestPages)
#include "test_pages.moc"
