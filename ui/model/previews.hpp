// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/render/worker_pool.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/preview_jobs.hpp"
#include "ui/model/preview_tiles.hpp"
#include "ui/model/view_look.hpp"

#include <QHash>
#include <QImage>
#include <QLineF>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <list>
#include <memory>
#include <optional>

namespace burin::ui {

/// What part of the shown node is visible.
struct PreviewView {
    int level = 0;  ///< of its pictures
    Rect samples;   ///< of level 0; empty: nothing is visible
    friend bool operator==(const PreviewView&, const PreviewView&) = default;
};

/// How far the pictures of a view are.
struct PreviewProgress {
    enum class State {
        nothing,    ///< is to be seen
        computing,  ///< some tiles are not there yet
        refining,   ///< some will be better
        refined,    ///< as good as they get, but not exact
        exact,
    };
    int visible = 0;  ///< tiles
    int there = 0;
    int refined = 0;     ///< of which nothing better will come
    bool exact = false;  ///< there are some, and all are

    /// The one thing to say about them.
    [[nodiscard]] State state() const {
        return visible == 0        ? State::nothing
               : there < visible   ? State::computing
               : exact             ? State::exact
               : refined < visible ? State::refining
                                   : State::refined;
    }
};

/// Computes what is shown of a design: the only place of the interface that asks the engine for samples.
///
/// Interface thread only; the work itself runs on threads of its own and comes back by signals. Work that an
/// edit outdates is told to stop and not waited for; only the first pictures of a view, the *ground*, are
/// always finished, so that under any number of edits something new appears. At most one is under way:
/// states in between are never computed. Tiles are kept by what their node computes, so that what an edit
/// leaves as it was, and what an undo brings back, is there at once.
///
/// Every sample of a view is computed once where that takes a bearable time, and shown in strips as it comes;
/// what is rough before may cost a twentieth of that. Refinement by more and more samples is for what would
/// take too long.
class Previews : public QObject {
    Q_OBJECT

  public:
    explicit Previews(Engine engine, QObject* parent = nullptr);
    ~Previews() override;

    [[nodiscard]] const Engine& engine() const { return engine_; }

    /// What is shown from now on. Cancels what that outdates; pictures of what has not changed stay.
    void setDesign(std::shared_ptr<const Design> design);
    [[nodiscard]] const std::shared_ptr<const Design>& design() const { return design_; }

    // The viewport's node
    /// \param node  empty: the root
    void setShown(const QString& node);
    void setView(const PreviewView& view);
    /// The node that is shown; null until it is bound for the first time. It may be of an older design for a
    /// moment: shownChanged() follows.
    [[nodiscard]] BoundNodePtr shown() const { return shown_; }
    /// Why there is no picture, or no better one; empty: all is well.
    [[nodiscard]] QString problem() const;
    /// The shown node's tile, the best there is, or null.
    [[nodiscard]] PreviewTilePtr tile(int level, TileIndex index);
    /// The first pictures of the view, or of how it was a moment ago; null before the first.
    [[nodiscard]] PreviewGroundPtr ground() const { return ground_; }
    /// The whole shown node, small; null where it has no bounds, or is not there yet.
    [[nodiscard]] PreviewTilePtr overview() const;
    [[nodiscard]] PreviewProgress progress();
    [[nodiscard]] const PreviewTiles& kept() const { return tiles_; }

    // Measurements of the shown node, always of level 0
    /// Asks for the sample at a place; probed() follows. Only the newest question is answered.
    void askProbe(std::optional<Point> at);
    [[nodiscard]] const std::optional<Probe>& probe() const { return probe_; }
    /// Asks for the samples along a line, and again whenever the node changes; lineChanged() follows.
    void askLine(std::optional<QLineF> line);
    [[nodiscard]] const std::optional<LineSamples>& line() const { return line_; }
    [[nodiscard]] const std::optional<Histogram>& histogram() const { return histogram_; }

    [[nodiscard]] ViewLook& look() { return look_; }

