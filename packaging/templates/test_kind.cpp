// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/@word@.hpp"
#include "support/testing.hpp"

using namespace burin;

class Test@Type@ : public QObject {
    Q_OBJECT

  private slots:
    void fingerprintsTellValuesApart() {
        @Type@ one;
        @Type@ other;
        QCOMPARE(one.fingerprint(), other.fingerprint());
        other.amount = 2;
        QVERIFY(one.fingerprint() != other.fingerprint());
    }
};

BURIN_TEST(Test@Type@)
#include "test_@word@.moc"
