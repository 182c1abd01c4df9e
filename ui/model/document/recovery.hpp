// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/document.hpp"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace burin::ui {

/// Saves unsaved changes against a crash: writes a copy to the user's data folder at most 15 s after a
/// change, and removes it once the changes are saved or discarded.
///
/// Each running studio holds a lock beside its copy, so that no other studio takes it for an abandoned one.
class Recovery : public QObject {
    Q_OBJECT

  public:
    /// A copy that an earlier run has left behind.
    struct Left {
        QString copy;  ///< the copy's file
        QString file;  ///< the design's file; empty if it was never saved
        QString title;
        QDateTime saved;
        int steps = 0;    ///< history steps that the copy has and the file has not
        QByteArray base;  ///< Document::fileChecksum() of the edited file; may be empty
    };

    /// \param folder  for the copies; empty: the user's data folder
    explicit Recovery(Document& document, const QString& folder = {}, QObject* parent = nullptr);
    ~Recovery() override;

    /// The copies of studios that no longer run, newest first.
    [[nodiscard]] QList<Left> left() const;
    /// Loads a copy into the document as unsaved changes, and removes it once they are copied again.
    /// \return empty, or why it failed
    [[nodiscard]] QString recover(const Left& left);
    void discard(const Left& left);

    /// Writes the copy now if there are changes. \return false if it could not be written
    bool keep();
    /// When the copy was last written; null if there is none.
    [[nodiscard]] QDateTime kept() const { return kept_; }

    /// Sets how long changes may wait; 15 s by default.
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
