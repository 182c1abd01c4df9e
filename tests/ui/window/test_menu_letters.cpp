// SPDX-License-Identifier: GPL-3.0-or-later

// The menus are used with the keyboard alone: each entry has a letter.

#include "support/testing.hpp"
#include "ui/window/main_window.hpp"

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QSet>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr const char* grouped = R"yaml(burin: 2
pixel: 1 um
groups:
  pebbles:
    inputs:
      - mask: outline & more
        optional: true
    output: bed
    nodes:
      bed: {kind: math2d, width: 40, height: 40, expression: "x / 40", inputs: [mask: "$outline & more"]}
nodes:
  surface: {kind: root, width: 400, height: 300, inputs: [data: wall]}
  wall: {kind: group, group: pebbles}
editor:
  frames:
    - {title: All, x: -200, y: -200, width: 90, height: 90}
)yaml";

}  // namespace

class TestMenuLetters : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        QCOMPARE(window_->workbench().document.recover(QString::fromUtf8(grouped), {}), QString());
    }
    void cleanup() { window_.reset(); }

    void eachEntryOfTheMenuBarHasALetterOfItsOwn() {
        int entries = 0;
        for (const QAction* menu : window_->menuBar()->actions())
            check(*menu->menu(), entries);
        QVERIFY2(entries > 100, qPrintable(QString::number(entries)));
    }

    void aLetterThatIsWrittenByHandStays_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("letter");
        QTest::newRow("Save, which Save as cannot take") << "file.save"
                                                         << "s";
        QTest::newRow("Save as") << "file.saveAs"
                                 << "a";
        QTest::newRow("Open") << "file.open"
                              << "o";
        QTest::newRow("a menu of File") << "file.recent"
                                        << "r";
        QTest::newRow("Undo") << "edit.undo"
                              << "u";
        QTest::newRow("the export dialog") << "export.open"
                                           << "e";
    }
    void aLetterThatIsWrittenByHandStays() {
        QFETCH(QString, command);
        QFETCH(QString, letter);
        QCOMPARE(lettersOfTheBar().value(command), letter);
        QCOMPARE(lettersOfTheBar().value(command), letter);  // if the menu opens again, too
    }

    /// The history's commands have the name of a step in their texts.
    void anEditChangesNoLetter() {
        const QMap<QString, QString> before = lettersOfTheBar();
        Document& document = window_->workbench().document;
        const auto mute = [](DesignEdit& edit) { edit.setMuted("wall", true); };
        QCOMPARE(document.edit("Copy, delete and paste a preference", mute), QString());
        QCOMPARE(lettersOfTheBar(), before);
        document.undo();
        QCOMPARE(lettersOfTheBar(), before);
    }

    void eachEntryOfTheGraphsContextMenusHasALetterOfItsOwn_data() {
        QTest::addColumn<QString>("of");
        QTest::addColumn<int>("least");
        QTest::newRow("a node") << "node" << 20;
        QTest::newRow("the surface, with its own command") << "surface" << 23;
        QTest::newRow("a wire") << "wire" << 5;
        QTest::newRow("a frame") << "frame" << 2;
        QTest::newRow("the canvas") << "canvas" << 9;
        QTest::newRow("the inputs of a group") << "inputs" << 13;
    }
    void eachEntryOfTheGraphsContextMenusHasALetterOfItsOwn() {
        QFETCH(QString, of);
        QFETCH(int, least);
        auto& graph = *window_->findChild<GraphPanel*>();
        if (of == "inputs") window_->workbench().document.scope().enter("wall");
        Hit hit;
        if (of == "node") hit.node = graph.scene().node("wall");
        if (of == "surface") hit.node = graph.scene().node("surface");
        if (of == "inputs") hit.node = graph.scene().node(QString::fromUtf8(inputsBlock.data()));
        if (of == "wire") hit.wire = graph.scene().wire("surface", 0);
        if (of == "frame") hit.part = Hit::Part::frame;
        if (hit.part == Hit::Part::frame) hit.index = 0;
        emit graph.view().menuRequested(hit, {});
        auto* menu = graph.findChild<QMenu*>("graphMenu");
        QVERIFY(menu != nullptr);
        int entries = 0;
        check(*menu, entries);
        QVERIFY2(entries >= least, qPrintable(QString::number(entries)));
        menu->close();
        // The commands have the letters of the menu bar again when its menus open.
        entries = 0;
        for (const QAction* each : window_->menuBar()->actions())
            check(*each->menu(), entries);
    }

    void eachEntryOfTheViewportsContextMenusHasALetterOfItsOwn() {
        auto& panel = *window_->findChild<ViewportPanel*>();
        if (panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        const QPoint at = panel.viewport()->rect().center();
        QContextMenuEvent asks(QContextMenuEvent::Mouse, at, panel.viewport()->mapToGlobal(at));
        QApplication::sendEvent(panel.viewport(), &asks);
        auto* menu = panel.findChild<QMenu*>("viewportMenu");
        QVERIFY(menu != nullptr);
        int entries = 0;
        check(*menu, entries);
        QVERIFY2(entries >= 25, qPrintable(QString::number(entries)));  // including the letters of Look
        for (const char* command : {"viewport.roughness", "viewport.predicted", "viewport.compare"})
            QVERIFY2(menu->actions().contains(window_->findChild<QAction*>(command)), command);
        menu->close();
    }

  private:
    static QString letterOf(QString text) {
        text.remove("&&");
        return text.count('&') == 1 ? text.mid(text.indexOf('&') + 1, 1).toLower() : QString();
    }

    /// The letters of the menu bar's entries by their commands, each as if its menu was open.
    [[nodiscard]] QMap<QString, QString> lettersOfTheBar() const {
        QMap<QString, QString> letters;
        for (const QAction* menu : window_->menuBar()->actions())
            addLetters(*menu->menu(), letters);
        return letters;
    }

    static void addLetters(QMenu& menu, QMap<QString, QString>& letters) {
        emit menu.aboutToShow();
        for (const QAction* entry : menu.actions()) {
            QMenu* inner = entry->menu();
            const QString name = inner != nullptr ? inner->objectName() : entry->objectName();
            if (!name.isEmpty()) letters[name] = letterOf(entry->text());
            if (inner != nullptr && hasCommands(*inner)) addLetters(*inner, letters);
        }
    }

    /// A menu of files or examples has none.
    static bool hasCommands(const QMenu& menu) {
        const QList<QAction*> entries = menu.actions();
        return std::any_of(entries.begin(), entries.end(),
                           [](const QAction* entry) { return !entry->objectName().isEmpty(); });
    }

    static void check(QMenu& menu, int& entries) {
        emit menu.aboutToShow();
        QSet<QString> letters;
        for (const QAction* entry : menu.actions()) {
            if (entry->isSeparator() || !entry->isVisible()) continue;
            ++entries;
            const QString letter = letterOf(entry->text());
            QVERIFY2(!letter.isEmpty() && letter.front().isLetterOrNumber() && !letters.contains(letter),
                     qPrintable(menu.title() + ": " + entry->text()));
            letters << letter;
            if (entry->menu() != nullptr && hasCommands(*entry->menu())) check(*entry->menu(), entries);
        }
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMenuLetters)
#include "test_menu_letters.moc"
