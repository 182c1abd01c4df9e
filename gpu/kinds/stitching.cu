// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/stitching.hpp"

#include "gpu/kinds/pointwise.cuh"
#include "gpu/kinds/pointwise.hpp"

#include <algorithm>
#include <cmath>

namespace burin::gpu {

namespace {

using Blend = Stitching::Blend;

constexpr std::int64_t wholePatternSamples = std::int64_t{1} << 26;

constexpr int columns = 32;     ///< of a warp, one a thread
constexpr int stripRows = 128;  ///< for which a warp lists the repeats once
constexpr int bandRows = 16;    ///< that a thread holds in registers
constexpr int warps = 4;        ///< of a block, side by side
constexpr int capacity = 128;   ///< of a warp's list
/// Samples of 0 around a pattern, so that wherever one of a thread's columns or bands meets it, all can read.
constexpr int marginColumns = columns - 1;
constexpr int marginRows = bandRows - 1;
/// On a multiprocessor.
constexpr int blocksAtOnce(bool padded) {
    return padded ? 8 : 7;
}

// What the samples over one pixel come to, taken in ascending (j, i). A sample of 0 changes none of them.

struct TakeOver {
    float value = 0;
    __device__ void take(float s) { value = s != 0.0F ? s : value; }
    __device__ float result(bool) const { return value; }
};
struct TakeSum {
    float value = 0;
    __device__ void take(float s) { value = value + s; }
    __device__ float result(bool) const { return swept(value); }
};
struct TakeMost {
    float value = 0;
    __device__ void take(float s) {
        const float larger = value > s ? value : s;
        value = s == 0.0F ? value : value != 0.0F ? larger : s;
    }
    __device__ float result(bool) const { return value; }
};
struct TakeLeast {
    float value = 0;
    __device__ void take(float s) {
        const float smaller = value < s ? value : s;
        value = s == 0.0F ? value : value != 0.0F ? smaller : s;
    }
    __device__ float result(bool) const { return value; }
};
struct TakeMean {
    float sum = 0;
    float number = 0;
    __device__ void take(float s) {
        sum = sum + s;
        if (s != 0.0F) number = number + 1.0F;
    }
    /// The quotient of IEEE division; of `few`, up to 2^15, by one correction of an approximation; see
    /// P. Markstein, Computation of elementary functions on the IBM RISC System/6000 processor, 1990.
    ///
    /// Tried for all fractions of the sum, all such numbers and every reciprocal within one unit in the last
    /// place. Where the sum is under 2^-100 it is not exact, but that is swept as dust.
    /// By none or from an infinite sum it is no number, which is swept as well.
    __device__ float result(bool few) const {
        if (!few) return swept(__fdiv_rn(sum, number));
        float reciprocal;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(number));
        const float approximation = sum * reciprocal;
        const float quotient = __fmaf_rn(__fmaf_rn(-approximation, number, sum), reciprocal, approximation);
        return fabsf(quotient) >= dustLimit ? quotient : 0.0F;
    }
};

/// The repeats as a kernel looks for them: those that meet a rectangle of `columns` x `rows` samples. Repeats
/// says the same for one area. Places are binary64 numbers that are whole; those of samples count from the
/// first of the area.
struct Search {
    Vector u, v, origin, at;
    Vector toArea;      ///< from a place to its pattern's first sample
    int width, height;  ///< of the pattern
    int rows;           ///< of the rectangle
    Vector middle;      ///< of all i * u + j * v whose repeats meet the rectangle at (0, 0)
    Vector rowOf;       ///< j of a place: the scalar product
    double rowReach;    ///< j is no further from that of the middle
    Vector reciprocal;  ///< 1 / u, or 0
    Vector reach;       ///< i is no further from what x, and what y, say it is; at most infinitely
    int together = 0;   ///< 2^together lanes look at one j; only where that is all 32 there may be more

