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

constexpr int columns = 32;      ///< of a warp, one a thread
constexpr int stripRows = 128;   ///< for which a warp lists the repeats once
constexpr int bandRows = 16;     ///< that a thread holds in registers
constexpr int warps = 8;         ///< of a block, side by side
constexpr int capacity = 128;    ///< of a warp's list
constexpr int blocksAtOnce = 3;  ///< on a multiprocessor

// What the samples over one pixel come to, taken in ascending (j, i). A sample of 0 changes none of them.

struct TakeOver {
    float value = 0;
    __device__ void take(float s) { value = s != 0.0F ? s : value; }
    __device__ float result(bool) const { return value; }
};
struct TakeSum {
    float value = 0;
    __device__ void take(float s) { value = value + s; }
    __device__ float result(bool) const { return value; }
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
    __device__ float result(bool few) const {
        const float divisor = fmaxf(number, 1.0F);
        if (!few) return __fdiv_rn(sum, divisor);
        float reciprocal;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(divisor));
        const float quotient = sum * reciprocal;
        return __fmaf_rn(__fmaf_rn(-quotient, divisor, sum), reciprocal, quotient);
    }
};

/// The repeats as a kernel looks for them; Repeats::forEach says the same for one area. Places are binary64
/// numbers that are whole; x and y below count from the first sample of the area.
struct Search {
    Vector u, v, origin, at;
    Vector toArea;       ///< from a place to its pattern's first sample, as x and y
    Vector first, last;  ///< where i * u + j * v lies if the repeat meets (0, 0), one pixel wider
    Vector rowOf;        ///< j of a place: the scalar product
    Vector reciprocal;   ///< 1 / u
    int width, height;   ///< of the pattern
    int together;        ///< 2^together lanes look at one j; only where that is all 32 there may be more

    explicit Search(const Repeats& r)
        : u(r.u),
          v(r.v),
          origin(r.origin),
          at{static_cast<double>(r.at.x), static_cast<double>(r.at.y)},
          toArea{static_cast<double>(r.pattern.x - r.area.x), static_cast<double>(r.pattern.y - r.area.y)},
          first{static_cast<double>(r.area.x - r.pattern.right() - r.at.x) - r.origin.x - 1,
                static_cast<double>(r.area.y - r.pattern.bottom() - r.at.y) - r.origin.y - 1},
          last{static_cast<double>(r.area.x - r.pattern.x - r.at.x) - r.origin.x + 1,
               static_cast<double>(r.area.y - r.pattern.y - r.at.y) - r.origin.y + 1},
          rowOf{-u.y / determinant(u, v), u.x / determinant(u, v)},
          reciprocal{1 / u.x, 1 / u.y},
          width(static_cast<int>(r.pattern.width)),
          height(static_cast<int>(r.pattern.height)),
          together(0) {
        while (together < 5 && (1 << together) < mostOfRow())
            ++together;
    }

    /// The most repeats of one j that are looked at for a strip.
    [[nodiscard]] double mostOfRow() const {
        return std::min(acrossStrip().x / std::abs(u.x), acrossStrip().y / std::abs(u.y)) + 2;
    }
    /// No more repeats meet a strip.
    [[nodiscard]] double most() const {
        const Vector across = acrossStrip();
        return (std::abs(rowOf.x) * across.x + std::abs(rowOf.y) * across.y + 2) * mostOfRow();
    }

  private:
    [[nodiscard]] Vector acrossStrip() const {
        return {last.x - first.x + columns, last.y - first.y + stripRows};
    }
};

/// A closed interval of real numbers, to be cut down.
struct Interval {
    double low = -0x1p62;
    double high = 0x1p62;

    /// Keeps the t with `from <= base + t * step <= to`.
    __device__ void limit(double base, double step, double reciprocal, double from, double to) {
        if (step == 0) {
            if (base < from || base > to) high = low - 1;
            return;
        }
        const double a = (from - base) * reciprocal;
        const double b = (to - base) * reciprocal;
        low = fmax(low, fmin(a, b));
        high = fmin(high, fmax(a, b));
    }
};

