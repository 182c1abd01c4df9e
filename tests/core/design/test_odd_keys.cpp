// SPDX-License-Identifier: GPL-3.0-or-later

// Messages name invisible characters in places where YAML makes them a part of a key.

#include "core/design/design.hpp"
#include "support/testing.hpp"

#include <QByteArray>
#include <QString>

using namespace burin;

class TestOddKeys : public QObject {
    Q_OBJECT

  private slots:
    void charactersOfKeysAreNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("in the key of the version") << QByteArray("burin\u200B: 1\npixel: 1 um\nnodes: {}\n")
                                                   << "1:1: the key 'burin<U+200B zero width space>' is not "
                                                      "that of the version; start the design with "
                                                      "`burin: 1`";
        QTest::newRow("a Cyrillic letter in it")
            << QByteArray("pixel: 1 um\nbur\u0456n: 1\nnodes: {}\n") << "2:1: the key 'bur<U+0456 Cyrillic";
        QTest::newRow("behind the dash of a link")
            << QByteArray(
                   "burin: 1\npixel: 1 um\nnodes:\n  s:\n    kind: root\n    width: 4\n    height: 4\n"
                   "    inputs:\n      -\u00A0data: s\n")
            << "a map with the key '-<U+00A0 no-break space>data' is not a list of links";
    }
    void charactersOfKeysAreNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const Design design = parseDesign(text.toStdString(), ".");
        QString all;
        for (const Diagnostic& one : design.diagnostics)
            all += QString::fromStdString(one.text()) + '\n';
        QVERIFY2(all.contains(message), qPrintable(all));
    }
};

BURIN_TEST(TestOddKeys)
#include "test_odd_keys.moc"
