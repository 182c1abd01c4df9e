// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/design.hpp"
#include "core/design/job.hpp"
#include "core/design/node_reader.hpp"
#include "core/design/problems.hpp"
#include "core/design/tree_check.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace burin {

namespace {

constexpr int newestVersion = 1;
constexpr std::size_t mostNodes = 10'000;

/// Reads one document. Problems of the top level count as the root's and are reported under its name.
class Loader {
  public:
    Loader(Design& design, const std::filesystem::path& folder, std::span<const Kind> kinds,
           const Design* before, const std::stop_token& stop)
        : design_(design),
          folder_(folder),
          kinds_(kinds),
          before_(before),
          stop_(stop),
          problems_(design.file.string()) {}

    void load() {
        checkVersion();
        const auto pitch = readPitch();
        if (pitch) design_.pixelUm = *pitch;
        NodeReader reader(kinds_, folder_, pitch, problems_);
        readNodes(reader, pitch);
        resolveLinks(design_, problems_);
        findRoot();
        checkTree(design_, problems_);
        checkTop();
        checkJob(pitch);
        reportTop();
        design_.diagnostics = problems_.take();
        quoteAll();
    }

  private:
    [[nodiscard]] const YamlValue& document() const { return design_.document; }

    /// Keeps a problem of the top level until the root's name is known.
    void topError(std::string_view parameter, ValueProblem problem) {
        top_.emplace_back(std::string(parameter), std::move(problem));
    }

    void checkVersion() const {
        const std::string remedy = "a design starts with `burin: 1`";
        const YamlValue& top = document();
        if (top.type != YamlValue::Type::map)
            problems_.refuse("", {top.mark, shownText(top) + " is not a design", remedy});
        const YamlValue* version = top.find("burin");
        if (version == nullptr) problems_.refuse("", {top.mark, "the version is missing", remedy});
        const bool scalar = version->type == YamlValue::Type::scalar && !version->quoted;
        const auto number = scalar ? parseNumber(version->scalar) : std::nullopt;
        if (!number || *number < 1 || *number != std::floor(*number)) {
            problems_.refuse("", {version->mark, shownText(*version) + " is not a version", remedy});
        }
        if (*number > newestVersion) {
            problems_.refuse(
                "", {version->mark, "version " + version->scalar + " is newer than this program knows",
                     "use a newer Burin, or save the design as version 1"});
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
            topError("pixel", {given->mark, shownText(*given) + " is not a length with a unit", remedy});
            return {};
        }
        const double pitch = length->micrometres(1);
        if (!(pitch > 0) || !std::isfinite(pitch)) {
            topError("pixel", {given->mark, shownText(*given) + " is not a positive length", remedy});
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
            problems_.refuse("", {nodes->entries[mostNodes].key.mark, "more than 10,000 nodes",
                                  "a design has at most 10,000 nodes"});
        }
        const auto known = soundBefore(pitch);
        for (const auto& [name, body] : nodes->entries) {
            if (stop_.stop_requested()) throw Cancelled();
            const auto found = known.find(name.scalar);
            const bool same = found != known.end() && *found->second.body == body;
            design_.nodes.push_back(same ? *found->second.node : reader.read(name, body));
        }
    }

    /// A node of the design before, and what its file says of it.
    struct Known {
        const DesignNode* node = nullptr;
        const YamlValue* body = nullptr;
    };

    /// The nodes of the design before of which nothing is wrong, by name.
    [[nodiscard]] std::unordered_map<std::string_view, Known> soundBefore(std::optional<double> pitch) const {
        std::unordered_map<std::string_view, Known> known;
        if (before_ == nullptr || pitch != before_->pixelUm) return known;
        const YamlValue* bodies = before_->document.find("nodes");
        for (NodeIndex i = 0; i < before_->nodes.size(); ++i) {
            const DesignNode& node = before_->nodes[i];
            if (node.sound) known[node.name] = {&node, &bodies->entries[i].value};
        }
        for (const Diagnostic& diagnostic : before_->diagnostics)
            known.erase(diagnostic.node);
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
            const YamlValue* kind = document().find("nodes")->entries[i].value.find("kind");
            problems_.error(node.name, "kind",
                            {kind->mark, "a second root",
                             "a design has one root; " + quotedForMessage(design_.nodes[*design_.root].name) +
                                 " is the first"});
        }
        const YamlValue* nodes = document().find("nodes");
        if (design_.root || nodes == nullptr || nodes->type != YamlValue::Type::map) return;
        const auto key = std::find_if(document().entries.begin(), document().entries.end(),
                                      [](const auto& entry) { return entry.key.scalar == "nodes"; });
        topError("nodes", {key->key.mark, "there is no root", "add a node of `kind: root`"});
    }

