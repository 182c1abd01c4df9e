// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/gpu/inputs.hpp"
#include "bench/gpu/rows.hpp"
#include "gpu/kinds/filter/curve.hpp"
#include "gpu/kinds/filter/morphology.hpp"
#include "gpu/kinds/generate/example.hpp"
#include "gpu/kinds/generate/noise.hpp"
#include "gpu/kinds/generate/rough.hpp"
#include "gpu/kinds/generate/voronoi.hpp"

#include <memory>
#include <string>
#include <utility>

namespace burin::bench {

namespace {

using Rows = std::vector<Row>;

Rect wholeOf(const Plane<float>& plane) {
    return {0, 0, plane.view().width, plane.view().height};
}

/// A filter of noise.
template <class KindType>
Expected filteredOnCpu(KindType node) {
    const auto operation = std::make_shared<const OperationOf<KindType>>(std::move(node));
    return [operation](const Rect& part) {
        test::FakeChild child(Extent(), [](std::int64_t x, std::int64_t y) { return Noise{}(x, y); });
        return test::compute(*operation, {{Trait::data, &child, {}}}, part);
    };
}

/// A texture without children.
template <class KindType>
Work textureWork(Size size, KindType node, double tolerance) {
    const auto operation = std::make_shared<const OperationOf<KindType>>(std::move(node));
    const auto device = std::make_shared<const gpu::DeviceOperationOf<KindType>>(operation);
    const Plane<float> out(size);
    const auto none = std::make_shared<ReusedScratch>(0);
    const auto run = [=](cudaStream_t cudaStream) {
        device->begin(cudaStream, {}, wholeOf(out), out.view(), *none);
    };
    const auto expected = [=](const Rect& part) { return test::compute(*operation, {}, part); };
    return {run, checkedResult(out, expected, tolerance)};
}

void addNoise(Rows& rows, const std::string& name, int octaves, double degrees, double targetMs) {
    rows.push_back({name, name, {0, 4}, targetMs, [=](cudaStream_t, Size size) {
                        burin::Noise::Parameters all;
                        all.cells.pitch = 100;
                        all.cells.rotate = degrees;
                        all.octaves = octaves;
                        return textureWork(size, burin::Noise(all), 1e-5);
                    }});
}

void addVoronoi(Rows& rows, const std::string& name, Voronoi::Feature feature, double pitch, double degrees,
                double targetMs) {
    rows.push_back({name, name, {0, 4}, targetMs, [=](cudaStream_t, Size size) {
                        Voronoi::Parameters all;
                        all.cells.pitch = pitch;
                        all.cells.rotate = degrees;
                        all.feature = feature;
                        all.distanceMaxPx = pitch;
                        std::vector<ParameterProblem> problems;
                        if (feature != Voronoi::Feature::id)
                            all.profile = DistanceProfile::bound({{}, std::nullopt, 1.0, {}, {}, problems},
                                                                 pitch, "min(1, d / D)");
                        const bool edge = feature == Voronoi::Feature::edge;
                        // A sample near the limit may be dust on only one of the two.
                        return textureWork(size, Voronoi(all), edge ? 1e-6 + dustLimit : 0);
                    }});
}

void addRough(Rows& rows, const std::string& name, Rough::Spectrum spectrum, double degrees, double skew,
              double targetMs) {
    rows.push_back({name, name, {0, 4}, targetMs, [=](cudaStream_t, Size size) {
                        Rough::Parameters all;
                        all.salPx = 10;
                        all.rotate = degrees;
                        all.spectrum = spectrum;
                        if (skew != 0) all.heights = *HeightDistribution::withMoments(skew, 4);
                        return textureWork(size, Rough(all), 1e-5);
                    }});
}

/// A grain of 1024 x 1024 px: clumps of a few pixels, and noise.
float grain(std::int64_t x, std::int64_t y) {
    const float clump = Noise{}(x / 7, y / 7) + Noise{}((x + 2 * y) / 11, (2 * x - y + 4096) / 11);
    return 0.4F * clump + 0.2F * Noise{}(x, y);
}

void addExample(Rows& rows, const std::string& name, ExampleTexture::Parameters all, double targetMs) {
    rows.push_back({name, name, {0, 4}, targetMs, [=](cudaStream_t, Size size) {
                        WholeChild child;
                        child.area = {0, 0, 1024, 1024};
                        child.digest = "grain";
                        child.read = [](SamplesView samples, const std::stop_token&) {
                            for (std::int64_t y = 0; y < samples.height; ++y) {
                                for (std::int64_t x = 0; x < samples.width; ++x)
                                    samples.row(y)[x] = grain(x, y);
                            }
                        };
                        return textureWork(size, ExampleTexture(all).holding(child), 0);
                    }});
}

void addMorphology(Rows& rows, const std::string& name, Morphology::Shape shape, int radius,
                   double targetMs) {
    rows.push_back({name, name, {4, 4}, targetMs, [=](cudaStream_t cudaStream, Size size) {
                        Morphology::Parameters all;
                        all.shape = shape;
                        all.radius = radius;
                        all.heightPx = 50;
                        const Morphology node(all);
                        const auto device = std::make_shared<const gpu::OnDevice<Morphology>>(node);
                        const auto scratch =
                            std::make_shared<ReusedScratch>(gpu::morphologyScratchBytes(node, size));
                        const Plane<float> padded(size.width + 2 * radius, size.height + 2 * radius);
                        const Plane<float> out(size);
                        fill(cudaStream, Noise{}, {-radius, -radius}, padded.view());
                        const auto run = [=](cudaStream_t s) {
                            scratch->reset();
                            gpu::applyMorphology(s, node, *device, gpu::ConstDeviceSamples(padded.view()),
                                                 out.view(), *scratch);
                        };
                        return Work{run, checkedResult(out, filteredOnCpu(node))};
                    }});
}

/// Points at uneven steps.
void addCurve(Rows& rows, int points, double targetMs) {
    const std::string name = "curve of " + std::to_string(points) + " points";
    rows.push_back({name, name, {4, 4}, targetMs, [=](cudaStream_t cudaStream, Size size) {
                        ToneCurve::Parameters all;
                        all.way = ToneCurve::Way::points;
                        for (int k = 0; k < points; ++k) {
                            const float shift = Noise{}(k, 5);
                            all.points.push_back({(k + 0.9 * static_cast<double>(shift)) / points,
                                                  static_cast<double>(Noise{}(k, 7))});
                        }
                        const ToneCurve node(all);
                        const auto device = std::make_shared<const gpu::OnDevice<ToneCurve>>(node);
                        const Plane<float> in(size);
                        const Plane<float> out(size);
                        const auto counters = std::make_shared<const gpu::StreamCounters>();
                        fill(cudaStream, Noise{}, {}, in.view());
                        const auto run = [=](cudaStream_t s) {
                            device->map(s, node, gpu::ConstDeviceSamples(in.view()), out.view(), *counters);
                        };
                        return Work{run, checkedResult(out, filteredOnCpu(node))};
                    }});
}

}  // namespace

std::vector<Row> textureRows() {
    using Feature = Voronoi::Feature;
    using Shape = Morphology::Shape;
    Rows rows;
    addNoise(rows, "noise, 1 octave", 1, 0, 0.30);
    addNoise(rows, "noise, 6 octaves", 6, 0, 1.4);
    addNoise(rows, "noise, 1 octave, turned", 1, 30, 0);
    addNoise(rows, "noise, 6 octaves, turned", 6, 30, 0);
    addVoronoi(rows, "voronoi f1, pitch 100", Feature::first, 100, 0, 0.6);
    addVoronoi(rows, "voronoi f1, pitch 100, turned", Feature::first, 100, 30, 0.6);
    addVoronoi(rows, "voronoi f2 - f1, pitch 100", Feature::secondMinusFirst, 100, 0, 0);
    addVoronoi(rows, "voronoi id, pitch 100", Feature::id, 100, 0, 0);
    addVoronoi(rows, "voronoi edge, pitch 100", Feature::edge, 100, 0, 1.3);
    addVoronoi(rows, "voronoi edge, pitch 100, turned", Feature::edge, 100, 30, 1.3);
    addVoronoi(rows, "voronoi f1, pitch 10", Feature::first, 10, 0, 0);
    addVoronoi(rows, "voronoi edge, pitch 20", Feature::edge, 20, 0, 0);
    addRough(rows, "rough, gaussian", Rough::Spectrum::gaussian, 0, 0, 0.5);
    addRough(rows, "rough, gaussian, turned", Rough::Spectrum::gaussian, 30, 0, 0);
    addRough(rows, "rough, gaussian, skewed", Rough::Spectrum::gaussian, 0, -0.8, 0);
    addRough(rows, "rough, exponential", Rough::Spectrum::exponential, 0, 0, 0);
    addRough(rows, "rough, self-affine", Rough::Spectrum::selfAffine, 0, 0, 0);
    ExampleTexture::Parameters example;
    addExample(rows, "example, blend", example, 0.4);
    example.vary = PatchVary::all;
    addExample(rows, "example, blend, vary all", example, 0);
    example = {};
    example.patchPx = 32;
    addExample(rows, "example, blend, patch 32", example, 0);
    example.method = ExampleTexture::Method::cut;
    addExample(rows, "example, cut, patch 32", example, 0);
    example.patchPx.reset();
    addExample(rows, "example, cut", example, 0.2);
    addMorphology(rows, "morphology, square 3", Shape::square, 3, 0.45);
    addMorphology(rows, "morphology, square 15", Shape::square, 15, 0.45);
    addMorphology(rows, "morphology, square 255", Shape::square, 255, 0.45);
    addMorphology(rows, "morphology, disc 15", Shape::disc, 15, 1.5);
    addMorphology(rows, "morphology, disc 63", Shape::disc, 63, 0);
    addMorphology(rows, "morphology, ball 15", Shape::ball, 15, 4);
    addCurve(rows, 1024, 0.21);
    addCurve(rows, 8, 0.21);
    return rows;
}

}  // namespace burin::bench
