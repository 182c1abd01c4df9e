// SPDX-License-Identifier: GPL-3.0-or-later

// The edits of a group's sockets and of its output.

#include "core/design/design_edit.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace burin {

namespace {

SocketNeed needOf(const YamlValue& socket) {
    const YamlValue* otherwise = socket.find("else");
    return {writtenTrue(socket.find("optional")), otherwise == nullptr ? std::string() : otherwise->scalar};
}

bool needsLink(const YamlValue& socket) {
    return needOf(socket) == SocketNeed{};
}

/// The name of a socket, or nothing if the entry is not one.
std::string_view nameOf(const YamlValue& socket) {
    const YamlEntry* child = childIn(socket);
    return child == nullptr ? std::string_view() : std::string_view(child->value.scalar);
}

/// A socket of a group, or nullptr. \param group  may be nullptr
const YamlValue* socketIn(const YamlValue* group, std::string_view name) {
    const YamlValue* sockets = group == nullptr ? nullptr : group->find("inputs");
    if (sockets == nullptr) return nullptr;
    const auto found = std::find_if(sockets->items.begin(), sockets->items.end(),
                                    [&](const YamlValue& each) { return nameOf(each) == name; });
    return found == sockets->items.end() ? nullptr : &*found;
}

std::string_view groupOf(const YamlValue& body) {
    const YamlValue* group = isInstance(body) ? body.find("group") : nullptr;
    return group == nullptr ? std::string_view() : std::string_view(group->scalar);
}

/// The indices of a node's links of a trait in its `inputs`.
std::vector<std::size_t> entriesOf(const YamlValue& body, std::string_view trait) {
    std::vector<std::size_t> entries;
    const YamlValue* inputs = body.find("inputs");
    for (std::size_t i = 0; inputs != nullptr && i < inputs->items.size(); ++i) {
        const YamlEntry* child = childIn(inputs->items[i]);
        if (child != nullptr && child->key.scalar == trait) entries.push_back(i);
    }
    return entries;
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

/// Replaces `before` by `after`, or removes it, as the group's output and in the `else` of its sockets.
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
    for (int number = 2; socketIn(owner(), name) != nullptr; ++number)
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
    // If a data link is left out, the later data links get other numbers in a formula.
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
    forInstances([&](const std::string& instance) {
        const std::vector<std::size_t> entries = entriesOf(*node(instance), trait);
        if (place < entries.size()) unlink(instance, entries[place]);
    });
}

/// Calls a function for each instance of the scope's group, in the scope of the instance.
void DesignEdit::forInstances(const std::function<void(const std::string&)>& call) {
    const std::string group = scope_;
    std::vector<std::string> scopes = groupNames();
    scopes.emplace_back();
    for (const std::string& scope : scopes) {
        setScope(scope);
        for (const std::string& instance : nodeNames()) {
            if (groupOf(*node(instance)) == group) call(instance);
        }
    }
    setScope(group);
}

std::vector<std::string> DesignEdit::socketsLike(std::string_view name) const {
    const YamlValue* socket = scope_.empty() ? nullptr : socketIn(owner(), name);
    if (socket == nullptr) return {};
    const std::string& trait = childIn(*socket)->key.scalar;
    std::vector<std::string> names;
    for (const YamlValue& each : owner()->find("inputs")->items) {
        if (each.find(trait) != nullptr) names.emplace_back(nameOf(each));
    }
    return names;
}

SocketNeed DesignEdit::socketNeed(std::string_view name) const {
    const YamlValue* socket = scope_.empty() ? nullptr : socketIn(owner(), name);
    return socket == nullptr ? SocketNeed{} : needOf(*socket);
}

std::vector<std::string> DesignEdit::nodesWithout(std::string_view socket) const {
    std::set<std::string, std::less<>> readers = {"$" + std::string(socket)};
    const auto reads = [&](const std::string& name) {
        const YamlValue* inputs = node(name)->find("inputs");
        return inputs != nullptr &&
               std::any_of(inputs->items.begin(), inputs->items.end(), [&](const auto& link) {
                   const YamlEntry* child = childIn(link);
                   return child != nullptr && readers.contains(child->value.scalar);
               });
    };
    std::vector<std::string> without = nodeNames();
    for (std::size_t known = 0; known != readers.size();) {
        known = readers.size();
        std::erase_if(without, [&](const std::string& name) {
            if (!reads(name)) return false;
            readers.insert(name);
            return true;
        });
        const YamlValue* sockets = owner() == nullptr ? nullptr : owner()->find("inputs");
        for (std::size_t i = 0; sockets != nullptr && i < sockets->items.size(); ++i) {
            if (readers.contains(needOf(sockets->items[i]).otherwise))
                readers.insert("$" + std::string(nameOf(sockets->items[i])));
        }
    }
    return without;
}

std::optional<MissingLink> DesignEdit::moveSocket(std::string_view name, std::size_t place) {
    std::vector<std::string> order = socketsLike(name);
    const auto found = std::find(order.begin(), order.end(), name);
    if (found == order.end() || place >= order.size()) return {};
    order.erase(found);
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), std::string(name));
    return orderSockets(order);
}

