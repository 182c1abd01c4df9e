// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/node_item.hpp"

#include "ui/graph/items/badge_item.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/sketch_mark.hpp"
#include "ui/words/cut_text.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr qreal radius = 6;
constexpr qreal dimmed = 0.35;
constexpr qreal faded = 0.4;
constexpr qreal grown = 1.4;
constexpr qreal nameLeft = 30;
constexpr qreal factsLeft = 10;
constexpr qreal factsLine = 16;
constexpr qsizetype mostFactLines = 4;
constexpr qsizetype mostFactLinesWithCost = 2;
constexpr qreal costLeft = 8;
constexpr qreal timeAbove = 22;  ///< the middle of the line of the time, above the lower edge
constexpr qreal cacheAbove = 10;
constexpr int blockIcon = 16;

/// The header: round above, straight below. All nodes have the same width and are drawn at the same zoom, so
/// they share one path.
const QPainterPath& headerPath(qreal h) {
    static QPainterPath path;
    static qreal height = 0;
    if (h == height) return path;
    height = h;
    const qreal w = metrics::nodeWidth;
    path = QPainterPath(QPointF(0, h));
    path.lineTo(0, radius);
    path.arcTo(0, 0, 2 * radius, 2 * radius, 180, -90);
    path.lineTo(w - radius, 0);
    path.arcTo(w - 2 * radius, 0, 2 * radius, 2 * radius, 90, -90);
    path.lineTo(w, h);
    path.closeSubpath();
    return path;
}

QPen cosmetic(const QColor& color, qreal width, Qt::PenStyle line = Qt::SolidLine) {
    QPen pen(color, width, line);
    pen.setCosmetic(true);
    return pen;
}

/// Draws a text that was made to fit. Zoomed, it may be wider by a pixel, which must not cut its last letter.
void drawLabel(QPainter& painter, QPointF middle, const QString& text) {
    painter.drawText(QRectF(middle.x(), middle.y() - 10, metrics::labelWidth, 20),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
}

}  // namespace

bool NodeOffer::any() const {
    return std::find(outputs.begin(), outputs.end(), true) != outputs.end() ||
           std::find(inputs.begin(), inputs.end(), true) != inputs.end();
}

NodeItem::NodeItem(const GraphStyle& style, Previews& previews, NodePicture picture)
    : style_(style), previews_(previews), picture_(std::move(picture)) {
    setZValue(10);
    badges_ = new BadgeItem(style, this);
    name_.setTextFormat(Qt::PlainText);
    name_.setPerformanceHint(QStaticText::AggressiveCaching);
    relayout();
}

NodeItem::~NodeItem() = default;

QRectF NodeItem::body() const {
    if (picture_.shape == NodeShape::inputs)
        return {0, 0, metrics::inputsWidth, metrics::blockHeight(outputs())};
    if (picture_.shape == NodeShape::output)
        return {0, 0, metrics::outputWidth, metrics::blockHeight(picture_.rows())};
    const bool grows = cost_ && picture_.rows() >= metrics::rowsInBody;
    return {0, 0, metrics::nodeWidth,
            metrics::nodeHeight(picture_.rows()) + (grows ? metrics::rowHeight : 0)};
}

QRectF NodeItem::boundingRect() const {
    return body().adjusted(-11, -4, 11, 4 + metrics::stackStep);
}

QPointF NodeItem::inputPlace(int row) const {
    return pos() + metrics::inputPlace(row);
}

QPointF NodeItem::outputPlace(int output) const {
    if (picture_.shape != NodeShape::inputs) return pos() + metrics::outputPlace();
    return inputPlace(output) + QPointF(metrics::inputsWidth, 0);
}

int NodeItem::outputs() const {
    if (picture_.shape == NodeShape::inputs) return static_cast<int>(picture_.sockets.size());
    return picture_.feeds ? 1 : 0;
}

QString NodeItem::childName(int output) const {
    const auto place = static_cast<std::size_t>(output);
    return picture_.shape == NodeShape::inputs ? picture_.sockets.at(place).name : picture_.name;
}

