// SPDX-License-Identifier: GPL-3.0-or-later

// `burin render --bookmark` draws what its node and region draw.

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
                                          "    - {name: broken, region: [1, 2, x, 4]}\n"
                                          "    - {name: pair, region: [0, 0, 99, 99], surface: predicted, "
                                          "compared: {node: m}}\n");
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

    void saysWhatIsLeftOut() {
        const auto said = [this](const char* bookmark) {
            return run({"render", "marked.burin", "--to", "p.png", "--seconds", "1", "--bookmark", bookmark})
                .err;
        };
        const QByteArray pair = said("pair");
        QVERIFY2(pair.contains("warning: the bookmark 'pair' shows the predicted surface; the picture"),
                 pair);
        QVERIFY2(pair.contains("warning: the bookmark 'pair' shows two nodes; the picture"), pair);
        QVERIFY(!said("whole").contains("warning"));
    }

    void saysWhatIsWrong_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("another name") << QStringList{"marked.burin", "--bookmark", "rim"}
                                      << QByteArray("'At the rim', 'whole', 'outside'");
        QTest::newRow("none") << QStringList{"plain.burin", "--bookmark", "rim"}
                              << QByteArray("no bookmarks");
        QTest::newRow("outside the surface")
            << QStringList{"marked.burin", "--bookmark", "outside"} << QByteArray("nothing of the node");
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
