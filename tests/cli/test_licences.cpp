// SPDX-License-Identifier: GPL-3.0-or-later

// docs/licences.md names every library that the programs load, and every file that others made. The lists for
// programs (SPDX and Debian's copyright file) say the same.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

namespace {

QString text(const char* name) {
    QFile file(burin::test::inTree(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The libraries that a program links itself, without their versions: `libtiff`.
QStringList neededBy(const QString& program) {
    QProcess reader;
    reader.start("readelf", {"-d", program});
    if (!reader.waitForFinished(burin::patience)) return {};
    QStringList names;
    static const QRegularExpression needed(R"(\(NEEDED\).*\[(.*?)[-.\d]*\.so)");
    const QString sections = QString::fromUtf8(reader.readAllStandardOutput());
    for (auto match = needed.globalMatch(sections); match.hasNext();)
        names << match.next().captured(1).replace(QRegularExpression("^libabsl_.*"), "libabsl");
    return names;
}

}  // namespace

class TestLicences : public QObject {
    Q_OBJECT

  private slots:
    void everyLibraryIsNamed_data() {
        QTest::addColumn<QString>("program");
        const QDir programs = QFileInfo(burin::test::burinProgram).dir();
        QTest::newRow("command line") << programs.filePath("burin");
        QTest::newRow("studio") << programs.filePath("burin-studio");
        const QDir module = programs.filePath("python/burin");
        QTest::newRow("Python module")
            << module.filePath(module.entryList({"_burin.*.so"}).value(0, "_burin.so"));
    }

    void everyLibraryIsNamed() {
        QFETCH(QString, program);
        if (burin::instrumented) QSKIP("a sanitizer brings libraries that no release links");
        if (QStandardPaths::findExecutable("readelf").isEmpty()) QSKIP("readelf is not installed");
        if (!QFileInfo::exists(program)) QSKIP("it is not built");
        static const QStringList ofTheSystem = {"libc",      "libm",  "ld-linux-x", "libGL",
                                                "libOpenGL", "libdl", "librt",      "libpthread"};
        const QStringList needed = neededBy(program);
        QVERIFY(needed.size() > 3);
        for (const QString& library : needed) {
            if (!ofTheSystem.contains(library))
                QVERIFY2(text("docs/licences.md").contains(library), qPrintable(library));
        }
    }

    /// What headers of the CUDA toolkit define becomes a part of the programs.
    void headersOfTheToolkitAreNamed() {
        const QString page = text("docs/licences.md");
        const QMap<QString, QString> names = {
            {"cub", "CUB"}, {"thrust", "Thrust"}, {"cuda", "libcu++"}, {"nv", "libcu++"}};
        static const QRegularExpression header("#include <(cub|thrust|cuda|nv)/");
        int headers = 0;
        QDirIterator each(burin::test::inTree("gpu"), {"*.cu", "*.cuh", "*.cpp", "*.hpp"}, QDir::Files,
                          QDirIterator::Subdirectories);
        while (each.hasNext()) {
            QFile source(each.next());
            QVERIFY(source.open(QIODevice::ReadOnly));
            const QString lines = QString::fromUtf8(source.readAll());
            for (auto match = header.globalMatch(lines); match.hasNext(); ++headers) {
                const QString name = names.value(match.next().captured(1));
                QVERIFY2(page.contains(name), qPrintable(source.fileName() + ": " + name));
            }
        }
        QVERIFY(headers > 0);
    }

    void theListForProgramsSaysTheSame() {
        const QString page = text("docs/licences.md");
        const QString spdx = text("packaging/burin.spdx");
        static const QRegularExpression row(R"(^\| ([^|]+) \| [^|]+ \| ([^|]+) \|)",
                                            QRegularExpression::MultilineOption);
        int rows = 0;
        for (auto match = row.globalMatch(page); match.hasNext();) {
            const auto found = match.next();
            const QString name = found.captured(1);
            const QString licence = found.captured(2);
            if (licence == "licence" || licence == "GPL-3.0-or-later" || name.startsWith("---")) continue;
            ++rows;
            QVERIFY2(spdx.contains("PackageName: " + name + '\n'), qPrintable(name));
            const QString entry = spdx.mid(spdx.indexOf("PackageName: " + name + '\n')).section("\n\n", 0, 0);
            QVERIFY2(entry.contains("PackageLicenseConcluded: " + licence + '\n'),
                     qPrintable(name + ": " + licence));
        }
        QVERIFY(rows > 20);
    }

    void theCopyrightFileOfThePackagesSaysTheSame_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("licence");
        QTest::addColumn<QString>("maker");
        const QString cell = R"(\| ([^|]+) )";
        const QRegularExpression row('^' + cell.repeated(4) + R"(\|$)", QRegularExpression::MultilineOption);
        for (auto match = row.globalMatch(text("docs/licences.md")); match.hasNext();) {
            const QStringList cells = match.next().capturedTexts();
            if (cells[3] == "licence" || cells[1] == "---") continue;
            QTest::newRow(qPrintable(cells[1])) << cells[1] << cells[2] << cells[3] << cells[4];
        }
    }

    /// A part of the sources is a paragraph `Files:`. All others are lines of the comment.
    void theCopyrightFileOfThePackagesSaysTheSame() {
        QFETCH(QString, what);
        QFETCH(QString, where);
        QFETCH(QString, licence);
        QFETCH(QString, maker);
        const QString copyright = text("packaging/debian/copyright");
        static const QRegularExpression folder("`(resources|docs|packaging|tests)(/[^`]*)?`");
        if (!where.contains(folder)) {
            const QString comment = copyright.section("\n\n", 0, 0);
            QVERIFY(comment.contains("\n " + what + " (" + licence + "): "));
            return;
        }
        licence.replace("GPL-3.0-or-later", "GPL-3+ with CUDA permission");
        static const QRegularExpression file(R"([\w-]+\.(tif|png|otf))");
        QStringList places;
        for (auto match = folder.globalMatch(where); match.hasNext();) {
            const QString place = match.next().captured(0).remove('`') + '/';
            auto names = file.globalMatch(what);
            if (!names.hasNext()) places << place;
            while (names.hasNext())
                places << place + names.next().captured(0);
        }
        const QStringList paragraphs = copyright.split("\n\n");
        for (const QString& place : places) {
            QVERIFY2(
                std::any_of(paragraphs.begin(), paragraphs.end(),
                            [&](const QString& paragraph) {
                                const QString files = paragraph.section('\n', 0, 0);
                                const bool ofBurin = maker.contains("Burin");
                                const QString by = ofBurin ? "The Burin project" : maker.section(',', 0, 0);
                                return files.startsWith("Files: ") && files.contains(' ' + place) &&
                                       paragraph.contains("\nLicense: " + licence) &&
                                       paragraph.section("\nCopyright: ", 1).section('\n', 0, 0).contains(by);
                            }),
                qPrintable(place));
        }
    }

    void picturesAndFontsHaveTheirMakers() {
        for (const char* folder : {"resources/examples/images", "resources/fonts"}) {
            for (const QString& file :
                 QDir(burin::test::inTree(folder)).entryList({"*.tif", "*.png", "*.jpg", "*.otf"})) {
                const bool font = file.startsWith("Inter-");
                QVERIFY2(font || text("docs/licences.md").contains(file), qPrintable(file));
                QVERIFY2(font || text("packaging/debian/copyright").contains(file), qPrintable(file));
            }
        }
    }

    /// A picture that is added in another folder needs the name of its author.
    void picturesOfTheTestsLieWhereThePageSays() {
        const QString page = text("docs/licences.md");
        const QString tests = burin::test::inTree("tests");
        const QStringList folders = {"data/", "fuzz/corpus/", "golden/"};
        for (const QString& folder : folders)
            QVERIFY2(page.contains("`tests/" + folder.chopped(1) + '`'), qPrintable(folder));
        QDirIterator each(tests,
                          {"*.tif", "*.png", "*.jpg", "*.webp", "*.bmp", "*.p[bgp]m", "*.svg", "*.dxf",
                           "*.gsf", "*.x3p", "*.otf", "*.ttf"},
                          QDir::Files, QDirIterator::Subdirectories);
        int files = 0;
        for (; each.hasNext(); ++files) {
            const QString file = QDir(tests).relativeFilePath(each.next());
            QVERIFY2(std::any_of(folders.begin(), folders.end(),
                                 [&](const QString& folder) { return file.startsWith(folder); }),
                     qPrintable(file));
            QVERIFY2(!file.endsWith(".otf") || page.contains(file.section('/', -1)), qPrintable(file));
        }
        QVERIFY(files > 50);
    }

    void nothingIsNamedThatIsNotThere() {
        static const QRegularExpression image(R"(resources/examples/images/(\S+))");
        int files = 0;
        for (auto match = image.globalMatch(text("packaging/debian/copyright")); match.hasNext(); ++files) {
            const QString file = match.next().captured(0);
            QVERIFY2(QFileInfo::exists(burin::test::inTree(qUtf8Printable(file))), qPrintable(file));
        }
        QVERIFY(files > 2);
        static const QRegularExpression row(R"(^\| ([^|]+) \| `(resources|tests)/(\S+)` \|)",
                                            QRegularExpression::MultilineOption);
        for (auto match = row.globalMatch(text("docs/licences.md")); match.hasNext();) {
            const auto found = match.next();
            const QDir folder(
                burin::test::inTree(qUtf8Printable(found.captured(2) + '/' + found.captured(3))));
            QVERIFY2(folder.exists(), qPrintable(found.captured(0)));
            static const QRegularExpression name(R"([\w-]+\.(tif|png|otf))");
            for (auto names = name.globalMatch(found.captured(1)); names.hasNext();) {
                const QString file = names.next().captured(0);
                QVERIFY2(folder.exists(file), qPrintable(file));
            }
        }
    }
};

BURIN_TEST(TestLicences)
#include "test_licences.moc"
