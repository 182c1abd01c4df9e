// SPDX-License-Identifier: GPL-3.0-or-later

// Preloaded into a program: makes one call that brings data to disk fail with EIO.
//
// BURIN_FAIL_CALL selects the kind of call (sync: fdatasync and fsync of files; folder: fsync of folders;
// rename), BURIN_FAIL_AT its number, from 1. When it fails, the file BURIN_FAIL_SAID is created. If
// BURIN_FAIL_KILLS is set, the program is killed instead, just before the call.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
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

}  // namespace

extern "C" {

int fsync(int descriptor) {
    if (fails(isFolder(descriptor) ? "folder" : "sync")) return -1;
    return real<int(int)>("fsync")(descriptor);
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
