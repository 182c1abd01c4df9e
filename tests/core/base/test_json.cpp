// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.hpp"

#include "support/random.hpp"
#include "support/testing.hpp"

#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

using namespace burin;
using namespace burin::test;

class TestJson : public QObject {
    Q_OBJECT

  private:
    /// The value that a reader of JSON finds in a written text; nothing if it refuses the text.
    static std::optional<QString> readBack(const QByteArray& text) {
        const std::string object = jsonObject({{"text", jsonText(text.toStdString())}});
        const QJsonValue value =
            QJsonDocument::fromJson(QByteArray::fromStdString(object)).object().value("text");
        if (!value.isString()) return std::nullopt;
        return value.toString();
    }

  private slots:
    void textsReadBack_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("read");
        const auto row = [](const char* name, const QByteArray& text, const QString& read) {
            QTest::newRow(name) << text << read;
        };
        row("nothing", "", "");
        row("letters of any script", "Gerät für Ж 漢 🙂", "Gerät für Ж 漢 🙂");
        row("quotes and a path of Windows", "\"C:\\new\"", "\"C:\\new\"");
        row("lines and a tabulator", "a\nb\r\n\tc", "a\nb\r\n\tc");
        row("a zero in the middle", QByteArray("a\0b", 3), QString("a") + QChar(u'\0') + "b");
        row("an escape sequence", "\x1b[2J", "\x1b[2J");
        row("a byte that is not UTF-8", "j\xFF.tif", u"j\uFFFD.tif"_qs);
        row("two of them, one at each end", "\xFFj\xFE", u"\uFFFDj\uFFFD"_qs);
        row("a letter that is cut off", "na\xC3", u"na\uFFFD"_qs);
        row("such a byte before a quote", "\xC3\"", u"\uFFFD\""_qs);
    }
    void textsReadBack() {
        QFETCH(QByteArray, text);
        QFETCH(QString, read);
        const std::optional<QString> found = readBack(text);
        QVERIFY2(found.has_value(), jsonText(text.toStdString()).c_str());
        QCOMPARE(*found, read);
    }

    /// JSON has no infinity.
    void anyNumberIsJson() {
        const double infinite = std::numeric_limits<double>::infinity();
        for (const double value : {0.0, -1.5, 1e300, infinite, -infinite, std::nan("")}) {
            const std::string object = jsonObject({{"number", jsonNumber(value)}});
            const QJsonValue read =
                QJsonDocument::fromJson(QByteArray::fromStdString(object)).object().value("number");
            QVERIFY2(std::isfinite(value) ? read.toDouble() == value : read.isNull(), object.c_str());
            QVERIFY2(read.isDouble() == std::isfinite(value), object.c_str());
        }
    }

    void anyBytesAreJson() {
        Random random(8);
        for (int i = 0; i < 2000; ++i) {
            QByteArray text;
            for (std::int64_t length = random.between(0, 12); length > 0; --length)
                text += static_cast<char>(random.between(0, 255));
            QVERIFY2(readBack(text).has_value(), text.toHex());
        }
    }
};

BURIN_TEST(TestJson)
#include "test_json.moc"
