// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/gpu/tasks.hpp"

#include "core/kinds/filter/convolution.hpp"
#include "core/kinds/filter/median.hpp"
#include "core/kinds/generate/math2d.hpp"
#include "core/kinds/generate/profile.hpp"
#include "gpu/kinds/combine/scatter.hpp"
#include "gpu/kinds/combine/stitching.hpp"
#include "gpu/kinds/filter/convolution.hpp"
#include "gpu/kinds/generate/math2d.hpp"
#include "gpu/kinds/generate/profile.hpp"
#include "gpu/kinds/methods/cell.hpp"

#include <cmath>
#include <deque>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace burin::bench {

namespace {

template <class T>
using NoiseOf = std::conditional_t<std::is_same_v<T, float>, Noise, NoiseBytes>;

/// A node with one link, computed on the processor.
template <class KindType, class Input>
Expected onProcessor(KindType node, Trait trait, const Extent& extent, Input input) {
    const auto operation = std::make_shared<const OperationOf<KindType>>(std::move(node));
    return [=](const Rect& part) {
        test::FakeChild child(
            extent, [input](std::int64_t x, std::int64_t y) { return static_cast<float>(input(x, y)); });
        return test::compute(*operation, {{trait, &child, {}}}, part);
    };
}

template <class T>
Rect rectOf(const Plane<T>& plane) {
    return {0, 0, plane.view().width, plane.view().height};
}

template <class T>
gpu::DeviceView<const T> readOnly(const Plane<T>& plane) {
    return plane.view();
}

}  // namespace

template <class T>
StitchingTask<T>::StitchingTask(cudaStream_t cudaStream, Size size, const Lattice& cell)
    : lattice(cell), pattern(cell.width, cell.height), out(size) {
    fill(cudaStream, NoiseOf<T>{}, {}, pattern.view());
}

template <class T>
Work StitchingTask<T>::work() const {
    Stitching node;
    node.u = Vector{static_cast<double>(lattice.width), 0};
    node.v = Vector{static_cast<double>(lattice.shift), static_cast<double>(lattice.height)};
    const auto run = [*this](cudaStream_t cudaStream) {
        gpu::readCell(cudaStream, readOnly(pattern), lattice, rectOf(out), out.view());
    };
    return {run, checkedResult(out, onProcessor(node, Trait::pattern, Extent(lattice.cell()), NoiseOf<T>{}))};
}

template struct StitchingTask<float>;
template struct StitchingTask<std::uint8_t>;

LatticeTask::LatticeTask(cudaStream_t cudaStream, Size size, Vector stepU, Vector stepV, std::int64_t side)
    : u(stepU), v(stepV), pattern(side, side), out(size) {
    fill(cudaStream, Noise{}, {}, pattern.view());
}

Stitching LatticeTask::node() const {
    Stitching node;
    node.u = u;
    node.v = v;
    node.blend = Stitching::Blend::mean;
    return node;
}

Repeats LatticeTask::repeatsOver(const Rect& area) const {
    return {u, v, {}, {}, rectOf(pattern), area};
}

Result LatticeTask::result() const {
    return checkedResult(out, onProcessor(node(), Trait::pattern, Extent(rectOf(pattern)), Noise{}));
}

Work LatticeTask::work() const {
    const auto scratch =
        std::make_shared<ReusedScratch>(gpu::stitchScratchBytes(rectOf(pattern), rectOf(out)));
    const auto run = [=, *this](cudaStream_t cudaStream) {
        scratch->reset();
        gpu::stitchPattern(cudaStream, repeatsOver(rectOf(out)), Stitching::Blend::mean, readOnly(pattern),
                           out.view(), *scratch);
    };
    return {run, result()};
}

namespace {

/// Children that are held on the device as a whole.
class HeldChildren final : public gpu::DeviceChild {
  public:
    explicit HeldChildren(const std::vector<Plane<float>>& planes) : planes_(planes) {}
    gpu::ConstDeviceSamples fetch(const Fetch& fetch) override {
        return readOnly(planes_[fetch.link])
            .part(fetch.area.x, fetch.area.y, fetch.area.width, fetch.area.height);
    }
    void read(const Rect&, gpu::DeviceSamples) override { throw std::logic_error("patterns are fetched"); }

