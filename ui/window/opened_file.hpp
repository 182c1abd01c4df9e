// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <memory>

class QLocalServer;

namespace burin::ui {

/// Lets other windows and studios of this user find the window that has a file open, so that opening the file
/// again brings that window forward. Each open file has a local socket that receives such requests.
class OpenedFile : public QObject {
    Q_OBJECT

  public:
    explicit OpenedFile(QObject* parent = nullptr);
    ~OpenedFile() override;

    /// Makes the file known from now on instead of the previous file; empty: none. If another window has the
    /// file already, the other window stays known.
    void set(const QString& file);
    [[nodiscard]] bool is(const QString& file) const;
    /// Asks for the window that has the file. \return whether there is one
    [[nodiscard]] static bool bringForward(const QString& file);
    /// Whether another window has the file.
    [[nodiscard]] bool elsewhere(const QString& file) const;

  signals:
    /// The file was opened again elsewhere.
    void wanted();

  private:
    const std::unique_ptr<QLocalServer> server_;
    QString file_;
};

}  // namespace burin::ui
