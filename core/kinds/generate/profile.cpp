// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/generate/profile.hpp"

#include "core/kernels/distance_kernels.hpp"
#include "core/kinds/methods/distance_profile.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t largestNarrowDistance = 255;
/// Below this distance, checking the minima costs more than the groups that it skips.
constexpr std::int64_t smallestDistanceWithMinima = 33;
/// Table entries computed between two checks of the stop token.
constexpr std::int64_t entriesAtOnce = 4096;

/// The part of the mask that can hold white samples for `area`, in the node's frame.
Rect readableMask(const Profile& node, const LinkShape& mask, const Rect& area) {
    const Extent& where = node.emptyIsWhite() ? mask.extent : mask.support;
    return where.translated(mask.at).clip(area.grown(node.distanceMaxPx));
}

/// How the transform over one area uses its scratch memory. It works in bands of rows, so that the distances
/// to white samples below stay in the cache until those above are known. A larger D needs higher bands,
/// because each band reads D rows more above and below.
struct ScratchLayout {
    std::int64_t maskWidth = 0;
    std::int64_t bandRows = 0;
    std::int64_t padding = 0;        ///< columns of squares before column 0
    std::int64_t squareColumns = 0;  ///< including the padding
    bool withMinima = false;

    ScratchLayout(std::int64_t distanceMaxPx, const Rect& area, const Rect& readable)
        : maskWidth(readable.width) {
        const std::int64_t bandBytes = std::max<std::int64_t>(std::int64_t{1} << 20, distanceMaxPx << 13);
        const std::int64_t rowBytes = maskWidth * static_cast<std::int64_t>(sizeof(std::uint16_t));
        bandRows = std::clamp<std::int64_t>(bandBytes / std::max<std::int64_t>(rowBytes, 1), 1, area.height);
        padding = wholeBlocks(distanceMaxPx + distanceReach);
        squareColumns = padding + wholeBlocks(area.width) + padding + distanceWindow + distanceBlock;
        withMinima = distanceMaxPx >= smallestDistanceWithMinima;
    }

    [[nodiscard]] std::size_t distances() const { return static_cast<std::size_t>(maskWidth); }
    [[nodiscard]] std::size_t bandDistances() const {
        return static_cast<std::size_t>(maskWidth * (bandRows + 1));
    }
    [[nodiscard]] std::size_t bytes(std::size_t squareBytes) const {
        const std::size_t squares = Scratch::padded(static_cast<std::size_t>(squareColumns) * squareBytes);
        return Scratch::padded(bandDistances() * sizeof(std::uint16_t)) +
               3 * Scratch::padded(distances() * sizeof(std::uint16_t)) + (withMinima ? 2 : 1) * squares;
    }

    static std::int64_t wholeBlocks(std::int64_t columns) {
        return (columns + distanceBlock - 1) / distanceBlock * distanceBlock;
    }
};

/// One reduction of the mask. Rows and columns are those of `value`. The mask's first sample lies at (left,
/// top), which may be negative.
template <class Square>
class DistanceTransform {
  public:
    DistanceTransform(const Profile& node, const ConstSamplesView& mask, Point maskAt, SamplesView value,
                      const ScratchLayout& layout, Scratch& scratch)
        : node_(node),
          table_(node.table.value().data()),
          mask_(mask),
          left_(maskAt.x),
          top_(maskAt.y),
          value_(value),
          layout_(layout),
          below_(scratch.array<std::uint16_t>(layout.bandDistances())),
          above_(scratch.array<std::uint16_t>(layout.distances())),
          walked_(scratch.array<std::uint16_t>(layout.distances())),
          spare_(scratch.array<std::uint16_t>(layout.distances())),
          squares_(scratch.array<Square>(static_cast<std::size_t>(layout.squareColumns))),
          minima_(layout.withMinima ? scratch.array<Square>(static_cast<std::size_t>(layout.squareColumns))
                                    : nullptr) {
        std::fill_n(squares_, layout.squareColumns, farthest());
    }

    void run() {
        std::fill_n(above_, mask_.width, distanceMax());
        for (std::int64_t y = std::max(-node_.distanceMaxPx, top_); y < 0; ++y)
            walk(above_, y);
        for (std::int64_t y = 0; y < value_.height; y += layout_.bandRows) {
            runBand(y, std::min(y + layout_.bandRows, value_.height));
        }
    }

  private:
    static const DistanceRowKernels<Square>& rows() {
        if constexpr (std::is_same_v<Square, std::uint16_t>) {
            return distanceKernels().narrow;
        } else {
            return distanceKernels().wide;
        }
    }
    [[nodiscard]] std::uint16_t distanceMax() const {
        return static_cast<std::uint16_t>(node_.distanceMaxPx);
    }
    [[nodiscard]] Square farthest() const { return static_cast<Square>(node_.tableSize() - 1); }
    [[nodiscard]] std::uint16_t* below(std::int64_t bandRow) { return below_ + bandRow * mask_.width; }

