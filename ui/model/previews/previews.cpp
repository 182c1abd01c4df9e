// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/previews.hpp"

#include "ui/model/previews/color_map.hpp"

#include <QLineF>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <thread>
#include <utility>

namespace burin::ui {

namespace {

constexpr int thumbnailSide = 128;
constexpr int lateMs = 150;
/// A ground this many levels above the view's level is too rough.
constexpr int groundTooRough = 5;
constexpr std::size_t mostTileBytes = std::size_t{512} << 20U;

/// The time limit of each refinement, in seconds, for a tile that will not become exact.
constexpr double patience[] = {0, 0.4, 2, 10, 20, 40};
/// Limits for computing all samples of a tile on one thread: as its first picture, and at any time.
constexpr std::chrono::duration<double> exactAtFirst{1};
constexpr std::chrono::duration<double> exactAtAll{40};
/// If a view will be exact within so many seconds, everything else waits for it.
constexpr double soon = 3;
/// Slower tiles are computed one after the other, so that the first appears sooner.
constexpr double longTile = 0.05;
constexpr int mostStages = static_cast<int>(std::size(patience)) - 1;
constexpr int usualStages = 2;
constexpr int finestLevels = 3;
constexpr double enoughSamples = 64;

int workers() {
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, 4);
}

/// Whether the tile will not improve any more.
bool refined(const PreviewTile& tile) {
    if (tile.exact || tile.stage >= mostStages) return true;
    const int least = tile.level <= finestLevels ? usualStages + 1 : usualStages;
    return tile.stage >= least && tile.samplesEach >= std::min(enoughSamples, std::exp2(2.0 * tile.level));
}

TileKey keyOf(const BoundNode& node, int level, TileIndex index) {
    return {node.hash, level, index, static_cast<std::int32_t>(PreviewTile::side), true};
}

}  // namespace

Previews::Previews(Engine engine, QObject* parent)
    : QObject(parent),
      engine_(std::move(engine)),
      tiles_(std::min(mostTileBytes, engine_.budget.limit() / 4)),
      binder_(1),
      pool_(workers(), ThreadManners::givesWay) {
    connect(&look_, &ViewLook::changed, this, &Previews::followRange);
    connect(&look_, &ViewLook::changed, this, &Previews::followLook);
    connect(this, &Previews::picturesChanged, this, &Previews::progressChanged);
    connect(this, &Previews::shownChanged, this, &Previews::progressChanged);
}

Previews::~Previews() {
    for (Task& task : tasks_)
        task.stop.request_stop();
    if (shown_ && shown_->stop) shown_->stop->request_stop();
}

// Tasks

/// Runs `work` on a thread and passes its result to `deliver` on this thread, unless it was stopped.
template <class Work, class Deliver>
void Previews::start(Task task, WorkerPool& pool, Work work, Deliver deliver) {
    tasks_.push_back(std::move(task));
    const auto place = std::prev(tasks_.end());
    const std::stop_token stop = place->stop.get_token();
    pool.submit(0, [this, place, stop, work = std::move(work), deliver = std::move(deliver)]() mutable {
        std::optional<decltype(work(stop))> result;
        std::exception_ptr error;
        try {
            if (stop.stop_requested()) throw Cancelled();
            result.emplace(work(stop));
        } catch (...) {
            error = std::current_exception();
        }
        auto finish = [this, place, error, result = std::move(result),
                       deliver = std::move(deliver)]() mutable {
            const bool stopped = place->stop.stop_requested();
            ended(place, stopped ? nullptr : error);
            if (result && !stopped) deliver(std::move(*result));
            schedule();
        };
        inbox_.post(std::move(finish));
    });
}

void Previews::ended(std::list<Task>::iterator task, const std::exception_ptr& error) {
    const Task::Kind kind = task->kind;
    tasks_.erase(task);
    if (!error) return;
    try {
        std::rethrow_exception(error);
    } catch (const Cancelled&) {
        return;
    } catch (...) {
        if (kind != Task::Kind::thumbnail) setProblem(problemText(std::current_exception()));
    }
}

int Previews::running(Task::Kind kind) const {
    return static_cast<int>(
        std::count_if(tasks_.begin(), tasks_.end(), [&](const Task& task) { return task.kind == kind; }));
}

bool Previews::running(const TileKey& key) const {
    return std::any_of(tasks_.begin(), tasks_.end(), [&](const Task& task) {
        return (task.kind == Task::Kind::tile || task.kind == Task::Kind::refinement) && task.tile == key &&
               !task.stop.stop_requested();
    });
}

