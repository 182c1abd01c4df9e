// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace burin::ui {

enum class LookMode { gray, inverted, map, relief };

/// How values become colours.
struct LookValues {
    LookMode mode = LookMode::gray;
    QString map = QStringLiteral("Copper");
    bool reversed = false;
    static constexpr double leastRange = 1e-3;
    bool automatic = true;  ///< the range follows what is visible
    double low = 0;         ///< the value at the map's first colour
    double high = 1;
    bool clipped = false;       ///< values outside of the range have colours of their own
    double lightDegrees = 315;  ///< where the light comes from: 0 from above, clockwise
    double height = 4;          ///< times the true height

    friend bool operator==(const LookValues&, const LookValues&) = default;
};

/// The look of the surface, for all that show it. Interface thread only.
class ViewLook : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] const LookValues& values() const { return values_; }
    void set(const LookValues& values) {
        if (values == values_) return;
        values_ = values;
        emit changed();
    }
    /// \param change  of LookValues&, in place
    template <class Change>
    void change(Change change) {
        LookValues values = values_;
        change(values);
        set(values);
    }

  signals:
    void changed();

  private:
    LookValues values_;
};

}  // namespace burin::ui
