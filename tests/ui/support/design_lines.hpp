// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The changes that a save made in a design with comments, found from the lines alone.

#include "core/design/yaml.hpp"

#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <utility>
#include <vector>

namespace burin::ui {

/// The lines of a text without their ends.
inline QStringList linesOf(const QByteArray& text) {
    QStringList lines = QString::fromUtf8(text).split('\n');
    for (QString& line : lines) {
        if (line.endsWith('\r')) line.chop(1);
    }
    if (lines.last().isEmpty()) lines.removeLast();
    return lines;
}

/// The lines of a design, each with the place of the value that begins on it: `nodes/rims/width`, and
/// `nodes/rims/inputs/-data: dots` for an item. Comments are `# {NAME}`, each with a name of its own, or
/// `# {free}` between blank lines.
struct DesignLines {
    struct Part {
        QString path;
        QString text;      ///< with the comment after it, without the indentation
        QStringList tags;  ///< the names of the comments behind it and above it
    };

    explicit DesignLines(const QStringList& lines) {
        static const QRegularExpression tag("# \\{([^}]*)\\}");
        static const QRegularExpression key("^([^\\s#:'\"\\[{-][^#:]*):(\\s|$)");
        std::vector<std::pair<qsizetype, QString>> open;  // the parts that the line is in
        QStringList above;
        for (const QString& line : lines) {
            const QString text = line.trimmed();
            const auto comment = tag.match(text);
            const QString name = comment.captured(1);
            if (text.isEmpty()) {
                ++blanks;
            } else if (name == "free") {
                ++free;
            } else if (text.startsWith('#')) {
                above << name;
            } else {
                const QString value =
                    comment.hasMatch() ? text.left(comment.capturedStart()).trimmed() : text;
                const auto named = key.match(value);
                if (!named.hasMatch() && !value.startsWith("- ") && !parts.empty()) {
                    parts.back().text += '\n' + text;  // more of the value before
                } else {
                    const qsizetype indent = line.indexOf(text);
                    while (!open.empty() && open.back().first >= indent)
                        open.pop_back();
                    const QString last = named.hasMatch() ? named.captured(1) : '-' + value.mid(2).trimmed();
                    const QString path = (open.empty() ? QString() : open.back().second + '/') + last;
                    open.emplace_back(indent, path);
                    parts.push_back({path, text, std::exchange(above, {})});
                }
                if (!name.isEmpty()) parts.back().tags << name;
            }
        }
        if (!above.isEmpty()) parts.push_back({{}, {}, above});
    }

    std::vector<Part> parts;
    int blanks = 0;
    int free = 0;
};

/// The lines that an edit may change in addition to those of the values that it changes.
struct ChangedLines {
    struct Renamed {
        QString before;
        QString after;
        QStringList within;  ///< the places below which lines name it
    };
    std::vector<Renamed> renamed = {};
    /// The places, before and after the edit, of nodes that the edit moves into a group or out of one.
    std::vector<std::pair<QString, QString>> moved = {};
    bool reorders = false;
    bool copies = false;  ///< nodes with their comments
};

/// The changes of a save in addition to `changed` and the values that differ; empty if there are none.
class LineChanges {
  public:
    LineChanges(const QStringList& before, const QStringList& after, const ChangedLines& changed) {
        DesignLines was(before);
        for (const ChangedLines::Renamed& renamed : changed.renamed)
            rename(was, renamed);
        const DesignLines is(after);
        for (const DesignLines::Part& part : is.parts)
            after_[part.path] << part.text;
        QStringList order;
        bool vanished = false;
        for (const DesignLines::Part& part : was.parts) {
            const QString path = now(part.path, changed);
            before_[path] << part.text;
            if (!after_.contains(path)) {
                vanished = true;
            } else if (path == part.path) {
                order << path;
            }
        }
        for (auto each = before_.begin(); each != before_.end(); ++each)
            compare(each.key(), each.value());
        if (!changed.reorders) compareOrder(order, is);
        compareTags(was, is, changed);
        if (was.free != is.free) wrong_ << "comments that belong to nothing are lost";
        if (was.blanks != is.blanks && !(vanished && was.blanks > is.blanks))
            wrong_ << QString("%1 blank lines were %2").arg(is.blanks).arg(was.blanks);
    }