    Search(const Repeats& r, int rowsAtOnce)
        : u(r.u),
          v(r.v),
          origin(r.origin),
          at{static_cast<double>(r.at.x), static_cast<double>(r.at.y)},
          toArea{static_cast<double>(r.pattern.x - r.area.x), static_cast<double>(r.pattern.y - r.area.y)},
          width(static_cast<int>(r.pattern.width)),
          height(static_cast<int>(r.pattern.height)),
          rows(rowsAtOnce),
          middle{(columns - width) / 2.0 - toArea.x - at.x - origin.x,
                 (rows - height) / 2.0 - toArea.y - at.y - origin.y},
          rowOf{-u.y / determinant(u, v), u.x / determinant(u, v)} {
        // One pixel wider than necessary, for what rounding moves: the exact test follows.
        const Vector halves{(columns + width) / 2.0 + 1, (rows + height) / 2.0 + 1};
        const double farthest = std::abs(rowOf.x) * (std::abs(middle.x) + static_cast<double>(r.area.width)) +
                                std::abs(rowOf.y) * (std::abs(middle.y) + static_cast<double>(r.area.height));
        rowReach = std::abs(rowOf.x) * halves.x + std::abs(rowOf.y) * halves.y + 1e-6 + 1e-9 * farthest;
        reciprocal = {u.x == 0 ? 0 : 1 / u.x, u.y == 0 ? 0 : 1 / u.y};
        reach = {halves.x / std::abs(u.x) + 0.25, halves.y / std::abs(u.y) + 0.25};
        while (together < 5 && (1 << together) < mostOfRow())
            ++together;
    }

    /// The most repeats of one j that are looked at.
    [[nodiscard]] double mostOfRow() const { return 2 * std::min(reach.x, reach.y) + 1; }
    /// No more repeats meet a rectangle.
    [[nodiscard]] double most() const { return (2 * rowReach + 1) * mostOfRow(); }
};

/// Goes through the repeats that meet the rectangle at (x, y), in ascending (j, i). All lanes of a warp go
/// together: each looks at one repeat, 2^together of them at the same j.
class Walk {
  public:
    __device__ Walk(const Search& search, int x, int y, int lane)
        : s_(search), x_(x), y_(y), lane_(lane), middleX_(s_.middle.x + x), middleY_(s_.middle.y + y) {
        const double row = s_.rowOf.x * middleX_ + s_.rowOf.y * middleY_;
        row_ = ceil(row - s_.rowReach);
        lastRow_ = floor(row + s_.rowReach);
    }

    [[nodiscard]] __device__ bool done() const { return row_ > lastRow_; }

    /// Lists the next ones by the place of their pattern's first sample, as many as fit. \return how many
    __device__ int list(int2* places) {
        const int together = 1 << s_.together;
        int count = 0;
        __syncwarp();  // the list before is read to its end
        while (!done() && count + 32 <= capacity) {
            const double j = row_ + (lane_ >> s_.together);
            const double byX = (middleX_ - j * s_.v.x) * s_.reciprocal.x;
            const double byY = (middleY_ - j * s_.v.y) * s_.reciprocal.y;
            const double low = larger(byX - s_.reach.x, byY - s_.reach.y);
            const double high = -larger(-byX - s_.reach.x, -byY - s_.reach.y);
            const double i = ceil(low) + skipped_ + (lane_ & (together - 1));
            const int2 place = {coordinate(i, j, s_.u.x, s_.v.x, s_.origin.x, s_.at.x, s_.toArea.x),
                                coordinate(i, j, s_.u.y, s_.v.y, s_.origin.y, s_.at.y, s_.toArea.y)};
            const bool meets = j <= lastRow_ && i <= high && place.x < x_ + columns &&
                               place.x > x_ - s_.width && place.y < y_ + s_.rows && place.y > y_ - s_.height;
            const unsigned all = __ballot_sync(~0U, meets);
            if (meets) places[count + __popc(all & ((1U << lane_) - 1))] = place;
            count += __popc(all);
            const bool more = __any_sync(~0U, j <= lastRow_ && i + together <= high);
            skipped_ = more ? skipped_ + together : 0;
            if (!more) row_ += 32 >> s_.together;
        }
        __syncwarp();
        return count;
    }

