// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace burin::ui {

// Another window is a studio of its own, so a crash of one does not affect the others.

/// A program and the options that another window of it gets.
struct AnotherWindow {
    QString program;
    QStringList options;

    /// Starts the program on a file. \param file empty: on the start page \return empty, or why it does not
    /// start
    [[nodiscard]] QString open(const QString& file) const;
    /// Starts the program on a new design, whose text it gets as its standard input. \return as open()
    [[nodiscard]] QString openCopy(const QByteArray& design, const QString& title) const;
};

}  // namespace burin::ui
