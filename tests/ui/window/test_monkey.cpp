// SPDX-License-Identifier: GPL-3.0-or-later

// Random input to the whole studio: clicks, drags, wheel, keys, text and commands, also into dialogs and
// menus. From time to time the panels and dialogs that random input rarely finds are opened. Nothing may
// crash, and at the end the laws of documents must hold: a saved text loads as the same text, and undoing and
// redoing all steps gives the same design.
//
//     BURIN_MONKEY_SEEDS=7        tries the 7 first seeds; =41-41 only seed 41, which a failure names
//     BURIN_MONKEY_STEPS=2000     inputs for each seed
//     BURIN_MONKEY_MINUTES=15     tries seeds from the first one until this time is over; prints each
//     BURIN_MONKEY_TRACE=1        prints every input in advance
//     BURIN_MONKEY_SECONDS=0.5    fails if the interface's thread computes longer in one turn of the event
//                                 loop; without it, the longest turn is printed
//     BURIN_MONKEY_TURNS=100      also prints each turn that takes more milliseconds
//
// The seed chooses an example or the start page. It also chooses the size of the window: large, 1366 x 768,
// or half of that, as on a screen at 200 %.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "ui/window/main_window.hpp"

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "tests/ui/support/studio_test.hpp"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialog>
#include <QDrag>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTemporaryDir>
#include <QTimer>
#include <QWindow>

#include <algorithm>
#include <array>
#include <ctime>
#include <random>

namespace burin::ui {

namespace {

int setting(const char* name, int otherwise) {
    bool known = false;
    const int value = qEnvironmentVariableIntValue(name, &known);
    return known ? value : otherwise;
}

/// First and last seed of BURIN_MONKEY_SEEDS: "7" or "41-41".
std::pair<int, int> seeds() {
    const QStringList ends = qEnvironmentVariable("BURIN_MONKEY_SEEDS", "2").split('-');
    if (ends.size() == 2) return {ends[0].toInt(), ends[1].toInt()};
    return {1, ends[0].toInt()};
}

constexpr std::array<int, 34> keys = {
    Qt::Key_Tab,    Qt::Key_Backtab, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Delete, Qt::Key_Backspace,
    Qt::Key_Left,   Qt::Key_Right,   Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Home,   Qt::Key_End,
    Qt::Key_PageUp, Qt::Key_Space,   Qt::Key_A,      Qt::Key_C,      Qt::Key_D,      Qt::Key_F,
    Qt::Key_G,      Qt::Key_K,       Qt::Key_L,      Qt::Key_M,      Qt::Key_R,      Qt::Key_V,
    Qt::Key_X,      Qt::Key_Y,       Qt::Key_Z,      Qt::Key_Comma,  Qt::Key_Plus,   Qt::Key_Minus,
    Qt::Key_F1,     Qt::Key_F2,      Qt::Key_1,      Qt::Key_9};
constexpr std::array<const char*, 14> texts = {"0.5",
                                               "12.5 mm",
                                               "-1",
                                               "1e9",
                                               "2*pi",
                                               "",
                                               "sin(x / 5) * y",
                                               "max(",
                                               "dome",
                                               "blur",
                                               "surface",
                                               "\xC3\xA9\xE2\x82\xAC",
                                               "100 x",
                                               "999999999999"};

/// Commands that open parts that random input rarely finds, in the order of their choice.
constexpr std::array<const char*, 17> doors = {
    "panel.library",       "graph.group",      "graph.enter",      "panel.parameters", "graph.texture",
    "export.batch",        "graph.leave",      "export.machines",  "panel.histogram",  "panel.roughness",
    "file.sheet",          "export.preflight", "edit.preferences", "help.manual",      "graph.comment",
    "graph.closeOnRoller", "help.report"};
constexpr int stepsBetweenDoors = 15;
constexpr std::array<const char*, 5> panelNames = {"libraryPanel", "parameters", "histogram-panel",
                                                   "inspector", "graphPanel"};

}  // namespace

/// The longest turn of the event loop, in processor time of its thread, which other programs do not lengthen.
class TurnWatch : public QObject {
    Q_OBJECT

