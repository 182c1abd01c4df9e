// SPDX-License-Identifier: GPL-3.0-or-later

// Laws of groups over random edits: making a group and ungrouping it never change what a design means, and
// the history leads back and forth to the same files.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/instrumented.hpp"
#include "support/long_run.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace burin::ui {

namespace {

const char* const start = R"(burin: 2
pixel: 1 um
groups:
  tile:
    parameters:
      size: {type: length, default: 8}
      gap: {type: length, default: "= size + 4"}
    inputs: [{mask: edge, optional: true}]
    output: rows
    nodes:
      rows: {kind: stitching, u: [=gap, 0], v: [0, "= gap + 1"], inputs: [pattern: stone, mask: $edge]}
      stone: {kind: union, width: =size, height: =size, inputs: [data: dome, data: dust]}
      dome: {kind: math2d, expression: "x / size"}
      dust: {kind: math2d, expression: "0.5"}
nodes:
  surface: {kind: root, width: 60, height: 60, inputs: [data: sum]}
  sum: {kind: union, inputs: [data: soft, data: two, mask: sheet]}
  soft: {kind: union, inputs: [data: one, data: flat]}
  one: {kind: group, group: tile, inputs: [mask: sheet]}
  two: {kind: group, group: tile, values: {size: 6}}
  flat: {kind: math2d, expression: "0.25"}
  sheet: {kind: math2d, expression: "x < 30"}
)";

/// Patterns of a library. Their number makes them differ from the groups that are there already.
const char* const dots = R"(
pattern: {output: d, nodes: {d: {kind: math2d, expression: "NUMBER"}}}
)";
const char* const pair = R"(
pattern:
  parameters:
    share: {type: number, default: NUMBER}
    far: {type: length, default: 12}
    wide: {type: length, default: 8}
  inputs: [{data: first}, {data: second}, {mask: edge, optional: true}, {mask: hole, optional: true}]
  output: both
  nodes:
    both: {kind: union, width: =far, height: =wide, inputs: [data: $first, data: $second, mask: $edge]}
    rest: {kind: math2d, expression: "share / 1000"}
)";

YamlValue sorted(YamlValue value) {
    std::sort(value.entries.begin(), value.entries.end(),
              [](const YamlEntry& a, const YamlEntry& b) { return a.key.scalar < b.key.scalar; });
    for (YamlEntry& entry : value.entries)
        entry.value = sorted(std::move(entry.value));
    return value;
}

/// The computation of a node, as text that names no node.
std::string meaning(const Design& design, NodeIndex index, std::map<NodeIndex, std::string>& known) {
    if (const auto found = known.find(index); found != known.end()) return found->second;
    const DesignNode& node = design.nodes[index];
    const YamlValue* nodes = design.document.find("nodes");
    YamlValue body = node.expansion ? *node.expansion : *nodes->find(node.name);
    eraseIn(body, "inputs");
    std::string text = writeYaml(sorted(std::move(body)));
    for (const DesignLink& link : node.links) {
        text += std::string(traitName(link.trait)) + " " + std::to_string(link.at.x) + " " +
                std::to_string(link.at.y) + " (";
        text += link.child ? meaning(design, *link.child, known) : std::string("nothing");
        text += ")\n";
    }
    return known[index] = text;
}

std::string meaning(const Design& design) {
    std::map<NodeIndex, std::string> known;
    return design.root ? meaning(design, *design.root, known) : std::string();
}

/// A user who edits at random, in the design and in its groups.
class RandomUser {
  public:
    RandomUser(Document& document, unsigned seed) : document_(document), random_(seed) {}

    void act() {
        switch (below(8)) {
            case 0:
                walk();
                break;
            case 6:
            case 7:
                arrange();
                break;
            case 1:
            case 2:
                group();
                break;
            case 3:
                ungroup();
                break;
            default:
                change();
        }
    }

    int groups = 0;
    int ungroups = 0;
    int changes = 0;
    int inside = 0;                    ///< edits in a group
    std::map<std::string, int> kinds;  ///< of the edits that arrange groups, those that changed something

    static constexpr std::size_t takesPattern = 10;
    /// The names of the cases of arrange().
    static constexpr std::array<const char*, 12> arrangements = {
        "expose",          "rename a parameter", "remove a parameter", "move a parameter",
        "rename a socket", "remove a socket",    "move a socket",      "need a socket",
        "add an instance", "rename a group",     "take a pattern",     "paste"};

