// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/typed_texts.hpp"

#include "ui/inspector/fields/typed_cells.hpp"
#include "ui/inspector/fields/typed_field.hpp"

namespace burin::ui {

QStringList typedProblemsIn(const QWidget& widget) {
    QStringList problems;
    for (const TypedField* field : widget.findChildren<TypedField*>()) {
        if (!field->problem().isEmpty()) problems << field->problem();
    }
    for (const TypedCells* cells : widget.findChildren<TypedCells*>()) {
        for (const TypedCells::Cell& cell : cells->all())
            problems << cell.problem;
    }
    return problems;
}

void forgetTypedIn(const QWidget& widget) {
    for (TypedField* field : widget.findChildren<TypedField*>())
        field->forgetTyped();
    for (TypedCells* cells : widget.findChildren<TypedCells*>())
        cells->forgetTyped();
}

}  // namespace burin::ui
