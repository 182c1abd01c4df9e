// SPDX-License-Identifier: GPL-3.0-or-later

// Designs that take long to load, as large drawings do: the interface responds meanwhile, and no input is
// lost.

#include "support/testing.hpp"
#include "ui/model/document/document.hpp"

#include "core/base/cancelled.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace burin::ui {

/// Holds every node of the kind `math2d` that is bound while the gate is closed.
class BindingGate {
  public:
    static void close() { set(true); }
    static void open() { set(false); }
    /// Whether a node waited in vain, because the interface thread waited for it.
    [[nodiscard]] static bool stuck() { return stuck_; }

    /// The program's kinds, with that gate.
    [[nodiscard]] static std::span<const Kind> gatedKinds() {
        static const std::vector<Kind> gated = [] {
            std::vector<Kind> all(kinds().begin(), kinds().end());
            for (Kind& kind : all) {
                if (kind.description.name != "math2d") continue;
                bind_ = kind.bind;
                kind.bind = [](const BindContext& context) {
                    pass(context.stop);
                    return bind_(context);
                };
            }
            return all;
        }();
        return gated;
    }

  private:
    static void set(bool closed) {
        {
            const std::lock_guard lock(mutex_);
            closed_ = closed;
        }
        changed_.notify_all();
    }
    static void pass(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        const bool passed =
            changed_.wait_for(lock, stop, std::chrono::milliseconds(patience), [] { return !closed_; });
        if (stop.stop_requested()) throw Cancelled();
        if (!passed) stuck_ = true;
    }

    static inline std::mutex mutex_;
    static inline std::condition_variable_any changed_;
    static inline bool closed_ = false;
    static inline std::atomic<bool> stuck_ = false;
    static inline decltype(Kind::bind) bind_ = nullptr;
};

/// Stops the work that the notice is about, without a delay.
class StoppingNotice : public SlowNotice {
  public:
    void begin(std::function<void()> stop) override {
        ++begun;
        stop();
    }
    void end() override { ++ended; }

    int begun = 0;
    int ended = 0;
};

class TestSlowDesigns : public QObject {
    Q_OBJECT

    static void write(const QString& name, const std::string& text) {
        std::ofstream(name.toStdString(), std::ios::binary) << text;
    }
    static void addSlow(DesignEdit& e) {
        e.addNode("slow", "math2d");
        e.setValue("slow", "expression", yamlScalar("1", true));
        e.link("surface", Trait::data, "slow");
    }
    static void changeSlow(DesignEdit& e) { e.setMuted("slow", true); }
    static void widen(DesignEdit& e) { e.setValue("surface", "width", yamlScalar("7")); }
    static std::string widthIn(const Document& document) {
        return document.nodeText("surface")->find("width")->scalar;
    }

    /// Calls `change` in the next turn of the event loop, which comes while a design is loaded, and lets it
    /// be loaded then.
    static void meanwhile(Document& document, const std::function<void()>& change) {
        BindingGate::close();
        QMetaObject::invokeMethod(
            &document,
            [change] {
                change();
                BindingGate::open();
            },
            Qt::QueuedConnection);
    }

  private slots:
    void cleanup() { QVERIFY(!BindingGate::stuck()); }

