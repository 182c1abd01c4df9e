// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/picture_files.hpp"

#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <variant>

namespace burin::ui {

namespace {

struct DroppedWords {
    Q_DECLARE_TR_FUNCTIONS(DroppedWords)
};

bool beginsAsTiff(const QString& file) {
    using namespace std::string_view_literals;
    static constexpr std::array marks = {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv};
    const auto read = readRegularFile(pathOf(file), 4);
    const auto* const begin = std::get_if<std::string>(&read);
    return begin != nullptr && std::find(marks.begin(), marks.end(), *begin) != marks.end();
}

}  // namespace

QStringList suffixesOf(FilesRead::What what) {
    QStringList suffixes;
    for (const Kind& kind : kinds()) {
        if (kind.description.files.what != what) continue;
        for (const std::string_view suffix : kind.description.files.suffixes)
            suffixes << textOf(suffix);
    }
    return suffixes;
}

QString patternsOf(const QStringList& suffixes) {
    return "*." + suffixes.join(" *.");
}

std::optional<std::string> kindReading(const QString& file) {
    const std::string suffix = beginsAsTiff(file) ? "tif" : QFileInfo(file).suffix().toLower().toStdString();
    for (const Kind& kind : kinds()) {
        const std::vector<std::string_view>& suffixes = kind.description.files.suffixes;
        if (std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end())
            return std::string(kind.description.name);
    }
    return {};
}

DroppedFiles filesIn(const QMimeData& data) {
    DroppedFiles files;
    for (const QUrl& url : data.urls()) {
        const QString file = url.toLocalFile();
        if (file.isEmpty()) continue;
        const bool design = file.endsWith(".burin", Qt::CaseInsensitive);
        (design ? files.designs : kindReading(file) ? files.pictures : files.others) << file;
    }
    return files;
}

QString leftOutText(const QStringList& files) {
    if (files.isEmpty()) return {};
    QStringList names;
    for (const QString& file : files)
        names << textOf(onOneLine(QFileInfo(file).fileName().toStdString()));
    return DroppedWords::tr("Left out: %1.").arg(beginningOf(names.join(", ")));
}

/// Qt puts the replacement character in the places of bytes that are not UTF-8.
bool canBeNamed(const QString& file, const QString& named) {
    const bool lost = file.contains(QChar::ReplacementCharacter) && !QFileInfo::exists(file);
    return !lost && !firstControl(named.toStdString());
}

QString unnamedText(const QStringList& files) {
    if (files.isEmpty()) return {};
    return leftOutText(files) + ' ' +
           DroppedWords::tr(
               "A design cannot name a file if the name or its path has a control character or is not in "
               "UTF-8. Rename it.");
}

std::string nodeNameOf(const QString& file) {
    const QFileInfo info(file);
    const QString name = info.completeBaseName();
    return (name.isEmpty() ? info.fileName() : name).toStdString();
}

bool showsPicture(std::string_view kind) {
    const Kind* found = findKind(kind);
    return found != nullptr && found->description.files.what == FilesRead::What::picture;
}

}  // namespace burin::ui
