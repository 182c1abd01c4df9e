// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/wipe/probe_pair.hpp"

#include "ui/words/number_text.hpp"

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

constexpr int valueDecimals = 4;
constexpr int depthDecimals = 2;

QString missing() {
    return QString::fromUtf8("–");
}

/// The number with its sign, unless it is rounded to zero.
QString signedFixed(double number, int decimals) {
    const QString zero = fixedText(0, decimals);
    const QString text = fixedText(number, decimals);
    if (text == zero || text == '-' + zero) return zero;
    return number > 0 ? '+' + text : text;
}

}  // namespace

QString ProbePair::Sample::valueText() const {
    return there() ? fixedText(static_cast<double>(probe.value), valueDecimals) : missing();
}

QString ProbePair::Sample::depthText() const {
    return fixedText(static_cast<double>(probe.value) * fullDepthUm, depthDecimals);
}

bool ProbePair::haveDepths() const {
    return a.there() && b.there() && a.fullDepthUm > 0 && b.fullDepthUm > 0;
}

QString ProbePair::differenceText() const {
    if (!a.there() || !b.there()) return missing();
    return signedFixed(static_cast<double>(a.probe.value) - static_cast<double>(b.probe.value),
                       valueDecimals);
}

QStringList ProbePair::lines() const {
    std::array<QString, 3> numbers{a.valueText(), b.valueText(), differenceText()};
    if (haveDepths()) {
        const double difference = static_cast<double>(a.probe.value) * a.fullDepthUm -
                                  static_cast<double>(b.probe.value) * b.fullDepthUm;
        numbers = {a.depthText(), b.depthText(), signedFixed(difference, depthDecimals)};
        for (QString& number : numbers)
            number += QString::fromUtf8(" µm");
    }
    const std::array<QString, 3> names{"A", "B", QString::fromUtf8("A − B")};
    qsizetype longest = 0;
    for (const QString& number : numbers)
        longest = std::max(longest, number.size());
    QStringList lines;
    for (std::size_t k = 0; k < names.size(); ++k)
        lines << names[k].leftJustified(names.back().size()) + "  " + numbers[k].rightJustified(longest);
    return lines;
}

}  // namespace burin::ui
