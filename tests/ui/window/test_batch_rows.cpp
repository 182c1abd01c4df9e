// SPDX-License-Identifier: GPL-3.0-or-later

// Looking at a row of a batch opens its design as a new one in another window, or shows its job sheet.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "ui/sheet/sheet_dialog.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/main_window.hpp"

#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

namespace burin::ui {

class TestBatchRows : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        write("d.burin",
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  surface: {kind: root, width: 64, height: 64, full_depth: 40 um, inputs: [{data: photo}]}\n"
              "  photo: {kind: tiff, file: photo.tif}\n");
        write("t.csv", "name,surface.width\nplate,32\n");
        QVERIFY(QFile::copy(burin::test::inTree("resources/examples/images/gravel.tif"),
                            folder_.filePath("photo.tif")));
    }

    void aRowBecomesANewDesign() {
        QByteArray text;
        {
            MainWindow window(Engine{backend_, budget_, {}}, theme_);
            QSignalSpy copies(&window, &MainWindow::copyWanted);
            openRow(window, "batch.openRow");
            QCOMPARE(copies.size(), 1);
            text = copies.first().first().toByteArray();
            QCOMPARE(copies.first().last().toString(), QString("plate"));
            QCOMPARE(window.document().file(), folder_.filePath("d.burin"));
        }
        QVERIFY(QDir(folder_.path()).mkpath("elsewhere"));
        write("elsewhere/copy.burin", text);
        MainWindow another(Engine{backend_, budget_, {}}, theme_);
        QCOMPARE(another.takeAsNew(folder_.filePath("elsewhere/copy.burin"), "plate"), QString());
        Document& document = another.document();
        QCOMPARE(document.file(), QString());
        QCOMPARE(document.title(), QString("plate"));
        QVERIFY(document.node("surface")->size == (Size{32, 64}));
        for (const Diagnostic& problem : document.design()->diagnostics)
            QFAIL(problem.text().c_str());
        QVERIFY2(!another.takeAsNew(folder_.filePath("missing.burin"), "plate").isEmpty(), "it is said");
        QCOMPARE(document.title(), QString("plate"));
    }

    void theSheetOfARowIsShown() {
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        openRow(window, "batch.sheet");
        const auto* sheet = window.findChild<SheetDialog*>();
        QVERIFY(sheet != nullptr && sheet->isVisible());
        QTRY_COMPARE(sheet->run().state(), SheetRun::State::done);
        QCOMPARE(sheet->run().sheet()->file, std::string("plate"));
        const Design& row = *sheet->run().design();
        QVERIFY(row.nodes[*row.root].size == (Size{32, 64}));
    }

  private:
    void write(const QString& name, const QByteArray& text) {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
    }
    /// Opens the design and the batch dialog on its table, and presses a button beside the row.
    void openRow(MainWindow& window, const char* button) {
        window.show();
        QVERIFY(window.openFile(folder_.filePath("d.burin")));
        QWidget* batch = window.part("batch");
        window.takeTable(folder_.filePath("t.csv"));
        batch->findChild<QLineEdit*>("export.target")->setText("{name}.tif");
        QTRY_VERIFY(batch->findChild<QPushButton*>(button)->isEnabled());
        batch->findChild<QPushButton*>(button)->click();
    }

    QTemporaryDir folder_;
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 1};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestBatchRows)
#include "test_batch_rows.moc"
