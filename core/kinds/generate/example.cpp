// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/generate/example.hpp"

#include "core/base/text.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/cell_lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

namespace burin {

namespace {

using Method = ExampleTexture::Method;

constexpr std::array<std::string_view, 2> methodNames = {"blend", "cut"};
constexpr std::array<std::string_view, 4> varyNames = {"none", "mirror", "turn", "all"};
constexpr std::int64_t leastSide = 32;
constexpr std::int64_t mostSamples = std::int64_t{16} << 20U;
constexpr std::int64_t mostPatch = 1024;
constexpr std::int64_t mostSteps = std::int64_t{1} << 30U;

std::int64_t power4(std::int64_t n) {
    return n * n * n * n;
}

/// The largest patch that cut can make seams for.
std::int64_t largestCut(int colours) {
    return std::min(mostPatch,
                    static_cast<std::int64_t>(std::sqrt(static_cast<double>(mostSteps / power4(colours)))));
}

Size sizeOf(const Rect& rect) {
    return {rect.width, rect.height};
}

/// A place inside the first repeat, along one axis.
std::int64_t folded(std::int64_t place, std::int64_t repeat) {
    return repeat == 0 ? place : floorMod(place, repeat);
}

/// Paints rows of blended patches.
class BlendPainter {
  public:
    explicit BlendPainter(const ExampleTexture& node)
        : geometry_(node.held->blend),
          tables_(node.held->blended.value().tables),
          sharpness_(node.parameters.sharpness) {}

    /// Paints samples whose places start at `at`, in one row of one repeat. \pre count <= exampleBlock
    void paint(Point at, std::int64_t count, float* value) {
        const ExampleKernels& kernels = exampleKernels();
        at = {folded(at.x, geometry_.closes.width), folded(at.y, geometry_.closes.height)};
        const BlendGeometry::Place first = geometry_.placeAt(at.x, at.y);
        for (std::int64_t i = 0; i < count; ++i)
            x_[i] = static_cast<double>(at.x + i);
        kernels.locate(x_, geometry_.px, static_cast<double>(at.y) / geometry_.py * 0.5, column_, inside_,
                       count);
        for (std::int64_t i = 0; i < count;) {
            const bool upper = inside_[i] + first.q < 1;
            std::int64_t end = i + 1;
            while (end < count && column_[end] == column_[i] && (inside_[end] + first.q < 1) == upper)
                ++end;
            BlendRun run{upper, first.q, {}, sharpness_, tables_.values.data()};
            BlendGeometry::Patch patches[3];
            geometry_.cornersOf(static_cast<std::int64_t>(column_[i]), first.j, upper, patches);
            for (int corner = 0; corner < 3; ++corner)
                run.normal[corner] = samplesOf(patches[corner], {at.x + i, at.y}, end - i, gathered_[corner]);
            kernels.blend(run, inside_ + i, value + i, end - i);
            i = end;
        }
    }

  private:
    const float* samplesOf(const BlendGeometry::Patch& patch, Point at, std::int64_t count, float* gathered) {
        const float* const from =
            tables_.normal.data() + patch.start + at.x * patch.stepX + at.y * patch.stepY;
        if (patch.stepX == 1) return from;
        for (std::int64_t i = 0; i < count; ++i)
            gathered[i] = from[i * patch.stepX];
        return gathered;
    }

    const BlendGeometry& geometry_;
    const BlendTables& tables_;
    int sharpness_;
    alignas(64) double x_[exampleBlock];
    alignas(64) double column_[exampleBlock];
    alignas(64) double inside_[exampleBlock];
    alignas(64) float gathered_[3][exampleBlock];
};

/// What CutPainter paints.
enum class CutPaint { samples, windows };

/// Paints rows of cells: their samples, or the numbers of the windows that these are read from.
template <CutPaint paints>
class CutPainter {
  public:
    explicit CutPainter(const ExampleTexture& node)
        : geometry_(node.held->cut),
          tables_(node.held->pieces.tables.value()),
          samples_(node.held->pieces.samples.value().values),
          width_(node.held->size.width) {
        for (int number = 0; paints == CutPaint::windows && number < 4; ++number)
            std::fill(std::begin(numbers_[number]), std::end(numbers_[number]), static_cast<float>(number));
    }

