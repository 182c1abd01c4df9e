// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/prediction_words.hpp"

#include "core/engraving/measuring/predicted_graph.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>

namespace burin::ui {

namespace {

QString nameOfSpot(const LaserSpot& spot) {
    if (spot.shape == LaserSpot::Shape::image) return QFileInfo(QString::fromStdString(spot.file)).fileName();
    return spot.widthUm == spot.heightUm ? lengthText(spot.widthUm) : areaText(spot.widthUm, spot.heightUm);
}

}  // namespace

QStringList predictionWords(const BoundNode& node) {
    const LaserSpot* spot = node.predicted ? node.design->job.find<LaserSpot>("spot") : nullptr;
    if (spot == nullptr) return {};
    QStringList words{tr("Predicted, spot %1").arg(nameOfSpot(*spot)), tr("linear model")};
    if (predictsDesignedDepths(*node.design)) words << tr("designed depths");
    return words;
}

}  // namespace burin::ui
