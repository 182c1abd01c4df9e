// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/wipe/wipe.hpp"

#include "ui/model/document/document.hpp"
#include "ui/model/document/image_design.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/threads/off_thread.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

/// The depth of the value 1 of the shown node; 0: not specified, or not known yet.
double depthShownBy(const Previews& previews) {
    const BoundNodePtr node = previews.shown();
    return node ? node->fullDepthUm : 0;
}

/// Whether previews answer no questions, because their node cannot be shown.
bool areSilent(const Previews& previews) {
    const BoundNodePtr node = previews.shown();
    return node && !node->ready();
}

/// The newest sample; nothing if it is of an earlier state of a node that cannot be shown now.
std::optional<Probe> answerOf(const Previews& previews) {
    if (areSilent(previews)) return {};
    return previews.probe();
}

/// The name of a node after an edit that has only renamed it. Renaming keeps the order of the nodes.
/// \return empty if the edit has removed the node
QString nameNow(const Design& before, const Design& now, const QString& name) {
    const auto index = before.find(name.toStdString());
    if (!index || before.nodes.size() != now.nodes.size()) return {};
    const DesignNode& node = now.nodes[*index];
    const bool other = node.kind != before.nodes[*index].kind || before.find(node.name);
    return other ? QString() : QString::fromStdString(node.name);
}

Probe noSampleAt(Point at) {
    Probe missing;
    missing.at = at;
    return missing;
}

}  // namespace

Wipe::Wipe(Workbench workbench, QObject* parent)
    : QObject(parent), workbench_(workbench), shownNow_(workbench.selection.solo()) {
    connect(this, &Wipe::changed, this, &Wipe::tellNodes);
    connect(&workbench_.selection, &Selection::soloChanged, this, &Wipe::followSolo);
    connect(&workbench_.document, &Document::fileChanged, this, [this] { setOn(false); });
    connect(&workbench_.document, &Document::changed, this, &Wipe::followDesign);
    connect(&workbench_.previews, &Previews::probed, this, &Wipe::pairProbes);
    connect(&workbench_.previews, &Previews::shownChanged, this, &Wipe::followPrediction);
    connect(&workbench_.previews, &Previews::shownChanged, this, &Wipe::pairProbes);
    connect(&workbench_.previews.appearance(), &ViewAppearance::changed, this, &Wipe::followAppearance);
}

Wipe::~Wipe() = default;

void Wipe::setOn(bool on) {
    if (on == this->on()) return;
    on ? open() : close();
    emit changed();
}

void Wipe::open() {
    constexpr double half = 0.5;
    node_ = likelyNode();
    swapped_ = false;
    mode_ = Mode::line;
    place_ = half;
    other_ = std::make_unique<Previews>(workbench_.previews.engine());
    for (Previews* previews : {&workbench_.previews, other_.get()})
        previews->setTileShare(half);
    for (const auto signal :
         {&Previews::picturesChanged, &Previews::progressChanged, &Previews::histogramChanged})
        connect(other_.get(), signal, this, &Wipe::updated);
    connect(&other_->appearance(), &ViewAppearance::changed, this, &Wipe::updated);
    for (const auto signal : {&Previews::probed, &Previews::shownChanged})
        connect(other_.get(), signal, this, &Wipe::pairProbes);
    followAppearance();
    showSecond();
    other_->setView(view_);
    if (const auto& probe = workbench_.previews.probe()) other_->askProbe(probe->at);
    if (const auto& line = workbench_.previews.lineWish()) other_->askLine(line);
}

/// Passes the second node to its previews.
void Wipe::showSecond() {
    followPrediction();
    other_->setShown(node_);
    other_->setDesign(file_ ? file_->design() : workbench_.document.design());
}

void Wipe::close() {
    other_.reset();
    file_.reset();
    probes_.reset();
    swapped_ = false;
    workbench_.previews.setTileShare(1);
}

void Wipe::swap() {
    if (!on()) return;
    swapped_ = !swapped_;
    if (probes_) std::swap(probes_->a, probes_->b);
    emit changed();
}

Previews& Wipe::of(Side side) const {
    return isShown(side) ? workbench_.previews : *other_;
}

QString Wipe::nodeOf(Side side) const {
    if (!isShown(side) && file_) return {};
    const Design& design = *workbench_.document.design();
    const QString name = !isShown(side) ? node_ : shownNow_.isEmpty() ? surfaceName() : shownNow_;
    const auto index = design.find(name.toStdString());
    return index ? QString::fromStdString(design.nodes[*index].name) : QString();
}

QString Wipe::fileOf(Side side) const {
    return file_ && !isShown(side) ? file_->file() : workbench_.document.file();
}

