// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/random.hpp"

#include <string>
#include <utility>
#include <vector>

namespace burin::test {

// Designs whose comments name what they belong to.

/// An entry or an item to be written, with the subject that its comments name.
struct TaggedPart {
    std::string key;
    std::string scalar;
    std::string subject;
    bool list = false;
    std::vector<TaggedPart> parts;
};

/// Writes a design by chance in blocks, in brackets, or in both.
class TaggedWriter {
  public:
    TaggedWriter(Random& random, double flow) : random_(random), flow_(flow) {}

    std::string write(const TaggedPart& document) {
        if (random_.chance(flow_ / 3)) return brackets(document, 0, true) + "\n";
        return block(document, 0);
    }

  private:
    std::string tag(const std::string& subject) { return "# {" + subject + "} " + std::to_string(++count_); }
    std::string above(const TaggedPart& part, std::size_t indent) {
        return random_.chance(0.3) ? std::string(indent, ' ') + tag(part.subject) + "\n" : std::string();
    }
    std::string behind(const TaggedPart& part) {
        return random_.chance(0.4) ? random_.pick<const char*>({" ", "   "}) + tag(part.subject)
                                   : std::string();
    }

    std::string block(const TaggedPart& owner, std::size_t indent, bool follows = false) {
        std::string text;
        for (const TaggedPart& part : owner.parts) {
            const bool first = follows && &part == &owner.parts.front();
            if (!first) text += above(part, indent) + std::string(indent, ' ');
            text += owner.list ? "-" : part.key + ":";
            const bool inBlock = !part.parts.empty() && !random_.chance(flow_);
            const bool below = !inBlock && random_.chance(0.1);  // the value is on a line of its own
            if (below) text += (owner.list ? "" : behind(part)) + "\n" + above(part, indent + 2);
            if (!inBlock) text += below ? std::string(indent + 2, ' ') : " ";
            if (part.key == "expression" && random_.chance(0.5)) {
                text += textOnLines(part, indent + 2);
            } else if (!inBlock) {
                const std::string comment = part.parts.empty() || random_.chance(0.5) ? behind(part) : "";
                text += part.scalar.empty() ? brackets(part, indent + 2, false) : part.scalar;
                text += comment + "\n";
            } else if (owner.list) {
                text += " " + block(part, indent + 2, true);
            } else {
                text +=
                    behind(part) + "\n" + block(part, indent + (part.list && random_.chance(0.3) ? 0 : 2));
            }
            if (random_.chance(0.1)) text += "\n";
        }
        return text;
    }

    /// An expression on several lines.
    std::string textOnLines(const TaggedPart& part, std::size_t indent) {
        const std::string start = "\n" + std::string(indent, ' ');
        const std::string header = random_.pick<const char*>({">-", "|", "|2-", ">", "'", ""});
        if (header.size() > 0 && header != "'") return header + behind(part) + start + "x" + start + "/ 7\n";
        return header + "x" + start + "/ 7" + header + behind(part) + "\n";
    }

    std::string brackets(const TaggedPart& owner, std::size_t indent, bool lines) {
        std::string text(owner.list ? "[" : "{");
        lines = lines || random_.chance(0.6);
        const bool empty = owner.parts.empty();
        if (lines && !empty && random_.chance(0.15)) return leadingCommas(owner, indent, std::move(text));
        const std::string start = "\n" + std::string(indent + 2, ' ');
        const bool behindBracket = random_.chance(0.2);  // the first one is on the line of the bracket
        if (lines && !behindBracket && random_.chance(0.4)) text += behind(owner);
        if (lines && !behindBracket) text += start;
        if (empty && text.ends_with(start) && random_.chance(0.4)) text += tag(owner.subject) + start;
        for (const TaggedPart& part : owner.parts) {
            const bool last = &part == &owner.parts.back();
            const bool alone = lines && random_.chance(0.7);
            const bool starts = text.size() > 1;
            if (alone && starts && !text.ends_with(start)) text += start;
            if (alone && starts) {
                const std::string comment = above(part, indent + 2);
                if (!comment.empty()) text.append(comment, indent + 2).append(indent + 2, ' ');
            }
            if (!owner.list) text += part.key + ":" + gap(part, lines, start);
            text += part.scalar.empty() ? brackets(part, indent + 2, false) : part.scalar;
            if (!last || (lines && random_.chance(0.2))) text += ",";
            if (alone) {
                text += behind(part) + start;
            } else if (!last) {
                text += " ";
            }
        }
        return text + (owner.list ? "]" : "}");
    }

    /// Blanks or a line end between a key in braces and its value.
    std::string gap(const TaggedPart& part, bool lines, const std::string& start) {
        return lines && random_.chance(0.1) ? behind(part) + start + "  " : " ";
    }

