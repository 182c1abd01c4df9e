// SPDX-License-Identifier: GPL-3.0-or-later

// Thumbnails of textures with a thing on them.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"

namespace burin::ui {

class TestThumbnailThings : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    void areShownAsAWhole_data() {
        QTest::addColumn<QString>("node");
        QTest::addRow("a thing with bounds") << "both";
        QTest::addRow("a node without bounds around a thing") << "unbounded";
        QTest::addRow("a texture that leaves out a thing") << "clearing";
    }

    /// A few repeats in the middle would be inside of the disc, so the picture would be plain.
    void areShownAsAWhole() {
        QFETCH(QString, node);
        StudioTest studio;
        const QString text =
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 9000, height: 9000,"
            " inputs: [{data: both}, {data: unbounded}, {data: clearing}]}\n"
            "  both: {kind: union, operation: max, inputs: [{data: rows}, {data: disc, at: [1500, 1500]}]}\n"
            "  unbounded: {kind: union, operation: max, inputs: [{data: rows}, {data: around}]}\n"
            "  clearing: {kind: union, inputs: [{data: rows}, {mask: around}]}\n"
            "  around: {kind: math2d, expression: \"0.2 + 0.8 * in1\","
            " inputs: [{data: disc, at: [1500, 1500]}]}\n"
            "  rows: {kind: stitching, u: [20, 0], v: [0, 20], inputs: [pattern: dot]}\n"
            "  dot: {kind: math2d, width: 20, height: 20, expression: \"0.5 * (x < 10)\"}\n"
            "  disc: {kind: math2d, width: 6000, height: 6000,"
            " expression: \"hypot(x - 3000, y - 3000) < 2500\"}\n";
        QCOMPARE(studio.document.recover(text, {}), QString());
        static_cast<void>(studio.previews.thumbnail(node));
        QTRY_VERIFY(!studio.previews.thumbnail(node).isNull());
        const auto grayAt = [&](double share) {
            const QImage image = studio.previews.thumbnail(node);
            return qGray(image.pixel(static_cast<int>(share * image.width()), image.height() / 2));
        };
        QTRY_VERIFY2(grayAt(0.5) > grayAt(0.05) + 40,
                     qPrintable(QString("%1 %2").arg(grayAt(0.5)).arg(grayAt(0.05))));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestThumbnailThings)
#include "test_thumbnail_things.moc"
