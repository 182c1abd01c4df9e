// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/kinds/form/description.hpp"
#include "ui/inspector/fields/formula_rules.hpp"

#include <QString>
#include <QStringList>

#include <memory>
#include <span>

namespace burin::ui {

/// What formulas of the open group can use, and their results.
///
/// Results are those of one instance of the group; without an instance, those of the defaults of its
/// parameters.
class FormulaSpace : public FormulaRules {
  public:
    FormulaSpace();
    ~FormulaSpace() override;

    /// Follows the design.
    /// \param group  the open group; if it is empty, nothing can be a formula
    /// \param instance  an instance of the group, as in Design::instances; empty: any
    void setGroup(std::shared_ptr<const Design> design, std::span<const Kind> kinds, const std::string& group,
                  const std::string& instance);

    /// Whether a group is open.
    [[nodiscard]] bool open() const override { return inside_ != nullptr; }
    /// The group's parameters.
    [[nodiscard]] QStringList names() const override;
    /// Why `text`, which begins with `=`, is not a formula; empty if it is one.
    [[nodiscard]] QString problem(const QString& text) const override;
    /// The result of a formula for a value of this description.
    /// \return empty if there is none, or if it is obvious because the formula is a parameter whose value is
    ///         written as a number
    [[nodiscard]] QString result(const QString& text, const ParameterDescription& wanted) const;
    /// The result of a formula, as it would be written in the file; nothing if it has none.
    [[nodiscard]] std::optional<YamlValue> value(const QString& text,
                                                 const ParameterDescription& wanted) const;
    /// A node of the group with the results of its formulas, and with the numbers of all parameters for its
    /// expressions. Formulas without a result stay.
    [[nodiscard]] YamlValue plain(YamlValue body, const Kind* kind) const;
    /// The seed parameter that a formula reads, directly or through the defaults of other parameters; empty:
    /// none.
    [[nodiscard]] QString seedOf(const QString& text) const;
    /// Writes a parameter at the place of its value: in the instance if that has its own value, otherwise as
    /// the default.
    void setParameter(DesignEdit& edit, const QString& parameter, YamlValue value) const;

  private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace burin::ui