int NodeItem::outputOf(const QString& child) const {
    for (std::size_t i = 0; i < picture_.sockets.size(); ++i) {
        if (picture_.sockets[i].name == child) return static_cast<int>(i);
    }
    return 0;
}

int NodeItem::freeRow() const {
    return picture_.takesMore ? static_cast<int>(picture_.inputs.size()) : -1;
}

bool NodeItem::freeSocketShown() const {
    if (!picture_.takesMore) return false;
    return !picture_.inputs.empty() || picture_.needsMore || !picture_.feeds || look_.hovered ||
           look_.selected || offer_ != nullptr;
}

int NodeItem::rowAt(QPointF place) const {
    int nearest = -1;
    qreal distance = metrics::socketHit / 2;
    for (int row = 0; row < picture_.rows(); ++row) {
        const QPointF away = place - inputPlace(row);
        const qreal d = std::max(std::abs(away.x()), std::abs(away.y()));
        if (d <= distance) {
            distance = d;
            nearest = row;
        }
    }
    return nearest;
}

void NodeItem::setPicture(NodePicture picture) {
    if (picture.rows() != picture_.rows() || picture.sockets.size() != picture_.sockets.size())
        prepareGeometryChange();
    picture_ = std::move(picture);
    relayout();
    update();
}

void NodeItem::setLook(NodeLook look) {
    if (look == look_) return;
    look_ = look;
    setZValue(look_.selected ? 11 : 10);
    relayout();
    update();
}

void NodeItem::setActiveRow(int row) {
    if (row == activeRow_) return;
    activeRow_ = row;
    update();
}

void NodeItem::setOffer(const NodeOffer* offer) {
    offer_ = offer;
    setOpacity(offer == nullptr || offer->any() ? 1 : dimmed);
    update();
}

void NodeItem::setCost(const std::optional<ShownCost>& cost) {
    if (cost == cost_) return;
    if (cost.has_value() != cost_.has_value()) prepareGeometryChange();
    cost_ = cost;
    update();
}

void NodeItem::setPhase(qreal phase) {
    phase_ = phase;
    const qreal lowest = metrics::headerHeightAt(metrics::blockZoom);
    update(0, metrics::headerHeight, metrics::nodeWidth, lowest + 2 - metrics::headerHeight);
}

void NodeItem::restyle() {
    relayout();
    update();
}

void NodeItem::setZoom(qreal zoom) {
    badges_->setFlag(ItemIgnoresTransformations, zoom < 1);
    badges_->setRaised(zoom < metrics::labelZoom);
}

void NodeItem::relayout() {
    std::vector<Badge> badges;
    if (picture_.state == NodeState::error) badges.push_back(Badge::error);
    if (picture_.state == NodeState::blocked) badges.push_back(Badge::blocked);
    if (picture_.muted) badges.push_back(Badge::muted);
    if (look_.solo) badges.push_back(look_.pinned ? Badge::pinned : Badge::solo);
    if (look_.second) badges.push_back(Badge::second);
    if (look_.first) badges.push_back(Badge::first);
    const qreal room = body().width() - nameLeft - 8 - 22 * static_cast<qreal>(badges.size());
    badges_->setPos(body().width() - 6, 3);
    badges_->setBadges(std::move(badges));
    const QFontMetricsF font(style_.name());
    const QString shown = cutText(picture_.shown, font, room);
    if (shown != name_.text()) name_.setText(shown);
    name_.prepare({}, style_.name());
    fittedWidth_ = -1;
}

QColor NodeItem::headerColor(bool selected) const {
    if (picture_.state == NodeState::error) return style_.color(Role::errorGround);
    if (selected) return style_.color(Role::selectedGround);
    return style_.cost(cost_ && cost_->msPerMpx ? placeOnCostScale(*cost_->msPerMpx) : 0);
}