    // Any node
    /// The newest picture of a node, at most 128 x 128 px, as bright as the look shows its values, without
    /// colours; null until there is one. Asks for a better one where it is outdated: thumbnailChanged()
    /// follows, also when the look changes.
    [[nodiscard]] QImage thumbnail(const QString& node);
    /// Whether anything is still to be computed.
    [[nodiscard]] bool busy() const;

    /// Whether a thumbnail of the node has been computed for over 150 ms.
    [[nodiscard]] bool computing(const QString& node) const;

  signals:
    void thumbnailChanged(const QString& node);
    void computingChanged(const QString& node);
    /// Another node is shown, or it computes something else, or has another problem.
    void shownChanged();
    /// New tiles, another ground or overview.
    void picturesChanged();
    /// progress() may be another one: pictures came, or others are visible.
    void progressChanged();
    void probed();
    void lineChanged();
    void histogramChanged();

  private:
    /// Something under way.
    struct Task {
        enum class Kind { bind, ground, overview, probe, tile, refinement, line, histogram, thumbnail };
        Kind kind;
        TileKey tile;  ///< of a tile or refinement
        std::stop_source stop;
    };
    struct Thumbnail {
        ThumbnailPicture picture;
        QImage shown;                          ///< in the look's brightness; null: to be made
        std::shared_ptr<const Design> design;  ///< for which it is right
        bool computing = false;
        bool late = false;
    };

    template <class Work, class Deliver>
    void start(Task task, WorkerPool& pool, Work work, Deliver deliver);
    void ended(std::list<Task>::iterator task, const std::exception_ptr& error);
    void cancelTiles();
    void cancelUnseen();
    [[nodiscard]] int running(Task::Kind kind) const;
    [[nodiscard]] bool running(const TileKey& key) const;

    void later();
    void schedule();
    bool scheduleUrgent();
    bool scheduleTile(bool refine);
    [[nodiscard]] int mostTilesAtOnce() const;
    [[nodiscard]] bool exactSoon() const;
    bool startBind();
    bool startGround();
    bool startOverview();
    bool startProbe();
    bool startTile(TileIndex index, const PreviewTilePtr& before);
    bool startLine();
    bool startHistogram();
    bool startThumbnail();

    void take(const BoundNodePtr& bound);
    void takeTile(const PreviewTilePtr& tile);
    void takeThumbnail(const QString& name, const std::shared_ptr<const Design>& design,
                       const ThumbnailPicture& picture);
    void takeGround(const PreviewGroundPtr& ground, const BoundNodePtr& node);
    void followRange();
    void followLook();
    void setProblem(const QString& problem);

    [[nodiscard]] bool showing() const;
    [[nodiscard]] bool groundFits() const;
    [[nodiscard]] std::vector<TileIndex> visibleTiles() const;
    [[nodiscard]] std::vector<PreviewTilePtr> exactPicture();

    Engine engine_;
    std::shared_ptr<const Design> design_;
    QString name_;  ///< that is to be shown
    PreviewView view_;
    ViewLook look_;

    BoundNodePtr shown_;
    bool bindWanted_ = false;
    QString problem_;  ///< of computing; problems of the design are in shown_
    PreviewGroundPtr ground_;
    PreviewTilePtr overview_;
    PreviewTiles tiles_;

    std::optional<Point> probeWanted_;
    std::optional<Probe> probe_;
    std::optional<QLineF> lineWanted_;
    bool lineStale_ = false;
    std::optional<LineSamples> line_;
    bool histogramStale_ = false;
    std::optional<Histogram> histogram_;

    QHash<QString, Thumbnail> thumbnails_;
    QStringList thumbnailsWanted_;

    std::list<Task> tasks_;
    bool scheduling_ = false;
    WorkerPool binder_;  ///< of its own: an edit never waits behind pictures
    WorkerPool pool_;    ///< last: nothing of the above goes before its tasks have ended
};

}  // namespace burin::ui
