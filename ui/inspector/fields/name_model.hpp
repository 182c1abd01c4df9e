// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/vocabulary.hpp"

#include <QColor>
#include <QIcon>
#include <QStandardItemModel>
#include <QStringList>

#include <vector>

namespace burin::ui {

/// A picture of a function: its curve over -3 to 3, or in gray over both if it has two operands that vary.
/// \param px  the side of the picture
[[nodiscard]] QImage functionPicture(const FunctionName& function, const QColor& color, int px);

/// The names that can be completed in a formula: variables, constants, and functions with their pictures.
/// Shows the signatures of functions; what to insert is under Qt::UserRole.
class NameModel : public QStandardItemModel {
    Q_OBJECT

  public:
    using QStandardItemModel::QStandardItemModel;

    /// The side of a picture, in logical pixels.
    static constexpr int pictureSide = 20;

    /// \param color  of the curves  \param ratio  device pixels in a logical one
    void setNames(const QStringList& variables, const QColor& color, qreal ratio);

  private:
    void draw(const QColor& color, qreal ratio);

    std::vector<QIcon> pictures_;  ///< the pictures of the functions; drawn once
    QColor color_;
    qreal ratio_ = 0;
};

}  // namespace burin::ui
