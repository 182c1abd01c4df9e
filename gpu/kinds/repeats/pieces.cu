// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/repeats/pieces.hpp"

#include "gpu/device/check.hpp"
#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/repeats/takes.cuh"
#include "gpu/kinds/repeats/turned.cuh"

namespace burin::gpu {

namespace {

constexpr int blockWidth = 32;
constexpr int blockHeight = 8;

/// TurnedCopy for patterns of any size.
struct WideCopy {
    Vector scale, corner;
    double cosine, sine;

    WideCopy() = default;
    explicit WideCopy(const Placement& placement)
        : scale(placement.scale),
          corner(placement.corner),
          cosine(placement.turn.cosine),
          sine(placement.turn.sine) {}
    [[nodiscard]] __device__ double x(Point place) const {
        return (cosine * right(place) + sine * below(place)) / scale.x - 0.5;
    }
    [[nodiscard]] __device__ double y(Point place) const {
        return (cosine * below(place) - sine * right(place)) / scale.y - 0.5;
    }

  private:
    [[nodiscard]] __device__ double right(Point place) const {
        return static_cast<double>(place.x) + (0.5 + corner.x);
    }
    [[nodiscard]] __device__ double below(Point place) const {
        return static_cast<double>(place.y) + (0.5 + corner.y);
    }
};

/// A part of a copy, and the fetched samples that decide it.
struct Piece {
    ConstDeviceSamples source;
    bool interpolates = false;
    bool large = false;       ///< `wide` replaces `map`
    std::ptrdiff_t from = 0;  ///< for an exact copy: the sample of the first place, and the steps from there
    std::ptrdiff_t columnStep = 0;
    std::ptrdiff_t rowStep = 0;
    TurnedCopy map = {};  ///< map of a copy that is interpolated
    WideCopy wide = {};
    Point corner;        ///< corner of the part in the copy
    Point sourceCorner;  ///< corner of the source in the pattern
    float gain = 1;
    float id = 0;
    const bool* shown = nullptr;
};

__device__ float sampleOf(const Piece& piece, std::int64_t column, std::int64_t row) {
    const std::int64_t x = column - piece.sourceCorner.x;
    const std::int64_t y = row - piece.sourceCorner.y;
    const bool inside = x >= 0 && y >= 0 && x < piece.source.width && y < piece.source.height;
    return inside ? piece.source.row(y)[x] : 0.0F;
}

__device__ float interpolatedAt(const Piece& piece, std::int64_t x, std::int64_t y) {
    const Point place{piece.corner.x + x, piece.corner.y + y};
    const Between atX =
        piece.large ? Between(piece.wide.x(place)) : Between(piece.map.x.at(place.x, place.y));
    const Between atY =
        piece.large ? Between(piece.wide.y(place)) : Between(piece.map.y.at(place.x, place.y));
    const auto at = [&](int stepX, int stepY) {
        return sampleOf(piece, std::int64_t{atX.sample} + stepX, std::int64_t{atY.sample} + stepY);
    };
    const float s[4] = {at(0, 0), at(1, 0), at(0, 1), at(1, 1)};
    return swept(interpolated(s, atX.behind, atY.behind));
}

template <class Take>
__global__ void paintKernel(DeviceSamples value, DeviceSamples beside, const __grid_constant__ Piece piece) {
    const std::int64_t x = std::int64_t{blockIdx.x} * blockWidth + threadIdx.x;
    const std::int64_t y = std::int64_t{blockIdx.y} * blockHeight + threadIdx.y;
    if (x >= value.width || y >= value.height || (piece.shown != nullptr && !*piece.shown)) return;
    const float s = piece.interpolates
                        ? interpolatedAt(piece, x, y)
                        : piece.source.data[piece.from + y * piece.rowStep + x * piece.columnStep];
    Take take;
    take.value = value.row(y)[x];
    if constexpr (keepsBeside<Take>) take.beside = beside.row(y)[x];
    take.take(piece.gain == 1.0F ? s : amplified(s, piece.gain), piece.id);
    value.row(y)[x] = take.value;
    if constexpr (keepsBeside<Take>) beside.row(y)[x] = take.beside;
}

template <class Take>
struct PieceFinish {
    float dust;
    __device__ float operator()(float value, float beside) const {
        Take take;
        take.value = value;
        if constexpr (keepsBeside<Take>) take.beside = beside;
        return swept(take.result(false), dust);
    }
};

bool hasBeside(const RepeatMixing& mixing) {
    bool has = false;
    withTake(mixing.blend, mixing.ids, [&has](auto take) { has = keepsBeside<decltype(take)>; });
    return has;
}

void placeExact(Piece& piece, const Orientation& o) {
    const std::int64_t lastColumn = o.backwardsX ? piece.source.width - 1 : 0;
    const std::int64_t lastRow = o.backwardsY ? piece.source.height - 1 : 0;
    const std::ptrdiff_t stepX = o.backwardsX ? -1 : 1;
    const std::ptrdiff_t stepY = o.backwardsY ? -piece.source.stride : piece.source.stride;
    piece.from = lastRow * piece.source.stride + lastColumn;
    piece.columnStep = o.swapped ? stepY : stepX;
    piece.rowStep = o.swapped ? stepX : stepY;
}

}  // namespace

std::size_t PiecePainter::scratchBytes(const Rect& area, const RepeatMixing& mixing) {
    return hasBeside(mixing) ? DeviceScratch::padded(alignedBytes<float>(area.width, area.height)) : 0;
}

PiecePainter::PiecePainter(const DeviceCall& call, const RepeatMixing& mixing)
    : call_(call), mixing_(mixing) {
    fillSamples(call.cudaStream, call.value, 0);
    if (!hasBeside(mixing)) return;
    beside_ = call.scratch.samples<float>(call.area.width, call.area.height);
    fillSamples(call.cudaStream, beside_, 0);
}

void PiecePainter::paint(const Repeat& repeat, const bool* shown) {
    const Rect covered = intersection(repeat.covered(), call_.area);
    if (covered.empty()) return;
    const Variant& variant = repeat.variant();
    repeat.forEachPart(covered, [&](const Rect& part, const Rect& source) {
        Piece piece;
        piece.source = call_.child.fetch({source, Edge::empty, variant.pattern});
        piece.interpolates = repeat.placement().has_value();
        piece.corner = part.origin() - repeat.corner();
        piece.sourceCorner = source.origin() - repeat.patternOrigin();
        piece.gain = variant.gain;
        piece.id = variant.id;
        piece.shown = shown;
        if (const std::optional<Placement>& placement = repeat.placement()) {
            piece.large = !TurnedCopy::suits(repeat.patternSize());
            if (piece.large) {
                piece.wide = WideCopy(*placement);
            } else {
                piece.map = TurnedCopy::of(repeat.patternSize(), placement->scale, placement->turn);
            }
        } else {
            placeExact(piece, repeat.orientation());
        }
        const DeviceSamples value = call_.valueOver(part);
        const DeviceSamples beside =
            beside_.data == nullptr
                ? beside_
                : beside_.part(part.x - call_.area.x, part.y - call_.area.y, part.width, part.height);
        const dim3 blocks(static_cast<unsigned>((part.width + blockWidth - 1) / blockWidth),
                          static_cast<unsigned>((part.height + blockHeight - 1) / blockHeight));
        withTake(mixing_.blend, mixing_.ids, [&](auto take) {
            paintKernel<decltype(take)>
                <<<blocks, dim3(blockWidth, blockHeight), 0, call_.cudaStream>>>(value, beside, piece);
        });
        check(cudaGetLastError());
    });
}

void PiecePainter::finish() {
    withTake(mixing_.blend, mixing_.ids, [&](auto take) {
        const PieceFinish<decltype(take)> finish{mixing_.dust};
        // If only one number is kept for each sample, the other is not read.
        combineSamples(call_.cudaStream, call_.value, beside_.data == nullptr ? call_.value : beside_,
                       finish);
    });
}

namespace {

struct Homes {
    Point cells[ScatterPoints::mostAtOnce];
    Point places[ScatterPoints::mostAtOnce];  ///< places in the map's samples
};

__global__ void lookKernel(const __grid_constant__ ScatterPoints points, const __grid_constant__ Homes homes,
                           int count, ConstDeviceSamples densities, bool* shown) {
    const int k = static_cast<int>(threadIdx.x);
    if (k >= count) return;
    const Point place = homes.places[k];
    shown[k] = points.remains(homes.cells[k], densities.row(place.y)[place.x]);
}

}  // namespace

std::size_t KeptPoints::scratchBytes() {
    return DeviceScratch::padded(ScatterPoints::mostAtOnce * sizeof(bool));
}

KeptPoints::KeptPoints(DeviceScratch& scratch)
    : shown_(reinterpret_cast<bool*>(scratch.allocate(ScatterPoints::mostAtOnce * sizeof(bool)))) {}

void KeptPoints::look(cudaStream_t cudaStream, const ScatterPoints& points,
                      std::span<const ScatterPoints::Place> places, Point origin,
                      ConstDeviceSamples densities) {
    Homes homes;
    for (std::size_t k = 0; k < places.size(); ++k) {
        homes.cells[k] = places[k].cell;
        homes.places[k] = places[k].home - origin;
    }
    lookKernel<<<1, static_cast<unsigned>(ScatterPoints::mostAtOnce), 0, cudaStream>>>(
        points, homes, static_cast<int>(places.size()), densities, shown_);
    check(cudaGetLastError());
}

}  // namespace burin::gpu