QColor NodeItem::lineColor() const {
    if (look_.selected) return style_.color(Role::accent);
    if (picture_.state == NodeState::error) return style_.color(Role::error);
    return style_.color(look_.hovered ? Role::strongLine : Role::nodeLine);
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const qreal zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    if (zoom < metrics::blockZoom) {
        paintBlock(*painter, zoom);
        return;
    }
    const bool labels = zoom >= metrics::labelZoom;
    const qreal header = metrics::headerHeightAt(zoom);
    if (picture_.block()) {
        paintDashed(*painter, header);
    } else {
        paintGround(*painter, header);
    }
    if (labels) {
        paintHeader(*painter);
    } else {
        paintSmallHeader(*painter, zoom);
    }
    if (picture_.block()) {
        paintSockets(*painter, labels);
        return;
    }
    if (look_.computing) paintComputing(*painter, header);
    if (style_.thumbnails) paintThumbnail(*painter, header, labels);
    if (picture_.bypass >= 0) paintBypass(*painter);
    if (labels) paintFacts(*painter);
    if (labels && cost_) paintCost(*painter);
    paintSockets(*painter, labels);
}

void NodeItem::fitName(qreal width, int lines) {
    if (width == fittedWidth_ && lines == fittedLines_) return;
    fittedWidth_ = width;
    fittedLines_ = lines;
    fittedFont_ = style_.small();
    constexpr int narrowest = 70;  // percent; narrower letters are harder to read than a name that is cut
    for (int stretch = 100; stretch >= narrowest; stretch -= 5) {
        fittedFont_.setStretch(stretch);
        const QFontMetricsF font(fittedFont_);
        fitted_ = lines == 1 ? cutText(picture_.shown, font, width) : inTwoLines(picture_.shown, font, width);
        if (QString(fitted_).replace('\n', ' ') == picture_.shown) return;
    }
}

void NodeItem::paintBlock(QPainter& painter, qreal zoom) {
    painter.setBrush(headerColor(look_.selected));
    const bool strong = look_.selected || picture_.state == NodeState::error;
    painter.setPen(cosmetic(lineColor(), strong ? 2 : 1));
    painter.drawRoundedRect(body(), radius, radius);
    const QSizeF size = body().size() * zoom;
    const bool named = zoom >= metrics::blockNameZoom;
    if (!named && std::min(size.width(), size.height()) < blockIcon) return;
    painter.save();
    painter.scale(1 / zoom, 1 / zoom);
    if (named) {
        const qreal width = size.width() - 4;
        const bool high = size.height() >= 2 * QFontMetricsF(style_.small()).lineSpacing();
        fitName(width, high ? 2 : 1);
        painter.setFont(fittedFont_);
        painter.setPen(style_.color(picture_.muted ? Role::quiet : Role::text));
        painter.drawText(QRectF(2, 0, width, size.height()), Qt::AlignLeft | Qt::AlignVCenter, fitted_);
    } else {
        const QPointF place((size.width() - blockIcon) / 2, (size.height() - blockIcon) / 2);
        painter.drawPixmap(place, style_.icon(picture_.icon, blockIcon, Role::secondary, painter));
    }
    painter.restore();
}

/// The background of a block. A block is not a node, so its outline is dashed.
void NodeItem::paintDashed(QPainter& painter, qreal header) const {
    const QColor line = look_.selected ? lineColor() : style_.color(Role::strongLine);
    QPen pen = cosmetic(line, look_.selected ? 2 : 1, Qt::CustomDashLine);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.setBrush(style_.color(Role::nodeBody));
    painter.drawRoundedRect(body(), radius, radius);
    painter.setPen(cosmetic(style_.color(Role::nodeLine), 1));
    painter.drawLine(QPointF(0, header), QPointF(body().width(), header));
}

