// SPDX-License-Identifier: GPL-3.0-or-later

// Saving what the 3-D view shows, in a size of the user's choice.

#include "ui/window/relief_picture_dialog.hpp"

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QFileInfo>
#include <QImage>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace burin::ui {

namespace {

// In software, OpenGL takes as long as there are heights to draw, so the surface has few samples.
constexpr const char* dune = R"yaml(burin: 1
pixel: 9 um
nodes:
  surface: {kind: root, width: 667, height: 444, full_depth: 40 um, inputs: [data: part]}
  part: {kind: math2d, expression: "0.5 + 0.25 * sin(x / 20) * sin(y / 16)"}
)yaml";

}  // namespace

class TestReliefPictureDialog : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        studio_ = std::make_unique<StudioTest>();
        QCOMPARE(studio_->load(dune), QString());
    }
    void cleanup() { studio_.reset(); }

    void theSizeHasTheProportionsOfTheView() {
        ReliefPictureDialog dialog(studio_->theme, studio_->previews.engine(), subject({1200, 600}));
        auto* const sizes = dialog.findChild<SegmentedSwitch*>("reliefPicture.sizes");
        QVERIFY(sizes != nullptr);
        QCOMPARE(dialog.pictureSize(), QSize(1200, 600));
        sizes->setChosen(1);
        QCOMPARE(dialog.pictureSize(), QSize(4096, 2048));
        sizes->setChosen(3);
        QCOMPARE(dialog.pictureSize(), QSize(16384, 8192));
        ReliefPictureDialog high(studio_->theme, studio_->previews.engine(), subject({20000, 40000}));
        QCOMPARE(high.pictureSize(), QSize(8192, 16384));
    }

    void thePictureIsWritten() {
        if (const QString why = whyNoGl(); !why.isEmpty()) QSKIP(qPrintable(why));
        const QTemporaryDir folder;
        ReliefPictureDialog dialog(studio_->theme, studio_->previews.engine(), subject({400, 300}));
        const QSignalSpy written(&dialog, &ReliefPictureDialog::written);
        QVERIFY(dialog.write(folder.filePath("dune.jpg")).contains(".png"));
        QVERIFY(!QFileInfo::exists(folder.filePath("dune.jpg")));
        QVERIFY(dialog.write(folder.filePath("absent/dune.png")).contains("could not be written"));
        QCOMPARE(written.size(), 0);
        QCOMPARE(dialog.write(folder.filePath("dune.png")), QString());
        QCOMPARE(written.size(), 1);
        const QImage image(folder.filePath("dune.png"));
        QCOMPARE(image.size(), QSize(400, 300));
        QVERIFY(image.pixelColor(200, 150) != image.pixelColor(1, 1));
    }

    /// The suggested name is that of the design, and often equals the name of its picture.
    void aPictureThatTheDesignReadsStays() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("logo.png");
        QImage logo(30, 20, QImage::Format_Grayscale8);
        logo.fill(64);
        QVERIFY(logo.save(file));
        const QByteArray design =
            "burin: 1\npixel: 2 um\nnodes:\n"
            "  surface: {kind: root, width: 30, height: 20, full_depth: 40 um, inputs: [data: logo]}\n"
            "  logo: {kind: image, file: \"" +
            file.toUtf8() + "\"}\n";
        QCOMPARE(studio_->load(design.constData()), QString());
        ReliefPictureDialog dialog(studio_->theme, studio_->previews.engine(), subject({400, 300}));
        const QString problem = dialog.write(file);
        QVERIFY2(problem.contains("The design reads this file"), qPrintable(problem));
        QCOMPARE(QImage(file).size(), QSize(30, 20));
    }

    /// The drawing is stopped after the first of two parts. The parts are low, because OpenGL in software
    /// takes long to draw.
    void aStopLeavesNoFile() {
        if (const QString why = whyNoGl(); !why.isEmpty()) QSKIP(qPrintable(why));
        const QTemporaryDir folder;
        ReliefPictureDialog dialog(studio_->theme, studio_->previews.engine(), subject({1500, 100}));
        dialog.show();
        auto* const stop = dialog.findChild<QPushButton*>("reliefPicture.cancel");
        bool stopped = false;
        connect(dialog.findChild<QProgressBar*>("reliefPicture.progress"), &QProgressBar::valueChanged,
                &dialog, [&](int value) {
                    if (value <= 0 || stopped) return;
                    stopped = true;
                    QCOMPARE(stop->text(), QString("Stop"));
                    stop->click();
                });
        QCOMPARE(dialog.write(folder.filePath("dune.png")), QString());
        QVERIFY(stopped && !dialog.drawing());
        QVERIFY(!QFileInfo::exists(folder.filePath("dune.png")));
        QVERIFY2(dialog.isVisible(), "a stop does not close the dialog");
        stop->click();
        QVERIFY(!dialog.isVisible());
    }

    /// The picture is encoded and written after the drawing.
    void aStopAfterTheDrawingLeavesNoFile() {
        if (const QString why = whyNoGl(); !why.isEmpty()) QSKIP(qPrintable(why));
        const QTemporaryDir folder;
        ReliefPictureDialog dialog(studio_->theme, studio_->previews.engine(), subject({400, 300}));
        const QSignalSpy written(&dialog, &ReliefPictureDialog::written);
        dialog.show();
        auto* const bar = dialog.findChild<QProgressBar*>("reliefPicture.progress");
        bool stopped = false;
        connect(bar, &QProgressBar::valueChanged, &dialog, [&](int value) {
            if (value < bar->maximum()) return;
            stopped = true;
            dialog.findChild<QPushButton*>("reliefPicture.cancel")->click();
        });
        QCOMPARE(dialog.write(folder.filePath("dune.png")), QString());
        QVERIFY(stopped && !dialog.drawing());
        QCOMPARE(written.size(), 0);
        QVERIFY(!QFileInfo::exists(folder.filePath("dune.png")));
        QVERIFY2(dialog.isVisible(), "a stop does not close the dialog");
    }

    void theCommandSavesWhatOneSees() {
        MainWindow window(Engine{backend_, budget_, {}}, studio_->theme);
        auto* const viewport = window.findChild<ViewportWidget*>();
        if (viewport == nullptr) QSKIP("no OpenGL 3.3 here");
        QCOMPARE(window.workbench().document.recover(QString::fromUtf8(dune), {}), QString());
        window.resize(1200, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        auto* const command = window.findChild<QAction*>("viewport.save-picture");
        QVERIFY(!command->isEnabled());
        viewport->relief().setOn(true);
        QTRY_VERIFY(command->isEnabled() && !viewport->relief().surface().empty());
        QSize size;
        whenDialogComes<ReliefPictureDialog>([&size](ReliefPictureDialog* dialog) {
            screenshot(*dialog, "relief-picture");
            size = dialog->pictureSize();
            dialog->reject();
        });
        command->trigger();
        QCOMPARE(size, viewport->size() * viewport->devicePixelRatioF());
    }

  private:
    [[nodiscard]] ReliefPictureDialog::Subject subject(QSize shown) const {
        return {studio_->document.design(), {}, shown, "dune"};
    }
    static QString whyNoGl() {
        OffscreenGl gl;
        return gl.open();
    }

    std::unique_ptr<StudioTest> studio_;
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestReliefPictureDialog)
#include "test_relief_picture_dialog.moc"
