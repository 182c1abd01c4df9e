// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace burin::ui {

/// `bits` shows the surface as it is written with depth 1; other nodes are gray. The last two are chosen by
/// the viewport, never by the user: `ids` shows each value in a colour of its own, and 0 in black;
/// `difference` shows the values of one node minus those of another.
enum class AppearanceMode { gray, inverted, map, relief, bits, ids, difference };

/// How values become colours.
struct AppearanceValues {
    AppearanceMode mode = AppearanceMode::gray;
    QString map = QStringLiteral("Copper");
    bool reversed = false;
    static constexpr double leastRange = 1e-3;
    bool automatic = true;  ///< the range follows the node's values
    double low = 0;         ///< the value of the map's first colour
    double high = 1;
    bool clipped = false;       ///< mark values outside of the range with colours of their own
    double lightDegrees = 315;  ///< direction of the light: 0 from above, clockwise
    double height = 4;          ///< relief height relative to the true height

    friend bool operator==(const AppearanceValues&, const AppearanceValues&) = default;
};

/// The look of the surface, shared by everything that shows it. Interface thread only.
class ViewAppearance : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] const AppearanceValues& values() const { return values_; }
    void set(const AppearanceValues& values) {
        if (values == values_) return;
        values_ = values;
        emit changed();
    }
    /// \param change  modifies an AppearanceValues&
    template <class Change>
    void change(Change change) {
        AppearanceValues values = values_;
        change(values);
        set(values);
    }

  signals:
    void changed();

  private:
    AppearanceValues values_;
};

}  // namespace burin::ui
