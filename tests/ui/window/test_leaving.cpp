// SPDX-License-Identifier: GPL-3.0-or-later

// What happens around a design in the window: typed texts when it is left, autosaves, dropped files, and the
// log.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/panels/problems_panel.hpp"
#include "ui/panels/roughness_panel.hpp"
#include "ui/window/main_window.hpp"

#include <QDropEvent>
#include <QGraphicsView>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>

namespace burin::ui {

namespace {

constexpr const char* small = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "0.5 + 0.5 * sin(x / 5)"}
)yaml";

/// Calls `then` when a widget is hidden.
template <class Then>
void whenHidden(QWidget* widget, Then then) {
    struct Filter : QObject {
        Filter(QObject* parent, Then wanted) : QObject(parent), then(std::move(wanted)) {}
        bool eventFilter(QObject*, QEvent* event) override {
            if (event->type() == QEvent::Hide) then();
            return false;
        }
        Then then;
    };
    widget->installEventFilter(new Filter(widget, std::move(then)));
}

}  // namespace

class TestLeaving : public QObject {
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

    /// The autosave of an unsaved design is deleted after the previews have ended.
    void aWindowEndsWithAnUnsavedDesign() {
        QCOMPARE(window_->workbench().document.recover(QString::fromUtf8(small), {}), QString());
        QVERIFY(window_->workbench().document.modified());
        window_->keepWork();
        window_.reset();
    }

    void theStatusLineSaysWhyTheCardIsNotUsed() {
        const MainWindow window(Engine{backend_, budget_, "no NVIDIA driver is installed"}, theme_);
        const auto says = [&window] {
            for (const CutLabel* label : window.statusBar()->findChildren<CutLabel*>()) {
                if (label->text().startsWith("Running on the CPU (no NVIDIA driver is installed);"))
                    return true;
            }
            return false;
        };
        QTRY_VERIFY(says());
    }

