// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/measured_area.hpp"

#include "core/design/design_edit.hpp"
#include "core/preview/bookmarks.hpp"
#include "ui/model/document/document.hpp"
#include "ui/words/text.hpp"

namespace burin::ui {

namespace {

constexpr const char* key = "measured_rectangle";

}  // namespace

std::optional<Rect> measuredAreaOf(const Document& document) {
    const YamlValue* editor = document.design()->document.find("editor");
    return editor == nullptr || !editor->isMap() ? std::nullopt : regionIn(editor->find(key));
}

void setMeasuredArea(Document& document, const Rect& area) {
    document.edit(tr("Measure a rectangle"), [&area](DesignEdit& edit) {
        edit.setScope({});
        edit.setList(key, regionList(area));
    });
}

}  // namespace burin::ui
