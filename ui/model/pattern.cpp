// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/pattern.hpp"

#include "core/design/file_paths.hpp"
#include "core/design/groups/plain_pixels.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

constexpr int deepest = 16;  // groups in groups
constexpr std::size_t mostWords = 64;
constexpr std::size_t mostNamed = 8;

std::string_view textIn(const YamlValue& map, std::string_view key) {
    const YamlValue* value = map.find(key);
    return value == nullptr ? std::string_view() : std::string_view(value->scalar);
}

/// Says that numbers of pixels stay as they are. \param plain  those numbers; if there are none, the text is
/// empty
QString pitchWords(const QString& title, double madeFor, double pixelUm,
                   const std::vector<std::string>& plain) {
    if (plain.empty()) return {};
    QStringList named;
    for (std::size_t i = 0; i < std::min(plain.size(), mostNamed); ++i)
        named << QString::fromStdString(plain[i]);
    if (plain.size() > mostNamed) named << tr("%n more", static_cast<int>(plain.size() - mostNamed));
    return tr("%1 was made for pixels of %2, and this design has pixels of %3. These numbers of pixels stay "
              "as they are: %4.")
        .arg(title, lengthText(madeFor), lengthText(pixelUm), named.join(", "));
}

/// The words of a text, as parts of it.
std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty() && words.size() < mostWords) {
        const std::size_t end = text.find_first_of(" ,");
        if (end != 0) words.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return words;
}

/// The links that an instance of the group takes.
std::vector<LinkDescription> linksOf(const YamlValue& group) {
    std::vector<LinkDescription> links;
    const YamlValue* sockets = group.find("inputs");
    for (const Trait trait : allTraits) {
        LinkDescription link{trait, 0, 0};
        for (std::size_t i = 0; sockets != nullptr && i < sockets->items.size(); ++i) {
            const YamlValue& socket = sockets->items[i];
            if (socket.find(traitName(trait)) == nullptr) continue;
            ++link.maximum;
            if (socket.find("optional") == nullptr && socket.find("else") == nullptr) ++link.minimum;
        }
        if (link.maximum > 0) links.push_back(link);
    }
    return links;
}

/// Whether the group's output has a size of its own.
bool hasSize(const YamlValue& groups, std::string_view name, std::span<const Kind> kinds, int depth = 0) {
    const YamlValue* group = groups.find(name);
    const YamlValue* nodes = group == nullptr ? nullptr : group->find("nodes");
    const YamlValue* output = nodes == nullptr ? nullptr : nodes->find(textIn(*group, "output"));
    if (output == nullptr || depth > deepest) return false;
    if (isInstance(*output)) return hasSize(groups, textIn(*output, "group"), kinds, depth + 1);
    const Kind* kind = kindOf(*output, kinds);
    if (kind == nullptr) return false;
    const KindDescription& described = kind->description;
    return output->find("width") != nullptr || (described.size == SizeRule::none && described.links.empty());
}

KindDescription described(const YamlValue& groups, std::string_view name, std::span<const Kind> kinds) {
    const YamlValue& group = *groups.find(name);
    KindDescription shown;
    shown.name = "group";
    shown.title = textIn(group, "title");
    shown.help = textIn(group, "help");
    shown.category = Category::generate;
    if (const YamlValue* notes = group.find("editor")) shown.words = wordsOf(textIn(*notes, "words"));
    shown.links = linksOf(group);
    const bool sized = hasSize(groups, name, kinds);
    shown.size = sized ? SizeRule::optional : SizeRule::none;
    // Without any link the pattern would be taken for a picture, which always has a size.
    if (!sized && shown.links.empty()) shown.links.push_back({Trait::data, 0, 0});
    return shown;
}

std::shared_ptr<Pattern> made(std::shared_ptr<const YamlValue> document, std::string_view name,
                              std::span<const Kind> kinds) {
    const YamlValue* groups = document->find("groups");
    const YamlValue* group = groups == nullptr ? nullptr : groups->find(name);
    if (group == nullptr || textIn(*group, "title").empty()) return nullptr;
    auto pattern = std::make_shared<Pattern>();
    pattern->shown = described(*groups, name, kinds);
    for (const YamlEntry& entry : groups->entries) {
        if (entry.key.scalar == name) pattern->group = entry.key.scalar;
    }
    pattern->document = std::move(document);
    return pattern;
}

/// The instance that the root shows, or nullptr.
const YamlValue* shownInstance(const YamlValue& document) {
    const YamlValue* nodes = document.find("nodes");
    if (nodes == nullptr) return nullptr;
    for (const YamlEntry& node : nodes->entries) {
        const YamlValue* inputs = isRoot(node.value) ? node.value.find("inputs") : nullptr;
        const YamlEntry* child =
            inputs == nullptr || inputs->items.empty() ? nullptr : childIn(inputs->items.front());
        const YamlValue* body = child == nullptr ? nullptr : nodes->find(child->value.scalar);
        if (body != nullptr && isInstance(*body)) return body;
    }
    return nullptr;
}

/// The values of a new instance: those of the instance that the root of a library's document shows, if that
/// is one of the pattern. Otherwise nullptr. \param document  of the pattern
const YamlValue* valuesOfNew(const Pattern& pattern, const YamlValue& document) {
    const YamlValue* instance = pattern.ofDesign() ? nullptr : shownInstance(document);
    const bool shows = instance != nullptr && textIn(*instance, "group") == pattern.group;
    return shows ? instance->find("values") : nullptr;
}

