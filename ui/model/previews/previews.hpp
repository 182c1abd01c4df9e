// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/render/worker_pool.hpp"
#include "ui/model/document/nodes_by_name.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/model/previews/preview_progress.hpp"
#include "ui/model/previews/preview_tiles.hpp"
#include "ui/model/previews/roughness_job.hpp"
#include "ui/model/previews/shown_cost.hpp"
#include "ui/model/previews/small_pictures.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/view_appearance.hpp"

#include <QHash>
#include <QImage>
#include <QLineF>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace burin::ui {

/// The visible part of the shown node.
struct PreviewView {
    int level = 0;  ///< the level of its pictures
    Rect samples;   ///< the rectangle at level 0; empty: nothing is visible
    /// Another visible part of the node. The flat view of a roller shows rows of its other end beyond the
    /// joint. Measurements of the view leave it out.
    Rect beyond = {};
    friend bool operator==(const PreviewView&, const PreviewView&) = default;
};

/// Computes all pictures and figures of a design. No other part of the interface asks the engine for samples.
///
/// Interface thread only; the work runs on threads of its own and reports by signals. An edit tells outdated
/// work to stop, and does not wait for it. Only the first pictures of a view, the *ground*, are always
/// finished, so that new pictures appear even if edits follow each other quickly. At most one ground is
/// computed at a time; states that are replaced meanwhile are skipped. The hash of a node's computation is
/// the key of its cached tiles, so unchanged parts, and parts that an undo restores, appear at once.
///
/// Every sample of a view is computed once and shown in strips as it arrives; rough pictures before that may
/// cost a twentieth of it. If averaging has measured that it would take too long on a tile, the tile is
/// refined by more and more samples instead. Thumbnails and the overview become exact last.
class Previews : public QObject {
    Q_OBJECT

  public:
    explicit Previews(Engine engine, QObject* parent = nullptr);
    ~Previews() override;

    [[nodiscard]] const Engine& engine() const { return engine_; }

    /// Sets the design to show. Cancels outdated work; pictures of unchanged nodes stay.
    void setDesign(std::shared_ptr<const Design> design);
    [[nodiscard]] const std::shared_ptr<const Design>& design() const { return design_; }
    /// Announces that the next design has nothing in common with this one. The pictures and figures of this
    /// one are dropped, and their memory is released. Nothing is computed until setDesign().
    void expectAnother();
    /// Counts the calls of expectAnother(), for those who keep pictures themselves.
    [[nodiscard]] int expected() const { return expected_; }
    /// Limits the finished tiles to a share of the memory that a window may use for tiles, because other
    /// previews of the window need the rest. \param share  in (0, 1]
    void setTileShare(double share);

    // The node in the viewport
    /// \param node  empty: the root
    void setShown(const QString& node);
    void setView(const PreviewView& view);
    /// Chooses what is shown whenever the surface is the shown node. Without a spot to predict with, shows
    /// its written samples.
    void setSurfaceShown(SurfaceShown shows);
    [[nodiscard]] SurfaceShown surfaceShown() const { return shows_; }
    /// The shown node; null until one is bound. For a moment it can belong to an older state of the design:
    /// shownChanged() follows.
    [[nodiscard]] BoundNodePtr shown() const { return shown_; }
    /// Whether shown() computes the same as in the newest state. False from an edit that may change it, or
    /// the choice of another node, until shownChanged(); meanwhile the pictures are of the state before.
    [[nodiscard]] bool isCurrent() const { return shown_ && !outdated_; }
    /// Why the picture is missing, or does not get better; empty if all is well.
    [[nodiscard]] QString problem() const;
    /// The best available tile of the shown node, or null.
    [[nodiscard]] PreviewTilePtr tile(int level, TileIndex index);
    /// The first pictures of the current view or of a recent one; null before the first.
    [[nodiscard]] PreviewGroundPtr ground() const { return ground_; }
    /// A small picture of the whole shown node; null if it is unbounded or not ready.
    [[nodiscard]] PreviewTilePtr overview() const;
    /// While the pictures are of an earlier state, none of the tiles is there.
    [[nodiscard]] PreviewProgress progress();

