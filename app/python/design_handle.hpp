// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/settings.hpp"

#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace burin::python {

/// A design that a script changes. The design itself is immutable; each change replaces it.
///
/// Thread-safe. A caller that took the design before a change keeps it.
class DesignHandle {
  public:
    explicit DesignHandle(Design design);

    [[nodiscard]] std::shared_ptr<const Design> design() const;
    /// Sets all values, or none if one is wrong. \param from  relative paths in the values start in this
    /// folder \throws DesignRefused if the design does not accept a value, or the value makes its node wrong
    void apply(const std::vector<Setting>& settings, const std::filesystem::path& from,
               const std::stop_token& stop);

  private:
    /// Held while a change is computed, so that each one continues the one before. Locked before mutex_.
    std::mutex changing_;
    /// Guards design_. Held only to take or replace it, because callers wait with the interpreter's lock.
    mutable std::mutex mutex_;
    std::shared_ptr<const Design> design_;
};

/// The settings of texts such as `cells.pitch=200 um`. \throws DesignRefused if one is malformed
[[nodiscard]] std::vector<Setting> settingsIn(const std::vector<std::string>& texts);

/// All problems of a design. If its root has no other errors, the design is also bound, because some problems
/// are found only then.
[[nodiscard]] Diagnostics allProblems(const Design& design, const std::stop_token& stop);

}  // namespace burin::python
