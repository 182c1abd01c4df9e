// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <map>
#include <utility>

namespace burin::ui {

/// The positions of nodes, and free ones for new nodes. Positions are upper left corners.
class FreePlaces {
  public:
    void take(QPointF place);
    /// Takes the first free position at or below a wanted one.
    ///
    /// The cost grows with the number of positions in the same rows, and with the number of taken positions
    /// below the wanted one. A search for the same position continues from the end of the last one.
    QPointF takeBelow(QPointF wanted);

  private:
    [[nodiscard]] bool taken(QPointF place) const;

    std::multimap<qreal, qreal> taken_;                   ///< from y to x
    std::map<std::pair<qreal, qreal>, qreal> lastBelow_;  ///< the last y that was given for each wanted
                                                          ///< position
};

}  // namespace burin::ui
