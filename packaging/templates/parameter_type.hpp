// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin {

/// Two numbers in order.
struct @Type@ {
    double low = 0;
    double high = 1;
    friend bool operator==(const @Type@&, const @Type@&) = default;
};

}  // namespace burin
