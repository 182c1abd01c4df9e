// SPDX-License-Identifier: GPL-3.0-or-later

// The files that a design names, if the design or its folder is reached through symbolic links.

#include "core/design/design.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

using namespace burin;

namespace {

using Path = std::filesystem::path;

std::string fileIn(const Design& design) {
    return design.document.find("nodes")->find("photo")->find("file")->scalar;
}

}  // namespace

class TestFilePaths : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        folder_.emplace();
        for (const char* name : {"links", "real/images", "elsewhere/deep"})
            QVERIFY(QDir(folder_->path()).mkpath(name));
        QVERIFY(QFile::link("../real/a.burin", path("links/a.burin").c_str()));
        make("real/a.burin");
    }
    void filesOfALinkedDesign();
    void namesInALinkedDesign();
    void aDesignThatMoves_data();
    void aDesignThatMoves();
    void aFolderThatIsALink();
    void theSpotMovesToo();
    void aSpotBesideTheTargetOfALink();
    void eachVisitFindsTheSameFiles();

  private:
    [[nodiscard]] std::string path(const char* name) const { return folder_->filePath(name).toStdString(); }
    void make(const char* name) const { std::ofstream(path(name)) << "any"; }

    std::optional<QTemporaryDir> folder_;
};

void TestFilePaths::filesOfALinkedDesign() {
    const DesignFolders folders = DesignFolders::of(path("links/a.burin"));
    QCOMPARE(folders.folder, Path(path("links")));
    QCOMPARE(folders.target, Path(path("real")));
    QCOMPARE(folders.resolved("x.png"), Path(path("links/x.png")));  // nowhere
    make("real/x.png");
    QCOMPARE(folders.resolved("x.png"), Path(path("real/x.png")));
    make("links/x.png");
    QCOMPARE(folders.resolved("x.png"), Path(path("links/x.png")));
}

/// The names start in the folder that a save writes to, unless the link's folder has a file of that name.
void TestFilePaths::namesInALinkedDesign() {
    const DesignFolders folders = DesignFolders::of(path("links/a.burin"));
    make("real/images/x.png");
    QCOMPARE(folders.nameOf(path("real/images/x.png")), Path("images/x.png"));
    make("links/x.png");
    QCOMPARE(folders.nameOf(path("links/x.png")), Path("../links/x.png"));
    make("real/x.png");
    QCOMPARE(folders.nameOf(path("real/x.png")), Path(path("real/x.png")));
}

void TestFilePaths::aDesignThatMoves_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("after");
    QTest::newRow("from a link to its own folder") << "links/a.burin"
                                                   << "images/x.png"
                                                   << "links/b.burin"
                                                   << "../real/images/x.png";
    QTest::newRow("from a link to its target's folder") << "links/a.burin"
                                                        << "./images/x.png"
                                                        << "real/b.burin"
                                                        << "images/x.png";
    QTest::newRow("from a link to another folder") << "links/a.burin"
                                                   << "images/x.png"
                                                   << "elsewhere/deep/b.burin"
                                                   << "../../real/images/x.png";
    QTest::newRow("from another folder to a link") << "elsewhere/b.burin"
                                                   << "../real/images/x.png"
                                                   << "links/a.burin"
                                                   << "images/x.png";
    QTest::newRow("from a link's target to the link") << "real/a.burin"
                                                      << "images/x.png"
                                                      << "links/a.burin"
                                                      << "images/x.png";
}

void TestFilePaths::aDesignThatMoves() {
    QFETCH(QString, from);
    QFETCH(QString, before);
    QFETCH(QString, to);
    QFETCH(QString, after);
    make("real/images/x.png");
    const auto folders = [this](const QString& file) {
        return DesignFolders::of(path(file.toStdString().c_str()));
    };
    Design design = parseDesign(
        "burin: 1\npixel: 1 um\nnodes: {photo: {kind: image, file: " + before.toStdString() + "}}\n", "", "",
        kinds());
    moveFiles(design.document, kinds(), folders(from), folders(to));
    QCOMPARE(fileIn(design), after.toStdString());
    moveFiles(design.document, kinds(), folders(to), Path());
    QCOMPARE(fileIn(design), path("real/images/x.png"));
}

