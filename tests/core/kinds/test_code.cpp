// SPDX-License-Identifier: GPL-3.0-or-later

// The kind code, and series of codes: their modules, places, tables, and what is refused.

#include "core/base/cancelled.hpp"
#include "core/design/design.hpp"
#include "core/kinds/vectors/code.hpp"
#include "core/outlines/codes/code_symbol.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/series/series_places.hpp"
#include "support/outlines/code_modules.hpp"
#include "support/outlines/drawn_node.hpp"

#include <random>
#include <string>

using namespace burin;

class TestCode : public QObject, private test::DrawnNode {
    Q_OBJECT

  public:
    TestCode() : DrawnNode("kind: code, module: 1", "10 um") {}

  private slots:
    void initTestCase();
    void samplesAreModules();
    void eachModuleIsWhereLibzintHasIt_data();
    void eachModuleIsWhereLibzintHasIt();
    void darkAndLightTogetherAreAll();
    void eachItemIsTheCodeOfItsText();
    void rowsOfATableAreRead_data();
    void rowsOfATableAreRead();
    void rowsThatNoItemReadsAreNamed();
    void emptyLinesOfOneColumnAreNamed_data();
    void emptyLinesOfOneColumnAreNamed();
    void columnsThatNumbersHideAreNamed();
    void regionsAreCrops();
    void laterItemsAreCheckedToo();
    void numbersMayBeLong();
    void alikeDataHaveCodesOfOneSize_data();
    void alikeDataHaveCodesOfOneSize();
    void theCheckFindsWhatDrawingFinds();
    void aLongCheckSaysHowFarItIsAndStops();
    void seriesDifferInTheirHash();
    void cellsThatMeetAnAreaAreFound();
    void contentsAreSaid_data();
    void contentsAreSaid();
    void refusals_data();
    void refusals();
    void aHeightAloneIsNotThatOfTheBars_data();
    void aHeightAloneIsNotThatOfTheBars();
};

void TestCode::initTestCase() {
    write("keys.csv", "\xEF\xBB\xBFname;key\r\nfirst;A1\r\n\"second\";\"B;2\"\r\n");
    write("excel.csv", "\xEF\xBB\xBFsep=,\r\n\"name\", \"key\"\r\nfirst,A1\r\nsecond, \"B;2\" \r\n");
    write("bare.csv", "key\n");
    write("short.csv", "key,name\r\nA1,first\r\n\"B;2\"\r\n");
    write("gap.csv", "name,key\n,A1\n");
    write("torn.csv", "name,key\nfirst,A1,B2\n");
    write("twins.csv", "key,,key,\nA,,B,\n");
    write("latin.csv", "name\nM\xFCller\n");
}

void TestCode::samplesAreModules() {
    const auto operation = operationOf(designOf("code: qr, data: Burin"));
    const Rect box = operation->extent({}).rect();
    QCOMPARE(box, (Rect{0, 0, 29, 29}));
    const std::vector<float> samples = samplesOf(*operation, box);
    for (const float sample : samples)
        QVERIFY(sample == 0.0F || sample == 1.0F);
    // The upper left finder: seven dark modules, a light ring.
    for (std::size_t x = 4; x < 11; ++x)
        QCOMPARE(samples[4 * 29 + x], 1.0F);
    QCOMPARE(samples[5 * 29 + 5], 0.0F);
}

void TestCode::eachModuleIsWhereLibzintHasIt_data() {
    QTest::addColumn<int>("quiet");
    QTest::newRow("qr") << 4;
    QTest::newRow("datamatrix") << 1;
    QTest::newRow("aztec") << 0;
    QTest::newRow("pdf417") << 2;
    QTest::newRow("code128") << 10;
}

void TestCode::eachModuleIsWhereLibzintHasIt() {
    QFETCH(int, quiet);
    const std::string code = QTest::currentDataTag();
    const DrawnNode large("kind: code, module: 3", "10 um");
    for (const std::string data : {"A", "Burin 0042", "https://example.org/part?serial=000123456789"}) {
        const test::CodeModules modules(code, data, 3, quiet);
        for (const bool light : {false, true}) {
            const auto operation = operationOf(large.designOf("code: " + code + ", data: \"" + data +
                                                              "\", ink: " + (light ? "light" : "dark")));
            QVERIFY(operation != nullptr);
            const Rect box = operation->extent({}).rect();
            QCOMPARE(box, (Rect{0, 0, modules.width, modules.height}));
            const std::vector<float> samples = samplesOf(*operation, box);
            for (std::int64_t y = 0; y < box.height; ++y) {
                for (std::int64_t x = 0; x < box.width; ++x) {
                    const float wanted = modules.isDark(x, y) != light ? 1.0F : 0.0F;
                    QCOMPARE(samples[static_cast<std::size_t>(y * box.width + x)], wanted);
                }
            }
        }
    }
}

