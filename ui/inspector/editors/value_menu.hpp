// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/exposer.hpp"

#include <QPoint>

#include <functional>
#include <vector>

class QContextMenuEvent;

namespace burin::ui {

/// Names the part of a list or map that a field shows: a key, or an index from 0.
constexpr const char* partProperty = "part";

/// The values that a context menu acts on.
struct MenuValue {
    std::vector<Knob> knobs;  ///< the knobs that `Expose as parameter` adds
    Knob alone;               ///< the knob for one of several numbers; may be empty
    /// restores the default; null if that is not possible, or if the value is the default
    std::function<void()> reset;
    QString releaseWords = {};                ///< what `release` does, as an entry of the menu
    std::function<void()> release = nullptr;  ///< puts plain values in place of formulas; null: not offered
};

/// The value that is shown at a point of `owner`: a number of a list, or the whole value beside its fields.
/// \param place  of the value that `owner` edits
[[nodiscard]] MenuValue valueBelow(const QWidget& owner, const EditorPlace& place, QPoint point);

/// Shows the context menu of a value: what the field below the pointer offers, `Expose as parameter`,
/// `Follow` for each parameter of the group that fits, and back to the default. \param owner  contains the
/// fields; they leave their menus to it
void showValueMenu(QWidget* owner, const EditorPlace& place, QContextMenuEvent* event,
                   const MenuValue& value);

}  // namespace burin::ui