    void changesAreAskedAboutByTheNameOfTheDesign() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), small)));
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QString asked;
        QStringList answers;
        whenDialogComes<QMessageBox>([&](QMessageBox* box) {
            asked = box->text();
            for (const QAbstractButton* button : box->buttons())
                answers << button->text().remove('&');
            box->reject();
        });
        QVERIFY(!window_->close());
        QCOMPARE(asked, QString("Save the changes to a.burin?"));
        answers.sort();
        QCOMPARE(answers, (QStringList{"Cancel", "Discard", "Save"}));
        QVERIFY(document().modified());
    }

    /// A stick that is pulled out, or another branch.
    void aDesignWhoseFileIsRemovedIsAskedAbout() {
        const QTemporaryDir folder;
        const QDir inside(folder.filePath("d"));
        QVERIFY(QDir().mkpath(inside.path()));
        const QString file = write(inside.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        const auto shows = [this](const char* state) {
            for (const CutLabel* label : window_->findChildren<CutLabel*>()) {
                if (label->text().startsWith(QString(state) + "  ")) return true;
            }
            return false;
        };
        QVERIFY(shows("saved"));
        QVERIFY(!window_->isWindowModified());
        QVERIFY(QDir(inside).removeRecursively());
        QTRY_VERIFY(shows("not on disk"));
        QVERIFY(window_->isWindowModified());
        answerMessage("Cancel");
        QVERIFY(!window_->close());
        QCOMPARE(lastMessage(), QString("a.burin is no longer on disk. Save the design?"));
        QVERIFY(QDir().mkpath(inside.path()));
        answerMessage("Save");
        QVERIFY(window_->close());
        QVERIFY(bytesOf(file).contains("waves"));
        QVERIFY(shows("saved"));
    }

    /// Another program empties the file, or a full disk does.
    void aDesignWhoseFileIsSpoiltIsAskedAbout_data() {
        QTest::addColumn<QString>("theirs");
        QTest::addColumn<bool>("noticed");
        QTest::newRow("emptied") << QString() << true;
        QTest::newRow("emptied a moment ago") << QString() << false;
        QTest::newRow("no design") << QString("no design") << true;
        QTest::newRow("a folder in its place") << QString("/") << true;
    }
    void aDesignWhoseFileIsSpoiltIsAskedAbout() {
        QFETCH(QString, theirs);
        QFETCH(bool, noticed);
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        const auto shows = [this](const char* state) {
            for (const CutLabel* label : window_->findChildren<CutLabel*>()) {
                if (label->text().startsWith(QString(state) + "  ")) return true;
            }
            return false;
        };
        if (noticed) answerMessage("Close");
        if (theirs == "/") {
            QVERIFY(QFile::remove(file) && QDir().mkdir(file));
        } else {
            write(file, theirs.toUtf8());
        }
        if (noticed) {
            QTRY_VERIFY(shows("unreadable on disk"));
            QVERIFY(window_->isWindowModified());
        }
        answerMessage("Cancel");
        QVERIFY(!window_->close());
        QCOMPARE(lastMessage(),
                 QString("Another program has changed a.burin on disk, and the studio can no longer read it. "
                         "Save the design?"));
        if (theirs == "/" || !noticed) return;
        whenDialogComes<QMessageBox>([](QMessageBox* box) {
            answerMessage("Mine");
            for (QAbstractButton* button : box->buttons()) {
                if (button->text().remove('&') == "Save") return button->click();
            }
        });
        QVERIFY(window_->close());
        QVERIFY2(lastMessage().contains("has changed a.burin on disk"), qPrintable(lastMessage()));
        QVERIFY(bytesOf(file).contains("waves"));
    }

    /// A sound design of another program is not worth a question, even if it was not read yet.
    void aDesignThatAnotherProgramHasJustWrittenIsLeft() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        const QByteArray theirs = QByteArray(small).replace("waves", "theirs");
        write(file, theirs);
        QVERIFY(window_->close());
        QCOMPARE(bytesOf(file), theirs);
    }

    /// File managers can drop a list of files that is empty.
    void anEmptyListOfFilesIsNotTaken() {
        QMimeData data;
        data.setData("text/uri-list", "");
        QVERIFY(data.hasUrls());
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(window_.get(), &enter);
        QVERIFY(!enter.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &drop);
    }

    /// A file manager that drags a file waits until the studio answers the drop.
    void aDropIsAnsweredBeforeAMessage() {
        const QTemporaryDir folder;
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(write(folder.filePath("a.burin"), "no design"))});
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
        bool said = false;
        whenDialogComes<QMessageBox>([&said](QMessageBox* box) {
            said = true;
            box->reject();
        });
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        drop.ignore();
        QApplication::sendEvent(window_.get(), &drop);
        QVERIFY(drop.isAccepted());
        QVERIFY(!said);
        QTRY_VERIFY(said);
    }

    /// A panel that is hidden notifies its models, which no longer exist when the destructor of QWidget runs.
    void panelsAreHiddenWhileTheWindowIsWhole() {
        child<QAction>("file.new")->trigger();
        child<QAction>("panel.roughness")->trigger();
        auto* const panel = window_->findChild<RoughnessPanel*>();
        QVERIFY(panel->isVisible());
        bool whole = false;
        whenHidden(panel, [&] { whole = qobject_cast<MainWindow*>(panel->window()) != nullptr; });
        window_.reset();
        QVERIFY(whole);
    }

    /// The next design has a node of the same name.
    void aTextThatWasLeftIsNotInTheNextDesign() {
        child<QAction>("file.new")->trigger();
        const auto* const problems = window_->findChild<ProblemsPanel*>();
        const int before = problems->count();
        type("10 m12m");
        QCOMPARE(problems->count(), before + 1);
        QVERIFY2(!child<QLineEdit>("field.width")->toolTip().isEmpty(), "a red field says why");
        answerMessage("Leave without it");
        child<QAction>("file.new")->trigger();
        QCOMPARE(window_->workbench().selection.active(), QString("surface"));
        QVERIFY2(!child<QLineEdit>("field.width")->text().contains("m12m"), "the text is in the next design");
        QCOMPARE(document().pending().handOver(), QStringList());
        QCOMPARE(problems->count(), before);
    }

    /// The pictures of a design end with it, not when the next one has pictures.
    void theNextDesignShowsNothingOfThisOne() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), small)));
        Previews& previews = window_->workbench().previews;
        const std::shared_ptr<const Design> former = document().design();
        QTRY_VERIFY(previews.shown() && previews.shown()->design == former);
        bool nothing = false;
        bool wrong = false;
        const QObject context;
        QObject::connect(&previews, &Previews::shownChanged, &context, [&] {
            const BoundNodePtr node = previews.shown();
            nothing = nothing || !node;
            wrong = wrong || (node && node->design == former);
        });
        child<QAction>("file.new")->trigger();
        QTRY_VERIFY(previews.shown() && previews.shown()->design == document().design());
        QVERIFY(nothing && !wrong);
    }

    void goingBackToATextLeavesTheStartPage() {
        child<QAction>("file.new")->trigger();
        type("10 m12m");
        child<QAction>("view.start")->trigger();
        answerMessage("Go back");
        child<QAction>("file.new")->trigger();
        QVERIFY(child<QLineEdit>("field.width")->isVisible());
        QCOMPARE(child<QLineEdit>("field.width")->text(), QString("10 m12m"));
        answerMessage("Leave without it");
        QVERIFY(window_->close());
    }

    void theLogSaysWhatHappened() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), small);
        QVERIFY(window_->openFile(file));
        QTRY_VERIFY(!window_->workbench().previews.busy());
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        child<QAction>("file.save")->trigger();
        for (const char* target : {"a.tif", "nowhere/a.tif"}) {
            ExportJob* const job = window_->exports().add(order(folder.filePath(target)));
            QTRY_VERIFY(!job->active() && job->state() != ExportJob::State::waiting);
        }
        const QString log = child<QPlainTextEdit>("log")->toPlainText();
        for (const QString& line :
             {"Opened " + file, "Saved " + file, "to " + folder.filePath("a.tif") + " begins",
              "to " + folder.filePath("a.tif") + ": done",
              "to " + folder.filePath("nowhere/a.tif") + ": failed"})
            QVERIFY2(log.contains(line), qPrintable(log));
    }

    /// Qt warns of a text with fewer places than arguments.
    void anAutosaveIsOfferedWithoutAWarning() {
        const QTemporaryDir folder;
        leaveCopies(folder.path(), {}, 1);
        QTest::failOnWarning(QRegularExpression("arg"));
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_, folder.path());
        window_->show();
        QVERIFY(child<QPushButton>("recover") != nullptr);
    }

    void aFailedAutosaveIsToldOnce() {
        const QTemporaryDir folder;
        const QString copies = folder.filePath("recovery");
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_, copies);
        window_->show();
        child<QAction>("file.new")->trigger();
        QVERIFY(QDir(copies).removeRecursively());
        write(copies, "no folder");
        const auto told = [this] {
            return child<QPlainTextEdit>("log")->toPlainText().count("The autosave could not be written");
        };
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QTRY_COMPARE(told(), 1);
        QVERIFY(window_->statusBar()->currentMessage().contains("Save the design to keep your changes."));
        document().edit("Add", [](DesignEdit& e) { e.addNode("more", "stitching"); });
        QVERIFY(QFile::remove(copies));
        QTRY_VERIFY(!QDir(copies).entryList({"*.burin"}).isEmpty());
        QCOMPARE(told(), 1);
    }

    void allAutosavesAreOffered() {
        const QTemporaryDir folder;
        leaveCopies(folder.path(), {}, 5);
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_, folder.path());
        window_->show();
        QTRY_COMPARE(window_->findChildren<QPushButton*>("recover").size(), 5);
    }

    void aFileIsOpenedWithAQuestionAboutItsAutosave_data() {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("opened");
        QTest::addColumn<bool>("recovered");
        QTest::newRow("the changes are recovered") << "Recover" << true << true;
        QTest::newRow("the saved file is opened") << "Open the saved file" << true << false;
        QTest::newRow("nothing is opened") << "Cancel" << false << false;
    }
    void aFileIsOpenedWithAQuestionAboutItsAutosave() {
        QFETCH(const QString, answer);
        QFETCH(const bool, opened);
        QFETCH(const bool, recovered);
        const QTemporaryDir folder;
        const QString copies = folder.filePath("recovery");
        const QString file = write(folder.filePath("a.burin"), small);
        leaveCopies(copies, file, 1);
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_, copies);
        window_->show();
        lastMessage().clear();
        answerMessage(answer);
        QCOMPARE(window_->openFile(file), opened);
        QCOMPARE(lastMessage(), QString("a.burin was not closed, and has unsaved changes. Recover them?"));
        QCOMPARE(document().file(), opened ? file : QString());
        QCOMPARE(document().modified(), recovered);
        QCOMPARE(document().node("dots") != nullptr, recovered);
        QCOMPARE(bytesOf(file), QByteArray(small));
        QCOMPARE(QFile::exists(copies + "/crashed-1.burin"), !recovered);
    }

    /// The card of the start page has asked already.
    void theStartPageOpensTheSavedFileWithoutAnotherQuestion() {
        const QTemporaryDir folder;
        const QString copies = folder.filePath("recovery");
        const QString file = write(folder.filePath("a.burin"), small);
        leaveCopies(copies, file, 1);
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_, copies);
        window_->show();
        for (QPushButton* button : window_->findChildren<QPushButton*>()) {
            if (button->text() == "Open the file") button->click();
        }
        QCOMPARE(document().file(), file);
        QVERIFY(!document().modified());
        QVERIFY(QFile::exists(copies + "/crashed-1.burin"));
    }

    void aDesignThatGetsAnotherNameIsNotLeft() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), small)));
        Selection& selection = window_->workbench().selection;
        selection.select({"waves"});
        selection.setSolo("waves");
        answerFileDialog(folder.filePath("b.burin"));
        window_->findChild<QAction*>("file.saveAs")->trigger();
        QCOMPARE(document().file(), folder.filePath("b.burin"));
        QVERIFY(window_->windowTitle().contains("b.burin"));
        QCOMPARE(selection.nodes(), QStringList{"waves"});
        QCOMPARE(selection.solo(), QString("waves"));
    }

    /// The file dialog asks about the name that was typed, not about the one with the suffix.
    void aFileIsNotReplacedByANameWithoutItsSuffix() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), small)));
        const QString other = write(folder.filePath("b.burin"), "burin: 1\n");
        answerFileDialog(folder.filePath("b"));
        answerMessage("Cancel");
        window_->findChild<QAction*>("file.saveAs")->trigger();
        QCOMPARE(lastMessage(), QString("b.burin already exists."));
        QCOMPARE(document().file(), folder.filePath("a.burin"));
        QCOMPARE(bytesOf(other), QByteArray("burin: 1\n"));
        answerFileDialog(folder.filePath("b"));
        answerMessage("Replace it");
        window_->findChild<QAction*>("file.saveAs")->trigger();
        QCOMPARE(document().file(), other);
        QVERIFY(bytesOf(other).contains("waves"));
    }

    /// A file with another suffix is opened as a picture.
    void aNameWithADotBecomesThatOfADesign() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), small)));
        answerFileDialog(folder.filePath("plate 1.5"));
        window_->findChild<QAction*>("file.saveAs")->trigger();
        QCOMPARE(document().file(), folder.filePath("plate 1.5.burin"));
    }

  private:
    /// Leaves copies as studios do that crash after an edit. \param file  the design; empty: a new one
    static void leaveCopies(const QString& folder, const QString& file, int count) {
        Document left{kinds()};
        if (!file.isEmpty()) QCOMPARE(left.open(file), QString());
        Recovery recovery(left, folder);
        left.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QVERIFY(recovery.keep());
        const QString copy = QDir(folder).entryInfoList({"*.burin"}).first().filePath();
        for (int k = 1; k <= count; ++k)
            QVERIFY(QFile::copy(copy, QString("%1/crashed-%2.burin").arg(folder).arg(k)));
    }
    /// Types a text into the width of the surface, and leaves the field.
    void type(const char* text) {
        window_->workbench().selection.select({"surface"});
        auto* const width = child<QLineEdit>("field.width");
        width->setFocus();
        width->selectAll();
        QTest::keyClicks(width, text);
        child<QGraphicsView>("graphView")->setFocus();
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
    static QByteArray bytesOf(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
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

BURIN_TEST(burin::ui::TestLeaving)
#include "test_leaving.moc"
