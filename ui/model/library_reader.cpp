// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/library_reader.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/files.hpp"
#include "core/design/design.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/model/document/file_version.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QImageReader>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

namespace burin::ui {

namespace {

constexpr QSize pictureSize(240, 148);
constexpr int mostPictureSide = 2048;

QImage readPicture(const QString& file, const std::stop_token& stop) {
    const auto read = readRegularFile(pathOf(file), mostPictureBytes, stop);
    const auto* bytes = std::get_if<std::string>(&read);
    if (bytes == nullptr) return {};
    QByteArray data(bytes->data(), static_cast<qsizetype>(bytes->size()));
    QBuffer buffer(&data);
    QImageReader reader(&buffer, "png");
    const QSize size = reader.size();
    if (size.isEmpty() || std::max(size.width(), size.height()) > mostPictureSide) return {};
    return reader.read().scaled(pictureSize, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
}

/// The first error that keeps the root from being computed, or of the whole file; empty if there is none.
QString firstError(const Design& design) {
    const Diagnostics errors =
        design.refused || !design.root ? design.diagnostics : design.errorsOf(*design.root);
    for (const Diagnostic& error : errors) {
        if (error.severity != Severity::error) continue;
        const QString what = problemText(error.problem);
        return error.mark.line > 0 ? tr("Line %1: %2").arg(error.mark.line).arg(what) : what;
    }
    return {};
}

/// Reads the pattern, or says why it cannot be used. Problems that only show when it is computed are reported
/// when it is inserted, because drawings would take most of the time.
void readPattern(LibraryEntry& entry, const std::string& text, std::span<const Kind> kinds,
                 const std::stop_token& stop) {
    const QString folder = QFileInfo(entry.file).absolutePath();
    Design design = parseValues(text, pathOf(folder), pathOf(entry.file), kinds, stop);
    entry.problem = firstError(design);
    if (!entry.problem.isEmpty()) return;
    moveFiles(design.document, kinds, DesignFolders::of(pathOf(entry.file)), pathOf(folder));
    auto pattern = shownPattern(std::make_shared<const YamlValue>(std::move(design.document)), kinds);
    if (pattern == nullptr) {
        entry.problem = tr("The surface of this file does not show a group with a title.");
        return;
    }
    pattern->folder = folder;
    pattern->origin = entry.category;
    pattern->pixelUm = design.pixelUm;
    entry.name = textOf(pattern->shown.title);
    entry.further = furtherPatterns(*pattern, kinds);
    entry.pattern = std::move(pattern);
}

/// The part of the shipped library that was read, for all windows of the program. Any thread.
class ShippedEntries {
  public:
    [[nodiscard]] std::optional<LibraryEntry> find(const QString& file, const QString& state) const {
        const std::lock_guard lock(mutex_);
        const auto found = entries_.constFind(file);
        return found != entries_.constEnd() && found->state == state ? std::optional(*found) : std::nullopt;
    }
    void add(const LibraryEntry& entry) {
        const std::lock_guard lock(mutex_);
        entries_.insert(entry.file, entry);
    }

  private:
    mutable std::mutex mutex_;
    QHash<QString, LibraryEntry> entries_;
};

ShippedEntries& shippedEntries() {
    static ShippedEntries all;
    return all;
}

/// Reads one library after the other.
class LibraryReader {
  public:
    LibraryReader(std::span<const Kind> kinds, const QList<LibraryEntry>& known, std::stop_token stop)
        : kinds_(kinds), stop_(std::move(stop)), shares_(kinds.data() == burin::kinds().data()) {
        for (const LibraryEntry& entry : known)
            known_.insert(entry.file, &entry);
    }

    void readFolder(const QString& folder, bool own) {
        if (folder.isEmpty()) return;
        const QStringList categories = QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        for (const QString& category :
             categories.first(std::min<qsizetype>(categories.size(), mostCategories))) {
            const QDir inside(folder + '/' + category);
            for (const QString& name : inside.entryList({"*.burin"}, QDir::Files | QDir::System)) {
                if (stop_.stop_requested() || entries_.size() >= mostEntries) return;
                readEntry(inside.absoluteFilePath(name), category, own);
            }
        }
    }

    QList<LibraryEntry> sorted() {
        std::stable_sort(entries_.begin(), entries_.end(), [](const LibraryEntry& a, const LibraryEntry& b) {
            const int order = a.category.compare(b.category, Qt::CaseInsensitive);
            return order != 0 ? order < 0 : a.name.compare(b.name, Qt::CaseInsensitive) < 0;
        });
        return std::move(entries_);
    }

  private:
    void readEntry(const QString& file, const QString& category, bool own) {
        LibraryEntry entry;
        entry.file = file;
        entry.category = category;
        entry.own = own;
        entry.name = QFileInfo(file).completeBaseName();
        const bool settled = hasSettled(file) && hasSettled(entry.pictureFile());
        entry.state = fileVersion(file) + ' ' + fileVersion(entry.pictureFile());
        const LibraryEntry* before = known_.value(file);
        if (before != nullptr && before->state == entry.state) {
            bytes_ += before->bytes;
            entries_ << *before;
            return;
        }
        const bool shares = shares_ && !own;
        if (const auto shared = shares ? shippedEntries().find(file, entry.state) : std::nullopt) {
            bytes_ += shared->bytes;
            entries_ << *shared;
            return;
        }
        const auto read = readRegularFile(pathOf(file), mostEntryBytes + 1, stop_);
        const auto* text = std::get_if<std::string>(&read);
        if (text == nullptr) {
            entry.problem = problemText(std::get<FileProblem>(read).problem);
        } else if (text->size() > mostEntryBytes) {
            entry.problem = tr("The file is larger than 256 KiB.");
        } else if (bytes_ + text->size() > mostLibraryBytes) {
            entry.problem = tr("The library is larger than 4 MiB, so this file was not read.");
            entry.state.clear();
        } else {
            entry.bytes = text->size();
            if (own) entry.stamp = FileStamp(file, QByteArray::fromStdString(*text));
            bytes_ += text->size();
            entry.picture = readPicture(entry.pictureFile(), stop_);
            readPattern(entry, *text, kinds_, stop_);
            if (shares && !stop_.stop_requested()) shippedEntries().add(entry);
            // The file may change with the same times, so the next reading reads it again.
            if (own && !settled) entry.state.clear();
        }
        entries_ << entry;
    }

    std::span<const Kind> kinds_;
    std::stop_token stop_;
    bool shares_;  ///< entries are those of all kinds, which live as long as the program
    QHash<QString, const LibraryEntry*> known_;
    QList<LibraryEntry> entries_;
    std::size_t bytes_ = 0;
};

}  // namespace

QList<LibraryEntry> readLibrary(const QString& shipped, const QString& own, std::span<const Kind> kinds,
                                const QList<LibraryEntry>& known, const std::stop_token& stop) {
    LibraryReader reader(kinds, known, stop);
    try {
        reader.readFolder(shipped, false);
        reader.readFolder(own, true);
    } catch (const Cancelled&) {
        return {};
    }
    return reader.sorted();
}

}  // namespace burin::ui