void TestCode::darkAndLightTogetherAreAll() {
    for (const std::string code : {"qr", "datamatrix", "aztec", "pdf417", "code128"}) {
        const auto dark = operationOf(designOf("code: " + code + ", data: \"12\""));
        const auto light = operationOf(designOf("code: " + code + ", data: \"12\", ink: light"));
        const Rect box = dark->extent({}).rect();
        QCOMPARE(light->extent({}).rect(), box);
        const std::vector<float> a = samplesOf(*dark, box);
        const std::vector<float> b = samplesOf(*light, box);
        for (std::size_t i = 0; i < a.size(); ++i)
            QCOMPARE(a[i] + b[i], 1.0F);
    }
}

void TestCode::eachItemIsTheCodeOfItsText() {
    const Design design = designOf(
        "code: datamatrix, data: \"{n:03}-{i}{j}\", series: {u: [20.5, 0], v: [0, 20], "
        "origin: [3, 4], columns: 3, rows: 2, inset: [1, 2], start: 8, step: 5}");
    const auto series = operationOf(design);
    QVERIFY2(series != nullptr, design.diagnostics.empty() ? "" : design.diagnostics[0].text().c_str());
    const char* const texts[] = {"008-00", "013-10", "018-20", "023-01", "028-11", "033-21"};
    const std::int64_t lefts[] = {3, 24, 44};  // 3 + 20.5 is rounded up
    for (std::int64_t k = 0; k < 6; ++k) {
        const auto one = operationOf(designOf("code: datamatrix, data: \"" + std::string(texts[k]) + "\""));
        const Rect box = one->extent({}).rect();
        const Point zero{lefts[k % 3] + 1, 4 + 20 * (k / 3) + 2};
        QCOMPARE(samplesOf(*series, box.translated(zero)), samplesOf(*one, box));
    }
}

void TestCode::rowsOfATableAreRead_data() {
    QTest::addColumn<QString>("table");
    QTest::newRow("plain") << "keys.csv";
    QTest::newRow("as Excel writes it") << "excel.csv";
    QTest::newRow("without the last separator of a row") << "short.csv";
}

void TestCode::rowsOfATableAreRead() {
    QFETCH(QString, table);
    const Design design =
        designOf("code: datamatrix, data: \"{key}\", series: {u: [20, 0], v: [0, 20], columns: 3, csv: " +
                 table.toStdString() + "}");
    const auto series = operationOf(design);
    QVERIFY2(series != nullptr, design.diagnostics.empty() ? "" : design.diagnostics[0].text().c_str());
    const auto second = operationOf(designOf("code: datamatrix, data: \"B;2\""));
    QCOMPARE(samplesOf(*series, {20, 0, 14, 14}), samplesOf(*second, {0, 0, 14, 14}));
    QCOMPARE(samplesOf(*series, {40, 0, 20, 20}), std::vector<float>(400, 0.0F));
    const auto remarks = series->remarks({});
    QCOMPARE(remarks.size(), std::size_t{1});
    QCOMPARE(remarks[0].text(), std::string("the table has 2 rows for 3 items; the other cells stay empty"));
}

void TestCode::rowsThatNoItemReadsAreNamed() {
    const auto series =
        operationOf(designOf("code: datamatrix, data: \"{key}\", series: {cell: [20, 20], csv: keys.csv}"));
    QVERIFY(series != nullptr);
    const auto remarks = series->remarks({});
    QCOMPARE(remarks.size(), std::size_t{1});
    QCOMPARE(remarks[0].text(), std::string("the table has 2 rows for 1 item; the other rows are not used"));
}

