// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "support/testing.hpp"
#include "tests/core/design/sample_kinds.hpp"

#include <functional>
#include <random>

using namespace burin;

namespace {

/// A line of a large valid design, and its node.
struct Line {
    std::string text;
    std::string node;
};

std::string joined(const std::vector<Line>& lines) {
    std::string result;
    for (const Line& line : lines)
        result += line.text + "\n";
    return result;
}

/// A tree of `count` nodes below the root, each linked to later ones, with all kinds of values.
std::vector<Line> largeDesign(std::mt19937& random, int count) {
    std::vector<Line> lines = {{"burin: 1", "s"}, {"pixel: 2 um", "s"}, {"nodes:", "s"}};
    const auto link = [&](const std::string& node, const std::string& trait, int after) {
        if (after + 1 >= count) return;
        const int child =
            after + 1 + static_cast<int>(random() % static_cast<unsigned>(std::min(5, count - after - 1)));
        lines.push_back({"      - " + trait + ": node" + std::to_string(child), node});
        if (random() % 2 == 0) lines.push_back({"        at: [-5, 3.5 mm]", node});
    };
    lines.push_back({"  s:", "s"});
    for (const char* key : {"kind: root", "width: 2 m", "height: 100000", "depth: 16", "inputs:"}) {
        lines.push_back({std::string("    ") + key, "s"});
    }
    for (int i = 0; i < std::min(count, 5); ++i)
        lines.push_back({"      - data: node" + std::to_string(i), "s"});
    for (int i = 0; i < count; ++i) {
        const std::string name = "node" + std::to_string(i);
        lines.push_back({"  " + name + ":", name});
        const bool odd = i + 1 == count || random() % 2 == 0;
        const std::vector<const char*> values =
            odd ? std::vector<const char*>{"kind: odd",       "level: 0.5",
                                           "side: 7",         "flag: true",
                                           "reach: 3 um",     "u: [1, 2 mm]",
                                           "mode: mean",      "curve: [[0, 0], [1, 1]]",
                                           "shape: {box: 5}", "width: 40"}
                : std::vector<const char*>{"kind: repeat", "u: [1, 2 mm]", "width: 40"};
        for (const char* value : values) {
            lines.push_back({std::string("    ") + value, name});
            if (std::string_view(value) == "width: 40") lines.push_back({"    height: 1e2", name});
        }
        if (i + 1 == count) continue;
        lines.push_back({"    inputs:", name});
        link(name, odd ? "data" : "pattern", i);
        if (random() % 2 == 0) link(name, "mask", i);
    }
    return lines;
}

/// A way to break a line; returns whether the line was suitable.
struct Mutation {
    const char* name;
    const char* key;  ///< the beginning of the line, ignoring blanks
    std::function<void(std::string&)> apply;
};

void replaceValue(std::string& line, const std::string& value) {
    line = line.substr(0, line.find(": ") + 2) + value;
}

std::vector<Mutation> mutations() {
    const auto value = [](std::string to) {
        return [to = std::move(to)](std::string& line) { replaceValue(line, to); };
    };
    const auto key = [](const char* from, const char* to) {
        return [from = std::string(from), to = std::string(to)](std::string& line) {
            line.replace(line.find(from), from.size(), to);
        };
    };
    return {
        {"an unknown kind", "kind", value("oddd")},
        {"a kind in brackets", "kind", value("[odd]")},
        {"an unknown key", "level", key("level", "lvel")},
        {"an unknown key of the root", "depth", key("depth", "deep")},
        {"a number that is a word", "level", value("half")},
        {"a number that is a list", "level", value("[0.5]")},
        {"a number in quotes", "level", value("\"0.5\"")},
        {"a number out of range", "level", value("1.0001")},
        {"a number beyond binary64", "level", value("1e9999")},
        {"a value left out", "level", value("")},
        {"an even side", "side", value("8")},
        {"a fraction of a side", "side", value("7.5")},
        {"a boolean that is a word", "flag", value("yes")},
        {"a length with an unknown unit", "reach", value("3 furlongs")},
        {"a length out of range", "reach", value("3 m")},
        {"a vector with one number", "u", value("[1]")},
        {"a vector that is a word", "u", value("left")},
        {"an unknown choice", "mode", value("median")},
        {"points that fall", "curve", value("[[1, 0], [0, 1]]")},
        {"points out of range", "curve", value("[[0, 0], [1, 2]]")},
        {"an unknown shape", "shape", value("{bx: 5}")},
        {"a shape out of range", "shape", value("{box: 500}")},
        {"two shapes", "shape", value("{box: 5, gaussian: 1}")},
        {"a width of 0", "width", value("0")},
        {"a width that is huge", "width", value("1e10")},
        {"a height that is negative", "height", value("-1")},
        {"a depth that does not exist", "depth", value("12")},
        {"a dangling pattern", "- pattern", value("missing")},
        {"a dangling mask", "- mask", value("missing")},
        {"an unknown trait", "- mask", key("mask", "masque")},
        {"a surplus pattern", "- mask", key("mask", "pattern")},
        {"a pattern instead of data", "- data", key("data", "pattern")},
        {"an offset of three", "at", value("[1, 2, 3]")},
        {"an offset out of range", "at", value("[1, 1e13]")},
        {"an unknown key in a link", "at", key("at", "to")},
        {"a pitch of 0", "pixel", value("0 um")},
        {"a pitch without a unit", "pixel", value("2")},
        {"a tag", "level", value("!!float 0.5")},
        {"an anchor", "level", value("&a 0.5")},
        {"an alias", "level", value("*a")},
        {"an unclosed bracket", "u", value("[1, 2")},
        {"an unclosed quote", "mode", value("\"mean")},
        {"a bracket too many", "u", value("[1, 2]]")},
        {"no colon", "side", [](std::string& line) { line.erase(line.find(':'), 1); }},
        {"a second colon", "side", value("7: 8")},
        {"a tab for blanks", "side", [](std::string& line) { line.replace(0, 4, "\t"); }},
        {"a blank too many", "side", [](std::string& line) { line.insert(0, " "); }},
        {"an invalid byte", "mode", value("me\xFFn")},
        {"a control character", "mode", value("me\x02n")},
        {"a newer version", "burin", value("3")},
    };
}

}  // namespace

