// SPDX-License-Identifier: GPL-3.0-or-later

// A save changes only the edited lines of a design written by hand.

#include "support/long_run.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"

#include "core/design/yaml_tools.hpp"
#include "core/engraving/wedge.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <set>

namespace burin::ui {

namespace {

using test::Random;

QByteArray read(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& name, const QByteArray& text) {
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("not written");
}

/// The lines without their ends.
QStringList linesOf(const QByteArray& text) {
    QStringList lines = QString::fromUtf8(text).split('\n');
    for (QString& line : lines) {
        if (line.endsWith('\r')) line.chop(1);
    }
    if (lines.last().isEmpty()) lines.removeLast();
    return lines;
}

/// The lines that a save changed: the longest common subsequence stays.
struct LineDiff {
    QStringList removed;
    QStringList added;

    LineDiff(const QStringList& before, const QStringList& after) {
        const qsizetype rows = before.size();
        const qsizetype columns = after.size();
        // Lines that are equal up to the first change need no table.
        qsizetype head = 0;
        while (head < rows && head < columns && before[head] == after[head])
            ++head;
        const qsizetype width = columns - head + 1;
        std::vector<int> common(static_cast<std::size_t>((rows - head + 1) * width));
        const auto at = [&](qsizetype i, qsizetype k) -> int& {
            return common[static_cast<std::size_t>((i - head) * width + k - head)];
        };
        for (qsizetype i = rows; i-- > head;) {
            for (qsizetype k = columns; k-- > head;)
                at(i, k) =
                    before[i] == after[k] ? at(i + 1, k + 1) + 1 : std::max(at(i + 1, k), at(i, k + 1));
        }
        qsizetype i = head;
        qsizetype k = head;
        while (i < rows || k < columns) {
            if (i < rows && k < columns && before[i] == after[k]) {
                ++i;
                ++k;
            } else if (k == columns || (i < rows && at(i + 1, k) >= at(i, k + 1))) {
                removed << before[i++];
            } else {
                added << after[k++];
            }
        }
    }
    [[nodiscard]] QString text() const { return "- " + removed.join("\n- ") + "\n+ " + added.join("\n+ "); }
};

/// A design with comments that name what they belong to: {n3} a node, {n3.width} a value of it, {n3>n5} a
/// link, {free.2} nothing.
struct HandWritten {
    static constexpr int nodes = 44;

    explicit HandWritten(Random& random) {
        const bool wide = random.chance(0.5);
        indent = wide ? 4 : 2;
        const QString one(indent, ' ');
        const QString two(wide ? 8 : 4, ' ');
        line("# {free}");
        line("");
        if (random.chance(0.3)) line("--- # {free}");
        line("burin: 1   # {top.burin}");
        line("# {top.pixel}");
        const bool explicitKeys = random.chance(0.4);
        if (explicitKeys) line("? pixel # {top.pixel}");
        line(explicitKeys ? ": 1 um # {top.pixel}" : "pixel:  1 um");
        line("");
        line(explicitKeys ? "? nodes # {top.nodes}\n# {top.nodes}\n:" : "nodes: # {top.nodes}");
        for (int i = 0; i < nodes; ++i) {
            const QString id = "n" + QString::number(i);
            if (i == 7 || i == 13) {
                line("");
                line(one + "# {free}");
                line("");
            }
            line(one + "# {" + id + "}");
            line(one + id + ":" + (random.chance(0.3) ? "   # {" + id + "}" : ""));
            line(two + "kind: math2d");
            for (const char* key : {"width", "height"}) {
                const QString tag = "# {" + id + "." + key + "}";
                const bool above = random.chance(0.3);
                if (above) line(two + tag);
                line(two + key + ": " + QString::number(random.between(10, 99)) + (above ? "" : "   " + tag));
            }
            line(two + "expression:   " +
                 random.pick<const char*>({"x / w", "'y / h'", "\"x * y\"",
                                           "max(0,\n"
                                           "            x)"}) +
                 "  # {" + id + ".expression}");
            const int links = static_cast<int>(random.between(0, std::min(3, nodes - 1 - i)));
            if (links > 0) line(two + "inputs: # {" + id + ".inputs}");
            std::set<int> linked;
            for (int k = 0; k < links; ++k) {
                const auto child = static_cast<int>(random.between(i + 1, nodes - 1));
                if (!linked.insert(child).second) continue;
                const QString name = "n" + QString::number(child);
                const QString tag = "# {" + id + ">" + name + "}";
                const bool above = random.chance(0.4);
                if (above) line(two + "  " + tag);
                line(two + "  - data: " + name + (above ? "" : " " + tag));
                if (random.chance(0.3)) line(two + "    at: [1, 2] # {" + id + ">" + name + "}");
            }
            if (random.chance(0.3)) line(two + "# {" + id + "}");
        }
        line("");
        line("# {top.job}");
        line("job: {spot: 8 um}  # {top.job}");
        if (random.chance(0.5)) line("# {free}");
        if (random.chance(0.3)) line("... # {free}");
        text.replace('\n', random.chance(0.5) ? "\r\n" : "\n");
        if (random.chance(0.4)) text = "\xEF\xBB\xBF" + text;
        if (random.chance(0.4)) text.chop(text.endsWith("\r\n") ? 2 : 1);
    }

