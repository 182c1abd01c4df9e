// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/quantity.hpp"

#include "core/base/text.hpp"
#include "core/expression/expression.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace burin::ui {

namespace {

constexpr QChar thinSpace(0x2009);
constexpr QChar degreeSign(0xB0);

struct UnitName {
    LengthUnit unit;
    const char* file;
    const char* shown;
};
constexpr std::array<UnitName, 6> units = {{{LengthUnit::pixel, "px", "px"},
                                            {LengthUnit::micrometre, "um", "\u00B5m"},
                                            {LengthUnit::millimetre, "mm", "mm"},
                                            {LengthUnit::centimetre, "cm", "cm"},
                                            {LengthUnit::metre, "m", "m"},
                                            {LengthUnit::inch, "in", "in"}}};

const UnitName& nameOf(LengthUnit unit) {
    return *std::find_if(units.begin(), units.end(), [&](const UnitName& u) { return u.unit == unit; });
}

const UnitName* unitNamed(const QString& name) {
    const auto found =
        std::find_if(units.begin(), units.end(), [&](const UnitName& u) { return name == u.file; });
    return found == units.end() ? nullptr : &*found;
}

/// Normalises spelling: um, deg, decimal points, no spaces inside numbers.
QString plainSpelling(const QString& typed) {
    QString text;
    std::vector<bool> calls;  // for each open parenthesis, whether a name precedes it
    qsizetype openCalls = 0;
    for (qsizetype i = 0; i < typed.size(); ++i) {
        const QChar c = typed[i];
        // Texts from web pages and PDFs have special spaces and invisible characters.
        const QChar::Category category = c.category();
        if (c != ' ' && (category == QChar::Separator_Space || category == QChar::Other_Format)) continue;
        const QChar before = text.isEmpty() ? QChar() : text.back();
        const bool digitAfter = i + 1 < typed.size() && typed[i + 1].isDigit();
        if (c == '(') {
            calls.push_back(before.isLetterOrNumber());
            openCalls += calls.back() ? 1 : 0;
        } else if (c == ')' && !calls.empty()) {
            openCalls -= calls.back() ? 1 : 0;
            calls.pop_back();
        }
        if (c == QChar(0xB5) || c == QChar(0x3BC)) {
            text += 'u';
        } else if (c == degreeSign) {
            text += "deg";
        } else if (c == ',' && digitAfter && openCalls == 0 && !before.isLetter()) {
            text += '.';
        } else if (c == QChar(0x2212)) {
            text += '-';
        } else if (c == QChar(0xD7)) {
            text += '*';
        } else {
            text += c;
        }
    }
    return text.trimmed();
}

/// A sum as an expression whose units are factors.
struct UnitSum {
    QString expression;
    std::optional<LengthUnit> first;  ///< the first unit in the text
};

UnitSum withUnitsAsFactors(const QString& text, const QuantityRule& rule) {
    static const QRegularExpression piece(
        R"((\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]+\d*)|(\s+)|(.))");
    UnitSum sum;
    bool operand = false;  // whether a unit may follow
    for (auto match = piece.globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch token = match.next();
        const QString name = token.captured(2);
        if (!token.captured(3).isEmpty()) {
            sum.expression += ' ';
        } else if (operand && !rule.length && !rule.unit.isEmpty() && name == rule.unit) {
            continue;
        } else if (const UnitName* unit = operand && rule.length ? unitNamed(name) : nullptr) {
            sum.expression += '*' + name;
            if (!sum.first) sum.first = unit->unit;
        } else {
            sum.expression += token.captured(0);
            operand = !token.captured(1).isEmpty() || !name.isEmpty() || token.captured(0) == ")";
        }
    }
    return sum;
}

bool unitKnown(const QString& name, const QuantityRule& rule) {
    return rule.length ? unitNamed(name) != nullptr : name == rule.unit;
}

/// In micrometres if the units make it a length, otherwise a number.
struct SumResult {
    double value = 0;
    bool length = false;
    QString problem;
};

SumResult compute(const UnitSum& sum, double pitchUm) {
    std::vector<std::string> names;
    for (const UnitName& unit : units)
        names.emplace_back(unit.file);
    const auto parsed = Expression::parse(sum.expression.toStdString(), names);
    if (const auto* problem = std::get_if<ExpressionProblem>(&parsed)) {
        return {0, false, problemText(problem->problem)};
    }
    const auto at = [&](double scale) {
        std::vector<double> factors;
        for (const UnitName& unit : units)
            factors.push_back(scale * (unit.unit == LengthUnit::pixel ? pitchUm : micrometresIn(unit.unit)));
        return std::get<Expression>(parsed).value(factors);
    };
    // If all units double, a length doubles and a number stays. Any other result mixes the two.
    const double value = at(1);
    const double doubled = at(2);
    if (!std::isfinite(value)) return {0, false, tr("The result is not a number.")};
    const double tolerance = 1e-9 * std::abs(value);
    if (!sum.first) return {value, false, {}};
    if (std::abs(doubled - 2 * value) <= tolerance) return {value, true, {}};
    if (std::abs(doubled - value) <= tolerance) return {value, false, {}};
    return {0, false, tr("The sum mixes lengths and numbers. Give each length its unit.")};
}

double inUnit(double um, LengthUnit unit, double pitchUm) {
    return um / (unit == LengthUnit::pixel ? pitchUm : micrometresIn(unit));
}

/// Drops rounding errors, so that 0.1 + 0.2 is 0.3.
double rounded(double value) {
    return QString::number(value, 'g', 14).toDouble();
}

}  // namespace

