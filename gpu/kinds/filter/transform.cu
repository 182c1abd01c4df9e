// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/transform.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/form/pointwise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace burin::gpu {

namespace {

constexpr int blockWidth = 32;
constexpr int blockHeight = 8;

/// One computation, like ResamplingJob. Positions in the source are relative to placement.origin.
struct Job {
    Interpolation interpolation;
    Placement placement;
    Rect area;    ///< in the transformed child's frame
    Rect source;  ///< the fetched part of the child

    Job(const Transform& node, const LinkShape& link, const Rect& areaOfNode)
        : interpolation(node.interpolation),
          placement(node.placement(link.extent)),
          area(areaOfNode.translated(-link.at)),
          source(node.source(placement, area)) {}
};

/// A thread's place in the output.
struct Pixel {
    std::int64_t x;
    std::int64_t y;

    __device__ Pixel() {
        x = std::int64_t{blockIdx.x} * blockWidth + threadIdx.x;
        y = std::int64_t{blockIdx.y} * blockHeight + threadIdx.y;
    }
    [[nodiscard]] __device__ bool inside(const DeviceSamples& out) const {
        return x < out.width && y < out.height;
    }
};

/// Launches a kernel with a thread for each sample of `out`, its first argument.
template <class... Arguments>
void launch(cudaStream_t cudaStream, DeviceSamples out, void (*kernel)(DeviceSamples, Arguments...),
            const std::type_identity_t<Arguments>&... arguments) {
    const dim3 blocks(static_cast<unsigned>((out.width + blockWidth - 1) / blockWidth),
                      static_cast<unsigned>((out.height + blockHeight - 1) / blockHeight));
    kernel<<<blocks, dim3(blockWidth, blockHeight), 0, cudaStream>>>(out, arguments...);
    check(cudaGetLastError());
}

/// E. Catmull and R. Rom, A class of local interpolating splines, 1974.
__device__ void cubicWeights(double t, double (&weights)[4]) {
    weights[0] = 0.5 * (t * (t * (2 - t) - 1));
    weights[1] = 0.5 * (t * (t * (3 * t - 5)) + 2);
    weights[2] = 0.5 * (t * (t * (4 - 3 * t) + 1));
    weights[3] = 0.5 * (t * t * (t - 1));
}

// Turns by multiples of 90 degrees: each axis of the result is the image of one axis of the source, so the
// source samples and weights of its places are computed once, see AxisTaps in
// core/kinds/methods/resampling.cpp.

struct Taps {
    std::int64_t* first;  ///< for each place, the index of its first sample among those fetched
    double* weights;      ///< the first weights of all places, then the second ones, ...
    std::int64_t places;
    std::int64_t taps;

    [[nodiscard]] std::size_t firstBytes() const {
        return static_cast<std::size_t>(places) * sizeof(std::int64_t);
    }
    [[nodiscard]] std::size_t weightBytes() const {
        return static_cast<std::size_t>(places * taps) * sizeof(double);
    }
    [[nodiscard]] std::size_t bytes() const {
        return DeviceScratch::padded(firstBytes()) + DeviceScratch::padded(weightBytes());
    }
    void allocate(DeviceScratch& scratch) {
        first = reinterpret_cast<std::int64_t*>(scratch.allocate(firstBytes()));
        weights = reinterpret_cast<double*>(scratch.allocate(weightBytes()));
    }
    [[nodiscard]] __device__ double weight(std::int64_t place, std::int64_t tap) const {
        return weights[tap * places + place];
    }
};

struct Axis {
    Interpolation interpolation;
    double scale;
    double corner;
    std::int64_t firstPlace;
    std::int64_t begin;      ///< the first fetched sample
    std::int64_t available;  ///< number of fetched samples; all others are 0
    Taps taps;

    /// \param swapped  rows of the result are columns of the source
    static Axis across(const Job& job, bool swapped) {
        const Vector s = job.placement.scale;
        const double scales[] = {s.x, -s.y, -s.x, s.y};  // see Placement::toChild
        return Axis(job, scales, job.placement.corner.x, job.area.x, job.area.width, swapped);
    }
    static Axis down(const Job& job, bool swapped) {
        const Vector s = job.placement.scale;
        const double scales[] = {s.y, s.x, -s.y, -s.x};
        return Axis(job, scales, job.placement.corner.y, job.area.y, job.area.height, !swapped);
    }

