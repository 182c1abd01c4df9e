// SPDX-License-Identifier: GPL-3.0-or-later

// The manual's window follows every link of its pages.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "ui/window/help/manual_window.hpp"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextLayout>
#include <QTextTable>

using namespace burin;
using namespace burin::ui;

class TestManualWindow : public QObject {
    Q_OBJECT

  public slots:
    void openElsewhere(const QUrl& url) { elsewhere_ = url; }

  private slots:
    void aLinkOpensItsPage_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("link");
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("contents");
        QTest::newRow("a page of the manual") << "index"
                                              << "graph.md"
                                              << "graph"
                                              << "Adding and joining";
        QTest::newRow("a kind") << "kinds"
                                << "stitching.md"
                                << "stitching"
                                << "kind: stitching";
        QTest::newRow("a page above the manual") << "streaming"
                                                 << "../controller.md"
                                                 << "../controller"
                                                 << "The reference controller";
        QTest::newRow("and back") << "../groups"
                                  << "manual/inspector.md"
                                  << "inspector"
                                  << "Numbers";
        QTest::newRow("from one page above to another") << "../groups"
                                                        << "library.md"
                                                        << "../library"
                                                        << "Diamond knurl";
        QTest::newRow("a kind, from above") << "../drawings"
                                            << "manual/path.md"
                                            << "path"
                                            << "kind: path";
    }

    void aLinkOpensItsPage() {
        QFETCH(QString, from);
        QFETCH(QString, link);
        window_.open(from);
        emit text_->anchorClicked(QUrl(link));
        QTEST(window_.page(), "page");
        QFETCH(QString, contents);
        QVERIFY2(text_->toPlainText().contains(contents), qPrintable(text_->toPlainText().left(200)));
        QVERIFY(!text_->toPlainText().contains("<!--"));
    }

    void aHeadingIsScrolledTo() {
        window_.open("../examples");
        emit text_->anchorClicked(QUrl("#a-whole-roller"));
        QCOMPARE(window_.page(), QString("../examples"));
        QCOMPARE(text_->textCursor().block().text(), QString("A whole roller"));
        QVERIFY(text_->verticalScrollBar()->value() > 0);
        window_.open("index");
        emit text_->anchorClicked(QUrl("../controller.md#making-a-controller"));
        QCOMPARE(text_->textCursor().block().text(), QString("Making a controller"));
    }

    void paragraphsAndPicturesKeepTheirDistance() {
        window_.open("graph");
        int pictures = 0;
        for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
            const bool picture = block.text().contains(QChar::ObjectReplacementCharacter);
            pictures += picture ? 1 : 0;
            if (picture) QVERIFY(block.blockFormat().topMargin() >= 12);
            const bool whole = picture || block.blockFormat().headingLevel() > 0;
            if (whole) QVERIFY(block.blockFormat().bottomMargin() >= 8);
        }
        QVERIFY(pictures > 0);
    }

    void tablesHaveOneLineBetweenTheirCells() {
        window_.open("profile");
        int tables = 0;
        for (const QTextFrame* frame : text_->document()->rootFrame()->childFrames()) {
            const auto* table = qobject_cast<const QTextTable*>(frame);
            if (table == nullptr) continue;
            ++tables;
            QVERIFY(table->format().borderCollapse());
            QCOMPARE(table->format().width(), QTextLength(QTextLength::PercentageLength, 100));
        }
        QVERIFY(tables > 0);
    }

    /// A key is found faster in a column than in running text, whose lines would also cut keys.
    void eachKeyHasARow() {
        window_.open("keys");
        int rows = 0;
        for (const QTextFrame* frame : text_->document()->rootFrame()->childFrames()) {
            const auto* table = qobject_cast<const QTextTable*>(frame);
            if (table == nullptr) continue;
            QCOMPARE(table->columns(), 2);
            rows += table->rows() - 1;
        }
        QVERIFY2(rows > 100, qPrintable(QString::number(rows)));
    }

    void theKeysOfAllTablesAlign() {
        window_.open("keys");
        QAbstractTextDocumentLayout* const layout = text_->document()->documentLayout();
        QSet<double> edges;
        for (const QTextFrame* frame : text_->document()->rootFrame()->childFrames()) {
            const auto* table = qobject_cast<const QTextTable*>(frame);
            if (table == nullptr) continue;
            edges << layout->blockBoundingRect(table->cellAt(0, 1).firstCursorPosition().block()).x();
        }
        QCOMPARE(edges.size(), 1);
    }

    /// The page is all that the window has, so a ring around it would say nothing.
    void thePageHasNoFrame() {
        theme_.apply();
        window_.open("keys");
        QTRY_VERIFY(text_->hasFocus());
        QTRY_COMPARE(text_->viewport()->geometry().topLeft(), QPoint(0, 0));
    }

    void codeHasTheFontOfNumbers() {
        for (const char* page : {"profile", "../examples"}) {
            window_.open(page);
            int parts = 0;
            for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
                const bool listing = block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
                for (auto part = block.begin(); part != block.end(); ++part) {
                    const QTextCharFormat format = part.fragment().charFormat();
                    if (!listing && !format.fontFixedPitch()) continue;
                    QCOMPARE(format.fontFamilies().toStringList(), theme_.numbers().families());
                    ++parts;
                }
            }
            QVERIFY(parts > 0);
        }
    }

    void aTableKeepsItsDistanceFromTheTextAbove() {
        window_.open("profile");
        QAbstractTextDocumentLayout* const layout = text_->document()->documentLayout();
        int tables = 0;
        for (const QTextFrame* frame : text_->document()->rootFrame()->childFrames()) {
            const auto* table = qobject_cast<const QTextTable*>(frame);
            if (table == nullptr) continue;
            const QTextBlock first = table->cellAt(0, 0).firstCursorPosition().block();
            const double above = layout->blockBoundingRect(first.previous()).bottom();
            constexpr double least = 11;  // with the padding of the cell
            QVERIFY(layout->blockBoundingRect(first).top() - above >= least);
            ++tables;
        }
        QVERIFY(tables > 0);
    }

    /// Beside a window on a small screen the manual is this narrow.
    void noWordOfANarrowTableIsBroken() {
        window_.open("profile");
        window_.resize(360, 460);
        QTRY_VERIFY(text_->viewport()->width() < 360);
        QTRY_VERIFY(text_->document()->size().height() > text_->viewport()->height());
        int ends = 0;
        QStringList broken;
        for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
            const QString text = block.text();
            const QTextLayout* lines = block.layout();
            for (int i = 0; i + 1 < lines->lineCount(); ++i) {
                const QTextLine line = lines->lineAt(i);
                const int end = line.textStart() + line.textLength();
                ++ends;
                if (text[end - 1].isLetterOrNumber() && text[end].isLetterOrNumber()) broken << text;
            }
        }
        QVERIFY2(ends > 10, qPrintable(QString::number(ends)));
        QCOMPARE(broken, QStringList());
    }

    void otherFilesOpenInTheirPrograms() {
        QDesktopServices::setUrlHandler("file", this, "openElsewhere");
        window_.open("../controller");
        emit text_->anchorClicked(QUrl("../resources/controller/burin.proto"));
        QDesktopServices::unsetUrlHandler("file");
        QCOMPARE(elsewhere_, QUrl::fromLocalFile(test::inTree("resources/controller/burin.proto")));
        QCOMPARE(window_.page(), QString("../controller"));
    }

    /// Colours of links and of lines between cells are part of the page.
    void itFollowsTheTheme() {
        const auto colours = [this] {
            QSet<QRgb> used;
            for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
                for (auto part = block.begin(); part != block.end(); ++part) {
                    const QTextCharFormat format = part.fragment().charFormat();
                    if (format.isAnchor()) used << format.foreground().color().rgb();
                }
            }
            return used;
        };
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
            window_.open("index");
            theme_.choose(choice);
            QCOMPARE(window_.page(), QString("index"));
            QCOMPARE(colours(), QSet<QRgb>{theme_.color(Role::accent).rgb()});
            window_.open("profile");
            int tables = 0;
            for (const QTextFrame* frame : text_->document()->rootFrame()->childFrames()) {
                const auto* table = qobject_cast<const QTextTable*>(frame);
                if (table == nullptr) continue;
                QCOMPARE(table->format().borderBrush().color(), theme_.color(Role::line));
                ++tables;
            }
            QVERIFY(tables > 0);
        }
    }

  private:
    Theme theme_{ThemeChoice::dark};
    ManualWindow window_{kinds(), theme_};
    QTextBrowser* text_ = window_.findChild<QTextBrowser*>();
    QUrl elsewhere_;
};

BURIN_TEST(TestManualWindow)
#include "test_manual_window.moc"