std::vector<Wipe::Choice> Wipe::choices() const {
    const std::shared_ptr<const ScopedDesign> open = workbench_.document.scope().nodes();
    const QString surface = surfaceName();
    std::vector<Choice> choices;
    if (!surface.isEmpty()) choices.push_back({surface, surface});
    for (std::size_t k = 0; open && k < open->flat.size(); ++k) {
        const DesignNode& node = open->design->nodes[k];
        if (!open->flat[k] || isSocket(node) || isOutput(node)) continue;
        const QString flat = QString::fromStdString(open->whole->nodes[*open->flat[k]].name);
        if (flat != surface) choices.push_back({flat, QString::fromStdString(node.name)});
    }
    return choices;
}

void Wipe::setNode(Side side, const QString& node) {
    if (!on()) return;  // A/B can end while a menu is open
    if (isShown(side)) return workbench_.selection.setSolo(node == surfaceName() ? QString() : node);
    if (file_) other_->expectAnother();
    file_.reset();
    node_ = node;
    showSecond();
    emit changed();
}

void Wipe::comparePrediction() {
    setOn(true);
    if (swapped_) swap();
    setNode(Side::b, surfaceName());
    setMode(Mode::difference);
}

bool Wipe::comparesPrediction() const {
    const bool differs = on() && mode_ == Mode::difference && !swapped_ && !file_;
    const BoundNodePtr node = workbench_.previews.shown();
    return differs && node && node->predicted && node_ == surfaceName();
}

std::optional<BookmarkComparison> Wipe::kept() const {
    if (!on() || file_) return {};
    constexpr double steps = 1000;
    BookmarkComparison now;
    if (node_ != surfaceName()) now.node = node_.toStdString();
    now.mode = comparisonModeWords[static_cast<std::size_t>(mode_)];
    now.place = std::round(place_ * steps) / steps;
    now.exchanged = swapped_;
    return now;
}

bool Wipe::showAgain(const BookmarkComparison& compared) {
    const QString node = compared.node.empty() ? surfaceName() : textOf(compared.node);
    if (!workbench_.document.design()->find(node.toStdString())) {
        setOn(false);
        return false;
    }
    setOn(true);
    if (swapped_ != compared.exchanged) swap();
    if (file_ || node_ != node) setNode(swapped_ ? Side::a : Side::b, node);
    setMode(comparisonModeOf(compared.mode));
    setPlace(compared.place);
    return true;
}

QString Wipe::openFile(const QString& file) {
    auto opened = std::make_unique<Document>(workbench_.document.kinds());
    if (file.endsWith(".burin", Qt::CaseInsensitive)) {
        const QString problem = opened->open(file);
        if (!problem.isEmpty()) return problem;
    } else {
        const QFileInfo info(file);
        if (!canBeNamed(info.absoluteFilePath())) return unnamedText({file});
        const auto image = offThread([path = info.absoluteFilePath()] { return designOfImage(path); });
        if (!image) return tr("%1 is neither a design nor a readable image.").arg(info.fileName());
        opened->reset(*image, info.fileName());
    }
    if (!on()) return {};  // A/B ended while the file was read
    other_->expectAnother();
    file_ = std::move(opened);
    node_.clear();
    showSecond();
    emit changed();
    return {};
}

QString Wipe::nameOf(Side side) const {
    const Previews& previews = of(side);
    const BoundNodePtr node = previews.shown();
    QString name = node ? node->name : nodeOf(side);
    if (file_ && !isShown(side))  // the node of the file is not known at first
        name = name.isEmpty() ? file_->title() : tr("%1 of %2").arg(name, file_->title());
    if (node && node->predicted) name = tr("%1, predicted").arg(name);
    const QString problem = previews.problem();
    return problem.isEmpty() ? name : tr("%1: %2").arg(name, problem);
}

void Wipe::setMode(Mode mode) {
    if (mode == std::exchange(mode_, mode)) return;
    emit changed();
}

void Wipe::setPlace(double share) {
    const double place = std::clamp(share, 0.0, 1.0);
    if (place == std::exchange(place_, place)) return;
    emit changed();
}

void Wipe::setView(const PreviewView& view) {
    view_ = view;
    if (other_) other_->setView(view);
}

void Wipe::askProbe(std::optional<Point> at) {
    workbench_.previews.askProbe(at);
    if (other_) other_->askProbe(at);
}

void Wipe::askLine(const std::optional<QLineF>& line) {
    workbench_.previews.askLine(line);
    if (other_) other_->askLine(line);
}

