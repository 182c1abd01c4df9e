// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/problem_text.hpp"

#include <QRegularExpression>

namespace burin::ui {

QString sentence(const QString& text) {
    QString result = text.trimmed();
    if (result.isEmpty()) return result;
    // What starts with a word is a sentence; a file's name or an expression stays as it is.
    static const QRegularExpression word("^[a-z]+(?=[ ,:;]|$)");
    if (word.match(result).hasMatch()) result[0] = result[0].toUpper();
    if (!QStringLiteral(".?!:").contains(result.back())) result += '.';
    return result;
}

QString problemText(const Diagnostic& problem) {
    const QString what = sentence(QString::fromStdString(problem.what));
    const QString remedy = sentence(QString::fromStdString(problem.remedy));
    return remedy.isEmpty() ? what : what + ' ' + remedy;
}

QString withoutOptions(const std::string& message) {
    const std::size_t option = message.find(" --");
    if (option == std::string::npos) return QString::fromStdString(message);
    return QString::fromStdString(message.substr(0, message.rfind("; ", option)));
}

}  // namespace burin::ui
