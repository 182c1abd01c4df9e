// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/previews.hpp"

#include "ui/model/previews/changed_number.hpp"
#include "ui/model/previews/previews_start.hpp"

#include <QTimer>

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

namespace burin::ui {

namespace {

/// A ground that is this many levels coarser than the view is too rough.
constexpr int groundTooRough = 5;
constexpr std::size_t mostTileBytes = std::size_t{512} << 20U;

/// The first picture of a tile is exact if one thread needs at most this long for all of its samples.
constexpr std::chrono::duration<double> exactAtFirst{1};
/// If a view will be exact within so many seconds, everything else waits for it.
constexpr double soon = 3;
/// The overview does not wait longer for such a view: it is sketched first.
constexpr double shortWait = 0.3;
/// Slower tiles are computed one after the other, so that the first appears sooner.
constexpr double longTile = 0.05;

std::size_t tileBytes(const Engine& engine, double share) {
    const std::size_t all = std::min(mostTileBytes, engine.budget.limit() / 4);
    return static_cast<std::size_t>(share * static_cast<double>(all));
}

int workers() {
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, 4);
}

TileKey keyOf(const BoundNode& node, int level, TileIndex index) {
    return {node.hash, level, index, static_cast<std::int32_t>(PreviewTile::side), true};
}

}  // namespace

Previews::Previews(Engine engine, QObject* parent)
    : QObject(parent),
      engine_(std::move(engine)),
      tiles_(tileBytes(engine_, 1)),
      binder_(1),
      measurer_(1, ThreadManners::givesWay),
      pool_(workers(), ThreadManners::givesWay) {
    connect(&appearance_, &ViewAppearance::changed, this, &Previews::followRange);
    connect(&appearance_, &ViewAppearance::changed, this, &Previews::followAppearance);
    connect(&appearance_, &ViewAppearance::changed, this, &Previews::followBits);
    connect(this, &Previews::picturesChanged, this, &Previews::progressChanged);
    connect(this, &Previews::shownChanged, this, &Previews::progressChanged);
    constexpr int settledMs = 150;
    viewSettled_.setSingleShot(true);
    viewSettled_.setInterval(settledMs);
    connect(&viewSettled_, &QTimer::timeout, this, &Previews::later);
    followCosts();
}

Previews::~Previews() {
    for (Task& task : tasks_)
        task.stop.request_stop();
    if (shown_ && shown_->stop) shown_->stop->request_stop();
}

// Tasks