    void line(const QString& content) { text += content.toUtf8() + '\n'; }

    QByteArray text;
    qsizetype indent = 2;  ///< of the nodes
};

/// The design under edit, as far as the test follows it.
struct Known {
    std::map<std::string, std::string> names;  ///< of the nodes, by their names in the comments
    std::multiset<std::string> comments;

    void forget(const std::function<bool(const std::string&)>& gone) { std::erase_if(comments, gone); }
};

std::multiset<std::string> commentsIn(const QByteArray& text) {
    std::multiset<std::string> found;
    static const QRegularExpression tag("# \\{([^}]*)\\}");
    for (auto all = tag.globalMatch(QString::fromUtf8(text)); all.hasNext();)
        found.insert(all.next().captured(1).toStdString());
    return found;
}

/// The comments that are not beside the part that they belong to.
QStringList misplaced(const QByteArray& text, qsizetype indent, const Known& known) {
    QStringList wrong;
    const QStringList lines = linesOf(text);
    static const QRegularExpression tag("# \\{([^}]*)\\}");
    static const QRegularExpression nodeLine("^( {2}| {4})([^ #:][^:]*):");
    static const QRegularExpression afterId("[.>]");  // compiling the expression takes longer than using it
    QString node;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const auto named = nodeLine.match(lines[i]);
        if (named.hasMatch() && named.capturedLength(1) == indent) node = named.captured(2);
        if (!lines[i].startsWith(' ')) node.clear();
        const auto found = tag.match(lines[i]);
        if (!found.hasMatch()) continue;
        const QString what = found.captured(1);
        if (what == "free" || what.startsWith("top")) continue;
        const QString id = what.section(afterId, 0, 0);
        const QString name = QString::fromStdString(known.names.at(id.toStdString()));
        // A comment that is alone on its line belongs to the next line that is not a comment.
        qsizetype owner = i;
        while (owner + 1 < lines.size() && lines[owner].trimmed().startsWith('#'))
            ++owner;
        const bool ofNode = what == id;
        const bool below = ofNode && lines[i].trimmed().startsWith('#') && node == name;  // a comment at the
                                                                                          // end of the node
        if (below) continue;
        const QString line = lines[owner];
        const bool right =
            ofNode ? line.trimmed().startsWith(name + ":")
            : what.contains('>')
                ? node == name && (line.contains(": " + QString::fromStdString(known.names.at(
                                                            what.section('>', 1).toStdString()))) ||
                                   line.trimmed().startsWith("at:"))
                : node == name &&
                      (line.trimmed().startsWith(what.section('.', 1) + ":") || what.endsWith("expression"));
        if (!right) wrong << lines[i] + " at " + line + " in " + node;
    }
    return wrong;
}

/// Edits a design at random, and knows what each edit may change.
class Editor {
  public:
    Editor(Document& document, Known& known, Random& random)
        : document_(document), known_(known), random_(random) {}