void TestCode::emptyLinesOfOneColumnAreNamed_data() {
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<int>("line");
    QTest::newRow("between rows") << QByteArray("key\nA\n\n\nB\n\nC\n") << 4;
    QTest::newRow("as Windows writes it") << QByteArray("key\r\nA\r\nB\r\n\r\nC\r\n") << 4;
    QTest::newRow("below the header") << QByteArray("key\n\nA\nB\nC\n") << 2;
    QTest::newRow("at both ends") << QByteArray("\n\nkey\nA\nB\nC\n\n\n") << 0;
    QTest::newRow("a cell of two lines") << QByteArray("key\nA\n\"B\n\n\"\nC\n") << 0;
    QTest::newRow("two columns") << QByteArray("key,n\nA,1\n\nB,2\nC,3\n") << 0;
}

void TestCode::emptyLinesOfOneColumnAreNamed() {
    QFETCH(QByteArray, table);
    QFETCH(int, line);
    write("lines.csv", table);
    const auto series = operationOf(designOf(
        "code: datamatrix, data: \"{key}\", series: {cell: [30, 30], u: [30, 0], v: [0, 30], columns: 3, "
        "csv: lines.csv}"));
    QVERIFY(series != nullptr);
    const auto remarks = series->remarks({});
    QCOMPARE(remarks.size(), std::size_t(line > 0 ? 1 : 0));
    if (line > 0)
        QCOMPARE(remarks[0].text(), "line " + std::to_string(line) +
                                        " of the table is empty and gives no row, so the rows below it "
                                        "belong to earlier items");
}

void TestCode::columnsThatNumbersHideAreNamed() {
    write("numbers.csv", "n,i,key\n71,72,A\n");
    const auto remarksOf = [&](const std::string& data) {
        const Design design =
            designOf("code: datamatrix, data: \"" + data + "\", series: {cell: [30, 30], csv: numbers.csv}");
        return operationOf(design)->remarks({});
    };
    QVERIFY(remarksOf("{key} {j}").empty());
    const auto remarks = remarksOf("{n} {n:05} {key}");
    QCOMPARE(remarks.size(), std::size_t{1});
    QCOMPARE(remarks[0].text(),
             std::string("{n} is a number of the item; the column n of the table is not used"));
}

void TestCode::regionsAreCrops() {
    const auto series =
        operationOf(designOf("code: datamatrix, data: \"{n}\", output: distance, distance_max: 2, "
                             "profile: \"d\", series: {u: [19, 3], v: [-4, 18.3], columns: 5, rows: 4, "
                             "cell: [22, 22], inset: [3, 3]}"));
    const Rect all = series->extent({}).rect();
    const std::vector<float> whole = samplesOf(*series, all);
    std::mt19937 random(7);
    for (int turn = 0; turn < 50; ++turn) {
        const auto pick = [&](std::int64_t most) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
        };
        const Rect part{all.x + pick(all.width - 9), all.y + pick(all.height - 9), 1 + pick(9), 1 + pick(9)};
        const std::vector<float> samples = samplesOf(*series, part);
        for (std::int64_t y = 0; y < part.height; ++y) {
            for (std::int64_t x = 0; x < part.width; ++x) {
                const auto at =
                    static_cast<std::size_t>((part.y - all.y + y) * all.width + part.x - all.x + x);
                QCOMPARE(samples[static_cast<std::size_t>(y * part.width + x)], whole[at]);
            }
        }
    }
}

void TestCode::laterItemsAreCheckedToo() {
    // Numbers of more digits need a larger code.
    const Design design = designOf(
        "code: datamatrix, data: \"{n}\", series: {u: [12, 0], v: [0, 12], columns: 4, start: 9999998}");
    const auto small = operationOf(design);
    QVERIFY(small == nullptr);
    QCOMPARE(design.diagnostics.size(), std::size_t{1});
    const auto later =
        operationOf(designOf("code: datamatrix, data: \"{n}\", series: {u: [14, 0], v: [0, 14], "
                             "columns: 4, start: 99999998, step: 1000}"));
    QVERIFY(later != nullptr);
    const auto problem =
        operationOf(designOf("code: datamatrix, data: \"{n}\", series: {u: [12, 0], v: [0, 12], "
                             "columns: 40, rows: 30, start: 1, step: 1000}"))
            ->itemProblem({});
    QVERIFY(problem.has_value());
    QCOMPARE(problem->parameter, std::string("data"));
    QVERIFY2(problem->problem.text().starts_with("item 1000 ('1000001'): it reaches beyond its cell"),
             problem->problem.text().c_str());
}

