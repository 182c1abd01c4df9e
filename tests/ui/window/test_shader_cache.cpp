// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/window/process/shader_cache.hpp"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

#include <cstdint>
#include <limits>

namespace burin::ui {

namespace {

constexpr const char* variables[] = {"MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE",
                                     "MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "XDG_CACHE_HOME"};

}  // namespace

/// The cache of the OpenGL driver, which would end the studio if the disk is full.
class TestShaderCache : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QMap<QByteArray, QByteArray> before_;

  private slots:
    void initTestCase() {
        for (const char* variable : variables) {
            if (qEnvironmentVariableIsSet(variable)) before_[variable] = qgetenv(variable);
        }
    }
    void init() {
        for (const char* variable : variables)
            qunsetenv(variable);
        qputenv("XDG_CACHE_HOME", folder_.path().toLocal8Bit());
    }
    void cleanupTestCase() {
        for (const char* variable : variables) {
            before_.contains(variable) ? qputenv(variable, before_[variable]) : qunsetenv(variable);
        }
    }

    void aFolderWithRoomKeepsTheCache() {
        avoidShaderCacheWithoutRoom(1);
        QVERIFY(!qEnvironmentVariableIsSet("MESA_SHADER_CACHE_DISABLE"));
    }

    void aFullDiskTurnsTheCacheOff() {
        avoidShaderCacheWithoutRoom(std::numeric_limits<std::uintmax_t>::max());
        QCOMPARE(qgetenv("MESA_SHADER_CACHE_DISABLE"), QByteArray("true"));
    }

    void aFolderThatCannotBeWrittenTurnsTheCacheOff() {
        QFile file(folder_.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (const QString& place : {QString("/proc/none"), file.fileName()}) {
            qunsetenv("MESA_SHADER_CACHE_DISABLE");
            qputenv("XDG_CACHE_HOME", place.toLocal8Bit());
            avoidShaderCacheWithoutRoom(1);
            QCOMPARE(qgetenv("MESA_SHADER_CACHE_DISABLE"), QByteArray("true"));
        }
    }

    void aFolderThatDoesNotExistYetIsNoObstacle() {
        qputenv("XDG_CACHE_HOME", folder_.filePath("new/cache").toLocal8Bit());
        avoidShaderCacheWithoutRoom(1);
        QVERIFY(!qEnvironmentVariableIsSet("MESA_SHADER_CACHE_DISABLE"));
    }

    void theUserDecides() {
        qputenv("MESA_SHADER_CACHE_DISABLE", "false");
        avoidShaderCacheWithoutRoom(std::numeric_limits<std::uintmax_t>::max());
        QCOMPARE(qgetenv("MESA_SHADER_CACHE_DISABLE"), QByteArray("false"));
    }

    void theIndexHasNoHoles() {
        constexpr qint64 bytes = 1310728;
        QVERIFY(!fillShaderCacheIndex());  // the index does not exist yet
        QVERIFY(QDir(folder_.path()).mkdir("mesa_shader_cache"));
        QFile index(folder_.filePath("mesa_shader_cache/index"));
        QVERIFY(index.open(QIODevice::ReadWrite));
        QVERIFY(index.write("count") == 5 && index.resize(bytes) && index.flush());
        QVERIFY(fillShaderCacheIndex());
        struct stat status {};
        QVERIFY(::fstat(index.handle(), &status) == 0);
        QCOMPARE(status.st_size, bytes);
        QVERIFY(status.st_blocks * 512 >= bytes);
        QVERIFY(index.seek(0));
        QCOMPARE(index.read(6), QByteArray("count\0", 6));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestShaderCache)
#include "test_shader_cache.moc"
