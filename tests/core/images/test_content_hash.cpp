// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/content_hash.hpp"
#include "core/images/image_error.hpp"
#include "core/images/input_file.hpp"
#include "support/testing.hpp"

#include <sys/mman.h>
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

using namespace burin;

namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

void writeText(const std::filesystem::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}

/// Changes one byte without changing the modification time.
void pokeQuietly(const std::filesystem::path& path, std::int64_t offset) {
    const auto time = std::filesystem::last_write_time(path);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(offset);
    file.put('x');
    file.close();
    std::filesystem::last_write_time(path, time);
}

}  // namespace

class TestContentHash : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }
    std::string hashOf(const char* name) const { return contentHash(InputFile(path(name)))->hex(); }

  private slots:
    /// BLAKE2b with a digest of 32 bytes, compared with other implementations.
    void hashesAsPublished() {
        QCOMPARE(Hasher().hex(),
                 std::string("0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"));
        QCOMPARE(Hasher().add("abc").hex(),
                 std::string("bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"));
    }

    void piecesCountLikeTheWhole() {
        QCOMPARE(Hasher().add("ab").add("c").hex(), Hasher().add("abc").hex());
        QVERIFY(Hasher().add("abc").hex() != Hasher().add("abd").hex());
    }

    /// XXH3 with 128 bits and no seed, compared with `xxhsum -H2`.
    void contentsHashAsPublished() {
        writeText(path("empty"), "");
        QCOMPARE(hashOf("empty"), std::string("99aa06d3014798d86001c324468d497f"));
        writeText(path("abc"), "abc");
        QCOMPARE(hashOf("abc"), std::string("06b05ab6733a618578af5f94892f3950"));
    }

    void aRenamedCopyHashesTheSame() {
        const std::string text(3'000'000, 'b');
        writeText(path("one"), text);
        writeText(path("two"), text);
        QCOMPARE(hashOf("one"), hashOf("two"));
        QCOMPARE(hashOf("one"), contentHash(std::as_bytes(std::span(text))).hex());
        pokeQuietly(path("two"), 2'999'999);
        QVERIFY(hashOf("one") != hashOf("two"));
    }

    void hashingStopsWhenItIsTold() {
        writeText(path("long"), std::string(1'000'000, 'l'));
        std::stop_source stop;
        QVERIFY(contentHash(InputFile(path("long")), stop.get_token()));
        stop.request_stop();
        QVERIFY(!contentHash(InputFile(path("long")), stop.get_token()));
    }

    void aHugeFileCountsByAPartOfItsBytes() {
        const std::int64_t length = kWholeContentBytes + 5 * kMiB + 123;
        writeText(path("huge"), "");
        std::filesystem::resize_file(path("huge"), static_cast<std::uintmax_t>(length));
        const auto time = std::filesystem::last_write_time(path("huge"));
        const std::string first = hashOf("huge");
        QCOMPARE(hashOf("huge"), first);

        pokeQuietly(path("huge"), kMiB + 200 * 1024);  // between two sampled blocks
        QCOMPARE(hashOf("huge"), first);
        std::string last = first;
        for (const std::int64_t offset :
             {std::int64_t{0}, kMiB - 1, length - 1, length - kMiB, (length - 64 * 1024) * 512 / 1023 + 17}) {
            pokeQuietly(path("huge"), offset);
            const std::string now = hashOf("huge");
            QVERIFY2(now != last, qPrintable(QString::number(offset)));
            last = now;
        }
        std::filesystem::last_write_time(path("huge"), time + std::chrono::seconds(1));
        QVERIFY(hashOf("huge") != last);
    }

    /// A system that reads ahead would read all of it from a disk.
    void whatIsBetweenTheSampledBlocksIsNotRead() {
        const std::int64_t length = kWholeContentBytes + kMiB;
        writeText(path("sampled"), "");
        std::filesystem::resize_file(path("sampled"), static_cast<std::uintmax_t>(length));
        static_cast<void>(hashOf("sampled"));
        QFile file(QString::fromStdString(path("sampled").string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        uchar* const bytes = file.map(0, length);
        QVERIFY(bytes != nullptr);
        std::vector<unsigned char> pages(static_cast<std::size_t>((length + 4095) / 4096));
        QCOMPARE(::mincore(bytes, static_cast<std::size_t>(length), pages.data()), 0);
        const auto inMemory =
            std::count_if(pages.begin(), pages.end(), [](unsigned char p) { return p & 1U; });
        QVERIFY2(inMemory * 4 < static_cast<std::int64_t>(pages.size()),
                 qPrintable(QString("%1 of %2 pages").arg(inMemory).arg(pages.size())));
    }

    void aFileThatIsCutShortIsAnError() {
        writeText(path("short"), std::string(1'000'000, 's'));
        const InputFile file(path("short"));
        std::filesystem::resize_file(path("short"), 10'000);
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(contentHash(file)));
    }
};

BURIN_TEST(TestContentHash)
#include "test_content_hash.moc"
