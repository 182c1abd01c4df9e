// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texture/texture_trial.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/design/file_paths.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace burin::ui {

namespace {

/// Methods are compared on a square with this side.
constexpr std::int64_t comparedPx = 256;
/// The place of that square in the texture: anywhere except at its origin.
constexpr Point comparedAt{10'007, 20'011};
/// Another method replaces blending only if it is better by this much.
constexpr double cutHandicap = 0.03;

/// A node of a design, ready to be pictured.
BoundNodePtr bound(const TextureSource& source, const std::shared_ptr<const Design>& design,
                   const std::string& node) {
    return bindNode(source.engine, design, source.prefix + textOf(node), nullptr);
}

/// The node that `add` (addPicture or addTexture) creates in a copy of the design.
/// \param before  the source's design, or the design of another choice, whose tables the node shares
template <class Add>
BoundNodePtr boundAfter(const TextureSource& source, const Rect& frame, const TextureChoice& choice,
                        const Add& add, const Design& before) {
    DesignEdit edit(source.design->document, source.group);
    const std::string name = add(edit, source.node.toStdString(), frame, choice);
    auto design = std::make_shared<const Design>(reviseDesign(edit.take(),
                                                              DesignFolders::of(source.design->file).folder,
                                                              source.design->file, source.kinds, &before));
    return bound(source, design, name);
}

QString problemOf(const BoundNode& node) {
    return node.problem.isEmpty() ? tr("The picture to read is missing.") : node.problem;
}

Picture samplesOf(const TextureSource& source, const BoundNode& node, const Rect& area, int level,
                  const std::stop_token& stop, std::chrono::duration<double> exactWithin = quickly) {
    PreviewPart part;
    part.patience = source.patience;
    part.area = area;
    part.level = level;
    part.exactWithin = exactWithin;
    part.stop = stop;
    return node.source->render(part);
}

QImage grayOf(const Picture& picture) {
    QImage image(static_cast<int>(picture.area.width), static_cast<int>(picture.area.height),
                 QImage::Format_Grayscale8);
    for (int y = 0; y < image.height(); ++y) {
        const float* row = picture.row(y);
        uchar* line = image.scanLine(y);
        for (int x = 0; x < image.width(); ++x)
            line[x] = static_cast<uchar>(std::lround(255 * std::clamp(row[x], 0.0F, 1.0F)));
    }
    return image;
}

/// The sorted differences between samples and the samples that are `apart` to their right and below.
std::vector<float> stepsOf(const Picture& picture, std::int64_t apart) {
    std::vector<float> steps;
    for (std::int64_t y = 0; y + apart < picture.area.height; ++y) {
        const float* row = picture.row(y);
        const float* below = picture.row(y + apart);
        for (std::int64_t x = 0; x + apart < picture.area.width; ++x)
            steps.push_back(std::abs(row[x + apart] - row[x]) + std::abs(below[x] - row[x]));
    }
    std::sort(steps.begin(), steps.end());
    return steps;
}

/// The largest distance of two distributions: 0 if they are equal, 1 if they do not overlap.
double distance(const std::vector<float>& a, const std::vector<float>& b) {
    double most = 0;
    std::size_t j = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        while (j < b.size() && b[j] <= a[i])
            ++j;
        const double ofA = static_cast<double>(i + 1) / static_cast<double>(a.size());
        most = std::max(most, std::abs(ofA - static_cast<double>(j) / static_cast<double>(b.size())));
    }
    return most;
}

/// How much a texture differs from its picture: the larger difference of steps to the neighbour and of steps
/// over a structure.
double unlikeness(const Picture& example, const Picture& texture, double structurePx) {
    const auto over = std::clamp<std::int64_t>(std::llround(structurePx / 4), 2, 16);
    return std::max(distance(stepsOf(example, 1), stepsOf(texture, 1)),
                    distance(stepsOf(example, over), stepsOf(texture, over)));
}

/// The largest patches that a picture allows.
int mostBlend(Size size) {
    const auto across = static_cast<double>(size.width - 1) / 2 - 1;
    const auto down = (static_cast<double>(size.height - 1) / 2 - 1) / 0.8660254037844386;
    return static_cast<int>(std::clamp(std::floor(std::min(across, down)) - 1, 0.0, 1024.0));
}

