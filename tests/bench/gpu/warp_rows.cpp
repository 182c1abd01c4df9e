// SPDX-License-Identifier: GPL-3.0-or-later

// Warp and flow: a picture and its maps lie on the card.

#include "bench/gpu/inputs.hpp"
#include "bench/gpu/rows.hpp"
#include "gpu/kinds/filter/flow.hpp"
#include "gpu/kinds/filter/warp.hpp"

#include <string>

namespace burin::bench {

namespace {

/// The children of a node, as planes with margins.
class HeldChildren final : public gpu::DeviceChild {
  public:
    HeldChildren(const std::vector<Plane<float>>& planes, std::int64_t margin)
        : planes_(planes), margin_(margin) {}
    gpu::ConstDeviceSamples fetch(const Fetch& fetch) override {
        const gpu::ConstDeviceSamples samples = planes_[fetch.link].view();
        return samples.part(fetch.area.x + margin_, fetch.area.y + margin_, fetch.area.width,
                            fetch.area.height);
    }
    void read(const Rect&, gpu::DeviceSamples) override {}

  private:
    const std::vector<Plane<float>>& planes_;
    std::int64_t margin_;
};

/// \param children  a picture and its maps
template <class KindType>
Work mappedWork(cudaStream_t cudaStream, Size size, const KindType& node, std::size_t children) {
    constexpr std::int64_t margin = 128;
    std::vector<Plane<float>> planes;
    std::vector<LinkShape> links(children);
    planes.emplace_back(size.width + 2 * margin, size.height + 2 * margin);
    fill(cudaStream, Noise{}, {-margin, -margin}, planes[0].view());
    for (std::size_t i = 1; i < children; ++i) {
        planes.emplace_back(size.width + 2 * margin, size.height + 2 * margin);
        fill(cudaStream, Hills{static_cast<std::int64_t>(i)}, {-margin, -margin}, planes[i].view());
    }
    const Plane<float> out(size);
    const Rect area{0, 0, size.width, size.height};
    const auto operation = std::make_shared<const OperationOf<KindType>>(node);
    const auto device = std::make_shared<const gpu::DeviceOperationOf<KindType>>(operation);
    const auto scratch = std::make_shared<ReusedScratch>(device->scratchBytes(links, 0, area));
    const auto run = [=](cudaStream_t s) {
        scratch->reset();
        HeldChildren held(planes, margin);
        device->reduce({s, area, links[0], links, 0, out.view(), held, *scratch});
    };
    const auto expected = [=](const Rect& part) {
        test::FakeChild picture(Extent(), Noise{});
        test::FakeChild first(Extent(), Hills{1});
        test::FakeChild second(Extent(), Hills{2});
        std::vector<test::FakeLink> all{{Trait::data, &picture, {}}};
        if (children > 1) all.push_back({Trait::data, &first, {}});
        if (children > 2) all.push_back({Trait::data, &second, {}});
        return test::compute(*operation, all, part);
    };
    return {run, checkedResult(out, expected, 1e-5)};
}

Row warpRow(const std::string& name, Warp::By by, Warp::Between between, double targetMs) {
    Warp::Parameters all;
    all.by = by;
    all.between = between;
    all.amplitudePx = 15;
    const Warp node(all);
    const std::size_t children = node.mapCount() + 1;
    return {
        name, name, {static_cast<int>(4 * children), 4}, targetMs, [=](cudaStream_t cudaStream, Size size) {
            return mappedWork(cudaStream, size, node, children);
        }};
}

Row flowRow(const std::string& name, Flow::Along along, std::int64_t length, double targetMs) {
    Flow::Parameters all;
    all.along = along;
    all.degrees = 30;
    all.lengthPx = length;
    const Flow node(all);
    const std::size_t children = node.readsMap() ? 2 : 1;
    return {
        name, name, {static_cast<int>(4 * children), 4}, targetMs, [=](cudaStream_t cudaStream, Size size) {
            return mappedWork(cudaStream, size, node, children);
        }};
}

}  // namespace

std::vector<Row> warpRows() {
    return {warpRow("warp, nearest, two maps", Warp::By::xy, Warp::Between::nearest, 0.48),
            warpRow("warp, linear, two maps", Warp::By::xy, Warp::Between::linear, 0.48),
            warpRow("warp, cubic, two maps", Warp::By::xy, Warp::Between::cubic, 0),
            warpRow("warp, linear, slope", Warp::By::slope, Warp::Between::linear, 0),
            flowRow("flow, 15 px, an angle", Flow::Along::angle, 15, 0),
            flowRow("flow, 15 px, a map", Flow::Along::map, 15, 1.5),
            flowRow("flow, 15 px, contours", Flow::Along::contour, 15, 0),
            flowRow("flow, 101 px, a map", Flow::Along::map, 101, 0)};
}

}  // namespace burin::bench
