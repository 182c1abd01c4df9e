// SPDX-License-Identifier: GPL-3.0-or-later

// The part of Previews that measures the shown node.

#include "ui/model/previews/automatic_range.hpp"
#include "ui/model/previews/previews_start.hpp"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace burin::ui {

void Previews::askProbe(std::optional<Point> at) {
    probeWanted_ = at;
    if (at) return later();
    cancel(Task::Kind::probe);
    probing_.reset();
    probe_.reset();
    emit probed();
}

bool Previews::startProbe() {
    if (!probeWanted_ || !shown_ || !shown_->ready() || running(Task::Kind::probe) > 0) return false;
    const Point at = *std::exchange(probeWanted_, {});
    probing_ = at;
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
        [node = shown_](const std::stop_token& stop) { return histogramOf(*node, {}, stop); },
        [this, node = shown_](Histogram histogram) {
            histogramStale_ = histogramStale_ || shown_->hash != node->hash;
            histogramImproves_ = histogram.improves();
            counted_ = std::move(histogram);
            takeHistogram(*node);
        });
    return true;
}

/// Counts the samples that the first histogram left out, a few at a time, so that little is lost if an edit
/// stops it. The histogram changes once, at the end, and so do the colours.
bool Previews::improveHistogram() {
    if (!histogramImproves_ || histogramStale_ || running(Task::Kind::histogram) > 0 || !showing())
        return false;
    if (running(Task::Kind::improvement) > 0) return false;
    start(
        {Task::Kind::improvement, {}, {}}, pool_,
        [node = shown_, counted = counted_](const std::stop_token& stop) {
            try {
                return histogramOf(*node, counted, stop);
            } catch (const Cancelled&) {
                throw;
            } catch (...) {  // the estimate stays
                Histogram failed = counted;
                failed.problem = problemText(std::current_exception());
                return failed;
            }
        },
        [this, node = shown_](Histogram counted) {
            counted_ = std::move(counted);
            histogramImproves_ = counted_.improves();
            if (!histogramImproves_) takeHistogram(*node);
        });
    return true;
}

/// Shows what is counted of a node. A histogram of all samples is kept for when the node is shown again.
void Previews::takeHistogram(const BoundNode& node) {
    constexpr std::size_t most = 64;
    if (counted_.whole() && knownHistogram(node) == nullptr)
        histograms_.push_front({node.hash, node.somewhere(), counted_});
    if (histograms_.size() > most) histograms_.pop_back();
    histogram_ = counted_;
    histogramNode_ = node.hash;
    followRange();
    emit histogramChanged();
}

/// Shows the known histogram of a node, so that its range is certain as soon as its kept tiles appear.
/// \return whether there is one
bool Previews::recallHistogram(const BoundNode& node) {
    const Histogram* known = node.ready() ? knownHistogram(node) : nullptr;
    if (known == nullptr) return false;
    cancel(Task::Kind::histogram);
    counted_ = *known;
    histogramImproves_ = false;
    takeHistogram(node);
    return true;
}

const Histogram* Previews::knownHistogram(const BoundNode& node) const {
    const auto found = std::find_if(histograms_.begin(), histograms_.end(), [&](const KnownHistogram& known) {
        return known.node == node.hash && known.area == node.somewhere();
    });
    return found == histograms_.end() ? nullptr : &found->histogram;
}

void Previews::askShades(const QString& node) {
    shadesWanted_ = node;
    cancel(Task::Kind::shades);
    later();
}

