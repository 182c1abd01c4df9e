// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace burin::ui {

/// Says when one of a set of files has changed on disk, once it has stayed as it is for a while; also where a
/// program writes another file in its place. Interface thread only.
class FileWatcher : public QObject {
    Q_OBJECT

  public:
    explicit FileWatcher(QObject* parent = nullptr);

    /// \param files  absolute; those that are not there yet are waited for
    void watch(const QStringList& files);

  signals:
    void changed(const QStringList& files);

  private:
    void look();

    QFileSystemWatcher watcher_;
    QTimer settled_;
    QHash<QString, QString> states_;  ///< size and time of each file as last seen
};

}  // namespace burin::ui