QString groupedDigits(const QString& number) {
    static const QRegularExpression parts(R"(^(-?)(\d+)(.*)$)");
    const QRegularExpressionMatch match = parts.match(number);
    QString whole = match.captured(2);
    if (whole.size() < 5) return number;
    for (qsizetype i = whole.size() - 3; i > 0; i -= 3)
        whole.insert(i, thinSpace);
    return match.captured(1) + whole + match.captured(3);
}

QString shownUnit(LengthUnit unit, const QuantityRule& rule) {
    if (rule.length) return QString::fromUtf8(nameOf(unit).shown);
    return rule.unit == "deg" ? QString(degreeSign) : rule.unit;
}

QString fileText(const Length& value, const QuantityRule& rule) {
    const QString number = QString::fromStdString(numberText(value.value));
    if (!rule.length || value.unit == LengthUnit::pixel) return number;
    return number + ' ' + nameOf(value.unit).file;
}

QString shownText(const Length& value, const QuantityRule& rule, bool grouped) {
    QString number = QString::fromStdString(numberText(value.value));
    if (grouped) number = groupedDigits(number);
    const QString unit = shownUnit(value.unit, rule);
    const bool spaced = !unit.isEmpty() && unit != degreeSign;
    return spaced ? number + ' ' + unit : number + unit;
}

QString shortText(const Length& value, const QuantityRule& rule, int digits) {
    const double magnitude = std::abs(value.value);
    const int first = magnitude > 0 ? static_cast<int>(std::floor(std::log10(magnitude))) : 0;
    const int decimals = std::clamp(digits - 1 - first, 0, 20);
    return shownText({QString::number(value.value, 'f', decimals).toDouble(), value.unit}, rule, true);
}

TypedQuantity readQuantity(const QString& typed, const std::optional<Length>& now, const QuantityRule& rule) {
    QString text = plainSpelling(typed);
    if (!now && text.startsWith('+')) text.remove(0, 1);
    if (text.isEmpty()) return {{}, tr("A number is missing."), false};
    const LengthUnit usual = now ? now->unit : LengthUnit::pixel;

    UnitSum sum = withUnitsAsFactors(text, rule);
    // The possessive quantifiers never try a shorter part again, which would take quadratic time.
    static const QRegularExpression literal(
        R"(^(-?(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?+)\s*+([A-Za-z]*+)$)");
    const QRegularExpressionMatch alone = literal.match(text);
    const auto number = parseNumber(alone.captured(1).toStdString());
    if (number && std::isfinite(*number) &&
        (alone.captured(2).isEmpty() || unitKnown(alone.captured(2), rule)))
        return {Length{*number, sum.first.value_or(usual)}, {}, false};

    const bool changes = now && QString("+*/").contains(text[0]);
    if (changes) {
        const UnitSum before =
            rule.length && sum.first && text[0] == '+'
                ? withUnitsAsFactors(QString::fromStdString(numberText(now->value)) + nameOf(now->unit).file,
                                     rule)
                : UnitSum{QString::fromStdString(numberText(now->value)), {}};
        sum.expression = '(' + before.expression + ')' + sum.expression;
    }
    const SumResult result = compute(sum, rule.pitchUm);
    if (!result.problem.isEmpty()) return {{}, result.problem, true};
    const LengthUnit unit = changes ? usual : sum.first.value_or(usual);
    const double value = result.length ? inUnit(result.value, unit, rule.pitchUm) : result.value;
    return {Length{rounded(value), result.length ? unit : usual}, {}, true};
}

std::optional<LengthUnit> unitIn(const QString& text, const QuantityRule& rule) {
    return withUnitsAsFactors(plainSpelling(text), rule).first;
}

std::optional<CaretText> stepDigit(const CaretText& at, int steps) {
    static const QRegularExpression leading(R"(^-?\d*(?:\.\d*)?)");
    const QString number = leading.match(at.text).captured(0);
    const bool exponent = at.text.mid(number.size(), 1).toLower() == "e";
    if (exponent || !std::any_of(number.begin(), number.end(), [](QChar c) { return c.isDigit(); }))
        return {};
    const auto size = static_cast<int>(number.size());
    const int point = number.contains('.') ? static_cast<int>(number.indexOf('.')) : size;
    const int decimals = std::max(0, size - point - 1);

    int digit = std::clamp(at.caret, 1, size) - 1;
    while (digit < size - 1 && !number[digit].isDigit())
        ++digit;
    while (digit > 0 && !number[digit].isDigit())
        --digit;
    const int place = digit < point ? point - 1 - digit : point - digit;

    const double value = number.toDouble() + steps * std::pow(10.0, place);
    if (std::abs(value) >= 1e15) return {};
    QString result = QString::number(value, 'f', decimals);
    if (result.toDouble() == 0 && result.startsWith('-')) result.remove(0, 1);
    const auto newPoint = static_cast<int>(result.contains('.') ? result.indexOf('.') : result.size());
    const int caret = std::clamp(newPoint + (digit + 1 - point), 0, static_cast<int>(result.size()));
    return CaretText{result + at.text.mid(size), caret};
}

}  // namespace burin::ui
