// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/engraving/predicted_difference.hpp"
#include "ui/model/engine.hpp"

#include <QString>

#include <optional>
#include <stop_token>
#include <string>

namespace burin::ui {

/// A measurement of the spot at a node.
struct SpotFact {
    /// Sentences on the effect of a compensation or on a prediction, or why it is not measured. Empty if
    /// the node is muted or has an error.
    QString words = {};
    std::optional<PredictedDifference> difference = {};  ///< the difference of the predicted surface
    double fullDepthUm = 0;                              ///< 0: not given
};

/// Measures how much of the spot's error remains after a node `compensate`, as `burin check` does, or how the
/// surface that the spot engraves differs from the designed one. For one thread at a time.
class SpotMeter {
  public:
    using Fact = SpotFact;

    explicit SpotMeter(const Engine& engine) : engine_(engine) {}

    /// \param name  the flat name of the node \throws Cancelled, and what backends throw
    [[nodiscard]] SpotFact find(const Design& design, const std::string& name, const std::stop_token& stop);
    [[nodiscard]] static QString failed(const QString& why);

  private:
    const Engine engine_;
    std::string knownKey_;  ///< the key of the last computation that was measured
    SpotFact known_;        ///< the result of that computation
};

}  // namespace burin::ui
