// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/tiff_reader.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/pictures/picture_parameters.hpp"

#include <memory>
#include <string>
#include <vector>

namespace burin {

/// One page of a TIFF, read by region.
struct Tiff : KindBase {
    static constexpr bool takesMask = false;

    std::shared_ptr<const TiffReader> reader;
    PictureUse use;

    [[nodiscard]] Extent extent(std::span<const LinkShape>) const {
        return Extent({0, 0, reader->size().width, reader->size().height});
    }
    void begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
        reader->read(area, value);
    }
    void beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count, float* value) const {
        reader->readAt(places, count, value);
    }
    [[nodiscard]] float dust(std::span<const LinkShape>) const {
        return reader->mayHoldDust() ? dustLimit : 0.0F;
    }
    [[nodiscard]] int bits(std::span<const int>) const { return reader->bits(); }
    [[nodiscard]] std::string fingerprint() const {
        return "tiff page " + std::to_string(reader->page()) + fingerprintOf(use);
    }
    [[nodiscard]] const FileContent* content() const { return &reader->content(); }
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape>) const { return reader->remarks(); }
    [[nodiscard]] std::size_t residentBytes() const { return reader->residentBytes(); }
};

template <>
struct ByteReduction<Tiff> {
    static ByteTwin twin(const Tiff& node) {
        return node.reader->bits() == 8 ? ByteTwin::exact : ByteTwin::none;
    }
    static void apply(const Tiff& node, const ByteCall& call) { node.reader->read(call.area, call.value); }
};

[[nodiscard]] Kind tiffKind();

}  // namespace burin
