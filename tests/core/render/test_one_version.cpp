// SPDX-License-Identifier: GPL-3.0-or-later

// A file changes after one node has read it and before another node of the same design does.

#include "core/design/design.hpp"
#include "core/images/image_error.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/graph.hpp"
#include "support/places.hpp"
#include "support/system/slow_clock.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <filesystem>
#include <string>
#include <variant>

using namespace burin;

class TestOneVersion : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path path(const QString& name) const { return folder_.filePath(name).toStdString(); }
    void write(const QString& name, const QByteArray& content) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    static QByteArray fontOf(const char* name) {
        QFile file(test::inTree(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// A design whose node `a` reads the file. If there are two readers, `b` reads it too. \param before
    /// nodes that are equal in this design are not read again
    Design designOf(const QByteArray& node, bool two, const Design* before = nullptr) const {
        const QByteArray text =
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  s: {kind: root, width: 120, height: 50, full_depth: 40 um, inputs: [{data: u}]}\n"
            "  u: {kind: union, inputs: [{data: a}" +
            QByteArray(two ? ", {data: b, at: [60, 0]}" : "") + "]}\n  a: {" + node + "}\n" +
            (two ? "  b: {" + node + "}\n" : QByteArray());
        return reviseDesign(std::get<YamlValue>(parseYaml(text.toStdString())), path(""), {}, kinds(),
                            before);
    }
    static Graph graphOf(const Design& design) { return *bindGraph(design, *design.root, {}).graph; }

  private slots:
    void initTestCase() { qputenv("XDG_CACHE_HOME", folder_.filePath("cache").toUtf8()); }

    void nodesOfTwoVersionsAreRefused_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("node");
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<bool>("replaced");  // or written in place
        QTest::newRow("a table") << "a.csv"
                                 << QByteArray(
                                        "kind: text, text: '{t}', size: 10, series: {u: [60, 0], v: [0, 25], "
                                        "inset: [2, 2], columns: 1, rows: 2, csv: a.csv}")
                                 << QByteArray("t\n1\n2\n") << QByteArray("t\n3\n4\n") << true;
        const auto drawing = [](char side) {
            return QByteArray(
                       "<svg xmlns='http://www.w3.org/2000/svg' width='60px' height='50px'><rect x='1' y='1' "
                       "width='9' height='@'/></svg>")
                .replace('@', side);
        };
        QTest::newRow("a drawing") << "a.svg" << QByteArray("kind: path, file: a.svg, size: [60, 50]")
                                   << drawing('3') << drawing('7') << true;
        QTest::newRow("a font") << "a.otf" << QByteArray("kind: text, text: b, size: 10, font: a.otf")
                                << fontOf("resources/fonts/Inter-Regular.otf")
                                << fontOf("resources/fonts/Inter-Bold.otf") << true;
        const auto picture = [](char level) { return "P5 20 20 255\n" + QByteArray(20 * 20, level); };
        const QByteArray image = "kind: image, file: a.pgm";
        QTest::newRow("a picture") << "a.pgm" << image << picture(50) << picture(90) << true;
        QTest::newRow("a picture that keeps its times")
            << "a.pgm" << image << picture(50) << picture(90) << false;
    }
    void nodesOfTwoVersionsAreRefused() {
        QFETCH(QString, file);
        QFETCH(QByteArray, node);
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(bool, replaced);
        const test::SlowClock clock(1'000'000'000);
        write(file, first);
        const Design before = designOf(node, false);
        QVERIFY(before.errorsOf(*before.root).empty());
        write(replaced ? "other" : file, second);
        if (replaced) std::filesystem::rename(path("other"), path(file));
        const Design mixed = designOf(node, true, &before);
        QVERIFY(mixed.nodes[*mixed.find("a")].operation == before.nodes[*before.find("a")].operation);
        const Graph graph = graphOf(mixed);
        QVERIFY_THROWS_EXCEPTION(ImageError, requireOneVersion(graph));
        QVERIFY_THROWS_EXCEPTION(ImageError, static_cast<void>(designHash(graph)));
        const Graph later = graphOf(designOf(node, true));
        requireOneVersion(later);
        QVERIFY(!designHash(later).empty());
    }
};

BURIN_TEST(TestOneVersion)
#include "test_one_version.moc"
