// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texture/likeness_words.hpp"

#include "ui/words/number_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <cmath>

namespace burin::ui {

namespace {

QString percent(double share) {
    return fixedText(100 * std::abs(share), 1);
}

/// How strong structures are, relative to those of the picture.
double timesOf(double db) {
    return std::pow(10, db / 20);
}

QString px(double length) {
    return fixedText(std::round(length), 0);
}

QString missSentence(const LikenessMiss& miss) {
    switch (miss.bound) {
        case LikenessBound::spread: {
            const QString words =
                miss.value > 0
                    ? tr("The depth of the texture spreads %1 % more than the picture's (limit %2 %).")
                    : tr("The depth of the texture spreads %1 % less than the picture's (limit %2 %).");
            return words.arg(percent(miss.value), percent(miss.limit));
        }
        case LikenessBound::depths:
            return tr("Some depths occur more or less often than in the picture: the share of the surface up "
                      "to a depth differs by %1 % (limit %2 %).")
                .arg(percent(miss.value), percent(miss.limit));
        case LikenessBound::structures:
            return tr("The strength of structures of about %1 px, divided by that in the picture, is %2 "
                      "(limits "
                      "%3 and %4).")
                .arg(px(miss.px), fixedText(timesOf(miss.value), 2), fixedText(timesOf(-miss.limit), 2),
                     fixedText(timesOf(miss.limit), 2));
        case LikenessBound::repeat:
            return tr("The texture seems to repeat: places %1 px apart are alike by %2 % (limit %3 %).")
                .arg(px(miss.px), percent(miss.value), percent(miss.limit));
        case LikenessBound::seams:
            return tr("Seams show: the height of steps across them, divided by that of steps elsewhere, is "
                      "%1 (limit %2).")
                .arg(fixedText(miss.value, 2), fixedText(miss.limit, 2));
    }
    return {};
}

}  // namespace

QString likenessWords(const TextureLikeness& likeness) {
    return tr("Like the picture: the spread of the depths differs by %1 %, and the share of the surface up "
              "to "
              "any depth by at most %2 %.")
        .arg(percent(likeness.spread - 1), percent(likeness.depths));
}

QString missWords(std::span<const LikenessMiss> misses) {
    QStringList sentences;
    for (const LikenessMiss& miss : misses)
        sentences.append(missSentence(miss));
    return sentences.join(' ');
}

QString uncomparedWords(const QString& problem) {
    return tr("The texture was not compared with the picture.") + ' ' + sentence(problem);
}

QString comparingWords(int compared) {
    return tr("Comparing textures with the picture… %1").arg(compared);
}

}  // namespace burin::ui
