// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/resampling.hpp"

#include "core/kernels/resample_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace burin {

namespace {

/// Reserves arrays from a Scratch, or only counts their bytes.
class Arrays {
  public:
    explicit Arrays(Scratch* scratch) : scratch_(scratch) {}
    template <class T>
    T* take(std::int64_t count) {
        const std::size_t size = static_cast<std::size_t>(count) * sizeof(T);
        bytes += Scratch::padded(size);
        return scratch_ != nullptr ? reinterpret_cast<T*>(scratch_->allocate(size)) : nullptr;
    }
    std::size_t bytes = 0;

  private:
    Scratch* scratch_;
};

/// The source samples and weights for places along one axis of the result, for turns by multiples of 90
/// degrees. Each axis of the result is then the image of one axis of the source.
class AxisTaps {
  public:
    /// \param begin, end  the source samples that were fetched; all others are 0
    AxisTaps(double scale, double corner, Interpolation interpolation, std::int64_t begin, std::int64_t end)
        : scale_(scale), corner_(corner), interpolation_(interpolation), begin_(begin) {
        available_ = end - begin;
        taps_ = std::min(available_, mostTaps());
    }

    /// The number of weights of each place.
    [[nodiscard]] std::int64_t taps() const { return taps_; }

    /// Writes the weights of `place`. \return the index of the first weighted sample, relative to `begin`
    std::int64_t weigh(std::int64_t place, double* weights) const {
        std::fill_n(weights, taps_, 0.0);
        if (interpolation_ == Interpolation::area) return weighArea(place, weights);
        const double at = (static_cast<double>(place) + 0.5 + corner_) / scale_;
        const bool fromCentres = interpolation_ != Interpolation::nearest;
        const double before = std::floor(fromCentres ? at - 0.5 : at);
        const double behind = (fromCentres ? at - 0.5 : at) - before;
        double all[4] = {1, 0, 0, 0};
        if (interpolation_ == Interpolation::linear) {
            all[0] = 1 - behind;
            all[1] = behind;
        } else if (interpolation_ == Interpolation::cubic) {
            resampleKernels().cubicWeights(behind, all);
        }
        const std::int64_t sample =
            static_cast<std::int64_t>(before) - (interpolation_ == Interpolation::cubic ? 1 : 0);
        const std::int64_t first = firstOf(sample);
        for (std::int64_t i = 0; i < mostTaps(); ++i)
            add(sample + i, all[i], first, weights);
        return first;
    }

  private:
    [[nodiscard]] std::int64_t mostTaps() const {
        switch (interpolation_) {
            case Interpolation::nearest:
                return 1;
            case Interpolation::linear:
                return 2;
            case Interpolation::cubic:
                return 4;
            case Interpolation::area:
                break;
        }
        return static_cast<std::int64_t>(std::ceil(1 / std::fabs(scale_))) + 2;
    }

    /// The index, relative to `begin`, at which the weights of a run that starts at `sample` begin.
    [[nodiscard]] std::int64_t firstOf(std::int64_t sample) const {
        return std::clamp<std::int64_t>(sample - begin_, 0, available_ - taps_);
    }
    void add(std::int64_t sample, double weight, std::int64_t first, double* weights) const {
        const std::int64_t i = sample - begin_ - first;
        if (i >= 0 && i < taps_) weights[i] += weight;
    }

    /// Weights each sample by its share of the interval that the place covers.
    std::int64_t weighArea(std::int64_t place, double* weights) const {
        const double a = (static_cast<double>(place) + corner_) / scale_;
        const double b = (static_cast<double>(place) + 1 + corner_) / scale_;
        const double from = std::min(a, b);
        const double to = std::max(a, b);
        const std::int64_t sample = static_cast<std::int64_t>(std::floor(from));
        const std::int64_t first = firstOf(sample);
        for (std::int64_t i = std::max(sample, begin_ + first); i < begin_ + first + taps_; ++i) {
            const double left = static_cast<double>(i);
            if (left >= to) break;
            add(i, (std::min(left + 1, to) - std::max(left, from)) / (to - from), first, weights);
        }
        return first;
    }

    double scale_;
    double corner_;
    Interpolation interpolation_;
    std::int64_t begin_;
    std::int64_t available_ = 0;
    std::int64_t taps_ = 0;
};

/// Turns by multiples of 90 degrees: first along one axis of the source, then along the other.
class StraightResampling {
  public:
    StraightResampling(const ResamplingJob& job, Arrays& arrays)
        : job_(job),
          swapped_(*job.placement.turn.quarters % 2 != 0),
          across_(axis(job.placement.corner.x, acrossScale(), swapped_)),
          down_(axis(job.placement.corner.y, downScale(), !swapped_)),
          acrossFirst_(arrays.take<std::int64_t>(job.area.width)),
          acrossWeights_(arrays.take<double>(job.area.width * across_.taps())),
          downWeights_(arrays.take<double>(down_.taps())),
          sums_(arrays.take<double>(sumCount())) {}

