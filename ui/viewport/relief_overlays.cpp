// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief_overlays.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace burin::ui {

namespace {

constexpr double edge = 12;
constexpr double axesSide = 96;

struct Axis {
    Vector3 seen;  ///< in the frame of the viewer
    QString name;
    Role role;
};

}  // namespace

void ReliefOverlays::axes() {
    constexpr double length = 30;
    const QRectF place(edge, edge, axesSide, axesSide);
    box(place);
    const SpaceFrame viewer = view_.camera().frame();
    const SpaceFrame surface = view_.form().frameAt(view_.form().middle);
    const auto seen = [&](Vector3 d) {
        return Vector3{dot(d, viewer.x), dot(d, viewer.y), dot(d, viewer.z)};
    };
    std::array<Axis, 3> axes{{{seen(surface.x), "x", Role::error},
                              {seen(surface.y), "y", Role::good},
                              {seen(surface.z), "z", Role::accent}}};
    std::sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.seen.z < b.seen.z; });
    for (const Axis& axis : axes) {
        const QPointF along(axis.seen.x, -axis.seen.y);
        // The light theme's colours are too dark for this background.
        painter_.setPen(QPen(theme_.color(theme_.dark() ? axis.role : Role::overlayText), 2));
        painter_.drawLine(place.center(), place.center() + length * along);
        // An axis towards the viewer has its name beside it.
        const double seenLength = std::hypot(along.x(), along.y());
        const QPointF at = place.center() + (seenLength < 0.3 ? QPointF(10, -10) : (length + 9) * along);
        painter_.setFont(theme_.font(12));
        painter_.drawText(QRectF(at.x() - 8, at.y() - 9, 16, 18), Qt::AlignCenter, axis.name);
    }
}

void ReliefOverlays::lengthOnSurface() {
    constexpr double most = 112;
    std::optional<ReliefHit> hit;
    for (const QPointF share : {QPointF(0.42, 0.68), QPointF(0.5, 0.5)}) {
        if (!hit) hit = view_.hitAt({share.x() * screen_.width(), share.y() * screen_.height()});
    }
    if (!hit) return;
    const ReliefForm& form = view_.form();
    const QPointF middle = view_.toScreen(form.toSpace(hit->place, hit->depth));
    // The axis that the screen shows at its longest; round a roller, a straight bar would leave the surface.
    const double step = most * view_.camera().distanceUm * 1e-4;
    const auto ends = [&](bool alongX, double um) {
        const auto end = [&](double by) {
            SurfacePlace place = hit->place;
            (alongX ? place.x : place.y) += by / (alongX ? form.pitchXUm : form.pitchYUm);
            return view_.toScreen(form.toSpace(place, hit->depth));
        };
        return QLineF(end(-um / 2), end(um / 2));
    };
    const bool alongX = form.flat() ? ends(true, step).length() >= ends(false, step).length() : !form.roundX;
    const double pixelsAnUm = ends(alongX, step).length() / step;
    if (!(pixelsAnUm > 0)) return;
    const double um = roundLength(most / pixelsAnUm);
    const QLineF bar = ends(alongX, um);
    if (bar.length() < 16 || bar.length() > 4 * most) return;
    const QPointF across = QPointF(-bar.dy(), bar.dx()) / bar.length() * 5;
    for (const bool dark : {true, false}) {
        painter_.setPen(QPen(dark ? QColor(0, 0, 0, 190) : theme_.color(Role::overlayText), dark ? 4 : 2));
        painter_.drawLine(bar);
        for (const QPointF& end : {bar.p1(), bar.p2()})
            painter_.drawLine(end - across, end + across);
    }
    label(QPointF(middle.x(), std::max(bar.y1(), bar.y2()) + 26), lengthText(um));
}

void ReliefOverlays::probe(const Probe& probe, double fullDepthUm) {
    const SurfacePlace place{static_cast<double>(probe.at.x) + 0.5, static_cast<double>(probe.at.y) + 0.5};
    const double depth = std::clamp(static_cast<double>(probe.value), 0.0, 1.0);
    const Vector3 position = view_.form().toSpace(place, depth);
    const Vector3 towards = view_.camera().frame().origin - position;
    if (dot(view_.form().frameAt(place).z, towards) <= 0) return;
    if (view_.camera().frame().toLocal(position).z >= 0) return;
    const QPointF on = view_.toScreen(position);
    if (!QRectF({0, 0}, screen_).contains(on)) return;
    crosshair(on, probe, fullDepthUm);
}

}  // namespace burin::ui
