// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/source/tiff.hpp"

#include "core/images/image_error.hpp"

#include <optional>

namespace burin {

namespace {

std::shared_ptr<const Operation> bindTiff(const BindContext& context) {
    try {
        Tiff node;
        node.use = pictureUseOf(context.values);
        const auto* page = context.values.find<std::int64_t>("page");
        node.reader = std::make_shared<const TiffReader>(
            context.folder / context.values.as<std::string>("file"),
            page == nullptr ? std::nullopt : std::optional(*page), node.use);
        return std::make_shared<OperationOf<Tiff>>(std::move(node));
    } catch (const ImageError& error) {
        context.problem("file", error.problem());
        return nullptr;
    }
}

}  // namespace

Kind tiffKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "tiff";
    d.title = "TIFF";
    d.help =
        "Reads a gray or colour TIFF as depths, region by region: it may be larger than memory. A colour has "
        "the depth 0.299 red + 0.587 green + 0.114 blue; pictures in CMYK or Lab and signed integers are "
        "refused.";
    d.words = {"picture",   "photo",  "photograph", "bitmap", "image",   "scan", "height map",
               "heightmap", "import", "load",       "tif",    "bigtiff", "file", "logo"};
    d.category = Category::source;
    d.files = {FilesRead::What::picture, {"tif", "tiff"}};
    d.size = SizeRule::none;
    d.parameters = {
        {.key = "file",
         .title = "File",
         .type = ParameterType::file,
         .required = true,
         .help = "The path of a TIFF or BigTIFF, absolute or relative to the design file."},
        {.key = "page",
         .title = "Page",
         .type = ParameterType::integer,
         .minimum = 0,
         .help = "The page of the file to read, counted from 0; if it is not given, the first page "
                 "that is neither a thumbnail nor a mask."}};
    for (const ParameterDescription& parameter : pictureParameters())
        d.parameters.push_back(parameter);
    kind.bind = &bindTiff;
    return kind;
}

}  // namespace burin
