// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <span>
#include <string>
#include <vector>

namespace burin {

/// A value of a design that a column of a table can set.
struct DesignValue {
    /// The source of the value, the likeliest columns first.
    enum class Origin { instance, written, usual };

    std::string title;  ///< `NODE.KEY`, or `pixel`
    std::string value;  ///< the present value, as the text of a cell; may be empty
    Origin origin = Origin::usual;
};

/// All values that columns can set: by their origin, and then in the order of the file.
[[nodiscard]] std::vector<DesignValue> designValues(const Design& design, std::span<const Kind> kinds);

/// A table with these columns behind `name`, and one row with their values.
[[nodiscard]] std::string newTable(const std::vector<DesignValue>& columns);

}  // namespace burin
