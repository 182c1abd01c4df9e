// SPDX-License-Identifier: GPL-3.0-or-later

// Every entry of the library: its words, and its surface over the whole range of each knob.

#include "core/render/cpu_backend.hpp"
#include "library/library_entry.hpp"
#include "support/engine_run.hpp"
#include "support/long_run.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QSize>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

using namespace burin;
using namespace burin::test;

namespace {

const std::array<const char*, 10> categories = {"Drawings", "Lattices", "Leather",   "Metal",   "Nature",
                                                "Screens",  "Stone",    "Technical", "Textile", "Wood"};
constexpr std::array<double, 2> pitchesUm = {4, 10};
constexpr double coarseUm = 10;
constexpr std::int64_t mostSide = 1024;

/// Samples of a rectangle, row by row.
struct Surface {
    Rect area;
    std::vector<float> samples;

    [[nodiscard]] float at(std::int64_t x, std::int64_t y) const {
        return samples[static_cast<std::size_t>((y - area.y) * area.width + x - area.x)];
    }
    [[nodiscard]] std::pair<float, float> range() const {
        const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
        return {*low, *high};
    }
    /// The samples of a part of the area.
    [[nodiscard]] std::vector<float> crop(const Rect& part) const {
        std::vector<float> result;
        for (std::int64_t y = part.y; y < part.bottom(); ++y) {
            for (std::int64_t x = part.x; x < part.right(); ++x)
                result.push_back(at(x, y));
        }
        return result;
    }
};

/// The largest difference between neighbours that `counts` accepts, given the second of them and its
/// direction.
template <typename Counts>
float largestStep(const Surface& surface, Counts counts) {
    float largest = 0;
    const Rect& area = surface.area;
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const float value = surface.at(x, y);
            if (x > area.x && counts(Point{x, y}, true))
                largest = std::max(largest, std::fabs(value - surface.at(x - 1, y)));
            if (y > area.y && counts(Point{x, y}, false))
                largest = std::max(largest, std::fabs(value - surface.at(x, y - 1)));
        }
    }
    return largest;
}

std::string saidOf(const Diagnostics& diagnostics) {
    std::string said;
    for (const Diagnostic& d : diagnostics)
        said += d.text() + "\n";
    return said;
}

/// The graph of a node. \throws std::runtime_error if the graph has remarks, except those on the closing of
/// cells
std::shared_ptr<const Graph> graphOf(const Design& design, NodeIndex node) {
    BoundGraph bound = bindGraph(design, node, {});
    std::string said = saidOf(design.diagnostics) + saidOf(bound.errors);
    for (const Problem& remark : bound.remarks) {
        if (!remark.reason.starts_with("closes makes")) said += remark.text() + "\n";
    }
    if (!said.empty()) throw std::runtime_error(said);
    return std::make_shared<const Graph>(std::move(*bound.graph));
}

std::shared_ptr<const Graph> graphOf(const LibraryEntry& entry, const std::vector<KnobValue>& values,
                                     double pitchUm, const Design* before = nullptr) {
    const Design design = entry.designWith(values, pitchUm, {}, before);
    return graphOf(design, design.find(entry.shown()).value());
}

Surface surfaceOf(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& area) {
    return {area, samplesOf(backend, graph, area)};
}

/// The patterns that a design repeats.
std::vector<NodeIndex> patternsOf(const Design& design) {
    std::vector<NodeIndex> patterns;
    for (const DesignNode& node : design.nodes) {
        for (const DesignLink& link : node.links) {
            if (link.trait == Trait::pattern && link.child) patterns.push_back(*link.child);
        }
    }
    return patterns;
}

/// The finest of four pitches at which a pattern has at most mostSide x mostSide samples, or 0 if there is
/// none. \param coarse  the rectangle of the pattern at coarseUm
double finestPitchUm(const Rect& coarse) {
    for (const double pitchUm : {0.5, 2.0, 5.0, coarseUm}) {
        const double finer = coarseUm / pitchUm;
        const double samples =
            static_cast<double>(coarse.width) * finer * static_cast<double>(coarse.height) * finer;
        if (samples <= static_cast<double>(mostSide * mostSide)) return pitchUm;
    }
    return 0;
}

std::string nameOf(const std::filesystem::path& file) {
    return file.stem().string();
}

}  // namespace

