// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/export/dialog/export_dialog.hpp"

#include "tests/ui/support/dialogs.hpp"
#include "ui/export/dialog/export_format.hpp"
#include "ui/export/dialog/region_map.hpp"
#include "ui/export/queue/queue_list.hpp"
#include "ui/export/queue/state_chip.hpp"
#include "ui/export/queue/stop_question.hpp"
#include "ui/support/export_studio.hpp"
#include "ui/words/quantities.hpp"

#include <QCheckBox>
#include <QClipboard>
#include <QProgressBar>
#include <QScopeGuard>

#include <unistd.h>

namespace burin::ui {

namespace {

/// Counts how often a widget is painted.
struct PaintCount : QObject {
    explicit PaintCount(QWidget* widget) { widget->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
    int count = 0;
};

}  // namespace

class TestExportDialog : public QObject {
    Q_OBJECT

  private slots:
    void ratesAreDrawnFromTwoPointsOn() {
        Studio studio(true);
        studio.gate.pass(0);
        ExportJob* const job = studio.queue.add(studio.order("x.raw"));
        studio.trigger("export.open");
        studio.tools.dialog().showJob(job);
        const auto* const plot = studio.find<QWidget>("export.rates");
        QVERIFY(job->rates().points().empty());
        QVERIFY(!plot->isVisible());
        QVERIFY(!studio.find<QLabel>("export.span")->isVisible());
        studio.gate.open();
        BURIN_TRY_STATE(job, done);
        QCOMPARE(plot->isVisible(), job->rates().points().size() >= 2);
    }

    /// The head of the dialog and the row of the queue are painted together, so that they show one share.
    void oneShareIsPaintedEverywhere() {
        Studio studio(true);
        studio.gate.pass(0);
        ExportJob* const job = studio.queue.add(studio.order("x.raw"));
        studio.trigger("export.open");
        studio.tools.dialog().showJob(job);
        studio.tools.dialog().resize(1100, 900);  // so that the queue is seen
        auto* const bar = studio.find<QProgressBar>("export.progress");
        auto* const row = studio.find<QueueList>("export.queue.list")->viewport();
        QVERIFY(QTest::qWaitForWindowExposed(&studio.tools.dialog(), patience));
        bar->setValue(5000);
        QTest::qWait(200);
        PaintCount barPainted(bar);
        PaintCount rowPainted(row);
        emit job->changed();
        QCOMPARE(bar->value(), 0);
        QCOMPARE(barPainted.count, 0);
        QEvent paint(QEvent::UpdateRequest);
        QCoreApplication::sendEvent(&studio.tools.dialog(), &paint);
        QVERIFY(barPainted.count > 0);
        QVERIFY(rowPainted.count > 0);
    }

    /// A target that was chosen for a new design stays when the design gets a name. A suggestion follows the
    /// name.
    void theTargetOutlivesTheFirstName_data() {
        QTest::addColumn<bool>("chosen");
        QTest::addColumn<QString>("target");
        QTest::newRow("chosen") << true << QString("chosen.tif");
        QTest::newRow("suggested") << false << QString("first.tif");
    }
    void theTargetOutlivesTheFirstName() {
        QFETCH(bool, chosen);
        QFETCH(QString, target);
        Studio studio;
        QVERIFY(studio.document.file().isEmpty());
        if (chosen) studio.type("export.target", studio.path("chosen.tif"));
        QCOMPARE(studio.document.save(studio.path("first.burin")), QString());
        QCOMPARE(studio.find<QLineEdit>("export.target")->text(), studio.path(target));
    }