    /// Computes the vertical distances of row y from those of the row before it in the direction of the walk.
    void step(const std::uint16_t* previous, std::int64_t y, std::uint16_t* next) const {
        const std::int64_t maskRow = y - top_;
        if (maskRow >= 0 && maskRow < mask_.height) {
            distanceKernels().step(previous, mask_.row(maskRow), {node_.threshold, node_.invert},
                                   distanceMax(), next, mask_.width);
        } else {
            distanceKernels().stepEmpty(previous, distanceMax(), next, mask_.width);
        }
    }

    /// Like step(), in place: `row` becomes row y.
    void walk(std::uint16_t*& row, std::int64_t y) {
        step(row, y, spare_);
        std::swap(row, spare_);
    }

    void runBand(std::int64_t begin, std::int64_t end) {
        std::fill_n(walked_, mask_.width, distanceMax());
        const std::int64_t last = std::min(end - 1 + node_.distanceMaxPx, top_ + mask_.height - 1);
        for (std::int64_t y = last; y >= end; --y)
            walk(walked_, y);
        std::copy_n(walked_, mask_.width, below(end - begin));
        for (std::int64_t y = end - 1; y >= begin; --y)
            step(below(y - begin + 1), y, below(y - begin));
        for (std::int64_t y = begin; y < end; ++y)
            writeRow(y, below(y - begin));
    }

    void writeRow(std::int64_t y, const std::uint16_t* belowRow) {
        Square* first = squares_ + layout_.padding;
        const Square smallest = rows().square(above_, belowRow, distanceMax(), first + left_, mask_.width);
        if (smallest == farthest()) {
            pointwiseKernels().fill(value_.row(y), node_.farValue, value_.width);
            return;
        }
        SquaresRow<Square> row{first, nullptr, smallest, value_.width};
        if (minima_ != nullptr) {
            rows().reachMinima(squares_, minima_, layout_.squareColumns - distanceWindow - distanceBlock);
            row.minima = minima_ + layout_.padding;
        }
        rows().profile(row, distanceMax(), table_, value_.row(y));
    }

    const Profile& node_;
    const float* table_;
    ConstSamplesView mask_;
    std::int64_t left_;
    std::int64_t top_;
    SamplesView value_;
    const ScratchLayout& layout_;
    std::uint16_t* below_;   ///< distances to white samples below: the band's rows and the next row
    std::uint16_t* above_;   ///< distances to white samples above, in the preceding row
    std::uint16_t* walked_;  ///< distances of a row below the band
    std::uint16_t* spare_;
    Square* squares_;
    Square* minima_;
};

}  // namespace

Extent Profile::support(std::span<const LinkShape> links, const Extent& own) const {
    Extent result = own;
    if (!(std::fabs(farValue) >= dustLimit) || std::isinf(farValue)) {
        const LinkShape& mask = links[0];
        const Extent& where = emptyIsWhite() ? mask.extent : mask.support;
        result = intersection(result, where.translated(mask.at).grown(distanceMaxPx));
    }
    for (const LinkShape& link : links.subspan(1)) {
        result = intersection(result, link.support.translated(link.at));
    }
    return result;
}

void Profile::tabulate(const Fill& fill, bool swept) {
    const auto entries = [fill, swept](std::int64_t first, std::span<float> out) {
        fill(first, out);
        if (swept) pointwiseKernels().sanitise(out.data(), dustLimit, static_cast<std::int64_t>(out.size()));
    };
    entries(tableSize() - 1, {&farValue, 1});
    table = Deferred<std::vector<float>>([entries, size = tableSize()](const std::stop_token& stop) {
        std::vector<float> made(static_cast<std::size_t>(size));
        for (std::int64_t first = 0; first < size; first += entriesAtOnce) {
            if (stop.stop_requested()) throw Cancelled();
            const std::int64_t count = std::min(entriesAtOnce, size - first);
            entries(first, std::span(made).subspan(static_cast<std::size_t>(first),
                                                   static_cast<std::size_t>(count)));
        }
        return made;
    });
}

void Profile::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                      std::vector<Fetch>& out) const {
    if (links[index].trait != Trait::mask) return KindBase::fetches(links, index, area, out);
    const Rect readable = readableMask(*this, links[index], area);
    if (!readable.empty()) out.push_back({readable.translated(-links[index].at), Edge::empty});
}

bool Profile::pointwise(std::span<const LinkShape> links, std::size_t index) const {
    return links[index].trait != Trait::mask;
}

std::optional<std::int64_t> Profile::halo(std::span<const LinkShape> links, std::size_t index) const {
    return links[index].trait == Trait::mask ? distanceMaxPx : 0;
}

std::size_t Profile::scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                  const Rect& area) const {
    if (links[index].trait != Trait::mask) return 0;
    const ScratchLayout layout(distanceMaxPx, area, readableMask(*this, links[index], area));
    return layout.bytes(distanceMaxPx <= largestNarrowDistance ? sizeof(std::uint16_t)
                                                               : sizeof(std::uint32_t));
}