  private:
    const std::vector<Plane<float>>& planes_;
};

}  // namespace

template <class KindType>
RepeatsTask<KindType>::RepeatsTask(cudaStream_t cudaStream, Size size, KindType kind, std::int64_t side)
    : node(std::move(kind)), out(size) {
    for (std::size_t k = 0; k < node.variation.patterns; ++k) {
        const auto smaller = static_cast<std::int64_t>(k);
        patterns.emplace_back(side - smaller, side - smaller);
        fill(cudaStream, Dome{side - smaller}, {}, patterns.back().view());
    }
}

template <class KindType>
Work RepeatsTask<KindType>::work() const {
    std::vector<LinkShape> links;
    for (const Plane<float>& pattern : patterns) {
        const Extent extent(rectOf(pattern));
        links.push_back({Trait::pattern, {}, extent, extent});
    }
    const auto operation = std::make_shared<const OperationOf<KindType>>(node);
    const auto device = std::make_shared<const gpu::DeviceOperationOf<KindType>>(operation);
    const auto scratch = std::make_shared<ReusedScratch>(device->scratchBytes(links, 0, rectOf(out)));
    const auto run = [=, *this](cudaStream_t cudaStream) {
        scratch->reset();
        HeldChildren child(patterns);
        device->reduce({cudaStream, rectOf(out), links[0], links, 0, out.view(), child, *scratch});
    };
    const auto expected = [=](const Rect& part) {
        std::deque<test::FakeChild> children;
        std::vector<test::FakeLink> fakes;
        for (const LinkShape& link : links) {
            children.emplace_back(link.extent, Dome{link.extent.rect().width});
            fakes.push_back({Trait::pattern, &children.back(), {}});
        }
        return test::compute(*operation, fakes, part);
    };
    return {run, checkedResult(out, expected)};
}

template struct RepeatsTask<Stitching>;
template struct RepeatsTask<Scatter>;

Work LatticeTask::workByCell() const {
    const auto whole = [](Vector step) { return Point{std::llround(step.x), std::llround(step.y)}; };
    const Lattice lattice = Lattice::spanned(whole(u), whole(v)).value();
    const Plane<float> cell(lattice.width, lattice.height);
    const auto scratch =
        std::make_shared<ReusedScratch>(gpu::stitchScratchBytes(rectOf(pattern), lattice.cell()));
    const auto run = [=, *this](cudaStream_t cudaStream) {
        scratch->reset();
        gpu::stitchPattern(cudaStream, repeatsOver(lattice.cell()), Stitching::Blend::mean, readOnly(pattern),
                           cell.view(), *scratch);
        gpu::readCell(cudaStream, readOnly(cell), lattice, rectOf(out), out.view());
    };
    return {run, result()};
}

ProfileTask::ProfileTask(cudaStream_t cudaStream, Size size, int distanceMax, White white)
    : distanceMaxPx(distanceMax), input{white}, mask(size), out(size) {
    for (int a = 0; a <= distanceMax * distanceMax; ++a)
        table.push_back(1 - static_cast<float>(std::sqrt(static_cast<double>(a)) / distanceMax));
    fill(cudaStream, input, {}, mask.view());
}

Work ProfileTask::work() const {
    Profile node;
    node.distanceMaxPx = distanceMaxPx;
    node.threshold = 127.5F;
    node.tabulate(
        [values = table](std::int64_t first, std::span<float> entries) {
            std::copy_n(values.begin() + first, entries.size(), entries.begin());
        },
        false);
    const auto onDevice = std::make_shared<const gpu::DeviceTable<float>>(std::span(table));
    const Size size{out.view().width, out.view().height};
    const auto scratch =
        std::make_shared<ReusedScratch>(gpu::profileScratchBytes(distanceMaxPx, rectOf(mask), size));
    const auto run = [=, *this](cudaStream_t cudaStream) {
        scratch->reset();
        gpu::profileOfMask(cudaStream, readOnly(mask), {}, {node.threshold, false},
                           {onDevice->data(), distanceMaxPx}, out.view(), *scratch);
    };
    return {run, checkedResult(out, onProcessor(node, Trait::mask, Extent(rectOf(mask)), input))};
}