    void theBitsAndTheirStepsAreStated_data() {
        QTest::addColumn<QByteArray>("values");
        QTest::addColumn<QString>("said");
        QTest::newRow("8 bits") << QByteArray("full_depth: 20 um")
                                << QString::fromUtf8("8: 20 µm in 256 steps of 78 nm");
        QTest::newRow("8 bits, over 99 nm")
            << QByteArray("full_depth: 40 um") << QString::fromUtf8("8: 40 µm in 256 steps of 157 nm");
        QTest::newRow("16 bits") << QByteArray("depth: 16, full_depth: 1 mm")
                                 << QString::fromUtf8("16: 1 mm in 65\u202F536 steps of 15 nm");
        QTest::newRow("1 bit") << QByteArray("depth: 1, full_depth: 20 um") << QString("1: engraved or not");
        QTest::newRow("no depth") << QByteArray("depth: 8") << QString("8: 256 steps");
    }
    void theBitsAndTheirStepsAreStated() {
        QFETCH(const QByteArray, values);
        QFETCH(const QString, said);
        Studio studio;
        QCOMPARE(
            studio.load("burin: 1\npixel: 2 um\nnodes:\n  surface: {kind: root, width: 40, height: 30, " +
                        values + ", inputs: [{data: a}]}\n  a: {kind: math2d, expression: 'x / 40'}\n"),
            QString());
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QTRY_COMPARE(
            studio.text("export.bits").replace(QChar(0x2009), QChar(0x202F)).replace(QChar(0xA0), ' '), said);
    }

