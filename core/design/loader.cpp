// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "core/design/design.hpp"
#include "core/design/job.hpp"
#include "core/design/node_reader.hpp"
#include "core/design/problems.hpp"
#include "core/design/roller.hpp"
#include "core/design/tree_check.hpp"
#include "core/design/version.hpp"
#include "core/design/yaml_source.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace burin {

namespace {

constexpr std::size_t mostNodes = 10'000;

/// Reads one document. Problems of the top level are reported under the root's name.
class Loader {
  public:
    Loader(Design& design, const std::filesystem::path& folder, std::span<const Kind> kinds,
           const Design* before, ReadingDepth depth, const std::stop_token& stop)
        : design_(design),
          folder_(folder),
          kinds_(kinds),
          before_(before),
          depth_(depth),
          stop_(stop),
          problems_(design.file.string()) {}

    void load() {
        checkTexts();
        checkVersion();
        const auto pitch = readPitch();
        if (pitch) design_.pixelUm = *pitch;
        std::error_code error;
        const bool isLink = std::filesystem::is_symlink(design_.file, error);
        NodeReader reader(kinds_, folder_, isLink ? linkTarget(design_.file).parent_path() : folder_, pitch,
                          problems_, versionOf(document()), depth_, stop_);
        readNodes(reader, pitch);
        resolveLinks(design_, problems_);
        findRoot();
        checkTree(design_, problems_);
        checkTop();
        checkJob(pitch);
        reportTop();
        design_.diagnostics = problems_.take();
        traceInstances();
        quoteAll();
    }

  private:
    [[nodiscard]] const YamlValue& document() const { return design_.document; }

    /// Keeps a problem of the top level until the root's name is known.
    void topError(std::string_view parameter, ValueProblem problem) {
        top_.emplace_back(std::string(parameter), std::move(problem));
    }

    /// An edit can make a text that is too long or a key twice. Both could be written, but not read again.
    void checkTexts() const {
        if (const YamlValue* text = tooLongText(document()))
            problems_.refuse("", {text->mark, longTextProblem()});
        if (const YamlValue* key = repeatedKey(document())) {
            problems_.refuse("", {key->mark,
                                  "the key %1 is given a second time",
                                  "keep one of them",
                                  {quotedForMessage(key->scalar)}});
        }
    }

    void checkVersion() const {
        const std::string remedy = "start the design with `burin: 1`";
        const YamlValue& top = document();
        if (top.type != YamlValue::Type::map)
            problems_.refuse("", {top.mark, "%1 is not a design", remedy, {shownText(top)}});
        const YamlValue* version = top.find("burin");
        if (version == nullptr) {
            for (const YamlEntry& entry : top.entries) {
                if (plainLooking(entry.key.scalar) != "burin") continue;
                problems_.refuse("", {entry.key.mark,
                                      "the key %1 is not that of the version",
                                      remedy,
                                      {quotedForMessage(entry.key.scalar)}});
            }
            problems_.refuse("", {top.mark, "the version is missing", remedy});
        }
        const bool scalar = version->type == YamlValue::Type::scalar && !version->quoted;
        const auto number = scalar ? parseNumber(version->scalar) : std::nullopt;
        if (!number || *number < 1 || *number != std::floor(*number)) {
            problems_.refuse("", {version->mark,
                                  isValueInQuotes(*version) ? "%1 in quotes is a text, not a version"
                                                            : "%1 is not a version",
                                  remedy,
                                  {shownText(*version)}});
        }
        if (*number > newestVersion) {
            problems_.refuse("", {version->mark,
                                  "version %1 is newer than this program knows",
                                  "use a newer Burin, or save the design as version 2",
                                  {version->scalar}});
        }
    }

    [[nodiscard]] std::optional<double> readPitch() {
        const std::string remedy = "write the pitch of one pixel, for example `pixel: 1 um`";
        const YamlValue* given = document().find("pixel");
        if (given == nullptr) {
            topError("pixel", {document().mark, "the pitch is missing", remedy});
            return {};
        }
        const auto length =
            given->type == YamlValue::Type::scalar ? parseLength(given->scalar) : std::nullopt;
        if (!length || length->unit == LengthUnit::pixel) {
            topError("pixel", {given->mark,
                               "%1 is not a length with a unit%2",
                               remedy,
                               {shownText(*given), commaRemark(*given)}});
            return {};
        }
        const double pitch = length->micrometres(1);
        if (!(pitch > 0) || !std::isfinite(pitch)) {
            topError("pixel", {given->mark, "%1 is not a positive length", remedy, {shownText(*given)}});
            return {};
        }
        return pitch;
    }