    [[nodiscard]] BURIN_BOTH std::int64_t mostTaps() const {
        switch (interpolation) {
            case Interpolation::nearest:
                return 1;
            case Interpolation::linear:
                return 2;
            case Interpolation::cubic:
                return 4;
            default:
                return static_cast<std::int64_t>(ceil(1 / fabs(scale))) + 2;
        }
    }

  private:
    Axis(const Job& job, const double (&scales)[4], double cornerOfPlaces, std::int64_t first,
         std::int64_t places, bool rows)
        : interpolation(job.interpolation),
          scale(scales[*job.placement.turn.quarters]),
          corner(cornerOfPlaces),
          firstPlace(first),
          begin(rows ? job.source.y : job.source.x),
          available(rows ? job.source.height : job.source.width),
          taps{nullptr, nullptr, places, 0} {
        taps.taps = std::min(available, mostTaps());
    }
};

/// Writes the weights of one place.
class Weighing {
  public:
    __device__ Weighing(const Axis& axis, std::int64_t place) : axis_(axis), place_(place) {}

    __device__ void run() {
        for (std::int64_t i = 0; i < axis_.taps.taps; ++i)
            weight(i) = 0;
        if (axis_.interpolation == Interpolation::area) return weighArea();
        const bool fromCentres = axis_.interpolation != Interpolation::nearest;
        const double at = (static_cast<double>(axis_.firstPlace + place_) + 0.5 + axis_.corner) / axis_.scale;
        const double shifted = fromCentres ? at - 0.5 : at;
        const double before = floor(shifted);
        weighAround(static_cast<std::int64_t>(before), shifted - before);
    }

  private:
    [[nodiscard]] __device__ double& weight(std::int64_t tap) {
        return axis_.taps.weights[tap * axis_.taps.places + place_];
    }
    /// Starts the weights of a run at `sample`.
    __device__ void start(std::int64_t sample) {
        const std::int64_t last = axis_.available - axis_.taps.taps;
        const std::int64_t first = sample - axis_.begin;
        first_ = first < 0 ? 0 : first > last ? last : first;
        axis_.taps.first[place_] = first_;
    }
    __device__ void add(std::int64_t sample, double share) {
        const std::int64_t i = sample - axis_.begin - first_;
        if (i >= 0 && i < axis_.taps.taps) weight(i) += share;
    }

    __device__ void weighAround(std::int64_t sample, double behind) {
        double all[4] = {1, 0, 0, 0};
        if (axis_.interpolation == Interpolation::linear) {
            all[0] = 1 - behind;
            all[1] = behind;
        } else if (axis_.interpolation == Interpolation::cubic) {
            cubicWeights(behind, all);
            --sample;
        }
        start(sample);
        for (int i = 0; i < 4; ++i) {
            if (i < axis_.mostTaps()) add(sample + i, all[i]);
        }
    }

    /// Weights each sample by its share of the interval that the place covers.
    __device__ void weighArea() {
        const auto place = static_cast<double>(axis_.firstPlace + place_);
        const double a = (place + axis_.corner) / axis_.scale;
        const double b = (place + 1 + axis_.corner) / axis_.scale;
        const double from = a < b ? a : b;
        const double to = a < b ? b : a;
        const auto sample = static_cast<std::int64_t>(floor(from));
        start(sample);
        const std::int64_t begin = axis_.begin + first_;
        for (std::int64_t i = sample > begin ? sample : begin; i < begin + axis_.taps.taps; ++i) {
            const auto left = static_cast<double>(i);
            if (left >= to) break;
            const double right = left + 1 < to ? left + 1 : to;
            add(i, (right - (left > from ? left : from)) / (to - from));
        }
    }

