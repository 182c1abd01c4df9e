// SPDX-License-Identifier: GPL-3.0-or-later

// After any edit that the studio can make, a save changes only the edited lines, and every comment stays with
// its node or value.

#include "core/design/yaml_tools.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/long_run.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/design_lines.hpp"
#include "ui/model/document/document.hpp"

#include <QFile>
#include <QTemporaryDir>

#include <functional>
#include <map>

namespace burin::ui {

namespace {

using test::Random;

/// A design of version 2 with two groups, written by hand, with more than 200 comments.
class CommentedDesign {
  public:
    explicit CommentedDesign(Random& random) : random_(random), step_(random.chance(0.5) ? 4 : 2) {
        text_ += "# {free}\n\n";
        line(0, "burin: 2");
        line(0, "pixel: 1 um");
        line(0, "groups:");
        for (const char* group : {"g0", "g1"})
            addGroup(group);
        text_ += "\n# {free}\n\n";
        line(0, "nodes:");
        line(1, "surface:");
        line(2, "kind: root");
        line(2, "width: 2 mm");
        line(2, "height: 3 mm");
        addInputs("n", 0, 24);
        for (int i = 0; i < 24; ++i) {
            i % 6 == 5 ? addInstance(i) : addNode("n", i, 24, 1);
            if (i == 11) text_ += '\n';
        }
        line(0, "job:");
        line(1, "spot: 8 um");
        line(0, "editor:");
        for (int i = 0; i < 24; i += 3)
            line(1, QString("n%1: {x: %2, y: 40}").arg(i).arg(random.between(0, 900)));
        if (random.chance(0.3)) text_.replace('\n', "\r\n");
        if (random.chance(0.3)) text_ = "\xEF\xBB\xBF" + text_;
    }

    [[nodiscard]] const QByteArray& text() const { return text_; }
    [[nodiscard]] int comments() const { return comments_; }

  private:
    /// \param more  blanks before the line, for the keys of an item
    void line(int depth, const QString& content, int more = 0) {
        const QByteArray indent(depth * step_ + more, ' ');
        const auto comment = [&] { return "# {c" + QByteArray::number(comments_++) + '}'; };
        if (random_.chance(0.3)) text_ += indent + comment() + '\n';
        text_ += indent + content.toUtf8();
        if (random_.chance(0.6)) text_ += QByteArray(random_.between(1, 3), ' ') + comment();
        text_ += '\n';
    }
    void addInputs(const QString& letter, int from, int to, int depth = 1) {
        if (from >= to) return;
        line(depth + 1, "inputs:");
        const auto first = static_cast<int>(random_.between(from, to - 1));
        const auto second = static_cast<int>(random_.between(from, to - 1));
        for (const int child : first == second ? std::vector{first} : std::vector{first, second}) {
            line(depth + 2, QString("- data: %1%2").arg(letter).arg(child));
            if (random_.chance(0.3)) line(depth + 2, "at: [1, 2]", 2);
        }
    }
    void addNode(const QString& letter, int i, int count, int depth) {
        line(depth, letter + QString::number(i) + ':');
        line(depth + 1, "kind: math2d");
        line(depth + 1, "width:  12");
        line(depth + 1, "height: 0x10");
        line(depth + 1,
             random_.pick<const char*>({"expression: x / w", "expression: 'y / h'", "expression: \"x * y\"",
                                        "expression: max(0,\n                  x)"}));
        if (random_.chance(0.7)) addInputs(letter, i + 1, count, depth);
    }
    void addInstance(int i) {
        line(1, QString("n%1:").arg(i));
        line(2, "kind: group");
        line(2, QString("group: g%1").arg(i % 2));
        line(2, "values:");
        line(3, QString("sizeg%1: 3").arg(i % 2));
    }
    void addGroup(const QString& name) {
        line(1, name + ':');
        line(2, "title: Stones");
        line(2, "parameters:");
        line(3, "size" + name + ": {type: number, default: 5, minimum: 1}");
        line(3, "seed" + name + ':');
        line(4, "type: seed");
        line(4, "default: 4711");
        line(2, "inputs:");
        line(3, "- mask: outline" + name);
        line(3, "optional: true", 2);
        line(2, "output: a" + name + '0');
        line(2, "nodes:");
        for (int i = 0; i < 5; ++i)
            addNode('a' + name, i, 5, 3);
        text_ += '\n';
    }

