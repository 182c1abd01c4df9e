// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/parameter_text.hpp"

#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

QString parameterText(const MeasuredValue& value) {
    if (!value.value) return QString::fromUtf8("–");
    const double number = *value.value;
    const double size = std::abs(number);
    if (size > 0 && size < 0.0995) return QString::number(number, 'g', 3);
    return fixedText(number, size < 100 ? 3 : 2);
}

QString unitText(const std::string& unit) {
    if (unit == "um") return QString::fromUtf8("µm");
    if (unit == "deg") return QString::fromUtf8("°");
    return QString::fromStdString(unit);
}

QString spreadText(const MeasuredValue& value) {
    return value.spread ? QString::fromUtf8("± ") + QString::number(*value.spread, 'g', 2) : QString();
}

QString reasonOfNull(const MeasuredSurface& measured) {
    const auto null = [&](const char* name) {
        const auto found = std::find_if(measured.values.begin(), measured.values.end(),
                                        [name](const MeasuredValue& value) { return value.name == name; });
        return found != measured.values.end() && !found->value;
    };
    if (null("Ssk")) return tr("A flat surface has no shape");
    if (null("Sal")) return tr("Sal needs a larger part");
    if (null("Str")) return tr("Str needs heights that change in all directions");
    if (null("Std")) return tr("Std needs Str under 0.5");
    return {};
}

}  // namespace burin::ui
