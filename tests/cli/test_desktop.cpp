// SPDX-License-Identifier: GPL-3.0-or-later

// The desktop's view of Burin: the files of packaging/desktop, the thumbnailer's call, and `burin studio`.

#include "cli/support/program_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QXmlStreamReader>
#include <QtEndian>

#include <unistd.h>

#include <array>

using burin::ProgramFolder;
using burin::ProgramOutcome;

namespace {

QByteArray desktopFile(const char* name) {
    QFile file(burin::test::inTree("packaging/desktop/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The value of `Key=value` in a file of groups and keys.
QString valueOf(const QByteArray& file, const QByteArray& key) {
    for (const QByteArray& line : file.split('\n')) {
        if (line.startsWith(key + '=')) return QString::fromUtf8(line.mid(key.size() + 1));
    }
    return {};
}

}  // namespace

class TestDesktop : public QObject {
    Q_OBJECT

  private:
    const ProgramFolder folder_{burin::test::burinProgram};

    /// A copy of the program in a folder of its own, beside a studio that only prints its arguments.
    [[nodiscard]] QString copyBesideStudio(bool withStudio) const {
        const QString place = folder_.filePath(withStudio ? "both" : "alone");
        QDir().mkpath(place);
        QFile::copy(burin::test::burinProgram, place + "/burin");
        if (withStudio) {
            QFile studio(place + "/burin-studio");
            if (!studio.open(QIODevice::WriteOnly)) return {};
            studio.write(
                "#!/bin/sh\nprintf '%s\\n' \"$@\"\n"
                "[ \"$1\" != --report ] || echo without a window: $QT_QPA_PLATFORM\n");
            studio.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        return place + "/burin";
    }

  private slots:
    void burinStudioStartsTheStudio() {
        const ProgramOutcome started = ProgramFolder::run(
            copyBesideStudio(true), {"studio", "--theme", "dark", "my design.burin"}, folder_.path());
        QCOMPARE(started.out, QByteArray("--theme=dark\nmy design.burin\n"));
        QCOMPARE(started.code, 0);
        const ProgramOutcome wrong =
            ProgramFolder::run(copyBesideStudio(true), {"studio", "--colour"}, folder_.path());
        QCOMPARE(wrong.code, 2);
    }

    void theStudioDrawsReports() {
        const ProgramOutcome drawn = ProgramFolder::run(copyBesideStudio(true),
                                                        {"report", "part.burin", "--to", "sheet.pdf", "--all",
                                                         "--picture", "1,2,3,4", "--picture", "5,6,7,8"},
                                                        folder_.path());
        QCOMPARE(drawn.out,
                 QByteArray("--report\n--to=sheet.pdf\n--picture=1,2,3,4\n--picture=5,6,7,8\n--all\n"
                            "part.burin\nwithout a window: offscreen\n"));
        QCOMPARE(drawn.code, 0);
    }

    void theStudioSaysItsVersion() {
        if (*burin::test::studioProgram == '\0') QSKIP("the studio is not built");
        const auto said = [this](const char* program) {
            return ProgramFolder::run(program, {"--version"}, folder_.path());
        };
        const ProgramOutcome studio = said(burin::test::studioProgram);
        QCOMPARE(studio.code, 0);
        QCOMPARE(studio.out, said(burin::test::burinProgram).out.replace("burin ", "burin-studio "));
    }

    void theStudioOutlivesTheReaderOfItsMessages_data() {
        QTest::addColumn<QStringList>("call");
        QTest::addColumn<int>("code");
        QTest::newRow("a wrong option") << QStringList{"--theme", "plaid"} << 2;
        QTest::newRow("no display, so that Qt complains") << QStringList{} << 1;
    }
    /// The studio is often started with its outputs in a pipe. If the reader ends, Qt's next complaint must
    /// not end the studio before it has kept unsaved work.
    void theStudioOutlivesTheReaderOfItsMessages() {
        if (*burin::test::studioProgram == '\0') QSKIP("the studio is not built");
        QFETCH(const QStringList, call);
        QFETCH(const int, code);
        QProcess studio;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* display : {"DISPLAY", "WAYLAND_DISPLAY"})
            environment.remove(display);
        environment.insert("QT_QPA_PLATFORM", "xcb");
        studio.setProcessEnvironment(environment);
        studio.setChildProcessModifier([] {
            std::array<int, 2> ends{};
            if (::pipe(ends.data()) != 0) return;
            for (const int output : {STDOUT_FILENO, STDERR_FILENO})
                ::dup2(ends[1], output);
            for (const int end : ends)
                ::close(end);
        });
        studio.start(burin::test::studioProgram, call);
        QVERIFY(studio.waitForFinished(burin::patience));
        QCOMPARE(studio.exitStatus(), QProcess::NormalExit);
        QCOMPARE(studio.exitCode(), code);
    }

    void aMissingStudioIsNamed() {
        if (!QStandardPaths::findExecutable("burin-studio").isEmpty()) QSKIP("a studio is installed here");
        const ProgramOutcome missing =
            ProgramFolder::run(copyBesideStudio(false), {"studio"}, folder_.path());
        QCOMPARE(missing.code, 2);
        QVERIFY2(missing.err.contains("install the package burin-studio"), missing.err);
        const ProgramOutcome report = ProgramFolder::run(
            copyBesideStudio(false), {"report", "part.burin", "--to", "sheet.pdf"}, folder_.path());
        QCOMPARE(report.code, 2);
        QVERIFY2(report.err.contains("install the package burin-studio"), report.err);
    }

    void theThumbnailerDrawsTheDesign() {
        const QString design = burin::test::inTree("resources/examples/hexagonal-dimples.burin");
        QStringList call = valueOf(desktopFile("burin.thumbnailer"), "Exec").split(' ');
        QCOMPARE(call.takeFirst(), QString("burin"));
        for (QString& word : call)
            word.replace("%i", design).replace("%o", folder_.filePath("small.png")).replace("%s", "128");
        const ProgramOutcome drawn = folder_.run(call);
        QVERIFY2(drawn.code == 0, drawn.err);
        const QByteArray picture = folder_.read("small.png");
        QVERIFY(picture.startsWith("\x89PNG") && picture.size() > 24);
        for (const int at : {16, 20}) {  // width and height
            const auto side = qFromBigEndian<quint32>(picture.constData() + at);
            QVERIFY2(side > 32 && side <= 128, qPrintable(QString::number(side)));
        }
    }

    /// The thumbnailers of GNOME see no file except the design.
    void theThumbnailerNeedsNoOtherFiles_data() {
        QTest::addColumn<int>("code");
        QTest::newRow("security-lines") << 0;
        // nothing of the picture is left, so the design's icon is better
        QTest::newRow("gravel-leather") << 2;
    }

    void theThumbnailerNeedsNoOtherFiles() {
        QFETCH(int, code);
        const QString name = QTest::currentDataTag();
        const QString design = folder_.filePath(name + ".burin");
        const QString picture = folder_.filePath(name + ".png");
        QVERIFY(QFile::copy(burin::test::inTree("resources/examples/") + name + ".burin", design));
        QStringList call = valueOf(desktopFile("burin.thumbnailer"), "Exec").split(' ').mid(1);
        for (QString& word : call)
            word.replace("%i", design).replace("%o", picture).replace("%s", "128");
        const ProgramOutcome drawn = folder_.run(call);
        QVERIFY2(drawn.code == code, drawn.err);
        QVERIFY2(drawn.err.contains("is muted"), drawn.err);
        QCOMPARE(folder_.read(name + ".png").startsWith("\x89PNG"), code == 0);
        // The command checks that all of its files are readable.
        call.removeOne("--mute-unreadable");
        QCOMPARE(folder_.run(call).code, 2);
    }

    /// The picture of a spot and the table of a series are parts of a value.
    void aThumbnailNeedsNoFilesInsideValues_data() {
        QTest::addColumn<QByteArray>("node");
        QTest::newRow("the picture of a spot") << QByteArray(
            "kind: compensate, spot: {shape: image, file: gone.png, pitch: 1 um}, "
            "inputs: [data: slope]");
        QTest::newRow("the table of a series") << QByteArray(
            "kind: text, text: \"{serial}\", size: 40, "
            "series: {u: [100, 0], columns: 2, cell: [100, 100], csv: gone.csv}");
        QTest::newRow("a picture in a group") << QByteArray("kind: group, group: own");
    }

    void aThumbnailNeedsNoFilesInsideValues() {
        QFETCH(QByteArray, node);
        folder_.write(
            "inside.burin",
            "burin: 2\npixel: 1 um\ngroups:\n"
            "  own: {title: Own, output: picture, nodes: {picture: {kind: image, file: gone.png}}}\n"
            "nodes:\n"
            "  surface: {kind: root, width: 200, height: 100, inputs: [data: both]}\n"
            "  both: {kind: union, operation: max, inputs: [data: slope, data: filed]}\n"
            "  slope: {kind: math2d, width: 200, height: 100, expression: \"x / 200\"}\n"
            "  filed: {" +
                node + "}\n");
        const QStringList call{"render", "inside.burin", "--to", "inside.png", "--backend", "cpu"};
        const ProgramOutcome refused = folder_.run(call);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("gone."), refused.err);
        const ProgramOutcome drawn = folder_.run(call + QStringList{"--mute-unreadable"});
        QVERIFY2(drawn.code == 0, drawn.err);
        QVERIFY2(drawn.err.contains("warning: node 'filed"), drawn.err);
    }

    void theFilesAgree() {
        const QString type = "application/x-burin";
        QCOMPARE(valueOf(desktopFile("burin.thumbnailer"), "MimeType"), type + ';');
        QCOMPARE(valueOf(desktopFile("burin-studio.desktop"), "MimeType"), type + ';');
        QVERIFY(desktopFile("org.burin.studio.metainfo.xml").contains("<mediatype>" + type.toUtf8() + '<'));
        QVERIFY(desktopFile("burin.xml").contains("type=\"" + type.toUtf8() + '"'));
        QFile build(burin::test::inTree("CMakeLists.txt"));
        QVERIFY(build.open(QIODevice::ReadOnly));
        static const QRegularExpression project(R"(project\(burin VERSION ([\d.]+))");
        const QString version = project.match(QString::fromUtf8(build.readAll())).captured(1);
        QVERIFY(!version.isEmpty());
        QVERIFY(desktopFile("org.burin.studio.metainfo.xml")
                    .contains("<releases>\n    <release version=\"" + version.toUtf8() + '"'));
    }

    void theFilesAreWellFormed_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"burin.xml", "org.burin.studio.metainfo.xml", "application-x-burin.svg"})
            QTest::newRow(name) << name;
    }

    void theFilesAreWellFormed() {
        QFETCH(QString, name);
        QXmlStreamReader reader(desktopFile(qPrintable(name)));
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }

    void theirValidatorsAcceptThem_data() {
        QTest::addColumn<QStringList>("call");
        QTest::newRow("desktop file") << QStringList{"desktop-file-validate", "burin-studio.desktop"};
        QTest::newRow("AppStream") << QStringList{"appstreamcli", "validate", "--no-net",
                                                  "org.burin.studio.metainfo.xml"};
    }

    void theirValidatorsAcceptThem() {
        QFETCH(QStringList, call);
        if (QStandardPaths::findExecutable(call.front()).isEmpty()) QSKIP("the program is not installed");
        const ProgramOutcome checked =
            ProgramFolder::run(call.front(), call.mid(1), burin::test::inTree("packaging/desktop"));
        QVERIFY2(checked.code == 0, checked.out + checked.err);
    }
};

BURIN_TEST(TestDesktop)
#include "test_desktop.moc"
