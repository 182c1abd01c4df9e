// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/table_text.hpp"

#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>

namespace burin::ui {

QString problemWords(const TableProblem& problem) {
    return problemSentences(problem.problem);
}

QString placeWords(const TableProblem& problem) {
    QString place = QFileInfo(QFile::decodeName(problem.file.c_str())).fileName();
    if (problem.line > 0) place += ':' + QString::number(problem.line);
    if (problem.column > 0) place += ':' + QString::number(problem.column);
    return place;
}

QString lineWords(const TableProblem& problem) {
    const QString title = problem.title.empty() ? QString() : " (" + textOf(problem.title) + ')';
    return placeWords(problem) + title + ": " + problemWords(problem);
}

}  // namespace burin::ui