    void run(const ConstSamplesView& samples, SamplesView out) {
        for (std::int64_t x = 0; x < out.width; ++x) {
            acrossFirst_[x] = across_.weigh(job_.area.x + x, acrossWeights_ + x * across_.taps());
        }
        const ResampleKernels& kernels = resampleKernels();
        for (std::int64_t y = 0; y < out.height; ++y) {
            const std::int64_t first = down_.weigh(job_.area.y + y, downWeights_);
            if (swapped_) {
                kernels.combineColumns(samples.data + first, samples.stride, downWeights_, down_.taps(),
                                       sums_, sumCount());
            } else {
                kernels.combineRows(samples.row(first), samples.stride, downWeights_, down_.taps(), sums_,
                                    sumCount());
            }
            kernels.combineSums(sums_, acrossFirst_, acrossWeights_, across_.taps(), out.row(y), out.width);
        }
    }

  private:
    /// Turning a position back by a quarter maps x to -y and y to x, see Placement::toChild.
    [[nodiscard]] double acrossScale() const {
        const Vector scale = job_.placement.scale;
        const double factors[] = {scale.x, -scale.y, -scale.x, scale.y};
        return factors[*job_.placement.turn.quarters];
    }
    [[nodiscard]] double downScale() const {
        const Vector scale = job_.placement.scale;
        const double factors[] = {scale.y, scale.x, -scale.y, -scale.x};
        return factors[*job_.placement.turn.quarters];
    }
    [[nodiscard]] AxisTaps axis(double corner, double scale, bool rows) const {
        const Rect& source = job_.source;
        return {scale, corner, job_.interpolation, rows ? source.y : source.x,
                rows ? source.bottom() : source.right()};
    }
    [[nodiscard]] std::int64_t sumCount() const { return swapped_ ? job_.source.height : job_.source.width; }

    const ResamplingJob& job_;
    bool swapped_;  ///< rows of the result are columns of the source
    AxisTaps across_;
    AxisTaps down_;
    std::int64_t* acrossFirst_;
    double* acrossWeights_;
    double* downWeights_;
    double* sums_;
};

/// Any other turn, by interpolating between the samples around each place.
class TurnedResampling {
  public:
    explicit TurnedResampling(const ResamplingJob& job) : job_(job) {}

    void run(const ConstSamplesView& samples, SamplesView out) const {
        const auto kernel = job_.interpolation == Interpolation::nearest  ? resampleKernels().nearest
                            : job_.interpolation == Interpolation::linear ? resampleKernels().linear
                                                                          : resampleKernels().cubic;
        TurnedRow row = limits();
        const Placement& p = job_.placement;
        row.centre = 0.5 + p.corner.x;
        row.ux = p.turn.cosine / p.scale.x;
        row.vx = -p.turn.sine / p.scale.y;
        row.samples = samples.data;
        row.stride = samples.stride;
        row.left = static_cast<double>(job_.source.x);
        row.top = static_cast<double>(job_.source.y);
        for (std::int64_t y = 0; y < out.height; ++y) {
            const double at = static_cast<double>(job_.area.y + y) + (0.5 + p.corner.y);
            row.u = p.turn.sine / p.scale.x * at;
            row.v = p.turn.cosine / p.scale.y * at;
            const Columns seen = columnsWithin(row, out.width);
            std::fill_n(out.row(y), seen.begin, 0.0F);
            row.x = static_cast<double>(job_.area.x + seen.begin);
            row.count = seen.end - seen.begin;
            kernel(row, out.row(y) + seen.begin);
            std::fill_n(out.row(y) + seen.end, out.width - seen.end, 0.0F);
        }
    }

  private:
    /// Columns of a row, counted from the first of the area.
    struct Columns {
        std::int64_t begin;
        std::int64_t end;
    };

    /// The columns whose positions may be within the limits. The samples of all other columns are 0.
    [[nodiscard]] Columns columnsWithin(const TurnedRow& row, std::int64_t count) const {
        const double start = static_cast<double>(job_.area.x) + row.centre;
        double first = 0;
        auto last = static_cast<double>(count);
        const auto limit = [&](double step, double from, double lowest, double highest) {
            if (step == 0) return;
            const double a = (lowest - from) / step - start;
            const double b = (highest - from) / step - start;
            first = std::max(first, std::min(a, b) - 1);
            last = std::min(last, std::max(a, b) + 1);
        };
        limit(row.ux, row.u, row.uLowest, row.uHighest);
        limit(row.vx, row.v, row.vLowest, row.vHighest);
        if (first >= last) return {0, 0};
        return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(std::ceil(last))};
    }

