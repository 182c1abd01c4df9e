// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/expression_field.hpp"
#include "ui/inspector/map_editors.hpp"
#include "ui/inspector/matrix_editor.hpp"
#include "ui/inspector/number_editor.hpp"
#include "ui/inspector/points_editor.hpp"
#include "ui/inspector/simple_editors.hpp"

namespace burin::ui {

ValueEditor* makeEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent) {
    switch (wanted.type) {
        case ParameterType::number:
        case ParameterType::integer:
        case ParameterType::pixels:
        case ParameterType::length:
            return new NumberEditor(wanted, std::move(place), parent);
        case ParameterType::boolean:
            return new BooleanEditor(wanted, std::move(place), parent);
        case ParameterType::vector:
        case ParameterType::scale:
        case ParameterType::pixelSize:
            return new PairEditor(wanted, std::move(place), parent);
        case ParameterType::choice:
            return new ChoiceEditor(wanted, std::move(place), parent);
        case ParameterType::text:
        case ParameterType::file:
            return new TextEditor(wanted, std::move(place), parent);
        case ParameterType::expression:
            return new ExpressionEditor(wanted, std::move(place), parent);
        case ParameterType::numbers:
            return new NumbersEditor(wanted, std::move(place), parent);
        case ParameterType::points:
        case ParameterType::expressionOrPoints:
            return new PointsEditor(wanted, std::move(place), parent);
        case ParameterType::matrix:
            return new MatrixEditor(wanted, std::move(place), parent);
        case ParameterType::oneOf:
            return new OneOfEditor(wanted, std::move(place), parent);
    }
    return nullptr;
}

}  // namespace burin::ui
