// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/shown_cost.hpp"

#include "ui/words/number_text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

struct CostWords {
    Q_DECLARE_TR_FUNCTIONS(CostWords)
};

/// Three digits, so that figures of all nodes are equally wide.
QString digitsOf(double ms) {
    return fixedText(ms, ms < 9.995 ? 2 : ms < 99.95 ? 1 : 0);
}

}  // namespace

QString timeText(const ShownCost& cost) {
    return cost.msPerMpx ? CostWords::tr("%1 ms").arg(digitsOf(*cost.msPerMpx)) : QStringLiteral("-");
}

QString cacheText(const ShownCost& cost) {
    if (!cost.hitShare) return CostWords::tr("cache -");
    return CostWords::tr("cache %1 %").arg(fixedText(100 * *cost.hitShare, 0));
}

QString costText(const ShownCost& cost) {
    const QString time = cost.msPerMpx ? digitsOf(*cost.msPerMpx) : QStringLiteral("-");
    return CostWords::tr("%1 ms/Mpx · %2").arg(time, cacheText(cost));
}

QString costTip(const ShownCost& cost) {
    if (!cost.msPerMpx) return cost.reason;
    const QString what = CostWords::tr(
        "The time that one thread needs for a million samples of the node, without the nodes below it. "
        "Cache: the share of its tiles that were stored already and need not be computed again.");
    if (!cost.outdated) return what;
    return what + '\n' + CostWords::tr("These figures are for the node before its last change.");
}

double placeOnCostScale(double msPerMpx) {
    if (!(msPerMpx > cheapestMs)) return 0;
    return std::min(1.0, std::log10(msPerMpx / cheapestMs) / std::log10(dearestMs / cheapestMs));
}

ShownCost costOfGroup() {
    ShownCost cost;
    cost.reason = CostWords::tr("Only nodes have times. Open the group to see the times of its nodes.");
    return cost;
}

}  // namespace burin::ui
