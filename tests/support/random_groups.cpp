// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/group_reference.hpp"
#include "support/random.hpp"

#include <fstream>
#include <vector>

namespace burin::test {

namespace {

class GroupDesignWriter {
  public:
    GroupDesignWriter(std::uint64_t seed, bool spoilt, Point corner)
        : random_(seed), spoilt_(spoilt), corner_(corner), parity_(static_cast<int>(seed % 2)) {}

    std::string write() {
        const auto groups = static_cast<int>(random_.between(1, 4));
        text_ = std::string("burin: 2\npixel: ") + random_.pick({"1 um", "2 um", "0.5 um"}) + "\ngroups:\n";
        for (int level = 0; level < groups; ++level)
            writeGroup(level, level == groups - 1);
        text_ += "nodes:\n  s:\n    kind: root\n    width: " + std::to_string(corner_.x + 90) +
                 "\n    height: " + std::to_string(corner_.y + 70) + "\n    inputs:\n";
        const auto instances = static_cast<int>(random_.between(1, 3));
        for (int i = 0; i < instances; ++i) {
            const Point moved = i % 2 == parity_ ? Point{} : corner_;
            text_ += "      - {data: i" + std::to_string(i) + ", at: [" +
                     std::to_string(moved.x + random_.between(-9, 30)) + ", " + std::to_string(moved.y + 2) +
                     ".5]}\n";
        }
        for (int i = 0; i < instances; ++i)
            writeInstance("i" + std::to_string(i),
                          i == 0 ? groups - 1 : static_cast<int>(random_.between(0, groups - 1)), i);
        return text_ +
               "  d0: {kind: math2d, expression: \"noise(x / 7, y / 5, 1)\"}\n"
               "  d1: {kind: math2d, width: 40, height: 30, expression: \"x / w\"}\n";
    }

  private:
    std::string number(double low, double high) {
        return std::to_string(
            random_.between(static_cast<std::int64_t>(low * 4), static_cast<std::int64_t>(high * 4)) / 4.0);
    }
    std::string length() { return random_.pick({"20", "24 um", "0.03 mm", "17.5", "31.7 um"}); }

    /// Some keys that vary the repeats of a lattice, each followed by a comma, or nothing.
    std::string variation() {
        return random_.pick(
            {"", "vary: {seed: =k, turn: quarter, mirror: both}, ", "vary: {seed: =f, turn: half}, ",
             "vary: {seed: \"= f * 3 - 1\", turn: quarter, gain: [0.5, 1]}, ",
             "vary: {seed: \"= k * 70000\", gain: [0.25, \"= 0.5 + k / 4\"], offset: [=k, 2.5]}, ",
             "vary: {pick: rows, turn: half, gain: [\"= -k / 20\", \"= k / 3\"]}, ",
             "vary: {seed: =k, turn: any, scale: [0.5, \"= 1 + b\"]}, ",
             "vary: {seed: =k, mirror: x}, value: id, ", "vary: {seed: =f, pick: columns, mirror: y}, ",
             "vary: {pick: sequence, seed: \"= k + 1\", offset: [2, =k]}, ", "vary: {pick: first}, ",
             "vary: {seed: =k}, "});
    }

    /// The vectors of a lattice, and over which lengths it closes.
    std::string vectors() {
        const std::string open = "u: [=q, 0], v: [\"= q / 2\", \"= q * 0.75 + 3\"], ";
        const std::string closed = "u: [\"= floor(q)\", 0], v: [";
        return random_.pick<std::string>(
            {open, open, closed + "\"= floor(q / 2)\", \"= k + 9\"], closes: [\"= floor(q) * 4\", 0], ",
             closed + "0, \"= k + 9\"], closes: [\"= floor(q) * 3\", \"= (k + 9) * 4\"], "});
    }

    /// A node of scattered repeats.
    std::string scatter() {
        return std::string("      dots: {kind: scatter, pitch: ") +
               random_.pick({"\"= q / 2 + 3\"", "9.5", "\"= k + 7\""}) + ", " +
               random_.pick({"", "distance: \"= k * 1.5\", ", "distance: 11, seed: =f, ",
                             "seed: =k, value: id, ",
                             "vary: {turn: quarter, gain: [0.5, \"= 0.5 + k / 8\"]}, ",
                             "seed: \"= f * 3 - 1\", vary: {pick: sequence, mirror: both}, ",
                             "seed: =f, vary: {turn: any, scale: [0.5, \"= 1 + b / 2\"]}, "}) +
               random_.pick({"", "closes: [\"= floor(q) * 20\", 0], ", "closes: [300, \"= 320 + k\"], "}) +
               random_.pick({"blend: max", "blend: over"}) + ", inputs: [" +
               random_.pick({"pattern: base", "pattern: base, pattern: $s, pattern: tilt",
                             "{pattern: base, at: [=k, 2]}, data: $o", "pattern: tilt, data: bow",
                             "pattern: base, {pattern: $s, at: [1, =k]}, mask: $z"}) +
               "]}\n";
    }

