// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/settings_files.hpp"

#include "core/base/files.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSettings>

namespace burin::ui {

namespace {

/// Where setSettingsFolder() keeps its choice in the application.
constexpr const char* folderProperty = "settingsFolder";

QString obstacleIn(const QString& file) {
    if (const auto obstacle = obstacleAt(pathOf(file))) return problemText(obstacle->problem);
    static_assert(mostSettingsBytes == 67'108'864, "the words name the limit");
    return QFileInfo(file).size() > mostSettingsBytes ? tr("is larger than 64 MiB") : QString();
}

}  // namespace

QString settingsFolder() {
    const QCoreApplication* const application = QCoreApplication::instance();
    return application == nullptr ? QString() : application->property(folderProperty).toString();
}

void setSettingsFolder(const QString& folder) {
    for (const QSettings::Scope scope : {QSettings::UserScope, QSettings::SystemScope})
        QSettings::setPath(QSettings::NativeFormat, scope, folder);
    if (QCoreApplication* const application = QCoreApplication::instance())
        application->setProperty(folderProperty, folder);
}

QString obstacleInSettings(const QStringList& files) {
    for (const QString& file : files) {
        if (const QString obstacle = obstacleIn(file); !obstacle.isEmpty()) return file + ' ' + obstacle;
    }
    return {};
}

}  // namespace burin::ui