/// Keeps the last pair while only one of the nodes has answered for a new place. A node that cannot be shown
/// has no samples.
void Wipe::pairProbes() {
    if (!other_) return;
    std::optional<Probe> shown = answerOf(workbench_.previews);
    std::optional<Probe> other = answerOf(*other_);
    if (shown && areSilent(*other_)) other = noSampleAt(shown->at);
    if (other && areSilent(workbench_.previews)) shown = noSampleAt(other->at);
    if (!shown || !other) {
        probes_.reset();
    } else if (shown->at == other->at) {
        ProbePair::Sample first{*shown, depthShownBy(workbench_.previews)};
        ProbePair::Sample second{*other, depthShownBy(*other_)};
        if (swapped_) std::swap(first, second);
        probes_ = ProbePair{std::move(first), std::move(second)};
    }
    emit updated();
}

PreviewProgress Wipe::progress() const {
    PreviewProgress all = workbench_.previews.progress();
    if (!other_) return all;
    const PreviewProgress other = other_->progress();
    const auto exact = [](const PreviewProgress& side) { return side.exact || side.visible == 0; };
    all.exact = exact(all) && exact(other) && (all.exact || other.exact);
    all.visible += other.visible;
    all.there += other.there;
    all.refined += other.refined;
    return all;
}

AppearanceValues Wipe::appearance() const {
    AppearanceValues look = workbench_.previews.appearance().values();
    if (!other_ || !look.automatic) return look;
    const AppearanceValues& other = other_->appearance().values();
    look.low = std::min(look.low, other.low);
    look.high = std::max(look.high, other.high);
    return look;
}

AppearanceValues Wipe::differenceLook() const {
    AppearanceValues look = appearance();
    const double reach = std::max(look.high - look.low, AppearanceValues::leastRange) / 2;
    look.mode = AppearanceMode::difference;
    look.low = -reach;
    look.high = reach;
    return look;
}

double Wipe::fullDepthUm() const {
    const double shown = depthShownBy(workbench_.previews);
    const BoundNodePtr other = other_ ? other_->shown() : nullptr;
    return !other || !other->ready() || other->fullDepthUm == shown ? shown : 0;
}

QString Wipe::rangeState() const {
    const QString state = workbench_.previews.rangeState();
    return state.isEmpty() && other_ ? other_->rangeState() : state;
}

void Wipe::followSolo() {
    const QString& solo = workbench_.selection.solo();
    if (solo != shownNow_) shownBefore_ = std::exchange(shownNow_, solo);
    tellNodes();
}

/// Tells the graph which nodes are compared.
void Wipe::tellNodes() {
    workbench_.selection.setCompared(on() ? Selection::Compared{nodeOf(Side::a), nodeOf(Side::b)}
                                          : Selection::Compared{});
}

/// Ends A/B if the second node is no longer there. It and the surface may have other names now.
void Wipe::followDesign() {
    if (!other_) return;
    const std::shared_ptr<const Design> design = workbench_.document.design();
    if (!file_ && !design->find(node_.toStdString())) {
        const QString renamed = other_->design() ? nameNow(*other_->design(), *design, node_) : QString();
        if (renamed.isEmpty()) return setOn(false);
        return setNode(swapped_ ? Side::a : Side::b, renamed);
    }
    if (!file_) other_->setDesign(design);
    tellNodes();
}

/// The previews of the second node replace an automatic range by that of its values.
void Wipe::followAppearance() {
    if (other_) other_->appearance().set(workbench_.previews.appearance().values());
}

/// A prediction consists of depths. If a surface is the second node beside a prediction, it shows depths too.
void Wipe::followPrediction() {
    if (!other_) return;
    const BoundNodePtr node = workbench_.previews.shown();
    other_->setSurfaceShown(node && node->predicted ? SurfaceShown::depths : SurfaceShown::written);
}

/// The name of the design's surface; empty if it has none.
QString Wipe::surfaceName() const {
    const Design& design = *workbench_.document.design();
    return design.root ? QString::fromStdString(design.nodes[*design.root].name) : QString();
}

QString Wipe::likelyNode() const {
    const Design& design = *workbench_.document.design();
    const QString surface = surfaceName();
    QStringList feeding;
    if (design.root) {
        for (const DesignLink& link : design.nodes[*design.root].links)
            feeding << QString::fromStdString(link.childName);
    }
    const QString shown = shownNow_.isEmpty() ? surface : shownNow_;
    const QString selected = workbench_.document.scope().flat(workbench_.selection.active());
    const QStringList likely =
        QStringList{selected, shownBefore_.isEmpty() ? surface : shownBefore_, surface} + feeding;
    const auto found = std::find_if(likely.begin(), likely.end(), [&](const QString& node) {
        return node != shown && !node.isEmpty() && design.find(node.toStdString());
    });
    return found == likely.end() ? shown : *found;
}

}  // namespace burin::ui
