// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/descriptor.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/output_file.hpp"
#include "support/testing.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <cerrno>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace burin;

class TestFiles : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    [[nodiscard]] std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }

    [[nodiscard]] QByteArray contentsOf(const QString& name) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

  private slots:
    void initTestCase() {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        QVERIFY(QDir(folder_.path()).mkdir("folder"));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string socket = path("socket");
        QVERIFY(socket.size() < sizeof address.sun_path);
        std::strcpy(address.sun_path, socket.c_str());
        const Descriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        QCOMPARE(::bind(listener.number(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    }

    void onlyRegularFilesAreRead_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a pipe without a writer") << path_("pipe") << "is a pipe, not a regular file";
        QTest::newRow("a folder") << path_("folder") << "is a folder, not a regular file";
        QTest::newRow("a socket") << path_("socket") << "is a socket, not a regular file";
        QTest::newRow("a device without an end") << "/dev/zero"
                                                 << "is a device, not a regular file";
        QTest::newRow("nothing") << path_("nothing") << "cannot be opened: No such file or directory";
    }
    void onlyRegularFilesAreRead() {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        const auto read = readRegularFile(name.toStdString(), 1000);
        const auto* problem = std::get_if<FileProblem>(&read);
        QVERIFY(problem != nullptr);
        QCOMPARE(QString::fromStdString(problem->problem.text()), expected);
    }

    void neverMoreIsReadThanAskedFor() {
        QVERIFY(!replaceFile(path("long"), std::as_bytes(std::span("0123456789", 10))));
        QCOMPARE(std::get<std::string>(readRegularFile(path("long"), 4)), std::string("0123"));
        QCOMPARE(std::get<std::string>(readRegularFile(path("long"), 100)), std::string("0123456789"));
        // Files in /proc have size 0, although they have contents.
        QVERIFY(std::get<std::string>(readRegularFile("/proc/self/status", 100)).starts_with("Name:"));
    }

    void aStopEndsTheReading() {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(std::get<std::string>(readRegularFile(path("long"), 100, stop.get_token())), std::string());
    }

    void aFileIsReplacedAsAWhole() {
        constexpr int writers = 8;
        constexpr std::size_t bytes = 100000;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < writers; ++i) {
                threads.emplace_back([this, i] {
                    const std::string text(bytes, static_cast<char>('a' + i));
                    for (int round = 0; round < 20; ++round)
                        if (replaceFile(path("shared"), std::as_bytes(std::span(text))))
                            qFatal("not written");
                });
            }
        }
        const QByteArray found = contentsOf("shared");
        QCOMPARE(found, QByteArray(bytes, found.isEmpty() ? ' ' : found.front()));
        QCOMPARE(QDir(folder_.path()).entryList({"shared*"}, QDir::Files), QStringList{"shared"});
    }

    void aLinkIsWrittenThrough() {
        QVERIFY(QDir(folder_.path()).mkpath("linked"));
        QVERIFY(QFile::link("linked/target", path_("link")));
        QVERIFY(!replaceFile(path("link"), std::as_bytes(std::span("new", 3))));
        QVERIFY(!replaceFile(path("link"), std::as_bytes(std::span("newer", 5))));
        QVERIFY(QFileInfo(path_("link")).isSymLink());
        QCOMPARE(contentsOf("linked/target"), QByteArray("newer"));
    }

    /// Copies of a folder whose files are hard links, as backups make them, must not change.
    void otherNamesOfAFileKeepItsContent() {
        overwrite(path("one"), "old");
        QCOMPARE(::link(path("one").c_str(), path("backup").c_str()), 0);
        overwrite(path("one"), "new");
        QCOMPARE(contentsOf("one"), QByteArray("new"));
        QCOMPARE(contentsOf("backup"), QByteArray("old"));
    }

    void theLastLookDecides() {
        const auto write = [this](const char* name, const char* text, const std::function<bool()>& look) {
            return !replaceFile(path(name), std::as_bytes(std::span(text, std::strlen(text))), look);
        };
        int looks = 0;
        const auto never = [&looks] {
            ++looks;
            return false;
        };
        QVERIFY(write("looked", "first", never));
        QCOMPARE(looks, 0);  // there was nothing to replace
        QVERIFY(write("looked", "second", never));
        QCOMPARE(looks, 1);
        QCOMPARE(contentsOf("looked"), QByteArray("first"));
        // The file is still the old one when the question comes.
        QVERIFY(write("looked", "third", [this] { return contentsOf("looked") == "first"; }));
        QCOMPARE(contentsOf("looked"), QByteArray("third"));
        QCOMPARE(QDir(folder_.path()).entryList({"looked*"}, QDir::Files), QStringList{"looked"});
    }

    void aLookThatThrowsLeavesNoOtherName() {
        const auto bytes = std::as_bytes(std::span("second", 6));
        QVERIFY(!replaceFile(path("thrown"), std::as_bytes(std::span("first", 5))));
        const auto failing = []() -> bool { throw std::runtime_error("no look"); };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 static_cast<void>(replaceFile(path("thrown"), bytes, failing)));
        QCOMPARE(contentsOf("thrown"), QByteArray("first"));
        const auto all = QDir::Files | QDir::Hidden | QDir::System;
        QCOMPARE(QDir(folder_.path()).entryList({"*thrown*"}, all), QStringList{"thrown"});
    }

    void aNameThatIsAsLongAsPossibleIsReplaced() {
        const QString longest = QString("n").repeated(255);
        for (const char* text : {"one", "two"})
            QVERIFY(!replaceFile(path(longest), std::as_bytes(std::span(text, 3))));
        QCOMPARE(contentsOf(longest.toLatin1().constData()), QByteArray("two"));
    }

    void noOtherFileIsTouched() {
        for (const char* name : {"x.part", "x.new", "x.journal"})
            QVERIFY(!replaceFile(path(name), std::as_bytes(std::span("mine", 4))));
        QVERIFY(!replaceFile(path("x"), std::as_bytes(std::span("yours", 5))));
        for (const char* name : {"x.part", "x.new", "x.journal"})
            QCOMPARE(contentsOf(name), QByteArray("mine"));
        QCOMPARE(contentsOf("x"), QByteArray("yours"));
    }

    void whatCannotBeReplacedLeavesNothing() {
        const auto missing = replaceFile(path("none/x"), {});
        QVERIFY(missing && missing->error == ENOENT);
        const QStringList before = QDir(folder_.path()).entryList(QDir::AllEntries | QDir::System);
        QVERIFY(replaceFile(path("folder"), {}).has_value());
        const auto pipe = replaceFile(path("pipe"), {});
        QVERIFY(pipe && pipe->problem.text() == "is a pipe, not a regular file");
        QVERIFY_THROWS_EXCEPTION(UsageError, overwrite(path("pipe"), "text"));
        const auto device = replaceFile("/dev/null", {});
        QVERIFY(device && device->problem.text() == "is a device, not a regular file");
        QCOMPARE(QDir(folder_.path()).entryList(QDir::AllEntries | QDir::System), before);
    }

    void filesAreToldApart_data() {
        QTest::addColumn<QString>("other");  // a name in the folder, compared with the name `file`
        QTest::addColumn<bool>("same");
        QTest::newRow("the same name") << "file" << true;
        QTest::newRow("another spelling") << "folder/../file" << true;
        QTest::newRow("through a link of the folder") << "here/file" << true;
        QTest::newRow("a link to it") << "to-file" << true;
        QTest::newRow("another name") << "file2" << false;
        QTest::newRow("another folder") << "folder/file" << false;
        QTest::newRow("a folder that does not exist") << "none/file" << false;
    }
    void filesAreToldApart() {
        QFETCH(QString, other);
        QFETCH(bool, same);
        QFile::remove(path_("file"));
        if (!QFileInfo(path_("here")).isSymLink()) {
            QVERIFY(QFile::link(folder_.path(), path_("here")));
            QVERIFY(QFile::link("file", path_("to-file")));
        }
        QCOMPARE(sameFile(path("file"), path(other)), same);
        QCOMPARE(sameFile(path(other), path("file")), same);
        overwrite(path("file"), "text");
        QCOMPARE(sameFile(path("file"), path(other)), same);
        QCOMPARE(sameFile(path(other), path("file")), same);
    }

    /// The system gives no absolute path of such a folder.
    void filesAreToldApartInAVeryDeepFolder() {
        const Descriptor start(::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        QVERIFY(start.isOpen());
        constexpr int levels = 22;
        const std::string level(200, 'd');
        const std::string top = path("deep");
        QCOMPARE(::mkdir(top.c_str(), 0700), 0);
        bool entered = ::chdir(top.c_str()) == 0;
        for (int i = 0; i < levels && entered; ++i)
            entered = ::mkdir(level.c_str(), 0700) == 0 && ::chdir(level.c_str()) == 0;
        const bool missingDiffer = !sameFile("one", "other");
        const bool missingAreSame = sameFile("one", "./one");
        if (entered) overwrite("one", "text");
        const bool existingDiffer = !sameFile("one", "other");
        const bool existingAreSame = sameFile("one", "./one");
        // No path leads to these folders, so they are removed from within.
        ::unlink("one");
        for (int i = 0; i < levels && entered; ++i)
            entered = ::chdir("..") == 0 && ::rmdir(level.c_str()) == 0;
        QCOMPARE(::fchdir(start.number()), 0);
        QVERIFY(entered);
        QVERIFY(missingDiffer);
        QVERIFY(missingAreSame);
        QVERIFY(existingDiffer);
        QVERIFY(existingAreSame);
    }

    void aPathThatIsTooLongIsNotCalledAName() {
        const auto name = obstacleAt(path(QString(300, 'n')));
        QVERIFY(name && name->error == ENAMETOOLONG);
        QCOMPARE(name->problem.text(),
                 std::string("is too long; most folders take names of up to 255 bytes"));
        const auto whole = obstacleAt(path(QString("none/").repeated(1000)));
        QVERIFY(whole && whole->error == ENAMETOOLONG);
        QCOMPARE(whole->problem.text(),
                 std::string("is too long; the system takes paths of up to 4,095 bytes"));
    }

    void aFolderThatIsGoneCannotBeSynced() {
        QVERIFY(!syncFolder(path("x")));
        const auto problem = syncFolder(path("none/x"));
        QVERIFY(problem && problem->error == ENOENT);
        QVERIFY(problem->problem.text().find("none cannot be written to disk") != std::string::npos);
    }

  private:
    [[nodiscard]] QString path_(const QString& name) const { return folder_.filePath(name); }
};

BURIN_TEST(TestFiles)
#include "test_files.moc"
