// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/root.hpp"

#include "core/kernels/byte_kernels.hpp"
#include "core/kernels/pack_kernels.hpp"
#include "core/kinds/form/canonical.hpp"

#include <algorithm>
#include <limits>

namespace burin {

namespace {

/// k / 255, divided as the format page says.
float sampleOf(int level) {
    return static_cast<float>(level) / 255.0F;
}

std::uint8_t levelOf(float sample) {
    return static_cast<std::uint8_t>(sample * 255.0F + 0.5F);
}

}  // namespace

Problem missingFullDepth() {
    return {.reason = "the surface has no full depth",
            .advice = "set its `full_depth`, the depth that 1 stands for"};
}

Extent Root::support(std::span<const LinkShape>, const Extent& own) const {
    return own;
}

std::optional<Lattice> Root::period(std::span<const LinkShape>, std::optional<Lattice>) const {
    return {};  // always bounded
}

void Root::begin(std::span<const LinkShape>, const Rect&, SamplesView value) const {
    for (std::int64_t y = 0; y < value.height; ++y) {
        pointwiseKernels().fill(value.row(y), background, value.width);
    }
}

void Root::beginAt(std::span<const LinkShape>, const Point*, std::int64_t count, float* value) const {
    std::fill_n(value, count, background);
}

bool Root::passesMean(std::span<const LinkShape> links, std::size_t index) const {
    const bool linear = !materialCurve && !machineCurve && (depth > 1 || dither != Dither::none);
    return linear && background == 0 && index == 0 && links.front().trait == Trait::data;
}

bool Root::showsApart(std::span<const LinkShape> links) const {
    return background == 0 && depth > 1 && !materialCurve && !machineCurve && !masked(links);
}

void Root::shape(float* row, std::int64_t count) const {
    packKernels().clamp(row, invert, count);
    if (materialCurve) materialCurve->apply(row, count);
    if (machineCurve) machineCurve->apply(row, count);
}

void Root::pack(float* row, Point at, std::byte* out, std::int64_t count) const {
    if (invert || materialCurve || machineCurve) shape(row, count);
    auto* bytes = reinterpret_cast<std::uint8_t*>(out);
    const PackKernels& kernels = packKernels();
    if (const DitherMatrix* matrix = matrixOf(dither)) {
        kernels.dithered(row, matrix->from({0, at.y}), at.x, matrix->side(), bytes, count);
        return;
    }
    (depth == 8 ? kernels.to8 : depth == 16 ? kernels.to16 : kernels.to1)(row, bytes, count);
}

std::optional<std::array<std::uint8_t, 256>> Root::changedLevels() const {
    std::array<float, 256> samples{};
    std::array<std::uint8_t, 256> levels{};
    for (std::size_t k = 0; k < samples.size(); ++k)
        samples[k] = sampleOf(static_cast<int>(k));
    pack(samples.data(), {0, 0}, reinterpret_cast<std::byte*>(levels.data()), 256);
    for (std::size_t k = 0; k < levels.size(); ++k) {
        if (levels[k] != k) return levels;
    }
    return {};
}

ByteTwin ByteReduction<Root>::twin(const Root& node) {
    const bool isLevel =
        node.background >= 0 && node.background <= 1 && sampleOf(levelOf(node.background)) == node.background;
    return isLevel ? ByteTwin::exact : ByteTwin::none;
}

void ByteReduction<Root>::apply(const Root& node, const ByteCall& call) {
    const std::uint8_t background = levelOf(node.background);
    std::size_t next = 0;
    // The background is 0, so the first child's samples replace it unchanged.
    const Rect first = call.links.empty() ? Rect{} : call.covered(0);
    if (background != 0 || first != call.area) fillBytes(call.value, background);
    if (background == 0 && !first.empty()) {
        call.children.read(0, first.translated(-call.links[0].at), call.valueOver(first));
        next = 1;
    }
    for (; next < call.links.size(); ++next) {
        const Rect covered = call.covered(next);
        if (covered.empty()) continue;
        const BytesView child =
            call.children.fetch({covered.translated(-call.links[next].at), Edge::empty, next});
        const BytesView value = call.valueOver(covered);
        for (std::int64_t y = 0; y < value.height; ++y)
            byteKernels().over(value.row(y), child.row(y), value.width);
    }
}

bool ByteReduction<Root>::roundsLink(const Root& node, std::size_t index) {
    const bool bent = node.invert || node.materialCurve || node.machineCurve;
    return index == 0 && node.depth == 8 && node.background == 0 && !bent && !node.changedLevels();
}

std::string Root::fingerprint() const {
    std::string text = "root depth " + std::to_string(depth) + " background " + canonicalNumber(background) +
                       " full_depth " + canonicalNumber(fullDepthUm);
    if (invert) text += " invert";
    if (lightDeep) text += " light_deep";
    if (dither != Dither::none) text += dither == Dither::ordered ? " ordered" : " blue_noise";
    if (materialCurve) text += " material " + materialCurve->canonical();
    if (machineCurve) text += " machine " + machineCurve->canonical();
    return text;
}

namespace {

std::optional<Curve> curveOf(const Values& values, std::string_view key) {
    const auto* points = values.find<std::vector<Vector>>(key);
    if (points == nullptr) return {};
    std::vector<std::pair<double, double>> pairs;
    for (const Vector& p : *points)
        pairs.emplace_back(p.x, p.y);
    return Curve(std::move(pairs));
}

std::shared_ptr<const Operation> bindRoot(const BindContext& context) {
    Root node;
    const std::string& depth = context.values.as<std::string>("depth");
    node.depth = depth == "1" ? 1 : depth == "8" ? 8 : 16;
    // A background beyond binary32 would become an infinity, and then 0.
    constexpr double largest = std::numeric_limits<float>::max();
    node.background =
        static_cast<float>(std::clamp(context.values.as<double>("background"), -largest, largest));
    pointwiseKernels().sanitise(&node.background, dustLimit, 1);
    node.invert = context.values.as<bool>("invert");
    node.materialCurve = curveOf(context.values, "material_curve");
    node.machineCurve = curveOf(context.values, "machine_curve");
    if (const double* um = context.values.find<double>("full_depth")) node.fullDepthUm = *um;
    node.lightDeep = context.values.as<std::string>("polarity") == "light_deep";
    const std::string& dither = context.values.as<std::string>("dither");
    node.dither = dither == "ordered" ? Dither::ordered : dither == "none" ? Dither::none : Dither::blueNoise;
    if (node.dither != Dither::none && node.depth != 1) {
        context.problem("dither", "dither needs a depth of 1 bit", "write `dither: none` or `depth: 1`");
        return nullptr;
    }
    return std::make_shared<OperationOf<Root>>(std::move(node));
}

}  // namespace

Kind rootKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "root";
    d.title = "Surface";
    d.help =
        "The surface that is engraved: the result of its children, written at 1, 8 or 16 bits per sample.";
    d.words = {"root", "output", "result", "end", "plate", "sheet", "workpiece", "engraving"};
    d.category = Category::output;
    d.size = SizeRule::required;
    ParameterDescription curve;
    curve.type = ParameterType::points;
    curve.minimum = 0;
    curve.maximum = 1;
    curve.minimumCount = 2;
    curve.maximumCount = 1024;
    curve.axes = {"in", "out"};
    ParameterDescription material = curve;
    material.key = "material_curve";
    material.title = "Material curve";
    material.help = "Converts the wanted depth to the written depth for the material; applied first.";
    ParameterDescription machine = curve;
    machine.key = "machine_curve";
    machine.title = "Machine curve";
    machine.help = "Converts the depth to the machine's own scale; applied last.";
    d.parameters = {
        {.key = "full_depth",
         .title = "Full depth",
         .type = ParameterType::length,
         .unit = "um",
         .minimum = 0,
         .help = "The depth of the value 1; it affects display and headers, never samples.",
         .strictlyPositive = true,
         .group = "Size"},
        {.key = "depth",
         .title = "Bits per sample",
         .type = ParameterType::choice,
         .unit = "bit",
         .fallback = "8",
         .choices = {"8", "16", "1"},
         .help = "How many depths a written sample can have: 2, 256 or 65536.",
         .group = "Size"},
        {.key = "background",
         .title = "Background",
         .fallback = "0",
         .help = "The value of samples that no child covers.",
         .group = "Samples"},
        {.key = "invert",
         .title = "Invert",
         .type = ParameterType::boolean,
         .fallback = "false",
         .help = "Writes 1 - value.",
         .group = "Samples"},
        material,
        machine,
        {.key = "dither",
         .title = "Dither",
         .type = ParameterType::choice,
         .fallback = "none",
         .choices = {"none", "ordered", "blue_noise"},
         .help = "How 1 bit per sample shows values between 0 and 1: by a threshold of a half, or by a fixed "
                 "matrix (Bayer's or blue noise).",
         .group = "Samples"},
        {.key = "polarity",
         .title = "Polarity",
         .type = ParameterType::choice,
         .fallback = "dark_deep",
         .choices = {"dark_deep", "light_deep"},
         .help = "How depth is shown; it never changes a sample.",
         .group = "Display"},
    };
    d.links = {{.trait = Trait::data, .help = "Replaces the value wherever the child is not 0."},
               {.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    kind.bind = &bindRoot;
    return kind;
}

}  // namespace burin
