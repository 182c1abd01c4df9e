// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/group_kind.hpp"

#include "core/design/groups/group_reader.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/model/document/scoped_design.hpp"

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

std::string oneLine(YamlValue value) {
    value.flow = true;
    std::string text = writeYaml(value);
    text.erase(text.find_last_not_of('\n') + 1);
    return text;
}

Group readGroup(const Design& design, std::span<const Kind> kinds, std::string_view name) {
    Problems unused{""};
    const std::stop_token never;
    const YamlValue& groups = *design.document.find("groups");
    return GroupReader(kinds, design.pixelUm, unused, never).read(*keyIn(groups, name), *groups.find(name));
}

/// The limits of links that the sockets of one trait make.
LinkDescription linkFor(const Group& group, Trait trait) {
    LinkDescription link{.trait = trait, .maximum = 0, .since = 2};
    for (const Socket& socket : group.sockets) {
        if (socket.trait != trait) continue;
        ++link.maximum;
        if (!socket.optional && socket.otherwise.empty()) ++link.minimum;
    }
    return link;
}

}  // namespace

GroupKind::GroupKind(std::shared_ptr<const Design> design, std::span<const Kind> kinds,
                     std::string_view group)
    : design_(std::move(design)),
      body_(*groupText(design_->document, group)),
      group_(readGroup(*design_, kinds, group)) {
    description_.name = "group";
    description_.title = textUnder(body_, "title");
    description_.help = textUnder(body_, "help");
    description_.size = SizeRule::none;
    description_.since = 2;
    if (description_.title.empty()) description_.title = group_.name;
    for (const GroupParameter& parameter : group_.parameters) {
        ParameterDescription rule = parameter.rule;
        rule.limitsChosen = true;
        // A default that is a formula is not a fixed text: its result comes from the instance.
        if (parameter.fallback != nullptr && !GroupFormula::stands(*parameter.fallback))
            rule.fallback = fallbacks_.emplace_back(oneLine(*parameter.fallback));
        description_.parameters.push_back(std::move(rule));
    }
    for (const Trait trait : allTraits) {
        const LinkDescription link = linkFor(group_, trait);
        if (link.maximum > 0) description_.links.push_back(link);
    }
}

std::vector<std::string_view> GroupKind::sockets(Trait trait) const {
    std::vector<std::string_view> names;
    for (const Socket& socket : group_.sockets) {
        if (socket.trait == trait) names.push_back(socket.name);
    }
    return names;
}

bool GroupKind::describes(const Design& design, std::string_view group) const {
    const YamlValue* body = groupText(design.document, group);
    if (group != group_.name || body == nullptr || design.pixelUm != design_->pixelUm) return false;
    constexpr std::array<std::string_view, 4> described = {"title", "help", "parameters", "inputs"};
    return std::all_of(described.begin(), described.end(), [&](std::string_view key) {
        const YamlValue* before = body_.find(key);
        const YamlValue* now = body->find(key);
        return before == nullptr || now == nullptr ? before == now : *before == *now;
    });
}

}  // namespace burin::ui
