// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/decoded_image.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/pictures/picture_parameters.hpp"

#include <memory>
#include <string>
#include <vector>

namespace burin {

/// A PNG, JPEG, BMP, PGM or WebP image, decoded as a whole.
struct Image : KindBase {
    static constexpr bool takesMask = false;

    std::shared_ptr<const DecodedImage> decoded;
    PictureUse use;

    [[nodiscard]] Extent extent(std::span<const LinkShape>) const {
        return Extent({0, 0, decoded->size().width, decoded->size().height});
    }
    void begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
        decoded->read(area, value);
    }
    void beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count, float* value) const {
        decoded->readAt(places, count, value);
    }
    /// Without alpha the smallest sample other than 0 is 0.114 / 65535, which is larger than 2^-20.
    [[nodiscard]] float dust(std::span<const LinkShape>) const {
        return decoded->mayHoldDust() ? dustLimit : 0.0F;
    }
    [[nodiscard]] int bits(std::span<const int>) const { return decoded->bits(); }
    [[nodiscard]] std::string fingerprint() const { return "image" + fingerprintOf(use); }
    [[nodiscard]] const FileContent* content() const { return &decoded->content(); }
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape>) const {
        return decoded->remarks();
    }
    [[nodiscard]] std::size_t residentBytes() const { return decoded->residentBytes(); }
};

template <>
struct ByteReduction<Image> {
    static ByteTwin twin(const Image& node) {
        return node.decoded->bits() == 8 ? ByteTwin::exact : ByteTwin::none;
    }
    static void apply(const Image& node, const ByteCall& call) { node.decoded->read(call.area, call.value); }
};

[[nodiscard]] Kind imageKind();

}  // namespace burin