    /// The bits belong to the design: choosing them is a step that undo reverts.
    void theBitsAreOffered() {
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        auto* const depth = studio.find<QComboBox>("export.depth");
        QCOMPARE(depth->currentData().toString(), QString("8"));
        studio.choose("export.depth", 1);
        QVERIFY2(studio.document.text().contains("depth: 16"), qPrintable(studio.document.text()));
        QTRY_VERIFY(studio.text("export.bits").startsWith("16"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.document.undo();
        QCOMPARE(depth->currentData().toString(), QString("8"));
        QTRY_VERIFY(studio.text("export.bits").startsWith("8"));
        screenshot(studio.tools.dialog(), "export-bits");
        studio.choose("export.format", static_cast<int>(exportFormats().size()) - 2);
        QVERIFY2(!depth->isVisible(), "layers have one bit");
    }

    /// More bits end the dither, which needs one bit.
    void moreBitsEndTheDither() {
        Studio studio;
        QCOMPARE(studio.load("burin: 1\npixel: 2 um\nnodes:\n"
                             "  surface: {kind: root, width: 40, height: 30, depth: 1, dither: ordered, "
                             "inputs: [{data: a}]}\n  a: {kind: math2d, expression: 'x / 40'}\n"),
                 QString());
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QCOMPARE(studio.find<QComboBox>("export.depth")->currentData().toString(), QString("1"));
        studio.choose("export.depth", 0);
        QTRY_VERIFY(studio.text("export.bits").startsWith("8"));
        QTRY_VERIFY2(studio.find("export.start")->isEnabled(), qPrintable(studio.notices().join(' ')));
    }

    void aFolderThatCannotBeWrittenIsSaidBeforehand() {
        Studio studio;
        QVERIFY(QDir(studio.folder.path()).mkdir("locked"));
        const QFile::Permissions reading =
            QFile::ReadOwner | QFile::ReadOther | QFile::ExeOwner | QFile::ExeOther;
        QVERIFY(QFile::setPermissions(studio.path("locked"), reading));
        // Root may write everywhere, but access() asks for the rights of the real user, who can be another.
        const bool root = ::geteuid() == 0;
        if (root) {
            constexpr uid_t nobody = 65534;
            QVERIFY(
                QFile::setPermissions(studio.folder.path(), reading | QFile::WriteOwner | QFile::WriteOther));
            if (::setreuid(nobody, 0) != 0) QSKIP("root may write everywhere");
        }
        const auto asBefore = qScopeGuard([root] {
            if (root && ::setreuid(0, 0) != 0) qFatal("the real user is not root again");
        });
        if (!QFileInfo(studio.folder.path()).isWritable()) QSKIP("another user may not use this folder");
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.type("export.target", studio.path("locked/x.tif"));
        QTRY_VERIFY(studio.notices().join(' ').contains("may not write into the folder"));
        QVERIFY(!studio.find("export.start")->isEnabled());
        // The folder of the swaths would be made in the locked folder.
        studio.type("export.target", studio.path("locked/new/x-%05d.tif"));
        QTRY_VERIFY(studio.notices().join(' ').contains("may not write into the folder"));
    }

    void theMouseWritesARegionInSwaths() {
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        studio.choose("export.format", 3);
        QCOMPARE(studio.find<QLineEdit>("export.target")->text(), studio.path("x-%05d.tif"));
        studio.choose("export.region", 1);
        studio.type("export.x", "0,2 mm");
        studio.type("export.y", "50 px");
        studio.type("export.width", "2mm");
        studio.type("export.height", "300");
        studio.type("export.swath", "400 px");
        studio.choose("export.layout", 2);
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QVERIFY2(studio.text("export.size").startsWith("2 mm × 600 µm"),
                 qPrintable(studio.text("export.size")));
        studio.click("export.start");
        const ExportOrder& order = studio.queue.job(0)->order();
        QCOMPARE(order.region, (Rect{100, 50, 1000, 300}));
        QCOMPARE(order.sink.scan, (Scan{400, false}));
        QCOMPARE(order.sink.blocks, TiffBlocks::tiles);
        BURIN_TRY_STATE(studio.queue.job(0), done);
        for (const char* name : {"x-00000.tif", "x-00001.tif", "x-00002.tif"})
            QVERIFY2(QFile::exists(studio.path(name)), name);
    }

    /// A percent sign is part of the name and chooses no format; the names follow the rules of the command
    /// line.
    void aPercentSignLeavesTheFormat() {
        Studio studio;
        studio.trigger("export.open");
        auto* const format = studio.find<QComboBox>("export.format");
        studio.type("export.target", studio.path("50%deep.tif"));
        QCOMPARE(format->currentIndex(), 0);
        QVERIFY(!studio.find<QLineEdit>("export.swath")->isVisible());
        QTRY_VERIFY2(studio.notices().join(' ').contains("numbered files hold one swath each; a percent sign "
                                                         "in a name is written %%"),
                     qPrintable(studio.notices().join(' ')));
        QVERIFY(!studio.find("export.start")->isEnabled());

        studio.type("export.target", studio.path("50%%deep.tif"));
        QCOMPARE(format->currentIndex(), 0);
        BURIN_TRY(studio.find("export.start")->isEnabled());
        studio.click("export.start");
        ExportJob* const job = studio.queue.job(0);
        BURIN_TRY_STATE(job, done);
        QVERIFY(QFile::exists(studio.path("50%deep.tif")));
        QVERIFY(!QFile::exists(studio.path("500eep.tif")));
        QCOMPARE(job->order().targetName(), QString("50%deep.tif"));
        QCOMPARE(job->order().shownFile(), studio.path("50%deep.tif"));
        studio.click("export.add");
        QTRY_VERIFY2(studio.notices().join(' ').contains("50%deep.tif already exists"),
                     qPrintable(studio.notices().join(' ')));

        // Without a placeholder in its name, a set of files stays a set too.
        studio.choose("export.format", 3);
        studio.type("export.target", studio.path("all.tif"));
        QCOMPARE(format->currentIndex(), 3);
        QTRY_VERIFY2(studio.notices().join(' ').contains("swaths are for"),
                     qPrintable(studio.notices().join(' ')));
        QVERIFY(!studio.find("export.start")->isEnabled());
        studio.type("export.target", studio.path("all.raw"));
        QCOMPARE(format->currentIndex(), 1);
    }

    /// The design's name is taken as it is.
    void aPercentSignInTheDesignsNameIsSuggested() {
        Studio studio;
        QCOMPARE(studio.document.save(studio.path("50%deep.burin")), QString());
        studio.trigger("export.open");
        QCOMPARE(studio.find<QLineEdit>("export.target")->text(), studio.path("50%%deep.tif"));
        QCOMPARE(studio.find<QComboBox>("export.format")->currentIndex(), 0);
    }

    void layersAreWrittenAndNoticedAgain() {
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        studio.choose("export.format", 6);
        QCOMPARE(studio.find<QLineEdit>("export.target")->text(), studio.path("x-layer%03d.tif"));
        studio.type("export.layers", "0");
        QVERIFY(studio.notices().join(' ').contains("1 to 65535"));
        studio.type("export.layers", "3");
        studio.type("export.target", studio.path("layer.raw"));
        studio.choose("export.format", 6);
        studio.type("export.target", studio.path("layer%d.raw"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        QCOMPARE(studio.text("export.bytes"), QString("4.50 MB"));
        screenshot(studio.tools.dialog(), "export-layers");
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(0), done);
        for (const char* name : {"layer0.raw", "layer1.raw", "layer2.raw"})
            QCOMPARE(studio.bytes(name).size(), 500 * 3000);
        QVERIFY(QFile::remove(studio.path("layer1.raw")));
        studio.click("export.add");
        QTRY_VERIFY(studio.notices().join(' ').contains("An earlier export to"));
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(1), done);
        QCOMPARE(studio.queue.job(1)->progress().bytes, std::uint64_t{500 * 3000});
        studio.click("export.add");
        QTRY_VERIFY(studio.find<QCheckBox>("export.again")->isVisible());
        QTRY_VERIFY(!studio.find("export.start")->isEnabled());
    }

    void theRegionIsDrawnOrThatOfTheView() {
        Studio studio;
        std::optional<Rect> seen;
        studio.tools.setView([&seen] { return seen; });
        studio.trigger("export.open");
        studio.choose("export.region", 1);
        QVERIFY(studio.notices().join(' ').contains("does not show any part"));
        seen = Rect{-50, 2900, 200, 500};
        studio.choose("export.region", 1);
        QCOMPARE(studio.find<QLineEdit>("export.x")->text(), QString("0 px"));
        QCOMPARE(studio.find<QLineEdit>("export.height")->text(), QString("100 px"));

        auto* const map = studio.find<RegionMap>("export.regionMap");
        const QRectF r = map->drawing();
        const auto at = [&r](double x, double y) {
            return QPointF(r.left() + x * r.width(), r.top() + y * r.height()).toPoint();
        };
        QTest::mousePress(map, Qt::LeftButton, {}, at(0.25, 0.25));
        QTest::mouseMove(map, at(0.5, 0.5));
        QTest::mouseMove(map, at(0.75, 2));
        QTest::mouseRelease(map, Qt::LeftButton, {}, at(0.75, 2));
        QCOMPARE(studio.find<QComboBox>("export.region")->currentText(), QString("By numbers"));
        studio.type("export.target", studio.path("x.raw"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        screenshot(studio.tools.dialog(), "export-form-region");
        const Rect region = studio.tools.dialog().form().order().region;
        QVERIFY(std::abs(region.x - 1000) < 20 && std::abs(region.right() - 3000) < 20);
        QVERIFY(std::abs(region.y - 750) < 20);
        QCOMPARE(region.bottom(), 3000);
    }

    void theOutlookSaysWhatItTakes() {
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.raw"));
        QTRY_COMPARE(studio.text("export.bytes"), QString("12.0 MB"));
        QVERIFY(studio.text("export.free").endsWith("B"));
        QVERIFY2(studio.text("export.memory").contains("128 MiB"), qPrintable(studio.text("export.memory")));
        QTRY_VERIFY(studio.text("export.time").startsWith("a few") ||
                    studio.text("export.time").startsWith("about"));
        screenshot(studio.tools.dialog(), "export-form");
    }

    void whatIsWrongIsSaidAndNothingStarts_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("a folder that is not there") << "export.target"
                                                    << "/nowhere/x.tif"
                                                    << "does not exist";
        QTest::newRow("an unknown suffix") << "export.target"
                                           << "x.gif"
                                           << "is not a sink";
        QTest::newRow("no file") << "export.target"
                                 << " "
                                 << "Choose a file";
        QTest::newRow("a region outside") << "export.width"
                                          << "9 mm"
                                          << "extends beyond";
        QTest::newRow("no length") << "export.width"
                                   << "wide"
                                   << "four lengths";
    }
    void whatIsWrongIsSaidAndNothingStarts() {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, said);
        Studio studio;
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.raw"));
        studio.choose("export.region", 1);
        studio.type("export.x", "0");
        studio.type("export.y", "0");
        studio.type("export.width", "100");
        studio.type("export.height", "100");
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.type(field.toUtf8().constData(), text);
        QVERIFY(!studio.find("export.start")->isEnabled());
        QTRY_VERIFY(studio.notices().join(' ').contains(said));
        QVERIFY(!studio.find("export.start")->isEnabled());
        QTest::keyClick(&studio.tools.dialog(), Qt::Key_Return);
        QCOMPARE(studio.queue.count(), 0);
    }

    void whatTheDesignReadsIsNoTarget() {
        Studio studio;
        QCOMPARE(studio.document.save(studio.path("own.raw")), QString());
        studio.trigger("export.open");
        studio.type("export.target", studio.path("own.raw"));
        QTRY_VERIFY(studio.notices().join(' ').contains("the export reads this file"));
        QVERIFY(!studio.find("export.start")->isEnabled());
    }

    void mutedNodesAreWarnedOf() {
        Studio studio;
        studio.document.edit("Mute", [](DesignEdit& e) { e.setMuted("waves", true); });
        studio.trigger("export.open");
        QVERIFY(studio.notices().join(' ').contains("waves is muted"));
    }

    void anExistingFileIsOverwrittenOnlyOnRequest() {
        Studio studio;
        QFile old(studio.path("x.raw"));
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
        old.close();
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.raw"));
        QTRY_VERIFY(studio.notices().join(' ').contains("already exists"));
        QCOMPARE(studio.find<QCheckBox>("export.again")->text(), QString("Replace it"));
        QVERIFY(!studio.find("export.start")->isEnabled());
        QTest::mouseClick(studio.find<QCheckBox>("export.again"), Qt::LeftButton, {}, {8, 12});
        QVERIFY(studio.find("export.start")->isEnabled());
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(0), done);
        QCOMPARE(studio.bytes("x.raw").size(), 4000 * 3000);
    }

    void whatWasBegunIsOfferedToBeResumed_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("requests");
        QTest::newRow("raw, one request is computed") << "x.raw" << 1;
        QTest::newRow("raw, some of it is written") << "x.raw" << 5;
        QTest::newRow("TIFF, one request is written") << "x.tif" << 1;
        QTest::newRow("TIFF, nearly all of it is written") << "x.tif" << 11;
    }
    void whatWasBegunIsOfferedToBeResumed() {
        QFETCH(QString, file);
        QFETCH(int, requests);
        Studio studio(true);
        {
            ExportJob job(studio.gated, studio.order(file));
            const auto opened =
                qScopeGuard([&studio] { studio.gate.open(); });  // a job waits for its requests
            studio.gate.pass(requests);
            job.start();
            // A single request does not fill a chunk, so nothing counts as done, but the export has begun.
            BURIN_TRY(requests > 1 ? job.progress().doneSamples > 0
                                   : QFile::exists(studio.path(file) + ".journal"));
            job.stop();
            studio.gate.open();
            BURIN_TRY_STATE(&job, stopped);
        }
        studio.trigger("export.open");
        studio.type("export.target", studio.path(file));
        QTRY_VERIFY(studio.notices().join(' ').contains("An earlier export to"));
        if (requests > 4) QVERIFY(studio.notices().join(' ').contains("Resume continues from there."));
        QCOMPARE(studio.find<QCheckBox>("export.again")->text(), QString("Start again and replace it"));
        QCOMPARE(studio.find("export.start")->text(), QString("Resume"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        screenshot(studio.tools.dialog(), "export-form-resume");
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(0), done);
        ExportJob* const whole = studio.queue.add(studio.order("whole-" + file));
        BURIN_TRY_STATE(whole, done);
        QCOMPARE(studio.bytes(file), studio.bytes("whole-" + file));
        if (requests > 4) QVERIFY(studio.queue.job(0)->progress().bytes < whole->progress().bytes);
    }

    void theTargetOfADesignIsRemembered() {
        QSettings().clear();
        const QTemporaryDir folder;
        Studio studio;
        QCOMPARE(studio.document.save(studio.path("a.burin")), QString());
        studio.trigger("export.open");
        studio.type("export.target", studio.path("elsewhere.raw"));
        QTRY_VERIFY(studio.find("export.start")->isEnabled());
        studio.click("export.start");
        BURIN_TRY_STATE(studio.queue.job(0), done);
        QCOMPARE(studio.document.save(studio.path("b.burin")), QString());
        QCOMPARE(studio.find<QLineEdit>("export.target")->text(), studio.path("b.tif"));
        QCOMPARE(studio.document.open(studio.path("a.burin")), QString());
        QCOMPARE(studio.find<QLineEdit>("export.target")->text(), studio.path("elsewhere.raw"));
        QCOMPARE(studio.find<QComboBox>("export.format")->currentText(), QString("Raw samples"));
    }

    void memoryIsSaidInOneUnit() {
        constexpr std::size_t mebibyte = std::size_t{1} << 20U;
        QCOMPARE(memoryText(100 * mebibyte, 512 * mebibyte), QString("100 of 512 MiB"));
        QCOMPARE(memoryText(300 * mebibyte, 2048 * mebibyte), QString("0.3 of 2.0 GiB"));
    }

    void whatRemoveRemovesIsSaid() {
        Studio studio;
        ExportJob* const job = studio.queue.add(studio.order("x.raw"));
        BURIN_TRY_STATE(job, done);
        studio.trigger("export.open");
        studio.tools.dialog().showJob(job);
        QCOMPARE(studio.find("export.remove")->text(), QString("Remove from the queue"));
        QVERIFY(studio.find("export.remove")->toolTip().contains("The file stays"));
        QVERIFY(studio.find("export.show")->isVisible());
        studio.click("export.remove");
        QCOMPARE(studio.queue.count(), 0);
        QVERIFY(QFile::exists(studio.path("x.raw")));
    }

    void aRunningExportIsPausedStoppedAndResumed() {
        Studio studio(true);
        studio.trigger("export.open");
        studio.type("export.target", studio.path("x.tif"));
        QTRY_VERIFY(studio.text("export.time").startsWith("a few") ||
                    studio.text("export.time").startsWith("about"));
        QTRY_VERIFY(studio.previews.thumbnailIsNewest("surface"));
        studio.gate.pass(9);
        studio.click("export.start");
        ExportJob* const job = studio.queue.job(0);
        QVERIFY(!job->order().picture.image.isNull());
        BURIN_TRY(job->progress().doneSamples >= 3 << 20);
        studio.click("export.pauseButton");
        QCOMPARE(studio.find<StateChip>("export.state")->word(), QString("Paused"));
        screenshot(studio.tools.dialog(), "export-paused");
        QTest::keyClick(&studio.tools.dialog(), Qt::Key_Space, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(job->state(), ExportJob::State::running);
        QString asked;
        answer("Continue", &asked);
        studio.click("export.stop");
        QVERIFY2(asked.startsWith("Stop the export?") && asked.contains("x.tif"), qPrintable(asked));
        QCOMPARE(job->state(), ExportJob::State::running);
        answer("Stop");
        studio.click("export.stop");
        QCOMPARE(job->state(), ExportJob::State::stopping);
        studio.gate.open();
        BURIN_TRY_STATE(job, stopped);
        QVERIFY(studio.text("export.message").contains("Resume"));
        studio.click("export.copy");
        QVERIFY(QGuiApplication::clipboard()->text().contains("x.tif"));
        studio.click("export.resume");
        BURIN_TRY_STATE(job, done);
        QVERIFY(QFile::exists(studio.path("x.tif")));
    }

    void closingTheWindowAsks() {
        Studio studio(true);
        QCOMPARE(studio.tools.askToQuit(), Quit::yes);
        ExportQueue queue(studio.gated);
        ExportTools tools(studio.workbench(), queue, &studio.window);
        studio.gate.pass(0);
        queue.add(studio.order("x.tif"));
        QString asked;
        answer("Cancel", &asked);
        QCOMPARE(tools.askToQuit(), Quit::no);
        QVERIFY2(asked.contains("x.tif"), qPrintable(asked));
        QCOMPARE(queue.job(0)->state(), ExportJob::State::running);
        answer("Stop");
        QCOMPARE(tools.askToQuit(), Quit::yes);
        queue.job(0)->pause();
        answer("Keep exporting");
        QCOMPARE(tools.askToQuit(), Quit::exportingOn);
        QCOMPARE(queue.job(0)->state(), ExportJob::State::running);
        studio.gate.open();
    }

    /// If the export ends while a question is open, the question closes.
    void questionsEndWithTheExport() {
        Studio studio(true);
        ExportQueue queue(studio.gated);
        ExportTools tools(studio.workbench(), queue, &studio.window);
        const auto opensTheGate = [&studio](QMessageBox*) { studio.gate.open(); };
        studio.gate.pass(0);
        queue.add(studio.order("x.tif"));
        whenDialogComes<QMessageBox>(opensTheGate);
        QCOMPARE(tools.askToQuit(), Quit::yes);
        QCOMPARE(queue.job(0)->state(), ExportJob::State::done);
        studio.gate.pass(0);
        ExportJob* const job = queue.add(studio.order("y.tif"));
        whenDialogComes<QMessageBox>(opensTheGate);
        QVERIFY(!stopAgreed(&studio.window, *job));
        QCOMPARE(job->state(), ExportJob::State::done);
    }

    /// In this case the window stays open, so that the failure is seen.
    void aFailureDuringTheQuestionIsNoLeave() {
        Studio studio(true);
        ExportQueue queue(studio.gated);
        ExportTools tools(studio.workbench(), queue, &studio.window);
        studio.gate.pass(0);
        queue.add(studio.order("x.tif"));
        queue.add(studio.order("nowhere/y.tif"));
        whenDialogComes<QMessageBox>([&studio](QMessageBox*) { studio.gate.open(); });
        QCOMPARE(tools.askToQuit(), Quit::no);
        QCOMPARE(queue.job(1)->state(), ExportJob::State::failed);
    }

    void theStatusBarShowsItAndOpensTheDialog() {
        Studio studio(true);
        QVERIFY(!studio.tools.status().isVisible());
        studio.gate.pass(5);
        studio.queue.add(studio.order("a.tif"));
        BURIN_TRY(studio.tools.status().text().contains("%") && studio.queue.job(0)->share() > 0.2);
        screenshot(studio.tools.status(), "export-status");
        QTest::mouseClick(&studio.tools.status(), Qt::LeftButton);
        QVERIFY(studio.tools.dialog().isVisible());
        QVERIFY(studio.text("export.percent") != "0.0 %");
        const auto* left = studio.find<QLabel>("export.left");
        QVERIFY(left->minimumWidth() >= QFontMetrics(left->font()).horizontalAdvance("59 min 59 s left"));
        screenshot(studio.tools.dialog(), "export-running");
        studio.theme.choose(ThemeChoice::light);
        screenshot(studio.tools.dialog(), "export-running-light");
        studio.gate.open();
        BURIN_TRY_STATE(studio.queue.job(0), done);
        QVERIFY(!studio.tools.status().isVisible());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestExportDialog)
#include "test_export_dialog.moc"
