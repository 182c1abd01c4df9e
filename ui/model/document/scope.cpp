// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/scope.hpp"

#include "core/design/yaml_tools.hpp"
#include "ui/model/document/document.hpp"

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

/// The group of the node `name`; empty if it is not an instance.
QString groupAt(const YamlValue* nodes, const QString& name) {
    const YamlValue* body = nodes == nullptr ? nullptr : nodes->find(name.toStdString());
    return body == nullptr ? QString() : QString::fromStdString(groupOfInstance(*body));
}

int instancesIn(const YamlValue* nodes, const std::string& group) {
    if (nodes == nullptr) return 0;
    return static_cast<int>(
        std::count_if(nodes->entries.begin(), nodes->entries.end(),
                      [&](const YamlEntry& node) { return groupOfInstance(node.value) == group; }));
}

}  // namespace

Scope::Scope(const Document& document) : document_(document) {}

QString Scope::group() const {
    return open() ? levels_.back().group : QString();
}

QStringList Scope::path() const {
    QStringList path;
    for (const Level& level : levels_)
        path << level.instance;
    return path;
}

QStringList Scope::groups() const {
    QStringList groups;
    for (const Level& level : levels_)
        groups << level.group;
    return groups;
}

QStringList Scope::titles() const {
    QStringList titles;
    for (const Level& level : levels_) {
        const YamlValue* body = groupText(document_.design()->document, level.group.toStdString());
        const QString title =
            body == nullptr ? QString() : QString::fromStdString(std::string(textUnder(*body, "title")));
        titles << (!title.isEmpty() ? title : !level.instance.isEmpty() ? level.instance : level.group);
    }
    return titles;
}

QString Scope::instance() const {
    const QStringList names = path();
    return names.contains(QString()) ? QString() : names.join('/');
}

int Scope::users() const {
    const YamlValue& document = document_.design()->document;
    const std::string group = this->group().toStdString();
    int users = instancesIn(document.find("nodes"), group);
    if (const YamlValue* groups = document.find("groups")) {
        for (const YamlEntry& entry : groups->entries)
            users += instancesIn(entry.value.find("nodes"), group);
    }
    return users;
}

const std::shared_ptr<const ScopedDesign>& Scope::nodes() const {
    if (nodes_ == nullptr || nodes_->whole != document_.design()) {
        nodes_ = scopedDesign(document_.design(), document_.kinds(), group().toStdString(),
                              instance().toStdString());
    }
    return nodes_;
}

QString Scope::flat(const QString& inner) const {
    if (!open() || inner.isEmpty()) return inner;
    const QString through = instance();
    return through.isEmpty() ? QString() : through + '/' + inner;
}

QString Scope::inner(const QString& flat) const {
    if (!open()) return flat;
    const QString through = instance() + '/';
    return through.size() > 1 && flat.startsWith(through) ? flat.mid(through.size()) : QString();
}

bool Scope::enter(const QString& instance) {
    const QString group = groupAt(nodesIn(*document_.design(), this->group()), instance);
    if (groupText(document_.design()->document, group.toStdString()) == nullptr) return false;
    std::vector<Level> levels = levels_;
    levels.push_back({instance, group});
    go(std::move(levels));
    return true;
}

void Scope::leave(int levels) {
    const auto left = std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(levels_.size()) - levels);
    go({levels_.begin(), levels_.begin() + left});
}

bool Scope::openGroup(const QString& group) {
    if (groupText(document_.design()->document, group.toStdString()) == nullptr) return false;
    if (group == this->group()) return true;
    const auto& instances = document_.design()->instances;
    const auto found = std::find_if(instances.begin(), instances.end(), [&](const DesignInstance& one) {
        return one.group == group.toStdString();
    });
    go(found == instances.end() ? std::vector<Level>{{QString(), group}}
                                : wayTo(static_cast<std::size_t>(found - instances.begin())));
    return true;
}

