// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/tool_row.hpp"

#include "ui/inspector/fields/cut_label.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/bars/backend_choice.hpp"
#include "ui/window/bars/command_search.hpp"
#include "ui/window/bars/narrow_row.hpp"

#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace burin::ui {

ToolRow::ToolRow(Workbench workbench, Settings& settings, const QList<QAction*>& commands, QWidget* parent)
    : QWidget(parent), theme_(workbench.theme), commands_(commands) {
    setObjectName("toolRow");
    setFixedHeight(39);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 12, 0);
    layout->setSpacing(4);
    addButtons(*layout, {"file.new", "file.open", "file.save"});
    addButtons(*layout, {"edit.undo", "edit.redo"});
    layout->addSpacing(4);
    addName(*layout);
    layout->addStretch(1);
    search_ = new CommandSearch(workbench, this);
    search_->setMinimumWidth(96);
    search_->setMaximumWidth(288);
    search_->setKeys(find("edit.command")->shortcut());
    layout->addWidget(search_, 100);  // only a full width leaves room at its sides
    layout->addStretch(1);
    auto* backend = new BackendChoice(settings, theme_, this);
    connect(backend, &BackendChoice::said, this, &ToolRow::said);
    layout->addWidget(backend);
    new NarrowRow(this, {facts_, backend}, 900);
    addExport(*layout, "export.preflight", false);
    addExport(*layout, "export.open", true);
}

QAction* ToolRow::find(const char* id) const {
    const auto found = std::find_if(commands_.begin(), commands_.end(),
                                    [id](const QAction* command) { return command->objectName() == id; });
    return found == commands_.end() ? nullptr : *found;
}

void ToolRow::addButtons(QHBoxLayout& row, std::initializer_list<const char*> ids) {
    for (const char* id : ids) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(find(id));
        button->setIconSize({18, 18});
        row.addWidget(button);
    }
    auto* line = new QFrame(this);
    line->setObjectName("toolLine");
    line->setFixedSize(1, 20);
    row.addWidget(line);
}

/// In a narrow window these labels are cut, so that nothing overlaps.
void ToolRow::addName(QHBoxLayout& row) {
    name_ = new CutLabel(theme_, {}, this);
    name_->setFont(theme_.font(13, 600));
    name_->setRole(Role::text);
    facts_ = new CutLabel(theme_, {}, this);
    facts_->setFont(theme_.font(12));
    facts_->setRole(Role::quiet);
    row.addWidget(name_);
    row.addSpacing(4);
    row.addWidget(facts_);
}

void ToolRow::addExport(QHBoxLayout& row, const char* id, bool primary) {
    QAction* command = find(id);
    auto* button = new QPushButton(command->text().remove('&'), this);
    button->setProperty("primary", primary);
    button->setIcon(theme_.icon(primary ? "export" : "check", primary ? Role::onAccentFill : Role::text));
    connect(button, &QPushButton::clicked, command, &QAction::trigger);
    row.addWidget(button);
}

void ToolRow::showDesign(const QString& name, const QString& facts) {
    name_->setText(name);
    facts_->setText(facts);
}

}  // namespace burin::ui
