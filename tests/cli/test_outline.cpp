// SPDX-License-Identifier: GPL-3.0-or-later

// `burin outline` prints polygons and edges for outside checks.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>

namespace {

struct Printed {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

Printed outline(const QStringList& options) {
    QProcess process;
    process.start(burin::test::burinProgram, QStringList{"outline", "x.burin"} + options);
    const bool ended =
        process.waitForFinished(burin::patience) && process.exitStatus() == QProcess::NormalExit;
    if (!ended) process.kill();
    process.waitForFinished(burin::patience);
    return {ended ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

}  // namespace

class TestOutline : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:
    void initTestCase() {
        QVERIFY(QDir::setCurrent(folder_.path()));
        QFile file("x.burin");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "burin: 2\npixel: 10 um\nnodes:\n"
            "  surface: {kind: root, width: 100, height: 100, inputs: [{data: plate}]}\n"
            "  plate: {kind: shape, shape: rectangle, size: [4, 2]}\n"
            "  slope: {kind: math2d, expression: \"x / 100\"}\n"
            "  many: {kind: code, code: qr, module: 1, data: \"{n}\", series: {cell: [40, 40]}}\n");
    }
    void cleanupTestCase() { QVERIFY(QDir::setCurrent("/")); }

    /// The left value of a horizontal edge is the value above it.
    void edgesAreSorted() {
        const QByteArray expected =
            "0 0 0 512 0 1\n"
            "0 0 1024 0 0 1\n"
            "0 512 1024 512 1 0\n"
            "1024 0 1024 512 1 0\n";
        const Printed usual = outline({"--node", "plate"});
        QVERIFY2(usual.code == 0, usual.err);
        QCOMPARE(usual.out, expected);
        QCOMPARE(outline({"--node", "plate", "--stage", "resolved"}).out, expected);
    }

    void polygonsComeBefore() {
        const Printed snapped = outline({"--node", "plate", "--stage", "snapped"});
        QVERIFY2(snapped.code == 0, snapped.err);
        QList<QByteArray> lines = snapped.out.split('\n');
        QCOMPARE(lines.size(), qsizetype{8});  // the last one is empty
        QCOMPARE(lines.takeFirst(), QByteArray("layer 0 nonzero"));
        QCOMPARE(lines.takeFirst(), QByteArray("contour"));
        QCOMPARE(lines.takeLast(), QByteArray());
        QCOMPARE(lines.takeLast(), QByteArray("item layer 0 value 1 clips"));
        std::sort(lines.begin(), lines.end());
        QCOMPARE(lines, (QList<QByteArray>{"0 0", "0 512", "1024 0", "1024 512"}));
    }

    void wrongNodesAreRefused_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no node") << QStringList{} << QByteArray("outline needs --node N");
        QTest::newRow("an unknown node")
            << QStringList{"--node", "gone"} << QByteArray("no node with that name");
        QTest::newRow("another kind") << QStringList{"--node", "slope"} << QByteArray("draws no outline");
        QTest::newRow("a series") << QStringList{"--node", "many"} << QByteArray("or a series of them");
        QTest::newRow("an unknown stage") << QStringList{"--node", "plate", "--stage", "raw"}
                                          << QByteArray("snapped or resolved is expected");
    }
    void wrongNodesAreRefused() {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, said);
        const Printed refused = outline(options);
        QVERIFY2(refused.code == 2, refused.err);
        QVERIFY2(refused.err.contains(said), refused.err);
        QCOMPARE(refused.out, QByteArray());
    }
};

BURIN_TEST(TestOutline)
#include "test_outline.moc"
