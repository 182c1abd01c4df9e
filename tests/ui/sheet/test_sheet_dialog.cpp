// SPDX-License-Identifier: GPL-3.0-or-later

// The sheet in the studio equals the sheet of `burin report`.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/fits.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/sheet/page_view.hpp"
#include "ui/sheet/sheet_dialog.hpp"

#include <QComboBox>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QSet>

using namespace burin;
using namespace burin::ui;

namespace {

const QByteArray design =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 500, full_depth: 40 um,\n"
    "            inputs: [{data: part}]}\n"
    "  part: {kind: math2d, expression: \"0.1 + 0.8 * noise(x / 24, y / 19, 5)\"}\n"
    "job: {spot: 8 um, field: [2 mm, 1 mm]}\n"
    "editor:\n  bookmarks:\n    - {name: dimple, region: [8, 8, 160, 120]}\n";

struct SheetTest : StudioTest {
    SheetTest() {
        folder.write("part.burin", design);
        opened = document.open(folder.filePath("part.burin"));
    }
    [[nodiscard]] QString text(const char* name) const { return dialog.findChild<QLabel*>(name)->text(); }
    [[nodiscard]] QPushButton* button(const char* name) const { return dialog.findChild<QPushButton*>(name); }
    void pick(const char* name, int index) const {
        auto* const made = dialog.findChild<SegmentedSwitch*>(name);
        QTest::mouseClick(made, Qt::LeftButton, {}, made->segment(index).center());
    }
    [[nodiscard]] bool done() const { return dialog.run().state() == SheetRun::State::done; }

    ProgramFolder folder{test::burinProgram};
    QString opened;
    SheetDialog dialog{workbench()};
};

/// The numbers except those that depend on the time.
QJsonObject timeless(const QByteArray& json) {
    QJsonObject sheet = QJsonDocument::fromJson(json).object();
    QJsonObject surface = sheet["surface"].toObject();
    surface.remove("seconds");
    sheet["surface"] = surface;
    sheet.remove("date");
    return sheet;
}

}  // namespace

class TestSheetDialog : public QObject {
    Q_OBJECT

  private slots:
    void theSheetIsThatOfTheCommand() {
        SheetTest studio;
        QCOMPARE(studio.opened, QString());
        studio.dialog.open();
        QTRY_VERIFY2(studio.done(), qPrintable(studio.text("sheet.hint")));
        QCOMPARE(studio.text("sheet.title"), QString("The sheet is ready"));
        QCOMPARE(studio.dialog.write(studio.folder.filePath("panel.json")), QString());
        const ProgramOutcome command =
            studio.folder.run({"report", "part.burin", "--to", "command.json", "--progress", "none"});
        QCOMPARE(command.err, QByteArray());
        QVERIFY(!studio.folder.read("panel.json").isEmpty());
        QCOMPARE(timeless(studio.folder.read("panel.json")), timeless(studio.folder.read("command.json")));
        QCOMPARE(studio.dialog.write(studio.folder.filePath("panel.pdf")), QString());
        QVERIFY(studio.folder.read("panel.pdf").startsWith("%PDF-"));
        QVERIFY(studio.dialog.write(studio.folder.filePath("panel.txt")).contains(".pdf or .json"));
        QVERIFY(!studio.folder.read("panel.txt").size());
        screenshot(studio.dialog, "sheet");
        studio.theme.choose(ThemeChoice::light);
        screenshot(studio.dialog, "sheet-light");
    }

