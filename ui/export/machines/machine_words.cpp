// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/machines/machine_words.hpp"

#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

namespace burin::ui {

bool hasUnfinishedJob(const MachineDescription& machine) {
    return !machine.jobId.empty() && machine.status.state != TransferStatus::State::done;
}

QString nowWords(const MachineDescription& machine) {
    if (machine.jobId.empty()) return tr("idle");
    const TransferStatus& status = machine.status;
    if (!hasUnfinishedJob(machine)) return tr("idle, last job done");
    return tr("%1, line %2 of %3")
        .arg(lookOf(status).word.toLower(), groupedText(status.executedLines), groupedText(status.lines));
}

StateLook lookOf(TransferStatus::State state, bool reconnecting) {
    using State = TransferStatus::State;
    switch (state) {
        case State::connecting:
            return {reconnecting ? tr("Reconnecting") : tr("Connecting"), QStringLiteral("connecting"),
                    reconnecting ? Role::warning : Role::accent};
        case State::filling:
            return {tr("Filling"), QStringLiteral("connecting"), Role::accent};
        case State::ready:
            return {tr("Ready"), QStringLiteral("check"), Role::good};
        case State::engraving:
            return {tr("Engraving"), QStringLiteral("play"), Role::good};
        case State::starved:
            return {tr("Starved"), QStringLiteral("starved"), Role::warning};
        case State::paused:
            return {tr("Paused"), QStringLiteral("pause"), Role::warning};
        case State::stopped:
            return {tr("Stopped"), QStringLiteral("stop"), Role::warning};
        case State::done:
            return {tr("Done"), QStringLiteral("check"), Role::good};
        case State::idle:
            return {tr("Idle"), QStringLiteral("info"), Role::quiet};
        case State::unknown:
            return {tr("Unknown state"), QStringLiteral("warning"), Role::warning};
        case State::faulted:
            break;
    }
    return {tr("Faulted"), QStringLiteral("faulted"), Role::error};
}

StateLook lookOf(const TransferStatus& status, bool reconnecting) {
    StateLook look = lookOf(status.state, reconnecting);
    if (status.state == TransferStatus::State::unknown)
        look.word = tr("Unknown state (%1)").arg(status.unknownState);
    return look;
}

}  // namespace burin::ui