    Random& random_;
    int step_;
    QByteArray text_;
    int comments_ = 0;
};

/// A value of any type, as a file can hold it.
YamlValue anyValue(Random& random, int depth = 0) {
    switch (random.between(0, depth < 2 ? 7 : 4)) {
        case 0:
            return yamlScalar(std::to_string(random.between(-999, 999)));
        case 1:
            return yamlScalar(
                random.pick<const char*>({"1.5 mm", "12 um", "3e-4", "true", "none", "~", "0x1F"}));
        case 2:
            return yamlScalar(
                random.pick<const char*>({"= size * 2", "x: y", "a #b", "- c", " blank ", "", "it's", "\"",
                                          "two\nlines", "tab\t", "{", "&d", "\xC3\xA9", "no"}),
                true);
        case 3:
            return yamlScalar("x * " + std::to_string(random.between(2, 99)), true);
        case 4:
            return yamlScalar(std::string(static_cast<std::size_t>(random.between(60, 200)), 'w') + " end",
                              true);
        case 5:
        case 6: {
            YamlValue list = yamlSequence();
            list.flow = random.chance(0.5);
            for (std::int64_t i = random.between(0, 3); i > 0; --i)
                list.items.push_back(anyValue(random, depth + 1));
            return list;
        }
        default: {
            YamlValue map = yamlMap();
            map.flow = random.chance(0.5);
            for (std::int64_t i = random.between(0, 3); i > 0; --i)
                valueAt(map, "k" + std::to_string(i)) = anyValue(random, depth + 1);
            return map;
        }
    }
}

/// Makes random edits, each in the design itself or in one of its groups.
class AnyEdit {
  public:
    AnyEdit(Document& document, Random& random) : document_(document), random_(random) {}

    /// \return what a save may change apart from the values that the edit changes
    ChangedLines make() {
        changed_ = {};
        what_.clear();
        refusal_ = document_.edit("Edit", [&](DesignEdit& edit) {
            // The scope that is open in the studio
            const std::vector<std::string> groups = edit.groupNames();
            edit.setScope(groups.empty() || random_.chance(0.6) ? "" : any(groups));
            choose(edit);
        });
        return changed_;
    }
    [[nodiscard]] const QString& what() const { return what_; }
    [[nodiscard]] const QString& refusal() const { return refusal_; }

  private:
    template <class T>
    const T& any(const std::vector<T>& from) {
        return from[static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(from.size()) - 1))];
    }
    std::string free(const char* letter) { return letter + std::to_string(100 + made_++); }
    void say(const std::string& what) { what_ += QString::fromStdString(what) + ' '; }

    /// The path of the scope, with a slash behind it if it is a group.
    static std::string placeOf(const DesignEdit& edit) {
        return edit.scope().empty() ? "" : "groups/" + edit.scope() + '/';
    }
    void rename(const std::string& before, const std::string& after, const std::vector<std::string>& within) {
        ChangedLines::Renamed renamed{QString::fromStdString(before), QString::fromStdString(after), {}};
        for (const std::string& place : within)
            renamed.within << QString::fromStdString(place);
        changed_.renamed.push_back(std::move(renamed));
    }

    void choose(DesignEdit& edit) {
        const std::vector<std::string> names = edit.nodeNames();
        if (names.size() < 3) return addNode(edit);
        const std::string name = any(names);
        say("in \"" + edit.scope() + "\", " + name + ':');
        switch (random_.between(0, 9)) {
            case 0:
            case 1:
                return changeValue(edit, name);
            case 2:
            case 3:
                return changeLinks(edit, name);
            case 4:
                return changeNotes(edit, name);
            case 5:
                return changeParameters(edit, name);
            case 6:
                return changeGroups(edit, names, name);
            case 7:
                return changeSockets(edit, name);
            case 8:
                return random_.chance(0.5) ? addNode(edit) : paste(edit, names);
            default:
                return changeNode(edit, name);
        }
    }