    const Axis& axis_;
    std::int64_t place_;
    std::int64_t first_ = 0;
};

__global__ void weighKernel(Axis axis) {
    const std::int64_t place = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (place < axis.taps.places) Weighing(axis, place).run();
}

void weigh(cudaStream_t cudaStream, const Axis& axis) {
    constexpr int threads = 128;
    weighKernel<<<static_cast<unsigned>((axis.taps.places + threads - 1) / threads), threads, 0,
                  cudaStream>>>(axis);
    check(cudaGetLastError());
}

/// First along the source axis that runs down in the result, then along the other.
template <bool swapped>
__global__ void straightKernel(DeviceSamples out, Taps across, Taps down, ConstDeviceSamples source) {
    const Pixel pixel;
    if (!pixel.inside(out)) return;
    const std::int64_t column = across.first[pixel.x];
    const std::int64_t row = down.first[pixel.y];
    const float* samples = swapped ? source.row(column) + row : source.row(row) + column;
    const std::ptrdiff_t stepAcross = swapped ? source.stride : 1;
    const std::ptrdiff_t stepDown = swapped ? 1 : source.stride;
    double sum = 0;
    for (std::int64_t i = 0; i < across.taps; ++i, samples += stepAcross) {
        double line = 0;
        for (std::int64_t j = 0; j < down.taps; ++j)
            line += down.weight(pixel.y, j) * static_cast<double>(samples[j * stepDown]);
        sum += across.weight(pixel.x, i) * line;
    }
    out.row(pixel.y)[pixel.x] = swept(static_cast<float>(sum));
}

void resampleStraight(const DeviceCall& call, const Job& job, ConstDeviceSamples samples) {
    const bool swapped = *job.placement.turn.quarters % 2 != 0;
    Axis across = Axis::across(job, swapped);
    Axis down = Axis::down(job, swapped);
    across.taps.allocate(call.scratch);
    down.taps.allocate(call.scratch);
    weigh(call.cudaStream, across);
    weigh(call.cudaStream, down);
    launch(call.cudaStream, call.value, swapped ? straightKernel<true> : straightKernel<false>, across.taps,
           down.taps, samples);
}

// Any other turn.

/// How the output's places map to the source, and how the source's samples are placed in memory.
struct TurnedMap {
    double x, y;               ///< place of the first sample of the output
    double centreX, centreY;   ///< vector from there to the position that is turned
    double ux, uy, vx, vy;     ///< source = (ux x + uy y, vx x + vy y)
    double uLowest, uHighest;  ///< places outside these limits are clamped; the samples there are all zero
    double vLowest, vHighest;
    double left, top;  ///< position of the first fetched sample

    explicit TurnedMap(const Job& job) {
        const Placement& p = job.placement;
        x = static_cast<double>(job.area.x);
        y = static_cast<double>(job.area.y);
        centreX = 0.5 + p.corner.x;
        centreY = 0.5 + p.corner.y;
        ux = p.turn.cosine / p.scale.x;
        uy = p.turn.sine / p.scale.x;
        vx = -p.turn.sine / p.scale.y;
        vy = p.turn.cosine / p.scale.y;
        constexpr double far = std::numeric_limits<double>::max();
        const Extent& child = p.child;
        uLowest = vLowest = child.bounded() ? -resamplingMargin : -far;
        uHighest = child.bounded() ? static_cast<double>(child.rect().width) + resamplingMargin : far;
        vHighest = child.bounded() ? static_cast<double>(child.rect().height) + resamplingMargin : far;
        left = static_cast<double>(job.source.x);
        top = static_cast<double>(job.source.y);
    }
};

/// The source sample at or before a place, and the place's distance from it.
struct SourcePlace {
    const float* at;
    double u;
    double v;

