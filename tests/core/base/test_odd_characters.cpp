// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "support/testing.hpp"

using namespace burin;

class TestOddCharacters : public QObject {
    Q_OBJECT

  private slots:
    void theyAreNamedInMessages_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("quoted");
        const auto row = [](const char* name, const char* text, const char* quoted) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(quoted);
        };
        row("plain", "40 um", "'40 um'");
        row("the micro sign and mu are units", "40 \u00B5m 3 \u03BCm", "'40 \u00B5m 3 \u03BCm'");
        row("umlauts", "M\u00E4rz", "'M\u00E4rz'");
        row("a no-break space", "40\u00A0um", "'40<U+00A0 no-break space>um'");
        row("a narrow one", "40\u202Fum", "'40<U+202F narrow no-break space>um'");
        row("zero width", "ro\u200Bot", "'ro<U+200B zero width space>ot'");
        row("a soft hyphen", "stit\u00ADching", "'stit<U+00AD soft hyphen>ching'");
        row("a byte order mark inside", "\uFEFFnodes", "'<U+FEFF byte order mark>nodes'");
        row("a Cyrillic letter among Latin ones", "m\u0430th2d", "'m<U+0430 Cyrillic a>th2d'");
        row("a Greek one", "r\u03BFot", "'r<U+03BF Greek o>ot'");
        row("a Russian word", "\u0440\u0438\u0441\u0443\u043D\u043E\u043A.tif",
            "'\u0440\u0438\u0441\u0443\u043D\u043E\u043A.tif'");
        row("an accent that follows its letter", "cafe\u0301", "'cafe<U+0301 combining mark>'");
        row("one in a Russian word", "\u0438\u0306\u043E\u0434", "'\u0438\u0306\u043E\u0434'");
        row("full width", "4\uFF10", "'4<U+FF10 full-width 0>'");
        row("a minus sign", "\u22122", "'<U+2212 minus sign>2'");
        row("an en dash", "\u20132", "'<U+2013 en dash>2'");
        row("a hyphen that does not break", "\u2011 data", "'<U+2011 no-break hyphen> data'");
        row("a ratio", "kind\u2236 root", "'kind<U+2236 ratio> root'");
        row("a Braille blank", "40\u2800um", "'40<U+2800 Braille blank>um'");
        row("a Hangul filler", "ball\u3164", "'ball<U+3164 Hangul filler>'");
        row("a tag character", "ball\U000E0041", "'ball<U+E0041 tag character>'");
        row("a mathematical letter", "\U0001D42Boot", "'<U+1D42B mathematical r>oot'");
        row("mathematical digits", "\U0001D7D0\U0001D7FF",
            "'<U+1D7D0 mathematical 2><U+1D7FF mathematical 9>'");
        row("a Cyrillic letter that looks like a digit", "1\u0417 mm", "'1<U+0417 Cyrillic 3> mm'");
        row("such a letter as a number", "\u0417 \u0438 4", "'\u0417 \u0438 4'");
        row("an Armenian one", "r\u0585ot", "'r<U+0585 Armenian o>ot'");
        row("a Cherokee one", "P\u13DE", "'P<U+13DE Cherokee L>'");
        row("a Latin one of another alphabet", "root\u0131", "'root<U+0131 Latin i>'");
        row("a capital I", "\u0406D", "'<U+0406 Cyrillic I>D'");
        row("a letter of formulas", "\u210Eeight", "'<U+210E letterlike h>eight'");
        row("a Roman numeral", "fu\u217Cl", "'fu<U+217C Roman numeral l>l'");
        row("a digit of another script", "\u0663 mm", "'<U+0663 Arabic-Indic 3> mm'");
        row("a full stop of another script", "1\u06D4 5", "'1<U+06D4 Arabic full stop> 5'");
        row("quotes of print", "\u201Cx\u2019",
            "'<U+201C left double quotation mark>x"
            "<U+2019 right single quotation mark>'");
        row("a long dash", "a\u2014b", "'a<U+2014 em dash>b'");
        row("a ligature", "pro\uFB01le", "'pro<U+FB01 ligature>le'");
        row("a mark of a place", "a\uFFFC", "'a<U+FFFC object replacement character>'");
        row("a multiplication sign", "2 \u00D7 3", "'2 \u00D7 3'");
        row("not UTF-8", "a\xFF\xA0", "'a\xFF\xA0'");
    }
    void theyAreNamedInMessages() {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, quoted);
        QCOMPARE(QByteArray::fromStdString(quotedForMessage(text.toStdString())), quoted);
    }

    void whatLooksLikeAWordIsSuggested() {
        const std::vector<std::string_view> words{"stitching", "math2d", "root"};
        QCOMPARE(nearest("\u0441tit\u0441\u04BBing", words), std::string_view("stitching"));
        QCOMPARE(nearest("m\u0430\u200Bth\u0662d", words), std::string_view("math2d"));
        QCOMPARE(nearest("\u0440\u0438\u0441", words), std::string_view());
        QCOMPARE(nearest("ro\xFFot", words), std::string_view("root"));
    }

    void theFirstIsFoundFromAPlaceOn() {
        const std::string text = "a\u00A0b\u200B";
        const auto first = firstOddCharacter(text);
        QVERIFY(first && first->offset == 1 && first->bytes == 2 && first->like == ' ');
        QCOMPARE(first->text(), std::string("U+00A0 (no-break space)"));
        const auto second = firstOddCharacter(text, 3);
        QVERIFY(second && second->offset == 4 && second->bytes == 3 && second->like == 0);
        QVERIFY(!firstOddCharacter(text, 7));
    }

    void invisibleCharactersAreFound_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* text, const char* code) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(code);
        };
        row("none", "a b-c", "");
        row("other spaces, letters and accents", "\u00A0\u0430 e\u0301", "");
        row("right-to-left override", "a\u202Eb", "U+202E");
        row("direction mark after another script", "\u05D0\u200Fa", "U+200F");
        row("soft hyphen", "\u00E4\u00ADb", "U+00AD");
        row("joiner in Latin", "a\u200Db", "U+200D");
        row("joiner alone", "\u200C", "U+200C");
        row("joiner in Persian", "\u0645\u06CC\u200C\u062E", "");
        row("emoji of several parts", "\u2764\uFE0F\u200D\U0001F525", "");
        row("after one that is needed", "\u0645\u200C\u062Ea\u2060", "U+2060");
    }
    void invisibleCharactersAreFound() {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, code);
        const auto found = firstInvisibleCharacter(text.toStdString());
        QCOMPARE(found ? QByteArray::fromStdString(found->code) : QByteArray(), code);
    }

    void wideEncodingsAreRecognised_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("encoding");
        const auto row = [](const char* name, const QByteArray& text, const char* encoding) {
            QTest::newRow(name) << text << QByteArray(encoding);
        };
        row("UTF-8", "burin: 1\n", "");
        row("UTF-8 with a mark",
            "\xEF\xBB\xBF"
            "burin: 1\n",
            "");
        row("nothing", "", "");
        row("one zero", QByteArray("bu\0rin: 1", 9), "");
        row("big-endian", QByteArray("\0b\0u\0r\0i", 8), "UTF-16 (big-endian)");
        row("little-endian", QByteArray("b\0u\0r\0i\0", 8), "UTF-16 (little-endian)");
        row("big-endian with a mark", QByteArray("\xFE\xFF\x04\x30", 4), "UTF-16 (big-endian)");
        row("little-endian with a mark", QByteArray("\xFF\xFE\x30\x04", 4), "UTF-16 (little-endian)");
        row("32 bits", QByteArray("\xFF\xFE\0\0b\0\0\0", 8), "UTF-32 (little-endian)");
        row("32 bits without a mark", QByteArray("b\0\0\0u\0\0\0", 8), "UTF-32 (little-endian)");
        row("32 bits without a mark, big-endian", QByteArray("\0\0\0b\0\0\0u", 8), "UTF-32 (big-endian)");
    }
    void wideEncodingsAreRecognised() {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, encoding);
        QCOMPARE(QByteArray::fromStdString(wideEncoding(text.toStdString())), encoding);
    }
};

BURIN_TEST(TestOddCharacters)
#include "test_odd_characters.moc"
