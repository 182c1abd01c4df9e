// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/layer_hash.hpp"
#include "support/testing.hpp"

using namespace burin;

class TestLayerHash : public QObject {
    Q_OBJECT

  private slots:
    void aTextIsReadAsItWasWritten() {
        for (const char* const design : {"0123456789abcdef", "", "abc layer 1 of 2"}) {
            const LayerHash hash{design, 3, 17};
            QCOMPARE(hash.text(), std::string(design) + " layer 3 of 17");
            QVERIFY(LayerHash::parse(hash.text()) == hash);
        }
    }

    void aTextOfNoLayerIsRefused_data() {
        QTest::addColumn<QString>("text");
        for (const char* const text :
             {"", "0123456789abcdef", "abc layer 3", "abc layer 3 of ", "abc layer x of 4",
              "abc layer 4 of 4", "abc layer -1 of 4", "abc layer 03 of 4", "abc layer 3 of 4 ",
              "abc layer 99999999999999999999 of 4", "abc of 4 layer 3"})
            QTest::newRow(text) << QString(text);
    }

    void aTextOfNoLayerIsRefused() {
        QFETCH(QString, text);
        QVERIFY(!LayerHash::parse(text.toStdString()));
    }
};

BURIN_TEST(TestLayerHash)
#include "test_layer_hash.moc"
