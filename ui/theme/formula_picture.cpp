// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/formula_picture.hpp"

#include "core/expression/expression.hpp"

#include <QColor>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace burin::ui {

namespace {

/// Points for each pixel and direction, so that fine lines become gray instead of patterns.
constexpr int finer = 3;

struct Range {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();

    void take(double value) {
        if (!std::isfinite(value)) return;
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
    [[nodiscard]] double of(double value) const {
        return greatest > least ? (value - least) / (greatest - least) : value > 0 ? 1 : 0;
    }
};

/// Evaluates a formula of x, y, w and h over rows.
class FormulaRows {
  public:
    FormulaRows(const Expression& expression, std::vector<double> x, QSizeF size)
        : expression_(expression),
          x_(std::move(x)),
          size_(size),
          workspace_(expression.workspaceBytes() / sizeof(Line) + 1) {}

    void evaluate(double y, double* out) {
        const std::array<Operand, 4> at = {
            {{x_.data(), 0}, {nullptr, y}, {nullptr, size_.width()}, {nullptr, size_.height()}}};
        expression_.evaluate(at, static_cast<std::int64_t>(x_.size()), out, workspace_.front().bytes);
    }

  private:
    struct alignas(64) Line {
        std::byte bytes[64];
    };

    const Expression& expression_;
    std::vector<double> x_;
    QSizeF size_;
    std::vector<Line> workspace_;
};

}  // namespace

QImage formulaPicture(std::string_view formula, const QRectF& over, QSizeF size, int px) {
    QImage picture(px, px, QImage::Format_Grayscale8);
    picture.fill(0);
    const auto parsed = Expression::parse(formula, {"x", "y", "w", "h"});
    const auto* expression = std::get_if<Expression>(&parsed);
    if (expression == nullptr) return picture;
    const int side = px * finer;
    // A pixel of the node reaches half a pixel to both sides of its position.
    std::vector<double> x;
    for (int column = 0; column < side; ++column)
        x.push_back(over.left() + (column + 0.5) * over.width() / side - 0.5);
    FormulaRows rows(*expression, std::move(x), size);
    std::vector<double> values(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (int row = 0; row < side; ++row)
        rows.evaluate(over.top() + (row + 0.5) * over.height() / side - 0.5,
                      values.data() + static_cast<std::ptrdiff_t>(row) * side);
    Range range;
    for (const double value : values)
        range.take(value);
    for (int row = 0; row < px; ++row) {
        for (int column = 0; column < px; ++column) {
            double sum = 0;
            for (int i = 0; i < finer * finer; ++i) {
                const int place = (row * finer + i / finer) * side + column * finer + i % finer;
                const double value = values[static_cast<std::size_t>(place)];
                sum += std::isfinite(value) ? range.of(value) : 0;
            }
            picture.scanLine(row)[column] = static_cast<uchar>(std::lround(sum / (finer * finer) * 255));
        }
    }
    return picture;
}

QIcon pictureIcon(const QImage& picture, qreal ratio) {
    QPixmap pixmap = QPixmap::fromImage(picture);
    pixmap.setDevicePixelRatio(ratio);
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

QImage curvePicture(std::string_view formula, double from, double to, const QColor& color, int px) {
    QImage picture(px, px, QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    const auto parsed = Expression::parse(formula, {"x"});
    const auto* expression = std::get_if<Expression>(&parsed);
    if (expression == nullptr) return picture;
    const int points = px * finer;
    std::vector<double> values;
    Range range;
    for (int i = 0; i <= points; ++i) {
        const double x = from + (to - from) * i / points;
        values.push_back(expression->value(std::array<double, 1>{x}));
        range.take(values.back());
    }
    const double margin = px / 8.0;
    QPainterPath path;
    bool drawing = false;
    for (int i = 0; i <= points; ++i) {
        const double value = values[static_cast<std::size_t>(i)];
        if (!std::isfinite(value)) {
            drawing = false;
            continue;
        }
        const QPointF at(margin + (px - 2 * margin) * i / points,
                         px - margin - (px - 2 * margin) * range.of(value));
        drawing ? path.lineTo(at) : path.moveTo(at);
        drawing = true;
    }
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, std::max(1.0, px / 14.0), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
    return picture;
}

}  // namespace burin::ui