void NodeItem::paintGround(QPainter& painter, qreal header) const {
    // An instance shows the edges of two more nodes behind it.
    for (int behind = picture_.shape == NodeShape::instance ? 2 : 0; behind > 0; --behind) {
        painter.setPen(cosmetic(style_.color(Role::nodeLine), 1));
        painter.setBrush(style_.color(Role::nodeBody));
        const qreal by = metrics::stackStep * behind;
        painter.drawRoundedRect(body().translated(by, by), radius, radius);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(style_.color(Role::nodeBody));
    painter.drawRoundedRect(body(), radius, radius);
    const bool error = picture_.state == NodeState::error;
    painter.setBrush(headerColor(look_.selected && look_.active));
    painter.drawPath(headerPath(header));
    painter.setPen(cosmetic(style_.color(Role::nodeLine), 1));
    painter.drawLine(QPointF(0, header), QPointF(metrics::nodeWidth, header));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(cosmetic(lineColor(), look_.selected || error ? 2 : 1));
    painter.drawRoundedRect(body(), radius, radius);
}

void NodeItem::paintHeader(QPainter& painter) const {
    painter.drawPixmap(QPointF(8, 4), style_.icon(picture_.icon, 16, Role::secondary, painter));
    painter.setFont(style_.name());
    painter.setPen(QPen(style_.color(picture_.muted ? Role::quiet : Role::text), 1.5));
    const QSizeF size = name_.size();
    painter.drawStaticText(QPointF(nameLeft, (metrics::headerHeight - size.height()) / 2), name_);
    if (!picture_.muted) return;
    const qreal middle = metrics::headerHeight / 2 + 1;
    painter.drawLine(QPointF(nameLeft - 1, middle), QPointF(nameLeft + size.width() + 1, middle));
}

/// The header where the text would be too small to read if it shrank with the node. The name needs the room
/// of the icon.
void NodeItem::paintSmallHeader(QPainter& painter, qreal zoom) {
    constexpr qreal left = 5;  // clear of the first socket
    const qreal height = metrics::headerHeightAt(zoom) * zoom;
    fitName(body().width() * zoom - left - 2, 1);
    painter.save();
    painter.scale(1 / zoom, 1 / zoom);
    painter.setFont(fittedFont_);
    painter.setPen(style_.color(picture_.muted ? Role::quiet : Role::text));
    QRectF drawn;
    painter.drawText(QRectF(left, 0, body().width() * zoom, height),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, fitted_, &drawn);
    const qreal middle = height / 2 + 1;
    if (picture_.muted) painter.drawLine(QPointF(left - 1, middle), QPointF(drawn.right() + 1, middle));
    painter.restore();
}

void NodeItem::paintComputing(QPainter& painter, qreal header) const {
    const QRectF bar(0, header, metrics::nodeWidth, 2);
    if (phase_ < 0) {
        painter.fillRect(bar, style_.color(Role::accent));
        return;
    }
    const qreal length = bar.width() * 0.3;
    const qreal left = phase_ * (bar.width() + length) - length;
    painter.fillRect(bar.intersected(QRectF(left, bar.y(), length, 2)), style_.color(Role::accent));
}

void NodeItem::paintThumbnail(QPainter& painter, qreal header, bool labels) {
    QRectF rect = metrics::thumbnailRect();
    rect.setTop(std::max(rect.top(), header + 3));
    if (picture_.state == NodeState::error) {
        painter.setBrush(style_.color(Role::field));
        painter.setPen(cosmetic(style_.color(Role::error), 1, Qt::DashLine));
        painter.drawRect(rect);
        painter.drawPixmap(rect.center() - QPointF(10, 10),
                           style_.icon(QStringLiteral("broken-image"), 20, Role::error, painter));
        return;
    }
    const QImage image = picture_.flat.isEmpty() ? QImage() : previews_.thumbnail(picture_.flat);
    if (image.cacheKey() != thumbnailKey_) {
        thumbnailKey_ = image.cacheKey();
        thumbnail_ = QPixmap::fromImage(image);
    }
    const bool fade = picture_.muted || picture_.state == NodeState::blocked;
    const qreal opacity = painter.opacity();
    painter.setOpacity(opacity * (fade ? faded : 1));
    painter.fillRect(rect, style_.color(Role::field));
    if (!thumbnail_.isNull()) {
        const QSizeF size = QSizeF(thumbnail_.size()).scaled(rect.size(), Qt::KeepAspectRatio);
        QRectF target(QPointF(), size);
        target.moveCenter(rect.center());
        painter.drawPixmap(target, thumbnail_, QRectF(thumbnail_.rect()));
        if (labels && previews_.thumbnailIsOutdated(picture_.flat)) {
            paintOutdatedMark(painter, style_.theme(), style_.small(), rect);
        } else if (labels && previews_.thumbnailIsSketch(picture_.flat)) {
            paintSketchMark(painter, style_.theme(), style_.small(), rect);
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(cosmetic(style_.color(Role::nodeLine), 1));
    painter.drawRect(rect);
    painter.setOpacity(opacity);
}

void NodeItem::paintBypass(QPainter& painter) const {
    const QPointF from = metrics::inputPlace(picture_.bypass);
    const QPointF to = metrics::outputPlace();
    QPainterPath path(from);
    path.cubicTo(from + QPointF(40, 24), to - QPointF(80, 0), to);
    painter.setBrush(Qt::NoBrush);
    const Trait trait = picture_.inputs[static_cast<std::size_t>(picture_.bypass)].trait;
    QPen pen(style_.color(trait), 1.5);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawPath(path);
}

/// Whether the facts begin in the first row. They do not in an instance with a free socket, even while that
/// is hidden: beside the socket, the title of the group would look like the name of the socket.
bool NodeItem::factsBeginAtTheTop() const {
    const bool namesSockets = picture_.shape == NodeShape::instance && picture_.takesMore;
    return picture_.inputs.empty() && !picture_.needsMore && !namesSockets;
}

void NodeItem::paintFacts(QPainter& painter) const {
    if (picture_.facts.isEmpty()) return;
    const bool error = picture_.state == NodeState::error;
    painter.setFont(style_.label());
    if (factsBeginAtTheTop()) {
        painter.setPen(style_.color(error ? Role::error : Role::secondary));
        QPointF place(factsLeft, metrics::firstRow);
        qsizetype left = cost_ ? mostFactLinesWithCost : mostFactLines;
        for (const QString& fact : picture_.facts) {
            for (const QString& line : cutLines(fact, QFontMetricsF(painter.font()), metrics::labelWidth,
                                                std::max(left, qsizetype{1}))) {
                if (cost_ && left <= 0) return;
                drawLabel(painter, place, line);
                place.ry() += factsLine;
                --left;
            }
        }
        return;
    }
    // The cost is in the last row of the body.
    const int left = metrics::rowsInBody - (cost_ ? 1 : 0) - picture_.rows();
    if (left <= 0) return;
    painter.setPen(style_.color(error ? Role::error : Role::quiet));
    QPointF place(metrics::labelLeft, metrics::inputPlace(picture_.rows()).y());
    for (const QString& line :
         cutLines(picture_.facts.first(), QFontMetricsF(painter.font()), metrics::labelWidth, left)) {
        drawLabel(painter, place, line);
        place.ry() += factsLine;
    }
}

/// Paints the time and the share of cache hits. Figures of an earlier state have a fainter colour.
void NodeItem::paintCost(QPainter& painter) const {
    painter.setFont(style_.figures());
    painter.setPen(style_.color(cost_->outdated ? Role::quiet : Role::secondary));
    const qreal bottom = body().height();
    drawLabel(painter, {costLeft, bottom - timeAbove}, timeText(*cost_));
    drawLabel(painter, {costLeft, bottom - cacheAbove}, cacheText(*cost_));
}

void NodeItem::paintSockets(QPainter& painter, bool labels) const {
    for (int row = 0; row < static_cast<int>(picture_.inputs.size()); ++row)
        paintInput(painter, row);
    if (freeSocketShown()) paintFreeSocket(painter, freeRow());
    if (picture_.shape == NodeShape::inputs) return paintSocketOutputs(painter, labels);
    if (picture_.feeds) paintOutput(painter);
    if (!labels) return;
    painter.setFont(style_.label());
    for (int row = 0; row < static_cast<int>(picture_.inputs.size()); ++row) {
        painter.setPen(style_.color(row == activeRow_ ? Role::accent : Role::secondary));
        drawLabel(painter, metrics::inputPlace(row) + QPointF(metrics::labelLeft, 0),
                  cutText(picture_.inputs[static_cast<std::size_t>(row)].label, QFontMetricsF(painter.font()),
                          metrics::labelWidth));
    }
    const bool plusLabel = !factsBeginAtTheTop() || picture_.facts.isEmpty();
    if (!freeSocketShown() || !plusLabel) return;
    painter.setPen(style_.color(Role::quiet));
    drawLabel(painter, metrics::inputPlace(freeRow()) + QPointF(metrics::labelLeft, 0), QStringLiteral("+"));
}

void NodeItem::paintInput(QPainter& painter, int row) const {
    const InputPicture& input = picture_.inputs[static_cast<std::size_t>(row)];
    const bool fits = offer_ != nullptr && offer_->inputs[static_cast<std::size_t>(row)];
    const qreal opacity = painter.opacity();
    if (offer_ != nullptr && !fits) painter.setOpacity(opacity * dimmed);
    drawSocket(painter, metrics::inputPlace(row), input.trait,
               input.dangling ? style_.color(Role::error) : style_.color(input.trait), fits ? grown : 1);
    painter.setOpacity(opacity);
}

void NodeItem::paintFreeSocket(QPainter& painter, int row) const {
    paintDashedSocket(painter, metrics::inputPlace(row),
                      offer_ != nullptr && offer_->inputs[static_cast<std::size_t>(row)]);
}

/// The sockets of the open group, and the one that a link adds.
void NodeItem::paintSocketOutputs(QPainter& painter, bool labels) const {
    painter.setFont(style_.label());
    for (int output = 0; output < outputs(); ++output) {
        const auto place = static_cast<std::size_t>(output);
        const SocketPicture& socket = picture_.sockets[place];
        const bool fits = offer_ != nullptr && place < offer_->outputs.size() && offer_->outputs[place];
        const QPointF at = outputPlace(output) - pos();
        if (socket.trait) {
            const qreal opacity = painter.opacity();
            if (offer_ != nullptr && !fits) painter.setOpacity(opacity * dimmed);
            drawSocket(painter, at, *socket.trait, style_.color(*socket.trait), fits ? grown : 1);
            painter.setOpacity(opacity);
        } else {
            paintDashedSocket(painter, at, fits);
        }
        if (!labels) continue;
        painter.setPen(style_.color(socket.trait ? Role::secondary : Role::quiet));
        const QRectF rect(8, at.y() - 10, metrics::inputsWidth - 8 - metrics::labelLeft, 20);
        const QString label = socket.trait ? socket.name.mid(1) : QStringLiteral("+");
        painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                         cutText(label, QFontMetricsF(painter.font()), rect.width()));
    }
}

void NodeItem::paintDashedSocket(QPainter& painter, QPointF place, bool fits) const {
    const qreal opacity = painter.opacity();
    if (offer_ != nullptr && !fits) painter.setOpacity(opacity * dimmed);
    static const QList<qreal> dashes = {1.9, 1.1};
    QPen pen(style_.color(fits ? Role::accent : Role::quiet), 1.5, Qt::SolidLine, Qt::FlatCap);
    pen.setDashPattern(dashes);
    painter.setPen(pen);
    painter.setBrush(style_.color(Role::nodeBody));
    const qreal r = fits ? 6.25 : 4.5;
    painter.drawEllipse(place, r, r);
    painter.setOpacity(opacity);
}

void NodeItem::paintOutput(QPainter& painter) const {
    const bool fits = offer_ != nullptr && !offer_->outputs.empty() && offer_->outputs.front();
    const qreal opacity = painter.opacity();
    if (offer_ != nullptr && !fits) painter.setOpacity(opacity * dimmed);
    const QColor color = style_.color(fits ? Role::accent : Role::quiet);
    painter.setPen(QPen(color, 1.5));
    painter.setBrush(picture_.bounded ? color : style_.color(Role::nodeBody));
    const qreal r = fits ? 6.25 : 4;
    painter.drawEllipse(metrics::outputPlace(), r, r);
    painter.setOpacity(opacity);
}

}  // namespace burin::ui
