// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/generate/voronoi.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/nearest_borders.cuh"
#include "gpu/kinds/textures/nearest_points.cuh"

#include <type_traits>
#include <variant>
#include <vector>

// A block computes a tile of 64 x 64 samples. It makes a table of the points in and around the tile. Each of
// its warps computes a quarter of the tile, and lists the points that can affect this quarter.

namespace burin::gpu {

namespace {

using Feature = Voronoi::Feature;
using ProfilePoint = OnDevice<Voronoi>::ProfilePoint;

/// Largest table of points: together with the lists of the warps it fits into 64 KiB, which all cards have.
/// If it would be larger, points are computed when they are needed.
constexpr std::size_t mostTableBytes = 44 * 1024;
constexpr std::uint32_t idStream = 2;

/// How a distance in pixels becomes a sample.
struct DistanceFinish {
    enum class Way { share, points, distance };
    Way way = Way::share;
    double distanceMaxPx = 1;
    double inverse = 1;  ///< 1 / distanceMaxPx
    const ProfilePoint* points = nullptr;
    int count = 0;

    [[nodiscard]] __device__ float operator()(double distance) const {
        if (way == Way::distance) return static_cast<float>(distance);
        if (way == Way::points) return swept(static_cast<float>(joined(distance)));
        // The correctly rounded quotient: P. Markstein, Computation of elementary functions on the IBM RISC
        // System/6000 processor, 1990.
        const double guess = distance * inverse;
        const double share = __fma_rn(__fma_rn(-guess, distanceMaxPx, distance), inverse, guess);
        return swept(static_cast<float>(share < 1.0 ? share : 1.0));
    }