/// Goes through the repeats that meet a rectangle `columns` wide, in ascending (j, i). All lanes of a warp
/// go together: each looks at one repeat, `together` of them at the same j.
class Walk {
  public:
    __device__ Walk(const Search& search, int x, int y, int rows, int lane)
        : s_(search), x_(x), y_(y), rows_(rows), lane_(lane) {
        left_ = s_.first.x + x;
        right_ = s_.last.x + (x + columns);
        top_ = s_.first.y + y;
        bottom_ = s_.last.y + (y + rows);
        const double atLeft = s_.rowOf.x * left_;
        const double atRight = s_.rowOf.x * right_;
        const double atTop = s_.rowOf.y * top_;
        const double atBottom = s_.rowOf.y * bottom_;
        const double lowest = fmin(atLeft, atRight) + fmin(atTop, atBottom);
        const double highest = fmax(atLeft, atRight) + fmax(atTop, atBottom);
        const double slack = 1e-6 + 1e-9 * fmax(fabs(lowest), fabs(highest));
        row_ = ceil(lowest - slack);
        lastRow_ = floor(highest + slack);
    }

    [[nodiscard]] __device__ bool done() const { return row_ > lastRow_; }

    /// Lists the next ones by the place of their pattern's first sample, as many as fit. \return how many
    __device__ int list(int2* places) {
        const int together = 1 << s_.together;
        int count = 0;
        __syncwarp();  // the list before is read to its end
        while (!done() && count + 32 <= capacity) {
            const double j = row_ + (lane_ >> s_.together);
            const Interval is = repeatsOf(j);
            const double i = ceil(is.low - 0.25) + skipped_ + (lane_ & (together - 1));
            const double lastI = j <= lastRow_ ? floor(is.high + 0.25) : i - 1;
            int2 place;
            const bool meets = i <= lastI && meetsAt(i, j, place);
            const unsigned all = __ballot_sync(~0U, meets);
            if (meets) places[count + __popc(all & ((1U << lane_) - 1))] = place;
            count += __popc(all);
            const bool more = __any_sync(~0U, i + together <= lastI);
            skipped_ = more ? skipped_ + together : 0;
            if (!more) row_ += 32 >> s_.together;
        }
        __syncwarp();
        return count;
    }

  private:
    /// The i of the repeats of row j that may meet the rectangle.
    [[nodiscard]] __device__ Interval repeatsOf(double j) const {
        Interval is;
        is.limit(j * s_.v.x, s_.u.x, s_.reciprocal.x, left_, right_);
        is.limit(j * s_.v.y, s_.u.y, s_.reciprocal.y, top_, bottom_);
        return is;
    }

    /// The exact test, with each operation rounded as on the processor.
    __device__ bool meetsAt(double i, double j, int2& place) const {
        const auto coordinate = [&](double stepI, double stepJ, double start, double shift) {
            const double moved = __dadd_rn(__dmul_rn(i, stepI), __dmul_rn(j, stepJ));
            return floor(__dadd_rn(__dadd_rn(__dadd_rn(moved, start), shift), 0.5));
        };
        const double x = coordinate(s_.u.x, s_.v.x, s_.origin.x, s_.at.x) + s_.toArea.x;
        const double y = coordinate(s_.u.y, s_.v.y, s_.origin.y, s_.at.y) + s_.toArea.y;
        place = {static_cast<int>(x), static_cast<int>(y)};
        return x < x_ + columns && x + s_.width > x_ && y < y_ + rows_ && y + s_.height > y_;
    }

    const Search& s_;
    int x_, y_, rows_, lane_;
    double left_, right_, top_, bottom_;
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

/// Takes the listed repeats over column x and the band of rows from y on.
template <class Take>
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
        const bool inside = column >= 0 && column < width;
        const float* from = pattern.row(row) + (inside ? column : 0);
        if (row >= 0 && row + bandRows <= height) {
            takeColumn<false>(takes, from, stride, inside, all);
        } else {
            takeColumn<true>(takes, from, stride, inside,
                             all << max(-row, 0) & all >> max(row + bandRows - height, 0));
        }
    }
}

