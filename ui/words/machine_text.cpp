// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/machine_text.hpp"

#include "ui/words/number_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

namespace burin::ui {

QString fieldWords(const MachineDescription& machine) {
    const auto side = [](double um) { return um > 0 ? lengthText(um) : tr("any"); };
    if (machine.fieldWidthUm <= 0 && machine.fieldHeightUm <= 0) return tr("any size");
    return side(machine.fieldWidthUm) + QStringLiteral(" × ") + side(machine.fieldHeightUm);
}

QString depthWords(const MachineDescription& machine) {
    QStringList depths;
    for (const int depth : machine.depths)
        depths << QString::number(depth);
    return depths.join(", ");
}

QString scanWords(const MachineDescription& machine) {
    QStringList scans;
    if (machine.rows) scans << tr("rows");
    if (machine.swaths) {
        scans << (machine.mostSwathWidth > 0
                      ? tr("swaths up to %1 px").arg(groupedText(machine.mostSwathWidth))
                      : tr("swaths"));
    }
    if (machine.serpentine) scans << tr("serpentine");
    return scans.join(", ");
}

QString rateWords(const MachineDescription& machine) {
    return machine.bytesPerSecond > 0 ? rateText(machine.bytesPerSecond) : tr("as fast as data arrives");
}

QString misfitWords(const QString& name, const MachineDescription& machine, const TransferJob& job) {
    const std::optional<Problem> problem = misfit(machine, job);
    if (!problem) return {};
    const QString words = name + ' ' + problemText(*problem).replace(" x ", QStringLiteral(" × ")) + '.';
    const QString remedies = remediesText(*problem);
    return remedies.isEmpty() ? words : words + ' ' + remedies;
}

QString timesWords(std::int64_t times) {
    return times == 1 ? tr("once") : tr("%1 times").arg(groupedText(times));
}

}  // namespace burin::ui
