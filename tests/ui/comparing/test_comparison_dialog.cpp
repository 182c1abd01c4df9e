// SPDX-License-Identifier: GPL-3.0-or-later

// The comparison in the studio gives the same figures and differences as `burin compare`.

#include "core/base/text.hpp"
#include "core/engraving/comparing/comparison_text.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/gated_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/comparing/comparison_dialog.hpp"
#include "ui/comparing/difference_view.hpp"

#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QUrl>

#include <cmath>
#include <limits>

using namespace burin;
using namespace burin::ui;

namespace {

QByteArray partOf(const char* expression, const char* depth = "full_depth: 40 um,") {
    return QByteArray("burin: 1\npixel: 2 um\nnodes:\n  surface: {kind: root, width: 600, height: 500, ") +
           depth + " inputs: [{data: part}]}\n  part: {kind: math2d, expression: \"" + expression + "\"}\n";
}

const QByteArray design = partOf("0.1 + 0.8 * noise(x / 24, y / 19, 5)");
/// The design without its depth around 350, 260, so that the surface is higher there.
const QByteArray spoilt = partOf("(0.1 + 0.8 * noise(x / 24, y / 19, 5)) * (hypot(x - 350, y - 260) > 12)");

/// A scan of `spoilt` that the program itself writes. Made once and shared by all rows of the test.
const QByteArray& scan() {
    static const QByteArray written = [] {
        const ProgramFolder folder(test::burinProgram);
        folder.write("spoilt.burin", spoilt);
        folder.run({"export", "spoilt.burin", "--to", "scan.gsf", "--region", "220,170,192,160"});
        return folder.read("scan.gsf");
    }();
    return written;
}

/// A studio with the dialog and the scan.
struct ComparisonTest : StudioTest {
    ComparisonTest() {
        folder.write("part.burin", design);
        folder.write("scan.gsf", scan());
        opened = document.open(folder.filePath("part.burin"));
        dialog.setFile(folder.filePath("scan.gsf"));
        dialog.show();
    }
    [[nodiscard]] QString text(const char* name) const { return dialog.findChild<QLabel*>(name)->text(); }
    void click(const char* name) const {
        QTest::mouseClick(dialog.findChild<QPushButton*>(name), Qt::LeftButton);
    }
    void type(const char* field, const char* text) const {
        QTest::keyClicks(dialog.findChild<QWidget*>(field), QString(text) + '\r');
    }
    [[nodiscard]] bool done() const { return dialog.run().state() == ComparisonRun::State::done; }
    [[nodiscard]] const PartFindings& findings() const { return *dialog.run().findings(); }

    ProgramFolder folder{test::burinProgram};
    QString opened;
    ComparisonDialog dialog{workbench()};
};

}  // namespace

class TestComparisonDialog : public QObject {
    Q_OBJECT

