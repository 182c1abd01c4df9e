// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/group_reference.hpp"

#include "support/formula.hpp"

#include <yaml-cpp/yaml.h>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

namespace burin::test {

namespace {

std::string digits15(double value) {
    char text[64];
    std::snprintf(text, sizeof text, "%.15g", value);
    return text;
}

/// Whether a name stands in an expression as a word of its own.
bool isNamedIn(const std::string& expression, const std::string& name) {
    const auto isOfWord = [&](std::size_t at) {
        return at < expression.size() &&
               (std::isalnum(static_cast<unsigned char>(expression[at])) != 0 || expression[at] == '_');
    };
    std::size_t at = expression.find(name);
    while (at != std::string::npos && ((at > 0 && isOfWord(at - 1)) || isOfWord(at + name.size())))
        at = expression.find(name, at + 1);
    return at != std::string::npos;
}

struct ReferenceParameter {
    std::string name;
    std::string type;
    YAML::Node value;
    double number = 0;
};

/// The target of a link in the flat design.
struct ReferenceLink {
    std::string target;
    std::optional<std::pair<double, double>> at;  ///< whole pixels
};

/// An instance while it is expanded.
struct ReferenceScope {
    std::string prefix;
    YAML::Node nodes;
    bool inGroup = false;
    std::vector<ReferenceParameter> parameters;
    std::map<std::string, std::optional<ReferenceLink>> sockets;  ///< nothing: open
};

class ReferenceExpansion {
  public:
    explicit ReferenceExpansion(const std::string& text) : document_(YAML::Load(text)) {
        pitchUm_ = micrometres(document_["pixel"].as<std::string>());
    }

    std::string expand() {
        ReferenceScope design;
        design.nodes = document_["nodes"];
        write(design);
        YAML::Node flat;
        flat["burin"] = 2;
        flat["pixel"] = YAML::Clone(document_["pixel"]);
        flat["nodes"] = flat_;
        return YAML::Dump(flat) + "\n";
    }

  private:
    static double micrometres(const std::string& text) {
        std::istringstream stream(text);
        double value = 0;
        std::string unit;
        stream >> value >> unit;
        return value * (unit == "mm" ? 1000 : 1);
    }

    [[nodiscard]] double pixels(const std::string& text) const {
        const bool plain = text.find('m') == std::string::npos;
        return plain ? std::stod(text) : micrometres(text) / pitchUm_;
    }

    [[nodiscard]] double numberOf(const std::string& type, const YAML::Node& value,
                                  const YAML::Node& description) const {
        // a calculation cannot use these types
        if (type == "curve" || type == "file" || type == "text") return 0;
        const std::string text = value.as<std::string>();
        if (type == "length") return std::stod(digits15(pixels(text)));
        if (type == "boolean") return text == "true" ? 1 : 0;
        if (type == "choice") {
            for (std::size_t i = 0; i < description["choices"].size(); ++i) {
                if (description["choices"][i].as<std::string>() == text) return static_cast<double>(i);
            }
            throw std::runtime_error("no such choice: " + text);
        }
        return std::stod(text);
    }

    static constexpr double seeds = 4294967296;