void Previews::ended(std::list<Task>::iterator task, const std::exception_ptr& error) {
    const Task::Kind kind = task->kind;
    if (task->outlived) releaseIdle();
    tasks_.erase(task);
    if (!error) return;
    try {
        std::rethrow_exception(error);
    } catch (const Cancelled&) {
        return;
    } catch (...) {
        const bool small = kind == Task::Kind::thumbnail || kind == Task::Kind::improvement;
        if (!small) setProblem(problemText(std::current_exception()));
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

void Previews::cancel(Task::Kind kind) {
    for (Task& task : tasks_) {
        if (task.kind == kind) task.stop.request_stop();
    }
}

/// Visible tiles continue, because they would only be started again. Small pictures wait for the view, and
/// keep the strips that they have.
void Previews::cancelUnseen() {
    if (!viewIsFinal()) cancel(Task::Kind::improvement);
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

void Previews::expectAnother() {
    another_ = true;
    ++expected_;
    for (Task& task : tasks_)
        task.stop.request_stop();  // a stopped task does not deliver its result either
    if (shown_ && shown_->stop) shown_->stop->request_stop();
    const bool shows = std::exchange(shown_, nullptr) != nullptr;
    ground_.reset();
    overview_.reset();
    rough_.reset();
    problem_.clear();
    giveBack();
    costs_.clear();
    const QHash<QString, Thumbnail> thumbnails = std::exchange(thumbnails_, {});
    thumbnailsWanted_.clear();
    askShades({});
    forgetMeasurements();
    for (auto thumbnail = thumbnails.begin(); thumbnail != thumbnails.end(); ++thumbnail) {
        if (thumbnail->late) emit computingChanged(thumbnail.key());
    }
    if (!shows) return;
    emit shownChanged();
    emit picturesChanged();
}

void Previews::setDesign(std::shared_ptr<const Design> design) {
    if (histogram_ && appearance_.values().automatic && design_ && design && design != design_)
        keepRange(changedNumber(design_->document, design->document));
    another_ = false;
    named_.reset();
    // Positions and comments change no picture. An equal document is of a design whose files have changed.
    const bool samePictures = design_ && design && onlyEditorDiffers(design_->document, design->document);
    outdated_ = outdated_ || !samePictures;
    design_ = std::move(design);
    bindWanted_ = true;
    cancel(Task::Kind::improvement);
    cancel(Task::Kind::shades);  // they are requested again for the new design
    fieldStale_ = fieldWanted_.has_value();
    for (auto thumbnail = thumbnails_.begin(); thumbnail != thumbnails_.end();) {
        const bool there = nodeNamed(thumbnail.key()).has_value();
        if (!there && !thumbnail->computing) {
            thumbnail = thumbnails_.erase(thumbnail);
            continue;
        }
        if (there) want(thumbnail.key(), *thumbnail);
        ++thumbnail;
    }
    thumbnailsWanted_.removeIf([this](const QString& name) { return !thumbnails_.contains(name); });
    startBind();
    if (outdated_) emit progressChanged();
    later();
}

/// Binds the node to show, which may differ from the one that is shown.
void Previews::bindAgain() {
    outdated_ = true;
    bindWanted_ = true;
    emit progressChanged();
    later();
}

void Previews::setShown(const QString& node) {
    if (node == name_ && shown_) return;
    name_ = node;
    keepRange({});
    bindAgain();
}

void Previews::setSurfaceShown(SurfaceShown shows) {
    if (shows == std::exchange(shows_, shows)) return;
    keepRange({});
    bindAgain();
}

void Previews::setView(const PreviewView& view) {
    if (view == view_) return;
    view_ = view;
    keepRange({});
    if (!problem_.isEmpty()) setProblem({});
    cancelUnseen();
    if (roughnessWish_ && roughnessWish_->of == RoughnessWish::Of::view) outdateRoughness();
    emit progressChanged();
    later();
}

/// If the look is that of 1 bit, the surface is bound as it is written with this depth.
void Previews::followBits() {
    const bool oneBit = appearance_.values().mode == AppearanceMode::bits;
    if (oneBit != std::exchange(oneBit_, oneBit)) bindAgain();
}

void Previews::take(const BoundNodePtr& bound) {
    const BoundNodePtr before = std::exchange(shown_, bound);
    outdated_ = outdated_ && bindWanted_;
    const bool same = before && before->ready() && bound->ready() && before->hash == bound->hash;
    if (!same) {
        cancelTiles();
        cancel(Task::Kind::improvement);
        if (before && before->stop && running(Task::Kind::ground) == 0) before->stop->request_stop();
        problem_.clear();
        lineStale_ = lineWanted_.has_value();
        if (probe_ && !probeWanted_) probeWanted_ = probe_->at;
        histogramStale_ = !recallHistogram(*bound);
        roughnessHeld_ = roughnessTakesLong();
        outdateRoughness();
        overview_.reset();
        rough_.reset();
    }
    emit shownChanged();
}

void Previews::setTileShare(double share) {
    tiles_.setMost(tileBytes(engine_, share));
}

/// Releases the memory of another design's pictures. Work on them that is still running holds a part of it,
/// which is released when the work ends.
void Previews::giveBack() {
    tiles_.clear();
    for (Task& task : tasks_)
        task.outlived = true;
    releaseIdle();
}

void Previews::releaseIdle() {
    pool_.submit(0, [&budget = engine_.budget] { budget.releaseIdle(); });
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
    std::vector<TileIndex> tiles;
    if (const Rect seen = shown_->extent.clip(view_.samples); !seen.empty())
        tiles = tilesCovering(seen, view_.level);
    const Rect beyond = shown_->extent.clip(view_.beyond);
    if (beyond.empty()) return tiles;
    const std::vector<TileIndex> nearer = tiles;
    for (const TileIndex index : tilesCovering(beyond, view_.level)) {
        if (std::find(nearer.begin(), nearer.end(), index) == nearer.end()) tiles.push_back(index);
    }
    return tiles;
}

PreviewProgress Previews::progress() {
    PreviewProgress progress = progressOfShown();
    if (isCurrent()) return progress;
    progress.there = 0;
    progress.refined = 0;
    progress.exact = false;
    return progress;
}

/// The progress of the shown node, which may be of an earlier state.
PreviewProgress Previews::progressOfShown() {
    PreviewProgress progress;
    int exact = 0;
    for (const TileIndex index : visibleTiles()) {
        ++progress.visible;
        const PreviewTilePtr found = tile(view_.level, index);
        if (!found) continue;
        ++progress.there;
        if (found->exact()) ++exact;
        if (found->quality != TileQuality::partial) ++progress.refined;
    }
    progress.exact = progress.visible > 0 && exact == progress.visible;
    return progress;
}

/// The tiles of the view if they are exact; otherwise none.
std::vector<PreviewTilePtr> Previews::exactTiles() {
    if (!progressOfShown().exact) return {};
    std::vector<PreviewTilePtr> pictures;
    for (const TileIndex index : visibleTiles())
        pictures.push_back(tile(view_.level, index));
    return pictures;
}

/// Whether the ground shows the current node, covers the view and is not too rough for it. The part
/// of the view beyond a joint has no ground: the overview shows it until its tiles are there.
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
/// free need not wait for the interface thread.
void Previews::schedule() {
    scheduling_ = false;
    while (startBind()) {
    }
    const auto most = static_cast<std::size_t>(pool_.threads()) + 1;
    const auto inPool = [this] {
        const int others = running(Task::Kind::bind) + running(Task::Kind::roughness);
        return tasks_.size() - static_cast<std::size_t>(others);
    };
    while (inPool() < most && scheduleUrgent()) {
    }
    startRoughness();
}

bool Previews::scheduleUrgent() {
    if (another_) return false;
    if (startGround() || startProbe()) return true;
    // The first picture of a new state gets all threads.
    if (running(Task::Kind::ground) > 0 && shown_ && !(ground_ && ground_->node == shown_->hash))
        return false;
    if (startHistogram() || startLine() || startField() || scheduleTile(false)) return true;
    // The range colours the view, so it becomes certain before small pictures are made.
    if (viewIsFinal() && improveHistogram()) return true;
    const double wait = secondsToExact();
    const bool waits = wait > 0 && wait <= soon;
    if (waits && wait > shortWait && startOverview()) return true;
    if (waits && scheduleTile(true)) return true;
    if (waits && running(Task::Kind::tile) + running(Task::Kind::refinement) > 0) return false;
    // While a design is being bound, it is not known how soon its view will be exact.
    const bool binding = bindWanted_ || running(Task::Kind::bind) > 0;
    if (!binding && (startOverview() || startThumbnail() || startShades())) return true;
    // Keep at least one thread free for more urgent work.
    if (running(Task::Kind::refinement) + running(Task::Kind::improvement) + 1 >= pool_.threads())
        return false;
    return scheduleTile(true) || improveSmall();
}

/// Slow tiles are limited to two at once. Their time is known once the current node has a ground. If the
/// ground was not timed, the processor would need too long to average the view.
int Previews::mostTilesAtOnce() const {
    const double samples = std::exp2(2.0 * view_.level) * PreviewTile::side * PreviewTile::side;
    const bool endless =
        ground_ && ground_->node == shown_->hash && !ground_->timed && !keepsPictures(engine_, *shown_);
    return endless || foretold(samples) > longTile ? 2 : pool_.threads() + 1;
}

double Previews::secondsToExact() const {
    if (!showing()) return 0;
    const std::int64_t samples =
        shown_->extent.clip(view_.samples).area() + shown_->extent.clip(view_.beyond).area();
    return foretold(static_cast<double>(samples));
}

/// The probable cost of so many samples of the shown node, in seconds of one thread; 0 if it has no ground
/// yet.
double Previews::foretold(double samples) const {
    const bool known = ground_ && ground_->timed && ground_->node == shown_->hash;
    return known ? shown_->source->foretold(samples) : 0;
}

bool Previews::startBind() {
    if (!bindWanted_ || another_ || !design_ || running(Task::Kind::bind) > 0) return false;
    bindWanted_ = false;
    start(
        {Task::Kind::bind, {}, {}}, binder_,
        [engine = engine_, design = design_, name = name_, before = shown_, oneBit = oneBit_, shows = shows_](
            const std::stop_token&) { return bindNode(engine, design, name, before, oneBit, shows); },
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
    if (moved && comesAtOnce(*ground_, *shown_, view_.level, static_cast<double>(missing))) return false;
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

bool Previews::scheduleTile(bool refine) {
    if (!showing() || !problem_.isEmpty()) return false;
    if (running(Task::Kind::tile) + running(Task::Kind::refinement) >= mostTilesAtOnce()) return false;
    // Choose the least refined tile; among equals, the nearest to the centre.
    std::optional<std::pair<TileIndex, PreviewTilePtr>> best;
    for (const TileIndex index : visibleTiles()) {
        if (running(keyOf(*shown_, view_.level, index))) continue;
        PreviewTilePtr found = tile(view_.level, index);
        if (!found && !refine) return startTile(index, nullptr);
        if (!found || !refine || found->quality != TileQuality::partial) continue;
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
    order.exactWithin = exactAtFirst;
    if (before) order.improve(before);
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

}  // namespace burin::ui
