// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/file_watcher.hpp"

#include "core/base/files.hpp"
#include "ui/model/document/file_version.hpp"
#include "ui/words/text.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

namespace burin::ui {

namespace {

/// Distinguishes one version of a file from the next. The time of a folder only changes every few
/// milliseconds, and its size hardly ever, so a folder is compared by the names in it.
QString stateOf(const QString& file) {
    const QFileInfo info(file);
    if (!info.exists()) return {};
    if (info.isDir())
        return QDir(file).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).join('/');
    return fileVersion(file);
}

/// The folder of a file or, if it does not exist, the nearest one above it that does.
QString folderToWatch(const QString& file) {
    QString folder = QFileInfo(file).absolutePath();
    for (QString above; !QFileInfo::exists(folder); folder = above) {
        above = QFileInfo(folder).absolutePath();
        if (above == folder) break;
    }
    return folder;
}

}  // namespace

FileWatcher::FileWatcher(QObject* parent) : QObject(parent) {
    settled_.setSingleShot(true);
    settled_.setInterval(300);
    connect(&settled_, &QTimer::timeout, this, &FileWatcher::look);
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { settled_.start(); });
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] { settled_.start(); });
}

void FileWatcher::watch(const QStringList& files) {
    QHash<QString, QString> states;
    QSet<QString> watched;  // a design may name thousands of files
    for (const QString& file : files) {
        states[file] = states_.contains(file) ? states_[file] : stateOf(file);
        const QString target = QFile::decodeName(linkTarget(pathOf(file)).string().c_str());
        watched << folderToWatch(file) << folderToWatch(target);
        if (QFileInfo::exists(file)) watched << file;
    }
    states_ = states;
    const QStringList before = watcher_.files() + watcher_.directories();
    QStringList gone;
    for (const QString& path : before) {
        if (!watched.remove(path)) gone << path;
    }
    if (!gone.isEmpty()) watcher_.removePaths(gone);
    if (!watched.isEmpty()) watcher_.addPaths(watched.values());
}

void FileWatcher::look() {
    QStringList touched;
    for (auto state = states_.begin(); state != states_.end(); ++state) {
        const QString now = stateOf(state.key());
        if (now == state.value()) continue;
        state.value() = now;
        touched << state.key();
    }
    const QStringList folders = watcher_.directories();
    watch(states_.keys());  // a file that was replaced is no longer watched by the system
    // In a folder that came back, files may have changed before it was watched.
    if (watcher_.directories() != folders) settled_.start();
    if (!touched.isEmpty()) emit changed(touched);
}

}  // namespace burin::ui
