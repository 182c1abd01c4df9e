// SPDX-License-Identifier: GPL-3.0-or-later

// Views that the design keeps: adding, going there, renaming and removing, each in one step.

#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/bookmarks.hpp"
#include "ui/panels/bookmarks_panel.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>

using namespace burin;
using namespace burin::ui;

namespace {

constexpr const char* design = R"yaml(burin: 1
pixel: 10 um
nodes:
  surface: {kind: root, width: 4000, height: 4000, inputs: [{data: part}]}
  part: {kind: math2d, expression: "0.5"}   # half
)yaml";

struct BookmarksTest : StudioTest {
    BookmarksTest() {
        panel.resize(336, 232);
        if (const QString problem = load(design); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }
    [[nodiscard]] QListWidget* list() const { return panel.findChild<QListWidget*>("bookmarks"); }

    BookmarksPanel panel{workbench()};
};

}  // namespace

class TestBookmarksPanel : public QObject {
    Q_OBJECT

  private slots:
    void keepsAndShowsAView() {
        BookmarksTest studio;
        const QString before = studio.document.text();
        studio.selection.setSolo("part");
        studio.previews.appearance().change(
            [](AppearanceValues& appearance) { appearance.mode = AppearanceMode::relief; });
        QImage picture(140, 84, QImage::Format_RGB32);
        picture.fill(Qt::darkYellow);
        studio.panel.add({100, 200, 600, 400}, picture, false);
        QVERIFY(studio.document.text().contains("region: [100, 200, 600, 400], look: relief"));
        QVERIFY(studio.document.text().contains("# half"));
        studio.panel.add({0, 0, 4000, 4000}, picture, false);
        QCOMPARE(studio.list()->item(1)->text(), QString("View 2"));
        screenshot(studio.panel, "bookmarks");
        studio.selection.setSolo({});
        studio.previews.appearance().change(
            [](AppearanceValues& appearance) { appearance.mode = AppearanceMode::gray; });
        QSignalSpy chosen(&studio.panel, &BookmarksPanel::chosen);
        studio.list()->setCurrentRow(0);
        QTest::keyClick(studio.list(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<Bookmark>().region, (Rect{100, 200, 600, 400}));
        QCOMPARE(studio.selection.solo(), QString("part"));
        QCOMPARE(studio.previews.appearance().values().mode, AppearanceMode::relief);
        studio.document.undo();
        studio.document.undo();
        QCOMPARE(studio.document.text(), before);
        QVERIFY(!studio.list()->isVisible());
    }

    /// A bookmark that a person wrote keeps its comments, its lines and its own keys.
    void aNewNameChangesOnlyTheName_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("in lines") << 0 << "'One'"
                                  << "\"new\"";
        QTest::newRow("in braces") << 1 << "name: Two"
                                   << "name: \"new\"";
        QTest::newRow("in braces on lines") << 2 << "name: \"Three\""
                                            << "name: \"new\"";
    }
    void aNewNameChangesOnlyTheName() {
        QFETCH(int, index);
        QFETCH(QString, before);
        QFETCH(QString, after);
        const QString text = QString(design) +
                             "editor:\n"
                             "  bookmarks:   # all\n"
                             "    # above the first\n"
                             "    - node: part   # shown\n"
                             "      name: 'One'   # its name\n"
                             "      region: [0,  0, 10,\n"
                             "        10]   # small\n"
                             "      own: 1   # mine\n"
                             "    # above the second\n"
                             "    - {name: Two, region: [ 0, 0, 20, 20 ], own: 2}   # second\n"
                             "    - {   # third\n"
                             "        region: [0, 0, 30, 30],   # large\n"
                             "        name: \"Three\",   # its name\n"
                             "        compared: {node: part, place: 0.50},   # with\n"
                             "      }\n"
                             "# the end\n";
        BookmarksTest studio;
        QVERIFY(studio.load(text.toUtf8().constData()).isEmpty());
        QCOMPARE(bookmarksOf(studio.document).size(), std::size_t{3});
        renameBookmark(studio.document, static_cast<std::size_t>(index), "new");
        QCOMPARE(studio.document.text(), QString(text).replace(before, after));
        studio.document.undo();
        studio.document.edit("Rename", [](DesignEdit& e) { e.renameNode("part", "half"); });
        QCOMPARE(studio.document.text(), QString(text)
                                             .replace("data: part", "data: half")
                                             .replace("  part:", "  half:")
                                             .replace("node: part", "node: half"));
    }

