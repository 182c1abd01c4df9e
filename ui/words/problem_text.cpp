// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/problem_text.hpp"

#include "core/base/errors.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <utility>

namespace burin::ui {
namespace {

/// Words for remedies that the studio has a control for; the others belong to the command line or the
/// controller.
QString remedyText(Remedy::Way way) {
    using Way = Remedy::Way;
    switch (way) {
        case Way::scanRows:
            return tr("Choose rows.");
        case Way::scanSwaths:
            return tr("Choose swaths.");
        case Way::giveUpJob:
            return tr("Overwriting discards that job.");
        case Way::tryLater:
        case Way::waitLonger:
            return tr("If that sender has vanished, the machine notices it within a minute. Try again then.");
        case Way::identify:
        case Way::presentToken:
        case Way::connectPlain:
            return tr("Set a certificate or a token in the machine's entry.");
        case Way::renewCertificate:
            return tr("Check the client certificate in the machine's entry.");
        case Way::trustAuthority:
            return tr("Check the CA certificate in the machine's entry.");
        default:
            return {};
    }
}

/// A text with a full stop.
QString stopped(QString text) {
    if (!text.isEmpty() && !QStringLiteral(".?!:").contains(text.back())) text += '.';
    return text;
}

}  // namespace

QString sentence(const QString& text) {
    QString result = text.trimmed();
    if (result.isEmpty()) return result;
    // Capitalise a text that starts with a plain word, but not a file name, an expression, or the name of
    // something before a colon.
    static const QRegularExpression word("^[a-z]+(?=[ ,;]|$)");
    if (word.match(result).hasMatch()) result[0] = result[0].toUpper();
    return stopped(result);
}

QString problemText(const Diagnostic& problem) {
    const QString what = reasonSentence(problem.problem);
    const QString remedy = adviceText(problem.problem);
    const QString text = remedy.isEmpty() ? what : what + ' ' + remedy;
    if (problem.group.empty()) return text;
    const QString group = QString::fromStdString(problem.group);
    return problem.node.empty()
               ? tr("Group %1: %2").arg(group, text)
               : tr("Group %1, node %2: %3").arg(group, QString::fromStdString(problem.node), text);
}

QString problemText(const Problem& problem) {
    std::vector<std::string> details = problem.details;
    const std::string reason = QCoreApplication::translate("Problem", problem.reason.c_str()).toStdString();
    return textOf(Problem{problem.subject, reason, std::move(details)}.text());
}

QString reasonSentence(const Problem& problem) {
    const QString text = problemText(problem);
    return problem.subject.empty() ? sentence(text) : stopped(text);
}

QString adviceText(const Problem& problem) {
    if (problem.advice.empty()) return {};
    const QString pattern = QCoreApplication::translate("Problem", problem.advice.c_str());
    return sentence(textOf(filledIn(pattern.toStdString(), problem.details)));
}

QString remediesText(const Problem& problem) {
    QStringList sentences;
    for (const Remedy& remedy : problem.remedies) {
        const QString words = remedyText(remedy.way);
        if (!words.isEmpty() && !sentences.contains(words)) sentences << words;
    }
    return sentences.join(' ');
}

QString problemSentences(const Problem& problem) {
    QStringList sentences{reasonSentence(problem), adviceText(problem), remediesText(problem)};
    sentences.removeAll({});
    return sentences.join(' ');
}

QString errorSentences(const std::exception& error) {
    const auto* const known = dynamic_cast<const ProblemError*>(&error);
    return known != nullptr ? problemSentences(known->problem()) : stopped(errorText(error));
}

QString errorText(const std::exception& error) {
    const auto* const known = dynamic_cast<const ProblemError*>(&error);
    return known != nullptr ? problemText(known->problem()) : QString::fromUtf8(error.what());
}

}  // namespace burin::ui
