// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/scoped_design.hpp"

#include "core/design/yaml_tools.hpp"
#include "ui/model/document/nodes_by_name.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace burin::ui {

namespace {

constexpr std::string_view instanceKind = "group";
constexpr std::string_view socketKind = "socket";

Kind sourceKind(std::string_view name, std::string_view help) {
    Kind kind;
    kind.description = {.name = name,
                        .title = "Socket",
                        .help = help,
                        .category = Category::source,
                        .size = SizeRule::none,
                        .parameters = {},
                        .links = {}};
    return kind;
}

/// The kinds of sockets by their trait, followed by that of a new socket.
const std::array<Kind, 4>& socketKinds() {
    static const std::array<Kind, 4> kinds = {sourceKind(socketKind, "data"), sourceKind(socketKind, "mask"),
                                              sourceKind(socketKind, "pattern"), sourceKind(socketKind, "")};
    return kinds;
}

const Kind& outputKind() {
    static const Kind kind = [] {
        Kind made;
        made.description = {.name = "output",
                            .title = "Output",
                            .help = {},
                            .category = Category::output,
                            .size = SizeRule::none,
                            .parameters = {},
                            .links = {{.trait = Trait::data, .minimum = 1, .maximum = 1}}};
        return made;
    }();
    return kind;
}

/// The kind of the instances of a group, with the texts of `group`.
Kind instanceKindOf(const YamlValue* group, std::string_view name) {
    Kind kind;
    const YamlValue* title = group == nullptr ? nullptr : group->find("title");
    const YamlValue* help = group == nullptr ? nullptr : group->find("help");
    kind.description = {.name = instanceKind,
                        .title = title == nullptr ? name : std::string_view(title->scalar),
                        .help = help == nullptr ? std::string_view() : std::string_view(help->scalar),
                        .category = Category::combine,
                        .size = SizeRule::none,
                        .parameters = {},
                        .links = {}};
    const YamlValue* sockets = group == nullptr ? nullptr : group->find("inputs");
    if (sockets == nullptr) return kind;
    for (const Trait trait : allTraits) {
        LinkDescription links{.trait = trait, .maximum = 0};
        for (const YamlValue& socket : sockets->items) {
            if (socket.find(traitName(trait)) == nullptr) continue;
            ++links.maximum;
            if (socket.find("optional") == nullptr && socket.find("else") == nullptr) ++links.minimum;
        }
        if (links.maximum > 0) kind.description.links.push_back(links);
    }
    return kind;
}

/// Makes the nodes of one scope.
class ScopeMaker {
  public:
    ScopeMaker(ScopedDesign& scoped, std::span<const Kind> kinds, const std::string& group,
               const std::string& instance)
        : scoped_(scoped),
          whole_(*scoped.whole),
          names_(whole_),
          kinds_(kinds),
          group_(group),
          prefix_(instance) {
        if (!group.empty()) prefix_ += '/';
        for (NodeIndex i = 0; i < whole_.nodes.size(); ++i)
            flat_.emplace(whole_.nodes[i].name, i);
        for (std::size_t i = 0; i < whole_.instances.size(); ++i)
            instances_.emplace(whole_.instances[i].name, i);
        if (const auto found = instances_.find(instance); found != instances_.end()) inside_ = found->second;
    }

    Design made() {
        design_.file = whole_.file;
        design_.pixelUm = whole_.pixelUm;
        const YamlValue* nodes = scoped_.text == nullptr ? nullptr : scoped_.text->find("nodes");
        if (nodes != nullptr) {
            for (const YamlEntry& entry : nodes->entries)
                addNode(entry.key.scalar, entry.value);
        }
        if (!group_.empty() && scoped_.text != nullptr) addBlocks();
        for (NodeIndex i = 0; i < design_.nodes.size(); ++i)
            places_.emplace(design_.nodes[i].name, i);
        if (nodes != nullptr) {
            for (const YamlEntry& entry : nodes->entries)
                addLinks(design_.nodes[places_[entry.key.scalar]], entry.value);
        }
        if (!group_.empty() && scoped_.text != nullptr) linkOutput();
        addDiagnostics();
        return std::move(design_);
    }

