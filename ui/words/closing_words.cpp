// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/closing_words.hpp"

#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <cmath>

namespace burin::ui {

namespace {

/// How far the end of a vector moves.
QString movedText(Vector before, Vector after, double pixelUm) {
    return lengthText(std::hypot(after.x - before.x, after.y - before.y) * pixelUm);
}

QString vectorText(Vector vector) {
    constexpr int digits = 9;
    return QString::number(vector.x, 'g', digits) + ", " + QString::number(vector.y, 'g', digits) + " px";
}

}  // namespace

QString closingText(const ClosingChange& change, double pixelUm) {
    const QString length = tr("%1 px").arg(groupedText(change.way.length));
    switch (change.what) {
        case ClosingChange::What::side:
            return change.way.alongX ? tr("The width becomes %1.").arg(length)
                                     : tr("The height becomes %1.").arg(length);
        case ClosingChange::What::parameter:
            return tr("%1 becomes %2.").arg(textOf(change.key()), length);
        case ClosingChange::What::closes:
            break;
    }
    const QString repeats =
        change.way.alongX ? tr("Repeats after %1 along x.") : tr("Repeats after %1 along y.");
    if (!change.after) return repeats.arg(length);
    return repeats.arg(length) + ' ' +
           tr("u changes by %1, v by %2.")
               .arg(movedText(change.before.u, change.after->u, pixelUm),
                    movedText(change.before.v, change.after->v, pixelUm));
}

QString vectorsText(const ClosingChange& change) {
    if (!change.after) return {};
    return tr("u %1; v %2").arg(vectorText(change.after->u), vectorText(change.after->v));
}

}  // namespace burin::ui
