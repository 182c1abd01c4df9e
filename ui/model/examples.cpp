// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/examples.hpp"

#include "core/base/files.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/yaml.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <string>
#include <variant>

namespace burin::ui {

namespace {

std::optional<YamlValue> readYaml(const QString& name) {
    const auto read = readRegularFile(pathOf(name), largestDesign);
    const auto* const text = std::get_if<std::string>(&read);
    if (text == nullptr) return {};
    auto parsed = parseYaml(*text);
    if (auto* value = std::get_if<YamlValue>(&parsed)) return std::move(*value);
    return {};
}

QString scalarOf(const YamlValue& map, const char* key) {
    const YamlValue* value = map.find(key);
    return value == nullptr ? QString() : QString::fromStdString(value->scalar);
}

void countNodes(Example& example, const YamlValue& document) {
    const YamlValue* nodes = document.find("nodes");
    if (nodes == nullptr) return;
    example.nodes = static_cast<int>(nodes->entries.size());
    for (const YamlEntry& entry : nodes->entries) {
        const QString kind = scalarOf(entry.value, "kind");
        if (kind != "root" && !example.kinds.contains(kind)) example.kinds << kind;
    }
}

}  // namespace

QString examplesFolder() {
    const QString program = QCoreApplication::applicationDirPath();
    for (const QString& folder : {program + "/../share/burin/examples", QString(BURIN_EXAMPLES)}) {
        if (QFileInfo::exists(folder + "/gallery.yaml")) return QDir(folder).absolutePath();
    }
    return {};
}

QList<Example> examples(const QString& folder) {
    QList<Example> all;
    const auto gallery = readYaml(folder + "/gallery.yaml");
    if (!gallery) return all;
    for (const YamlValue& entry : gallery->items) {
        Example example{folder + '/' + scalarOf(entry, "file"),
                        scalarOf(entry, "title"),
                        scalarOf(entry, "text"),
                        scalarOf(entry, "category"),
                        {},
                        {},
                        0};
        const auto document = readYaml(example.file);
        if (!document) continue;
        example.picture = folder + "/pictures/" + QFileInfo(example.file).completeBaseName() + ".png";
        countNodes(example, *document);
        all << example;
    }
    return all;
}

std::optional<YamlValue> exampleDocument(const Example& example, std::span<const Kind> kinds) {
    auto document = readYaml(example.file);
    if (document) {
        const QString file = QFileInfo(example.file).absoluteFilePath();
        moveFiles(*document, kinds, DesignFolders::of(pathOf(file)), std::filesystem::path());
    }
    return document;
}

}  // namespace burin::ui
