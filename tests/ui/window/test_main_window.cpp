// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/gated_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/window/bars/command_search.hpp"
#include "ui/window/help/manual_window.hpp"
#include "ui/window/main_window.hpp"

#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolTip>

namespace burin::ui {

namespace {

constexpr const char* small = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "0.5 + 0.5 * sin(x / 5)"}
)yaml";

const QString dimples = test::inTree("resources/examples/hexagonal-dimples.burin");

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        QSettings().clear();
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->resize(1600, 1000);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
    }
    void cleanup() { window_.reset(); }

    void itBeginsWithTheStartPage() {
        QCOMPARE(window_->windowTitle(), QString("Burin"));
        QVERIFY(child<QListView>("examples")->model()->rowCount() >= 8);
        screenshot(*window_, "start");
    }

    /// Ctrl+9 opens the library, and closes it once it has the focus.
    void theLibraryOpensAndClosesByKey() {
        child<QAction>("file.new")->trigger();
        auto* library = child<QWidget>("libraryPanel");
        QVERIFY(!library->isVisible());
        QTest::keyClick(window_.get(), Qt::Key_9, Qt::ControlModifier);
        QTRY_VERIFY(library->isVisible() && library->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_9, Qt::ControlModifier);
        QTRY_VERIFY(!library->isVisible());
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
        QTest::keyClicks(child<QLineEdit>("searchExamples"), "twill");
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

    void theStatusBarCountsErrorsAndWarnings() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 9, height: 9, inputs: [{mask: outline}, {data: soft}]}
  outline: {kind: tiff, file: missing.tif}
  soft: {kind: median, radius: 2, muted: true, inputs: [{data: dot}]}
  dot: {kind: math2d, width: 9, height: 9, expression: x / 9}
)yaml")));
        QTRY_COMPARE(child<QLabel>("status.problems")->text(), QString("1 error, 1 warning"));
        document().edit("Unmute", [](DesignEdit& edit) { edit.setMuted("soft", false); });
        QTRY_COMPARE(child<QLabel>("status.problems")->text(), QString("1 error"));
    }

    void anImageOpensLikeADesign() {
        QVERIFY(window_->openFile(burin::test::inTree("resources/examples/images/gravel.tif")));
        const DesignNode* root = document().node("surface");
        QVERIFY(root != nullptr && (root->size == Size{512, 512}));
        QVERIFY(document().node("gravel") != nullptr);
        auto* texture = window_->findChild<QWidget*>("noticeButton");
        QTRY_VERIFY(texture->isVisible());
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
        QTest::qWait(800);  // long enough for the watcher to see the file
        QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(document().node("dots") == nullptr);
        QVERIFY(document().modified());
    }

    void savingReadsNothingAgain() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        QSignalSpy reloaded(&document(), &Document::reloaded);
        document().edit("Add", [](DesignEdit& e) {
            e.addNode("photo", "image");
            e.setValue("photo", "file", yamlScalar("./a.png"));
        });
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QTest::qWait(800);  // long enough for the watcher to see the file
        QCOMPARE(reloaded.count(), 0);
        QCOMPARE(document().history().count(), 1);
    }

    void whatIsTypedIsSaved() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        window_->workbench().selection.select({"surface"});
        auto* width = child<QLineEdit>("field.width");
        QVERIFY(width != nullptr);
        width->setFocus();
        width->selectAll();
        QTest::keyClicks(width, "321");
        QVERIFY(!document().modified());
        QTest::keyClick(width, Qt::Key_S, Qt::ControlModifier);
        QVERIFY2(read(file).contains("width: 321"), qPrintable(read(file)));
        QVERIFY(!document().modified());
        QVERIFY(width->hasFocus());
    }

    void aCommentThatIsBeingWrittenIsSaved() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        auto* canvas = child<QWidget>("graphPanel");
        canvas->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_N);
        auto* editor = child<QWidget>("inlineEditor");
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, "remember this");
        QTest::keyClick(editor, Qt::Key_S, Qt::ControlModifier);
        QVERIFY2(read(file).contains("remember this"), qPrintable(read(file)));
    }

    void leavingAsksForATextThatCannotBeTaken() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), small)));
        window_->workbench().selection.select({"surface"});
        auto* width = child<QLineEdit>("field.width");
        width->setFocus();
        width->selectAll();
        QTest::keyClicks(width, "12 +");
        answerMessage("Go back");
        QVERIFY(!window_->close());
        QVERIFY2(lastMessage().contains("is not valid"), qPrintable(lastMessage()));
        QCOMPARE(width->text(), QString("12 +"));
        answerMessage("Leave without it");
        QVERIFY(window_->close());
    }

    void undoTakesBackWhatIsTypedFirst() {
        QVERIFY(window_->openFile(dimples));
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        window_->workbench().selection.select({"surface"});
        auto* width = child<QLineEdit>("field.width");
        width->setFocus();
        const QString before = width->text();
        width->selectAll();
        QTest::keyClicks(width, "321");
        child<QAction>("edit.undo")->trigger();
        QCOMPARE(width->text(), before);
        child<QAction>("edit.undo")->trigger();
        QVERIFY(document().history().index() == 0 && document().history().count() == 1);
    }

    void keysOfTheWindowActInFieldsToo() {
        QVERIFY(window_->openFile(dimples));
        window_->workbench().selection.select({"surface"});
        auto* width = child<QLineEdit>("field.width");
        width->setFocus();
        QTest::keyClick(width, Qt::Key_K, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget()->metaObject()->className(), "burin::ui::CommandSearch");
        width->setFocus();
        QTest::keyClick(width, Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(window_->part("export")->isVisible());
        // The usual keys of text fields keep their meaning.
        width->setFocus();
        width->setCursorPosition(0);
        QTest::keyClick(width, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(width->selectedText(), width->text());
    }

    void escapeLeadsFromFieldsToTheGraph() {
        QVERIFY(window_->openFile(dimples));
        const auto inGraph = [this] {
            return window_->part("graph")->isAncestorOf(QApplication::focusWidget());
        };
        window_->workbench().selection.select({"surface"});
        auto* width = child<QLineEdit>("field.width");
        width->setFocus();
        const QString before = width->text();
        QTest::keyClicks(width, "3");
        QTest::keyClick(width, Qt::Key_Escape);
        QCOMPARE(width->text(), before);
        QVERIFY(!inGraph());
        QTest::keyClick(width, Qt::Key_Escape);
        QTRY_VERIFY(inGraph());
    }

    void theSearchAddsWhatPeopleLookFor_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("kind");
        QTest::newRow("a word of the kind") << "lattice"
                                            << "stitching";
        QTest::newRow("a start that has a name of its own") << "dome"
                                                            << "math2d";
    }
    void theSearchAddsWhatPeopleLookFor() {
        QFETCH(QString, words);
        QFETCH(QString, kind);
        child<QAction>("file.new")->trigger();
        const std::size_t before = document().design()->nodes.size();
        auto* search = window_->findChild<CommandSearch*>();
        search->begin(false);
        QTest::keyClicks(search, words);
        QTest::keyClick(search, Qt::Key_Return);
        const std::vector<DesignNode>& nodes = document().design()->nodes;
        QCOMPARE(nodes.size(), before + 1);
        QCOMPARE(QString::fromStdString(std::string(nodes.back().kind->description.name)), kind);
    }

    void nothingLiesOnAnythingElseInATinyWindow_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1366 x 768 at 200 %") << QSize(675, 344);
        QTest::newRow("low") << QSize(1358, 400);
        QTest::newRow("narrow") << QSize(700, 900);
        QTest::newRow("the least window") << QSize(1024, 700);
    }
    void nothingLiesOnAnythingElseInATinyWindow() {
        QFETCH(QSize, size);
        window_->setMinimumSize(1, 1);
        QVERIFY(window_->openFile(dimples));
        window_->workbench().selection.select({"surface"});
        resizeAndRest(*window_, size);
        QCOMPARE(window_->size(), size);
        for (const char* part : {"graph", "viewport", "inspector"}) {
            QTest::keyClick(window_.get(),
                            part[0] == 'g'   ? Qt::Key_1
                            : part[0] == 'v' ? Qt::Key_2
                                             : Qt::Key_3,
                            Qt::ControlModifier);
            QWidget* panel = window_->part(part);
            QVERIFY2(panel->isVisible(), part);
            for (const QWidget* around = panel->parentWidget(); around != nullptr;
                 around = around->parentWidget())
                QVERIFY(around->rect().contains(QRect(panel->mapTo(around, QPoint()), panel->size())));
            for (const char* other : {"graph", "viewport", "inspector"}) {
                const QWidget* beside = window_->part(other);
                const QRect place(beside->mapTo(window_.get(), QPoint()), beside->size());
                QVERIFY(beside == panel || !beside->isVisible() ||
                        !place.intersects(QRect(panel->mapTo(window_.get(), QPoint()), panel->size())));
            }
            QVERIFY(panel->isAncestorOf(QApplication::focusWidget()) || panel->hasFocus());
            screenshot(*window_, QString("%1-%2").arg(QTest::currentDataTag(), part));
        }
        const auto tools =
            child<QWidget>("toolRow")->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(tools.size() > 8);
        for (const QWidget* one : tools) {
            QVERIFY2(one->geometry().right() < window_->width(), one->metaObject()->className());
            for (const QWidget* other : tools) {
                const bool apart = one == other || !one->isVisible() || !other->isVisible() ||
                                   !one->geometry().intersects(other->geometry());
                QVERIFY2(apart, other->metaObject()->className());
            }
        }
        // A large window shows them all side by side again.
        resizeAndRest(*window_, QSize(1600, 1000));
        for (const char* part : {"graph", "viewport", "inspector"})
            QVERIFY2(window_->part(part)->isVisible(), part);
    }

    void theStartPageFitsATinyWindow() {
        window_->setMinimumSize(1, 1);
        resizeAndRest(*window_, QSize(675, 344));
        auto* search = child<QLineEdit>("searchExamples");
        const QRect seen = search->visibleRegion().boundingRect();
        QCOMPARE(seen.size(), search->size());
        auto* gallery = child<QListView>("examples");
        const int left = gallery->mapTo(window_.get(), QPoint()).x();
        auto* side = child<QScrollArea>("startScroll");
        QVERIFY(side->mapTo(window_.get(), QPoint(side->width(), 0)).x() <= left);
        QVERIFY(gallery->width() > 300);
        screenshot(*window_, "start-tiny");
    }

    void thePaletteScrollsInALowWindow() {
        QTest::mouseClick(child<QPushButton>("startNew"), Qt::LeftButton);
        resizeAndRest(*window_, QSize(1358, 728));
        QCOMPARE(window_->size(), QSize(1358, 728));
        auto* palette = child<QScrollArea>("palette");
        auto* last = child<QWidget>("palette.reroute");
        QVERIFY(palette->verticalScrollBar()->isVisible());
        QVERIFY(last->visibleRegion().isEmpty());
        palette->verticalScrollBar()->setValue(palette->verticalScrollBar()->maximum());
        QCOMPARE(last->visibleRegion().boundingRect().size(), last->size());
    }

    void aNewDesignShowsItsSurface() {
        QTest::mouseClick(child<QPushButton>("startNew"), Qt::LeftButton);
        QCOMPARE(window_->workbench().selection.nodes(), QStringList{"surface"});
        QVERIFY(child<QLineEdit>("field.width")->isVisible());
    }

    void recentFilesHavePicturesAndAMenu() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a & b.burin"), small);
        QVERIFY(window_->openFile(file));
        QTRY_VERIFY(Settings().recent().size() == 1 && !Settings().recent()[0].picture.isNull());
        auto* recent = child<QMenu>("file.recent");
        QVERIFY(recent != nullptr);
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().size(), 1);
        QCOMPARE(recent->actions()[0]->text(), QString("a && b.burin"));
        QVERIFY(!recent->actions()[0]->icon().isNull());
        document().reset(newDesign());
        recent->actions()[0]->trigger();
        QCOMPARE(document().file(), file);
    }

    void preferencesOpenFromEveryWindow() {
        QVERIFY(window_->openFile(dimples));
        for (const char* part : {"window", "graph", "inspector", "viewport", "export"}) {
            QWidget* const place = window_->part(part);
            place->window()->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(place->window(), patience));
            place->setFocus();
            bool came = false;
            whenDialogComes<QDialog>([&came](QDialog* dialog) {
                came = dialog->objectName() == "preferences";
                dialog->reject();
            });
            QWidget* const focus = QApplication::focusWidget();
            QTest::keyClick(focus == nullptr ? place : focus, Qt::Key_Comma, Qt::ControlModifier);
            QTRY_VERIFY2(came, part);
        }
    }

    void anExportSurvivesItsWindow() {
        const QTemporaryDir folder;
        window_ = std::make_unique<MainWindow>(Engine{gate_, budget_, {}}, theme_);
        window_->show();
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), small)));
        QTRY_VERIFY(!window_->workbench().previews.busy());
        gate_.pass(0);
        ExportJob* const job = window_->exports().add(order(folder.filePath("a.tif")));
        answerMessage("Cancel");
        QVERIFY(!window_->close());
        answerMessage("Keep exporting");
        QVERIFY(window_->close());
        QVERIFY(!window_->isVisible() && job->active());
        gate_.open();
        QTRY_COMPARE(job->state(), ExportJob::State::done);
        QVERIFY(QFile::exists(folder.filePath("a.tif")));
        QVERIFY(!window_->isVisible());
    }

    void anExportThatFailsBringsItsWindowBack() {
        const QTemporaryDir folder;
        window_ = std::make_unique<MainWindow>(Engine{gate_, budget_, {}}, theme_);
        window_->show();
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), small)));
        QTRY_VERIFY(!window_->workbench().previews.busy());
        gate_.pass(0);
        window_->exports().add(order(folder.filePath("a.tif")));
        ExportJob* const fails = window_->exports().add(order(folder.filePath("a.burin/b.tif")));
        answerMessage("Keep exporting");
        QVERIFY(window_->close());
        gate_.open();
        QTRY_COMPARE(fails->state(), ExportJob::State::failed);
        QTRY_VERIFY(window_->isVisible());
        QVERIFY(window_->part("export")->isVisible());
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
        QVERIFY(window_->openFile(dimples));
        QTest::keyClick(searchFor("dimples"), Qt::Key_Return);
        QCOMPARE(window_->workbench().selection.active(), QString("dimples"));
    }

    void aNodeIsFoundByWhatPeopleCallIt() {
        QVERIFY(window_->openFile(dimples));
        QTest::keyClick(searchFor("lattice"), Qt::Key_Return);
        QCOMPARE(window_->workbench().selection.active(), QString("dimples"));
        searchFor("xyzzy");
        QCoreApplication::processEvents();  // shows the tip; without a window manager, the next round hides
                                            // it
        QCOMPARE(QToolTip::text(), QString("No node matches \"xyzzy\"."));
    }

    void f1OpensThePageOfWhatIsSelected() {
        QVERIFY(window_->openFile(dimples));
        window_->workbench().selection.select({"dimples"});
        QTest::keyClick(window_.get(), Qt::Key_F1);
        auto* manual = window_->findChild<ManualWindow*>();
        QVERIFY(manual != nullptr && manual->isVisible());
        QCOMPARE(manual->page(), QString("stitching"));
    }

  private:
    QLineEdit* searchFor(const char* words) {
        QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
        auto* const search = child<QLineEdit>("commandSearch");
        QTest::keyClicks(search, words);
        return search;
    }
    template <class Widget>
    Widget* child(const char* name) {
        return window_->findChild<Widget*>(name);
    }
    Document& document() { return window_->document(); }

    [[nodiscard]] ExportOrder order(const QString& target) {
        ExportOrder order;
        order.design = document().design();
        order.title = document().title();
        order.setFile(target);
        order.surface = {100, 80};
        order.region = {0, 0, 100, 80};
        return order;
    }
    static QString read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static QString write(const QString& name, const QString& text) {
        QFile file(name);
        if (file.open(QIODevice::WriteOnly)) file.write(text.toUtf8());
        return name;
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    GatedBackend gate_{backend_};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMainWindow)
#include "test_main_window.moc"
