// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/content_cache.hpp"
#include "support/testing.hpp"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace burin;

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kTableBytes =
    ContentCache::sets * ContentCache::recordsInSet * ContentCache::recordBytes;

/// The state of an invented file, different for each number.
FileState stateOf(std::uint64_t number) {
    return {1, number, 1000, 2000, 3000};
}
ContentHash hashOf(std::uint64_t number) {
    return {number, number * 7};
}

std::string bytesOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

class TestContentCache : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    fs::path path(const char* name) const { return folder_.filePath(name).toStdString(); }

  private slots:
    void whatIsKeptIsFoundByTheNextProgram() {
        const fs::path table = path("new/folder/table");
        ContentCache(table).keep(stateOf(1), hashOf(1));
        QVERIFY(ContentCache(table).find(stateOf(1)) == hashOf(1));
        QVERIFY(!ContentCache(table).find(stateOf(2)));
        ContentCache(table).keep(stateOf(1), hashOf(9));
        QVERIFY(ContentCache(table).find(stateOf(1)) == hashOf(9));
    }

    void everyPartOfAFilesStateCounts() {
        const ContentCache cache(path("states"));
        cache.keep(stateOf(1), hashOf(1));
        FileState other = stateOf(1);
        other.device = 2;
        QVERIFY(!cache.find(other));
        other = stateOf(1);
        other.bytes = 1001;
        QVERIFY(!cache.find(other));
        other = stateOf(1);
        other.modifiedNs = 2001;
        QVERIFY(!cache.find(other));
        other = stateOf(1);
        other.changedNs = 3001;
        QVERIFY(!cache.find(other));
    }

    /// The newest files of each set stay, however many files there are.
    void theTableNeverGrowsBeyondItsSize() {
        const ContentCache cache(path("full"));
        constexpr std::uint64_t count = 2 * ContentCache::sets * ContentCache::recordsInSet;
        for (std::uint64_t i = 0; i < count; ++i)
            cache.keep(stateOf(i), hashOf(i));
        QVERIFY(fs::file_size(path("full")) <= static_cast<std::uintmax_t>(kTableBytes));
        QVERIFY(cache.find(stateOf(count - 1)) == hashOf(count - 1));
        std::int64_t found = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto hash = cache.find(stateOf(i));
            QVERIFY(!hash || *hash == hashOf(i));
            found += hash ? 1 : 0;
        }
        QVERIFY(found > kTableBytes / ContentCache::recordBytes / 2);
    }

    void aDamagedRecordIsNotFound() {
        ContentCache(path("damaged")).keep(stateOf(1), hashOf(1));
        const std::string sound = bytesOf(path("damaged"));
        const std::size_t record = sound.size() - static_cast<std::size_t>(ContentCache::recordBytes);
        for (std::size_t i = record; i < sound.size(); ++i) {
            std::string damaged = sound;
            damaged[i] ^= 0x10;
            std::ofstream(path("damaged"), std::ios::binary) << damaged;
            QVERIFY2(!ContentCache(path("damaged")).find(stateOf(1)), qPrintable(QString::number(i)));
        }
    }

    void aTableThatIsNoTableIsHarmless_data() {
        QTest::addColumn<QString>("what");
        QTest::newRow("a text") << "text";
        QTest::newRow("cut in the middle of a record") << "cut";
        QTest::newRow("a folder") << "folder";
        QTest::newRow("a pipe without a writer") << "pipe";
        QTest::newRow("in a folder that is a file") << "below a file";
        QTest::newRow("nowhere") << "nowhere";
    }
    void aTableThatIsNoTableIsHarmless() {
        QFETCH(QString, what);
        fs::path table = path("odd") / what.toStdString();
        fs::create_directories(table.parent_path());
        if (what == "text") std::ofstream(table) << std::string(300'000, 'x');
        if (what == "cut") {
            ContentCache(table).keep(stateOf(1), hashOf(1));
            fs::resize_file(table, fs::file_size(table) - 5);
        }
        if (what == "folder") fs::create_directory(table);
        if (what == "pipe") QCOMPARE(::mkfifo(table.c_str(), 0600), 0);
        if (what == "below a file") {
            std::ofstream(table) << "x";
            table /= "table";
        }
        if (what == "nowhere") table.clear();
        const ContentCache cache(table);
        QVERIFY(!cache.find(stateOf(1)));
        cache.keep(stateOf(1), hashOf(1));
        const auto found = cache.find(stateOf(1));
        QVERIFY(!found || *found == hashOf(1));
    }

    /// Many writers share one set. A hash that is found is always the hash of its file.
    void programsShareATable() {
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (std::uint64_t t = 0; t < 4; ++t) {
            threads.emplace_back([this, t, &wrong] {
                const ContentCache cache(path("shared"));
                for (std::uint64_t i = 0; i < 4000; ++i) {
                    cache.keep(stateOf(i % 97 + t), hashOf(i % 97 + t));
                    const auto found = cache.find(stateOf(i % 89));
                    if (found && *found != hashOf(i % 89)) ++wrong;
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }
};

BURIN_TEST(TestContentCache)
#include "test_content_cache.moc"