    /// \return empty, or what is wrong with the lines that the edit changed
    QString act(const QString& file) {
        const QStringList before = linesOf(read(file));
        const std::string id = anyNode();
        const std::string name = known_.names[id];
        check_ = [](const LineDiff&) { return true; };
        what_ = QString::fromStdString(id) + ": ";
        switch (random_.between(0, 9)) {
            case 0:
            case 1:
                setValue(name, random_.pick<const char*>({"width", "height"}));
                break;
            case 2:
                setExpression(name);
                break;
            case 3:
                removeValue(id, name, random_.pick<const char*>({"width", "height"}));
                break;
            case 4:
                rename(id, name);
                break;
            case 5:
                moveLink(name);
                break;
            case 6:
                link(name);
                break;
            case 7:
                random_.chance(0.5) ? unlink(id, name) : addNode();
                break;
            case 8:
                random_.chance(0.3) ? removeNode(id, name) : mute(name);
                break;
            default:
                place(name);
                break;
        }
        if (const QString failure = document_.save(file); !failure.isEmpty()) return failure;
        const LineDiff diff(before, linesOf(read(file)));
        return check_(diff) ? QString() : what_ + "\n" + diff.text();
    }

  private:
    std::string anyNode() {
        auto found = known_.names.begin();
        std::advance(found, random_.between(0, static_cast<std::int64_t>(known_.names.size()) - 1));
        return found->first;
    }
    const YamlValue* body(const std::string& name) const {
        return document_.nodeText(QString::fromStdString(name));
    }
    std::size_t links(const std::string& name) const {
        const YamlValue* inputs = body(name)->find("inputs");
        return inputs == nullptr ? 0 : inputs->items.size();
    }
    static bool all(const QStringList& lines, const QString& with) {
        return std::all_of(lines.begin(), lines.end(),
                           [&](const QString& line) { return line.contains(with); });
    }
    void edit(const QString& what, const std::function<void(DesignEdit&)>& change) {
        what_ += what;
        const QString problem = document_.edit(what, change);
        if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
    }