void Reduction<Profile, Trait::mask>::apply(const Profile& node, const LinkCall& call) {
    const Rect readable = readableMask(node, call.link, call.area);
    if (readable.empty()) {
        for (std::int64_t y = 0; y < call.value.height; ++y) {
            pointwiseKernels().fill(call.value.row(y), node.farValue, call.value.width);
        }
        return;
    }
    const ConstSamplesView mask = call.child.fetch({readable.translated(-call.link.at), Edge::empty});
    const Point maskAt = readable.origin() - call.area.origin();
    const ScratchLayout layout(node.distanceMaxPx, call.area, readable);
    if (node.distanceMaxPx <= largestNarrowDistance) {
        DistanceTransform<std::uint16_t>(node, mask, maskAt, call.value, layout, call.scratch).run();
    } else {
        DistanceTransform<std::uint32_t>(node, mask, maskAt, call.value, layout, call.scratch).run();
    }
}

void Reduction<Profile, Trait::data>::apply(const Profile&, const LinkCall& call) {
    const ConstSamplesView data = call.aligned();
    for (std::int64_t y = 0; y < call.value.height; ++y) {
        pointwiseKernels().multiply(call.value.row(y), data.row(y), call.value.width);
    }
}

std::string Profile::fingerprint() const {
    // All digits of binary32 numbers and integers are in the text.
    return "D=" + std::to_string(distanceMaxPx) +
           ";threshold=" + std::to_string(std::bit_cast<std::uint32_t>(threshold)) +
           (invert ? ";invert;" : ";") + profileText;
}

namespace {

/// min(sqrt(a), D) for the `count` numbers a that start at `first`.
std::vector<double> tableDistances(std::int64_t first, std::size_t count, std::int64_t distanceMaxPx) {
    const double distanceMax = static_cast<double>(distanceMaxPx);
    std::vector<double> distances(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto a = static_cast<double>(first + static_cast<std::int64_t>(i));
        distances[i] = std::min(std::sqrt(a), distanceMax);
    }
    return distances;
}

void tabulateProfile(Profile& node, const DistanceProfile& profile, bool swept) {
    node.tabulate(
        [profile, distanceMaxPx = node.distanceMaxPx](std::int64_t first, std::span<float> entries) {
            const std::vector<double> distances = tableDistances(first, entries.size(), distanceMaxPx);
            std::vector<double> values(entries.size());
            profile.evaluate(distances.data(), static_cast<std::int64_t>(values.size()), values.data());
            std::transform(values.begin(), values.end(), entries.begin(),
                           [](double value) { return static_cast<float>(value); });
        },
        swept);
}

std::shared_ptr<const Operation> bindProfile(const BindContext& context) {
    const Values& values = context.values;
    Profile node;
    node.distanceMaxPx = values.as<std::int64_t>("distance_max");
    node.threshold = static_cast<float>(values.as<double>("threshold"));
    node.invert = values.as<bool>("invert");
    const auto profile =
        DistanceProfile::bound(context, static_cast<double>(node.distanceMaxPx), "1 - d / D");
    if (!profile) return nullptr;
    node.profileText = profile->canonical();
    tabulateProfile(node, *profile, context.links.size() == 1);
    return std::make_shared<OperationOf<Profile>>(std::move(node));
}

}  // namespace

Kind profileKind() {
    KindDescription d;
    d.name = "profile";
    d.title = "Profile";
    d.help =
        "Turns the distance to the nearest white sample of a mask into a depth: ramps, bevels, groove walls.";
    d.category = Category::generate;
    d.words = {"bevel", "chamfer", "fillet",  "distance", "offset", "wall",   "edge", "rim",    "ramp",
               "slope", "outline", "contour", "border",   "groove", "emboss", "grow", "shrink", "rounding"};
    d.size = SizeRule::optional;
    d.parameters = {
        {.key = "distance_max",
         .title = "Largest distance",
         .type = ParameterType::pixels,
         .unit = "px",
         .minimum = 1,
         .maximum = 1023,
         .required = true,
         .help = "The distance D; every sample at D or farther gets the profile's last value.",
         .group = "Distance",
         .start = "100"},
        {.key = "profile",
         .title = "Profile",
         .type = ParameterType::expressionOrPoints,
         .fallback = "1 - d / D",
         .help = "The value at distance d: an expression of d, D (both in pixels) and um, or points [[d, z], "
                 "...].",
         .minimumCount = 2,
         .maximumCount = 1024,
         .variables = {"d", "D", "um"},
         .axes = {"d", "z", "distance_max", "D"}},
        {.key = "parameters",
         .title = "Parameters",
         .type = ParameterType::numbers,
         .help = "Numbers that the expression can use by name.",
         .since = 2},
        {.key = "threshold",
         .title = "Threshold",
         .type = ParameterType::number,
         .fallback = "0",
         .help = "Samples of the mask above this value are white.",
         .group = "Distance"},
        {.key = "invert",
         .title = "Invert",
         .type = ParameterType::boolean,
         .fallback = "false",
         .help = "Makes the samples at or below the threshold white instead, inside the mask's rectangle.",
         .group = "Distance"},
    };
    d.links = {
        {.trait = Trait::mask,
         .minimum = 1,
         .maximum = 1,
         .first = true,
         .help = "Distances are measured from its white samples."},
        {.trait = Trait::data, .help = "Multiplies the result."},
    };
    return {std::move(d), &bindProfile};
}

}  // namespace burin