    // Measurements of the shown node, always at level 0
    /// Asks for the sample at a position; probed() follows. Only the newest request is answered.
    void askProbe(std::optional<Point> at);
    [[nodiscard]] const std::optional<Probe>& probe() const { return probe_; }
    /// Asks for the samples along a line, now and whenever the node changes; lineChanged() follows.
    void askLine(std::optional<QLineF> line);
    /// The newest line of askLine().
    [[nodiscard]] const std::optional<QLineF>& lineWish() const { return lineWanted_; }
    [[nodiscard]] const std::optional<LineSamples>& line() const { return line_; }
    [[nodiscard]] const std::optional<Histogram>& histogram() const { return histogram_; }
    /// The word for the range of the colours: that it is kept, or Histogram::state(). A range of an earlier
    /// state is estimated. Empty if it is certain or set by hand.
    [[nodiscard]] QString rangeState() const;
    /// Whether an automatic range is that of an earlier state and not that of the values. While one number is
    /// edited, the colours keep their range, so that the picture shows what the number does. The range
    /// follows again when the view moves, or anything else is edited or shown.
    [[nodiscard]] bool keepsRange() const;
    /// Asks whether samples of a node, spread over all of it, have more than two values; shadesFound()
    /// follows, unless another node is asked about or another design replaces this one before. If the design
    /// is edited meanwhile, the answer is that of the newest state.
    /// \param node  its name in the flat design; empty: nothing is asked any more
    void askShades(const QString& node);
    /// Asks for a node's field at some places, now and whenever the design changes; fieldChanged() follows.
    void askField(std::optional<FieldWish> wish);
    [[nodiscard]] const std::optional<FieldVectors>& field() const { return field_; }
    /// Asks for the roughness of the view, a rectangle or the surface, now and whenever it changes;
    /// roughnessChanged() follows. The roughness of a large rectangle or surface is measured once, and then
    /// only after measureRoughness(). \param wish nothing: no roughness is wanted any more. Then only a
    /// measurement of something large continues, and its result is kept in case the same is wanted again.
    void askRoughness(const std::optional<RoughnessWish>& wish);
    /// Nothing while no roughness is wanted.
    [[nodiscard]] std::optional<RoughnessWish> roughnessWish() const {
        return roughnessWanted_ ? roughnessWish_ : std::nullopt;
    }
    /// Begins a measurement that waits.
    void measureRoughness();
    /// Stops the measurement under way, which waits then.
    void stopRoughness();
    /// Whether the part that was requested last is too large to be measured again after each change.
    [[nodiscard]] bool roughnessTakesLong() const;
    [[nodiscard]] bool roughnessWaits() const { return roughnessStale_ && roughnessHeld_; }
    /// A measurement reads the heights in one to three passes. The texture is computed after the last one.
    struct MeasuringProgress {
        int pass = 1;
        bool passed = false;      ///< whether that pass is over
        double share = 0;         ///< the share of that pass that is done
        double secondsLeft = -1;  ///< negative if it is not known yet
    };
    [[nodiscard]] const MeasuringProgress& roughnessProgress() const { return roughnessProgress_; }
    /// The newest roughness; null before the first.
    [[nodiscard]] const ViewRoughnessPtr& roughness() const { return roughness_; }
    /// Whether the result belongs to an older state than the one that is shown.
    [[nodiscard]] bool roughnessOutdated() const {
        return roughnessStale_ || running(Task::Kind::roughness) > 0;
    }

    [[nodiscard]] ViewAppearance& appearance() { return appearance_; }

    // Any node
    /// The newest thumbnail of a node, at most 128 x 128 px, in gray, as bright as the look shows it; null
    /// until there is one. Requests a better one if it is outdated: thumbnailChanged() follows, also after a
    /// change of the look.
    [[nodiscard]] QImage thumbnail(const QString& node);
    /// The thumbnail in the colours of the look.
    [[nodiscard]] QImage coloredThumbnail(const QString& node);
    /// Whether the newest thumbnail of a node is computed from some of its samples only.
    [[nodiscard]] bool thumbnailIsSketch(const QString& node) const;
    /// Whether the newest thumbnail of a node shows the newest design. False if the node has errors: then it
    /// shows an earlier state.
    [[nodiscard]] bool thumbnailIsNewest(const QString& node) const;
    /// Whether the newest thumbnail of a node shows an earlier state, as far as that is known: the node
    /// computes something else by now, or a newer thumbnail has been under way for more than 150 ms.
    [[nodiscard]] bool thumbnailIsOutdated(const QString& node);
    /// The hash of the newest thumbnail; nothing if it does not show the newest design.
    [[nodiscard]] std::optional<NodeHash> newestHash(const QString& node) const;
    /// Whether the costs of nodes are shown. They are measured in any case, because pictures that are there
    /// already would not be computed again.
    void setCostsShown(bool shown);
    [[nodiscard]] bool costsShown() const { return costsShown_; }
    /// The cost of a node of the design: of its newest state, or of an earlier one until that is known. While
    /// costs are shown, costsChanged() follows at most four times a second.
    [[nodiscard]] ShownCost cost(const QString& node);
    /// Whether anything remains to be computed.
    [[nodiscard]] bool busy() const;