  private:
    [[nodiscard]] static __device__ double larger(double a, double b) { return a > b ? a : b; }

    /// Of the first sample of repeat (i, j); each operation up to the floor is rounded as on the processor.
    [[nodiscard]] static __device__ int coordinate(double i, double j, double stepI, double stepJ,
                                                   double origin, double at, double toArea) {
        const double moved = __dadd_rn(__dmul_rn(i, stepI), __dmul_rn(j, stepJ));
        const double place = floor(__dadd_rn(__dadd_rn(__dadd_rn(moved, origin), at), 0.5));
        return static_cast<int>(place + toArea);
    }

    const Search& s_;
    int x_, y_, lane_;
    double middleX_, middleY_;
    double row_, lastRow_;
    double skipped_ = 0;  ///< of row_
};

/// Takes `bandRows` samples of a column if it is `inside`; where the pattern is `cut`, only those whose bit
/// in `rows` is set. All lanes load: a warp that stays together knows more than one whose lanes part.
template <bool cut, class Take>
__device__ void takeColumn(Take (&takes)[bandRows], const float* from, int stride, bool inside,
                           unsigned rows) {
    float s[bandRows];
#pragma unroll
    for (int r = 0; r < bandRows; ++r) {
        s[r] = !cut || (rows & 1U << r) != 0 ? __ldg(from) : 0.0F;
        from += stride;
    }
    if (!inside) return;
#pragma unroll
    for (int r = 0; r < bandRows; ++r)
        takes[r].take(s[r]);
}

/// Takes the listed repeats over column x and the band of rows from y on. `padded`: there is the margin
/// around the pattern.
template <bool padded, class Take>
__device__ void takeRepeats(Take (&takes)[bandRows], const int2* places, int count,
                            const ConstDeviceSamples& pattern, int x, int y) {
    constexpr unsigned all = (1U << bandRows) - 1;
    const int width = static_cast<int>(pattern.width);
    const int height = static_cast<int>(pattern.height);
    const int stride = static_cast<int>(pattern.stride);
    for (int k = 0; k < count; ++k) {
        const int2 place = places[k];
        const int row = y - place.y;
        if (row <= -bandRows || row >= height) continue;
        const int column = x - place.x;
        if constexpr (padded) {
            takeColumn<false>(takes, pattern.data + std::int64_t{row} * stride + column, stride, true, all);
            continue;
        }
        const bool inside = column >= 0 && column < width;
        const float* from = pattern.data + std::int64_t{row} * stride + (inside ? column : 0);
        if (row >= 0 && row + bandRows <= height) {
            takeColumn<false>(takes, from, stride, inside, all);
        } else {
            takeColumn<true>(takes, from, stride, inside,
                             all << max(-row, 0) & all >> max(row + bandRows - height, 0));
        }
    }
}

/// Stores `bandRows` samples of a column, or where they are `cut` only as many as `rows`.
template <bool few, bool cut, class Take>
__device__ void storeColumn(const Take (&takes)[bandRows], float* to, int stride, int rows) {
#pragma unroll
    for (int r = 0; r < bandRows; ++r) {
        if (!cut || r < rows) __stcs(to, takes[r].result(few));
        to += stride;
    }
}

/// A warp sets 32 columns of `rows` rows. Where the repeats over all of them are `few` enough for a list,
/// they are listed once, or else list after list for each band.
template <class Take, bool few, bool padded>
__global__ void __launch_bounds__(warps * 32, blocksAtOnce(padded))
    stitchKernel(const Search search, ConstDeviceSamples pattern, DeviceSamples out, int rows) {
    __shared__ int2 lists[warps][capacity];
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    int2* places = lists[warp];
    const int x = (static_cast<int>(blockIdx.x) * warps + warp) * columns;
    if (x >= out.width) return;
    const int top = static_cast<int>(blockIdx.y) * rows;
    const int bottom = min(top + rows, static_cast<int>(out.height));
    const int count = few ? Walk(search, x, top, lane).list(places) : 0;
    for (int y = top; y < bottom; y += bandRows) {
        Take takes[bandRows];
        if constexpr (few) {
            takeRepeats<padded>(takes, places, count, pattern, x + lane, y);
        } else {
            for (Walk band(search, x, y, lane); !band.done();) {
                const int listed = band.list(places);
                takeRepeats<padded>(takes, places, listed, pattern, x + lane, y);
            }
        }
        if (x + lane >= out.width) continue;
        float* to = out.row(y) + x + lane;
        const int stride = static_cast<int>(out.stride);
        if (y + bandRows <= bottom) {
            storeColumn<few, false>(takes, to, stride, bandRows);
        } else {
            storeColumn<few, true>(takes, to, stride, bottom - y);
        }
    }
}

__global__ void surroundKernel(ConstDeviceSamples pattern, DeviceSamples out) {
    const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::int64_t column = x - marginColumns;
    if (x >= out.width) return;
    for (std::int64_t y = blockIdx.y; y < out.height; y += gridDim.y) {
        const std::int64_t row = y - marginRows;
        const bool inside = column >= 0 && column < pattern.width && row >= 0 && row < pattern.height;
        out.row(y)[x] = inside ? pattern.row(row)[column] : 0.0F;
    }
}

/// Whether a copy of the pattern with the margin around it takes less time than it saves.
bool paysToSurround(const Rect& pattern, const Rect& area) {
    return pattern.area() <= area.area() / 4;
}

/// The pattern, with the margin around it.
ConstDeviceSamples surrounded(cudaStream_t stream, ConstDeviceSamples pattern, DeviceScratch& scratch) {
    constexpr unsigned threads = 128;
    const DeviceSamples all =
        scratch.samples<float>(pattern.width + 2 * marginColumns, pattern.height + 2 * marginRows);
    const dim3 blocks(static_cast<unsigned>((all.width + threads - 1) / threads),
                      static_cast<unsigned>(std::min<std::int64_t>(all.height, 65535)));
    surroundKernel<<<blocks, threads, 0, stream>>>(pattern, all);
    check(cudaGetLastError());
    return all.part(marginColumns, marginRows, pattern.width, pattern.height);
}

template <class Take>
void stitchBy(cudaStream_t stream, const Repeats& repeats, ConstDeviceSamples pattern, DeviceSamples out,
              DeviceScratch& scratch) {
    constexpr std::int64_t enoughBlocks = 256;  // two for each multiprocessor of a large device
    const std::int64_t across = (out.width + warps * columns - 1) / (warps * columns);
    int rows = stripRows;  // a small area is cut finer, that all of the device takes part
    while (rows > bandRows && across * ((out.height + rows - 1) / rows) < enoughBlocks)
        rows /= 2;
    const dim3 blocks(static_cast<unsigned>(across), static_cast<unsigned>((out.height + rows - 1) / rows));
    const auto launch = [&](auto kernel, const Search& search, ConstDeviceSamples samples) {
        kernel<<<blocks, warps * 32, 0, stream>>>(search, samples, out, rows);
        check(cudaGetLastError());
    };
    const Search strip(repeats, rows);
    if (strip.most() > capacity) {
        launch(stitchKernel<Take, false, false>, Search(repeats, bandRows), pattern);
    } else if (paysToSurround(repeats.pattern, repeats.area)) {
        launch(stitchKernel<Take, true, true>, strip, surrounded(stream, pattern, scratch));
    } else {
        launch(stitchKernel<Take, true, false>, strip, pattern);
    }
}

bool fetchedWhole(const LinkShape& link) {
    return link.support.rect().area() <= wholePatternSamples;
}

/// One repeat into what those before it have come to.
template <class Take>
struct TakeFurther {
    __device__ float operator()(float value, float s) const {
        Take so{value};
        so.take(s);
        return so.value;
    }
};
struct CountCovered {
    __device__ float operator()(float number, float s) const { return number + (s != 0.0F ? 1.0F : 0.0F); }
};
struct DivideByCount {
    __device__ float operator()(float sum, float number) const { return TakeMean{sum, number}.result(false); }
};

void takePiece(cudaStream_t stream, Blend blend, DeviceSamples value, ConstDeviceSamples piece) {
    switch (blend) {
        case Blend::over:
            return combineSamples(stream, value, piece, TakeFurther<TakeOver>{});
        case Blend::max:
            return combineSamples(stream, value, piece, TakeFurther<TakeMost>{});
        case Blend::min:
            return combineSamples(stream, value, piece, TakeFurther<TakeLeast>{});
        default:
            return combineSamples(stream, value, piece, TakeFurther<TakeSum>{});
    }
}

/// As Reduction<Stitching, Trait::pattern>: repeat after repeat, each with a fetch of its own.
void stitchPieces(const Stitching& node, const DeviceCall& call) {
    const bool mean = node.blend == Blend::mean;
    fillSamples(call.stream, call.value, 0);
    DeviceSamples number;
    if (mean) {
        number = call.scratch.samples<float>(call.area.width, call.area.height);
        fillSamples(call.stream, number, 0);
    }
    node.repeats(call.links, call.area).forEach([&](Point place, const Rect& covered) {
        const ConstDeviceSamples piece = call.child.fetch({covered.translated(-place)});
        takePiece(call.stream, node.blend, call.valueOver(covered), piece);
        if (!mean) return;
        const DeviceSamples counted =
            number.part(covered.x - call.area.x, covered.y - call.area.y, covered.width, covered.height);
        combineSamples(call.stream, counted, piece, CountCovered{});
    });
    if (mean) combineSamples(call.stream, call.value, number, DivideByCount{});
    if (node.blend == Blend::add) sanitise(call.stream, call.value);
}

}  // namespace

