// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/document.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QDateTime>
#include <QElapsedTimer>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

namespace burin::ui {

/// How long changes wait before they are copied.
struct RecoveryWaits {
    std::chrono::milliseconds pause = std::chrono::seconds(2);     ///< without another change
    std::chrono::milliseconds longest = std::chrono::seconds(15);  ///< since the first change
};

/// Saves unsaved changes against a crash. Writes a copy to the user's data folder when no change has followed
/// for 2 s, but at most 15 s after the first one, and removes it when the changes are saved or discarded.
///
/// A separate thread writes the copy, because a slow disk can take seconds.
///
/// Each running studio holds a lock beside its copy, so that no other studio takes the copy for an abandoned
/// one.
class Recovery : public QObject {
    Q_OBJECT

  public:
    /// A copy that an earlier run has left behind.
    struct Left {
        QString copy;  ///< the copy's file
        QString file;  ///< the design's file; empty if it was never saved
        QString title;
        QDateTime saved;
        int steps = 0;        ///< history steps between the file and the copy; 0: not known
        bool undone = false;  ///< Document::undoneTheirs()
        QByteArray base;      ///< Document::fileChecksum() of the edited file; may be empty
    };

    /// \param folder  for the copies; empty: the user's data folder
    explicit Recovery(Document& document, const QString& folder = {}, RecoveryWaits waits = {});
    ~Recovery() override;

    /// The copies of studios that no longer run, newest first.
    [[nodiscard]] QList<Left> left() const;
    /// The newest copy of a design's file, if it was written after the file. Copies of studios that still run
    /// are left out, as in left().
    [[nodiscard]] std::optional<Left> newerThan(const QString& file) const;
    /// Says when a copy was written and how many steps it holds, in a whole sentence.
    [[nodiscard]] static QString textOf(const Left& left);
    /// Loads a copy into the document as unsaved changes, and removes it once they are copied again.
    /// \return empty, or why it failed
    [[nodiscard]] QString recover(const Left& left);
    void discard(const Left& left);
    /// Another program has written or removed the design's file. If the design is only here now, it is copied
    /// like a change.
    void fileTouched() { changed(); }

    /// Writes the copy now, on the calling thread, if there are changes, or if the file no longer holds what
    /// was read or written here. \return false if it could not be written
    bool keep();
    /// When the copy was last written; null if there is none.
    [[nodiscard]] QDateTime kept() const { return kept_; }

  signals:
    void keptChanged();
    /// The copy could not be written. It is tried again later.
    void failed(const QString& why);

  private:
    void changed();
    void keepLater(std::chrono::milliseconds wait);
    void keepOnThread();
    void written(const QString& problem);
    [[nodiscard]] QString holdFolder();
    [[nodiscard]] QString write(const QByteArray& bytes);
    void forget();
    [[nodiscard]] QByteArray contents() const;

    Document& document_;
    QString folder_;
    QString copy_;
    std::unique_ptr<QLockFile> lock_;
    const RecoveryWaits waits_;
    QTimer timer_;
    QElapsedTimer waiting_;  // since the first change that is not in the copy
    QDateTime kept_;
    std::mutex disk_;  // held while the copy is written or removed
    Inbox inbox_;
    LatestTask writing_;  // last member: its thread uses all of the above
};

}  // namespace burin::ui