    void paint(Point at, std::int64_t count, float* value) {
        at = {folded(at.x, geometry_.x.length), folded(at.y, geometry_.y.length)};
        const std::int64_t j = geometry_.y.cellOf(at.y);
        const std::int64_t top = geometry_.y.startOf(j);
        const std::int64_t height = geometry_.y.startOf(j + 1) - top;
        for (std::int64_t i = geometry_.x.cellOf(at.x); count > 0; ++i) {
            const std::int64_t left = geometry_.x.startOf(i);
            const std::int64_t width = geometry_.x.startOf(i + 1) - left;
            const std::int64_t length = std::min(count, left + width - at.x);
            exampleKernels().cut(runIn({i, j}, {at.x - left, at.y - top}, {width, height}), value, length);
            value += length;
            count -= length;
            at.x += length;
        }
    }

  private:
    /// \param inside  the first sample, relative to the corner of the cell
    [[nodiscard]] CutRun runIn(Point cell, Point inside, Size size) const {
        const int c00 = geometry_.colourOf(cell.x, cell.y);
        const int c10 = geometry_.colourOf(cell.x + 1, cell.y);
        const int c01 = geometry_.colourOf(cell.x, cell.y + 1);
        const int c11 = geometry_.colourOf(cell.x + 1, cell.y + 1);
        const int sideX = static_cast<int>(size.width - geometry_.x.leastSide());
        const int sideY = static_cast<int>(size.height - geometry_.y.leastSide());
        const std::int64_t reach = geometry_.reach();
        CutRun run;
        if constexpr (paints == CutPaint::samples) {
            run.windows[0] = window(c00, inside);
            run.windows[1] = window(c10, inside - Point{size.width, 0});
            run.windows[2] = window(c01, inside - Point{0, size.height});
            run.windows[3] = window(c11, inside - Point{size.width, size.height});
        } else {
            for (std::int64_t corner = 0; corner < 4; ++corner)
                run.windows[corner] = numbers_[((cell.x + corner % 2) & 1) + 2 * ((cell.y + corner / 2) & 1)];
        }
        run.seam = tables_.seams.data() + geometry_.seamIndex(sideX, sideY, c00, c10, c01, c11) + inside.x;
        run.x = static_cast<std::int32_t>(inside.x);
        run.y = static_cast<std::int32_t>(inside.y);
        const std::uint16_t* const upright = tables_.upright.data();
        run.above = upright[geometry_.pairIndex(sideX, c00, c10) + reach + inside.y];
        run.below = upright[geometry_.pairIndex(sideX, c01, c11) + reach + inside.y - size.height];
        return run;
    }
    [[nodiscard]] const float* window(int colour, Point from) const {
        const Point at = tables_.windows[static_cast<std::size_t>(colour)] + from;
        return samples_.data() + at.y * width_ + at.x;
    }

    const CutGeometry& geometry_;
    const CutTables& tables_;
    const std::vector<float>& samples_;
    std::int64_t width_;
    float numbers_[4][exampleBlock];  ///< each number, repeated
};

/// Paints an area in pieces of rows that do not cross the joint of two repeats.
template <class Painter>
void paintArea(Painter painter, const Rect& area, std::int64_t repeat, SamplesView value) {
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = area.x; x < area.right();) {
            std::int64_t end = std::min(area.right(), x + exampleBlock);
            if (repeat != 0) end = std::min(end, (floorDiv(x, repeat) + 1) * repeat);
            painter.paint({x, area.y + y}, end - x, value.row(y) + (x - area.x));
            x = end;
        }
    }
}

template <class Painter>
void paintPlaces(Painter painter, const Point* places, std::int64_t count, float* value) {
    for (std::int64_t i = 0; i < count; ++i)
        painter.paint(places[i], 1, value + i);
}

}  // namespace

std::int64_t ExampleTexture::patchFor(Size size) const {
    if (parameters.patchPx) return *parameters.patchPx;
    const std::int64_t shorter = std::min(size.width, size.height);
    if (parameters.method == Method::blend) return std::min(mostPatch, shorter / 5);
    return std::clamp<std::int64_t>(shorter / 6, 16, largestCut(parameters.colours));
}

std::optional<double> ExampleTexture::evenFrom() const {
    if (!held) return {};
    return 16 * static_cast<double>(patchFor(held->size));
}

const ExampleTexture* ExampleTexture::nodeOf(const Operation* operation) {
    const auto* const found = dynamic_cast<const OperationOf<ExampleTexture>*>(operation);
    return found == nullptr ? nullptr : &found->node();
}

