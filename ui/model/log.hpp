// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

namespace burin::ui {

/// A log of events. Keeps the newest lines. Interface thread only.
class Log : public QObject {
    Q_OBJECT

  public:
    struct Line {
        QDateTime time;
        QString text;
        /// names of designs and files that the text can mention; a report leaves them out
        QStringList names;
    };
    static constexpr int mostLines = 2000;

    using QObject::QObject;

    void add(const QString& text, const QStringList& names = {});
    [[nodiscard]] const QList<Line>& lines() const { return lines_; }

  signals:
    void added(const burin::ui::Log::Line& line);

  private:
    QList<Line> lines_;
};

}  // namespace burin::ui
