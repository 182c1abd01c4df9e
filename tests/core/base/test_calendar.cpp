// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/calendar.hpp"
#include "support/testing.hpp"

using namespace burin;

class TestCalendar : public QObject {
    Q_OBJECT

  private slots:
    void times_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("seconds");
        const auto row = [](const char* name, const char* text, qint64 seconds) {
            QTest::newRow(name) << QByteArray(text) << seconds;
        };
        row("the beginning", "1970-01-01T00:00:00Z", 0);
        row("the second before", "1969-12-31T23:59:59Z", -1);
        row("a leap day", "2028-02-29T12:30:15Z", 1835440215);
        row("the leap day of a century", "2000-02-29T00:00:00Z", 951782400);
    }
    void times() {
        QFETCH(QByteArray, text);
        QFETCH(qint64, seconds);
        const auto found = secondsUntil(text.toStdString());
        QVERIFY(found.has_value());
        QCOMPARE(qint64{*found}, seconds);
    }

    void whatIsNoTimeIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"2027-02-29T00:00:00Z",
                                 "2027-02-30T00:00:00Z",
                                 "2027-04-31T00:00:00Z",
                                 "1900-02-29T00:00:00Z",
                                 "2027-00-01T00:00:00Z",
                                 "2027-13-01T00:00:00Z",
                                 "2027-01-00T00:00:00Z",
                                 "2027-01-32T00:00:00Z",
                                 "0000-01-01T00:00:00Z",
                                 "2027-01-01T24:00:00Z",
                                 "2027-01-01T00:60:00Z",
                                 "2027-01-01T00:00:60Z",
                                 "2027-01-01T00:00:61Z",
                                 "",
                                 "2027-01-01",
                                 "2027-01-01T00:00:00",
                                 "2027-1-1T00:00:00Z",
                                 "2027-01-01 00:00:00Z",
                                 " 2027-01-01T00:00:00Z",
                                 "2027-01-01T00:00:00Z ",
                                 "2027-01-01T00:00:-1Z"})
            QTest::addRow("'%s'", text) << QByteArray(text);
    }
    void whatIsNoTimeIsRefused() {
        QFETCH(QByteArray, text);
        QVERIFY(!secondsUntil(text.toStdString()));
    }
};

BURIN_TEST(TestCalendar)
#include "test_calendar.moc"