/// The number of an article has 13 digits.
void TestCode::numbersMayBeLong() {
    const auto numbered = [this](const std::string& data, const std::string& start) {
        const Design design = designOf("code: datamatrix, data: \"" + data +
                                       "\", series: {u: [40, 0], v: [0, 40], columns: 2, start: " + start +
                                       ", step: 1000000000}");
        const auto series = operationOf(design);
        return series == nullptr ? std::vector<float>() : samplesOf(*series, {40, 0, 40, 40});
    };
    const std::vector<float> right = numbered("4007381333931", "1");
    QVERIFY(!right.empty());
    QVERIFY(numbered("{n}", "4006381333931") == right);
    QVERIFY(!numbered("{n}", "999999999999999").empty());
    QVERIFY(numbered("{n}", "1000000000000000").empty());
}

void TestCode::alikeDataHaveCodesOfOneSize_data() {
    QTest::addColumn<CodeKind>("kind");
    QTest::newRow("qr") << CodeKind::qr;
    QTest::newRow("datamatrix") << CodeKind::dataMatrix;
    QTest::newRow("pdf417") << CodeKind::pdf417;
    QTest::newRow("code128") << CodeKind::code128;
}

/// The check of a series encodes only one of the texts that are alike.
void TestCode::alikeDataHaveCodesOfOneSize() {
    QFETCH(CodeKind, kind);
    std::mt19937 random(7);
    const auto other = [&](char first, unsigned count) {
        return static_cast<char>(first + random() % count);
    };
    for (int turn = 0; turn < 300; ++turn) {
        std::string one;
        const unsigned length = 1 + random() % 60;
        while (one.size() < length) {
            // Runs of characters of one sort make the encoders change their mode.
            const unsigned sort = random() % 4;
            for (unsigned run = 1 + random() % 12; run > 0; --run)
                one += sort == 0   ? other('0', 10)
                       : sort == 1 ? other('A', 26)
                       : sort == 2 ? other('a', 26)
                                   : other(' ', 95);
        }
        std::string two = one;
        for (char& c : two) {
            if (c >= '0' && c <= '9') c = other('0', 10);
            if (c >= 'A' && c <= 'Z') c = other('A', 26);
            if (c >= 'a' && c <= 'z') c = other('a', 26);
        }
        QCOMPARE(alikeCodes(kind, two), alikeCodes(kind, one));
        const auto sizeOf = [&](const std::string& data) {
            try {
                return codeRoom({.kind = kind}, data).box;
            } catch (const DrawingError&) {
                return std::optional<PlaneBox>();
            }
        };
        QVERIFY2(sizeOf(one) == sizeOf(two), (one + " and " + two).c_str());
    }
    QVERIFY(alikeCodes(kind, "A\x01").empty() && alikeCodes(kind, "\xC3\xBC").empty());
    QVERIFY(alikeCodes(kind, "A1") != alikeCodes(kind, "1A"));
    QVERIFY(alikeCodes(CodeKind::aztec, "A1").empty());
}

/// Drawing makes every item; the check makes only a simplified outline of most of them.
void TestCode::theCheckFindsWhatDrawingFinds() {
    std::mt19937 random(11);
    int refused = 0;
    for (int turn = 0; turn < 60; ++turn) {
        const char* const codes[] = {"qr", "datamatrix", "aztec", "pdf417", "code128"};
        const std::string code = codes[turn % 5];
        const int least[] = {21, 10, 15, 100, 46};
        const auto side = [&] { return std::to_string(least[turn % 5] + static_cast<int>(random() % 40)); };
        std::string keys = "code: " + code + ", data: \"{n}\", ink: " + (turn % 2 == 0 ? "dark" : "light");
        if (turn % 3 == 0) keys += ", quiet: 0";
        if (turn % 4 == 0) keys += ", rotate: " + std::to_string(random() % 360);
        if (turn % 4 == 1) keys += ", scale: [" + std::to_string(1 + random() % 2) + ", 0.75], mirror: x";
        if (turn % 7 == 0) keys += ", output: distance, distance_max: " + std::to_string(1 + random() % 3);
        keys += ", series: {u: [150, 0], v: [0, 150], columns: 3, rows: 2, cell: [" + side() + ", " + side() +
                "], inset: [" + std::to_string(random() % 4) + ", " + std::to_string(random() % 4) +
                "], start: 9, step: 999999999}";
        const auto series = operationOf(designOf(keys));
        if (series == nullptr) continue;  // the first item does not fit into its cell
        bool draws = true;
        try {
            static_cast<void>(samplesOf(*series, series->extent({}).rect()));
        } catch (const DrawingError&) {
            draws = false;
        }
        const auto problem = series->itemProblem({});
        QVERIFY2(problem.has_value() != draws, keys.c_str());
        refused += draws ? 0 : 1;
    }
    QVERIFY(refused > 0);
}

