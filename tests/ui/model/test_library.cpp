// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.hpp"
#include "support/testing.hpp"
#include "ui/model/library.hpp"

#include "tests/ui/support/library_test.hpp"
#include "ui/model/library_files.hpp"
#include "ui/words/text.hpp"

#include <sys/stat.h>

namespace burin::ui {

namespace {

Design designOf(const char* text) {
    return parseDesign(text, {}, {}, kinds());
}

constexpr const char* withGroups = R"(burin: 2
pixel: 2 um
groups:
  inner: {output: one, nodes: {one: {kind: tiff, file: grain.tif}}}
  stones:
    parameters: {size: {type: length}}
    inputs: [{data: below}]
    output: sum
    nodes:
      sum: {kind: union, inputs: [{data: inner}, {data: $below}, {data: dot}]}
      inner: {kind: group, group: inner}
      dot: {kind: math2d, width: =size, height: =size, expression: '1'}
  other: {output: one, nodes: {one: {kind: math2d, expression: '1'}}}
nodes:
  surface: {kind: root, width: 100, height: 100, full_depth: 80 um, inputs: [{data: wall}]}
  wall: {kind: group, group: stones, values: {size: 0.3 mm}, inputs: [{data: plain}]}
  plain: {kind: math2d, expression: '1'}
)";

}  // namespace

class TestLibrary : public QObject {
    Q_OBJECT

  private slots:
    void itReadsBothFolders() {
        LibraryTest test;
        writeText(test.own() + "/Filters/soft.burin", softPattern);
        writeText(test.own() + "/Filters/grain.tif", "no picture");
        writeText(test.own() + "/Lattices/mine.burin", QByteArray(domesPattern).replace("Domes", "Mine"));
        test.read();
        QCOMPARE(test.library->categories(), QStringList({"Filters", "Lattices"}));
        QCOMPARE(test.library->entries().size(), 3);
        const LibraryEntry& domes = test.entry("Domes");
        QVERIFY2(domes.problem.isEmpty(), qPrintable(domes.problem));
        QVERIFY(!domes.own);
        QCOMPARE(domes.category, QString("Lattices"));
        QCOMPARE(domes.picture.size(), QSize(240, 148));
        QCOMPARE(domes.pattern->group, std::string_view("domes"));
        QCOMPARE(domes.pattern->pixelUm, 10.0);
        QCOMPARE(domes.pattern->shown.words.size(), std::size_t{3});
        QVERIFY(test.entry("Mine").own);
        QVERIFY(test.entry("Mine").picture.isNull());
    }

    /// Each window has a library. The files of the user are read again, since they are few.
    void theShippedFilesAreReadOnceForAllLibraries() {
        LibraryTest test;
        test.read();
        const std::shared_ptr<const Pattern> first = test.entry("Domes").pattern;
        QVERIFY(first != nullptr);
        test.library.reset();
        test.read();
        QCOMPARE(test.entry("Domes").pattern, first);
        writeText(test.shipped() + "/Lattices/domes.burin",
                  QByteArray(domesPattern).replace("Domes", "Caps"));
        test.library.reset();
        test.read();
        QVERIFY(test.entry("Caps").pattern != nullptr);
        QVERIFY(test.entry("Caps").pattern != first);
    }

    /// rsync keeps the times of files. Two writes in one tick of the file system's clock have equal times.
    void aFileOfTheUserIsReadAgainEvenIfItsTimeStays() {
        LibraryTest test;
        const QString file = test.own() + "/A/mine.burin";
        writeText(file, QByteArray(domesPattern).replace("Domes", "Early"));
        const auto time = std::filesystem::last_write_time(pathOf(file));
        test.read();
        QVERIFY(test.entry("Early").pattern != nullptr);
        writeText(file, QByteArray(domesPattern).replace("Domes", "Later"));
        std::filesystem::last_write_time(pathOf(file), time);
        test.read();
        QVERIFY(test.entry("Later").pattern != nullptr);
    }

