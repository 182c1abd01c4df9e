// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/machines/machine_words.hpp"

#include <QString>

namespace burin::ui {

class ExportJob;

/// A batch as one line of the queue. It replaces the line of the row that is being exported; while no row is
/// exported, and when the batch has ended, it comes after the jobs.
struct BatchEntry {
    QString title;             ///< the table's name
    QString target;            ///< the pattern of the targets
    QString size;              ///< `233 × 100 mm × 47 mm`
    StateLook look;            ///< `waits for 3 problems`
    QString time;              ///< the time that is left, or when it ended
    double share = -1;         ///< the share of its rows that is made; negative: it does not run
    ExportJob* job = nullptr;  ///< the row that is exported
    bool ended = false;        ///< it has run; the user may remove the line
    friend bool operator==(const BatchEntry&, const BatchEntry&) = default;
};

}  // namespace burin::ui
