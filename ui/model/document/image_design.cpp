// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/image_design.hpp"

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/model/document/picture_files.hpp"

namespace burin::ui {

std::optional<YamlValue> designOfImage(const QString& file) {
    if (!canBeNamed(file)) return {};
    DesignEdit edit(newDesign());
    const std::string name = edit.freeName(nodeNameOf(file));
    const std::optional<std::string> reader = kindReading(file);
    // Any other file is tried as a picture.
    edit.addNode(name, reader && showsPicture(*reader) ? *reader : "image");
    edit.setValue(name, "file", yamlScalar(file.toStdString()));
    edit.link("surface", Trait::data, name);
    const Design design = reviseDesign(edit.document(), {}, {}, kinds(), nullptr);
    const auto node = design.refused ? std::nullopt : design.find(name);
    const std::shared_ptr<const Operation> image = node ? design.nodes[*node].operation : nullptr;
    if (!image) return {};
    const Rect area = image->extent({}).rect();
    edit.setValue("surface", "width", yamlScalar(std::to_string(area.width)));
    edit.setValue("surface", "height", yamlScalar(std::to_string(area.height)));
    return edit.take();
}

}  // namespace burin::ui