    void checkTop() {
        for (const auto& [key, value] : document().entries) {
            const std::vector<std::string_view> known = {"burin", "pixel", "nodes", "job", "editor"};
            if (std::find(known.begin(), known.end(), key.scalar) != known.end()) continue;
            topError(key.scalar, {key.mark, "unknown key " + shownText(key),
                                  suggestion(key.scalar, known, "a design has " + alternatives(known))});
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
            return topError("job", {job->mark, shownText(*job) + " is not a map", remedy});
        for (const auto& [key, value] : job->entries) {
            const auto found = std::find(known.begin(), known.end(), key.scalar);
            if (found == known.end()) {
                topError(key.scalar,
                         {key.mark, "unknown key " + shownText(key), suggestion(key.scalar, known, remedy)});
                continue;
            }
            std::vector<ValueProblem> problems;
            ValueChecker checker(pitch, problems);
            auto checked =
                checker.check(jobParameters()[static_cast<std::size_t>(found - known.begin())], value);
            if (checked) design_.job.set(key.scalar, std::move(*checked));
            for (ValueProblem& problem : problems)
                topError(key.scalar, std::move(problem));
        }
    }

    void reportTop() {
        const std::string node = design_.root ? design_.nodes[*design_.root].name : "";
        if (design_.root && !top_.empty()) design_.nodes[*design_.root].sound = false;
        for (auto& [parameter, problem] : top_)
            problems_.error(node, parameter, std::move(problem));
    }

    void quoteAll() {
        if (design_.nodes.empty()) return;
        for (auto& [key, nodes] : design_.document.entries) {
            if (key.scalar != "nodes") continue;
            for (NodeIndex i = 0; i < design_.nodes.size(); ++i) {
                if (design_.nodes[i].kind == nullptr) continue;
                quoteExpressions(design_.nodes[i].kind->description, nodes.entries[i].value);
            }
        }
    }

    Design& design_;
    const std::filesystem::path& folder_;
    std::span<const Kind> kinds_;
    const Design* before_;  ///< may be nullptr
    const std::stop_token& stop_;
    Problems problems_;
    std::vector<std::pair<std::string, ValueProblem>> top_;
};

/// A design of which nothing but the reason for its refusal is known.
Design refusedDesign(Diagnostic diagnostic, const std::filesystem::path& file) {
    Design refused;
    refused.file = file;
    refused.refused = true;
    diagnostic.file = file.string();
    refused.diagnostics.push_back(std::move(diagnostic));
    return refused;
}

}  // namespace

Design reviseDesign(YamlValue document, const std::filesystem::path& folder,
                    const std::filesystem::path& file, std::span<const Kind> kinds, const Design* before,
                    const std::stop_token& stop) {
    Design design;
    design.file = file;
    design.document = std::move(document);
    try {
        Loader(design, folder, kinds, before, stop).load();
    } catch (FileRefused& refused) {
        return refusedDesign(std::move(refused.diagnostic), file);
    }
    return design;
}

Design parseDesign(std::string_view text, const std::filesystem::path& folder,
                   const std::filesystem::path& file, std::span<const Kind> kinds,
                   const std::stop_token& stop) {
    auto document = parseYaml(text, stop);
    if (stop.stop_requested()) throw Cancelled();
    if (auto* complaint = std::get_if<Diagnostic>(&document))
        return refusedDesign(std::move(*complaint), file);
    return reviseDesign(std::move(std::get<YamlValue>(document)), folder, file, kinds, nullptr, stop);
}

}  // namespace burin