  private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

    std::vector<std::string> names() const {
        return DesignEdit(document_.design()->document, document_.scope().group().toStdString()).nodeNames();
    }
    QString anyName() {
        const auto all = names();
        return all.empty() ? QString() : QString::fromStdString(all[below(all.size())]);
    }

    void walk() {
        if (below(3) == 0) {
            document_.scope().leave();
        } else {
            document_.scope().enter(anyName());
        }
    }

    /// Edits, and checks that the meaning of the design stays.
    template <class Act>
    void keepMeaning(const char* what, const Act& act) {
        const QString text = document_.text();
        const std::string before = meaning(*document_.design());
        const int steps = document_.history().index();
        document_.edit(what, act);
        if (document_.history().index() > steps && document_.scope().open()) ++inside;
        if (meaning(*document_.design()) == before) return;
        QString problems;
        for (const Diagnostic& problem : document_.design()->diagnostics) {
            if (problem.severity == Severity::error)
                problems += QString::fromStdString(problem.text()) + '\n';
        }
        qFatal("%s changed the design:\n%s\nto:\n%s\n%s", what, qPrintable(text),
               qPrintable(document_.text()), qPrintable(problems));
    }

    /// The greatest depth of nested instances. Groups may be nested 16 deep.
    int depth() const {
        const auto& instances = document_.design()->instances;
        int deepest = 0;
        for (const DesignInstance& instance : instances) {
            int levels = 1;
            for (auto outer = instance.parent; outer; outer = instances[*outer].parent)
                ++levels;
            deepest = std::max(deepest, levels);
        }
        return deepest;
    }

    /// Whether the design has so many instances that each further edit would take long.
    [[nodiscard]] bool large() const { return document_.design()->instances.size() > 60; }

    /// The nodes of the design that the surface does not read.
    static std::vector<std::string> unread(const DesignEdit& edit) {
        std::set<std::string> read;
        std::vector<std::string> next = {"surface"};
        while (!next.empty()) {
            const std::string name = next.back();
            next.pop_back();
            const YamlValue* body = edit.node(name);
            if (body == nullptr || !read.insert(name).second) continue;
            const YamlValue* inputs = body->find("inputs");
            for (std::size_t i = 0; inputs != nullptr && i < inputs->items.size(); ++i)
                next.push_back(childIn(inputs->items[i])->value.scalar);
        }
        std::vector<std::string> names = edit.nodeNames();
        std::erase_if(names, [&](const std::string& name) { return read.contains(name); });
        return names;
    }

    /// Removes what the surface does not read, or ungroups some instances of the design. The user stays in a
    /// group that is open.
    void shrink() {
        const int before = inside;
        const bool removes = below(2) == 0;
        keepMeaning("Shrink", [&](DesignEdit& edit) {
            const std::string scope = edit.scope();
            edit.setScope({});
            if (removes) edit.removeNodes(unread(edit), false);
            for (int i = 0; i < 8 && !removes; ++i) {
                std::vector<std::string> instances = edit.nodeNames();
                std::erase_if(instances,
                              [&](const std::string& name) { return !isInstance(*edit.node(name)); });
                if (!instances.empty() && !edit.ungroup(any(instances)).empty()) ++ungroups;
            }
            edit.setScope(scope);
        });
        inside = before;
    }

    void group() {
        if (depth() > 12) return ungroup();
        if (large()) return shrink();
        std::vector<std::string> chosen;
        for (const std::string& name : names()) {
            if (below(3) == 0) chosen.push_back(name);
        }
        keepMeaning("Group", [&](DesignEdit& edit) {
            const std::string name = edit.freeGroupName("group");
            GroupObstacle obstacle = GroupObstacle::nameTaken;
            for (int number = 1; obstacle == GroupObstacle::nameTaken; ++number)
                obstacle = edit.groupNodes(chosen, name, edit.freeName("part " + std::to_string(number)));
            if (obstacle == GroupObstacle::none) ++groups;
        });
    }

    void ungroup() {
        const QString name = anyName();
        keepMeaning("Ungroup", [&](DesignEdit& edit) {
            if (!edit.ungroup(name.toStdString()).empty()) ++ungroups;
        });
    }

