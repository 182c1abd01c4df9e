// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/placing/placing_edit.hpp"
#include "ui/placing/snapping.hpp"

#include <QObject>
#include <QPoint>

#include <memory>
#include <optional>
#include <vector>

namespace burin::ui {

/// The part of the chosen thing that a drag takes.
struct PlacingGrip {
    enum class Part { none, body, handle, turn };
    Part part = Part::none;
    std::size_t handle = 0;  ///< see handleSides
};

/// How a drag is done: the keys that are held.
struct PlacingKeys {
    bool keep = false;        ///< Shift: one axis, the proportions, or steps of 15 degrees
    bool fromMiddle = false;  ///< Alt
    bool free = false;        ///< Ctrl: nothing is rounded, nothing snaps
};

/// A number that a drag changes, for users.
struct PlacingNumber {
    enum class Name { x, y, width, height, angle };
    Name name = Name::x;
    double value = 0;  ///< the number in pixels, or degrees
    double added = 0;  ///< since the drag began
};

/// Places the things of a design on its picture: chooses things, and moves, resizes and turns the chosen one.
///
/// The chosen thing is the part of the picture that a link of the selected node shows. Places are samples of
/// the shown node. Interface thread only.
class Placing : public QObject {
    Q_OBJECT

  public:
    explicit Placing(Workbench workbench, QObject* parent = nullptr);

    static constexpr double reach = 10;       ///< around the middle of a handle, in pixels of the screen
    static constexpr double turningWay = 28;  ///< the distance from the box to the turning handle, in pixels
                                              ///< of the screen
    static constexpr double snapReach = 6;    ///< the distance at which things snap, in pixels of the screen
    static constexpr double leastSide = 36;   ///< the least length of a side with a handle in its middle, in
                                              ///< pixels of the screen

    [[nodiscard]] bool on() const { return on_; }
    void setOn(bool on);

    /// Whether things that are moved or resized snap.
    [[nodiscard]] bool snapping() const { return snapping_; }
    void setSnapping(bool on);

    [[nodiscard]] const std::vector<PlacedThing>& things() const { return things_; }
    /// nullptr: the selected node cannot be placed on the shown one.
    [[nodiscard]] const PlacedThing* chosen() const;
    /// How the chosen thing can be resized.
    [[nodiscard]] Sizing chosenSizing() const;
    /// Whether the chosen thing can be turned.
    [[nodiscard]] bool chosenTurns() const;
    /// The handles of the chosen thing. \param scale  pixels of the screen per sample
    [[nodiscard]] std::vector<std::size_t> handles(double scale) const;
    /// Sets which part of the shown node is seen, in samples. Null: all of it.
    void setSeen(const QRectF& seen) { seen_ = seen; }
    /// Above the box, or below it if only that place is seen. Nothing if the thing cannot be turned.
    [[nodiscard]] std::optional<QPointF> turningHandle(double scale) const;
    [[nodiscard]] PlacingGrip gripAt(QPointF place, double scale) const;

    /// Takes the chosen thing or one of its handles. If none is at this place, chooses the topmost thing
    /// there.
    /// \param more  besides those that are selected \return whether there is one
    bool press(QPointF place, double scale, bool more = false);
    /// \param scale  pixels of the screen per sample
    void dragTo(QPointF place, double scale, PlacingKeys keys);
    /// Ends a drag. After a press without a movement, chooses the topmost thing there. After a press for more
    /// things, adds that thing to the selection, or removes it.
    void release(QPointF place, bool moved);
    /// Ends a drag and restores the thing.
    void cancel();
    [[nodiscard]] bool dragging() const { return edit_ != nullptr; }
    /// Whether a drag has moved anything yet.
    [[nodiscard]] bool moving() const { return edit_ && moving_; }

    /// Moves the chosen thing by pixels. \param again  continues the step of the last call, as long as a key
    /// is held
    void nudge(QPoint by, bool again);
    void turnBy(double degrees, bool again);
    /// Chooses the next thing, or the one before.
    void chooseNext(bool back);

    /// A drag that began at a place moves the picture, because placing is off. If the thing of the selected
    /// node is there, hint() tells how to place it, until the selection, the design or the shown node
    /// changes. Costs as much as thingsOn().
    void missAt(QPointF place, double scale);

    /// The lines through the edges and middles that have snapped in the drag.
    [[nodiscard]] const std::vector<GuideLine>& guides() const { return guides_; }
    /// The gaps of the thing that is dragged: two for each axis that has equal ones, and the gap to its
    /// nearest neighbour.
    [[nodiscard]] const std::vector<GapMark>& gapMarks() const { return gapMarks_; }
    /// The box before the drag.
    [[nodiscard]] std::optional<TurnedBox> before() const;
    /// The numbers that the drag changes.
    [[nodiscard]] std::vector<PlacingNumber> numbers() const;
    /// Why a value does not follow the drag, for users; empty: all do.
    [[nodiscard]] QString held() const { return edit_ ? edit_->held() : QString(); }
    /// Tells users what they can do now, why they can do nothing, or why the last key did nothing.
    [[nodiscard]] QString hint() const;

  signals:
    void changed();
    /// Placing was turned on or off.
    void onChanged(bool on);
    void snappingChanged(bool on);

  private:
    void find();
    void endDrag();
    void sayHeld(const QString& why);
    void choose(const PlacedThing& thing);
    void chooseToo(const PlacedThing& thing);
    void toggle(const PlacedThing& thing);
    [[nodiscard]] std::vector<SnapTarget> targetsFor(const PlacedThing& moved) const;
    QPointF snap(const QRectF& box, double scale, SnapEdges acrossX, SnapEdges acrossY);
    void findTargets(const PlacedThing& moved);
    void clearGuides();
    void markNearest();
    void moveThing(QPointF by, double scale, PlacingKeys keys);
    void resizeThing(QPointF by, double scale, PlacingKeys keys);
    [[nodiscard]] const DesignNode& nodeOf(const PlacedThing& thing) const;
    [[nodiscard]] Sizing sizing(const PlacedThing& thing) const;
    [[nodiscard]] bool turns(const PlacedThing& thing) const;
    [[nodiscard]] bool turnsBelow(const TurnedBox& box, double scale) const;

    Workbench workbench_;
    bool on_ = false;
    bool snapping_ = true;
    std::vector<PlacedThing> things_;
    std::optional<std::size_t> chosen_;  ///< an index of things_
    QString reader_;                     ///< the reader of the chosen link
    std::size_t entry_ = 0;
    QRectF seen_;
    PlacingGrip grip_;
    bool below_ = false;  ///< the drag began with the turning handle below the box
    QPointF pressedAt_;
    std::shared_ptr<PlacingEdit> edit_;  ///< the drag; null: there is none
    std::vector<SnapTarget> targets_;    ///< the targets of the drag
    EqualGaps gaps_;                     ///< the gaps between the targets
    std::vector<GuideLine> guides_;
    std::vector<GapMark> gapMarks_;
    bool moving_ = false;
    bool more_ = false;    ///< the press was for more things
    QString added_;        ///< the node that this press added to the selection
    bool missed_ = false;  ///< a drag began on a thing, but moved the picture
    int gesture_ = 0;      ///< the gesture of the keys
    QString keyHeld_;      ///< why a value did not follow the last key; empty: all did
};

}  // namespace burin::ui