    /// The picture of a bookmark is made again once its view is exact, and is not shown after an edit that
    /// changes it.
    void thePictureIsThatOfTheDesign() {
        BookmarksTest studio;
        const Rect region{0, 0, 400, 400};
        const auto exact = [&] {
            static_cast<void>(studio.previews.thumbnail("surface"));
            return studio.showsNewest() && studio.previews.thumbnailIsNewest("surface") &&
                   studio.previews.progress().state() == PreviewProgress::State::exact;
        };
        const auto shown = [&] {
            const QRect row = studio.list()->visualItemRect(studio.list()->item(0));
            const QRect picture(row.topLeft() + QPoint(12, 4), QSize(70, 42));
            return studio.list()->viewport()->grab(picture).toImage().pixelColor(35, 12);
        };
        QImage picture(70, 42, QImage::Format_RGB32);
        picture.fill(Qt::darkYellow);
        studio.panel.add(region, {}, false);
        QVERIFY(studio.panel.unpictured(region) != nullptr);
        QVERIFY(studio.panel.unpictured({0, 0, 4000, 4000}) == nullptr);
        studio.previews.setShown({});
        studio.previews.setView({0, region});
        QTRY_VERIFY(exact());
        studio.panel.setPicture(*studio.panel.unpictured(region), picture, false);
        QVERIFY2(studio.panel.unpictured(region) != nullptr, "B of A/B may not be exact yet");
        studio.panel.setPicture(*studio.panel.unpictured(region), picture, true);
        QVERIFY(studio.panel.unpictured(region) == nullptr);
        QCOMPARE(shown(), QColor(Qt::darkYellow));
        studio.document.edit("Comment", [](DesignEdit& e) { e.addNode("aside", "math2d"); });
        QTRY_VERIFY(exact());
        QCOMPARE(shown(), QColor(Qt::darkYellow));
        studio.document.edit(
            "Depth", [](DesignEdit& e) { e.setValue("part", "expression", yamlScalar("0.25", true)); });
        QTRY_VERIFY(exact());
        QCOMPARE(shown(), studio.theme.color(Role::field));
        QVERIFY(studio.panel.unpictured(region) != nullptr);
    }

    /// The spot changes what is engraved, but no node.
    void aPredictionIsPicturedAgainForAnotherSpot() {
        BookmarksTest studio;
        const Rect region{0, 0, 400, 400};
        const auto setSpot = [&studio](const char* spot) {
            YamlValue job = yamlMap();
            setIn(job, "spot", yamlScalar(spot));
            return studio.document.edit("Spot", [&job](DesignEdit& edit) { edit.setTop("job", job); });
        };
        QCOMPARE(setSpot("40 um"), QString());
        const auto known = [&studio] {
            static_cast<void>(studio.previews.thumbnail("surface"));
            return studio.previews.thumbnailIsNewest("surface");
        };
        studio.previews.setShown({});
        studio.previews.setView({0, region});
        QTRY_VERIFY(known());
        studio.previews.setSurfaceShown(SurfaceShown::predicted);
        studio.panel.add(region, QImage(70, 42, QImage::Format_RGB32), true);
        QTRY_VERIFY(known());
        QVERIFY(studio.panel.unpictured(region) == nullptr);
        QCOMPARE(setSpot("80 um"), QString());
        QTRY_VERIFY(known());
        QVERIFY(studio.panel.unpictured(region) != nullptr);
    }

