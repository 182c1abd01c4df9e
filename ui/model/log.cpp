// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/log.hpp"

namespace burin::ui {

void Log::add(const QString& text, const QStringList& names) {
    lines_ << Line{QDateTime::currentDateTime(), text, names};
    if (lines_.size() > mostLines) lines_.removeFirst();
    emit added(lines_.constLast());
}

}  // namespace burin::ui