void Previews::cancelTiles() {
    for (Task& task : tasks_) {
        if (task.kind == Task::Kind::refinement || task.kind == Task::Kind::tile) task.stop.request_stop();
    }
}

/// Visible tiles continue, because they would only be started again.
void Previews::cancelUnseen() {
    const std::vector<TileIndex> visible = visibleTiles();
    for (Task& task : tasks_) {
        if (task.kind != Task::Kind::refinement && task.kind != Task::Kind::tile) continue;
        const bool seen = std::any_of(visible.begin(), visible.end(), [&](TileIndex index) {
            return task.tile == keyOf(*shown_, view_.level, index);
        });
        if (!seen) task.stop.request_stop();
    }
}

// The state that is shown

void Previews::setDesign(std::shared_ptr<const Design> design) {
    design_ = std::move(design);
    bindWanted_ = true;
    fieldStale_ = fieldWanted_.has_value();
    for (auto thumbnail = thumbnails_.begin(); thumbnail != thumbnails_.end();) {
        const bool there = design_ && design_->find(thumbnail.key().toStdString());
        if (!there && !thumbnail->computing) {
            thumbnail = thumbnails_.erase(thumbnail);
            continue;
        }
        if (there && !thumbnailsWanted_.contains(thumbnail.key())) thumbnailsWanted_ << thumbnail.key();
        ++thumbnail;
    }
    startBind();
    later();
}

void Previews::setShown(const QString& node) {
    if (node == name_ && shown_) return;
    name_ = node;
    bindWanted_ = true;
    later();
}

void Previews::setView(const PreviewView& view) {
    if (view == view_) return;
    view_ = view;
    if (!problem_.isEmpty()) setProblem({});
    cancelUnseen();
    emit progressChanged();
    later();
}

void Previews::take(const BoundNodePtr& bound) {
    const BoundNodePtr before = std::exchange(shown_, bound);
    const bool same = before && before->ready() && bound->ready() && before->hash == bound->hash;
    if (!same) {
        cancelTiles();
        if (before && before->stop && running(Task::Kind::ground) == 0) before->stop->request_stop();
        problem_.clear();
        lineStale_ = lineWanted_.has_value();
        if (probe_ && !probeWanted_) probeWanted_ = probe_->at;
        histogramStale_ = true;
        overview_.reset();
    }
    emit shownChanged();
}

bool Previews::showing() const {
    return shown_ && shown_->ready() && !view_.samples.empty();
}

QString Previews::problem() const {
    return shown_ && !shown_->problem.isEmpty() ? shown_->problem : problem_;
}

void Previews::setProblem(const QString& problem) {
    problem_ = problem;
    emit shownChanged();
}

PreviewTilePtr Previews::tile(int level, TileIndex index) {
    return shown_ && shown_->ready() ? tiles_.find(shown_->hash, level, index) : nullptr;
}

PreviewTilePtr Previews::overview() const {
    return overview_ && shown_ && overview_->node == shown_->hash ? overview_ : nullptr;
}

std::vector<TileIndex> Previews::visibleTiles() const {
    if (!showing()) return {};
    const Rect seen = shown_->extent.clip(view_.samples);
    return seen.empty() ? std::vector<TileIndex>{} : tilesCovering(seen, view_.level);
}

PreviewProgress Previews::progress() {
    PreviewProgress progress;
    int exact = 0;
    for (const TileIndex index : visibleTiles()) {
        ++progress.visible;
        const PreviewTilePtr found = tile(view_.level, index);
        if (!found) continue;
        ++progress.there;
        if (found->exact) ++exact;
        if (refined(*found)) ++progress.refined;
    }
    progress.exact = progress.visible > 0 && exact == progress.visible;
    return progress;
}

/// The tiles of the view if they are exact and cover the node; otherwise none.
std::vector<PreviewTilePtr> Previews::exactPicture() {
    const Rect seen = shown_->extent.clip(view_.samples);
    if (seen.empty() || !seen.contains(shown_->frame) || !progress().exact) return {};
    std::vector<PreviewTilePtr> pictures;
    for (const TileIndex index : visibleTiles())
        pictures.push_back(tile(view_.level, index));
    return pictures;
}

/// Whether the ground shows the current node, covers the view and is not too rough for it.
bool Previews::groundFits() const {
    if (!ground_ || ground_->node != shown_->hash) return false;
    if (ground_->level >= view_.level + groundTooRough) return false;
    return ground_->samples.contains(shown_->extent.clip(view_.samples));
}

// Scheduling

