// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/file_stamp.hpp"

#include "core/base/files.hpp"
#include "core/design/yaml.hpp"
#include "ui/words/text.hpp"

#include <QCryptographicHash>
#include <QFile>

#include <sys/stat.h>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>

namespace burin::ui {

namespace {

/// A value of Attributes::bytes: the file does not exist.
constexpr qint64 noFile = -1;
constexpr qint64 otherThanFile = -2;  ///< a folder or a pipe, for example, which is not read

QByteArray checksumOf(const QByteArray& bytes) {
    return QCryptographicHash::hash(bytes, QCryptographicHash::Blake2b_256);
}

}  // namespace

FileStamp::Attributes FileStamp::attributesOf(const QString& file) {
    const qint64 now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                           std::chrono::system_clock::now().time_since_epoch())
                           .count();
    struct stat found {};
    if (::stat(QFile::encodeName(file).constData(), &found) != 0) return {};
    if (!S_ISREG(found.st_mode)) return {otherThanFile, 0, 0, found.st_ino, found.st_dev, true};
    const auto nanoseconds = [](const timespec& time) {
        constexpr qint64 second = 1'000'000'000;
        return time.tv_sec * second + time.tv_nsec;
    };
    const qint64 changed = nanoseconds(found.st_ctim);
    return {found.st_size, nanoseconds(found.st_mtim),         changed, found.st_ino,
            found.st_dev,  timesTellLaterChanges(changed, now)};
}

/// Reads for a checksum. Asks for one byte more than expected, to notice that the file has grown.
std::optional<QByteArray> FileStamp::read(const QString& name, qint64 bytes) {
    if (bytes < 0 || bytes > static_cast<qint64>(largestDesign)) return {};
    const auto found = readRegularFile(pathOf(name), static_cast<std::size_t>(bytes) + 1);
    const auto* const text = std::get_if<std::string>(&found);
    if (text == nullptr) return {};
    return QByteArray::fromStdString(*text);
}

FileStamp::FileStamp(const QString& file, const QByteArray& bytes)
    : file_(file), bytes_(bytes.size()), checksum_(checksumOf(bytes)) {}

FileStamp FileStamp::of(const QString& file) {
    FileStamp stamp;
    stamp.file_ = file;
    stamp.attributes_ = attributesOf(file);
    if (const auto bytes = read(file, stamp.attributes_.bytes)) {
        stamp.bytes_ = bytes->size();
        stamp.checksum_ = checksumOf(*bytes);
    }
    return stamp;
}

FileStamp FileStamp::ofChecksum(const QString& file, const QByteArray& checksum) {
    FileStamp stamp;
    stamp.file_ = file;
    stamp.checksum_ = checksum;
    return stamp;
}

bool FileStamp::changed() const {
    if (file_.isEmpty()) return false;
    const Attributes now = attributesOf(file_);
    if (now.bytes == noFile || (now.distinct && now == attributes_)) return false;
    if (bytes_ >= 0 && now.bytes != bytes_) return true;
    const auto bytes = read(file_, now.bytes);
    if (!bytes && checksum_.isEmpty()) {
        // The file could not be read before either. Its times may never be distinct: they may lie in the
        // future.
        Attributes before = attributes_;
        before.distinct = now.distinct;
        return now != before;
    }
    if (!bytes || checksumOf(*bytes) != checksum_) return true;
    attributes_ = now;
    return false;
}

}  // namespace burin::ui