  public:
    TurnWatch() {
        const QAbstractEventDispatcher* const loop = QAbstractEventDispatcher::instance();
        connect(loop, &QAbstractEventDispatcher::awake, this, &TurnWatch::turn);
        connect(loop, &QAbstractEventDispatcher::aboutToBlock, this, &TurnWatch::turn);
    }
    void sayAt(const QString& input) { now_ = input; }
    [[nodiscard]] double longest() const { return longest_; }
    [[nodiscard]] QString at() const { return at_; }

  private:
    void turn() {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        const double spent = static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
        const double took = spent - last_;
        if (last_ > 0 && printed_ > 0 && 1e3 * took > printed_) qInfo("%.3f s: %s", took, qPrintable(now_));
        if (last_ > 0 && took > longest_) {
            longest_ = took;
            at_ = now_;
        }
        last_ = spent;
    }

    const int printed_ = setting("BURIN_MONKEY_TURNS", 0);  ///< milliseconds; 0 prints no turn
    double last_ = 0;
    double longest_ = 0;
    QString now_;  ///< the input that was made last
    QString at_;
};

/// Makes one input in each turn of the event loop, so that dialogs and menus with their own loops get input
/// too.
class Monkey : public QObject {
    Q_OBJECT

  public:
    Monkey(MainWindow& window, int seed, int steps) : window_(window), random_(seed), left_(steps) {
        // A drag of text or of a node has an event loop of its own, and a text field may begin one after the
        // last input.
        connect(&dragEnd_, &QTimer::timeout, this, [] { QDrag::cancel(); });
        dragEnd_.start(130);
    }

    [[nodiscard]] const TurnWatch& watch() const { return watch_; }

    /// Returns once all inputs are made and all dialogs are closed.
    void play() {
        QTimer::singleShot(0, this, &Monkey::step);
        QEventLoop loop;
        connect(this, &Monkey::tired, &loop, &QEventLoop::quit);
        loop.exec();
    }

  signals:
    void tired();

  private:
    int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
    bool oneIn(int count) { return below(count) == 0; }
    template <class Values>
    auto any(const Values& values) {
        return values[static_cast<std::size_t>(below(static_cast<int>(std::size(values))))];
    }

    QWidget* target() {
        if (QWidget* popup = QApplication::activePopupWidget()) return popup;
        if (QWidget* dialog = QApplication::activeModalWidget()) return dialog;
        QList<QWidget*> windows;
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (widget->isVisible() && widget != &window_) windows.append(widget);
        }
        if (windows.isEmpty() || !oneIn(4)) return &window_;
        return windows[below(static_cast<int>(windows.size()))];
    }

    /// A step waits for the previous one, unless that one has opened a dialog or a menu with its own loop. An
    /// edit that waits for other threads takes no input, so nothing is done meanwhile.
    void step() {
        QWidget* open = opened();
        if (acting_ && (open == nullptr || open == outer_)) {
            QTimer::singleShot(2, this, &Monkey::step);
            return;
        }
        if (left_-- <= 0) return leave();
        QTimer::singleShot(0, this, &Monkey::step);
        const QScopedValueRollback acting(acting_, true);
        const QScopedValueRollback outer(outer_, open);
        act();
    }

    static QWidget* opened() {
        QWidget* popup = QApplication::activePopupWidget();
        return popup != nullptr ? popup : QApplication::activeModalWidget();
    }