int mostCut(Size size) {
    constexpr int bySeams = 512;  // with 8 windows of this size, the seams take 2^30 entries
    return static_cast<int>(std::min<std::int64_t>(std::min(size.width, size.height) / 2, bySeams));
}

/// Sizes of patches that are worth a trial: the usual size, and one that is derived from the structures.
std::vector<int> patches(double usual, double byStructure, int least, int most) {
    std::vector<int> tried;
    for (const double wanted : {usual, byStructure}) {
        const int patch = static_cast<int>(std::clamp<double>(std::floor(wanted), least, most));
        const bool close = !tried.empty() && std::abs(patch - tried.front()) * 6 < tried.front();
        if (!close) tried.push_back(patch);
    }
    return tried;
}

std::vector<TextureChoice> candidates(const TextureFindings& findings, TextureChoice choice,
                                      double structurePx) {
    const auto side = static_cast<double>(std::min(findings.size.width, findings.size.height));
    std::vector<TextureChoice> all;
    const auto add = [&](TextureMethod method, double usual, double byStructure) {
        if (!findings.allows(method)) return;
        choice.method = method;
        for (const int patch : patches(usual, byStructure, leastPx(method), findings.mostPx(method))) {
            choice.patchPx = patch;
            all.push_back(choice);
        }
    };
    // Larger patches have too few places in the picture, so that the texture repeats.
    add(TextureMethod::blend, side / 5, std::min(structurePx * 2.5, side / 4));
    add(TextureMethod::cut, side / 4, structurePx * 1.5);
    return all;
}

/// Blending destroys structures that are larger than half a patch, even if steps are small.
double handicap(const TextureChoice& choice, double structurePx) {
    if (choice.method == TextureMethod::cut) return cutHandicap;
    return 0.1 * std::max(0.0, 2 * structurePx / choice.patchPx - 1);
}

/// The box for TextureChoice::evenPx. A window of `cut` is at least six times as wide, so that no window is
/// lighter than another one.
int evenPxFor(Size size) {
    return static_cast<int>(std::min(size.width, size.height) / 11) | 1;
}

/// The middle of blocks that are more than `most`: a part of a long strip, over its whole width.
Rect middleOf(Rect blocks, std::int64_t most) {
    const auto shorten = [most](std::int64_t& from, std::int64_t& length, std::int64_t across) {
        const std::int64_t kept = std::min(length, most / across);
        from += (length - kept) / 2;
        length = kept;
    };
    if (blocks.width > blocks.height) {
        shorten(blocks.x, blocks.width, blocks.height);
    } else {
        shorten(blocks.y, blocks.height, blocks.width);
    }
    return blocks;
}

/// The part of a picture that is surveyed and shown.
struct SurveyedPart {
    Rect blocks;
    int level = 0;
};

SurveyedPart surveyedPart(const BoundNode& node) {
    constexpr std::int64_t surveyedPx = 1024;
    const std::int64_t side = std::min(node.frame.width, node.frame.height);
    int level = levelFitting(node.frame, surveyedPx);
    while (level > 0 && side >> level < leastExampleSide)  // a long strip
        --level;
    return {middleOf(blocksCovering(node.frame, level), surveyedPx * surveyedPx), level};
}

/// The survey of a picture, in its own pixels.
/// \param see  given the surveyed samples before they are surveyed
/// \throws OutOfMemory, Cancelled, and what the node throws
std::optional<PhotographSurvey> surveyOf(const TextureSource& source, const BoundNode& node,
                                         const std::stop_token& stop,
                                         const std::function<void(const Picture&)>& see = {}) {
    const auto [blocks, level] = surveyedPart(node);
    const Picture seen = samplesOf(source, node, blocks, level, stop);
    if (see) see(seen);
    auto survey =
        surveyPhotograph(seen.values, seen.area.width, seen.area.height, source.engine.budget, stop);
    if (survey) survey->structurePx *= static_cast<double>(std::int64_t{1} << level);
    return survey;
}