std::size_t stitchScratchBytes(const Rect& pattern, const Rect& area) {
    if (!paysToSurround(pattern, area)) return 0;
    return DeviceScratch::padded(
        alignedBytes<float>(pattern.width + 2 * marginColumns, pattern.height + 2 * marginRows));
}

void stitchPattern(cudaStream_t stream, const Repeats& repeats, Blend blend, ConstDeviceSamples pattern,
                   DeviceSamples out, DeviceScratch& scratch) {
    switch (blend) {
        case Blend::over:
            return stitchBy<TakeOver>(stream, repeats, pattern, out, scratch);
        case Blend::mean:
            return stitchBy<TakeMean>(stream, repeats, pattern, out, scratch);
        case Blend::add:
            return stitchBy<TakeSum>(stream, repeats, pattern, out, scratch);
        case Blend::max:
            return stitchBy<TakeMost>(stream, repeats, pattern, out, scratch);
        case Blend::min:
            return stitchBy<TakeLeast>(stream, repeats, pattern, out, scratch);
    }
}

void OnDevice<Stitching>::fetches(const Stitching& node, std::span<const LinkShape> links, std::size_t index,
                                  const Rect& area, std::vector<Fetch>& out) const {
    const LinkShape& pattern = links[index];
    if (pattern.support.empty()) return;
    if (fetchedWhole(pattern)) return out.push_back({pattern.support.rect()});
    node.repeats(links, area).forEach([&](Point place, const Rect& covered) {
        out.push_back({covered.translated(-place)});
    });
}

std::size_t OnDevice<Stitching>::scratchBytes(const Stitching& node, std::span<const LinkShape> links,
                                              std::size_t index, const Rect& area) const {
    if (fetchedWhole(links[index])) return stitchScratchBytes(links[index].support.rect(), area);
    if (node.blend != Blend::mean) return 0;
    return DeviceScratch::padded(alignedBytes<float>(area.width, area.height));
}

void DeviceReduction<Stitching, Trait::pattern>::apply(const Stitching& node, const OnDevice<Stitching>&,
                                                       const DeviceCall& call) {
    const Rect pattern = call.link.support.rect();
    if (pattern.empty()) return fillSamples(call.stream, call.value, 0);
    if (!fetchedWhole(call.link)) return stitchPieces(node, call);
    stitchPattern(call.stream, node.repeats(call.links, call.area), node.blend, call.child.fetch({pattern}),
                  call.value, call.scratch);
}

}  // namespace burin::gpu
