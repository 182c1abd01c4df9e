// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_words.hpp"

#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>

namespace burin::ui {

StateLook lookOf(RowState state) {
    switch (state) {
        case RowState::unchecked:
            return {tr("not checked"), QStringLiteral("more"), Role::quiet};
        case RowState::ready:
            return {tr("ready"), QStringLiteral("clock"), Role::secondary};
        case RowState::done:
            return {tr("done"), QStringLiteral("check"), Role::good};
        case RowState::problem:
            return {tr("problem"), QStringLiteral("error"), Role::error};
        case RowState::skipped:
            return {tr("skipped"), QStringLiteral("mute"), Role::quiet};
        case RowState::running:
            return {tr("running"), QStringLiteral("play"), Role::accent};
        case RowState::failed:
            return {tr("failed"), QStringLiteral("faulted"), Role::error};
        case RowState::stopped:
            break;
    }
    return {tr("stopped"), QStringLiteral("stop"), Role::warning};
}

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
