// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/strange_keys.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

/// The list is limited because a node of a file may have a hundred thousand unknown keys.
constexpr qsizetype mostListed = 20;

}  // namespace

QStringList strangeKeys(const YamlValue* body, const KindDescription& kind, bool root) {
    if (body == nullptr) return {};
    const bool instance = isInstance(*body);
    QStringList strange;
    for (const YamlEntry& entry : body->entries) {
        const std::string& key = entry.key.scalar;
        const bool own = instance ? key == "group" || key == "values" : kind.parameter(key) != nullptr;
        const bool known = own || key == "kind" || (key == "muted" && !root) ||
                           (key == "inputs" && !kind.links.empty()) ||
                           ((key == "width" || key == "height") && kind.size != SizeRule::none);
        if (!known) strange << QString::fromStdString(key);
    }
    return strange;
}

StrangeKeys::StrangeKeys(Workbench workbench, const QString& node, const QStringList& keys, QWidget* parent)
    : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (const QString& key : keys.mid(0, mostListed)) {
        const YamlValue* value = workbench.document.nodeText(node)->find(key.toStdString());
        auto* label = new CutLabel(workbench.theme,
                                   key + ": " + QString::fromStdString(writeYaml(*value)).simplified(), this);
        label->setFont(workbench.theme.numbers());
        auto* button = new QPushButton(tr("Remove"), this);
        button->setObjectName("remove." + key);
        button->setProperty("link", true);
        auto* line = new QHBoxLayout;
        line->addWidget(label, 1);
        line->addWidget(button);
        column->addLayout(line);
        connect(button, &QPushButton::clicked, this, [workbench, node, key] {
            workbench.document.edit(tr("Remove %1 from %2").arg(key, node), [&](DesignEdit& edit) {
                edit.setValue(node.toStdString(), key.toStdString(), {});
            });
        });
    }
    if (keys.size() <= mostListed) return;
    auto* more = new QLabel(tr("And %1 more").arg(groupedText(keys.size() - mostListed)), this);
    more->setObjectName("strange.more");
    more->setProperty("quiet", true);
    column->addWidget(more);
}

}  // namespace burin::ui
