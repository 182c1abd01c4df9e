// SPDX-License-Identifier: GPL-3.0-or-later

// Random edits of designs that mix blocks and brackets in all ways. Each comment names what it belongs to,
// and must stay there; what an edit does not change must stay as it is written.

#include "core/design/design_edit.hpp"
#include "core/design/layout/yaml_text.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"
#include "tests/core/design/tagged_design.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

YamlValue readTagged(const std::string& text) {
    auto read = parseYaml(text);
    if (const auto* problem = std::get_if<Diagnostic>(&read))
        qFatal("%s\n%s", problem->text().c_str(), text.c_str());
    return std::get<YamlValue>(std::move(read));
}

/// A part of a text, from its key to the key behind it.
struct TaggedSpan {
    std::size_t from = 0;
    std::size_t valueEnd = 0;
    std::size_t to = 0;
};

/// A text with the places of the subjects that its comments name.
class TaggedText {
  public:
    /// \param ids  the names of the nodes in the comments, by their names
    TaggedText(std::string text, const std::map<std::string, std::string>& ids)
        : text_(std::move(text)), document_(readTagged(text_)), ids_(ids) {
        entries(document_, text_.size(), [&](const YamlEntry& entry, const TaggedSpan& span) {
            const std::string& key = entry.key.scalar;
            note(key == "groups" || key == "nodes" ? key : "@" + key, key, span);
            if (key == "nodes") nodes(entry.value, span.to, "");
            if (key == "editor") places(entry.value, span.to, "");
            if (key != "groups") return;
            entries(entry.value, span.to, [&](const YamlEntry& group, const TaggedSpan& all) {
                note("group " + group.key.scalar, group.key.scalar, all);
                entries(group.value, all.to, [&](const YamlEntry& part, const TaggedSpan& inner) {
                    const std::string& name = part.key.scalar;
                    note("part of " + group.key.scalar + "." + name, name == "nodes" ? "inner" : name, inner);
                    if (name == "nodes") nodes(part.value, inner.to, group.key.scalar);
                    if (name == "editor") places(part.value, inner.to, group.key.scalar);
                    if (name != "parameters") return;
                    entries(part.value, inner.to, [&](const YamlEntry& one, const TaggedSpan& span2) {
                        note("parameter " + group.key.scalar + "." + one.key.scalar,
                             "parameters." + id(one.key.scalar), span2);
                    });
                });
            });
        });
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const YamlValue& document() const { return document_; }

    /// What its comments say, and how often.
    [[nodiscard]] std::map<std::string, int> comments() const {
        std::map<std::string, int> found;
        forEachComment(
            [&](const std::string& comment, const std::string&, std::size_t) { ++found[comment]; });
        return found;
    }
    [[nodiscard]] std::size_t count(const std::string& subject) const { return subjects_.count(subject); }

    /// The comments that are not at their subjects.
    [[nodiscard]] std::string misplaced() const {
        std::string wrong;
        forEachComment([&](const std::string& comment, const std::string& subject, std::size_t at) {
            const auto [first, last] = subjects_.equal_range(subject);
            if (first == last && subject == "document") return;
            const bool right =
                std::any_of(first, last, [&](const auto& one) { return isAt(at, one.second); });
            if (!right) wrong += comment + "\n";
        });
        return wrong;
    }

    /// The text of each part that edits change as a whole.
    [[nodiscard]] const std::map<std::string, std::string>& parts() const { return parts_; }

  private:
    template <class Visit>
    void entries(const YamlValue& map, std::size_t end, const Visit& visit) const {
        for (std::size_t i = 0; i < map.entries.size(); ++i) {
            const YamlEntry& entry = map.entries[i];
            const std::size_t to = i + 1 < map.entries.size() ? map.entries[i + 1].key.offset : end;
            visit(entry,
                  TaggedSpan{entry.key.offset,
                             ending(entry.value, map.flow, entry.key.offset - line(entry.key.offset)), to});
        }
    }
    /// \param column  of the block that contains the value
    [[nodiscard]] std::size_t ending(const YamlValue& value, bool flow, std::size_t column) const {
        if (isYamlBlock(value)) {
            const bool map = value.isMap();
            const YamlValue& last = map ? value.entries.back().value : value.items.back();
            const std::size_t at = map ? value.entries.back().key.offset : last.offset - 2;
            return ending(last, false, at - line(at));
        }
        const std::size_t end = yamlValueEnd(text_, value, column, flow);
        return end == noOffset ? value.offset : end;
    }

    void nodes(const YamlValue& map, std::size_t end, const std::string& scope) {
        entries(map, end, [&](const YamlEntry& node, const TaggedSpan& span) {
            const std::string name = scope + ":" + node.key.scalar;
            note("node " + name, id(node.key.scalar), span);
            entries(node.value, span.to, [&](const YamlEntry& part, const TaggedSpan& inner) {
                const std::string subject = id(node.key.scalar) + "." + part.key.scalar;
                note(name + "." + part.key.scalar, subject, inner);
                if (part.key.scalar == "u") numbers(part.value, inner.to, subject + " number");
                for (std::size_t i = 0; part.key.scalar == "inputs" && i < part.value.items.size(); ++i) {
                    const YamlValue& link = part.value.items[i];
                    const std::size_t to =
                        i + 1 < part.value.items.size() ? part.value.items[i + 1].offset : inner.to;
                    const YamlEntry* child = childIn(link);
                    const std::string& read = child->value.scalar;
                    const std::string subject =
                        id(node.key.scalar) + ">" + id(read.starts_with('$') ? read.substr(1) : read);
                    const std::size_t column = link.offset - line(link.offset);
                    const std::size_t start =
                        part.value.flow ? link.offset : text_.rfind('-', link.offset - 1);
                    note(name + ">" + read, subject, {start, ending(link, part.value.flow, column), to});
                    entries(link, to, [&](const YamlEntry& one, const TaggedSpan& last) {
                        if (one.key.scalar == "at") note(name + ">" + read + ".at", subject + ".at", last);
                    });
                }
            });
        });
    }
    void numbers(const YamlValue& list, std::size_t end, const std::string& subject) {
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            const std::size_t at = list.items[i].offset;
            const std::size_t from = list.flow ? at : text_.rfind('-', at - 1);
            const std::size_t to = i + 1 < list.items.size() ? list.items[i + 1].offset : end;
            subjects_.emplace(subject, TaggedSpan{from, ending(list.items[i], list.flow, 0), to});
        }
    }
    void places(const YamlValue& map, std::size_t end, const std::string& scope) {
        entries(map, end, [&](const YamlEntry& place, const TaggedSpan& span) {
            note("place " + scope + ":" + place.key.scalar, id(place.key.scalar) + "@", span);
        });
    }
    [[nodiscard]] std::string id(const std::string& name) const {
        const auto found = ids_.find(name);
        if (found != ids_.end()) return found->second;
        const auto shorter = ids_.find(name.substr(0, name.find_last_of(' ')));
        return shorter != ids_.end() ? shorter->second : name;
    }
    void note(const std::string& part, const std::string& subject, const TaggedSpan& span) {
        subjects_.emplace(subject, span);
        parts_[part] = text_.substr(span.from, span.valueEnd - span.from);
    }

