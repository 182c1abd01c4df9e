// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texture/texture_dialog.hpp"

#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>

namespace burin::ui {

namespace {

/// A picture of noise as fine as `pitch`, lighter on the right by `ramp`.
std::string grainy(int pitch, double ramp) {
    return "burin: 2\npixel: 1 um\nnodes:\n"
           "  surface: {kind: root, width: 400, height: 400, inputs: [{data: photo}]}\n"
           "  photo: {kind: math2d, width: 200, height: 160, expression: \"0.4 + 0.2 * noise(x / " +
           std::to_string(pitch) + ", y / " + std::to_string(pitch) + ", 3) + " + std::to_string(ramp) +
           " * x / w\"}\n";
}

TextureSource sourceOf(StudioTest& studio) {
    return {studio.previews.engine(), studio.document.kinds(), studio.document.design(), {}, {}, "photo"};
}

/// The dialog of `text`, after its trial and its first picture.
std::unique_ptr<TextureDialog> tried(StudioTest& studio, const std::string& text) {
    if (!studio.load(text.c_str()).isEmpty()) return nullptr;
    auto dialog = std::make_unique<TextureDialog>(studio.theme, sourceOf(studio), nullptr);
    QSignalSpy pictured(dialog.get(), &TextureDialog::pictured);
    return pictured.wait(20000) ? std::move(dialog) : nullptr;
}

}  // namespace

class TestTextureDialog : public QObject {
    Q_OBJECT

  private slots:
    void itFindsAPatchAndShowsTheTexture() {
        StudioTest studio;
        const auto dialog = tried(studio, grainy(6, 0));
        QVERIFY(dialog);
        QVERIFY2(dialog->ready(), qPrintable(dialog->findings().problem));
        QVERIFY(dialog->choice().patchPx >= leastPx(TextureMethod::blend));
        QCOMPARE(dialog->choice().flattenPx, 0);
        QVERIFY(!dialog->findChild<QCheckBox*>("flatten")->isVisibleTo(dialog.get()));
        QVERIFY(!dialog->findChild<QLabel*>("textureResult")->pixmap().isNull());
        screenshot(*dialog, "endless-texture");
    }

    void unevenLightIsTakenOut() {
        StudioTest studio;
        const auto dialog = tried(studio, grainy(6, 0.3));
        QVERIFY(dialog && dialog->ready());
        QVERIFY(dialog->findings().survey.litFromOneSide());
        auto* flatten = dialog->findChild<QCheckBox*>("flatten");
        QVERIFY(flatten->isVisibleTo(dialog.get()) && flatten->isChecked());
        QCOMPARE(dialog->choice().flattenPx, dialog->findings().widePx);
        screenshot(*dialog, "endless-texture-light");
        flatten->setChecked(false);
        QCOMPARE(dialog->choice().flattenPx, 0);
    }

    void aMethodKeepsItsPatch() {
        StudioTest studio;
        const auto dialog = tried(studio, grainy(6, 0));
        QVERIFY(dialog && dialog->ready());
        auto* slider = dialog->findChild<QSlider*>("texturePatchSlider");
        auto* method = dialog->findChild<SegmentedSwitch*>("textureMethod");
        slider->setValue(30);
        const TextureChoice chosen = dialog->choice();
        QCOMPARE(chosen.patchPx, 30);
        emit method->picked(chosen.method == TextureMethod::blend ? 1 : 0);
        slider->setValue(40);
        QVERIFY(dialog->choice().method != chosen.method);
        emit method->picked(chosen.method == TextureMethod::blend ? 0 : 1);
        QCOMPARE(dialog->choice(), chosen);
    }

    void theNodesComputeWhatTheDialogShows() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0.3).c_str()), QString());
        const TextureFindings found = tryTextures(sourceOf(studio), {});
        QVERIFY2(found.problem.isEmpty(), qPrintable(found.problem));
        TextureChoice choice = found.choice;
        choice.flattenPx = found.widePx;
        std::string name;
        QCOMPARE(studio.document.edit("texture",
                                      [&](DesignEdit& edit) {
                                          name = addTexture(edit, "photo", found.frame, choice);
                                          edit.relink("surface", 0, Trait::data, name);
                                      }),
                 QString());
        QVERIFY2(studio.document.design()->diagnostics.empty(),
                 studio.document.design()->diagnostics.empty()
                     ? ""
                     : studio.document.design()->diagnostics.front().text().c_str());
        QCOMPARE(studio.document.nodeText("texture")->find("patch")->scalar, std::to_string(choice.patchPx));
        QVERIFY(studio.document.node("even") != nullptr);
    }

    void aPictureThatIsTooSmallIsRefused() {
        StudioTest studio;
        const auto dialog = tried(studio,
                                  "burin: 2\npixel: 1 um\nnodes: {surface: {kind: root, width: 40, height: "
                                  "40, inputs: [{data: photo}]}, "
                                  "photo: {kind: math2d, width: 20, height: 20, expression: '0.5'}}\n");
        QVERIFY(dialog && !dialog->ready());
        QVERIFY(dialog->findings().problem.contains("20 × 20"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestTextureDialog)
#include "test_texture_dialog.moc"
