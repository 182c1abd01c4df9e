// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/kernel_cache.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <chrono>
#include <fstream>
#include <string>

using namespace burin::gpu;
namespace fs = std::filesystem;

namespace {

std::vector<std::byte> bytes(std::size_t count, int seed) {
    std::vector<std::byte> all(count);
    for (std::size_t i = 0; i < count; ++i)
        all[i] = static_cast<std::byte>(i * 31 + static_cast<std::size_t>(seed));
    return all;
}

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void overwrite(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

std::vector<fs::path> filesIn(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    return files;
}

}  // namespace

class TestKernelCache : public QObject {
    Q_OBJECT

    QTemporaryDir temporary_;
    fs::path folder() const {
        return fs::path(temporary_.path().toStdString()) / QTest::currentTestFunction();
    }

  private slots:
    void whatIsKeptIsFound() {
        const KernelCache cache(folder() / "deep" / "below");
        QVERIFY(!cache.find("a"));
        cache.keep("a", bytes(1000, 1));
        cache.keep("b", bytes(70000, 2));
        QVERIFY(cache.find("a") == bytes(1000, 1));
        QVERIFY(KernelCache(folder() / "deep" / "below").find("b") == bytes(70000, 2));
        QVERIFY(!cache.find("c"));
        QCOMPARE(filesIn(folder() / "deep" / "below").size(), std::size_t{2});
        cache.keep("a", bytes(10, 3));
        QVERIFY(cache.find("a") == bytes(10, 3));
    }

    void damageIsNoticed_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("a bit of the kernel") << 0;
        QTest::newRow("a bit of the checksum") << 1;
        QTest::newRow("another sort of file") << 2;
        QTest::newRow("cut short") << 3;
        QTest::newRow("cut to its header") << 4;
        QTest::newRow("longer") << 5;
        QTest::newRow("empty") << 6;
    }
    void damageIsNoticed() {
        QFETCH(int, kind);
        const KernelCache cache(folder());
        cache.keep("k", bytes(300, 4));
        QVERIFY(cache.find("k"));
        const fs::path file = filesIn(folder()).at(0);
        std::string content = contentOf(file);
        if (kind == 0) content[200] = static_cast<char>(content[200] ^ 1);
        if (kind == 1) content[17] = static_cast<char>(content[17] ^ 1);
        if (kind == 2) content[0] = 'x';
        if (kind == 3) content.resize(content.size() - 1);
        if (kind == 4) content.resize(24);
        if (kind == 5) content += 'x';
        if (kind == 6) content.clear();
        overwrite(file, content);
        QVERIFY(!cache.find("k"));
        cache.keep("k", bytes(300, 4));
        QVERIFY(cache.find("k"));
    }

    void theOldestGo() {
        const KernelCache cache(folder(), 3500);
        const auto now = fs::file_time_type::clock::now();
        for (const char* key : {"a", "b", "c"}) {
            cache.keep(key, bytes(1000, 1));
            fs::last_write_time(folder() / (std::string(key) + ".kernel"),
                                now - std::chrono::hours(*key == 'a' ? 3 : 2));
        }
        QVERIFY(cache.find("a"));  // makes it the youngest
        fs::last_write_time(folder() / "b.kernel", now - std::chrono::hours(5));
        cache.keep("d", bytes(1000, 1));
        QVERIFY(cache.find("a"));
        QVERIFY(!cache.find("b"));
        QVERIFY(cache.find("c"));
        QVERIFY(cache.find("d"));
    }

    void afolderThatCannotBeIsNoError() {
        fs::create_directories(folder());
        overwrite(folder() / "file", "no folder");
        const KernelCache cache(folder() / "file" / "below");
        cache.keep("a", bytes(10, 1));
        QVERIFY(!cache.find("a"));
        const KernelCache none((fs::path()));
        none.keep("a", bytes(10, 1));
        QVERIFY(!none.find("a"));
    }

    /// A kernel that cannot be read is compiled again: here as on a disk that fails.
    void aKernelThatCannotBeReadIsNotThere() {
        fs::create_directories(folder() / "a.kernel");
        const KernelCache cache(folder());
        QVERIFY(!cache.find("a"));
        cache.keep("a", bytes(10, 1));
        QVERIFY(!cache.find("a"));
        QCOMPARE(filesIn(folder()), std::vector<fs::path>{folder() / "a.kernel"});
    }

    void theFolderOfTheUser() {
        const QByteArray home = qgetenv("HOME");
        const QByteArray cache = qgetenv("XDG_CACHE_HOME");
        qputenv("HOME", "/home/anna");
        qputenv("XDG_CACHE_HOME", "/var/anna");
        QCOMPARE(KernelCache::folderOfUser(), fs::path("/var/anna/burin/kernels"));
        qputenv("XDG_CACHE_HOME", "not/absolute");
        QCOMPARE(KernelCache::folderOfUser(), fs::path("/home/anna/.cache/burin/kernels"));
        qunsetenv("XDG_CACHE_HOME");
        QCOMPARE(KernelCache::folderOfUser(), fs::path("/home/anna/.cache/burin/kernels"));
        qunsetenv("HOME");
        QCOMPARE(KernelCache::folderOfUser(), fs::path());
        if (!home.isNull()) qputenv("HOME", home);
        if (!cache.isNull()) qputenv("XDG_CACHE_HOME", cache);
    }
};

BURIN_TEST(TestKernelCache)
#include "test_kernel_cache.moc"