void Previews::later() {
    if (scheduling_) return;
    scheduling_ = true;
    QTimer::singleShot(0, this, [this] { schedule(); });
}

/// Starts the most urgent work. One task more than there are threads is queued, so that a thread that becomes
/// free need not wait for this one.
void Previews::schedule() {
    scheduling_ = false;
    while (startBind()) {
    }
    const auto most = static_cast<std::size_t>(pool_.threads()) + 1;
    while (tasks_.size() - static_cast<std::size_t>(running(Task::Kind::bind)) < most && scheduleUrgent()) {
    }
}

bool Previews::scheduleUrgent() {
    if (startGround() || startProbe()) return true;
    // The first picture of a new state gets all threads.
    if (running(Task::Kind::ground) > 0 && shown_ && !(ground_ && ground_->node == shown_->hash))
        return false;
    if (startHistogram() || startLine() || startField() || scheduleTile(false)) return true;
    const bool waits = exactSoon();
    if (waits && scheduleTile(true)) return true;
    if (waits && running(Task::Kind::tile) + running(Task::Kind::refinement) > 0) return false;
    // While a design is being bound, nobody knows how soon its view will be exact.
    const bool binding = bindWanted_ || running(Task::Kind::bind) > 0;
    if (!binding && (startOverview() || startThumbnail())) return true;
    // Keep at least one thread free for more urgent work.
    return running(Task::Kind::refinement) + 1 < pool_.threads() && scheduleTile(true);
}

/// Slow tiles are limited to two at once. Their time is known once the current node has a ground.
int Previews::mostTilesAtOnce() const {
    const double samples = std::exp2(2.0 * view_.level) * PreviewTile::side * PreviewTile::side;
    const bool known = ground_ && ground_->node == shown_->hash;
    return known && ground_->secondsEach * samples > longTile ? 2 : pool_.threads() + 1;
}

/// Whether the visible part will be exact so soon that small pictures can wait.
bool Previews::exactSoon() const {
    if (!showing() || !ground_ || ground_->node != shown_->hash || ground_->secondsEach == 0) return false;
    const auto samples = static_cast<double>(shown_->extent.clip(view_.samples).area());
    return samples * ground_->secondsEach <= soon;
}

bool Previews::startBind() {
    if (!bindWanted_ || !design_ || running(Task::Kind::bind) > 0) return false;
    bindWanted_ = false;
    start(
        {Task::Kind::bind, {}, {}}, binder_,
        [engine = engine_, design = design_, name = name_, before = shown_](const std::stop_token&) {
            return bindNode(engine, design, name, before);
        },
        [this](const BoundNodePtr& bound) { take(bound); });
    return true;
}

/// Starts the first pictures of the view: one task at a time, which is never stopped.
bool Previews::startGround() {
    if (!showing() || !problem_.isEmpty() || running(Task::Kind::ground) > 0 || groundFits()) return false;
    const std::vector<TileIndex> visible = visibleTiles();
    const auto missing = std::count_if(visible.begin(), visible.end(),
                                       [&](TileIndex index) { return tile(view_.level, index) == nullptr; });
    if (missing == 0) return false;
    const bool moved = ground_ && ground_->node == shown_->hash;
    if (moved && comesAtOnce(*ground_, view_.level, static_cast<double>(missing))) return false;
    GroundOrder order;
    order.node = shown_;
    order.level = view_.level;
    order.seen = shown_->extent.clip(view_.samples);
    order.around = order.seen;
    if (moved) {  // the view moves: more area is wanted soon, and tiles are under way
        order.tiles = false;
        order.around =
            shown_->extent.clip(view_.samples.grown(view_.samples.width / 2, view_.samples.height / 2));
    }
    start(
        {Task::Kind::ground, {}, {}}, pool_,
        [engine = engine_, order](const std::stop_token& stop) { return renderGround(engine, order, stop); },
        [this, node = shown_](const PreviewGroundPtr& ground) { takeGround(ground, node); });
    return true;
}

void Previews::takeGround(const PreviewGroundPtr& ground, const BoundNodePtr& node) {
    ground_ = ground;
    if (shown_->hash != node->hash && node->stop) node->stop->request_stop();
    if (shown_->hash == node->hash && ground->level == view_.level) {
        for (const PreviewTilePtr& tile : ground->pictures)
            tiles_.insert(tile);
    }
    emit picturesChanged();
}

