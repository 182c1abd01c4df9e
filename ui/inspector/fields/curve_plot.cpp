// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/curve_plot.hpp"

#include "core/base/text.hpp"
#include "ui/inspector/fields/quantity.hpp"
#include "ui/theme/theme.hpp"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

constexpr double leftMargin = 30;    ///< wider if the numbers beside the y axis are
constexpr double besideNumbers = 9;  // clear of the handle of a point at the axis
constexpr double rightMargin = 6;
constexpr double topMargin = 8;
constexpr double bottomMargin = 20;
constexpr int ticksOfY = 2;
constexpr double labelGap = 4;
constexpr double handleSide = 8;
constexpr double reach = 10;  ///< how close to a handle a press must be, in pixels
constexpr int stepsOfAxis = 100;
constexpr double slack = 4;  ///< movement that still counts as a click

double span(const PlotRange& range) {
    return std::max(range.high - range.low, 1e-300);
}

/// The largest of 1, 2, 5, 10, ... that is at most `value`.
double niceBelow(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {5.0, 2.0}) {
        if (factor * decade <= value * (1 + 1e-12)) return factor * decade;
    }
    return decade;
}

/// Rounds to a thousandth of the axis, so that numbers stay short.
double tidy(double value, const PlotRange& range) {
    const double grain = niceBelow(span(range) / 1000);
    return QString::number(std::round(value / grain) * grain, 'g', 10).toDouble();
}

QString tickText(double value) {
    return groupedDigits(QString::fromStdString(numberText(value)));
}

}  // namespace

std::vector<double> axisTicks(const PlotRange& range, int count) {
    const double rough = span(range) / count;
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * decade;
    for (const double factor : {5.0, 2.5, 2.0, 1.0}) {
        if (factor * decade >= rough * (1 - 1e-9)) step = factor * decade;
    }
    // A step that divides the axis evenly is preferred to a round one.
    for (const int parts : {count, count - 1, count + 1}) {
        const double even = span(range) / parts;
        if (parts > 0 && std::abs(even / decade - std::round(even / decade)) < 1e-9) {
            step = even;
            break;
        }
    }
    std::vector<double> ticks;
    const double first = std::ceil(range.low / step - 1e-9) * step;
    for (int i = 0; first + i * step <= range.high + 1e-9 * span(range); ++i)
        ticks.push_back(QString::number(first + i * step, 'g', 10).toDouble());
    return ticks;
}

CurvePlot::CurvePlot(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(
        tr("Drag a point. Arrow keys move it, with Shift by ten; , and . select; Ins adds, Del removes."));
    connect(&theme, &Theme::changed, this, [this] { update(); });
    measure();
}

/// Makes room for the numbers beside the y axis.
void CurvePlot::measure() {
    const QFontMetricsF metrics(theme_.numbers(11));
    left_ = leftMargin;
    for (const double tick : axisTicks(y_, ticksOfY))
        left_ = std::max(left_, std::ceil(metrics.horizontalAdvance(tickText(tick))) + besideNumbers);
}

void CurvePlot::setAxes(const PlotRange& x, const PlotRange& y, const QString& unit) {
    x_ = x;
    y_ = y;
    unit_ = unit;
    measure();
    update();
}

void CurvePlot::setCurve(std::vector<CurvePoint> curve, std::vector<CurvePoint> points) {
    curve_ = std::move(curve);
    points_ = std::move(points);
    active_ = std::min(active_, static_cast<int>(points_.size()) - 1);
    update();
}

void CurvePlot::setActive(int index) {
    if (index == active_ || index >= static_cast<int>(points_.size())) return;
    active_ = index;
    update();
    emit activeChanged(index);
}

QRectF CurvePlot::ground() const {
    return QRectF(rect()).adjusted(left_, topMargin, -rightMargin, -bottomMargin);
}

QPointF CurvePlot::toWidget(const CurvePoint& point) const {
    const QRectF box = ground();
    return {box.left() + (point.x - x_.low) / span(x_) * box.width(),
            box.bottom() - (point.y - y_.low) / span(y_) * box.height()};
}

CurvePoint CurvePlot::fromWidget(QPointF place) const {
    const QRectF box = ground();
    return {x_.low + (place.x() - box.left()) / box.width() * span(x_),
            y_.low + (box.bottom() - place.y()) / box.height() * span(y_)};
}

int CurvePlot::pointAt(QPointF place) const {
    int nearest = -1;
    double best = reach;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const double distance = QLineF(toWidget(points_[i]), place).length();
        if (distance > best) continue;
        best = distance;
        nearest = static_cast<int>(i);
    }
    return nearest;
}

CurvePoint CurvePlot::step() const {
    return {niceBelow(span(x_) / stepsOfAxis), niceBelow(span(y_) / stepsOfAxis)};
}

