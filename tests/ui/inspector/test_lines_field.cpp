// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/inspector/fields/lines_field.hpp"

#include <QScrollBar>
#include <QTextCursor>

namespace burin::ui {

class TestLinesField : public QObject {
    Q_OBJECT

  private slots:
    void aBarIsForMoreLinesThanFit();
    void highLettersLetTheFieldRest();
};

void TestLinesField::aBarIsForMoreLinesThanFit() {
    LinesField field;
    field.resize(200, field.height());
    field.show();
    field.setText("one\ntwo\nthree");
    QTRY_VERIFY(!field.verticalScrollBar()->isVisible());
    field.setText(QString("line\n").repeated(30));
    QTRY_VERIFY(field.verticalScrollBar()->isVisible());
    field.setText("one");
    QTRY_VERIFY(!field.verticalScrollBar()->isVisible());
}

/// As with the letters of a fallback font, which are higher than the lines for which the field makes room.
void TestLinesField::highLettersLetTheFieldRest() {
    LinesField field;
    field.show();
    field.setText("some words that are wrapped at one width and not at another one");
    QTextCursor all(field.document());
    all.select(QTextCursor::Document);
    QTextCharFormat high;
    high.setFontPointSize(1.5 * field.font().pointSizeF());
    all.mergeCharFormat(high);
    for (int width = 400; width > 120; --width) {
        field.resize(width, field.height());
        QCoreApplication::processEvents();  // returns, because layouts come to rest
        QVERIFY(field.height() < 400);
    }
}

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLinesField)
#include "test_lines_field.moc"
