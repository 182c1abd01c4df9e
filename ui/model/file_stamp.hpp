// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace burin::ui {

/// What a file held when it was last read or written here. Tells what others have written since.
///
/// A touched file with the same bytes has not changed: the size, times and inode only say when the bytes have
/// to be read again.
class FileStamp {
  public:
    /// Of no file: it never changes.
    FileStamp() = default;
    /// Of a file that has just been written with these bytes.
    FileStamp(const QString& file, const QByteArray& bytes);
    /// Of what a file holds now: reads it, on any thread. What is written while it is read counts as changed.
    [[nodiscard]] static FileStamp of(const QString& file);
    /// Of a file that held bytes of this checksum(), whatever it holds now.
    [[nodiscard]] static FileStamp ofChecksum(const QString& file, const QByteArray& checksum);

    /// Whether the file is there and holds other bytes. Reads it only if its attributes are others but its
    /// size is the same.
    [[nodiscard]] bool changed() const;
    /// Of the bytes; empty for no file.
    [[nodiscard]] const QByteArray& checksum() const { return checksum_; }

  private:
    struct Attributes {
        qint64 bytes = -1;  ///< -1: there is no such file; -2: it is no file
        qint64 modifiedNs = 0;
        quint64 inode = 0;
        quint64 device = 0;
        friend bool operator==(const Attributes&, const Attributes&) = default;
    };
    [[nodiscard]] static Attributes attributesOf(const QString& file);
    [[nodiscard]] static std::optional<QByteArray> read(const QString& name, qint64 bytes);

    QString file_;
    mutable Attributes attributes_;  ///< of the last look that found the same bytes
    qint64 bytes_ = -1;              ///< -1: not known
    QByteArray checksum_;
};

}  // namespace burin::ui