void TestCode::aLongCheckSaysHowFarItIsAndStops() {
    const auto series = operationOf(designOf(
        "code: qr, data: \"SN{n:07}\", series: {u: [30, 0], v: [0, 30], columns: 1000, rows: 1000}"));
    QVERIFY(series != nullptr);
    std::int64_t last = -1;
    bool ascends = true;
    const auto problem = series->itemProblem({{}, [&](std::int64_t done, std::int64_t all) {
                                                  ascends = ascends && done > last && all == 1'000'000;
                                                  last = done;
                                              }});
    QVERIFY(!problem && ascends);
    QVERIFY(last > 990'000);
    std::stop_source source;
    last = 0;
    QVERIFY_THROWS_EXCEPTION(
        Cancelled,
        static_cast<void>(series->itemProblem({source.get_token(), [&](std::int64_t done, std::int64_t) {
                                                   last = done;
                                                   if (done > 1000) source.request_stop();
                                               }})));
    QVERIFY(last < 2000);
}

void TestCode::seriesDifferInTheirHash() {
    const auto hash = [&](const std::string& data, const std::string& more) {
        return operationOf(designOf("code: datamatrix, data: \"" + data +
                                    "\", series: {u: [20, 0], v: [0, 20], columns: 3" + more + "}"))
            ->fingerprint();
    };
    const std::string plain = hash("{n}", "");
    QCOMPARE(hash("{n}", ", start: 1"), plain);
    QVERIFY(hash("{n:02}", "") != plain);
    QVERIFY(hash("{n}", ", start: 2") != plain);
    QVERIFY(hash("{n}", ", rows: 2") != plain);
    QVERIFY(hash("{n}", ", inset: [1, 0]") != plain);
    QVERIFY(hash("{n}", ", csv: keys.csv") != plain);
}

void TestCode::cellsThatMeetAnAreaAreFound() {
    std::mt19937 random(3);
    const auto real = [&](double most) { return (static_cast<double>(random() % 2001) / 1000 - 1) * most; };
    for (int turn = 0; turn < 2000; ++turn) {
        SeriesPlaces places;
        places.u = turn % 3 == 0 ? SeriesPlaces::Step{real(30), 0} : SeriesPlaces::Step{real(30), real(30)};
        places.v = turn % 5 == 0 ? SeriesPlaces::Step{0, real(30)} : SeriesPlaces::Step{real(30), real(30)};
        if (turn % 7 == 0) places.v = {2 * places.u.x, 2 * places.u.y};
        places.origin = {real(50), real(50)};
        places.columns = 1 + random() % 9;
        places.rows = 1 + random() % 9;
        places.cellWidth = 1 + random() % 40;
        places.cellHeight = 1 + random() % 40;
        const Rect area{static_cast<std::int64_t>(real(200)), static_cast<std::int64_t>(real(200)),
                        1 + static_cast<std::int64_t>(random() % 90),
                        1 + static_cast<std::int64_t>(random() % 90)};
        std::vector<std::int64_t> wanted;
        for (std::int64_t k = 0; k < places.count(); ++k) {
            const Rect cell = places.cell(k);
            QVERIFY(places.bounds().contains(cell));
            if (cell.x < area.right() && area.x < cell.right() && cell.y < area.bottom() &&
                area.y < cell.bottom())
                wanted.push_back(k);
        }
        std::vector<std::int64_t> found;
        places.meeting(area, found);
        QCOMPARE(found, wanted);
    }
}

void TestCode::contentsAreSaid_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* keys, const char* said) {
        QTest::newRow(name) << keys << said;
    };
    row("one code", "code: qr, data: Burin, ecc: Q", "holds 5 bytes, 21 x 21 modules, correction Q");
    row("the first item of a series",
        "code: datamatrix, data: \"{key}\", series: {cell: [20, 20], csv: keys.csv}",
        "first item ('A1'): holds 2 bytes, 10 x 10 modules");
    row("a series without items",
        "code: datamatrix, data: \"{key}\", series: {cell: [20, 20], csv: bare.csv}", "");
}