    template <class Visit>
    void forEachComment(const Visit& visit) const {
        for (std::size_t at = text_.find("# {"); at != noOffset; at = text_.find("# {", at + 1)) {
            const std::size_t close = text_.find('}', at);
            const std::size_t end = text_.find_first_of("\r\n", at);
            visit(text_.substr(at, end - at), text_.substr(at + 3, close - at - 3), at);
        }
    }
    [[nodiscard]] std::size_t line(std::size_t at) const {
        return at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;
    }
    [[nodiscard]] bool isAt(std::size_t at, const TaggedSpan& span) const {
        const std::size_t first = text_.find_first_not_of(" \t", line(at));
        if (first < at) {
            const bool inside = at > span.from && at < span.to;
            return inside || line(at) == line(span.from) || line(at) == line(span.valueEnd);
        }
        std::size_t next = at;
        while (next < text_.size() && text_[next] == '#')
            next = text_.find_first_not_of(" \t\r\n", text_.find('\n', next));
        if (next == noOffset) next = text_.size();
        return (at > span.from && next < span.to) || line(next) == line(span.from);
    }

    std::string text_;
    YamlValue document_;
    const std::map<std::string, std::string>& ids_;
    std::multimap<std::string, TaggedSpan> subjects_;
    std::map<std::string, std::string> parts_;
};

