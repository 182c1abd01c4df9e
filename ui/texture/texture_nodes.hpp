// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "core/engraving/photograph/odd_features.hpp"
#include "core/kinds/generate/example.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace burin::ui {

using TextureMethod = ExampleTexture::Method;

/// The part of a picture that is read. A picture that is too large for `example` is cut or reduced.
enum class TexturePart { whole, middle, reduced };

/// How a picture becomes an endless texture.
struct TextureChoice {
    TextureMethod method = TextureMethod::blend;
    int patchPx = 0;
    /// Side of a box in px, odd. The picture, averaged twice over the box, is first subtracted from the
    /// picture, and its mean is added again; 0: the picture is not changed.
    int flattenPx = 0;
    /// The same, only for `cut`: wide light and dark areas of the picture would show where its patches come
    /// back. Takes the place of `flattenPx`.
    int evenPx = 0;
    double mean = 0.5;
    TexturePart part = TexturePart::whole;
    /// Features that are left out: other parts of the picture cover them, before it is changed in other ways.
    /// Their places are relative to the corner of the part.
    std::vector<OddFeature> leftOut = {};
    int colours = 8;      ///< only for `cut`
    bool turned = false;  ///< patches are turned and mirrored; only for `blend`
    std::uint32_t seed = 0;
    double contrast = 1;
    friend bool operator==(const TextureChoice&, const TextureChoice&) = default;
    /// The side of the box that is used.
    [[nodiscard]] int boxPx() const {
        return method == TextureMethod::cut && evenPx > 0 ? evenPx : flattenPx;
    }
};

/// The most samples that `example` reads.
inline constexpr std::int64_t mostExampleSamples = std::int64_t{16} << 20;

/// The size of a part of a picture.
[[nodiscard]] Size sizeOfPart(const Rect& frame, TexturePart part);

/// Adds the nodes of the picture that a texture is made from: a part of `source`, perhaps without odd
/// features and uneven light. \return the name of the last one
std::string addPicture(DesignEdit& edit, const std::string& source, const Rect& frame,
                       const TextureChoice& choice);

/// Adds the nodes of a texture that is made from `source`, a node with that frame. They are not linked to
/// anything else. \return the name of the last one
std::string addTexture(DesignEdit& edit, const std::string& source, const Rect& frame,
                       const TextureChoice& choice);

}  // namespace burin::ui
