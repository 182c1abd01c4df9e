// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/description.hpp"
#include "ui/model/workbench.hpp"

#include <QStringList>
#include <QWidget>

namespace burin::ui {

/// The keys of a node that its kind does not know. They stay in the file until the user removes them.
/// \param body  the node, or nullptr  \param root  whether it is the surface
[[nodiscard]] QStringList strangeKeys(const YamlValue* body, const KindDescription& kind, bool root);

/// Lists the first of the keys with their values and a button to remove each, and says how many more there
/// are.
class StrangeKeys : public QWidget {
    Q_OBJECT

  public:
    StrangeKeys(Workbench workbench, const QString& node, const QStringList& keys, QWidget* parent = nullptr);
};

}  // namespace burin::ui