template <bool few, class Take>
__device__ void storeColumn(const Take (&takes)[bandRows], float* to, std::ptrdiff_t stride, int rows) {
#pragma unroll
    for (int r = 0; r < bandRows; ++r, to += stride) {
        const float result = takes[r].result(few);
        if (r < rows) __stcs(to, result);
    }
}

/// A warp sets 32 columns of `rows` rows. Where the repeats over all of them are `few` enough for a list,
/// they are listed once, or else list after list for each band.
template <class Take, bool few>
__global__ void __launch_bounds__(warps * 32, blocksAtOnce)
    stitchKernel(const Search search, ConstDeviceSamples pattern, DeviceSamples out, int rows) {
    __shared__ int2 lists[warps][capacity];
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    int2* places = lists[warp];
    const int x = (static_cast<int>(blockIdx.x) * warps + warp) * columns;
    if (x >= out.width) return;
    const int top = static_cast<int>(blockIdx.y) * rows;
    const int bottom = min(top + rows, static_cast<int>(out.height));
    const int count = few ? Walk(search, x, top, rows, lane).list(places) : 0;
    for (int y = top; y < bottom; y += bandRows) {
        Take takes[bandRows];
        if constexpr (few) {
            takeRepeats(takes, places, count, pattern, x + lane, y);
        } else {
            for (Walk band(search, x, y, bandRows, lane); !band.done();) {
                const int listed = band.list(places);
                takeRepeats(takes, places, listed, pattern, x + lane, y);
            }
        }
        if (x + lane < out.width) storeColumn<few>(takes, out.row(y) + x + lane, out.stride, bottom - y);
    }
}

template <class Take>
void stitchBy(cudaStream_t stream, const Repeats& repeats, ConstDeviceSamples pattern, DeviceSamples out) {
    constexpr std::int64_t enoughBlocks = 256;  // two for each multiprocessor of a large device
    const std::int64_t across = (out.width + warps * columns - 1) / (warps * columns);
    int rows = stripRows;  // a small area is cut finer, that all of the device takes part
    while (rows > bandRows && across * ((out.height + rows - 1) / rows) < enoughBlocks)
        rows /= 2;
    const dim3 blocks(static_cast<unsigned>(across), static_cast<unsigned>((out.height + rows - 1) / rows));
    const Search search(repeats);
    const auto kernel = search.most() <= capacity ? &stitchKernel<Take, true> : &stitchKernel<Take, false>;
    kernel<<<blocks, warps * 32, 0, stream>>>(search, pattern, out, rows);
    check(cudaGetLastError());
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
}

}  // namespace

void stitchPattern(cudaStream_t stream, const Repeats& repeats, Blend blend, ConstDeviceSamples pattern,
                   DeviceSamples out) {
    switch (blend) {
        case Blend::over:
            return stitchBy<TakeOver>(stream, repeats, pattern, out);
        case Blend::mean:
            return stitchBy<TakeMean>(stream, repeats, pattern, out);
        case Blend::add:
            return stitchBy<TakeSum>(stream, repeats, pattern, out);
        case Blend::max:
            return stitchBy<TakeMost>(stream, repeats, pattern, out);
        case Blend::min:
            return stitchBy<TakeLeast>(stream, repeats, pattern, out);
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
    if (node.blend != Blend::mean || fetchedWhole(links[index])) return 0;
    return DeviceScratch::padded(alignedBytes<float>(area.width, area.height));
}

void DeviceReduction<Stitching, Trait::pattern>::apply(const Stitching& node, const OnDevice<Stitching>&,
                                                       const DeviceCall& call) {
    const Rect pattern = call.link.support.rect();
    if (pattern.empty()) return fillSamples(call.stream, call.value, 0);
    if (!fetchedWhole(call.link)) return stitchPieces(node, call);
    stitchPattern(call.stream, node.repeats(call.links, call.area), node.blend, call.child.fetch({pattern}),
                  call.value);
}

}  // namespace burin::gpu
