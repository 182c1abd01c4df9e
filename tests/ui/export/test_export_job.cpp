// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.hpp"
#include "support/testing.hpp"
#include "ui/export/queue/export_job.hpp"

#include "ui/export/queue/export_queue.hpp"
#include "ui/export/queue/job_words.hpp"
#include "ui/export/queue/surface_map.hpp"
#include "ui/support/export_test.hpp"

#include <QProcess>
#include <QResizeEvent>
#include <QSignalSpy>

#include <sys/resource.h>

#include <csignal>

namespace burin::ui {

class TestExportJob : public QObject {
    Q_OBJECT

  private slots:
    void theFileIsThatOfTheCommandLine_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("a TIFF") << "x.tif" << QStringList();
        QTest::newRow("a packed TIFF") << "x.tif" << QStringList{"--compression", "deflate"};
        QTest::newRow("a TIFF in tiles") << "x.tif" << QStringList{"--layout", "tiles"};
        QTest::newRow("raw samples in serpentine swaths")
            << "x.raw" << QStringList{"--scan", "swaths:1000", "--serpentine"};
        QTest::newRow("one of several layers") << "x001.png" << QStringList{"--layers", "3"};
        QTest::newRow("a picture of a part") << "x.png" << QStringList{"--region", "100,50,700,301"};
    }
    void theFileIsThatOfTheCommandLine() {
        QFETCH(QString, name);
        QFETCH(QStringList, options);
        ExportTest test;
        QCOMPARE(test.document.save(test.path("waves.burin")), QString());
        const bool layers = options.contains("--layers");
        const auto pattern = [layers](QString file) { return layers ? file.replace("001", "%03d") : file; };
        const QString expected = "expected-" + name;
        QProcess program;
        program.start(burin::test::burinProgram, QStringList{"export", test.path("waves.burin"), "--backend",
                                                             "cpu", "--to", test.path(pattern(expected))} +
                                                     options);
        QVERIFY(program.waitForFinished(patience));
        QCOMPARE(program.exitCode(), 0);

        ExportOrder order = test.order(pattern(name));
        if (layers) order.layers = 3;
        if (options.contains("deflate")) order.sink.compression = Compression::deflate;
        if (options.contains("tiles")) order.sink.blocks = TiffBlocks::tiles;
        if (options.contains("--serpentine")) order.sink.scan = {1000, true};
        if (options.contains("--region")) order.region = {100, 50, 700, 301};
        ExportJob job(test.engine, order);
        job.start();
        BURIN_TRY_STATE(&job, done);
        QCOMPARE(job.message(), QString());
        QCOMPARE(job.share(), 1.0);
        QVERIFY(!test.bytes(name).isEmpty());
        QVERIFY(test.bytes(name) == test.bytes(expected));
    }

