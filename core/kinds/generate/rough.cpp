// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/generate/rough.hpp"

#include "core/base/text.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace burin {

namespace {

using Spectrum = Rough::Spectrum;

constexpr std::array<std::string_view, 3> spectrumNames = {"gaussian", "exponential", "self-affine"};

/// A part of the spectrum: its number and its share of the variance. Its length is L_o = L / 2^number.
struct RoughPart {
    int number = 0;
    double variance = 1;
};

std::vector<RoughPart> partsOf(const Rough::Parameters& all) {
    const int finest = std::min(10, 1 + static_cast<int>(std::floor(std::log2(all.salPx / 2))));
    std::vector<RoughPart> parts;
    if (all.spectrum == Spectrum::gaussian) parts = {{0, 1}};
    for (int o = 0; all.spectrum == Spectrum::selfAffine && o < finest; ++o)
        parts.push_back({o, std::pow(4, -all.hurst * o)});
    for (int o = -2; all.spectrum == Spectrum::exponential && o <= finest + 1; ++o)
        parts.push_back({o, std::pow(2, -o) * std::exp(-std::pow(4, -o) / 4)});
    double sum = 0;
    for (const RoughPart& part : parts)
        sum += part.variance;
    for (RoughPart& part : parts)
        part.variance /= sum;
    return parts;
}

/// The length at which the heights' autocorrelation is 0.2 at salPx, in whole 1/1024 px.
double solvedLength(const Rough::Parameters& all, const std::vector<RoughPart>& parts) {
    constexpr double wanted = 0.2;
    const double normal = all.heights.normalCorrelation(wanted);
    double low = 0;
    double high = 64 * all.salPx;
    for (int round = 0; round < 100; ++round) {
        const double middle = (low + high) / 2;
        double correlation = 0;
        for (const RoughPart& part : parts) {
            const double away = std::ldexp(all.salPx, part.number) / middle;
            correlation += part.variance * std::exp(-away * away);
        }
        (correlation < normal ? low : high) = middle;
    }
    return std::floor((low + high) / 2 * 1024 + 0.5) / 1024;
}

double normalShareBelow(double z) {
    return 0.5 * std::erfc(-z * 0.7071067811865476);
}

}  // namespace

Rough::Rough(const Parameters& all) : parameters(all) {
    const std::vector<RoughPart> parts = partsOf(all);
    lengthPx = solvedLength(all, parts);
    std::uint32_t k = 0;
    for (const RoughPart& part : parts) {
        CellShape shape = cells();
        shape.pitch = std::ldexp(lengthPx, -part.number) / 2;
        octaves.emplace_back(shape, all.seed, k++, std::sqrt(part.variance));
    }
}

RoughScale Rough::scale() const {
    const HeightDistribution& f = parameters.heights;
    return {f.plain(), f.shift(), f.tail(), f.mean(), 1 / f.deviation(), parameters.mean, parameters.sq};
}

double Rough::clampedShare() const {
    const HeightDistribution& f = parameters.heights;
    const double low = f.inverse(-parameters.mean / parameters.sq);
    const double high = f.inverse((1 - parameters.mean) / parameters.sq);
    return normalShareBelow(low) + normalShareBelow(-high);
}

Rough::Reached Rough::reached() const {
    // The heights are integrated over a normal z.
    constexpr int steps = 4000;
    constexpr double most = 10;
    std::vector<double> heights;
    std::vector<double> weights;
    double sum = 0;
    double all = 0;
    for (int k = 0; k <= steps; ++k) {
        const double z = most * (2.0 * k / steps - 1);
        weights.push_back(std::exp(-z * z / 2));
        heights.push_back(std::clamp(parameters.mean + parameters.sq * parameters.heights(z), 0.0, 1.0));
        sum += weights.back() * heights.back();
        all += weights.back();
    }
    const double mean = sum / all;
    Reached reached;
    for (std::size_t k = 0; k < heights.size(); ++k) {
        const double away = heights[k] - mean;
        reached.sq += weights[k] / all * away * away;
        reached.sa += weights[k] / all * std::fabs(away);
    }
    reached.sq = std::sqrt(reached.sq);
    const std::vector<RoughPart> parts = partsOf(parameters);
    const double wanted = parameters.heights.normalCorrelation(0.2);
    const Turn turn = Turn::byDegrees(parameters.rotate);
    double low = 0;
    double high = 64 * parameters.salPx;
    for (int round = 0; round < 100; ++round) {
        reached.salPx = (low + high) / 2;
        double correlation = 0;
        for (std::size_t o = 0; o < parts.size(); ++o) {
            const CellMap& map = octaves[o].lattice().map();
            const double u = reached.salPx * (map.ux * -turn.sine + map.uy * turn.cosine);
            const double v = reached.salPx * (map.vx * -turn.sine + map.vy * turn.cosine);
            correlation += parts[o].variance * std::exp(-(u * u + v * v) / 4);
        }
        (correlation < wanted ? high : low) = reached.salPx;
    }
    return reached;
}

