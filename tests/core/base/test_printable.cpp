// SPDX-License-Identifier: GPL-3.0-or-later

// Text from the other side of a connection never reaches a terminal unfiltered.

#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::test;

class TestPrintable : public QObject {
    Q_OBJECT

  private slots:
    void texts_data();
    void texts();
    void aLongTextIsCut();
    void anyBytes();
    void columns_data();
    void columns();
    void firstColumnsAreWholeCharacters();
};

void TestPrintable::texts_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& shown) {
        QTest::newRow(name) << text << shown;
    };
    row("nothing", "", "");
    row("plain text", "the laser is cold", "the laser is cold");
    row("letters of any script", "Gerät für Ж 漢 🙂", "Gerät für Ж 漢 🙂");
    row("an escape sequence", "\x1b[2J\x1b[1;31mred", "\\x1B[2J\\x1B[1;31mred");
    row("a title of a terminal", "\x1b]0;x\x07", "\\x1B]0;x\\x07");
    row("a line that is not the last", "one\ntwo\r\n", "one\\x0Atwo\\x0D\\x0A");
    row("a tabulator and a backspace", "a\tb\bc", "a\\x09b\\x08c");
    row("a zero in the middle", QByteArray("a\0b", 3), "a\\x00b");
    row("delete", "a\x7f", "a\\x7F");
    row("a control character of two bytes", "\xC2\x9B 31m", "\\xC2\\x9B 31m");
    row("a control character of one byte, which old terminals take", "\x9B 31m", "\\x9B 31m");
    row("bytes that are not UTF-8", "a\xFF\xFE z", "a\\xFF\\xFE z");
    row("half a character", "a\xE6\xBC", "a\\xE6\\xBC");
    row("a zero of two bytes", "\xC0\x80", "\\xC0\\x80");
    row("a text that runs backwards", "\xE2\x80\xAE txt.exe", "\\xE2\\x80\\xAE txt.exe");
    row("an isolated direction", "\xE2\x81\xA6 a", "\\xE2\\x81\\xA6 a");
    row("a line separator", "a\xE2\x80\xA8 b", "a\\xE2\\x80\\xA8 b");
}

void TestPrintable::texts() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), shown);
}

void TestPrintable::columns_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("expected");
    QTest::newRow("nothing") << "" << 0;
    QTest::newRow("plain text") << "cold" << 4;
    QTest::newRow("a bar and Greek, Cyrillic and accented letters") << "█░ µЖü" << 6;
    QTest::newRow("Chinese and Japanese") << "漢字の、カ" << 10;
    QTest::newRow("Korean") << "한글" << 4;
    QTest::newRow("fullwidth and halfwidth") << "Ａｱ" << 3;
    QTest::newRow("characters of four bytes") << "🙂𠀀𝄞" << 5;
}

void TestPrintable::columns() {
    QFETCH(QString, text);
    QFETCH(int, expected);
    QCOMPARE(columnCount(text.toStdString()), static_cast<std::size_t>(expected));
}

void TestPrintable::firstColumnsAreWholeCharacters() {
    const std::string text = "a漢b字";
    QCOMPARE(std::string(firstColumns(text, 0)), std::string());
    QCOMPARE(std::string(firstColumns(text, 2)), std::string("a"));
    QCOMPARE(std::string(firstColumns(text, 3)), std::string("a漢"));
    QCOMPARE(std::string(firstColumns(text, 5)), std::string("a漢b"));
    QCOMPARE(std::string(firstColumns(text, 6)), text);
}

void TestPrintable::aLongTextIsCut() {
    QCOMPARE(printable("abcdef", 6), std::string("abcdef"));
    QCOMPARE(printable("abcdefg", 6), std::string("abcdef..."));
    QCOMPARE(printable("ab\xE6\xBC\xA2 z", 4), std::string("ab..."));
    QVERIFY(printable(std::string(5'000'000, '\x1b')).size() < 5000);
}

void TestPrintable::anyBytes() {
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        std::string text(static_cast<std::size_t>(random.between(0, 40)), ' ');
        for (char& c : text)
            c = static_cast<char>(random.between(0, 255));
        const std::string shown = printable(text);
        QVERIFY(!firstInvalidUtf8(shown) && !firstControl(shown));
    }
}

BURIN_TEST(TestPrintable)
#include "test_printable.moc"
