// SPDX-License-Identifier: GPL-3.0-or-later

// File > Import adds the nodes that read the chosen files.

#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/model/document/image_design.hpp"
#include "ui/model/dropped_file.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/main_window.hpp"

#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QUrl>

#include <algorithm>

namespace burin::ui {

class TestImporting : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        theme_.apply();
        QVERIFY(
            QFile::copy(test::inTree("resources/examples/images/horse.png"), folder_.filePath("horse.png")));
        QFile drawing(folder_.filePath("logo.svg"));
        QVERIFY(drawing.open(QIODevice::WriteOnly));
        drawing.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='2mm' height='1mm'>"
            "<rect width='50' height='20'/></svg>");
    }
    void init() {
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
    }
    void cleanup() {
        window_->document().history().setClean();
        window_.reset();
    }

    /// The chosen node reads the picture, through the transform that fits it.
    void aFileIsLinkedToTheChosenNode() {
        open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        window_->workbench().selection.select({"surface"});
        import({"horse.png"});
        QCOMPARE(inputsOf("surface"), QStringList{"horse size"});
        QCOMPARE(inputsOf("horse size"), QStringList{"horse"});
        QCOMPARE(window_->workbench().selection.nodes(), QStringList{"horse size"});
        QCOMPARE(window_->document().history().count(), 1);
        window_->document().undo();
        QVERIFY(!window_->document().design()->find("horse"));
    }

    /// If the chosen node cannot read the picture, the surface does, so that the picture is seen.
    void whatCannotReadAPictureIsLeftAlone() {
        open(
            "  surface: {kind: root, width: 20 mm, height: 20 mm, inputs: [{data: part}]}\n"
            "  part: {kind: math2d, expression: \"x / 20000\"}\n");
        window_->workbench().selection.select({"part"});
        import({"logo.svg"});
        QCOMPARE(inputsOf("surface"), QStringList({"part", "logo"}));
        QCOMPARE(inputsOf("part"), QStringList());
    }

    void severalFilesAreNotLinked() {
        open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        window_->workbench().selection.select({"surface"});
        import({"horse.png", "logo.svg"});
        QVERIFY(window_->document().design()->find("horse"));
        QVERIFY(window_->document().design()->find("logo"));
        QCOMPARE(inputsOf("surface"), QStringList());
    }

    /// No design is open on the start page, so one is made.
    void aDesignIsMadeIfNoneIsOpen() {
        import({"logo.svg"});
        QVERIFY(window_->document().design()->find("logo"));
        QTRY_VERIFY(window_->findChild<QWidget*>("graphPanel")->isVisible());
    }

    /// At a scale of 200 %, Qt's default size for the dialog is higher than many screens.
    void theDialogFitsIntoTheScreen() {
        QFileDialog dialog(window_.get());
        dialog.setOption(QFileDialog::DontUseNativeDialog);
        dialog.resize(20'000, 10'000);
        dialog.open();
        QVERIFY(dialog.width() <= dialog.screen()->availableSize().width());
        QVERIFY(dialog.height() <= dialog.screen()->availableSize().height());
    }

    void nothingIsChosen() {
        open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        whenDialogComes<QFileDialog>([](QFileDialog* dialog) { dialog->reject(); });
        window_->findChild<QAction*>("file.import")->trigger();
        QTRY_VERIFY(window_->findChild<QFileDialog*>() == nullptr);
        QCOMPARE(window_->document().history().count(), 0);
    }

    /// The picture may be dropped anywhere outside of the graph, for instance on the viewport. Without a
    /// design, it is opened.
    void aDroppedPictureComesIntoTheDesign() {
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(folder_.filePath("horse.png"))});
        const auto drop = [this, &files] {
            QDragEnterEvent enter({5, 5}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(window_.get(), &enter);
            QDropEvent event({5, 5}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(window_.get(), &event);
            QCoreApplication::sendPostedEvents(window_.get());
        };
        open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        drop();
        QVERIFY(window_->document().design()->find("horse"));
        QVERIFY(window_->document().file().endsWith("design.burin"));
        QCOMPARE(inputsOf("surface"), QStringList{"horse size"});
        QVERIFY(window_->findChild<QWidget*>("graphPanel")->isAncestorOf(window_->focusWidget()));
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->show();
        drop();
        QVERIFY(window_->document().design()->root);
        QVERIFY(!window_->document().file().endsWith("design.burin"));
    }

    void nothingIsLeftOutInSilence_data() {
        QTest::addColumn<QStringList>("dropped");
        QTest::addColumn<bool>("onStartPage");
        QTest::addColumn<QString>("opened");
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("said");
        QTest::newRow("a picture, then a design")
            << QStringList{"horse.png", "other.burin"} << false << "other.burin"
            << "dots"
            << "Left out: horse.png.";
        QTest::newRow("a picture and a text")
            << QStringList{"horse.png", "notes.txt"} << false << "design.burin"
            << "horse"
            << "Left out: notes.txt.";
        QTest::newRow("pictures on the start page") << QStringList{"horse.png", "logo.svg"} << true << ""
                                                    << "horse"
                                                    << "Left out: logo.svg.";
    }
    void nothingIsLeftOutInSilence() {
        QFETCH(const QStringList, dropped);
        QFETCH(const bool, onStartPage);
        QFETCH(const QString, opened);
        QFETCH(const QString, node);
        QFETCH(const QString, said);
        QFile other(folder_.filePath("other.burin"));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("burin: 2\npixel: 1 um\nnodes:\n  dots: {kind: math2d, expression: \"1\"}\n");
        other.close();
        if (!onStartPage) open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& name : dropped)
            urls << QUrl::fromLocalFile(folder_.filePath(name));
        data.setUrls(urls);
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &enter);
        QDropEvent event({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &event);
        QCoreApplication::sendPostedEvents(window_.get());
        QCOMPARE(QFileInfo(window_->document().file()).fileName(), opened);
        QVERIFY(window_->document().design()->find(node.toStdString()));
        QCOMPARE(window_->statusBar()->currentMessage(), said);
    }

    /// RFC 2483 allows comments. Addresses of other machines may be in the list too.
    void aDroppedListMayBeginWithAComment() {
        const QString picture = folder_.filePath("horse.png");
        QMimeData data;
        data.setData("text/uri-list", "# pictures\r\nhttp://example.org/a.png\r\n" +
                                          QUrl::fromLocalFile(picture).toEncoded() + "\r\n");
        QCOMPARE(droppedFile(data), picture);
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
    }

    /// A design cannot name such a file, so a node that reads it would be refused later.
    void aNameWithAControlCharacterIsRefused() {
        const QString picture = folder_.filePath("tab\tn.png");
        QVERIFY(QFile::copy(folder_.filePath("horse.png"), picture));
        QVERIFY(!designOfImage(picture));
        open("  surface: {kind: root, width: 20 mm, height: 20 mm}\n");
        window_->workbench().selection.select({"surface"});
        const QSignalSpy said(window_->findChild<GraphPanel*>(), &GraphPanel::noticed);
        import({"tab\tn.png"});
        QCOMPARE(window_->document().history().count(), 0);
        QVERIFY(!said.isEmpty());
        const QString words = said.last().first().toString();
        QVERIFY2(words.startsWith("Left out: tab\\x09n.png. "), qPrintable(words));
        import({"tab\tn.png", "horse.png"});
        QVERIFY(window_->document().design()->find("horse"));
        const auto readsPicture = [](const DesignNode& node) { return node.kind == findKind("image"); };
        QCOMPARE(std::ranges::count_if(window_->document().design()->nodes, readsPicture), 1);
        QCOMPARE(said.last().first().toString(), words);
    }

  private:
    void open(const QByteArray& nodes) {
        QFile design(folder_.filePath("design.burin"));
        QVERIFY(design.open(QIODevice::WriteOnly));
        design.write("burin: 2\npixel: 1 um\nnodes:\n" + nodes);
        design.close();
        QVERIFY(window_->openFile(design.fileName()));
    }
    void import(const QStringList& names) {
        QStringList files;
        for (const QString& name : names)
            files << folder_.filePath(name);
        window_->findChild<QAction*>("file.import")->trigger();
        auto* dialog = window_->findChild<QFileDialog*>("chooseFile");
        QVERIFY(dialog != nullptr);
        QVERIFY(dialog->nameFilters().first().contains("*.svg"));
        emit dialog->filesSelected(files);
        dialog->reject();
    }
    [[nodiscard]] QStringList inputsOf(const QString& node) const {
        QStringList children;
        for (const DesignLink& link : window_->document().node(node)->links)
            children << QString::fromStdString(link.childName);
        return children;
    }

    QTemporaryDir folder_;
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestImporting)
#include "test_importing.moc"
