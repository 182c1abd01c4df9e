// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace burin {

/// A drawing, a font, a text, a code or a table cannot be used. what() says what is wrong and where: for a
/// file its name, line and column.
class DrawingError : public std::runtime_error {
  public:
    DrawingError(const std::string& what, std::string remedy)
        : std::runtime_error(what), remedy_(std::move(remedy)) {}

    /// What to do, as an instruction: "use a smaller drawing".
    [[nodiscard]] const std::string& remedy() const { return remedy_; }

  private:
    std::string remedy_;
};

/// A place in a file of text, both from 1.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// `drawing.svg:12:5: what`.
[[nodiscard]] inline std::string placed(const std::string& file, TextPlace place, const std::string& what) {
    return file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + what;
}

}  // namespace burin
