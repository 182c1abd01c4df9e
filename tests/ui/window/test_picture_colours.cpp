// SPDX-License-Identifier: GPL-3.0-or-later

// The test of a release counts colours to know that the studio draws. packaging/colours.py must count as Qt
// does.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QImage>
#include <QProcess>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>

class TestPictureColours : public QObject {
    Q_OBJECT

    static QByteArray counted(const QString& file) {
        QProcess script;
        script.start("python3", {burin::test::inTree("packaging/colours.py"), file});
        if (!script.waitForFinished(burin::patience)) return "not finished";
        return script.readAllStandardOutput().trimmed() + script.readAllStandardError();
    }

  private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("python3 is not installed");
    }

    void coloursAreCountedAsQtDoes_data() {
        QTest::addColumn<QImage>("image");
        QImage black(70, 50, QImage::Format_RGB32);
        black.fill(Qt::black);
        QTest::newRow("a black window") << black;
        QImage two = black;
        two.setPixel(69, 49, qRgb(0, 0, 1));
        QTest::newRow("another colour in the last pixel") << two;
        QImage grey(256, 3, QImage::Format_Grayscale8);
        QImage clear(40, 40, QImage::Format_ARGB32);
        for (int x = 0; x < 256; ++x) {
            for (int y = 0; y < 3; ++y)
                grey.scanLine(y)[x] = static_cast<uchar>(x);
        }
        for (int i = 0; i < 1600; ++i)
            clear.setPixel(i % 40, i / 40, qRgba(i % 7 * 30, i % 11 * 20, i % 13 * 10, 128 + i % 2));
        QTest::newRow("all greys") << grey;
        QTest::newRow("transparent colours") << clear;
        // A part, since the script takes seconds for a whole window.
        const QImage studio(burin::test::inTree("docs/manual/pictures/group.png"));
        QTest::newRow("the studio") << studio.copy(500, 100, 500, 300);
    }

    void coloursAreCountedAsQtDoes() {
        QFETCH(QImage, image);
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.png");
        QVERIFY(image.save(file));
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                colours.insert(image.pixel(x, y));
        }
        QCOMPARE(counted(file), QByteArray::number(colours.size()));
    }

    void whatIsNoPictureIsRefused() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("a.png"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a picture, but a text that is long enough");
        file.close();
        QVERIFY(counted(file.fileName()).contains("not a PNG"));
    }
};

BURIN_TEST(TestPictureColours)
#include "test_picture_colours.moc"
