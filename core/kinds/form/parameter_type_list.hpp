// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The only list of the types of parameters: the values that the loader reads, and their C++ types for a kind.

#include "core/kinds/form/parameters/height.hpp"
#include "core/kinds/form/parameters/matrix.hpp"
#include "core/kinds/form/parameters/numbers.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "core/kinds/form/parameters/vector.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace burin {

struct Alternative;
class Values;

/// TYPE(word, Value): the type ParameterType::<word>, and the C++ type of its values. `ParameterTypeInfo
/// <word>Type()` in core/design/types has the functions that read, word and edit it. If its value is a
/// structure, the structure is declared in core/kinds/form/parameters. Each row is on one line.
// clang-format off
#define BURIN_PARAMETER_TYPES(TYPE) \
    TYPE(number, double)                    /* a real number */ \
    TYPE(integer, std::int64_t)             /* a whole number */ \
    TYPE(boolean, bool)                     /* true or false */ \
    TYPE(pixels, std::int64_t)              /* a length rounded to whole pixels */ \
    TYPE(length, double)                    /* a length, kept in micrometres */ \
    TYPE(vector, Vector)                    /* [x, y], lengths kept as real pixels */ \
    TYPE(choice, std::string)               /* one of `choices` */ \
    TYPE(text, std::string)                 /* any text */ \
    TYPE(texts, std::vector<std::string>)   /* a text or a list of them */ \
    TYPE(file, std::string)                 /* a path relative to the design file */ \
    TYPE(expression, std::string)           /* an expression, see core/expression */ \
    TYPE(numbers, NumberMap)                /* a map from names to numbers */ \
    TYPE(points, std::vector<Vector>)       /* [[x, y], ...], x increasing */ \
    TYPE(expressionOrPoints, std::string)   /* an expression, or as points */ \
    TYPE(scale, Vector)                     /* a number or [sx, sy] */ \
    TYPE(pixelSize, Vector)                 /* [width, height], lengths rounded to pixels */ \
    TYPE(matrix, Matrix)                    /* [[...], ...], rows of equal length */ \
    TYPE(oneOf, std::shared_ptr<const Alternative>) /* a map with exactly one key of `alternatives` */ \
    TYPE(realPixels, double)                /* a length, kept as real pixels */ \
    TYPE(height, Height)                    /* a number of samples, or a length */ \
    TYPE(lengths, std::vector<double>)      /* a length or a list of them, kept as real pixels */ \
    TYPE(range, Vector)                     /* [low, high], two numbers */ \
    TYPE(map, std::shared_ptr<const Values>) /* a map with any keys of `alternatives` */ \
    TYPE(spot, LaserSpot)                        /* a diameter, or a shape with its sizes */ \
    /* end of the list */
// clang-format on

}  // namespace burin
