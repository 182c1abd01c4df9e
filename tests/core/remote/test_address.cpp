// SPDX-License-Identifier: GPL-3.0-or-later

// All spellings of an address mean the same machine, so that the program knows whether it is this computer.

#include "core/remote/address.hpp"

#include "core/remote/credentials.hpp"
#include "support/testing.hpp"

using namespace burin;

class TestAddress : public QObject {
    Q_OBJECT

  private slots:
    void spellings_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("usual");
        QTest::addColumn<bool>("thisComputer");
        const auto row = [](const char* name, const char* text, const char* usual, bool thisComputer) {
            QTest::newRow(name) << QString(text) << QString(usual) << thisComputer;
        };
        row("capital letters", "burin://LOCALHOST:1", "localhost:1", true);
        row("a complete name", "burin://localhost.:1", "localhost:1", true);
        row("IPv6 written out", "burin://[0:0:0:0:0:0:0:1]:5", "[::1]:5", true);
        row("IPv6 written out, with its interface", "[0:0::0:1%lo]:5", "[::1%lo]:5", true);
        row("IPv4 as IPv6", "burin://[::ffff:127.0.0.1]:5", "127.0.0.1:5", true);
        row("IPv4 as IPv6 in hexadecimal digits", "burin://[::FFFF:7f00:1]:5", "127.0.0.1:5", true);
        row("IPv4 with two numbers", "burin://127.1:5", "127.0.0.1:5", true);
        row("IPv4 as one number", "2130706433:5", "127.0.0.1:5", true);
        row("another, with two numbers", "burin://10.1:5", "10.0.0.1:5", false);
        row("another, IPv4 as IPv6", "burin://[::ffff:10.0.0.1]:5", "10.0.0.1:5", false);
        row("another, IPv6 in capital letters", "[2001:DB8:0::A]:5", "[2001:db8::a]:5", false);
        row("a name that begins with a number", "127.1.example", "127.1.example:4590", false);
        row("a name that begins like it", "localhost.example:1", "localhost.example:1", false);
        row("every address, IPv4 as IPv6", "[::ffff:0.0.0.0]:5", "0.0.0.0:5", false);
    }

    void spellings() {
        QFETCH(QString, text);
        QFETCH(QString, usual);
        QFETCH(bool, thisComputer);
        const auto address = parseAddress(text.toStdString());
        QVERIFY(address.has_value());
        QCOMPARE(QString::fromStdString(address->text()), usual);
        QCOMPARE(address->loopback(), thisComputer);
        QCOMPARE(Credentials{}.encrypts(*address), !thisComputer);
    }
};

BURIN_TEST(TestAddress)
#include "test_address.moc"
