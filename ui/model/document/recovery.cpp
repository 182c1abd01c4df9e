// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/recovery.hpp"

#include "core/base/files.hpp"
#include "core/design/yaml.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QStandardPaths>
#include <QSysInfo>
#include <QUuid>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <variant>

namespace burin::ui {

namespace {

/// The most bytes of the first line.
constexpr std::size_t longestHead = std::size_t{64} << 10U;

/// The first line of a copy: a comment that names its document. The design follows.
QByteArray headOf(const Document& document) {
    const QUndoStack& history = document.history();
    const bool known = history.cleanIndex() >= 0;
    const QJsonObject head{{"file", document.file()},
                           {"title", document.title()},
                           {"base", QString::fromLatin1(document.fileChecksum().toHex())},
                           {"undone", document.undoneTheirs()},
                           {"steps", known ? std::abs(history.index() - history.cleanIndex()) : 0}};
    return "# " + QJsonDocument(head).toJson(QJsonDocument::Compact) + '\n';
}

/// A file that does not exist keeps the name that it was given.
QString pathWithoutLinks(const QString& file) {
    const QString canonical = QFileInfo(file).canonicalFilePath();
    return canonical.isEmpty() ? QFileInfo(file).absoluteFilePath() : canonical;
}

/// Removes a lock file that a process of this host has left, even if a running studio has the same process
/// number. In a container, every studio can have the same number. The kernel's lock on the file shows the
/// difference: a running studio holds it.
void removeIfAbandoned(const QLockFile& lock) {
    qint64 process = 0;
    QString host;
    QString program;
    if (!lock.getLockInfo(&process, &host, &program) || host != QSysInfo::machineHostName()) return;
    const QByteArray name = QFile::encodeName(lock.fileName());
    const auto opened = openRegularFile(name.constData(), O_WRONLY);
    const auto* const file = std::get_if<Descriptor>(&opened);
    if (file == nullptr || ::flock(file->number(), LOCK_EX | LOCK_NB) != 0) return;
    struct stat mine {};
    struct stat named {};
    const bool same = ::fstat(file->number(), &mine) == 0 && ::stat(name.constData(), &named) == 0 &&
                      mine.st_dev == named.st_dev && mine.st_ino == named.st_ino;
    if (same) ::unlink(name.constData());  // otherwise another studio has replaced it
}

bool takes(QLockFile& lock) {
    lock.setStaleLockTime(0);  // the lock is stale only if its process has ended
    if (lock.tryLock()) return true;
    removeIfAbandoned(lock);
    return lock.tryLock();
}

}  // namespace

Recovery::Recovery(Document& document, const QString& folder, RecoveryWaits waits)
    : document_(document), folder_(folder), waits_(waits) {
    if (folder_.isEmpty())
        folder_ = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + '/' +
                  QCoreApplication::applicationName() + "/recovery";
    copy_ = folder_ + '/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + ".burin";
    lock_ = std::make_unique<QLockFile>(copy_ + ".lock");
    lock_->setStaleLockTime(0);       // the lock is stale only if its process has ended
    static_cast<void>(holdFolder());  // the first copy says why it failed
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &Recovery::keepOnThread);
    connect(&document_, &Document::changed, this, &Recovery::changed);
    connect(&document_, &Document::modifiedChanged, this, &Recovery::changed);
    connect(&document_, &Document::fileChanged, this, &Recovery::forget);
}

Recovery::~Recovery() {
    writing_.stop();
    { const std::lock_guard ended(disk_); }
    forget();
}

void Recovery::changed() {
    if (!document_.unsaved()) return forget();
    keepLater(waits_.pause);
}

/// Each change restarts the pause, but no change waits longer than `longest`.
void Recovery::keepLater(std::chrono::milliseconds wait) {
    if (!waiting_.isValid()) waiting_.start();
    const std::chrono::milliseconds left = waits_.longest - std::chrono::milliseconds(waiting_.elapsed());
    timer_.start(
        std::clamp(wait, std::chrono::milliseconds(0), std::max(left, std::chrono::milliseconds(0))));
}

void Recovery::forget() {
    timer_.stop();
    waiting_.invalidate();
    writing_.stop();
    if (const std::unique_lock now(disk_, std::try_to_lock); now) {
        QFile::remove(copy_);
    } else {
        writing_.start([this](const std::stop_token& outdated) {
            const std::lock_guard lock(disk_);
            if (!outdated.stop_requested()) QFile::remove(copy_);
        });
    }
    if (kept_.isNull()) return;
    kept_ = {};
    emit keptChanged();
}