    void act() {
        if (!window_.isVisible()) window_.show();
        if (left_ % stepsBetweenDoors == 0) nodesToTry_ = window_.document().design()->nodes.size() + 1;
        if (nodesToTry_ > 0 && opened() == nullptr) return openDoor();
        QWidget* widget = target();
        // Random input does not find the way out of every dialog.
        stuck_ = QApplication::activeModalWidget() != nullptr ? stuck_ + 1 : 0;
        if (stuck_ > 40) {
            // A dialog stays open until its menu is closed, as with a user: QFileDialog needs it behind the
            // menu.
            QWidget* const innermost = opened();
            if (innermost == QApplication::activeModalWidget()) stuck_ = 0;
            say("closes", innermost);
            return shut(innermost);
        }
        switch (below(8)) {
            case 0:
                return drag(*widget);
            case 1:
                return wheel(*widget);
            case 2:
                return press(*widget);
            case 3:
                return type(*widget);
            case 4:
                return command(*widget);
            default:
                return click(*widget);
        }
    }

    /// Chooses the next of the commands. If it is not possible yet, selects one node after another for it,
    /// each in a step of its own, as a person would.
    void openDoor() {
        QAction* const action = window_.findChild<QAction*>(doors[door_ % doors.size()]);
        const std::shared_ptr<const Design> design = window_.document().design();
        if (!action->isEnabled() && --nodesToTry_ > 0) {
            const DesignNode& node = design->nodes[node_++ % design->nodes.size()];
            const QString name = QString::fromStdString(node.name).section('/', -1);
            say("selects", &window_, {}, name);
            window_.workbench().selection.select({name});
            return;
        }
        nodesToTry_ = 0;
        ++door_;
        say("opens", &window_, {}, action->objectName());
        if (action->isEnabled()) action->trigger();
    }

    /// Closes everything that is open, innermost first, and then ends.
    void leave() {
        QWidget* open = opened();
        if (open == nullptr && !acting_) {
            emit tired();
            return;
        }
        QTimer::singleShot(2, this, &Monkey::leave);
        if (open != nullptr) shut(open);
    }

    /// Some questions have no answer that closes them.
    static void shut(QWidget* widget) {
        auto* dialog = qobject_cast<QDialog*>(widget);
        if (dialog != nullptr) return dialog->reject();
        widget->close();
    }

    QPoint somewhere(const QWidget& widget) {
        return {below(std::max(1, widget.width())), below(std::max(1, widget.height()))};
    }
    Qt::KeyboardModifiers modifiers() {
        Qt::KeyboardModifiers held = Qt::NoModifier;
        if (oneIn(3)) held |= Qt::ControlModifier;
        if (oneIn(5)) held |= Qt::ShiftModifier;
        if (oneIn(12)) held |= Qt::AltModifier;
        return held;
    }

    /// Somewhere in a window. Of the main one, half of the places lie in one of its panels, however small it
    /// is.
    QPoint aim(const QWidget& widget) {
        if (&widget != &window_ || oneIn(2)) return somewhere(widget);
        QWidgetList panels;
        for (const char* name : panelNames) {
            auto* const panel = window_.findChild<QWidget*>(name);
            if (panel != nullptr && panel->isVisible()) panels << panel;
        }
        if (panels.isEmpty()) return somewhere(widget);
        const QWidget* const panel = panels[below(static_cast<int>(panels.size()))];
        return panel->mapTo(&window_, somewhere(*panel));
    }

    void click(QWidget& widget) {
        const QPoint place = aim(widget);
        const auto button = oneIn(6) ? Qt::RightButton : oneIn(20) ? Qt::MiddleButton : Qt::LeftButton;
        say("clicks", &widget, place);
        // Any press or release may close the window.
        const QPointer<QWindow> window = widget.windowHandle();
        const int clicks = oneIn(8) ? 2 : 1;
        const Qt::KeyboardModifiers held = oneIn(8) ? modifiers() : Qt::NoModifier;
        for (int i = 0; i < clicks; ++i) {
            if (window != nullptr) QTest::mousePress(window, button, held, place);
            if (window != nullptr) QTest::mouseRelease(window, button, held, place);
        }
    }