void Rough::begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
    MultiplyByMask::clear(value);
    for (const RoughOctave& octave : octaves)
        octave.add(area, value);
    for (std::int64_t y = 0; y < area.height; ++y)
        roughKernels().finish(scale(), value.row(y), area.width);
}

void Rough::beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count, float* value) const {
    std::fill_n(value, count, 0.0F);
    for (const RoughOctave& octave : octaves)
        octave.add(places, count, value);
    roughKernels().finish(scale(), value, count);
}

std::string Rough::fingerprint() const {
    const Parameters& p = parameters;
    const HeightDistribution& f = p.heights;
    std::string text = "rough " + std::string(spectrumNames[static_cast<std::size_t>(p.spectrum)]) +
                       cells().fingerprint() + " seed " + std::to_string(p.seed);
    for (const double number : {p.sq, p.salPx, p.spectrum == Spectrum::selfAffine ? p.hurst : 0, p.mean,
                                f.shift(), f.tail(), f.mean(), f.deviation()})
        text += " " + canonicalNumber(number);
    return text;
}

std::vector<Problem> Rough::remarks(std::span<const LinkShape>) const {
    std::vector<Problem> all = octaves.front().lattice().remarks();
    if (const double share = clampedShare(); share > 0.001) {
        all.push_back({.reason = "%1 % of the samples are cut off at 0 or 1; a lower roughness, a larger "
                                 "'full_depth' or another 'mean' avoids this",
                       .details = {roundedText(100 * share, 3)}});
    }
    return all;
}

