// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/measuring.hpp"

#include <string>

namespace burin {

/// The source of a measurement.
struct MeasurementOrigin {
    std::string file;
    std::string node;     ///< empty: the surface
    std::string hash;     ///< \see designHash()
    std::string surface;  ///< "designed" or "predicted"
};

/// For people: a line for each parameter.
[[nodiscard]] std::string measurementTable(const MeasuredSurface& measurement,
                                           const MeasuringOptions& options, const MeasurementOrigin& origin);
/// One JSON object. Numbers have all their digits; undefined values are null.
[[nodiscard]] std::string measurementJson(const MeasuredSurface& measurement, const MeasuringOptions& options,
                                          const MeasurementOrigin& origin);
/// Lines `name,value,unit,spread`: the source and the settings, then the parameters, then the remarks.
[[nodiscard]] std::string measurementCsv(const MeasuredSurface& measurement, const MeasuringOptions& options,
                                         const MeasurementOrigin& origin);

/// Lines `height_um,count,bearing_percent`, from the top: the lower end of each bin, its samples, and the
/// share of all samples that are not lower.
[[nodiscard]] std::string bearingCsv(const HeightHistogram& histogram, double fullDepthUm);
/// Lines `direction,frequency_per_um,density,unit` for rings, x and y; none for a flat surface.
[[nodiscard]] std::string spectrumCsv(const std::optional<Spectrum>& spectrum);

}  // namespace burin