    void writeGroup(int level, bool outermost) {
        text_ +=
            "  g" + std::to_string(level) +
            ":\n    parameters:\n      l: {type: length, default: " + length() + "}\n" +
            "      n: {type: number, default: " + number(-3, 3) +
            "}\n      k: {type: integer, default: " + std::to_string(random_.between(1, 9)) +
            "}\n      b: {type: boolean, default: " + random_.pick({"true", "false"}) +
            "}\n      c: {type: choice, choices: [max, min, add], default: " +
            random_.pick({"max", "min", "add"}) +
            "}\n      m: {type: number, default: \"= n / 3 + k * 0.1\"}\n      q: {type: length, "
            "default: \"" +
            random_.pick({"= l * 1.1", "=l", "= max(l, 9) + um"}) + "\"}\n      f: {type: seed, default: " +
            random_.pick({"7", "\"= k * 3000000000\"", "\"= k - 20\""}) +
            "}\n      r: {type: angle, default: " + number(-90, 90) + "}\n      v: {type: curve, default: " +
            random_.pick({"[[0, 1], [5, 0.25]]", "[[0, 0], [2, 1], [9, 0.5]]"}) +
            "}\n      t: {type: text, default: " + random_.pick({"\"a: b, c\"", "007", "\"true\""}) +
            "}\n      p: {type: file, default: " + random_.pick({"stripes.pgm", "./dots.pgm"}) +
            "}\n    inputs:\n      - data: a\n" + "      - {data: o, " +
            random_.pick({"optional: true", "else: base"}) + "}\n      - {data: u, " +
            random_.pick({"optional: true", "else: tilt"}) + "}\n      - {mask: z, " +
            random_.pick({"optional: true", "else: lattice"}) + "}\n      - {pattern: s, " +
            random_.pick({"optional: true", "else: tilt"}) + "}\n";
        const bool spoils = spoilt_ && outermost;
        std::vector<std::string> shown = {"base", "lattice"};
        std::string nodes =
            "      base: {kind: math2d, width: =l, height: \"= " + std::string(spoils ? "k - 100" : "l + k") +
            "\", expression: \"(x + n * m) / (w + l + k)" +
            random_.pick({"", " + sin(r * pi / 180) / 5", " * hash(x, y, f)"}) +
            "\"}\n"
            "      lattice: {kind: stitching, " +
            vectors() + variation() + "inputs: [" +
            random_.pick({"pattern: base", "{pattern: base, at: [=k, 1]}, pattern: base",
                          "pattern: base, pattern: $s", "pattern: base, {pattern: $s, at: [2, =k]}",
                          "pattern: base, pattern: $s, {pattern: tilt, at: [=k, 2]}, pattern: base"}) +
            "]}\n" + scatter() + "      bow: {kind: profile, distance_max: \"= k + 2\", profile: " +
            random_.pick({"\"n * d / D\"", "=v"}) +
            ", invert: \"= k > "
            "4\", threshold: =m, inputs: [mask: base]}\n"
            "      tilt: {kind: shape, shape: rectangle, size: [=l, \"= k + 4\"], rotate: =r}\n"
            "      mark: {kind: code, code: datamatrix, data: =t, module: =k}\n"
            "      picture: {kind: image, file: =p}\n"
            "      bend: {kind: path, parameters: {own: " +
            random_.pick({"=k", "3", "\"= m + 2\""}) + "}, curve: {x: \"20 + (l / 3 + " +
            random_.pick({"k", "own", "own * b"}) +
            ") * cos(t)\", y: \"25 + k * sin(t) + n\", from: 0, to: \"= 3 + min(k, 12) / 4\", steps: 12, "
            "closed: true}}\n";
        for (const char* name : {"tilt", "mark", "picture", "bend", "dots"}) {
            if (random_.chance(0.6)) shown.emplace_back(name);
        }
        shown.emplace_back("bow");
        for (int inner = 0; inner < level && inner < 2; ++inner) {
            const std::string name = "inner" + std::to_string(inner);
            nodes +=
                "      " + name + ": {kind: group, group: g" + std::to_string(random_.between(0, level - 1)) +
                ", values: {l: " + random_.pick({"=l", "\"= q / 2 + 5\"", "12"}) +
                ", n: " + random_.pick({"=m", "\"= n * n\"", "\"=l\""}) +
                ", k: " + random_.pick({"=k", "\"= k + 1\"", "4"}) +
                ", b: " + random_.pick({"=b", "\"= k - 4\"", "true"}) +
                random_.pick({"", ", f: =f", ", f: \"= f * 2 + 9\"", ", f: 4294967295, r: =r, v: =v"}) +
                random_.pick({"", ", t: =t", ", t: \"1, 2\", p: dots.pgm", ", p: =p, t: \"= t\""}) +
                ", c: =c}, muted: " + random_.pick({"=b", "false", "\"= n > 1\""}) +
                ", inputs: [{data: " + random_.pick({"$a", "base", "lattice"}) + ", at: [=l, " +
                random_.pick({"=k", "1", "\"= n * 3\""}) + "]}" +
                random_.pick({"", ", {data: $o, at: [=k, 2]}", ", data: bow", ", data: $u, data: bow",
                              ", data: $o, data: $u", ", {data: $u, at: [1, 1]}, data: lattice"}) +
                random_.pick({"", ", mask: $z", ", mask: base"}) +
                random_.pick({"", ", pattern: $s", ", pattern: base", ", {pattern: tilt, at: [=k, 3]}"}) +
                "]}\n";
            shown.push_back(name);
        }
        nodes += "      sum: {kind: union, operation: =c, muted: " +
                 std::string(random_.pick({"=b", "false", "\"= k > 8\""})) + ", inputs: [";
        for (const std::string& name : shown)
            nodes += "{data: " + name + ", at: [" + random_.pick({"=k", "0", "\"= n * 7\""}) + ", 1.5]}, ";
        nodes += "{data: $a, at: [=l, =k]}, {data: $u, at: [2, =k]}, mask: $z, data: $o]}\n";
        text_ += "    output: " + std::string(random_.chance(0.7) ? "sum" : shown.back()) + "\n    nodes:\n" +
                 nodes;
    }