  private:
    void addNode(const std::string& name, const YamlValue& body) {
        const std::string flat = prefix_ + name;
        const auto found = flat_.find(flat);
        const auto instance = instances_.find(flat);
        DesignNode node;
        std::optional<NodeIndex> shown;
        if (found != flat_.end()) {
            node = whole_.nodes[found->second];
            node.links.clear();
            shown = found->second;
        }
        node.name = name;
        if (burin::isInstance(body)) {
            node.kind = &kindOf(groupOfInstance(body));
            if (instance != instances_.end()) {
                node.muted = whole_.instances[instance->second].muted;
                shown = names_.find(flat);
            }
            if (shown) node.sound = whole_.nodes[*shown].sound;
        } else if (found == flat_.end()) {
            node.kind = burin::kindOf(body, kinds_);
        }
        if (group_.empty() && found != flat_.end() && whole_.root == found->second)
            design_.root = design_.nodes.size();
        design_.nodes.push_back(std::move(node));
        scoped_.flat.push_back(shown);
    }

    const Kind& kindOf(const std::string& group) {
        const auto known = madeKinds_.find(group);
        if (known != madeKinds_.end()) return *known->second;
        const YamlValue* groups = whole_.document.find("groups");
        const YamlValue* name = groups == nullptr ? nullptr : keyIn(*groups, group);
        const YamlValue* text = groupText(whole_.document, group);
        scoped_.made.push_back(instanceKindOf(text, name == nullptr ? std::string_view() : name->scalar));
        madeKinds_.emplace(group, &scoped_.made.back());
        return scoped_.made.back();
    }

    void addBlock(std::string name, const Kind& kind) {
        DesignNode block;
        block.name = std::move(name);
        block.kind = &kind;
        block.sound = true;
        design_.nodes.push_back(std::move(block));
        scoped_.flat.emplace_back();
    }

    void addBlocks() {
        if (const YamlValue* sockets = scoped_.text->find("inputs")) {
            for (const YamlValue& socket : sockets->items) {
                const YamlEntry* child = childIn(socket);
                if (child == nullptr) continue;
                const Trait trait = *traitNamed(child->key.scalar);
                addBlock("$" + child->value.scalar, socketKinds()[static_cast<std::size_t>(trait)]);
            }
        }
        addBlock(std::string(newSocket), socketKinds().back());
        addBlock(std::string(outputBlock), outputKind());
    }

    void addLinks(DesignNode& node, const YamlValue& body) {
        const YamlValue* inputs = body.find("inputs");
        if (inputs == nullptr) return;
        const auto flat = flat_.find(prefix_ + node.name);
        const std::vector<DesignLink>* known =
            flat == flat_.end() ? nullptr : &whole_.nodes[flat->second].links;
        // If an optional link is left out, later links have lower indices in `known`.
        if (known != nullptr && known->size() != inputs->items.size()) known = nullptr;
        for (std::size_t i = 0; i < inputs->items.size(); ++i) {
            const YamlEntry* child = childIn(inputs->items[i]);
            if (child == nullptr || child->value.scalar.empty()) continue;
            DesignLink link;
            link.trait = *traitNamed(child->key.scalar);
            link.childName = child->value.scalar;
            if (const auto found = places_.find(link.childName); found != places_.end())
                link.child = found->second;
            if (known != nullptr) link.at = (*known)[i].at;
            link.entry = i;
            link.mark = child->value.mark;
            node.links.push_back(std::move(link));
        }
    }

    void linkOutput() {
        const YamlValue* output = scoped_.text->find("output");
        if (output == nullptr || output->scalar.empty()) return;
        DesignLink link;
        link.childName = output->scalar;
        if (const auto found = places_.find(link.childName); found != places_.end())
            link.child = found->second;
        design_.nodes.back().links.push_back(std::move(link));
    }

    void addDiagnostics() {
        const auto broken = brokenInstances();
        for (const Diagnostic& problem : whole_.diagnostics) {
            if (!problem.group.empty() && problem.group != group_) {
                // Show the problem at the instances that it breaks.
                const auto instances = broken.find(problem.group);
                if (instances == broken.end()) continue;
                for (const NodeIndex i : instances->second)
                    show(problem, design_.nodes[i].name, problem.node);
                continue;
            }
            if (!problem.group.empty()) {
                show(problem, problem.node, {});
            } else if (const std::string at = nodeOver(problem.node); !at.empty()) {
                const std::size_t inner = prefix_.size() + at.size() + 1;
                show(problem, at, problem.node.size() > inner ? problem.node.substr(inner) : std::string());
            }
        }
    }

