// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errors.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <thread>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

const SurfaceInfo surface = surfaceOf(3000, 2100, 8);

SinkOptions shardOptions(std::int64_t index, std::int64_t count) {
    SinkOptions options;
    options.shard = {index, count};
    return options;
}

bool mentions(const Verification& found, const std::string& text) {
    return std::any_of(found.problems.begin(), found.problems.end(), [&](const Problem& problem) {
        return problem.text().find(text) != std::string::npos;
    });
}

}  // namespace

class TestShards : public QObject {
    Q_OBJECT

    QTemporaryDir root_;
    int job_ = 0;

    /// Makes a new folder for each use.
    std::string fresh(const QString& name) {
        const QString folder = root_.filePath(QString::number(++job_));
        QDir().mkpath(folder);
        return QDir(folder).filePath(name).toStdString();
    }

    /// The file that a single process writes.
    QByteArray expected(const QString& name, const SinkOptions& options = {}) {
        const std::string path = fresh(name);
        exportFormula(path, surface, options);
        return contentsOf(path);
    }

  private slots:
    /// No journal knows the device or the inode of a file.
    void copiedShardsAreJoined() {
        for (const QString name : {"x.tif", "x.raw"}) {
            const QByteArray file = expected(name);
            const std::string made = fresh(name);
            for (int i = 0; i < 2; ++i)
                exportFormula(made, surface, shardOptions(i, 2));
            const std::string path = fresh(name);
            const QDir from = QFileInfo(QString::fromStdString(made)).dir();
            const QDir to = QFileInfo(QString::fromStdString(path)).dir();
            for (const QString& one : from.entryList(QDir::Files | QDir::Hidden))
                QVERIFY(QFile::copy(from.filePath(one), to.filePath(one)));
            const Verification found = verifyExport(path, {.join = true});
            QVERIFY(found.sound() && found.joined);
            QCOMPARE(contentsOf(path), file);
        }
    }