ExampleTexture ExampleTexture::holding(const WholeChild& child) const {
    ExampleTexture bound = *this;
    Held all;
    all.size = sizeOf(child.area);
    const std::int64_t patch = patchFor(all.size);
    const auto samples = static_cast<std::size_t>(child.area.area());
    if (parameters.method == Method::blend) {
        all.blend = BlendGeometry::of(all.size, static_cast<double>(patch), parameters.closes,
                                      parameters.seed, parameters.vary);
        all.blended = tables_->blended(child);
        all.bytes = BlendTables::bytesFor(samples);
    } else {
        all.cut = CutGeometry::of(patch, parameters.closes, parameters.colours, parameters.seed);
        all.pieces = tables_->cut(child, all.cut);
        all.bytes = CutTables::bytesFor(all.cut, all.size);
    }
    all.bytes += samples * sizeof(float) + child.passingBytes;
    bound.held = std::move(all);
    return bound;
}

void ExampleTexture::prepare(const std::stop_token& stop) const {
    if (parameters.method == Method::blend) {
        static_cast<void>(held->blended.value(stop));
    } else {
        static_cast<void>(held->pieces.tables.value(stop));
    }
}

ExampleTone ExampleTexture::tone() const {
    const float mean =
        parameters.method == Method::blend ? held->blended.value().mean : held->pieces.samples.value().mean;
    return {parameters.contrast == 1, mean, static_cast<float>(parameters.contrast)};
}

std::optional<Lattice> ExampleTexture::period(std::span<const LinkShape>,
                                              std::optional<Lattice> children) const {
    if (!children || parameters.closes == Size{}) return {};
    return Lattice::common({parameters.closes.width, parameters.closes.height, 0}, *children);
}

namespace {

std::optional<ParameterProblem> complaintOfBlend(const ExampleTexture& node, Size size) {
    const auto fits = [&](std::int64_t patch) {
        const ExampleTexture::Parameters& all = node.parameters;
        return BlendGeometry::of(size, static_cast<double>(patch), all.closes, all.seed, all.vary).fits();
    };
    const std::int64_t patch = node.patchFor(size);
    if (fits(patch)) return {};
    std::int64_t largest = patch;
    while (largest > 0 && !fits(largest))
        --largest;
    if (largest < 8) {
        return ParameterProblem{"closes", "no patch of this example makes a repeat of this size",
                                "use a larger example, or other lengths for 'closes'"};
    }
    return ParameterProblem{"patch",
                            {.reason = "patches of %1 px do not fit into the example of %2 x %3 px",
                             .details = {std::to_string(patch), std::to_string(size.width),
                                         std::to_string(size.height), std::to_string(largest)},
                             .advice = "write at most %4 px"}};
}

std::optional<ParameterProblem> complaintOfCut(const ExampleTexture& node, Size size) {
    const std::int64_t patch = node.patchFor(size);
    const int colours = node.parameters.colours;
    if (patch < 16) {
        return ParameterProblem{"patch",
                                {.reason = "patches of %1 px are too small to cut",
                                 .details = {std::to_string(patch)},
                                 .advice = "write at least 16 px"}};
    }
    if (patch > largestCut(colours)) {
        return ParameterProblem{
            "patch",
            {.reason = "seams between %1 patches of %2 px take too long",
             .details = {std::to_string(colours), std::to_string(patch), std::to_string(largestCut(colours))},
             .advice = "write at most %3 px, or fewer colours"}};
    }
    const CutGeometry geometry = CutGeometry::of(patch, node.parameters.closes, colours, 0);
    if (std::min(geometry.x.leastSide(), geometry.y.leastSide()) < 8) {
        return ParameterProblem{"closes", "the cells that close would have less than 8 px",
                                "write larger lengths"};
    }
    if (std::min(size.width, size.height) >= 2 * geometry.reach()) return {};
    std::int64_t largest = patch;
    while (largest >= 16 && std::min(size.width, size.height) <
                                2 * CutGeometry::of(largest, node.parameters.closes, 2, 0).reach())
        --largest;
    if (largest < 16) {
        return ParameterProblem{"closes", "no patch of this example makes a repeat of this size",
                                "use a larger example, or other lengths for 'closes'"};
    }
    return ParameterProblem{"patch",
                            {.reason = "patches of %1 px do not fit into the example of %2 x %3 px",
                             .details = {std::to_string(patch), std::to_string(size.width),
                                         std::to_string(size.height), std::to_string(largest)},
                             .advice = "write at most %4 px"}};
}

}  // namespace