/// Makes random edits, and says which parts each of them changes.
class TaggedEditor {
  public:
    TaggedEditor(Random& random, const YamlValue& other) : random_(random), other_(other) {}

    std::map<std::string, std::string> ids;  ///< the names of the nodes in the comments, by their names
    std::string what;                        ///< the last edit, in words
    std::string pasted;                      ///< the fragment of the last edit, if it pasted one

    /// \return the edited document
    YamlValue edited(const YamlValue& document) {
        DesignEdit edit(document);
        changed_.clear();
        pasted.clear();
        names_ = edit.nodeNames();
        const std::string name = any();
        what = name + ": ";
        const int kind = static_cast<int>(random_.between(0, 18));
        what += std::to_string(kind);
        if (kind <= 7) {
            changeNode(edit, name, kind);
        } else {
            changeDesign(edit, name, kind);
        }
        return edit.take();
    }

    /// Whether the last edit changes a part of the text.
    [[nodiscard]] bool changes(const std::string& part) const {
        return std::any_of(changed_.begin(), changed_.end(), [&](const std::string& one) {
            return one.ends_with('*') ? part.starts_with(one.substr(0, one.size() - 1)) : part == one;
        });
    }

  private:
    std::string any() {
        return names_[static_cast<std::size_t>(
            random_.between(0, static_cast<std::int64_t>(names_.size()) - 1))];
    }
    void changesPlace(const std::string& name) {
        changed_.insert("@editor");
        changed_.insert("place :" + name);
    }
    /// The name is new, and what reads the node is changed.
    void changesName(const DesignEdit& edit, const std::string& name) {
        changesPlace(name);
        changed_.insert("node :" + name);
        changed_.insert(":" + name + "*");
        for (const std::string& parent : names_) {
            const YamlValue* list = edit.node(parent)->find("inputs");
            for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
                if (childIn(list->items[i])->value.scalar == name) changesLinks(parent, name);
            }
        }
    }
    void changesLinks(const std::string& parent, const std::string& child) {
        changed_.insert("node :" + parent);
        changed_.insert(":" + parent + ".inputs");
        changed_.insert(":" + parent + ">" + child + "*");
    }
    std::optional<std::size_t> anyLink(const DesignEdit& edit, const std::string& name) {
        const std::size_t count = edit.links(name);
        if (count == 0) return {};
        return static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(count) - 1));
    }
    static std::string childOf(const DesignEdit& edit, const std::string& name, std::size_t link) {
        return childIn(edit.node(name)->find("inputs")->items[link])->value.scalar;
    }
    YamlValue vector() {
        const std::string texts[] = {std::to_string(random_.between(1, 9)),
                                     std::to_string(random_.between(1, 9))};
        return yamlList(texts);
    }

    void changeNode(DesignEdit& edit, const std::string& name, int kind) {
        const auto at = anyLink(edit, name);
        changed_.insert("nodes");
        changed_.insert("node :" + name);
        switch (kind) {
            case 0: {
                const std::string key = random_.pick<const char*>({"width", "height", "expression"});
                changed_.insert(":" + name + "." + key);
                const bool remove = random_.chance(0.2);
                edit.setValue(name, key,
                              remove ? std::nullopt
                                     : std::optional(yamlScalar(std::to_string(random_.between(100, 999)))));
                break;
            }
            case 1:
                changed_.insert(":" + name + ".u");
                if (edit.node(name)->find("u") != nullptr)
                    edit.setValue(name, "u", random_.chance(0.3) ? yamlScalar("=k") : vector());
                break;
            case 2: {
                const std::string child = any();
                const YamlValue* list = edit.node(name)->find("inputs");
                const bool known =
                    list != nullptr &&
                    std::any_of(list->items.begin(), list->items.end(),
                                [&](const YamlValue& link) { return childIn(link)->value.scalar == child; });
                changesLinks(name, child);
                if (!known) edit.link(name, Trait::data, child, at);
                break;
            }
            case 3:
                if (!at) break;
                changesLinks(name, childOf(edit, name, *at));
                edit.unlink(name, *at);
                break;
            case 4:
                if (!at) break;
                changesLinks(name, childOf(edit, name, *at));
                edit.moveLink(name, *at, *anyLink(edit, name));
                break;
            case 5:
                if (!at) break;
                changesLinks(name, childOf(edit, name, *at));
                edit.relink(name, *at, random_.pick({Trait::mask, Trait::data}), childOf(edit, name, *at));
                break;
            case 6:
                if (!at) break;
                changesLinks(name, childOf(edit, name, *at));
                edit.setOffset(name, *at, random_.chance(0.2) ? std::nullopt : std::optional(vector()));
                break;
            default:
                edit.setMuted(name, random_.chance(0.7));
                changed_.insert(":" + name + ".muted");
        }
    }

    void changeDesign(DesignEdit& edit, const std::string& name, int kind) {
        const std::string number = std::to_string(++made_);
        const std::string names[] = {name};
        switch (kind) {
            case 8:
                changed_.insert("nodes");
                ids["new" + number] = "new" + number;
                edit.addNode("new" + number, "math2d");
                break;
            case 9:
                if (name == "surface" || names_.size() < 6) break;
                changed_.insert("nodes");
                changesName(edit, name);
                edit.removeNodes(names, false);
                break;
            case 10:
                if (name == "surface") break;
                changed_.insert("nodes");
                changesName(edit, name);
                ids["node" + number] = ids[name];
                changesPlace("node" + number);
                edit.renameNode(name, "node" + number);
                break;
            case 11:
                changed_ = {"nodes", "groups"};
                changesName(edit, name);
                if (edit.groupNodes(names, "group" + number, "inst" + number) == GroupObstacle::none)
                    ids["inst" + number] = ids[name];
                break;
            case 12: {
                if (!isInstance(*edit.node(name)) || edit.node(name)->find("muted") != nullptr) break;
                changed_.insert("nodes");
                changesName(edit, name);
                for (const std::string& one : edit.ungroup(name)) {
                    const std::string inner = one.substr(one.find_last_of('/') + 1);
                    ids[one] = ids.contains(inner) ? ids[inner] : inner;
                }
                break;
            }
            case 13:
                paste(edit, edit, name);
                break;
            case 14:
                paste(edit, DesignEdit(other_), "m" + std::to_string(random_.between(0, 7)));
                break;
            case 15:
                changed_ = {"groups", "group net", "part of net.parameters", "parameter net.size"};
                edit.setParameter("net", "size", "default", yamlScalar(number));
                break;
            case 16:
                changeGroup(edit, random_.pick<const char*>({"width", "height"}), number);
                break;
            case 17:
                changesPlace(name);
                edit.setPlace(name, {static_cast<double>(random_.between(100, 999)), 1});
                break;
            default:
                changed_ = {"groups", "group net", "part of net.parameters"};
                edit.moveParameter("net", static_cast<std::size_t>(random_.between(0, 2)),
                                   static_cast<std::size_t>(random_.between(0, 2)));
        }
    }

    void changeGroup(DesignEdit& edit, const std::string& key, const std::string& value) {
        const std::vector<std::string> groups = edit.groupNames();
        const std::string group = groups[static_cast<std::size_t>(
            random_.between(0, static_cast<std::int64_t>(groups.size()) - 1))];
        edit.setScope(group);
        const std::string name = edit.nodeNames().front();
        edit.setValue(name, key, yamlScalar(value));
        edit.setScope({});
        const std::string part = group + ":" + name;
        changed_ = {"groups", "group " + group, "part of " + group + ".nodes", "node " + part,
                    part + "." + key};
    }

    void paste(DesignEdit& edit, const DesignEdit& from, const std::string& name) {
        if (name == "surface" || names_.size() > 20) return;
        changed_ = {"nodes", "groups", "@editor"};
        const std::string names[] = {name};
        pasted = from.fragment(names);
        for (const std::string& one : edit.paste(pasted, {}))
            ids[one] = ids.contains(name) ? ids[name] : name;
    }

    Random& random_;
    const YamlValue& other_;
    std::vector<std::string> names_;
    std::set<std::string> changed_;
    int made_ = 0;
};

