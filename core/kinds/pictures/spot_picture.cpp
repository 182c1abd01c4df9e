// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/pictures/spot_picture.hpp"

#include "core/images/image_error.hpp"
#include "core/images/input_file.hpp"
#include "core/images/picture_file.hpp"

#include <string>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t longestSpotPicture = 4096;

}  // namespace

std::variant<KernelMatrix, Problem> readSpotKernel(const LaserSpot& spot, const std::filesystem::path& folder,
                                                   const Vector& pitchUm) {
    try {
        std::shared_ptr<const InputFile> picture;
        if (spot.shape == LaserSpot::Shape::image)
            picture = std::make_shared<const InputFile>(folder / spot.file);
        return readSpotKernel(spot, picture, pitchUm);
    } catch (const ImageError& error) {
        return error.problem();
    }
}

std::variant<KernelMatrix, Problem> readSpotKernel(const LaserSpot& spot,
                                                   const std::shared_ptr<const InputFile>& picture,
                                                   const Vector& pitchUm) {
    GrayImage image;
    if (spot.shape == LaserSpot::Shape::image) image = readGrayImage(picture, longestSpotPicture);
    const ConstSamplesView view(image.samples.data(), image.size.width, image.size.width, image.size.height);
    if (auto kernel = spotKernel(spot, pitchUm, view)) return *std::move(kernel);
    return spotHasNoKernel(spot);
}

Problem spotHasNoKernel(const LaserSpot& spot) {
    Problem wide{.details = {std::to_string(longestSpotSide)}};
    if (spot.shape == LaserSpot::Shape::image) {
        wide.reason = "the spot is wider than %1 px, or its image is black";
        wide.advice = "use a smaller `pitch` and an image with a white spot";
    } else {
        wide.reason = "the spot is wider than %1 px";
        wide.advice = "use a smaller spot or a larger `pixel`";
    }
    return wide;
}

}  // namespace burin