    /// Limits beyond which all samples around a position are outside of the child; positions are clamped to
    /// them.
    [[nodiscard]] TurnedRow limits() const {
        constexpr double far = std::numeric_limits<double>::max();
        TurnedRow row;
        const Extent& child = job_.placement.child;
        row.uLowest = row.vLowest = child.bounded() ? -resamplingMargin : -far;
        row.uHighest = child.bounded() ? static_cast<double>(child.rect().width) + resamplingMargin : far;
        row.vHighest = child.bounded() ? static_cast<double>(child.rect().height) + resamplingMargin : far;
        return row;
    }

    const ResamplingJob& job_;
};

/// Any other turn, by the exact mean over the parallelogram of a sample.
class TurnedMean {
  public:
    TurnedMean(const ResamplingJob& job, Arrays& arrays) : job_(job) {
        const Placement& p = job.placement;
        right_ = {p.turn.cosine / p.scale.x, -p.turn.sine / p.scale.y};
        down_ = {p.turn.sine / p.scale.x, p.turn.cosine / p.scale.y};
        const double widest = std::fabs(right_.x) + std::fabs(down_.x);
        coverCount_ = static_cast<std::int64_t>(std::ceil(widest)) + 5;
        cover_ = arrays.take<double>(coverCount_);
    }

    void run(const ConstSamplesView& samples, SamplesView out) const {
        std::fill_n(cover_, coverCount_, 0.0);
        for (std::int64_t y = 0; y < out.height; ++y) {
            for (std::int64_t x = 0; x < out.width; ++x) {
                const Vector corner{static_cast<double>(job_.area.x + x),
                                    static_cast<double>(job_.area.y + y)};
                out.row(y)[x] = mean(samples, job_.placement.toChild(corner));
            }
        }
    }

  private:
    /// The parallelogram's corners along one axis, relative to an integer at or before all of them.
    struct Side {
        double corner[4];
        double base;
        std::int64_t count;  ///< number of samples that contain the corners

        Side(double first, double right, double down)
            : base(std::floor(first + std::min({0.0, right, down, right + down}))) {
            const double start = first - base;
            const double offsets[] = {0, right, right + down, down};
            double highest = 0;
            for (int i = 0; i < 4; ++i) {
                corner[i] = std::max(start + offsets[i], 0.0);
                highest = std::max(highest, corner[i]);
            }
            count = static_cast<std::int64_t>(std::floor(highest)) + 1;
        }
    };

    [[nodiscard]] float mean(const ConstSamplesView& samples, Vector first) const {
        const Side across(first.x, right_.x, down_.x);
        const Side down(first.y, right_.y, down_.y);
        const Rect frame{static_cast<std::int64_t>(across.base), static_cast<std::int64_t>(down.base),
                         across.count, down.count};
        const Rect known = intersection(frame, job_.source);
        if (known.empty()) return 0;
        Footprint f;
        std::copy_n(across.corner, 4, f.x);
        std::copy_n(down.corner, 4, f.y);
        f.area = right_.x * down_.y - right_.y * down_.x;
        f.columns = frame.width;
        f.left = known.x - frame.x;
        f.top = known.y - frame.y;
        f.right = known.right() - frame.x;
        f.bottom = known.bottom() - frame.y;
        f.samples = samples.row(known.y - job_.source.y) + (known.x - job_.source.x);
        f.stride = samples.stride;
        return resampleKernels().mean(f, cover_);
    }

    const ResamplingJob& job_;
    Vector right_;  ///< one sample to the right in the result, as a step in the source
    Vector down_;
    std::int64_t coverCount_ = 0;
    double* cover_ = nullptr;
};

}  // namespace

std::size_t resamplingBytes(const ResamplingJob& job) {
    Arrays arrays(nullptr);
    if (job.placement.turn.quarters) {
        StraightResampling(job, arrays);
    } else if (job.interpolation == Interpolation::area) {
        TurnedMean(job, arrays);
    }
    return arrays.bytes;
}

void resample(const ResamplingJob& job, const ConstSamplesView& samples, SamplesView out, Scratch& scratch) {
    Arrays arrays(&scratch);
    if (job.placement.turn.quarters) {
        StraightResampling(job, arrays).run(samples, out);
    } else if (job.interpolation == Interpolation::area) {
        TurnedMean(job, arrays).run(samples, out);
    } else {
        TurnedResampling(job).run(samples, out);
    }
}

}  // namespace burin
