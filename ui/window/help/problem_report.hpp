// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace burin {
class Backend;
}

namespace burin::ui {

struct Engine;
class Log;
class Theme;

/// Words that identify a user or a computer.
struct PrivateWords {
    QString home;       ///< the user's folder
    QStringList names;  ///< the names of the user and the computer

    [[nodiscard]] static PrivateWords ofThisUser();
};

/// `line` without file names, addresses, tokens and these words. A word in angle brackets replaces each of
/// them. A path may contain spaces, so it ends only at a quote, at a colon or at the end of the line. A file
/// name without folders is recognised by its suffix.
[[nodiscard]] QString withoutPrivateParts(QString line, const PrivateWords& words);

/// The version of the application, the computer, the card and the log, for a report of a problem. Leaves out
/// private parts, and the names of designs and files in the log.
/// \param computing  the backend that computes the design
[[nodiscard]] QString problemReport(const Engine& engine, const Backend& computing, const Log& log,
                                    PrivateWords words);

/// Shows a report, to be read and copied.
void showProblemReport(QWidget* parent, const QString& report, const Theme& theme);

}  // namespace burin::ui