    void aNameWithoutASuffixGetsThatOfTheFilter() {
        SheetTest studio;
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        answerFileDialog(studio.folder.filePath("plain"));
        studio.button("sheet.save")->click();
        QVERIFY(studio.folder.read("plain.pdf").startsWith("%PDF-"));
        const QString name = studio.folder.filePath("plain");
        whenDialogComes<QFileDialog>([name](QFileDialog* asked) {
            auto* const filter = asked->findChild<QComboBox*>("fileTypeCombo");
            filter->setCurrentIndex(1);
            emit filter->activated(1);
            emit filter->textActivated(filter->currentText());
            asked->findChild<QLineEdit*>("fileNameEdit")->setText(name);
            QMetaObject::invokeMethod(asked, "accept");
        });
        studio.button("sheet.save")->click();
        QVERIFY(QJsonDocument::fromJson(studio.folder.read("plain.json")).isObject());
    }

    /// Tests in tests/ui/viewport, which have a screen, draw that picture.
    void thePagesSayWhyThereIsNo3dPicture() {
        if (QGuiApplication::platformName() != "offscreen") QSKIP("there may be OpenGL here");
        SheetTest studio;
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        QVERIFY(studio.dialog.run().space().image.isNull());
        QCOMPARE(studio.dialog.run().space().problem, SheetSpace::impossible().problem);
    }

    void thePagesAreShown() {
        SheetTest studio;
        studio.dialog.open();
        auto* const view = studio.dialog.findChild<PageView*>();
        QCOMPARE(view->heightForWidth(400), 0);
        QVERIFY(!studio.button("sheet.save")->isEnabled());
        QTRY_VERIFY(studio.done());
        QCOMPARE(view->heightForWidth(1240), 1754);
        QVERIFY(studio.button("sheet.save")->isEnabled());
        // Paper is white with black text, even in the dark theme.
        QTRY_VERIFY(view->height() > 100);
        QCOMPARE(view->grab().toImage().pixelColor(4, 40), QColor(Qt::white));
        studio.pick("sheet.paper", 1);
        QCOMPARE(studio.dialog.pages()->paper(), SheetPaper::letter);
        QCOMPARE(view->heightForWidth(1275), 1650);
    }

