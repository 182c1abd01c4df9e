// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/repeat_painter.hpp"

#include "core/kernels/pointwise_kernels.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace burin {

namespace {

/// One block of scratch memory, which each part of each repeat uses from its start.
class PainterScratch final : public Scratch {
  public:
    PainterScratch(std::byte* memory, std::size_t bytes) : memory_(memory), left_(bytes) {}
    std::byte* allocate(std::size_t bytes) override {
        if (padded(bytes) > left_) throw std::logic_error("a repeat takes more memory than was planned");
        std::byte* const result = memory_;
        memory_ += padded(bytes);
        left_ -= padded(bytes);
        return result;
    }

  private:
    std::byte* memory_;
    std::size_t left_;
};

RepeatOperation operationOf(RepeatBlend blend, bool ids) {
    switch (blend) {
        case RepeatBlend::mean:
            return RepeatOperation::mean;
        case RepeatBlend::add:
            return RepeatOperation::add;
        case RepeatBlend::max:
            return ids ? RepeatOperation::idMost : RepeatOperation::max;
        case RepeatBlend::min:
            return ids ? RepeatOperation::idLeast : RepeatOperation::min;
        case RepeatBlend::over:
            break;
    }
    return ids ? RepeatOperation::idOver : RepeatOperation::over;
}

bool isData(const LinkShape& link) {
    return link.trait == Trait::data;
}

bool small(const Variation& variation, const LinkShape& pattern) {
    return Repeat::wholeSource(variation, pattern).area() <= wholePatternSamples;
}

}  // namespace

RepeatBlend repeatBlendNamed(std::string_view name) {
    const auto found = std::find(repeatBlendNames.begin(), repeatBlendNames.end(), name);
    return static_cast<RepeatBlend>(found - repeatBlendNames.begin());
}

ParameterDescription repeatBlendDescription() {
    return {.key = "blend",
            .title = "Blend",
            .type = ParameterType::choice,
            .fallback = repeatBlendNames[0],
            .choices = {repeatBlendNames.begin(), repeatBlendNames.end()},
            .help =
                "How overlapping repeats are combined; samples of 0 do not count. over: the last repeat. "
                "mean: the sum divided by the number. add: the sum. max, min: the largest, the smallest."};
}

ParameterDescription closesDescription() {
    return {.key = "closes",
            .title = "Closes",
            .type = ParameterType::pixelSize,
            .unit = "px",
            .minimum = 0,
            .maximum = 0x1p31 - 1,
            .fallback = "[0, 0]",
            .help = "The whole repeats exactly after these lengths along x and y. 0: it need not repeat.",
            .since = 2};
}

Size closesOf(const Values& values) {
    const auto& sides = values.as<Vector>("closes");
    return {static_cast<std::int64_t>(sides.x), static_cast<std::int64_t>(sides.y)};
}

std::string closesText(Size closes) {
    const auto way = [](std::int64_t length, const char* axis) {
        return length == 0 ? std::string() : std::to_string(length) + " px along " + axis;
    };
    const std::string both = closes.width != 0 && closes.height != 0 ? " and " : "";
    return way(closes.width, "x") + both + way(closes.height, "y");
}

std::size_t patternCount(std::span<const Trait> links) {
    return static_cast<std::size_t>(std::count(links.begin(), links.end(), Trait::pattern));
}

void reportSummedIds(const BindContext& context, RepeatBlend blend, const Variation& variation) {
    if (!variation.ids || !sums(blend)) return;
    context.problem("value", {.reason = "the numbers of repeats cannot be combined by their %1",
                              .details = {std::string(blend == RepeatBlend::add ? "sum" : "mean")},
                              .advice = "write `value: sample`, or choose the blend over, max or min"});
}

std::optional<ParameterProblem> unboundedPattern(std::span<const LinkShape> patterns) {
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        if (patterns[i].extent.bounded()) continue;
        const std::string which = patterns.size() == 1 ? "the pattern" : "pattern " + std::to_string(i + 1);
        return ParameterProblem{"inputs",
                                {.reason = "%1 is unbounded",
                                 .details = {which},
                                 .advice = "use a pattern with width and height"}};
    }
    return {};
}

std::optional<ParameterProblem> overlapComplaint(std::string_view parameter, const Rect& box,
                                                 double cellArea) {
    constexpr double most = 16384;
    const double overlaps = static_cast<double>(box.width) * static_cast<double>(box.height) / cellArea;
    if (overlaps <= most) return {};
    const auto repeats = static_cast<long long>(std::min(overlaps, 1e18));
    return ParameterProblem{
        std::string(parameter),
        {.reason = "about %1 repeats lie over one pixel", .details = {std::to_string(repeats)}}};
}

