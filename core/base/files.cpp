// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"

#include "core/base/file_access.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
#include <random>
#include <system_error>

namespace burin {
namespace {

/// \param reason  %1 stands for the system's message
FileProblem problemOf(const char* reason, int error) {
    return {error, {.reason = reason, .details = {std::generic_category().message(error)}}};
}

/// The problem of a file that is not a regular one.
FileProblem refusalOf(mode_t mode) {
    const char* reason = "is a special file, not a regular file";
    if (S_ISDIR(mode)) reason = "is a folder, not a regular file";
    if (S_ISFIFO(mode)) reason = "is a pipe, not a regular file";
    if (S_ISSOCK(mode)) reason = "is a socket, not a regular file";
    if (S_ISCHR(mode) || S_ISBLK(mode)) reason = "is a device, not a regular file";
    return {0, {.reason = reason}};
}

/// open() fails on any socket, and on a folder if it is opened for writing. Its error code would not tell the
/// user why.
FileProblem openingProblem(const std::filesystem::path& path, int error) {
    struct stat status = {};
    const bool special = error == ENXIO || error == EISDIR || error == ENODEV;
    if (special && ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        return refusalOf(status.st_mode);
    return problemOf("cannot be opened: %1", error);
}

/// Whether the error means that the file system has nothing to sync, and not that data are lost. EROFS counts
/// as a loss: the system remounts a failing file system read-only.
bool cannotSync(int error) {
    return error == EINVAL || error == ENOTSUP || error == EOPNOTSUPP;
}

template <class Call>
auto unlessInterrupted(const Call& call) {
    auto result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

std::optional<FileProblem> writeAll(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written =
            unlessInterrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
        if (written < 0) return problemOf("cannot be written: %1", errno);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

std::filesystem::path folderOf(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyz";
constexpr std::size_t letterCount = 12;

/// The start of the unique names for a file. It is cut so that a unique name is valid even if the file's own
/// name has the maximum length.
std::string uniqueStem(const std::filesystem::path& path) {
    constexpr std::size_t longest = 255;
    constexpr std::string_view suffix = ".new-";
    return path.filename().string().substr(0, longest - suffix.size() - letterCount) + std::string(suffix);
}

/// A unique name in the folder of `path`.
std::filesystem::path nameBeside(const std::filesystem::path& path) {
    std::random_device random;
    std::string name = uniqueStem(path);
    name += letters[random() % 10];  // a digit
    for (std::size_t i = 1; i < letterCount; ++i)
        name += letters[random() % letters.size()];
    return path.parent_path() / name;
}

/// Whether nameBeside(), of this version or an earlier one, may have made a name with this end. Such an end
/// consists of random letters and a digit, instead of a word.
bool isUnique(std::string_view end) {
    constexpr std::size_t earlierCount = 8;
    return (end.size() == letterCount || end.size() == earlierCount) &&
           end.find_first_not_of(letters) == std::string_view::npos &&
           end.find_first_of("0123456789") != std::string_view::npos;
}

/// Removes the unique names that killed processes have left. Those in use are locked by their owners.
void removeLeftNames(const std::filesystem::path& path) {
    const std::string stem = uniqueStem(path);
    std::error_code error;
    for (std::filesystem::directory_iterator it(folderOf(path), error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!name.starts_with(stem) || !isUnique(std::string_view(name).substr(stem.size()))) continue;
        const auto opened = openRegularFile(it->path(), O_RDONLY | O_NOFOLLOW);
        const auto* file = std::get_if<Descriptor>(&opened);
        if (file != nullptr && ::flock(file->number(), LOCK_EX | LOCK_NB) == 0) ::unlink(it->path().c_str());
    }
}

/// What changes when a file is written.
struct FileTimes {
    std::int64_t bytes = 0;
    std::int64_t modifiedNs = 0;
    std::int64_t changedNs = 0;
    std::int64_t readNs = 0;  ///< when these were read; not compared

    static std::optional<FileTimes> of(int descriptor) {
        const std::int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                     std::chrono::system_clock::now().time_since_epoch())
                                     .count();
        struct stat status = {};
        if (::fstat(descriptor, &status) != 0) return {};
        const auto nanoseconds = [](const timespec& time) {
            return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
        };
        return FileTimes{status.st_size, nanoseconds(status.st_mtim), nanoseconds(status.st_ctim), now};
    }
    [[nodiscard]] bool tellLaterChanges() const { return timesTellLaterChanges(changedNs, readNs); }
    bool operator==(const FileTimes& other) const {
        return bytes == other.bytes && modifiedNs == other.modifiedNs && changedNs == other.changedNs;
    }
};

/// At most `most` bytes. The size of a file in /proc is meaningless, and a file may grow, so it is read until
/// its end.
std::variant<std::string, FileProblem> readFromStart(int descriptor, std::size_t most,
                                                     const std::stop_token& stop) {
    std::array<char, 65536> block{};
    std::string text;
    // A text that grows takes up to twice its size.
    if (const auto times = FileTimes::of(descriptor); times && times->bytes > 0)
        text.reserve(std::min(most, static_cast<std::size_t>(times->bytes)));
    while (text.size() < most && !stop.stop_requested()) {
        const std::size_t wanted = std::min(block.size(), most - text.size());
        const ssize_t got = unlessInterrupted(
            [&] { return ::pread(descriptor, block.data(), wanted, static_cast<off_t>(text.size())); });
        if (got < 0) return problemOf("cannot be read: %1", errno);
        if (got == 0) break;
        text.append(block.data(), static_cast<std::size_t>(got));
    }
    return text;
}

std::optional<FileProblem> writeDown(int descriptor, std::span<const std::byte> bytes) {
    const auto problem = writeAll(descriptor, bytes);
    return problem ? problem : syncData(descriptor);
}

/// Links an open file that has no name yet to `path`. \return false if that is not possible, for example
/// because the name is taken
bool nameFile(int descriptor, const std::filesystem::path& path) {
    const std::string self = "/proc/self/fd/" + std::to_string(descriptor);
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

/// \param file  gets the open file, which stays locked until it is closed
std::optional<FileProblem> writeNamed(const std::filesystem::path& name, mode_t mode,
                                      std::span<const std::byte> bytes, Descriptor& file) {
    file = Descriptor(unlessInterrupted(
        [&] { return ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode); }));
    if (!file.isOpen()) return problemOf("cannot be written: %1", errno);
    static_cast<void>(::flock(file.number(), LOCK_EX));
    return writeDown(file.number(), bytes);
}

}  // namespace

Problem FileProblem::about(const std::filesystem::path& file) const {
    Problem named = problem;
    named.subject = file.string();
    return named;
}

std::variant<Descriptor, FileProblem> openRegularFile(const std::filesystem::path& path, int flags,
                                                      unsigned mode) {
    // O_NONBLOCK opens a pipe without waiting; the check below then refuses it.
    Descriptor opened(unlessInterrupted(
        [&] { return ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode); }));
    if (!opened.isOpen()) return openingProblem(path, errno);
    struct stat status = {};
    if (::fstat(opened.number(), &status) != 0) return problemOf("cannot be opened: %1", errno);
    if (!S_ISREG(status.st_mode)) return refusalOf(status.st_mode);
    return opened;
}

bool timesTellLaterChanges(std::int64_t changedNs, std::int64_t nowNs) {
    // The clocks of file systems tick at least every 10 ms, or every 2 s if they store whole seconds.
    constexpr std::int64_t second = 1'000'000'000;
    constexpr std::int64_t fineTick = second / 10;
    constexpr std::int64_t coarseTick = 3 * second;
    return changedNs < nowNs - (changedNs % second == 0 ? coarseTick : fineTick);
}

std::variant<std::string, FileProblem> readRegularFile(const std::filesystem::path& path, std::size_t most,
                                                       const std::stop_token& stop) {
    auto opened = openRegularFile(path, O_RDONLY);
    if (auto* problem = std::get_if<FileProblem>(&opened)) return std::move(*problem);
    const int descriptor = std::get<Descriptor>(opened).number();
    constexpr int mostReadings = 3;
    for (int i = 0; i < mostReadings; ++i) {
        const auto before = FileTimes::of(descriptor);
        auto text = readFromStart(descriptor, most, stop);
        if (!std::holds_alternative<std::string>(text) || stop.stop_requested()) return text;
        const std::string& content = std::get<std::string>(text);
        // The file is longer, and another program may append to it.
        if (content.size() == most) return text;
        if (before != FileTimes::of(descriptor)) continue;
        if (before && before->tellLaterChanges()) return text;
        // A file in /proc has no size, and its content may change at any time.
        if (before && before->bytes == 0) return text;
        const auto again = readFromStart(descriptor, most, stop);
        const auto* same = std::get_if<std::string>(&again);
        if (stop.stop_requested() || (same != nullptr && *same == content)) return text;
    }
    return FileProblem{EBUSY, {.reason = "changes while it is read, because another program is writing it"}};
}

std::optional<FileProblem> obstacleAt(const std::filesystem::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) {
        if (errno == ELOOP)
            return FileProblem{errno, {.reason = "is a symbolic link that leads back to itself"}};
        if (errno != ENAMETOOLONG) return {};
        const bool wholePath = path.native().size() >= PATH_MAX;
        return FileProblem{ENAMETOOLONG,
                           {.reason = wholePath ? "is too long; the system takes paths of up to 4,095 bytes"
                                                : "is too long; most folders take names of up to 255 bytes"}};
    }
    if (S_ISREG(status.st_mode)) return {};
    return refusalOf(status.st_mode);
}

std::filesystem::path linkTarget(std::filesystem::path path) {
    constexpr int mostLinks = 40;  // the same limit as the system's
    for (int i = 0; i < mostLinks; ++i) {
        std::error_code error;
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error) return path;
        path = path.parent_path() / next;  // an absolute `next` replaces the folder
    }
    return path;
}

bool sameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    if (a == b || std::filesystem::equivalent(a, b, error)) return true;
    // A file that does not exist is known by its name and its folder. Its whole path is not resolved: the
    // system refuses that if the current folder is more than 4,096 bytes deep.
    const std::filesystem::path one = linkTarget(a);
    const std::filesystem::path other = linkTarget(b);
    return one.filename() == other.filename() && sameFile(folderOf(one), folderOf(other));
}

