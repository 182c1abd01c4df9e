// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/file_content.hpp"
#include "core/images/image_error.hpp"
#include "support/system/before_read.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace burin;

namespace fs = std::filesystem;

class TestFileContent : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    fs::path path(const char* name) const { return folder_.filePath(name).toStdString(); }
    ContentCache cache() const { return ContentCache(path("table")); }
    std::shared_ptr<const InputFile> open(const char* name) const {
        return std::make_shared<const InputFile>(path(name));
    }
    /// Writes a file and makes it old enough for its times to tell it from later versions.
    void writeSettled(const char* name, std::string_view text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        while (InputFile(path(name)).openedNs() < InputFile(path(name)).state().changedNs + 150'000'000)
            QTest::qSleep(10);
    }
    /// Writes a file in place. The time of the file differs from that of the last version, however fast the
    /// test is.
    void writeLater(const char* name, std::string_view text) const {
        const auto before = fs::last_write_time(path(name));
        std::ofstream(path(name), std::ios::binary) << text;
        fs::last_write_time(path(name), before + std::chrono::hours(1));
    }

  private slots:
    void aFileKeepsItsIdentityUntilItIsWritten() {
        writeSettled("a", "text");
        const std::string before = FileContent(open("a"), cache()).identity();
        QCOMPARE(FileContent(open("a"), cache()).identity(), before);
        writeSettled("a", "next");
        QVERIFY(FileContent(open("a"), cache()).identity() != before);
        fs::copy_file(path("a"), path("copy"));
        QVERIFY(FileContent(open("copy"), cache()).identity() != FileContent(open("a"), cache()).identity());
    }

    /// The next version of such a file may have the same length and, because of the file system's clock, the
    /// same times.
    void aFileThatWasJustWrittenHasAnIdentityForEachOpening() {
        std::ofstream(path("fresh")) << "text";
        const auto first = open("fresh");
        const auto second = open("fresh");
        if (first->openedNs() > first->state().changedNs + 90'000'000)
            QSKIP("writing a file of four bytes and opening it took more than 90 ms");
        QVERIFY(FileContent(first, cache()).identity() != FileContent(second, cache()).identity());
        QCOMPARE(FileContent(first, cache()).identity(), FileContent(first, cache()).identity());
    }

    /// The cached hash is trusted: a second reading would find the change.
    void aSettledFileIsReadOnce() {
        writeSettled("known", "text");
        const auto file = open("known");
        const auto truth = FileContent(file, cache()).hash();
        QVERIFY(truth == contentHash(*file));
        QVERIFY(cache().find(file->state()) == truth);
        const ContentHash planted{1, 2};
        cache().keep(file->state(), planted);
        QVERIFY(FileContent(open("known"), cache()).hash() == planted);
    }

    void aFileThatChangesIsReadAgain() {
        writeSettled("changing", "text");
        const auto before = FileContent(open("changing"), cache()).hash();
        writeSettled("changing", "next");
        const auto after = FileContent(open("changing"), cache()).hash();
        QVERIFY(after != before);
        QVERIFY(after == contentHash(*open("changing")));
    }

    /// The decoded content is the earlier version, and the hash would belong to the later one.
    void aFileThatChangedSinceItWasOpenedHasNoHash_data() {
        QTest::addColumn<bool>("settled");
        QTest::newRow("long after it was written") << true;
        QTest::newRow("just after it was written") << false;
    }
    void aFileThatChangedSinceItWasOpenedHasNoHash() {
        QFETCH(bool, settled);
        if (settled) {
            writeSettled("moved", "text");
        } else {
            std::ofstream(path("moved")) << "text";
        }
        const auto file = open("moved");
        writeLater("moved", "next");
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(FileContent(file, cache()).hash()));
        QVERIFY(!cache().find(file->state()));
    }

    /// Two versions may have the same times, because the clocks of file systems tick slowly.
    void samplesAndHashAreOfOneVersion_data() {
        QTest::addColumn<bool>("hashedFirst");
        QTest::newRow("hashed after it was decoded") << false;
        QTest::newRow("decoded after it was hashed") << true;
    }
    void samplesAndHashAreOfOneVersion() {
        QFETCH(bool, hashedFirst);
        const auto bytes = [](std::string_view text) { return std::as_bytes(std::span(text)); };
        std::ofstream(path("twice")) << "text";
        const auto time = fs::last_write_time(path("twice"));
        const FileContent content(open("twice"), ContentCache({}));
        if (hashedFirst) {
            QVERIFY(content.hash() == contentHash(bytes("text")));
        } else {
            content.decodedFrom(bytes("text"));
        }
        std::ofstream(path("twice")) << "next";
        fs::last_write_time(path("twice"), time);
        if (hashedFirst) {
            QVERIFY_THROWS_EXCEPTION(ImageError, content.decodedFrom(bytes("next")));
        } else {
            QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(content.hash()));
        }
    }

    /// As a read during a write of another program may return them. The times do not show it.
    void bytesOfTwoVersionsAreRefused() {
        std::ofstream(path("torn")) << "text";
        const FileContent content(open("torn"), ContentCache({}));
        const std::string_view torn = "next";
        content.decodedFrom(std::as_bytes(std::span(torn)));
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(content.hash()));
    }

    void aCachedHashOfOtherContentIsReplaced() {
        writeSettled("healed", "text");
        const auto file = open("healed");
        cache().keep(file->state(), ContentHash{1, 2});
        const FileContent content(file, cache());
        const std::string_view text = "text";
        content.decodedFrom(std::as_bytes(std::span(text)));
        const auto truth = contentHash(*file);
        QVERIFY(content.hash() == truth);
        QVERIFY(cache().find(file->state()) == truth);
    }

    void aFileThatChangesWhileItIsReadIsNotKept() {
        writeSettled("moving", std::string(1'000'000, 'a'));  // read in several pieces
        const auto file = open("moving");
        int reads = 0;
        {
            const test::BeforeRead hook(file->state().inode, [&] {
                if (++reads == 2) writeLater("moving", std::string(1'000'000, 'b'));
            });
            QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(FileContent(file, cache()).hash()));
        }
        QVERIFY(reads > 2);
        QVERIFY(!cache().find(file->state()));
    }

    void withoutACacheItIsReadAllTheSame() {
        writeSettled("alone", "text");
        QVERIFY(FileContent(open("alone"), ContentCache({})).hash() == contentHash(*open("alone")));
    }

    void threadsShareOneReading() {
        writeSettled("shared", std::string(5'000'000, 's'));
        const FileContent content(open("shared"), ContentCache({}));
        const auto truth = contentHash(*open("shared"));
        std::vector<std::optional<ContentHash>> found(8);
        {
            std::vector<std::jthread> threads;
            for (auto& place : found)
                threads.emplace_back([&content, &place] { place = content.hash(); });
        }
        for (const auto& hash : found)
            QVERIFY(hash == truth);
    }

    void whoeverStopsLeavesTheFileToTheNext() {
        writeSettled("stopped", std::string(1'000'000, 's'));
        const FileContent content(open("stopped"), ContentCache({}));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!content.hash(stop.get_token()));
        QVERIFY(content.hash());
    }

    /// rsync and `cp -p` set the time back. The time of the last change still differs: no program can set it.
    void aWriteIsFoundEvenIfItsTimeIsSetBack() {
        writeSettled("back", "text");
        const auto time = fs::last_write_time(path("back"));
        const auto file = open("back");
        const FileContent content(file, ContentCache({}));
        file->requireUnchanged();
        std::ofstream(path("back"), std::ios::binary) << "next";
        fs::last_write_time(path("back"), time);
        QVERIFY_THROWS_EXCEPTION(ImageError, file->requireUnchanged());
        QVERIFY_THROWS_EXCEPTION(ImageError, content.requireUnchanged());
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(content.hash()));
    }

    void aWriteIsFoundWithTheHashOfTheOpenedFile() {
        writeSettled("hashed", "text");
        const auto time = fs::last_write_time(path("hashed"));
        const FileContent content(open("hashed"), ContentCache({}));
        QVERIFY(content.hash());
        fs::last_write_time(path("hashed"), time);  // like a backup that restores the times
        content.requireUnchanged();
        content.requireUnchanged();
        QTest::qSleep(50);  // longer than a tick of the file system's clock
        std::ofstream(path("hashed"), std::ios::binary) << "next";
        fs::last_write_time(path("hashed"), time);
        QVERIFY_THROWS_EXCEPTION(ImageError, content.requireUnchanged());
    }

    /// The hash of a long file covers only a part of its bytes.
    void aWriteBetweenTheHashedPartsIsFound() {
        writeSettled("long", "");
        fs::resize_file(path("long"), static_cast<std::uintmax_t>(kWholeContentBytes) + 4'000'000);
        QTest::qSleep(150);
        const auto time = fs::last_write_time(path("long"));
        const FileContent content(open("long"), ContentCache({}));
        const auto hash = content.hash();
        {
            std::fstream file(path("long"), std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(1'300'000);
            file.put('x');
        }
        fs::last_write_time(path("long"), time);
        QVERIFY(contentHash(*open("long")) == hash);
        QVERIFY_THROWS_EXCEPTION(ImageError, content.requireUnchanged());
        fs::remove(path("long"));
    }

    void itsNameAndItsOwnersMayChange_data() {
        QTest::addColumn<int>("what");
        int what = 0;
        for (const char* name : {"another file gets its name", "it gets another name",
                                 "it gets a second name", "it is removed", "its permissions change"})
            QTest::newRow(name) << what++;
    }
    void itsNameAndItsOwnersMayChange() {
        QFETCH(int, what);
        writeSettled("old", "text");
        const auto file = open("old");
        const FileContent content(file, ContentCache({}));
        const fs::path old = path("old");
        if (what == 0) {
            std::ofstream(path("new")) << "next";
            fs::rename(path("new"), old);
        }
        if (what == 1) fs::rename(old, path("other"));
        if (what == 2) fs::create_hard_link(old, path("second"));
        if (what == 3) fs::remove(old);
        if (what == 4) fs::permissions(old, fs::perms::owner_exec, fs::perm_options::add);
        file->requireUnchanged();
        content.requireUnchanged();
        QVERIFY(content.hash() == contentHash(std::as_bytes(std::span(std::string_view("text")))));
    }

    void aFileThatIsCutShortIsAnErrorEachTime() {
        writeSettled("short", std::string(1'000'000, 's'));
        const FileContent content(open("short"), cache());
        fs::resize_file(path("short"), 1000);
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(content.hash()));
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(content.hash()));
    }
};

BURIN_TEST(TestFileContent)
#include "test_file_content.moc"
