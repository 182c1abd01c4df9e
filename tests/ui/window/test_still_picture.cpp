// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of the studio that `burin-studio --screenshot` saves.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/sheet/sheet_dialog.hpp"
#include "ui/window/main_window.hpp"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace burin::ui {

class TestStillPicture : public QObject {
    Q_OBJECT

  private slots:
    /// Items request their thumbnails when they are painted: in a hidden window only the picture itself
    /// paints them.
    void itWaitsForThumbnails() {
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1600, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        window.hide();
        QCOMPARE(window.take(test::inTree("resources/examples/hexagonal-dimples.burin")), QString());
        const QTemporaryDir folder;
        const QString file = folder.filePath("graph.png");
        window.screenshotOnceStill(window.partOrCommand("graph"), file, std::chrono::milliseconds(patience));
        QCOMPARE(QApplication::exec(), 0);
        QVERIFY(QFileInfo::exists(file));
        Previews& previews = window.workbench().previews;
        for (const DesignNode& node : window.workbench().document.design()->nodes) {
            const QString name = QString::fromStdString(node.name);
            QVERIFY2(!previews.thumbnail(name).isNull() && !previews.thumbnailIsSketch(name),
                     qPrintable(name));
        }
    }

    void itShowsWhatACommandOpens_data() {
        QTest::addColumn<bool>("dialog");
        QTest::newRow("edit.preferences") << true;
        QTest::newRow("export.machines") << true;
        QTest::newRow("panel.history") << false;
    }
    void itShowsWhatACommandOpens() {
        QFETCH(bool, dialog);
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.resize(1600, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        QCOMPARE(window.take(test::inTree("resources/examples/hexagonal-dimples.burin")), QString());
        const QTemporaryDir folder;
        const QString file = folder.filePath("part.png");
        window.screenshotOnceStill(window.partOrCommand(QTest::currentDataTag()), file,
                                   std::chrono::milliseconds(patience));
        QCOMPARE(QApplication::exec(), 0);
        const QSize size = QImage(file).size();
        QVERIFY(!size.isEmpty());
        QCOMPARE(size != window.size(), dialog);
    }

    /// Otherwise the picture would show the window without what the command opens.
    void aDisabledCommandHasNoPicture() {
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        QCOMPARE(window.take(test::inTree("resources/examples/hexagonal-dimples.burin")), QString());
        window.workbench().selection.select({});
        const QTemporaryDir folder;
        const QString file = folder.filePath("part.png");
        window.screenshotOnceStill(window.partOrCommand("graph.texture"), file,
                                   std::chrono::milliseconds(patience));
        QCOMPARE(QApplication::exec(), 1);
        QVERIFY(!QFileInfo::exists(file));
    }

    /// On a busy computer a sheet takes longer than the pictures of a design.
    void itWaitsForTheSheet() {
        QSettings().clear();
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        const QTemporaryDir folder;
        // Drawing the sheet of the whole example takes six seconds. A sixteenth of the example still takes
        // longer than the limit below.
        QFile example(test::inTree("resources/examples/hexagonal-dimples.burin"));
        QVERIFY(example.open(QIODevice::ReadOnly));
        QFile design(folder.filePath("dimples.burin"));
        QVERIFY(design.open(QIODevice::WriteOnly));
        QVERIFY(design.write(example.readAll().replace("8 mm", "2 mm")) > 0);
        design.close();
        QCOMPARE(window.take(design.fileName()), QString());
        const QString file = folder.filePath("sheet.png");
        window.screenshotOnceStill(window.partOrCommand("sheet"), file, std::chrono::milliseconds(100));
        QCOMPARE(QApplication::exec(), 0);
        QVERIFY(QFileInfo::exists(file));
        const auto* sheet = window.findChild<SheetDialog*>();
        QVERIFY(sheet != nullptr && sheet->run().state() == SheetRun::State::done);
    }

    void thereIsNoSuchPart() {
        MainWindow window(Engine{backend_, budget_, {}}, theme_);
        QVERIFY(!window.partOrCommand("panel.nothing"));
    }

  private:
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestStillPicture)
#include "test_still_picture.moc"