std::optional<FileProblem> syncData(int descriptor) {
    if (::fdatasync(descriptor) == 0 || cannotSync(errno)) return {};
    return problemOf("cannot be written to disk: %1", errno);
}

std::optional<FileProblem> syncFolder(const std::filesystem::path& path) {
    const std::filesystem::path folder = folderOf(path);
    const Descriptor opened(
        unlessInterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
    // A folder that is writable but not readable cannot be synced.
    if (!opened.isOpen() && errno == EACCES) return {};
    // Network and user-space file systems often cannot sync a folder; they make names durable by other means.
    if (opened.isOpen() && (::fsync(opened.number()) == 0 || cannotSync(errno))) return {};
    FileProblem lost = problemOf("the folder %2 cannot be written to disk: %1", errno);
    lost.problem.details.push_back(folder.string());
    return lost;
}

namespace {

/// Removes a name of a file at the end, also after an exception, unless it is released.
class TemporaryName {
  public:
    explicit TemporaryName(const std::filesystem::path& name) : name_(name) {}
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    ~TemporaryName() {
        if (!released_) ::unlink(name_.c_str());
    }
    void release() { released_ = true; }

  private:
    const std::filesystem::path& name_;
    bool released_ = false;
};

}  // namespace

std::optional<FileProblem> replaceFile(const std::filesystem::path& file, std::span<const std::byte> bytes,
                                       const std::function<bool()>& mayReplace) {
    if (auto obstacle = obstacleAt(file)) return obstacle;
    if (auto protection = writeProtectionOf(file)) return protection;
    return replaceProtectedFile(file, bytes, mayReplace);
}

std::optional<FileProblem> replaceProtectedFile(const std::filesystem::path& file,
                                                std::span<const std::byte> bytes,
                                                const std::function<bool()>& mayReplace) {
    if (auto obstacle = obstacleAt(file)) return obstacle;
    const std::filesystem::path path = linkTarget(file);
    const std::filesystem::path name = nameBeside(path);
    // If the process is killed before the file has a name, no file is left. Not every file system supports
    // files without a name.
    const Descriptor nameless(unlessInterrupted(
        [&] { return ::open(folderOf(path).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666); }));
    Descriptor created;
    std::optional<FileProblem> problem;
    bool named = false;
    if (nameless.isOpen()) {
        static_cast<void>(::flock(nameless.number(), LOCK_EX));
        problem = writeDown(nameless.number(), bytes);
        if (problem) return problem;
        if (nameFile(nameless.number(), path)) {
            removeLeftNames(path);
            return syncFolder(path);
        }
        problem = takeAccess(nameless.number(), path);
        if (problem) return problem;
        named = nameFile(nameless.number(), name);
    }
    const auto isTaken = [&path] { return ::access(path.c_str(), F_OK) == 0; };
    if (!named) {
        // The new file is private until it has the permissions of the old one.
        problem = writeNamed(name, isTaken() ? 0600 : 0666, bytes, created);
        if (!problem) problem = takeAccess(created.number(), path);
    }
    TemporaryName temporary(name);
    if (problem || (mayReplace && isTaken() && !mayReplace())) return problem;
    if (::rename(name.c_str(), path.c_str()) != 0) return problemOf("cannot be written: %1", errno);
    temporary.release();
    removeLeftNames(path);
    return syncFolder(path);
}

}  // namespace burin
