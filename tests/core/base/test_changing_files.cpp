// SPDX-License-Identifier: GPL-3.0-or-later

// Files that another program writes while readRegularFile() reads them.

#include "core/base/files.hpp"
#include "support/system/before_read.hpp"
#include "support/testing.hpp"

#include <sys/stat.h>
#include <QTemporaryDir>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <variant>

using namespace burin;

namespace fs = std::filesystem;

class TestChangingFiles : public QObject {
    Q_OBJECT

  private:
    static constexpr std::size_t bytes = 200'000;  // read in four pieces
    static constexpr std::size_t most = 1'000'000;

    QTemporaryDir folder_;

    fs::path path() const { return folder_.filePath("a.txt").toStdString(); }
    std::uint64_t inode() const {
        struct stat status = {};
        return ::stat(path().c_str(), &status) == 0 ? status.st_ino : 0;
    }
    /// Writes the file in place. \param later  whether its time differs however fast the test is
    void write(std::string_view text, bool later = false) const {
        const auto before = later ? fs::last_write_time(path()) : fs::file_time_type();
        std::ofstream(path(), std::ios::binary) << text;
        if (later) fs::last_write_time(path(), before + std::chrono::hours(1));
    }

  private slots:
    void oneChangeNeverMixesTwoVersions_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<bool>("later");
        for (const int at : {1, 2, 3, 4, 5}) {
            QTest::addRow("before read %d, with another time", at) << at << true;
            QTest::addRow("before read %d, perhaps with the same time", at) << at << false;
        }
    }
    void oneChangeNeverMixesTwoVersions() {
        QFETCH(int, at);
        QFETCH(bool, later);
        const std::string first(bytes, 'a');
        const std::string second(bytes, 'b');
        write(first);
        int reads = 0;
        const test::BeforeRead hook(inode(), [&] {
            if (++reads == at) write(second, later);
        });
        const auto read = readRegularFile(path(), most);
        QVERIFY(reads >= at);
        const auto* text = std::get_if<std::string>(&read);
        QVERIFY(text != nullptr);
        QVERIFY(*text == second);  // written completely before the last read of the first attempt
    }

    void aFileThatGrowsMeanwhileIsReadToItsEnd() {
        write(std::string(bytes, 'a'));
        int reads = 0;
        const test::BeforeRead hook(inode(), [&] {
            if (++reads == 2) write(std::string(bytes + 70'000, 'b'), true);
        });
        QVERIFY(std::get<std::string>(readRegularFile(path(), most)) == std::string(bytes + 70'000, 'b'));
    }

    void aFileThatIsWrittenAllTheTimeIsRefused() {
        write(std::string(bytes, 'a'));
        int reads = 0;
        const test::BeforeRead hook(inode(),
                                    [&] { write(std::string(bytes, ++reads % 2 == 0 ? 'a' : 'b'), true); });
        const auto read = readRegularFile(path(), most);
        const auto* problem = std::get_if<FileProblem>(&read);
        QVERIFY(problem != nullptr);
        QCOMPARE(QString::fromStdString(problem->problem.text()),
                 QString("changes while it is read, because another program is writing it"));
        QVERIFY(reads < 40);
    }

    /// An example is the start of a table of results while a batch appends lines to it.
    void theStartOfALongFileIsReadWhateverIsAppended() {
        write(std::string(bytes, 'a'));
        const test::BeforeRead hook(
            inode(), [&] { std::ofstream(path(), std::ios::binary | std::ios::app) << "more"; });
        QVERIFY(std::get<std::string>(readRegularFile(path(), 100)) == std::string(100, 'a'));
    }

    void timesTellLaterChangesOnceTheClocksHaveTicked() {
        constexpr std::int64_t second = 1'000'000'000;
        constexpr std::int64_t changed = 1'000 * second + 5;
        QVERIFY(!timesTellLaterChanges(changed, changed));
        QVERIFY(!timesTellLaterChanges(changed, changed + second / 20));
        QVERIFY(timesTellLaterChanges(changed, changed + second / 5));
        QVERIFY(!timesTellLaterChanges(changed, changed - second));       // the clock was set back
        QVERIFY(!timesTellLaterChanges(1'000 * second, 1'002 * second));  // whole seconds
        QVERIFY(timesTellLaterChanges(1'000 * second, 1'004 * second));
    }
};

BURIN_TEST(TestChangingFiles)
#include "test_changing_files.moc"