    /// The value of a formula, or the value itself. `wanted`: length, boolean, seed, or anything else.
    YAML::Node computed(const ReferenceScope& scope, const YAML::Node& value,
                        const std::string& wanted) const {
        if (value.IsSequence()) {
            YAML::Node list;
            list.SetStyle(YAML::EmitterStyle::Flow);
            for (const YAML::Node& item : value)
                list.push_back(computed(scope, item, wanted));
            return list;
        }
        if (value.IsMap()) {
            YAML::Node map;
            for (const auto& entry : value) {
                const std::string key = entry.first.as<std::string>();
                map[key] = computed(scope, entry.second, wantedUnder(key));
            }
            return map;
        }
        const std::string text = value.as<std::string>();
        if (!scope.inGroup || text.empty() || text[0] != '=') return YAML::Clone(value);
        std::string formula = text.substr(1);
        formula.erase(0, formula.find_first_not_of(' '));
        std::vector<std::string> names = {"um"};
        std::vector<Interval> numbers = {Interval{pitchUm_, pitchUm_}};
        for (const ReferenceParameter& parameter : scope.parameters) {
            if (parameter.name == formula && !(parameter.type == "length" && wanted != "length"))
                return YAML::Clone(parameter.value);
            names.push_back(parameter.name);
            numbers.push_back({parameter.number, parameter.number});
        }
        const Interval result = Formula(formula, names).evaluate(numbers);
        if (wanted == "boolean") return YAML::Node(result.low == 0 ? "false" : "true");
        if (wanted == "seed")
            return YAML::Node(digits15(result.low - std::floor(result.low / seeds) * seeds));
        return YAML::Node(digits15(result.low));
    }

    static std::string wantedUnder(const std::string& key) {
        static const std::set<std::string> lengths = {"width", "height", "at",           "u",
                                                      "v",     "size",   "distance_max", "offset"};
        if (key == "seed") return key;
        return lengths.contains(key) ? "length" : key == "muted" || key == "invert" ? "boolean" : "other";
    }

    /// The scope inside an instance, without its links.
    ReferenceScope inside(const ReferenceScope& scope, const std::string& name,
                          const YAML::Node& body) const {
        const YAML::Node group = document_["groups"][body["group"].as<std::string>()];
        ReferenceScope inner;
        inner.prefix = scope.prefix + name + "/";
        inner.nodes = group["nodes"];
        inner.inGroup = true;
        for (const auto& entry : group["parameters"]) {
            const std::string key = entry.first.as<std::string>();
            const std::string type = entry.second["type"].as<std::string>();
            const YAML::Node given =
                body["values"] ? body["values"][key] : YAML::Node(YAML::NodeType::Undefined);
            const YAML::Node value =
                given ? computed(scope, given, type) : computed(inner, entry.second["default"], type);
            inner.parameters.push_back({key, type, value, numberOf(type, value, entry.second)});
        }
        return inner;
    }

    bool muted(const ReferenceScope& scope, const YAML::Node& body) const {
        return body["muted"] && computed(scope, body["muted"], "boolean").as<std::string>() == "true";
    }

    /// The flat node that a node of a scope stands for; for an instance, the flat node of its output.
    std::string target(const ReferenceScope& scope, const std::string& name) const {
        const YAML::Node body = scope.nodes[name];
        const bool instance = body && body["kind"].as<std::string>() == "group" && !muted(scope, body);
        if (!instance) return scope.prefix + name;
        const YAML::Node group = document_["groups"][body["group"].as<std::string>()];
        return target(inside(scope, name, body), group["output"].as<std::string>());
    }

    std::optional<ReferenceLink> followed(const ReferenceScope& scope, const std::string& child,
                                          const YAML::Node& at) const {
        ReferenceLink link;
        if (at) {
            const YAML::Node offset = computed(scope, at, "length");
            link.at = {std::floor(pixels(offset[0].as<std::string>()) + 0.5),
                       std::floor(pixels(offset[1].as<std::string>()) + 0.5)};
        }
        if (child[0] != '$') {
            link.target = target(scope, child);
            return link;
        }
        const auto& socket = scope.sockets.at(child.substr(1));
        if (!socket) return {};
        link.target = socket->target;
        if (socket->at) {
            const auto inner = link.at.value_or(std::pair(0.0, 0.0));
            link.at = {inner.first + socket->at->first, inner.second + socket->at->second};
        }
        return link;
    }

    static std::string traitOf(const YAML::Node& link) {
        for (const char* trait : {"data", "mask", "pattern"}) {
            if (link[trait]) return trait;
        }
        throw std::runtime_error("a link without a trait");
    }