    void drag(QWidget& widget) {
        const QPoint from = somewhere(widget);
        const QPoint to = somewhere(widget);
        say("drags", &widget, from);
        const QPointer<QWindow> window = widget.windowHandle();
        if (window == nullptr) return;
        QTest::mousePress(window, Qt::LeftButton, oneIn(6) ? modifiers() : Qt::NoModifier, from);
        for (int part = 1; part <= 4 && window != nullptr; ++part)
            QTest::mouseMove(window, from + (to - from) * part / 4);
        if (oneIn(6)) strike(window, Qt::Key_Escape, Qt::NoModifier);
        if (window != nullptr) QTest::mouseRelease(window, Qt::LeftButton, {}, to);
    }

    void wheel(QWidget& widget) {
        QWidget* child = widget.childAt(somewhere(widget));
        if (child == nullptr) return;
        say("turns the wheel over", child);
        const QPointF place = somewhere(*child);
        QWheelEvent event(place, child->mapToGlobal(place), {}, {0, (below(9) - 4) * 120}, Qt::NoButton,
                          oneIn(4) ? modifiers() : Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(child, &event);
    }

    void press(QWidget& widget) {
        const auto key = static_cast<Qt::Key>(any(keys));
        const Qt::KeyboardModifiers held = modifiers();
        say("presses", &widget, {}, QKeySequence(static_cast<int>(held) | key).toString());
        strike(widget.windowHandle(), key, held);
    }

    /// Qt Test also sends the modifiers' own keys, to a window that may have been closed.
    static void strike(const QPointer<QWindow>& window, Qt::Key key, Qt::KeyboardModifiers held) {
        const QChar letter = QLatin1Char(QTest::keyToAscii(key));
        const bool shows = letter.isPrint() && (held & ~Qt::KeyboardModifiers(Qt::ShiftModifier)) == 0;
        const QString text = !shows                            ? QString()
                             : (held & Qt::ShiftModifier) != 0 ? QString(letter).toUpper()
                                                               : QString(letter);
        for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
            if (window != nullptr) qt_handleKeyEvent(window, type, key, held, text);
            QCoreApplication::processEvents();
        }
    }

    void type(QWidget& widget) {
        const QString text = QString::fromUtf8(any(texts));
        say("types", &widget, {}, text);
        QWidget* field = QApplication::focusWidget();
        if (field == nullptr) return;
        if (oneIn(12)) {
            QApplication::clipboard()->setText(QString("ab, 1.5 ").repeated(1 << 17));  // 1 MiB
            return strike(widget.windowHandle(), Qt::Key_V, Qt::ControlModifier);
        }
        const auto plain = [](QChar c) { return c.unicode() < 128; };
        if (std::all_of(text.begin(), text.end(), plain)) return QTest::keyClicks(field, text);
        // Qt Test has no keys for these letters, so they come from an input method.
        QInputMethodEvent event;
        event.setCommitString(text);
        QApplication::sendEvent(field, &event);
    }

    void command(QWidget& widget) {
        QList<QAction*> actions;
        for (QAction* action : widget.findChildren<QAction*>()) {
            if (action->isEnabled() && !action->isSeparator() && !leavesTheStudio(*action))
                actions.append(action);
        }
        if (actions.isEmpty()) return;
        QAction* action = actions[below(static_cast<int>(actions.size()))];
        say("chooses", &widget, {}, action->text());
        action->trigger();
    }

    /// Whether the action would end the program, and with it the test.
    static bool leavesTheStudio(const QAction& action) {
        return action.menuRole() == QAction::QuitRole || action.text().remove('&').startsWith("Quit");
    }

    void say(const char* what, const QWidget* where, QPoint place = {}, const QString& detail = {}) {
        static const bool traced = qEnvironmentVariableIsSet("BURIN_MONKEY_TRACE");
        QString input;
        QDebug(&input) << left_ << what << where->metaObject()->className() << where->objectName() << place
                       << detail;
        if (traced) qInfo().noquote() << input;
        watch_.sayAt(input);
    }

