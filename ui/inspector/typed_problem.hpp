// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace burin::ui {

/// A typed text that is not valid. It is not in the design, so no diagnostic names it.
struct TypedProblem {
    QString group;  ///< the group of the node; empty: it is in no group
    QString node;
    QString parameter;
    QString text;  ///< a sentence

    friend bool operator==(const TypedProblem&, const TypedProblem&) = default;
};

}  // namespace burin::ui
