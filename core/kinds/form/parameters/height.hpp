// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin {

/// A height of a surface: in samples, or as a length.
struct Height {
    double value = 0;
    bool isLength = false;  ///< `value` is in micrometres

    friend bool operator==(const Height&, const Height&) = default;
};

}  // namespace burin
