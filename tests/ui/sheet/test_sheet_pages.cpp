// SPDX-License-Identifier: GPL-3.0-or-later

// The pages of a job sheet contain every word of it, inside the margins, however long the texts are.

#include "support/testing.hpp"
#include "tests/ui/sheet/sheet_sample.hpp"
#include "ui/sheet/sheet_file.hpp"
#include "ui/sheet/sheet_pages.hpp"
#include "ui/theme/theme.hpp"

#include <QDir>
#include <QFile>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cmath>

using namespace burin;
using namespace burin::ui;

namespace {

/// Remembers the texts that are drawn, and their places.
class TextRecorder : public QPaintEngine {
  public:
    struct Text {
        QString text;
        QRectF place;
    };
    TextRecorder() : QPaintEngine(AllFeatures) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState& state) override {
        if (state.state() & DirtyTransform) transform_ = state.transform();
    }
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        texts << Text{item.text(), transform_.mapRect(QRectF(at - QPointF(0, item.ascent()),
                                                             QSizeF(item.width(), item.ascent())))};
    }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    using QPaintEngine::drawPolygon;
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    [[nodiscard]] Type type() const override { return User; }

    QList<Text> texts;

  private:
    QTransform transform_;
};

class RecordedPage : public QPaintDevice {
  public:
    explicit RecordedPage(QSize size) : size_(size) {}
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &recorder; }
    mutable TextRecorder recorder;

  protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
            case PdmWidth:
                return size_.width();
            case PdmHeight:
                return size_.height();
            case PdmDevicePixelRatio:
                return 1;
            case PdmDevicePixelRatioScaled:
                return static_cast<int>(devicePixelRatioFScale());
            case PdmDepth:
                return 32;
            default:
                return SheetPages::unitsPerInch;
        }
    }

  private:
    QSize size_;
};

QList<TextRecorder::Text> textsOn(const SheetPages& pages, int page) {
    RecordedPage paper(pages.size().toSize());
    QPainter painter(&paper);
    pages.paint(painter, page);
    painter.end();
    return paper.recorder.texts;
}

/// A text without the blanks at which lines are broken.
QString packed(QString text) {
    return text.remove(QRegularExpression("\\s"));
}

QString allTexts(const SheetPages& pages) {
    QString all;
    for (int page = 0; page < pages.count(); ++page) {
        for (const TextRecorder::Text& text : textsOn(pages, page))
            all += text.text;
    }
    return packed(all);
}

/// Every text of the sheet except those in columns beside each other, which lines would mix.
QStringList wordsOnPages(const SheetWords& words) {
    QStringList all{words.program, words.date, words.measuredHow, words.checkedHow, words.hash};
    for (const SheetWords::Table& table : words.tables) {
        all << table.title;
        for (const SheetWords::Row& row : table.rows)
            all << row.name << row.value;
    }
    for (const SheetWords::Figure& figure : words.figures)
        all << figure.name << figure.unit << figure.value << figure.spread;
    return all + QStringList{words.caption} + words.captions + words.remarks;
}

}  // namespace

class TestSheetPages : public QObject {
    Q_OBJECT

  private:
    const Theme theme_{ThemeChoice::light};

    SheetPages pagesOf(std::shared_ptr<const JobSheet> sheet, SheetPaper paper = SheetPaper::a4) const {
        return SheetPages(std::move(sheet), theme_, paper);
    }

    /// Nothing is drawn outside the margins, and no two texts overlap.
    static void verifyPlaces(const SheetPages& pages) {
        const QRectF inside = QRectF(QPointF(), pages.size()).adjusted(80, 40, -80, -30);
        for (int page = 0; page < pages.count(); ++page) {
            const QList<TextRecorder::Text> texts = textsOn(pages, page);
            for (qsizetype i = 0; i < texts.size(); ++i) {
                if (texts[i].text.trimmed().isEmpty()) continue;
                QVERIFY2(inside.contains(texts[i].place), qPrintable(texts[i].text));
                for (qsizetype k = 0; k < i; ++k) {
                    const QRectF both = texts[i].place & texts[k].place;
                    QVERIFY2(both.width() < 1 || both.height() < 1,
                             qPrintable(texts[i].text + " over " + texts[k].text));
                }
            }
        }
    }

