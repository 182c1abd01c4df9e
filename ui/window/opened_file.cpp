// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/opened_file.hpp"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>

namespace burin::ui {

namespace {

/// The file's own path, without links; empty if there is no such file.
QString ownPath(const QString& file) {
    return file.isEmpty() ? QString() : QFileInfo(file).canonicalFilePath();
}

/// The socket of a file, in a folder that only this user can read.
QString socketOf(const QString& path) {
    const QByteArray sum = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256).toHex();
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) + "/burin-" + sum.left(32);
}

bool answers(const QString& path) {
    constexpr int patienceMs = 500;
    QLocalSocket socket;
    socket.connectToServer(socketOf(path));
    return socket.waitForConnected(patienceMs);
}

}  // namespace

OpenedFile::OpenedFile(QObject* parent) : QObject(parent), server_(std::make_unique<QLocalServer>()) {
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* asks = server_->nextPendingConnection())
            asks->deleteLater();
        emit wanted();
    });
}

OpenedFile::~OpenedFile() = default;

void OpenedFile::set(const QString& file) {
    const QString path = ownPath(file);
    if (path == file_ && (path.isEmpty() || server_->isListening())) return;
    server_->close();
    file_ = path;
    if (path.isEmpty() || answers(path)) return;
    QLocalServer::removeServer(socketOf(path));  // a studio that crashed leaves it
    server_->listen(socketOf(path));
}

bool OpenedFile::is(const QString& file) const {
    return !file_.isEmpty() && ownPath(file) == file_;
}

bool OpenedFile::bringForward(const QString& file) {
    const QString path = ownPath(file);
    return !path.isEmpty() && answers(path);
}

}  // namespace burin::ui
