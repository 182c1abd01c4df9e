// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/bookmarks.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/workbench.hpp"
#include "ui/viewport/wipe/probe_pair.hpp"

#include <QLineF>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace burin::ui {

/// A/B: a second node beside the one that the viewport shows, with the same view, look and probe.
///
/// While A/B is on, the second node has previews of its own, which share the engine. The tiles of each node
/// then get half of the usual memory. This class draws nothing. Interface thread only.
class Wipe : public QObject {
    Q_OBJECT

  public:
    enum class Side { a, b };
    using Mode = ComparisonMode;

    explicit Wipe(Workbench workbench, QObject* parent = nullptr);
    ~Wipe() override;

    [[nodiscard]] bool on() const { return other_ != nullptr; }
    /// Begins with the shown node as A. B is the node that the user probably wants to compare with it: the
    /// selected node; otherwise the node that was shown before, the surface, or the node that feeds the
    /// surface.
    void setOn(bool on);
    /// Exchanges A and B.
    void swap();
    /// Whether the shown node is B.
    [[nodiscard]] bool swapped() const { return swapped_; }
    /// The previews of the second node; null while A/B is off.
    [[nodiscard]] Previews* other() const { return other_.get(); }
    /// \pre on()
    [[nodiscard]] Previews& of(Side side) const;
    /// Whether a side is the node that the viewport shows, rather than the second one.
    [[nodiscard]] bool isShown(Side side) const { return (side == Side::a) != swapped_; }
    /// The node of a side in the flat design; empty if it is the surface of another file. \pre on()
    [[nodiscard]] QString nodeOf(Side side) const;
    /// The file of a side's design; empty if it has none. \pre on()
    [[nodiscard]] QString fileOf(Side side) const;
    /// A node that a side can show.
    struct Choice {
        QString node;  ///< in the flat design
        QString text;  ///< its name in the open group
    };
    /// The surface, and then the other nodes of the open group.
    [[nodiscard]] std::vector<Choice> choices() const;
    /// Does nothing while A/B is off. \param node  in the flat design
    void setNode(Side side, const QString& node);
    /// Shows what the spot changes: A is the prediction of the surface and B is the surface, in the mode of
    /// differences. \pre the predicted surface is shown, or will be
    void comparePrediction();
    /// Whether this comparison is shown.
    [[nodiscard]] bool comparesPrediction() const;
    /// A/B as a bookmark keeps it; nothing while it is off, or if the second node is of another file.
    [[nodiscard]] std::optional<BookmarkComparison> kept() const;
    /// Shows what a bookmark has kept, beside the shown node. \return whether the design has the second node;
    /// if not, A/B is off
    bool showAgain(const BookmarkComparison& compared);
    /// Makes the surface of another design, or an image, the second node. It does not follow changes of the
    /// file. The interface draws meanwhile, as in Document::open(). \pre on()
    /// \return empty, or why the file is refused; then nothing has changed
    [[nodiscard]] QString openFile(const QString& file);
    /// The name of a side: its node and, if the node cannot be shown, the reason. \pre on()
    [[nodiscard]] QString nameOf(Side side) const;

    [[nodiscard]] Mode mode() const { return mode_; }
    void setMode(Mode mode);
    /// The distance of the line from the left edge, as a share of the width.
    [[nodiscard]] double place() const { return place_; }
    /// \param share  clamped to [0, 1]
    void setPlace(double share);

    /// Tells it the view of the shown node.
    void setView(const PreviewView& view);
    /// Asks for the samples at a position, as Previews::askProbe() does for the shown node alone.
    void askProbe(std::optional<Point> at);
    /// Asks both nodes for the samples along a line. \see Previews::askLine
    void askLine(const std::optional<QLineF>& line);
    /// The newest samples of both nodes at one place; nothing while A/B is off or a sample is not known yet.
    [[nodiscard]] const std::optional<ProbePair>& probes() const { return probes_; }
    /// How complete the pictures of all sides are; while A/B is off, those of the shown node.
    [[nodiscard]] PreviewProgress progress() const;
    /// The look of all sides. An automatic range includes the values of both nodes.
    [[nodiscard]] AppearanceValues appearance() const;
    /// The look of A − B: from minus to plus half of the width of that range.
    [[nodiscard]] AppearanceValues differenceLook() const;
    /// The depth of the value 1, in um, which all sides share. 0: the sides differ, or it is not specified,
    /// so that colours stand for values.
    [[nodiscard]] double fullDepthUm() const;
    /// The word for the range: \see Previews::rangeState
    [[nodiscard]] QString rangeState() const;

  signals:
    /// A/B was turned on or off, A and B were exchanged, another mode was chosen, or the line was moved.
    void changed();
    /// The second node has newer pictures or figures, or probes() changed.
    void updated();

  private:
    void open();
    void showSecond();
    void close();
    void followSolo();
    void followDesign();
    void followAppearance();
    void followPrediction();
    void pairProbes();
    void tellNodes();
    [[nodiscard]] QString surfaceName() const;
    [[nodiscard]] QString likelyNode() const;

    Workbench workbench_;
    std::unique_ptr<Previews> other_;
    std::unique_ptr<Document> file_;  ///< the file whose surface is the second node; null: it is a node of
                                      ///< the design
    QString node_;                    ///< the second node, a name in the flat design, unless there is a file
    QString shownNow_;                ///< as Selection::solo()
    QString shownBefore_;             ///< the node that was shown before that
    bool swapped_ = false;
    Mode mode_ = Mode::line;
    double place_ = 0.5;
    PreviewView view_;
    std::optional<ProbePair> probes_;
};

}  // namespace burin::ui