    /// \param shift  0.5 if positions are relative to samples' centres, 0 if relative to their corners
    __device__ SourcePlace(const TurnedMap& map, const ConstDeviceSamples& source, const Pixel& pixel,
                           double shift) {
        const double x = (map.x + static_cast<double>(pixel.x)) + map.centreX;
        const double y = (map.y + static_cast<double>(pixel.y)) + map.centreY;
        u = map.ux * x + map.uy * y;
        v = map.vx * x + map.vy * y;
        u = u < map.uLowest ? map.uLowest : u > map.uHighest ? map.uHighest : u;
        v = v < map.vLowest ? map.vLowest : v > map.vHighest ? map.vHighest : v;
        u -= shift;
        v -= shift;
        const double column = floor(u);
        const double line = floor(v);
        u -= column;
        v -= line;
        at = source.row(static_cast<std::int64_t>(line - map.top)) +
             static_cast<std::int64_t>(column - map.left);
    }
};

__global__ void turnedNearest(DeviceSamples out, TurnedMap map, ConstDeviceSamples source) {
    const Pixel pixel;
    if (!pixel.inside(out)) return;
    out.row(pixel.y)[pixel.x] = *SourcePlace(map, source, pixel, 0).at;
}

__global__ void turnedLinear(DeviceSamples out, TurnedMap map, ConstDeviceSamples source) {
    const Pixel pixel;
    if (!pixel.inside(out)) return;
    const SourcePlace place(map, source, pixel, 0.5);
    const auto across = [&](const float* from) {
        return static_cast<double>(from[0]) * (1 - place.u) + static_cast<double>(from[1]) * place.u;
    };
    const double sum = across(place.at) * (1 - place.v) + across(place.at + source.stride) * place.v;
    out.row(pixel.y)[pixel.x] = swept(static_cast<float>(sum));
}

__global__ void turnedCubic(DeviceSamples out, TurnedMap map, ConstDeviceSamples source) {
    const Pixel pixel;
    if (!pixel.inside(out)) return;
    const SourcePlace place(map, source, pixel, 0.5);
    double across[4];
    double down[4];
    cubicWeights(place.u, across);
    cubicWeights(place.v, down);
    double sum = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const float* from = place.at + (j - 1) * source.stride - 1;
        double line = 0;
#pragma unroll
        for (int i = 0; i < 4; ++i)
            line += across[i] * static_cast<double>(from[i]);
        sum += down[j] * line;
    }
    out.row(pixel.y)[pixel.x] = swept(static_cast<float>(sum));
}

/// The coordinates along one axis of the source of the corners of an output sample's parallelogram. They are
/// relative to an integer that is not larger than any of them.
struct Side {
    double corner[4];
    double base;
    std::int64_t count;  ///< number of samples that contain the corners

    __device__ Side(double first, double right, double down) {
        const double offsets[] = {0, right, right + down, down};
        base = floor(first + fmin(fmin(0.0, right), fmin(down, right + down)));
        const double start = first - base;
        double highest = 0;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            corner[i] = fmax(start + offsets[i], 0.0);
            highest = fmax(highest, corner[i]);
        }
        count = static_cast<std::int64_t>(floor(highest)) + 1;
    }
};

/// The part of an edge inside one row of samples.
struct EdgeOfRow {
    double x0 = 0;  ///< from x0 to x1; x0 is at most x1
    double x1 = 0;
    double height = 0;  ///< its sign says on which side the parallelogram lies

    EdgeOfRow() = default;
    __device__ EdgeOfRow(const Side& across, const Side& down, int from, int to, double top) {
        const double y0 = down.corner[from], y1 = down.corner[to];
        const double begin = fmax(fmin(y0, y1), top);
        const double end = fmin(fmax(y0, y1), top + 1);
        if (begin >= end) return;
        const double slope = (across.corner[to] - across.corner[from]) / (y1 - y0);
        const double left = fmin(across.corner[from], across.corner[to]);
        const double right = fmax(across.corner[from], across.corner[to]);
        const auto at = [&](double y) {
            return fmin(fmax(across.corner[from] + (y - y0) * slope, left), right);
        };
        x0 = fmin(at(begin), at(end));
        x1 = fmax(at(begin), at(end));
        height = y1 > y0 ? begin - end : end - begin;
    }

    /// The area in the row to the right of the edge and to the left of `x`.
    [[nodiscard]] __device__ double areaBefore(double x) const {
        if (x <= x0) return 0;
        if (x >= x1) return height * (x - 0.5 * (x0 + x1));
        return height * (0.5 * (x - x0) * ((x - x0) / (x1 - x0)));
    }
};

/// How the parallelograms of output samples lie in the source.
struct TurnedMeanMap {
    Rect area;
    Rect source;
    Vector corner;  ///< added to a place before it is turned back
    Vector scale;
    double cosine, sine;
    Vector right;  ///< one sample to the right in the output, as a step in the source
    Vector down;

    explicit TurnedMeanMap(const Job& job)
        : area(job.area),
          source(job.source),
          corner(job.placement.corner),
          scale(job.placement.scale),
          cosine(job.placement.turn.cosine),
          sine(job.placement.turn.sine),
          right{cosine / scale.x, -sine / scale.y},
          down{sine / scale.x, cosine / scale.y} {}

    /// See Placement::toChild.
    [[nodiscard]] __device__ Vector toSource(const Pixel& pixel) const {
        const double x = static_cast<double>(area.x + pixel.x) + corner.x;
        const double y = static_cast<double>(area.y + pixel.y) + corner.y;
        return {(cosine * x + sine * y) / scale.x, (cosine * y - sine * x) / scale.y};
    }
};

