// SPDX-License-Identifier: GPL-3.0-or-later

// The start page while a design is open, and several windows.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/long_run.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/active_window.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/opened_file.hpp"
#include "ui/window/start/example_gallery.hpp"

#include <QImage>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QStyleOptionViewItem>
#include <QTemporaryDir>

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

constexpr const char* small = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "0.5 + 0.5 * sin(x / 5)"}
)yaml";

}  // namespace

class TestStartPage : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        QSettings().clear();
        runtime_ = std::make_unique<QTemporaryDir>();
        qputenv("XDG_RUNTIME_DIR", runtime_->path().toLocal8Bit());
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->resize(1358, 728);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
    }
    void cleanup() { window_.reset(); }

    void nothingIsOpenAtFirst() {
        QVERIFY(!child<QPushButton>("startBack")->isVisible());
        QTest::keyClick(child<QListView>("examples"), Qt::Key_Escape);
        QVERIFY(child<QListView>("examples")->isVisible());
    }

    void tabComesToEveryPart() {
        auto* search = child<QLineEdit>("searchExamples");
        window_->activateWindow();
        search->setFocus();
        QTRY_VERIFY(search->hasFocus());
        QStringList stops;
        for (int i = 0; i < 20 && !stops.contains("searchExamples"); ++i) {
            QTest::keyClick(window_->focusWidget(), Qt::Key_Tab);
            stops << window_->focusWidget()->objectName();
        }
        const QStringList wanted{"startNew", "startOpen", "examples"};
        qsizetype at = -1;
        for (const QString& name : wanted) {
            const qsizetype next = stops.indexOf(name);
            QVERIFY2(next > at, qPrintable(name + " in " + stops.join(' ')));
            at = next;
        }
        QVERIFY(!stops.contains("recent"));  // it is empty
    }

    void theGalleryShowsThePicturesOfExamples() {
        auto* gallery = child<QListView>("examples");
        const QRect card = gallery->visualRect(gallery->model()->index(0, 0));
        // Without a picture, one colour fills the upper half of the card.
        const QRect inside = card.adjusted(40, 20, -60, -card.height() / 2);
        const QImage drawn = gallery->viewport()->grab(inside).toImage();
        QSet<QRgb> colors;
        for (int y = 0; y < drawn.height(); ++y) {
            for (int x = 0; x < drawn.width(); ++x)
                colors.insert(drawn.pixel(x, y));
        }
        QVERIFY2(colors.size() > 20, qPrintable(QString::number(colors.size())));
    }

    void theChosenExampleShowsTheFocus_data() {
        QTest::addColumn<bool>("below");
        QTest::newRow("away from the mouse") << false;
        QTest::newRow("below the mouse") << true;
    }
    void theChosenExampleShowsTheFocus() {
        QFETCH(const bool, below);
        const auto* gallery = child<QListView>("examples");
        const QModelIndex card = gallery->model()->index(0, 0);
        const auto drawn = [&](bool focused) {
            QStyleOptionViewItem option;
            option.rect = {0, 0, 288, 280};
            option.widget = gallery;
            option.state = QStyle::State_Enabled | QStyle::State_Selected;
            option.state.setFlag(QStyle::State_MouseOver, below);
            option.state.setFlag(QStyle::State_HasFocus, focused);
            QImage image(option.rect.size(), QImage::Format_RGB32);
            image.fill(Qt::black);
            QPainter painter(&image);
            gallery->itemDelegate()->paint(&painter, option, card);
            return image;
        };
        QVERIFY(drawn(true) != drawn(false));
    }

    void itLeadsBackToTheOpenDesign_data() {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("the button") << false;
        QTest::newRow("Escape") << true;
    }
    void itLeadsBackToTheOpenDesign() {
        QFETCH(const bool, byKey);
        QVERIFY(window_->openFile(written("a.burin")));
        child<QAction>("view.start")->trigger();
        auto* back = child<QPushButton>("startBack");
        QVERIFY(back->isVisible());
        QCOMPARE(back->text(), QString("Back to a.burin"));
        screenshot(*window_, "start-back");
        byKey ? QTest::keyClick(child<QListView>("examples"), Qt::Key_Escape)
              : QTest::mouseClick(back, Qt::LeftButton);
        QVERIFY(window_->part("graph")->isVisible());
        QVERIFY(document().node("waves") != nullptr);
    }

    void aClosedDesignIsNotOffered() {
        QVERIFY(window_->openFile(written("a.burin")));
        child<QAction>("file.close")->trigger();
        QVERIFY(child<QListView>("examples")->isVisible());
        QVERIFY(!child<QPushButton>("startBack")->isVisible());
    }

    void noCommandActsOnAHiddenDesign() {
        QVERIFY(window_->openFile(written("a.burin")));
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        window_->workbench().selection.select({"dots"});
        const std::array commands = {"edit.undo", "file.save",    "file.saveAs",
                                     "graph.cut", "graph.delete", "graph.duplicate"};
        const auto enabled = [&] {
            return static_cast<int>(
                std::count_if(commands.begin(), commands.end(),
                              [this](const char* command) { return child<QAction>(command)->isEnabled(); }));
        };
        QCOMPARE(enabled(), 6);
        child<QAction>("view.start")->trigger();
        QCOMPARE(enabled(), 0);
        // A field of the start page can use the commands that fields have.
        auto* search = child<QLineEdit>("searchExamples");
        search->setFocus();
        QTest::keyClicks(search, "twill");
        for (QMenu* menu : window_->findChildren<QMenu*>()) {
            if (menu->title() == "&Edit") emit menu->aboutToShow();
        }
        child<QAction>("graph.selectAll")->trigger();
        QCOMPARE(search->selectedText(), QString("twill"));
        child<QAction>("graph.delete")->trigger();
        QCOMPARE(search->text(), QString());
        QVERIFY(document().node("dots") != nullptr);
        // The command is still enabled for the field, which has lost the focus.
        child<QListView>("examples")->setFocus();
        QVERIFY(child<QAction>("edit.undo")->isEnabled());
        child<QAction>("edit.undo")->trigger();
        QVERIFY(document().node("dots") != nullptr);
        QTest::mouseClick(child<QPushButton>("startBack"), Qt::LeftButton);
        QCOMPARE(enabled(), 6);
    }

    void unsavedChangesAreNamed() {
        QVERIFY(window_->openFile(written("a.burin")));
        child<QAction>("view.start")->trigger();
        QVERIFY(!child<QWidget>("startBackState")->isVisible());
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QVERIFY(child<QWidget>("startBackState")->isVisible());
        answerMessage("Cancel");
        QTest::keyClick(child<QListView>("examples"), Qt::Key_Return);
        QVERIFY2(lastMessage().contains("a.burin"), qPrintable(lastMessage()));
        QVERIFY(document().node("dots") != nullptr);
    }

    /// The example is inserted in one step, without its surface and without covering existing nodes. Tries
    /// every fourth example; in the long run, all of them.
    void anExampleIsInserted() {
        QVERIFY(window_->openFile(written("a.burin")));
        const std::size_t before = document().design()->nodes.size();
        child<QAction>("view.start")->trigger();
        auto* menu = child<QMenu>("file.insertExample");
        const QList<QAction*> examples = menu->actions();
        QVERIFY(examples.size() >= 8);
        for (qsizetype i = 0; i < examples.size(); i += burin::test::isLongRun() ? 1 : 4) {
            QAction* example = examples[i];
            example->trigger();
            QVERIFY(window_->part("graph")->isVisible());
            QVERIFY2(document().design()->nodes.size() > before, qPrintable(example->text()));
            QCOMPARE(document().history().index(), 1);
            QVERIFY(!window_->workbench().selection.nodes().contains("waves"));
            document().undo();
            QCOMPARE(document().design()->nodes.size(), before);
        }
    }

    void theMenuOfACardInsertsIt() {
        QVERIFY(window_->openFile(written("a.burin")));
        const std::size_t before = document().design()->nodes.size();
        child<QAction>("view.start")->trigger();
        auto* view = child<QListView>("examples");
        emit view->customContextMenuRequested(view->visualRect(view->currentIndex()).center());
        auto* menu = child<QMenu>("exampleMenu");
        QVERIFY(menu != nullptr && menu->actions().size() == 2);
        QCOMPARE(menu->actions()[1]->text(), QString("Insert into a.burin"));
        menu->actions()[1]->trigger();
        menu->close();
        QVERIFY(document().design()->nodes.size() > before);
    }

    void anotherWindowIsAskedFor() {
        showActive(*window_);
        QSignalSpy wanted(window_.get(), &MainWindow::windowWanted);
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.takeFirst().at(0).toString(), QString());
        const QString file = written("b.burin");
        answerFileDialog(file);
        child<QAction>("file.openInNewWindow")->trigger();
        QCOMPARE(wanted.takeFirst().at(0).toString(), file);
    }

    /// A file has one window: opening it again shows that one.
    void aFileThatIsOpenElsewhereStaysThere() {
        const QString file = written("a.burin");
        QVERIFY(window_->openFile(file));
        OpenedFile other;
        other.set(written("b.burin"));
        QSignalSpy wanted(&other, &OpenedFile::wanted);
        QVERIFY(!window_->openFile(folder_.filePath("b.burin")));
        QTRY_COMPARE(wanted.count(), 1);
        QCOMPARE(document().file(), file);
        other.set({});
        QVERIFY(window_->openFile(folder_.filePath("b.burin")));
    }

    /// Another window would ask which version to keep, and one of both would be lost.
    void aFileOfAnotherWindowIsNotSavedOver() {
        const QString mine = written("a.burin");
        const QString theirs = written("b.burin");
        QVERIFY(window_->openFile(mine));
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        OpenedFile other;
        other.set(theirs);
        QSignalSpy wanted(&other, &OpenedFile::wanted);
        answerFileDialog(theirs);
        // The file dialog asks whether to replace the file.
        whenDialogComes<QMessageBox>([](QMessageBox* box) {
            answerMessage("Close");
            box->button(QMessageBox::Yes)->click();
        });
        child<QAction>("file.saveAs")->trigger();
        QCOMPARE(lastMessage(),
                 QString("b.burin is open in another window. Choose another name, or close that window "
                         "first."));
        QCOMPARE(document().file(), mine);
        QVERIFY(document().modified());
        QFile file(theirs);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(small));
        QVERIFY2(!wanted.wait(50), "the message is not covered by the other window");
    }

    void theOpenFileComesForward() {
        const QString file = written("a.burin");
        QVERIFY(window_->openFile(file));
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        child<QAction>("view.start")->trigger();
        QVERIFY(OpenedFile::bringForward(file));
        QTRY_VERIFY(window_->part("graph")->isVisible());
        child<QAction>("view.start")->trigger();
        QVERIFY(window_->openFile(file));
        QVERIFY(window_->part("graph")->isVisible());
        QVERIFY2(document().node("dots") != nullptr, "opening it again loses nothing");
        child<QAction>("edit.undo")->trigger();
        child<QAction>("file.close")->trigger();
        QVERIFY(!OpenedFile::bringForward(file));
    }

    void whatACrashLeavesBehindIsReplaced() {
        const QString file = written("a.burin");
        QStringList sockets;
        {
            OpenedFile opened;
            opened.set(file);
            sockets = QDir(runtime_->path()).entryList({"burin-*"}, QDir::System | QDir::Files);
        }
        QCOMPARE(sockets.size(), 1);
        QFile left(runtime_->filePath(sockets.front()));
        QVERIFY(left.open(QIODevice::WriteOnly));
        left.close();
        QVERIFY(!OpenedFile::bringForward(file));
        OpenedFile opened;
        opened.set(file);
        QVERIFY(OpenedFile::bringForward(file));
    }

  private:
    template <class Widget>
    Widget* child(const char* name) {
        return window_->findChild<Widget*>(name);
    }
    Document& document() { return window_->document(); }
    QString written(const QString& name) {
        QFile file(folder_.filePath(name));
        if (file.open(QIODevice::WriteOnly)) file.write(small);
        return file.fileName();
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    QTemporaryDir folder_;
    std::unique_ptr<QTemporaryDir> runtime_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestStartPage)
#include "test_start_page.moc"