    void theNamesOfItsOptionsKeepTheirDistance() {
        SheetTest studio;
        studio.dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&studio.dialog, patience));
        int names = 0;
        for (const QLabel* name : studio.dialog.findChildren<QLabel*>()) {
            const QWidget* const option = name->buddy();
            if (option == nullptr) continue;
            QVERIFY(option->x() - (name->x() + name->sizeHint().width()) >= 12);
            ++names;
        }
        QCOMPARE(names, 3);
    }

    /// At 200 % the line around a page is two pixels wide, and no paper is seen outside of it.
    void theLineAroundAPageIsAtItsEdge() {
        SheetTest studio;
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        auto* const view = studio.dialog.findChild<PageView*>();
        QTRY_VERIFY(view->height() > 100);
        QImage twice(view->size() * 2, QImage::Format_RGB32);
        twice.setDevicePixelRatio(2);
        view->render(&twice);
        for (const int x : {0, 1, twice.width() - 2, twice.width() - 1})
            QCOMPARE(twice.pixelColor(x, 80), studio.theme.color(Role::line));
        QCOMPARE(twice.pixelColor(2, 80), QColor(Qt::white));
        QCOMPARE(twice.pixelColor(twice.width() - 3, 80), QColor(Qt::white));
    }

    void theViewIsShownIfItIsAskedFor() {
        SheetTest studio;
        studio.dialog.setView([] { return Rect{30, 40, 50, 60}; });
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        QCOMPARE(studio.dialog.run().sheet()->details[0].name, std::string("dimple"));
        studio.pick("sheet.parts", 1);
        QTRY_VERIFY(studio.done());
        QCOMPARE(studio.dialog.run().sheet()->details[0].area, (Rect{30, 40, 50, 60}));
    }

    void aChangeIsSaid() {
        SheetTest studio;
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        studio.document.edit("Draw", [](DesignEdit& edit) {
            edit.setValue("part", "expression", yamlScalar("0.5 * noise(x / 24, y / 19, 5)", true));
        });
        QVERIFY2(studio.text("sheet.hint").contains("has changed"), qPrintable(studio.text("sheet.hint")));
        QVERIFY(studio.dialog.pages() != nullptr);
        QTest::mouseClick(studio.button("sheet.again"), Qt::LeftButton);
        QTRY_VERIFY(studio.done());
        QVERIFY(!studio.text("sheet.hint").contains("has changed"));
    }

    /// The sheet of a row of a batch names the row. Changes of the open design do not outdate it.
    void theSheetOfAnotherDesign() {
        SheetTest studio;
        const auto row = std::make_shared<const Design>(
            parseDesign(QByteArray(design).replace("600", "300").toStdString(), {}, {}));
        studio.dialog.openFor(row, "plate-7");
        QVERIFY2(studio.dialog.windowTitle().contains("plate-7"), qPrintable(studio.dialog.windowTitle()));
        QTRY_VERIFY(studio.done());
        QCOMPARE(studio.dialog.run().sheet()->file, std::string("plate-7"));
        QCOMPARE(studio.dialog.run().design(), row);
        QCOMPARE(studio.load(QByteArray(design).replace("0.8", "0.7")), QString());
        QVERIFY(!studio.text("sheet.hint").contains("has changed"));
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        QVERIFY(studio.dialog.run().design() == studio.document.design());
        QVERIFY(!studio.dialog.windowTitle().contains("plate-7"));
    }

    /// The pages of a design must not appear under the name of another one, because they could be saved
    /// there.
    void aStoppedSheetOfAnotherDesignHasNoPages() {
        SheetTest studio;
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        QVERIFY(studio.dialog.pages() != nullptr);
        const auto row = std::make_shared<const Design>(
            parseDesign(QByteArray(design).replace("600", "300").toStdString(), {}, {}));
        studio.dialog.openFor(row, "plate-7");
        QTest::mouseClick(studio.button("sheet.stop"), Qt::LeftButton);
        QCOMPARE(studio.text("sheet.title"), QString("The sheet was stopped"));
        QVERIFY(studio.dialog.pages() == nullptr);
        QCOMPARE(studio.dialog.findChild<PageView*>()->heightForWidth(400), 0);
        QVERIFY(!studio.button("sheet.save")->isEnabled());
        QVERIFY(!studio.button("sheet.print")->isEnabled());
    }

    void aStoppedSheetSaysThatItsPagesAreOld() {
        SheetTest studio;
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        studio.document.edit("Draw", [](DesignEdit& edit) {
            edit.setValue("part", "expression", yamlScalar("0.5 * noise(x / 24, y / 19, 5)", true));
        });
        QTest::mouseClick(studio.button("sheet.again"), Qt::LeftButton);
        QTest::mouseClick(studio.button("sheet.stop"), Qt::LeftButton);
        QCOMPARE(studio.text("sheet.title"), QString("The sheet was stopped"));
        QVERIFY(studio.dialog.pages() != nullptr);
        QCOMPARE(studio.text("sheet.hint"), QString("The pages show the design before its last changes."));
        QTest::mouseClick(studio.button("sheet.again"), Qt::LeftButton);
        QTRY_VERIFY(studio.done());
        QVERIFY(!studio.text("sheet.hint").contains("before its last changes"));
    }

    /// Otherwise the sheet would be outdated as soon as its dialog takes the focus from the field.
    void whatIsBeingTypedComesIntoTheSheet() {
        SheetTest studio;
        studio.document.pending().add(&studio.dialog, [&studio] {
            studio.document.edit("Depth", [](DesignEdit& edit) {
                edit.setValue("surface", "full_depth", yamlScalar("30 um"));
            });
            return QString();
        });
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        QCOMPARE(studio.dialog.run().sheet()->surface.fullDepthUm, 30.0);
    }

    void anotherFileHasNoPagesYet() {
        SheetTest studio;
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        QCOMPARE(studio.load(QByteArray(design).replace("0.8", "0.7")), QString());
        QCOMPARE(studio.text("sheet.title"), QString("The sheet is not computed yet"));
        QVERIFY(studio.dialog.pages() == nullptr);
        QVERIFY(!studio.button("sheet.save")->isEnabled());
        QTest::mouseClick(studio.button("sheet.again"), Qt::LeftButton);
        QTRY_VERIFY(studio.done());
        QVERIFY(studio.dialog.pages() != nullptr);
    }

    /// The viewport shows the document's design, so its view is not a part of another one.
    void theViewIsNotShownOfAnotherDesign() {
        SheetTest studio;
        studio.dialog.setView([] { return Rect{30, 40, 50, 60}; });
        studio.dialog.open();
        studio.pick("sheet.parts", 1);
        QTRY_VERIFY(studio.done());
        QCOMPARE(studio.dialog.run().sheet()->details[0].area, (Rect{30, 40, 50, 60}));
        auto* const parts = studio.dialog.findChild<SegmentedSwitch*>("sheet.parts");
        const auto row = std::make_shared<const Design>(parseDesign(design.toStdString(), {}, {}));
        studio.dialog.openFor(row, "plate-7");
        QVERIFY(parts->isHidden());
        QTRY_VERIFY(studio.done());
        QCOMPARE(studio.dialog.run().sheet()->details[0].name, std::string("dimple"));
        studio.dialog.open();
        QVERIFY(!parts->isHidden());
        QTRY_VERIFY(studio.done());
        QCOMPARE(studio.dialog.run().sheet()->details[0].area, (Rect{30, 40, 50, 60}));
    }

    void aMissingDepthIsNamed() {
        SheetTest studio;
        QCOMPARE(studio.load(QByteArray(design).replace("full_depth: 40 um,", "")), QString());
        studio.dialog.open();
        QTRY_COMPARE(studio.text("sheet.title"), QString("The sheet could not be computed"));
        QCOMPARE(
            studio.text("sheet.hint"),
            QString("The surface has no full depth. Set its `full_depth`, the depth that 1 stands for."));
        QVERIFY(!studio.button("sheet.save")->isEnabled());
    }

    void aSmallScreenShowsAllOfIt() {
        SheetTest studio;
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        resizeAndRest(studio.dialog, smallestWindow);
        QCOMPARE(cutBelow(studio.dialog).join("; "), QString());
        QVERIFY(studio.dialog.width() <= smallestWindow.width() &&
                studio.dialog.height() <= smallestWindow.height());
    }

    /// The progress and the hint have their room, also while they are not shown.
    void nothingMovesWhileItIsComputed() {
        SheetTest studio;
        studio.dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&studio.dialog, patience));
        resizeAndRest(studio.dialog, QSize(976, 700));
        const auto* const form = studio.dialog.findChild<QWidget*>("sheet.paper");
        const auto top = [&] {
            studio.dialog.layout()->activate();
            return form->mapTo(&studio.dialog, QPoint()).y();
        };
        const int before = top();
        QSet<int> places;
        QStringList early;  // hints before the first 3-D picture
        connect(&studio.dialog.run(), &SheetRun::changed, &studio.dialog, [&] {
            places << top();
            if (studio.dialog.run().drawsSpace() && studio.dialog.run().share() == 0)
                early << studio.text("sheet.hint");
        });
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
        places << top();
        QCOMPARE(places, QSet<int>{before});
        QVERIFY(!early.isEmpty());
        QCOMPARE(QSet<QString>(early.begin(), early.end()), QSet<QString>{QString()});
    }

    void itCanBeStopped() {
        SheetTest studio;
        studio.dialog.open();
        QTest::mouseClick(studio.button("sheet.stop"), Qt::LeftButton);
        QCOMPARE(studio.text("sheet.title"), QString("The sheet was stopped"));
        studio.dialog.open();
        QTRY_VERIFY(studio.done());
    }
};

BURIN_TEST(TestSheetDialog)
#include "test_sheet_dialog.moc"
