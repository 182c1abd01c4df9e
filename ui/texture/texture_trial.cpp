// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texture/texture_trial.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/yaml_tools.hpp"
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

/// The texture's last node, in a copy of the design.
BoundNodePtr boundTexture(const TextureSource& source, const Rect& frame, const TextureChoice& choice) {
    DesignEdit edit(source.design->document, source.group);
    const std::string name = addTexture(edit, source.node.toStdString(), frame, choice);
    auto design = std::make_shared<const Design>(
        reviseDesign(edit.take(), DesignFolders::of(source.design->file).folder, source.design->file,
                     source.kinds, source.design.get()));
    return bound(source, design, name);
}

QString problemOf(const BoundNode& node) {
    return node.problem.isEmpty() ? tr("There is no picture to read.") : node.problem;
}

Picture samplesOf(const BoundNode& node, const Rect& area, int level, const std::stop_token& stop) {
    PreviewPart part;
    part.area = area;
    part.level = level;
    part.exactWithin = std::chrono::seconds(5);
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

YamlValue mapOf(const char* key, const std::string& value) {
    YamlValue map = yamlMap();
    setIn(map, key, yamlScalar(value));
    return map;
}

/// How much samples differ from those `apart` to their right and below, sorted.
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

/// The largest distance of two distributions: 0 if they are equal, 1 if they share nothing.
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

/// How unlike the picture a texture of it is: the worst over steps to the neighbour and over a structure.
double unlikeness(const Picture& example, const Picture& texture, double structurePx) {
    const auto over = std::clamp<std::int64_t>(std::llround(structurePx / 4), 2, 16);
    return std::max(distance(stepsOf(example, 1), stepsOf(texture, 1)),
                    distance(stepsOf(example, over), stepsOf(texture, over)));
}

/// The largest patches that a picture allows.
int mostBlend(const Rect& size) {
    const auto across = static_cast<double>(size.width - 1) / 2 - 1;
    const auto down = (static_cast<double>(size.height - 1) / 2 - 1) / 0.8660254037844386;
    return static_cast<int>(std::clamp(std::floor(std::min(across, down)) - 1, 0.0, 1024.0));
}

int mostCut(const Rect& size) {
    constexpr int bySeams = 512;  // of 8 windows, whose seams take 2^30 entries
    return static_cast<int>(std::min<std::int64_t>(std::min(size.width, size.height) / 2, bySeams));
}

/// Sizes of patches worth a trial: the usual one, and one that follows the structures.
std::vector<int> patches(double usual, double byStructure, int least, int most) {
    std::vector<int> tried;
    for (const double wanted : {usual, byStructure}) {
        const int patch = static_cast<int>(std::clamp<double>(std::floor(wanted), least, most));
        const bool close = !tried.empty() && std::abs(patch - tried.front()) * 6 < tried.front();
        if (!close) tried.push_back(patch);
    }
    return tried;
}

std::vector<TextureChoice> candidates(const TextureFindings& findings) {
    const double side = static_cast<double>(std::min(findings.frame.width, findings.frame.height));
    const double structure = findings.survey.structurePx;
    std::vector<TextureChoice> all;
    const auto add = [&](TextureMethod method, double usual, double byStructure) {
        if (!findings.allows(method)) return;
        for (const int patch : patches(usual, byStructure, leastPx(method), findings.mostPx(method)))
            all.push_back({method, patch, 0, findings.survey.mean});
    };
    add(TextureMethod::blend, side / 5, structure * 2.5);
    add(TextureMethod::cut, side / 6, structure * 1.5);
    return all;
}

/// Blending destroys structures that are larger than half a patch, even if steps are small.
double handicap(const TextureChoice& choice, const PhotographSurvey& survey) {
    if (choice.method == TextureMethod::cut) return cutHandicap;
    return 0.1 * std::max(0.0, 2 * survey.structurePx / choice.patchPx - 1);
}

void choose(TextureFindings& findings, const TextureSource& source, const Picture& example,
            const std::stop_token& stop) {
    double least = 2;
    for (const TextureChoice& choice : candidates(findings)) {
        const BoundNodePtr node = boundTexture(source, findings.frame, choice);
        if (!node->ready()) {
            findings.problem = problemOf(*node);
            continue;
        }
        const Picture texture =
            samplesOf(*node, {comparedAt.x, comparedAt.y, comparedPx, comparedPx}, 0, stop);
        const double unlike =
            unlikeness(example, texture, findings.survey.structurePx) + handicap(choice, findings.survey);
        if (unlike >= least) continue;
        least = unlike;
        findings.choice = choice;
    }
    if (findings.choice.patchPx > 0) findings.problem.clear();
}

void look(TextureFindings& findings, const TextureSource& source, const std::stop_token& stop) {
    const BoundNodePtr node = bound(source, source.design, source.node.toStdString());
    if (!node->ready() || node->frame.empty()) {
        findings.problem = problemOf(*node);
        return;
    }
    const Rect frame = node->frame;
    findings.frame = frame;
    if (std::min(frame.width, frame.height) < 32 || frame.area() > mostExampleSamples) {
        findings.problem = tr("The picture has %1 × %2 px. A texture takes 32 × 32 px to 16 Mpx.")
                               .arg(frame.width)
                               .arg(frame.height);
        return;
    }
    constexpr std::int64_t surveyedPx = 1024;
    const int level = levelFitting(frame, surveyedPx);
    const Picture seen = samplesOf(*node, blocksCovering(frame, level), level, stop);
    findings.example = grayOf(seen);
    const auto survey = surveyPhotograph(seen.values, seen.area.width, seen.area.height, stop);
    if (!survey) return;
    findings.survey = *survey;
    findings.survey.structurePx *= static_cast<double>(std::int64_t{1} << level);
    findings.mostBlendPx = mostBlend(findings.frame);
    findings.mostCutPx = mostCut(findings.frame);
    const std::int64_t side = std::min(frame.width, frame.height);
    findings.widePx = static_cast<int>(std::min<std::int64_t>(255, side / 4 | 1));

    const std::int64_t width = std::min(frame.width, 2 * comparedPx);
    const std::int64_t height = std::min(frame.height, 2 * comparedPx);
    const Rect middle{frame.x + (frame.width - width) / 2, frame.y + (frame.height - height) / 2, width,
                      height};
    choose(findings, source, samplesOf(*node, middle, 0, stop), stop);
}

}  // namespace

