// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace burin::ui {

/// Reports when one of a set of files has changed on disk and has then been left alone for a while. Also
/// detects that a program replaced the file. Interface thread only.
class FileWatcher : public QObject {
    Q_OBJECT

  public:
    explicit FileWatcher(QObject* parent = nullptr);

    /// \param files  absolute; files that do not exist yet are watched for too, also if their folders do not
    /// exist, or are removed and made again
    void watch(const QStringList& files);

  signals:
    void changed(const QStringList& files);

  private:
    void look();

    QFileSystemWatcher watcher_;
    QTimer settled_;
    QHash<QString, QString> states_;  ///< size and time of each file, names in each folder, when last checked
};

}  // namespace burin::ui