bool Previews::startShades() {
    if (shadesWanted_.isEmpty() || !design_ || running(Task::Kind::shades) > 0) return false;
    start(
        {Task::Kind::shades, {}, {}}, pool_,
        [engine = engine_, design = design_, node = shadesWanted_](const std::stop_token& stop) {
            return hasShades(engine, design, node, stop);
        },
        [this](bool shades) { emit shadesFound(std::exchange(shadesWanted_, {}), shades); });
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

/// The automatic range covers the values of the whole node and not only those in view, so zooming does not
/// change colours.
void Previews::followRange() {
    if (!appearance_.values().automatic) kept_.clear();
    if (histogram_ && kept_.empty()) appearance_.set(inRangeOf(*histogram_, appearance_.values()));
}

/// Keeps the range of the state before the number was edited. \param number  empty: the range follows again
void Previews::keepRange(const std::string& number) {
    if (number == kept_) return;
    const bool kept = keepsRange();
    kept_.clear();
    followRange();
    kept_ = number;
    if (kept) emit histogramChanged();
}

bool Previews::keepsRange() const {
    const AppearanceValues& look = appearance_.values();
    return !kept_.empty() && histogram_ && inRangeOf(*histogram_, look) != look;
}

QString Previews::rangeState() const {
    if (keepsRange()) return tr("kept range");
    if (!appearance_.values().automatic || !histogram_) return {};
    const bool earlier = !isCurrent() || histogramNode_ != shown_->hash;
    return earlier ? Histogram().state() : histogram_->state();  // nothing of the newest state is counted yet
}

/// Forgets the measurements of a design. Wanted ones are made again for the next design.
void Previews::forgetMeasurements() {
    if (!probeWanted_ && running(Task::Kind::probe) > 0) probeWanted_ = probing_;
    if (const auto before = std::exchange(probe_, {})) {
        if (!probeWanted_) probeWanted_ = before->at;
        emit probed();
    }
    lineStale_ = lineWanted_.has_value();
    if (std::exchange(line_, {})) emit lineChanged();
    histogramStale_ = true;
    histogramImproves_ = false;
    kept_.clear();
    counted_ = {};
    histograms_.clear();
    if (std::exchange(histogram_, {})) emit histogramChanged();
    if (std::exchange(field_, {})) emit fieldChanged();
    roughness_.reset();
    outdateRoughness();
}

void Previews::askRoughness(const std::optional<RoughnessWish>& wish) {
    if (wish == roughnessWish()) return;
    roughnessWanted_ = wish.has_value();
    const bool another = wish && wish != roughnessWish_;
    if (another) {
        roughnessWish_ = wish;
        roughnessHeld_ = false;
    }
    if (another || !(roughnessWanted_ || roughnessTakesLong())) {
        outdateRoughness();
    } else {
        emit roughnessChanged();
    }
    later();
}

void Previews::measureRoughness() {
    if (!std::exchange(roughnessHeld_, false)) return;
    roughnessProgress_ = {};
    emit roughnessChanged();
    later();
}

void Previews::stopRoughness() {
    roughnessHeld_ = true;
    outdateRoughness();
}

bool Previews::roughnessTakesLong() const {
    if (!roughnessWish_ || roughnessWish_->of == RoughnessWish::Of::view || !shown_ || !shown_->ready())
        return false;
    const Rect region = roughnessRegion();
    return ViewRoughness::countable(region) && region.area() > ViewRoughness::mostSamples;
}

/// The samples of the shown node that are measured. Empty if it has no end.
Rect Previews::roughnessRegion() const {
    const Extent& extent = shown_->extent;
    switch (roughnessWish_->of) {
        case RoughnessWish::Of::view:
            return extent.clip(view_.samples);
        case RoughnessWish::Of::rectangle:
            return extent.clip(roughnessWish_->rectangle);
        case RoughnessWish::Of::surface:
            break;
    }
    return extent.bounded() ? extent.rect() : Rect{};
}

/// Tells the measurement under way to stop.
void Previews::outdateRoughness() {
    cancel(Task::Kind::roughness);
    roughnessStale_ = roughnessWish_.has_value();
    if (roughnessStale_) viewSettled_.start();
    emit roughnessChanged();
}

/// Measures once the view stands still and has its first pictures.
bool Previews::startRoughness() {
    if (!(roughnessWanted_ || roughnessTakesLong())) return false;
    if (!roughnessStale_ || roughnessHeld_ || !showing() || viewSettled_.isActive()) return false;
    if (running(Task::Kind::roughness) + running(Task::Kind::ground) > 0) return false;
    roughnessStale_ = false;
    roughnessProgress_ = {};
    start(
        {Task::Kind::roughness, {}, {}}, measurer_,
        [this, engine = engine_, node = shown_, region = roughnessRegion(),
         wish = *roughnessWish_](const std::stop_token& stop) {
            return roughnessOf(engine, node, region, wish, stop,
                               [this, stop](const Progress& progress) { takeProgress(progress, stop); });
        },
        [this](const ViewRoughnessPtr& found) {
            roughness_ = found;
            emit roughnessChanged();
        });
    return true;
}

/// Called from another thread.
void Previews::takeProgress(const Progress& progress, const std::stop_token& stop) {
    if (progress.totalSamples <= 0) return;
    const bool passed = progress.state == Progress::State::done;
    inbox_.postUnless(stop, [this, passed, share = progress.share(), left = progress.secondsLeft] {
        const int pass = roughnessProgress_.pass + (roughnessProgress_.passed ? 1 : 0);
        roughnessProgress_ = {pass, passed, share, left};
        emit roughnessProgressed();
    });
}

}  // namespace burin::ui