    void keepsTheViewInSpace() {
        BookmarksTest studio;
        BookmarkCamera camera;
        camera.material = "clay";
        camera.from = {28, 22};
        camera.distance = 5000;
        const Rect region{0, 0, 4000, 4000};
        studio.panel.add(region, {}, false, camera);
        QVERIFY(bookmarksOf(studio.document).front().camera == camera);
        QVERIFY(studio.document.text().contains("material: clay"));
        QVERIFY2(studio.panel.unpictured(region) == nullptr, "the flat view is another one");
        QVERIFY(studio.panel.unpictured({0, 0, 9, 9}, camera) != nullptr);
        camera.heights = 2;
        QVERIFY(studio.panel.unpictured(region, camera) == nullptr);
        QSignalSpy chosen(&studio.panel, &BookmarksPanel::chosen);
        studio.list()->setCurrentRow(0);
        QTest::keyClick(studio.list(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QVERIFY(chosen[0][0].value<Bookmark>().camera == bookmarksOf(studio.document).front().camera);
    }

    void keepsTheSecondNodeAndThePrediction() {
        BookmarksTest studio;
        const Rect region{0, 0, 4000, 4000};
        const BookmarkComparison compared{"part", "beside", 0.5, false};
        studio.previews.setSurfaceShown(SurfaceShown::predicted);
        studio.panel.add(region, {}, false, {}, compared);
        const Bookmark kept = bookmarksOf(studio.document).front();
        QVERIFY(kept.compared == compared && kept.predicted);
        QVERIFY(studio.document.text().simplified().contains("compared: {node: part, mode: beside"));
        QVERIFY(studio.panel.unpictured(region, {}, compared) != nullptr);
        QVERIFY2(studio.panel.unpictured(region) == nullptr, "one node is another view");
        studio.previews.setSurfaceShown(SurfaceShown::written);
        QVERIFY2(studio.panel.unpictured(region, {}, compared) == nullptr, "so is the design");
        // Another node has no prediction, so going there does not choose one.
        studio.selection.setSolo("part");
        studio.panel.add(region, {}, false);
        QVERIFY(!bookmarksOf(studio.document).back().predicted);
        studio.list()->setCurrentRow(0);
        QTest::keyClick(studio.list(), Qt::Key_Return);
        QVERIFY(studio.previews.surfaceShown() == SurfaceShown::predicted);
        studio.list()->setCurrentRow(1);
        QTest::keyClick(studio.list(), Qt::Key_Return);
        QCOMPARE(studio.selection.solo(), QString("part"));
        QVERIFY(studio.previews.surfaceShown() == SurfaceShown::predicted);
        screenshot(studio.panel, "bookmarks-ab");
    }

    void aNodeThatHasGoneLeavesTheSurface() {
        BookmarksTest studio;
        QCOMPARE(studio.load(QByteArray(design).replace("part", "another") +
                             "editor:\n  bookmarks:\n    - {name: old, node: part, region: [0, 0, 9, 9]}\n"),
                 QString());
        studio.selection.setSolo("another");
        studio.list()->setCurrentRow(0);
        QTest::keyClick(studio.list(), Qt::Key_Return);
        QCOMPARE(studio.selection.solo(), QString());
    }

    void isRenamedAndRemoved() {
        BookmarksTest studio;
        studio.panel.add({0, 0, 100, 100}, {}, false);
        studio.list()->setFocus();
        QTest::keyClick(studio.list(), Qt::Key_F2);
        auto* field = studio.list()->findChild<QLineEdit*>();
        QVERIFY(field != nullptr);
        field->selectAll();
        QTest::keyClicks(field, "Row at 100 mm");
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(bookmarksOf(studio.document).front().name, std::string("Row at 100 mm"));
        QCOMPARE(studio.list()->item(0)->text(), QString("Row at 100 mm"));
        QTest::keyClick(studio.list(), Qt::Key_Delete);
        QVERIFY(bookmarksOf(studio.document).empty());
        studio.document.undo();
        QCOMPARE(bookmarksOf(studio.document).size(), std::size_t{1});
    }

    /// A change of one bookmark keeps the lines of the others, as a person wrote them. An item that is not a
    /// bookmark does not count.
    void aChangeKeepsTheOthers() {
        BookmarksTest studio;
        const QString first =
            "    - {name: row, region: [0, 0, 60, 40], look: map, mine: 5}   # in brackets\n";
        const QString second =
            "    # above the second\n    - name: two   # its name\n"
            "      region: [0,  0, 100, 80]   # its region\n      own: {a: 1}   # own key\n";
        const QString third =
            "\n    - {\n        name: 'three',   # on lines\n        region: [1, 2, 3, 4]\n      }\n";
        const QString head = QString(design) + "editor:\n  bookmarks:   # mine\n" + first +
                             "    - {name: no region}   # later\n";
        QCOMPARE(studio.load((head + second + third).toUtf8()), QString());
        addBookmark(studio.document, {"View 4", "part", {0, 0, 9, 9}, ""});
        QCOMPARE(studio.document.text(),
                 head + second + third + "    - {name: \"View 4\", node: part, region: [0, 0, 9, 9]}\n");
        studio.document.undo();
        renameBookmark(studio.document, 1, "new");
        QCOMPARE(studio.document.text(), head + QString(second).replace("two", "\"new\"") + third);
        studio.document.undo();
        renameBookmark(studio.document, 2, "new");
        QCOMPARE(studio.document.text(), head + second + QString(third).replace("'three'", "\"new\""));
        studio.document.undo();
        removeBookmark(studio.document, 1);
        QCOMPARE(studio.document.text(), head + third);
        studio.document.undo();
        removeBookmark(studio.document, 0);
        QCOMPARE(studio.document.text(), QString(head).remove(first) + second + third);
    }

    /// Saving and closing ask for it.
    void aNameThatIsBeingTypedIsHandedOver() {
        BookmarksTest studio;
        studio.panel.add({0, 0, 100, 100}, {}, false);
        studio.panel.add({50, 50, 100, 100}, {}, false);
        studio.list()->setFocus();
        QTest::keyClick(studio.list(), Qt::Key_F2);
        auto* field = studio.list()->findChild<QLineEdit*>();
        QVERIFY(field != nullptr);
        field->selectAll();
        QTest::keyClicks(field, "Row at 100 mm");
        const int steps = studio.document.history().count();
        QCOMPARE(studio.document.pending().handOver(), QStringList());
        QCOMPARE(bookmarksOf(studio.document).back().name, std::string("Row at 100 mm"));
        QCoreApplication::processEvents();  // the closed field renames nothing again
        QCOMPARE(studio.document.history().count(), steps + 1);
    }
};

BURIN_TEST(TestBookmarksPanel)
#include "test_bookmarks_panel.moc"
