// SPDX-License-Identifier: GPL-3.0-or-later

// The edits of a group's sockets and of its output.

#include "core/design/design_edit.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <set>

namespace burin {

namespace {

bool needsLink(const YamlValue& socket) {
    return socket.find("else") == nullptr && socket.find("optional") == nullptr;
}

/// The name of a socket, or nothing if the entry is not one.
std::string_view nameOf(const YamlValue& socket) {
    const YamlEntry* child = childIn(socket);
    return child == nullptr ? std::string_view() : std::string_view(child->value.scalar);
}

bool hasSocket(const YamlValue& group, std::string_view name) {
    const YamlValue* sockets = group.find("inputs");
    return sockets != nullptr && std::any_of(sockets->items.begin(), sockets->items.end(),
                                             [&](const YamlValue& each) { return nameOf(each) == name; });
}

std::string_view groupOf(const YamlValue& body) {
    const YamlValue* group = isInstance(body) ? body.find("group") : nullptr;
    return group == nullptr ? std::string_view() : std::string_view(group->scalar);
}

/// The index in an instance's `inputs` of its k-th link of a trait; nothing if it has fewer.
std::optional<std::size_t> entryOf(const YamlValue& body, std::string_view trait, std::size_t k) {
    const YamlValue* inputs = body.find("inputs");
    for (std::size_t i = 0; inputs != nullptr && i < inputs->items.size(); ++i) {
        const YamlEntry* child = childIn(inputs->items[i]);
        if (child != nullptr && child->key.scalar == trait && k-- == 0) return i;
    }
    return {};
}

}  // namespace

bool DesignEdit::wouldContainItself(std::string_view group) const {
    if (scope_.empty()) return false;
    const YamlValue* groups = document_.find("groups");
    std::vector<std::string> open = {std::string(group)};
    std::set<std::string, std::less<>> seen;
    while (!open.empty() && groups != nullptr) {
        const std::string name = std::move(open.back());
        open.pop_back();
        if (name == scope_) return true;
        const YamlValue* found = seen.insert(name).second ? groups->find(name) : nullptr;
        const YamlValue* inner = found == nullptr ? nullptr : found->find("nodes");
        if (inner == nullptr) continue;
        for (const YamlEntry& node : inner->entries) {
            if (!groupOf(node.value).empty()) open.emplace_back(groupOf(node.value));
        }
    }
    return false;
}

std::string DesignEdit::output() const {
    const YamlValue* output = scope_.empty() || owner() == nullptr ? nullptr : owner()->find("output");
    return output == nullptr ? std::string() : output->scalar;
}

void DesignEdit::setOutput(std::string_view node) {
    if (scope_.empty() || owner() == nullptr) return;
    setIn(*owner(), "output", node.empty() ? std::nullopt : std::optional(yamlScalar(node)));
}

/// Replaces `before` by `after`, or by nothing, as the group's output and as the `else` of its sockets.
void DesignEdit::replaceOutput(std::string_view before, std::string_view after) {
    if (scope_.empty() || owner() == nullptr) return;
    if (after.starts_with('$')) after = {};
    if (output() == before) setOutput(after);
    YamlValue* sockets = valueIn(*owner(), "inputs");
    if (sockets == nullptr) return;
    for (YamlValue& socket : sockets->items) {
        const YamlValue* otherwise = socket.find("else");
        if (otherwise == nullptr || otherwise->scalar != before) continue;
        setIn(socket, "else", after.empty() ? std::nullopt : std::optional(yamlScalar(after)));
        if (after.empty()) valueAt(socket, "optional") = yamlScalar("true");
    }
}

std::string DesignEdit::addSocket(Trait trait, std::string_view wanted, bool optional) {
    if (scope_.empty() || owner() == nullptr) return {};
    std::string name(wanted);
    for (int number = 2; hasSocket(*owner(), name); ++number)
        name = std::string(wanted) + " " + std::to_string(number);
    YamlValue& sockets = valueAt(*owner(), "inputs");
    if (sockets.type != YamlValue::Type::sequence) sockets = yamlSequence();
    const bool follows = std::any_of(sockets.items.begin(), sockets.items.end(), [&](const YamlValue& each) {
        return each.find(traitName(trait)) != nullptr && !needsLink(each);
    });
    sockets.items.push_back(linkTo(trait, name));
    if (optional || follows) valueAt(sockets.items.back(), "optional") = yamlScalar("true");
    return name;
}

/// The child that a link names; adds the socket for newSocket.
std::string DesignEdit::madeChild(std::string_view parent, Trait trait, std::string_view child) {
    if (scope_.empty() || child != newSocket) return std::string(child);
    const Kind* kind = kindOf(*node(parent), kinds());
    const LinkDescription* taken = kind == nullptr ? nullptr : kind->description.link(trait);
    const bool required = taken != nullptr && taken->minimum > 0;
    // Data that are left out would change the numbers of those behind them in a formula.
    const bool numbered = kind != nullptr && trait == Trait::data && numbersItsData(*kind);
    return "$" + addSocket(trait, traitName(trait), !required && !numbered);
}

void DesignEdit::renameSocket(std::string_view before, std::string_view name) {
    YamlValue* sockets = scope_.empty() || owner() == nullptr ? nullptr : valueIn(*owner(), "inputs");
    if (sockets == nullptr || nodes() == nullptr) return;
    for (YamlValue& socket : sockets->items) {
        if (nameOf(socket) == before) childIn(socket)->value = yamlScalar(name);
    }
    const std::string linked = "$" + std::string(before);
    for (YamlEntry& node : nodes()->entries) {
        YamlValue* list = valueIn(node.value, "inputs");
        if (list == nullptr) continue;
        for (YamlValue& link : list->items) {
            YamlEntry* child = childIn(link);
            if (child != nullptr && child->value.scalar == linked)
                child->value = yamlScalar("$" + std::string(name));
        }
    }
}

void DesignEdit::removeSocket(std::string_view name) {
    YamlValue* sockets = scope_.empty() || owner() == nullptr ? nullptr : valueIn(*owner(), "inputs");
    if (sockets == nullptr) return;
    const auto found = std::find_if(sockets->items.begin(), sockets->items.end(),
                                    [&](const YamlValue& each) { return nameOf(each) == name; });
    if (found == sockets->items.end()) return;
    const std::string trait = childIn(*found)->key.scalar;
    const auto place = static_cast<std::size_t>(std::count_if(
        sockets->items.begin(), found, [&](const YamlValue& each) { return each.find(trait) != nullptr; }));
    sockets->items.erase(found);
    if (sockets->items.empty()) eraseIn(*owner(), "inputs");
    const std::string linked = "$" + std::string(name);
    for (const std::string& reader : nodeNames()) {
        for (std::size_t entry = links(reader); entry-- > 0;) {
            const YamlEntry* child = childIn(node(reader)->find("inputs")->items[entry]);
            if (child != nullptr && child->value.scalar == linked) unlink(reader, entry);
        }
    }
    const std::string group = scope_;
    std::vector<std::string> scopes = groupNames();
    scopes.emplace_back();
    for (const std::string& scope : scopes) {
        setScope(scope);
        for (const std::string& instance : nodeNames()) {
            if (groupOf(*node(instance)) != group) continue;
            if (const auto entry = entryOf(*node(instance), trait, place)) unlink(instance, *entry);
        }
    }
    setScope(group);
}

}  // namespace burin