    /// Whether a thumbnail of the node has been under way for more than 150 ms.
    [[nodiscard]] bool computing(const QString& node) const;

  signals:
    /// A thumbnail shows the newest design now, has become better, or has other colours.
    void thumbnailChanged(const QString& node);
    void computingChanged(const QString& node);
    /// Costs of nodes may have changed, or whether they are shown.
    void costsChanged();
    /// The shown node, what it computes, or its problem has changed.
    void shownChanged();
    /// There are new tiles, a new ground or a new overview.
    void picturesChanged();
    /// progress() may have changed: pictures arrived, the view moved, or the design was edited.
    void progressChanged();
    void probed();
    void lineChanged();
    void histogramChanged();
    void fieldChanged();
    /// \param shades  false also for a node that cannot be computed
    void shadesFound(const QString& node, bool shades);
    /// There is a newer roughness, or the present roughness is outdated.
    void roughnessChanged();
    /// roughnessProgress() has changed.
    void roughnessProgressed();

  private:
    /// Work under way.
    struct Task {
        enum class Kind {
            bind,
            ground,
            overview,
            probe,
            tile,
            refinement,
            line,
            histogram,
            field,
            shades,
            roughness,
            thumbnail,
            improvement  ///< improves the histogram, the overview or a thumbnail
        };
        Kind kind;
        TileKey tile;  ///< the key of a tile or refinement
        std::stop_source stop;
        bool outlived = false;  ///< the memory of its design was given back while it ran
    };
    struct Thumbnail {
        ThumbnailPicture picture;
        QImage shown;                          ///< the image as bright as the look; null: it still has to be
                                               ///< converted
        std::shared_ptr<const Design> design;  ///< the design that it belongs to
        bool wanted = false;                   ///< it is one of thumbnailsWanted_
        bool computing = false;
        bool late = false;
        bool earlier = false;  ///< `design` has no picture; this one is of an earlier state

        [[nodiscard]] bool improves() const {
            return picture.tile && picture.tile->quality == TileQuality::partial;
        }
    };

    /// The histogram of all samples of a node that was shown before.
    struct KnownHistogram {
        NodeHash node;
        Rect area;
        Histogram histogram;
    };

    [[nodiscard]] std::optional<NodeIndex> nodeNamed(const QString& name);
    void want(const QString& name, Thumbnail& thumbnail);
    template <class Work, class Deliver>
    void start(Task task, WorkerPool& pool, Work work, Deliver deliver);
    void ended(std::list<Task>::iterator task, const std::exception_ptr& error);
    void cancelTiles();
    void cancelUnseen();
    void cancel(Task::Kind kind);
    [[nodiscard]] int running(Task::Kind kind) const;
    [[nodiscard]] bool running(const TileKey& key) const;

    void later();
    void schedule();
    bool scheduleUrgent();
    bool scheduleTile(bool refine);
    [[nodiscard]] int mostTilesAtOnce() const;
    /// The probable time of one thread until the visible part is exact; 0 if it is not known yet.
    [[nodiscard]] double secondsToExact() const;
    [[nodiscard]] double foretold(double samples) const;
    [[nodiscard]] bool viewIsFinal();
    bool startBind();
    bool startGround();
    bool startOverview();
    bool startProbe();
    bool startTile(TileIndex index, const PreviewTilePtr& before);
    bool startLine();
    bool startHistogram();
    bool improveHistogram();
    void takeHistogram(const BoundNode& node);
    [[nodiscard]] bool recallHistogram(const BoundNode& node);
    [[nodiscard]] const Histogram* knownHistogram(const BoundNode& node) const;
    bool startField();
    bool startShades();
    void outdateRoughness();
    [[nodiscard]] Rect roughnessRegion() const;
    bool startRoughness();
    void takeProgress(const Progress& progress, const std::stop_token& stop);
    bool startThumbnail();
    bool improveSmall();
    bool improveOverview();
    bool improveThumbnail();

