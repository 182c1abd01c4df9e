// SPDX-License-Identifier: GPL-3.0-or-later

// The scripts of the .run file: what they link into the user's folders, and that uninstalling leaves nothing.
// The test replaces programs of the desktop by programs that write the same files.

#include "cli/support/program_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QStandardPaths>

using burin::ProgramFolder;
using burin::ProgramOutcome;

class TestRunInstaller : public QObject {
    Q_OBJECT

  private:
    /// The home of a user, with what the .run file unpacks in its usual place.
    struct Home : ProgramFolder {
        Home() : ProgramFolder({}) {
            make("path/update-mime-database", "#!/bin/sh\necho application/x-burin >\"$1/globs2\"\n");
            // Like the real program, it fails if there is no such folder.
            make("path/update-desktop-database",
                 "#!/bin/sh\n[ -d \"$1\" ] && ls \"$1\" | grep desktop$ >\"$1/mimeinfo.cache\"\n");
        }

        /// \param more  a file that this version has besides
        void unpack(const QString& more = {}) const {
            QByteArray contents;
            const auto bring = [&](const QString& name, const QByteArray& content) {
                make(installation + name, content);
                contents += name.toLatin1() + '\n';
            };
            for (const QString script : {"install.sh", "uninstall.sh"}) {
                QFile source(burin::test::inTree("packaging/run/") + script);
                QVERIFY(source.open(QIODevice::ReadOnly));
                QFile::remove(filePath(installation + script));
                bring(script, source.readAll());
            }
            bring("bin/burin", "#!/bin/sh\n");
            bring("bin/burin-studio", "#!/bin/sh\n");
            for (const QString file :
                 {"icons/hicolor/scalable/apps/burin.svg", "mime/packages/burin.xml",
                  "metainfo/org.burin.studio.metainfo.xml", "man/man1/burin.1",
                  "bash-completion/completions/burin", "fish/vendor_completions.d/burin.fish"})
                bring("share/" + file, "");
            for (const QString file :
                 {"applications/burin-studio.desktop", "thumbnailers/burin.thumbnailer"}) {
                QFile source(burin::test::inTree("packaging/desktop/") + QFileInfo(file).fileName());
                QVERIFY(source.open(QIODevice::ReadOnly));
                bring("share/" + file, source.readAll());
            }
            if (!more.isEmpty()) bring(more, "");
            make(installation + "contents", contents);
        }

