// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/kernel_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace burin {

namespace {

/// e^-x for x >= 0 to about 1e-15, from single IEEE operations, because the C library's exp differs between
/// processors.
double decay(double x) {
    constexpr double ln2High = 0x1.62e42feep-1;  // 32 bits: n * ln2High is exact
    constexpr double ln2Low = 0x1.a39ef35793c76p-33;
    if (x > 745) return 0;
    const double n = std::floor(x / 0x1.62e42fefa39efp-1 + 0.5);
    const double rest = (n * ln2High - x) + n * ln2Low;  // in [-ln2 / 2, ln2 / 2]
    double sum = 1;
    for (int k = 18; k > 0; --k)
        sum = 1 + sum * rest / k;
    return std::ldexp(sum, -static_cast<int>(n));
}

/// Row `size` - 1 of Pascal's triangle.
std::vector<double> binomialRow(std::size_t size) {
    std::vector<double> row{1};
    while (row.size() < size) {
        row.push_back(1);
        for (std::size_t i = row.size() - 2; i > 0; --i)
            row[i] += row[i - 1];
    }
    return row;
}

int gaussianRadius(double sigma) {
    return static_cast<int>(std::ceil(3 * sigma));
}

KernelMatrix threeByThree(std::vector<double> weights) {
    return {3, 3, std::move(weights)};
}

/// The text of a choice, which may have been written as a number.
std::string choiceText(const Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    return std::get<std::string>(value);
}

}  // namespace

KernelMatrix productMatrix(const std::vector<double>& column, const std::vector<double>& row) {
    KernelMatrix matrix{static_cast<int>(column.size()), static_cast<int>(row.size()), {}};
    matrix.weights.reserve(column.size() * row.size());
    for (const double c : column) {
        for (const double r : row)
            matrix.weights.push_back(c * r);
    }
    return matrix;
}

std::vector<double> gaussianWeights(double sigma) {
    const int radius = gaussianRadius(sigma);
    std::vector<double> row;
    for (int x = -radius; x <= radius; ++x) {
        // The square of a tiny sigma is 0.
        row.push_back(x == 0 ? 1 : decay(x * x / (2 * sigma * sigma)));
    }
    return row;
}

double KernelMatrix::sum() const {
    double total = 0;
    for (const double w : weights)
        total += w;
    return total;
}

double KernelMatrix::magnitude() const {
    double total = 0;
    for (const double w : weights)
        total += std::abs(w);
    return total;
}

KernelMatrix KernelMatrix::scaled(double by) const {
    KernelMatrix result = *this;
    for (double& w : result.weights)
        w *= by;
    return result;
}

KernelMatrix KernelMatrix::normalized() const {
    const double total = sum();
    if (std::abs(total) <= 1e-9 * magnitude()) return *this;
    KernelMatrix result = *this;
    for (double& w : result.weights)
        w /= total;
    return result;
}

bool KernelMatrix::uniform() const {
    return std::all_of(weights.begin(), weights.end(), [this](double w) { return w == weights.front(); });
}

KernelMatrix kernelMatrix(const Alternative& kernel) {
    const std::string& key = kernel.key;
    if (key == "box") {
        const std::vector<double> ones(static_cast<std::size_t>(std::get<std::int64_t>(kernel.value)), 1.0);
        return productMatrix(ones, ones);
    }
    if (key == "binomial") {
        const auto row = binomialRow(static_cast<std::size_t>(std::get<std::int64_t>(kernel.value)));
        return productMatrix(row, row);
    }
    if (key == "gaussian") {
        const auto row = gaussianWeights(std::get<double>(kernel.value));
        return productMatrix(row, row);
    }
    if (key == "sharpen") {
        const double k = std::get<double>(kernel.value);
        return threeByThree({0, -k, 0, -k, 1 + 4 * k, -k, 0, -k, 0});
    }
    if (key == "sobel") {
        if (choiceText(kernel.value) == "x") return threeByThree({-1, 0, 1, -2, 0, 2, -1, 0, 1});
        return threeByThree({-1, -2, -1, 0, 0, 0, 1, 2, 1});
    }
    if (key == "laplacian") {
        if (choiceText(kernel.value) == "4") return threeByThree({0, 1, 0, 1, -4, 1, 0, 1, 0});
        return threeByThree({1, 1, 1, 1, -8, 1, 1, 1, 1});
    }
    const Matrix& matrix = std::get<Matrix>(kernel.value);
    return {matrix.rows, matrix.columns, matrix.values};
}

