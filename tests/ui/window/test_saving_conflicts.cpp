// SPDX-License-Identifier: GPL-3.0-or-later

// The questions of the window before a save overwrites what other programs have written.

#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "ui/window/main_window.hpp"

#include <QAbstractButton>
#include <QAction>
#include <QFile>
#include <QMessageBox>
#include <QSettings>
#include <QTemporaryDir>

#include <unistd.h>

#include <memory>

namespace burin::ui {

namespace {

constexpr const char* wavesDesign = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: waves}]}
  waves: {kind: math2d, expression: "0.5 + 0.5 * sin(x / 5)"}
)yaml";

}  // namespace

class TestSavingConflicts : public QObject {
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

    void savingAsksBeforeItWritesOverOthers_data() {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("onDisk");
        QTest::addColumn<QString>("here");
        QTest::newRow("theirs: the file stays and is read") << "Theirs"
                                                            << "theirs"
                                                            << "theirs";
        QTest::newRow("mine: overwrites the file") << "Mine"
                                                   << "mine"
                                                   << "mine";
        QTest::newRow("cancel: nothing happens") << "Cancel"
                                                 << "theirs"
                                                 << "mine";
    }
    void savingAsksBeforeItWritesOverOthers() {
        QFETCH(QString, answer);
        QFETCH(QString, onDisk);
        QFETCH(QString, here);
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), wavesDesign);
        QVERIFY(window_->openFile(file));
        document().edit("Add", [](DesignEdit& e) { e.addNode("mine", "stitching"); });
        write(file, QString(wavesDesign).replace("waves", "theirs"));
        answerMessage(answer);
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY2(lastMessage().contains("has changed a.burin on disk"), qPrintable(lastMessage()));
        QTRY_VERIFY(document().node(here) != nullptr);
        QVERIFY(read(file).contains(onDisk));
        QCOMPARE(document().modified(), answer == "Cancel");
        if (answer != "Theirs") return;
        child<QAction>("edit.undo")->trigger();
        QVERIFY(document().node("mine") != nullptr);
    }

    void mineCanBeSavedBesideTheirs() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), wavesDesign);
        QVERIFY(window_->openFile(file));
        document().edit("Add", [](DesignEdit& e) { e.addNode("mine", "stitching"); });
        write(file, QString(wavesDesign).replace("waves", "theirs"));
        whenDialogComes<QMessageBox>([&](QMessageBox* box) {
            answerFileDialog(folder.filePath("b.burin"));
            for (QAbstractButton* button : box->buttons()) {
                if (button->text() == "Save as...") return button->click();
            }
        });
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(document().file(), folder.filePath("b.burin"));
        QVERIFY(read(file).contains("theirs"));
        QVERIFY(read(folder.filePath("b.burin")).contains("mine"));
    }

    /// The answer is about the version that was there when the question came.
    void savingAsksAgainAboutWhatIsWrittenDuringTheQuestion_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("agreed");
        QTest::newRow("the file of the design") << QString() << "Mine";
        QTest::newRow("another file, asked about by the window") << "b"
                                                                 << "Replace it";
        QTest::newRow("another file, asked about by the file dialog") << "b.burin"
                                                                      << "Yes";
    }
    void savingAsksAgainAboutWhatIsWrittenDuringTheQuestion() {
        QFETCH(QString, name);
        QFETCH(QString, agreed);
        const bool elsewhere = !name.isEmpty();
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), wavesDesign);
        const QString target = elsewhere ? write(folder.filePath("b.burin"), wavesDesign) : file;
        QVERIFY(window_->openFile(file));
        document().edit("Add", [](DesignEdit& e) { e.addNode("mine", "stitching"); });
        write(target, QString(wavesDesign).replace("waves", "theirs"));
        QString again;
        const auto answer = [&](QMessageBox* box, const QString& with) {
            for (QAbstractButton* button : box->buttons()) {
                if (button->text().remove('&') == with) return button->click();
            }
        };
        const auto question = [&](QMessageBox* box) {
            write(target, QString(wavesDesign).replace("waves", "later"));
            whenDialogComes<QMessageBox>([&](QMessageBox* second) {
                again = second->text();
                answer(second, "Cancel");
            });
            answer(box, agreed);
        };
        whenDialogComes<QMessageBox>(question);
        if (elsewhere) {
            answerFileDialog(folder.filePath(name));
            child<QAction>("file.saveAs")->trigger();
        } else {
            QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        }
        QVERIFY2(again.contains(elsewhere ? "b.burin already exists" : "has changed a.burin on disk"),
                 qPrintable(again));
        QVERIFY(read(target).contains("later"));
        QVERIFY(document().modified() && document().node("mine") != nullptr);
        QCOMPARE(document().file(), file);
    }

    /// The file dialog asks only whether to replace the name that was typed.
    void anotherNameOfTheFileIsAskedAboutToo_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("a symbolic link") << "link.burin";
        QTest::newRow("a hard link") << "hard.burin";
        QTest::newRow("another spelling") << "linked/a.burin";
    }
    void anotherNameOfTheFileIsAskedAboutToo() {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), wavesDesign);
        QVERIFY(QFile::link(file, folder.filePath("link.burin")));
        QVERIFY(QFile::link(folder.path(), folder.filePath("linked")));
        QCOMPARE(::link(QFile::encodeName(file).constData(),
                        QFile::encodeName(folder.filePath("hard.burin")).constData()),
                 0);
        const QString other = folder.filePath(name);
        QVERIFY(window_->openFile(file));
        document().edit("Add", [](DesignEdit& e) { e.addNode("mine", "stitching"); });
        write(file, QString(wavesDesign).replace("waves", "theirs"));
        const auto saveAs = [&](const char* answer) {
            whenDialogComes<QFileDialog>([&](QFileDialog* dialog) {
                dialog->setOption(QFileDialog::DontConfirmOverwrite);
                answerMessage(answer);
                dialog->findChild<QLineEdit*>("fileNameEdit")->setText(other);
                QMetaObject::invokeMethod(dialog, "accept");
            });
            child<QAction>("file.saveAs")->trigger();
        };
        saveAs("Cancel");
        QVERIFY2(lastMessage().contains("has changed a.burin on disk"), qPrintable(lastMessage()));
        QVERIFY(read(other).contains("theirs") && document().modified());
        saveAs("Mine");
        QVERIFY(read(other).contains("mine") && !document().modified());
        QCOMPARE(document().file(), other);
    }

    void savingAsksBeforeItWritesOverWhatIsUndone() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), wavesDesign);
        QVERIFY(window_->openFile(file));
        write(file, QString(wavesDesign).replace("waves", "theirs"));
        QTRY_VERIFY(document().node("theirs") != nullptr);
        child<QAction>("edit.undo")->trigger();
        QVERIFY(document().node("waves") != nullptr && document().modified());
        answerMessage("Cancel");
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY2(lastMessage().contains("you have undone that change here"), qPrintable(lastMessage()));
        QVERIFY(read(file).contains("theirs"));
        answerMessage("Mine");
        child<QAction>("file.save")->trigger();
        QVERIFY(!document().modified());
        QVERIFY(read(file).contains("waves"));
    }

    /// The comparison uses the file's text at the time of the copy. This studio may have changed it since.
    void aRecoveredDesignIsAskedAboutInItsOwnWords_data() {
        QTest::addColumn<bool>("undone");
        QTest::addColumn<QString>("words");
        QTest::newRow("the file was written after the copy")
            << false << "a.burin has changed on disk since the autosave of the recovered design";
        QTest::newRow("theirs was undone before the copy") << true << "you have undone that change here";
    }
    void aRecoveredDesignIsAskedAboutInItsOwnWords() {
        QFETCH(bool, undone);
        QFETCH(QString, words);
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), wavesDesign);
        QVERIFY(window_->openFile(file));
        const QByteArray base = document().fileChecksum();
        const QString theirs = QString(wavesDesign).replace("waves", "theirs");
        if (!undone) write(file, theirs);
        QCOMPARE(document().recover(QByteArray(wavesDesign).replace("waves", "mine"), file, base, undone),
                 QString());
        answerMessage("Cancel");
        child<QAction>("file.save")->trigger();
        QVERIFY2(lastMessage().contains(words), qPrintable(lastMessage()));
        answerMessage("Mine");
        child<QAction>("file.save")->trigger();
        QVERIFY(read(file).contains("mine") && !document().modified());
        document().edit("Add", [](DesignEdit& e) { e.addNode("more", "stitching"); });
        write(file, theirs);
        answerMessage("Cancel");
        child<QAction>("file.save")->trigger();
        QVERIFY2(lastMessage().contains("Another program or studio has changed a.burin on disk"),
                 qPrintable(lastMessage()));
    }

    /// Neither studio overwrites what the other has saved.
    void twoStudiosAskEachOther() {
        const QTemporaryDir folder;
        const QString file = write(folder.filePath("a.burin"), wavesDesign);
        Document other(kinds());
        QCOMPARE(other.open(file), QString());
        QVERIFY(window_->openFile(file));
        document().edit("Add", [](DesignEdit& e) { e.addNode("here", "stitching"); });
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(!document().modified());
        QVERIFY(other.changedOnDisk());
        other.edit("Add", [](DesignEdit& e) { e.addNode("there", "stitching"); });
        QCOMPARE(other.save(file, FileStamp::of(file)), QString());
        document().edit("Add", [](DesignEdit& e) { e.addNode("again", "stitching"); });
        answerMessage("Cancel");
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(read(file).contains("there"));
    }

  private:
    template <class Widget>
    Widget* child(const char* name) {
        return window_->findChild<Widget*>(name);
    }
    Document& document() { return window_->document(); }

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
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSavingConflicts)
#include "test_saving_conflicts.moc"
