// SPDX-License-Identifier: GPL-3.0-or-later

// packaging/cmake/WriteCommit.cmake: which commit a build names, and when its source is written again.

#include "cli/support/program_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

using burin::ProgramFolder;
using burin::ProgramOutcome;

class TestBuildCommit : public QObject {
    Q_OBJECT

  private:
    /// Without the settings of the user who runs the test.
    [[nodiscard]] static QByteArray git(const ProgramFolder& folder, const QStringList& words) {
        QStringList all{"-i",
                        "PATH=" + qEnvironmentVariable("PATH"),
                        "HOME=" + folder.path(),
                        "git",
                        "-c",
                        "user.name=a",
                        "-c",
                        "user.email=a@example.org"};
        const ProgramOutcome said = ProgramFolder::run("/usr/bin/env", all + words, folder.path());
        return said.code == 0 ? said.out.trimmed() : "failed: " + said.err;
    }
    /// The commit in the source that is written for the sources in `inside`.
    [[nodiscard]] static QByteArray written(const ProgramFolder& folder, const QString& inside = {}) {
        const ProgramOutcome wrote = ProgramFolder::run(
            "cmake",
            {"-DSOURCE=" + folder.filePath(inside), "-DFILE=" + folder.filePath("commit.cpp"), "-P",
             burin::test::inTree("packaging/cmake/WriteCommit.cmake")},
            folder.path());
        static const QRegularExpression value("return \"(.*)\";");
        return wrote.code == 0 ? value.match(folder.read("commit.cpp")).captured(1).toUtf8() : wrote.err;
    }

  private slots:
    void initTestCase() {
        for (const char* program : {"git", "cmake"}) {
            if (QStandardPaths::findExecutable(program).isEmpty()) QSKIP("git or cmake is not installed");
        }
    }

    void theCommitOfTheSourcesIsWritten() {
        const ProgramFolder folder({});
        QVERIFY(git(folder, {"init", "-q"}).isEmpty());
        QCOMPARE(written(folder), QByteArray("unknown"));
        QByteArray before;
        for (int i = 0; i < 2; ++i) {
            QVERIFY(git(folder, {"commit", "-q", "--allow-empty", "-m", "a" + QString::number(i)}).isEmpty());
            const QByteArray commit = git(folder, {"rev-parse", "HEAD"});
            QCOMPARE(commit.size(), 40);
            QVERIFY(commit != before);
            QCOMPARE(written(folder), commit);
            before = commit;
        }
    }

    void theSameCommitIsNotWrittenAgain() {
        const ProgramFolder folder({});
        QCOMPARE(written(folder), QByteArray("unknown"));
        QFile file(folder.filePath("commit.cpp"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QDateTime earlier = QDateTime::fromSecsSinceEpoch(1'000'000'000);
        QVERIFY(file.setFileTime(earlier, QFileDevice::FileModificationTime));
        file.close();
        QCOMPARE(written(folder), QByteArray("unknown"));
        QCOMPARE(QFileInfo(file.fileName()).lastModified(), earlier);
    }

    void anotherRepositoryAroundTheSourcesIsNotTheirs() {
        const ProgramFolder folder({});
        QVERIFY(git(folder, {"init", "-q"}).isEmpty());
        QVERIFY(git(folder, {"commit", "-q", "--allow-empty", "-m", "a"}).isEmpty());
        QVERIFY(QDir(folder.path()).mkdir("burin"));
        QCOMPARE(written(folder, "burin"), QByteArray("unknown"));
    }
};

BURIN_TEST(TestBuildCommit)
#include "test_build_commit.moc"