    void readNodes(NodeReader& reader, std::optional<double> pitch) {
        const YamlValue* nodes = document().find("nodes");
        if (nodes == nullptr || nodes->type != YamlValue::Type::map) {
            const SourceMark mark = nodes == nullptr ? document().mark : nodes->mark;
            const std::string what =
                nodes == nullptr ? "the nodes are missing" : shownText(*nodes) + " is not a map of nodes";
            topError("nodes", {mark, what, "write `nodes:` with one entry for each node"});
            return;
        }
        if (nodes->entries.size() > mostNodes) {
            problems_.refuse("", {nodes->entries[mostNodes].key.mark, "the design has more than 10,000 nodes",
                                  "use at most 10,000 nodes"});
        }
        expansion_ = expanded(*nodes, pitch);
        design_.instances = std::move(expansion_.instances);
        const auto known = soundBefore(pitch);
        for (const FlatNode& flat : expansion_.nodes) {
            if (stop_.stop_requested()) throw Cancelled();
            const auto found = known.find(flat.name.scalar);
            const Known before = found == known.end() ? Known{} : found->second;
            const bool same = before.body != nullptr && !flat.broken && *before.body == *flat.body;
            design_.nodes.push_back(same          ? *before.node
                                    : flat.broken ? brokenNode(flat)
                                                  : reader.read(flat.name, *flat.body, before.operation()));
            DesignNode& node = design_.nodes.back();
            node.instance = flat.instance;
            node.expansion = flat.rewritten ? flat.body : nullptr;
            node.needsPitch = node.needsPitch || (flat.rewritten && !pitch);
        }
    }

    /// The nodes of the flat design. Version 1 has no groups, so its nodes are flat already.
    [[nodiscard]] Expansion expanded(const YamlValue& nodes, std::optional<double> pitch) {
        if (versionOf(document()) >= groupsVersion) {
            const Groups groups(document(), kinds_, pitch, problems_, stop_);
            return expandGroups(document(), groups, kinds_, pitch, problems_, stop_);
        }
        Expansion flat;
        for (const auto& [name, body] : nodes.entries)
            flat.nodes.push_back(unchangedNode(name, body));
        return flat;
    }

    [[nodiscard]] static DesignNode brokenNode(const FlatNode& flat) {
        DesignNode node;
        node.name = flat.name.scalar;
        node.mark = flat.name.mark;
        node.culprit = flat.culprit;
        const YamlValue* inputs = flat.body->find("inputs");
        if (inputs == nullptr) return node;
        for (std::size_t entry = 0; entry < inputs->items.size(); ++entry) {
            const YamlEntry* child = childIn(inputs->items[entry]);
            if (child == nullptr || child->value.scalar.empty()) continue;
            node.links.push_back(
                {*traitNamed(child->key.scalar), child->value.scalar, {}, {}, entry, child->value.mark});
        }
        return node;
    }

    /// A node of the previous design, and its YAML.
    struct Known {
        const DesignNode* node = nullptr;
        const YamlValue* body = nullptr;  ///< nullptr if the node has to be read again

        [[nodiscard]] const Operation* operation() const {
            return node == nullptr ? nullptr : node->operation.get();
        }
    };

    /// The nodes of the previous design that have no errors, by name.
    [[nodiscard]] std::unordered_map<std::string_view, Known> soundBefore(std::optional<double> pitch) const {
        std::unordered_map<std::string_view, Known> known;
        if (before_ == nullptr || pitch != before_->pixelUm) return known;
        if (versionOf(before_->document) != versionOf(document())) return known;
        std::unordered_map<std::string_view, const YamlValue*> bodies;
        if (const YamlValue* nodes = before_->document.find("nodes")) {
            for (const auto& [name, body] : nodes->entries)
                bodies[name.scalar] = &body;
        }
        for (const DesignNode& node : before_->nodes) {
            if (node.sound)
                known[node.name] = {&node, node.expansion ? node.expansion.get() : bodies[node.name]};
        }
        // A node with a remark is read again, because only reading it makes the remark.
        for (const Diagnostic& diagnostic : before_->diagnostics) {
            const auto found = known.find(diagnostic.node);
            if (found != known.end()) found->second.body = nullptr;
        }
        return known;
    }