    void change() {
        const QString name = anyName();
        const int steps = document_.history().index();
        const std::string number = std::to_string(1 + below(50));
        document_.edit("Change", [&](DesignEdit& edit) {
            const YamlValue* body = edit.node(name.toStdString());
            if (body == nullptr) return;
            const std::string node = name.toStdString();
            if (below(4) == 0) return edit.setPlace(node, {static_cast<double>(below(500)), 8});
            if (body->find("expression") != nullptr)
                edit.setValue(node, "expression", yamlScalar(number + " / 100", true));
            if (isInstance(*body)) edit.setPlace(node, {8, static_cast<double>(below(500))});
        });
        if (document_.history().index() == steps) return;
        ++changes;
        if (document_.scope().open()) ++inside;
    }

    /// Changes the parameters, sockets and instances of a group, or adds one from elsewhere. If the surface
    /// has an error then, the user undoes the change. Every other change is the one that has succeeded least
    /// often so far, because by chance some arrangements are almost never possible.
    void arrange() {
        if (large()) return shrink();
        const bool sought = below(2) == 0;
        const std::size_t wanted = sought ? rarestArrangement() : below(arrangements.size());
        // If no place fits, or all that fit make errors, a new group that no node reads makes the arrangement
        // possible.
        if (!arrange(wanted, sought) && sought) arrange(takesPattern, true);
    }

    /// \param fitting  look for a place that allows the arrangement  \return whether the design has changed
    bool arrange(std::size_t arrangement, bool fitting) {
        const int steps = document_.history().index();
        document_.edit("Arrange", [&](DesignEdit& edit) {
            const auto targets = fitting ? fittingTargets(arrangement, edit) : anyTargets(edit);
            if (!targets.empty()) arrange(edit, arrangement, targets[below(targets.size())], fitting);
        });
        if (document_.history().index() == steps) return false;
        if (!document_.design()->root || !document_.design()->errorsOf(*document_.design()->root).empty()) {
            document_.undo();
            return false;
        }
        ++kinds[arrangements[arrangement]];
        return true;
    }

    /// A part of a list, or an empty text.
    template <class List>
    std::string any(const List& list) {
        return list.empty() ? std::string() : std::string(list[below(list.size())]);
    }

    /// One of the arrangements that have succeeded least often.
    std::size_t rarestArrangement() {
        std::vector<std::size_t> rarest;
        int least = std::numeric_limits<int>::max();
        for (std::size_t i = 0; i < arrangements.size(); ++i) {
            const auto found = kinds.find(arrangements[i]);
            const int count = found == kinds.end() ? 0 : found->second;
            if (count < least) rarest.clear();
            least = std::min(least, count);
            if (count == least) rarest.push_back(i);
        }
        return rarest[below(rarest.size())];
    }

    /// The subject of an arrangement. Texts that the arrangement does not need may be empty.
    struct Target {
        std::string scope;  ///< the scope of the node
        std::string node;
        std::string group;
        std::string parameter;
        std::string socket;
    };

    static std::vector<std::string> parametersOf(const YamlValue& group) {
        std::vector<std::string> names;
        if (const YamlValue* list = group.find("parameters")) {
            for (const YamlEntry& parameter : list->entries)
                names.push_back(parameter.key.scalar);
        }
        return names;
    }
    static std::vector<std::string> socketsOf(const YamlValue& group) {
        std::vector<std::string> names;
        if (const YamlValue* list = group.find("inputs")) {
            for (const YamlValue& socket : list->items)
                names.push_back(childIn(socket)->value.scalar);
        }
        return names;
    }

    /// Anything at all, so that the arrangement may be impossible.
    std::vector<Target> anyTargets(const DesignEdit& edit) {
        Target target{edit.scope(), anyName().toStdString(), any(edit.groupNames()), {}, {}};
        const YamlValue* groups = edit.document().find("groups");
        if (const YamlValue* body = groups == nullptr ? nullptr : groups->find(target.group)) {
            target.parameter = any(parametersOf(*body));
            target.socket = any(socketsOf(*body));
        }
        return {target};
    }

