// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/expression_field.hpp"
#include "ui/inspector/editors/map_editors.hpp"
#include "ui/inspector/editors/matrix_editor.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/editors/points_editor.hpp"
#include "ui/inspector/editors/range_editor.hpp"
#include "ui/inspector/editors/seed_editor.hpp"
#include "ui/inspector/editors/simple_editors.hpp"
#include "ui/inspector/editors/spot_editor.hpp"
#include "ui/inspector/editors/texts/font_editor.hpp"
#include "ui/inspector/editors/texts/lines_editor.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace burin::ui {
namespace {

/// Maps each editor shape to its constructor.
struct EditorRow {
    EditorShape shape;
    bool wide;
    ValueEditor* (*make)(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
};

template <class Editor>
ValueEditor* made(const ParameterDescription& wanted, EditorPlace place, QWidget* parent) {
    return new Editor(wanted, std::move(place), parent);
}

constexpr std::array<EditorRow, 16> editors = {{
    {EditorShape::number, false, &made<NumberEditor>},
    {EditorShape::boolean, false, &made<BooleanEditor>},
    {EditorShape::pair, false, &made<PairEditor>},
    {EditorShape::range, false, &made<RangeEditor>},
    {EditorShape::choice, false, &made<ChoiceEditor>},
    {EditorShape::text, false, &made<TextEditor>},
    {EditorShape::expression, true, &made<ExpressionEditor>},
    {EditorShape::numbers, true, &made<NumbersEditor>},
    {EditorShape::points, true, &made<PointsEditor>},
    {EditorShape::matrix, true, &made<MatrixEditor>},
    {EditorShape::oneOf, true, &made<OneOfEditor>},
    {EditorShape::map, true, &made<MapEditor>},
    {EditorShape::seed, false, &made<SeedEditor>},
    {EditorShape::spot, true, &made<SpotEditor>},
    {EditorShape::lines, true, &made<LinesEditor>},
    {EditorShape::font, false, &made<FontEditor>},
}};

constexpr bool complete() {
    for (std::size_t i = 0; i < editors.size(); ++i) {
        if (editors[i].shape != static_cast<EditorShape>(i)) return false;
    }
    return editors.back().shape == EditorShape::font;
}
static_assert(complete());

const EditorRow& rowOf(EditorShape shape) {
    return editors[static_cast<std::size_t>(shape)];
}

}  // namespace

ValueEditor* makeEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent) {
    return rowOf(editorOf(wanted)).make(wanted, std::move(place), parent);
}

bool isWide(const ParameterDescription& wanted) {
    return rowOf(editorOf(wanted)).wide;
}

}  // namespace burin::ui