/// The odd features of a surveyed part, in the picture's own pixels, relative to its corner.
std::vector<OddFeature> oddFeaturesOf(const TextureSource& source, const BoundNode& picture,
                                      const Picture& seen, const std::stop_token& stop) {
    const auto [blocks, level] = surveyedPart(picture);
    const std::int64_t scale = std::int64_t{1} << level;
    std::vector<OddFeature> features =
        oddFeatures(seen.values, {seen.area.width, seen.area.height}, source.engine.budget, stop);
    const auto placed = [&, corner = Point{picture.frame.x, picture.frame.y}](Point at) {
        return Point{(blocks.x + at.x) * scale + scale / 2, (blocks.y + at.y) * scale + scale / 2} - corner;
    };
    for (OddFeature& feature : features)
        feature = {placed(feature.at), placed(feature.cover), feature.radiusPx * scale};
    return features;
}

/// What all choices for one picture share.
struct Trial {
    const TextureSource& source;
    Rect frame;  ///< of the whole picture
    Size size;   ///< of the part that is tried
    const TrialProgress& progress;
    std::stop_token stop;
};

/// The best choice of a trial. Without one, its patch is 0.
struct TrialResult {
    TextureChoice choice;
    std::vector<MeasuredChoice> measured;
    QString problem;     ///< of the last choice that cannot be computed
    QString uncompared;  ///< as in TextureFindings
};

/// A choice with other settings.
TextureChoice with(TextureChoice choice, const TextureSettings& settings) {
    choice.method = settings.method;
    choice.patchPx = static_cast<int>(settings.patchPx);
    choice.colours = settings.colours;
    choice.seed = settings.seed;
    choice.contrast = settings.contrast;
    return choice;
}

/// Searches for a texture that is like the picture, beginning with the settings of `first`.
std::optional<MeasuredChoice> likeChoice(const Trial& trial, const TextureChoice& first,
                                         const PhotographMeasures& photograph, int& compared) {
    BoundNodePtr held;  // keeps the memory of the node reserved
    const auto make = [&](const TextureSettings& settings) -> std::optional<ExampleTexture> {
        const Design& before = held ? *held->design : *trial.source.design;
        BoundNodePtr node = boundAfter(trial.source, trial.frame, with(first, settings), &addTexture, before);
        if (!node->ready()) return {};
        held = std::move(node);
        const ExampleTexture* const texture =
            ExampleTexture::nodeOf(held->source->graph()->top().operation.get());
        if (texture == nullptr) return {};
        if (trial.progress) trial.progress(++compared);
        return *texture;
    };
    const TextureSettings settings{.method = first.method, .patchPx = first.patchPx};
    const auto found = findLikeTexture(photograph, settings, trial.size, make, trial.stop);
    if (!found) return {};
    return MeasuredChoice{with(first, found->settings), found->likeness};
}

/// \return nothing if the samples are so expensive that the picture cannot be a photograph
std::optional<PhotographMeasures> measuresOf(const Trial& trial, const BoundNode& picture) {
    const Picture whole = samplesOf(trial.source, picture, picture.frame, 0, trial.stop);
    if (!whole.exact) return {};
    return PhotographMeasures::of(whole.values, {whole.area.width, whole.area.height}, trial.stop);
}

/// Compares the best choices of the methods with the picture, the best one first, and improves them.
/// \return the first one that is within all limits; if there is none, that of the first method
/// \throws OutOfMemory, Cancelled, and what the nodes throw
void improve(TrialResult& result, const Trial& trial, const std::vector<TextureChoice>& best,
             const BoundNode& picture) {
    const Reservation held = memoryForTextureSearch(trial.size, trial.source.engine.budget, trial.stop);
    const auto photograph = measuresOf(trial, picture);
    if (!photograph) return;
    int compared = 0;
    const auto serves = [&](const TextureChoice& first) {
        const auto found = likeChoice(trial, first, *photograph, compared);
        if (!found) return false;
        const bool all = found->likeness.misses().empty();
        if (all || result.measured.empty()) result.choice = found->choice;
        result.measured.push_back(*found);
        return all;
    };
    for (TextureChoice first : best) {
        if (serves(first)) return;
        if (first.method != TextureMethod::cut) continue;
        first.evenPx = 0;  // wide areas can be a part of the structure
        if (serves(first)) return;
    }
}

