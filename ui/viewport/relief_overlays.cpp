// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief_overlays.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace burin::ui {

namespace {

constexpr double edge = 12;
constexpr double axesSide = 96;
constexpr double ballRadius = 34;
constexpr QSizeF ballSize(112, 138);

/// \pre the place of the ball is not null
QPointF ballCentre(const QRectF& place) {
    return {place.center().x(), place.top() + 30 + ballRadius};
}

struct SurfaceAxis {
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
    std::array<SurfaceAxis, 3> axes{{{seen(surface.x), "x", Role::overlayError},
                                     {seen(surface.y), "y", Role::overlayGood},
                                     {seen(surface.z), "z", Role::overlayAccent}}};
    std::sort(axes.begin(), axes.end(),
              [](const SurfaceAxis& a, const SurfaceAxis& b) { return a.seen.z < b.seen.z; });
    for (const SurfaceAxis& axis : axes) {
        const QPointF along(axis.seen.x, -axis.seen.y);
        painter_.setPen(QPen(theme_.color(axis.role), 2));
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
    // Use the axis that looks longer on the screen. On a roller, use the straight one, because a bar across
    // it would leave the surface.
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

QString ReliefOverlays::heightsText(double heights) {
    return tr("heights × %1")
        .arg(heights < 999.5 ? QString::number(heights, 'g', 3) : groupedText(std::llround(heights)));
}

QRectF ReliefOverlays::ballPlace(QSizeF screen) {
    constexpr double belowBadge = 48;
    const QRectF place({screen.width() - edge - ballSize.width(), belowBadge}, ballSize);
    if (place.bottom() + edge > screen.height() || screen.width() < 480) return {};
    return place;
}

bool ReliefOverlays::onBall(QPointF on, QSizeF screen) {
    constexpr double beside = 8;
    const QRectF place = ballPlace(screen);
    return !place.isNull() && QLineF(ballCentre(place), on).length() <= ballRadius + beside;
}

ReliefLook ReliefOverlays::litFrom(QPointF on, QSizeF screen, ReliefLook look) {
    const QPointF from = on - ballCentre(ballPlace(screen));
    const double away = std::min(1.0, std::hypot(from.x(), from.y()) / ballRadius);
    look.lightElevation = std::round(90 * (1 - away));
    // In the middle, the direction has no meaning.
    if (away > 0.02) {
        const double azimuth = std::atan2(from.x(), -from.y()) * 180 / std::numbers::pi;
        look.lightAzimuth = std::fmod(std::round(azimuth) + 360, 360);
    }
    return look;
}

void ReliefOverlays::lightBall(LitBall& ball) {
    const QRectF place = ballPlace(screen_);
    if (place.isNull()) return;
    box(place);
    text({place.left() + 12, place.top() + 5, place.width() - 24, 20}, tr("light"), theme_.font(12),
         Qt::AlignVCenter | Qt::AlignLeft);
    const QPointF centre = ballCentre(place);
    const double ratio = painter_.device()->devicePixelRatioF();
    const QRectF round(centre.x() - ballRadius, centre.y() - ballRadius, 2 * ballRadius, 2 * ballRadius);
    painter_.drawImage(round, ball.image(view_.look(), ballRadius * ratio));
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(QColor(255, 255, 255, 90), 1.5));
    painter_.drawEllipse(round);
    const ReliefLook& look = view_.look();
    const double turn = look.lightAzimuth * std::numbers::pi / 180;
    const double away = ballRadius * (1 - look.lightElevation / 90);
    const QPointF from = centre + away * QPointF(std::sin(turn), -std::cos(turn));
    painter_.setPen(QPen(QColor(0, 0, 0, 170), 1));
    painter_.drawLine(centre, from);
    painter_.setPen(QPen(theme_.color(Role::accentFill), 2.5));
    painter_.setBrush(Qt::white);
    painter_.drawEllipse(from, 5, 5);
    text({place.left(), place.bottom() - 28, place.width(), 20},
         tr("%1°, %2° up").arg(look.lightAzimuth).arg(look.lightElevation), theme_.numbers(12),
         Qt::AlignCenter);
}

void ReliefOverlays::joint() {
    const ReliefForm& form = view_.form();
    if (form.flat() || !view_.look().joint) return;
    const Rect& all = view_.surface();
    const SpaceFrame viewer = view_.camera().frame();
    const SurfacePlace begin{static_cast<double>(all.x), static_cast<double>(all.y)};
    const SurfacePlace end = form.roundX ? SurfacePlace{begin.x, static_cast<double>(all.bottom())}
                                         : SurfacePlace{static_cast<double>(all.right()), begin.y};
    // The line is straight, so either all of it faces the viewer or none of it.
    const SpaceFrame there = form.frameAt(begin);
    if (dot(there.z, viewer.origin - there.origin) <= 0) return;
    const auto line = lineInView(form.toSpace(begin, 0), form.toSpace(end, 0));
    const auto drawn = line ? partInside(*line, nearScreen()) : std::nullopt;
    if (!drawn) return;
    painter_.setPen(QPen(QColor(0, 0, 0, 190), 4));
    painter_.drawLine(*drawn);
    painter_.setPen(QPen(theme_.color(Role::accent), 2, Qt::DashLine));
    painter_.drawLine(*drawn);
    const auto seen = partInside(*drawn, QRectF({0, 0}, screen_));
    if (!seen) return;
    const std::int64_t last = (form.roundX ? all.right() : all.bottom()) - 1;
    label(seen->center() - QPointF(0, 28),
          (form.roundX ? tr("joint, column %1 to %2") : tr("joint, row %1 to %2"))
              .arg(groupedText(last), groupedText(form.roundX ? all.x : all.y)));
}

/// The line between two positions on the screen, as far as it is in front of the viewer.
std::optional<QLineF> ReliefOverlays::lineInView(Vector3 begin, Vector3 end) const {
    const double least = 0.01 * view_.camera().distanceUm;
    const Vector3 ahead = -view_.camera().frame().z;
    const Vector3 origin = view_.camera().frame().origin;
    const double first = dot(begin - origin, ahead) - least;
    const double last = dot(end - origin, ahead) - least;
    if (first < 0 && last < 0) return {};
    const Vector3 between = begin + (end - begin) * (first < 0 || last < 0 ? first / (first - last) : 0);
    return QLineF(view_.toScreen(first < 0 ? between : begin), view_.toScreen(last < 0 ? between : end));
}

void ReliefOverlays::roller() {
    if (view_.form().flat()) return;
    const QString words = tr("%1 roller").arg(lengthText(view_.form().diameterUm));
    const QFont font = theme_.font(12);
    const QRectF place(edge, screen_.height() - edge - 24, QFontMetricsF(font).horizontalAdvance(words) + 20,
                       24);
    box(place);
    text(place, words, font, Qt::AlignCenter);
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
