// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/generate/noise.hpp"

#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/textures/cell_blocks.hpp"
#include "core/kinds/methods/variation.hpp"

#include <algorithm>

namespace burin {

namespace {

constexpr std::uint32_t shiftStream = 63;

std::vector<Noise::Octave> octavesOf(const Noise::Parameters& all) {
    std::vector<Noise::Octave> octaves;
    CellShape cells = all.cells;
    double finer = 1;
    double weight = 1;
    double sum = 0;
    for (int o = 0; o < all.octaves && (o == 0 || cells.pitch >= 1); ++o) {
        Noise::Octave octave{
            CellLattice(cells), {}, streamOf(all.seed, static_cast<std::uint32_t>(o)), weight};
        octave.map = octave.lattice.map();
        octave.map.u0 = hashOf(o, 0, streamOf(all.seed, shiftStream));
        octave.map.v0 = hashOf(o, 1, streamOf(all.seed, shiftStream));
        octaves.push_back(std::move(octave));
        sum += weight;
        weight *= all.gain;
        finer *= all.lacunarity;
        cells.pitch = all.cells.pitch / finer;
    }
    for (Noise::Octave& octave : octaves)
        octave.weight /= sum;
    return octaves;
}

/// Computes samples one block after the other.
class NoiseBlock {
  public:
    explicit NoiseBlock(const Noise& noise) : noise_(noise) {}

    void place(std::int64_t i, Point at) { places_.set(i, at, noise_.parameters.cells); }
    void compute(std::int64_t count, float* value) {
        const NoiseKernels& kernels = noiseKernels();
        const Noise::Parameters& all = noise_.parameters;
        const auto add = kernels.add[static_cast<int>(all.type)][static_cast<int>(all.shape)];
        std::fill_n(sum_, count, 0.0);
        for (const Noise::Octave& octave : noise_.octaves) {
            kernels.locate(octave.map, places_.x, places_.y, cells_, count);
            octave.lattice.nameCorners(cells_, count);
            add(cells_, octave.seed, octave.weight, sum_, count);
        }
        kernels.finish(sum_, {0.5 * all.contrast, all.low, all.high - all.low}, value, count);
    }

  private:
    const Noise& noise_;
    CellPlaces places_;
    alignas(64) double sum_[noiseBlock];
    NoiseCells cells_;
};

}  // namespace

Noise::Noise(const Parameters& all) : parameters(all), octaves(octavesOf(all)) {}

void Noise::begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
    NoiseBlock block(*this);
    computeInBlocks(block, area, value);
}

void Noise::beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count, float* value) const {
    NoiseBlock block(*this);
    computeInBlocks(block, places, count, value);
}

std::string Noise::fingerprint() const {
    const Parameters& p = parameters;
    std::string text = "noise " + std::to_string(static_cast<int>(p.type)) + " " +
                       std::to_string(static_cast<int>(p.shape)) + p.cells.fingerprint() + " seed " +
                       std::to_string(p.seed) + " octaves " + std::to_string(p.octaves);
    for (const double number : {p.lacunarity, p.gain, p.contrast, p.low, p.high})
        text += " " + canonicalNumber(number);
    return text;
}

std::vector<Problem> Noise::remarks(std::span<const LinkShape>) const {
    return octaves.front().lattice.remarks();
}

namespace {

Noise::Parameters parametersOf(const Values& values) {
    Noise::Parameters all;
    const auto& shape = values.as<std::string>("shape");
    const auto& range = values.as<Vector>("range");
    if (values.as<std::string>("type") == "value") all.type = NoiseType::value;
    all.cells = CellShape::bound(values);
    all.seed = static_cast<std::uint32_t>(values.as<std::int64_t>("seed"));
    all.octaves = static_cast<int>(values.as<std::int64_t>("octaves"));
    all.lacunarity = values.as<double>("lacunarity");
    all.gain = values.as<double>("gain");
    all.shape = shape == "ridged"   ? NoiseShape::ridged
                : shape == "billow" ? NoiseShape::billow
                                    : NoiseShape::plain;
    all.contrast = values.as<double>("contrast");
    all.low = range.x;
    all.high = range.y;
    return all;
}

std::shared_ptr<const Operation> bindNoise(const BindContext& context) {
    Noise noise(parametersOf(context.values));
    const bool possible = std::all_of(noise.octaves.begin(), noise.octaves.end(),
                                      [](const Noise::Octave& octave) { return octave.lattice.possible(); });
    if (!possible) {
        reportNoWholeCells(context);
        return nullptr;
    }
    return std::make_shared<OperationOf<Noise>>(std::move(noise));
}

std::vector<ParameterDescription> noiseParameters() {
    std::vector<ParameterDescription> parameters = CellShape::descriptions();
    parameters.insert(parameters.begin(),
                      {.key = "type",
                       .title = "Type",
                       .type = ParameterType::choice,
                       .fallback = "gradient",
                       .choices = {"gradient", "value"},
                       .help = "gradient: blobs of equal size. value: softer, with the grid still visible.",
                       .since = 2});
    parameters.insert(
        parameters.end(),
        {textureSeedDescription(),
         {.key = "octaves",
          .title = "Octaves",
          .type = ParameterType::integer,
          .minimum = 1,
          .maximum = 12,
          .fallback = "1",
          .help = "How many noises are added, each finer than the last. Cells below 1 px are left out.",
          .since = 2},
         {.key = "lacunarity",
          .title = "Lacunarity",
          .type = ParameterType::number,
          .minimum = 1.5,
          .maximum = 4,
          .fallback = "2",
          .help = "Each octave has the pitch of the one before, divided by this factor.",
          .since = 2},
         {.key = "gain",
          .title = "Gain",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 1,
          .fallback = "0.5",
          .help = "Each octave has the height of the one before, multiplied by this factor.",
          .since = 2},
         {.key = "shape",
          .title = "Shape",
          .type = ParameterType::choice,
          .fallback = "plain",
          .choices = {"plain", "ridged", "billow"},
          .help = "ridged: sharp crests. billow: round lumps between sharp valleys.",
          .since = 2},
         {.key = "contrast",
          .title = "Contrast",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 16,
          .fallback = "1",
          .help = "Multiplies the noise around its middle before it is cut off at the ends of the range.",
          .since = 2},
         {.key = "range",
          .title = "Range",
          .type = ParameterType::range,
          .minimum = -16,
          .maximum = 16,
          .fallback = "[0, 1]",
          .help = "The least and the largest sample.",
          .since = 2}});
    return parameters;
}

}  // namespace

Kind noiseKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "noise";
    d.title = "Noise";
    d.help = "Makes random hills: clouds, leather, marble, brushed metal and other natural textures.";
    d.category = Category::generate;
    d.since = 2;
    d.parameters = noiseParameters();
    d.links = {{.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    d.words = {"perlin", "simplex", "fractal", "octaves",  "turbulence", "random",  "grain",   "texture",
               "clouds", "marble",  "terrain", "mountain", "hills",      "ridges",  "leather", "wood",
               "fbm",    "rough",   "brushed", "ridged",   "billow",     "natural", "organic"};
    kind.bind = &bindNoise;
    return kind;
}

}  // namespace burin
