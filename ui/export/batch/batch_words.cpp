// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_words.hpp"

#include "ui/words/text.hpp"

namespace burin::ui {

StateLook lookOf(RowState state) {
    switch (state) {
        case RowState::unchecked:
            return {tr("not checked"), QStringLiteral("more"), Role::quiet};
        case RowState::ready:
            return {tr("ready"), QStringLiteral("clock"), Role::secondary};
        case RowState::done:
            return {tr("done"), QStringLiteral("check"), Role::good};
        case RowState::problem:
            return {tr("problem"), QStringLiteral("error"), Role::error};
        case RowState::skipped:
            return {tr("skipped"), QStringLiteral("mute"), Role::quiet};
        case RowState::running:
            return {tr("running"), QStringLiteral("play"), Role::accent};
        case RowState::failed:
            return {tr("failed"), QStringLiteral("faulted"), Role::error};
        case RowState::stopped:
            break;
    }
    return {tr("stopped"), QStringLiteral("stop"), Role::warning};
}

}  // namespace burin::ui