    std::string leadingCommas(const TaggedPart& owner, std::size_t indent, std::string text) {
        const std::string start = "\n" + std::string(indent + 2, ' ');
        for (const TaggedPart& part : owner.parts) {
            const bool first = &part == &owner.parts.front();
            if (first && random_.chance(0.5)) text += behind(owner) + start + " ";
            if (!first) {
                const std::string comment = above(part, indent + 2);
                text += comment.empty() ? start : "\n" + comment + start.substr(1);
                text += ",";
            }
            text += " " + (owner.list ? std::string() : part.key + ":" + gap(part, true, start));
            text += part.scalar.empty() ? brackets(part, indent + 4, false) : part.scalar;
            text += behind(part);
        }
        const bool comment = text.find('#', text.rfind('\n') + 1) != std::string::npos;
        return text + (!comment && random_.chance(0.3) ? " " : start) + (owner.list ? "]" : "}");
    }

    Random& random_;
    double flow_;
    int count_ = 0;
};

inline TaggedPart leafPart(const std::string& key, const std::string& scalar, const std::string& subject) {
    return {key, scalar, subject, false, {}};
}

/// \param number  the subject of its numbers
inline TaggedPart vectorOf(const std::string& key, Random& random, const std::string& subject,
                           const std::string& number) {
    TaggedPart list{key, {}, subject, true, {}};
    for (int i = 0; i < 2; ++i)
        list.parts.push_back(leafPart({}, std::to_string(random.between(1, 9)), number));
    return list;
}

/// The places of some nodes. There are stale entries too: edits give their names to new nodes.
inline TaggedPart placesOf(std::vector<std::string> names, Random& random) {
    names.insert(names.end(), {"gone", "new1", "new4", "node2", "node3", "node5"});
    TaggedPart places{"editor", {}, "editor", false, {}};
    for (const std::string& name : names) {
        if (random.chance(0.5)) continue;
        const std::string subject = name + "@";
        TaggedPart place{name, {}, subject, false, {}};
        for (const char* key : {"x", "y"})
            place.parts.push_back(leafPart(key, std::to_string(random.between(1, 99)), subject));
        places.parts.push_back(std::move(place));
    }
    return places;
}

/// A design with nodes LETTER0, LETTER1, ..., each of which may read those before it, and a group.
inline TaggedPart taggedDesign(Random& random, const std::string& letter) {
    const auto node = [&](const std::string& name, const std::vector<std::string>& children) {
        TaggedPart body{name, {}, name, false, {}};
        body.parts.push_back(leafPart("kind", name == "surface" ? "root" : "math2d", name + ".kind"));
        for (const char* key : {"width", "height"}) {
            const char* quote = random.chance(0.2) ? "'" : "";
            const std::string number = quote + std::to_string(random.between(10, 99)) + quote;
            body.parts.push_back(leafPart(key, number, name + "." + key));
        }
        if (name != "surface") {
            body.parts.push_back(leafPart("expression", "\"x / 7\"", name + ".expression"));
            body.parts.push_back(vectorOf("u", random, name + ".u", name + ".u number"));
        }
        TaggedPart links{"inputs", {}, name + ".inputs", true, {}};
        for (const std::string& child : children) {
            const std::string subject = name + ">" + child;
            TaggedPart link{{}, {}, subject, false, {leafPart("data", child, subject)}};
            if (random.chance(0.4))
                link.parts.push_back(vectorOf("at", random, subject + ".at", subject + ".at"));
            links.parts.push_back(std::move(link));
        }
        if (!children.empty() || random.chance(0.2)) body.parts.push_back(std::move(links));
        return body;
    };
    TaggedPart nodes{"nodes", {}, "nodes", false, {}};
    std::vector<std::string> names;
    for (int i = 0; i < 8; ++i) {
        const std::string name = letter + std::to_string(i);
        std::vector<std::string> children;
        for (const std::string& child : names) {
            if (random.chance(0.3)) children.push_back(child);
        }
        nodes.parts.push_back(node(name, children));
        names.push_back(name);
    }
    nodes.parts.push_back(node("surface", names));
    TaggedPart parameters{"parameters", {}, "parameters", false, {}};
    for (const char* name : {"size", "k", "s"}) {
        const std::string subject = "parameters." + std::string(name);
        parameters.parts.push_back(
            {name,
             {},
             subject,
             false,
             {leafPart("type", "number", subject), leafPart("default", "1", subject)}});
    }
    TaggedPart inner{"nodes", {}, "inner", false, {node("o" + letter, {})}};
    TaggedPart group{
        "net", {}, "net", false, {parameters, leafPart("output", "o" + letter, "output"), inner}};
    TaggedPart groups{"groups", {}, "groups", false, {std::move(group)}};
    nodes.parts.push_back({"i" + letter,
                           {},
                           "i" + letter,
                           false,
                           {leafPart("kind", "group", "i" + letter + ".kind"),
                            leafPart("group", "net", "i" + letter + ".group")}});
    TaggedPart document{{}, {}, "document", false, {}};
    document.parts.push_back(leafPart("burin", "2", "burin"));
    document.parts.push_back(leafPart("pixel", "1 um", "pixel"));
    if (random.chance(0.5)) document.parts.push_back(groups);
    document.parts.push_back(std::move(nodes));
    if (document.parts.size() == 3) document.parts.push_back(std::move(groups));
    if (random.chance(0.5)) document.parts.push_back(placesOf(names, random));
    return document;
}

}  // namespace burin::test
