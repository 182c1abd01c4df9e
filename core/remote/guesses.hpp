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

/// Slows down whoever guesses tokens: each wrong one is answered after a pause that doubles with their number
/// from that network, from 0.1 s to 4 s. Up to its end no other token from there is looked at, however many
/// connections ask at once.
///
/// Ten minutes after the last wrong one all is forgotten. Networks beyond the thousandth take the place of
/// the one that has been quiet the longest. Thread-safe; time is given to it.
class Guesses {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// \param mostPauses  at once, from all networks; while there are more no token is looked at
    explicit Guesses(int mostPauses) : mostPauses_(mostPauses) {}

    struct Answer {
        enum class Kind { right, wrong, later };
        Kind kind = Kind::later;
        std::chrono::milliseconds pause{};  ///< before a wrong one is answered; `paused` is called after it
        int wrong = 0;                      ///< tokens from there
    };
    /// \param isRight  called at most once, and never twice at a time
    [[nodiscard]] Answer ask(const std::string& network, Time now, const std::function<bool()>& isRight);
    /// The pause of a wrong one is over.
    void paused();

    /// Networks that are remembered.
    [[nodiscard]] std::size_t size() const;

  private:
    struct Record {
        int wrong = 0;
        Time until;  // of the pause
    };

    void forget(Time now);

    const int mostPauses_;
    mutable std::mutex mutex_;
    std::map<std::string, Record> records_;
    int pauses_ = 0;
};

}  // namespace burin