  private slots:
    void theFiguresAreThoseOfTheCommand() {
        ComparisonTest studio;
        QCOMPARE(studio.opened, QString());
        studio.type("comparison.tolerance", "0.1um");
        studio.type("comparison.at-x", "310px");
        studio.type("comparison.search", "60um");
        const auto* const fields = studio.dialog.findChild<QWidget*>("comparison.file");
        const auto placeOfFields = [&] { return fields->mapTo(&studio.dialog, QPoint()); };
        const QPoint place = placeOfFields();
        studio.click("comparison.compare");
        QTRY_VERIFY2(studio.done(), qPrintable(studio.text("comparison.hint")));
        QCOMPARE(studio.text("comparison.hint"), QString());
        studio.dialog.layout()->activate();
        QCOMPARE(placeOfFields(), place);  // nothing moves if there is nothing more to say
        const QStringList command = {"compare",     "scan.gsf", "part.burin", "--at", "310,249.5",
                                     "--tolerance", "0.1um",    "--search",   "60um"};
        const PartFindings& found = studio.findings();
        const ProgramOutcome json = studio.folder.run(command + QStringList{"--json"});
        QCOMPARE(QByteArray::fromStdString(comparisonJson(found.found, found.options, "scan.gsf")), json.out);
        QVERIFY(std::abs(found.found.gain - 1) < 0.01);
        // The dialog shows and saves the same result.
        QCOMPARE(studio.text("comparison.title"), QString("The part is found on the surface"));
        QCOMPARE(studio.text("comparison.figure.residual_Sq"),
                 QString::number(found.found.sq, 'f', 3) + QString::fromUtf8(" µm"));
        QCOMPARE(studio.dialog.writeCsv(studio.folder.filePath("figures.csv")), QString());
        const QByteArray csv = studio.folder.read("figures.csv");
        QVERIFY2(csv.startsWith("name,value,unit\nmeasured,"), csv);
        QVERIFY2(csv.contains("\ngain," + QByteArray::fromStdString(numberText(found.found.gain)) + ",\n"),
                 csv);
        QCOMPARE(studio.dialog.writeDifferences(studio.folder.filePath("panel.gsf")), QString());
        QCOMPARE(studio.folder.run(command + QStringList{"--to", "command.gsf"}).code, 0);
        QCOMPARE(studio.folder.read("panel.gsf"), studio.folder.read("command.gsf"));
        QVERIFY(studio.dialog.writeDifferences(studio.folder.filePath("panel.tif")).contains(".gsf"));
        answerFileDialog(studio.folder.filePath("plain"));
        studio.click("comparison.save");
        QCOMPARE(studio.folder.read("plain.gsf"), studio.folder.read("panel.gsf"));
        screenshot(studio.dialog, "comparison");
        studio.theme.choose(ThemeChoice::light);
        screenshot(studio.dialog, "comparison-light");
    }

    /// The field would take the address of the file as text.
    void aFileCanBeDroppedOnItsField() {
        ComparisonTest studio;
        auto* const field = studio.dialog.findChild<QLineEdit*>("comparison.file");
        const QString file = studio.folder.filePath("other.gsf");
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        data.setText(data.urls().first().toString());
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(field, &enter);
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(field, &drop);
        QCOMPARE(field->text(), file);
    }

    void theHintsOfItsFieldsAreWhole() {
        ComparisonTest studio;
        const auto* const search = studio.dialog.findChild<QLineEdit*>("comparison.search");
        QCOMPARE(search->placeholderText(), QString("a quarter of the part"));
        constexpr int sides = 18;  // border, padding and margin
        for (const auto* const field : studio.dialog.findChildren<QLineEdit*>())
            QVERIFY2(
                field->fontMetrics().horizontalAdvance(field->placeholderText()) + sides <= field->width(),
                qPrintable(field->placeholderText()));
    }

    void anEmptyPictureHasWords() {
        const Theme theme(ThemeChoice::light);
        DifferenceView view(theme);
        view.resize(400, 300);
        const QImage shown = view.grab().toImage();
        int inked = 0;
        for (int y = shown.height() / 3; y < shown.height() * 2 / 3; ++y) {
            for (int x = shown.width() / 4; x < shown.width() * 3 / 4; ++x)
                inked += shown.pixelColor(x, y) == theme.color(Role::field) ? 0 : 1;
        }
        QVERIFY2(inked > 50, qPrintable(QString::number(inked)));
        // The place of the scale, which comes later, is not left blank.
        QCOMPARE(shown.pixelColor(shown.width() / 2, shown.height() - 2), theme.color(Role::field));
    }

