// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/images/file_content.hpp"
#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/reduction.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// Heights that an instrument measured, as depths. The file is read as a whole.
struct MeasuredScan : KindBase {
    static constexpr bool takesMask = false;
    /// How far away, in samples, a measured height may be to replace a missing one.
    static constexpr std::int64_t reach = 64;
    /// The largest number of samples.
    static constexpr std::int64_t mostSamples = std::int64_t{1} << 28;

    /// How heights become depths.
    struct Parameters {
        std::optional<double> topUm;     ///< the height of depth 0; nothing: the highest measured height
        std::optional<double> bottomUm;  ///< the height of depth 1; nothing: the lowest measured height
        bool fillsGaps = true;           ///< missing heights become the nearest ones
        double zUnitUm = 1;              ///< of a TIFF: the height of a sample of 1
        double pitchUm = 1;              ///< pitch of a TIFF
    };
    /// Row by row, without dust.
    struct Depths {
        std::vector<float> samples;
        std::size_t missing = 0;  ///< heights that were not measured
        double highestUm = 0;     ///< the highest measured height
    };

    Parameters parameters;
    Size size;
    Vector pitchUm;
    double pixelUm = 1;            ///< pitch of the design
    std::size_t readingBytes = 0;  ///< memory for reading the file, including the depths
    std::size_t keptBytes = 0;     ///< bytes that the file's reader keeps
    std::shared_ptr<const FileContent> file;
    Deferred<Depths> depths;

    [[nodiscard]] Extent extent(std::span<const LinkShape>) const {
        return Extent({0, 0, size.width, size.height});
    }
    void prepare(const std::stop_token& stop) const { static_cast<void>(depths.value(stop)); }
    void begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const;
    void beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count, float* value) const;
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return 0; }
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] const FileContent* content() const { return file.get(); }
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape>) const;
    [[nodiscard]] std::size_t residentBytes() const;
};

[[nodiscard]] Kind scanKind();

}  // namespace burin