    void changeValue(DesignEdit& edit, const std::string& name) {
        const auto key = random_.pick<const char*>({"width", "height", "expression", "extra", "vary"});
        if (random_.chance(0.2)) {
            say(std::string("remove ") + key);
            return edit.setValue(name, key, {});
        }
        if (random_.chance(0.1)) {
            say("pixel");
            return edit.setTop("pixel", yamlScalar(std::to_string(random_.between(1, 9)) + " um"));
        }
        const YamlValue value = anyValue(random_);
        say(std::string("set ") + key + " to " + writeYaml(value));
        edit.setValue(name, key, value);
    }
    void changeLinks(DesignEdit& edit, const std::string& name) {
        const std::size_t count = edit.links(name);
        const std::string child = any(edit.nodeNames());
        const auto entry = static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(count)));
        const Trait trait = random_.pick({Trait::data, Trait::mask, Trait::pattern});
        switch (count == 0 ? 0 : random_.between(0, 6)) {
            case 0:
                say("link " + child);
                return edit.link(name, trait, child);
            case 1:
                say("link " + child + " at " + std::to_string(entry));
                return edit.link(name, trait, child, entry);
            case 2:
                say("unlink " + std::to_string(entry));
                return edit.unlink(name, entry);
            case 3:
                say("relink " + std::to_string(entry) + " to " + child);
                return edit.relink(name, entry, trait, child);
            case 4: {
                const auto to =
                    static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(count) - 1));
                say("move link " + std::to_string(entry) + " to " + std::to_string(to));
                changed_.reorders = true;
                return edit.moveLink(name, entry, to);
            }
            case 5:
                if (child == name) return;
                say("insert " + child + " on " + std::to_string(entry));
                return edit.insertOnLink(name, entry, child, trait);
            default: {
                say("place of " + std::to_string(entry));
                std::optional<YamlValue> place;
                if (random_.chance(0.7)) place = yamlList(std::vector<std::string>{"3 mm", "4"});
                return edit.setOffset(name, entry, place);
            }
        }
    }
    void changeNotes(DesignEdit& edit, const std::string& name) {
        const auto number = static_cast<double>(random_.between(0, 900));
        const auto note = random_.chance(0.7) ? std::optional(anyValue(random_)) : std::nullopt;
        switch (random_.between(0, 3)) {
            case 0:
                say("place");
                return edit.setPlace(name, {number, 7});
            case 1:
                say("note");
                return edit.setNote(name, "thumbnail", note);
            case 2: {
                say("route");
                const std::vector<CanvasPoint> points(static_cast<std::size_t>(random_.between(0, 2)),
                                                      {number, 3});
                return edit.setRoute(name, 0, points);
            }
            default: {
                say("list");
                YamlValue list = yamlSequence();
                for (std::int64_t i = random_.between(0, 3); i > 0; --i) {
                    YamlValue comment = yamlMap();
                    valueAt(comment, "text") = yamlScalar("look # here", true);
                    valueAt(comment, "x") = yamlScalar(std::to_string(random_.between(0, 99)));
                    list.items.push_back(std::move(comment));
                }
                const auto key = random_.pick<const char*>({"comments", "frames", "bookmarks"});
                return edit.setList(key, list.items.empty() ? std::nullopt : std::optional(list));
            }
        }
    }
    void changeParameters(DesignEdit& edit, const std::string& name) {
        const std::string group = edit.scope();
        if (group.empty()) {
            say("value of an instance");
            const YamlValue* body = edit.node(name);
            if (!isInstance(*body)) return;
            YamlValue values = body->find("values") == nullptr ? yamlMap() : *body->find("values");
            setIn(values, random_.pick<const char*>({"sizeg0", "sizeg1"}),
                  random_.chance(0.7) ? std::optional(anyValue(random_, 2)) : std::nullopt);
            return edit.setValue(name, "values", values);
        }
        const YamlValue* known = edit.document().find("groups")->find(group)->find("parameters");
        const std::size_t count = known == nullptr ? 0 : known->entries.size();
        if (count == 0 || random_.chance(0.3)) {
            say("expose");
            const std::vector<std::vector<std::string>> paths = {{"width"}, {"height"}};
            static_cast<void>(edit.exposeValues(
                group, name, std::span(paths).first(random_.chance(0.5) ? 1 : 2), free("p")));
            return;
        }
        const std::string parameter = any(known->entries).key.scalar;
        say("parameter " + parameter);
        switch (random_.between(0, 3)) {
            case 0: {
                const auto key = random_.pick<const char*>({"default", "title", "help", "minimum"});
                say(key);
                return edit.setParameter(
                    group, parameter, key,
                    random_.chance(0.8) ? std::optional(anyValue(random_, 2)) : std::nullopt);
            }
            case 1: {
                say("move");
                changed_.reorders = true;
                const auto last = static_cast<std::int64_t>(count) - 1;
                return edit.moveParameter(group, static_cast<std::size_t>(random_.between(0, last)),
                                          static_cast<std::size_t>(random_.between(0, last)));
            }
            case 2: {
                const std::string next = free("p");
                say("rename to " + next);
                if (edit.renameParameter(group, parameter, next) == GroupObstacle::none)
                    rename(parameter, next, {"groups", "nodes"});
                return;
            }
            default:
                say("remove");
                return edit.removeParameter(group, parameter);
        }
    }
    void changeGroups(DesignEdit& edit, const std::vector<std::string>& names, const std::string& name) {
        if (isInstance(*edit.node(name))) {
            say("ungroup");
            changed_.reorders = true;  // a node of the group may get the instance's name
            static_cast<void>(edit.ungroup(name));
            return;
        }
        if (random_.chance(0.3)) {
            const std::string group = any(edit.groupNames());
            say("instance of " + group);
            if (!edit.wouldContainItself(group)) edit.addInstance(free("i"), group);
            return;
        }
        const std::vector<std::string> chosen = {name, any(names)};
        const std::string group = free("g");
        say("group with " + chosen[1]);
        if (edit.groupNodes(chosen, group, free("i")) != GroupObstacle::none) return;
        for (const std::string& each : chosen) {
            for (const char* part : {"nodes/", "editor/"})
                changed_.moved.emplace_back(QString::fromStdString(placeOf(edit) + part + each),
                                            QString::fromStdString("groups/" + group + '/' + part + each));
        }
    }
    void changeSockets(DesignEdit& edit, const std::string& name) {
        if (edit.scope().empty()) return;
        const std::string inGroup = placeOf(edit);
        const YamlValue* group = edit.document().find("groups")->find(edit.scope());
        const YamlValue* sockets = group->find("inputs");
        const YamlEntry* first =
            sockets == nullptr || sockets->items.empty() ? nullptr : childIn(sockets->items.front());
        switch (first == nullptr ? 0 : random_.between(0, 4)) {
            case 0:
                say("add a socket");
                edit.addSocket(random_.pick({Trait::data, Trait::mask}), "in", random_.chance(0.5));
                return;
            case 1: {
                const std::string before = first->value.scalar;
                const std::string next = free("s");
                say("rename socket " + before);
                rename(before, next, {inGroup + "inputs"});
                rename('$' + before, '$' + next, {inGroup + "nodes", inGroup + "editor", inGroup + "output"});
                return edit.renameSocket(before, next);
            }
            case 2:
                say("remove a socket");
                return edit.removeSocket(std::string(first->value.scalar));
            case 3:
                say("link a socket");
                return edit.link(name, Trait::mask, "$" + first->value.scalar);
            default:
                say("output");
                return edit.setOutput(random_.chance(0.8) ? name : "");
        }
    }
    void addNode(DesignEdit& edit) {
        say("add");
        edit.addNode(free("m"), random_.pick<const char*>({"math2d", "union", "stitching", "median"}));
    }
    void paste(DesignEdit& edit, const std::vector<std::string>& names) {
        const std::vector<std::string> chosen = {any(names), any(names)};
        say("paste " + chosen[0] + " and " + chosen[1]);
        changed_.copies = true;
        static_cast<void>(edit.paste(edit.fragment(chosen), {16, 16}));
    }
    void changeNode(DesignEdit& edit, const std::string& name) {
        switch (isRoot(*edit.node(name)) ? 0 : random_.between(0, 2)) {
            case 0:
                say("mute");
                return edit.setMuted(name, edit.node(name)->find("muted") == nullptr);
            case 1: {
                const std::string next = free("r");
                say("rename to " + next);
                const std::string place = placeOf(edit);
                rename(name, next, {place + "nodes", place + "editor", place + "output"});
                return edit.renameNode(name, next);
            }
            default: {
                say("remove");
                const std::vector<std::string> gone = {name};
                return edit.removeNodes(gone, random_.chance(0.5));
            }
        }
    }

    Document& document_;
    Random& random_;
    ChangedLines changed_;
    QString what_;
    QString refusal_;
    int made_ = 0;
};

}  // namespace

