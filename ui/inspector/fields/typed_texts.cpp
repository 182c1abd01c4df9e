// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/typed_texts.hpp"

#include "ui/inspector/fields/typed_cells.hpp"
#include "ui/inspector/fields/typed_field.hpp"

#include <QApplication>
#include <QPointer>

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

void applyTypedIn(const QWidget& widget) {
    const QPointer<QWidget> field = QApplication::focusWidget();
    if (field == nullptr || !widget.isAncestorOf(field)) return;
    field->clearFocus();
    if (field != nullptr && field->isVisible()) field->setFocus(Qt::OtherFocusReason);
}

void forgetTypedIn(const QWidget& widget) {
    for (TypedField* field : widget.findChildren<TypedField*>())
        field->forgetTyped();
    for (TypedCells* cells : widget.findChildren<TypedCells*>())
        cells->forgetTyped();
}

}  // namespace burin::ui