    void findRoot() {
        for (NodeIndex i = 0; i < design_.nodes.size(); ++i) {
            DesignNode& node = design_.nodes[i];
            if (node.kind == nullptr || node.kind->description.name != "root") continue;
            if (!design_.root) {
                design_.root = i;
                continue;
            }
            node.sound = false;
            const YamlValue* kind = expansion_.nodes[i].body->find("kind");
            problems_.error(node.name, "kind",
                            {kind->mark,
                             "this is a second surface",
                             "keep one; %1 is the first",
                             {quotedForMessage(design_.nodes[*design_.root].name)}});
        }
        const YamlValue* nodes = document().find("nodes");
        if (design_.root || nodes == nullptr || nodes->type != YamlValue::Type::map) return;
        const auto key = std::find_if(document().entries.begin(), document().entries.end(),
                                      [](const auto& entry) { return entry.key.scalar == "nodes"; });
        topError("nodes", {key->key.mark, "the design has no surface", "add one: a node of `kind: root`"});
    }

    void checkTop() {
        for (const auto& [key, value] : document().entries) {
            std::vector<std::string_view> known = {"burin", "pixel", "nodes", "job", "editor"};
            if (versionOf(document()) >= groupsVersion) known.insert(known.begin() + 2, "groups");
            if (key.scalar == "groups" && versionOf(document()) < groupsVersion) {
                topError(key.scalar, needsVersion(key, groupsVersion));
                continue;
            }
            if (key.scalar == "groups" && value.type != YamlValue::Type::map &&
                value.type != YamlValue::Type::null) {
                topError(key.scalar, {value.mark,
                                      "%1 is not a map of groups",
                                      "write `groups:` with one entry for each group",
                                      {shownText(value)}});
            }
            if (std::find(known.begin(), known.end(), key.scalar) != known.end()) continue;
            topError(key.scalar,
                     {key.mark,
                      "unknown key %1%2",
                      "%3",
                      {shownText(key), commaRemark(key),
                       suggestion(key.scalar, known, filledIn("a design has %1", {alternatives(known)}))}});
        }
    }

    void checkJob(std::optional<double> pitch) {
        const YamlValue* job = document().find("job");
        if (job == nullptr || job->type == YamlValue::Type::null) return;
        std::vector<std::string_view> known;
        for (const ParameterDescription& parameter : jobParameters())
            known.push_back(parameter.key);
        const std::string remedy = "a job has " + alternatives(known);
        if (job->type != YamlValue::Type::map)
            return topError("job", {job->mark, "%1 is not a map", remedy, {shownText(*job)}});
        for (const auto& [key, value] : job->entries) {
            const auto found = std::find(known.begin(), known.end(), key.scalar);
            if (found == known.end()) {
                topError(key.scalar,
                         {key.mark,
                          "unknown key %1%2",
                          "%3",
                          {shownText(key), commaRemark(key), suggestion(key.scalar, known, remedy)}});
                continue;
            }
            std::vector<ValueProblem> problems;
            ValueChecker checker(pitch, problems, versionOf(document()));
            const ParameterDescription& wanted =
                jobParameters()[static_cast<std::size_t>(found - known.begin())];
            auto checked =
                checker.hasVersion(wanted.since, key) ? checker.check(wanted, value) : std::optional<Value>();
            if (checked) design_.job.set(key.scalar, std::move(*checked));
            for (ValueProblem& problem : problems)
                topError(key.scalar, std::move(problem));
        }
        if (pitch) checkRoller(*job, *pitch);
    }

    /// Checks that the root's side round the roller equals the roller's circumference.
    void checkRoller(const YamlValue& job, double pitch) {
        const YamlValue* given = job.find("roller");
        if (given == nullptr || !design_.job.has("roller")) return;
        const auto roller = rollerOf(design_.job);
        if (!roller)
            return topError("roller", {given->mark, "the roller has no diameter",
                                       "write `roller: {diameter: 200 mm, axis: x}`"});
        if (!design_.root) return;
        const DesignNode& root = design_.nodes[*design_.root];
        if (!root.size || root.needsPitch) return;
        const std::int64_t side = roller->roundX() ? root.size->width : root.size->height;
        const std::int64_t wanted = roller->samplesRound(pitch);
        if (side == wanted) return;
        const std::string key = roller->roundX() ? "width" : "height";
        topError("roller",
                 {sideMark(root, key),
                  "the %1 must be %2 px for a roller of %3 mm",
                  "write `%1: %4`",
                  {key, grouped(wanted), numberText(roller->diameterUm / 1000), std::to_string(wanted)}});
    }