class TestEveryEdit : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:
    void aSaveChangesWhatWasEdited_data() {
        QTest::addColumn<quint64>("seed");
        for (const std::uint64_t seed : test::seedsOfTest(1))
            QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
    }
    void aSaveChangesWhatWasEdited() {
        QFETCH(quint64, seed);
        Random random(Random(seed).next());  // sequences of neighbouring seeds overlap
        const CommentedDesign design(random);
        QVERIFY2(design.comments() >= 200, QByteArray::number(design.comments()));
        const QString name = folder_.filePath("a.burin");
        write(name, design.text());
        Document document(kinds());
        QCOMPARE(document.open(name), QString());
        QCOMPARE(document.save(name), QString());
        QCOMPARE(read(name), design.text());
        AnyEdit edit(document, random);
        std::map<int, QByteArray> saved = {{0, design.text()}};  // the key is the step of the history
        int refused = 0;
        const int edits = test::isLongRun() ? 500 : 100;
        for (int i = 0; i < edits; ++i) {
            const QByteArray before = read(name);
            const int step = document.history().index();
            const ChangedLines changed = edit.make();
            if (!edit.refusal().isEmpty()) ++refused;
            QCOMPARE(document.save(name), QString());
            const QByteArray after = read(name);
            const QByteArray shown = edit.what().toUtf8() + '\n';
            if (document.history().index() == step) {
                QVERIFY2(after == before, shown + "changed nothing, but the file");
                continue;
            }
            const QString wrong = LineChanges(linesOf(before), linesOf(after), changed).wrong();
            QVERIFY2(wrong.isEmpty(), shown + wrong.toUtf8() + "\n=====\n" + before + "\n=====\n" + after);
            QCOMPARE(after.startsWith("\xEF\xBB\xBF"), before.startsWith("\xEF\xBB\xBF"));
            QCOMPARE(after.count("\r\n"), before.contains('\r') ? after.count('\n') : 0);
            Document again(kinds());
            QCOMPARE(again.open(name), QString());
            QVERIFY2(again.design()->document == document.design()->document, shown);
            std::erase_if(saved, [&](const auto& each) { return each.first > step; });
            saved[document.history().index()] = after;
            if (!random.chance(0.2)) continue;
            for (std::int64_t back = random.between(1, 5); back > 0 && document.history().canUndo(); --back) {
                document.undo();
                compareWithStep(document, name, saved);
            }
            while (random.chance(0.7) && document.history().canRedo()) {
                document.redo();
                compareWithStep(document, name, saved);
            }
        }
        QVERIFY2(refused < edits / 3, QByteArray::number(refused));
    }

  private:
    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString& name, const QByteArray& text) {
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("not written");
    }
    /// After undo or redo, the design is saved as it was at that step.
    static void compareWithStep(Document& document, const QString& name,
                                const std::map<int, QByteArray>& saved) {
        QCOMPARE(document.save(name), QString());
        const auto known = saved.find(document.history().index());
        if (known != saved.end()) QCOMPARE(read(name), known->second);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestEveryEdit)
#include "test_every_edit.moc"
