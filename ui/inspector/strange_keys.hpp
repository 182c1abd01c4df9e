// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/description.hpp"
#include "ui/model/session.hpp"

#include <QStringList>
#include <QWidget>

namespace burin::ui {

/// The keys of a node that its kind does not take; they are kept in the file until somebody removes them.
[[nodiscard]] QStringList strangeKeys(const Session& session, const QString& node);

/// Lists them, each with its value and a way to be rid of it.
class StrangeKeys : public QWidget {
    Q_OBJECT

  public:
    StrangeKeys(Session session, const QString& node, const QStringList& keys, QWidget* parent = nullptr);
};

}  // namespace burin::ui
