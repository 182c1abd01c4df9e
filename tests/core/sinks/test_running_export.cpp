// SPDX-License-Identifier: GPL-3.0-or-later

// An export to a name that another export is writing. Both are sinks of this process: each has its own lock,
// as sinks of two processes have.

#include "core/base/errors.hpp"
#include "core/export/journal.hpp"
#include "core/sinks/output_look.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;

class TestRunningExport : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    const SurfaceInfo surface_ = surfaceOf(600, 500, 8);

    [[nodiscard]] std::string path(const std::string& name) const {
        return folder_.filePath(QString::fromStdString(name)).toStdString();
    }
    /// The reason why no other export with these options may begin now; empty if one may.
    [[nodiscard]] QString refusal(const std::string& name, const SinkOptions& options,
                                  const std::string& designHash = "0123456789abcdef") const {
        SurfaceInfo surface = surface_;
        surface.designHash = designHash;
        try {
            static_cast<void>(openSink(path(name), surface, options)->begin());
        } catch (const UsageError& error) {
            return QString::fromStdString(error.problem().text());
        }
        return {};
    }

  private slots:
    void cleanup() {
        QDir folder(folder_.path());
        for (const QString& name : folder.entryList(QDir::Files | QDir::Hidden))
            folder.remove(name);
    }

    /// A killed export loses nothing that it had written before a pause.
    void whatIsWrittenBeforeAPauseIsRecorded() {
        const auto sink = openSink(path("x.raw"), surface_, {});
        QVERIFY(sink->begin() == Sink::Outcome::done);
        const std::vector<std::byte> chunk(sink->grid().bytes(sink->grid().chunk(0)));
        QVERIFY(sink->write(0, chunk) == Sink::Outcome::done);
        sink->settle();
        QCOMPARE(readJournal(path("x.raw.journal")).done().firstGap(0), std::int64_t{1});
    }

    void itIsNotTakenForOneThatEnded_data() {
        QTest::addColumn<ResumePolicy>("policy");
        QTest::addColumn<std::string>("designHash");
        const std::string same = "0123456789abcdef";
        const std::string other = "fedcba9876543210";
        QTest::newRow("a second one begins") << ResumePolicy{} << same;
        QTest::newRow("a second one resumes") << ResumePolicy{.resume = true} << same;
        QTest::newRow("one of another design resumes") << ResumePolicy{.resume = true} << other;
        QTest::newRow("one of another design begins") << ResumePolicy{} << other;
        QTest::newRow("a second one overwrites") << ResumePolicy{.force = true} << same;
    }
    void itIsNotTakenForOneThatEnded() {
        QFETCH(ResumePolicy, policy);
        QFETCH(std::string, designHash);
        SinkOptions options;
        options.policy = policy;
        auto running = openSink(path("x.raw"), surface_, {});
        QVERIFY(running->begin() == Sink::Outcome::done);
        const QByteArray journal = contentsOf(path("x.raw.journal"));
        const QString said = refusal("x.raw", options, designHash);
        QVERIFY2(said.contains("x.raw"), qPrintable(said));
        QVERIFY2(said.endsWith("another export is writing it; wait for it to end, or choose another name"),
                 qPrintable(said));
        QCOMPARE(contentsOf(path("x.raw.journal")), journal);
        exportFormula(*running, surface_, 1, [](FakeBlockSource&) {});
        QCOMPARE(contentsOf(path("x.raw")), expectedRaw(surface_, {}));
    }

    void onlyOneThatEndedWasBegunEarlier() {
        auto running = openSink(path("x.raw"), surface_, {});
        QVERIFY(running->begin() == Sink::Outcome::done);
        QVERIFY(refusal("x.raw", {}).endsWith("choose another name"));
        running.reset();
        QVERIFY(refusal("x.raw", {}).endsWith("was begun by an earlier export"));
    }

    /// They cannot even overwrite the output: the data of the running shard would get into the new output.
    void aRunningShardExcludesTheWholeAndOtherNumbers_data() {
        QTest::addColumn<Shard>("running");
        QTest::addColumn<Shard>("second");
        QTest::newRow("the whole beside a shard") << Shard{0, 3} << Shard{};
        QTest::newRow("a shard beside the whole") << Shard{} << Shard{0, 3};
        QTest::newRow("a shard of two beside one of three") << Shard{0, 3} << Shard{1, 2};
    }
    void aRunningShardExcludesTheWholeAndOtherNumbers() {
        QFETCH(Shard, running);
        QFETCH(Shard, second);
        SinkOptions first;
        first.shard = running;
        const auto sink = openSink(path("x.tif"), surface_, first);
        static_cast<void>(sink->begin());
        const QStringList files = QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden);
        for (const bool force : {false, true}) {
            SinkOptions options;
            options.shard = second;
            options.policy.force = force;
            const QString said = refusal("x.tif", options);
            QVERIFY2(said.contains("another export is writing it"), qPrintable(said));
            QCOMPARE(QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden), files);
        }
    }

    void otherShardsOfTheSameNumberRunAtTheSameTime() {
        SinkOptions options;
        options.shard = {0, 3};
        const auto sink = openSink(path("x.tif"), surface_, options);
        static_cast<void>(sink->begin());
        options.shard = {1, 3};
        QCOMPARE(refusal("x.tif", options), QString());
    }

    void aCheckDoesNotOfferToResumeIt() {
        auto running = openSink(path("x.raw"), surface_, {});
        static_cast<void>(running->begin());
        const Problem said = verifyExport(path("x.raw")).summary;
        QVERIFY2(said.reason.find("an export is writing it") != std::string::npos, said.reason.c_str());
        QVERIFY(said.remedies.empty());
        running.reset();
        QVERIFY(!verifyExport(path("x.raw")).summary.remedies.empty());
        SinkOptions options;
        options.shard = {1, 2};  // the first of two has no rows
        const auto shard = openSink(path("y.tif"), surface_, options);
        static_cast<void>(shard->begin());
        const std::vector<Problem> problems = verifyExport(path("y.tif")).problems;
        const auto unfinished = std::find_if(problems.begin(), problems.end(), [](const Problem& problem) {
            return problem.reason.find("is not finished") == 0;
        });
        QVERIFY(unfinished != problems.end());
        QCOMPARE(unfinished->reason, std::string("is not finished: an export is writing it"));
        QVERIFY(unfinished->remedies.empty());
    }

    void theLookOfTheStudioSaysSo() {
        const auto running = openSink(path("x.raw"), surface_, {});
        static_cast<void>(running->begin());
        SurfaceInfo other = surface_;
        other.designHash = "fedcba9876543210";
        const OutputLook look = lookAtOutput(path("x.raw"), other, {});
        QVERIFY(look.state == OutputLook::State::occupied);
        QVERIFY(look.obstacle.text().ends_with("choose another name"));
    }
};

BURIN_TEST(TestRunningExport)
#include "test_running_export.moc"
