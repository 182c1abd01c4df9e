// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texture/texture_dialog.hpp"

#include "core/kinds/generate/example.hpp"
#include "support/long_run.hpp"
#include "support/system/priced_backend.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/texture/texture_trials.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/texture/likeness_words.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>

#include <array>
#include <cmath>
#include <vector>

namespace burin::ui {

namespace {

/// A picture of noise as fine as `pitch`, lighter on the right by `ramp`.
std::string grainy(int pitch, double ramp, Size size = {200, 160}) {
    return "burin: 2\npixel: 1 um\nnodes:\n"
           "  surface: {kind: root, width: 400, height: 400, inputs: [{data: photo}]}\n"
           "  photo: {kind: math2d, width: " +
           std::to_string(size.width) + ", height: " + std::to_string(size.height) +
           ", expression: \"0.4 + 0.2 * noise(x / " + std::to_string(pitch) + ", y / " +
           std::to_string(pitch) + ", 3) + " + std::to_string(ramp) + " * x / w\"}\n";
}

/// The tables of the texture in a design.
const ExampleTables* tablesIn(const Design& design) {
    const auto index = design.find("texture");
    if (!index) return nullptr;
    const auto* operation =
        dynamic_cast<const OperationOf<ExampleTexture>*>(design.nodes[*index].operation.get());
    return operation == nullptr ? nullptr : operation->node().tables().get();
}

}  // namespace

class TestTextureDialog : public QObject {
    Q_OBJECT

  private slots:
    /// The rim of this picture is flatter than its middle, so a texture of large patches would be too rough.
    void theTextureIsLikeThePicture() {
        StudioTest studio;
        const auto dialog = tried(
            studio,
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 400, height: 400, inputs: [{data: photo}]}\n"
            "  photo: {kind: math2d, width: 360, height: 300, expression: \"0.5 + (0.2 + 0.05 * min(1, min("
            "min(x, w - 1 - x), min(y, h - 1 - y)) / 60)) * (cell(x, y, 1) + cell(x, y, 2) - 1)\"}\n");
        QVERIFY(dialog);
        QVERIFY2(dialog->ready(), qPrintable(dialog->findings().problem));
        QVERIFY(dialog->choice().patchPx >= leastPx(TextureMethod::blend));
        QCOMPARE(dialog->choice().flattenPx, 0);
        QVERIFY(!dialog->findChild<QCheckBox*>("flatten")->isVisibleTo(dialog.get()));
        QVERIFY(!dialog->findChild<QLabel*>("textureResult")->pixmap().isNull());
        screenshot(*dialog, "endless-texture");
        const MeasuredChoice* const measured = dialog->findings().measuredLike(dialog->choice());
        QVERIFY(measured != nullptr);
        QCOMPARE(measured->choice, dialog->choice());
        QVERIFY(measured->likeness.misses().empty());
        const auto* words = dialog->findChild<QLabel*>("textureLikeness");
        QVERIFY(words->isVisibleTo(dialog.get()));
        QCOMPARE(words->text(), likenessWords(measured->likeness));
        auto* slider = dialog->findChild<QSlider*>("texturePatchSlider");
        slider->setValue(slider->value() + 1);  // the trial has not compared this patch
        QVERIFY(!words->isVisibleTo(dialog.get()));
        QCOMPARE(dialog->choice().contrast, 1.0);
        slider->setValue(slider->value() - 1);
        QCOMPARE(dialog->choice(), measured->choice);
    }

    void whatNothingServesIsSaid() {
        StudioTest studio;
        const auto dialog = tried(studio, grainy(20, 0, {100, 80}));
        QVERIFY(dialog && dialog->ready());
        const MeasuredChoice* const measured = dialog->findings().measuredLike(dialog->choice());
        QVERIFY(measured != nullptr);
        const std::vector<LikenessMiss> misses = measured->likeness.misses();
        QVERIFY(!misses.empty());
        const auto* words = dialog->findChild<QLabel*>("textureLikeness");
        QVERIFY(words->isVisibleTo(dialog.get()) && words->property("warning").toBool());
        QCOMPARE(words->text(), missWords(misses));
    }

