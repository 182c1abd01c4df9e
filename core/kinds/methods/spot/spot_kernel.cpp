// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/spot/spot_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace burin {

namespace {

constexpr double mostRadius = longestSpotSide / 2;
/// The places of a sample, along x and along y, that are counted for a `top_hat`.
constexpr int placesInSample = 16;

double sigmaOf(double diameterPx) {
    // Below this the weights of all neighbours are 0.
    constexpr double leastSigma = 1e-3;
    return std::max(diameterPx / 4, leastSigma);
}

KernelMatrix topHat(double widthPx, double heightPx, const SpotReach& reach) {
    const auto [rx, ry] = reach;
    KernelMatrix matrix{2 * ry + 1, 2 * rx + 1, {}};
    const auto place = [](int sample, int k, double diameter) {
        return (sample - 0.5 + (k + 0.5) / placesInSample) / (diameter / 2);
    };
    for (int y = -ry; y <= ry; ++y) {
        for (int x = -rx; x <= rx; ++x) {
            int inside = 0;
            for (int b = 0; b < placesInSample; ++b) {
                const double v = place(y, b, heightPx);
                for (int a = 0; a < placesInSample; ++a) {
                    const double u = place(x, a, widthPx);
                    inside += u * u + v * v <= 1 ? 1 : 0;
                }
            }
            matrix.weights.push_back(inside);
        }
    }
    // The ellipse is smaller than the distance between the places.
    if (matrix.sum() == 0) return {1, 1, {1}};
    return matrix;
}

/// Which pixels of an image lie in a sample, along one axis.
class ImageAxis {
  public:
    /// \param scale  samples that a pixel covers
    ImageAxis(std::int64_t pixels, double scale)
        : pixels_(pixels),
          scale_(scale),
          radius_(static_cast<int>(
              std::max(0.0, std::ceil(static_cast<double>(pixels) * scale / 2 - 0.5 - 1e-9)))) {}

    [[nodiscard]] int radius() const { return radius_; }
    /// Calls `visit(pixel, share of a sample)`.
    template <class Visit>
    void forEach(int sample, const Visit& visit) const {
        const double middle = static_cast<double>(pixels_) / 2;
        const double from = (sample - 0.5) / scale_ + middle;  // in pixels
        const double to = (sample + 0.5) / scale_ + middle;
        const auto first = static_cast<std::int64_t>(std::max(0.0, std::floor(from)));
        const auto last = std::min(pixels_, static_cast<std::int64_t>(std::ceil(to)));
        for (std::int64_t pixel = first; pixel < last; ++pixel) {
            const double left = std::max(from, static_cast<double>(pixel));
            const double right = std::min(to, static_cast<double>(pixel + 1));
            if (right > left) visit(pixel, (right - left) * scale_);
        }
    }

  private:
    std::int64_t pixels_;
    double scale_;
    int radius_;
};

std::optional<KernelMatrix> reducedImage(const ConstSamplesView& image, double scaleX, double scaleY) {
    const double widest =
        std::max(static_cast<double>(image.width) * scaleX, static_cast<double>(image.height) * scaleY);
    if (widest > longestSpotSide) return {};
    const ImageAxis alongX(image.width, scaleX);
    const ImageAxis alongY(image.height, scaleY);
    KernelMatrix matrix{2 * alongY.radius() + 1, 2 * alongX.radius() + 1, {}};
    for (int y = -alongY.radius(); y <= alongY.radius(); ++y) {
        for (int x = -alongX.radius(); x <= alongX.radius(); ++x) {
            double sum = 0;
            alongY.forEach(y, [&](std::int64_t row, double down) {
                alongX.forEach(x, [&](std::int64_t column, double across) {
                    sum += down * across * static_cast<double>(image.row(row)[column]);
                });
            });
            matrix.weights.push_back(sum);
        }
    }
    const bool sound = std::all_of(matrix.weights.begin(), matrix.weights.end(),
                                   [](double w) { return w >= 0 && std::isfinite(w); });
    if (!sound || matrix.sum() <= 0) return {};
    return matrix;
}

}  // namespace

std::optional<KernelMatrix> spotKernel(const LaserSpot& spot, const Vector& pitchUm,
                                       const ConstSamplesView& image) {
    if (spot.shape == LaserSpot::Shape::image) {
        const auto matrix = reducedImage(image, spot.pitchUm / pitchUm.x, spot.pitchUm / pitchUm.y);
        return matrix ? std::optional(matrix->normalized()) : std::nullopt;
    }
    const std::optional<SpotReach> reach = spotReach(spot, pitchUm);
    if (!reach) return {};
    const double width = spot.widthUm / pitchUm.x;
    const double height = spot.heightUm / pitchUm.y;
    if (spot.shape == LaserSpot::Shape::topHat) return topHat(width, height, *reach).normalized();
    return productMatrix(gaussianWeights(sigmaOf(height)), gaussianWeights(sigmaOf(width))).normalized();
}

std::optional<SpotReach> spotReach(const LaserSpot& spot, const Vector& pitchUm) {
    const double width = spot.widthUm / pitchUm.x;
    const double height = spot.heightUm / pitchUm.y;
    const bool gaussian = spot.shape == LaserSpot::Shape::gaussian;
    const double most = gaussian ? mostRadius / 3 * 4 : longestSpotSide;
    if (!(width <= most && height <= most)) return {};
    const auto reachOf = [gaussian](double diameter) {
        return static_cast<int>(gaussian ? std::ceil(3 * sigmaOf(diameter))
                                         : std::max(0.0, std::ceil(diameter / 2 - 0.5)));
    };
    return SpotReach{reachOf(width), reachOf(height)};
}

KernelMatrix gatheringKernel(KernelMatrix kernel) {
    std::reverse(kernel.weights.begin(), kernel.weights.end());
    return kernel;
}

ParameterDescription spotDescription() {
    return {
        .key = "spot", .title = "Spot", .type = ParameterType::spot, .unit = "um", .strictlyPositive = true};
}

}  // namespace burin
