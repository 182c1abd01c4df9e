// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "tests/ui/texture/texture_trials.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"

#include <QCheckBox>
#include <QSlider>

namespace burin::ui {

namespace {

/// Fine grain with wide light and dark areas.
const char* const clouded =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 4000, height: 4000, inputs: [{data: photo}]}\n"
    "  photo: {kind: math2d, width: 400, height: 320, expression: \"0.5 + 0.2 * noise(x / 3, y / 3, 3) + "
    "0.2 * noise(x / 60, y / 60, 5)\"}\n";

}  // namespace

/// A texture of few windows shows each wide light or dark area of its picture again and again.
class TestWideAreas : public QObject {
    Q_OBJECT

  private slots:
    void theUserMayKeepThem() {
        StudioTest studio;
        QCOMPARE(studio.load(clouded), QString());
        MemoryBudget little(littleMemory);
        const auto dialog = tried(studio, sourceWith(studio, little));
        QVERIFY(dialog && dialog->ready());
        auto* const method = dialog->findChild<SegmentedSwitch*>("textureMethod");
        auto* const even = dialog->findChild<QCheckBox*>("even");
        emit method->picked(0);
        QVERIFY(!even->isVisibleTo(dialog.get()));
        QCOMPARE(dialog->choice().boxPx(), dialog->choice().flattenPx);
        emit method->picked(1);
        QVERIFY(even->isVisibleTo(dialog.get()) && even->isChecked());
        const int box = dialog->choice().boxPx();
        QVERIFY2(box > 20 && box < 40, qPrintable(QString::number(box)));
        screenshot(*dialog, "endless-texture-even");
        even->click();
        QCOMPARE(dialog->choice().boxPx(), dialog->choice().flattenPx);
        dialog->findChild<QSlider*>("texturePatchSlider")->setValue(50);
        QCOMPARE(dialog->choice().evenPx, 0);
        even->click();
        QCOMPARE(dialog->choice().boxPx(), box);
        QCOMPARE(dialog->choice().patchPx, 50);
    }

    void theTextureDoesNotShowThem() {
        StudioTest studio;
        QCOMPARE(studio.load(clouded), QString());
        MemoryBudget little(littleMemory);
        const TextureFindings found = tryTextures(sourceWith(studio, little), TexturePart::whole, {});
        TextureChoice choice = found.choice;
        choice.method = TextureMethod::cut;
        choice.patchPx = 80;
        const auto spreads = [&](int evenPx) {
            choice.evenPx = evenPx;
            if (studio.load(clouded) != QString() || added(studio, found.frame, choice) != "texture")
                return std::pair(0.0, 0.0);
            return std::pair(spreadOf(samplesOf(studio, "texture", {0, 0, 60, 60}, 6)),
                             spreadOf(samplesOf(studio, "texture", {0, 0, 600, 600}, 0)));
        };
        const auto [wide, whole] = spreads(0);
        const auto [wideEven, wholeEven] = spreads(found.evenPx);
        QVERIFY(wide > 0 && wideEven > 0);
        QVERIFY2(wideEven < wide / 4, qPrintable(QString("%1 %2").arg(wideEven).arg(wide)));
        QVERIFY2(wholeEven > whole / 2, qPrintable(QString("%1 %2").arg(wholeEven).arg(whole)));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestWideAreas)
#include "test_wide_areas.moc"