/// The sum of the samples of one row, each weighted by its covered share. \param samples  starts at column
/// `begin`
__device__ double coveredSum(const EdgeOfRow (&edges)[4], const float* samples, std::int64_t begin,
                             std::int64_t end) {
    const auto areaBefore = [&](std::int64_t column) {
        const auto x = static_cast<double>(column);
        return ((edges[0].areaBefore(x) + edges[1].areaBefore(x)) + edges[2].areaBefore(x)) +
               edges[3].areaBefore(x);
    };
    double sum = 0;
    double before = areaBefore(begin);
    for (std::int64_t i = begin; i < end; ++i) {
        const double after = areaBefore(i + 1);
        sum += (after - before) * static_cast<double>(samples[i - begin]);
        before = after;
    }
    return sum;
}

/// The mean over the parallelogram of a sample. The part of a sample to the right of an edge is the
/// difference of two areas: those between the edge and each of the sample's sides.
__global__ void turnedMean(DeviceSamples out, TurnedMeanMap map, ConstDeviceSamples source) {
    const Pixel pixel;
    if (!pixel.inside(out)) return;
    const Vector first = map.toSource(pixel);
    const Side across(first.x, map.right.x, map.down.x);
    const Side down(first.y, map.right.y, map.down.y);
    // From here on columns and rows are relative to the corner of the parallelogram's frame.
    const std::int64_t left = map.source.x - static_cast<std::int64_t>(across.base);
    const std::int64_t top = map.source.y - static_cast<std::int64_t>(down.base);
    const std::int64_t begin = max(left, std::int64_t{0});
    const std::int64_t end = min(left + map.source.width, across.count);
    double total = 0;
    for (std::int64_t row = max(top, std::int64_t{0}); row < min(top + map.source.height, down.count);
         ++row) {
        EdgeOfRow edges[4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            edges[i] = EdgeOfRow(across, down, i, (i + 1) % 4, static_cast<double>(row));
        if (begin < end) total += coveredSum(edges, source.row(row - top) + (begin - left), begin, end);
    }
    const double area = map.right.x * map.down.y - map.right.y * map.down.x;
    out.row(pixel.y)[pixel.x] = swept(static_cast<float>(total / area));
}

void resampleTurned(cudaStream_t cudaStream, const Job& job, ConstDeviceSamples samples, DeviceSamples out) {
    if (job.interpolation == Interpolation::area)
        return launch(cudaStream, out, turnedMean, TurnedMeanMap(job), samples);
    launch(cudaStream, out,
           job.interpolation == Interpolation::nearest  ? turnedNearest
           : job.interpolation == Interpolation::linear ? turnedLinear
                                                        : turnedCubic,
           TurnedMap(job), samples);
}

}  // namespace

std::size_t OnDevice<Transform>::scratchBytes(const Transform& node, std::span<const LinkShape> links,
                                              std::size_t index, const Rect& area) const {
    if (links[index].extent.empty()) return 0;
    const Job job(node, links[index], area);
    if (job.source.empty() || !job.placement.turn.quarters) return 0;
    const bool swapped = *job.placement.turn.quarters % 2 != 0;
    return Axis::across(job, swapped).taps.bytes() + Axis::down(job, swapped).taps.bytes();
}

void DeviceReduction<Transform, Trait::data>::apply(const Transform& node, const OnDevice<Transform>&,
                                                    const DeviceCall& call) {
    if (call.link.extent.empty()) return fillSamples(call.cudaStream, call.value, 0);
    const Job job(node, call.link, call.area);
    if (job.source.empty()) return fillSamples(call.cudaStream, call.value, 0);
    const ConstDeviceSamples samples =
        call.child.fetch({job.source.translated(job.placement.origin), Edge::empty});
    if (job.placement.turn.quarters) {
        resampleStraight(call, job, samples);
    } else {
        resampleTurned(call.cudaStream, job, samples, call.value);
    }
}

std::unique_ptr<DeviceOperation> transformOnDevice(std::shared_ptr<const OperationOf<Transform>> operation,
                                                   Patience patience) {
    return std::make_unique<DeviceOperationOf<Transform>>(std::move(operation), patience);
}

}  // namespace burin::gpu
