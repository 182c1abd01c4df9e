// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace burin::ui {

/// Remembers what a file held when it was last read or written here, to detect writes by others.
///
/// A touched file with the same bytes has not changed: size, times and inode only tell when the bytes must be
/// read again.
class FileStamp {
  public:
    /// A stamp without a file; it never changes.
    FileStamp() = default;
    /// The stamp of a file that was just written with these bytes. Another program may have written since, so
    /// the first changed() reads the file.
    FileStamp(const QString& file, const QByteArray& bytes);
    /// The stamp of a file's current content, which is read; any thread. A write during the read counts as a
    /// change.
    [[nodiscard]] static FileStamp of(const QString& file);
    /// The stamp of a file when its bytes had this checksum(), which they need not have now.
    [[nodiscard]] static FileStamp ofChecksum(const QString& file, const QByteArray& checksum);

    /// Whether the file exists and holds other bytes. Reads it only if its attributes differ but its size is
    /// the same. For a file that could not be read, only the attributes tell.
    [[nodiscard]] bool changed() const;
    /// The checksum of the bytes; empty if the file does not exist or cannot be read.
    [[nodiscard]] const QByteArray& checksum() const { return checksum_; }

  private:
    struct Attributes {
        qint64 bytes = -1;  ///< -1: no such file; -2: not a regular file
        qint64 modifiedNs = 0;
        qint64 changedNs = 0;
        quint64 inode = 0;
        quint64 device = 0;
        bool distinct = false;  ///< whether every later write will change the times
        friend bool operator==(const Attributes&, const Attributes&) = default;
    };
    [[nodiscard]] static Attributes attributesOf(const QString& file);
    [[nodiscard]] static std::optional<QByteArray> read(const QString& name, qint64 bytes);

    QString file_;
    mutable Attributes attributes_;  ///< when the bytes were last found unchanged
    qint64 bytes_ = -1;              ///< -1: unknown
    QByteArray checksum_;
};

}  // namespace burin::ui
