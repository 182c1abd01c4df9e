// SPDX-License-Identifier: GPL-3.0-or-later

// The hash of a design with images: available at once in this process, and elsewhere computed from the files'
// contents.

#include "core/design/design.hpp"
#include "core/images/decoded_image.hpp"
#include "core/images/image_error.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/source/image.hpp"
#include "core/render/graph.hpp"
#include "support/system/bytes_read.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

using namespace burin;
using burin::test::bytesRead;
namespace fs = std::filesystem;

class TestDesignHash : public QObject {
    Q_OBJECT

  private:
    static constexpr std::int64_t width = 4096;
    static constexpr std::int64_t height = 4096;
    QTemporaryDir folder_;

    fs::path path(const char* name) const { return folder_.filePath(name).toStdString(); }

    /// Writes a PGM of 16 MiB, or a smaller one.
    void write(const char* name, char level, std::int64_t rows = height) const {
        std::ofstream file(path(name), std::ios::binary);
        file << "P5 " << width << " " << rows << " 255\n" << std::string(width * rows, level);
    }
    Design design(const char* file) const {
        return parseDesign(std::string("burin: 1\npixel: 1 um\nnodes:\n"
                                       "  surface: {kind: root, width: 64, height: 64, inputs: [{data: i}]}\n"
                                       "  i: {kind: image, file: ") +
                               file + "}\n",
                           folder_.path().toStdString());
    }
    static Graph bound(const Design& design) { return *bindGraph(design, *design.root, {}).graph; }
    std::string hashOf(const char* file) const { return designHash(bound(design(file))); }

  private slots:
    void initTestCase() {
        qputenv("XDG_CACHE_HOME", folder_.filePath("cache").toUtf8());
        write("one.pgm", 7);
        write("copy.pgm", 7);
        write("other.pgm", 8);
    }

    void bindingReadsNoFile() {
        if (!bytesRead()) QSKIP("the system does not count the bytes that a process reads");
        const Design opened = design("one.pgm");
        const std::int64_t before = *bytesRead();
        const Graph graph = bound(opened);
        QVERIFY(*bytesRead() - before < (1 << 20));
        static_cast<void>(designHash(graph));
        QVERIFY(*bytesRead() - before >= width * height);
    }

    void aDesignIsCalledByWhatItsFilesHold() {
        QCOMPARE(hashOf("copy.pgm"), hashOf("one.pgm"));
        QVERIFY(hashOf("other.pgm") != hashOf("one.pgm"));
    }

    void aFileThatWasWrittenAgainGivesOtherTiles() {
        write("changing.pgm", 1);
        const Graph before = bound(design("changing.pgm"));
        write("changing.pgm", 2);
        const Graph after = bound(design("changing.pgm"));
        QVERIFY(!(before.top().hash == after.top().hash));
    }

    /// The picture was decoded as the design was opened. A measurement of it must not have the hash of a
    /// picture that came later.
    void aPictureThatChangedSinceItWasOpenedHasNoHash() {
        write("later.pgm", 1, 16);
        const Graph before = bound(design("later.pgm"));
        const auto written = fs::last_write_time(path("later.pgm"));
        write("later.pgm", 2, 16);
        fs::last_write_time(path("later.pgm"), written + std::chrono::hours(1));
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(designHash(before)));
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(designHash(before)));
        QVERIFY(!designHash(bound(design("later.pgm"))).empty());
    }

    void hashingAheadSparesTheSecondReading() {
        if (!bytesRead()) QSKIP("the system does not count the bytes that a process reads");
        write("ahead.pgm", 3);
        const Design opened = design("ahead.pgm");
        const Graph graph = bound(opened);
        const std::int64_t before = *bytesRead();
        hashAhead(opened, *opened.root).join();
        const std::int64_t hashed = *bytesRead();
        QVERIFY(hashed - before >= width * height);
        static_cast<void>(designHash(graph));
        QVERIFY(*bytesRead() - hashed < (1 << 20));
    }

    void hashingEndsWhenItIsToldToStop() {
        write("stopped.pgm", 4);
        const Graph graph = bound(design("stopped.pgm"));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Cancelled, static_cast<void>(designHash(graph, stop.get_token())));
        QVERIFY(!designHash(graph).empty());
    }

    void allImagesOfADesignShareWhatMayBeDecodedAsItIsOpened() {
        constexpr std::int64_t rows = 7600;  // 30 MiB, both in the file and decoded
        write("large.pgm", 5, rows);
        std::string text =
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 64, height: 64, inputs: [{data: "
            "a}]}\n";
        for (const char* name : {"a", "b", "c"})
            text += std::string("  ") + name + ": {kind: image, file: large.pgm}\n";
        const Design opened = parseDesign(text, folder_.path().toStdString());
        std::int64_t held = 0;
        std::int64_t images = 0;
        for (const DesignNode& node : opened.nodes) {
            const auto* image = dynamic_cast<const OperationOf<Image>*>(node.operation.get());
            if (image == nullptr) continue;
            held += image->node().decoded->heldBytes();
            ++images;
        }
        QCOMPARE(images, 3);
        QCOMPARE(held, width * rows);
    }
};

BURIN_TEST(TestDesignHash)
#include "test_design_hash.moc"