    void theInterfaceLivesMeanwhile_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"edit", "undo", "redo", "save elsewhere"})
            QTest::newRow(what) << what;
    }
    void theInterfaceLivesMeanwhile() {
        QFETCH(QString, what);
        const QTemporaryDir folder;
        Document document(BindingGate::gatedKinds());
        document.edit("Add", addSlow);
        const QString before = document.text();
        if (what != "edit") document.edit("Change", changeSlow);
        if (what == "redo") document.undo();
        bool lived = false;
        meanwhile(document, [&lived] { lived = true; });
        if (what == "edit") QCOMPARE(document.edit("Change", changeSlow), QString());
        if (what == "undo") document.undo();
        if (what == "redo") document.redo();
        if (what == "save elsewhere") QCOMPARE(document.save(folder.filePath("a.burin")), QString());
        QVERIFY(lived);
        QCOMPARE(document.nodeText("slow")->find("muted") != nullptr, what != "undo");
        if (what == "undo") QCOMPARE(document.text(), before);
    }

    /// A save parses what it writes, which takes up to 0.4 s for each MiB.
    void theInterfaceLivesWhileALongTextIsSaved() {
        const QTemporaryDir folder;
        Document document(kinds());
        const QByteArray note = '"' + QByteArray(900'000, 'a') + '"';
        const QByteArray text =
            "burin: 1\npixel: 1 um\nnodes:\n  surface:\n    kind: root\n    width: 3\n"
            "    height: 3\n    one: " +
            note + "\n    two: " + note + "\n    three: " + note + '\n';
        QCOMPARE(document.recover(text, {}), QString());
        bool lived = false;
        QMetaObject::invokeMethod(
            &document, [&lived] { lived = true; }, Qt::QueuedConnection);
        QCOMPARE(document.save(folder.filePath("a.burin")), QString());
        QVERIFY(lived);
        QVERIFY(!document.modified());
        Document saved(kinds());
        QCOMPARE(saved.open(folder.filePath("a.burin")), QString());
        QCOMPARE(saved.text(), document.text());
    }

    void anEditThatWaitedIsMadeAgain_data() {
        QTest::addColumn<bool>("byAnother");
        QTest::newRow("after another edit") << false;
        QTest::newRow("after another program's") << true;
    }
    void anEditThatWaitedIsMadeAgain() {
        QFETCH(bool, byAnother);
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        const auto text = [](const std::string& width) {
            return "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: " + width +
                   ", height: 1}\n";
        };
        write(file, text("1"));
        Document document(BindingGate::gatedKinds());
        QCOMPARE(document.open(file), QString());
        meanwhile(document, [&] {
            if (!byAnother) {
                document.edit("Width", widen);
                return;
            }
            write(file, text("7"));
            QSignalSpy reloaded(&document, &Document::reloaded);
            document.reload();
            QVERIFY(reloaded.wait(patience));
        });
        QCOMPARE(document.edit("Add", addSlow), QString());
        QCOMPARE(document.history().count(), 2);
        QVERIFY(document.node("slow") != nullptr);
        QCOMPARE(widthIn(document), std::string("7"));
        document.undo();
        QVERIFY(document.node("slow") == nullptr);
        QCOMPARE(widthIn(document), std::string("7"));
    }

    /// Something ends the program: no event may come between, and no dialog may open.
    void textsAreHandedOverAtOnce() {
        StoppingNotice notice;
        static std::thread::id bound;
        static decltype(Kind::bind) bind = nullptr;
        std::vector<Kind> watched(kinds().begin(), kinds().end());
        for (Kind& kind : watched) {
            if (kind.description.name != "math2d") continue;
            bind = kind.bind;
            kind.bind = [](const BindContext& context) {
                bound = std::this_thread::get_id();
                return bind(context);
            };
        }
        Document document(watched);
        document.setSlowNotice(&notice);
        const QSignalSpy refused(&document, &Document::refused);
        document.pending().add(&document, [&document] {
            return document.edit("Refuse", [](DesignEdit& e) { e = DesignEdit(YamlValue()); });
        });
        document.pending().add(&document, [&document] { return document.edit("Add", addSlow); });
        document.handOverAtOnce();
        QVERIFY(document.node("slow") != nullptr);
        QVERIFY(bound == std::this_thread::get_id());
        QCOMPARE(refused.count(), 0);
        QVERIFY(!document.edit("Refuse", [](DesignEdit& e) { e = DesignEdit(YamlValue()); }).isEmpty());
        QCOMPARE(refused.count(), 1);
    }

    void whatTakesLongCanBeStopped_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"edit", "undo", "redo", "jump"})
            QTest::newRow(what) << what;
    }
    void whatTakesLongCanBeStopped() {
        QFETCH(QString, what);
        StoppingNotice notice;
        Document document(BindingGate::gatedKinds());
        document.setSlowNotice(&notice);
        document.edit("Add", addSlow);
        if (what != "edit") document.edit("Change", changeSlow);
        if (what == "redo") document.undo();
        if (what == "jump") document.edit("Width", widen);
        const QString before = document.text();
        const int steps = document.history().count();
        const int step = document.history().index();
        QSignalSpy refused(&document, &Document::refused);
        BindingGate::close();
        if (what == "edit") QVERIFY(document.edit("Change", changeSlow).contains("stopped"));
        if (what == "undo") document.undo();
        if (what == "redo") document.redo();
        if (what == "jump") document.goTo(1);
        BindingGate::open();
        QCOMPARE(notice.begun, 1);
        QCOMPARE(notice.ended, 1);
        QCOMPARE(refused.count(), what == "edit" ? 1 : 0);
        QCOMPARE(document.text(), before);
        QCOMPARE(document.history().count(), steps);
        QCOMPARE(document.history().index(), step);
        // The same change is accepted when it is fast.
        if (what == "edit") QCOMPARE(document.edit("Change", changeSlow), QString());
        if (what == "undo") document.undo();
        if (what == "redo") document.redo();
        if (what == "jump") document.goTo(1);
        QVERIFY(document.text() != before);
        QCOMPARE(notice.begun, 1);
    }

    void anEditWhileTheFileIsReadStays() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(BindingGate::gatedKinds());
        QCOMPARE(document.save(file), QString());
        write(file,
              "burin: 1\npixel: 1 um\nnodes:\n"
              "  theirs: {kind: root, width: 9, height: 9, inputs: [data: slow]}\n"
              "  slow: {kind: math2d, expression: \"1\"}\n");
        QSignalSpy reloaded(&document, &Document::reloaded);
        BindingGate::close();
        document.reload();
        document.edit("Add", [](DesignEdit& e) { e.addNode("mine", "stitching"); });
        QCOMPARE(reloaded.count(), 0);
        BindingGate::open();
        QTRY_COMPARE(reloaded.count(), 1);
        QVERIFY(document.node("mine") != nullptr && document.node("theirs") == nullptr);
        QVERIFY(document.modified() && document.changedOnDisk());
    }

    /// An undo takes back the last step, also if that was made while the undo waited.
    void anUndoThatWaitedTakesBackTheLastStep() {
        Document document(BindingGate::gatedKinds());
        document.edit("Add", addSlow);
        const QString added = document.text();
        document.edit("Change", changeSlow);
        const QString changed = document.text();
        meanwhile(document, [&] { document.edit("Width", widen); });
        document.undo();
        QCOMPARE(document.text(), changed);
        QCOMPARE(document.history().count(), 3);
        QCOMPARE(document.history().index(), 2);
        document.undo();
        QCOMPARE(document.text(), added);
        document.redo();
        document.redo();
        QCOMPARE(widthIn(document), std::string("7"));
        QVERIFY(document.nodeText("slow")->find("muted") != nullptr);
    }

    void anEditWhileTheFileIsSavedIsSavedToo() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        Document document(BindingGate::gatedKinds());
        document.edit("Add", addSlow);
        meanwhile(document, [&] { document.edit("Width", widen); });
        QCOMPARE(document.save(file), QString());
        QCOMPARE(widthIn(document), std::string("7"));
        QVERIFY(!document.modified());
        Document saved(kinds());
        QCOMPARE(saved.open(file), QString());
        QCOMPARE(saved.text(), document.text());
    }

    /// The edit is saved, too, but the other program has written the new file between the two. The design
    /// stays in its own file, which no other program has changed.
    void aDesignKeepsItsFileIfItsSecondSaveElsewhereIsOvertaken() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("elsewhere"));
        const QString file = folder.filePath("a.burin");
        const QString target = folder.filePath("elsewhere/b.burin");
        Document document(BindingGate::gatedKinds());
        document.edit("Add", addSlow);
        QCOMPARE(document.save(file), QString());
        bool wasWritten = false;
        meanwhile(document, [&] {
            wasWritten = QFile::exists(target);
            document.edit("Width", widen);
            write(target, "theirs");
        });
        QVERIFY(!document.save(target).isEmpty());
        QVERIFY(wasWritten && document.overtaken() && document.modified());
        QCOMPARE(document.file(), file);
        QVERIFY(!document.changedOnDisk());
        QCOMPARE(document.save(file), QString());
        QVERIFY(!document.modified());
        Document saved(kinds());
        QCOMPARE(saved.open(file), QString());
        QCOMPARE(widthIn(saved), std::string("7"));
    }

    /// A save writes a long text only after events of other programs had their turn.
    void whatIsWrittenWhileALongTextIsSavedStays() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        const std::string note = '"' + std::string(900'000, 'a') + '"';
        write(file,
              "burin: 1\npixel: 1 um\nnodes:\n  surface:\n    kind: root\n    width: 3\n"
              "    height: 3\n    one: " +
                  note + "\n    two: " + note + "\n    three: " + note + '\n');
        Document document(kinds());
        QCOMPARE(document.open(file), QString());
        document.edit("Width", widen);
        const std::string theirs =
            "burin: 1\npixel: 1 um\nnodes:\n  theirs: {kind: root, width: 3, height: 3}\n";
        QMetaObject::invokeMethod(
            &document, [&] { write(file, theirs); }, Qt::QueuedConnection);
        QVERIFY(!document.save(file).isEmpty());
        QVERIFY(document.overtaken() && document.modified() && document.changedOnDisk());
        QCOMPARE(widthIn(document), std::string("7"));
        Document saved(kinds());
        QCOMPARE(saved.open(file), QString());
        QVERIFY(saved.node("theirs") != nullptr);
    }

    /// If a design is opened while another one is saved, its file is not overwritten.
    void aSaveThatWaitedWritesItsOwnDesign() {
        const QTemporaryDir folder;
        const QString other = folder.filePath("other.burin");
        write(other, "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 3, height: 3}\n");
        Document document(BindingGate::gatedKinds());
        document.edit("Add", addSlow);
        meanwhile(document, [&] { QCOMPARE(document.open(other), QString()); });
        QCOMPARE(document.save(folder.filePath("mine.burin")), QString());
        QCOMPARE(document.file(), other);
        QCOMPARE(widthIn(document), std::string("3"));
        Document saved(kinds());
        QCOMPARE(saved.open(folder.filePath("mine.burin")), QString());
        QVERIFY(saved.node("slow") != nullptr);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSlowDesigns)
#include "test_slow_designs.moc"