/// The best method and patch for the picture that `start` describes.
TrialResult chosen(const Trial& trial, const TextureFindings& findings, const TextureChoice& start,
                   const BoundNode& picture, double structurePx) {
    struct Tried {
        double unlike = 2;
        TextureChoice choice;
    };
    const Rect& frame = picture.frame;
    const std::int64_t width = std::min(frame.width, 2 * comparedPx);
    const std::int64_t height = std::min(frame.height, 2 * comparedPx);
    const Rect middle{frame.x + (frame.width - width) / 2, frame.y + (frame.height - height) / 2, width,
                      height};
    const Picture example = samplesOf(trial.source, picture, middle, 0, trial.stop);
    TrialResult result;
    result.choice = start;
    std::vector<Tried> best;  // of each method
    std::shared_ptr<const Design> before = trial.source.design;
    for (const TextureChoice& choice : candidates(findings, start, structurePx)) {
        const BoundNodePtr node = boundAfter(trial.source, trial.frame, choice, &addTexture, *before);
        before = node->design;
        if (!node->ready()) {
            result.problem = problemOf(*node);
            continue;
        }
        const Picture texture = samplesOf(
            trial.source, *node, {comparedAt.x, comparedAt.y, comparedPx, comparedPx}, 0, trial.stop);
        const double unlike = unlikeness(example, texture, structurePx) + handicap(choice, structurePx);
        const auto same = std::find_if(best.begin(), best.end(), [&choice](const Tried& one) {
            return one.choice.method == choice.method;
        });
        if (same == best.end()) {
            best.push_back({unlike, choice});
        } else if (unlike < same->unlike) {
            *same = {unlike, choice};
        }
    }
    if (best.empty()) return result;
    std::stable_sort(best.begin(), best.end(),
                     [](const Tried& a, const Tried& b) { return a.unlike < b.unlike; });
    result.problem.clear();
    result.choice = best.front().choice;
    std::vector<TextureChoice> choices;
    for (const Tried& one : best)
        choices.push_back(one.choice);
    try {
        improve(result, trial, choices, picture);
    } catch (const Cancelled&) {
        throw;
    } catch (...) {  // not enough memory: the best choice is used without a comparison
        result.uncompared = problemText(std::current_exception());
    }
    return result;
}

/// The choice for the picture without its uneven light; nothing if that cannot be computed. The original
/// picture can still be used in that case, so its findings do not change.
std::optional<TrialResult> chosenWithoutLight(const Trial& trial, const TextureFindings& findings,
                                              TextureChoice start) {
    start.flattenPx = static_cast<int>(std::min(findings.size.width, findings.size.height) / 4 | 1);
    TextureChoice whole = start;
    whole.leftOut = {};
    try {
        const BoundNodePtr flat =
            boundAfter(trial.source, trial.frame, whole, &addPicture, *trial.source.design);
        if (!flat->ready()) return {};
        const auto survey = surveyOf(trial.source, *flat, trial.stop);
        if (!survey) return {};
        start.turned = survey->sameInAllDirections();
        TrialResult best = chosen(trial, findings, start, *flat, survey->structurePx);
        if (best.choice.patchPx <= 0) return {};
        return best;
    } catch (const Cancelled&) {
        throw;
    } catch (...) {  // not enough memory
        return {};
    }
}

QString pxText(Size size) {
    return tr("%1 × %2 px").arg(size.width).arg(size.height);
}