/// Moves the active point, but not past its neighbours or the limits.
void CurvePlot::moveTo(CurvePoint place) {
    if (active_ < 0) return;
    const auto index = static_cast<std::size_t>(active_);
    const double gap = step().x / 10;
    double low = std::max(limits_.low, x_.low);
    double high = limits_.high;
    if (index > 0) low = points_[index - 1].x + gap;
    if (index + 1 < points_.size()) high = points_[index + 1].x - gap;
    CurvePoint moved{tidy(place.x, x_), std::clamp(tidy(place.y, y_), limits_.low, limits_.high)};
    if (low > high) {
        moved.x = points_[index].x;
    } else {
        moved.x = std::clamp(moved.x, low, high);
    }
    if (moved == points_[index]) return;
    points_[index] = moved;
    emit edited(points_);
}

void CurvePlot::insert(CurvePoint point) {
    if (limits_.most > 0 && static_cast<int>(points_.size()) >= limits_.most) return;
    const auto behind =
        std::find_if(points_.begin(), points_.end(), [&](const CurvePoint& p) { return p.x >= point.x; });
    if (behind != points_.end() && behind->x == point.x) return;
    const auto index = static_cast<int>(behind - points_.begin());
    points_.insert(behind, point);
    setActive(index);
    active_ = index;
    emit edited(points_);
}

void CurvePlot::addPoint() {
    if (points_.size() < 2) return;
    emit grabbed();
    const auto from = static_cast<std::size_t>(std::clamp(active_, 0, static_cast<int>(points_.size()) - 2));
    const CurvePoint& a = points_[from];
    const CurvePoint& b = points_[from + 1];
    insert({(a.x + b.x) / 2, (a.y + b.y) / 2});
}

void CurvePlot::removePoint() {
    if (active_ < 0 || static_cast<int>(points_.size()) <= limits_.fewest) return;
    emit grabbed();
    points_.erase(points_.begin() + active_);
    active_ = std::min(active_, static_cast<int>(points_.size()) - 1);
    emit activeChanged(active_);
    emit edited(points_);
}

void CurvePlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    setActive(pointAt(event->position()));
    dragging_ = active_ >= 0;
    pressedAt_ = event->position();
    if (dragging_) before_ = points_[static_cast<std::size_t>(active_)];
    emit grabbed();
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event) {
    if (!dragging_) return;
    // A drag along one axis does not change the other coordinate.
    const QPointF way = event->position() - pressedAt_;
    const CurvePoint place = fromWidget(toWidget(before_) + way);
    moveTo(
        {std::abs(way.x()) < slack ? before_.x : place.x, std::abs(way.y()) < slack ? before_.y : place.y});
}

void CurvePlot::mouseReleaseEvent(QMouseEvent*) {
    if (std::exchange(dragging_, false)) emit released();
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (pointAt(event->position()) >= 0 || !ground().contains(event->position())) return;
    emit grabbed();
    const CurvePoint place = fromWidget(event->position());
    insert({tidy(place.x, x_), std::clamp(tidy(place.y, y_), limits_.low, limits_.high)});
    dragging_ = active_ >= 0;
    pressedAt_ = event->position();
    if (dragging_) before_ = points_[static_cast<std::size_t>(active_)];
}

void CurvePlot::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const int at = pointAt(event->pos());
    if (at >= 0) setActive(at);
    menu->addAction(tr("Add a point"), this, &CurvePlot::addPoint);
    menu->addAction(tr("Remove the point"), this, &CurvePlot::removePoint)->setEnabled(active_ >= 0);
    menu->popup(event->globalPos());
}

bool CurvePlot::event(QEvent* event) {
    // Here Delete acts on the point, not on the node. With Ctrl or Alt, keys keep their usual meaning.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* press = static_cast<QKeyEvent*>(event);
        const int key = press->key();
        if (press->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
            return QWidget::event(event);
        if (key == Qt::Key_Delete || key == Qt::Key_Insert || key == Qt::Key_Comma || key == Qt::Key_Period)
            event->accept();
    }
    return QWidget::event(event);
}

