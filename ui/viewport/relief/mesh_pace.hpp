// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace burin::ui {

/// How fine the mesh of the 3-D view is: while the view moves, only as fine as the driver can draw it in
/// time; once it has rested for a while, at full detail.
class MeshPace : public QObject {
    Q_OBJECT

  public:
    /// A frame in motion takes at most about so long to draw. The rest of its 16 ms belongs to the window.
    static constexpr double mostMs = 6;
    static constexpr int coarse = 4;
    /// Coarser meshes are visible, so they are for drivers without a card, which take far longer: with
    /// `coarse` spacing over so long a frame.
    static constexpr double farTooLongMs = 40;
    static constexpr int coarsest = 8;
    static constexpr int restMs = 200;

    explicit MeshPace(QObject* parent = nullptr);

    /// The most pixels from one vertex to the next; 1 is full detail.
    [[nodiscard]] int spacing() const { return resting_ ? 1 : spacing_; }
    /// The view, or the pictures that it draws, have changed.
    void move();
    /// Called when a frame is on the screen. The view rests only if it does not move for a while after that,
    /// because movements wait in the queue while a slow driver draws.
    void shown();
    /// A frame in motion with this spacing took `ms` to draw.
    void took(int spacing, double ms);

  signals:
    /// The view has rested; it should be drawn at full detail.
    void rested();

  private:
    [[nodiscard]] static double mostMsFor(int spacing) { return spacing < coarse ? mostMs : farTooLongMs; }

    int spacing_ = 1;
    bool resting_ = false;
    bool moved_ = false;  ///< since the last frame
    QTimer rest_;
};

}  // namespace burin::ui
