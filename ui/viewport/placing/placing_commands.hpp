// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/placing/arranging.hpp"

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <vector>

namespace burin::ui {

class ThingArranger;

/// The commands that align, space and centre the selected things on the picture.
class PlacingCommands : public QObject {
    Q_OBJECT

  public:
    /// \param arranger  nullptr: without a picture, the commands are disabled
    explicit PlacingCommands(ThingArranger* arranger, QObject* parent = nullptr);

    [[nodiscard]] QList<QAction*> actions() const;
    [[nodiscard]] QAction* action(Arranging how) const;
    /// Things cannot be arranged in the 3-D view.
    void setInSpace(bool on);

  private:
    void add(Arranging how, const char* id, const QString& text, const char* icon, const QKeySequence& keys);
    void enable();

    struct Command {
        Arranging how;
        QAction* action;
    };
    ThingArranger* arranger_;
    std::vector<Command> commands_;
    bool inSpace_ = false;
};

}  // namespace burin::ui
