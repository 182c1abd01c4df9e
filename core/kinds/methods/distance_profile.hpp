// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/curve.hpp"
#include "core/expression/expression.hpp"
#include "core/kinds/form/operation.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// A value as a function of a distance d: an expression of d, D, um and a node's own parameters, or points
/// that are joined by straight lines. Immutable, cheap to copy, thread-safe.
class DistanceProfile {
  public:
    /// The parameter `profile` of a node, or the expression `fallback` if the node does not have it.
    /// \param distanceMax  D, in pixels
    /// \return nothing if it reported a problem
    [[nodiscard]] static std::optional<DistanceProfile> bound(const BindContext& context, double distanceMax,
                                                              const std::string& fallback);
    /// The text that determines the values, without D; includes the pitch if it matters.
    [[nodiscard]] const std::string& canonical() const { return canonical_; }
    /// values[i] = the value at distances[i]; not finite if the expression is not. The arrays do not overlap.
    /// Allocates a little memory: call it for many distances at once.
    void evaluate(const double* distances, std::int64_t count, double* values) const;

    /// The curve of a profile of points; null if it is an expression.
    [[nodiscard]] const Curve* curve() const { return curve_.get(); }
    /// The expression of d and other variables; nothing if the profile is a curve.
    [[nodiscard]] const std::optional<Expression>& expression() const { return expression_; }
    /// The constants of the expression's variables. The first variable is d, which is not a constant.
    [[nodiscard]] std::span<const Operand> operands() const { return operands_; }

  private:
    std::shared_ptr<const Curve> curve_;  ///< null if it is an expression
    std::optional<Expression> expression_;
    std::vector<Operand> operands_;
    std::string canonical_;
};

}  // namespace burin
