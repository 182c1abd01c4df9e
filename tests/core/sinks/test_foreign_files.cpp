// SPDX-License-Identifier: GPL-3.0-or-later

// Files of other origins that happen to have the names of files that an export writes beside its output.

#include "core/base/errors.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/layer_files.hpp"
#include "core/sinks/output_look.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <QDir>

#include <sys/stat.h>
#include <sys/xattr.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

const SurfaceInfo surface = surfaceOf(300, 2100, 8);
const QByteArray diary = "Dear diary,\ntoday I engraved\n";

}  // namespace

class TestForeignFiles : public QObject {
    Q_OBJECT

    QTemporaryDir root_;
    QDir folder_;
    int job_ = 0;

    [[nodiscard]] std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }
    [[nodiscard]] QStringList names() const {
        return folder_.entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

    /// Why an export is refused; nothing if it is not.
    [[nodiscard]] std::optional<Problem> refusalOf(const QString& name, const SinkOptions& options) const {
        try {
            exportFormula(path(name), surface, options);
        } catch (const UsageError& error) {
            return error.problem();
        }
        return {};
    }

    /// Leaves an unfinished output behind.
    /// \param failAt  the block that fails, from 1
    void interrupt(const QString& name, const SinkOptions& options, std::int64_t failAt = 1) const {
        const auto sink = openSink(path(name), surface, options);
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 exportFormula(*sink, surface, 1, [failAt](FakeBlockSource& source) {
                                     source.concurrentBlocks = 1;
                                     source.failAt = failAt;
                                 }));
    }

  private slots:
    void init() {
        folder_.setPath(root_.filePath(QString::number(++job_)));
        QVERIFY(folder_.mkpath("."));
    }

    void theyAreNamedAndStay_data() {
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("foreign");
        QTest::addColumn<SinkOptions>("options");
        SinkOptions shard;
        shard.shard = {0, 2};
        SinkOptions swaths;
        swaths.scan.swathWidth = 100;
        QTest::newRow("the .part of a tif") << "y.tif"
                                            << "y.tif.part" << SinkOptions{};
        QTest::newRow("the .part of a raw file") << "y.raw"
                                                 << "y.raw.part" << SinkOptions{};
        QTest::newRow("the .part of a png") << "y.png"
                                            << "y.png.part" << SinkOptions{};
        QTest::newRow("the .part of shards") << "y.tif"
                                             << "y.tif.part" << shard;
        QTest::newRow("the .part of a swath") << "y%d.tif"
                                              << "y1.tif.part" << swaths;
        QTest::newRow("the journal of a tif") << "y.tif"
                                              << "y.tif.journal" << SinkOptions{};
        QTest::newRow("the journal of a finished tif") << "y.tif"
                                                       << ".y.tif.finished-journal" << SinkOptions{};
        QTest::newRow("the journal of a png") << "y.png"
                                              << "y.png.journal" << SinkOptions{};
        QTest::newRow("the journal of a shard") << "y.tif"
                                                << "y.tif.0-of-2.journal" << shard;
        QTest::newRow("the journal of swaths") << "y%d.tif"
                                               << "y%d.tif.journal" << swaths;
    }
    void theyAreNamedAndStay() {
        QFETCH(QString, output);
        QFETCH(QString, foreign);
        QFETCH(SinkOptions, options);
        writeContents(path(foreign), diary);
        for (const bool force : {false, true}) {
            for (const bool resume : {false, true}) {
                options.policy.force = force;
                options.policy.resume = resume;
                const auto refusal = refusalOf(output, options);
                QVERIFY(refusal.has_value());
                QCOMPARE(refusal->subject, path(foreign));
                QVERIFY2(refusal->reason.ends_with("so exports do not replace it"), refusal->reason.c_str());
                QVERIFY(!refusal->advice.empty() && refusal->remedies.empty());
                QCOMPARE(contentsOf(path(foreign)), diary);
                QCOMPARE(names(), QStringList{foreign});
            }
        }
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(lookAtOutput(path(output), surface, options)));
        QVERIFY(folder_.remove(foreign));
        options.policy = {};
        QVERIFY(!refusalOf(output, options));
    }

    void aLinkThatLeadsNowhereIsNotWrittenThrough_data() {
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("name");
        const QString longPattern = "y%d" + QString(246, 'o') + ".tif";
        const std::string longPart = beside(longPattern.toStdString().replace(1, 2, "1"), ".part").string();
        QTest::newRow("the .part") << "y.tif"
                                   << "y.tif.part";
        QTest::newRow("the .part of a swath") << "y%d.tif"
                                              << "y1.tif.part";
        QTest::newRow("the .part of a swath with a long name")
            << longPattern << QString::fromStdString(longPart);
        QTest::newRow("the journal") << "y.tif"
                                     << "y.tif.journal";
    }
    void aLinkThatLeadsNowhereIsNotWrittenThrough() {
        QFETCH(QString, output);
        QFETCH(QString, name);
        QVERIFY(QFile::link("elsewhere", folder_.filePath(name)));
        SinkOptions forced;
        forced.policy.force = true;
        if (output.contains('%')) forced.scan.swathWidth = 100;
        const auto refusal = refusalOf(output, forced);
        QVERIFY(refusal && refusal->subject == path(name));
        QCOMPARE(names(), QStringList());
    }

    /// The export continues in the journal that it has opened, but does not rename the other file.
    void aFileThatTakesTheJournalsNameStays() {
        std::vector<std::string> told;
        SinkOptions options;
        options.tells = [&told](const Problem& note) { told.push_back(note.text()); };
        const auto sink = openSink(path("y.tif"), surface, options);
        std::once_flag once;
        exportFormula(*sink, surface, 1, [&](FakeBlockSource& source) {
            source.afterBlock = [&] {
                std::call_once(once, [&] {
                    folder_.remove("y.tif.journal");
                    writeContents(path("y.tif.journal"), diary);
                });
            };
        });
        QCOMPARE(contentsOf(path("y.tif.journal")), diary);
        QCOMPARE(names(), (QStringList{"y.tif", "y.tif.journal"}));
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told.front(),
                 path("y.tif.journal") +
                     ": has been replaced or removed, so the finished output can no longer be verified");
    }

    void aForeignDescriptionIsReplacedByForceAlone() {
        const QByteArray design = "burin: 2\npixel: 1 um\n";
        writeContents(path("y.raw.yaml"), design);
        SinkOptions options;
        for (const bool resume : {false, true}) {
            options.policy.resume = resume;
            const auto refusal = refusalOf("y.raw", options);
            QVERIFY(refusal && refusal->subject == path("y.raw.yaml"));
            QVERIFY(refusal->remedies == std::vector{Remedy{Remedy::Way::overwrite}});
            QCOMPARE(contentsOf(path("y.raw.yaml")), design);
            QCOMPARE(names(), QStringList{"y.raw.yaml"});
        }
        QVERIFY(lookAtOutput(path("y.raw"), surface, {}).state == OutputLook::State::occupied);
        options.policy = {.force = true};
        QVERIFY(!refusalOf("y.raw", options));
        QVERIFY(contentsOf(path("y.raw.yaml")).startsWith("width: 300\n"));
        // The description of an output that was removed is Burin's.
        QVERIFY(folder_.remove("y.raw"));
        QVERIFY(!refusalOf("y.raw", {}));
    }

    /// An export may take days, and in the meantime someone may use its name.
    void whatAppearsDuringAnExportStays_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("made");
        for (const char* name : {"y.tif", "y.raw", "y.png"})
            QTest::addRow("%s", name) << name << name;
        QTest::newRow("a numbered file") << "y%d.tif"
                                         << "y1.tif";
        QTest::newRow("the description of a raw file") << "y.raw"
                                                       << "y.raw.yaml";
        QTest::newRow("the unfinished TIFF") << "y.tif"
                                             << "y.tif.part";
        QTest::newRow("the unfinished raw file") << "y.raw"
                                                 << "y.raw.part";
    }
    void whatAppearsDuringAnExportStays() {
        QFETCH(QString, name);
        QFETCH(QString, made);
        SinkOptions options;
        if (name.contains('%')) options.scan.swathWidth = 100;
        std::unique_ptr<Sink> sink = openSink(path(name), surface, options);
        std::once_flag once;
        const auto make = [&] {
            writeContents(path("new"), diary);
            std::filesystem::rename(path("new"), path(made));
        };
        QVERIFY_THROWS_EXCEPTION(SinkError, exportFormula(*sink, surface, 1, [&](FakeBlockSource& source) {
                                     source.afterBlock = [&] { std::call_once(once, make); };
                                 }));
        QCOMPARE(contentsOf(path(made)), diary);
        QCOMPARE(names().contains(name), name == made);
        // A description without its output would be left over.
        QCOMPARE(names().contains("y.raw.yaml"), made == "y.raw.yaml");
        if (made.startsWith("y.") && name != made) return;
        sink.reset();
        options.policy.resume = true;
        const auto refusal = refusalOf(name, options);
        QVERIFY(refusal && refusal->subject == path(made));
        QCOMPARE(contentsOf(path(made)), diary);
        // Once the name is free again, the export can be completed.
        QVERIFY(folder_.rename(made, "diary.txt"));
        QVERIFY(!refusalOf(name, options));
        QVERIFY(verifyExport(path(name)).sound());
    }

    /// An interrupted export may wait for days, and in the meantime someone may use its name.
    void whatAppearsBeforeAnExportIsResumedStays_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("made");
        for (const char* name : {"y.tif", "y.raw", "y.png"})
            QTest::addRow("%s", name) << name << name;
        QTest::newRow("a swath that is begun") << "y%d.tif"
                                               << "y0.tif";
        QTest::newRow("a swath that is not begun") << "y%d.tif"
                                                   << "y2.tif";
    }
    void whatAppearsBeforeAnExportIsResumedStays() {
        QFETCH(QString, name);
        QFETCH(QString, made);
        SinkOptions options;
        if (name.contains('%')) options.scan.swathWidth = 100;
        interrupt(name, options, name.contains('%') ? 2 : 1);
        const QStringList unfinished = names();
        QVERIFY(!unfinished.filter(".part").isEmpty() && !unfinished.contains(made));
        writeContents(path(made), diary);
        options.policy = {.resume = true};
        const auto refusal = refusalOf(name, options);
        QVERIFY(refusal.has_value());
        QCOMPARE(refusal->text(), path(made) + ": exists, and the interrupted export may not replace it");
        QVERIFY(refusal->remedies.empty() && !refusal->advice.empty());
        QVERIFY(lookAtOutput(path(name), surface, options).state == OutputLook::State::occupied);
        QCOMPARE(contentsOf(path(made)), diary);
        QVERIFY(folder_.remove(made));
        QCOMPARE(names(), unfinished);
        writeContents(path(made), diary);
        options.policy.force = true;
        QVERIFY(!refusalOf(name, options));
        QVERIFY(verifyExport(path(name)).sound());
    }

    void theJournalRemembersForce_data() { whatAppearsBeforeAnExportIsResumedStays_data(); }
    void theJournalRemembersForce() {
        QFETCH(QString, name);
        QFETCH(QString, made);
        SinkOptions options;
        if (name.contains('%')) options.scan.swathWidth = 100;
        writeContents(path(made), diary);
        options.policy = {.force = true};
        interrupt(name, options);
        // An export that is interrupted again writes its journal anew.
        options.policy = {.resume = true};
        interrupt(name, options);
        QCOMPARE(contentsOf(path(made)), diary);
        QVERIFY(!refusalOf(name, options));
        QVERIFY(verifyExport(path(name)).sound());
    }

    /// Force replaces the files that it has found, and no others.
    void whatReplacesAnOlderFileStays_data() { whatAppearsBeforeAnExportIsResumedStays_data(); }
    void whatReplacesAnOlderFileStays() {
        QFETCH(QString, name);
        QFETCH(QString, made);
        SinkOptions options;
        if (name.contains('%')) options.scan.swathWidth = 100;
        exportFormula(path(name), surface, options);
        options.policy = {.force = true};
        interrupt(name, options, name.contains('%') ? 2 : 1);
        QVERIFY(folder_.remove(made));
        writeContents(path(made), diary);
        options.policy = {.resume = true};
        const auto refusal = refusalOf(name, options);
        QVERIFY(refusal.has_value());
        QCOMPARE(refusal->text(), path(made) + ": exists, and the interrupted export may not replace it");
        QCOMPARE(contentsOf(path(made)), diary);
        QVERIFY(folder_.remove(made));
        QVERIFY(!refusalOf(name, options));
        QVERIFY(verifyExport(path(name)).sound());
    }

    void whatReplacesASurplusSwathStays() {
        SinkOptions options;
        options.scan.swathWidth = 50;
        exportFormula(path("y%d.tif"), surface, options);
        options.scan.swathWidth = 100;
        options.policy = {.force = true};
        interrupt("y%d.tif", options, 2);
        QVERIFY(folder_.remove("y5.tif"));
        writeContents(path("y5.tif"), diary);
        options.policy = {.resume = true};
        QVERIFY(!refusalOf("y%d.tif", options));
        QVERIFY2(names().contains("y2.tif") && !names().contains("y4.tif"), qPrintable(names().join(' ')));
        QCOMPARE(contentsOf(path("y5.tif")), diary);
    }

    void aNumberBeyondTheSetIsRemarkedOn() {
        writeContents(path("y07.tif"), diary);
        SinkOptions options;
        options.scan.swathWidth = 100;
        QStringList told;
        options.tells = [&told](const Problem& note) { told << QString::fromStdString(note.text()); };
        interrupt("y%02d.tif", options, 2);
        options.policy.resume = true;
        QVERIFY(!refusalOf("y%02d.tif", options));
        QCOMPARE(told, QStringList{folder_.filePath("y%02d.tif") +
                                   ": y07.tif has a name of this set, but does not belong to it"});
        QCOMPARE(contentsOf(path("y07.tif")), diary);
        QVERIFY(names().contains("y02.tif"));
    }

    void aNumberOfTheSetIsNamed() {
        writeContents(path("y01.tif"), diary);
        SinkOptions options;
        options.scan.swathWidth = 100;
        for (const bool resume : {false, true}) {
            options.policy.resume = resume;
            const auto refusal = refusalOf("y%02d.tif", options);
            QVERIFY(refusal.has_value());
            QCOMPARE(refusal->text(),
                     path("y01.tif") + (resume ? ": exists and has no journal to resume from" : ": exists"));
            QVERIFY(refusal->remedies == std::vector{Remedy{Remedy::Way::overwrite}});
        }
        QCOMPARE(contentsOf(path("y01.tif")), diary);
    }

    /// Without --force, nothing of another set is removed.
    void layersBeyondASetOfSwathsStay() {
        for (const LayerFile& layer : layerFiles(path("y%02d.tif"), surface, 6)) {
            exportFormula(layer.path, layer.surface, {});
            if (layer.path < path("y03.tif")) QVERIFY(std::filesystem::remove(layer.path));
        }
        SinkOptions options;
        options.scan.swathWidth = 100;
        QVERIFY(!refusalOf("y%02d.tif", options));
        QVERIFY(names().contains("y03.tif") && names().contains("y05.tif"));
    }

    void whatReplacesAnUnfinishedSwathStays() {
        SinkOptions swaths;
        swaths.scan.swathWidth = 100;
        swaths.blocks = TiffBlocks::tiles;
        const auto sink = openSink(path("y%d.tif"), surface, swaths);
        QVERIFY(sink->begin() == Sink::Outcome::done);
        const ChunkGrid& grid = sink->grid();
        const ChunkRange second = grid.chunksOfSwath(1);
        QVERIFY(second.count() > 1);
        const auto complete = [&] {
            for (std::int64_t index = 0; index < grid.count(); ++index) {
                const std::vector<std::byte> chunk(grid.bytes(grid.chunk(index)));
                static_cast<void>(sink->write(index, chunk));
                if (index != second.first) continue;
                writeContents(path("new"), diary);
                std::filesystem::rename(path("new"), path("y1.tif.part"));
            }
            static_cast<void>(sink->finish());
        };
        QVERIFY_THROWS_EXCEPTION(SinkError, complete());
        QCOMPARE(contentsOf(path("y1.tif.part")), diary);
        QVERIFY(!names().contains("y1.tif"));
    }

    /// One file of a finished set was removed, and a second export makes it again.
    void whatReplacesAMissingSwathStays() {
        SinkOptions swaths;
        swaths.scan.swathWidth = 100;
        exportFormula(path("y%d.tif"), surface, swaths);
        QVERIFY(folder_.remove("y1.tif"));
        swaths.policy.resume = true;
        const auto sink = openSink(path("y%d.tif"), surface, swaths);
        QVERIFY_THROWS_EXCEPTION(SinkError, exportFormula(*sink, surface, 1, [&](FakeBlockSource& source) {
                                     source.afterBlock = [&] { writeContents(path("y1.tif"), diary); };
                                 }));
        QCOMPARE(contentsOf(path("y1.tif")), diary);
    }

    void aForeignDescriptionStaysWhenShardsAreJoined() {
        for (const std::int64_t index : {0, 1}) {
            SinkOptions shard;
            shard.shard = {index, 2};
            exportFormula(path("y.raw"), surface, shard);
        }
        writeContents(path("y.raw.yaml"), diary);
        const Verification refused = verifyExport(path("y.raw"), {.join = true});
        QVERIFY(!refused.joined && !refused.sound());
        QCOMPARE(refused.problems.size(), std::size_t{1});
        QCOMPARE(refused.problems[0].subject, path("y.raw.yaml"));
        QCOMPARE(contentsOf(path("y.raw.yaml")), diary);
        QVERIFY(names().contains("y.raw.part"));
        QVERIFY(folder_.remove("y.raw.yaml"));
        QVERIFY(verifyExport(path("y.raw"), {.join = true}).joined);
        QVERIFY(contentsOf(path("y.raw.yaml")).startsWith("width: 300\n"));
    }

    /// Shards may wait for days before they are joined.
    void whatTakesTheNameOfShardsStays() {
        for (const std::int64_t index : {0, 1}) {
            SinkOptions shard;
            shard.shard = {index, 2};
            exportFormula(path("y.tif"), surface, shard);
        }
        writeContents(path("y.tif"), diary);
        const Verification refused = verifyExport(path("y.tif"), {.join = true});
        QVERIFY(!refused.joined && !refused.sound());
        QCOMPARE(refused.problems.size(), std::size_t{1});
        QCOMPARE(refused.problems[0].subject, path("y.tif"));
        QCOMPARE(contentsOf(path("y.tif")), diary);
        QVERIFY(names().contains("y.tif.part"));
        QVERIFY(folder_.remove("y.tif"));
        QVERIFY(verifyExport(path("y.tif"), {.join = true}).joined);
    }

    void shardsThatWereForcedReplaceAFile() {
        writeContents(path("y.tif"), diary);
        for (const std::int64_t index : {0, 1}) {
            SinkOptions shard;
            shard.shard = {index, 2};
            shard.policy.force = true;
            exportFormula(path("y.tif"), surface, shard);
        }
        QCOMPARE(contentsOf(path("y.tif")), diary);
        QVERIFY(verifyExport(path("y.tif"), {.join = true}).joined);
        QVERIFY(contentsOf(path("y.tif")) != diary);
    }

    void theyStayBesideAFinishedOutput() {
        exportFormula(path("y.tif"), surface);
        writeContents(path("y.tif.part"), diary);
        SinkOptions forced;
        forced.policy.force = true;
        const auto refusal = refusalOf("y.tif", forced);
        QVERIFY(refusal && refusal->subject == path("y.tif.part"));
        QCOMPARE(contentsOf(path("y.tif.part")), diary);
    }

    /// A whole export removes the journals of the shards that it replaces.
    void whatOnlyHasTheNameOfAShardsJournalStays() {
        SinkOptions shard;
        shard.shard = {1, 2};  // the only chunk of the surface is in the last shard
        interrupt("y.tif", shard);
        writeContents(path("y.tif.1-of-3.journal"), diary);
        SinkOptions forced;
        forced.policy.force = true;
        const auto refusal = refusalOf("y.tif", forced);
        QVERIFY(refusal && refusal->subject == path("y.tif.1-of-3.journal"));
        QCOMPARE(contentsOf(path("y.tif.1-of-3.journal")), diary);
        QVERIFY(folder_.remove("y.tif.1-of-3.journal"));
        QVERIFY(!refusalOf("y.tif", forced));
        QCOMPARE(names(), (QStringList{".y.tif.finished-journal", "y.tif"}));
    }

    void ownFilesAreReplacedByForce_data() {
        QTest::addColumn<QByteArray>("journal");
        QTest::newRow("with a damaged journal") << QByteArray("burin journal 2 0123456789abcdef\n");
        QTest::newRow("with a journal of a later version") << QByteArray("burin journal 9\n");
        QTest::newRow("with a journal that was only just claimed") << QByteArray();
    }
    void ownFilesAreReplacedByForce() {
        QFETCH(QByteArray, journal);
        interrupt("y.tif", {});
        QCOMPARE(names(), (QStringList{"y.tif.journal", "y.tif.part"}));
        writeContents(path("y.tif.journal"), journal);
        SinkOptions forced;
        forced.policy.force = true;
        QVERIFY(!refusalOf("y.tif", forced));
        QCOMPARE(names(), (QStringList{".y.tif.finished-journal", "y.tif"}));
        QVERIFY(verifyExport(path("y.tif")).sound());
    }

    /// Any shard may begin the file of all of them.
    void aReplacedFileKeepsItsAccess_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<unsigned>("mode");
        for (const char* name : {"y.tif", "y.raw", "y.png", "y%d.tif"}) {
            for (const unsigned mode : {0600U, 0640U, 0444U, 0666U})
                QTest::addRow("%s, %o", name, mode) << name << mode;
        }
    }
    void aReplacedFileKeepsItsAccess() {
        QFETCH(QString, name);
        QFETCH(unsigned, mode);
        const std::string file = path(QString(name).replace("%d", "1"));
        const auto modeOf = [](const std::string& one) {
            struct stat status {};
            return ::stat(one.c_str(), &status) == 0 ? status.st_mode & 0777U : 0U;
        };
        SinkOptions options;
        if (name.contains('%')) options.scan.swathWidth = 100;
        exportFormula(path(name), surface, options);
        const QByteArray expected = contentsOf(file);
        writeContents(file, diary);
        QCOMPARE(::chmod(file.c_str(), mode), 0);
        const bool tagged = ::setxattr(file.c_str(), "user.xdg.tags", "copper", 6, 0) == 0;
        options.policy.force = true;
        interrupt(name, options, name.contains('%') ? 2 : 1);
        QCOMPARE(modeOf(file), mode);
        if (modeOf(file + ".part") != 0) QCOMPARE(modeOf(file + ".part"), mode | 0600U);
        options.policy = {.resume = true};
        QVERIFY(!refusalOf(name, options));
        QCOMPARE(contentsOf(file), expected);
        QCOMPARE(modeOf(file), mode);
        std::array<char, 10> tag{};
        QCOMPARE(::getxattr(file.c_str(), "user.xdg.tags", tag.data(), tag.size()), tagged ? 6 : -1);
    }

    void thePartOfAnotherShardIsTaken() {
        SinkOptions first;
        first.shard = {0, 2};
        SinkOptions second;
        second.shard = {1, 2};
        exportFormula(path("y.tif"), surface, first);
        QVERIFY(!refusalOf("y.tif", second));
        QVERIFY(verifyExport(path("y.tif"), {.join = true}).joined);
    }

    /// A shard that is killed before it writes its journal leaves such a file.
    void theEmptyJournalOfAnotherShardCounts() {
        SinkOptions second;
        second.shard = {1, 2};
        writeContents(path("y.tif.part"), "");
        QVERIFY(refusalOf("y.tif", second).has_value());
        writeContents(path("y.tif.0-of-2.journal"), "");
        QVERIFY(!refusalOf("y.tif", second));
    }
};

BURIN_TEST(TestForeignFiles)
#include "test_foreign_files.moc"