/// `..` leads out of the target folder of the link.
void TestFilePaths::aFolderThatIsALink() {
    make("real/x.png");
    make("real/images/y.png");
    QVERIFY(QFile::link("../../real/images", path("elsewhere/deep/images").c_str()));
    const DesignFolders folders = DesignFolders::of(path("elsewhere/deep/images/b.burin"));
    QCOMPARE(folders.resolved("../x.png"), Path(path("real/x.png")));
    QCOMPARE(folders.nameOf(path("real/x.png")), Path("../x.png"));
    QCOMPARE(folders.nameOf(path("elsewhere/deep/images/y.png")), Path("y.png"));
}

void TestFilePaths::theSpotMovesToo() {
    Design design = parseDesign(
        "burin: 2\npixel: 1 um\njob: {spot: {shape: image, file: s.pgm, pitch: 1 um}}\n"
        "nodes: {c: {kind: compensate, spot: {shape: image, file: t.pgm, pitch: 1 um}}}\n",
        "", "", kinds());
    moveFiles(design.document, kinds(), Path(path("real")), Path(path("elsewhere/deep")));
    QCOMPARE(design.document.find("job")->find("spot")->find("file")->scalar,
             std::string("../../real/s.pgm"));
    QCOMPARE(filesOf(design.document, kinds(), path("elsewhere/deep")),
             (std::vector<Path>{Path(path("real/s.pgm")), Path(path("real/t.pgm"))}));
}

/// One of the two visits may change the document, the other one may not.
void TestFilePaths::eachVisitFindsTheSameFiles() {
    Design design = parseDesign(
        "burin: 2\npixel: 1 um\njob: {spot: {shape: image, file: s.pgm, pitch: 1 um}}\n"
        "groups:\n  g:\n    parameters: {photo: {type: file, default: fallback.png}}\n"
        "    nodes: {p: {kind: image, file: =photo}, q: {kind: image, file: inner.png}}\n    output: p\n"
        "nodes: {i: {kind: image, file: outer.png}, h: {kind: group, group: g, values: {photo: "
        "given.png}}}\n",
        "", "", kinds());
    std::vector<std::string> read;
    forEachFile(std::as_const(design.document), kinds(),
                [&](const YamlValue& file) { read.push_back(file.scalar); });
    std::vector<std::string> sorted = read;
    std::sort(sorted.begin(), sorted.end());
    QCOMPARE(sorted,
             (std::vector<std::string>{"fallback.png", "given.png", "inner.png", "outer.png", "s.pgm"}));
    std::vector<std::string> changed;
    forEachFile(design.document, kinds(), [&](YamlValue& file) {
        changed.push_back(file.scalar);
        file.scalar = "x" + file.scalar;
    });
    QCOMPARE(changed, read);
    QCOMPARE(design.document.find("nodes")->find("h")->find("values")->find("photo")->scalar,
             std::string("xgiven.png"));
}

/// The picture of a node's spot is read from the folder of all files of a linked design.
void TestFilePaths::aSpotBesideTheTargetOfALink() {
    std::ofstream(path("real/a.burin"))
        << "burin: 2\npixel: 1 um\nnodes:\n"
           "  s: {kind: root, width: 9, height: 9, inputs: [data: c]}\n"
           "  c: {kind: compensate, spot: {shape: image, file: dot.pgm, pitch: 1 um}, inputs: [data: m]}\n"
           "  m: {kind: math2d, expression: \"1\"}\n";
    std::ofstream(path("real/dot.pgm")) << "P2 1 1 255 255\n";
    const Design design = loadDesign(path("links/a.burin"));
    const std::string said = design.diagnostics.empty() ? "" : design.diagnostics.front().text();
    QVERIFY2(said.empty(), said.c_str());
}

BURIN_TEST(TestFilePaths)
#include "test_file_paths.moc"
