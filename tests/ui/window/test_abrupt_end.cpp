// SPDX-License-Identifier: GPL-3.0-or-later

// The work that is kept if something else ends the studio right after an edit. The test runs itself as that
// studio.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/graph/items/inline_editor.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/process/abrupt_end.hpp"

#include <QApplication>
#include <QLineEdit>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace burin::ui {

namespace {

/// Types texts that the design does not have yet: one that is not valid, one whose edit is refused, and the
/// text of a comment.
void typeTexts(MainWindow& window) {
    window.workbench().selection.select({"surface"});
    auto* const width = window.findChild<QLineEdit*>("field.width");
    width->setFocus();
    width->selectAll();
    QTest::keyClicks(width, "10 m12m");
    Document& document = window.document();
    document.pending().add(&window, [&document] {
        return document.edit("Refuse", [](DesignEdit& e) { e = DesignEdit(YamlValue()); });
    });
    window.findChild<QAction*>("graph.comment")->trigger();
    auto* const comment = window.findChild<InlineEditor*>();
    comment->selectAll();
    QTest::keyClicks(comment, "Words on the way");
}

/// Edits a design, reports it, and waits to be ended. \param loses  whether it loses its display in the end
int edit(const QString& recoveryFolder, bool loses) {
    MemoryBudget budget{std::size_t{64} << 20U};
    TileCache cache{budget};
    CpuBackend backend{budget, cache, 1};
    Theme theme(ThemeChoice::dark);
    MainWindow window(Engine{backend, budget, {}}, theme, recoveryFolder);
    const AbruptEnd end([&window] { window.keepWork(); });
    window.show();
    window.findChild<QAction*>("file.new")->trigger();
    window.document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
    typeTexts(window);
    QTimer::singleShot(0, [loses] {
        std::puts("edited");
        std::fflush(stdout);
        if (loses) std::exit(EXIT_FAILURE);
    });
    return QApplication::exec();
}

}  // namespace

class TestAbruptEnd : public QObject {
    Q_OBJECT

  private slots:
    void workIsKept_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("the end of a session") << SIGTERM;
        QTest::newRow("a closed terminal") << SIGHUP;
        QTest::newRow("Ctrl+C in a terminal") << SIGINT;
        QTest::newRow("a lost display") << 0;
    }
    void workIsKept() {
        QFETCH(const int, signal);
        const QTemporaryDir folder;
        QProcess studio;
        studio.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        studio.start(QCoreApplication::applicationFilePath(),
                     {"--edit", folder.path(), signal == 0 ? "loses" : ""});
        QVERIFY(studio.waitForReadyRead(patience));
        if (signal != 0) ::kill(static_cast<pid_t>(studio.processId()), signal);
        QVERIFY(studio.waitForFinished(patience));
        QCOMPARE(studio.exitStatus(), signal == 0 ? QProcess::NormalExit : QProcess::CrashExit);
        QCOMPARE(studio.exitCode(), signal == 0 ? 1 : signal);
        Document next{kinds()};
        Recovery recovery(next, folder.path());
        QCOMPARE(recovery.left().size(), 1);
        QCOMPARE(recovery.recover(recovery.left().first()), QString());
        QVERIFY(next.node("dots") != nullptr);
        QVERIFY2(next.text().contains("Words on the way"), qPrintable(next.text()));
        QVERIFY2(!next.text().contains("m12m"), qPrintable(next.text()));
    }
};

}  // namespace burin::ui

int main(int count, char** values) {
    QApplication application(count, values);
    const QStringList arguments = QApplication::arguments();
    if (arguments.value(1) == "--edit")
        return burin::ui::edit(arguments.value(2), arguments.value(3) == "loses");
    burin::ui::TestAbruptEnd test;
    return QTest::qExec(&test, count, values);
}
#include "test_abrupt_end.moc"
