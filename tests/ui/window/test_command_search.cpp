// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/window/bars/command_search.hpp"

#include "core/design/yaml_tools.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/window/help/manual_window.hpp"
#include "ui/window/main_window.hpp"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTextBrowser>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr const char* pyramids = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: pyramids}]}
  a pyramid: {kind: math2d, expression: "0.1"}
  pyramids: {kind: math2d, expression: "0.2"}
  pyramid wall: {kind: math2d, expression: "0.3"}
  pyramid: {kind: math2d, expression: "0.4"}
  the formula: {kind: math2d, expression: "0.5"}
)yaml";

}  // namespace

class TestCommandSearch : public QObject {
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

    void enterOpensTheHighlightedNode() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), pyramids)));
        QCOMPARE(foundNodes("Pyramid"),
                 QStringList({"pyramid", "pyramids", "pyramid wall", "a pyramid", "the formula"}));
        QAbstractItemView* list = listOfFound();
        QCOMPARE(list->currentIndex().row(), 0);
        // The keyboard belongs to the list while it is open.
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(list->currentIndex().row(), 2);
        QCOMPARE(child<QLineEdit>("commandSearch")->text(), QString("Pyramid"));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(window_->workbench().selection.active(), QString("pyramid wall"));
        QVERIFY(!list->isVisible());
        QCOMPARE(foundNodes("pyramid").first(), QString("pyramid"));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(window_->workbench().selection.active(), QString("pyramid"));
    }

    /// Otherwise Ctrl+Z would take back what was typed in the field.
    void theGraphHasTheFocusAfterANodeIsFound_data() {
        QTest::addColumn<QString>("begun");
        for (const char* begun : {"by a click", "by its key", "by its key, twice"})
            QTest::newRow(begun) << begun;
    }
    void theGraphHasTheFocusAfterANodeIsFound() {
        QFETCH(QString, begun);
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), pyramids)));
        window_->workbench().document.edit(
            "Width", [](DesignEdit& edit) { edit.setValue("surface", "width", yamlScalar("90")); });
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), patience));
        auto* search = window_->findChild<CommandSearch*>();
        if (begun == "by a click") {
            if (QWidget* at = window_->focusWidget()) at->clearFocus();
            QTest::mouseClick(search, Qt::LeftButton);
        } else {
            window_->findChild<QWidget*>("inspector")->setFocus(Qt::TabFocusReason);
            search->begin(false);
            if (begun.endsWith("twice")) search->begin(false);
        }
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, "the formula");
        QTest::keyClick(listOfFound(), Qt::Key_Return);
        QCOMPARE(window_->workbench().selection.active(), QString("the formula"));
        const QWidget* at = QApplication::focusWidget();
        QVERIFY2(at != nullptr && child<QWidget>("graphPanel")->isAncestorOf(at),
                 at == nullptr ? "nothing" : qPrintable(at->objectName()));
        QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window_->workbench().document.history().index(), 0);
    }

    /// Words of a kind add a node of it first, as its name does.
    void aWordOfAKindAddsANode() {
        const QTemporaryDir folder;
        const QString text =
            QString(pyramids).replace("  the formula: ", "  profile: {kind: profile}\n  the formula: ");
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), text)));
        window_->findChild<CommandSearch*>()->begin(false);
        QTest::keyClicks(window_->findChild<CommandSearch*>(), "chamfer");
        const QAbstractItemModel* rows = listOfFound()->model();
        QCOMPARE(rows->index(0, 0).data().toString(), QString("Add node: Profile"));
        QVERIFY(rows->rowCount() > 1);
        QTest::keyClick(listOfFound(), Qt::Key_Escape);
        QCOMPARE(foundNodes("chamfer"), QStringList("profile"));
    }

    void namesOfNodesRankBeforeTheirKinds() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), pyramids)));
        const QStringList found = foundNodes("formula");
        QCOMPARE(found.first(), QString("the formula"));
        QVERIFY2(found.size() == 5 && !found.contains("surface"), qPrintable(found.join(", ")));
    }

    void theSearchNamesKindsAsTheInspectorDoes() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), pyramids)));
        foundNodes("pyramids");
        const QString shown = listOfFound()->model()->index(0, 0).data().toString();
        QTest::keyClick(listOfFound(), Qt::Key_Return);
        QCOMPARE(shown, "pyramids    " + child<QLabel>("kind")->text());
    }

    void theKeysAreFoundInTheHelpMenu() {
        const QList<QAction*> menus = window_->menuBar()->actions();
        const auto help =
            std::find_if(menus.begin(), menus.end(), [](const QAction* a) { return a->text() == "&Help"; });
        QVERIFY(help != menus.end());
        QVERIFY((*help)->menu()->actions().contains(find("help.keys")));
        find("help.keys")->trigger();
        auto* manual = window_->findChild<ManualWindow*>();
        QVERIFY(manual != nullptr && manual->isVisible());
        QCOMPARE(manual->page(), QString("keys"));
        QVERIFY(manual->findChild<QTextBrowser*>()->toPlainText().contains("find node"));
    }

    void aMeasuredPartIsComparedFromTheMenu() {
        child<QAction>("file.new")->trigger();
        auto* compare = child<QAction>("viewport.compare");
        const auto menus = window_->findChildren<QMenu*>();
        QVERIFY(std::any_of(menus.begin(), menus.end(), [compare](const QMenu* menu) {
            return menu->title() == "Measure" && menu->actions().contains(compare);
        }));
        compare->trigger();
        QVERIFY(child<QWidget>("comparison.dialog")->isVisible());
    }

    void theKeysAreFoundByTheirNames_data() {
        QTest::addColumn<QString>("words");
        for (const char* words : {"keys", "shortcuts", "keyboard"})
            QTest::newRow(words) << words;
    }
    void theKeysAreFoundByTheirNames() {
        QFETCH(QString, words);
        find("file.new")->trigger();
        auto* search = window_->findChild<CommandSearch*>();
        search->begin(false);
        QTest::keyClicks(search, words);
        QTest::keyClick(listOfFound(), Qt::Key_Return);
        auto* manual = window_->findChild<ManualWindow*>();
        QVERIFY(manual != nullptr && manual->isVisible());
        QCOMPARE(manual->page(), QString("keys"));
    }

    void theThemeIsFoundByItsNames_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("ids");
        const QStringList all{"view.theme-dark", "view.theme-light", "view.theme-system", "edit.preferences"};
        QTest::newRow("theme") << "theme" << all;
        QTest::newRow("dark") << "dark" << QStringList{"view.theme-dark", "edit.preferences"};
        QTest::newRow("light") << "light" << QStringList{"view.theme-light", "edit.preferences"};
    }
    void theThemeIsFoundByItsNames() {
        QFETCH(QString, words);
        QFETCH(QStringList, ids);
        auto* search = window_->findChild<CommandSearch*>();
        search->begin(false);
        QTest::keyClicks(search, words);
        QStringList rows;
        for (int i = 0; i < listOfFound()->model()->rowCount(); ++i)
            rows << listOfFound()->model()->index(i, 0).data().toString().section("    ", 0, 0);
        for (const QString& id : ids)
            QVERIFY2(rows.contains(child<QAction>(id.toUtf8().constData())->text().remove('&').remove("...")),
                     qPrintable(rows.join(", ")));
    }

    void aFoundThemeIsChosen() {
        theme_.choose(ThemeChoice::dark);
        auto* search = window_->findChild<CommandSearch*>();
        search->begin(false);
        QTest::keyClicks(search, "light theme");
        QTest::keyClick(listOfFound(), Qt::Key_Return);
        QCOMPARE(theme_.choice(), ThemeChoice::light);
        QCOMPARE(Settings().theme(), QString("light"));
        QVERIFY(find("view.theme-light")->isChecked() && !find("view.theme-dark")->isChecked());
        find("view.theme-dark")->trigger();
        QCOMPARE(theme_.choice(), ThemeChoice::dark);
    }

    void theClosestNameComesFirst() {
        find("file.new")->trigger();
        auto* search = window_->findChild<CommandSearch*>();
        search->begin(false);
        QTest::keyClicks(search, "exp");
        // Dialogs with many fields are only made when they are first opened, so that the window appears
        // sooner.
        QVERIFY(window_->findChild<QWidget*>("export.dialog") == nullptr);
        QVERIFY(window_->findChild<QWidget*>("batch.dialog") == nullptr);
        QTest::keyClick(listOfFound(), Qt::Key_Return);
        QTRY_VERIFY(child<QWidget>("export.dialog") != nullptr &&
                    child<QWidget>("export.dialog")->isVisible());
    }

    /// Commands with the same name say which part of the window they work in, and all texts begin at the same
    /// place.
    void noRowIsThereTwice() {
        find("file.new")->trigger();
        QTRY_VERIFY(window_->library().wasRead());
        window_->findChild<CommandSearch*>()->begin(false);
        const QAbstractItemModel* rows = listOfFound()->model();
        QSet<QString> shown;
        QVERIFY(rows->rowCount() > 60);
        for (int i = 0; i < rows->rowCount(); ++i) {
            const QModelIndex row = rows->index(i, 0);
            const QString text = row.data().toString();
            QVERIFY2(!shown.contains(text), qPrintable(text));
            QVERIFY2(!row.data(Qt::DecorationRole).value<QIcon>().isNull(), qPrintable(text));
            shown << text;
        }
        QVERIFY(shown.contains("Fit all (graph)    A"));
        screenshot(*listOfFound(), "command-list");
    }

    /// The list lies over panels of nearly the same colour.
    void theListHasABorder() {
        find("file.new")->trigger();
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
            theme_.choose(choice);
            theme_.apply();
            window_->findChild<CommandSearch*>()->begin(false);
            QAbstractItemView* list = listOfFound();
            const QImage picture = list->grab().toImage();
            const QColor border = theme_.color(Role::strongLine);
            for (const QPoint at :
                 {QPoint(0, picture.height() / 2), QPoint(picture.width() - 1, picture.height() / 2),
                  QPoint(picture.width() / 2, 0), QPoint(picture.width() / 2, picture.height() - 1)})
                QCOMPARE(picture.pixelColor(at).name(), border.name());
            QVERIFY(picture.pixelColor(4, picture.height() / 2) != border);
            QTest::keyClick(list, Qt::Key_Escape);
        }
    }

    /// Commands that cannot run now are found too. They come after all others and say what is missing.
    void whatCannotRunSaysWhy() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(write(folder.filePath("a.burin"), pyramids)));
        auto* search = window_->findChild<CommandSearch*>();
        search->begin(false);
        QTest::keyClicks(search, "");
        const QAbstractItemModel* rows = listOfFound()->model();
        const auto enabled = [](const QModelIndex& row) { return row.flags().testFlag(Qt::ItemIsEnabled); };
        int disabled = 0;
        QStringList unsaid;
        for (int i = 0; i < rows->rowCount(); ++i) {
            const QModelIndex row = rows->index(i, 0);
            const QString text = row.data().toString();
            if (enabled(row)) QVERIFY2(disabled == 0, qPrintable(text));
            if (enabled(row)) continue;
            ++disabled;
            const QString why = text.section("    ", -1);
            if (!why.contains(' ') || !why.front().isLower()) unsaid << text;
        }
        QVERIFY2(unsaid.isEmpty(), qPrintable(unsaid.join('\n')));
        QVERIFY(disabled > 5);
        screenshot(*listOfFound(), "command-list-disabled");
        QTest::keyClicks(search, "Align left");
        QCOMPARE(rows->rowCount(), 1);
        QVERIFY(rows->index(0, 0).data().toString().endsWith("select two nodes or more first"));
        QTest::keyClick(listOfFound(), Qt::Key_Return);
        QVERIFY(listOfFound()->isVisible());
        QCOMPARE(search->text(), QString("Align left"));
        QTest::mouseClick(listOfFound()->viewport(), Qt::LeftButton, {},
                          listOfFound()->visualRect(rows->index(0, 0)).center());
        QVERIFY(listOfFound()->isVisible());
        QTest::keyClick(listOfFound(), Qt::Key_Escape);
        window_->workbench().selection.select({"pyramid", "pyramids"});
        search->begin(false);
        QTest::keyClicks(search, "Align left");
        QVERIFY(enabled(rows->index(0, 0)));
    }

  private:
    template <class Widget>
    Widget* child(const char* name) {
        return window_->findChild<Widget*>(name);
    }
    [[nodiscard]] QAction* find(const char* id) { return child<QAction>(id); }

    QAbstractItemView* listOfFound() {
        return window_->findChild<CommandSearch*>()->findChild<QCompleter*>()->popup();
    }
    /// Searches the nodes for a text. \return the names in the list
    QStringList foundNodes(const QString& text) {
        auto* search = window_->findChild<CommandSearch*>();
        search->begin(true);
        QTest::keyClicks(search, text);
        QStringList names;
        const QAbstractItemModel* rows = listOfFound()->model();
        for (int i = 0; i < rows->rowCount(); ++i)
            names << rows->index(i, 0).data().toString().section("    ", 0, 0);
        return names;
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

BURIN_TEST(burin::ui::TestCommandSearch)
#include "test_command_search.moc"
