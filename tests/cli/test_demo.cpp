// SPDX-License-Identifier: GPL-3.0-or-later

// packaging/demo.sh takes the quickest way to a program: an installed one, existing packages, or a build. The
// programs that it calls are replaced by scripts that record their calls.

#include "cli/support/program_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFileInfo>

using burin::ProgramFolder;
using burin::ProgramOutcome;

class TestDemo : public QObject {
    Q_OBJECT

  private:
    /// A tree with the script, and a folder `path` with the programs.
    struct Tree : ProgramFolder {
        Tree() : ProgramFolder({}) {
            for (const char* folder : {"packaging", "path", "build/release-out"})
                QVERIFY(QDir(path()).mkpath(folder));
            for (const QString script : {"packaging/demo.sh", "packaging/packages.sh"})
                QVERIFY(QFile::copy(burin::test::inTree(qUtf8Printable(script)), filePath(script)));
            program("burin-made",
                    R"(while [ $# -gt 1 ]; do [ "$1" != --to ] || echo made >"$2"; shift; done)");
            program("sudo", R"(exec "$@")");
            program("dpkg-query", "echo installed");
            program("nvidia-smi", "exit 1");
            program("cmake",
                    "mkdir -p build/demo/app && cp path/burin-made build/demo/app/burin &&"
                    " cp path/burin-made build/demo/app/burin-studio");
        }

        void program(const QString& name, const QByteArray& body) const {
            write("path/" + name, "#!/bin/sh\necho \"$0 $*\" >>\"$HOME/calls\"\n" + body + '\n');
            QFile::setPermissions(filePath("path/" + name),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        /// The programs as an installed package has them.
        void install() const {
            for (const QString name : {"burin", "burin-studio"})
                QVERIFY(QFile::copy(filePath("path/burin-made"), filePath("path/" + name)));
        }
        void makePackages() const {
            for (const QString name : {"burin", "burin-studio"})
                write("build/release-out/" + name + "_0.1.0_amd64.deb", "");
        }

        [[nodiscard]] ProgramOutcome demo(const QStringList& variables = {}) const {
            return ProgramFolder::run(
                "/usr/bin/env",
                QStringList{"-i", "HOME=" + path(), "PATH=" + filePath("path") + ":/usr/bin:/bin"} +
                    variables + QStringList{"packaging/demo.sh"},
                path());
        }
        /// The calls without the folder of the programs.
        [[nodiscard]] QString calls() const {
            return QString::fromUtf8(read("calls")).remove(filePath("path/"));
        }
    };

  private slots:
    void initTestCase() {
        if (QFileInfo::exists("/usr/bin/burin")) QSKIP("Burin is installed on this computer");
    }

    void anInstalledProgramIsUsed() {
        const Tree tree;
        tree.install();
        tree.makePackages();
        const ProgramOutcome ran = tree.demo();
        QVERIFY2(ran.code == 0, ran.out + ran.err);
        const QStringList calls = tree.calls().trimmed().split('\n');
        QCOMPARE(calls.size(), 3);
        for (int i = 0; i < 3; ++i)
            QVERIFY2(calls[i].startsWith(QStringList{"burin info", "burin export", "burin render"}[i] +
                                         " resources/examples/gravel-leather.burin"),
                     qPrintable(calls[i]));
        QCOMPARE(tree.read("build/demo/gravel-leather.tif"), QByteArray("made\n"));
        QCOMPARE(tree.read("build/demo/gravel-leather.png"), QByteArray("made\n"));
    }

    void packagesThatAreThereAreInstalled_data() {
        QTest::addColumn<QStringList>("variables");
        QTest::addColumn<QString>("packages");
        QTest::addColumn<QString>("last");
        const QString burin = "./build/release-out/burin_0.1.0_amd64.deb";
        QTest::newRow("without a display") << QStringList() << burin << "burin render";
        QTest::newRow("with a display")
            << QStringList{"DISPLAY=:9"} << burin + " ./build/release-out/burin-studio_0.1.0_amd64.deb"
            << "burin-studio resources/examples/gravel-leather.burin";
    }

    void packagesThatAreThereAreInstalled() {
        QFETCH(QStringList, variables);
        QFETCH(QString, packages);
        QFETCH(QString, last);
        const Tree tree;
        tree.makePackages();
        tree.program(
            "apt-get",
            R"([ "$1" = update ] || { cp path/burin-made path/burin; cp path/burin-made path/burin-studio; })");
        const ProgramOutcome ran = tree.demo(variables);
        QVERIFY2(ran.code == 0, ran.out + ran.err);
        const QString calls = tree.calls();
        QVERIFY2(calls.contains("apt-get install -y -qq --no-install-recommends " + packages + '\n'),
                 qPrintable(calls));
        QVERIFY2(!calls.contains("cmake"), qPrintable(calls));
        QVERIFY2(calls.trimmed().section('\n', -1).startsWith(last), qPrintable(calls));
    }

    void withoutThemTheProgramsAreBuilt_data() {
        QTest::addColumn<bool>("packages");
        QTest::newRow("no packages") << false;
        QTest::newRow("packages of another system") << true;
    }

    void withoutThemTheProgramsAreBuilt() {
        QFETCH(bool, packages);
        const Tree tree;
        if (packages) tree.makePackages();
        tree.program("apt-get", "[ \"$1\" = update ]");
        const ProgramOutcome ran = tree.demo();
        QVERIFY2(ran.code == 0, ran.out + ran.err);
        const QString calls = tree.calls();
        QCOMPARE(calls.contains("apt-get install"), packages);
        QVERIFY2(calls.contains("cmake --build build/demo --target burin\n"), qPrintable(calls));
        QVERIFY2(calls.contains("\nbuild/demo/app/burin export "), qPrintable(calls));
    }
};

BURIN_TEST(TestDemo)
#include "test_demo.moc"