bool RepeatPainter::hasBesides(RepeatBlend blend, const Variation& variation) {
    return blend == RepeatBlend::mean || (variation.ids && blend != RepeatBlend::over);
}

std::size_t RepeatPainter::scratchBytes(const Rect& area, RepeatBlend blend, const Variation& variation) {
    const auto floats = [](std::int64_t count) {
        return Scratch::padded(static_cast<std::size_t>(count) * sizeof(float));
    };
    return (hasBesides(blend, variation) ? floats(area.area()) : 0) +
           floats(Repeat::bufferSamples(variation)) + Repeat::scratchBytes(variation);
}

RepeatPainter::RepeatPainter(const LinkCall& call, RepeatBlend blend, const Variation& variation)
    : call_(call),
      operation_(operationOf(blend, variation.ids)),
      kernel_(repeatKernels().combine[static_cast<std::size_t>(operation_)]),
      buffer_(call.scratch.array<float>(static_cast<std::size_t>(Repeat::bufferSamples(variation)))),
      workBytes_(Repeat::scratchBytes(variation)),
      work_(call.scratch.allocate(workBytes_)) {
    if (hasBesides(blend, variation)) {
        const auto count = static_cast<std::size_t>(call.area.area());
        besides_ = call.scratch.array<float>(count);
        std::memset(besides_, 0, count * sizeof(float));
    }
    const LinkShape& only = call.links[0];
    const bool readsOthers = variation.picks() || std::any_of(call.links.begin(), call.links.end(), isData);
    if (readsOthers || only.support.empty() || !small(variation, only)) return;
    whole_ = Repeat::wholeSource(variation, only);
    samples_ = call.child.fetch({whole_});
}

std::vector<bool> RepeatPainter::nameWhole(std::span<const LinkShape> links, const Variation& variation,
                                           std::vector<Fetch>& out) {
    std::vector<bool> named;
    for (const LinkShape& pattern : variation.shown(links)) {
        const bool whole = pattern.support.empty() || small(variation, pattern);
        if (whole && !pattern.support.empty())
            out.push_back({Repeat::wholeSource(variation, pattern), Edge::empty, named.size()});
        named.push_back(whole);
    }
    return named;
}

void RepeatPainter::nameParts(const Repeat& repeat, const Rect& area, std::vector<Fetch>& out) {
    const Rect covered = intersection(repeat.covered(), area);
    if (covered.empty()) return;
    repeat.forEachPart(covered, [&](const Rect&, const Rect& source) {
        out.push_back({source, Edge::empty, repeat.variant().pattern});
    });
}

ConstSamplesView RepeatPainter::read(std::size_t pattern, const Rect& source) {
    if (whole_.empty()) return call_.child.fetch({source, Edge::empty, pattern});
    return samples_.part(source.x - whole_.x, source.y - whole_.y, source.width, source.height);
}

void RepeatPainter::paint(const Repeat& repeat) {
    const Rect covered = intersection(repeat.covered(), call_.area);
    if (covered.empty()) return;
    repeat.forEachPart(covered, [&](const Rect& part, const Rect& source) {
        PainterScratch work(work_, workBytes_);
        combine(part, repeat.rows(part, source, read(repeat.variant().pattern, source), work, buffer_));
    });
}

void RepeatPainter::paintPlain(const Rect& part, const Rect& source) {
    const ConstSamplesView samples = read(0, source);
    RepeatRows rows;
    rows.width = part.width;
    rows.height = part.height;
    rows.samples = samples.data;
    rows.stride = samples.stride;
    combine(part, rows);
}

void RepeatPainter::combine(const Rect& part, RepeatRows rows) {
    const SamplesView value = call_.valueOver(part);
    rows.value = value.data;
    rows.valueStride = value.stride;
    rows.besideStride = call_.area.width;
    if (besides_ != nullptr)
        rows.beside = besides_ + (part.y - call_.area.y) * rows.besideStride + part.x - call_.area.x;
    kernel_(rows);
}

void RepeatPainter::finish() {
    if (operation_ != RepeatOperation::mean) return;
    for (std::int64_t y = 0; y < call_.area.height; ++y)
        pointwiseKernels().divide(call_.value.row(y), besides_ + y * call_.area.width, call_.area.width);
}

}  // namespace burin