  private slots:
    void theWordsAreThoseOfTheSheet() {
        const SheetWords words = wordsOf(sampleSheet());
        QCOMPARE(words.file, QString("waves.burin"));
        QCOMPARE(words.date, QString("Sun 22 Nov 2026"));
        QCOMPARE(words.program, QString("Burin 9.9.9"));
        QCOMPARE(words.caption, QString::fromUtf8("600 × 400 µm"));
        QCOMPARE(words.captions, QStringList{"1 corner at x 0.02, y 0.04 mm"});
        QCOMPARE(words.hash, QString("design 0123456789abcdef0123456789abcdef"));
        QStringList rows;
        for (const SheetWords::Table& table : words.tables) {
            for (const SheetWords::Row& row : table.rows)
                rows << table.title + ": " + row.name + ": " + row.value;
        }
        QCOMPARE(rows, (QStringList{
                           QString::fromUtf8("Surface: Width, height: 600 × 400 µm"),
                           QString::fromUtf8("Surface: Samples: 300 × 200"),
                           QString::fromUtf8("Surface: Pitch: 2 µm"),
                           QString::fromUtf8("Surface: Full depth: 40 µm"),
                           "Surface: Written as: 8 bits, 0 is untouched",
                           QString::fromUtf8("Surface: Engraved volume: 0.0048 mm³"),
                           QString::fromUtf8("Machine: Spot: gaussian 8 µm × 6 µm"),
                           "Machine: Field: 2 mm × 1 mm",
                           "Machine: Overscan: 1.5 mm",
                           "Machine: Machine curve: 2 points, 0 to 0.9",
                           "Machine: Bytes: 60.0 kB",
                           "Machine: Computing takes: 4 min 11 s",
                       }));
        QCOMPARE(words.figures[0].value + ' ' + words.figures[0].unit + ' ' + words.figures[0].spread,
                 QString::fromUtf8("16.741 µm ± 0.17"));
        QCOMPARE(words.figures[2].value, QString::fromUtf8("–"));
        QVERIFY(words.remarks.contains("Std needs Str under 0.5."));
        QCOMPARE(words.notices.size(), 2);
        QCOMPARE(words.notices[0].icon, QString("warning"));
        QCOMPARE(words.notices[0].text, QString("Is muted, line 7. Unmute it if it should be engraved."));
        QCOMPARE(words.notices[1].subject, QString("not checked"));
    }

    void aPredictionIsSaidIfItIsFineToo() {
        JobSheet sheet = sampleSheet();
        sheet.preflight.predicted = PredictedDifference{.rms = 0.039, .worst = 0.2, .place = {100, 50}};
        const SheetWords::Notice notice = wordsOf(sheet).notices[1];
        QCOMPARE(notice.icon, QString("check"));
        QCOMPARE(notice.subject, QString("predicted"));
        QVERIFY2(notice.text.contains("3.9 % of the full depth, most at x 0.2, y 0.1 mm."),
                 qPrintable(notice.text));
        QVERIFY2(notice.text.contains(QString::fromUtf8("differs by 1.56 µm RMS")), qPrintable(notice.text));
        sheet.preflight.predicted->rms = 0.11;  // with this difference the prediction is a finding
        QCOMPARE(wordsOf(sheet).notices.size(), 2);
    }

    /// The sheet says which pictures are sketches, so that the person who signs it knows.
    void aSketchIsSaid() {
        const auto sheet = sampleSheet([](JobSheet& changed) {
            changed.whole.picture.exact = false;
            changed.details[0].picture.exact = false;
        });
        const SheetWords words = wordsOf(*sheet);
        const QString mark = ". A sketch: it is computed from some of the samples only.";
        QCOMPARE(words.caption, QString::fromUtf8("600 × 400 µm") + mark);
        QCOMPARE(words.captions, QStringList{"1 corner at x 0.02, y 0.04 mm" + mark});
        const SheetPages pages = pagesOf(sheet);
        QCOMPARE(allTexts(pages).count(packed(mark)), 2);
        verifyPlaces(pages);
    }

