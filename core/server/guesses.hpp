// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace burin {

/// Slows down the guessing of tokens. Each wrong token is answered after a pause that doubles with every
/// wrong token from that network, from 0.1 s to 4 s. During the pause no other token from there is checked,
/// however many connections ask.
///
/// A network is forgotten ten minutes after its last wrong token. At most a thousand networks are remembered;
/// a new one replaces the one that has been quiet for the longest. Thread-safe; the caller passes in the
/// time.
class Guesses {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// \param mostPauses  the limit of simultaneous pauses in all networks; while it is reached, no token is
    ///         checked
    explicit Guesses(int mostPauses) : mostPauses_(mostPauses) {}

    struct Answer {
        enum class Kind { right, wrong, later };
        Kind kind = Kind::later;
        /// the pause before a wrong token is answered; `paused` is called after it
        std::chrono::milliseconds pause{};
        int wrong = 0;  ///< wrong tokens from that network
    };
    /// \param isRight  called at most once for each call, and never by two threads at once
    [[nodiscard]] Answer ask(const std::string& network, Time now, const std::function<bool()>& isRight);
    /// The pause after a wrong token is over.
    void paused();

    /// Number of networks that are remembered.
    [[nodiscard]] std::size_t size() const;

  private:
    struct Record {
        int wrong = 0;
        Time until;  // end of the pause
    };

    void forget(Time now);

    const int mostPauses_;
    mutable std::mutex mutex_;
    std::map<std::string, Record> records_;
    int pauses_ = 0;
};

}  // namespace burin
