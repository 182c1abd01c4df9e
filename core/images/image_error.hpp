// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace burin {

/// An image file cannot be read. what() names the file and, if it happened while reading samples, the
/// rectangle.
class ImageError : public std::runtime_error {
  public:
    ImageError(const std::string& what, std::string remedy)
        : std::runtime_error(what), remedy_(std::move(remedy)) {}

    /// What to do, as an instruction: "use a complete file".
    [[nodiscard]] const std::string& remedy() const { return remedy_; }

  private:
    std::string remedy_;
};

}  // namespace burin
