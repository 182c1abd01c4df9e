// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.hpp"

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/window/manual_window.hpp"

#include <QListView>
#include <QPushButton>
#include <QTemporaryDir>

namespace burin::ui {

namespace {

constexpr const char* small = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "0.5 + 0.5 * sin(x / 5)"}
)yaml";

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        QSettings().clear();
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->resize(1600, 1000);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanup() { window_.reset(); }

    void itBeginsWithTheStartPage() {
        QCOMPARE(window_->windowTitle(), QString("Burin"));
        QVERIFY(child<QListView>("examples")->model()->rowCount() >= 8);
        screenshot(*window_, "start");
    }

    void enterOpensAnExampleAsANewDesign() {
        auto* gallery = child<QListView>("examples");
        const QString title = gallery->currentIndex().data().toString();
        gallery->setFocus();
        QTest::keyClick(gallery, Qt::Key_Return);
        QVERIFY(document().file().isEmpty());
        QCOMPARE(document().title(), title);
        QVERIFY(!document().modified());
        QVERIFY(document().design()->errorsOf(*document().design()->root).empty());
    }

    void everyExampleOpensWithoutErrors() {
        for (const Example& example : examples(examplesFolder())) {
            const auto text = exampleDocument(example, kinds());
            QVERIFY(text.has_value());
            const Design design = reviseDesign(*text, {}, {}, kinds(), nullptr);
            QVERIFY2(design.root && design.errorsOf(*design.root).empty(), qPrintable(example.title));
        }
    }

    void wordsFindAnExample() {
        QTest::keyClicks(child<QLineEdit>("searchExamples"), "guillo");
        QCOMPARE(child<QListView>("examples")->model()->rowCount(), 1);
    }

    void aNewDesignIsSavedUnderAName() {
        QTest::mouseClick(child<QPushButton>("startNew"), Qt::LeftButton);
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QVERIFY(window_->windowTitle().contains("Untitled"));
        QVERIFY(window_->isWindowModified());
        const QTemporaryDir folder;
        answerFileDialog(folder.filePath("first"));
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(document().file(), folder.filePath("first.burin"));
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(Settings().recent().size(), 1);
    }

    void cancelKeepsTheChanges() {
        QTest::mouseClick(child<QPushButton>("startNew"), Qt::LeftButton);
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        answerMessage("Cancel");
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        QVERIFY(document().node("dots") != nullptr);
        answerMessage("Cancel");
        QVERIFY(!window_->close());
        answerMessage("Discard");
        QVERIFY(window_->close());
    }

    void whatIsNoDesignIsSaid() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("bad.burin"), "burin: 99\n");
        answerMessage("Close");
        QVERIFY(!window_->openFile(file));
        QVERIFY2(lastMessage().contains("newer"), qPrintable(lastMessage()));
    }

    void anImageOpensLikeADesign() {
        QVERIFY(window_->openFile(BURIN_SOURCE_DIR "/resources/examples/images/gravel.tif"));
        const DesignNode* root = document().node("surface");
        QVERIFY(root != nullptr && (root->size == Size{512, 512}));
        QVERIFY(document().node("gravel") != nullptr);
    }

    void aChangedFileIsReadAgain() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        write(file, QString(small).replace("waves", "ripples"));
        QTRY_VERIFY(document().node("ripples") != nullptr);
    }

    void whatIsSavedCanBeUndone() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(!document().modified());
        QTest::qWait(800);  // until the watcher has seen the file
        QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(document().node("dots") == nullptr);
        QVERIFY(document().modified());
    }

    void changesHereWinOverTheDisk() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        write(file, QString(small).replace("waves", "ripples"));
        QTest::qWait(800);
        QVERIFY(document().node("dots") != nullptr && document().node("ripples") == nullptr);
    }

    void aCommandIsFoundByItsName() {
        QTest::mouseClick(child<QPushButton>("startNew"), Qt::LeftButton);
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QTest::keyClick(window_.get(), Qt::Key_K, Qt::ControlModifier);
        auto* search = child<QLineEdit>("commandSearch");
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, "undo");
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(document().node("dots") == nullptr);
    }

    void aNodeIsFoundByItsName() {
        QVERIFY(window_->openFile(BURIN_SOURCE_DIR "/resources/examples/hexagonal-dimples.burin"));
        QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
        auto* search = child<QLineEdit>("commandSearch");
        QTest::keyClicks(search, "dimples");
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(window_->session().selection.active(), QString("dimples"));
    }

    void f1OpensThePageOfWhatIsSelected() {
        QVERIFY(window_->openFile(BURIN_SOURCE_DIR "/resources/examples/hexagonal-dimples.burin"));
        window_->session().selection.select({"dimples"});
        QTest::keyClick(window_.get(), Qt::Key_F1);
        auto* manual = window_->findChild<ManualWindow*>();
        QVERIFY(manual != nullptr && manual->isVisible());
        QCOMPARE(manual->page(), QString("stitching"));
    }

  private:
    template <class Widget>
    Widget* child(const char* name) {
        return window_->findChild<Widget*>(name);
    }
    Document& document() { return window_->document(); }

    static QString write(const QString& name, const QString& text) {
        QFile file(name);
        if (file.open(QIODevice::WriteOnly)) file.write(text.toUtf8());
        return name;
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

QTEST_MAIN(burin::ui::TestMainWindow)
#include "test_main_window.moc"