    MainWindow& window_;
    TurnWatch watch_;
    std::mt19937 random_;
    QTimer dragEnd_;
    int left_;
    int stuck_ = 0;
    std::size_t door_ = 0;
    std::size_t node_ = 0;        ///< the node that is selected next for a command
    std::size_t nodesToTry_ = 0;  ///< for the command that is due; 0 if none is
    bool acting_ = false;
    QWidget* outer_ = nullptr;  ///< the dialog or menu that the current step acts on; only compared
};

class TestMonkey : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QApplication::setQuitOnLastWindowClosed(false);
        for (const char* scheme : {"file", "http", "https", "mailto"})
            QDesktopServices::setUrlHandler(scheme, this, "ignore");
        QVERIFY(QDir::setCurrent(folder_.path()));
    }

    void nothingCrashesAndNothingIsLost_data() {
        QTest::addColumn<int>("seed");
        const auto [first, last] = seeds();
        if (setting("BURIN_MONKEY_MINUTES", 0) > 0) {
            QTest::addRow("from seed %d on", first) << first;
            return;
        }
        for (int seed = first; seed <= last; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    void nothingCrashesAndNothingIsLost() {
        QFETCH(const int, seed);
        const int minutes = setting("BURIN_MONKEY_MINUTES", 0);
        QElapsedTimer since;
        since.start();
        for (int next = seed;; ++next) {
            if (minutes > 0) qInfo("seed %d", next);
            play(next);
            if (QTest::currentTestFailed() || since.elapsed() >= qint64{60'000} * minutes) return;
        }
    }

  public slots:
    void ignore(const QUrl& /*url*/) {}

  private:
    void play(int seed) {
        QSettings().clear();
        MemoryBudget budget(std::size_t{512} << 20U);
        TileCache cache(budget);
        CpuBackend backend(budget, cache, 2);
        // The program, too, has one theme, and applies it before it makes a window.
        theme_.choose(ThemeChoice::dark);
        MainWindow window(Engine{backend, budget, {}}, theme_);
        constexpr std::array<QSize, 3> sizes = {QSize(675, 344), QSize(1600, 1000), QSize(1366, 768)};
        window.resize(sizes[static_cast<std::size_t>(seed) % sizes.size()]);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        if (seed % 8 != 0) QVERIFY(window.openFile(example(seed)));
        Monkey monkey(window, seed, setting("BURIN_MONKEY_STEPS", 300));
        monkey.play();
        const TurnWatch& watch = monkey.watch();
        qInfo("the longest turn took %.3f s: %s", watch.longest(), qPrintable(watch.at()));
        if (const QString most = qEnvironmentVariable("BURIN_MONKEY_SECONDS"); !most.isEmpty())
            QVERIFY2(watch.longest() <= most.toDouble(), qPrintable(watch.at()));
        checkLaws(window.document());
        window.document().history().setClean();  // so that the window closes without a question
    }

    /// A copy of an example, because the monkey may save it.
    QString example(int seed) {
        QDir folder(burin::test::inTree("resources/examples"));
        QStringList names = folder.entryList({"*.burin"}, QDir::Files, QDir::Name);
        names.insert(2, "../../tests/data/pages/pebbles.burin");  // a design of groups
        const QString name = names[seed % names.size()];
        const QString copy = folder_.filePath(QString("%1-%2").arg(seed).arg(QFileInfo(name).fileName()));
        QFile::copy(folder.filePath(name), copy);
        QDir(folder_.path()).mkpath("images");
        for (const QString& image : QDir(folder.filePath("images")).entryList(QDir::Files))
            QFile::copy(folder.filePath("images/" + image), folder_.filePath("images/" + image));
        return copy;
    }

    static void checkLaws(Document& document) {
        const QString text = document.text();
        Document again(document.kinds());
        QCOMPARE(again.recover(text, document.file()), QString());
        QCOMPARE(again.text(), text);
        QUndoStack& history = document.history();
        const int index = history.index();
        history.setIndex(0);
        history.setIndex(index);
        QCOMPARE(document.text(), text);
    }

    QTemporaryDir folder_;
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestMonkey)
#include "test_monkey.moc"
