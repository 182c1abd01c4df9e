// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/library_files.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/layout/yaml_file.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <optional>
#include <utility>

namespace burin::ui {

namespace {

constexpr qsizetype longestName = 64;
constexpr QSize surfacePx(720, 444);  // three times the picture of a card

bool hasControl(const QString& text) {
    return std::any_of(text.begin(), text.end(),
                       [](QChar c) { return c.category() == QChar::Other_Control; });
}

YamlValue* groupIn(YamlValue& document, std::string_view name) {
    YamlValue* groups = valueIn(document, "groups");
    return groups == nullptr ? nullptr : valueIn(*groups, name);
}

void setNotes(YamlValue& group, const PatternNotes& notes) {
    const auto set = [](YamlValue& map, const char* key, const QString& text) {
        if (text.isEmpty()) return eraseIn(map, key);
        valueAt(map, key) = yamlScalar(text.toStdString(), true);
    };
    set(group, "title", notes.title);
    set(group, "help", notes.help);
    YamlValue& editor = valueAt(group, "editor");
    if (editor.type != YamlValue::Type::map) editor = yamlMap();
    set(editor, "words", notes.words);
    if (editor.entries.empty()) eraseIn(group, "editor");
}

/// Links the sockets that need a link to a plain surface.
void linkSockets(DesignEdit& edit, const YamlValue& group, const std::string& instance) {
    const YamlValue* sockets = group.find("inputs");
    for (std::size_t i = 0; sockets != nullptr && i < sockets->items.size(); ++i) {
        const YamlValue& socket = sockets->items[i];
        const YamlEntry* child = childIn(socket);
        if (child == nullptr || socket.find("optional") != nullptr || socket.find("else") != nullptr)
            continue;
        if (edit.node("plain") == nullptr) {
            edit.addNode("plain", "math2d");
            for (const char* side : {"width", "height"})
                edit.setValue("plain", side, yamlScalar("100"));
            edit.setValue("plain", "expression", yamlScalar("1", true));
        }
        if (const auto trait = traitNamed(child->key.scalar)) edit.link(instance, *trait, "plain");
    }
}

/// A value of a node; nothing if there is no such node, or if it has none.
std::optional<YamlValue> valueOf(const DesignEdit& edit, std::string_view node, std::string_view key) {
    const YamlValue* body = edit.node(node);
    const YamlValue* value = body == nullptr ? nullptr : body->find(key);
    return value == nullptr ? std::nullopt : std::optional(*value);
}

/// The parameters of a group; nullptr if it has none.
const YamlValue* parametersOf(const Design& design, std::string_view group) {
    const YamlValue* groups = design.document.find("groups");
    const YamlValue* text = groups == nullptr ? nullptr : groups->find(group);
    return text == nullptr ? nullptr : text->find("parameters");
}

/// The values of a new instance of a group: those of a node of the design and, for parameters without a
/// default, those of the first instance of the group. \param node  may be nullptr
YamlValue valuesFor(const Design& design, std::string_view group, const YamlValue* node) {
    YamlValue values = yamlMap();
    values.flow = true;
    const YamlValue* own = node == nullptr ? nullptr : node->find("values");
    if (own != nullptr && own->isMap()) values = *own;
    const YamlValue* parameters = parametersOf(design, group);
    const auto first = std::find_if(design.instances.begin(), design.instances.end(),
                                    [group](const DesignInstance& one) { return one.group == group; });
    if (parameters == nullptr || first == design.instances.end()) return values;
    for (const auto& [name, value] : first->values) {
        const YamlValue* parameter = parameters->find(name);
        const bool needed = parameter != nullptr && parameter->find("default") == nullptr;
        if (needed && values.find(name) == nullptr) valueAt(values, name) = value;
    }
    return values;
}

QString problemOf(const QFile& file) {
    return tr("%1: %2").arg(QFileInfo(file).fileName(), file.errorString());
}

QString pictureBeside(const QString& pattern) {
    return pattern.chopped(6) + ".png";
}

/// Writes nothing for a null picture. \return empty, or why it was not written; then the file of an earlier
/// pattern's picture is removed
QString writePicture(const QString& file, const QImage& picture) {
    QByteArray png;
    QBuffer buffer(&png);
    if (picture.isNull() || !picture.save(&buffer, "png")) return {};
    QString problem = writeFile(file, png);
    if (!problem.isEmpty() && QFileInfo(file).isFile()) QFile::remove(file);
    return problem;
}

QString changedProblem(const QString& file) {
    return tr("%1 was not written, because another program has changed it.").arg(QFileInfo(file).fileName());
}

}  // namespace

QString whyNoPatternName(const QString& title) {
    if (title.trimmed().isEmpty()) return tr("A pattern needs a name.");
    if (title.size() > longestName) return tr("A name may have at most 64 characters.");
    return hasControl(title) ? tr("A name must not contain control characters.") : QString();
}

QString whyNoCategory(const QString& category) {
    if (category.trimmed().isEmpty()) return tr("A pattern needs a category.");
    if (category.size() > longestName) return tr("A category may have at most 64 characters.");
    if (hasControl(category) || category.contains('/') || category.contains('\\') || category.startsWith('.'))
        return tr("A category is the name of a folder: it contains no slash and begins with no dot.");
    return {};
}

QString whyNotSaved(const Design& design, const QString& group, const QString& instance) {
    const std::string name = group.toStdString();
    const YamlValue* parameters = parametersOf(design, name);
    if (parameters == nullptr) return {};
    const DesignEdit edit(design.document);
    const YamlValue values = valuesFor(design, name, edit.node(instance.toStdString()));
    for (const YamlEntry& parameter : parameters->entries) {
        if (parameter.value.find("default") != nullptr || values.find(parameter.key.scalar) != nullptr)
            continue;
        return tr("The parameter %1 has no default, and no instance of this group gives it a value. "
                  "Give it a default, and save the group again.")
            .arg(QString::fromStdString(parameter.key.scalar));
    }
    return {};
}

QString patternFile(const QString& library, const QString& category, const QString& title) {
    QString name = title.simplified().toLower();
    for (QChar& c : name) {
        if (!c.isLetterOrNumber()) c = '-';
    }
    return library + '/' + category.trimmed() + '/' + name + ".burin";
}

YamlValue patternDocument(const Design& design, const QString& group, const QString& instance,
                          const PatternNotes& notes, const DesignFolders& from, const QString& to,
                          std::span<const Kind> kinds) {
    const std::string name = group.toStdString();
    DesignEdit filled(design.document);
    const std::string given = filled.addInstance(filled.freeName("shown"), name);
    YamlValue values = valuesFor(design, name, filled.node(instance.toStdString()));
    if (!values.entries.empty()) filled.setValue(given, "values", std::move(values));
    // The values move with the document, because some of them name files.
    YamlValue moved = filled.take();
    moveFiles(moved, kinds, from, pathOf(to));
    const DesignEdit source(std::move(moved));
    DesignEdit edit(newDesign());
    const std::string root = edit.nodeNames().front();
    edit.setValue(root, "width", yamlScalar(std::to_string(surfacePx.width())));
    edit.setValue(root, "height", yamlScalar(std::to_string(surfacePx.height())));
    if (const YamlValue* pixel = source.document().find("pixel")) edit.setTop("pixel", *pixel);
    if (design.root) {
        const std::string& surface = design.nodes[*design.root].name;
        for (const char* key : {"full_depth", "depth"})
            edit.setValue(root, key, valueOf(source, surface, key));
    }
    edit.addInstance("shown", name);
    edit.setValue("shown", "values", valueOf(source, given, "values"));
    edit.link(root, Trait::data, "shown");
    if (const YamlValue* groups = source.document().find("groups")) {
        edit.takeGroups(*groups, std::vector<std::string>{name});
        if (const YamlValue* taken = groups->find(name)) linkSockets(edit, *taken, "shown");
    }
    YamlValue made = edit.take();
    if (YamlValue* taken = groupIn(made, name)) setNotes(*taken, notes);
    return made;
}

QString writePattern(const QString& file, const YamlValue& document, const QImage& picture, FileStamp* over) {
    if (over != nullptr && over->changed()) return changedProblem(file);
    const QString folder = QFileInfo(file).absolutePath();
    const bool newFolder = !QFileInfo::exists(folder);
    const bool newFile = !QFileInfo::exists(file);
    QDir().mkpath(folder);
    const YamlFile made = yamlForFile(document);
    if (made.problem) return problemText(*made.problem);
    const QByteArray text = QByteArray::fromStdString(made.text);
    bool overtaken = false;
    QString problem = writeFile(file, text, [over, &overtaken] {
        overtaken = over != nullptr && over->changed();
        return !overtaken;
    });
    if (overtaken) problem = changedProblem(file);
    const FileStamp written(file, text);
    if (problem.isEmpty()) {
        const QString why = writePicture(pictureBeside(file), picture);
        if (why.isEmpty() || !newFile) {
            if (over != nullptr) *over = written;
            return why.isEmpty() ? why : tr("The pattern is saved, but its picture is not: %1").arg(why);
        }
        problem = tr("The picture could not be written: %1").arg(why);
        if (!written.changed()) QFile::remove(file);
    }
    if (newFolder) QDir().rmdir(folder);
    return problem;
}

QString movePattern(const LibraryEntry& entry, const QString& library, const QString& category,
                    const QString& title, std::span<const Kind> kinds) {
    if (entry.pattern == nullptr) return entry.problem;
    const QString target = patternFile(library, category, title);
    const bool moves = target != entry.file;
    if (moves && QFileInfo::exists(target)) return tr("%1 already has a pattern of this name.").arg(category);
    if (entry.stamp.changed()) return changedProblem(entry.file);
    FileStamp over = moves ? FileStamp::of(target) : entry.stamp;
    YamlValue document = *entry.pattern->document;
    moveFiles(document, kinds, pathOf(entry.pattern->folder), pathOf(QFileInfo(target).absolutePath()));
    if (YamlValue* group = groupIn(document, entry.pattern->group))
        valueAt(*group, "title") = yamlScalar(title.toStdString(), true);
    if (const QString problem = writePattern(target, document, entry.picture, &over); !problem.isEmpty())
        return problem;
    if (moves && entry.stamp.changed()) return changedProblem(entry.file);  // both versions stay
    return moves ? removePattern(entry) : QString();
}

QString removePattern(const LibraryEntry& entry) {
    QFile file(entry.file);
    if (!file.remove()) return problemOf(file);
    QFile::remove(entry.pictureFile());
    QDir().rmdir(QFileInfo(entry.file).absolutePath());  // removes the folder only if it is empty
    return {};
}

}  // namespace burin::ui
