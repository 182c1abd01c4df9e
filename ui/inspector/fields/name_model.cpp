// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/name_model.hpp"

#include "ui/theme/formula_picture.hpp"
#include "ui/words/text.hpp"

#include <QHash>

#include <cmath>

namespace burin::ui {

namespace {

constexpr double varied = 3;  ///< the range of the pictures, to both sides of 0

/// The value of an operand in the picture of a function: x and y vary, the others are fixed.
QString operandFor(const QString& name) {
    static const QHash<QString, QString> operands = {
        {"v", "x"},  {"a", "x"},   {"b", "y"},        {"x", "x"},        {"y", "y"},    {"lo", "-1"},
        {"hi", "1"}, {"t", "0.5"}, {"i", "floor(x)"}, {"j", "floor(y)"}, {"edge", "0"}, {"seed", "1"},
    };
    return operands.value(name, "1");
}

}  // namespace

QImage functionPicture(const FunctionName& function, const QColor& color, int px) {
    const QString signature = textOf(function.signature);
    const qsizetype open = signature.indexOf('(');
    QStringList operands;
    for (const QString& operand : signature.mid(open + 1).chopped(1).split(", ")) {
        if (operand != "...") operands << operandFor(operand);
    }
    const std::string text = (signature.left(open + 1) + operands.join(", ") + ')').toStdString();
    const bool plane = operands.join(' ').contains('y');
    return plane ? formulaPicture(text, QRectF(-varied, -varied, 2 * varied, 2 * varied), {}, px)
                 : curvePicture(text, -varied, varied, color, px);
}

void NameModel::draw(const QColor& color, qreal ratio) {
    if (color == color_ && ratio == ratio_) return;
    color_ = color;
    ratio_ = ratio;
    pictures_.clear();
    for (const FunctionName& function : functionNames()) {
        const int px = static_cast<int>(std::lround(pictureSide * ratio));
        pictures_.push_back(pictureIcon(functionPicture(function, color, px), ratio));
    }
}

void NameModel::setNames(const QStringList& variables, const QColor& color, qreal ratio) {
    draw(color, ratio);
    clear();
    const auto add = [&](const QString& shown, const QString& inserted) {
        auto* item = new QStandardItem(shown);
        item->setData(inserted, Qt::UserRole);
        appendRow(item);
        return item;
    };
    for (const QString& name : variables)
        add(name, name);
    for (const ConstantName& constant : constantNames())
        add(textOf(constant.name), textOf(constant.name));
    for (std::size_t i = 0; i < functionNames().size(); ++i) {
        const FunctionName& function = functionNames()[i];
        QStandardItem* item = add(textOf(function.signature), textOf(function.name) + '(');
        item->setIcon(pictures_[i]);
        item->setToolTip(textOf(function.help));
    }
}

}  // namespace burin::ui
