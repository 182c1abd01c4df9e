// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/file_watcher.hpp"
#include "ui/model/library_reader.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>
#include <QSet>

namespace burin::ui {

/// The folder of the patterns that come with the program: the installed one, otherwise the one in the source
/// tree; empty if neither exists.
[[nodiscard]] QString shippedLibrary();
/// The folder of the user's own patterns. It may not exist.
[[nodiscard]] QString ownLibrary();

/// The patterns that come with the program, and the user's own. A separate thread reads them, and reads again
/// what changes in the user's folder. Interface thread only.
class Library : public QObject {
    Q_OBJECT

  public:
    /// \param kinds  must outlive the library  \param own  is made if it does not exist
    Library(std::span<const Kind> kinds, const QString& shipped, const QString& own,
            QObject* parent = nullptr);

    /// In the order of their categories, then of their names. Entries that cannot be used say why.
    [[nodiscard]] const QList<LibraryEntry>& entries() const { return entries_; }
    /// Whether entries() shows the content of the folders: false until they have been read for the first
    /// time.
    [[nodiscard]] bool wasRead() const { return wasRead_; }
    [[nodiscard]] const QString& ownFolder() const { return own_; }
    /// The categories of all entries, in order, each once.
    [[nodiscard]] QStringList categories() const;
    /// Reads what has changed; changed() follows.
    void read();

  signals:
    void changed();

  private:
    void take(QList<LibraryEntry> entries);
    bool watch();

    std::span<const Kind> kinds_;
    QString shipped_;
    QString own_;
    QList<LibraryEntry> entries_;
    bool wasRead_ = false;
    FileWatcher watcher_;
    QSet<QString> watched_;
    Inbox inbox_;
    LatestTask reading_;  ///< last member: destroyed first, after its task has ended
};

}  // namespace burin::ui