template <class T>
MedianTask<T>::MedianTask(cudaStream_t cudaStream, Size size, int windowRadius)
    : radius(windowRadius), padded(size.width + 2 * windowRadius, size.height + 2 * windowRadius), out(size) {
    fill(cudaStream, NoiseOf<T>{}, {-radius, -radius}, padded.view());
}

template <class T>
Work MedianTask<T>::work() const {
    const auto run = [*this](cudaStream_t cudaStream) {
        gpu::medianFilter(cudaStream, readOnly(padded), out.view(), radius);
    };
    const Median node(radius, Edge::extend);
    return {run, checkedResult(out, onProcessor(node, Trait::data, Extent(), NoiseOf<T>{}))};
}

template struct MedianTask<float>;
template struct MedianTask<std::uint8_t>;

ConvolutionTask::ConvolutionTask(cudaStream_t cudaStream, Size size, KernelMatrix weights)
    : matrix(std::move(weights)),
      padded(size.width + matrix.columns - 1, size.height + matrix.rows - 1),
      out(size) {
    fill(cudaStream, Noise{}, {-matrix.columns / 2, -matrix.rows / 2}, padded.view());
}

Work ConvolutionTask::work() const {
    const Convolution node(matrix, Edge::extend);
    const std::shared_ptr<const gpu::DeviceConvolution> method = gpu::chooseDeviceConvolution(matrix);
    const auto scratch =
        std::make_shared<ReusedScratch>(method->scratchBytes(out.view().width, out.view().height));
    const float limit = node.way.value().limit;
    const auto run = [=, *this](cudaStream_t cudaStream) {
        scratch->reset();
        method->apply(cudaStream, readOnly(padded), out.view(), limit, *scratch);
    };
    const double tolerance = 2e-5 * matrix.magnitude();  // each result may be off by half of it
    return {run, checkedResult(out, onProcessor(node, Trait::data, Extent(), Noise{}), tolerance)};
}

KernelMatrix irregularMatrix(int side) {
    KernelMatrix matrix{side, side, {}};
    for (int i = 0; i < side * side; ++i)
        matrix.weights.push_back(Noise{}(i, 77));
    return matrix.normalized();
}

Work formulaWork(Size size, const std::string& expression) {
    Values values;
    values.set("expression", expression);
    std::vector<ParameterProblem> problems;
    const auto operation = std::dynamic_pointer_cast<const OperationOf<Math2d>>(
        math2dKind().bind({values, std::nullopt, 1.0, {}, {}, problems}));
    if (operation == nullptr) throw std::invalid_argument(expression + ": " + problems.at(0).problem.text());
    const auto device = std::make_shared<const gpu::OnDevice<Math2d>>(operation->node());
    const std::string interpreted = device->whyInterpreted();
    const Plane<float> out(size);
    const auto run = [=](cudaStream_t cudaStream) {
        device->evaluate(cudaStream, rectOf(out), {}, out.view());
    };
    const auto expected = [=](const Rect& part) { return test::compute(*operation, {}, part); };
    return {run, checkedResult(out, expected, 1e-5),
            interpreted.empty() ? "" : "interpreted: " + interpreted};
}

Work inGraph(const Work& work, int times) {
    const gpu::CudaStream cudaStream;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t launched = nullptr;
    gpu::check(cudaStreamBeginCapture(cudaStream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < times; ++i)
        work.run(cudaStream);
    gpu::check(cudaStreamEndCapture(cudaStream, &graph));
    gpu::check(cudaGraphInstantiate(&launched, graph, 0));
    gpu::check(cudaGraphDestroy(graph));
    const std::shared_ptr<CUgraphExec_st> kept(launched, cudaGraphExecDestroy);
    // Keeps the work alive: it owns the memory that the graph's kernels use.
    const auto run = [kept, work](cudaStream_t s) { gpu::check(cudaGraphLaunch(kept.get(), s)); };
    return {run, work.result, work.remark};
}

}  // namespace burin::bench
