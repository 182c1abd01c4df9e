// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/testing.hpp"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <utility>

namespace burin {

/// How a run of the program ended. The code is -1 if it crashed or did not end within two minutes.
struct ProgramOutcome {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// Runs a program in a temporary folder, which is removed with the object.
class ProgramFolder {
  public:
    /// \param program  the path of the program
    explicit ProgramFolder(QString program) : program_(std::move(program)) {}

    QString path() const { return folder_.path(); }
    QString filePath(const QString& name) const { return folder_.filePath(name); }

    ProgramOutcome run(const QStringList& arguments) const { return run(program_, arguments, path()); }

    /// Runs any program in a folder.
    static ProgramOutcome run(const QString& program, const QStringList& arguments, const QString& folder) {
        QProcess process;
        process.setWorkingDirectory(folder);
        process.start(program, arguments);
        if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit) return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    void write(const QString& name, const QByteArray& content) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    /// The content of a file; empty if there is none.
    QByteArray read(const QString& name) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

  private:
    QString program_;
    QTemporaryDir folder_;
};

}  // namespace burin
