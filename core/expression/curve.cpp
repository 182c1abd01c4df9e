// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/curve.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace burin {
namespace {

/// The last index whose `in` is at most v. \pre in is ascending, in.front() <= v
template <class Number>
std::size_t segmentOf(const std::vector<Number>& in, Number v) {
    return static_cast<std::size_t>(std::upper_bound(in.begin(), in.end(), v) - in.begin()) - 1;
}

}  // namespace

Curve::Curve(std::vector<std::pair<double, double>> points) : points_(std::move(points)) {
    for (const auto& [in, out] : points_) {
        in_.push_back(static_cast<float>(in));
        out_.push_back(static_cast<float>(out));
    }
    // Points that coincide in binary32 leave a segment that no value selects, so its slope is never used.
    for (std::size_t i = 0; i + 1 < in_.size(); ++i) {
        const float run = in_[i + 1] - in_[i];
        slope_.push_back(run > 0.0F ? (out_[i + 1] - out_[i]) / run : 0.0F);
    }
}

double Curve::operator()(double v) const {
    if (v <= points_.front().first) return points_.front().second;
    if (v >= points_.back().first) return points_.back().second;
    if (v != v) return v;
    const auto above = std::upper_bound(points_.begin(), points_.end(), v,
                                        [](double value, const auto& point) { return value < point.first; });
    const auto [in0, out0] = *(above - 1);
    const auto [in1, out1] = *above;
    const double slope = (out1 - out0) / (in1 - in0);
    return out0 + (v - in0) * slope;
}

void Curve::apply(float* values, std::int64_t count) const {
    std::size_t k = 0;  // the last segment; neighbouring values usually share it
    for (std::int64_t i = 0; i < count; ++i) {
        const float v = values[i];
        if (v <= in_.front()) {
            values[i] = out_.front();
        } else if (v >= in_.back()) {
            values[i] = out_.back();
        } else if (v == v) {
            if (!(in_[k] <= v && v < in_[k + 1])) k = segmentOf(in_, v);
            values[i] = v == in_[k] ? out_[k] : out_[k] + (v - in_[k]) * slope_[k];
        }
    }
}

std::string Curve::canonical() const {
    std::string text;
    const auto append = [&](double number, char after) {
        char digits[32];
        const auto end =
            std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 17).ptr;
        text.append(digits, end);
        text += after;
    };
    for (const auto& [in, out] : points_) {
        append(in, ':');
        append(out, ',');
    }
    text.pop_back();
    return text;
}

}  // namespace burin