namespace {

/// The one of `sq`, `sa` and `vdi` that is given; empty if a problem was reported.
std::string_view givenMeasure(const BindContext& context) {
    std::string_view given;
    for (const std::string_view key : {"sq", "sa", "vdi"}) {
        if (!context.values.has(key)) continue;
        if (!given.empty()) {
            context.problem(std::string(key), {.reason = "'%1' and '%2' exclude each other",
                                               .details = {std::string(given), std::string(key)},
                                               .advice = "give one of sq, sa and vdi"});
            return {};
        }
        given = key;
    }
    if (given.empty()) context.problem("sq", "the roughness is missing", "give one of sq, sa and vdi");
    return given;
}

/// The roughness as a value of samples, where 1 is the full depth; nothing if a problem was reported.
std::optional<double> roughnessOf(const BindContext& context, std::string_view measure) {
    const Values& values = context.values;
    Height height{0, true};
    if (measure == "vdi") {
        height.value = 0.1 * std::pow(10, values.as<double>("vdi") / 20);
    } else {
        height = values.as<Height>(measure);
    }
    const auto* fullDepthPx = values.find<double>("full_depth");
    if (!height.isLength) {
        if (fullDepthPx == nullptr) return height.value;
        context.problem("full_depth", {.reason = "'%1' is a number of samples, which needs no 'full_depth'",
                                       .details = {std::string(measure)},
                                       .advice = "write a length for %1, or remove 'full_depth'"});
        return {};
    }
    if (fullDepthPx == nullptr) {
        context.problem("full_depth", "a roughness in lengths needs 'full_depth'",
                        "write the length that a sample of 1 stands for");
        return {};
    }
    const double samples = height.value / (*fullDepthPx * context.pixelUm);
    if (samples > 0 && samples <= 1) return samples;
    context.problem(std::string(measure), {.reason = "the roughness of %1 um is more than 'full_depth'",
                                           .details = {canonicalNumber(height.value),
                                                       canonicalNumber(*fullDepthPx * context.pixelUm)},
                                           .advice = "write a roughness below the 'full_depth' of %2 um"});
    return {};
}

std::shared_ptr<const Operation> bindRough(const BindContext& context) {
    const Values& values = context.values;
    Rough::Parameters all;
    const std::string_view measure = givenMeasure(context);
    if (measure.empty()) return nullptr;
    const std::optional<double> roughness = roughnessOf(context, measure);
    if (!roughness) return nullptr;
    const double skew = values.as<double>("skew");
    const double kurtosis = values.as<double>("kurtosis");
    const auto heights = HeightDistribution::withMoments(skew, kurtosis);
    if (!heights) {
        context.problem(values.has("kurtosis") ? "kurtosis" : "skew",
                        {.reason = "no surface has a skew of %1 and a kurtosis of %2",
                         .details = {canonicalNumber(skew), canonicalNumber(kurtosis)},
                         .advice = "write a kurtosis from 2.2 to 15 for a skew of 0, 2.5 to 10 for 0.5, 4 to "
                                   "10 for 1, 6 to 15 for 1.5"});
        return nullptr;
    }
    all.heights = *heights;
    all.sq = measure == "sq" ? *roughness : *roughness / heights->meanMagnitude();
    all.salPx = values.as<double>("sal");
    all.str = values.as<double>("str");
    all.rotate = values.as<double>("rotate");
    all.closes = CellShape::closesFrom(values);
    all.seed = static_cast<std::uint32_t>(values.as<std::int64_t>("seed"));
    all.spectrum = static_cast<Spectrum>(
        std::find(spectrumNames.begin(), spectrumNames.end(), values.as<std::string>("spectrum")) -
        spectrumNames.begin());
    if (const auto* hurst = values.find<double>("hurst")) all.hurst = *hurst;
    if (values.has("hurst") && all.spectrum != Spectrum::selfAffine) {
        context.problem("hurst", {.reason = "'hurst' is for `spectrum: self-affine`, not for `spectrum: %1`",
                                  .details = {values.as<std::string>("spectrum")},
                                  .advice = "remove it, or write `spectrum: self-affine`"});
        return nullptr;
    }
    all.mean = values.as<double>("mean");
    Rough rough(all);
    const bool possible = std::all_of(rough.octaves.begin(), rough.octaves.end(),
                                      [](const RoughOctave& octave) { return octave.lattice().possible(); });
    if (!possible) {
        context.problem("closes", "no whole number of waves fits into closes",
                        "write lengths of several times 'sal', and of several times sal / str along the "
                        "rotated direction");
        return nullptr;
    }
    return std::make_shared<OperationOf<Rough>>(std::move(rough));
}

std::vector<ParameterDescription> roughParameters() {
    const auto number = [](std::string_view key, std::string_view title, double least, double most,
                           std::string_view fallback, std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::number,
                                    .minimum = least,
                                    .maximum = most,
                                    .fallback = fallback,
                                    .help = help,
                                    .since = 2};
    };
    const auto height = [](std::string_view key, std::string_view title, std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::height,
                                    .minimum = 0,
                                    .maximum = 1,
                                    .help = help,
                                    .since = 2,
                                    .strictlyPositive = true};
    };
    const std::vector<ParameterDescription> cells = CellShape::descriptions();
    ParameterDescription hurst =
        number("hurst", "Hurst exponent", 0.1, 1, "",
               "How fast finer bumps become lower. 0.1: jagged. 1: soft. Only with `spectrum: self-affine`; "
               "the default is 0.8.");
    hurst.usedWith = {"spectrum", {"self-affine"}};
    ParameterDescription sq =
        height("sq", "Sq", "The root mean square roughness, in samples or as a length.");
    sq.start = "0.1";
    sq.insteadOf = "sa vdi";
    ParameterDescription sa =
        height("sa", "Sa", "The arithmetical mean roughness, in samples or as a length.");
    sa.insteadOf = "sq vdi";
    ParameterDescription vdi = number("vdi", "VDI grade", 0, 60, "",
                                      "The roughness as a grade of VDI 3400: Sa = 0.1 um 10^(vdi / 20).");
    vdi.insteadOf = "sq sa";
    ParameterDescription rotate = cells[2];
    rotate.help = "'str' makes the surface longer in this direction, clockwise from the x axis.";
    return {
        sq,
        sa,
        vdi,
        {.key = "full_depth",
         .title = "Full depth",
         .type = ParameterType::realPixels,
         .unit = "px",
         .minimum = 0,
         .maximum = 0x1p31 - 1,
         .help =
             "The length that a sample of 1 stands for. Required if the roughness is a length or a grade, "
             "and only then allowed.",
         .since = 2,
         .strictlyPositive = true},
        {.key = "sal",
         .title = "Sal",
         .type = ParameterType::realPixels,
         .unit = "px",
         .minimum = 2,
         .maximum = 1e6,
         .required = true,
         .help = "The length over which the autocorrelation falls to 0.2: the size of the bumps.",
         .since = 2},
        number("str", "Str", 0.02, 1, "1",
               "Sal divided by the corresponding length along the rotated direction. 1: the same in all "
               "directions."),
        rotate,
        {.key = "spectrum",
         .title = "Spectrum",
         .type = ParameterType::choice,
         .fallback = "gaussian",
         .choices = {spectrumNames.begin(), spectrumNames.end()},
         .help = "gaussian: bumps of one size. exponential: many sizes, as on ground or blasted surfaces. "
                 "self-affine: finer bumps on larger ones, as on fractures.",
         .since = 2},
        hurst,
        number("skew", "Skew", -2, 2, "0", "Below 0: plateaus with pits. Above 0: a plain with peaks."),
        number("kurtosis", "Kurtosis", 2.2, 15, "3",
               "3: as in the normal distribution. Above 3: some heights are extreme. Below 3: no heights are "
               "extreme."),
        number("mean", "Mean", 0, 1, "0.5", "The mean of the samples."),
        cells[3],
        textureSeedDescription()};
}

}  // namespace

Kind roughKind() {
    KindDescription d;
    d.name = "rough";
    d.title = "Roughness";
    d.help =
        "Makes a random surface of a specified roughness: height, size of the bumps, "
        "direction and distribution.";
    d.category = Category::generate;
    d.since = 2;
    d.parameters = roughParameters();
    d.links = {{.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    d.words = {"roughness", "vdi",     "blasted", "sand",  "edm",  "spark",   "matt",  "matte",    "frosted",
               "ground",    "fractal", "random",  "stone", "cast", "texture", "grain", "isotropic"};
    return {std::move(d), &bindRough};
}

}  // namespace burin
