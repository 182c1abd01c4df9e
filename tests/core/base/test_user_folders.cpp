// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/user_folders.hpp"
#include "support/testing.hpp"

#include <filesystem>

using namespace burin;
namespace fs = std::filesystem;

class TestUserFolders : public QObject {
    Q_OBJECT

  private slots:
    void cachesLieWhereTheSpecificationSays() {
        const QByteArray cache = qgetenv("XDG_CACHE_HOME");
        const QByteArray home = qgetenv("HOME");
        qputenv("HOME", "/home/anna");
        qputenv("XDG_CACHE_HOME", "/var/anna");
        QCOMPARE(userCacheFolder(), fs::path("/var/anna/burin"));
        qputenv("XDG_CACHE_HOME", "not/absolute");
        QCOMPARE(userCacheFolder(), fs::path("/home/anna/.cache/burin"));
        qunsetenv("XDG_CACHE_HOME");
        QCOMPARE(userCacheFolder(), fs::path("/home/anna/.cache/burin"));
        qunsetenv("HOME");
        QVERIFY(userCacheFolder().empty());
        if (!cache.isNull()) qputenv("XDG_CACHE_HOME", cache);
        qputenv("HOME", home);
    }
};

BURIN_TEST(TestUserFolders)
#include "test_user_folders.moc"
