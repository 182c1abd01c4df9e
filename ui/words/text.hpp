// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Converts between Qt strings and standard strings, and translates for functions without a QObject.

#include <QCoreApplication>
#include <QFile>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace burin::ui {

/// A text in the user's language. \param count  replaces %n
inline QString tr(const char* text, int count = -1) {
    return QCoreApplication::translate("burin::ui", text, nullptr, count);
}

inline QString textOf(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// A text of the engine's descriptions in the user's language. lupdate does not find these texts; a
/// translator takes them from the descriptions. \param context  which descriptions
inline QString describedText(const char* context, std::string_view text) {
    return QCoreApplication::translate(context, std::string(text).c_str());
}

inline std::vector<std::string> standardTexts(const QStringList& texts) {
    std::vector<std::string> result;
    for (const QString& text : texts)
        result.push_back(text.toStdString());
    return result;
}

/// A path in the encoding of file names.
inline std::filesystem::path pathOf(const QString& file) {
    return QFile::encodeName(file).toStdString();
}

}  // namespace burin::ui
