// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the program knows about a kind of node: the loader's checks, `burin kinds`, the palette, the inspector
// and the manual all come from these plain structures.

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace burin {

/// How a child is reduced into its parent.
enum class Trait { data, mask, pattern };

inline constexpr std::array<Trait, 3> allTraits = {Trait::data, Trait::mask, Trait::pattern};

[[nodiscard]] constexpr std::string_view traitName(Trait trait) {
    return trait == Trait::data ? "data" : trait == Trait::mask ? "mask" : "pattern";
}

/// The shape of a parameter's value in the file, and so the editor that it needs.
enum class ParameterType {
    number,              ///< a real number                                  -> double
    integer,             ///< a whole number                                 -> std::int64_t
    boolean,             ///< true or false                                  -> bool
    pixels,              ///< a length rounded to whole pixels               -> std::int64_t
    length,              ///< a length, kept in micrometres                  -> double
    vector,              ///< [x, y], lengths kept as real pixels            -> Vector
    choice,              ///< one of `choices`                               -> std::string
    text,                ///< any text                                       -> std::string
    file,                ///< a path relative to the design file             -> std::string
    expression,          ///< an expression, see core/expression             -> std::string
    numbers,             ///< a map from names to numbers                    -> NumberMap
    points,              ///< [[x, y], ...], x increasing                    -> std::vector<Vector>
    expressionOrPoints,  ///< an expression or points                        -> std::string or
                         ///< std::vector<Vector>
    scale,               ///< a number or [sx, sy]                           -> Vector
    pixelSize,           ///< [width, height], lengths rounded to pixels     -> Vector
    matrix,              ///< [[...], ...], rows of equal length             -> Matrix
    oneOf,               ///< a map with exactly one key of `alternatives`   -> Alternative
};

/// What the axes of a parameter's curve mean; empty names: it has no curve, or one of plain numbers.
struct CurveAxes {
    std::string_view x = {};  ///< as an expression names it
    std::string_view y = {};
    std::string_view limit = {};      ///< the node's parameter up to which x runs, from 0
    std::string_view limitName = {};  ///< what an expression calls it
};

struct ParameterDescription {
    std::string_view key = {};
    std::string_view title = {};  ///< as a label, in sentence case
    ParameterType type = ParameterType::number;
    std::string_view unit = {};                                 ///< px, deg, ...; empty for a pure number
    double minimum = -std::numeric_limits<double>::infinity();  ///< of each number in it, inclusive
    double maximum = std::numeric_limits<double>::infinity();
    std::string_view fallback = {};  ///< the default as YAML text; empty: none, so absent or required
    bool required = false;
    std::vector<std::string_view> choices = {};
    std::vector<ParameterDescription> alternatives = {};
    std::string_view help = {};
    int since = 1;                  ///< the format version that brought it
    bool oddOnly = false;           ///< whole numbers must be odd; sides of a matrix too
    int minimumCount = 0;           ///< of points or matrix rows and columns
    int maximumCount = 0;           ///< 0: no limit
    bool strictlyPositive = false;  ///< the minimum itself is excluded
    /// Under which heading it is shown; empty: that of the rest; "Size": that of width and height.
    std::string_view group = {};
    /// What an expression may name besides the constants, where the node's size and links allow it.
    std::vector<std::string_view> variables = {};
    CurveAxes axes = {};
    bool scalesChild = false;  ///< a size to which the first data child is scaled
};

struct LinkDescription {
    Trait trait = Trait::data;
    int minimum = 0;
    int maximum = -1;    ///< -1: any number
    bool first = false;  ///< must stand before all links of other traits
    std::string_view help = {};
};

/// Whether a kind takes `width` and `height`.
enum class SizeRule { optional, required, none };

/// What `burin kinds` groups by and the palette shows.
enum class Category { output, combine, generate, source, filter };

struct KindDescription {
    std::string_view name;   ///< as in the file
    std::string_view title;  ///< as shown to people
    std::string_view help;   ///< one or two sentences
    Category category = Category::combine;
    SizeRule size = SizeRule::optional;
    std::vector<ParameterDescription> parameters;
    std::vector<LinkDescription> links;
    int since = 1;
    /// Whether graphics cards compute it too. Taken from the kind's structure; gpu/kinds/bind.cpp holds it to
    /// it.
    bool onCards = true;
    /// What people call it, or what they make with it, in lower case: searches find the kind by these words.
    std::vector<std::string_view> words = {};

    /// The description of `key`, or nullptr.
    [[nodiscard]] const ParameterDescription* parameter(std::string_view key) const {
        for (const ParameterDescription& p : parameters) {
            if (p.key == key) return &p;
        }
        return nullptr;
    }
    /// What the kind says about links of `trait`, or nullptr where it takes none.
    [[nodiscard]] const LinkDescription* link(Trait trait) const {
        for (const LinkDescription& l : links) {
            if (l.trait == trait) return &l;
        }
        return nullptr;
    }
};

}  // namespace burin
