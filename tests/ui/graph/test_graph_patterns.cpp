// SPDX-License-Identifier: GPL-3.0-or-later

// Patterns of the library, and titled groups of the design, are added to the graph.

#include "core/render/graph.hpp"
#include "support/places.hpp"
#include "tests/ui/graph/graph_test.hpp"
#include "tests/ui/support/library_test.hpp"
#include "ui/graph/adding/add_popup.hpp"
#include "ui/graph/adding/kind_search.hpp"
#include "ui/graph/adding/palette.hpp"
#include "ui/words/text.hpp"

#include <QClipboard>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>

namespace burin::ui {

namespace {

QStringList rows(GraphTest& test) {
    QStringList titles;
    auto* list = test.panel.findChild<QListWidget*>("addList");
    for (int i = 0; i < list->count(); ++i)
        titles << list->item(i)->text();
    return titles;
}

const YamlValue* bodyOf(GraphTest& test, const QString& name) {
    return test.document.nodeText(name);
}

}  // namespace

class TestGraphPatterns : public QObject {
    Q_OBJECT

  private slots:
    void thePopupOffersPatternsBehindKindsOfEqualMatch() {
        LibraryTest files;
        files.read();
        GraphTest test(parts);
        test.panel.setLibrary(*files.library);
        test.key(Qt::Key_Tab);
        auto* search = test.panel.findChild<QLineEdit*>("addSearch");
        QVERIFY(rows(test).contains("Domes"));
        QTest::keyClicks(search, "dome");
        QCOMPARE(rows(test).mid(0, 3), QStringList({"Dome", "Formula", "Domes"}));
        screenshot(*test.panel.findChild<AddPopup*>(), "add-popup-patterns");
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(test.selection.active(), QString("domes"));
        QCOMPARE(test.steps(), 1);
    }

    /// When patterns are collected again, for example by the search of commands, the old ones are destroyed.
    void aPopupForgetsThePatternsThatItHasShown() {
        LibraryTest files;
        files.read();
        GraphTest test(parts);
        test.panel.setLibrary(*files.library);
        test.key(Qt::Key_Tab);
        auto* popup = test.panel.findChild<AddPopup*>();
        QVERIFY(popup->isVisible());
        static_cast<void>(test.panel.kindsToAdd());
        QVERIFY(!popup->isVisible());
        test.panel.findChild<QLineEdit*>("addSearch")->setText("dome");
        QCOMPARE(rows(test), QStringList());
    }

    void takingAPatternIsOneStep() {
        LibraryTest files;
        files.read();
        GraphTest test(parts);
        test.select({});
        test.panel.addPattern(files.entry("Domes").pattern);
        QCOMPARE(test.steps(), 1);
        const Design& design = *test.document.design();
        QVERIFY(design.document.find("groups")->find("cap") != nullptr);
        QCOMPARE(design.document.find("burin")->scalar, std::string("2"));
        QCOMPARE(bodyOf(test, "domes")->find("group")->scalar, std::string("domes"));
        QCOMPARE(bodyOf(test, "domes")->find("values")->find("gap")->scalar, std::string("0.6 mm"));
        QCOMPARE(test.selection.nodes(), QStringList{"domes"});
        test.panel.addPattern(files.entry("Domes").pattern);
        QCOMPARE(test.document.design()->document.find("groups")->entries.size(), std::size_t{2});
        QVERIFY(bodyOf(test, "domes 2") != nullptr);
        test.document.undo();
        test.document.undo();
        QVERIFY(test.document.design()->document.find("groups") == nullptr);
    }

    /// A design keeps its own copy: neither a changed nor a removed pattern changes it.
    void aChangedLibraryChangesNoDesign() {
        LibraryTest files;
        const QString file = writeText(files.own() + "/Lattices/mine.burin",
                                       QByteArray(domesPattern).replace("Domes", "Mine"));
        files.read();
        GraphTest test(parts);
        test.panel.setLibrary(*files.library);
        test.panel.addPattern(files.entry("Mine").pattern);
        const QString before = test.document.text();
        const auto hash = [&] {
            const Design& design = *test.document.design();
            return QString::fromStdString(
                designHash(*bindGraph(design, *design.find("mine/rows"), {}).graph));
        };
        const QString hashBefore = hash();
        const QByteArray changed = QByteArray(domesPattern)
                                       .replace("Domes", "Mine")
                                       .replace("max(0, 1 - hypot", "max(0, 2 - hypot")
                                       .replace("v: [\"=gap / 2\", 40]", "v: [0, 50]");
        QVERIFY(changed.contains("v: [0, 50]") && changed.contains("max(0, 2"));
        writeText(file, changed);
        files.read();
        QCOMPARE(test.document.text(), before);
        // The changed pattern is another group, and the older instance keeps its own.
        test.panel.addPattern(files.entry("Mine").pattern);
        QCOMPARE(textOf(bodyOf(test, "mine")->find("group")->scalar), QString("domes"));
        QCOMPARE(textOf(bodyOf(test, "mine 2")->find("group")->scalar), QString("domes 2"));
        QCOMPARE(hash(), hashBefore);
        test.document.undo();
        QVERIFY(QFile::remove(file));
        files.read();
        QCOMPARE(test.document.text(), before);
        QCOMPARE(hash(), hashBefore);
    }

