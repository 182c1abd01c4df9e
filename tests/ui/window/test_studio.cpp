// SPDX-License-Identifier: GPL-3.0-or-later

// The studio as a program: the files that it leaves, and how it ends.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

class TestStudio : public QObject {
    Q_OBJECT

  private slots:
    void aPictureOfAMissingFileEndsWithTwo() {
        QVERIFY(!run({"--screenshot", home_.filePath("x.png"), home_.filePath("missing.burin")}));
        QCOMPARE(studio_.exitCode(), 2);
        QVERIFY2(said_.contains("missing.burin"), said());
        QVERIFY(!QFile::exists(home_.filePath("x.png")));
        QCOMPARE(traces(), QStringList{});
    }

    void aPictureOfWhatIsNoDesignEndsWithTwo() {
        const QString file = home_.filePath("bad.burin");
        write(file, "burin: 99\n");
        QVERIFY(!run({"--screenshot", home_.filePath("x.png"), file}));
        QCOMPARE(studio_.exitCode(), 2);
        QVERIFY2(said_.contains("newer"), said());
        QVERIFY(QFile::remove(file));
    }

    void aPictureLeavesNoTrace() {
        const QString file = home_.filePath("a.burin");
        write(file, "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 64, height: 64}\n");
        const QString picture = home_.filePath("a.png");
        QVERIFY2(run({"--screenshot", picture, "--size", "1200x800", file}), said());
        QCOMPARE(QImage(picture).size(), QSize(1200, 800));
        QVERIFY(QFile::remove(file) && QFile::remove(picture));
        QCOMPARE(traces(), QStringList{});
    }