    /// Beside the scale of a narrow view, their first letters would be cut.
    void theWordsOnASampleHaveARowInANarrowView() {
        const Theme theme(ThemeChoice::light);
        DifferenceView view(theme);
        const HeightGrid grid{{4000, 3000}, {1, 1}, {0, 0}, std::vector<float>(4000 * 3000)};
        view.setDifferences(std::make_shared<const HeightGrid>(grid), 5);
        const auto below = [&view](int width) {
            view.resize(width, 300);
            int y = 299;
            while (!view.sampleAt(QPointF(width / 2.0, y)))
                --y;
            return y;
        };
        QCOMPARE(below(600), 260);  // the picture ends at the scale
        QVERIFY(below(320) < 245);
        const QPointF pointer(160, 100);
        QMouseEvent move(QEvent::MouseMove, pointer, view.mapToGlobal(pointer), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(&view, &move);
        const QImage shown = view.grab().toImage();
        const auto words = [&](QRect row) {
            int inked = 0;
            for (int y = row.top(); y <= row.bottom(); ++y) {
                for (int x = row.left(); x <= row.right(); ++x)
                    inked += qGray(shown.pixel(x, y)) < 110 ? 1 : 0;
            }
            return inked;
        };
        QVERIFY(words({8, 282, 304, 16}) > 50);
    }

    /// The missing dimple stands out in brown, and the rest of the picture is gray.
    void thePictureShowsWhereThePartDiffers() {
        ComparisonTest studio;
        studio.click("comparison.compare");
        QTRY_VERIFY2(studio.done(), qPrintable(studio.text("comparison.hint")));
        const QImage& picture = studio.dialog.findChild<DifferenceView*>()->picture();
        QCOMPARE(picture.size(), QSize(192, 160));
        const QColor there = picture.pixelColor(350 - 220, 260 - 170);
        const QColor elsewhere = picture.pixelColor(30, 30);
        QVERIFY2(there.red() > there.blue() + 60, qPrintable(there.name()));
        QVERIFY2(std::abs(elsewhere.red() - elsewhere.blue()) < 20, qPrintable(elsewhere.name()));
        QCOMPARE(picture.pixelColor(0, 0).alpha(), 255);
    }

    void coloursAndMeansOfDifferences() {
        const HeightGrid grid{{4, 1}, {1, 1}, {0, 0}, {-2, 0, 2, std::numeric_limits<float>::quiet_NaN()}};
        const QImage single = pictureOf(grid, 2, 4);
        QCOMPARE(single.pixelColor(0, 0), QColor(0x02, 0x46, 0x8B));
        QVERIFY(std::abs(single.pixelColor(1, 0).red() - 0xEE) < 2);
        QCOMPARE(single.pixelColor(2, 0), QColor(0x7B, 0x2A, 0x00));
        QCOMPARE(single.pixelColor(3, 0).alpha(), 0);
        const QImage means = pictureOf(grid, 2, 2);
        QCOMPARE(means.size(), QSize(2, 1));
        QVERIFY(std::abs(means.pixelColor(0, 0).red() - 0x78) < 3);  // -1
        QCOMPARE(means.pixelColor(1, 0), QColor(0x7B, 0x2A, 0x00));  // missing heights do not count
        QCOMPARE(scaleReaching(3), 5.0);
        QVERIFY(std::abs(scaleReaching(0.15) - 0.2) < 1e-9);
        QCOMPARE(scaleReaching(0), 1e-3);
    }

    void thePlaceIsMarkedAndShown() {
        ComparisonTest studio;
        QSignalSpy placed(&studio.dialog, &ComparisonDialog::partPlaced);
        QSignalSpy wanted(&studio.dialog, &ComparisonDialog::areaWanted);
        studio.click("comparison.compare");
        QTRY_VERIFY(studio.done());
        const auto near = [](const QRectF& area, const QRectF& expected) {
            return std::abs(area.left() - expected.left()) < 0.5 &&
                   std::abs(area.top() - expected.top()) < 0.5 &&
                   std::abs(area.width() - expected.width()) < 1 &&
                   std::abs(area.height() - expected.height()) < 1;
        };
        const QRectF truth(220, 170, 192, 160);
        QVERIFY(near(placed.last().first().value<QPolygonF>().boundingRect(), truth));
        studio.click("comparison.show");
        QVERIFY(near(wanted.last().first().toRectF(), truth));
        // A place of the picture is shown on a double click.
        auto* const view = studio.dialog.findChild<DifferenceView*>();
        QPoint on(view->width() / 2, view->height() / 2);
        while (!view->sampleAt(on) && on.y() > 0)
            on.ry() -= 10;
        const QPoint sample = *view->sampleAt(on);
        QTest::mouseDClick(view, Qt::LeftButton, {}, on);
        const QPointF middle = wanted.last().first().toRectF().center();
        QVERIFY(std::abs(middle.x() - 220.5 - sample.x()) < 1 &&
                std::abs(middle.y() - 170.5 - sample.y()) < 1);
        studio.dialog.hide();
        QVERIFY(placed.last().first().value<QPolygonF>().isEmpty());
    }

    void saysThatTheDesignHasChanged() {
        ComparisonTest studio;
        studio.click("comparison.compare");
        QTRY_VERIFY(studio.done());
        QVERIFY(!studio.text("comparison.hint").contains("changed"));
        studio.document.edit("Flatten",
                             [](DesignEdit& e) { e.setValue("part", "expression", yamlScalar("0")); });
        QVERIFY(studio.text("comparison.hint").contains("has changed since"));
    }

    void whatIsWrongIsSaid_data() {
        QTest::addColumn<QByteArray>("design");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("hint");
        const QString failed = "The comparison failed";
        QTest::newRow("no depth")
            << partOf("x / 900", "") << "scan.gsf" << QString() << failed
            << "The surface has no full depth. Set its `full_depth`, the depth that 1 stands for.";
        QTest::newRow("no file") << design << "none.gsf" << QString() << failed << "not found";
        QTest::newRow("no heights") << design << "part.burin" << QString() << failed << "Gwyddion";
        QTest::newRow("beyond the surface") << design << "scan.gsf"
                                            << "700px" << failed << "beyond the surface";
        QTest::newRow("a broken design") << partOf("x +") << "scan.gsf" << QString() << failed << "part";
        QTest::newRow("another part")
            << partOf("noise(x / 31, y / 17, 77)") << "scan.gsf" << QString() << "The part does not match (0"
            << "mirroring";
        QTest::newRow("beyond the search") << design << "scan.gsf"
                                           << "263px"
                                           << "The part does not match"
                                           << "beyond the limits";
        QTest::newRow("a lattice") << partOf("0.5+0.2*sin(2*pi*x/16)+0.2*sin(2*pi*y/16)") << "cells.gsf"
                                   << QString() << "The part matches at several places"
                                   << "nearest";
    }
    void whatIsWrongIsSaid() {
        QFETCH(QByteArray, design);
        QFETCH(QString, file);
        QFETCH(QString, field);
        QFETCH(QString, title);
        QFETCH(QString, hint);
        ComparisonTest studio;
        studio.folder.write("wrong.burin", design);
        if (file == "cells.gsf")
            studio.folder.run({"export", "wrong.burin", "--to", file, "--region", "100,100,128,128"});
        QCOMPARE(studio.document.open(studio.folder.filePath("wrong.burin")), QString());
        studio.dialog.setFile(studio.folder.filePath(file));
        if (!field.isEmpty()) studio.type("comparison.at-x", field.toLatin1());
        studio.click("comparison.compare");
        QTRY_VERIFY2(studio.text("comparison.title").startsWith(title),
                     qPrintable(studio.text("comparison.title")));
        QVERIFY2(studio.text("comparison.hint").contains(hint), qPrintable(studio.text("comparison.hint")));
        QCOMPARE(studio.dialog.findChild<QPushButton*>("comparison.csv")->isEnabled(), file == "cells.gsf");
    }

    void itCanBeStopped() {
        ComparisonTest studio;
        GatedBackend gate(studio.backend);
        gate.pass(0);
        Previews held(Engine{gate, studio.budget, {}});
        ComparisonDialog dialog(Workbench{studio.document, studio.selection, held, studio.theme});
        dialog.setFile(studio.folder.filePath("scan.gsf"));
        dialog.show();
        const auto click = [&](const char* name) {
            QTest::mouseClick(dialog.findChild<QPushButton*>(name), Qt::LeftButton);
        };
        click("comparison.compare");
        QVERIFY(dialog.findChild<QLabel*>("comparison.hint")->text().contains("%"));
        click("comparison.stop");
        QCOMPARE(dialog.findChild<QLabel*>("comparison.title")->text(),
                 QString("The comparison was stopped"));
        gate.open();
        click("comparison.compare");
        QTRY_COMPARE(dialog.run().state(), ComparisonRun::State::done);
    }
};

BURIN_TEST(TestComparisonDialog)
#include "test_comparison_dialog.moc"
