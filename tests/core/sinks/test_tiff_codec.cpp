// SPDX-License-Identifier: GPL-3.0-or-later
// Each request of the TIFF library for memory is refused once, however small: compressing a tile then fails,
// or the bytes are the right ones.
#include "core/base/errors.hpp"
#include "core/sinks/tiff/tiff_codec.hpp"
#include "core/sinks/tiff/tiff_file_layout.hpp"
#include "support/instrumented.hpp"
#include "support/testing.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

namespace {

int refusedRequest = 0;  // counted from 1; 0: none
int requests = 0;

#if !BURIN_INSTRUMENTED
bool isRefused() {
    if (refusedRequest == 0 || ++requests != refusedRequest) return false;
    errno = ENOMEM;
    return true;
}
#endif

}  // namespace

#if !BURIN_INSTRUMENTED
// The definitions replace the C library's in this program; a sanitizer insists on its own.
extern "C" {
void* __libc_malloc(std::size_t bytes);                     // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t count, std::size_t bytes);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* memory, std::size_t bytes);      // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t bytes) {
    return isRefused() ? nullptr : __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
    return isRefused() ? nullptr : __libc_calloc(count, bytes);
}
void* realloc(void* memory, std::size_t bytes) {
    return isRefused() ? nullptr : __libc_realloc(memory, bytes);
}
}
#endif

using namespace burin;

namespace {

enum class Outcome { right, failed, wrong, notReached };

/// Refuses one request in a child process, which may crash. \return its outcome, or minus its signal
int outcomeOf(int request, const std::vector<std::byte>& tile, Compression compression,
              const std::vector<std::byte>& expected) {
    const pid_t child = ::fork();
    if (child == 0) {
        auto outcome = Outcome::failed;
        requests = 0;
        refusedRequest = request;
        try {
            const std::vector<std::byte> bytes = compressTiffBlock(tile, compression);
            const bool reached = requests >= request;
            outcome = !reached ? Outcome::notReached : bytes == expected ? Outcome::right : Outcome::wrong;
        } catch (const SinkError&) {
        } catch (const std::bad_alloc&) {
        }
        ::_exit(static_cast<int>(outcome));
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) return static_cast<int>(Outcome::wrong);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

class TestTiffCodec : public QObject {
    Q_OBJECT

  private slots:
    void refusedMemoryIsAnError_data() {
        QTest::addColumn<Compression>("compression");
        QTest::newRow("deflate") << Compression::deflate;
        QTest::newRow("lzw") << Compression::lzw;
        QTest::newRow("zstd") << Compression::zstd;
    }
    void refusedMemoryIsAnError() {
        if (instrumented) QSKIP("the sanitizer has its own allocator");
        QFETCH(Compression, compression);
        if (!tiffCanCompress(compression)) QSKIP("the TIFF library cannot do that here");
        constexpr int mostRequests = 1000;
        std::vector<std::byte> tile(static_cast<std::size_t>(tiffTileSide * tiffTileSide));
        for (std::size_t i = 0; i < tile.size(); ++i)
            tile[i] = static_cast<std::byte>(i * i >> 9);
        const std::vector<std::byte> expected = compressTiffBlock(tile, compression);
        int failures = 0;
        for (int request = 1; request < mostRequests; ++request) {
            const int outcome = outcomeOf(request, tile, compression, expected);
            if (outcome == static_cast<int>(Outcome::notReached)) break;
            const QString what = QString("request %1 ends with %2").arg(request).arg(outcome);
            QVERIFY2(outcome >= 0 && outcome != static_cast<int>(Outcome::wrong), qPrintable(what));
            failures += outcome == static_cast<int>(Outcome::failed) ? 1 : 0;
        }
        QVERIFY(failures > 3);
    }
};

QTEST_APPLESS_MAIN(TestTiffCodec)
#include "test_tiff_codec.moc"
