// SPDX-License-Identifier: GPL-3.0-or-later

// `burin render --bookmark` draws what its node and region draw, and both nodes of A/B as the viewport does.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

class TestBookmarks : public QObject {
    Q_OBJECT

  private:
    using Outcome = burin::ProgramOutcome;
    Outcome run(const QStringList& arguments) const { return folder_.run(arguments); }

    burin::ProgramFolder folder_{burin::test::burinProgram};

  private slots:
    void initTestCase() {
        const QByteArray plain =
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 640, height: 480, inputs: [{data: m}]}\n"
            "  m: {kind: math2d, expression: \"x / 640\"}\n";
        folder_.write("plain.burin", plain);
        folder_.write("marked.burin", plain +
                                          "editor:\n  bookmarks:\n"
                                          "    - {name: 'At the rim', node: m, region: [600, 10, 200, 99]}\n"
                                          "    - {name: whole, region: [-50, -20, 900, 600], look: relief}\n"
                                          "    - {name: outside, region: [900, 0, 10, 10]}\n"
                                          "    - {name: spotless, region: [0, 0, 9, 9], surface: predicted}\n"
                                          "    - {name: lost, region: [0, 0, 9, 9], compared: {node: gone}}\n"
                                          "    - {name: less, region: [0, 0, 9, 9], "
                                          "compared: {node: m, mode: difference}}\n"
                                          "    - {name: broken, region: [1, 2, x, 4]}\n");
    }

    void drawsItsNodeAndRegion() {
        const auto render = [this](const QStringList& what) {
            const Outcome outcome =
                run(QStringList{"render", "marked.burin", "--to", "p.png", "--seconds", "1"} + what);
            return outcome.code == 0 ? folder_.read("p.png") : outcome.err;
        };
        const QByteArray rim = render({"--bookmark", "At the rim"});
        QVERIFY(rim.startsWith("\x89PNG"));
        QCOMPARE(rim, render({"--node", "m", "--region", "600,10,200,99"}));
        QCOMPARE(render({"--bookmark", "whole", "--level", "2"}),
                 render({"--region", "0,0,640,480", "--level", "2"}));
    }

    /// One formula has the samples of both nodes, as the viewport shows them.
    void drawsBothNodes_data() {
        QTest::addColumn<QByteArray>("bookmark");
        QTest::addColumn<QByteArray>("formula");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("words");
        const QByteArray line = "(x < 300) * x / 1024 + (x >= 300) * y / 512";
        const QStringList all{"--region", "100,10,400,99"};
        const auto marked = [](const QByteArray& node, const QByteArray& region, const QByteArray& compared) {
            return QByteArray("{name: two, node: " + node + ", region: [" + region + "], compared: {" +
                              compared + "}}");
        };
        QTest::newRow("a line") << marked("m", "100, 10, 400, 99", "node: n, mode: line, place: 0.5") << line
                                << all << QByteArray("left of the line 'm', right of it 'n'");
        QTest::newRow("exchanged") << marked("n", "100, 10, 400, 99", "node: m, exchanged: true") << line
                                   << all << QByteArray("left of the line 'm', right of it 'n'");
        QTest::newRow("another place") << marked("n", "100, 10, 400, 99", "node: m, place: 0.25")
                                       << QByteArray("(x >= 200) * x / 1024 + (x < 200) * y / 512") << all
                                       << QByteArray("left of the line 'n', right of it 'm'");
        QTest::newRow("side by side")
            << marked("m", "0, 10, 300, 99", "node: n, mode: beside") << line
            << QStringList{"--region", "0,10,600,99"} << QByteArray("on the left 'm', on the right 'n'");
        QTest::newRow("a difference") << marked("m", "100, 10, 400, 99", "node: n, mode: difference")
                                      << QByteArray("0.5 + x / 1024 - y / 512") << all
                                      << QByteArray("'m' minus 'n', equal values are gray");
        QTest::newRow("a node that ends in the view")
            << marked("m", "100, 10, 400, 99", "node: part, mode: difference")
            << QByteArray("0.5 + (x < 320) * (y < 50) * x / 1024") << all << QByteArray("minus 'part'");
        QTest::newRow("a node inside an instance") << marked("m", "100, 10, 400, 99", "node: wall/n") << line
                                                   << all << QByteArray("right of it 'wall/n'");
        QTest::newRow("the 3-D view shows one node")
            << QByteArray(
                   "{name: two, node: m, region: [100, 10, 400, 99], compared: {node: n}, "
                   "camera: {from: [0, 90], target: [0, 0, 0], distance: 3000}}")
            << QByteArray("x / 1024") << all << QByteArray("exact");
    }
    void drawsBothNodes() {
        QFETCH(QByteArray, bookmark);
        QFETCH(QByteArray, formula);
        QFETCH(QStringList, options);
        QFETCH(QByteArray, words);
        folder_.write("two.burin",
                      "burin: 2\npixel: 1 um\ngroups:\n"
                      "  slope: {output: n, nodes: {n: {kind: math2d, expression: \"y / 512\"}}}\n"
                      "nodes:\n"
                      "  s: {kind: root, width: 640, height: 480, inputs: [{data: m}]}\n"
                      "  m: {kind: math2d, expression: \"x / 1024\"}\n"
                      "  n: {kind: math2d, expression: \"y / 512\"}\n"
                      "  part: {kind: math2d, width: 320, height: 50, expression: \"0\"}\n"
                      "  wall: {kind: group, group: slope}\n"
                      "  both: {kind: math2d, expression: \"" +
                          formula + "\"}\neditor:\n  bookmarks:\n    - " + bookmark + "\n");
        const QStringList start{"render", "two.burin", "--level", "0", "--seconds", "1", "--to"};
        const Outcome drawn = run(start + QStringList{"marked.png", "--bookmark", "two"});
        QCOMPARE(drawn.code, 0);
        QVERIFY2((drawn.out + drawn.err).contains(words), drawn.out + drawn.err);
        const Outcome wanted = run(start + QStringList{"wanted.png", "--node", "both"} + options);
        QVERIFY2(wanted.code == 0, wanted.err);
        QCOMPARE(folder_.read("marked.png"), folder_.read("wanted.png"));
    }

    /// Far from the border, a spot does not change an even depth; at the border it does.
    void drawsThePrediction() {
        folder_.write(
            "spot.burin",
            "burin: 2\npixel: 1 um\njob: {spot: 40 um}\nnodes:\n"
            "  s: {kind: root, width: 640, height: 480, full_depth: 40 um, inputs: [{data: m}]}\n"
            "  m: {kind: math2d, expression: \"0.25\"}\n"
            "editor:\n  bookmarks:\n"
            "    - {name: inside, region: [200, 200, 99, 99], surface: predicted}\n"
            "    - {name: border, region: [0, 0, 99, 99], surface: predicted}\n"
            "    - {name: node, node: m, region: [0, 0, 99, 99], surface: predicted}\n"
            "    - {name: line, region: [-40, 200, 80, 99], surface: predicted, compared: {place: 0.75}}\n");
        const auto render = [this](const QStringList& what) {
            return run(QStringList{"render", "spot.burin", "--to", "p.png", "--level", "0"} + what);
        };
        const auto pictureOf = [&](const QStringList& what) {
            const Outcome outcome = render(what);
            return outcome.code == 0 ? folder_.read("p.png") : outcome.err;
        };
        const QByteArray even = pictureOf({"--region", "200,200,99,99"});
        QVERIFY(even.startsWith("\x89PNG"));
        QCOMPARE(pictureOf({"--bookmark", "inside"}), even);
        QVERIFY(pictureOf({"--bookmark", "border"}) != even);
        QCOMPARE(pictureOf({"--bookmark", "node"}), even);
        const Outcome line = render({"--bookmark", "line"});
        QVERIFY2((line.out + line.err).contains("'s' as predicted (a linear model), right of it 's'"),
                 line.out + line.err);
    }

    /// The viewport continues beyond the joint of a roller, but the picture has each sample once.
    void saysThatItEndsAtTheJoint() {
        folder_.write("roller.burin",
                      "burin: 2\npixel: 2 um\njob: {roller: {diameter: 254.648 um, axis: x}}\nnodes:\n"
                      "  s: {kind: root, width: 600, height: 400, inputs: [{data: m}]}\n"
                      "  m: {kind: math2d, expression: \"y / 400\"}\n"
                      "editor:\n  bookmarks:\n"
                      "    - {name: joint, region: [0, 350, 99, 99]}\n"
                      "    - {name: wide, region: [-20, 20, 999, 99]}\n");
        const auto said = [this](const QString& bookmark) {
            const Outcome outcome = run({"render", "roller.burin", "--to", "p.png", "--bookmark", bookmark});
            return outcome.code == 0 ? outcome.out + outcome.err : QByteArray("refused: ") + outcome.err;
        };
        const QByteArray joint = said("joint");
        QVERIFY2(joint.contains("99 x 50 px") && joint.contains("beyond the joint"), joint);
        const QByteArray wide = said("wide");
        QVERIFY2(wide.contains("exact") && !wide.contains("joint"), wide);
    }

    void saysWhatIsWrong_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("another name") << QStringList{"marked.burin", "--bookmark", "rim"}
                                      << QByteArray("'At the rim', 'whole', 'outside'");
        QTest::newRow("none") << QStringList{"plain.burin", "--bookmark", "rim"}
                              << QByteArray("no bookmarks");
        QTest::newRow("outside the surface")
            << QStringList{"marked.burin", "--bookmark", "outside"} << QByteArray("no part of the node");
        QTest::newRow("a prediction without a spot")
            << QStringList{"marked.burin", "--bookmark", "spotless"} << QByteArray("needs a spot");
        QTest::newRow("a second node that does not exist")
            << QStringList{"marked.burin", "--bookmark", "lost"} << QByteArray("has no node 'gone'");
        QTest::newRow("a relief of a difference")
            << QStringList{"marked.burin", "--bookmark", "less", "--shade"}
            << QByteArray("leave out --shade");
        QTest::newRow("with a region")
            << QStringList{"marked.burin", "--bookmark", "whole", "--region", "0,0,9,9"}
            << QByteArray("leave out --node and --region");
    }
    void saysWhatIsWrong() {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, message);
        const Outcome outcome = run(QStringList{"render", "--to", "w.png"} + options);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(message), outcome.err);
    }
};

BURIN_TEST(TestBookmarks)
#include "test_bookmarks.moc"
