// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "ui/model/engine.hpp"

#include <QString>

#include <stop_token>
#include <string>

namespace burin::ui {

/// Whether a code reads back.
struct CodeFact {
    QString words = {};  ///< sentences; empty if the node draws no code, is muted or has an error
    bool wrong = false;  ///< a reader may refuse the code
};

/// Reads the code of a node back, from the samples of the surface. For one thread at a time.
class CodeReadback {
  public:
    using Fact = CodeFact;

    explicit CodeReadback(const Engine& engine) : engine_(engine) {}

    /// \param name  the flat name of the node \throws Cancelled, and what backends throw
    [[nodiscard]] CodeFact find(const Design& design, const std::string& name, const std::stop_token& stop);
    [[nodiscard]] static QString failed(const QString& why);

  private:
    const Engine engine_;
    std::string knownKey_;  ///< the key of the last computation that was read
    CodeFact known_;        ///< the result of that computation
};

}  // namespace burin::ui