/// The document of a pattern, with paths that hold in the design.
YamlValue documentIn(const DesignFolders& folders, const Pattern& pattern, std::span<const Kind> kinds) {
    YamlValue document = *pattern.document;
    if (!pattern.ofDesign()) moveFiles(document, kinds, pathOf(pattern.folder), folders);
    return document;
}

/// Copies the groups of a pattern into a design, unless it has equal ones. \return the group's name there
std::string groupTaken(const Pattern& pattern, const YamlValue& document, DesignEdit& edit) {
    std::string group(pattern.group);
    if (pattern.ofDesign()) return group;
    return edit.takeGroups(*document.find("groups"), std::vector<std::string>{group}).at(group);
}

}  // namespace

std::shared_ptr<Pattern> shownPattern(std::shared_ptr<const YamlValue> document,
                                      std::span<const Kind> kinds) {
    const YamlValue* instance = shownInstance(*document);
    return instance == nullptr ? nullptr : made(std::move(document), textIn(*instance, "group"), kinds);
}

std::vector<std::shared_ptr<const Pattern>> furtherPatterns(const Pattern& shown,
                                                            std::span<const Kind> kinds) {
    std::vector<std::shared_ptr<const Pattern>> patterns;
    for (const YamlEntry& entry : shown.document->find("groups")->entries) {
        auto pattern =
            entry.key.scalar == shown.group ? nullptr : made(shown.document, entry.key.scalar, kinds);
        if (pattern == nullptr) continue;
        pattern->folder = shown.folder;
        pattern->origin = shown.origin;
        pattern->pixelUm = shown.pixelUm;
        patterns.push_back(std::move(pattern));
    }
    return patterns;
}

std::vector<std::shared_ptr<const Pattern>> patternsIn(const std::shared_ptr<const YamlValue>& document,
                                                       std::span<const Kind> kinds) {
    std::vector<std::shared_ptr<const Pattern>> patterns;
    const YamlValue* groups = document->find("groups");
    for (std::size_t i = 0; groups != nullptr && i < groups->entries.size(); ++i) {
        auto pattern = made(document, groups->entries[i].key.scalar, kinds);
        if (pattern == nullptr) continue;
        pattern->origin = tr("This design");
        patterns.push_back(std::move(pattern));
    }
    return patterns;
}

void addInstanceOf(const Pattern& pattern, DesignEdit& edit, const std::string& name,
                   const DesignFolders& folders, std::span<const Kind> kinds) {
    const YamlValue document = documentIn(folders, pattern, kinds);
    edit.addInstance(name, groupTaken(pattern, document, edit));
    if (const YamlValue* values = valuesOfNew(pattern, document)) edit.setValue(name, "values", *values);
}

bool wouldContainItself(const Pattern& pattern, DesignEdit edit, const DesignFolders& folders,
                        std::span<const Kind> kinds) {
    if (edit.scope().empty()) return false;
    return edit.wouldContainItself(groupTaken(pattern, documentIn(folders, pattern, kinds), edit));
}

bool isGroupOf(const Pattern& pattern, const YamlValue& document, const std::string& group,
               const DesignFolders& folders, std::span<const Kind> kinds) {
    const YamlValue* here = document.find("groups");
    const YamlValue* there = pattern.document->find("groups");
    if (here == nullptr || there == nullptr) return false;
    // Most patterns differ in the names of their nodes already; then no paths need to be moved.
    const auto nodes = [](const YamlValue& groups, std::string_view name) {
        const YamlValue* body = groups.find(name);
        return body == nullptr ? nullptr : body->find("nodes");
    };
    const YamlValue* one = nodes(*here, group);
    const YamlValue* other = nodes(*there, pattern.group);
    const auto alike = [](const YamlEntry& a, const YamlEntry& b) { return a.key.scalar == b.key.scalar; };
    if (one == nullptr || other == nullptr ||
        !std::equal(one->entries.begin(), one->entries.end(), other->entries.begin(), other->entries.end(),
                    alike))
        return false;
    return sameGroup(*here, group, *documentIn(folders, pattern, kinds).find("groups"), pattern.group);
}

QString pitchNotice(const Pattern& pattern, double pixelUm, std::span<const Kind> kinds) {
    if (pattern.ofDesign() || pattern.pixelUm == pixelUm) return {};
    YamlValue added = yamlMap();
    valueAt(added, "groups") = *pattern.document->find("groups");
    YamlValue& instance = valueAt(valueAt(added, "nodes"), pattern.group);
    valueAt(instance, "kind") = yamlScalar("group");
    valueAt(instance, "group") = yamlScalar(pattern.group);
    if (const YamlValue* values = valuesOfNew(pattern, *pattern.document))
        valueAt(instance, "values") = *values;
    return pitchWords(textOf(pattern.shown.title), pattern.pixelUm, pixelUm,
                      plainPixelsOfNodes(added, kinds));
}

QString pitchNotice(const YamlValue& fragment, double pixelUm, std::span<const Kind> kinds) {
    const YamlValue* pitch = fragment.find("pixel");
    const auto length = pitch == nullptr ? std::nullopt : parseLength(pitch->scalar);
    if (!length || length->micrometres(1) == pixelUm) return {};
    return pitchWords(tr("The pasted part"), length->micrometres(1), pixelUm,
                      plainPixelsOfNodes(fragment, kinds));
}

}  // namespace burin::ui
