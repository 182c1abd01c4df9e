// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document.hpp"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace burin::ui {

/// Keeps what a crash would lose: writes unsaved changes beside the user's other data at most 15 s after they
/// were made, and removes them once they are saved or given up.
///
/// Each running studio holds a lock beside its copy, so that no other one takes it for left behind.
class Recovery : public QObject {
    Q_OBJECT

  public:
    /// What an earlier run has left behind.
    struct Left {
        QString copy;  ///< the file of the copy
        QString file;  ///< of the design; empty: it was never saved
        QString title;
        QDateTime saved;
        int steps = 0;    ///< of the history that the copy holds more than the file
        QByteArray base;  ///< Document::fileChecksum() of the file that was edited; may be empty
    };

    /// \param folder  where copies are kept; empty: the user's data folder
    explicit Recovery(Document& document, const QString& folder = {}, QObject* parent = nullptr);
    ~Recovery() override;

    /// Copies of studios that run no more, newest first.
    [[nodiscard]] QList<Left> left() const;
    /// Takes a copy into the document as unsaved changes, and removes it once they are kept anew.
    /// \return empty, or why not
    [[nodiscard]] QString recover(const Left& left);
    void discard(const Left& left);

    /// Writes the copy now, where there are changes. \return false where it could not be written
    bool keep();
    /// When the copy was last written; null: there is none.
    [[nodiscard]] QDateTime kept() const { return kept_; }

    /// How long changes may wait, 15 s unless said.
    void setInterval(std::chrono::milliseconds interval) { timer_.setInterval(interval); }

  signals:
    void keptChanged();

  private:
    void changed();
    void forget();

    Document& document_;
    QString folder_;
    QString copy_;
    std::unique_ptr<QLockFile> lock_;
    QTimer timer_;
    QDateTime kept_;
};

}  // namespace burin::ui