    void bindAgain();
    void take(const BoundNodePtr& bound);
    void forgetMeasurements();
    void giveBack();
    void releaseIdle();
    void takeTile(const PreviewTilePtr& tile);
    void takeThumbnail(const QString& name, const std::shared_ptr<const Design>& design,
                       const ThumbnailPicture& picture);
    void takeOverview(const PreviewTilePtr& tile);
    void takeBetter(const QString& name, const ThumbnailPicture& picture);
    void takeGround(const PreviewGroundPtr& ground, const BoundNodePtr& node);
    void keepRange(const std::string& number);
    void followRange();
    void followAppearance();
    void followBits();
    void followCosts();
    [[nodiscard]] std::optional<NodeHash> shownHash(const QString& node);
    [[nodiscard]] std::optional<NodeHash> stateOf(const QString& node);
    void setProblem(const QString& problem);

    [[nodiscard]] bool showing() const;
    [[nodiscard]] bool groundFits() const;
    [[nodiscard]] std::vector<TileIndex> visibleTiles() const;
    [[nodiscard]] PreviewProgress progressOfShown();
    [[nodiscard]] std::vector<PreviewTilePtr> exactTiles();

    Engine engine_;
    std::shared_ptr<const Design> design_;
    std::optional<NodesByName> named_;  ///< the nodes of design_; nothing until a caller needs a name
    QString name_;                      ///< the node to show
    PreviewView view_;
    ViewAppearance appearance_;

    BoundNodePtr shown_;
    bool bindWanted_ = false;
    bool outdated_ = false;  ///< the node to be bound may compute something else than shown_
    bool oneBit_ = false;    ///< the look is that of 1 bit
    SurfaceShown shows_ = SurfaceShown::written;
    bool another_ = false;  ///< the next design will not be an edit of design_, which is not shown any more
    int expected_ = 0;
    QString problem_;  ///< a problem of computing; the design's problems are in shown_
    PreviewGroundPtr ground_;
    PreviewTilePtr overview_;
    PreviewTilePtr rough_;  ///< the overview that cannot be improved
    PreviewTiles tiles_;

    std::optional<Point> probeWanted_;
    std::optional<Point> probing_;  ///< the sample of the newest task
    std::optional<Probe> probe_;
    std::optional<QLineF> lineWanted_;
    bool lineStale_ = false;
    std::optional<LineSamples> line_;
    bool histogramStale_ = false;
    bool histogramImproves_ = false;  ///< more samples are to be counted
    Histogram counted_;               ///< what is counted of the shown node so far
    std::optional<Histogram> histogram_;
    NodeHash histogramNode_;                ///< the node of histogram_
    std::list<KnownHistogram> histograms_;  ///< the newest first
    std::string kept_;  ///< the number whose edits keep the range; empty: the range follows
    std::optional<FieldWish> fieldWanted_;
    bool fieldStale_ = false;
    std::optional<FieldVectors> field_;
    QString shadesWanted_;                        ///< a node of the flat design; empty: none
    std::optional<RoughnessWish> roughnessWish_;  ///< the newest one
    bool roughnessWanted_ = false;
    bool roughnessStale_ = false;
    bool roughnessHeld_ = false;  ///< the measurement starts only when the user asks for it
    MeasuringProgress roughnessProgress_;
    ViewRoughnessPtr roughness_;
    QTimer viewSettled_;  ///< while the view moves, nothing of it is measured

    QHash<QString, Thumbnail> thumbnails_;
    QStringList thumbnailsWanted_;

    bool costsShown_ = false;
    QTimer costsSoon_;                   ///< while it runs, costsChanged() waits
    QHash<QString, ShownCost> costs_;    ///< the last known costs, by node
    std::weak_ptr<const Graph> hashed_;  ///< the shown graph; hashes_ has its nodes
    QHash<QString, NodeHash> hashes_;

    std::list<Task> tasks_;
    bool scheduling_ = false;
    Inbox inbox_;
    WorkerPool binder_;    ///< separate, so that an edit never waits for pictures
    WorkerPool measurer_;  ///< separate, so that pictures never wait for it
    WorkerPool pool_;      ///< last member: destroyed first, after its tasks have ended
};

}  // namespace burin::ui