    void setValue(const std::string& name, const std::string& key) {
        const YamlValue* old = body(name)->find(key);
        const std::string value = std::to_string(random_.between(100, 999));
        const bool changes = old == nullptr || old->scalar != value;
        const qsizetype removed = old != nullptr && changes ? 1 : 0;
        check_ = [=](const LineDiff& d) {
            return d.removed.size() == removed && d.added.size() == (changes ? 1 : 0) &&
                   all(d.removed + d.added, QString::fromStdString(key) + ": ");
        };
        edit("set " + QString::fromStdString(key),
             [&](DesignEdit& e) { e.setValue(name, key, yamlScalar(value)); });
    }
    void setExpression(const std::string& name) {
        check_ = [](const LineDiff& d) {
            return d.added.size() <= 1 && d.removed.size() <= 2 && all(d.added, "expression: ");
        };
        const std::string value = "x * " + std::to_string(random_.between(2, 99));
        edit("expression", [&](DesignEdit& e) { e.setValue(name, "expression", yamlScalar(value, true)); });
    }
    void removeValue(const std::string& id, const std::string& name, const std::string& key) {
        known_.forget([&](const std::string& tag) { return tag == id + "." + key; });
        check_ = [=](const LineDiff& d) {
            return d.added.isEmpty() && d.removed.size() <= 2 && all(d.removed, QString::fromStdString(key));
        };
        edit("remove " + QString::fromStdString(key), [&](DesignEdit& e) { e.setValue(name, key, {}); });
    }
    void rename(const std::string& id, const std::string& name) {
        const std::string next = "node" + std::to_string(++made_);
        known_.names[id] = next;
        check_ = [=](const LineDiff& d) {
            return !d.added.isEmpty() && d.added.size() == d.removed.size() &&
                   all(d.removed, QString::fromStdString(name)) && all(d.added, QString::fromStdString(next));
        };
        edit("rename", [&](DesignEdit& e) { e.renameNode(name, next); });
    }
    void moveLink(const std::string& name) {
        const std::size_t count = links(name);
        if (count < 2) return;
        const auto from = static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(count) - 1));
        const auto to = static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(count) - 1));
        check_ = [](const LineDiff& d) {
            QStringList removed = d.removed;
            QStringList added = d.added;
            removed.sort();
            added.sort();
            return removed == added;
        };
        edit(QString("move link %1 to %2").arg(from).arg(to),
             [&](DesignEdit& e) { e.moveLink(name, from, to); });
    }
    void link(const std::string& name) {
        if (links(name) > 6) return;
        const std::string child = known_.names[anyNode()];
        // A comment names the child, so it must be the only link to it.
        const YamlValue* inputs = body(name)->find("inputs");
        if (inputs != nullptr &&
            std::any_of(inputs->items.begin(), inputs->items.end(),
                        [&](const YamlValue& l) { return childIn(l)->value.scalar == child; }))
            return;
        const qsizetype lines = links(name) == 0 ? 2 : 1;
        check_ = [=](const LineDiff& d) {
            return d.removed.isEmpty() && d.added.size() == lines &&
                   d.added.last().trimmed() == "- data: " + QString::fromStdString(child);
        };
        edit("link", [&](DesignEdit& e) { e.link(name, Trait::data, child); });
    }
    void unlink(const std::string& id, const std::string& name) {
        const std::size_t count = links(name);
        if (count == 0) return;
        const auto entry = static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(count) - 1));
        const std::string child = childIn(body(name)->find("inputs")->items[entry])->value.scalar;
        const bool only = count == 1;
        known_.forget([&](const std::string& tag) {
            const std::size_t arrow = tag.find('>');
            return (only && tag == id + ".inputs") ||
                   (arrow != std::string::npos && tag.substr(0, arrow) == id &&
                    known_.names[tag.substr(arrow + 1)] == child);
        });
        check_ = [](const LineDiff& d) { return d.added.isEmpty() && d.removed.size() <= 5; };
        edit("unlink", [&](DesignEdit& e) { e.unlink(name, entry); });
    }
    void addNode() {
        const std::string id = "m" + std::to_string(++made_);
        known_.names[id] = id;
        check_ = [](const LineDiff& d) { return d.removed.isEmpty() && d.added.size() == 2; };
        edit("add", [&](DesignEdit& e) { e.addNode(id, "math2d"); });
    }
    void removeNode(const std::string& id, const std::string& name) {
        if (known_.names.size() < 12) return;
        known_.forget([&](const std::string& tag) {
            return tag == id || tag.starts_with(id + ".") || tag.starts_with(id + ">") ||
                   tag.ends_with(">" + id);
        });
        for (const auto& [other, title] : known_.names) {
            const YamlValue* inputs = body(title)->find("inputs");
            if (inputs == nullptr || other == id) continue;
            const bool none =
                std::all_of(inputs->items.begin(), inputs->items.end(),
                            [&](const YamlValue& l) { return childIn(l)->value.scalar == name; });
            if (none) known_.forget([&](const std::string& tag) { return tag == other + ".inputs"; });
        }
        known_.names.erase(id);
        check_ = [](const LineDiff& d) { return d.added.isEmpty(); };
        const std::vector<std::string> names = {name};
        edit("remove", [&](DesignEdit& e) { e.removeNodes(names, false); });
    }
    void mute(const std::string& name) {
        const bool muted = body(name)->find("muted") != nullptr;
        check_ = [=](const LineDiff& d) {
            return d.removed.size() == (muted ? 1 : 0) && d.added.size() == (muted ? 0 : 1) &&
                   all(d.removed + d.added, "muted: true");
        };
        edit("mute", [&](DesignEdit& e) { e.setMuted(name, !muted); });
    }
    void place(const std::string& name) {
        const double x = static_cast<double>(random_.between(0, 500));
        check_ = [=](const LineDiff& d) {
            return d.removed.size() <= 1 && d.added.size() <= 2 &&
                   all(d.removed, QString::fromStdString(name)) &&
                   (d.added.isEmpty() || d.added.last().contains(QString::fromStdString(name)));
        };
        edit("place", [&](DesignEdit& e) { e.setPlace(name, {x, 1}); });
    }

    Document& document_;
    Known& known_;
    Random& random_;
    int made_ = 0;
    QString what_;
    std::function<bool(const LineDiff&)> check_;
};

}  // namespace