/// The comments and values that an edit should not have changed.
std::string wrongIn(const TaggedText& before, const TaggedText& after, const TaggedEditor& editor) {
    std::string wrong = after.misplaced();
    const auto had = before.comments();
    const auto has = after.comments();
    std::map<std::string, int> brought;
    if (!editor.pasted.empty() && editor.pasted.find("groups:") == std::string::npos)
        brought = TaggedText(editor.pasted, editor.ids).comments();
    const auto countIn = [](const std::map<std::string, int>& all, const std::string& comment) {
        const auto found = all.find(comment);
        return found == all.end() ? 0 : found->second;
    };
    for (const auto& [comment, count] : brought) {
        if (countIn(has, comment) != countIn(had, comment) + count) wrong += "not pasted: " + comment + "\n";
    }
    for (const auto& [comment, count] : had) {
        const std::string subject = comment.substr(3, comment.find('}') - 3);
        const std::size_t old = before.count(subject);
        const std::size_t now = after.count(subject);
        if (countIn(has, comment) < count && now >= old) wrong += "lost: " + comment + "\n";
        if (countIn(has, comment) > count && now <= old) wrong += "twice: " + comment + "\n";
    }
    for (const auto& [part, text] : before.parts()) {
        if (part == "@burin" || editor.changes(part)) continue;
        const auto found = after.parts().find(part);
        if (found == after.parts().end() || found->second != text)
            wrong += "changed: " + part + "\n" + text + "\n";
    }
    return wrong;
}

}  // namespace

