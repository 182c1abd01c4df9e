// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_expression.hpp"

#include "support/design_tree.hpp"

#include <cmath>

namespace burin::test {

std::string RandomExpression::constant(double low, double high) {
    return numberTextOf(std::round(random_.real(low, high) * 1000) / 1000);
}

std::string RandomExpression::place() {
    return places_[static_cast<std::size_t>(
        random_.between(0, static_cast<std::int64_t>(places_.size()) - 1))];
}

/// A position, scaled to about the size of a cell.
std::string RandomExpression::scaled() {
    if (random_.chance(0.5)) return place() + " * " + constant(0.02, 0.9);
    return "(" + place() + " - " + constant(0, 40) + ") / " + constant(2, 20);
}

std::string RandomExpression::leaf() {
    if (!samples_.empty() && random_.chance(0.6)) {
        return samples_[static_cast<std::size_t>(
            random_.between(0, static_cast<std::int64_t>(samples_.size()) - 1))];
    }
    if (random_.chance(0.4)) return constant(0, 1);
    return random_.pick<std::string>({"0.5 + 0.5 * sin(" + scaled() + ")", "mod(" + scaled() + ", 1)",
                                      "hash(" + scaled() + ", " + place() + ", " + constant(0, 9) + ")",
                                      "noise(" + scaled() + ", " + scaled() + ", 3)",
                                      "0.5 + 0.5 * gradient(" + scaled() + ", " + scaled() + ", 7)",
                                      "cell(" + scaled() + ", " + scaled() + ", " + constant(0, 9) + ")"});
}

std::string RandomExpression::unit(int depth) {
    if (depth <= 0) return leaf();
    const std::string a = any(depth - 1);
    const std::string b = any(depth - 1);
    const std::string u = unit(depth - 1);
    const std::string v = unit(depth - 1);
    switch (random_.between(0, 22)) {
        case 0:
            return "clamp(" + a + ", 0, 1)";
        case 1:
            return "0.5 + 0.5 * " + random_.pick<std::string>({"sin", "cos", "tanh"}) + "(" + a + ")";
        case 2:
            return "mod(" + a + ", 1)";
        case 3:
            return "(" + a + " " + random_.pick<std::string>({"<", "<=", ">", ">=", "==", "!="}) + " " + b +
                   ")";
        case 4:
            return "step(" + a + ", " + b + ")";
        case 5:
            return "smoothstep(" + constant(-1, 0) + ", " + constant(0.1, 2) + ", " + a + ")";
        case 6:
            return "mix(" + u + ", " + v + ", " + unit(0) + ")";
        case 7:
            return "(" + a + " > " + b + " ? " + u + " : " + v + ")";
        case 8:
            return "exp(-abs(" + a + "))";
        case 9:
            return "sqrt(" + u + ")";
        case 10:
            return u + " * " + v;
        case 11:
            return "(" + u + ") ^ " + random_.pick<std::string>({"2", "3", "0.5", "1.7"});
        case 12:
            return "pow(" + u + ", " + constant(0.3, 4) + ")";
        case 13:
            return "max(0, 1 - hypot(" + scaled() + ", " + scaled() + ") / " + constant(0.5, 4) + ")";
        case 14:
            return random_.pick<std::string>({"min", "max"}) + "(" + u + ", " + v + ", " + unit(0) + ")";
        case 15:
            return "(" + u + " > 0.3 && " + v + " < 0.8 || !(" + unit(0) + " > 0.5))";
        case 16:
            return "abs(" + u + " - " + v + ")";
        case 17:
            return "noise(" + a + ", " + b + ", " + constant(0, 9) + ")";
        case 18:
            return "hash(" + random_.pick<std::string>({"floor", "ceil", "round", "trunc"}) + "(" + a +
                   "), " + scaled() + ", " + constant(-3, 9) + ")";
        case 19:
            return "0.5 + atan2(" + a + ", " + b + ") / tau";
        case 20:
            return "1 - (" + u + ")";
        case 21:
            return "abs(gradient(" + a + ", " + b + ", " + constant(0, 9) + "))";
        default:
            return leaf();
    }
}

std::string RandomExpression::any(int depth) {
    if (depth <= 0) return random_.chance(0.5) ? scaled() : leaf();
    const std::string a = any(depth - 1);
    const std::string u = unit(depth - 1);
    switch (random_.between(0, 15)) {
        case 0:
            return "(" + a + " + " + any(depth - 1) + ")";
        case 1:
            return "(" + a + " - " + any(depth - 1) + ")";
        case 2:
            return "(" + a + ") * " + constant(-2, 2);
        case 3:
            return "(" + a + ") / (" + u + " + 0.25)";
        case 4:
            return "-(" + a + ")";
        case 5:
            return random_.pick<std::string>({"floor", "ceil", "round", "trunc", "sign"}) + "(" + a + ")";
        case 6:
            return random_.pick<std::string>({"log", "log2", "log10"}) + "(" + constant(0.1, 1) + " + abs(" +
                   a + "))";
        case 7:
            return random_.pick<std::string>({"atan", "cbrt", "tan"}) + "(" + a + ")";
        case 8:
            return random_.pick<std::string>({"asin", "acos", "sinh", "cosh", "log", "sqrt"}) + "(" + u + ")";
        case 9:
            return "mod(" + a + ", " + constant(0.5, 7) + ")";
        case 10:
            return "-" + constant(0.1, 3) + "^2 + " + u;
        case 11:
            return "hypot(" + a + ", " + u + ")";
        case 12:
            return "1 / (" + a + ")";
        default:
            return u + " * " + constant(-1, 3);
    }
}

}  // namespace burin::test