    /// Another window receives the row of a batch in this way: on its standard input.
    void aNewDesignIsMadeOfAFile() {
        const QString file = home_.filePath("a.burin");
        const QByteArray text =
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 64, height: 64}\n";
        write(file, text);
        const QString picture = home_.filePath("a.png");
        studio_.setStandardInputFile(file);
        QVERIFY2(run({"--as-new", "plate", "--screenshot", picture, "--part", "inspector", "/dev/stdin"}),
                 said());
        QVERIFY(!QImage(picture).isNull());
        studio_.setStandardInputFile({});
        QVERIFY(!run({"--as-new", "plate", "--screenshot", picture, home_.filePath("missing.burin")}));
        QCOMPARE(studio_.exitCode(), 2);
        QVERIFY2(said_.contains("missing.burin"), said());
        QVERIFY(!run({"--as-new", "plate", "--screenshot", picture}));
        QCOMPARE(studio_.exitCode(), 2);
        QVERIFY(QFile::remove(file) && QFile::remove(picture));
        QCOMPARE(traces(), QStringList{});
    }

    void aPictureWithoutOpenGlComesWithAdvice() {
        const QString file = home_.filePath("a.burin");
        write(file, "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 64, height: 64}\n");
        const QString picture = home_.filePath("a.png");
        QVERIFY(!run({"--picture", picture, file}));
        QCOMPARE(studio_.exitStatus(), QProcess::NormalExit);
        QVERIFY2(said_.contains("This system does not support OpenGL 3.3. Install a driver"), said());
        QVERIFY2(said_.contains("desktop session"), said());
        QVERIFY2(!said_.contains("elapsed"), said());  // progress is shown only of a drawing
        QVERIFY(!QFile::exists(picture) && QFile::remove(file));
    }

    /// Arguments are read before a window is opened. If Qt cannot open one, it ends with a core dump.
    void itNeedsNoDisplayToAnswer_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("help") << QStringList{"--help"} << 0 << QByteArray("--screenshot OUT.png");
        QTest::newRow("an unknown option") << QStringList{"--zoom"} << 2 << QByteArray("--zoom");
        QTest::newRow("a wrong size") << QStringList{"--size", "big"} << 2 << QByteArray("WxH");
        QTest::newRow("a wrong theme") << QStringList{"--theme", "blue"} << 2 << QByteArray("--theme");
        QTest::newRow("a wrong backend")
            << QStringList{"--backend", "abacus"} << 2 << QByteArray("--backend");
        QTest::newRow("a picture over a design") << QStringList{"--screenshot", "a.burin"} << 2
                                                 << QByteArray("a name that ends with .png is expected");
        QTest::newRow("no option") << QStringList() << 1 << QByteArray("display is missing");
        QTest::newRow("an option of Qt")
            << QStringList{"-session", "10d"} << 1 << QByteArray("display is missing");
    }
    void itNeedsNoDisplayToAnswer() {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, code);
        QFETCH(const QByteArray, words);
        QCOMPARE(run(arguments, "xcb"), code == 0);
        QCOMPARE(studio_.exitStatus(), QProcess::NormalExit);
        QCOMPARE(studio_.exitCode(), code);
        QVERIFY2((said_ + studio_.readAllStandardOutput()).contains(words), said());
    }

    void aDisplayChangesNothingOffscreen() {
        const QString screen = qEnvironmentVariable("BURIN_SCREEN");
        if (screen.isEmpty()) QSKIP("no invisible screen was started");
#ifdef __SANITIZE_THREAD__
        QSKIP("ThreadSanitizer ends a program that unloads the library that draws");
#endif
        const QString picture = home_.filePath("studio.png");
        const QString design = burin::test::inTree("resources/examples/bevelled-logo.burin");
        QVERIFY2(run({design, "--screenshot", picture}, "offscreen", screen), said());
        QVERIFY(QFile::exists(picture));
    }

    /// The display ends with the X server, right after an edit.
    void aLostDisplayLeavesTheEdit() {
        for (const char* program : {"Xvfb", "xdotool"}) {
            if (QStandardPaths::findExecutable(program).isEmpty())
                QSKIP(qPrintable(QString("%1 is not installed").arg(program)));
        }
        QProcess screen;
        // A server that restarts whenever its last client leaves may disconnect the studio between two runs
        // of xdotool.
        screen.start("Xvfb",
                     {"-displayfd", "1", "-noreset", "-screen", "0", "1366x768x24", "-nolisten", "tcp"});
        QVERIFY(screen.waitForReadyRead(burin::patience));
        const QString display = ':' + screen.readLine().trimmed();
        const QString file = home_.filePath("mine.burin");
        write(file,
              "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 64, height: 64}\n"
              "  dots: {kind: stitching}\n");
        start({file, "--select", "dots"}, "xcb", display);
        QString window;
        const auto appears = [&] {
            return !(window = xdotool(display, {"search", "--name", "mine"})).isEmpty();
        };
        QVERIFY(burin::test::waitFor(appears));
        // The window may lack the keyboard at first. More than one edit does no harm.
        const auto edited = [&] {
            xdotool(display, {"windowfocus", window, "key", "ctrl+1", "ctrl+d"});
            return xdotool(display, {"getwindowname", window}).contains('*');
        };
        QVERIFY(burin::test::waitFor(edited));
        screen.kill();
        QVERIFY(screen.waitForFinished(burin::patience));
        QVERIFY2(!ended() && studio_.exitStatus() == QProcess::NormalExit, said());
        const QStringList copies = traces().filter(QRegularExpression("/recovery/.*\\.burin$"));
        QCOMPARE(copies.size(), 1);
        QFile copy(copies.first());
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QVERIFY(copy.readAll().contains("dots 2"));
        QVERIFY(QFile::remove(file));
    }

  private:
    /// \param platform  of Qt, by default without a display \return whether it exited with 0
    bool run(const QStringList& arguments, const char* platform = "offscreen", const QString& display = {}) {
        start(arguments, platform, display);
        return ended();
    }
    void start(const QStringList& arguments, const char* platform, const QString& display) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            environment.insert(folder, home_.filePath("home"));
        environment.insert("XDG_CACHE_HOME", home_.filePath("cache"));
        environment.insert("QT_QPA_PLATFORM", platform);
        environment.remove("DISPLAY");
        if (!display.isEmpty()) environment.insert("DISPLAY", display);
        studio_.setProcessEnvironment(environment);
        studio_.start(burin::test::studioProgram, arguments);
    }
    /// Waits for the end. \return whether it exited with 0
    bool ended() {
        const bool ended = studio_.waitForFinished(burin::patience);
        said_ = studio_.readAllStandardError();
        if (!ended) studio_.kill();
        return ended && studio_.exitStatus() == QProcess::NormalExit && studio_.exitCode() == 0;
    }
    /// Runs xdotool, which looks at windows and presses keys. \return its answer
    static QString xdotool(const QString& display, const QStringList& arguments) {
        QProcess tool;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("DISPLAY", display);
        tool.setProcessEnvironment(environment);
        tool.start("xdotool", arguments);
        tool.waitForFinished(burin::patience);
        return QString::fromUtf8(tool.readAllStandardOutput()).section('\n', 0, 0);
    }
    [[nodiscard]] const char* said() const {
        return said_.constData();
    }
    /// The files of settings and recovery copies.
    [[nodiscard]] QStringList traces() const {
        QStringList files;
        QDirIterator all(home_.filePath("home"), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext())
            files << all.next();
        return files;
    }
    static void write(const QString& name, const QByteArray& text) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QTemporaryDir home_;
    QProcess studio_;
    QByteArray said_;
};

BURIN_TEST(TestStudio)
#include "test_studio.moc"
