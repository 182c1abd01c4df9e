// SPDX-License-Identifier: GPL-3.0-or-later

// The lines of the inspector that show the effect of a node's settings.

#include "core/kinds/form/parameters/spot.hpp"
#include "ui/inspector/code_readback.hpp"
#include "ui/inspector/contents_line.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/fact_run.hpp"
#include "ui/inspector/facts/curve_sketch.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/inspector/predicted_note.hpp"
#include "ui/inspector/reached_line.hpp"
#include "ui/inspector/section.hpp"
#include "ui/inspector/spot_meter.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/scope.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/words/number_text.hpp"

#include <QLabel>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace burin::ui {

namespace {

/// The numbers and the items of a series, for its heading; empty if the node has none.
QString seriesSummary(const DesignNode& node) {
    const auto* const given = node.values.find<std::shared_ptr<const Values>>("series");
    if (given == nullptr || !node.sound) return {};
    const Values& series = **given;
    const std::int64_t count = series.as<std::int64_t>("columns") * series.as<std::int64_t>("rows");
    const QString items =
        count == 1 ? InspectorPanel::tr("1 item") : InspectorPanel::tr("%1 items").arg(groupedText(count));
    if (series.has("csv")) return items;
    return InspectorPanel::tr("start %1, step %2, %3")
        .arg(groupedText(series.as<std::int64_t>("start")), groupedText(series.as<std::int64_t>("step")),
             items);
}

}  // namespace

/// Adds lines below the first section, and a sketch below formulas, that show the effect of the settings.
void InspectorPanel::addFacts(Section* section) {
    if (reached_ == nullptr && kind_->parameter("sal") != nullptr) {
        reached_ = new ReachedLine(section->body());
        section->add(reached_);
    }
    const ParameterDescription& last = rows_.back().row->wanted();
    if (last.key == "curve" && last.type == ParameterType::map) {
        sketch_ = new CurveSketch(workbench_.theme, section->body());
        section->add(sketch_);
    }
    if (contents_ == nullptr && kind_->parameter("ecc") != nullptr) {
        contents_ = new ContentsLine(section->body());
        section->add(contents_);
        readback_ = new QLabel(section->body());
        readback_->setObjectName("readback");
        readback_->setTextFormat(Qt::PlainText);
        readback_->setProperty("quiet", true);
        readback_->setWordWrap(true);
        readback_->setContentsMargins(0, 0, 0, 8);
        section->add(readback_);
    }
}

void InspectorPanel::showFacts() {
    const auto series = std::find_if(rows_.begin(), rows_.end(),
                                     [](const Bound& bound) { return bound.row->wanted().key == "series"; });
    if (reached_ == nullptr && contents_ == nullptr && sketch_ == nullptr && series == rows_.end()) return;
    const Design& design = *workbench_.document.design();
    const auto index = design.find(workbench_.document.scope().flat(node_).toStdString());
    const DesignNode* const node = index ? &design.nodes[*index] : nullptr;
    if (reached_ != nullptr) reached_->follow(node, design.pixelUm);
    if (contents_ != nullptr) contents_->follow(node);
    if (sketch_ != nullptr) sketch_->follow(node);
    if (series != rows_.end()) series->section->setAside(node == nullptr ? QString() : seriesSummary(*node));
}

/// A code is read back after each edit, because any node may cover it.
void InspectorPanel::followCode() {
    if (readback_ == nullptr) return;
    if (codeRun_ == nullptr)
        codeRun_ = new FactRun<CodeReadback>(workbench_.previews.engine(), this, [this] { showCode(); });
    codeRun_->follow(workbench_.document.design(), workbench_.document.scope().flat(node_).toStdString());
    showCode();
}

/// A result of an earlier state is gray. It stays while a value is wrong, so that the rows below do not move.
void InspectorPanel::showCode() {
    if (readback_ == nullptr) return;
    const CodeFact& fact = codeRun_->fact();
    const bool running = codeRun_->running();
    const DesignNode* const node = workbench_.document.node(node_);
    const bool wrong = node != nullptr && !node->sound;
    const QString reading = tr("Reading the code back...");
    const QString before = readback_->text();
    const bool stays = wrong && fact.words.isEmpty() && !before.isEmpty() && before != reading;
    readback_->setEnabled(!running && !stays);
    if (stays) return;
    readback_->setText(running && !wrong && fact.words.isEmpty() ? reading : fact.words);
    setStyleProperty(readback_, "quiet", !fact.wrong);
    setStyleProperty(readback_, "warning", fact.wrong);
    readback_->setVisible(!readback_->text().isEmpty());
}

/// A section for what the spot engraves.
Section* InspectorPanel::addPredictedSection() {
    predictedSection_ = addSection(tr("Predicted"));
    predictedSection_->setAside(tr("linear model"));
    return predictedSection_;
}

/// The effect of a compensation, below its settings.
void InspectorPanel::addEffect() {
    Section* section = addPredictedSection();
    effect_ = new QLabel(section->body());
    effect_->setObjectName("effect");
    effect_->setWordWrap(true);
    section->add(effect_);
}

/// How the surface that the spot engraves differs, below the spot.
void InspectorPanel::addPredicted() {
    Section* section = addPredictedSection();
    predicted_ = new PredictedNote(workbench_.theme, section->body());
    connect(predicted_, &PredictedNote::placeWanted, this, &InspectorPanel::placeWanted);
    connect(predicted_, &PredictedNote::compensationWanted, this, &InspectorPanel::compensationWanted);
    section->add(predicted_);
}

/// A surface without a spot has no prediction.
void InspectorPanel::followSpot() {
    if (predictedSection_ == nullptr) return;
    const std::shared_ptr<const Design> design = workbench_.document.design();
    const bool predictable = predicted_ == nullptr || design->job.find<LaserSpot>("spot") != nullptr;
    if (predictable && spotRun_ == nullptr)
        spotRun_ = new FactRun<SpotMeter>(workbench_.previews.engine(), this, [this] { showSpot(); });
    if (predictable) {
        spotRun_->follow(design, workbench_.document.scope().flat(node_).toStdString());
    } else if (spotRun_ != nullptr) {
        spotRun_->stop();
    }
    showSpot();
}

/// A result of an earlier state is gray.
void InspectorPanel::showSpot() {
    if (predictedSection_ == nullptr) return;
    if (spotRun_ == nullptr) return predictedSection_->hide();
    const SpotFact& fact = spotRun_->fact();
    const bool running = spotRun_->running();
    if (effect_ != nullptr) {
        effect_->setEnabled(!running);
        effect_->setText(running && fact.words.isEmpty() ? tr("Measuring the effect of the spot...")
                                                         : fact.words);
    }
    if (predicted_ != nullptr) predicted_->showFact(fact, running);
    predictedSection_->setVisible(running || fact.difference || !fact.words.isEmpty());
}

}  // namespace burin::ui