    void aSearchHoldsItsMemory() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0).c_str()), QString());
        MemoryBudget budget(std::size_t{512} << 20U);
        std::size_t held = 0;
        std::stop_source stop;
        const TextureFindings found =
            tryTextures(sourceWith(studio, budget), TexturePart::whole, stop.get_token(), [&](int) {
                held = budget.used();
                stop.request_stop();
            });
        QVERIFY2(held > littleMemory, qPrintable(QString::number(held)));
        QVERIFY2(budget.used() < littleMemory, qPrintable(QString::number(budget.used())));
    }

    /// The texture can be made nevertheless.
    void tooLittleMemoryForASearchIsSaid() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0).c_str()), QString());
        MemoryBudget little(littleMemory);
        const auto dialog = tried(studio, sourceWith(studio, little));
        QVERIFY(dialog && dialog->ready());
        QVERIFY(dialog->findings().measured.empty());
        const auto* words = dialog->findChild<QLabel*>("textureLikeness");
        QVERIFY(words->isVisibleTo(dialog.get()) && words->property("warning").toBool());
        QVERIFY2(words->text().contains("not compared") && words->text().contains("the budget is 48 MiB"),
                 qPrintable(words->text()));
    }

    void missesAreWords_data() {
        QTest::addColumn<LikenessMiss>("miss");
        QTest::addColumn<QString>("words");
        QTest::newRow("more spread")
            << LikenessMiss{LikenessBound::spread, 0.04, 0.02}
            << "The depth of the texture spreads 4.0 % more than the picture's (limit 2.0 %).";
        QTest::newRow("less spread")
            << LikenessMiss{LikenessBound::spread, -0.031, 0.02}
            << "The depth of the texture spreads 3.1 % less than the picture's (limit 2.0 %).";
        QTest::newRow("structures") << LikenessMiss{LikenessBound::structures, -3, 1.5, 27.4}
                                    << "The strength of structures of about 27 px, divided by that in the "
                                       "picture, is 0.71 (limits 0.84 and 1.19).";
        QTest::newRow("repeat")
            << LikenessMiss{LikenessBound::repeat, 0.31, 0.25, 300}
            << "The texture seems to repeat: places 300 px apart are alike by 31.0 % (limit 25.0 %).";
        QTest::newRow("seams") << LikenessMiss{LikenessBound::seams, 1.52, 1.3}
                               << "Seams show: the height of steps across them, divided by that of steps "
                                  "elsewhere, is 1.52 (limit 1.30).";
    }
    void missesAreWords() {
        QFETCH(const LikenessMiss, miss);
        QFETCH(const QString, words);
        QCOMPARE(missWords(std::array{miss}), words);
    }

    void theNodeHasAllSettings() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0).c_str()), QString());
        TextureChoice choice;
        choice.method = TextureMethod::cut;
        choice.patchPx = 30;
        choice.colours = 12;
        choice.seed = 2;
        choice.contrast = 0.948;
        QCOMPARE(added(studio, {0, 0, 200, 160}, choice), std::string("texture"));
        const YamlValue* const node = studio.document.nodeText("texture");
        QCOMPARE(node->find("colours")->scalar, std::string("12"));
        QCOMPARE(node->find("seed")->scalar, std::string("2"));
        QCOMPARE(node->find("contrast")->scalar, std::string("0.948"));
    }

    void usualSettingsAreNotWritten() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0).c_str()), QString());
        TextureChoice choice;
        choice.method = TextureMethod::cut;
        choice.patchPx = 30;
        QCOMPARE(added(studio, {0, 0, 200, 160}, choice), std::string("texture"));
        for (const char* key : {"colours", "seed", "contrast"})
            QVERIFY2(studio.document.nodeText("texture")->find(key) == nullptr, key);
    }

    /// A caption of two lines does not move the title and the picture beside it.
    void thePicturesAreLevel() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0).c_str()), QString());
        MemoryBudget little(littleMemory);
        const auto dialog = tried(studio, sourceWith(studio, little));
        QVERIFY(dialog && dialog->ready());
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get(), patience));
        resizeAndRest(*dialog, QSize(800, 700));
        const auto placeOf = [&dialog](const char* name) {
            return dialog->findChild<QLabel*>(name)->mapTo(dialog.get(), QPoint());
        };
        const QPoint example = placeOf("textureExample");
        const QPoint result = placeOf("textureResult");
        QVERIFY(result.x() > example.x());
        QCOMPARE(result.y(), example.y());
    }

    /// A small laptop at a scale of 200 % has half of the pixels.
    void bothPicturesFitOnASmallScreen() {
        QCOMPARE(TextureDialog::pictureSide({1920, 1080}), 352);
        QCOMPARE(TextureDialog::pictureSide({1366, 768}), 352);
        QCOMPARE(TextureDialog::pictureSide({683, 384}), 176);
    }

    void unevenLightIsTakenOut() {
        StudioTest studio;
        const auto dialog = tried(studio, grainy(6, 0.3));
        QVERIFY(dialog && dialog->ready());
        QVERIFY(dialog->findings().survey.litFromOneSide());
        auto* flatten = dialog->findChild<QCheckBox*>("flatten");
        QVERIFY(flatten->isVisibleTo(dialog.get()) && flatten->isChecked());
        QVERIFY(dialog->findings().flattened && dialog->findings().flattened->flattenPx == 41);
        QCOMPARE(dialog->choice(), *dialog->findings().flattened);
        screenshot(*dialog, "endless-texture-light");
        flatten->setChecked(false);
        QCOMPARE(dialog->choice(), dialog->findings().choice);
        QCOMPARE(dialog->choice().flattenPx, 0);

        // The nodes compute what the dialog shows.
        const TextureChoice choice = *dialog->findings().flattened;
        QCOMPARE(added(studio, dialog->findings().frame, choice), std::string("texture"));
        QCOMPARE(studio.document.nodeText("texture")->find("patch")->scalar, std::to_string(choice.patchPx));
        QVERIFY(studio.document.node("even") != nullptr);
    }

    /// A scan may be much longer than wide. Reduced to 1024 px, this one would have a single row.
    void unevenLightOfAStripIsFound() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0.3, {20'000, 32}).c_str()), QString());
        MemoryBudget little(littleMemory);
        const TextureFindings found = tryTextures(sourceWith(studio, little), TexturePart::whole, {});
        QCOMPARE(found.problem, QString());
        QVERIFY2(found.survey.litFromOneSide(), qPrintable(QString::number(found.survey.ramp)));
    }

    /// Streaks suggest patches of half of the picture. Such patches are nearly the same everywhere.
    void blendedPatchesHaveManyPlacesInThePicture() {
        StudioTest studio;
        QCOMPARE(studio.load("burin: 2\npixel: 1 um\nnodes:\n"
                             "  surface: {kind: root, width: 400, height: 400, inputs: [{data: photo}]}\n"
                             "  photo: {kind: math2d, width: 400, height: 320, expression: \"0.4 + 0.2 * "
                             "noise(x / 20, y / 3, 3)\"}\n"),
                 QString());
        MemoryBudget little(littleMemory);
        const TextureFindings found = tryTextures(sourceWith(studio, little), TexturePart::whole, {});
        QCOMPARE(found.problem, QString());
        QVERIFY2(found.survey.structurePx > 64, qPrintable(QString::number(found.survey.structurePx)));
        QVERIFY2(found.choice.method == TextureMethod::cut || found.choice.patchPx <= 80,
                 qPrintable(QString::number(found.choice.patchPx)));
    }

    void whatStandsOutIsLeftOut() {
        StudioTest studio;
        QCOMPARE(studio.load("burin: 2\npixel: 1 um\nnodes:\n"
                             "  surface: {kind: root, width: 400, height: 400, inputs: [{data: photo}]}\n"
                             "  photo: {kind: math2d, width: 400, height: 320, expression: \"0.4 + 0.2 * "
                             "noise(x / 3, y / 3, 3) - (hypot(x - 150, y - 170) < 9 ? 0.35 : 0)\"}\n"),
                 QString());
        MemoryBudget little(littleMemory);
        const auto dialog = tried(studio, sourceWith(studio, little));
        QVERIFY(dialog && dialog->ready());
        const std::vector<OddFeature> found = dialog->choice().leftOut;
        QCOMPARE(found.size(), std::size_t{1});
        const OddFeature& bead = found.front();
        QVERIFY(std::hypot(double(bead.at.x) - 150, double(bead.at.y) - 170) < 6);
        const auto* words = dialog->findChild<QLabel*>("textureFeatures");
        QVERIFY(words->isVisibleTo(dialog.get()));
        QVERIFY2(words->text().contains(QString("%1, %2 px").arg(bead.at.x).arg(bead.at.y)),
                 qPrintable(words->text()));
        screenshot(*dialog, "endless-texture-feature");

        // The patch and the light are changed independently of the features.
        auto* leaveOut = dialog->findChild<QCheckBox*>("leaveOut");
        QVERIFY(leaveOut->isVisibleTo(dialog.get()) && leaveOut->isChecked());
        auto* slider = dialog->findChild<QSlider*>("texturePatchSlider");
        slider->setValue(30);
        QCOMPARE(dialog->choice().leftOut, found);
        leaveOut->setChecked(false);
        QVERIFY(dialog->choice().leftOut.empty());
        QCOMPARE(dialog->choice().patchPx, 30);
        slider->setValue(31);
        QVERIFY(dialog->choice().leftOut.empty());
        leaveOut->setChecked(true);
        QCOMPARE(dialog->choice().leftOut, found);

        // The node shows the cover at the place of the feature.
        QCOMPARE(added(studio, dialog->findings().frame, dialog->choice()), std::string("texture"));
        const auto around = [](Point at) { return Rect{at.x - 9, at.y - 9, 19, 19}; };
        QCOMPARE(samplesOf(studio, "covered", around(bead.at), 0),
                 samplesOf(studio, "photo", around(bead.cover), 0));
        const Rect corner{0, 0, 19, 19};
        QCOMPARE(samplesOf(studio, "covered", corner, 0), samplesOf(studio, "photo", corner, 0));
    }

    /// A formula covers some of the features, and another one the others.
    void manyFeaturesAreLeftOut() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0, {400, 320}).c_str()), QString());
        TextureChoice choice;
        choice.patchPx = 40;
        choice.flattenPx = 41;
        for (std::int64_t i = 0; i < std::int64_t{mostOddFeatures}; ++i)
            choice.leftOut.push_back({{20 + 25 * i, 60}, {20 + 25 * i, 200}, 12});
        QCOMPARE(added(studio, {0, 0, 400, 320}, choice), std::string("texture"));
        QVERIFY(studio.document.node("covered 2") != nullptr);
        QCOMPARE(studio.document.node("covered 2")->links.size(), mostOddFeatures / 2 + 1);
        for (const OddFeature& one : choice.leftOut) {
            QCOMPARE(samplesOf(studio, "covered 2", {one.at.x, one.at.y, 4, 4}, 0),
                     samplesOf(studio, "photo", {one.cover.x, one.cover.y, 4, 4}, 0));
        }
    }

    void unevenLightIsSaidEvenIfItCannotBeTakenOut() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0.3).c_str()), QString());
        // Without this kind, the nodes that would take the light out have errors.
        std::vector<Kind> known(kinds().begin(), kinds().end());
        std::erase_if(known, [](const Kind& kind) { return kind.description.name == "convolution"; });
        MemoryBudget little(littleMemory);
        TextureSource source = sourceWith(studio, little);
        source.kinds = known;
        TextureDialog dialog(studio.theme, source, nullptr);
        QSignalSpy pictured(&dialog, &TextureDialog::pictured);
        QVERIFY(pictured.wait(patience));
        QVERIFY2(dialog.ready(), qPrintable(dialog.findings().problem));
        QVERIFY(!dialog.findings().flattened);
        QCOMPARE(dialog.choice(), dialog.findings().choice);
        auto* light = dialog.findChild<QLabel*>("textureLight");
        QVERIFY(light->isVisibleTo(&dialog));
        QVERIFY2(light->text().contains("lighter on one side") && light->text().contains("evenly lit"),
                 qPrintable(light->text()));
        QVERIFY(!dialog.findChild<QCheckBox*>("flatten")->isVisibleTo(&dialog));
    }

    void aPictureOfSomeSamplesIsASketch_data() {
        QTest::addColumn<double>("secondsEach");
        QTest::addColumn<bool>("sketch");
        QTest::newRow("all samples in 3 s of one thread") << 2e-6 << false;
        QTest::newRow("an hour for all of them") << 2.4e-3 << true;
    }

    /// The test decides what a sample costs.
    void aPictureOfSomeSamplesIsASketch() {
        QFETCH(const double, secondsEach);
        QFETCH(const bool, sketch);
        StudioTest studio;
        QCOMPARE(studio.load(grainy(40, 0, {600, 600}).c_str()), QString());
        test::PricedBackend priced(studio.backend, [=](const RenderRequest&) { return secondsEach; });
        priced.setSamplesAtOnce(0x1p16);
        TextureSource source{Engine{priced, studio.budget, {}},
                             studio.document.kinds(),
                             studio.document.design(),
                             {},
                             {},
                             "photo"};
        source.patience = {};
        TextureFindings found;
        found.frame = {0, 0, 600, 600};
        found.size = {600, 600};
        TextureChoice choice;
        choice.patchPx = 64;
        const TexturePicture made = pictureTexture(source, found, choice, 128, {});
        QCOMPARE(made.problem, QString());
        QCOMPARE(made.sketch, sketch);
    }

    /// The example is shown early, and becomes exact after the texture. The test decides what a sample costs.
    void theExampleBecomesExact() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0, {2100, 130}).c_str()), QString());
        test::PricedBackend priced(studio.backend, [](const RenderRequest&) { return 2.5e-5; });
        priced.setSamplesAtOnce(0x1p16);
        MemoryBudget little(littleMemory);
        TextureSource source{
            Engine{priced, little, {}}, studio.document.kinds(), studio.document.design(), {}, {}, "photo"};
        source.patience = {};
        TextureDialog dialog(studio.theme, source, nullptr);
        QSignalSpy pictured(&dialog, &TextureDialog::pictured);
        bool sketched = false;
        connect(&dialog, &TextureDialog::pictured, this,
                [&] { sketched = sketched || dialog.findings().sketch; });
        QVERIFY(pictured.wait(patience));
        QVERIFY2(dialog.ready(), qPrintable(dialog.findings().problem));
        QVERIFY(sketched);
        QTRY_VERIFY(!dialog.findings().sketch);
    }

    /// A name may look like a place for a number, or like a tag.
    void theCaptionHasTheNameAsItIs() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0).c_str()), QString());
        studio.document.edit("Rename", [](DesignEdit& edit) { edit.renameNode("photo", "<b>oak %1"); });
        MemoryBudget little(littleMemory);
        TextureSource source = sourceWith(studio, little);
        source.node = "<b>oak %1";
        TextureDialog dialog(studio.theme, source, nullptr);
        QSignalSpy pictured(&dialog, &TextureDialog::pictured);
        QVERIFY(pictured.wait(patience));
        const auto* caption = dialog.findChild<QLabel*>("textureCaption");
        QCOMPARE(caption->text(), QString::fromUtf8("<b>oak %1 · 200 × 160 px"));
        QCOMPARE(caption->textFormat(), Qt::PlainText);
    }

    /// If the tables were not shared, each move of the slider would sort the samples of the picture again.
    void picturesOfOtherPatchesShareTheirTables() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0).c_str()), QString());
        TextureSource source = sourceOf(studio);
        TextureFindings found;
        found.frame = {0, 0, 200, 160};
        found.size = {200, 160};
        TextureChoice choice;
        choice.patchPx = 20;
        const TexturePicture first = pictureTexture(source, found, choice, 128, {});
        source.tried = first.design;
        choice.patchPx = 30;
        const TexturePicture second = pictureTexture(source, found, choice, 128, {});
        QVERIFY2(first.problem.isEmpty() && second.problem.isEmpty(), qPrintable(second.problem));
        QVERIFY(first.design && second.design && first.design != second.design);
        QVERIFY(tablesIn(*first.design));
        QCOMPARE(tablesIn(*second.design), tablesIn(*first.design));
    }

    void aMethodKeepsItsPatch() {
        StudioTest studio;
        QCOMPARE(studio.load(grainy(6, 0).c_str()), QString());
        MemoryBudget little(littleMemory);
        const auto dialog = tried(studio, sourceWith(studio, little));
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

    /// The mean that is taken away is as wide as a quarter of the picture, however large that is.
    void largeStructuresStayWithoutTheirLight() {
        constexpr Size size{2400, 2400};
        constexpr int level = 3;
        constexpr Rect all{0, 0, 300, 300};
        StudioTest studio;
        QCOMPARE(studio.load(grainy(150, 0, size).c_str()), QString());
        const double spread = spreadOf(samplesOf(studio, "photo", all, level));
        QCOMPARE(studio.load(grainy(150, 0.3, size).c_str()), QString());
        TextureChoice choice;
        choice.patchPx = 64;
        choice.flattenPx = 601;
        choice.mean = meanOf(samplesOf(studio, "photo", all, level));
        QCOMPARE(added(studio, {0, 0, size.width, size.height}, choice), std::string("texture"));
        const double left = spreadOf(samplesOf(studio, "even", all, level)) / spread;
        QVERIFY2(left > 0.9 && left < 1.05, qPrintable(QString::number(left)));
        const double atEdge = meanOf(samplesOf(studio, "even", {0, 0, size.width, 1}, 0));
        QVERIFY2(std::abs(atEdge - choice.mean) < 0.1, qPrintable(QString::number(atEdge)));
    }

    void aPartOfALargePictureIsOffered() {
        StudioTest studio;
        const auto dialog = tried(studio, grainy(40, 0, {6000, 4000}));
        QVERIFY(dialog && !dialog->ready());
        QVERIFY(dialog->findings().problem.contains("6000 × 4000"));
        auto* middle = dialog->findChild<QPushButton*>("textureMiddle");
        QVERIFY(middle->isVisibleTo(dialog.get()));
        QVERIFY(middle->text().contains("4194 × 4000"));
        QVERIFY(dialog->findChild<QPushButton*>("textureReduced")->text().contains("5016 × 3344"));
        if (!test::isLongRun()) return;
        QSignalSpy pictured(dialog.get(), &TextureDialog::pictured);
        middle->click();
        QVERIFY(!middle->isVisibleTo(dialog.get()));
        QVERIFY(pictured.wait(patience) && dialog->ready());
        QCOMPARE(dialog->choice().part, TexturePart::middle);
    }

    /// A long strip that is reduced would be too narrow.
    void onlyPartsOfEnoughPixelsAreOffered() {
        StudioTest studio;
        const auto dialog = tried(studio, grainy(40, 0, {1'000'000, 40}));
        QVERIFY(dialog && !dialog->ready());
        auto* middle = dialog->findChild<QPushButton*>("textureMiddle");
        QVERIFY(middle->isVisibleTo(dialog.get()));
        QVERIFY(middle->text().contains("419430 × 40"));
        QVERIFY(!dialog->findChild<QPushButton*>("textureReduced")->isVisibleTo(dialog.get()));
    }

    /// Its width allows no reduction, and a survey of all its samples would take too much memory.
    void theMiddleOfALongStripIsSurveyed() {
        StudioTest studio;
        const auto dialog = tried(studio, grainy(6, 0, {40'000, 60}));
        QVERIFY(dialog);
        QVERIFY2(dialog->ready(), qPrintable(dialog->findings().problem));
        QCOMPARE(dialog->findings().example.size(), QSize(17476, 60));
        QVERIFY(std::abs(dialog->choice().mean - 0.5) < 0.02);
    }

    void aPartIsANodeOfItsOwn_data() {
        QTest::addColumn<TexturePart>("part");
        QTest::addColumn<Size>("size");
        QTest::newRow("the middle") << TexturePart::middle << Size{4194, 4000};
        QTest::newRow("reduced") << TexturePart::reduced << Size{5016, 3344};
    }
    void aPartIsANodeOfItsOwn() {
        QFETCH(TexturePart, part);
        QFETCH(Size, size);
        for (const int flattenPx : {0, 1001}) {
            StudioTest studio;
            QCOMPARE(studio.load(grainy(40, 0, {6000, 4000}).c_str()), QString());
            TextureChoice choice;
            choice.patchPx = 64;
            choice.part = part;
            choice.flattenPx = flattenPx;
            QCOMPARE(added(studio, {0, 0, 6000, 4000}, choice), std::string("texture"));
            const std::string child = studio.document.node("texture")->links.at(0).childName;
            QCOMPARE(child, flattenPx > 0                 ? std::string("even")
                            : part == TexturePart::middle ? std::string("middle")
                                                          : std::string("reduced"));
            const BoundNodePtr bound = bindNode(studio.previews.engine(), studio.document.design(),
                                                QString::fromStdString(child), nullptr);
            QCOMPARE(bound->frame, (Rect{0, 0, size.width, size.height}));
        }
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
