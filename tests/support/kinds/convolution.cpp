// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

namespace {

void read(const NodeReader& node, ConvolutionNode& made) {
    const auto kernel = *node["kernel"].begin();
    made.kernel = kernel.first.as<std::string>();
    made.normalize = node["normalize"].as<bool>(true);
    made.edge = node["edge"].as<std::string>("extend");
    if (made.kernel == "matrix") {
        made.matrix = kernel.second.as<std::vector<std::vector<double>>>();
    } else if (made.kernel == "sobel") {
        made.value = kernel.second.as<std::string>() == "x" ? 0 : 1;
    } else {
        made.value = kernel.second.as<double>();
    }
}

void write(KeyLines& out, const ConvolutionNode& n) {
    std::string value = n.kernel == "sobel" ? (n.value == 0 ? "x" : "y") : numberTextOf(n.value);
    if (n.kernel == "matrix") {
        value.clear();
        for (const std::vector<double>& row : n.matrix) {
            value += value.empty() ? "[" : ", ";
            for (std::size_t i = 0; i < row.size(); ++i)
                value += (i == 0 ? "[" : ", ") + numberTextOf(row[i]);
            value += "]";
        }
        value += "]";
    }
    out.add("kernel", "{" + n.kernel + ": " + value + "}");
    if (!n.normalize) out.add("normalize", "false");
    out.add("edge", n.edge);
}

}  // namespace

std::vector<std::vector<double>> kernelOf(const ConvolutionNode& node) {
    const auto d = static_cast<std::size_t>(node.value);
    std::vector<std::vector<double>> k = node.matrix;
    if (node.kernel == "box") k.assign(d, std::vector<double>(d, 1.0));
    if (node.kernel == "binomial") {
        std::vector<double> row = {1};
        while (row.size() < d) {
            row.push_back(0);
            for (std::size_t i = row.size() - 1; i > 0; --i)
                row[i] += row[i - 1];
        }
        for (const double down : row) {
            k.emplace_back();
            for (const double across : row)
                k.back().push_back(down * across);
        }
    }
    if (node.kernel == "gaussian") {
        const double reach = std::ceil(3 * node.value);
        for (double y = -reach; y <= reach; ++y) {
            k.emplace_back();
            for (double x = -reach; x <= reach; ++x) {
                k.back().push_back(std::exp(-(x * x + y * y) / (2 * node.value * node.value)));
            }
        }
    }
    const double s = node.value;
    if (node.kernel == "sharpen") k = {{0, -s, 0}, {-s, 1 + 4 * s, -s}, {0, -s, 0}};
    if (node.kernel == "sobel" && s == 0) k = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    if (node.kernel == "sobel" && s != 0) k = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};
    if (node.kernel == "laplacian" && s == 4) k = {{0, 1, 0}, {1, -4, 1}, {0, 1, 0}};
    if (node.kernel == "laplacian" && s == 8) k = {{1, 1, 1}, {1, -8, 1}, {1, 1, 1}};
    double sum = 0;
    double magnitude = 0;
    for (const std::vector<double>& row : k) {
        for (const double weight : row) {
            sum += weight;
            magnitude += std::abs(weight);
        }
    }
    if (!node.normalize || std::abs(sum) <= 1e-9 * magnitude) return k;
    for (std::vector<double>& row : k) {
        for (double& weight : row)
            weight /= sum;
    }
    return k;
}

template <>
Range Reference::of(const ConvolutionNode& kind, const TreeNode& node, Point p) {
    const auto [found, isNew] = kernels_.try_emplace(&node);
    if (isNew) found->second = kernelOf(kind);
    const std::vector<std::vector<double>>& k = found->second;
    const auto rows = static_cast<std::int64_t>(k.size());
    const auto columns = static_cast<std::int64_t>(k[0].size());
    Interval sum = 0;
    double magnitude = 0;
    double largestSample = 1;
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            const double weight = k[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            const Range c = continued(node, {p.x + column - columns / 2, p.y + row - rows / 2}, kind.edge);
            sum = arithmetic('+', sum, arithmetic('*', weight, Interval(c.low, c.high)));
            magnitude += std::abs(weight);
            largestSample = std::max(
                {largestSample, std::abs(static_cast<double>(c.low)), std::abs(static_cast<double>(c.high))});
        }
    }
    const double scale = std::max(1.0, magnitude);
    const double tolerance = 1e-5 * scale * largestSample;
    const double dust = 0x1p-20 * scale;
    if (sum.low > -dust / 2 && sum.high < dust / 2) return {};
    const Interval allowed{sum.low - tolerance, sum.high + tolerance};
    return masked(node, tolerated(allowed, 0, dust), 1, p);
}

KindReference convolutionReference() {
    return referenceOf<ConvolutionNode>("convolution", &read, &write, &boundsOfFirstChild);
}

}  // namespace burin::test