class TestKeptComments : public QObject {
    Q_OBJECT

  private slots:
    void anyEditIsTheOnlyChange_data();
    void anyEditIsTheOnlyChange();
    void aTextOnLinesBelowItsKeyLeavesItsComment_data();
    void aTextOnLinesBelowItsKeyLeavesItsComment();
    void mutingTwiceGivesTheTextBack_data();
    void mutingTwiceGivesTheTextBack();
};

void TestKeptComments::anyEditIsTheOnlyChange_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(60))
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

void TestKeptComments::anyEditIsTheOnlyChange() {
    QFETCH(quint64, seed);
    Random random(seed);
    const auto design = [&](const char* letter) {
        const TaggedPart parts = taggedDesign(random, letter);
        return TaggedWriter(random, random.pick({0.0, 0.2, 0.5, 1.0})).write(parts);
    };
    const YamlValue other = readTagged(design("m"));
    std::string text = design("n");
    const bool windows = random.chance(0.3);
    if (windows) text = QByteArray::fromStdString(text).replace("\n", "\r\n").toStdString();
    TaggedEditor editor(random, other);
    for (const std::string& name : DesignEdit(readTagged(text)).nodeNames())
        editor.ids[name] = name;
    QByteArray wrong = QByteArray::fromStdString(TaggedText(text, editor.ids).misplaced());
    QVERIFY2(wrong.isEmpty(), wrong + QByteArray::fromStdString(text));
    for (int i = 0; i < 10; ++i) {
        const auto idsBefore = editor.ids;
        const TaggedText before(text, idsBefore);
        const YamlValue document = editor.edited(before.document());
        const TaggedText after(keptYaml(document), editor.ids);
        QVERIFY2(after.document() == document, after.text().c_str());
        wrong = QByteArray::fromStdString(wrongIn(before, after, editor));
        QVERIFY2(wrong.isEmpty(), QByteArray::fromStdString(editor.what + "\n") + wrong +
                                      QByteArray::fromStdString(before.text() + "-----\n" + after.text()));
        text = after.text();
        if (windows)
            QCOMPARE(std::count(text.begin(), text.end(), '\n'), std::count(text.begin(), text.end(), '\r'));
    }
}