    void writeInstance(const std::string& name, int group, int place) {
        text_ +=
            "  " + name + ":\n    kind: group\n    group: g" + std::to_string(group) +
            "\n    values: {l: " + length() + ", n: " + number(-2, 2) +
            (random_.chance(0.5) ? ", q: 22.25" : "") + (random_.chance(0.5) ? ", c: add" : "") +
            random_.pick({"", "", ", r: 30", ", t: 1e3, p: dots.pgm", ", t: \"=6*7\""}) + "}\n" +
            (random_.chance(0.1) ? "    muted: true\n" : "") + "    inputs:\n      - {data: " +
            (place > 0 && random_.chance(0.5) ? "i" + std::to_string(place - 1) : std::string("d0")) +
            ", at: [3, 4 um]}\n" +
            random_.pick({"", "      - data: d1\n", "      - data: d1\n      - {data: d0, at: [-5, 2]}\n"}) +
            random_.pick({"", "      - mask: d1\n"}) +
            random_.pick({"", "      - pattern: d1\n", "      - {pattern: d1, at: [2, 3 um]}\n"});
    }

    Random random_;
    bool spoilt_;
    Point corner_;
    int parity_;
    std::string text_;
};

}  // namespace

void writeGroupPictures(const std::filesystem::path& folder) {
    std::ofstream stripes(folder / "stripes.pgm");
    std::ofstream dots(folder / "dots.pgm");
    stripes << "P2\n23 17\n255\n";
    dots << "P2\n12 31\n255\n";
    for (int i = 0; i < 23 * 17; ++i)
        stripes << (i % 23 % 5) * 63 << "\n";
    for (int i = 0; i < 12 * 31; ++i)
        dots << (i % 7 == 0 ? 255 - i % 200 : 0) << "\n";
}

std::string randomGroupDesign(std::uint64_t seed, bool spoilt, Point corner) {
    return GroupDesignWriter(seed, spoilt, corner).write();
}

}  // namespace burin::test
