// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/engraving/photograph/texture_search.hpp"
#include "core/preview/photograph_survey.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/texture/texture_nodes.hpp"

#include <QImage>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace burin::ui {

/// The fewest px of a patch.
constexpr int leastPx(TextureMethod method) {
    return method == TextureMethod::blend ? 8 : 16;
}

/// The node that a texture is made from, in the design that shows it.
struct TextureSource {
    Engine engine;
    std::span<const Kind> kinds;
    std::shared_ptr<const Design> design;
    std::string group;  ///< the open group that contains the node; empty: the design itself
    QString prefix;     ///< the prefix of the flat names of the group's nodes
    QString node;       ///< as the group names it
    /// The design of an earlier picture of the texture, whose tables the next one shares; may be null.
    std::shared_ptr<const Design> tried = nullptr;
    /// How long a picture that is computed from some of the samples is refined.
    std::chrono::duration<double> patience = PreviewPart().patience;
};

/// The fewest px of the shorter side of a picture that `example` reads.
inline constexpr std::int64_t leastExampleSide = 32;

/// A choice, and how much its texture is like the picture.
struct MeasuredChoice {
    TextureChoice choice;
    TextureLikeness likeness;
};

/// The results of a trial of a picture.
struct TextureFindings {
    QString problem;        ///< why no texture can be made of it; empty if one can
    bool tooLarge = false;  ///< the picture is too large, but a part of it can be used
    Rect frame;             ///< the frame of the whole picture, in its own samples
    Size size;              ///< the size of the part that was tried
    PhotographSurvey survey;
    int mostBlendPx = 0;  ///< the largest patches
    int mostCutPx = 0;
    int evenPx = 0;        ///< the box that takes wide light and dark areas out, as TextureChoice::evenPx
    TextureChoice choice;  ///< what served best
    /// The choice for the picture without its uneven light; nothing if the light is even or cannot be
    /// removed.
    std::optional<TextureChoice> flattened;
    std::vector<MeasuredChoice> measured;  ///< the choices whose textures were compared with the picture
    /// Why the texture was not compared with the picture: there was not enough memory. Usually empty.
    QString uncompared;
    QImage example;
    bool sketch = false;  ///< `example` is computed from some of the samples only

    [[nodiscard]] int mostPx(TextureMethod method) const {
        return method == TextureMethod::blend ? mostBlendPx : mostCutPx;
    }
    /// The measured choice with the same method, patch, light and features; null if there is none.
    [[nodiscard]] const MeasuredChoice* measuredLike(const TextureChoice& choice) const;
    /// Whether any texture was compared with the picture, or with the picture without its light.
    [[nodiscard]] bool comparedWith(int flattenPx) const;
    /// Whether a patch of the method fits into the picture.
    [[nodiscard]] bool allows(TextureMethod method) const { return mostPx(method) >= leastPx(method); }
};

/// Called with the number of textures that were compared with the picture so far.
using TrialProgress = std::function<void(int compared)>;

/// Surveys a part of the picture, tries patches of several sizes with both methods, and finds the result
/// whose steps from sample to sample are most like those of the picture. Then compares its texture with the
/// picture. If the texture exceeds a limit, other patches, contrasts, seeds and numbers of colours are tried,
/// at last with the other method. If the light is uneven, also tries the picture without it. Takes about a
/// second for each 2^20 samples, and a second for each texture that is compared. Never throws.
/// \return nothing useful after it was stopped
[[nodiscard]] TextureFindings tryTextures(const TextureSource& source, TexturePart part,
                                          const std::stop_token& stop, const TrialProgress& progress = {});

/// The example of the findings, computed from all samples. Never throws.
/// \return nothing if it was stopped, or if one thread needs more than `exactAtAll` for it
[[nodiscard]] QImage exactExample(const TextureSource& source, const TextureFindings& findings,
                                  const std::stop_token& stop);

/// A picture of a texture.
struct TexturePicture {
    QImage image;
    bool sketch = false;  ///< the picture is computed from some of the samples only
    QString problem;
    std::shared_ptr<const Design> design;  ///< the design with the texture; null without an image
};
/// The longest time that one thread may need for all samples of a picture that the dialog waits for.
inline constexpr std::chrono::duration<double> quickly{5};
/// A picture of the texture, `across` px wide and high at most, that shows twice the sides of the picture.
/// \param exactWithin  as PreviewPart::exactWithin
/// \return without an image, and with the problem, if it cannot be computed
[[nodiscard]] TexturePicture pictureTexture(const TextureSource& source, const TextureFindings& findings,
                                            const TextureChoice& choice, int across,
                                            const std::stop_token& stop,
                                            std::chrono::duration<double> exactWithin = quickly);

}  // namespace burin::ui
