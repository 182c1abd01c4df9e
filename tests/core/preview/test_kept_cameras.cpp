// SPDX-License-Identifier: GPL-3.0-or-later

// The 3-D views of bookmarks in the file of a design, and the keys for A/B and the prediction there.

#include "core/preview/bookmarks.hpp"

#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"

#include <string>
#include <variant>
#include <vector>

using namespace burin;

namespace {

BookmarkCamera someCamera() {
    BookmarkCamera camera;
    camera.rolled = false;
    camera.material = "black-anodised";
    camera.light = {12.5, 60};
    camera.heights = 0.1;
    camera.from = {-28, 38.25};
    camera.target = {1.0 / 3, -2e-13, 123456.789};
    camera.distance = 98765.4321;
    return camera;
}

/// A design with bookmarks as they are written.
std::string designWith(const std::vector<Bookmark>& bookmarks) {
    YamlValue list = yamlSequence();
    for (const Bookmark& bookmark : bookmarks)
        list.items.push_back(bookmarkItem(bookmark));
    const std::string written = writeYaml(list);
    std::string text = "editor:\n  bookmarks:\n";
    for (std::size_t at = 0; at < written.size();) {
        const std::size_t end = written.find('\n', at);
        text += "    " + written.substr(at, end - at) + '\n';
        at = end == std::string::npos ? written.size() : end + 1;
    }
    return text;
}

/// The bookmarks of a design with a single bookmark, which ends with `keys`.
std::vector<Bookmark> bookmarkWith(const std::string& keys) {
    return bookmarksIn(std::get<YamlValue>(
        parseYaml("editor:\n  bookmarks:\n    - {name: rim, region: [1, 2, 30, 40]" + keys + "}\n")));
}

}  // namespace

class TestKeptCameras : public QObject {
    Q_OBJECT

  private slots:
    void aViewIsReadAsItWasWritten() {
        const Bookmark bookmark{"At the rim", "part", {1, 2, 30, 40}, "relief", someCamera()};
        const Bookmark flat{"flat", "", {0, 0, 9, 9}, ""};
        const std::string text = designWith({bookmark, flat});
        const std::vector<Bookmark> found = bookmarksIn(std::get<YamlValue>(parseYaml(text)));
        QCOMPARE(found.size(), std::size_t{2});
        QVERIFY2(found[0] == bookmark, text.c_str());
        QVERIFY2(found[1] == flat, text.c_str());
        QVERIFY(text.find("{name: \"flat\", region: [0, 0, 9, 9]}") != std::string::npos);
    }

    void aViewNeedsOnlyThePlaceOfTheViewer() {
        const std::vector<Bookmark> found =
            bookmarkWith(", camera: {from: [1, 2], target: [3, 4, 5], distance: 6, later: [x]}");
        QCOMPARE(found.size(), std::size_t{1});
        BookmarkCamera expected;
        expected.from = {1, 2};
        expected.target = {3, 4, 5};
        expected.distance = 6;
        QVERIFY(found[0].camera == expected);
    }

    void aBrokenViewLeavesTheFlatOne_data() {
        QTest::addColumn<QByteArray>("camera");
        QTest::newRow("not a map") << QByteArray("[1, 2]");
        QTest::newRow("no distance") << QByteArray("{from: [1, 2], target: [3, 4, 5]}");
        QTest::newRow("a distance of 0") << QByteArray("{from: [1, 2], target: [3, 4, 5], distance: 0}");
        QTest::newRow("a number too few") << QByteArray("{from: [1, 2], target: [3, 4], distance: 6}");
        QTest::newRow("a word") << QByteArray("{from: [1, up], target: [3, 4, 5], distance: 6}");
        QTest::newRow("beyond any surface")
            << QByteArray("{from: [1, 2], target: [3, 4, 1e300], distance: 6}");
    }
    void aBrokenViewLeavesTheFlatOne() {
        QFETCH(QByteArray, camera);
        const std::vector<Bookmark> found = bookmarkWith(", camera: " + camera.toStdString());
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(!found[0].camera);
        QVERIFY((found[0].region == Rect{1, 2, 30, 40}));
    }

    void aComparisonIsReadAsItWasWritten() {
        Bookmark bookmark{"rim", "part", {1, 2, 30, 40}, "relief"};
        bookmark.compared = BookmarkComparison{"other", "beside", 0.125, true};
        bookmark.predicted = true;
        const std::string text = designWith({bookmark});
        QVERIFY2(text.find("surface: predicted") != std::string::npos, text.c_str());
        const std::vector<Bookmark> found = bookmarksIn(std::get<YamlValue>(parseYaml(text)));
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY2(found[0] == bookmark, text.c_str());
    }

    /// By default, the surface is the second node, and the line is in the middle.
    void whatAComparisonLacksIsAsUsual() {
        const std::vector<Bookmark> found =
            bookmarkWith(", surface: sanded, compared: {place: 7, exchanged: perhaps, later: [x]}");
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found[0].compared == BookmarkComparison());
        QVERIFY(!found[0].predicted);
        QVERIFY(!bookmarkWith(", compared: other")[0].compared);
    }
};

BURIN_TEST(TestKeptCameras)
#include "test_kept_cameras.moc"
