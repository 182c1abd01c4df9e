// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errors.hpp"
#include "core/design/design.hpp"
#include "core/sinks/export_request.hpp"
#include "core/sinks/output_look.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

using namespace burin;
using burin::test::contentsOf;
using burin::test::writeContents;

using State = OutputLook::State;

/// Requests, the exports that they describe, and their outputs together.
class TestExportRequest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    [[nodiscard]] std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

    /// Exports a small design. \param request  its region is set here
    static void run(ExportRequest& request, const Design& design) {
        NodeEngine engine({.memoryBytes = std::size_t{64} << 20U}, design, *design.root, {});
        request.region = {0, 0, 30, 20};
        RequestedExport exporting(engine, request, designHash(*engine.graph()), {});
        QVERIFY(!exporting.run({}).stopped);
    }

    static Design design(const char* expression = "x / 30") {
        return parseDesign(std::string("burin: 1\npixel: 1 um\nnodes:\n"
                                       "  surface: {kind: root, width: 30, height: 20, inputs: [data: f]}\n"
                                       "  f: {kind: math2d, expression: ") +
                               expression + "}\n",
                           "");
    }

    static constexpr const char* older = "y / 20";

    /// Exports five layers. \param stopAfter  how many layers are finished when it is stopped, if any
    void runLayers(const std::string& target, const Design& design, const ResumePolicy& policy,
                   std::optional<std::int64_t> stopAfter = {}, const ProgressCallback& told = {}) {
        ExportRequest request{.target = target, .region = {0, 0, 30, 20}, .layers = 5};
        request.sink.policy = policy;
        NodeEngine engine({.memoryBytes = std::size_t{64} << 20U}, design, *design.root, {});
        std::stop_source stop;
        RequestedExport exporting(engine, request, designHash(*engine.graph()), stop.get_token());
        const auto result = exporting.run([&](const Progress& now) {
            if (told) told(now);
            if (stopAfter && now.doneSamples >= *stopAfter * 30 * 20) stop.request_stop();
        });
        QCOMPARE(result.stopped, stopAfter.has_value());
    }
    /// Why an export cannot be resumed.
    std::string refusalOf(const std::string& target, const Design& design, ResumePolicy policy = {}) {
        return problemOf(target, design, policy).text();
    }
    Problem problemOf(const std::string& target, const Design& design, ResumePolicy policy = {}) {
        policy.resume = true;
        try {
            runLayers(target, design, policy);
        } catch (const UsageError& error) {
            return error.problem();
        }
        return {};
    }
    [[nodiscard]] QByteArrayList layersOf(const QString& target) const {
        QByteArrayList layers;
        for (int k = 0; k < 5; ++k)
            layers << contentsOf(path(QString(target).replace("%d", QString::number(k)).toUtf8()));
        return layers;
    }
    static void addSets() {
        QTest::addColumn<QString>("set");
        for (const char* set : {"a%d.tif", "a%d.png", "a%d.raw"})
            QTest::newRow(set) << set;
    }

  private slots:
    void cleanup() {
        QDir folder(folder_.path());
        for (const QString& name : folder.entryList(QDir::Files | QDir::Hidden))
            folder.remove(name);
    }

    void words_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* key, const char* text, const char* expected) {
            QTest::addRow("%s %s", key, text) << key << text << expected;
        };
        row("scan", "swaths:40", "");
        row("scan", "swaths", "rows or swaths:W is expected, W in pixels");
        row("compression", "lzw", "");
        row("compression", "zip", "none, deflate, lzw or zstd is expected");
        row("layout", "tiles", "");
        row("layout", "", "auto, strips or tiles is expected");
        row("shard", "1/3", "");
        row("shard", "3/3", "I/N is expected, with 0 <= I < N");
        row("date", "2026-11-24", "");
        row("date", "2028-02-29T23:59:59+14:00", "");
        for (const char* date :
             {"today", "2026-13-01T00:00:00Z", "2026-02-30", "0000-01-01T00:00:00Z", "2026-11-24T24:00:00Z",
              "2026-11-24T08:00:60", "2026-11-24Z", "2026-11-24T08:00:00+14:30", "2026-11-24T08:00:00 Z"})
            row("date", date, "a date such as 2026-11-24T08:00:00Z is expected");
        row("helix", "linear", "");
        row("helix", "round", "linear or nearest is expected");
        row("surface", "predicted", "");
        row("surface", "flat", "designed or predicted is expected");
    }
    void words() {
        QFETCH(QString, key);
        QFETCH(QString, text);
        ExportRequest request;
        QTEST(QString::fromStdString(request.setWord(key.toStdString(), text.toStdString())), "expected");
    }

    void aWordKeepsTheOthers() {
        ExportRequest request;
        request.sink.scan.serpentine = true;
        QCOMPARE(request.setWord("scan", "swaths:40"), std::string());
        QCOMPARE(request.setWord("date", "2026-11-24"), std::string());
        QCOMPARE(request.sink.scan, (Scan{40, true}));
        QCOMPARE(request.sink.date, std::string("2026-11-24T00:00:00Z"));
    }

    void optionsThatExcludeEachOther_data() {
        QTest::addColumn<ExportRequest>("request");
        QTest::addColumn<QString>("text");
        QTest::addColumn<Remedy>("remedy");
        QTest::newRow("helix and layers")
            << ExportRequest{.layers = 3, .helix = Helix::linear} << "helix: a helix has no layers"
            << Remedy{Remedy::Way::leaveOut, "layers"};
        ExportRequest swaths{.helix = Helix::linear};
        swaths.sink.scan.swathWidth = 16;
        QTest::newRow("helix and swaths")
            << swaths << "helix: swaths have no next row" << Remedy{Remedy::Way::scanRows};
        QTest::newRow("heights and layers")
            << ExportRequest{.layers = 3, .predicted = true} << "surface 'predicted': heights are exported"
            << Remedy{Remedy::Way::leaveOut, "layers"};
        QTest::newRow("heights and helix")
            << ExportRequest{.helix = Helix::nearest, .predicted = true}
            << "surface 'predicted': heights are exported" << Remedy{Remedy::Way::leaveOut, "helix"};
    }
    void optionsThatExcludeEachOther() {
        QFETCH(ExportRequest, request);
        QFETCH(Remedy, remedy);
        const std::optional<Problem> conflict = request.conflict();
        QVERIFY(conflict);
        QTEST(QString::fromStdString(conflict->text()), "text");
        QVERIFY(conflict->remedies == std::vector{remedy});
    }

    void aHelixNeedsARoller() {
        const ExportRequest request{.helix = Helix::linear};
        QVERIFY(!request.conflict());
        QVERIFY(request.conflictWith(design()));
        QVERIFY(!ExportRequest().conflictWith(design()));
        QVERIFY(!request.conflictWith(
            parseDesign("burin: 2\npixel: 1 um\njob: {roller: {diameter: 200 mm, axis: y}}\nnodes:\n"
                        "  surface: {kind: root, width: 628319, height: 20, inputs: [data: f]}\n"
                        "  f: {kind: math2d, expression: x / 30}\n",
                        "")));
    }

    void whatIsWrittenOtherwiseIsNotTakenForTheSurface() {
        const Design flat = design();
        const NodeEngine engine({.memoryBytes = std::size_t{64} << 20U}, flat, *flat.root, {});
        ExportRequest request{.target = "a.tif", .region = {0, 0, 30, 20}};
        const auto hash = [&] { return request.infoOf(*engine.graph(), "cpu", "h").designHash; };
        QCOMPARE(hash(), std::string("h"));
        request.helix = Helix::nearest;
        QCOMPARE(hash(), std::string("h-helix-nearest"));
        request.predicted = true;
        request.helix.reset();
        QCOMPARE(hash(), std::string("h-predicted"));
        request.sinkHash = [](const std::string& own) { return own + " repeat 1"; };
        QCOMPARE(hash(), std::string("h repeat 1-predicted"));
        request.sinkHash = {};
        request.target = "null:";
        QVERIFY(!request.keepsHash());
        QCOMPARE(request.infoOf(*engine.graph(), "cpu", {}).designHash, std::string());
    }

    void layersAreLookedAtTogether() {
        const Design flat = design();
        const NodeEngine engine({.memoryBytes = std::size_t{64} << 20U}, flat, *flat.root, {});
        ExportRequest request{.target = path("l%d.raw"), .region = {0, 0, 30, 20}, .layers = 4};
        const auto look = [&] {
            return lookAtOutputs(request,
                                 request.infoOf(*engine.graph(), "cpu", designHash(*engine.graph())));
        };
        QCOMPARE(look().state, State::free);
        QVERIFY(!settleOtherLayers(request));
        run(request, flat);
        QCOMPARE(look().state, State::finished);
        QVERIFY(QFile::remove(folder_.filePath("l2.raw")));
        QCOMPARE(look().state, State::begun);
        QCOMPARE(look().doneShare, 0.75);
        request.layers = 3;  // other layers: the files that exist are of another set
        QCOMPARE(look().state, State::occupied);
        QCOMPARE(look().path, path("l0.raw"));
        const auto others = settleOtherLayers(request);
        QVERIFY(others);
        QCOMPARE(others->subject, request.target);
        QCOMPARE(others->text(), request.target + ": 1 file with such names, not part of this set: l3.raw");
    }

    /// The layers that were not begun are still files of the older set.
    void aSetThatReplacesAnOlderOneIsResumed_data() { addSets(); }
    void aSetThatReplacesAnOlderOneIsResumed() {
        QFETCH(QString, set);
        const std::string target = path(set.toUtf8());
        runLayers(path(("new-" + set).toUtf8()), design(), {});
        const QByteArrayList expected = layersOf("new-" + set);
        for (const bool twice : {false, true}) {
            for (const bool force : {false, true}) {
                runLayers(target, design(older), {.force = true});
                const QByteArrayList before = layersOf(set);
                QVERIFY(before != expected);
                runLayers(target, design(), {.force = true}, 1);
                QVERIFY(QFile::exists(folder_.filePath(QString(set).replace("%d", "1") + ".journal")));
                QCOMPARE(layersOf(set).mid(1), before.mid(1));
                if (twice) runLayers(target, design(), {.resume = true, .force = force}, 3);
                runLayers(target, design(), {.resume = true, .force = force});
                QVERIFY(layersOf(set) == expected);
                QVERIFY(verifyExport(target).sound());
            }
        }
    }

    /// It was killed before it began the next layer, so only finished layers say what it may replace.
    void aSetThatWasKilledBetweenTwoLayersIsResumed_data() { addSets(); }
    void aSetThatWasKilledBetweenTwoLayersIsResumed() {
        QFETCH(QString, set);
        const std::string target = path(set.toUtf8());
        runLayers(path(("new-" + set).toUtf8()), design(), {});
        runLayers(target, design(older), {.force = true});
        runLayers(target, design(), {.force = true}, 2);
        const QString third = QString(set).replace("%d", "2");
        QVERIFY(QFile::remove(folder_.filePath(third + ".journal")));
        QVERIFY(QFile::remove(folder_.filePath(third + ".part")));
        runLayers(target, design(), {.resume = true});
        QVERIFY(layersOf(set) == layersOf("new-" + set));
        QVERIFY(verifyExport(target).sound());
    }

    /// Each layer is closed before the next one begins, but all of them are one result.
    void aLayerThatIsLostMeanwhileIsToldOf_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("how");
        for (const char* set : {"a%d.tif", "a%d.png", "a%d.raw"}) {
            for (const char* how : {"removed", "replaced", "damaged", "moved", "copied", "touched"})
                QTest::addRow("%s, %s", set, how) << set << how;
        }
    }
    void aLayerThatIsLostMeanwhileIsToldOf() {
        QFETCH(QString, set);
        QFETCH(QString, how);
        runLayers(path(("new-" + set).toUtf8()), design(), {});
        const std::string first = path(QString(set).replace("%d", "0").toUtf8());
        const QByteArray bytes = contentsOf(path(("new-" + QString(set).replace("%d", "0")).toUtf8()));
        const auto disturb = [&] {
            const QString name = QString::fromStdString(first);
            if (how == "removed" || how == "replaced") QFile::remove(name);
            if (how == "moved") QFile::rename(name, name + ".moved");
            if (how == "replaced") writeContents(first, "another program's file");
            if (how == "damaged") writeContents(first, bytes.chopped(1) + '?');
            if (how == "touched") writeContents(first, bytes);
            if (how != "copied") return;
            QFile::copy(name, name + ".copy");
            QFile::remove(name);
            QFile::rename(name + ".copy", name);
        };
        std::vector<Progress> told;
        std::optional<ExportError> failure;
        try {
            runLayers(path(set.toUtf8()), design(), {}, {}, [&](const Progress& now) {
                if (told.empty()) disturb();
                told.push_back(now);
            });
        } catch (const ExportError& error) {
            failure = error;
        }
        const bool kept = how == "copied" || how == "touched";
        QCOMPARE(!failure, kept);
        QVERIFY(told.back().state == (kept ? Progress::State::done : Progress::State::failed));
        if (kept) return;
        const bool there = how != "removed" && how != "moved";
        QCOMPARE(failure->problem().text(), first + (there ? ": was changed or replaced after it was finished"
                                                           : ": was removed after it was finished"));
        QVERIFY(failure->sequel == Sink::Sequel::goesOn);
        QCOMPARE(failure->share, 0.8);
        if (there) QVERIFY(QFile::remove(QString::fromStdString(first)));
        runLayers(path(set.toUtf8()), design(), {.resume = true});
        QVERIFY(layersOf(set) == layersOf("new-" + set));
    }

    void theStudioOffersToResumeIt() {
        const Design flat = design();
        const NodeEngine engine({.memoryBytes = std::size_t{64} << 20U}, flat, *flat.root, {});
        const ExportRequest request{.target = path("s%d.tif"), .region = {0, 0, 30, 20}, .layers = 5};
        const auto look = [&] {
            return lookAtOutputs(request,
                                 request.infoOf(*engine.graph(), "cpu", designHash(*engine.graph())));
        };
        runLayers(request.target, design(older), {});
        QCOMPARE(look().state, State::occupied);
        runLayers(request.target, flat, {.force = true}, 1);
        QCOMPARE(look().state, State::begun);
    }

    void layersOfAnOlderSetStayUnlessTheSetMayReplaceThem_data() { addSets(); }
    void layersOfAnOlderSetStayUnlessTheSetMayReplaceThem() {
        QFETCH(QString, set);
        const std::string target = path(set.toUtf8());
        const auto name = [&set](int layer) { return QString(set).replace("%d", QString::number(layer)); };
        const auto keeps = [&](const Design& resumed, int layer, const ResumePolicy& policy = {}) {
            const QByteArrayList before = layersOf(set);
            const std::string refusal = refusalOf(target, resumed, policy);
            return refusal.starts_with(path(name(layer).toUtf8())) && layersOf(set) == before;
        };
        // Nothing of this export is there.
        runLayers(target, design(older), {.force = true});
        QVERIFY(keeps(design(), 0));
        QVERIFY(keeps(design(), 0, {.force = true}));
        // Another export has begun to replace this one.
        runLayers(target, design(), {.force = true});
        runLayers(target, design(older), {.force = true}, 2);
        QVERIFY(keeps(design(), 0));
        runLayers(target, design(older), {.resume = true});
        // This export was complete, and another one has replaced its last layer since then.
        runLayers(target, design(), {.force = true});
        QTest::qWait(20);  // the clock of a file system may tick only each 10 ms
        ExportRequest last{.target = path(name(4).toUtf8())};
        last.sink.policy.force = true;
        run(last, design(older));
        QVERIFY(keeps(design(), 4));
        // This export was begun without permission, and another one has written a later layer since then.
        for (int layer = 0; layer < 5; ++layer)
            QVERIFY(QFile::remove(folder_.filePath(name(layer))));
        runLayers(target, design(), {}, 1);
        run(last, design(older));
        QVERIFY(keeps(design(), 4));
    }

    /// Only the files that the forced export found may be replaced.
    void aResumedSetKeepsFilesThatItDidNotFind_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<int>("stopAfter");
        QTest::addColumn<QString>("how");
        for (const char* set : {"a%d.tif", "a%d.png", "a%d.raw"}) {
            for (const char* how : {"older picture", "older picture and its journal", "newer export",
                                    "foreign", "foreign alone"}) {
                for (const int stopAfter : {5, 4, 1})
                    QTest::addRow("%s, %s, %d", set, how, stopAfter) << set << stopAfter << how;
            }
        }
    }
    void aResumedSetKeepsFilesThatItDidNotFind() {
        QFETCH(QString, set);
        QFETCH(int, stopAfter);
        QFETCH(QString, how);
        const std::string target = path(set.toUtf8());
        const QString last = QString(set).replace("%d", "4");
        const QString journal = '.' + last + ".finished-journal";
        const auto replace = [this](const QString& name, const QString& by) {
            QFile::remove(folder_.filePath(name));
            QVERIFY(QFile::rename(folder_.filePath(by), folder_.filePath(name)));
        };
        ExportRequest other{.target = path("z" + last.sliced(1).toUtf8())};
        run(other, design("1 - x / 30"));  // older than any layer
        runLayers(target, design(older), {});
        runLayers(target, design(), {.force = true},
                  stopAfter < 5 ? std::optional<std::int64_t>(stopAfter) : std::nullopt);
        if (how.startsWith("older picture")) {
            replace(last, 'z' + last.sliced(1));
            if (how == "older picture") QFile::remove(folder_.filePath(journal));
            if (how != "older picture") replace(journal, ".z" + last.sliced(1) + ".finished-journal");
        } else if (how == "newer export") {
            other.target = path(last.toUtf8());
            other.sink.policy.force = true;
            run(other, design("1 - x / 30"));
        } else {
            QFile::remove(folder_.filePath(last));
            writeContents(path(last.toUtf8()), "another program's file");
            if (how == "foreign alone" || stopAfter == 5) QFile::remove(folder_.filePath(journal));
        }
        const QByteArrayList before = layersOf(set);
        const Problem refusal = problemOf(target, design());
        QVERIFY(refusal.text().starts_with(path(last.toUtf8())));
        const bool foreign = how == "foreign" && stopAfter < 5;
        QVERIFY(!foreign || refusal.reason == "exists, and the interrupted export may not replace it");
        QVERIFY(!foreign || refusal.remedies.empty());
        QVERIFY(layersOf(set) == before);
    }

    /// It may take hours until the last layer is begun.
    void aFileThatComesWhileASetIsResumedStays() {
        const std::string target = path("a%d.png");
        runLayers(target, design(older), {});
        runLayers(target, design(), {.force = true}, 1);
        const auto come = [&](const Progress&) {
            QFile::remove(folder_.filePath("a4.png"));
            writeContents(path("a4.png"), "another program's file");
        };
        QVERIFY_EXCEPTION_THROWN(runLayers(target, design(), {.resume = true}, {}, come), ExportError);
        QCOMPARE(contentsOf(path("a4.png")), QByteArray("another program's file"));
    }

    /// The uninterrupted export removes the same files and says the same.
    void aResumedSetRemovesTheRestOfTheOlderOne_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("swathWidth");
        QTest::addColumn<bool>("newer");
        QTest::addColumn<QString>("told");
        QTest::newRow("seven layers") << 7 << 0 << false << ": removed 2 files of an earlier set";
        QTest::newRow("eight swaths") << 0 << 4 << false << ": removed 3 files of an earlier set";
        QTest::newRow("three swaths") << 0 << 10 << false << "";
        QTest::newRow("a newer layer has come")
            << 7 << 0 << true
            << ": removed 1 file of an earlier set; 1 file with such names, not "
               "part of this set: a6.tif";
    }
    void aResumedSetRemovesTheRestOfTheOlderOne() {
        QFETCH(int, layers);
        QFETCH(int, swathWidth);
        QFETCH(bool, newer);
        QFETCH(QString, told);
        ExportRequest earlier{.target = path("a%d.tif"), .region = {0, 0, 30, 20}, .layers = layers};
        earlier.sink.scan.swathWidth = swathWidth;
        ExportRequest resumed{.target = path("a%d.tif"), .region = {0, 0, 30, 20}, .layers = 5};
        resumed.sink.policy.resume = true;
        for (const bool interrupted : {false, true}) {
            for (const QString& name : QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden))
                QFile::remove(folder_.filePath(name));
            run(earlier, design(older));
            runLayers(earlier.target, design(), {.force = true},
                      interrupted ? std::optional<std::int64_t>(1) : std::nullopt);
            if (newer) {
                // The set is written again, as another export of seven layers would do it.
                ExportRequest another{.target = path("b%d.tif"), .region = {0, 0, 30, 20}, .layers = 7};
                another.sink.policy.force = true;
                run(another, design(older));
                for (const QString& name : {QString("%1.tif"), QString(".%1.tif.finished-journal")}) {
                    QFile::remove(folder_.filePath(name.arg("a6")));
                    QVERIFY(
                        QFile::rename(folder_.filePath(name.arg("b6")), folder_.filePath(name.arg("a6"))));
                }
            }
            if (interrupted) runLayers(earlier.target, design(), {.resume = true});
            const auto settled = settleOtherLayers(resumed);
            QCOMPARE(settled ? QString::fromStdString(settled->text()) : QString(),
                     told.isEmpty() ? told : QString::fromStdString(earlier.target) + told);
            QCOMPARE(verifyExport(earlier.target).sound(), !newer);
            QVERIFY(!settleOtherLayers(resumed) || newer);
        }
    }

    /// The set was killed before its last layer got its name.
    void verifySaysThatALayerIsNotRenamed_data() { addSets(); }
    void verifySaysThatALayerIsNotRenamed() {
        QFETCH(QString, set);
        const std::string target = path(set.toUtf8());
        const QString last = folder_.filePath(QString(set).replace("%d", "4"));
        const QString journal = folder_.filePath('.' + QString(set).replace("%d", "4") + ".finished-journal");
        runLayers(target, design(older), {});
        // It is the same file that the forced export finds.
        const QString old = folder_.filePath("old");
        std::filesystem::create_hard_link(last.toStdString(), old.toStdString());
        runLayers(target, design(), {.force = true});
        QCOMPARE(verifyExport(target).summary.text(), target + ": 5 layers, complete and sound");
        const QByteArrayList expected = layersOf(set);
        QVERIFY(QFile::rename(last, last + ".part") && QFile::rename(journal, last + ".journal"));
        QByteArray lines = contentsOf((last + ".journal").toStdString());
        writeContents((last + ".journal").toStdString(), lines.first(lines.lastIndexOf("finished ")));
        for (const bool olderThere : {false, true}) {
            if (olderThere) QVERIFY(QFile::rename(old, last));
            const Verification verified = verifyExport(target);
            QVERIFY(verified.sound() && verified.inPart);
            QCOMPARE(verified.summary.text(), target + ": 5 layers, complete and sound, but " +
                                                  QFileInfo(last).fileName().toStdString() +
                                                  " is not yet renamed from .part");
            QVERIFY(verified.summary.remedies.front().way == Remedy::Way::resume);
        }
        runLayers(target, design(), {.resume = true});
        QVERIFY(layersOf(set) == expected);
        QVERIFY(!verifyExport(target).inPart);
    }

    void aReplacedDescriptionKeepsItsPermissions() {
        ExportRequest request{.target = path("a.raw")};
        run(request, design(older));
        request.sink.policy.force = true;
        const QString description = folder_.filePath("a.raw.yaml");
        for (const auto permissions :
             {QFile::Permissions(QFile::ReadOwner | QFile::ReadUser),
              QFile::ReadOwner | QFile::ReadUser | QFile::ReadGroup,
              QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser}) {
            const QByteArray before = contentsOf(description.toStdString());
            QVERIFY(QFile::setPermissions(description, permissions));
            run(request, design());
            QVERIFY(contentsOf(description.toStdString()) != before || permissions != QFile::ReadOwner);
            const auto all = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::WriteGroup |
                             QFile::ReadOther | QFile::WriteOther;
            QCOMPARE(QFile::permissions(description) & all, permissions & all);
        }
    }

    void predictedHeightsNeedAFileOfHeights() {
        ExportRequest request{.target = path("a.raw"), .predicted = true};
        QVERIFY_THROWS_EXCEPTION(UsageError, run(request, design()));
    }
};

BURIN_TEST(TestExportRequest)
#include "test_export_request.moc"
