// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/library.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

#include <sys/resource.h>

namespace burin::ui {

QString shippedLibrary() {
    const QString program = QCoreApplication::applicationDirPath();
    for (const QString& folder : {program + "/../share/burin/library", QString(BURIN_LIBRARY)}) {
        if (QFileInfo::exists(folder)) return QDir(folder).absolutePath();
    }
    return {};
}

QString ownLibrary() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/burin/library";
}

Library::Library(std::span<const Kind> kinds, const QString& shipped, const QString& own, QObject* parent)
    : QObject(parent), kinds_(kinds), shipped_(shipped), own_(own) {
    QDir().mkpath(own_);  // a folder that does not exist cannot be watched
    connect(&watcher_, &FileWatcher::changed, this, &Library::read);
    watch();
    read();
}

QStringList Library::categories() const {
    QStringList names;
    for (const LibraryEntry& entry : entries_)
        names << entry.category;
    names.sort(Qt::CaseInsensitive);
    names.removeDuplicates();
    return names;
}

void Library::read() {
    reading_.start([this, known = entries_](const std::stop_token& stop) {
        // Reading takes a second while the studio starts and draws its first picture, which are more
        // important.
        constexpr int lowestPriority = 19;
        ::setpriority(PRIO_PROCESS, 0, lowestPriority);
        QList<LibraryEntry> entries = readLibrary(shipped_, own_, kinds_, known, stop);
        inbox_.postUnless(stop, [this, entries = std::move(entries)]() mutable { take(std::move(entries)); });
    });
}

void Library::take(QList<LibraryEntry> entries) {
    entries_ = std::move(entries);
    // Folders that were not watched while they were read may have changed since.
    if (watch()) return read();
    wasRead_ = true;
    emit changed();
}

/// Watches the user's folder, its categories, and the files of its entries.
/// \return whether one of them was not watched before
bool Library::watch() {
    QStringList paths{own_};
    const QFileInfoList categories = QDir(own_).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QFileInfo& category : categories.first(std::min<qsizetype>(categories.size(), mostCategories)))
        paths << category.absoluteFilePath();
    for (const LibraryEntry& entry : entries_) {
        if (entry.own) paths << entry.file << entry.pictureFile();
    }
    watcher_.watch(paths);
    const auto unwatched = [this](const QString& path) { return !watched_.contains(path); };
    const bool more = std::any_of(paths.begin(), paths.end(), unwatched);
    watched_ = QSet<QString>(paths.begin(), paths.end());
    return more;
}

}  // namespace burin::ui