    static YAML::Node linkNode(const std::string& trait, const ReferenceLink& link) {
        YAML::Node node;
        node[trait] = link.target;
        if (link.at) {
            node["at"].push_back(digits15(link.at->first));
            node["at"].push_back(digits15(link.at->second));
        }
        return node;
    }

    void writeInstance(const ReferenceScope& scope, const std::string& name, const YAML::Node& body) {
        if (muted(scope, body)) {
            YAML::Node node;
            node["kind"] = "union";
            node["muted"] = "true";
            for (const char* trait : {"data", "pattern"}) {
                for (const YAML::Node& link : body["inputs"]) {
                    if (!link[trait] || node["inputs"]) continue;
                    if (const auto led = followed(scope, link[trait].as<std::string>(), link["at"]))
                        node["inputs"].push_back(linkNode("data", *led));
                }
            }
            flat_[scope.prefix + name] = node;
            return;
        }
        ReferenceScope inner = inside(scope, name, body);
        const YAML::Node group = document_["groups"][body["group"].as<std::string>()];
        std::map<std::string, std::vector<std::optional<ReferenceLink>>> linked;
        for (const YAML::Node& link : body["inputs"]) {
            const std::string trait = traitOf(link);
            linked[trait].push_back(followed(scope, link[trait].as<std::string>(), link["at"]));
        }
        std::map<std::string, std::size_t> counts;
        for (const YAML::Node& socket : group["inputs"]) {
            const std::string trait = traitOf(socket);
            const std::size_t k = counts[trait]++;
            std::optional<ReferenceLink> led;
            if (k < linked[trait].size()) led = linked[trait][k];
            if (!led && socket["else"])
                led = ReferenceLink{target(inner, socket["else"].as<std::string>()), {}};
            inner.sockets[socket[trait].as<std::string>()] = led;
        }
        write(inner);
    }

    /// Adds the parameters that an expression names to those of a node. `t` is the variable of a curve, and
    /// elsewhere the name of a text.
    static void addNamed(const ReferenceScope& scope, const std::string& expression, YAML::Node node) {
        for (const ReferenceParameter& parameter : scope.parameters) {
            if (parameter.name == "t") continue;
            if (isNamedIn(expression, parameter.name))
                node["parameters"][parameter.name] = digits15(parameter.number);
        }
    }

    void write(const ReferenceScope& scope) {
        for (const auto& entry : scope.nodes) {
            const std::string name = entry.first.as<std::string>();
            const YAML::Node body = entry.second;
            if (body["kind"].as<std::string>() == "group") {
                writeInstance(scope, name, body);
                continue;
            }
            YAML::Node node;
            node.SetStyle(YAML::EmitterStyle::Flow);
            for (const auto& part : body) {
                const std::string key = part.first.as<std::string>();
                if (key == "inputs") {
                    for (const YAML::Node& link : part.second) {
                        const std::string trait = traitOf(link);
                        if (const auto led = followed(scope, link[trait].as<std::string>(), link["at"]))
                            node["inputs"].push_back(linkNode(trait, *led));
                    }
                } else if (key == "kind" || key == "expression") {
                    node[key] = YAML::Clone(part.second);
                } else {
                    node[key] = computed(scope, part.second, wantedUnder(key));
                }
                if (key == "curve") {
                    addNamed(scope, part.second["x"].as<std::string>(), node);
                    addNamed(scope, part.second["y"].as<std::string>(), node);
                }
                const bool formula = key == "profile" && part.second.as<std::string>().starts_with('=');
                if ((key == "expression" || key == "profile") && !formula)
                    addNamed(scope, part.second.as<std::string>(), node);
            }
            flat_[scope.prefix + name] = node;
        }
    }

    YAML::Node document_;
    YAML::Node flat_;
    double pitchUm_ = 1;
};

}  // namespace

std::string expandedByHand(const std::string& design) {
    return ReferenceExpansion(design).expand();
}

}  // namespace burin::test