Kernel::Kernel(std::shared_ptr<const Alternative> chosen, bool normalised)
    : chosen_(std::move(chosen)), normalised_(normalised) {
    if (const auto* matrix = std::get_if<Matrix>(&chosen_->value)) {
        rows_ = matrix->rows;
        columns_ = matrix->columns;
    } else if (isProduct()) {
        rows_ = columns_ = chosen_->key == "gaussian"
                               ? 2 * gaussianRadius(std::get<double>(chosen_->value)) + 1
                               : static_cast<int>(std::get<std::int64_t>(chosen_->value));
    }
}

Kernel::Kernel(const KernelMatrix& matrix)
    : Kernel(std::make_shared<const Alternative>(
                 Alternative{"matrix", Matrix{matrix.rows, matrix.columns, matrix.weights}}),
             false) {}

bool Kernel::isProduct() const {
    return chosen_->key == "box" || chosen_->key == "binomial" || chosen_->key == "gaussian";
}

bool Kernel::finite() const {
    return isProduct() || std::isfinite(matrix().magnitude());  // the largest binomial's sum is 2^508
}

KernelMatrix Kernel::matrix() const {
    KernelMatrix plain = kernelMatrix(*chosen_);
    return normalised_ ? plain.normalized() : plain;
}

std::string Kernel::fingerprint() const {
    std::string text = chosen_->key + ' ' + std::to_string(columns_) + (normalised_ ? " normalised " : " ");
    // Numbers in binary form, because a matrix has up to 65,025 of them.
    const auto add = [&text](const auto* numbers, std::size_t count) {
        text.append(reinterpret_cast<const char*>(numbers), count * sizeof *numbers);
    };
    if (const auto* matrix = std::get_if<Matrix>(&chosen_->value)) {
        add(matrix->values.data(), matrix->values.size());
    } else if (const auto* number = std::get_if<double>(&chosen_->value)) {
        add(number, 1);
    } else if (!isProduct()) {
        text += choiceText(chosen_->value);
    }
    return text;
}

std::vector<SeparableTerm> separableTerms(const KernelMatrix& matrix, int atMost,
                                          const std::function<bool(const SeparableTerm&)>& worthwhile) {
    const double magnitude = matrix.magnitude();
    KernelMatrix rest = matrix;
    std::vector<SeparableTerm> terms;
    double weight = 0;
    while (rest.magnitude() > 0x1p-26 * magnitude) {
        if (static_cast<int>(terms.size()) == atMost) return {};
        const auto pivot = std::max_element(rest.weights.begin(), rest.weights.end(),
                                            [](double a, double b) { return std::abs(a) < std::abs(b); });
        const auto place = static_cast<int>(pivot - rest.weights.begin());
        const int pivotRow = place / rest.columns;
        const int pivotColumn = place % rest.columns;
        SeparableTerm term;
        for (int r = 0; r < rest.rows; ++r)
            term.column.push_back(rest.at(r, pivotColumn) / *pivot);
        for (int c = 0; c < rest.columns; ++c)
            term.row.push_back(rest.at(pivotRow, c));
        if (worthwhile && !worthwhile(term)) return {};
        const KernelMatrix taken = productMatrix(term.column, term.row);
        for (std::size_t i = 0; i < rest.weights.size(); ++i)
            rest.weights[i] -= taken.weights[i];
        weight += taken.magnitude();
        terms.push_back(std::move(term));
    }
    if (weight > 2 * magnitude) return {};
    return terms;
}

}  // namespace burin