void TestCode::contentsAreSaid() {
    QFETCH(QString, keys);
    QFETCH(QString, said);
    const Design design = designOf(keys.toStdString());
    const auto* code = dynamic_cast<const OperationOf<DrawnCode>*>(operationOf(design).get());
    QVERIFY2(code != nullptr, design.diagnostics.empty() ? "" : design.diagnostics[0].text().c_str());
    QCOMPARE(QString::fromStdString(code->node().contents.text()), said);
}

void TestCode::refusals_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* keys, const char* what) { QTest::newRow(keys) << keys << what; };
    row("code: qr, data: A, ecc: X", "'X' is not a level of error correction of qr");
    row("code: pdf417, data: A, ecc: 9", "'9' is not a level of error correction of pdf417");
    row("code: datamatrix, data: A, ecc: 1", "datamatrix has only one level of error correction");
    row("code: code128, data: A, version: 1", "code128 has no versions");
    row("code: qr, data: A, version: 41", "qr has no version 41");
    row("code: aztec, data: Burin 0042, version: 2, ecc: 80",
        "version 2 has no room for the data with 80 % of correction");
    row("code: qr, data: A, bar_height: 5", "bar_height is for code128");
    row("code: qr, data: A, row: 5", "row is for pdf417");
    row("code: qr, data: \"\"", "the code has no data");
    row("code: qr, data: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, version: 1",
        "the data do not fit this code");
    row("code: code128, data: \"\\u4E00\"", "the data do not fit this code");
    row("code: datamatrix, data: \"{nam}\", series: {cell: [20, 20], csv: keys.csv}",
        "the table has no column 'nam'");
    row("code: datamatrix, data: \"{name}\", series: {cell: [20, 20], csv: gap.csv}",
        "item 0 (''), line 2 of gap.csv: the code has no data");
    row("code: datamatrix, data: A, series: {cell: [20, 20], csv: torn.csv}",
        "torn.csv:2:1: the row has 3 cells, but the first one has 2");
    row("code: datamatrix, data: \"{key}\", series: {cell: [20, 20], csv: twins.csv}",
        "twins.csv:1:3: two columns are called 'key'");
    row("code: datamatrix, data: A, series: {cell: [20, 20], csv: latin.csv}",
        "latin.csv:2:1: the table is not UTF-8");
    row("code: datamatrix, data: A, series: {u: [0, 0], columns: 20000, cell: [20, 20]}",
        "more than 10,000 cells overlap at one place");
    row("code: datamatrix, data: A, series: {u: [1, 0], v: [0, 1], columns: 100000, rows: 10000}",
        "the series has more than 100,000,000 items");
}

void TestCode::refusals() {
    QFETCH(QString, keys);
    QFETCH(QString, what);
    expectRefused(keys, what);
}

/// `height` is a side of the node, as for all kinds, and `bar_height` is the height of the code.
void TestCode::aHeightAloneIsNotThatOfTheBars_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("remedy");
    const auto row = [](const char* keys, const char* remedy) { QTest::newRow(keys) << keys << remedy; };
    row("code: code128, data: A, height: 5 mm",
        "write `bar_height` in place of `height`, or give width and height");
    row("code: code128, data: A, bar_height: 4 mm, height: 5 mm", "give width and height, or neither");
    row("code: code128, data: A, width: 5 mm", "give width and height, or neither");
    row("code: qr, data: A, height: 5 mm", "give width and height, or neither");
}

void TestCode::aHeightAloneIsNotThatOfTheBars() {
    QFETCH(QString, keys);
    QFETCH(QString, remedy);
    const Design design = designOf(keys.toStdString());
    QVERIFY(!design.diagnostics.empty());
    const std::string text = design.diagnostics[0].text();
    QVERIFY2(text.find(" is missing") != std::string::npos, text.c_str());
    QCOMPARE(QString::fromStdString(design.diagnostics[0].remedy()), remedy);
}

BURIN_TEST(TestCode)
#include "test_code.moc"
