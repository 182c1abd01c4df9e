// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/kind_reference.hpp"
#include "support/reference.hpp"

namespace burin::test {

struct @Type@Node {
    double amount = 1;
};

namespace {

void read(const NodeReader& node, @Type@Node& made) {
    made.amount = node["amount"].as<double>(1);
}

void write(KeyLines& out, const @Type@Node& n) {
    out.add("amount", numberTextOf(n.amount));
}

}  // namespace

/// Write the arithmetic slowly and obviously.
template <>
Range Reference::of(const @Type@Node& kind, const TreeNode& node, Point p) {
    const auto amount = static_cast<float>(kind.amount);
    const Range value = combined(child(node, 0, p), amount, [](float v, float by) { return v * by; });
    return masked(node, value, 1, p);
}

KindReference @camel@Reference() {
    return referenceOf<@Type@Node>("@word@", &read, &write);
}

}  // namespace burin::test