void look(TextureFindings& findings, const TextureSource& source, TexturePart part,
          const std::stop_token& stop, const TrialProgress& progress) {
    const BoundNodePtr whole = bound(source, source.design, source.node.toStdString());
    if (!whole->ready() || whole->frame.empty()) {
        findings.problem = problemOf(*whole);
        return;
    }
    findings.frame = whole->frame;
    findings.size = sizeOfPart(findings.frame, part);
    const std::int64_t side = std::min(findings.size.width, findings.size.height);
    findings.tooLarge = findings.size.width > mostExampleSamples / findings.size.height;
    if (side < leastExampleSide || findings.tooLarge) {
        findings.problem = tr("The picture has %1. A texture needs 32 × 32 px to 16 Mpx.")
                               .arg(pxText({findings.frame.width, findings.frame.height}));
        return;
    }
    TextureChoice start;
    start.part = part;
    const BoundNodePtr picture = boundAfter(source, findings.frame, start, &addPicture, *source.design);
    if (!picture->ready()) {
        findings.problem = problemOf(*picture);
        return;
    }
    const auto survey = surveyOf(source, *picture, stop, [&](const Picture& seen) {
        findings.example = grayOf(seen);
        findings.sketch = !seen.exact;
        start.leftOut = oddFeaturesOf(source, *picture, seen, stop);
    });
    if (!survey) return;
    findings.survey = *survey;
    findings.mostBlendPx = mostBlend(findings.size);
    findings.mostCutPx = mostCut(findings.size);
    start.mean = survey->mean;
    findings.evenPx = evenPxFor(findings.size);
    start.evenPx = findings.evenPx;
    start.turned = survey->sameInAllDirections();
    const Trial trial{source, findings.frame, findings.size, progress, stop};
    TrialResult best = chosen(trial, findings, start, *picture, survey->structurePx);
    findings.problem = best.problem;
    findings.choice = best.choice;
    findings.measured = std::move(best.measured);
    findings.uncompared = best.uncompared;
    if (findings.choice.patchPx <= 0 || !(survey->litFromOneSide() || survey->uneven())) return;
    const auto flattened = chosenWithoutLight(trial, findings, start);
    if (!flattened) return;
    findings.flattened = flattened->choice;
    if (!flattened->uncompared.isEmpty()) findings.uncompared = flattened->uncompared;
    findings.measured.insert(findings.measured.end(), flattened->measured.begin(), flattened->measured.end());
}

}  // namespace

const MeasuredChoice* TextureFindings::measuredLike(const TextureChoice& choice) const {
    const auto same = std::find_if(measured.begin(), measured.end(), [&choice](const MeasuredChoice& one) {
        return one.choice.method == choice.method && one.choice.patchPx == choice.patchPx &&
               one.choice.boxPx() == choice.boxPx() && one.choice.leftOut == choice.leftOut &&
               one.choice.turned == choice.turned;
    });
    return same == measured.end() ? nullptr : &*same;
}

bool TextureFindings::comparedWith(int flattenPx) const {
    return std::any_of(measured.begin(), measured.end(),
                       [flattenPx](const MeasuredChoice& one) { return one.choice.flattenPx == flattenPx; });
}

TextureFindings tryTextures(const TextureSource& source, TexturePart part, const std::stop_token& stop,
                            const TrialProgress& progress) {
    TextureFindings findings;
    try {
        look(findings, source, part, stop, progress);
    } catch (const Cancelled&) {
    } catch (...) {
        findings.problem = problemText(std::current_exception());
    }
    return findings;
}

QImage exactExample(const TextureSource& source, const TextureFindings& findings,
                    const std::stop_token& stop) {
    try {
        TextureChoice plain;
        plain.part = findings.choice.part;
        const BoundNodePtr picture = boundAfter(source, findings.frame, plain, &addPicture, *source.design);
        if (!picture->ready()) return {};
        const auto [blocks, level] = surveyedPart(*picture);
        const Picture seen = samplesOf(source, *picture, blocks, level, stop, exactAtAll);
        return seen.exact ? grayOf(seen) : QImage();
    } catch (...) {  // stopped, or not enough memory
        return {};
    }
}

TexturePicture pictureTexture(const TextureSource& source, const TextureFindings& findings,
                              const TextureChoice& choice, int across, const std::stop_token& stop,
                              std::chrono::duration<double> exactWithin) {
    TexturePicture made;
    try {
        const Design& before = source.tried ? *source.tried : *source.design;
        const BoundNodePtr node = boundAfter(source, findings.frame, choice, &addTexture, before);
        if (!node->ready()) {
            made.problem = problemOf(*node);
            return made;
        }
        const Rect shown{0, 0, 2 * findings.size.width, 2 * findings.size.height};
        const int level = levelFitting(shown, across);
        const Picture picture =
            samplesOf(source, *node, blocksCovering(shown, level), level, stop, exactWithin);
        made.image = grayOf(picture);
        made.sketch = !picture.exact;
        made.design = node->design;
    } catch (const Cancelled&) {
    } catch (...) {
        made.problem = problemText(std::current_exception());
    }
    return made;
}

}  // namespace burin::ui