    /// All that an arrangement can change.
    std::vector<Target> fittingTargets(std::size_t arrangement, DesignEdit& edit) {
        std::vector<Target> targets;
        const std::string scope = edit.scope();
        const YamlValue none = yamlMap();
        const YamlValue* groups = edit.document().find("groups");
        for (const YamlEntry& group : (groups == nullptr ? none : *groups).entries) {
            const std::string& name = group.key.scalar;
            edit.setScope(name);
            if (arrangement == 0) {
                for (const std::string& node : edit.nodeNames())
                    targets.push_back({name, node, name, {}, {}});
            } else if (arrangement <= 3) {
                const auto parameters = parametersOf(group.value);
                for (const std::string& parameter : parameters) {
                    if (arrangement != 3 || parameters.size() > 1)
                        targets.push_back({name, {}, name, parameter, {}});
                }
            } else if (arrangement <= 7) {
                for (const std::string& socket : socketsOf(group.value)) {
                    if (arrangement != 6 || !placesFor(socket, edit).empty())
                        targets.push_back({name, {}, name, {}, socket});
                }
            } else if (arrangement == 9) {
                targets.push_back({name, {}, name, {}, {}});
            }
        }
        edit.setScope(scope);
        if (arrangement == 8) return readersOfInstances(edit);
        if (arrangement == takesPattern) targets.emplace_back();
        for (const std::string& node : edit.nodeNames()) {
            if (arrangement == 11 && node != "surface") targets.push_back({scope, node, {}, {}, {}});
        }
        return targets;
    }

    /// The nodes that can read one more instance, in any group, each with a group that it can be of.
    std::vector<Target> readersOfInstances(DesignEdit& edit) {
        std::vector<Target> targets;
        const std::string scope = edit.scope();
        const std::vector<std::string> groups = edit.groupNames();
        std::vector<std::string> scopes = groups;
        scopes.emplace_back();
        for (const std::string& within : scopes) {
            edit.setScope(within);
            for (const std::string& node : edit.nodeNames()) {
                if (textUnder(*edit.node(node), "kind") != "union") continue;
                const std::string group = any(groups);
                if (!group.empty() && !edit.wouldContainItself(group))
                    targets.push_back({within, node, group, {}, {}});
            }
        }
        edit.setScope(scope);
        return targets;
    }

    /// The other places that a socket of the scope can take. Sockets at these places need a link if, and only
    /// if, this socket needs one.
    static std::vector<std::size_t> placesFor(const std::string& socket, const DesignEdit& edit) {
        std::vector<std::size_t> places;
        const std::vector<std::string> like = edit.socketsLike(socket);
        const bool needed = edit.socketNeed(socket) == SocketNeed{};
        for (std::size_t i = 0; i < like.size(); ++i) {
            if (like[i] != socket && (edit.socketNeed(like[i]) == SocketNeed{}) == needed)
                places.push_back(i);
        }
        return places;
    }