QString Scope::reveal(const QString& flat) {
    const Design& design = *document_.design();
    const std::string name = flat.toStdString();
    const auto instance = std::find_if(design.instances.begin(), design.instances.end(),
                                       [&](const DesignInstance& one) { return one.name == name; });
    const auto node = std::find_if(design.nodes.begin(), design.nodes.end(),
                                   [&](const DesignNode& one) { return one.name == name; });
    if (node == design.nodes.end() && instance == design.instances.end()) return {};
    std::optional<std::size_t> outer;
    if (node != design.nodes.end()) outer = node->instance;
    if (instance != design.instances.end()) outer = instance->parent;
    go(outer ? wayTo(*outer) : std::vector<Level>());
    return outer ? inner(flat) : flat;
}

std::vector<Scope::Level> Scope::wayTo(std::size_t instance) const {
    const auto& instances = document_.design()->instances;
    std::vector<Level> levels;
    for (std::optional<std::size_t> at = instance; at; at = instances[*at].parent) {
        const DesignInstance& one = instances[*at];
        const std::size_t outer = one.parent ? instances[*one.parent].name.size() + 1 : 0;
        levels.insert(levels.begin(),
                      {QString::fromStdString(one.name.substr(outer)), QString::fromStdString(one.group)});
    }
    return levels;
}

const YamlValue* Scope::nodesIn(const Design& design, const QString& group) const {
    const YamlValue* owner =
        group.isEmpty() ? &design.document : groupText(design.document, group.toStdString());
    return owner == nullptr ? nullptr : owner->find("nodes");
}

/// The only new instance of the same group, if the instance of a level no longer exists.
QString Scope::renamed(const Level& level, const QString& outer) const {
    const YamlValue* before = seen_ == nullptr ? nullptr : nodesIn(*seen_, outer);
    const YamlValue* now = nodesIn(*document_.design(), outer);
    if (before == nullptr || now == nullptr) return {};
    QStringList fresh;
    for (const YamlEntry& node : now->entries) {
        if (groupOfInstance(node.value) == level.group.toStdString() &&
            before->find(node.key.scalar) == nullptr)
            fresh << QString::fromStdString(node.key.scalar);
    }
    return fresh.size() == 1 ? fresh.first() : QString();
}

/// The only new group, if a group that is open without an instance no longer exists; otherwise the group
/// itself.
QString Scope::renamedGroup(const QString& group) const {
    const YamlValue* before = seen_ == nullptr ? nullptr : seen_->document.find("groups");
    const YamlValue* now = document_.design()->document.find("groups");
    if (before == nullptr || now == nullptr || now->find(group.toStdString()) != nullptr) return group;
    QStringList fresh;
    for (const YamlEntry& entry : now->entries) {
        if (before->find(entry.key.scalar) == nullptr) fresh << QString::fromStdString(entry.key.scalar);
    }
    return fresh.size() == 1 && before->entries.size() == now->entries.size() ? fresh.first() : group;
}

bool Scope::update() {
    nodes_.reset();
    std::vector<Level> kept;
    QString outer;
    for (Level level : levels_) {
        const YamlValue* nodes = nodesIn(*document_.design(), outer);
        if (level.instance.isEmpty()) {
            level.group = renamedGroup(level.group);
        } else {
            QString group = groupAt(nodes, level.instance);
            if (group.isEmpty()) {
                level.instance = renamed(level, outer);
                group = groupAt(nodes, level.instance);
            }
            level.group = group;
        }
        if (groupText(document_.design()->document, level.group.toStdString()) == nullptr) break;
        outer = level.group;
        kept.push_back(std::move(level));
    }
    seen_ = document_.design();
    return std::exchange(levels_, kept) != kept;
}

void Scope::close() {
    levels_.clear();
    nodes_.reset();
    seen_.reset();
}

void Scope::go(std::vector<Level> levels) {
    if (levels == levels_) return;
    levels_ = std::move(levels);
    nodes_.reset();
    seen_ = document_.design();
    emit changed();
}

}  // namespace burin::ui