/// Makes the folder and the lock, also again if something has removed them: a home that is mounted again, or
/// a program that clears folders. \return empty, or why the folder could not be made
QString Recovery::holdFolder() {
    if (QFileInfo::exists(lock_->fileName())) return {};
    std::error_code error;
    std::filesystem::create_directories(pathOf(folder_), error);
    if (error) return ui::textOf(error.message());
    if (lock_->isLocked()) {
        static_cast<void>(writeFile(lock_->fileName(), {}));  // unlock() warns of a missing file
        lock_->unlock();
    }
    lock_->tryLock();
    return {};
}

/// Any thread; `disk_` is held. \return empty, or why the copy could not be written
QString Recovery::write(const QByteArray& bytes) {
    const QString problem = holdFolder();
    return problem.isEmpty() ? writeFile(copy_, bytes) : problem;
}

bool Recovery::keep() {
    timer_.stop();
    waiting_.invalidate();
    // Another program may have written the file a moment ago. That text is not read yet, and it may be
    // spoilt.
    if (!document_.unsaved() && !document_.changedOnDisk()) return true;
    writing_.stop();
    std::unique_lock lock(disk_);
    const QString problem = write(contents());
    lock.unlock();
    written(problem);
    return problem.isEmpty();
}

void Recovery::keepOnThread() {
    waiting_.invalidate();
    if (!document_.unsaved()) return;
    writing_.start([this, bytes = contents()](const std::stop_token& outdated) {
        const std::lock_guard lock(disk_);
        if (outdated.stop_requested()) return;
        const QString problem = write(bytes);
        inbox_.postUnless(outdated, [this, problem] { written(problem); });
    });
}

void Recovery::written(const QString& problem) {
    if (!problem.isEmpty()) {
        keepLater(waits_.longest);  // a full disk may have room by then
        return emit failed(problem);
    }
    kept_ = QDateTime::currentDateTime();
    emit keptChanged();
}

QByteArray Recovery::contents() const {
    return headOf(document_) + document_.bytes();
}

QList<Recovery::Left> Recovery::left() const {
    QList<Left> all;
    for (const QFileInfo& info : QDir(folder_).entryInfoList({"*.burin"}, QDir::Files, QDir::Time)) {
        if (info.absoluteFilePath() == QFileInfo(copy_).absoluteFilePath()) continue;
        QLockFile lock(info.absoluteFilePath() + ".lock");
        if (obstacleAt(pathOf(lock.fileName()))) continue;  // reading a pipe would last for ever
        if (!takes(lock)) continue;                         // the studio that wrote it is still running
        const auto read = readRegularFile(pathOf(info.absoluteFilePath()), longestHead);
        const auto* const start = std::get_if<std::string>(&read);
        if (start == nullptr) continue;
        const QByteArray line = QByteArray::fromStdString(start->substr(0, start->find('\n')));
        const QJsonObject head = QJsonDocument::fromJson(line.mid(2)).object();
        all << Left{info.absoluteFilePath(),
                    head["file"].toString(),
                    head["title"].toString(),
                    info.lastModified(),
                    head["steps"].toInt(),
                    head["undone"].toBool(),
                    QByteArray::fromHex(head["base"].toString().toLatin1())};
    }
    return all;
}

std::optional<Recovery::Left> Recovery::newerThan(const QString& file) const {
    const QFileInfo saved(file);
    const QString path = pathWithoutLinks(file);
    for (const Left& each : left()) {
        if (each.file.isEmpty() || pathWithoutLinks(each.file) != path) continue;
        if (saved.exists() && each.saved < saved.lastModified()) return {};  // so are the other copies
        return each;
    }
    return {};
}

QString Recovery::textOf(const Left& left) {
    const QString when = QLocale().toString(left.saved, "d MMM, HH:mm");
    if (left.steps == 0) return tr("There is an autosave of %1.").arg(when);
    return left.steps == 1
               ? tr("The autosave of %1 has 1 unsaved step.").arg(when)
               : tr("The autosave of %1 has %2 unsaved steps.").arg(when, QString::number(left.steps));
}

QString Recovery::recover(const Left& left) {
    const auto read = readRegularFile(pathOf(left.copy), longestHead + largestDesign + 1);
    const auto* const copy = std::get_if<std::string>(&read);
    if (copy == nullptr) return tr("%1 cannot be read").arg(left.copy);
    const std::size_t head = copy->find('\n');  // this line describes the copy; the design follows
    const std::string text = head == std::string::npos ? std::string() : copy->substr(head + 1);
    const QString problem =
        document_.recover(QByteArray::fromStdString(text), left.file, left.base, left.undone);
    if (!problem.isEmpty()) return problem;
    if (keep()) discard(left);  // otherwise this copy remains the only one
    return {};
}

void Recovery::discard(const Left& left) {
    QFile::remove(left.copy);
}

}  // namespace burin::ui
