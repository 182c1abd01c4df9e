// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QString>

namespace burin::ui {

/// The property of a QAction that says why the command cannot run while it is disabled. The search for
/// commands shows it.
inline constexpr const char* whyDisabled = "whyDisabled";

/// Enables a command if `on`. \param why  what is missing if it is not, as "select a node first"
inline void enableIf(QAction& action, bool on, const QString& why) {
    action.setEnabled(on);
    action.setProperty(whyDisabled, why);
}

}  // namespace burin::ui
