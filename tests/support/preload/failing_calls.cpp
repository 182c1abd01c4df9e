// SPDX-License-Identifier: GPL-3.0-or-later

// Preloaded into a program: makes one call that brings data to disk fail with EIO.
//
// BURIN_FAIL_CALL selects the kind of call (sync: fdatasync and fsync of files; folder: fsync of folders;
// rename), BURIN_FAIL_AT its number, from 1. When it fails, the file BURIN_FAIL_SAID is created. If
// BURIN_FAIL_KILLS is set, the program is killed instead, just before the call.
//
// If BURIN_CHANGE_FILE names a file, the content of BURIN_CHANGE_TO is written into it just before the call
// of pread from it whose number BURIN_CHANGE_AT gives, from 1. Then BURIN_FAIL_SAID is created too. If
// BURIN_CHANGE_KEEPS_TIME is set, the file has its earlier time afterwards. If BURIN_CHANGE_REPLACES is set,
// another file with that content gets its name instead.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

std::atomic<int> calls = 0;

bool fails(std::string_view kind) {
    const char* wanted = std::getenv("BURIN_FAIL_CALL");
    const char* at = std::getenv("BURIN_FAIL_AT");
    const char* said = std::getenv("BURIN_FAIL_SAID");
    if (!wanted || !at || !said || wanted != kind || ++calls != std::atoi(at)) return false;
    ::close(::open(said, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (std::getenv("BURIN_FAIL_KILLS") != nullptr) ::kill(::getpid(), SIGKILL);
    errno = EIO;
    return true;
}

bool isFolder(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
}

template <class Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Writes the content of a file into another one, and makes that one hour younger, so that its time differs
/// however fast this is.
void copyInto(const char* from, const char* to) {
    struct stat status {};
    const int source = ::open(from, O_RDONLY | O_CLOEXEC);
    const int target = ::open(to, O_WRONLY | O_CLOEXEC);
    if (::fstat(target, &status) != 0) std::abort();
    off_t length = 0;
    char bytes[65536];
    for (ssize_t got = ::read(source, bytes, sizeof bytes); got > 0;
         got = ::read(source, bytes, sizeof bytes)) {
        if (::write(target, bytes, static_cast<std::size_t>(got)) != got) std::abort();
        length += got;
    }
    if (::ftruncate(target, length) != 0) std::abort();
    timespec times[2] = {status.st_atim, status.st_mtim};
    if (std::getenv("BURIN_CHANGE_KEEPS_TIME") == nullptr) times[1].tv_sec += 3600;
    if (::futimens(target, times) != 0) std::abort();
    ::close(source);
    ::close(target);
}

std::atomic<int> reads = 0;

void changeBeforeRead(int descriptor) {
    const char* file = std::getenv("BURIN_CHANGE_FILE");
    const char* to = std::getenv("BURIN_CHANGE_TO");
    const char* at = std::getenv("BURIN_CHANGE_AT");
    const char* said = std::getenv("BURIN_FAIL_SAID");
    if (!file || !to || !at || !said) return;
    struct stat named {};
    struct stat opened {};
    if (::stat(file, &named) != 0 || ::fstat(descriptor, &opened) != 0) return;
    if (named.st_dev != opened.st_dev || named.st_ino != opened.st_ino || ++reads != std::atoi(at)) return;
    if (std::getenv("BURIN_CHANGE_REPLACES") != nullptr) {
        const std::string other = std::string(file) + ".other";
        ::close(::open(other.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
        copyInto(to, other.c_str());
        if (std::rename(other.c_str(), file) != 0) std::abort();
    } else {
        copyInto(to, file);
    }
    ::close(::open(said, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
}

}  // namespace

extern "C" {

int fsync(int descriptor) {
    if (fails(isFolder(descriptor) ? "folder" : "sync")) return -1;
    return real<int(int)>("fsync")(descriptor);
}

ssize_t pread(int descriptor, void* bytes, size_t count, off_t offset) {
    changeBeforeRead(descriptor);
    return real<ssize_t(int, void*, size_t, off_t)>("pread")(descriptor, bytes, count, offset);
}

int fdatasync(int descriptor) {
    if (fails("sync")) return -1;
    return real<int(int)>("fdatasync")(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    if (fails("rename")) return -1;
    return real<int(const char*, const char*)>("rename")(from, to);
}
}
