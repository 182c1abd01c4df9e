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

class Placing;
class ThingArranger;

/// The commands that align, space and centre the selected things on the picture, and the switch of snapping.
class PlacingCommands : public QObject {
    Q_OBJECT

  public:
    /// \param placing, arranger  nullptr without a picture; then the commands are disabled
    PlacingCommands(Placing* placing, ThingArranger* arranger, QObject* parent = nullptr);

    [[nodiscard]] QList<QAction*> actions() const;
    [[nodiscard]] QAction* action(Arranging how) const;
    [[nodiscard]] QAction* snapping() const { return snapping_; }
    /// Things cannot be arranged in the 3-D view.
    void setInSpace(bool on);

  private:
    QAction* make(const char* id, const QString& text, const char* icon, const QKeySequence& keys);
    void add(Arranging how, const char* id, const QString& text, const char* icon, const QKeySequence& keys);
    void addSnapping(const QKeySequence& keys);
    void enable();

    struct Command {
        Arranging how;
        QAction* action;
    };
    Placing* placing_;
    ThingArranger* arranger_;
    std::vector<Command> commands_;
    QAction* snapping_ = nullptr;
    bool inSpace_ = false;
};

}  // namespace burin::ui