void TestKeptComments::aTextOnLinesBelowItsKeyLeavesItsComment_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("comment");
    for (const QByteArray header : {">-", "|", ">+", "|2-", ">"}) {
        for (const QByteArray comment : {"   # why", "\t#", ""})
            QTest::addRow("%s%s", header.data(), comment.data()) << header << comment;
    }
}

void TestKeptComments::aTextOnLinesBelowItsKeyLeavesItsComment() {
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, comment);
    const QByteArray start = "burin: 2\nnodes:\n  a:\n    expression: ";
    const QByteArray end = "\n    # below\n    kind: math2d  # kind\n";
    const QByteArray text = start + header + comment + "\n      x +\n      y" + end;
    DesignEdit edit(readTagged(text.toStdString()));
    edit.setValue("a", "expression", yamlScalar("x"));
    QCOMPARE(QByteArray::fromStdString(keptYaml(edit.take())), start + "x" + comment + end);
}

void TestKeptComments::mutingTwiceGivesTheTextBack_data() {
    QTest::addColumn<QByteArray>("node");
    QTest::newRow("a comment behind") << QByteArray("\n    muted: false  # why\n    kind: root");
    QTest::newRow("a comment above") << QByteArray("\n    # why\n    muted: false\n    kind: root");
    QTest::newRow("a comment behind the key") << QByteArray("\n    muted:  # why\n      false");
    QTest::newRow("a comment below") << QByteArray("\n    muted: false\n      # why\n    kind: root");
    QTest::newRow("explicit key") << QByteArray("\n    ? muted\n    : false  # why\n    kind: root");
    QTest::newRow("braces") << QByteArray("\n    {muted: false,  # why\n     kind: root}");
    QTest::newRow("the last in braces") << QByteArray("\n    {kind: root,\n     muted: false  # why\n    }");
    QTest::newRow("no key") << QByteArray("\n    kind: root  # why\n    # and");
    QTest::newRow("no key in braces") << QByteArray(" {kind: root}  # why");
    QTest::newRow("no key below a comment") << QByteArray("\n    # a\n    {kind: root}  # b");
}

/// Also if the design is saved in between, which makes the new text the one that its lines come from.
void TestKeptComments::mutingTwiceGivesTheTextBack() {
    QFETCH(QByteArray, node);
    const QByteArray text = "burin: 2\nnodes:\n  a:" + node + "\n";
    for (const bool saved : {false, true}) {
        DesignEdit edit(readTagged(text.toStdString()));
        edit.setMuted("a", true);
        const std::string muted = keptYaml(edit.document());
        QCOMPARE(QByteArray::fromStdString(muted).count('#'), text.count('#'));
        if (saved) edit = DesignEdit(readTagged(muted));
        edit.setMuted("a", false);
        QCOMPARE(QByteArray::fromStdString(keptYaml(edit.take())), text);
    }
}

BURIN_TEST(TestKeptComments)
#include "test_kept_comments.moc"
