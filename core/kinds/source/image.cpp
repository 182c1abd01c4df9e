// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/source/image.hpp"

#include "core/images/image_error.hpp"

namespace burin {

namespace {

std::shared_ptr<const Operation> bindImage(const BindContext& context) {
    try {
        Image node;
        node.use = pictureUseOf(context.values);
        node.decoded = std::make_shared<const DecodedImage>(
            context.folder / context.values.as<std::string>("file"),
            context.decodable == nullptr ? DecodedImage::decodedAtOnceBytes : *context.decodable, node.use);
        if (context.decodable != nullptr) *context.decodable -= node.decoded->heldBytes();
        return std::make_shared<OperationOf<Image>>(std::move(node));
    } catch (const ImageError& error) {
        context.problem("file", error.problem());
        return nullptr;
    }
}

}  // namespace

Kind imageKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "image";
    d.title = "Image";
    d.help =
        "Reads a PNG, JPEG, BMP, PGM or WebP as depths and holds the whole image in memory. A colour has the "
        "depth 0.299 red + 0.587 green + 0.114 blue; pictures in CMYK and JPEGs of 12 bits are refused. To "
        "read an SVG or DXF, use a path.";
    d.words = {"picture", "photo", "photograph", "bitmap", "logo", "drawing", "artwork", "text", "lettering",
               "import",  "load",  "png",        "jpg",    "jpeg", "bmp",     "pgm",     "webp", "file"};
    d.category = Category::source;
    d.files = {FilesRead::What::picture, {"png", "jpg", "jpeg", "bmp", "pgm", "webp"}};
    d.size = SizeRule::none;
    d.parameters = {
        {.key = "file",
         .title = "File",
         .type = ParameterType::file,
         .required = true,
         .help = "The path of a PNG, JPEG, BMP, PGM or WebP, absolute or relative to the design file."}};
    for (const ParameterDescription& parameter : pictureParameters())
        d.parameters.push_back(parameter);
    kind.bind = &bindImage;
    return kind;
}

}  // namespace burin