    void joinedShardsAreTheWholeFile_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("count");
        QTest::addColumn<SinkOptions>("options");
        SinkOptions tiles;
        tiles.blocks = TiffBlocks::tiles;
        SinkOptions serpentine;
        serpentine.scan = {100, true};
        QTest::newRow("tif in two") << "x.tif" << 2 << SinkOptions{};
        QTest::newRow("tif in four") << "x.tif" << 4 << SinkOptions{};
        QTest::newRow("tif in more shards than pieces") << "x.tif" << 20 << SinkOptions{};
        QTest::newRow("tif in tiles") << "x.tif" << 3 << tiles;
        QTest::newRow("raw in four") << "x.raw" << 4 << SinkOptions{};
        QTest::newRow("raw in serpentine swaths") << "x.raw" << 3 << serpentine;
    }
    void joinedShardsAreTheWholeFile() {
        QFETCH(QString, name);
        QFETCH(int, count);
        QFETCH(SinkOptions, options);
        const QByteArray file = expected(name, options);
        const std::string path = fresh(name);
        for (int i = count - 1; i >= 0; --i) {
            options.shard = {i, count};
            exportFormula(path, surface, options);
            QVERIFY(!QFile::exists(QString::fromStdString(path)));
        }
        const Verification found = verifyExport(path, {.join = true});
        QVERIFY(found.sound());
        QVERIFY(found.joined);
        QVERIFY(contentsOf(path) == file);
        QVERIFY(!QFile::exists(QString::fromStdString(path + ".part")));
        QCOMPARE(QFile::exists(QString::fromStdString(path + ".yaml")), name == "x.raw");
        const Verification again = verifyExport(path, {.join = true});
        QVERIFY(again.sound() && !again.joined);
    }

    void shardsRunAtTheSameTime() {
        const QByteArray file = expected("x.tif");
        const std::string path = fresh("x.tif");
        {
            std::vector<std::jthread> machines;
            for (int i = 0; i < 4; ++i) {
                machines.emplace_back([&path, i] { exportFormula(path, surface, shardOptions(i, 4)); });
            }
        }
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QVERIFY(contentsOf(path) == file);
    }

    void missingAndBrokenShardsAreNamed() {
        const std::string path = fresh("x.tif");
        exportFormula(path, surface, shardOptions(0, 4));
        exportFormula(path, surface, shardOptions(2, 4));
        const Verification missing = verifyExport(path, {.join = true});
        QVERIFY(!missing.sound() && !missing.joined);
        QCOMPARE(missing.problems.size(), std::size_t{2});
        QVERIFY(mentions(missing, "shard 1 of 4: is missing"));
        QVERIFY(mentions(missing, "shard 3 of 4: is missing"));

        exportFormula(path, surface, shardOptions(1, 4));
        exportFormula(path, surface, shardOptions(3, 4));
        QFile part(QString::fromStdString(path + ".part"));
        QVERIFY(part.open(QIODevice::ReadWrite) && part.seek(part.size() - 1) && part.write("!") == 1);
        part.close();
        const Verification broken = verifyExport(path, {.join = true});
        QVERIFY(!broken.sound() && !broken.joined);
        QCOMPARE(broken.problems.size(), std::size_t{1});
        const Problem& problem = broken.problems.front();
        QVERIFY(problem.subject.starts_with("shard ") && mentions(broken, "does not hold what was written"));
        const char shard = problem.subject[6];
        const Remedy remedy{Remedy::Way::startShardAgain, std::string(1, shard) + "/4"};
        QVERIFY(problem.remedies == std::vector{remedy});

        SinkOptions again = shardOptions(shard - '0', 4);
        again.policy.force = true;
        exportFormula(path, surface, again);
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QVERIFY(contentsOf(path) == expected("x.tif"));
    }

    /// The advice is followed word for word.
    void aDamagedJoinedOutputIsMadeAgain() {
        const QByteArray file = expected("x.tif");
        const std::string path = fresh("x.tif");
        for (int i = 0; i < 3; ++i)
            exportFormula(path, surface, shardOptions(i, 3));
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QByteArray damaged = file;
        damaged[damaged.size() - 1] = static_cast<char>(damaged.back() ^ 1);
        writeContents(path, damaged);
        const Verification found = verifyExport(path);
        QCOMPARE(found.problems.size(), std::size_t{1});
        QVERIFY(found.problems[0].remedies == std::vector{Remedy{Remedy::Way::startAgain}});

        SinkOptions force = shardOptions(1, 3);
        force.policy.force = true;
        exportFormula(path, surface, force);
        const Verification begun = verifyExport(path);
        // Both problems are problems of the new shards, not of the output that already has the name.
        QCOMPARE(begun.problems.size(), std::size_t{2});
        QVERIFY(mentions(begun, "shard 0 of 3: is missing") && mentions(begun, "shard 2 of 3: is missing"));
        const Remedy byForce{Remedy::Way::startShardAgain, "0/3"};
        QVERIFY(begun.problems[0].remedies == std::vector{byForce});
        for (const int i : {0, 2}) {
            force.shard = {i, 3};
            exportFormula(path, surface, force);
        }
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QVERIFY(contentsOf(path) == file);
    }

    void aRemovedJoinedOutputIsMadeAgain() {
        const std::string path = fresh("x.tif");
        for (int i = 0; i < 2; ++i)
            exportFormula(path, surface, shardOptions(i, 2));
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        for (int i = 0; i < 2; ++i) {
            const Verification found = verifyExport(path);
            QVERIFY(mentions(found, ("shard " + std::to_string(i) + " of 2: is missing").c_str()));
            exportFormula(path, surface, shardOptions(i, 2));
        }
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QVERIFY(contentsOf(path) == expected("x.tif"));
    }

    void aShardResumes() {
        const QByteArray file = expected("x.raw");
        const std::string path = fresh("x.raw");
        exportFormula(path, surface, shardOptions(0, 2));
        const auto sink = openSink(path, surface, shardOptions(1, 2));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 exportFormula(*sink, surface, 1, [](FakeBlockSource& s) { s.failAt = 3; }));
        QVERIFY(mentions(verifyExport(path, {.join = true}), "shard 1 of 2: is not finished"));
        SinkOptions options = shardOptions(1, 2);
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(openSink(path, surface, options)));
        options.policy.resume = true;
        const_cast<std::unique_ptr<Sink>&>(sink).reset();
        exportFormula(path, surface, options);
        QVERIFY(openSink(path, surface, options)->alreadyFinished().has_value());
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QVERIFY(contentsOf(path) == file);
    }

    void partsOfDifferentSurfacesDoNotMix_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("tif") << "x.tif";
        QTest::newRow("raw") << "x.raw";
    }
    void partsOfDifferentSurfacesDoNotMix() {
        QFETCH(QString, name);
        const std::string path = fresh(name);
        exportFormula(path, surface, shardOptions(0, 2));
        SurfaceInfo other = surface;
        other.designHash = "another";
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(openSink(path, other, shardOptions(1, 2))));
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(openSink(path, surface, shardOptions(1, 3))));
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(openSink(path, surface, {})));
        SurfaceInfo elsewhere = surface;
        elsewhere.backend = "cuda";
        SinkOptions mixed = shardOptions(1, 2);
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(openSink(path, elsewhere, mixed)));
        mixed.policy.allowMixed = true;
        exportFormula(path, elsewhere, mixed);
        QVERIFY(mentions(verifyExport(path, {.join = true}), "another backend"));
        QVERIFY(verifyExport(path, {.join = true, .allowMixed = true}).joined);
    }

    void tooManyShardsAreRefused() {
        const std::string path = fresh("x.tif");
        QVERIFY(openSink(path, surface, shardOptions(0, mostShards)) != nullptr);
        try {
            static_cast<void>(openSink(path, surface, shardOptions(0, mostShards + 1)));
            QFAIL("they are accepted");
        } catch (const UsageError& error) {
            QCOMPARE(std::string(error.what()),
                     path + ": cannot be divided into 1000001 shards; at most 1000000 are possible");
        }
    }

    void aHeaderOfAnotherSurfaceIsRefused() {
        const std::string path = fresh("x.tif");
        exportFormula(path, surface, shardOptions(0, 2));
        // an empty journal, as if a process had only just claimed it
        writeContents(path + ".0-of-2.journal", "");
        SurfaceInfo other = surface;
        other.designHash = "fedcba9876543210";
        const QByteArray before = contentsOf(path + ".part");
        QVERIFY_THROWS_EXCEPTION(UsageError, exportFormula(path, other, shardOptions(1, 2)));
        QVERIFY(contentsOf(path + ".part") == before);
    }

    void aWholeExportByForceReplacesShards() {
        const std::string path = fresh("x.tif");
        exportFormula(path, surface, shardOptions(0, 2));
        SinkOptions force;
        force.policy.force = true;
        exportFormula(path, surface, force);
        QVERIFY(verifyExport(path).sound());
        QVERIFY(!QFile::exists(QString::fromStdString(path + ".0-of-2.journal")));
    }
};

BURIN_TEST(TestShards)
#include "test_shards.moc"