void CurvePlot::focusInEvent(QFocusEvent* event) {
    if (active_ < 0 && !points_.empty() && event->reason() != Qt::MouseFocusReason) setActive(0);
    update();
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
    const bool ten = event->modifiers().testFlag(Qt::ShiftModifier);
    const double times = ten ? 10 : 1;
    const CurvePoint one = step();
    const CurvePoint now = active_ < 0 ? CurvePoint{} : points_[static_cast<std::size_t>(active_)];
    // Repeats of a held key belong to one movement.
    const bool moves = event->key() >= Qt::Key_Left && event->key() <= Qt::Key_Down;
    if (moves && !event->isAutoRepeat()) emit grabbed();
    switch (event->key()) {
        case Qt::Key_Left:
            return moveTo({now.x - times * one.x, now.y});
        case Qt::Key_Right:
            return moveTo({now.x + times * one.x, now.y});
        case Qt::Key_Down:
            return moveTo({now.x, now.y - times * one.y});
        case Qt::Key_Up:
            return moveTo({now.x, now.y + times * one.y});
        case Qt::Key_Comma:
            return setActive(std::max(active_ - 1, 0));
        case Qt::Key_Period:
            return setActive(active_ + 1);
        case Qt::Key_Insert:
            return addPoint();
        case Qt::Key_Delete:
            return removePoint();
        default:
            QWidget::keyPressEvent(event);
    }
}

void CurvePlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    paintCurve(painter);
    paintPoints(painter);
    if (!hasFocus()) return;
    painter.setPen(QPen(theme_.color(Role::accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(ground().adjusted(1, 1, -1, -1));
}

std::vector<AxisLabel> CurvePlot::labels() const {
    const QRectF box = ground();
    const QFontMetricsF metrics(theme_.numbers(11));
    const std::vector<double> ticks = axisTicks(x_, 4);
    std::vector<AxisLabel> made;
    for (auto tick = ticks.rbegin(); tick != ticks.rend(); ++tick) {
        const bool last = made.empty();
        const QString text = tickText(*tick) + (last && !unit_.isEmpty() ? ' ' + unit_ : QString());
        const double width = metrics.horizontalAdvance(text);
        const double left =
            std::clamp(toWidget({*tick, y_.low}).x() - width / 2, 0.0, std::max(0.0, box.right() - width));
        const QRectF place(left, box.bottom() + 4, width, 14);
        if (last || place.right() + labelGap <= made.back().place.left()) made.push_back({text, place});
    }
    return made;
}

void CurvePlot::paintAxes(QPainter& painter) const {
    const QRectF box = ground();
    painter.fillRect(box, theme_.color(Role::field));
    painter.setFont(theme_.numbers(11));
    const QPen grid(theme_.color(Role::line), 1);
    const QColor words = theme_.color(Role::quiet);
    const auto crisp = [](double v) { return std::floor(v) + 0.5; };
    painter.setPen(grid);
    for (const double tick : axisTicks(x_, 4)) {
        const double x = crisp(toWidget({tick, y_.low}).x());
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
    }
    painter.setPen(words);
    for (const AxisLabel& label : labels())
        painter.drawText(label.place.adjusted(0, 0, 2, 0), Qt::AlignLeft | Qt::AlignTop, label.text);
    for (const double tick : axisTicks(y_, ticksOfY)) {
        const double y = crisp(toWidget({x_.low, tick}).y());
        painter.setPen(grid);
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
        painter.setPen(words);
        painter.drawText(QRectF(0, y - 8, left_ - besideNumbers, 16), Qt::AlignRight | Qt::AlignVCenter,
                         tickText(tick));
    }
    painter.setPen(QPen(theme_.color(Role::strongLine), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

void CurvePlot::paintCurve(QPainter& painter) const {
    if (curve_.empty()) return;
    painter.save();
    painter.setClipRect(ground().adjusted(-1, -1, 1, 1));
    QPainterPath line(toWidget(curve_.front()));
    for (const CurvePoint& point : curve_)
        line.lineTo(toWidget(point));
    QPainterPath area = line;
    area.lineTo(toWidget({curve_.back().x, std::max(y_.low, 0.0)}));
    area.lineTo(toWidget({curve_.front().x, std::max(y_.low, 0.0)}));
    QColor shade = theme_.color(Role::accent);
    shade.setAlphaF(0.12F);
    painter.fillPath(area, shade);
    painter.setPen(QPen(theme_.color(Role::accent), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(line);
    painter.restore();
}

void CurvePlot::paintPoints(QPainter& painter) const {
    const QColor accent = theme_.color(Role::accent);
    if (active_ >= 0) {
        const QPointF at = toWidget(points_[static_cast<std::size_t>(active_)]);
        painter.setPen(QPen(theme_.color(Role::quiet), 1, Qt::DotLine));
        painter.drawLine(QPointF(ground().left(), at.y()), at);
        painter.drawLine(QPointF(at.x(), ground().bottom()), at);
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const bool chosen = static_cast<int>(i) == active_;
        QRectF box(0, 0, handleSide, handleSide);
        box.moveCenter(toWidget(points_[i]));
        painter.setPen(QPen(accent, 1.5));
        painter.setBrush(chosen ? accent : theme_.color(Role::field));
        painter.drawRect(box);
    }
}

}  // namespace burin::ui