    void brokenEntriesSayWhyAndStopNothing_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("why");
        QTest::newRow("not YAML") << QByteArray("burin: [") << "Line ";
        QTest::newRow("an error in the group")
            << QByteArray(domesPattern).replace("[=gap, 0]", "[=gup, 0]") << "gup";
        QTest::newRow("too new") << QByteArray("burin: 99\n") << "newer";
        QTest::newRow("no title") << QByteArray(domesPattern).replace("title: Domes", "from: me")
                                  << "does not show a group";
        QTest::newRow("no instance") << QByteArray(
                                            "burin: 1\npixel: 1 um\nnodes:\n  s: {kind: root, width: "
                                            "1, height: 1, inputs: [{data: a}]}\n  a: {kind: math2d, "
                                            "expression: '1'}\n")
                                     << "does not show a group";
        QTest::newRow("too large") << QByteArray(300 * 1024, '#') << "256 KiB";
    }
    void brokenEntriesSayWhyAndStopNothing() {
        QFETCH(QByteArray, text);
        QFETCH(QString, why);
        LibraryTest test;
        writeText(test.own() + "/A/bad.burin", text);
        test.read();
        QCOMPARE(test.library->entries().size(), 2);
        const LibraryEntry& bad = test.entry("bad");
        QVERIFY(bad.pattern == nullptr);
        QVERIFY2(bad.problem.contains(why), qPrintable(bad.problem));
        QVERIFY(test.entry("Domes").pattern != nullptr);
    }

    void aPipeIsNotWaitedFor() {
        LibraryTest test;
        QDir().mkpath(test.own() + "/A");
        QCOMPARE(mkfifo(qPrintable(test.own() + "/A/pipe.burin"), 0600), 0);
        QCOMPARE(mkfifo(qPrintable(test.shipped() + "/Lattices/second.png"), 0600), 0);
        writeText(test.shipped() + "/Lattices/second.burin",
                  QByteArray(domesPattern).replace("Domes", "Second"));
        test.read();
        QVERIFY(!test.entry("pipe").problem.isEmpty());
        QVERIFY(test.entry("Second").picture.isNull());
    }

    void aPictureOfManyPixelsIsNotDecoded() {
        LibraryTest test;
        QImage large(5000, 10, QImage::Format_RGB32);
        large.fill(Qt::white);
        QVERIFY(large.save(test.shipped() + "/Lattices/domes.png"));
        test.read();
        QVERIFY(test.entry("Domes").picture.isNull());
    }

    void aChangeInTheUsersFolderIsSeen() {
        LibraryTest test;
        test.read();
        QSignalSpy changed(test.library.get(), &Library::changed);
        const QString file =
            writeText(test.own() + "/New/mine.burin", QByteArray(domesPattern).replace("Domes", "Mine"));
        QTRY_VERIFY(test.library->categories().contains("New"));
        QTRY_VERIFY(test.library->entries().size() == 2);
        QVERIFY(QFile::remove(file));
        QTRY_VERIFY(test.library->entries().size() == 1);
    }

    void aSavedGroupCanBeUsed() {
        LibraryTest test;
        const QString designs = test.folder.filePath("designs");
        QDir().mkpath(designs);
        QVERIFY(
            QFile::copy(burin::test::inTree("resources/examples/images/gravel.tif"), designs + "/grain.tif"));
        const QString file = patternFile(test.own(), "Stone", "Round stones");
        QCOMPARE(QFileInfo(file).fileName(), QString("round-stones.burin"));
        const PatternNotes notes{"Round stones", "Stone", "Stones on a wall.", "rock gravel"};
        const YamlValue document = patternDocument(designOf(withGroups), "stones", "wall", notes,
                                                   pathOf(designs), QFileInfo(file).absolutePath(), kinds());
        QImage picture(240, 148, QImage::Format_RGB32);
        picture.fill(Qt::red);
        QCOMPARE(writePattern(file, document, picture), QString());
        const YamlValue* groups = document.find("groups");
        QCOMPARE(groups->entries.size(), std::size_t{2});
        QVERIFY(groups->find("other") == nullptr);
        QCOMPARE(groups->find("inner")->find("nodes")->find("one")->find("file")->scalar,
                 std::string("../../designs/grain.tif"));
        QCOMPARE(document.find("pixel")->scalar, std::string("2 um"));
        QCOMPARE(document.find("nodes")->find("shown")->find("values")->find("size")->scalar,
                 std::string("0.3 mm"));
        const Design design =
            parseDesign(writeYaml(document), pathOf(QFileInfo(file).absolutePath()), {}, kinds());
        QVERIFY2(design.diagnostics.empty(),
                 design.diagnostics.empty() ? "" : design.diagnostics.front().text().c_str());
    }

    /// An open group is saved without an instance. The parameters of a group that was made inside of another
    /// one have no defaults.
    void aGroupWithoutDefaultsIsSavedWithValues() {
        LibraryTest test;
        const QString designs = test.folder.filePath("designs");
        writeText(designs + "/grain.tif", "");
        const Design design = designOf(R"(burin: 2
pixel: 2 um
groups:
  inner:
    parameters: {size: {type: length}, map: {type: file}, gain: {type: number, default: 3}}
    output: dot
    nodes:
      dot: {kind: union, inputs: [{data: square}, {data: grain}]}
      square: {kind: math2d, width: =size, height: =size, expression: gain}
      grain: {kind: tiff, file: =map}
  outer:
    parameters: {gap: {type: length, default: 0.3 mm}, map: {type: file, default: grain.tif}}
    output: inner
    nodes:
      inner: {kind: group, group: inner, values: {size: "= gap / 2", map: =map, gain: 2}}
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: wall}]}
  wall: {kind: group, group: outer}
)");
        const QString folder = test.own() + "/Stone";
        const YamlValue document = patternDocument(design, "inner", {}, {"Inner", "Stone", {}, {}},
                                                   pathOf(designs), folder, kinds());
        const YamlValue* values = document.find("nodes")->find("shown")->find("values");
        QVERIFY(values != nullptr);
        QCOMPARE(values->entries.size(), std::size_t{2});
        QCOMPARE(values->find("size")->scalar, std::string("75"));
        QCOMPARE(values->find("map")->scalar, std::string("../../designs/grain.tif"));
    }

    void aGroupWhoseParameterHasNoValueIsNotSaved() {
        const QByteArray used = R"(burin: 2
pixel: 2 um
groups:
  dots:
    parameters: {gain: {type: number, default: 3}, size: {type: length}}
    output: dot
    nodes:
      dot: {kind: math2d, width: =size, height: =size, expression: gain}
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: wall}]}
  wall: {kind: group, group: dots, values: {size: 9}}
)";
        QCOMPARE(whyNotSaved(designOf(used), "dots", {}), QString());
        QCOMPARE(whyNotSaved(designOf(used), "dots", "wall"), QString());
        QByteArray alone = used;
        alone.replace("{kind: group, group: dots, values: {size: 9}}", "{kind: math2d, expression: '1'}");
        const QString why = whyNotSaved(designOf(alone), "dots", {});
        QVERIFY2(why.startsWith("The parameter size has no default"), qPrintable(why));
    }

    void anEntryIsRenamedMovedAndRemoved() {
        LibraryTest test;
        const QString file = patternFile(test.own(), "A", "Mine");
        writeText(file, QByteArray(domesPattern).replace("Domes", "Mine"));
        writeText(patternFile(test.own(), "B", "Mine"), QByteArray(domesPattern).replace("Domes", "Theirs"));
        test.read();
        QVERIFY(movePattern(test.entry("Mine"), test.own(), "B", "Mine", kinds()).contains("already"));
        QVERIFY(QFile::exists(file));
        QCOMPARE(movePattern(test.entry("Mine"), test.own(), "C", "Yours", kinds()), QString());
        QVERIFY(!QFileInfo::exists(test.own() + "/A"));
        test.read();
        QCOMPARE(test.entry("Yours").category, QString("C"));
        QVERIFY2(test.entry("Yours").problem.isEmpty(), qPrintable(test.entry("Yours").problem));
        QCOMPARE(removePattern(test.entry("Yours")), QString());
        test.read();
        QCOMPARE(test.library->entries().size(), 2);
    }

    /// Another program may edit a pattern just before it is renamed, moved, or written again here.
    void whatAnotherProgramHasWrittenStays() {
        LibraryTest test;
        const QString file = patternFile(test.own(), "A", "Mine");
        writeText(file, QByteArray(domesPattern).replace("Domes", "Mine"));
        test.read();
        const LibraryEntry entry = test.entry("Mine");
        const QByteArray theirs = QByteArray(domesPattern).replace("Domes", "Theirs");
        writeText(file, theirs);
        const auto content = [&file] {
            QFile read(file);
            return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
        };
        for (const char* category : {"A", "B"}) {
            const QString why = movePattern(entry, test.own(), category, "Yours", kinds());
            QVERIFY2(why.contains("another program has changed it"), qPrintable(why));
            QVERIFY(!QFile::exists(patternFile(test.own(), category, "Yours")));
        }
        QCOMPARE(movePattern(entry, test.own(), "A", "Mine", kinds()).isEmpty(), false);
        QCOMPARE(content(), theirs);
        FileStamp over = FileStamp::of(file);
        const YamlValue& document = *entry.pattern->document;
        QCOMPARE(writePattern(file, document, {}, &over), QString());
        QVERIFY(content() != theirs && !over.changed());
        QCOMPARE(writePattern(file, document, {}, &over), QString());
        writeText(file, theirs);
        QVERIFY(!writePattern(file, document, {}, &over).isEmpty());
        QCOMPARE(content(), theirs);
    }

    /// Files that cannot be written are folders here, because tests may run as root.
    void aPatternThatIsNotWrittenLeavesNothing() {
        LibraryTest test;
        const YamlValue document = newDesign();
        QImage picture(24, 14, QImage::Format_RGB32);
        picture.fill(Qt::red);
        const auto inOwn = [&test](const QString& category) {
            return QDir(test.own() + '/' + category).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        };
        const QString pattern = patternFile(test.own(), "A", "first");
        QVERIFY(QDir().mkpath(pattern));
        QVERIFY(!writePattern(pattern, document, picture).isEmpty());
        QCOMPARE(inOwn("A"), QStringList{"first.burin"});
        QVERIFY(QDir().mkpath(test.own() + "/B/second.png"));
        const QString second = patternFile(test.own(), "B", "second");
        const QString why = writePattern(second, document, picture);
        QVERIFY2(why.startsWith("The picture could not be written: "), qPrintable(why));
        QCOMPARE(inOwn("B"), QStringList{"second.png"});
        QVERIFY(
            !writePattern(test.own() + "/C/" + QString(300, 'c') + ".burin", document, picture).isEmpty());
        QVERIFY(!QFileInfo::exists(test.own() + "/C"));
    }

    void aReplacedPatternStaysWithoutItsPicture() {
        LibraryTest test;
        const QString file = patternFile(test.own(), "A", "first");
        writeText(file, "before");
        QVERIFY(QDir().mkpath(test.own() + "/A/first.png"));
        QImage picture(24, 14, QImage::Format_RGB32);
        picture.fill(Qt::red);
        FileStamp over = FileStamp::of(file);
        const QString why = writePattern(file, newDesign(), picture, &over);
        QVERIFY2(why.startsWith("The pattern is saved, but its picture is not: "), qPrintable(why));
        QVERIFY(!over.changed() && QFileInfo(file).size() > 10);
    }

    void namesThatNoFolderCanHaveAreRefused() {
        QVERIFY(whyNoPatternName("Pebbles").isEmpty());
        QVERIFY(!whyNoPatternName("  ").isEmpty());
        QVERIFY(!whyNoPatternName("a\nb").isEmpty());
        QVERIFY(whyNoCategory("Own").isEmpty());
        for (const char* bad : {"", "..", "a/b", ".hidden"})
            QVERIFY2(!whyNoCategory(bad).isEmpty(), bad);
    }

    void everyShippedPatternCanBeUsed() {
        for (const LibraryEntry& entry : readLibrary(shippedLibrary(), {}, kinds(), {})) {
            QVERIFY2(entry.problem.isEmpty(), qPrintable(entry.file + ": " + entry.problem));
            QVERIFY2(!entry.picture.isNull(), qPrintable(entry.file));
            const Design design = loadDesign(pathOf(entry.file));
            QVERIFY2(design.root && design.errorsOf(*design.root).empty(), qPrintable(entry.file));
        }
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLibrary)
#include "test_library.moc"
