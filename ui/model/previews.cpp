// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews.hpp"

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
/// How many levels above the view's the ground lies, and from where on it is too rough.
constexpr int groundAbove = 2;
constexpr int groundTooRough = 5;
constexpr std::size_t mostTileBytes = std::size_t{512} << 20U;

/// How long each refinement of a tile may take. The later ones are for what can become exact, and for
/// surfaces of which samples are dear.
constexpr double patience[] = {0, 0.4, 2, 10, 20, 40};
constexpr int mostStages = static_cast<int>(std::size(patience)) - 1;
constexpr int usualStages = 2;
constexpr int finestLevels = 3;
constexpr double enoughSamples = 64;

int workers() {
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, 4);
}

/// Whether nothing better will come.
bool refined(const PreviewTile& tile) {
    if (tile.exact || tile.stage >= mostStages) return true;
    const int least = tile.level <= finestLevels ? usualStages + 1 : usualStages;
    return tile.stage >= least && tile.samplesEach >= std::min(enoughSamples, std::exp2(2.0 * tile.level));
}

Rect tileBlocks(TileIndex index) {
    constexpr std::int64_t side = PreviewTile::side;
    return {index.x * side, index.y * side, side, side};
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
}

Previews::~Previews() {
    for (Task& task : tasks_)
        task.stop.request_stop();
    if (shown_ && shown_->stop) shown_->stop->request_stop();
}

// Tasks

/// Runs `work` on a thread and hands what it returns to `deliver` on this one, unless it was stopped.
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
        const auto finish = [this, place, error, result = std::move(result),
                             deliver = std::move(deliver)]() mutable {
            const bool stopped = place->stop.stop_requested();
            ended(place, stopped ? nullptr : error);
            if (result && !stopped) deliver(std::move(*result));
            schedule();
        };
        QMetaObject::invokeMethod(this, std::move(finish), Qt::QueuedConnection);
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

void Previews::cancelTiles(bool refinementsOnly) {
    for (Task& task : tasks_) {
        if (task.kind == Task::Kind::refinement || (!refinementsOnly && task.kind == Task::Kind::tile))
            task.stop.request_stop();
    }
}

// What is shown

void Previews::setDesign(std::shared_ptr<const Design> design) {
    design_ = std::move(design);
    bindWanted_ = true;
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
    const bool otherTiles = view.level != view_.level;
    view_ = view;
    if (!problem_.isEmpty()) setProblem({});
    cancelTiles(!otherTiles);
    histogramStale_ = true;
    later();
}

