// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/placing/placing_commands.hpp"

#include "ui/placing/placing.hpp"
#include "ui/placing/thing_arranger.hpp"
#include "ui/words/why_disabled.hpp"

#include <algorithm>

namespace burin::ui {

PlacingCommands::PlacingCommands(Placing* placing, ThingArranger* arranger, QObject* parent)
    : QObject(parent), placing_(placing), arranger_(arranger) {
    // Edges and gaps have the same keys as in the graph.
    constexpr auto held = Qt::ALT | Qt::SHIFT;
    add(Arranging::left, "viewport.align-left", tr("Align things left"), "align-left", held | Qt::Key_Left);
    add(Arranging::middleX, "viewport.align-middle-x", tr("Align middles in x"), "align-middle-x",
        held | Qt::Key_X);
    add(Arranging::right, "viewport.align-right", tr("Align things right"), "align-right",
        held | Qt::Key_Right);
    add(Arranging::top, "viewport.align-top", tr("Align things at the top"), "align-top", held | Qt::Key_Up);
    add(Arranging::middleY, "viewport.align-middle-y", tr("Align middles in y"), "align-middle-y",
        held | Qt::Key_Y);
    add(Arranging::bottom, "viewport.align-bottom", tr("Align things at the bottom"), "align-bottom",
        held | Qt::Key_Down);
    add(Arranging::gapsX, "viewport.gaps-x", tr("Equal gaps in x"), "gaps-x", held | Qt::Key_H);
    add(Arranging::gapsY, "viewport.gaps-y", tr("Equal gaps in y"), "gaps-y", held | Qt::Key_V);
    add(Arranging::centre, "viewport.centre", tr("Centre things"), "centre", held | Qt::Key_C);
    action(Arranging::centre)->setIconText(tr("Centre"));
    addSnapping(held | Qt::Key_S);
    if (arranger_ != nullptr) connect(arranger_, &ThingArranger::changed, this, &PlacingCommands::enable);
    enable();
}

QAction* PlacingCommands::make(const char* id, const QString& text, const char* icon,
                               const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setObjectName(id);
    action->setProperty("icon-name", icon);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    return action;
}

void PlacingCommands::add(Arranging how, const char* id, const QString& text, const char* icon,
                          const QKeySequence& keys) {
    QAction* action = make(id, text, icon, keys);
    if (arranger_ != nullptr)
        connect(action, &QAction::triggered, arranger_, [this, how] { arranger_->arrange(how); });
    commands_.push_back({how, action});
}

void PlacingCommands::addSnapping(const QKeySequence& keys) {
    snapping_ = make("viewport.snapping", tr("Snap to edges and gaps"), "magnet", keys);
    snapping_->setCheckable(true);
    snapping_->setChecked(placing_ == nullptr || placing_->snapping());
    if (placing_ == nullptr) return;
    connect(snapping_, &QAction::toggled, placing_, &Placing::setSnapping);
    connect(placing_, &Placing::snappingChanged, snapping_, &QAction::setChecked);
    connect(placing_, &Placing::onChanged, this, &PlacingCommands::enable);
}

QList<QAction*> PlacingCommands::actions() const {
    QList<QAction*> all;
    for (const Command& command : commands_)
        all << command.action;
    all << snapping_;
    return all;
}

QAction* PlacingCommands::action(Arranging how) const {
    return std::find_if(commands_.begin(), commands_.end(),
                        [how](const Command& command) { return command.how == how; })
        ->action;
}

void PlacingCommands::setInSpace(bool on) {
    inSpace_ = on;
    enable();
}

void PlacingCommands::enable() {
    for (const Command& command : commands_) {
        const QString why = arranger_ == nullptr ? tr("the viewport cannot be shown")
                            : inSpace_           ? tr("the 3-D view is on")
                                                 : arranger_->whyNot(command.how);
        enableIf(*command.action, why.isEmpty(), why);
    }
    const QString why = placing_ == nullptr ? tr("the viewport cannot be shown")
                        : inSpace_          ? tr("the 3-D view is on")
                        : placing_->on()    ? QString()
                                            : tr("placing on the picture is off");
    enableIf(*snapping_, why.isEmpty(), why);
}

}  // namespace burin::ui
