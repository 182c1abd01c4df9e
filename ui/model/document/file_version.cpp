// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/file_version.hpp"

#include "core/base/files.hpp"

#include <QFile>

#include <sys/stat.h>
#include <chrono>
#include <optional>

namespace burin::ui {

namespace {

std::optional<struct stat> statusOf(const QString& file) {
    struct stat found {};
    if (::stat(QFile::encodeName(file).constData(), &found) != 0) return {};
    return found;
}

qint64 nanosecondsOf(const timespec& time) {
    constexpr qint64 second = 1'000'000'000;
    return time.tv_sec * second + time.tv_nsec;
}

}  // namespace

QString fileVersion(const QString& file) {
    const auto found = statusOf(file);
    if (!found) return {};
    return QString("%1 %2 %3 %4 %5")
        .arg(found->st_size)
        .arg(nanosecondsOf(found->st_mtim))
        .arg(nanosecondsOf(found->st_ctim))
        .arg(found->st_dev)
        .arg(found->st_ino);
}

bool hasSettled(const QString& file) {
    const qint64 now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                           std::chrono::system_clock::now().time_since_epoch())
                           .count();
    const auto found = statusOf(file);
    return !found || timesTellLaterChanges(nanosecondsOf(found->st_ctim), now);
}

}  // namespace burin::ui
