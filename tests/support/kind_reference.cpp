// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"

#include "core/kinds/catalogue/kind_list.hpp"

#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace burin::test {

#define BURIN_REFERENCE(word, Type, computed) KindReference word##Reference();
BURIN_KINDS(BURIN_REFERENCE)
#undef BURIN_REFERENCE

namespace {

const std::vector<KindReference>& allKinds() {
#define BURIN_REFERENCE(word, Type, computed) word##Reference(),
    static const std::vector<KindReference> all = {BURIN_KINDS(BURIN_REFERENCE)};
#undef BURIN_REFERENCE
    return all;
}

}  // namespace

const KindReference& referenceOf(const TreeNode& node) {
    for (const KindReference& kind : allKinds()) {
        if (kind.is(node)) return kind;
    }
    throw std::runtime_error("the references do not know the kind of " + node.name);
}

const KindReference& referenceNamed(const std::string& word) {
    for (const KindReference& kind : allKinds()) {
        if (kind.word == word) return kind;
    }
    throw std::runtime_error("the references do not know the kind '" + word + "'");
}

std::string pairText(double x, double y) {
    return std::string("[") + numberTextOf(x) + ", " + numberTextOf(y) + "]";
}

Points pointsOf(const YAML::Node& node) {
    Points points;
    for (const YAML::Node& point : node)
        points.push_back({point[0].as<double>(), point[1].as<double>()});
    return points;
}

void KeyLines::points(const std::string& key, const Points& points) {
    if (points.empty()) return;
    std::string text;
    for (const Pair& p : points)
        text += (text.empty() ? "[" : ", ") + pairText(p.x, p.y);
    add(key, text + "]");
}

void KeyLines::variation(const Vary& vary, const std::string& value, Size closes) {
    std::string keys;
    const auto key = [&keys](bool said, const std::string& name, const std::string& text) {
        if (said) keys += (keys.empty() ? "{" : ", ") + name + ": " + text;
    };
    key(vary.seed != 0, "seed", std::to_string(vary.seed));
    key(vary.pick != "random", "pick", vary.pick);
    key(vary.offset != Pair{}, "offset", pairText(vary.offset.x, vary.offset.y));
    key(vary.turn != "none", "turn", vary.turn);
    key(vary.mirror != "none", "mirror", vary.mirror);
    key(vary.scale != Pair{1, 1}, "scale", pairText(vary.scale.x, vary.scale.y));
    key(vary.gain != Pair{1, 1}, "gain", pairText(vary.gain.x, vary.gain.y));
    if (!keys.empty()) add("vary", keys + "}");
    if (value != "sample") add("value", value);
    closing(closes);
}

void KeyLines::closing(Size after) {
    if (after == Size{}) return;
    add("closes", pairText(static_cast<double>(after.width), static_cast<double>(after.height)));
}

NodeReader::NodeReader(YAML::Node node, double pixelUm, std::filesystem::path folder)
    : node_(std::move(node)), pixelUm_(pixelUm), folder_(std::move(folder)) {}

double NodeReader::realPixels(const YAML::Node& value) const {
    static const std::map<std::string, double> units = {{"um", 1},   {"µm", 1},  {"mm", 1e3},
                                                        {"cm", 1e4}, {"m", 1e6}, {"in", 25400}};
    std::istringstream text(value.as<std::string>());
    double number = 0;
    std::string unit;
    text >> number >> unit;
    return unit.empty() || unit == "px" ? number : number * units.at(unit) / pixelUm_;
}

std::int64_t NodeReader::length(const YAML::Node& value) const {
    return static_cast<std::int64_t>(std::floor(realPixels(value) + 0.5));
}

Pair NodeReader::vector(const YAML::Node& value) const {
    return {realPixels(value[0]), realPixels(value[1])};
}

Size NodeReader::closes() const {
    const YAML::Node closes = node_["closes"];
    return closes ? Size{length(closes[0]), length(closes[1])} : Size{};
}

Vary NodeReader::vary() const {
    const YAML::Node node = node_["vary"];
    Vary made;
    if (!node) return made;
    made.seed = node["seed"].as<std::int64_t>(0);
    made.pick = node["pick"].as<std::string>("random");
    if (node["offset"]) made.offset = vector(node["offset"]);
    made.turn = node["turn"].as<std::string>("none");
    made.mirror = node["mirror"].as<std::string>("none");
    if (node["scale"]) made.scale = {node["scale"][0].as<double>(), node["scale"][1].as<double>()};
    if (node["gain"]) made.gain = {node["gain"][0].as<double>(), node["gain"][1].as<double>()};
    return made;
}

}  // namespace burin::test
