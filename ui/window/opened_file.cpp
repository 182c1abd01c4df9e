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

enum class Request { nothing, comeForward };

/// Sends a request to the window that has the file. \return whether there is one
bool answers(const QString& path, Request request) {
    constexpr int patienceMs = 500;
    QLocalSocket socket;
    socket.connectToServer(socketOf(path));
    if (!socket.waitForConnected(patienceMs)) return false;
    if (request == Request::comeForward) {
        socket.write("forward");
        socket.waitForBytesWritten(patienceMs);
    }
    return true;
}

}  // namespace

OpenedFile::OpenedFile(QObject* parent) : QObject(parent), server_(std::make_unique<QLocalServer>()) {
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* asks = server_->nextPendingConnection()) {
            connect(asks, &QLocalSocket::disconnected, asks, &QObject::deleteLater);
            connect(asks, &QLocalSocket::readyRead, this, [this, asks] {
                asks->readAll();
                emit wanted();
            });
        }
    });
}

OpenedFile::~OpenedFile() = default;

void OpenedFile::set(const QString& file) {
    const QString path = ownPath(file);
    if (path == file_ && (path.isEmpty() || server_->isListening())) return;
    server_->close();
    file_ = path;
    if (path.isEmpty() || answers(path, Request::nothing)) return;
    QLocalServer::removeServer(socketOf(path));  // a studio that crashed leaves its socket behind
    server_->listen(socketOf(path));
}

bool OpenedFile::is(const QString& file) const {
    return !file_.isEmpty() && ownPath(file) == file_;
}

bool OpenedFile::bringForward(const QString& file) {
    const QString path = ownPath(file);
    return !path.isEmpty() && answers(path, Request::comeForward);
}

bool OpenedFile::elsewhere(const QString& file) const {
    const QString path = ownPath(file);
    return !path.isEmpty() && path != file_ && answers(path, Request::nothing);
}

}  // namespace burin::ui
