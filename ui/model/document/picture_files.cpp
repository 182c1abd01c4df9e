// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/picture_files.hpp"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

bool beginsAsTiff(const QString& file) {
    static const std::array<QByteArray, 4> marks = {QByteArray("II*\0", 4), QByteArray("MM\0*", 4),
                                                    QByteArray("II+\0", 4), QByteArray("MM\0+", 4)};
    QFile content(file);
    if (!QFileInfo(file).isFile() || !content.open(QIODevice::ReadOnly)) return false;
    return std::find(marks.begin(), marks.end(), content.read(4)) != marks.end();
}

}  // namespace

const QStringList& pictureSuffixes() {
    static const QStringList suffixes = {"tif", "tiff", "png", "jpg", "jpeg", "bmp", "pgm", "webp"};
    return suffixes;
}

const QStringList& drawingSuffixes() {
    static const QStringList suffixes = {"svg", "dxf"};
    return suffixes;
}

const QStringList& scanSuffixes() {
    static const QStringList suffixes = {"x3p", "gsf"};
    return suffixes;
}

QString patternsOf(const QStringList& suffixes) {
    return "*." + suffixes.join(" *.");
}

std::optional<std::string> kindReading(const QString& file) {
    if (beginsAsTiff(file)) return "tiff";
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (drawingSuffixes().contains(suffix)) return "path";
    if (scanSuffixes().contains(suffix)) return "scan";
    if (!pictureSuffixes().contains(suffix)) return {};
    return suffix.startsWith("tif") ? "tiff" : "image";
}

bool showsPicture(std::string_view kind) {
    return kind == "image" || kind == "tiff";
}

}  // namespace burin::ui