    /// \param fitting  whether a pattern has parameters and sockets, and is never one that is there already
    void arrange(DesignEdit& edit, std::size_t arrangement, const Target& target, bool fitting) {
        const std::string scope = edit.scope();
        const std::string number = std::to_string(below(1000));
        const YamlValue* groups = edit.document().find("groups");
        const YamlValue* body = groups == nullptr ? nullptr : groups->find(target.group);
        edit.setScope(target.group);
        switch (arrangement) {
            case 0: {
                const std::vector<std::vector<std::string>> paths = {
                    {any(std::vector<std::string>{"width", "operation", "muted"})}};
                edit.exposeValues(target.scope, target.node, paths, "p" + number);
                break;
            }
            case 1:
                edit.renameParameter(target.group, target.parameter, "q" + number);
                break;
            case 2:
                edit.removeParameter(target.group, target.parameter);
                break;
            case 3: {
                const std::size_t count = body == nullptr ? 0 : parametersOf(*body).size();
                if (count > 0) edit.moveParameter(target.group, 0, count - 1);
                break;
            }
            case 4: {
                const auto taken = body == nullptr ? std::vector<std::string>() : socketsOf(*body);
                const std::string name = "s" + number;
                const bool isFree = std::find(taken.begin(), taken.end(), name) == taken.end();
                if (!target.socket.empty() && isFree) edit.renameSocket(target.socket, name);
                break;
            }
            case 5:
                edit.removeSocket(target.socket);
                break;
            case 6: {
                const auto places = placesFor(target.socket, edit);
                if (!places.empty())
                    static_cast<void>(edit.moveSocket(target.socket, places[below(places.size())]));
                break;
            }
            case 7:
                static_cast<void>(edit.setSocketNeed(
                    target.socket,
                    {.optional = below(2) == 0, .otherwise = any(edit.nodesWithout(target.socket))}));
                break;
            case 8: {
                edit.setScope(target.scope);
                const std::string name = edit.freeName("instance");
                const bool possible = !target.group.empty() && edit.node(target.node) != nullptr;
                if (!possible || edit.wouldContainItself(target.group)) break;
                edit.addInstance(name, target.group);
                edit.link(target.node, Trait::data, name);
                break;
            }
            case 9:
                edit.renameGroup(target.group, edit.freeGroupName("g" + number));
                break;
            case takesPattern: {
                edit.setScope(scope);
                std::string text = fitting ? pair : dots;
                text.replace(text.find("NUMBER"), 6, number);
                const auto taken = edit.takeGroups(std::get<YamlValue>(parseYaml(text)),
                                                   std::vector<std::string>{"pattern"});
                edit.addInstance(edit.freeName("pattern"), taken.begin()->second);
                break;
            }
            default:
                edit.setScope(target.scope);
                static_cast<void>(edit.paste(edit.fragment(std::vector<std::string>{target.node}), {24, 24}));
        }
        edit.setScope(scope);
    }

    Document& document_;
    std::mt19937 random_;
};

}  // namespace

class TestGroupHistory : public QObject {
    Q_OBJECT

  private slots:
    void thousandRandomEdits_data() {
        QTest::addColumn<unsigned>("seed");
        for (const std::uint64_t seed : test::seedsOfTest(1)) {
            QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << static_cast<unsigned>(seed);
            if (instrumented) break;  // a thousand edits take minutes
        }
    }
    void thousandRandomEdits() {
        QFETCH(unsigned, seed);
        Document document(kinds());
        QCOMPARE(document.recover(QByteArray(start), {}), QString());
        QVERIFY2(document.design()->errorsOf(*document.design()->root).empty(), "the first design is sound");
        RandomUser user(document, seed);
        QStringList texts = {document.text()};
        constexpr int edits = 1000;
        for (int i = 0; i < edits; ++i) {
            user.act();
            const int step = document.history().index();
            // A step that was taken back has made room for another one.
            texts.resize(std::min<qsizetype>(texts.size(), step));
            texts << document.text();
            // Now and then some steps back and forth, wherever the user is.
            if (i % 50 != 49) continue;
            for (int back = std::max(0, step - 7); document.history().index() > back;)
                document.undo();
            QCOMPARE(document.text(), texts[document.history().index()]);
            while (document.history().index() < step)
                document.redo();
            QCOMPARE(document.text(), texts[step]);
        }
        QVERIFY2(user.groups > edits / 50 && user.ungroups > edits / 100 && user.changes > edits / 20 &&
                     user.inside > edits / 20,
                 qPrintable(QString("%1 groups, %2 ungrouped, %3 changes, %4 edits inside")
                                .arg(user.groups)
                                .arg(user.ungroups)
                                .arg(user.changes)
                                .arg(user.inside)));
        QStringList kinds;
        for (const auto& [kind, count] : user.kinds)
            kinds << QString::fromStdString(kind) + ": " + QString::number(count);
        qInfo("%s", qPrintable(kinds.join(", ")));
        QVERIFY2(user.kinds.size() == RandomUser::arrangements.size(), qPrintable(kinds.join(", ")));
        // Each step reads a design, so the whole way back and forth takes longer than all edits.
        const int last = document.history().index();
        const int walked = test::isLongRun() ? last : std::min(last, 100);
        while (document.history().index() > last - walked)
            document.undo();
        QCOMPARE(document.text(), texts[document.history().index()]);
        document.goTo(0);
        QCOMPARE(document.text(), texts.front());
        document.goTo(last - walked);
        QCOMPARE(document.text(), texts[last - walked]);
        while (document.history().index() < last)
            document.redo();
        QCOMPARE(document.text(), texts[last]);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGroupHistory)
#include "test_group_history.moc"