        void make(const QString& name, const QByteArray& content) const {
            QVERIFY(QDir().mkpath(QFileInfo(filePath(name)).path()));
            write(name, content);
            QFile::setPermissions(filePath(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }

        /// Runs a script of the installation.
        [[nodiscard]] ProgramOutcome script(const QString& name) const {
            return scriptIn(installation, name);
        }

        /// Runs a script of an installation in another folder.
        [[nodiscard]] ProgramOutcome scriptIn(const QString& folder, const QString& name) const {
            return ProgramFolder::run("/usr/bin/env",
                                      {"-i", "HOME=" + path(), "PATH=" + filePath("path") + ":/usr/bin:/bin",
                                       filePath(folder + name)},
                                      filePath(folder));
        }

        /// Runs commands in the home; $RELEASE is the script that makes the .run file.
        [[nodiscard]] ProgramOutcome shell(const QString& commands) const {
            return ProgramFolder::run(
                "/usr/bin/env",
                {"-i", "HOME=" + path(), "PATH=" + filePath("path") + ":/usr/bin:/bin",
                 "RELEASE=" + burin::test::inTree("packaging/release.sh"), "bash", "-ec", commands},
                path());
        }

        /// The files, links and folders of the user.
        [[nodiscard]] QStringList content() const {
            QStringList all;
            QDirIterator each(path(), QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                              QDirIterator::Subdirectories);
            while (each.hasNext())
                all << QDir(path()).relativeFilePath(each.next());
            all.sort();
            return all;
        }

        const QString installation = ".local/opt/burin/";
    };

  private slots:
    void theDesktopKnowsTheStudio() {
        const Home home;
        home.unpack();
        const ProgramOutcome installed = home.script("install.sh");
        QVERIFY2(installed.code == 0, installed.err);
        for (const QString link :
             {".local/bin/burin-studio", ".local/share/applications/burin-studio.desktop",
              ".local/share/mime/packages/burin.xml"})
            QVERIFY2(QFileInfo(home.filePath(link)).isSymLink(), qPrintable(link));
        QCOMPARE(home.read(".local/share/applications/mimeinfo.cache"), QByteArray("burin-studio.desktop\n"));
        QCOMPARE(home.read(".local/share/mime/globs2"), QByteArray("application/x-burin\n"));
    }

    /// A session that began before ~/.local/bin was there has no such folder in its PATH.
    void theDesktopStartsProgramsThatPathDoesNotName() {
        const Home home;
        home.unpack();
        const ProgramOutcome installed = home.script("install.sh");
        QVERIFY2(installed.out.contains("PATH does not name " + home.filePath(".local/bin").toLatin1()),
                 installed.out);
        const QByteArray programs = home.filePath(home.installation + "bin/").toLatin1();
        const QByteArray studio = home.read(".local/share/applications/burin-studio.desktop");
        QVERIFY2(
            studio.contains("\nExec=" + programs + "burin-studio %f\nTryExec=" + programs + "burin-studio\n"),
            studio);
        const QByteArray pictures = home.read(".local/share/thumbnailers/burin.thumbnailer");
        QVERIFY2(pictures.contains("TryExec=" + programs + "burin\nExec=" + programs + "burin render %i "),
                 pictures);
    }

    void anUpdateRemovesWhatTheNewVersionDoesNotBring() {
        const Home home;
        home.unpack("lib/burin/libold.so");
        QCOMPARE(home.script("install.sh").code, 0);
        QVERIFY(QFileInfo::exists(home.filePath(home.installation + "lib/burin/libold.so")));
        home.unpack("lib/burin/libnew.so");
        QCOMPARE(home.script("install.sh").code, 0);
        QVERIFY(!QFileInfo::exists(home.filePath(home.installation + "lib/burin/libold.so")));
        QVERIFY(QFileInfo::exists(home.filePath(home.installation + "lib/burin/libnew.so")));
    }

    void uninstallingLeavesNothing() {
        const Home home;
        const QStringList before = home.content();
        home.unpack();
        QCOMPARE(home.script("install.sh").code, 0);
        home.make(".cache/burin/kernels/one", "made again if it is missing");
        const ProgramOutcome removed = home.script("uninstall.sh");
        QVERIFY2(removed.code == 0, removed.err);
        QCOMPARE(home.content(), before);
    }

    /// The file may be unpacked into a folder that is in use, with --target.
    void uninstallingKeepsOtherFilesInItsFolder() {
        const Home home;
        home.unpack();
        home.make(home.installation + "share/mine/notes.txt", "");
        QCOMPARE(home.script("install.sh").code, 0);
        const ProgramOutcome removed = home.script("uninstall.sh");
        QVERIFY2(removed.code == 0, removed.err);
        QVERIFY2(
            removed.out.contains("What you made stays in: " + home.filePath(".local/opt/burin").toLatin1()),
            removed.out);
        const QStringList left = home.content().filter(".local/opt/burin/");
        QCOMPARE(left, (QStringList{".local/opt/burin/share", ".local/opt/burin/share/mine",
                                    ".local/opt/burin/share/mine/notes.txt"}));
    }

    /// Services and containers may have no HOME.
    void uninstallingNeedsNoHome() {
        const Home home;
        home.unpack();
        const ProgramOutcome done = home.shell(
            "mv .local/opt/burin other\n"
            "unset HOME\n"
            "export XDG_CACHE_HOME=$PWD/cache\n"
            "(cd other && ./install.sh)\n"
            "other/uninstall.sh");
        QVERIFY2(done.code == 0, done.err);
        QVERIFY(!QFileInfo::exists(home.filePath("other")));
    }

    /// /home is a link on some systems, and the installation may be removed by either path.
    void uninstallingByAnotherPathRemovesTheLinks() {
        const Home home;
        home.unpack();
        QCOMPARE(home.script("install.sh").code, 0);
        QVERIFY(QFile::link(home.filePath(".local"), home.filePath("way")));
        const ProgramOutcome removed = home.shell("way/opt/burin/uninstall.sh");
        QVERIFY2(removed.code == 0, removed.err);
        QVERIFY(!QFileInfo(home.filePath(".local/bin/burin")).isSymLink());
    }

    void whatTheUserHasInThePlaceOfALinkStays() {
        const Home home;
        home.make(".local/bin/burin", "the user's own");
        home.unpack();
        const ProgramOutcome installed = home.script("install.sh");
        QVERIFY2(installed.code == 0, installed.err);
        QVERIFY2(installed.err.contains(home.filePath(".local/bin/burin").toLatin1() + " exists already"),
                 installed.err);
        QVERIFY(QFileInfo(home.filePath(".local/bin/burin-studio")).isSymLink());
        QCOMPARE(home.script("uninstall.sh").code, 0);
        QCOMPARE(home.read(".local/bin/burin"), QByteArray("the user's own"));
    }

    /// In a desktop file, such a path is quoted, except after TryExec.
    void theNameOfTheHomeMayHaveAnyCharacters() {
        const Home home;
        home.unpack();
        const QString own = "a &|$b %";
        const ProgramOutcome installed = home.shell(QString("export HOME=$PWD/'%1'\n"
                                                            "mkdir -p \"$HOME/.local/opt\"\n"
                                                            "mv .local/opt/burin \"$HOME/.local/opt\"\n"
                                                            "cd \"$HOME/.local/opt/burin\"\n"
                                                            "./install.sh")
                                                        .arg(own));
        QVERIFY2(installed.code == 0, installed.err);
        const QByteArray studio = home.read(own + "/.local/share/applications/burin-studio.desktop");
        const QByteArray folder = home.path().toLatin1();
        QVERIFY2(
            studio.contains("\nExec=\"" + folder + "/a &|\\\\$b %%/.local/opt/burin/bin/burin-studio\" %f\n"),
            studio);
        QVERIFY2(studio.contains("\nTryExec=" + folder + "/a &|$b %/.local/opt/burin/bin/burin-studio\n"),
                 studio);
    }

    void uninstallingSaysWhatStays() {
        const Home home;
        home.unpack();
        QCOMPARE(home.script("install.sh").code, 0);
        home.make(".config/burin/burin.conf", "");
        const ProgramOutcome removed = home.script("uninstall.sh");
        const QByteArray settings = home.filePath(".config/burin").toLatin1();
        QCOMPARE(removed.out, QByteArray("Burin is removed. What you made stays in: " + settings + '\n'));
        QVERIFY(QFileInfo::exists(home.filePath(".config/burin/burin.conf")));
    }

    /// Also if another one is in the usual place.
    void theFileRemovesTheInstallationThatIsNamed() {
        if (QStandardPaths::findExecutable("makeself").isEmpty()) QSKIP("makeself is not installed");
        const Home home;
        home.unpack();
        const ProgramOutcome made = home.shell(
            R"sh(eval "$(sed -n '/^make_header() {/,/^}/p' "$RELEASE")"
               make_header .local/opt/burin >header.sh
               makeself --quiet --nox11 --header ./header.sh --target '$HOME/.local/opt/burin' \
                   .local/opt/burin burin.run Burin ./install.sh)sh");
        QVERIFY2(made.code == 0, made.err);
        QCOMPARE(home.script("install.sh").code, 0);
        for (const char* call : {"--uninstall --target other", "--target other --uninstall"}) {
            const ProgramOutcome installed = home.shell("sh burin.run --quiet --target other");
            QVERIFY2(installed.code == 0, installed.err);
            QVERIFY(QFileInfo::exists(home.filePath("other/bin/burin")));
            const ProgramOutcome removed = home.shell(QString("sh burin.run ") + call);
            QVERIFY2(removed.code == 0, removed.err);
            QVERIFY2(!QFileInfo::exists(home.filePath("other")), call);
            QVERIFY2(QFileInfo::exists(home.filePath(home.installation + "bin/burin")), call);
        }
        const ProgramOutcome removed = home.shell("sh burin.run --uninstall");
        QVERIFY2(removed.code == 0, removed.err);
        QVERIFY(!QFileInfo::exists(home.filePath(home.installation)));
    }

    void uninstallingAMovedFolderRemovesItsLinks() {
        const Home home;
        home.unpack();
        QCOMPARE(home.script("install.sh").code, 0);
        QVERIFY(QDir(home.path()).rename(".local/opt/burin", "moved"));
        QVERIFY(QFileInfo(home.filePath(".local/bin/burin")).isSymLink());
        const ProgramOutcome removed = home.scriptIn("moved/", "uninstall.sh");
        QVERIFY2(removed.code == 0, removed.err);
        for (const QString gone : {"moved", ".local/bin", ".local/share/applications", ".local/share/mime"}) {
            const QFileInfo place(home.filePath(gone));
            QVERIFY2(!place.exists() && !place.isSymLink(), qPrintable(gone));
        }
    }

    void aFolderWithoutAnInstallationStays() {
        const Home home;
        home.unpack();
        const QStringList before = home.content();
        const ProgramOutcome refused = home.script("uninstall.sh");
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("is not an installation of Burin"), refused.err);
        QCOMPARE(home.content(), before);
    }

    void uninstallingKeepsWhatOthersInstalled() {
        const Home home;
        home.make(".local/share/applications/other.desktop", "");
        home.make(".local/share/mime/packages/other.xml", "");
        home.make(".local/bin/other", "");
        home.unpack();
        QCOMPARE(home.script("install.sh").code, 0);
        QCOMPARE(home.read(".local/share/applications/mimeinfo.cache"),
                 QByteArray("burin-studio.desktop\nother.desktop\n"));
        QCOMPARE(home.script("uninstall.sh").code, 0);
        QCOMPARE(home.read(".local/share/applications/mimeinfo.cache"), QByteArray("other.desktop\n"));
        for (const QString kept : {".local/share/applications/other.desktop",
                                   ".local/share/mime/packages/other.xml", ".local/bin/other"})
            QVERIFY2(QFileInfo::exists(home.filePath(kept)), qPrintable(kept));
    }
};

BURIN_TEST(TestRunInstaller)
#include "test_run_installer.moc"