    void whatCheckSaysAboutImagesIsShownOnce() {
        ExportTest test;
        const std::string image = burin::test::inTree("tests/data/found/transparent-logo.png").toStdString();
        QFile file(test.path("logo.burin"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            QByteArray("burin: 1\npixel: 1 um\nnodes:\n"
                       "  surface: {kind: root, width: 60, height: 60, inputs: [{data: a}, {data: b}]}\n"
                       "  a: {kind: image, file: '") +
            image.c_str() + "'}\n  b: {kind: image, file: '" + image.c_str() + "'}\n");
        file.close();
        ExportOrder order = test.order("x.tif");
        order.design = std::make_shared<const Design>(loadDesign(test.path("logo.burin").toStdString()));
        order.surface = {60, 60};
        order.region = {0, 0, 60, 60};
        ExportJob job(test.engine, order);
        job.start();
        BURIN_TRY_STATE(&job, done);
        QCOMPARE(job.imageRemarks().size(), 1);
        QVERIFY2(job.imageRemarks().front().startsWith("a: ") && job.imageRemarks().front().contains("alpha"),
                 qPrintable(job.imageRemarks().front()));
        QVERIFY(reportOf(job).contains(job.imageRemarks().front()));
    }

    void stoppedLayersGoOn() {
        ExportTest test;
        ExportOrder order = test.order("x%d.raw");
        order.layers = 3;
        ExportJob whole(test.engine, order);
        whole.start();
        BURIN_TRY_STATE(&whole, done);
        order.setFile(test.path("y%d.raw"));
        ExportJob job(test.gated, order);
        test.gate.pass(18);  // one and a half layers
        job.start();
        BURIN_TRY(job.share() > 0.34);
        QVERIFY(QFile::exists(test.path("y0.raw")));
        job.stop();
        test.gate.open();
        BURIN_TRY_STATE(&job, stopped);
        QVERIFY(job.resumable());
        const double share = job.share();
        job.renew();
        job.start();
        BURIN_TRY_STATE(&job, done);
        QVERIFY(job.progress().bytes < static_cast<std::uint64_t>((1.01 - share) * 3 * 1'500'000));
        for (const char* layer : {"0.raw", "1.raw", "2.raw"})
            QVERIFY(test.bytes(QString("x") + layer) == test.bytes(QString("y") + layer));
    }

    void aPausedJobStandsStillAndGoesOn() {
        ExportTest test;
        ExportJob job(test.gated, test.order("x.tif"));
        test.gate.pass(2);
        job.start();
        job.pause();
        QCOMPARE(job.state(), ExportJob::State::paused);
        BURIN_TRY(job.progress().state == Progress::State::paused);
        QVERIFY(!QFile::exists(test.path("x.tif")));
        job.goOn();
        test.gate.open();
        BURIN_TRY_STATE(&job, done);
        QCOMPARE(test.bytes("x.tif").size() > 12'000'000, true);
    }

    void aStoppedJobResumesToTheSameBytes() {
        ExportTest test;
        ExportJob whole(test.gated, test.order("whole.tif"));
        whole.start();
        BURIN_TRY_STATE(&whole, done);

        ExportJob job(test.gated, test.order("x.tif"));
        test.gate.pass(5);
        job.start();
        BURIN_TRY(job.progress().doneSamples >= 3 << 20);
        job.stop();
        test.gate.open();
        BURIN_TRY_STATE(&job, stopped);
        QVERIFY(job.resumable());
        QVERIFY(QFile::exists(test.path("x.tif.part")));
        QVERIFY(QFile::exists(test.path("x.tif.journal")));
        QVERIFY(!QFile::exists(test.path("x.tif")));

        job.renew();
        QCOMPARE(job.state(), ExportJob::State::waiting);
        job.start();
        BURIN_TRY_STATE(&job, done);
        QVERIFY(job.progress().bytes < whole.progress().bytes);
        QVERIFY(test.bytes("x.tif") == test.bytes("whole.tif"));
    }

    void whatAnEarlierSessionBeganGoesOn() {
        ExportTest test;
        {
            ExportJob job(test.gated, test.order("x.raw"));
            test.gate.pass(5);
            job.start();
            BURIN_TRY(job.progress().doneSamples > 0);
            job.stop();
            test.gate.open();
        }  // at the end of the program the destructor waits
        QVERIFY(QFile::exists(test.path("x.raw.part")));
        ExportOrder order = test.order("x.raw");
        ExportJob refused(test.gated, order);
        refused.start();
        BURIN_TRY_STATE(&refused, failed);
        QCOMPARE(refused.message(), test.path("x.raw") + ": was begun by an earlier export.");
        order.sink.policy.resume = true;
        ExportJob job(test.gated, order);
        job.start();
        BURIN_TRY_STATE(&job, done);
        QVERIFY(job.progress().bytes < 4000 * 3000);
        QCOMPARE(test.bytes("x.raw").size(), 4000 * 3000);
    }

    void editsDoNotReachIt() {
        ExportTest test;
        ExportJob before(test.gated, test.order("before.raw"));
        before.start();
        BURIN_TRY_STATE(&before, done);
        ExportJob job(test.gated, test.order("x.raw"));
        test.gate.pass(2);
        job.start();
        test.document.edit("Flatten",
                           [](DesignEdit& e) { e.setValue("waves", "expression", yamlScalar("1")); });
        test.gate.open();
        BURIN_TRY_STATE(&job, done);
        QVERIFY(test.bytes("x.raw") == test.bytes("before.raw"));
    }

    void aFullDiskSaysHowToGoOn() {
        ExportTest test;
        // The kernel then reports an error, as for a full disk.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit limited = before;
        limited.rlim_cur = 4 << 20;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &limited), 0);
        ExportJob job(test.engine, test.order("x.tif"));
        job.start();
        BURIN_TRY_STATE(&job, failed);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY2(job.message().contains("x.tif.part"), qPrintable(job.message()));
        QVERIFY2(!job.message().contains('%'), qPrintable(job.message()));
        QVERIFY(job.resumable());
        job.renew();
        job.start();
        BURIN_TRY_STATE(&job, done);
    }

    void aWrongPlaceIsNamed() {
        ExportTest test;
        ExportJob job(test.engine, test.order("nowhere/x.tif"));
        job.start();
        BURIN_TRY_STATE(&job, failed);
        QVERIFY2(job.message().contains("does not exist"), qPrintable(job.message()));
        QVERIFY(!job.resumable());
    }

    void aDesignWithErrorsIsNotExported() {
        ExportTest test;
        test.document.edit("Break",
                           [](DesignEdit& e) { e.setValue("waves", "expression", yamlScalar("x +")); });
        ExportJob job(test.engine, test.order("x.tif"));
        job.start();
        BURIN_TRY_STATE(&job, failed);
        QVERIFY2(job.message().startsWith("waves: "), qPrintable(job.message()));
        QVERIFY(!QFile::exists(test.path("x.tif.part")));
    }

    /// While a job runs, the legend of its map names two things. A narrow map has a second row for them, so
    /// the drawing is smaller then. It was scaled to the other size until the map was resized.
    void theMapIsDrawnInTheSizeThatItsLegendLeaves() {
        ExportTest test;
        test.gate.pass(0);
        ExportOrder order = test.order("x.tif");
        QImage picture(400, 300, QImage::Format_RGB32);
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x)
                picture.setPixel(x, y, x * 7 % 5 < 2 ? 0xff00ff00 : 0xff0000ff);
        }
        order.picture.image = picture;
        ExportJob job(test.gated, order);
        SurfaceMap map(test.theme);
        map.setFixedSize(160, 150);
        map.show();
        QVERIFY(QTest::qWaitForWindowExposed(&map, patience));
        map.setJob(&job);
        connect(&job, &ExportJob::changed, &map, &SurfaceMap::advance);
        job.start();
        QTRY_VERIFY(job.active() && job.grid());
        test.gate.open();
        BURIN_TRY_STATE(&job, done);
        const QImage drawn = map.grab().toImage();
        QResizeEvent resized(map.size(), map.size());
        QCoreApplication::sendEvent(&map, &resized);
        QCOMPARE(drawn, map.grab().toImage());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestExportJob)
#include "test_export_job.moc"