void Previews::take(const BoundNodePtr& bound) {
    const BoundNodePtr before = std::exchange(shown_, bound);
    const bool same = before && before->ready() && bound->ready() && before->hash == bound->hash;
    if (!same) {
        cancelTiles(false);
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
    progress.exact = true;
    for (const TileIndex index : visibleTiles()) {
        ++progress.visible;
        const PreviewTilePtr found = tile(view_.level, index);
        progress.exact = progress.exact && found && found->exact;
        if (!found) continue;
        ++progress.there;
        if (refined(*found)) ++progress.refined;
    }
    return progress;
}

/// What the view consists of: its tiles where all are there, else the ground.
std::vector<PreviewTilePtr> Previews::visiblePictures() {
    std::vector<PreviewTilePtr> pictures;
    for (const TileIndex index : visibleTiles()) {
        if (PreviewTilePtr found = tile(view_.level, index)) {
            pictures.push_back(std::move(found));
        } else {
            return ground_ && ground_->node == shown_->hash ? std::vector{ground_}
                                                            : std::vector<PreviewTilePtr>{};
        }
    }
    return pictures;
}

/// Whether the ground is of what is shown now, covers it, and is not too rough for it.
bool Previews::groundFits() const {
    if (!ground_ || ground_->node != shown_->hash) return false;
    if (ground_->level >= view_.level + groundTooRough) return false;
    const Rect seen = shown_->extent.clip(view_.samples);
    return ground_->samples().contains(seen);
}

// What comes next

void Previews::later() {
    if (scheduling_) return;
    scheduling_ = true;
    QTimer::singleShot(0, this, [this] { schedule(); });
}

/// Gives the threads what is most urgent, and one piece of work more than there are threads: who has finished
/// one finds the next without waiting for this thread.
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
    // The first picture of a new state has the processor to itself.
    if (running(Task::Kind::ground) > 0 && shown_ && !(ground_ && ground_->node == shown_->hash))
        return false;
    if (scheduleTile(false) || startOverview() || startLine() || startHistogram() || startThumbnail())
        return true;
    // One thread at least is free for what is more urgent.
    return running(Task::Kind::refinement) + 1 < pool_.threads() && scheduleTile(true);
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

/// The rough picture of the view: one at a time, and never stopped.
bool Previews::startGround() {
    if (!showing() || !problem_.isEmpty() || running(Task::Kind::ground) > 0 || groundFits()) return false;
    const std::vector<TileIndex> visible = visibleTiles();
    const bool there = std::all_of(visible.begin(), visible.end(),
                                   [&](TileIndex index) { return tile(view_.level, index) != nullptr; });
    if (there) return false;
    const bool moved = ground_ && ground_->node == shown_->hash;  // then more of it is wanted soon
    const Rect seen = shown_->extent.clip(
        moved ? view_.samples.grown(view_.samples.width / 2, view_.samples.height / 2) : view_.samples);
    TileOrder order;
    order.node = shown_;
    order.level = view_.level + groundAbove;
    order.blocks = blocksCovering(seen, order.level);
    order.border = PreviewTile::border;
    // A card is soon there with a better one.
    if (engine_.backend.keepsPictures()) order.firstWithin = std::chrono::duration<double>(0.012);
    order.hurried = true;
    start(
        {Task::Kind::ground, {}, {}}, pool_,
        [engine = engine_, order](const std::stop_token& stop) { return renderTile(engine, order, stop); },
        [this, node = shown_](const PreviewTilePtr& tile) {
            ground_ = tile;
            if (shown_->hash != node->hash && node->stop) node->stop->request_stop();
            histogramStale_ = true;
            emit picturesChanged();
        });
    return true;
}

bool Previews::startOverview() {
    if (!showing() || !problem_.isEmpty() || overview() || running(Task::Kind::overview) > 0) return false;
    if (shown_->frame.empty()) return false;
    TileOrder order;
    order.node = shown_;
    order.level = levelFitting(shown_->frame, thumbnailSide);
    order.blocks = blocksCovering(shown_->frame, order.level);
    order.firstWithin = std::chrono::duration<double>(0.5);
    order.drawn = false;  // the minimap is painted by the processor
    start(
        {Task::Kind::overview, {}, {}}, pool_,
        [engine = engine_, order](const std::stop_token& stop) { return renderTile(engine, order, stop); },
        [this](const PreviewTilePtr& tile) {
            overview_ = tile;
            emit picturesChanged();
        });
    return true;
}

bool Previews::scheduleTile(bool refine) {
    if (!showing() || !problem_.isEmpty()) return false;
    // The least refined first, and among equals the nearest to the centre.
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
    order.blocks = tileBlocks(index);
    order.border = PreviewTile::border;
    order.before = before;
    order.stage = before ? before->stage + 1 : 0;
    order.patience = std::chrono::duration<double>(patience[order.stage]);
    const Task::Kind kind = before ? Task::Kind::refinement : Task::Kind::tile;
    start(
        {kind, keyOf(*shown_, view_.level, index), {}}, pool_,
        [engine = engine_, order](const std::stop_token& stop) { return renderTile(engine, order, stop); },
        [this](const PreviewTilePtr& tile) { takeTile(tile); });
    return true;
}

/// What is outdated by now is dropped.
void Previews::takeTile(const PreviewTilePtr& tile) {
    if (!shown_ || shown_->hash != tile->node || !tiles_.insert(tile)) return;
    histogramStale_ = true;
    emit picturesChanged();
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
    std::vector<PreviewTilePtr> pictures = visiblePictures();
    if (pictures.empty()) return false;
    histogramStale_ = false;
    start(
        {Task::Kind::histogram, {}, {}}, pool_,
        [pictures = std::move(pictures), seen = shown_->extent.clip(view_.samples)](const std::stop_token&) {
            return histogramOf(pictures, seen);
        },
        [this](Histogram histogram) {
            histogram_ = std::move(histogram);
            followRange();
            emit histogramChanged();
        });
    return true;
}

/// An automatic range is that of what is visible; all of it where that is approximate, whose noise would look
/// like relief.
void Previews::followRange() {
    if (!look_.values().automatic || !histogram_ || histogram_->values == 0) return;
    // Whole hundredths, so that it does not creep while pictures are refined.
    const double low = std::floor(100 * static_cast<double>(histogram_->least) + 1e-4) / 100;
    const double high = std::ceil(100 * static_cast<double>(histogram_->most) - 1e-4) / 100;
    look_.change([&](LookValues& values) {
        const bool stretch = histogram_->exact && high > low;
        values.low = stretch ? low : 0;
        values.high = stretch ? high : 1;
    });
}

// Thumbnails

QImage Previews::thumbnail(const QString& node) {
    Thumbnail& thumbnail = thumbnails_[node];
    if (thumbnail.design != design_ && !thumbnail.computing && !thumbnailsWanted_.contains(node)) {
        thumbnailsWanted_ << node;
        later();
    }
    return thumbnail.picture.image;
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

/// A node that has errors keeps its last good picture.
void Previews::takeThumbnail(const QString& name, const std::shared_ptr<const Design>& design,
                             const ThumbnailPicture& picture) {
    const auto found = thumbnails_.find(name);
    if (found == thumbnails_.end()) return;
    found->computing = false;
    found->design = design;
    if (std::exchange(found->late, false)) emit computingChanged(name);
    if (picture.image.isNull() || picture.node == found->picture.node) return;
    found->picture = picture;
    emit thumbnailChanged(name);
}

}  // namespace burin::ui
