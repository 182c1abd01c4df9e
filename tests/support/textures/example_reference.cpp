// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/example_reference.hpp"

#include "support/textures/lattice_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>

namespace burin::test {

namespace {

double phi(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

/// Computed by bisection on the smaller tail, which has more accurate digits.
double inversePhi(double p) {
    if (p > 0.5) return -inversePhi(1 - p);
    double low = -10;
    double high = 0;
    for (int round = 0; round < 80; ++round) {
        const double middle = (low + high) / 2;
        (phi(middle) < p ? low : high) = middle;
    }
    return (low + high) / 2;
}

std::int64_t down(double v) {
    return static_cast<std::int64_t>(std::floor(v));
}

std::int64_t divided(std::int64_t a, std::int64_t b) {
    return down(static_cast<double>(a) / static_cast<double>(b));
}

std::int64_t rest(std::int64_t a, std::int64_t b) {
    return a - b * divided(a, b);
}

double hashed(std::int64_t i, std::int64_t j, std::int64_t seed, int k) {
    return hashOfPage(i, j, streamOfPage(seed, k));
}

/// The page's path: the place of each step.
/// \param D  the distance at a step and a place, 0 to side - 1
/// \param ends  fixed places of the first and the last step, or -1
PageTexture::Seam path(std::int64_t steps, std::int64_t side,
                       const std::function<std::int64_t(std::int64_t, std::int64_t)>& D, std::int64_t first,
                       std::int64_t last, std::int64_t* sum = nullptr) {
    constexpr std::int64_t never = std::int64_t{1} << 40;
    const std::int64_t mm = std::max<std::int64_t>(2, side / 8);
    std::vector<std::vector<std::int64_t>> cost(static_cast<std::size_t>(steps));
    for (std::int64_t step = 0; step < steps; ++step) {
        auto& row = cost[static_cast<std::size_t>(step)];
        row.assign(static_cast<std::size_t>(side + 1), never);
        for (std::int64_t x = mm; x <= side - mm; ++x) {
            const std::int64_t c = D(step, x - 1) + D(step, x);
            std::int64_t before = step == 0 ? (first < 0 || first == x ? 0 : never) : never;
            if (step > 0) {
                const auto& last = cost[static_cast<std::size_t>(step - 1)];
                for (const std::int64_t move : {0, -1, 1})
                    before = std::min(before, last[static_cast<std::size_t>(x + move)]);
            }
            row[static_cast<std::size_t>(x)] = c + before;
        }
    }
    PageTexture::Seam places(static_cast<std::size_t>(steps));
    const auto& ends = cost.back();
    std::int64_t x = last >= 0 ? last : std::min_element(ends.begin(), ends.end()) - ends.begin();
    if (sum != nullptr) *sum = ends[static_cast<std::size_t>(x)];
    for (std::int64_t step = steps - 1; step >= 0; --step) {
        places[static_cast<std::size_t>(step)] = x;
        if (step == 0) break;
        const auto& before = cost[static_cast<std::size_t>(step - 1)];
        std::int64_t best = 0;
        for (const std::int64_t move : {0, -1, 1}) {
            if (before[static_cast<std::size_t>(x + move)] < before[static_cast<std::size_t>(x + best)])
                best = move;
        }
        x += best;
    }
    return places;
}

}  // namespace

PageTexture::PageTexture(ExampleNode node, PageExample example)
    : node_(std::move(node)), example_(std::move(example)) {
    double sum = 0;
    for (const float sample : example_.samples)
        sum += static_cast<double>(sample);
    mean_ = static_cast<float>(sum / static_cast<double>(example_.samples.size()));
    if (node_.method == "blend") {
        prepareBlend();
    } else {
        prepareCut();
    }
}

float PageTexture::sampleAt(Point p) {
    const float value = node_.method == "blend" ? blendAt(p) : cutAt(p);
    const auto contrast = static_cast<float>(node_.contrast);
    return node_.contrast == 1 ? value : mean_ + contrast * (value - mean_);
}

void PageTexture::prepareBlend() {
    const std::int64_t W = example_.size.width;
    const std::int64_t H = example_.size.height;
    std::vector<float> sorted = example_.samples;
    std::sort(sorted.begin(), sorted.end());
    for (const float value : example_.samples) {
        const auto lo = std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
        const auto hi = std::upper_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
        normal_.push_back(
            static_cast<float>(inversePhi(static_cast<double>(lo + hi) / (2 * static_cast<double>(W * H)))));
    }
    for (int k = 0; k <= 65536; ++k) {
        const double rank = phi(-6 + 12.0 * k / 65536) * static_cast<double>(W * H) - 0.5;
        const double last = static_cast<double>(W * H - 1);
        const double inside = std::min(std::max(rank, 0.0), last);
        const auto below = static_cast<std::size_t>(inside);
        const double a = static_cast<double>(sorted[below]);
        const double b = static_cast<double>(sorted[std::min(below + 1, sorted.size() - 1)]);
        table_.push_back(static_cast<float>(a + (inside - std::floor(inside)) * (b - a)));
    }
    const double s = static_cast<double>(node_.patch == 0 ? std::min(W, H) / 5 : node_.patch);
    px_ = s;
    py_ = s * 0.8660254037844386;
    if (node_.closes != Size{}) {
        const auto w = static_cast<double>(node_.closes.width);
        const auto h = static_cast<double>(node_.closes.height);
        nx_ = std::max<std::int64_t>(1, down(w / px_ + 0.5));
        ny_ = 2 * std::max<std::int64_t>(1, down(h / (2 * py_) + 0.5));
        px_ = w / static_cast<double>(nx_);
        py_ = h / static_cast<double>(ny_);
    }
    Rx_ = static_cast<std::int64_t>(std::ceil(px_)) + 1;
    Ry_ = static_cast<std::int64_t>(std::ceil(py_)) + 1;
    if (node_.vary == "turn" || node_.vary == "all") Rx_ = Ry_ = std::max(Rx_, Ry_);
}

float PageTexture::patchSample(std::int64_t I, std::int64_t J, Point p) const {
    std::int64_t kx = 0;
    std::int64_t ky = 0;
    if (node_.closes != Size{}) {
        ky = divided(J, ny_);
        J -= ky * ny_;
        I += ky * ny_ / 2;
        kx = divided(I, nx_);
        I -= kx * nx_;
    }
    const auto a = static_cast<double>(I);
    const auto b = static_cast<double>(J);
    std::int64_t ex = p.x - (down((a * px_ + b * (px_ * 0.5)) + 0.5) + kx * node_.closes.width);
    std::int64_t ey = p.y - (down(b * py_ + 0.5) + ky * node_.closes.height);
    const std::int64_t g = down(8 * hashed(I, J, node_.seed, 2));
    if ((node_.vary == "mirror" || node_.vary == "all") && g >= 4) ex = -ex;
    if (node_.vary == "turn" || node_.vary == "all") {
        for (std::int64_t turn = 0; turn < g % 4; ++turn) {
            const std::int64_t old = ex;
            ex = -ey;
            ey = old;
        }
    }
    const auto W = example_.size.width;
    const std::int64_t x = Rx_ + down(hashed(I, J, node_.seed, 0) * static_cast<double>(W - 2 * Rx_)) + ex;
    const std::int64_t y =
        Ry_ + down(hashed(I, J, node_.seed, 1) * static_cast<double>(example_.size.height - 2 * Ry_)) + ey;
    return normal_.at(static_cast<std::size_t>(y * W + x));
}

float PageTexture::blendAt(Point p) const {
    if (node_.closes != Size{}) p = {rest(p.x, node_.closes.width), rest(p.y, node_.closes.height)};
    const double v = static_cast<double>(p.y) / py_;
    const double u = static_cast<double>(p.x) / px_ - v * 0.5;
    const std::int64_t i = down(u);
    const std::int64_t j = down(v);
    const double P = u - static_cast<double>(i);
    const double Q = v - static_cast<double>(j);
    std::vector<Point> vertices = {{i, j}, {i + 1, j}, {i, j + 1}};
    std::vector<double> weights = {(1 - P) - Q, P, Q};
    if (P + Q >= 1) {
        vertices = {{i + 1, j + 1}, {i, j + 1}, {i + 1, j}};
        weights = {(P + Q) - 1, 1 - P, 1 - Q};
    }
    float b[3];
    float g[3];
    for (std::size_t n = 0; n < 3; ++n) {
        const auto b1 = static_cast<float>(weights[n]);
        b[n] = b1;
        for (int power = 1; power < node_.sharpness; ++power)
            b[n] = b[n] * b1;
        g[n] = patchSample(vertices[n].x, vertices[n].y, p);
    }
    const float sum = (b[0] * g[0] + b[1] * g[1]) + b[2] * g[2];
    float z = sum / std::sqrt((b[0] * b[0] + b[1] * b[1]) + b[2] * b[2]);
    z = std::min(std::max(z, -6.0F), 6.0F);
    const float t = (z + 6.0F) * 5461.3335F;
    const auto k = static_cast<std::size_t>(std::min(std::floor(t), 65535.0F));
    return table_[k] + (t - static_cast<float>(k)) * (table_[k + 1] - table_[k]);
}

std::int64_t PageTexture::level(Point p) const {
    return Q_.at(static_cast<std::size_t>(p.y * example_.size.width + p.x));
}

void PageTexture::prepareCut() {
    const std::int64_t W = example_.size.width;
    const std::int64_t H = example_.size.height;
    for (const float value : example_.samples)
        Q_.push_back(down(std::clamp(static_cast<double>(value), 0.0, 1.0) * 65535 + 0.5));
    t_ = T_ = node_.patch == 0 ? std::min(W, H) / 6 : node_.patch;
    if (node_.closes != Size{}) {
        const auto cells = [&](std::int64_t length) {
            const std::int64_t n =
                std::max<std::int64_t>(1, down(static_cast<double>(length) / static_cast<double>(t_) + 0.5));
            for (std::int64_t i = 0; i < n; ++i)
                T_ = std::max(T_, (i + 1) * length / n - i * length / n);
            return n;
        };
        cellsX_ = cells(node_.closes.width);
        cellsY_ = cells(node_.closes.height);
    }
    const auto cost = [&](Point a, Point b) {
        std::int64_t sums[2];
        static_cast<void>(path(
            2 * T_, t_,
            [&](std::int64_t step, std::int64_t x) {
                const std::int64_t y = step - T_;
                return std::abs(level({a.x + x, a.y + y}) - level({b.x + x - t_, b.y + y}));
            },
            -1, -1, &sums[0]));
        static_cast<void>(path(
            2 * T_, t_,
            [&](std::int64_t step, std::int64_t y) {
                const std::int64_t x = step - T_;
                return std::abs(level({a.x + x, a.y + y}) - level({b.x + x, b.y + y - t_}));
            },
            -1, -1, &sums[1]));
        return sums[0] + sums[1];
    };
    for (int k = 0; k < node_.colours; ++k) {
        std::vector<Point> all;
        std::vector<Point> apart;
        for (int c = 0; c < 64; ++c) {
            all.push_back({T_ + down(hashed(c, k, node_.seed, 0) * static_cast<double>(W - 2 * T_ + 1)),
                           T_ + down(hashed(c, k, node_.seed, 1) * static_cast<double>(H - 2 * T_ + 1))});
            if (std::none_of(windows_.begin(), windows_.end(), [&](Point b) {
                    return std::max(std::abs(all.back().x - b.x), std::abs(all.back().y - b.y)) < T_ / 2;
                }))
                apart.push_back(all.back());
        }
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        Point best;
        for (const Point c : apart.empty() ? all : apart) {
            std::int64_t sum = cost(c, c);
            for (const Point b : windows_)
                sum += cost(c, b) + cost(b, c);
            if (sum < least) {
                least = sum;
                best = c;
            }
        }
        windows_.push_back(best);
    }
}

const PageTexture::Seam& PageTexture::upright(int k, int l, std::int64_t tw) {
    Seam& seam = uprights_[{k, l, tw}];
    if (seam.empty()) {
        const Point a = windows_[static_cast<std::size_t>(k)];
        const Point b = windows_[static_cast<std::size_t>(l)];
        seam = path(
            2 * T_, tw,
            [&](std::int64_t step, std::int64_t x) {
                const std::int64_t y = step - T_;
                return std::abs(level({a.x + x, a.y + y}) - level({b.x + x - tw, b.y + y}));
            },
            -1, -1);
    }
    return seam;
}

const PageTexture::Seam& PageTexture::levelSeam(int k, int l, std::int64_t th) {
    Seam& seam = levels_[{k, l, th}];
    if (seam.empty()) {
        const Point a = windows_[static_cast<std::size_t>(k)];
        const Point b = windows_[static_cast<std::size_t>(l)];
        seam = path(
            2 * T_, th,
            [&](std::int64_t step, std::int64_t y) {
                const std::int64_t x = step - T_;
                return std::abs(level({a.x + x, a.y + y}) - level({b.x + x, b.y + y - th}));
            },
            -1, -1);
    }
    return seam;
}

const PageTexture::Seam& PageTexture::cellSeam(const std::array<int, 4>& c, std::int64_t tw,
                                               std::int64_t th) {
    Seam& seam = seams_[{c[0], c[1], c[2], c[3], tw, th}];
    if (!seam.empty()) return seam;
    const auto window = [&](int n) {
        return windows_[static_cast<std::size_t>(c[static_cast<std::size_t>(n)])];
    };
    const Seam& top = upright(c[0], c[1], tw);
    const Seam& bottom = upright(c[2], c[3], tw);
    const auto D = [&](std::int64_t x, std::int64_t y) {
        const Point above = x < top[static_cast<std::size_t>(T_ + y)]
                                ? Point{window(0).x + x, window(0).y + y}
                                : Point{window(1).x + x - tw, window(1).y + y};
        const Point below = x < bottom[static_cast<std::size_t>(T_ + y - th)]
                                ? Point{window(2).x + x, window(2).y + y - th}
                                : Point{window(3).x + x - tw, window(3).y + y - th};
        return std::abs(level(above) - level(below));
    };
    seam = path(tw, th, D, levelSeam(c[0], c[2], th)[static_cast<std::size_t>(T_)],
                levelSeam(c[1], c[3], th)[static_cast<std::size_t>(T_)]);
    return seam;
}

float PageTexture::cutAt(Point p) {
    const bool closed = node_.closes != Size{};
    if (closed) p = {rest(p.x, node_.closes.width), rest(p.y, node_.closes.height)};
    const auto start = [&](std::int64_t i, std::int64_t length, std::int64_t n) {
        return closed ? i * length / n : i * t_;
    };
    const auto cellOf = [&](std::int64_t x, std::int64_t length, std::int64_t n) {
        if (!closed) return divided(x, t_);
        std::int64_t i = 0;
        while (start(i + 1, length, n) <= x)
            ++i;
        return i;
    };
    const std::int64_t i = cellOf(p.x, node_.closes.width, cellsX_);
    const std::int64_t j = cellOf(p.y, node_.closes.height, cellsY_);
    const std::int64_t left = start(i, node_.closes.width, cellsX_);
    const std::int64_t top = start(j, node_.closes.height, cellsY_);
    const std::int64_t tw = start(i + 1, node_.closes.width, cellsX_) - left;
    const std::int64_t th = start(j + 1, node_.closes.height, cellsY_) - top;
    const auto colour = [&](std::int64_t I, std::int64_t J) {
        if (closed) {
            I = rest(I, cellsX_);
            J = rest(J, cellsY_);
        }
        return static_cast<int>(down(node_.colours * hashed(I, J, node_.seed, 2)));
    };
    const std::array<int, 4> c = {colour(i, j), colour(i + 1, j), colour(i, j + 1), colour(i + 1, j + 1)};
    const std::int64_t x = p.x - left;
    const std::int64_t y = p.y - top;
    const auto sample = [&](int n, std::int64_t dx, std::int64_t dy) {
        const Point C = windows_[static_cast<std::size_t>(c[static_cast<std::size_t>(n)])];
        return example_.at(C.x + dx, C.y + dy);
    };
    if (y < cellSeam(c, tw, th)[static_cast<std::size_t>(x)]) {
        return x < upright(c[0], c[1], tw)[static_cast<std::size_t>(T_ + y)] ? sample(0, x, y)
                                                                             : sample(1, x - tw, y);
    }
    return x < upright(c[2], c[3], tw)[static_cast<std::size_t>(T_ + y - th)] ? sample(2, x, y - th)
                                                                              : sample(3, x - tw, y - th);
}

}  // namespace burin::test