class TestLibraryEntries : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void itsWordsAreComplete_data() { addEntries(); }
    void itsWordsAreComplete();
    void itsPictureHasTheSizeOfACard_data() { addEntries(); }
    void itsPictureHasTheSizeOfACard();
    void aKnobWorksOverItsWholeRange_data() { addKnobs(); }
    void aKnobWorksOverItsWholeRange();
    void everyKnobChangesTheSurface_data() { addEntries(isLongRun() ? 1 : 5); }
    void everyKnobChangesTheSurface();
    void itFitsAnyPitch_data() { addEntries(); }
    void itFitsAnyPitch();
    void nothingIsCutOff_data() { addKnobs(); }
    void nothingIsCutOff();
    void itClosesToTheByte_data() { addKnobs(Rows::ofClosing); }
    void itClosesToTheByte();
    void aCardAgreesWithTheCpu_data() { addKnobs(); }
    void aCardAgreesWithTheCpu();

  private:
    enum class Rows { ofAll, ofClosing };
    /// A row for each entry, or for each n-th one.
    static void addEntries(std::size_t each = 1);
    static void addKnobs(Rows rows = Rows::ofAll);
    std::optional<EngineRun> run_;
};

void TestLibraryEntries::initTestCase() {
    if (const std::string why = whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    EngineOptions options;
    options.tileSide = 512;
    options.memoryBytes = std::size_t{2} << 30U;  // on a card the largest patterns need more than 256 MiB
    run_.emplace(options);
}

void TestLibraryEntries::addEntries(std::size_t each) {
    QTest::addColumn<std::filesystem::path>("file");
    const auto files = LibraryEntry::files();
    for (std::size_t i = 0; i < files.size(); i += each)
        QTest::newRow(nameOf(files[i]).c_str()) << files[i];
}

/// A row for each unchanged entry and, in the long run, for each knob at its least and at its greatest value.
/// The rows for closing leave out the knobs that close, and the entries without such knobs.
void TestLibraryEntries::addKnobs(Rows rows) {
    QTest::addColumn<std::filesystem::path>("file");
    QTest::addColumn<std::vector<KnobValue>>("values");
    const auto closes = [](const YamlEntry& knob) { return knob.key.scalar.starts_with("closes_"); };
    for (const std::filesystem::path& file : LibraryEntry::files()) {
        const LibraryEntry entry(file);
        const auto& knobs = entry.knobs();
        if (rows == Rows::ofClosing && std::none_of(knobs.begin(), knobs.end(), closes)) continue;
        QTest::newRow(nameOf(file).c_str()) << file << std::vector<KnobValue>();
        for (const YamlEntry& knob : knobs) {
            if (!isLongRun() || (rows == Rows::ofClosing && closes(knob))) continue;
            for (const std::string& value : LibraryEntry::extremesOf(knob.value)) {
                QTest::addRow("%s, %s %s", nameOf(file).c_str(), knob.key.scalar.c_str(), value.c_str())
                    << file << std::vector<KnobValue>{{knob.key.scalar, value}};
            }
        }
    }
}

void TestLibraryEntries::itsWordsAreComplete() {
    QFETCH(std::filesystem::path, file);
    const std::string category = file.parent_path().filename().string();
    QVERIFY(std::find(categories.begin(), categories.end(), category) != categories.end());
    const LibraryEntry entry(file);
    std::string title = LibraryEntry::text(entry.group(), "title");
    QVERIFY(!title.empty() && std::isupper(title[0]) != 0);
    std::replace(title.begin(), title.end(), ' ', '-');
    QCOMPARE(QString::fromStdString(title).toLower(), QString::fromStdString(nameOf(file)));
    const QString help = QString::fromStdString(LibraryEntry::text(entry.group(), "help"));
    QVERIFY2(help.endsWith('.') && help.count('.') == 1, qPrintable(help));
    const YamlValue* editor = entry.group().find("editor");
    QVERIFY(editor != nullptr && !LibraryEntry::text(*editor, "words").empty());
    QVERIFY(entry.knobs().size() >= 2 && entry.knobs().size() <= 8);
    for (const auto& [name, knob] : entry.knobs()) {
        const auto has = [&knob = knob](const char* key) { return !LibraryEntry::text(knob, key).empty(); };
        const std::string type = LibraryEntry::text(knob, "type");
        const bool ranged = type == "length" || type == "angle" || type == "number" || type == "integer";
        QVERIFY2(has("title") && has("default"), name.scalar.c_str());
        QVERIFY2(!ranged || (has("minimum") && has("maximum")), name.scalar.c_str());
        QVERIFY2((type != "length" && type != "angle") || has("unit"), name.scalar.c_str());
    }
}

void TestLibraryEntries::itsPictureHasTheSizeOfACard() {
    QFETCH(std::filesystem::path, file);
    QFile picture(QString::fromStdString(file.replace_extension(".png").string()));
    QVERIFY(picture.open(QIODevice::ReadOnly));
    const QByteArray header = picture.read(24);
    QVERIFY(header.size() == 24 && header.startsWith("\x89PNG"));
    QCOMPARE(QSize(qFromBigEndian<int>(header.data() + 16), qFromBigEndian<int>(header.data() + 20)),
             QSize(240, 148));
}

/// The entry has no problem and no sample outside 0..1. It shows something, and a part has the same samples
/// as that part of the whole.
void TestLibraryEntries::aKnobWorksOverItsWholeRange() {
    QFETCH(std::filesystem::path, file);
    QFETCH(std::vector<KnobValue>, values);
    const LibraryEntry entry(file);
    for (const double pitchUm : pitchesUm) {
        const auto graph = graphOf(entry, values, pitchUm);
        // Two repeats at the coarse pitch, or a part of large repeats; a strip at the fine pitch.
        const double largestPx = entry.largestUm(values) / pitchUm;
        const auto width = static_cast<std::int64_t>(std::clamp(2.2 * largestPx, 192.0, 448.0));
        const Rect area = pitchUm == coarseUm ? Rect{17, 33, width, 192} : Rect{17, 33, 192, 4};
        const Surface surface = surfaceOf(run_->backend(), graph, area);
        const auto [low, high] = surface.range();
        QVERIFY2(low >= 0 && high <= 1, qPrintable(QString("%1 to %2").arg(low).arg(high)));
        const bool seen = pitchUm == coarseUm && largestPx < static_cast<double>(width);
        QVERIFY(!seen || high - low > 0.02F);
        const Rect part{area.x + area.width / 3, area.y + area.height / 2, 61, 2};
        QVERIFY(surface.crop(part) == samplesOf(run_->backend(), graph, part));
    }
}

/// Its extremes give other surfaces than its default. Knobs that close are left to itClosesToTheByte.
void TestLibraryEntries::everyKnobChangesTheSurface() {
    QFETCH(std::filesystem::path, file);
    const LibraryEntry entry(file);
    const Rect area{17, 33, 400, 300};
    const Design design = entry.designWith({}, coarseUm);
    const auto samplesWith = [&](const std::vector<KnobValue>& values) {
        return samplesOf(run_->backend(), graphOf(entry, values, coarseUm, &design), area);
    };
    const std::vector<float> usual = samplesWith({});
    for (const auto& [knob, body] : entry.knobs()) {
        if (knob.scalar.starts_with("closes_")) continue;
        for (const std::string& value : LibraryEntry::extremesOf(body)) {
            if (value == LibraryEntry::text(body, "default")) continue;
            QVERIFY2(samplesWith({{knob.scalar, value}}) != usual, (knob.scalar + " " + value).c_str());
        }
    }
}

/// Even on a coarse machine none of its knobs causes a problem; details that would be too small become
/// larger.
void TestLibraryEntries::itFitsAnyPitch() {
    QFETCH(std::filesystem::path, file);
    const LibraryEntry entry(file);
    const std::vector<double> pitches =
        isLongRun() ? std::vector<double>{1, 20, 40} : std::vector<double>{40};
    const auto look = [&](const std::vector<KnobValue>& values, double pitchUm, const Design* before) {
        try {
            static_cast<void>(graphOf(entry, values, pitchUm, before));
        } catch (const std::runtime_error& error) {
            const std::string knob = values.empty() ? "" : values[0].knob + " " + values[0].value + ", ";
            QFAIL((knob + std::to_string(pitchUm) + " um: " + error.what()).c_str());
        }
    };
    for (const double pitchUm : pitches) {
        const Design usual = entry.designWith({}, pitchUm);
        look({}, pitchUm, &usual);
        for (const auto& [knob, body] : entry.knobs()) {
            for (const std::string& value : LibraryEntry::extremesOf(body))
                look({{knob.scalar, value}}, pitchUm, &usual);
        }
    }
}

/// A pattern ends at 0: the steps at its border are not larger than those inside, apart from rounding. The
/// test uses the finest pitch possible, because slopes of few samples are steps themselves.
void TestLibraryEntries::nothingIsCutOff() {
    QFETCH(std::filesystem::path, file);
    QFETCH(std::vector<KnobValue>, values);
    const LibraryEntry entry(file);
    const Design coarse = entry.designWith(values, coarseUm);
    for (const NodeIndex pattern : patternsOf(coarse)) {
        const double pitchUm = finestPitchUm(graphOf(coarse, pattern)->top().extent.rect());
        if (pitchUm == 0) continue;
        const std::string& name = coarse.nodes[pattern].name;
        const Design design = entry.designWith(values, pitchUm);
        const auto graph = graphOf(design, design.find(name).value());
        const Rect own = graph->top().extent.rect();
        const Surface surface = surfaceOf(run_->backend(), graph, own.grown(1));
        const auto atBorder = [&own](Point p, bool alongX) {
            return alongX ? p.x == own.x || p.x == own.right() : p.y == own.y || p.y == own.bottom();
        };
        const float border = largestStep(surface, atBorder);
        const float inside = largestStep(surface, [&](Point p, bool alongX) { return !atBorder(p, alongX); });
        QVERIFY2(border <= 1.1F * inside, qPrintable(QString("%1 at %2 um: %3 at its border, %4 inside")
                                                         .arg(QString::fromStdString(name))
                                                         .arg(pitchUm)
                                                         .arg(border)
                                                         .arg(inside)));
    }
}

/// After the lengths of closes_x and closes_y the surface repeats exactly, and the joint shows no seam.
void TestLibraryEntries::itClosesToTheByte() {
    QFETCH(std::filesystem::path, file);
    QFETCH(std::vector<KnobValue>, values);
    const LibraryEntry entry(file);
    const auto addClosing = [&](const char* knob, std::int64_t px) {
        const auto& knobs = entry.knobs();
        if (std::any_of(knobs.begin(), knobs.end(), [&](const auto& k) { return k.key.scalar == knob; }))
            values.push_back({knob, std::to_string(static_cast<double>(px) * coarseUm / 1000) + " mm"});
    };
    constexpr Size after{186'900, 123'400};
    addClosing("closes_x", after.width);
    addClosing("closes_y", after.height);
    const auto graph = graphOf(entry, values, coarseUm);
    const Rect joint{after.width - 70, after.height - 60, 140, 120};
    const Surface surface = surfaceOf(run_->backend(), graph, joint);
    const Rect before = joint.translated(Point{-after.width, -after.height});
    for (const Point moved : {Point{after.width, 0}, Point{0, after.height}, Point{3 * after.width, 0}}) {
        QVERIFY(surface.samples == samplesOf(run_->backend(), graph, joint.translated(moved)));
    }
    QVERIFY(surface.samples == samplesOf(run_->backend(), graph, before));
    const auto atJoint = [&](Point p, bool alongX) {
        return alongX ? p.x == after.width : p.y == after.height;
    };
    const float seam = largestStep(surface, atJoint);
    const float elsewhere = largestStep(surface, [&](Point p, bool alongX) { return !atJoint(p, alongX); });
    QVERIFY2(seam <= 1.25F * elsewhere + 1e-4F,
             qPrintable(QString("%1 at the joint, %2 elsewhere").arg(seam).arg(elsewhere)));
}

/// Within the tolerance of the kinds, apart from the steepest places. The contour lines divide the noise's
/// error of some 1e-6 by the slope of the hills, which is about 2e-4 near summits and in valleys: there a
/// step of 8 bits is allowed.
void TestLibraryEntries::aCardAgreesWithTheCpu() {
    if (run_->backend().name() == "cpu") QSKIP("this is the CPU");
    QFETCH(std::filesystem::path, file);
    QFETCH(std::vector<KnobValue>, values);
    MemoryBudget budget(std::size_t{2} << 30U);  // the budget of the card's backend
    TileCache cache(budget);
    CpuBackend cpu(budget, cache, 2);
    const LibraryEntry entry(file);
    const float tolerance = file.stem() == "topographic-lines" ? 1.0F / 255 : 1e-4F;
    for (const double pitchUm : pitchesUm) {
        if (!values.empty() && pitchUm != coarseUm) continue;
        const Rect area = values.empty() ? Rect{17, 33, 720, 444} : Rect{17, 33, 320, 240};
        const auto graph = graphOf(entry, values, pitchUm);
        const std::vector<float> expected = samplesOf(cpu, graph, area);
        const std::vector<float> samples = samplesOf(run_->backend(), graph, area);
        std::int64_t different = 0;
        for (std::size_t i = 0; i < samples.size(); ++i)
            different += std::fabs(samples[i] - expected[i]) > tolerance ? 1 : 0;
        QVERIFY2(different * 1000 <= area.area(), std::to_string(different).c_str());
    }
}

BURIN_TEST(TestLibraryEntries)
#include "test_library_entries.moc"
