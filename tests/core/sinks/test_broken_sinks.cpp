// SPDX-License-Identifier: GPL-3.0-or-later
// Full disks, closed pipes and readers that do not read.
#include "core/base/errors.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/system/file_limit.hpp"
#include "support/testing.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <mutex>
#include <thread>

using namespace burin;
using namespace burin::test;

class TestBrokenSinks : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    [[nodiscard]] std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }

  private slots:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }

    void aFullDiskSaysHowToGoOn_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<SinkOptions>("options");
        SinkOptions compressed;
        compressed.compression = Compression::lzw;
        SinkOptions swaths;
        swaths.scan.swathWidth = 2000;
        QTest::newRow("tif") << "x.tif" << SinkOptions{};
        QTest::newRow("compressed tif") << "y.tif" << compressed;
        QTest::newRow("raw") << "x.raw" << SinkOptions{};
        QTest::newRow("numbered swaths") << "many/%d.tif" << swaths;
    }
    void aFullDiskSaysHowToGoOn() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        const SurfaceInfo surface = surfaceOf(4000, 2000, 8);
        try {
            const FileLimit limit(3 << 20);
            exportFormula(path(name), surface, options);
            QFAIL("it must not succeed");
        } catch (const ExportError& error) {
            QVERIFY(std::string(error.what()).find("File too large") != std::string::npos);
            QVERIFY(error.share >= 0 && error.share < 1);
            QVERIFY(error.sequel != Sink::Sequel::none);
        }
        options.policy.resume = true;
        exportFormula(path(name), surface, options);
        QVERIFY(openSink(path(name), surface, options)->alreadyFinished().has_value());
        if (name == "x.raw") QVERIFY(contentsOf(path(name)) == expectedRaw(surface, {}));
    }

    /// If the journal cannot be made, nothing is kept, and nothing else is told.
    void anOutputThatCannotBeginKeepsNothing() {
        const SurfaceInfo surface = surfaceOf(40, 20, 8);
        try {
            const FileLimit limit(16);
            exportFormula(path("begin.raw"), surface, {});
            QFAIL("it must not succeed");
        } catch (const ExportError& error) {
            QVERIFY2(std::string(error.what()).find("journal") != std::string::npos, error.what());
            QVERIFY(error.sequel == Sink::Sequel::begins);
        }
        QVERIFY(!QFile::exists(folder_.filePath("begin.raw.part")));
        SinkOptions options;
        options.policy.resume = true;
        exportFormula(path("begin.raw"), surface, options);
        QVERIFY(contentsOf(path("begin.raw")) == expectedRaw(surface, {}));
    }

    void aPartThatSomebodyTookIsLost_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<SinkOptions>("options");
        QTest::addColumn<bool>("replaced");
        SinkOptions compressed;
        compressed.compression = Compression::lzw;
        QTest::newRow("tif, removed") << "a.tif" << SinkOptions{} << false;
        QTest::newRow("tif, replaced") << "b.tif" << SinkOptions{} << true;
        QTest::newRow("compressed tif, removed") << "c.tif" << compressed << false;
        QTest::newRow("compressed tif, replaced") << "d.tif" << compressed << true;
        QTest::newRow("raw, removed") << "a.raw" << SinkOptions{} << false;
        QTest::newRow("raw, replaced") << "b.raw" << SinkOptions{} << true;
        QTest::newRow("png, removed") << "a.png" << SinkOptions{} << false;
        QTest::newRow("png, replaced") << "b.png" << SinkOptions{} << true;
    }
    void aPartThatSomebodyTookIsLost() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        QFETCH(bool, replaced);
        const SurfaceInfo surface = surfaceOf(1000, 700, 8);
        const std::string part = path(name + ".part");
        std::once_flag once;
        const auto take = [&] {
            QFile::remove(QString::fromStdString(part));
            if (replaced) writeContents(part, "mine");
        };
        try {
            const auto sink = openSink(path(name), surface, options);
            exportFormula(*sink, surface, 1, [&](FakeBlockSource& source) {
                source.afterBlock = [&] { std::call_once(once, take); };
            });
            QFAIL("it must not succeed");
        } catch (const ExportError& error) {
            QVERIFY(error.sequel == Sink::Sequel::lost);
        }
        if (replaced) {
            QCOMPARE(contentsOf(part), QByteArray("mine"));
            QVERIFY(QFile::remove(QString::fromStdString(part)));
        }
        options.policy.resume = true;
        exportFormula(path(name), surface, options);
        QVERIFY(verifyExport(path(name)).sound());
    }

    void aFullPngStartsAgain() {
        const SurfaceInfo surface = surfaceOf(2000, 2000, 8);
        {
            const FileLimit limit(1 << 20);
            QVERIFY_THROWS_EXCEPTION(SinkError, exportFormula(path("x.png"), surface));
        }
        SinkOptions again;
        again.policy.resume = true;
        exportFormula(path("x.png"), surface, again);
        QVERIFY(QFile::exists(QString::fromStdString(path("x.png"))));
    }

    void standardOutputThatIsFull() {
        const int descriptor = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) QSKIP("/dev/full is missing");
        SinkOptions options;
        options.outputDescriptor = descriptor;
        QVERIFY_THROWS_EXCEPTION(SinkError, exportFormula("-", surfaceOf(100, 100, 8), options));
        ::close(descriptor);
    }

    void aReaderThatGoesEndsIt() {
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        SinkOptions options;
        options.outputDescriptor = ends[1];
        std::jthread reader([&] {
            char bytes[1000];
            static_cast<void>(::read(ends[0], bytes, sizeof bytes));
            ::close(ends[0]);
        });
        QVERIFY_THROWS_EXCEPTION(ClosedPipe, exportFormula("-", surfaceOf(1000, 1000, 8), options));
        ::close(ends[1]);
    }

    void aReaderThatDoesNotReadDoesNotHoldUpAStop() {
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        std::stop_source stop;
        SinkOptions options;
        options.outputDescriptor = ends[1];
        options.stop = stop.get_token();
        const SurfaceInfo surface = surfaceOf(1000, 1000, 8);
        const auto sink = openSink("-", surface, options);
        FakeBlockSource source(8, 1);
        const auto result = exportSurface(
            source, *sink, surface.region.origin(), ampleBudget(),
            {.progressInterval = std::chrono::milliseconds(5)},
            [&](const Progress& progress) {
                if (progress.state == Progress::State::waiting) stop.request_stop();
            },
            stop.get_token());
        QVERIFY(result.stopped);
        ::close(ends[0]);
        ::close(ends[1]);
    }

    void aPipeCarriesEverything() {
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        const SurfaceInfo surface = surfaceOf(1001, 700, 1);
        QByteArray received;
        {
            std::jthread reader([&] {
                char bytes[777];
                for (ssize_t got = 0; (got = ::read(ends[0], bytes, sizeof bytes)) > 0;)
                    received.append(bytes, got);
            });
            SinkOptions options;
            options.outputDescriptor = ends[1];
            options.scan = {100, true};
            exportFormula("-", surface, options);
            ::close(ends[1]);
        }
        ::close(ends[0]);
        QVERIFY(received == expectedRaw(surface, {100, true}));
    }
};

BURIN_TEST(TestBrokenSinks)
#include "test_broken_sinks.moc"