    void aRollerHasATable() {
        const auto sheet = sampleSheet([](JobSheet& changed) {
            changed.surface.pitchUm.y = 9.999977;
            changed.roller = SheetRoller{{200'000, true}, 62832, 9.999977};
        });
        const SheetWords words = wordsOf(*sheet);
        QCOMPARE(words.tables.size(), 3);
        QCOMPARE(words.tables[1].rows[2].value, QString::fromUtf8("62\u2009832 samples"));
        QCOMPARE(words.tables[0].rows[3].value, QString::fromUtf8("9.999977 µm"));
        QVERIFY(words.caption.startsWith("Unrolled, "));
        verifyPlaces(pagesOf(sheet));
    }

    void theJointIsSaid_data() {
        QTest::addColumn<bool>("seen");
        QTest::addColumn<int>("open");
        QTest::addColumn<QString>("words");
        QTest::newRow("closes") << true << 0 << "closes";
        QTest::newRow("one node is open") << true << 1 << "open: 1 node";
        QTest::newRow("more are open, and not all was checked") << false << 2 << "open: 2 nodes";
        QTest::newRow("not all was checked") << false << 0 << "no step found at the places checked";
    }
    void theJointIsSaid() {
        QFETCH(bool, seen);
        QFETCH(int, open);
        QFETCH(QString, words);
        const auto sheet = sampleSheet([seen, open](JobSheet& changed) {
            changed.roller =
                SheetRoller{{200'000, true}, 62832, 9.999977, seen, std::vector<std::string>(open, "wall")};
        });
        const SheetWords::Row row = wordsOf(*sheet).tables[1].rows.back();
        QCOMPARE(row.name, QString("Joint"));
        QCOMPARE(row.value, words);
    }

    void thePagesSayEveryWord_data() {
        QTest::addColumn<bool>("letter");
        QTest::addColumn<bool>("roller");
        QTest::newRow("A4") << false << false;
        QTest::newRow("Letter") << true << false;
        QTest::newRow("a roller, three tables") << false << true;
    }
    void thePagesSayEveryWord() {
        QFETCH(bool, letter);
        QFETCH(bool, roller);
        const auto sheet = sampleSheet([roller](JobSheet& changed) {
            if (roller) changed.roller = SheetRoller{{200'000, true}, 62832, 9.999977};
        });
        const SheetPages pages = pagesOf(sheet, letter ? SheetPaper::letter : SheetPaper::a4);
        QCOMPARE(pages.count(), 1);
        const QString said = allTexts(pages);
        for (const QString& words : wordsOnPages(wordsOf(*sheet)))
            QVERIFY2(said.contains(packed(words)), qPrintable(words));
        for (const char* words : {"waves.burin", "Ismuted,line7.Unmuteitifitshouldbeengraved.", "Signature",
                                  "page1of1", "ISO25178-2:2021"})
            QVERIFY2(said.contains(QString(words)), words);
        verifyPlaces(pages);
    }

    void compensationsAreNamed() {
        const auto rowsOf = [](const JobSheet& sheet) {
            const SheetWords words = wordsOf(sheet);
            QStringList rows;
            for (const SheetWords::Table& table : words.tables) {
                for (const SheetWords::Row& row : table.rows) {
                    if (row.name == "Compensated") rows << table.title + ": " + row.value;
                }
            }
            return rows;
        };
        JobSheet sheet = sampleSheet();
        QCOMPARE(rowsOf(sheet), QStringList());
        sheet.machine.compensations = {{"fit", LaserSpot{.widthUm = 8, .heightUm = 6}, 5, {0.1, 0.1}}};
        QCOMPARE(rowsOf(sheet), QStringList{"Machine: n 5, headroom 0.1"});
        sheet.machine.compensations.push_back(
            {"rims", LaserSpot{.widthUm = 8, .heightUm = 6}, 12, {0, 0.25}});
        QCOMPARE(rowsOf(sheet), (QStringList{"Machine: fit: n 5, headroom 0.1",
                                             "Machine: rims: n 12, headroom 0 low, 0.25 high"}));
    }

    void thePictureInSpaceIsBesideTheSurface_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("parts");
        QTest::addColumn<bool>("roller");
        for (const int width : {20, 60, 300, 900}) {
            for (const int parts : {0, 1, 3, 4})
                QTest::addRow("%d px wide, %d parts", width, parts) << width << parts << (parts == 1);
        }
    }
    void thePictureInSpaceIsBesideTheSurface() {
        QFETCH(int, width);
        QFETCH(int, parts);
        QFETCH(bool, roller);
        const auto sheet = sampleSheet([=](JobSheet& changed) {
            changed.whole.area.width = changed.whole.picture.area.width = width;
            changed.whole.picture.values.resize(static_cast<std::size_t>(width) * 200);
            const SheetPicture part = changed.details.front();
            changed.details.assign(static_cast<std::size_t>(parts), part);
            std::int64_t top = 5;  // their marks lie below each other
            for (SheetPicture& detail : changed.details) {
                detail.area = {10, top, 60, 30};
                top += 40;
            }
            if (roller) changed.roller = SheetRoller{{200'000, true}, 62832, 9.999977};
        });
        SheetSpace space;
        space.image = QImage(1400, 600, QImage::Format_RGB32);
        space.image.fill(Qt::magenta);
        space.heights = 20;
        const SheetPages pages(sheet, theme_, SheetPaper::a4, space);
        const QString said = allTexts(pages);
        QVERIFY(said.contains(packed(QString::fromUtf8("heights × 20"))));
        QCOMPARE(said.contains("200mmroller"), roller);
        QVERIFY(!said.contains("leftout"));
        verifyPlaces(pages);
        // The whole picture is drawn, in its proportions.
        QImage paper(pages.size().toSize(), QImage::Format_RGB32);
        paper.fill(Qt::white);
        QPainter painter(&paper);
        pages.paint(painter, 0);
        painter.end();
        QRect there;
        for (int y = 0; y < paper.height(); ++y) {
            for (int x = 0; x < paper.width(); ++x) {
                if (paper.pixel(x, y) == QColor(Qt::magenta).rgb()) there |= QRect(x, y, 1, 1);
            }
        }
        QVERIFY(there.width() > 150);
        QVERIFY(std::abs(there.width() - there.height() * 7.0 / 3) < 12);
    }

    /// Some parameters have a standard error and others have none, but all values end at one place.
    void valuesOfFiguresAreInOneColumn() {
        const auto sheet = sampleSheet([](JobSheet&) {});
        const SheetPages pages = pagesOf(sheet);
        const QList<SheetWords::Figure> figures = wordsOf(*sheet).figures;
        QVERIFY(!figures[0].spread.isEmpty() && figures[1].spread.isEmpty());
        QList<qreal> ends;
        for (int page = 0; page < pages.count(); ++page) {
            for (const TextRecorder::Text& text : textsOn(pages, page)) {
                if (text.text == figures[0].value || text.text == figures[1].value)
                    ends << text.place.right();
            }
        }
        QCOMPARE(ends.size(), 2);
        QVERIFY2(std::abs(ends[0] - ends[1]) < 1, qPrintable(QString("%1, %2").arg(ends[0]).arg(ends[1])));
    }

    void whyThereIsNoPictureInSpaceIsSaid() {
        const auto sheet = sampleSheet([](JobSheet&) {});
        const SheetPages pages(sheet, theme_, SheetPaper::a4, SheetSpace::impossible());
        QCOMPARE(
            wordsOf(*sheet, SheetSpace::impossible()).caption,
            QString::fromUtf8("600 × 400 µm. The 3-D picture is left out: this computer cannot draw it."));
        QVERIFY(allTexts(pages).contains("isleftout:"));
        verifyPlaces(pages);
    }

    void aSketchInSpaceIsSaid() {
        const auto sheet = sampleSheet([](JobSheet&) {});
        SheetSpace space;
        space.image = QImage(1400, 600, QImage::Format_RGB32);
        space.image.fill(Qt::magenta);
        space.sketch = true;
        QCOMPARE(wordsOf(*sheet, space).caption,
                 QString::fromUtf8("600 × 400 µm. The 3-D picture is a sketch: it is computed from some of "
                                   "the samples only."));
        const SheetPages pages(sheet, theme_, SheetPaper::a4, space);
        QVERIFY(allTexts(pages).contains("The3-Dpictureisasketch:"));
        verifyPlaces(pages);
    }

    void thePictureInSpaceGoesThroughAFile() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("space.png");
        QCOMPARE(SheetSpace::load(file).problem, SheetSpace::impossible().problem);
        SheetSpace space;
        space.problem = "there is not enough memory for it";
        QVERIFY(space.save(file));
        QCOMPARE(SheetSpace::load(file).problem, space.problem);
        QVERIFY(SheetSpace::load(file).image.isNull());
        space.problem.clear();
        space.image = QImage(7, 3, QImage::Format_RGB32);
        space.image.fill(Qt::magenta);
        space.heights = 0.1;
        QVERIFY(space.save(file));
        const SheetSpace read = SheetSpace::load(file);
        QCOMPARE(read.image.size(), QSize(7, 3));
        QCOMPARE(read.image.pixelColor(6, 2), QColor(Qt::magenta));
        QCOMPARE(read.heights, 0.1);
        QCOMPARE(read.problem, QString());
        QVERIFY(!read.sketch);
        space.sketch = true;
        QVERIFY(space.save(file));
        QVERIFY(SheetSpace::load(file).sketch);
    }

    void longTextsAreNeverCut() {
        const std::string name = std::string(180, 'n') + ".burin";
        const auto sheet = sampleSheet([&](JobSheet& changed) {
            changed.file = name;
            changed.machine.spot = LaserSpot{
                .shape = LaserSpot::Shape::image, .file = std::string(120, 'k') + ".png", .pitchUm = 1};
            changed.details[0].name = std::string(300, 'b');
            for (int i = 0; i < 60; ++i)
                changed.preflight.findings.push_back(
                    {Severity::error, "node" + std::string(40, 'x'),
                     Problem{.reason = "is wrong in its way %1",
                             .details = {std::to_string(i), std::string(600, 'Z')},
                             .advice = "make %2 of it"},
                     "here"});
        });
        const SheetPages pages = pagesOf(sheet);
        QVERIFY(pages.count() > 1);
        const QString said = allTexts(pages);
        QVERIFY(said.contains(QString::fromStdString(name)));
        QVERIFY(said.contains(QString(120, 'k') + ".png"));
        QVERIFY(said.contains('1' + QString(300, 'b') + "at"));
        QCOMPARE(said.count('Z'), 60 * 600);
        QVERIFY(said.contains(QString("page%1of%1").arg(pages.count())));
        QVERIFY(said.contains("Signature"));
        verifyPlaces(pages);
    }

    /// A printer that takes no page does not go unnoticed.
    void whetherThePagesWerePrintedIsKnown() {
        const auto sheet = sampleSheet([](JobSheet&) {});
        const SheetPages pages = pagesOf(sheet);
        const QTemporaryDir folder;
        QPdfWriter nowhere(folder.filePath("none/sheet.pdf"));
        QVERIFY(!putOnPaper(nowhere, pages, 0, pages.count()));
        QPdfWriter paper(folder.filePath("sheet.pdf"));
        QVERIFY(putOnPaper(paper, pages, 0, pages.count()));
        QFile printed(folder.filePath("sheet.pdf"));
        QVERIFY(printed.open(QIODevice::ReadOnly));
        QVERIFY(printed.readAll().startsWith("%PDF-"));
    }

    void pdfIsAFunctionOfTheSheet() {
        const auto sheet = sampleSheet([](JobSheet&) {});
        const QByteArray pdf = sheetPdf(pagesOf(sheet));
        QVERIFY(pdf.startsWith("%PDF-1."));
        QCOMPARE(sheetPdf(pagesOf(sampleSheet([](JobSheet&) {}))), pdf);
        QVERIFY(sheetPdf(pagesOf(sampleSheet([](JobSheet& other) { other.date = "2026-11-23"; }))) != pdf);
        QVERIFY(pdf.contains("/CreationDate (D:20261122000000"));
        QVERIFY(pdf.contains("/FontFile2"));
        const QByteArray letter = sheetPdf(pagesOf(sheet, SheetPaper::letter));
        QVERIFY(letter.contains("/MediaBox [0 0 612 792]") ||
                letter.contains("/MediaBox [0 0 612.000000 792.000000]"));
        const QString folder = qEnvironmentVariable("BURIN_SCREENSHOTS");
        if (folder.isEmpty()) return;
        QFile file(folder + "/sheet.pdf");
        QVERIFY(QDir().mkpath(folder) && file.open(QIODevice::WriteOnly));
        file.write(pdf);
    }
};

BURIN_TEST(TestSheetPages)
#include "test_sheet_pages.moc"