std::string addTexture(DesignEdit& edit, const std::string& source, const Rect& frame,
                       const TextureChoice& choice) {
    std::string picture = source;
    if (choice.flattenPx > 0) {
        std::string wide = source;
        for (int pass = 0; pass < 2; ++pass) {
            const std::string name = edit.addNode(edit.freeName("light"), "convolution");
            edit.setValue(name, "kernel", mapOf("box", std::to_string(choice.flattenPx)));
            edit.setValue(name, "edge", yamlScalar("mirror"));
            edit.link(name, Trait::data, wide);
            wide = name;
        }
        picture = edit.addNode(edit.freeName("even"), "math2d");
        edit.setValue(picture, "width", yamlScalar(std::to_string(frame.width)));
        edit.setValue(picture, "height", yamlScalar(std::to_string(frame.height)));
        edit.setValue(picture, "expression", yamlScalar("clamp(in1 - in2 + mean, 0, 1)", true));
        const double mean = std::round(choice.mean * 1000) / 1000;
        edit.setValue(picture, "parameters", mapOf("mean", numberText(mean)));
        for (const std::string& child : {source, wide}) {
            edit.link(picture, Trait::data, child);
            if (frame.x == 0 && frame.y == 0) continue;
            const std::vector<std::string> at = {std::to_string(-frame.x), std::to_string(-frame.y)};
            edit.setOffset(picture, edit.links(picture) - 1, yamlList(at));
        }
    }
    const std::string texture = edit.addNode(edit.freeName("texture"), "example");
    edit.setValue(texture, "method", yamlScalar(choice.method == TextureMethod::blend ? "blend" : "cut"));
    edit.setValue(texture, "patch", yamlScalar(std::to_string(choice.patchPx)));
    edit.link(texture, Trait::data, picture);
    return texture;
}

TextureFindings tryTextures(const TextureSource& source, const std::stop_token& stop) {
    TextureFindings findings;
    try {
        look(findings, source, stop);
    } catch (const Cancelled&) {
    } catch (...) {
        findings.problem = problemText(std::current_exception());
    }
    return findings;
}

TexturePicture pictureTexture(const TextureSource& source, const TextureFindings& findings,
                              const TextureChoice& choice, int across, const std::stop_token& stop) {
    TexturePicture made;
    try {
        const BoundNodePtr node = boundTexture(source, findings.frame, choice);
        if (!node->ready()) {
            made.problem = problemOf(*node);
            return made;
        }
        const Rect shown{0, 0, 2 * findings.frame.width, 2 * findings.frame.height};
        const int level = levelFitting(shown, across);
        made.image = grayOf(samplesOf(*node, blocksCovering(shown, level), level, stop));
    } catch (const Cancelled&) {
    } catch (...) {
        made.problem = problemText(std::current_exception());
    }
    return made;
}

}  // namespace burin::ui
