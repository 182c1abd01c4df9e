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
#include <map>
#include <optional>
#include <random>

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

    bool seeks = false;  ///< arrangements are those that have not succeeded yet
    int groups = 0;
    int ungroups = 0;
    int changes = 0;
    int inside = 0;                    ///< edits in a group
    std::map<std::string, int> kinds;  ///< of the edits that arrange groups, those that changed something

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

    /// The most instances inside of each other. Groups may be 16 deep.
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

    void group() {
        if (depth() > 12) return ungroup();
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
    /// has an error then, the user takes it back.
    void arrange() {
        if (document_.design()->instances.size() > 60) return ungroup();
        const int steps = document_.history().index();
        std::string kind;
        document_.edit("Arrange", [&](DesignEdit& edit) { kind = arranged(edit); });
        if (document_.history().index() == steps) return;
        if (document_.design()->root && document_.design()->errorsOf(*document_.design()->root).empty()) {
            ++kinds[kind];
        } else {
            document_.undo();
        }
    }

    /// A part of a list, or an empty text.
    template <class List>
    std::string any(const List& list) {
        return list.empty() ? std::string() : std::string(list[below(list.size())]);
    }

    static constexpr std::size_t takesPattern = 10;
    /// The names of the cases of arranged().
    static constexpr std::array<const char*, 12> arrangements = {
        "expose",          "rename a parameter", "remove a parameter", "move a parameter",
        "rename a socket", "remove a socket",    "move a socket",      "need a socket",
        "add an instance", "rename a group",     "take a pattern",     "paste"};

    /// One that has not succeeded yet, or the one that brings a group with parameters and a socket.
    std::size_t soughtArrangement() {
        std::vector<std::size_t> missing;
        for (std::size_t i = 0; i < arrangements.size(); ++i) {
            if (!kinds.contains(arrangements[i])) missing.push_back(i);
        }
        return missing.empty() || below(4) == 0 ? takesPattern : missing[below(missing.size())];
    }

    /// A group; one with parameters or sockets if the arrangement is of these and there is one.
    std::string groupFor(std::size_t arrangement, const DesignEdit& edit) {
        const char* key = arrangement >= 1 && arrangement <= 3   ? "parameters"
                          : arrangement >= 4 && arrangement <= 7 ? "inputs"
                                                                 : nullptr;
        std::vector<std::string> all;
        std::vector<std::string> fitting;
        if (const YamlValue* groups = edit.document().find("groups")) {
            for (const YamlEntry& group : groups->entries) {
                all.push_back(group.key.scalar);
                const YamlValue* list = key == nullptr ? nullptr : group.value.find(key);
                if (list != nullptr && !(list->entries.empty() && list->items.empty()))
                    fitting.push_back(group.key.scalar);
            }
        }
        return any(fitting.empty() ? all : fitting);
    }

    std::string arranged(DesignEdit& edit) {
        const auto sought = seeks ? std::optional(soughtArrangement()) : std::nullopt;
        const std::string group = sought ? groupFor(*sought, edit) : any(edit.groupNames());
        const std::string node = anyName().toStdString();
        const std::string number = std::to_string(below(1000));
        const auto under = [&](const char* key) {
            const YamlValue* groups = edit.document().find("groups");
            const YamlValue* body = groups == nullptr ? nullptr : groups->find(group);
            return body == nullptr ? nullptr : body->find(key);
        };
        std::vector<std::string> parameters;
        if (const YamlValue* list = under("parameters")) {
            for (const YamlEntry& parameter : list->entries)
                parameters.push_back(parameter.key.scalar);
        }
        std::vector<std::string> sockets;
        if (const YamlValue* list = under("inputs")) {
            for (const YamlValue& socket : list->items)
                sockets.push_back(childIn(socket)->value.scalar);
        }
        const std::string parameter = any(parameters);
        const std::string socket = any(sockets);
        const std::size_t arrangement = sought ? *sought : below(arrangements.size());
        switch (arrangement) {
            case 0: {
                const std::vector<std::vector<std::string>> paths = {
                    {any(std::vector<std::string>{"width", "operation", "muted"})}};
                edit.exposeValues(edit.scope(), node, paths, "p" + number);
                break;
            }
            case 1:
                edit.renameParameter(group, parameter, "q" + number);
                break;
            case 2:
                edit.removeParameter(group, parameter);
                break;
            case 3:
                if (!parameters.empty()) edit.moveParameter(group, 0, parameters.size() - 1);
                break;
            case 4:
                edit.setScope(group);
                if (!socket.empty()) edit.renameSocket(socket, "s" + number);
                break;
            case 5:
                edit.setScope(group);
                edit.removeSocket(socket);
                break;
            case 6:
                edit.setScope(group);
                static_cast<void>(edit.moveSocket(socket, 0));
                break;
            case 7:
                edit.setScope(group);
                static_cast<void>(edit.setSocketNeed(
                    socket, {.optional = below(2) == 0, .otherwise = any(edit.nodesWithout(socket))}));
                break;
            case 8: {
                const std::string name = edit.freeName("instance");
                const YamlValue* body = edit.node(node);
                if (group.empty() || body == nullptr || edit.wouldContainItself(group)) return "";
                edit.addInstance(name, group);
                edit.link(node, Trait::data, name);
                break;
            }
            case 9:
                edit.renameGroup(group, edit.freeGroupName("g" + number));
                break;
            case takesPattern: {
                auto library = std::get<YamlValue>(parseYaml(
                    "dots: {output: d, nodes: {d: {kind: math2d, expression: \"" + number + "\"}}}"));
                const char* pattern = "dots";
                if (sought) {  // the user may have removed all parameters and sockets
                    library = *std::get<YamlValue>(parseYaml(start)).find("groups");
                    pattern = "tile";
                }
                const auto taken = edit.takeGroups(library, std::vector<std::string>{pattern});
                edit.addInstance(edit.freeName(pattern), taken.begin()->second);
                break;
            }
            default:
                static_cast<void>(edit.paste(edit.fragment(std::vector<std::string>{node}), {24, 24}));
        }
        return arrangements[arrangement];
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
        constexpr std::size_t leastKinds = 9;
        // Chance decides which arrangements succeed, so the user seeks others then until enough of them have.
        for (int i = 0; i < edits || (user.kinds.size() < leastKinds && i < 2 * edits); ++i) {
            user.seeks = i >= edits;
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
        QVERIFY2(user.kinds.size() >= leastKinds, qPrintable(kinds.join(", ")));
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
