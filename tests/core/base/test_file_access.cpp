// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errors.hpp"
#include "core/base/file_access.hpp"
#include "core/base/output_file.hpp"
#include "support/system/failing_calls.hpp"
#include "support/testing.hpp"

#include <sys/xattr.h>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <array>

using namespace burin;
using burin::test::FailingCalls;

namespace {

/// The permissions of new files that have a name already, just before they get those of the old file.
mode_t namedModes = 0;
int namedFiles = 0;

}  // namespace

extern "C" int fchown(int file, uid_t owner, gid_t group) noexcept {
    struct stat status = {};
    if (::fstat(file, &status) == 0 && status.st_nlink > 0) {
        namedModes |= status.st_mode & 0777U;
        ++namedFiles;
    }
    static auto* const real = FailingCalls::original<int(int, uid_t, gid_t)>("fchown");
    return real(file, owner, group);
}

class TestFileAccess : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    [[nodiscard]] std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }

    [[nodiscard]] QByteArray contentsOf(const QString& name) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] struct stat statusOf(const QString& name) const {
        struct stat status = {};
        if (::stat(path(name).c_str(), &status) != 0) qFatal("no such file");
        return status;
    }
    [[nodiscard]] QString modeOf(const QString& name) const {
        return QString::number(statusOf(name).st_mode & 07777U, 8);
    }
    /// A new file that holds `old`.
    void make(const QString& name, mode_t mode) const {
        ::unlink(path(name).c_str());
        overwrite(path(name), "old");
        if (::chmod(path(name).c_str(), mode) != 0) qFatal("the permissions were not changed");
    }
    static std::optional<FileProblem> replace(const std::string& file) {
        return replaceFile(file, std::as_bytes(std::span("new", 3)));
    }

  private slots:
    void initTestCase() { ::umask(022); }

    void aFileKeepsItsPermissions_data() {
        QTest::addColumn<uint>("mode");
        QTest::addColumn<QString>("kept");
        QTest::newRow("private") << 0600U << "600";
        QTest::newRow("read by a group") << 0640U << "640";
        QTest::newRow("written by a group") << 0664U << "664";
        QTest::newRow("written by all") << 0666U << "666";
        QTest::newRow("a program") << 0755U << "755";
        QTest::newRow("a program that runs as its owner is new and does not") << 04755U << "755";
    }
    void aFileKeepsItsPermissions() {
        QFETCH(uint, mode);
        QFETCH(QString, kept);
        make("file", mode);
        QVERIFY(!replace(path("file")));
        QCOMPARE(contentsOf("file"), QByteArray("new"));
        QCOMPARE(modeOf("file"), kept);
    }

    void aNewFileHasThePermissionsOfNewFiles() {
        QVERIFY(!replace(path("created")));
        QCOMPARE(modeOf("created"), QString("644"));
    }

    void theTargetOfALinkKeepsItsPermissions() {
        make("target", 0600);
        QVERIFY(QFile::link("target", folder_.filePath("link")));
        QVERIFY(!replace(path("link")));
        QCOMPARE(contentsOf("target"), QByteArray("new"));
        QCOMPARE(modeOf("target"), QString("600"));
    }

    /// A new file without a name is impossible on some file systems, so that case is among these.
    void aFileStaysPrivateWhicheverCallFails() {
        namedModes = 0;
        namedFiles = 0;
        bool more = true;
        for (int call = 1; more; ++call) {
            make("private", 0600);
            {
                const FailingCalls calls(call, EOPNOTSUPP, false);
                const auto problem = replace(path("private"));
                more = calls.failed();
                QVERIFY(more || !problem);
            }
            QCOMPARE(modeOf("private"), QString("600"));
            const QByteArray found = contentsOf("private");
            QVERIFY2(found == "old" || found == "new", found);
        }
        QVERIFY(namedFiles > 0);
        QCOMPARE(namedModes, mode_t{0600});
        QCOMPARE(QDir(folder_.path()).entryList({"private*"}, QDir::Files), QStringList{"private"});
    }

    void aReadOnlyFileIsNotReplaced() {
        make("read-only", 0444);
        const auto problem = replace(path("read-only"));
        QVERIFY(problem && problem->error == EACCES);
        QCOMPARE(problem->problem.text(), std::string("is read-only"));
        QCOMPARE(problem->problem.adviceText(), std::string("make it writable, or choose another name"));
        QVERIFY_THROWS_EXCEPTION(UsageError, overwrite(path("read-only"), "new"));
        QCOMPARE(contentsOf("read-only"), QByteArray("old"));
        QCOMPARE(modeOf("read-only"), QString("444"));
        QVERIFY(!writeProtectionOf(path("nothing")));
    }

    void anAdministratorKeepsOwnerAndGroup() {
        if (::geteuid() != 0) QSKIP("only an administrator may give files away");
        make("theirs", 0640);
        QCOMPARE(::chown(path("theirs").c_str(), 12345, 23456), 0);
        QVERIFY(!replace(path("theirs")));
        QCOMPARE(statusOf("theirs").st_uid, uid_t{12345});
        QCOMPARE(statusOf("theirs").st_gid, gid_t{23456});
        QCOMPARE(modeOf("theirs"), QString("640"));
    }

    void aGroupThatCannotBeKeptGivesAnotherOneNothing_data() {
        QTest::addColumn<uint>("mode");
        QTest::addColumn<QString>("left");
        QTest::newRow("read by the group") << 0640U << "600";
        QTest::newRow("written by the group") << 0664U << "644";
        QTest::newRow("read by others, not by the group") << 0604U << "600";
    }
    void aGroupThatCannotBeKeptGivesAnotherOneNothing() {
        if (::geteuid() != 0) QSKIP("only an administrator may act as another user");
        QFETCH(uint, mode);
        QFETCH(QString, left);
        make("shared", mode);
        QCOMPARE(::chown(path("shared").c_str(), 12345, 23456), 0);
        QCOMPARE(::chmod(folder_.path().toLocal8Bit().constData(), 0777), 0);
        QCOMPARE(::seteuid(12345), 0);
        const bool reached = ::faccessat(AT_FDCWD, path("shared").c_str(), F_OK, AT_EACCESS) == 0;
        const auto problem = replace(path("shared"));
        QCOMPARE(::seteuid(0), 0);
        if (!reached) QSKIP("another user cannot reach the folder of temporary files");
        QVERIFY(!problem);
        QCOMPARE(statusOf("shared").st_uid, uid_t{12345});
        QVERIFY(statusOf("shared").st_gid != gid_t{23456});
        QCOMPARE(modeOf("shared"), left);
    }

    /// A list that lets all others read the file, but neither its group nor user 54321.
    void aListThatCannotBeKeptDeniesStill() {
        if (::geteuid() != 0) QSKIP("only an administrator may act as another user");
        constexpr std::array<unsigned char, 44> list = {
            2, 0,   0,   0,   1,   0,  6, 0, 255, 255, 255, 255, 2,   0,  0, 0, 49, 212, 0,   0,   4,  0, 0,
            0, 255, 255, 255, 255, 16, 0, 4, 0,   255, 255, 255, 255, 32, 0, 4, 0,  255, 255, 255, 255};
        make("denied", 0644);
        QCOMPARE(::chown(path("denied").c_str(), 12345, 23456), 0);
        QCOMPARE(::chmod(folder_.path().toLocal8Bit().constData(), 0777), 0);
        if (::setxattr(path("denied").c_str(), "system.posix_acl_access", list.data(), list.size(), 0) != 0)
            QSKIP("the file system keeps no access control lists");
        QCOMPARE(::seteuid(12345), 0);
        const bool reached = ::faccessat(AT_FDCWD, path("denied").c_str(), F_OK, AT_EACCESS) == 0;
        const auto problem = replace(path("denied"));
        QCOMPARE(::seteuid(0), 0);
        if (!reached) QSKIP("another user cannot reach the folder of temporary files");
        QVERIFY(!problem);
        QCOMPARE(modeOf("denied"), QString("600"));
    }

    void aFileKeepsTheAttributesOfItsUser() {
        make("tagged", 0640);
        const auto tag = [&](const char* name, const std::string& value) {
            return ::setxattr(path("tagged").c_str(), name, value.data(), value.size(), 0) == 0;
        };
        if (!tag("user.xdg.tags", "copper,proof")) QSKIP("the file system keeps no attributes of users");
        QVERIFY(tag("user.empty", ""));
        QVERIFY(!replace(path("tagged")));
        QCOMPARE(contentsOf("tagged"), QByteArray("new"));
        std::array<char, 100> found = {};
        const ssize_t bytes = ::getxattr(path("tagged").c_str(), "user.xdg.tags", found.data(), found.size());
        QCOMPARE(QByteArray(found.data(), std::max<ssize_t>(bytes, 0)), QByteArray("copper,proof"));
        QCOMPARE(::getxattr(path("tagged").c_str(), "user.empty", nullptr, 0), ssize_t{0});
    }

    /// Some file systems have no files without a name, and others no hard links.
    void whatMayNotBeReplacedStaysWhicheverCallFails() {
        bool more = true;
        for (int call = 1; more; ++call) {
            make("asked", 0640);
            int asked = 0;
            {
                const FailingCalls calls(call, EOPNOTSUPP, false);
                const auto problem = replaceFile(path("asked"), std::as_bytes(std::span("new", 3)), [&asked] {
                    ++asked;
                    return false;
                });
                more = calls.failed();
                QVERIFY(problem || asked == 1);
                QVERIFY(more || !problem);
            }
            QCOMPARE(contentsOf("asked"), QByteArray("old"));
        }
        QCOMPARE(QDir(folder_.path()).entryList({"asked*"}, QDir::Files), QStringList{"asked"});
    }

    /// The list that the folder gives to new files names a user who may not read the old file.
    void anAccessListIsKept() {
        // Version 2; entries of a tag, permissions and a user: the owner, user 12345, the group, the mask,
        // all others.
        constexpr std::array<unsigned char, 44> list = {
            2, 0, 0,   0,   1,   0,   6,  0, 255, 255, 255, 255, 2,   0,   4,  0, 57, 48, 0,   0,   4,   0,
            0, 0, 255, 255, 255, 255, 16, 0, 4,   0,   255, 255, 255, 255, 32, 0, 0,  0,  255, 255, 255, 255};
        const std::string inner = path("lists");
        QVERIFY(QDir(folder_.path()).mkdir("lists"));
        make("lists/plain", 0640);
        make("lists/listed", 0600);
        const auto give = [&](const std::string& to, const char* name) {
            return ::setxattr(to.c_str(), name, list.data(), list.size(), 0) == 0;
        };
        if (!give(inner, "system.posix_acl_default")) QSKIP("the file system keeps no access control lists");
        QVERIFY(give(path("lists/listed"), "system.posix_acl_access"));
        for (const char* name : {"lists/plain", "lists/listed"}) {
            QVERIFY(!replace(path(name)));
            QCOMPARE(modeOf(name), QString("640"));
        }
        std::array<unsigned char, 100> found = {};
        const auto bytesOf = [&](const char* name) {
            return ::getxattr(path(name).c_str(), "system.posix_acl_access", found.data(), found.size());
        };
        QCOMPARE(bytesOf("lists/plain"), ssize_t{-1});
        QCOMPARE(bytesOf("lists/listed"), static_cast<ssize_t>(list.size()));
        QVERIFY(std::equal(list.begin(), list.end(), found.begin()));
    }
};

// A program of its own, because it replaces calls of the system
QTEST_APPLESS_MAIN(TestFileAccess)
#include "test_file_access.moc"