    void aPatternDroppedOnAWireIsInserted() {
        LibraryTest files;
        writeText(files.own() + "/Filters/soft.burin", softPattern);
        QFile::copy(burin::test::inTree("resources/examples/images/gravel.tif"),
                    files.own() + "/Filters/grain.tif");
        files.read();
        const LibraryEntry& soft = files.entry("Soft blend");
        QVERIFY2(soft.problem.isEmpty(), qPrintable(soft.problem));
        GraphTest test(parts);
        const QPointF from = test.node("c").outputPlace();
        const QPointF to = test.node("sum").inputPlace(2);
        const QPoint at = test.canvas()->mapToGlobal(test.at((from + to) / 2));
        test.panel.dragPattern(*soft.pattern, at);
        test.panel.dropPattern(soft.pattern, at);
        QCOMPARE(test.steps(), 1);
        const YamlValue* inputs = bodyOf(test, "soft blend")->find("inputs");
        QVERIFY(inputs != nullptr);
        QCOMPARE(inputs->items.front().find("data")->scalar, std::string("c"));
        QCOMPARE(bodyOf(test, "sum")->find("inputs")->items.back().find("data")->scalar,
                 std::string("soft blend"));
        const std::string file = test.document.design()
                                     ->document.find("groups")
                                     ->find("soft")
                                     ->find("nodes")
                                     ->find("grain")
                                     ->find("file")
                                     ->scalar;
        QCOMPARE(QDir::cleanPath(QDir(test.document.folder()).absoluteFilePath(QString::fromStdString(file))),
                 QFileInfo(files.own() + "/Filters/grain.tif").absoluteFilePath());
    }

    void aDropOutsideOfTheCanvasAddsNothing() {
        LibraryTest files;
        files.read();
        GraphTest test(parts);
        const auto pattern = files.entry("Domes").pattern;
        test.panel.dragPattern(*pattern, test.canvas()->mapToGlobal(QPoint(50, 50)));
        test.panel.cancelDrop();
        test.panel.dropPattern(pattern, QPoint(-100, -100));
        QCOMPARE(test.steps(), 0);
    }

    void aGroupOfTheDesignIsOfferedToo() {
        GraphTest test(domesPattern);
        std::vector<const KindDescription*> kinds = test.panel.kindsToAdd();
        std::erase_if(kinds, [](const KindDescription* kind) { return !isPattern(*kind); });
        QCOMPARE(kinds.size(), std::size_t{1});  // the group without a title is private
        test.select({});
        test.panel.addInView(*kinds.front());
        QCOMPARE(bodyOf(test, "domes")->find("group")->scalar, std::string("domes"));
        QCOMPARE(test.document.design()->document.find("groups")->entries.size(), std::size_t{2});
    }

    /// A file of the library has one card. Its other titled groups are offered in the search, each title
    /// once.
    void furtherGroupsOfAFileAreOffered() {
        LibraryTest files;
        const QByteArray two =
            QByteArray(domesPattern)
                .replace("  cap:\n    parameters", "  cap:\n    title: Cap\n    parameters");
        writeText(files.own() + "/Lattices/mine.burin", QByteArray(two).replace("Domes", "Mine"));
        writeText(files.own() + "/Lattices/yours.burin", QByteArray(two).replace("Domes", "Yours"));
        files.read();
        QCOMPARE(files.library->entries().size(), 3);
        QCOMPARE(files.entry("Mine").further.size(), std::size_t{1});
        QCOMPARE(files.entry("Domes").further.size(), std::size_t{0});
        GraphTest test(parts);
        test.panel.setLibrary(*files.library);
        const auto caps = [&test] {
            std::vector<const KindDescription*> offered = test.panel.kindsToAdd();
            std::erase_if(offered, [](const KindDescription* kind) { return kind->title != "Cap"; });
            return offered;
        };
        const std::vector<const KindDescription*> offered = caps();
        QCOMPARE(offered.size(), std::size_t{1});
        test.select({});
        test.panel.addInView(*offered.front());
        const YamlValue* cap = bodyOf(test, "cap");
        QVERIFY(cap != nullptr);
        QCOMPARE(cap->find("group")->scalar, std::string("cap"));
        QVERIFY(cap->find("values") == nullptr);  // the file has values for the group that it shows
        QCOMPARE(test.document.design()->document.find("groups")->entries.size(), std::size_t{1});
        test.document.undo();
        // A card comes before a group that has no card.
        writeText(files.own() + "/Lattices/cap.burin", QByteArray(domesPattern).replace("Domes", "Cap"));
        files.read();
        QCOMPARE(caps().size(), std::size_t{1});
        QVERIFY(caps().front() == &files.entry("Cap").pattern->shown);
    }

