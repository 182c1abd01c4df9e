// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/progress.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace burin::app {

/// Shows an export's progress on stderr: a bar on a terminal, lines or JSON elsewhere.
class ProgressDisplay {
  public:
    /// With `json`, all messages of the process are JSON from then on.
    /// \param how  auto, bar, json or none \throws UsageError for any other word
    explicit ProgressDisplay(const std::string& how);

    [[nodiscard]] ProgressCallback callback() const;
    /// A function for GraphOptions::itemProgress. After some seconds, and then every ten seconds, it reports
    /// how many items of a series have been checked.
    [[nodiscard]] std::function<void(const std::string& node, std::int64_t done, std::int64_t all)>
    itemCallback() const;
    /// Writes `text` on a line of its own that does not disturb the display of progress; if the output is
    /// JSON, as {"message":"..."}.
    void say(const std::string& text) const;
    /// Whether remarks for people may appear next to the progress.
    [[nodiscard]] bool wordy() const { return how_ == How::bar || how_ == How::lines; }

  private:
    enum class How { bar, lines, json, none };
    How how_;
};

}  // namespace burin::app
