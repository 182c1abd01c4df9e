// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/panels/library/library_panel.hpp"

#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/gated_backend.hpp"
#include "tests/ui/support/library_test.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/library_files.hpp"
#include "ui/panels/library/category_chips.hpp"
#include "ui/panels/library/library_cards.hpp"
#include "ui/panels/library/save_pattern_dialog.hpp"

#include <QAction>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>

namespace burin::ui {

class TestLibraryPanel : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        files_ = std::make_unique<LibraryTest>();
        writeText(files_->own() + "/Lattices/mine.burin", QByteArray(domesPattern).replace("Domes", "Mine"));
        writeText(files_->own() + "/Stone/bad.burin", "burin: [");
        files_->read();
        studio_ = std::make_unique<StudioTest>();
        panel_ = std::make_unique<LibraryPanel>(studio_->workbench(), *files_->library);
        panel_->resize(panel_->sizeHint());
        panel_->show();
        panel_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(panel_.get(), patience));
        panel_->setFocus();
    }
    void cleanup() {
        panel_.reset();
        studio_.reset();
        files_.reset();
    }

    void looksAsDrawn_data() {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::newRow("dark") << ThemeChoice::dark;
        QTest::newRow("light") << ThemeChoice::light;
    }
    /// A screenshot for review in both themes, with the open group marked; the test checks the mark.
    void looksAsDrawn() {
        QFETCH(ThemeChoice, choice);
        QCOMPARE(studio_->load(domesPattern), QString());
        panel_->setOpenGroup("domes");
        studio_->theme.choose(choice);
        QCOMPARE(marked(), QString("Domes"));
        screenshot(*panel_, choice == ThemeChoice::dark ? "library-panel-dark" : "library-panel-light");
        studio_->theme.choose(ThemeChoice::dark);
    }

    void itShowsAllAtFirst() {
        QCOMPARE(names(), QStringList({"Domes", "Mine", "bad"}));
        QCOMPARE(child<QLabel>("libraryCount")->text(), QString("3 of 3"));
        QCOMPARE(chipsInSight(), QStringList({"All", "Lattices", "Stone", "Own"}));
        screenshot(*panel_, "library-panel");
    }

    /// The cards begin at the left side of the search, and the last of a row ends at the right side.
    void theCardsAreLevelWithTheSearch() {
        panel_->resize(420, 400);
        QTRY_COMPARE(cards()->gridSize().width(), 133);
        const QModelIndex third = cards()->model()->index(2, 0);
        const QRect first = cards()->cardIn(cards()->visualRect(third.siblingAtRow(0)));
        QCOMPARE(cards()->viewport()->mapTo(panel_.get(), first.topLeft()).x(), search()->x());
        QCOMPARE(cards()->cardIn(cards()->visualRect(third)).right(), 396);
    }

    void itSaysThatTheLibraryIsRead() {
        Library library(kinds(), files_->shipped(), files_->own());
        LibraryPanel panel(studio_->workbench(), library);
        panel.show();
        const auto* nothing = panel.findChild<QLabel*>("libraryNothing");
        const auto* count = panel.findChild<QLabel*>("libraryCount");
        QVERIFY(nothing->isVisible());
        QCOMPARE(nothing->text(), QString("The library is being read."));
        QCOMPARE(count->text(), QString());
        QCOMPARE(panel.findChild<CategoryChip*>("category.")->accessibleName(), QString("All"));
        QTRY_COMPARE(count->text(), QString("3 of 3"));
        QVERIFY(!nothing->isVisible());
    }

    void wordsFindPatterns() {
        QTest::keyClicks(search(), "hexagon");
        QCOMPARE(names(), QStringList({"Domes", "Mine"}));
        search()->clear();
        QTest::keyClicks(search(), "dome");
        QCOMPARE(names(), QStringList{"Domes"});
    }

    void nothingFoundOffersToSearchAll() {
        chip("Stone")->click();
        QTest::keyClicks(search(), "dome");
        QVERIFY(names().isEmpty());
        auto* nothing = child<QLabel>("libraryNothing");
        QVERIFY(nothing->isVisible());
        QVERIFY2(nothing->text().contains("No pattern is called &quot;dome&quot;.") ||
                     nothing->text().contains("No pattern is called \"dome\"."),
                 qPrintable(nothing->text()));
        QVERIFY(nothing->text().contains("Search all 3?"));
        emit nothing->linkActivated("all");
        QCOMPARE(names(), QStringList{"Domes"});
        QVERIFY(!nothing->isVisible());
    }

    void chipsAreChosenByArrowKeys() {
        chip("")->setFocus();
        QTest::keyClick(chip(""), Qt::Key_Right);
        QCOMPARE(names(), QStringList({"Domes", "Mine"}));
        QTest::keyClick(chip("Lattices"), Qt::Key_Left);
        QTest::keyClick(chip(""), Qt::Key_Left);
        QCOMPARE(names(), QStringList({"Mine", "bad"}));  // Own
    }

    /// The panel is hidden while a pattern is saved, and shown later at another size.
    void theChosenCardIsInSightOnceItIsShown() {
        for (int i = 0; i < 60; ++i)
            writeText(files_->own() + QString("/Lattices/dot%1.burin").arg(i), domesPattern);
        files_->read();
        QTRY_VERIFY(cards()->shown().size() > 60);
        const QString file = cards()->shown()[55].file;
        panel_->hide();
        panel_->resize(1000, 300);
        cards()->choose(file);
        panel_->show();
        panel_->resize(230, 460);
        const auto inSight = [this] {
            const QRect card = cards()->visualRect(cards()->currentIndex());
            return card.top() >= 0 && card.bottom() <= cards()->viewport()->height();
        };
        QTRY_COMPARE(panel_->width(), 230);
        QTRY_VERIFY(inSight());
        QCOMPARE(cards()->current()->file, file);
        panel_->resize(420, 400);
        QTRY_COMPARE(panel_->width(), 420);
        QTRY_VERIFY(inSight());
    }

    /// The bar keeps its place, and has a handle only if there is something to scroll.
    void theScrollBarIsEnabledIfThereIsMoreToSee() {
        panel_->resize(420, 700);
        const QScrollBar* bar = cards()->verticalScrollBar();
        QTRY_COMPARE(panel_->height(), 700);
        QTRY_COMPARE(bar->maximum(), 0);
        QVERIFY(bar->isVisible());
        QVERIFY(!bar->isEnabled());
        for (int i = 0; i < 60; ++i)
            writeText(files_->own() + QString("/Lattices/dot%1.burin").arg(i), domesPattern);
        files_->read();
        QTRY_VERIFY(cards()->shown().size() > 60);
        QTRY_VERIFY(bar->maximum() > 0);
        QVERIFY(bar->isEnabled());
    }

    /// Many categories take two rows, until the last chip shows them all.
    void manyCategoriesFold() {
        for (const char* category : {"Bone", "Cloth", "Glass", "Leather", "Metal", "Nature", "Sand", "Wood"})
            writeText(files_->own() + '/' + category + "/dot.burin", domesPattern);
        files_->read();
        const auto rows = [this] { return (child<QWidget>("libraryCategories")->height() + 4) / 28; };
        QTRY_VERIFY(panel_->findChildren<CategoryChip*>().size() > 10);
        panel_->resize(272, 500);
        QTRY_COMPARE(rows(), 2);
        for (const char* one : {"All", "Own", "More"})
            QVERIFY(chipsInSight().contains(one));
        QVERIFY(!chipsInSight().contains("Wood"));
        screenshot(*panel_, "library-panel-folded");
        auto* more = child<CategoryChip>("moreCategories");
        QVERIFY2(chip("\x01own")->nextInFocusChain() == more, "it is the last chip for Tab too");
        more->click();
        QVERIFY(chipsInSight().contains("Wood") && chipsInSight().contains("Fewer"));
        QVERIFY(rows() > 2);
        chip("Wood")->click();
        more->click();
        QCOMPARE(rows(), 2);
        QVERIFY2(chipsInSight().contains("Wood"), "the chosen category stays in sight");
        // Beyond the ends, arrow keys go to chips in sight.
        chip("Wood")->setFocus();
        QTest::keyClick(chip("Wood"), Qt::Key_Down);
        QVERIFY(chip("\x01own")->hasFocus() && chip("\x01own")->isChecked());
    }

    void aPatternIsAddedByKeysAlone() {
        QSignalSpy wanted(panel_.get(), &LibraryPanel::patternWanted);
        QTest::keyClicks(search(), "mine");
        QTest::keyClick(search(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
        search()->clear();
        QTest::keyClick(search(), Qt::Key_Down);
        QVERIFY(cards()->hasFocus());
        QTest::keyClick(cards(), Qt::Key_Home);
        QTest::keyClick(cards(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 2);
        const auto pattern = wanted[1][0].value<std::shared_ptr<const Pattern>>();
        QCOMPARE(pattern->shown.title, std::string_view("Domes"));
    }

    void aBrokenPatternSaysWhy() {
        choose("bad");
        QVERIFY(child<QLabel>("libraryDetail")->isVisible());
        QVERIFY(child<QLabel>("libraryDetail")->text().contains("Line "));
        QSignalSpy wanted(panel_.get(), &LibraryPanel::patternWanted);
        QTest::keyClick(cards(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 0);
        choose("Domes");
        QVERIFY(!child<QLabel>("libraryDetail")->isVisible());
    }

    void aCardIsDragged() {
        QSignalSpy dragged(panel_.get(), &LibraryPanel::patternDragged);
        QSignalSpy dropped(panel_.get(), &LibraryPanel::patternDropped);
        QSignalSpy cancelled(panel_.get(), &LibraryPanel::dragCancelled);
        const QPoint from = cards()->visualRect(cards()->model()->index(0, 0)).center();
        press(from);
        QCOMPARE(dropped.size(), 0);
        QCOMPARE(dragged.size(), 1);
        QTest::mouseRelease(cards()->viewport(), Qt::LeftButton, {}, from + QPoint(60, 60));
        QCOMPARE(dropped.size(), 1);
        press(from);
        QTest::keyClick(cards(), Qt::Key_Escape);
        QTest::mouseRelease(cards()->viewport(), Qt::LeftButton, {}, from + QPoint(60, 60));
        QCOMPARE(cancelled.size(), 1);
        QCOMPARE(dropped.size(), 1);
    }

    void onlyOwnEntriesAreChanged() {
        choose("Domes");
        QVERIFY(!command("library.rename")->isEnabled());
        QVERIFY(!command("library.remove")->isEnabled());
        choose("bad");
        QVERIFY(!command("library.rename")->isEnabled());
        QVERIFY(command("library.remove")->isEnabled());
    }

    void anEntryIsRenamed() {
        choose("Mine");
        whenDialogComes<QInputDialog>([](QInputDialog* dialog) {
            dialog->setTextValue("Yours");
            dialog->accept();
        });
        QTest::keyClick(cards(), Qt::Key_F2);
        QTRY_VERIFY(names().contains("Yours"));
        QVERIFY(QFile::exists(files_->own() + "/Lattices/yours.burin"));
        QVERIFY(!QFile::exists(files_->own() + "/Lattices/mine.burin"));
    }

    void removingAsks() {
        choose("Mine");
        answerMessage("Cancel");
        QTest::keyClick(cards(), Qt::Key_Delete);
        QVERIFY(QFile::exists(files_->own() + "/Lattices/mine.burin"));
        panel_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(panel_.get(), patience));
        answerMessage("Remove");
        QTest::keyClick(cards(), Qt::Key_Delete);
        QVERIFY(!QFile::exists(files_->own() + "/Lattices/mine.burin"));
        QTRY_VERIFY(!names().contains("Mine"));
    }

    void theOpenGroupIsMarkedAndCanBeSaved() {
        QCOMPARE(studio_->load(domesPattern), QString());
        panel_->setOpenGroup("domes");
        QVERIFY(child<QPushButton>("saveToLibrary")->isEnabled());
        QVERIFY(child<QPushButton>("saveToLibrary")->toolTip().contains("Domes"));
        screenshot(*panel_, "library-panel-open");
        panel_->setOpenGroup({});
        QVERIFY(!child<QPushButton>("saveToLibrary")->isEnabled());
    }

    /// The card of the open group has the accent line and a word. Another group of the same title is not
    /// marked, and an edited copy is not marked either. A group that was just saved is marked, although it
    /// has no title.
    void theCardOfTheOpenGroupIsMarked() {
        QCOMPARE(studio_->load(domesPattern), QString());
        QCOMPARE(marked(), QString());
        panel_->setOpenGroup("domes");
        QCOMPARE(marked(), QString("Domes"));  // "Mine" has an equal group of another title
        panel_->setOpenGroup("cap");
        QCOMPARE(marked(), QString());
        panel_->setOpenGroup("domes");
        const auto change = [&](const char* inner, const char* value) {
            studio_->document.edit("Change", [&](DesignEdit& edit) {
                edit.setScope(inner);
                edit.setValue("cap", "muted", yamlScalar(value));
            });
        };
        change("cap", "true");  // changes a group that the pattern needs
        QCOMPARE(marked(), QString());
        studio_->document.undo();
        QCOMPARE(marked(), QString("Domes"));
        studio_->document.edit("Rename", [](DesignEdit& edit) {
            edit.renameGroup("cap", "hat");
            edit.describeGroup("domes", "", "");
        });
        QCOMPARE(marked(), QString("Domes Mine"));
        panel_->setOpenGroup({});
        QCOMPARE(marked(), QString());
    }

    void aGroupThatWasSavedIsMarked() {
        QCOMPARE(studio_->load(domesPattern), QString());
        studio_->document.edit("Group", [](DesignEdit& edit) {
            edit.addNode("stone", "math2d");
            edit.setValue("stone", "expression", yamlScalar("0.5", true));
            edit.groupNodes(std::vector<std::string>{"stone"}, "group", "pebbles");
        });
        studio_->selection.select({});
        panel_->setOpenGroup("group");
        QCOMPARE(marked(), QString());
        whenDialogComes<SavePatternDialog>([](SavePatternDialog* dialog) {
            dialog->findChild<QLineEdit*>("patternTitle")->setText("Halves");
            dialog->accept();
        });
        child<QPushButton>("saveToLibrary")->click();
        QTRY_COMPARE(marked(), QString("Halves"));
        QCOMPARE(studio_->document.design()->document.find("groups")->find("group")->find("title"),
                 static_cast<const YamlValue*>(nullptr));
    }

    void aGroupIsSavedAndReplacesOnlyIfAsked() {
        QVERIFY(!child<QPushButton>("saveToLibrary")->isEnabled());
        QCOMPARE(studio_->load(domesPattern), QString());
        studio_->selection.select({"shown"});
        QVERIFY(child<QPushButton>("saveToLibrary")->isEnabled());
        panel_->setPicture([] {
            QImage picture(240, 148, QImage::Format_RGB32);
            picture.fill(Qt::yellow);
            return picture;
        });
        const auto save = [this] {
            whenDialogComes<SavePatternDialog>([](SavePatternDialog* dialog) {
                dialog->findChild<QLineEdit*>("patternTitle")->setText("New domes");
                dialog->findChild<QComboBox*>("patternCategory")->setCurrentText("Fresh");
                dialog->findChild<QLineEdit*>("patternWords")->setText("bubbles");
                screenshot(*dialog, "save-pattern");
                dialog->accept();
            });
            child<QPushButton>("saveToLibrary")->click();
        };
        const QString before = studio_->document.text();
        save();
        QTRY_VERIFY(names().contains("New domes"));
        // The new card is the current one, and it is visible.
        QVERIFY(cards()->current() != nullptr);
        QCOMPARE(cards()->current()->name, QString("New domes"));
        const LibraryEntry entry = files_->entry("New domes");
        QVERIFY2(entry.problem.isEmpty(), qPrintable(entry.problem));
        QCOMPARE(entry.category, QString("Fresh"));
        QCOMPARE(entry.picture.pixelColor(5, 5), QColor(Qt::yellow));
        QCOMPARE(entry.pattern->shown.words.front(), std::string_view("bubbles"));
        QCOMPARE(studio_->document.text(), before);

        const QDateTime written = QFileInfo(entry.file).lastModified();
        answerMessage("Cancel");
        QString typed;
        whenDialogComes<SavePatternDialog>([&](SavePatternDialog* dialog) {
            dialog->findChild<QLineEdit*>("patternTitle")->setText("New domes");
            dialog->findChild<QComboBox*>("patternCategory")->setCurrentText("Fresh");
            dialog->accept();
            if (dialog->isVisible()) typed = dialog->notes().title;
            dialog->reject();
        });
        child<QPushButton>("saveToLibrary")->click();
        QCOMPARE(typed, QString("New domes"));  // the dialog is open for another name
        QCOMPARE(QFileInfo(entry.file).lastModified(), written);
        QVERIFY2(lastMessage().contains("already has"), qPrintable(lastMessage()));
    }

    /// The chip "Own" shows all entries of the user. A folder with the name `Own` gets no second chip.
    void ownEntriesHaveOneChip() {
        QCOMPARE(studio_->load(domesPattern), QString());
        studio_->selection.select({"shown"});
        whenDialogComes<SavePatternDialog>([](SavePatternDialog* dialog) {
            QCOMPARE(dialog->findChild<QComboBox*>("patternCategory")->currentText(), QString("Own"));
            dialog->findChild<QLineEdit*>("patternTitle")->setText("Third");
            dialog->accept();
        });
        child<QPushButton>("saveToLibrary")->click();
        QTRY_VERIFY(names().contains("Third"));
        QCOMPARE(chipsInSight(), QStringList({"All", "Lattices", "Stone", "Own"}));
        chip("\x01own")->click();
        QVERIFY(names().contains("Third") && names().contains("Mine"));
    }

    /// A group without a title is offered under the name that the user gave its node.
    void aGroupWithoutATitleIsCalledAsItsNode() {
        QCOMPARE(studio_->load(domesPattern), QString());
        studio_->document.edit("Group", [](DesignEdit& edit) {
            edit.addNode("stone", "math2d");
            edit.groupNodes(std::vector<std::string>{"stone"}, "group", "my pebbles");
        });
        studio_->selection.select({"my pebbles"});
        QString offered;
        whenDialogComes<SavePatternDialog>([&](SavePatternDialog* dialog) {
            offered = dialog->findChild<QLineEdit*>("patternTitle")->text();
            dialog->reject();
        });
        child<QPushButton>("saveToLibrary")->click();
        QCOMPARE(offered, QString("my pebbles"));
    }

    /// An instance that is selected inside of a group does not take the place of the open group.
    void theDialogNamesTheGroupThatIsSaved() {
        QCOMPARE(studio_->load(domesPattern), QString());
        studio_->document.scope().enter("shown");
        panel_->setOpenGroup("domes");
        studio_->selection.select({"cap"});
        QString offered;
        const auto look = [&offered] {
            whenDialogComes<SavePatternDialog>([&offered](SavePatternDialog* dialog) {
                offered = dialog->notes().title + ": " + dialog->findChild<QLabel*>("patternSubject")->text();
                dialog->reject();
            });
        };
        look();
        child<QPushButton>("saveToLibrary")->click();
        QCOMPARE(offered, QString("Domes: Saves the group Domes with 1 parameter: gap"));
        look();
        panel_->saveGroupOf("cap");
        QCOMPARE(offered, QString("cap: Saves the group cap with 1 parameter: size"));
    }

    void aRoughPictureIsReplaced_data() {
        QTest::addColumn<bool>("closed");
        QTest::newRow("the dialog is open until the picture is exact") << false;
        QTest::newRow("it is closed before: the pattern is saved with the picture that there was") << true;
    }
    /// A quick save does not keep a sketch.
    void aRoughPictureIsReplaced() {
        QFETCH(bool, closed);
        QCOMPARE(studio_->load(domesPattern), QString());
        studio_->selection.select({"shown"});
        GatedBackend gate(studio_->backend);
        Previews previews(Engine{gate, studio_->budget, {}, test::openTestTextureWriter});
        gate.pass(0);
        previews.setView({0, {0, 0, 200, 200}});
        previews.setDesign(studio_->document.design());
        QTRY_VERIFY(previews.shown());
        LibraryPanel panel({studio_->document, studio_->selection, previews, studio_->theme},
                           *files_->library);
        panel.setPicture([&] {
            const bool exact = previews.progress().state() == PreviewProgress::State::exact;
            QImage picture(240, 148, QImage::Format_RGB32);
            picture.fill(exact ? Qt::green : Qt::red);
            return picture;
        });
        const QString file = patternFile(files_->own(), "Own", "Slow");
        const auto saved = [&] { return QImage(file.chopped(6) + ".png").pixelColor(5, 5); };
        QColor atOnce;
        bool waits = false;
        whenDialogComes<SavePatternDialog>([&](SavePatternDialog* dialog) {
            dialog->findChild<QLineEdit*>("patternTitle")->setText("Slow");
            dialog->accept();
            if (QFileInfo::exists(file)) atOnce = saved();
            waits = dialog->isVisible() && dialog->waits();
            screenshot(*dialog, "save-pattern-waits");
            if (closed) dialog->reject();
            gate.open();
        });
        panel.save();
        gate.open();
        QVERIFY(waits);
        QCOMPARE(atOnce, QColor(Qt::red));
        QCOMPARE(saved(), QColor(closed ? Qt::red : Qt::green));
        QTRY_VERIFY(names().contains("Slow"));
    }

    /// Typed notes stay if they cannot be saved.
    void aFailureKeepsWhatIsTyped() {
        QCOMPARE(studio_->load(domesPattern), QString());
        studio_->selection.select({"shown"});
        writeText(files_->own() + "/Blocked", "a file in place of the category's folder");
        QString typed;
        QString problem;
        whenDialogComes<SavePatternDialog>([&](SavePatternDialog* dialog) {
            dialog->findChild<QLineEdit*>("patternTitle")->setText("Domes of glass");
            dialog->findChild<QComboBox*>("patternCategory")->setCurrentText("Blocked");
            dialog->accept();
            if (dialog->isVisible()) typed = dialog->notes().title;
            problem = dialog->findChild<QLabel*>("patternProblem")->text();
            dialog->reject();
        });
        child<QPushButton>("saveToLibrary")->click();
        QCOMPARE(typed, QString("Domes of glass"));
        QVERIFY(!problem.isEmpty());
    }

    /// The picture follows the pictures of the viewport while the dialog is open.
    void thePictureIsThatOfTheEnd() {
        QCOMPARE(studio_->load(domesPattern), QString());
        studio_->selection.select({"shown"});
        QColor color = Qt::red;
        panel_->setPicture([&] {
            QImage picture(240, 148, QImage::Format_RGB32);
            picture.fill(color);
            return picture;
        });
        const QSignalSpy begins(panel_.get(), &LibraryPanel::pictureBegins);
        const QSignalSpy ends(panel_.get(), &LibraryPanel::pictureEnds);
        whenDialogComes<SavePatternDialog>([&](SavePatternDialog* dialog) {
            color = Qt::green;
            dialog->findChild<QLineEdit*>("patternTitle")->setText("Green");
            dialog->accept();
        });
        child<QPushButton>("saveToLibrary")->click();
        QTRY_VERIFY(names().contains("Green"));
        QCOMPARE(files_->entry("Green").picture.pixelColor(5, 5), QColor(Qt::green));
        QCOMPARE(begins.count(), 1);
        QCOMPARE(ends.count(), 1);
    }

  private:
    template <class T>
    T* child(const char* name) {
        return panel_->findChild<T*>(name);
    }
    QLineEdit* search() { return child<QLineEdit>("searchPatterns"); }
    LibraryCards* cards() { return child<LibraryCards>("libraryCards"); }
    CategoryChip* chip(const char* category) {
        return panel_->findChild<CategoryChip*>(QString("category.") + category);
    }
    QStringList chipsInSight() {
        QStringList texts;
        for (const CategoryChip* one : panel_->findChildren<CategoryChip*>()) {
            if (!one->isHidden()) texts << one->text();
        }
        return texts;
    }
    QAction* command(const char* id) { return panel_->findChild<QAction*>(id); }
    QStringList names() {
        QStringList all;
        for (const LibraryEntry& entry : cards()->shown())
            all << entry.name;
        return all;
    }
    /// The names of the cards that are marked as the open group, by the line around them and by a word.
    QString marked() {
        const QColor accent = studio_->theme.color(Role::accent);
        const QImage image = cards()->viewport()->grab().toImage();
        const auto inAccent = [&](const QRect& wanted) {
            const QRect place = wanted & image.rect();
            int found = 0;
            for (int y = place.top(); y <= place.bottom(); ++y) {
                for (int x = place.left(); x <= place.right(); ++x) {
                    const QColor color = image.pixelColor(x, y);
                    const int distance = std::abs(color.red() - accent.red()) +
                                         std::abs(color.green() - accent.green()) +
                                         std::abs(color.blue() - accent.blue());
                    found += distance < 200 ? 1 : 0;
                }
            }
            return found;
        };
        QStringList marked;
        for (int i = 0; i < cards()->model()->rowCount(); ++i) {
            const QModelIndex index = cards()->model()->index(i, 0);
            const QRect cell = cards()->visualRect(index);
            constexpr QSize picture(120, 74);
            const QPoint corner = cards()->cardIn(cell).topLeft();
            const bool line = inAccent({corner + QPoint(-3, 10), QSize(3, 20)}) >= 20;
            const bool word = inAccent({corner + QPoint(80, picture.height() + 2), QSize(36, 16)}) >= 10;
            if (line != word) qFatal("a card has only one of both marks");
            if (line) marked << index.data().toString();
        }
        return marked.join(' ');
    }
    void choose(const QString& name) {
        cards()->setFocus();
        cards()->setCurrentIndex(cards()->model()->index(static_cast<int>(names().indexOf(name)), 0));
    }
    /// Presses a card and moves it a little.
    void press(QPoint from) {
        QTest::mousePress(cards()->viewport(), Qt::LeftButton, {}, from);
        const QPoint to = from + QPoint(60, 60);
        QMouseEvent event(QEvent::MouseMove, to, cards()->viewport()->mapToGlobal(to), Qt::NoButton,
                          Qt::LeftButton, {});
        QCoreApplication::sendEvent(cards()->viewport(), &event);
    }

    std::unique_ptr<LibraryTest> files_;
    std::unique_ptr<StudioTest> studio_;
    std::unique_ptr<LibraryPanel> panel_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLibraryPanel)
#include "test_library_panel.moc"