class TestDesignMutations : public QObject {
    Q_OBJECT

  private slots:
    void theDesignItselfIsSound() {
        std::mt19937 random(5);
        const Design design = parseDesign(joined(largeDesign(random, 400)), ".", "x.burin", samples::kinds());
        QVERIFY(!design.refused);
        for (const Diagnostic& d : design.diagnostics)
            QCOMPARE(d.severity, Severity::warning);
        QCOMPARE(design.nodes.size(), std::size_t{401});
    }

    /// One broken line of a large design is found, and nothing else.
    void oneMutationIsFoundWhereItIs_data() {
        QTest::addColumn<int>("mutation");
        const auto all = mutations();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << static_cast<int>(i);
    }
    void oneMutationIsFoundWhereItIs() {
        QFETCH(int, mutation);
        const Mutation spoil = mutations()[static_cast<std::size_t>(mutation)];
        std::mt19937 random(6 + static_cast<unsigned>(mutation));
        for (int round = 0; round < 4; ++round) {
            std::vector<Line> lines = largeDesign(random, 100);
            std::vector<std::size_t> candidates;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const std::string start = std::string(spoil.key) + ":";
                const std::size_t text = lines[i].text.find_first_not_of(' ');
                if (lines[i].text.compare(text, start.size(), start) == 0) candidates.push_back(i);
            }
            QVERIFY(!candidates.empty());
            const std::size_t at = candidates[random() % candidates.size()];
            const std::string before = lines[at].text;
            spoil.apply(lines[at].text);
            const Design design = parseDesign(joined(lines), ".", "x.burin", samples::kinds());
            Diagnostics errors;
            for (const Diagnostic& d : design.diagnostics) {
                if (d.severity == Severity::error) errors.push_back(d);
            }
            const std::string context = before + " -> " + lines[at].text + ", line " +
                                        std::to_string(at + 1) +
                                        (errors.empty() ? "" : ": " + errors[0].text());
            QVERIFY2(errors.size() == 1, context.c_str());
            QVERIFY2(errors[0].mark.line == static_cast<int>(at) + 1, context.c_str());
            QVERIFY2(design.refused || errors[0].node == lines[at].node, context.c_str());
            QVERIFY2(!errors[0].what().empty() && !errors[0].remedy().empty(), context.c_str());
        }
    }
};

BURIN_TEST(TestDesignMutations)
#include "test_design_mutations.moc"
