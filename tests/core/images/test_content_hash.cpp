// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/content_hash.hpp"
#include "core/images/image_error.hpp"

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

using namespace burin;

namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

void writeText(const std::filesystem::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}

/// Changes one byte and leaves the modification time as it was.
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

  private slots:
    /// BLAKE2b with a digest of 32 bytes, as other implementations give it.
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

    void aRenamedCopyHashesTheSame() {
        const std::string text(3'000'000, 'b');
        writeText(path("one"), text);
        writeText(path("two"), text);
        QCOMPARE(contentHash(path("one")), contentHash(path("two")));
        QCOMPARE(contentHash(path("one")), Hasher().add(text).hex());
        pokeQuietly(path("two"), 2'999'999);
        QVERIFY(contentHash(path("one")) != contentHash(path("two")));
    }

    void aHugeFileCountsByAPartOfItsBytes() {
        const std::int64_t length = kWholeContentBytes + 5 * kMiB + 123;
        writeText(path("huge"), "");
        std::filesystem::resize_file(path("huge"), static_cast<std::uintmax_t>(length));
        const auto time = std::filesystem::last_write_time(path("huge"));
        const std::string first = contentHash(path("huge"));
        QCOMPARE(contentHash(path("huge")), first);

        pokeQuietly(path("huge"), kMiB + 200 * 1024);  // between two blocks
        QCOMPARE(contentHash(path("huge")), first);
        std::string last = first;
        for (const std::int64_t offset :
             {std::int64_t{0}, kMiB - 1, length - 1, length - kMiB, (length - 64 * 1024) * 512 / 1023 + 17}) {
            pokeQuietly(path("huge"), offset);
            const std::string now = contentHash(path("huge"));
            QVERIFY2(now != last, qPrintable(QString::number(offset)));
            last = now;
        }
        std::filesystem::last_write_time(path("huge"), time + std::chrono::seconds(1));
        QVERIFY(contentHash(path("huge")) != last);
    }

    void whatCannotBeReadIsAnError() {
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(contentHash(path("missing"))));
    }
};

QTEST_APPLESS_MAIN(TestContentHash)
#include "test_content_hash.moc"
