// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/process/another_window.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryFile>

namespace burin::ui {

namespace {

QString started(QProcess& process) {
    if (process.startDetached()) return {};
    return QCoreApplication::translate("AnotherWindow", "Another window cannot be opened: %1 does not start.")
        .arg(process.program());
}

}  // namespace

QString AnotherWindow::open(const QString& file) const {
    QProcess process;
    process.setProgram(program);
    process.setArguments(options +
                         (file.isEmpty() ? QStringList() : QStringList{QFileInfo(file).absoluteFilePath()}));
    return started(process);
}

QString AnotherWindow::openCopy(const QByteArray& design, const QString& title) const {
    QTemporaryFile text;
    if (!text.open() || text.write(design) != design.size() || !text.flush())
        return QCoreApplication::translate(
                   "AnotherWindow", "Another window cannot be opened: nothing can be written to %1 (%2).")
            .arg(QDir::toNativeSeparators(QDir::tempPath()), text.errorString());
    QProcess process;
    process.setProgram(program);
    process.setArguments(options + QStringList{"--as-new", title, "/dev/stdin"});
    process.setStandardInputFile(text.fileName());
    return started(process);
}

}  // namespace burin::ui
