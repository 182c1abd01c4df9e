// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

namespace burin {

/// The owner of an open file or socket.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        const Descriptor closed(std::exchange(number_, other.release()));
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { reset(); }

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool isOpen() const { return number_ >= 0; }
    /// Gives the descriptor to the caller.
    int release() { return std::exchange(number_, -1); }
    void reset();

  private:
    int number_ = -1;
};

}  // namespace burin
