// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The program's knowledge of a kind of node. The loader's checks, `burin kinds`, the palette, the inspector
// and the manual are all derived from these plain structures.

#include "core/kinds/form/parameter_type_list.hpp"

#include <algorithm>
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

/// The type of a parameter's value in the file. The type's row in parameter_type_list.hpp names the code that
/// reads, writes and shows it.
#define BURIN_ENUMERATOR(word, ...) word,
enum class ParameterType { BURIN_PARAMETER_TYPES(BURIN_ENUMERATOR) };
#undef BURIN_ENUMERATOR

/// The prefix of a value of the type `file` that names a file of the program itself, such as a font.
inline constexpr std::string_view builtinPrefix = "builtin:";

/// The meaning of the axes of a parameter's curve. If the names are empty, the parameter has no curve, or a
/// curve of plain numbers.
struct CurveAxes {
    std::string_view x = {};  ///< its name in an expression
    std::string_view y = {};
    std::string_view limit = {};      ///< the parameter that is the upper end of x, which starts at 0
    std::string_view limitName = {};  ///< its name in an expression
    std::string_view joined = {};     ///< the choice of how points are joined: smoothly if it is `monotone`
};

/// The choices of another parameter that a parameter belongs to: for example, the teeth belong to a gear.
/// Empty: it always counts.
struct UsedWith {
    std::string_view parameter = {};
    std::vector<std::string_view> choices = {};

    [[nodiscard]] bool has(std::string_view choice) const {
        return parameter.empty() || std::find(choices.begin(), choices.end(), choice) != choices.end();
    }
};

/// The names of a drawing that a list can contain: its parts, or the things that a reader can ignore.
enum class DrawingNames { none, parts, ignorable };

struct ParameterDescription {
    std::string_view key = {};
    std::string_view title = {};  ///< shown as a label, in sentence case
    ParameterType type = ParameterType::number;
    std::string_view unit = {};                                 ///< px, deg, ...; empty for a pure number
    double minimum = -std::numeric_limits<double>::infinity();  ///< minimum of each number in the value,
                                                                ///< inclusive
    double maximum = std::numeric_limits<double>::infinity();
    std::string_view fallback =
        {};  ///< the default as YAML text; if empty, the parameter is optional or required
    bool required = false;
    std::vector<std::string_view> choices = {};
    std::vector<ParameterDescription> alternatives = {};
    std::string_view help = {};
    int since = 1;                  ///< the format version that introduced it
    bool oddOnly = false;           ///< whole numbers must be odd; sides of a matrix too
    int minimumCount = 0;           ///< least number of points, or of rows and of columns of a matrix
    int maximumCount = 0;           ///< 0: no limit
    bool strictlyPositive = false;  ///< the minimum itself is excluded
    /// The heading under which it is shown. Empty: together with the other parameters; "Size": with width and
    /// height.
    std::string_view group = {};
    /// The variables that an expression may use besides the constants, if the node's size and links provide
    /// them.
    std::vector<std::string_view> variables = {};
    CurveAxes axes = {};
    bool scalesChild = false;         ///< the first data child is scaled to this size
    std::string_view insteadOf = {};  ///< other parameters, separated by spaces: a value here removes theirs
    std::string_view start = {};      ///< the value that the studio gives to a new node, for a parameter
                                      ///< without a default
    bool lines = false;               ///< a text that is often one of several lines
    bool seed = false;                ///< whether it seeds random numbers: the result of a formula is taken
                                      ///< modulo 2^32
    UsedWith usedWith = {};           ///< with other choices, the kind refuses a value
    UsedWith shareWith = {};          ///< with these choices, a length is a share from 0 to 1 instead
    std::string_view pair = "[sx, sy]";        ///< how messages and pages write the two numbers of a scale
    DrawingNames offers = DrawingNames::none;  ///< which names of the drawing in the node's `file` are
                                               ///< offered
    /// Whether the limits are meant for use, as the author of a group chose them. The limits of a kind may be
    /// far wider, and only catch mistakes.
    bool limitsChosen = false;

    /// The lower limit of its numbers, exclusive if strictlyPositive.
    [[nodiscard]] constexpr double lowest() const {
        return strictlyPositive && minimum == -std::numeric_limits<double>::infinity() ? 0 : minimum;
    }
};

struct LinkDescription {
    Trait trait = Trait::data;
    int minimum = 0;
    int maximum = -1;    ///< -1: any number
    bool first = false;  ///< must stand before all links of other traits
    std::string_view help = {};
    int since = 1;          ///< the format version that introduced links of this trait, or raised `maximum`
    int maximumBefore = 0;  ///< `maximum` in versions before `since`
};

/// Whether a kind takes `width` and `height`.
enum class SizeRule { optional, required, none };

/// The groups of `burin kinds` and the palette.
enum class Category { output, combine, generate, source, filter };

/// The files that nodes of a kind are made from.
struct FilesRead {
    /// A node shows one picture and nothing else, or a drawing, or measured heights, or it sets letters of a
    /// font.
    enum class What { nothing, picture, drawing, heights, font };
    What what = What::nothing;
    std::vector<std::string_view> suffixes = {};  ///< in lower case
    std::string_view parameter = "file";          ///< the parameter that names the file
};

/// A node with values that make something at once; a dome, for example, is a formula with a size.
struct StarterDescription {
    std::string_view title = {};
    std::string_view help = {};
    std::vector<std::string_view> words = {};  ///< search words for it, in lower case
    std::string_view values = {};              ///< a map from keys to values, as YAML text
    double shownPx = 80;  ///< the side of the square that its picture shows if the node has no size
};

struct KindDescription {
    std::string_view name;   ///< name as in the file
    std::string_view title;  ///< title as shown to people
    std::string_view help;   ///< one or two sentences
    Category category = Category::combine;
    SizeRule size = SizeRule::optional;
    std::vector<ParameterDescription> parameters;
    std::vector<LinkDescription> links;
    int since = 1;  ///< the format version that introduced it
    /// Whether graphics cards compute it too. Taken from its row in kind_list.hpp.
    bool onCards = true;
    /// Other names for the kind, or things made with it, in lower case. Searches find the kind by these
    /// words.
    std::vector<std::string_view> words = {};
    FilesRead files = {};
    /// Whether its nodes change depths so that the spot of a laser engraves the child.
    bool compensates = false;
    std::vector<StarterDescription> starters = {};

    /// The description of `key`, or nullptr.
    [[nodiscard]] const ParameterDescription* parameter(std::string_view key) const {
        for (const ParameterDescription& p : parameters) {
            if (p.key == key) return &p;
        }
        return nullptr;
    }
    /// The description of links of `trait`, or nullptr if the kind takes none.
    [[nodiscard]] const LinkDescription* link(Trait trait) const {
        for (const LinkDescription& l : links) {
            if (l.trait == trait) return &l;
        }
        return nullptr;
    }
};

}  // namespace burin
