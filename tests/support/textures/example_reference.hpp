// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace burin::test {

/// The page's E, W x H samples, row by row.
struct PageExample {
    Size size;
    std::vector<float> samples;

    [[nodiscard]] float at(std::int64_t x, std::int64_t y) const {
        return samples.at(static_cast<std::size_t>(y * size.width + x));
    }
};

/// An endless texture, as the format's page defines it.
class PageTexture {
  public:
    PageTexture(ExampleNode node, PageExample example);

    [[nodiscard]] float sampleAt(Point p);
    /// For `cut`: the places of the upright and level seams of a pair, and of the seam of a cell.
    using Seam = std::vector<std::int64_t>;

  private:
    void prepareBlend();
    [[nodiscard]] float blendAt(Point p) const;
    /// g_n of the vertex (I, J).
    [[nodiscard]] float patchSample(std::int64_t I, std::int64_t J, Point p) const;

    void prepareCut();
    [[nodiscard]] float cutAt(Point p);
    [[nodiscard]] std::int64_t level(Point p) const;
    [[nodiscard]] const Seam& upright(int k, int l, std::int64_t tw);
    [[nodiscard]] const Seam& levelSeam(int k, int l, std::int64_t th);
    [[nodiscard]] const Seam& cellSeam(const std::array<int, 4>& c, std::int64_t tw, std::int64_t th);

    ExampleNode node_;
    PageExample example_;
    float mean_ = 0;

    double px_ = 1;
    double py_ = 1;
    std::int64_t nx_ = 0;
    std::int64_t ny_ = 0;
    std::int64_t Rx_ = 0;
    std::int64_t Ry_ = 0;
    std::vector<float> normal_;
    std::vector<float> table_;

    std::int64_t t_ = 16;
    std::int64_t T_ = 16;
    std::int64_t cellsX_ = 0;
    std::int64_t cellsY_ = 0;
    std::vector<std::int64_t> Q_;
    std::vector<Point> windows_;
    std::map<std::array<std::int64_t, 3>, Seam> uprights_;
    std::map<std::array<std::int64_t, 3>, Seam> levels_;
    std::map<std::array<std::int64_t, 6>, Seam> seams_;
};

}  // namespace burin::test