    /// The instances in the scope that are broken, by the group whose problems broke them.
    [[nodiscard]] std::unordered_map<std::string_view, std::vector<NodeIndex>> brokenInstances() const {
        std::unordered_map<std::string_view, std::vector<NodeIndex>> broken;
        for (NodeIndex i = 0; i < design_.nodes.size(); ++i) {
            if (!isInstance(design_.nodes[i]) || !scoped_.flat[i]) continue;
            const std::string& culprit = whole_.nodes[*scoped_.flat[i]].culprit;
            if (!culprit.empty()) broken[culprit].push_back(i);
        }
        return broken;
    }

    void show(const Diagnostic& problem, const std::string& node, const std::string& inner) {
        Diagnostic shown = problem;
        shown.node = node;
        shown.group.clear();
        if (!inner.empty()) {
            shown.problem.subject =
                shown.problem.subject.empty() ? inner : inner + ": " + shown.problem.subject;
            shown.parameter.clear();
        }
        design_.diagnostics.push_back(std::move(shown));
    }

    /// The node of the scope that is a flat node or contains it; empty if it is somewhere else.
    [[nodiscard]] std::string nodeOver(const std::string& flat) const {
        if (flat.starts_with(prefix_) && places_.contains(flat.substr(prefix_.size())))
            return flat.substr(prefix_.size());
        const auto found = flat_.find(flat);
        if (found == flat_.end()) return {};
        auto outer = whole_.nodes[found->second].instance;
        while (outer && whole_.instances[*outer].parent != inside_)
            outer = whole_.instances[*outer].parent;
        return outer ? whole_.instances[*outer].name.substr(prefix_.size()) : std::string();
    }

    ScopedDesign& scoped_;
    const Design& whole_;
    NodesByName names_;
    std::span<const Kind> kinds_;
    const std::string& group_;
    std::string prefix_;                 ///< the prefix of the scope's flat names
    std::optional<std::size_t> inside_;  ///< the open instance
    std::unordered_map<std::string_view, NodeIndex> flat_;
    std::unordered_map<std::string_view, std::size_t> instances_;
    std::unordered_map<std::string, NodeIndex> places_;
    std::unordered_map<std::string, const Kind*> madeKinds_;
    Design design_;
};

}  // namespace

const YamlValue* groupText(const YamlValue& document, std::string_view group) {
    const YamlValue* groups = document.find("groups");
    return groups == nullptr ? nullptr : groups->find(group);
}

std::string groupOfInstance(const YamlValue& body) {
    const YamlValue* group = burin::isInstance(body) ? body.find("group") : nullptr;
    return group == nullptr ? std::string() : group->scalar;
}

bool isInstance(const DesignNode& node) {
    return node.kind != nullptr && node.kind->description.name == instanceKind;
}

bool isSocket(const DesignNode& node) {
    return node.kind != nullptr && node.kind->description.name == socketKind;
}

bool isOutput(const DesignNode& node) {
    return node.kind == &outputKind();
}

std::optional<Trait> carriedBy(const DesignNode& node) {
    return isSocket(node) ? traitNamed(node.kind->description.help) : std::nullopt;
}

std::shared_ptr<const ScopedDesign> scopedDesign(std::shared_ptr<const Design> whole,
                                                 std::span<const Kind> kinds, const std::string& group,
                                                 const std::string& instance) {
    auto scoped = std::make_shared<ScopedDesign>();
    scoped->whole = std::move(whole);
    const Design& design = *scoped->whole;
    scoped->text = group.empty() ? &design.document : groupText(design.document, group);
    const bool groups = design.document.find("groups") != nullptr;
    if (group.empty() && !groups) {
        scoped->design = scoped->whole;
        for (NodeIndex i = 0; i < design.nodes.size(); ++i)
            scoped->flat.emplace_back(i);
    } else {
        scoped->design = std::make_shared<Design>(ScopeMaker(*scoped, kinds, group, instance).made());
    }
    return scoped;
}

}  // namespace burin::ui