std::optional<ParameterProblem> ExampleTexture::complaint(std::span<const LinkShape> links) const {
    if (links.empty()) return {};
    const Extent& extent = links.front().extent;
    if (!extent.bounded()) {
        return ParameterProblem{"inputs", "the example has no bounds",
                                "use a child with a width and a height, such as an image"};
    }
    const Size size = sizeOf(extent.rect());
    const bool fits =
        std::min(size.width, size.height) >= leastSide && size.width <= mostSamples / size.height;
    if (!fits) {
        return ParameterProblem{"inputs",
                                {.reason = "the example has %1 x %2 px",
                                 .details = {std::to_string(size.width), std::to_string(size.height)},
                                 .advice = "use 32 x 32 px to 16 Mi samples; to use a part of the example, "
                                           "give it a width and a height"}};
    }
    return parameters.method == Method::blend ? complaintOfBlend(*this, size) : complaintOfCut(*this, size);
}

void ExampleTexture::begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
    if (parameters.method == Method::blend) {
        paintArea(BlendPainter(*this), area, parameters.closes.width, value);
    } else {
        paintArea(CutPainter<CutPaint::samples>(*this), area, parameters.closes.width, value);
    }
    const ExampleTone toned = tone();
    for (std::int64_t y = 0; !toned.plain && y < area.height; ++y)
        exampleKernels().tone(toned, value.row(y), area.width);
}

void ExampleTexture::windowsOf(const Rect& area, SamplesView numbers) const {
    paintArea(CutPainter<CutPaint::windows>(*this), area, parameters.closes.width, numbers);
}

void ExampleTexture::beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count,
                             float* value) const {
    if (parameters.method == Method::blend) {
        paintPlaces(BlendPainter(*this), places, count, value);
    } else {
        paintPlaces(CutPainter<CutPaint::samples>(*this), places, count, value);
    }
    const ExampleTone toned = tone();
    if (!toned.plain) exampleKernels().tone(toned, value, count);
}

std::string ExampleTexture::fingerprint() const {
    const Parameters& p = parameters;
    std::string text = "example " + std::string(methodNames[static_cast<std::size_t>(p.method)]) + " patch " +
                       (p.patchPx ? std::to_string(*p.patchPx) : "free") + " contrast " +
                       canonicalNumber(p.contrast) + " closes " + std::to_string(p.closes.width) + " " +
                       std::to_string(p.closes.height) + " seed " + std::to_string(p.seed);
    if (p.method == Method::cut) return text + " colours " + std::to_string(p.colours);
    return text + " sharpness " + std::to_string(p.sharpness) + " vary " +
           std::string(varyNames[static_cast<std::size_t>(p.vary)]);
}

namespace {

/// Whether each level seam can end at the place at which the seam of the next cell begins. It moves by at
/// most one px from column to column, and the two ends of a cell may be as far apart as the largest and the
/// least place.
bool seamsMeet(const CutGeometry& geometry) {
    const std::int64_t height = geometry.y.largestSide();
    return height - 2 * std::max<std::int64_t>(2, height / 8) < geometry.x.leastSide();
}

}  // namespace

std::vector<Problem> ExampleTexture::remarks(std::span<const LinkShape> links) const {
    if (parameters.closes == Size{} || links.empty()) return {};
    const std::int64_t patch = patchFor(sizeOf(links.front().extent.rect()));
    if (parameters.method == Method::blend) {
        const auto sides = [patch](Size closes) {
            const BlendGeometry g = BlendGeometry::of({}, static_cast<double>(patch), closes, 0, {});
            return std::vector{roundedText(g.px, 6), roundedText(g.py, 6)};
        };
        const std::vector<std::string> closed = sides(parameters.closes);
        if (closed == sides({})) return {};
        return {{.reason = "closes makes the triangles %1 px wide and %2 px high", .details = closed}};
    }
    const CutGeometry g = CutGeometry::of(patch, parameters.closes, parameters.colours, 0);
    if (g.x.sides() == 1 && g.y.sides() == 1 && g.x.leastSide() == patch && g.y.leastSide() == patch)
        return {};
    const auto sides = [](const CutAxis& axis) {
        return std::to_string(axis.leastSide()) +
               (axis.sides() == 2 ? " or " + std::to_string(axis.largestSide()) : "");
    };
    std::vector<Problem> all = {
        {.reason = "closes makes the cells %1 px wide and %2 px high", .details = {sides(g.x), sides(g.y)}}};
    if (!seamsMeet(g)) {
        all.push_back({.reason = "closes makes cells so narrow that the seams may not meet; another 'patch' "
                                 "or other lengths for 'closes' avoid this"});
    }
    return all;
}