bool Previews::startOverview() {
    if (!showing() || !problem_.isEmpty() || overview() || running(Task::Kind::overview) > 0) return false;
    if (shown_->frame.empty()) return false;
    start(
        {Task::Kind::overview, {}, {}}, pool_,
        [engine = engine_, node = shown_, tiles = exactPicture()](const std::stop_token& stop) {
            return renderOverview(engine, node, thumbnailSide, tiles, stop);
        },
        [this](const PreviewTilePtr& tile) {
            overview_ = tile;
            emit picturesChanged();
        });
    return true;
}

bool Previews::scheduleTile(bool refine) {
    if (!showing() || !problem_.isEmpty()) return false;
    if (running(Task::Kind::tile) + running(Task::Kind::refinement) >= mostTilesAtOnce()) return false;
    // Choose the least refined tile; among equals, the nearest to the centre.
    std::optional<std::pair<TileIndex, PreviewTilePtr>> best;
    for (const TileIndex index : visibleTiles()) {
        if (running(keyOf(*shown_, view_.level, index))) continue;
        PreviewTilePtr found = tile(view_.level, index);
        if (!found && !refine) return startTile(index, nullptr);
        if (!found || !refine || refined(*found)) continue;
        if (!best || found->stage < best->second->stage) best.emplace(index, std::move(found));
    }
    return best && startTile(best->first, best->second);
}

bool Previews::startTile(TileIndex index, const PreviewTilePtr& before) {
    TileOrder order;
    order.node = shown_;
    order.level = view_.level;
    order.index = index;
    order.blocks = blocksOfTile(index);
    order.border = PreviewTile::border;
    order.before = before;
    order.stage = before ? before->stage + 1 : 0;
    order.patience = std::chrono::duration<double>(patience[order.stage]);
    order.exactWithin = before ? exactAtAll : exactAtFirst;
    order.improved = [this](const PreviewTilePtr& tile) { inbox_.post([this, tile] { takeTile(tile); }); };
    const Task::Kind kind = before ? Task::Kind::refinement : Task::Kind::tile;
    start(
        {kind, keyOf(*shown_, view_.level, index), {}}, pool_,
        [engine = engine_, order](const std::stop_token& stop) { return renderTile(engine, order, stop); },
        [this](const PreviewTilePtr& tile) { takeTile(tile); });
    return true;
}

/// Drops results that are outdated.
void Previews::takeTile(const PreviewTilePtr& tile) {
    if (shown_ && shown_->hash == tile->node && tiles_.insert(tile)) emit picturesChanged();
}

// Measurements

void Previews::askProbe(std::optional<Point> at) {
    probeWanted_ = at;
    if (at) return later();
    probe_.reset();
    emit probed();
}

bool Previews::startProbe() {
    if (!probeWanted_ || !shown_ || !shown_->ready() || running(Task::Kind::probe) > 0) return false;
    const Point at = *std::exchange(probeWanted_, {});
    start(
        {Task::Kind::probe, {}, {}}, pool_,
        [node = shown_, at](const std::stop_token& stop) {
            try {
                return probeNode(*node, at, stop);
            } catch (...) {
                Probe probe;
                probe.at = at;
                probe.problem = problemText(std::current_exception());
                return probe;
            }
        },
        [this, node = shown_](const Probe& probe) {
            probe_ = probe;
            if (shown_->hash != node->hash && !probeWanted_) probeWanted_ = probe.at;
            emit probed();
        });
    return true;
}

void Previews::askLine(std::optional<QLineF> line) {
    lineWanted_ = line;
    lineStale_ = line.has_value();
    if (line) return later();
    line_.reset();
    emit lineChanged();
}

bool Previews::startLine() {
    if (!lineStale_ || !lineWanted_ || !shown_ || !shown_->ready() || running(Task::Kind::line) > 0)
        return false;
    lineStale_ = false;
    start(
        {Task::Kind::line, {}, {}}, pool_,
        [node = shown_, line = *lineWanted_](const std::stop_token& stop) {
            try {
                return sampleLine(*node, line.p1(), line.p2(), stop);
            } catch (...) {
                LineSamples failed;
                failed.from = line.p1();
                failed.to = line.p2();
                failed.problem = problemText(std::current_exception());
                return failed;
            }
        },
        [this](const LineSamples& line) {
            if (!lineWanted_) return;
            line_ = line;
            emit lineChanged();
        });
    return true;
}

bool Previews::startHistogram() {
    if (!histogramStale_ || running(Task::Kind::histogram) > 0 || !showing()) return false;
    histogramStale_ = false;
    start(
        {Task::Kind::histogram, {}, {}}, pool_,
        [node = shown_](const std::stop_token& stop) { return histogramOf(*node, stop); },
        [this, node = shown_](Histogram histogram) {
            histogramStale_ = histogramStale_ || shown_->hash != node->hash;
            histogram_ = std::move(histogram);
            followRange();
            emit histogramChanged();
        });
    return true;
}

