// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/number_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace burin::ui {

namespace {

constexpr QChar thinSpace(0x2009);

QString grouped(QString digits) {
    const qsizetype sign = digits.startsWith('-') ? 1 : 0;
    if (digits.size() - sign < 5) return digits;
    for (qsizetype place = digits.size() - 3; place > sign; place -= 3)
        digits.insert(place, thinSpace);
    return digits;
}

struct Unit {
    double um;
    const char* name;
};

Unit unitOf(double um) {
    constexpr std::array units = {Unit{1e6, "m"}, Unit{1e3, "mm"}, Unit{1, "µm"}};
    for (const Unit& unit : units) {
        if (std::abs(um) >= unit.um) return unit;
    }
    return units.back();
}

}  // namespace

QString groupedText(std::int64_t number) {
    return grouped(QString::number(number));
}

QString fixedText(double number, int decimals) {
    const QString text = QString::number(number, 'f', decimals);
    const qsizetype point = text.indexOf('.');
    return point < 0 ? grouped(text) : grouped(text.left(point)) + text.mid(point);
}

QString lengthText(double um) {
    const Unit unit = unitOf(um);
    return QString::number(um / unit.um, 'g', 6) + ' ' + QString::fromUtf8(unit.name);
}

QString lengthsText(double um, double otherUm) {
    const Unit unit = unitOf(std::max(std::abs(um), std::abs(otherUm)));
    const auto text = [&](double length) {
        return QString::number(length / unit.um, 'g', 6) + ' ' + QString::fromUtf8(unit.name);
    };
    return text(um) + QString::fromUtf8(" × ") + text(otherUm);
}

QString areaText(double widthUm, double heightUm) {
    constexpr qsizetype shortText = 8;
    QString width = lengthText(widthUm);
    const QString height = lengthText(heightUm);
    const qsizetype blank = width.lastIndexOf(' ');
    if (width.size() + height.size() > shortText && height.endsWith(width.mid(blank))) width.truncate(blank);
    return width + QString::fromUtf8(" × ") + height;
}

QString measuredText(double um) {
    const Unit unit = unitOf(std::abs(um) < 1e4 ? 1 : um);
    return fixedText(um / unit.um, unit.um > 1 ? 3 : 1) + ' ' + QString::fromUtf8(unit.name);
}

QString measuredText(const Length& length) {
    const auto text = [&](int decimals, const char* unit) {
        return fixedText(length.value, decimals) + ' ' + QString::fromUtf8(unit);
    };
    switch (length.unit) {
        case LengthUnit::micrometre:
            return text(1, "µm");
        case LengthUnit::millimetre:
            return text(3, "mm");
        case LengthUnit::centimetre:
            return text(4, "cm");
        case LengthUnit::metre:
            return text(6, "m");
        case LengthUnit::inch:
            return text(4, "in");
        default:
            return text(1, "px");
    }
}

}  // namespace burin::ui