namespace {

template <std::size_t count>
std::size_t indexOf(const std::array<std::string_view, count>& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Reports `key` if it is given although it is for the other method.
bool surplus(const BindContext& context, const char* key, Method wanted, Method method) {
    if (method == wanted || !context.values.has(key)) return false;
    const auto written = [](Method one) {
        return "`method: " + std::string(methodNames[static_cast<std::size_t>(one)]) + "`";
    };
    context.problem(key, {.reason = "'%1' is for %2, not for %3",
                          .details = {std::string(key), written(wanted), written(method)},
                          .advice = "remove it, or write %2"});
    return true;
}

/// The tables of the same node before an edit, or new empty ones.
std::shared_ptr<ExampleTables> tablesBefore(const BindContext& context) {
    const ExampleTexture* const before = ExampleTexture::nodeOf(context.before);
    return before == nullptr ? std::make_shared<ExampleTables>() : before->tables();
}

std::shared_ptr<const Operation> bindExample(const BindContext& context) {
    const Values& values = context.values;
    ExampleTexture::Parameters all;
    all.method = static_cast<Method>(indexOf(methodNames, values.as<std::string>("method")));
    if (const auto* patch = values.find<std::int64_t>("patch")) all.patchPx = *patch;
    all.contrast = values.as<double>("contrast");
    all.closes = CellShape::closesFrom(values);
    all.seed = static_cast<std::uint32_t>(values.as<std::int64_t>("seed"));
    if (const auto* sharpness = values.find<std::int64_t>("sharpness"))
        all.sharpness = static_cast<int>(*sharpness);
    if (const auto* vary = values.find<std::string>("vary"))
        all.vary = static_cast<PatchVary>(indexOf(varyNames, *vary));
    if (const auto* colours = values.find<std::int64_t>("colours")) all.colours = static_cast<int>(*colours);
    bool wrong = surplus(context, "sharpness", Method::blend, all.method);
    wrong = surplus(context, "vary", Method::blend, all.method) || wrong;
    wrong = surplus(context, "colours", Method::cut, all.method) || wrong;
    if (wrong) return nullptr;
    return std::make_shared<OperationOf<ExampleTexture>>(ExampleTexture(all, tablesBefore(context)));
}

}  // namespace

Kind exampleKind() {
    KindDescription d;
    d.name = "example";
    d.title = "Endless texture";
    d.help = "Makes an endless surface that never repeats from a photograph or a scan.";
    d.category = Category::generate;
    d.since = 2;
    d.parameters = {
        {.key = "method",
         .title = "Method",
         .type = ParameterType::choice,
         .fallback = "blend",
         .choices = {methodNames.begin(), methodNames.end()},
         .help = "blend: patches fade into each other: stone, sand, grass. cut: patches meet in seams, which "
                 "keeps pebbles and pores whole.",
         .since = 2},
        {.key = "patch",
         .title = "Patch",
         .type = ParameterType::pixels,
         .unit = "px",
         .minimum = 8,
         .maximum = mostPatch,
         .help =
             "The side of a patch, which should be larger than the features of the example. The default is "
             "a fifth of the example's shorter side, or a sixth for cut, which needs at least 16 px.",
         .since = 2},
        {.key = "contrast",
         .title = "Contrast",
         .type = ParameterType::number,
         .minimum = 0,
         .maximum = 4,
         .fallback = "1",
         .help = "Multiplies the difference from the example's mean.",
         .since = 2},
        {.key = "sharpness",
         .title = "Sharpness",
         .type = ParameterType::integer,
         .minimum = 1,
         .maximum = 8,
         .help = "The larger, the more abruptly patches fade into each other. Only with `method: blend`; "
                 "the default is 2.",
         .since = 2,
         .usedWith = {"method", {"blend"}}},
        {.key = "vary",
         .title = "Vary",
         .type = ParameterType::choice,
         .choices = {varyNames.begin(), varyNames.end()},
         .help = "Patches are mirrored, turned by quarters, or both, at random. Only with `method: blend`; "
                 "the default is none.",
         .since = 2,
         .usedWith = {"method", {"blend"}}},
        {.key = "colours",
         .title = "Colours",
         .type = ParameterType::integer,
         .minimum = 2,
         .maximum = 16,
         .help = "The number of windows of the example. More windows repeat less, but take longer at the "
                 "start. Only with `method: cut`; the default is 8.",
         .since = 2,
         .usedWith = {"method", {"cut"}}},
        CellShape::descriptions()[3],
        textureSeedDescription()};
    d.links = {{.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true, .help = "The example."},
               {.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    d.words = {"by example", "endless", "photograph", "photo",    "scan",    "quilting", "wang tiles",
               "synthesis",  "texture", "no repeat",  "infinite", "patches", "stone",    "grass"};
    return {std::move(d), &bindExample};
}

}  // namespace burin
