// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace burin::ui {

/// The rules that a field needs to accept formulas.
class FormulaRules {
  public:
    FormulaRules() = default;
    FormulaRules(const FormulaRules&) = delete;
    FormulaRules& operator=(const FormulaRules&) = delete;
    virtual ~FormulaRules() = default;

    /// Whether formulas are possible now.
    [[nodiscard]] virtual bool open() const = 0;
    /// The names that a formula can use besides constants and functions.
    [[nodiscard]] virtual QStringList names() const = 0;
    /// Why `text`, which begins with `=`, is not a formula; empty if it is one.
    [[nodiscard]] virtual QString problem(const QString& text) const = 0;
};

/// Whether a text in a field is meant as a formula.
[[nodiscard]] inline bool meansFormula(const QString& text) {
    return text.trimmed().startsWith('=');
}

/// A formula as fields show it: "= size * 2".
[[nodiscard]] inline QString shownFormula(const QString& text) {
    return "= " + text.trimmed().mid(1).trimmed();
}

}  // namespace burin::ui