    /// The place in the file of a side of the root.
    [[nodiscard]] SourceMark sideMark(const DesignNode& root, const std::string& key) const {
        const YamlValue* nodes = document().find("nodes");
        const YamlValue* body = nodes == nullptr ? nullptr : nodes->find(root.name);
        const YamlValue* side = body == nullptr ? nullptr : body->find(key);
        return side == nullptr ? root.mark : side->mark;
    }

    void reportTop() {
        const std::string node = design_.root ? design_.nodes[*design_.root].name : "";
        if (design_.root && !top_.empty()) design_.nodes[*design_.root].sound = false;
        for (auto& [parameter, problem] : top_)
            problems_.error(node, parameter, std::move(problem));
    }

    /// Adds its instance to each diagnostic of an inner node.
    void traceInstances() {
        if (design_.instances.empty()) return;
        std::unordered_map<std::string_view, std::size_t> instances;
        for (const DesignNode& node : design_.nodes) {
            if (node.instance) instances[node.name] = *node.instance;
        }
        for (const DesignInstance& instance : design_.instances) {
            if (instance.parent) instances[instance.name] = *instance.parent;
        }
        for (Diagnostic& diagnostic : design_.diagnostics) {
            const auto found = instances.find(diagnostic.node);
            if (found != instances.end() && diagnostic.group.empty())
                diagnostic.problem =
                    extended(diagnostic.problem, instanceTrace(design_.instances, found->second));
        }
    }

    void quoteAll() {
        forEachNode(design_.document, [this](YamlEntry& node) {
            if (const Kind* kind = kindOf(node.value, kinds_))
                quoteExpressions(kind->description, node.value);
        });
    }

    Design& design_;
    const std::filesystem::path& folder_;
    std::span<const Kind> kinds_;
    const Design* before_;  ///< may be nullptr
    const ReadingDepth depth_;
    const std::stop_token& stop_;
    Problems problems_;
    Expansion expansion_;
    std::vector<std::pair<std::string, ValueProblem>> top_;
};

/// A design that was refused; only the reason is known.
Design refusedDesign(Diagnostic diagnostic, const std::filesystem::path& file) {
    Design refused;
    refused.file = file;
    refused.refused = true;
    diagnostic.file = file.string();
    refused.diagnostics.push_back(std::move(diagnostic));
    return refused;
}

Design read(YamlValue document, const std::filesystem::path& folder, const std::filesystem::path& file,
            std::span<const Kind> kinds, const Design* before, ReadingDepth depth,
            const std::stop_token& stop) {
    Design design;
    design.file = file;
    design.document = std::move(document);
    try {
        Loader(design, folder, kinds, before, depth, stop).load();
    } catch (FileRefused& refused) {
        return refusedDesign(std::move(refused.diagnostic), file);
    }
    return design;
}

Design parse(std::string_view text, const std::filesystem::path& folder, const std::filesystem::path& file,
             std::span<const Kind> kinds, ReadingDepth depth, const std::stop_token& stop) {
    auto document = parseYaml(text, stop);
    if (stop.stop_requested()) throw Cancelled();
    if (auto* complaint = std::get_if<Diagnostic>(&document))
        return refusedDesign(std::move(*complaint), file);
    return read(std::move(std::get<YamlValue>(document)), folder, file, kinds, nullptr, depth, stop);
}

}  // namespace

Design reviseDesign(YamlValue document, const std::filesystem::path& folder,
                    const std::filesystem::path& file, std::span<const Kind> kinds, const Design* before,
                    const std::stop_token& stop) {
    return read(std::move(document), folder, file, kinds, before, ReadingDepth::whole, stop);
}

Diagnostics problemsWithValues(YamlValue document, const std::filesystem::path& folder,
                               const std::filesystem::path& file, std::span<const Kind> kinds) {
    return read(std::move(document), folder, file, kinds, nullptr, ReadingDepth::values, {}).diagnostics;
}

Design parseDesign(std::string_view text, const std::filesystem::path& folder,
                   const std::filesystem::path& file, std::span<const Kind> kinds,
                   const std::stop_token& stop) {
    return parse(text, folder, file, kinds, ReadingDepth::whole, stop);
}

Design parseValues(std::string_view text, const std::filesystem::path& folder,
                   const std::filesystem::path& file, std::span<const Kind> kinds,
                   const std::stop_token& stop) {
    return parse(text, folder, file, kinds, ReadingDepth::values, stop);
}

}  // namespace burin
