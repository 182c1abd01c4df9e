// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_jobs.hpp"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <vector>

namespace burin::ui {

/// Distances along the line in um, and depths in um, or values if a design has no full depth.
struct LineCurve {
    std::vector<double> distancesUm;
    std::vector<double> heights;
};

/// The samples along one line: those of the shown node, or those of A and B at the same places.
struct LineProfile {
    std::vector<LineSamples> sides;  ///< one, or A and B

    [[nodiscard]] bool compares() const { return sides.size() == 2; }
    /// Whether heights are depths: every side with samples has a full depth.
    [[nodiscard]] bool depths() const;
    /// The largest height that is possible.
    [[nodiscard]] double fullHeight() const;
    /// The distance between two samples.
    [[nodiscard]] double stepUm() const;
    [[nodiscard]] double lengthUm() const;
    /// The part of the line on which a side has samples.
    [[nodiscard]] LineCurve curve(std::size_t side) const;
    /// A - B on the part of the line on which both have samples. \pre compares()
    [[nodiscard]] LineCurve difference() const;

    /// Rows of Ra, Rq and Rz, each with its name, then the figure of each side, then that of A - B; "–"
    /// without samples. If sides are compared, a row of their names comes first.
    [[nodiscard]] std::vector<QStringList> figures() const;
    /// The table as text: a header line, then one line for each place, with decimal points. Cells of a side
    /// without a sample there are empty.
    [[nodiscard]] QString csv() const;
};

}  // namespace burin::ui
