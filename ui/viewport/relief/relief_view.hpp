// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/relief_camera.hpp"
#include "core/relief/relief_pieces.hpp"
#include "core/relief/relief_tile.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/viewport/relief/relief_look.hpp"

#include <QObject>
#include <QPointF>
#include <QSizeF>

#include <optional>
#include <span>
#include <vector>

namespace burin::ui {

/// The shown node as heights: its form in space, its viewer, and the pictures that it needs.
///
/// Screen positions are logical pixels of the viewport. It draws nothing itself. Interface thread only.
class ReliefView : public QObject {
    Q_OBJECT

  public:
    /// A picture, and the part of the surface that it shows.
    struct Piece {
        PreviewTilePtr tile;
        Rect part;
        friend bool operator==(const Piece&, const Piece&) = default;
    };

    explicit ReliefView(Previews& previews, QObject* parent = nullptr);

    /// Whether the viewport shows the 3-D view instead of the flat picture.
    [[nodiscard]] bool on() const { return on_; }
    /// Does not turn the view on if the driver refuses it.
    void setOn(bool on);
    /// \param why  why the driver cannot draw it: then it turns off and stays off; empty if the driver can
    void setRefusal(const QString& why);
    [[nodiscard]] const QString& whyRefused() const { return whyRefused_; }
    /// Forgets the node: the next node begins with its first view, even if it has the same name.
    void forget();
    [[nodiscard]] const ReliefLook& look() const { return look_; }
    void setLook(const ReliefLook& look);
    /// Whether the shown node can lie round a roller.
    [[nodiscard]] bool hasRoller() const;
    [[nodiscard]] bool onRoller() const { return look_.rolled && hasRoller(); }
    /// The depth of the value 1, in um; that of the flat relief if the design gives none.
    [[nodiscard]] double fullDepthUm() const;
    /// The exaggeration that is drawn.
    [[nodiscard]] double heights() const { return form_.depthUm / fullDepthUm(); }

    /// \param devicePixels  of a logical pixel
    void setScreen(QSizeF size, double devicePixels);
    [[nodiscard]] const ReliefForm& form() const { return form_; }
    /// The node, or a part of a node without bounds, in samples. Empty if there is nothing to show.
    [[nodiscard]] const Rect& surface() const { return surface_; }
    [[nodiscard]] const ReliefCamera& camera() const { return camera_; }
    /// The pictures that the view needs.
    [[nodiscard]] const PreviewView& wanted() const { return wanted_; }

    /// Shows the whole surface from the present side.
    void fit();
    void seeFromAbove();
    /// Turns the view on and shows a node as a former camera saw it. Does so as soon as the node is there,
    /// unless the user moves the view first. \param node  empty: the surface
    void show(const QString& node, const ReliefLook& look, const ReliefCamera& camera);
    /// Turns the viewer about a place that keeps its position on the screen.
    void turn(double azimuthBy, double elevationBy);
    /// Moves the surface with the pointer.
    void pan(QPointF pixels);
    /// Magnifies around the place under `on`.
    void zoom(double factor, QPointF on);

    /// Chooses for each place the first of some pictures that shows it. \return whether the pieces are others
    bool setPictures(std::span<const PreviewTilePtr> pictures);
    [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
    /// The place under a position of the screen, as drawn.
    [[nodiscard]] std::optional<ReliefHit> hitAt(QPointF on) const;
    [[nodiscard]] QPointF toScreen(Vector3 position) const;

  signals:
    void changed();

  private:
    /// A view that begins when its node is there.
    struct Wish {
        QString node;
        ReliefLook look;
        ReliefCamera camera;
    };

    void follow();
    void seeAgain(const Wish& wish);
    void place();
    void see(const ReliefCamera& camera);
    void seeFromStart();
    [[nodiscard]] double startHeights() const;
    [[nodiscard]] Vector3 pivot();
    [[nodiscard]] std::optional<ReliefHit> hitBy(const SpaceRay& ray) const;
    [[nodiscard]] ScreenPlace screen() const { return {size_.width(), size_.height()}; }

    /// The most tiles of a view; each is drawn as a mesh of 131,072 triangles.
    static constexpr std::int64_t mostTiles = 48;

    Previews& previews_;
    bool on_ = false;
    QString whyRefused_;
    ReliefLook look_;
    QSizeF size_{1, 1};
    double devicePixels_ = 1;
    QString node_;                  ///< the node that the camera was made for; empty: none
    bool heightsChosen_ = false;    ///< the user has chosen the heights
    bool fitting_ = true;           ///< the view follows the size of the screen
    std::optional<Wish> wish_;      ///< a view that waits for its node
    std::optional<Vector3> pivot_;  ///< the point that the viewer turns about; nothing: it has to be chosen
    double farthestUm_ = 1;         ///< the largest distance of the viewer
    ReliefForm form_;
    Rect surface_;
    ReliefCamera camera_;
    PreviewView wanted_;
    std::vector<Piece> pieces_;
};

}  // namespace burin::ui
