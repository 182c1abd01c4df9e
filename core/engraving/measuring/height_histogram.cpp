// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/height_histogram.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr std::uint64_t placesPerBin = std::uint64_t{1} << HeightKernels::placeBits;
constexpr double placesInBin = static_cast<double>(placesPerBin);
constexpr std::uint64_t placesMask = (std::uint64_t{1} << HeightKernels::countShift) - 1;

}  // namespace

HeightHistogram::HeightHistogram(double lowest, double span)
    : lowest_(lowest), span_(span), bins_(static_cast<std::size_t>(bins)) {}

void HeightHistogram::add(const ConstSamplesView& samples, std::vector<std::uint64_t>& scratch) {
    const HeightTable counted = table(scratch);
    const std::int64_t rows = std::max<std::int64_t>(1, HeightKernels::mostSamples / samples.width);
    for (std::int64_t from = 0; from < samples.height; from += rows) {
        const std::int64_t to = std::min(samples.height, from + rows);
        for (std::int64_t y = from; y < to; ++y)
            heightKernels().histogram(samples.row(y), samples.width, counted);
        take(scratch, (to - from) * samples.width);
    }
}

void HeightHistogram::take(std::vector<std::uint64_t>& scratch, std::int64_t count) {
    for (std::size_t i = 0; i < scratch.size(); ++i) {
        bins_[i].count += scratch[i] >> HeightKernels::countShift;
        bins_[i].places += scratch[i] & placesMask;
        scratch[i] = 0;
    }
    total_ += static_cast<std::uint64_t>(count);
}

void HeightHistogram::add(const std::vector<FilledBin>& filled) {
    for (const FilledBin& more : filled) {
        Bin& bin = bins_[static_cast<std::size_t>(more.bin)];
        bin.count += more.count;
        bin.places += more.places;
        total_ += more.count;
    }
}

double HeightHistogram::placesPerDepth() const {
    return static_cast<double>(bins) * placesInBin / span_;
}

void HeightHistogram::merge(const HeightHistogram& other) {
    for (std::size_t i = 0; i < bins_.size(); ++i) {
        bins_[i].count += other.bins_[i].count;
        bins_[i].places += other.bins_[i].places;
    }
    total_ += other.total_;
}

double HeightHistogram::meanPlace(std::int64_t bin) const {
    const Bin& b = bins_[static_cast<std::size_t>(bin)];
    // The kernels count the end of the last bin at its last place. A level at the end must be as exact as any
    // other, because drops of the bearing curve are compared for equality.
    if (bin == bins - 1 && b.places == b.count * (placesPerBin - 1)) return 1;
    return static_cast<double>(b.places) / static_cast<double>(b.count) / placesInBin;
}

double HeightHistogram::meanDistance(double from) const {
    const double origin = (from - lowest_) / binWidth();
    double sum = 0;  // in bins
    for (std::int64_t bin = 0; bin < bins; ++bin) {
        if (count(bin) == 0) continue;
        sum += static_cast<double>(count(bin)) * std::abs(static_cast<double>(bin) + meanPlace(bin) - origin);
    }
    return total_ == 0 ? 0 : sum / static_cast<double>(total_) * binWidth();
}

namespace {

/// Whether nearly all samples of a bin lie at one depth, as those of a plateau do. Bins of slopes hold about
/// as many samples as their neighbours.
bool isPlateau(const HeightHistogram& histogram, std::int64_t bin) {
    const auto countAt = [&](std::int64_t i) {
        return i < 0 || i >= HeightHistogram::bins ? 0 : histogram.count(i);
    };
    return histogram.count(bin) > 4 * std::max(countAt(bin - 1), countAt(bin + 1));
}

}  // namespace

BearingCurve::BearingCurve(const HeightHistogram& histogram, double least, double greatest) {
    depths_.reserve(steps + 1);
    const auto total = static_cast<double>(histogram.total());
    std::int64_t bin = -1;
    double before = 0;  // samples in the bins before `bin`
    double inside = 0;  // samples in `bin`
    for (int step = 0; step <= steps; ++step) {
        const double rank = static_cast<double>(step) / steps * total;
        while (bin < 0 || (before + inside < rank && bin + 1 < HeightHistogram::bins)) {
            before += inside;
            inside = static_cast<double>(histogram.count(++bin));
        }
        double depth = least;
        if (inside > 0) {
            // The samples of a slope are assumed to spread evenly about their mean place, as far as the bin
            // allows.
            const double mean = histogram.meanPlace(bin);
            const double reach = isPlateau(histogram, bin) ? 0 : std::min(mean, 1 - mean);
            const double share = std::clamp((rank - before) / inside, 0.0, 1.0);
            depth = histogram.lowest() +
                    histogram.binWidth() * (static_cast<double>(bin) + mean + (2 * share - 1) * reach);
        }
        depths_.push_back(std::clamp(depth, least, greatest));
    }
    depths_.front() = least;
    depths_.back() = greatest;
}

namespace {

struct BearingLine {
    double at0 = 0;
    double at100 = 0;
};

/// The line of least squares through the 40 % of the curve that rise least.
BearingLine coreLine(const BearingCurve& curve) {
    constexpr int width = BearingCurve::steps * 4 / 10;
    int first = 0;
    for (int i = 1; i + width <= BearingCurve::steps; ++i) {
        if (curve.at(i + width) - curve.at(i) < curve.at(first + width) - curve.at(first)) first = i;
    }
    const double middle = first + width / 2.0;
    double mean = 0;
    double slope = 0;
    double inertia = 0;
    for (int i = first; i <= first + width; ++i) {
        mean += curve.at(i) / (width + 1);
        slope += (i - middle) * curve.at(i);
        inertia += (i - middle) * (i - middle);
    }
    slope /= inertia;
    return {mean - slope * middle, mean + slope * (BearingCurve::steps - middle)};
}

}  // namespace

BearingParameters bearingParameters(const BearingCurve& curve) {
    constexpr double perStep = 100.0 / BearingCurve::steps;
    const BearingLine line = coreLine(curve);
    const double first = curve.at(0);
    const double last = curve.at(BearingCurve::steps);
    // A plateau that the line follows is not outside of it because of rounding.
    const double slack = 1e-8 * (last - first) + 1e-12 * std::max(std::abs(first), std::abs(last));
    BearingParameters out;
    out.core = line.at100 - line.at0;
    // The peaks: from the top down to the line's upper end. The valleys: from the bottom up to its lower end.
    double area = 0;
    for (int i = 0; i < BearingCurve::steps && curve.at(i) < line.at0 - slack; ++i) {
        const double a = line.at0 - curve.at(i);
        const double b = line.at0 - curve.at(i + 1);
        const double part = b >= 0 ? 1 : a / (a - b);
        area += (b >= 0 ? (a + b) / 2 : a * part / 2) * perStep;
        out.peakRatio += part * perStep;
    }
    if (out.peakRatio > 0) out.peaks = 2 * area / out.peakRatio;
    area = 0;
    double reached = 0;
    for (int i = BearingCurve::steps; i > 0 && curve.at(i) > line.at100 + slack; --i) {
        const double a = curve.at(i) - line.at100;
        const double b = curve.at(i - 1) - line.at100;
        const double part = b >= 0 ? 1 : a / (a - b);
        area += (b >= 0 ? (a + b) / 2 : a * part / 2) * perStep;
        reached += part * perStep;
    }
    if (reached > 0) out.valleys = 2 * area / reached;
    out.valleyRatio = 100 - reached;
    return out;
}

}  // namespace burin