  private:
    /// The value of the curve, computed like Curve.
    [[nodiscard]] __noinline__ __device__ double joined(double distance) const {
        if (distance <= points[0].distance) return points[0].value;
        if (distance >= points[count - 1].distance) return points[count - 1].value;
        int below = 0;
        int above = count - 1;
        while (above - below > 1) {
            const int middle = (below + above) / 2;
            if (distance < points[middle].distance) {
                above = middle;
            } else {
                below = middle;
            }
        }
        const ProfilePoint from = points[below];
        const ProfilePoint to = points[above];
        const double slope = (to.value - from.value) / (to.distance - from.distance);
        return from.value + (distance - from.distance) * slope;
    }
};

struct VoronoiPlan {
    points::RandomPoints points;
    std::uint32_t idSeed = 0;
    bool tabled = true;
    Point at;  ///< the place of the area's first sample, folded
    double pitch = 1;
    DistanceFinish finish;
};

constexpr bool twoDistances(Feature feature) {
    return feature == Feature::second || feature == Feature::secondMinusFirst;
}

/// Rows and columns of points around the cells of a tile. One is spare, because a repeat is rounded
/// differently from the tile's first place.
constexpr int pointsAround(Feature feature) {
    return feature == Feature::edge ? 4 : 3;
}

template <Feature feature>
using Search = std::conditional_t<feature == Feature::edge, points::NearestBorders,
                                  points::NearestPoints<twoDistances(feature), feature == Feature::id>>;

template <Feature feature>
__device__ inline float sampleOf(const VoronoiPlan& plan, const points::Nearest& nearest) {
    if constexpr (feature == Feature::id) return swept(nearest.id);
    const auto distance = [&](float squared) { return plan.pitch * static_cast<double>(sqrtf(squared)); };
    if constexpr (feature == Feature::first) return plan.finish(distance(nearest.first));
    if constexpr (feature == Feature::second) return plan.finish(distance(nearest.second));
    return plan.finish(distance(nearest.second) - distance(nearest.first));
}

/// Computes the next samples of a column.
template <Feature feature, int count>
__device__ inline void computeSamples(const VoronoiPlan& plan, const Search<feature>& search,
                                      points::ColumnWalk& walk, float*& to, std::int64_t stride) {
    points::Sample samples[count];
#pragma unroll
    for (int s = 0; s < count; ++s)
        samples[s] = walk.next();
    if constexpr (feature == Feature::edge) {
        float distances[count];
        search.of(samples, distances);
#pragma unroll
        for (int s = 0; s < count; ++s, to += stride)
            __stcs(to, plan.finish(distances[s] * plan.pitch));
    } else {
        points::Nearest nearest[count];
        search.of(samples, nearest);
#pragma unroll
        for (int s = 0; s < count; ++s, to += stride)
            __stcs(to, sampleOf<feature>(plan, nearest[s]));
    }
}

/// Blocks of a multiprocessor, which limit the registers that the compiler uses. Many warps are needed to
/// hide the time that each of them waits.
constexpr int blocksAtOnce(Feature feature) {
    return feature == Feature::edge ? 5 : feature == Feature::id ? 6 : 7;
}

template <Feature feature>
__global__ void __launch_bounds__(points::threads, blocksAtOnce(feature))
    voronoiKernel(const __grid_constant__ VoronoiPlan plan, DeviceSamples value) {
    using namespace points;
    extern __shared__ Offset offsets[];
    __shared__ typename Search<feature>::Lists lists[threads / lanes];
    const DeviceCells& cells = plan.points.cells;
    const FoldedTile place(plan.at, width, height, cells);
    constexpr int around = pointsAround(feature);
    const PointTable table{plan.points, CellTile(place, cells.map, width, height, around, around),
                           plan.tabled ? offsets : nullptr};
    table.fill();
    __syncthreads();
    const WarpPart part{cells, place, table.tile.first};
    const auto lane = static_cast<int>(threadIdx.x) % lanes;
    const std::int64_t x = std::int64_t{blockIdx.x} * width + part.left;
    const std::int64_t y = std::int64_t{blockIdx.y} * height + part.top;
    if (x >= value.width || y >= value.height) return;
    Search<feature> search = [&] {
        auto& mine = lists[threadIdx.x / lanes];
        if constexpr (feature == Feature::edge) {
            return NearestBorders(table, mine);
        } else {
            return Search<feature>(table, plan.idSeed, mine);
        }
    }();
    search.list(Surroundings(part));
    if (x + lane >= value.width) return;
    float* to = value.row(y) + x + lane;
    const int rows = value.height - y < rowsOfWarp ? static_cast<int>(value.height - y) : rowsOfWarp;
    ColumnWalk walk(part, part.left + lane, part.top);
    constexpr int together = 4;
    int row = 0;
    for (; row + together <= rows; row += together)
        computeSamples<feature, together>(plan, search, walk, to, value.stride);
    for (; row < rows; ++row)
        computeSamples<feature, 1>(plan, search, walk, to, value.stride);
}

template <Feature feature>
void launch(cudaStream_t cudaStream, VoronoiPlan plan, DeviceSamples value) {
    constexpr int around = pointsAround(feature);
    const auto entries = static_cast<std::size_t>(
        plan.points.cells.mostEntries(points::width, points::height, around, around));
    std::size_t bytes = entries * sizeof(points::Offset);
    plan.tabled = bytes <= mostTableBytes;
    if (!plan.tabled) bytes = 0;
    check(cudaFuncSetAttribute(voronoiKernel<feature>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(mostTableBytes)));
    const dim3 blocks(static_cast<unsigned>((value.width + points::width - 1) / points::width),
                      static_cast<unsigned>((value.height + points::height - 1) / points::height));
    voronoiKernel<feature><<<blocks, points::threads, bytes, cudaStream>>>(plan, value);
    check(cudaGetLastError());
}

/// Whether the expression is the default profile.
bool isShare(const Expression& expression) {
    static const std::string usual =
        std::get<Expression>(Expression::parse("min(1, d / D)", {"d", "D", "um"})).canonical();
    return expression.canonical() == usual;
}

}  // namespace

OnDevice<Voronoi>::OnDevice(const Voronoi& node, Patience patience) {
    if (!node.parameters.profile) return;
    const DistanceProfile& profile = *node.parameters.profile;
    if (const Curve* curve = profile.curve()) {
        std::vector<ProfilePoint> all;
        for (const auto& [distance, height] : curve->points())
            all.push_back({distance, height});
        points = DeviceTable<ProfilePoint>(std::span<const ProfilePoint>(all));
    } else if (!isShare(*profile.expression())) {
        using Role = SourceVariable::Role;
        std::vector<SourceVariable> variables = {{Role::sample}};
        for (const Operand& operand : profile.operands().subspan(1))
            variables.push_back({Role::constant, operand.constant});
        expression = std::make_unique<DeviceExpression>(*profile.expression(), std::move(variables),
                                                        patience == Patience::hurries);
    }
}

void OnDevice<Voronoi>::make(cudaStream_t cudaStream, const Voronoi& node, const Rect& area,
                             DeviceSamples value) const {
    if (area.empty()) return;
    const Voronoi::Parameters& all = node.parameters;
    VoronoiPlan plan;
    plan.points = {DeviceCells(all.cells, node.lattice, node.lattice.map()), streamOf(all.seed, 0),
                   streamOf(all.seed, 1), all.jitter};
    plan.idSeed = streamOf(all.seed, idStream);
    plan.at = all.cells.fold(area.origin());
    plan.pitch = all.cells.pitch;
    plan.finish.distanceMaxPx = all.distanceMaxPx;
    plan.finish.inverse = 1 / all.distanceMaxPx;
    if (expression) plan.finish.way = DistanceFinish::Way::distance;
    if (points.size() > 0) {
        plan.finish.way = DistanceFinish::Way::points;
        plan.finish.points = points.data();
        plan.finish.count = static_cast<int>(points.size());
    }
    switch (all.feature) {
        case Feature::first:
            launch<Feature::first>(cudaStream, plan, value);
            break;
        case Feature::second:
            launch<Feature::second>(cudaStream, plan, value);
            break;
        case Feature::secondMinusFirst:
            launch<Feature::secondMinusFirst>(cudaStream, plan, value);
            break;
        case Feature::edge:
            launch<Feature::edge>(cudaStream, plan, value);
            break;
        case Feature::id:
            launch<Feature::id>(cudaStream, plan, value);
            break;
    }
    const ConstDeviceSamples distances = value;
    if (expression) expression->evaluate(cudaStream, area, std::span(&distances, 1), value);
}

std::unique_ptr<DeviceOperation> voronoiOnDevice(std::shared_ptr<const OperationOf<Voronoi>> operation,
                                                 Patience patience) {
    return std::make_unique<DeviceOperationOf<Voronoi>>(std::move(operation), patience);
}

}  // namespace burin::gpu
