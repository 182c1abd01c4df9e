// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sheet/job_sheet.hpp"
#include "ui/sheet/sheet_space.hpp"
#include "ui/theme/theme.hpp"

#include <QList>
#include <QString>
#include <QStringList>

namespace burin::ui {

/// A job sheet in words: every text of its pages.
struct SheetWords {
    struct Row {
        QString name;
        QString value;
    };
    struct Table {
        QString title;
        QList<Row> rows;
    };
    struct Figure {
        QString name;
        QString unit;
        QString value;
        QString spread;
    };
    /// A result of preflight.
    struct Notice {
        QString icon;
        Role role = Role::good;
        QString subject;
        QString text;
    };

    QString program;  ///< the program with its version
    QString file;
    QString date;
    QString caption;       ///< the caption of the surface
    QStringList captions;  ///< the captions of its parts
    QList<Table> tables;   ///< two or three
    QString measuredHow;
    QList<Figure> figures;
    QStringList remarks;
    QString checkedHow;
    QList<Notice> notices;
    QString hash;
};

[[nodiscard]] SheetWords wordsOf(const JobSheet& sheet);
/// The words of a sheet with a remark about its 3-D picture, if that is missing or a sketch.
[[nodiscard]] SheetWords wordsOf(const JobSheet& sheet, const SheetSpace& space);

}  // namespace burin::ui