    void anotherPitchIsSaid() {
        LibraryTest files;
        files.read();
        GraphTest test(parts);
        QSignalSpy noticed(&test.panel, &GraphPanel::noticed);
        test.panel.addPattern(files.entry("Domes").pattern);
        QCOMPARE(noticed.size(), 1);
        const QString notice = noticed.first().first().toString();
        QVERIFY2(notice.contains("domes: rows.v 40"), qPrintable(notice));
        QVERIFY2(notice.contains("cap: size.default 40"), qPrintable(notice));
        QVERIFY(test.panel.findChild<QFrame*>("graphNotice")->isVisible());
        screenshot(test.panel, "pitch-notice");
        QTest::mouseClick(test.panel.findChild<QWidget*>("closeNotice"), Qt::LeftButton);
        QVERIFY(!test.panel.findChild<QFrame*>("graphNotice")->isVisible());
    }

    void theNoticeGoesWithTheStepThatItIsAbout() {
        LibraryTest files;
        files.read();
        GraphTest test(parts);
        const auto* const notice = test.panel.findChild<QFrame*>("graphNotice");
        test.panel.addPattern(files.entry("Domes").pattern);
        test.panel.edits().mute({"a"});
        test.document.undo();
        QVERIFY(notice->isVisible());
        test.document.undo();
        QVERIFY(!notice->isVisible());
    }

    /// A new instance gets the values of the instance that the file shows.
    void anotherPitchOfAValueIsSaid() {
        LibraryTest files;
        writeText(files.own() + "/Lattices/wide.burin",
                  QByteArray(domesPattern).replace("gap: 0.6 mm", "gap: 60").replace("Domes", "Wide"));
        files.read();
        GraphTest test(parts);
        QSignalSpy noticed(&test.panel, &GraphPanel::noticed);
        test.panel.addPattern(files.entry("Wide").pattern);
        QCOMPARE(noticed.size(), 1);
        const QString notice = noticed.first().first().toString();
        QVERIFY2(notice.contains("domes.gap 60, domes: rows.v 40"), qPrintable(notice));
    }

    /// The notice also names values of instances, and values in groups.
    void anotherPitchOfPastedNodesIsSaid() {
        LibraryTest files;
        files.read();
        GraphTest from(QByteArray(parts).replace("pixel: 1 um", "pixel: 10 um").constData());
        from.panel.addPattern(files.entry("Domes").pattern);
        QVERIFY(!from.selection.nodes().isEmpty());
        const QString copied = from.panel.edits().fragment(from.selection.nodes());
        for (const bool same : {true, false}) {
            GraphTest test(
                QByteArray(parts).replace("pixel: 1 um", same ? "pixel: 10 um" : "pixel: 1 um").constData());
            QSignalSpy noticed(&test.panel, &GraphPanel::noticed);
            QGuiApplication::clipboard()->setText(copied);
            test.key(Qt::Key_V, Qt::ControlModifier);
            QCOMPARE(test.selection.nodes().size(), 1);
            QCOMPARE(noticed.size(), same ? 0 : 1);
            if (same) continue;
            const QString notice = noticed.first().first().toString();
            QVERIFY2(notice.startsWith("The pasted part was made for pixels of 10 µm"), qPrintable(notice));
            QVERIFY2(notice.contains("domes: rows.v 40"), qPrintable(notice));
        }
        // A fragment without the key, as older programs write it, is pasted without a notice.
        GraphTest test(parts);
        QSignalSpy noticed(&test.panel, &GraphPanel::noticed);
        QGuiApplication::clipboard()->setText(QString(copied).remove(QRegularExpression("\npixel: [^\n]*")));
        test.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(test.selection.nodes().size(), 1);
        QCOMPARE(noticed.size(), 0);
    }

    /// Adding the open group, or one that needs it, would make a circle.
    void aGroupDoesNotGoIntoItself() {
        LibraryTest files;
        files.read();
        for (const QString& open : {QString("domes"), QString("cap")}) {
            GraphTest test(parts);
            test.panel.addPattern(files.entry("Domes").pattern);
            QVERIFY(test.document.scope().openGroup(open));
            const auto steps = test.steps();
            QSignalSpy noticed(&test.panel, &GraphPanel::noticed);
            test.panel.addPattern(files.entry("Domes").pattern);
            QCOMPARE(test.steps(), steps);
            QCOMPARE(noticed.size(), 1);
            QVERIFY2(noticed.first().first().toString().contains("cannot contain itself"),
                     qPrintable(noticed.first().first().toString()));
        }
    }

    void theSamePitchSaysNothing() {
        LibraryTest files;
        files.read();
        GraphTest test(QByteArray(parts).replace("pixel: 1 um", "pixel: 10 um").constData());
        QSignalSpy noticed(&test.panel, &GraphPanel::noticed);
        test.panel.addPattern(files.entry("Domes").pattern);
        QCOMPARE(noticed.size(), 0);
    }

    void thePaletteListsPatternsAlone() {
        LibraryTest files;
        files.read();
        GraphTest test(parts);
        test.panel.setLibrary(*files.library);
        QTest::mouseClick(test.panel.findChild<PaletteButton*>("palette.patterns"), Qt::LeftButton);
        QCOMPARE(rows(test), QStringList{"Domes"});
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphPatterns)
#include "test_graph_patterns.moc"
