// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/formula_curve.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/outlines/drawing_error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace burin {
namespace {

constexpr double curveTolerance = 1.0 / 1024;

/// A step of the curve, from a point to the beginning of the next step.
struct CurveStep {
    double t = 0;
    PlanePoint start;
    bool final = false;  ///< whether it is not halved any more
};

/// Evaluates both expressions at many places at once.
class CurvePoints {
  public:
    explicit CurvePoints(const FormulaCurve& curve)
        : curve_(curve),
          workspace_(std::max(curve.x.workspaceBytes(), curve.y.workspaceBytes()) / sizeof(WorkspaceLine) +
                     1) {
        operands_.resize(curve.constants.size() + 1);
        for (std::size_t i = 0; i < curve.constants.size(); ++i)
            operands_[i + 1].constant = curve.constants[i];
    }

    /// \throws DrawingError for a point that is not finite
    [[nodiscard]] std::vector<PlanePoint> at(const std::vector<double>& t) {
        if (t.empty()) return {};
        std::vector<double> x(t.size());
        std::vector<double> y(t.size());
        operands_[0].values = t.data();
        const auto count = static_cast<std::int64_t>(t.size());
        curve_.x.evaluate(operands_, count, x.data(), workspace_[0].bytes);
        curve_.y.evaluate(operands_, count, y.data(), workspace_[0].bytes);
        std::vector<PlanePoint> points(t.size());
        for (std::size_t i = 0; i < t.size(); ++i) {
            if (!std::isfinite(x[i]) || !std::isfinite(y[i])) {
                throw DrawingError({.reason = "the curve is not finite at t = %1",
                                    .details = {numberText(t[i])},
                                    .advice = "use expressions that are finite from 'from' to 'to'"});
            }
            points[i] = {x[i], y[i]};
        }
        return points;
    }

  private:
    struct alignas(64) WorkspaceLine {
        std::byte bytes[64];
    };

    const FormulaCurve& curve_;
    std::vector<Operand> operands_;
    std::vector<WorkspaceLine> workspace_;
};

/// Whether p is farther than the tolerance from the chord between a and b.
bool leavesChord(PlanePoint p, PlanePoint a, PlanePoint b) {
    const PlanePoint e = b - a;
    const PlanePoint w = p - a;
    const double q = dot(e, e);
    const double k = dot(w, e);
    const PlanePoint nearest = !(q > 0) || k <= 0 ? a : k >= q ? b : a + e * (k / q);
    const PlanePoint d = p - nearest;
    return dot(d, d) > curveTolerance * curveTolerance;
}

class CurveTracer {
  public:
    CurveTracer(const FormulaCurve& curve, const std::stop_token& stop)
        : curve_(curve), points_(curve), stop_(stop) {}

    [[nodiscard]] Outline trace() {
        begin();
        for (int level = 0; level < FormulaCurve::mostHalvings && halve(); ++level) {
        }
        ContourList list;
        list.moveTo(steps_.front().start);
        for (std::size_t i = 1; i < steps_.size(); ++i)
            list.lineTo(steps_[i].start);
        if (curve_.closed) list.close();
        Outline outline;
        outline.paint(std::move(list));
        return outline;
    }

  private:
    void begin() {
        if (stop_.stop_requested()) throw Cancelled();
        std::vector<double> t(static_cast<std::size_t>(curve_.steps) + 1);
        for (std::size_t i = 0; i < t.size(); ++i)
            t[i] = curve_.from +
                   (curve_.to - curve_.from) * (static_cast<double>(i) / static_cast<double>(curve_.steps));
        t.back() = curve_.to;
        const std::vector<PlanePoint> starts = points_.at(t);
        for (std::size_t i = 0; i < t.size(); ++i)
            steps_.push_back({t[i], starts[i], i + 1 == t.size()});
    }

    /// Halves each step whose curve deviates from its chord. \return whether any step had to be halved
    bool halve() {
        std::vector<CurveStep> next;
        bool tried = false;
        // Works in blocks, so that the places that are tried take little memory even if there are too many
        // chords.
        constexpr std::size_t block = 65'536;
        for (std::size_t first = 0; first < steps_.size(); first += block) {
            if (stop_.stop_requested()) throw Cancelled();
            if (halve(first, std::min(first + block, steps_.size()), next)) tried = true;
            if (next.size() > FormulaCurve::mostChords)
                throw DrawingError(Problem{.reason = "the curve needs more than 10,000,000 chords",
                                           .advice = "use a smaller or smoother curve"});
        }
        steps_ = std::move(next);
        return tried;
    }

    /// \param next  receives the steps from `first` to before `last`, halved or not
    bool halve(std::size_t first, std::size_t last, std::vector<CurveStep>& next) {
        std::vector<double> t;
        for (std::size_t i = first; i < last && i + 1 < steps_.size(); ++i) {
            if (steps_[i].final) continue;
            for (const double share : {0.25, 0.5, 0.75})
                t.push_back(steps_[i].t + (steps_[i + 1].t - steps_[i].t) * share);
        }
        const std::vector<PlanePoint> tried = points_.at(t);
        std::size_t at = 0;
        for (std::size_t i = first; i < last; ++i) {
            next.push_back(steps_[i]);
            if (steps_[i].final) continue;
            const PlanePoint a = steps_[i].start;
            const PlanePoint b = steps_[i + 1].start;
            const bool leaves = leavesChord(tried[at], a, b) || leavesChord(tried[at + 1], a, b) ||
                                leavesChord(tried[at + 2], a, b);
            if (leaves) {
                next.push_back({t[at + 1], tried[at + 1]});
            } else {
                next.back().final = true;
            }
            at += 3;
        }
        return !t.empty();
    }

    const FormulaCurve& curve_;
    CurvePoints points_;
    std::stop_token stop_;
    std::vector<CurveStep> steps_;  ///< the last one is the end
};

}  // namespace

Outline traceCurve(const FormulaCurve& curve, const std::stop_token& stop) {
    return CurveTracer(curve, stop).trace();
}

}  // namespace burin