void Previews::askField(std::optional<FieldWish> wish) {
    if (wish == fieldWanted_) return;
    fieldWanted_ = std::move(wish);
    fieldStale_ = fieldWanted_.has_value();
    if (fieldStale_) return later();
    field_.reset();
    emit fieldChanged();
}

bool Previews::startField() {
    if (!fieldStale_ || !design_ || running(Task::Kind::field) > 0) return false;
    fieldStale_ = false;
    start(
        {Task::Kind::field, {}, {}}, pool_,
        [engine = engine_, design = design_, wish = *fieldWanted_](const std::stop_token& stop) {
            return fieldOf(engine, *design, wish, stop);
        },
        [this](FieldVectors field) {
            if (!fieldWanted_) return;
            field_ = std::move(field);
            emit fieldChanged();
        });
    return true;
}

/// The automatic range covers the values of the whole node, whatever is visible, so zooming does not change
/// colours.
void Previews::followRange() {
    if (!look_.values().automatic || !histogram_ || histogram_->values == 0) return;
    // Whole hundredths, so that a slight edit does not change every colour.
    const double low = std::floor(100 * static_cast<double>(histogram_->least) + 1e-4) / 100;
    const double high = std::ceil(100 * static_cast<double>(histogram_->most) - 1e-4) / 100;
    look_.change([&](LookValues& values) {
        values.low = high > low ? low : 0;
        values.high = high > low ? high : 1;
    });
}

// Thumbnails

QImage Previews::thumbnail(const QString& node) {
    Thumbnail& thumbnail = thumbnails_[node];
    if (thumbnail.design != design_ && !thumbnail.computing && !thumbnailsWanted_.contains(node)) {
        thumbnailsWanted_ << node;
        later();
    }
    if (thumbnail.shown.isNull() && !thumbnail.picture.image.isNull())
        thumbnail.shown = inBrightnessOf(look_.values(), thumbnail.picture.image);
    return thumbnail.shown;
}

bool Previews::thumbnailIsSketch(const QString& node) const {
    const auto found = thumbnails_.constFind(node);
    return found != thumbnails_.constEnd() && found->picture.sketch;
}

/// Has thumbnails converted again when they are next painted.
void Previews::followLook() {
    for (auto thumbnail = thumbnails_.begin(); thumbnail != thumbnails_.end(); ++thumbnail) {
        if (thumbnail->shown.isNull()) continue;
        thumbnail->shown = {};
        emit thumbnailChanged(thumbnail.key());
    }
}

bool Previews::busy() const {
    return scheduling_ || !tasks_.empty();
}

bool Previews::computing(const QString& node) const {
    const auto found = thumbnails_.constFind(node);
    return found != thumbnails_.constEnd() && found->late;
}

bool Previews::startThumbnail() {
    if (thumbnailsWanted_.isEmpty() || !design_ || running(Task::Kind::thumbnail) > 0) return false;
    const QString name = thumbnailsWanted_.takeFirst();
    Thumbnail& thumbnail = thumbnails_[name];
    thumbnail.computing = true;
    QTimer::singleShot(lateMs, this, [this, name, design = design_] {
        const auto found = thumbnails_.find(name);
        if (found == thumbnails_.end() || !found->computing || found->design == design) return;
        found->late = true;
        emit computingChanged(name);
    });
    start(
        {Task::Kind::thumbnail, {}, {}}, pool_,
        [engine = engine_, design = design_, name, before = thumbnail.picture](const std::stop_token& stop) {
            return renderThumbnail(engine, design, name, before, stop);
        },
        [this, name, design = design_](const ThumbnailPicture& picture) {
            takeThumbnail(name, design, picture);
        });
    return true;
}

/// A node with errors keeps its last good thumbnail.
void Previews::takeThumbnail(const QString& name, const std::shared_ptr<const Design>& design,
                             const ThumbnailPicture& picture) {
    const auto found = thumbnails_.find(name);
    if (found == thumbnails_.end()) return;
    found->computing = false;
    found->design = design;
    if (std::exchange(found->late, false)) emit computingChanged(name);
    if (picture.image.isNull() || picture.node == found->picture.node) return;
    found->picture = picture;
    found->shown = {};
    emit thumbnailChanged(name);
}

}  // namespace burin::ui
