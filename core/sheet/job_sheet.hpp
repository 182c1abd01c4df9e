// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The content of a job sheet: what an engraver signs for. It is written as JSON and drawn as pages.

#include "core/design/roller.hpp"
#include "core/engraving/measuring/measuring.hpp"
#include "core/engraving/preflight.hpp"
#include "core/expression/curve.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "core/preview/preview.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// The surface, and how it is written.
struct SheetSurface {
    Size px;
    Vector pitchUm{1, 1};
    double fullDepthUm = 0;
    double volumeMm3 = 0;  ///< volume that is engraved
    int bits = 8;
    bool invert = false;
    std::optional<Curve> materialCurve;
    std::optional<Curve> machineCurve;
    double bytes = 0;    ///< bytes of the whole surface, packed
    double seconds = 0;  ///< the time that computing it will take; 0: too short to tell

    [[nodiscard]] double widthUm() const { return static_cast<double>(px.width) * pitchUm.x; }
    [[nodiscard]] double heightUm() const { return static_cast<double>(px.height) * pitchUm.y; }
};

struct SheetRoller {
    Roller roller;
    std::int64_t samplesRound = 0;
    double pitchRoundUm = 0;
    bool jointSeen = false;              ///< whether all of the joint was checked
    std::vector<std::string> open = {};  ///< the nodes that do not continue across it
};

/// The values of `job` about the machine.
struct SheetMachine {
    struct Length {
        std::string key;
        std::string title;
        double um = 0;
    };
    /// How a node allows for a spot.
    struct Compensation {
        std::string node;
        LaserSpot spot;
        int iterations = 0;
        Vector headroom;  ///< low, high
    };
    double pixelUm = 1;  ///< converts lengths of the design
    std::optional<LaserSpot> spot;
    std::optional<Vector> fieldPx;
    std::vector<Length> lengths;
    std::vector<Compensation> compensations;  ///< compensations of the nodes that feed the surface
};

/// Heights from the highest to the lowest, in um.
struct SheetHeights {
    static constexpr std::size_t bars = 64;
    double highestUm = 0;
    double lowestUm = 0;
    std::array<double, 101> bearingUm{};       ///< the height above which 0, 1 ... 100 % of the surface lie
    std::array<std::uint64_t, bars> counts{};  ///< counts of samples, in equal steps
};

/// A part of the surface.
struct SheetPicture {
    std::string name;  ///< the name of a bookmark; may be empty
    Rect area;         ///< in samples
    Picture picture;   ///< the picture of it; empty if no pages are drawn

    /// Whether it is computed from some of its samples only.
    [[nodiscard]] bool sketch() const { return !picture.values.empty() && !picture.exact; }
};

struct JobSheet {
    std::string file;  ///< file of the design
    std::string hash;  ///< \see designHash()
    std::string version;
    std::string date;  ///< YYYY-MM-DD
    SheetSurface surface;
    std::optional<SheetRoller> roller;
    SheetMachine machine;
    MeasuringOptions measuring;  ///< without its stop and progress
    MeasuredSurface measured;
    SheetHeights heights;
    PreflightReport preflight;
    SheetPicture whole;
    std::vector<SheetPicture> details;
};

/// Every number of the sheet as one JSON object. Lengths are in um if their key does not say otherwise.
[[nodiscard]] std::string jobSheetJson(const JobSheet& sheet);

}  // namespace burin