std::optional<MissingLink> DesignEdit::setSocketNeed(std::string_view name, const SocketNeed& need) {
    const std::vector<std::string> names = socketsLike(name);
    const auto others = std::count_if(names.begin(), names.end(), [&](const std::string& each) {
        return each != name && socketNeed(each) == SocketNeed{};
    });
    const bool moves = (need == SocketNeed{}) != (socketNeed(name) == SocketNeed{});
    if (names.empty()) return {};
    if (moves) {
        if (auto missing = moveSocket(name, static_cast<std::size_t>(others))) return missing;
    }
    for (YamlValue& socket : valueIn(*owner(), "inputs")->items) {
        if (nameOf(socket) != name) continue;
        setIn(socket, "optional", need.optional ? std::optional(yamlScalar("true")) : std::nullopt);
        setIn(socket, "else",
              need.otherwise.empty() ? std::nullopt : std::optional(yamlScalar(need.otherwise)));
    }
    return {};
}

/// Reorders the sockets of one trait, and the links of all instances with them.
/// \param order  the names of all these sockets
std::optional<MissingLink> DesignEdit::orderSockets(const std::vector<std::string>& order) {
    const std::vector<std::string> before = socketsLike(order.front());
    const std::string trait = childIn(*socketIn(owner(), order.front()))->key.scalar;
    // The first `links` sockets of the old order, by their old places, in the new order.
    const auto ordered = [&](std::size_t links) {
        std::vector<std::size_t> places;
        for (const std::string& name : order) {
            const auto place =
                static_cast<std::size_t>(std::find(before.begin(), before.end(), name) - before.begin());
            if (place < links) places.push_back(place);
        }
        return places;
    };
    std::optional<MissingLink> missing;
    forInstances([&](const std::string& instance) {
        const std::size_t links = std::min(entriesOf(*node(instance), trait).size(), before.size());
        const std::vector<std::size_t> places = ordered(links);
        for (std::size_t i = 0; i < places.size() && !missing; ++i) {
            if (before[places[i]] != order[i]) missing = {instance, order[i], before[places[i]]};
        }
    });
    if (missing) return missing;
    YamlValue& sockets = *valueIn(*owner(), "inputs");
    const YamlValue all = sockets;
    std::size_t next = 0;
    for (YamlValue& socket : sockets.items) {
        if (socket.find(trait) == nullptr) continue;
        const std::string& name = order[next++];
        socket = *std::find_if(all.items.begin(), all.items.end(),
                               [&](const YamlValue& each) { return nameOf(each) == name; });
    }
    forInstances([&](const std::string& instance) {
        const std::vector<std::size_t> entries = entriesOf(*node(instance), trait);
        const std::vector<std::size_t> places = ordered(std::min(entries.size(), before.size()));
        std::vector<std::size_t> held(places.size());  // for each entry, the old place of its socket
        std::iota(held.begin(), held.end(), std::size_t{0});
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto from =
                static_cast<std::size_t>(std::find(held.begin(), held.end(), places[i]) - held.begin());
            if (from == i) continue;
            // The two links swap places; links between them do not move.
            moveLink(instance, entries[from], entries[i]);
            moveLink(instance, entries[i] + 1, entries[from]);
            std::swap(held[i], held[from]);
        }
    });
    return {};
}

}  // namespace burin