class TestSavedLines : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    [[nodiscard]] QString file(const QByteArray& text) const {
        const QString name = folder_.filePath("a.burin");
        write(name, text);
        return name;
    }

  private slots:
    /// Another program may change only comments, which do not count if designs are compared by their values.
    void commentsThatAnotherProgramWroteStay() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.burin");
        const QByteArray nodes = "nodes:\n  surface: {kind: root, width: 10, height: 10}\n";
        write(file, "burin: 2\npixel: 1 um\n" + nodes);
        Document document(burin::kinds());
        QCOMPARE(document.open(file), QString());
        QSignalSpy reloaded(&document, &Document::reloaded);
        for (const QByteArray& head : {QByteArray("burin: 2\npixel: 1 um  # as measured\n"),
                                       QByteArray("burin: 2\n\n# as the customer wants\npixel: 1 um\n")}) {
            write(file, head + nodes);
            reloaded.clear();
            document.reload();
            QTRY_COMPARE(reloaded.count(), 1);
            QVERIFY(!document.modified());
            QCOMPARE(document.bytes(), head + nodes);
        }
        document.edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        QCOMPARE(document.save(file), QString());
        QVERIFY(read(file).contains("\n\n# as the customer wants\npixel: 1 um\n"));
    }

    /// The list of the patches of a wedge is in comments.
    void aWedgeKeepsItsTable_data() {
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("columns");
        QTest::newRow("as it is by default") << 17 << 5;
        QTest::newRow("a strip") << 9 << 9;
    }
    void aWedgeKeepsItsTable() {
        QFETCH(int, steps);
        QFETCH(int, columns);
        WedgePlan plan;
        plan.steps = steps;
        plan.columns = columns;
        plan.fullDepthUm = 40;
        const QByteArray text = QByteArray::fromStdString(wedgeDesign(plan));
        QVERIFY(text.count('#') > steps);
        const QString name = file(text);
        Document document(kinds());
        QCOMPARE(document.open(name), QString());
        QCOMPARE(document.save(name), QString());
        QCOMPARE(read(name), text);
        const auto deepen = [](DesignEdit& edit) {
            edit.setValue("surface", "full_depth", yamlScalar("55 um"));
        };
        QCOMPARE(document.edit("full depth", deepen), QString());
        QCOMPARE(document.save(name), QString());
        const LineDiff diff(linesOf(text), linesOf(read(name)));
        QVERIFY2(diff.removed.size() == 1 && diff.added.size() == 1, qPrintable(diff.text()));
        document.undo();
        QCOMPARE(document.save(name), QString());
        QCOMPARE(read(name), text);
    }

    void randomEdits_data() {
        QTest::addColumn<quint64>("seed");
        for (const std::uint64_t seed : test::seedsOfTest(5))
            QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
    }
    void randomEdits() {
        QFETCH(quint64, seed);
        Random random(seed);
        const HandWritten design(random);
        const QString name = file(design.text);
        Document document(kinds());
        QCOMPARE(document.open(name), QString());
        QCOMPARE(document.save(name), QString());
        QCOMPARE(read(name), design.text);
        Known known;
        known.comments = commentsIn(design.text);
        QVERIFY2(known.comments.size() >= 200, QByteArray::number(static_cast<int>(known.comments.size())));
        for (int i = 0; i < HandWritten::nodes; ++i)
            known.names["n" + std::to_string(i)] = "n" + std::to_string(i);
        Editor editor(document, known, random);
        for (int i = 0; i < 50; ++i) {
            const QByteArray before = read(name);
            const QString wrong = editor.act(name);
            QVERIFY(document.keptLines());
            const QByteArray saved = read(name);
            const QByteArray shown = before + "\n=====\n" + saved;
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            QVERIFY2(commentsIn(saved) == known.comments, shown.constData());
            const QStringList lost = misplaced(saved, design.indent, known);
            QVERIFY2(lost.isEmpty(), qPrintable(lost.join("\n")));
            QCOMPARE(saved.startsWith("\xEF\xBB\xBF"), design.text.startsWith("\xEF\xBB\xBF"));
            QCOMPARE(saved.endsWith('\n'), design.text.endsWith('\n'));
            QCOMPARE(saved.count("\r\n"), design.text.contains('\r') ? saved.count('\n') : 0);
            // The document was read from the saved text again, so a check from time to time is enough.
            if (i % 5 != 4 && !test::isLongRun()) continue;
            Document again(kinds());
            QCOMPARE(again.open(name), QString());
            QVERIFY(again.design()->document == document.design()->document);
            if (i % 20 != 19) continue;
            // Back and forth again.
            const int step = document.history().index();
            for (int back = 0; back < 5; ++back)
                document.undo();
            while (document.history().canRedo())
                document.redo();
            QCOMPARE(document.history().index(), step);
            QCOMPARE(document.bytes(), saved);
        }
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSavedLines)
#include "test_saved_lines.moc"