    [[nodiscard]] QString wrong() const { return wrong_.join('\n'); }

  private:
    static void rename(DesignLines& lines, const ChangedLines::Renamed& renamed) {
        const QRegularExpression name("(?<![\\w{$])" + QRegularExpression::escape(renamed.before) +
                                      "(?!\\w| \\d)");
        for (DesignLines::Part& part : lines.parts) {
            for (const QString& place : renamed.within) {
                if (part.path != place && !part.path.startsWith(place + '/')) continue;
                part.path = place + part.path.mid(place.size()).replace(name, renamed.after);
                part.text.replace(name, renamed.after);
                break;
            }
        }
    }
    static QString now(const QString& path, const ChangedLines& changed) {
        for (const auto& [from, to] : changed.moved) {
            if (path == from || path.startsWith(from + '/')) return to + path.mid(from.size());
        }
        return path;
    }
    static bool meansTheSame(const QString& a, const QString& b) {
        const auto one = parseYaml(a.toStdString());
        const auto other = parseYaml(b.toStdString());
        const auto* first = std::get_if<YamlValue>(&one);
        const auto* second = std::get_if<YamlValue>(&other);
        return first != nullptr && second != nullptr && *first == *second;
    }
    void compare(const QString& path, QStringList before) {
        QStringList after = after_.value(path);
        if (after.isEmpty()) return;
        before.sort();
        after.sort();
        if (before.size() != after.size()) return;  // equal items of a list
        for (qsizetype i = 0; i < before.size(); ++i) {
            if (before[i] != after[i] && meansTheSame(before[i], after[i]))
                wrong_ << QString("%1: \"%2\" was \"%3\"").arg(path, after[i], before[i]);
        }
    }
    void compareOrder(const QStringList& before, const DesignLines& is) {
        // If an edit adds or removes one of several equal items, nothing tells which of them stayed.
        const auto stays = [&](const QString& path) {
            return before_.value(path).size() == after_.value(path).size();
        };
        QStringList expected, found;
        for (const QString& path : before) {
            if (stays(path)) expected << path;
        }
        const QSet<QString> compared(expected.begin(), expected.end());
        for (const DesignLines::Part& part : is.parts) {
            if (compared.contains(part.path)) found << part.path;
        }
        expected.removeDuplicates();
        found.removeDuplicates();
        for (qsizetype i = 0; i < std::min(expected.size(), found.size()); ++i) {
            if (expected[i] == found[i]) continue;
            wrong_ << QString("%1 stands in the place of %2").arg(found[i], expected[i]);
            return;
        }
    }
    void compareTags(const DesignLines& was, const DesignLines& is, const ChangedLines& changed) {
        QHash<QString, QStringList> places;
        for (const DesignLines::Part& part : is.parts) {
            for (const QString& tag : part.tags) {
                if (!changed.copies || before_.contains(part.path)) places[tag] << part.path;
            }
        }
        for (const DesignLines::Part& part : was.parts) {
            const QString path = now(part.path, changed);
            for (const QString& tag : part.tags) {
                QStringList& found = places[tag];
                if (found.removeOne(path)) continue;
                if (after_[path].size() >= before_[path].size()) {
                    wrong_ << QString("comment %1 of %2 is at \"%3\"").arg(tag, path, found.join(", "));
                } else if (const qsizetype item = path.lastIndexOf("/-"); item >= 0) {
                    // The item may have another child now.
                    const QString list = path.left(item + 2);
                    const auto same = std::find_if(found.begin(), found.end(), [&](const QString& place) {
                        return place.startsWith(list);
                    });
                    if (same != found.end()) found.erase(same);
                }
            }
        }
        for (auto each = places.begin(); each != places.end(); ++each) {
            if (!each->isEmpty())
                wrong_ << QString("comment %1 is also at %2").arg(each.key(), each->join(", "));
        }
    }

    QHash<QString, QStringList> before_;
    QHash<QString, QStringList> after_;
    QStringList wrong_;
};

}  // namespace burin::ui
