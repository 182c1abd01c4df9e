// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/export_form.hpp"

#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/sinks/numbered_name.hpp"
#include "ui/export/dialog/bits_field.hpp"
#include "ui/export/dialog/export_outlook.hpp"
#include "ui/export/dialog/job_pictures.hpp"
#include "ui/export/dialog/packing_fields.hpp"
#include "ui/export/dialog/region_map.hpp"
#include "ui/export/dialog/target_fields.hpp"
#include "ui/export/machines/machine_card.hpp"
#include "ui/export/machines/machine_words.hpp"
#include "ui/export/queue/export_queue.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/folding_row.hpp"
#include "ui/words/machine_text.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace burin::ui {

ExportForm::ExportForm(Workbench workbench, ExportQueue& queue, MachineBook& book, PreflightRun& preflight,
                       QWidget* parent)
    : QWidget(parent), workbench_(workbench), queue_(queue), planner_(queue.engine()) {
    auto* const columns = new FoldingRow(this);
    columns->setContentsMargins(16, 16, 16, 16);
    columns->setSpacing(24);
    columns->addWidget(makeFields(book), 5);
    columns->addLayout(makeCards(preflight), 4);
    constexpr int typingPause = 250;  // ms
    soon_.setSingleShot(true);
    soon_.setInterval(typingPause);
    pictures_ = new JobPictures(workbench, queue, this);
    connectFields();
    connectModels();
    suggestFile();
}

QWidget* ExportForm::makeFields(MachineBook& book) {
    auto* const fields = new QWidget(this);
    target_ = new TargetFields(workbench_.theme, book, fields);
    region_ = new RegionFields(workbench_.theme, workbench_.document, fields);
    bits_ = new BitsField(workbench_.document, fields);
    packing_ = new PackingFields(workbench_.theme, fields);
    map_ = new RegionMap(workbench_.theme, fields);
    auto* const groups = new QVBoxLayout(fields);
    groups->setContentsMargins(0, 0, 0, 0);
    groups->setSpacing(FieldGroup::spacing);
    groups->addWidget(target_);
    groups->addWidget(region_);
    groups->addWidget(bits_);
    groups->addWidget(packing_);
    groups->addSpacing(8);
    groups->addWidget(map_, 1);
    return fields;
}

QLayout* ExportForm::makeCards(const PreflightRun& preflight) {
    outlook_ = new ExportOutlook(workbench_, preflight, this);
    auto* const cards = new QVBoxLayout;
    cards->setSpacing(12);
    cards->addWidget(outlook_);
    cards->addWidget(new MachineCard(workbench_.theme, query_, this));
    cards->addStretch(1);
    return cards;
}

void ExportForm::connectFields() {
    connect(target_, &TargetFields::changed, this, &ExportForm::formChanged);
    connect(target_, &TargetFields::machineChosen, this, &ExportForm::refresh);
    connect(target_, &TargetFields::bookWanted, this, &ExportForm::bookWanted);
    connect(region_, &RegionFields::changed, this, &ExportForm::formChanged);
    connect(packing_, &PackingFields::changed, this, &ExportForm::formChanged);
    connect(map_, &RegionMap::drawn, this, [this](const Rect& region) {
        region_->setRegion(region);
        formChanged();
    });
    connect(map_, &RegionMap::resized, this, &ExportForm::followPlace);
    connect(outlook_, &ExportOutlook::startsAgainChanged, this, &ExportForm::showOutlook);
    connect(outlook_, &ExportOutlook::preflightWanted, this, &ExportForm::preflightWanted);
}

void ExportForm::connectModels() {
    connect(&soon_, &QTimer::timeout, this, &ExportForm::lookAhead);
    connect(&planner_, &ExportPlanner::planned, this, &ExportForm::take);
    connect(&query_, &MachineQuery::changed, this, &ExportForm::machineAnswered);
    connect(&queue_, &ExportQueue::activeChanged, this, [this] {
        if (isVisible()) refresh();
    });
    connect(&workbench_.document, &Document::fileChanged, this, &ExportForm::suggestFile);
    connect(&workbench_.document, &Document::renamed, this, [this](const QString& before) {
        before.isEmpty() && targetChosen() ? rememberTarget() : suggestFile();
    });
    connect(&workbench_.document, &Document::changed, this, [this] {
        if (isVisible()) formChanged();
    });
    connect(&workbench_.previews, &Previews::thumbnailChanged, this, [this](const QString& node) {
        if (node == rootName()) followPicture();
    });
    connect(pictures_, &JobPictures::improved, this, &ExportForm::followPicture);
}

void ExportForm::setView(View view) {
    region_->setView(std::move(view));
}

/// Suggests the design's last target; if it has none, a file beside the design with the same base name.
void ExportForm::suggestFile() {
    const Document& document = workbench_.document;
    if (const auto last = settings_.exportTarget(document.file())) return target_->choose(*last);
    const QString folder =
        document.file().isEmpty() ? QDir::homePath() : QFileInfo(document.file()).absolutePath();
    const QString name = QFileInfo(document.title()).completeBaseName() + ".tif";
    target_->suggest(QDir(folder).filePath(QFile::decodeName(escapedName(pathOf(name)).c_str())));
}

void ExportForm::rememberTarget() {
    settings_.setExportTarget(workbench_.document.file(), target_->choice());
}

void ExportForm::chooseMachine() {
    refresh();
    target_->chooseMachine();
    formChanged();
}

bool ExportForm::targetChosen() const {
    return target_->chosen();
}

void ExportForm::confirmTarget() {
    target_->confirm();
}

void ExportForm::focusTarget() {
    target_->focusTarget();
}

bool ExportForm::toMachine() const {
    return target_->format().machine;
}

/// The description that the chosen machine has sent, or nullptr.
const MachineDescription* ExportForm::answered() const {
    const MachineEntry* const chosen = target_->machine();
    const bool known = chosen != nullptr && query_.state() == MachineQuery::State::answered;
    return known && query_.machine() == *chosen ? &query_.answer() : nullptr;
}

void ExportForm::askMachine() {
    const MachineEntry* const chosen = target_->machine();
    if (chosen == nullptr) {
        query_.forget();
    } else {
        query_.ask(*chosen);
    }
}

void ExportForm::machineAnswered() {
    const bool swaths = packing_->swathsChosen();
    packing_->limitTo(answered());
    if (packing_->swathsChosen() != swaths) return formChanged();
    showPacking();
    if (plan_) adoptMachine();
    showOutlook();
}

/// Compares the plan with what the machine has reported.
void ExportForm::adoptMachine() {
    misfit_.clear();
    const MachineDescription* const taking = answered();
    if (taking == nullptr || !plan_->job) return;
    const QString name = target_->machine()->name;
    misfit_ = misfitWords(name, *taking, *plan_->job);
    plan_->target = ExportPlan::Target::free;
    plan_->doneShare = 0;
    if (!hasUnfinishedJob(*taking)) return;
    const TransferStatus& there = taking->status;
    const bool same = taking->jobId == plan_->job->id();
    plan_->target = same ? ExportPlan::Target::begun : ExportPlan::Target::occupied;
    if (same) {
        plan_->doneShare = static_cast<double>(there.executedLines) /
                           static_cast<double>(std::max<std::int64_t>(1, there.lines));
    } else {
        plan_->whyOccupied = tr("%1 has an unfinished job: line %2 of %3 is engraved.")
                                 .arg(name, groupedText(there.executedLines), groupedText(there.lines));
    }
}

void ExportForm::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void ExportForm::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    pictures_->setPlace(0);
}

void ExportForm::refresh() {
    region_->lookAtView();
    askMachine();
    formChanged();
}

QString ExportForm::rootName() const {
    const Design& design = *workbench_.document.design();
    return design.root ? QString::fromStdString(design.nodes[*design.root].name) : QString();
}

/// The whole surface, also if the viewport shows another node; null until it is known. Until there is a sharp
/// picture, the thumbnail is a sketch of it.
SurfacePicture ExportForm::picture() const {
    Previews& previews = workbench_.previews;
    const QString root = rootName();
    const QImage image = previews.coloredThumbnail(root);  // requests the picture
    if (!previews.thumbnailIsNewest(root)) return {};
    if (const SurfacePicture sharp = pictures_->picture(); !sharp.image.isNull()) return sharp;
    const Design& design = *workbench_.document.design();
    const Size surface = design.nodes[*design.root].size.value_or(Size{});
    return {image, previews.thumbnailIsSketch(root) || pictures_->blurred(image, surface)};
}

/// Shows the newest picture, and gives it to the jobs that export the same state.
void ExportForm::followPicture() {
    pictures_->look();
    QString problem;
    if (isVisible()) showMap(region_->region(problem));
    const SurfacePicture now = picture();
    for (int i = 0; !now.image.isNull() && i < queue_.count(); ++i) {
        ExportJob* const job = queue_.job(i);
        if (job->order().design == workbench_.document.design()) job->setPicture(now);
    }
}

void ExportForm::showMap(const std::optional<Rect>& region) {
    const Design& design = *workbench_.document.design();
    const std::optional<Size> surface = design.root ? design.nodes[*design.root].size : std::nullopt;
    const bool sound = design.root && design.errorsOf(*design.root).empty();
    map_->setSurface(surface.value_or(Size{}), design.pixelUm, picture(), sound && !pictures_->failed());
    map_->setRegion(region);
    followPlace();
}

/// Has the picture made as sharp as the map can show it.
void ExportForm::followPlace() {
    if (!isVisible()) return;
    const QSizeF place = map_->drawing().size() * devicePixelRatioF();
    pictures_->setPlace(static_cast<int>(std::ceil(std::max(place.width(), place.height()))));
}

/// The order that the fields describe. \param problem  set if they describe none
std::optional<ExportOrder> ExportForm::typed(QString& problem) const {
    const std::optional<Rect> region = region_->region(problem);
    if (!region) return {};
    ExportOrder order;
    order.design = workbench_.document.design();
    order.title = workbench_.document.title();
    order.surface = *order.design->nodes[*order.design->root].size;
    order.region = *region;
    order.sink.inputs = filesRead(*order.design, kinds());
    problem = target_->fill(order);
    if (problem.isEmpty()) problem = packing_->fill(order);
    if (!problem.isEmpty()) return {};
    order.picture = picture();
    return order;
}

ExportOrder ExportForm::order() const {
    QString problem;
    ExportOrder order = *typed(problem);
    const bool begun = plan_->target == ExportPlan::Target::begun;
    order.sink.policy.resume = begun && !outlook_->startsAgain();
    order.sink.policy.force = outlook_->startsAgain();
    return order;
}

QString ExportForm::verb() const {
    const bool begun = plan_ && plan_->target == ExportPlan::Target::begun;
    if (begun && !outlook_->startsAgain()) return tr("Resume");
    return toMachine() ? tr("Engrave") : tr("Export");
}

void ExportForm::showPacking() {
    bits_->showFor(target_->format());
    packing_->showFor(target_->format(), target_->mayCompress(), answered());
}

/// Plans again after an input has changed.
void ExportForm::formChanged() {
    const MachineEntry* const chosen = target_->machine();
    if (chosen == nullptr ? query_.state() != MachineQuery::State::idle : query_.machine() != *chosen)
        askMachine();
    showPacking();

    problem_.clear();
    const std::optional<ExportOrder> order = typed(problem_);
    const std::optional<Rect> region = order ? std::optional(order->region) : std::nullopt;
    region_->showSize(region);
    showMap(region);
    conflict_ = order ? queue_.conflict(*order) : QString();
    misfit_.clear();
    plan_.reset();
    planner_.cancel();
    outlook_->keepWhatIsThere();
    if (order) soon_.start();
    emit orderChanged();
    showOutlook();
}

void ExportForm::lookAhead() {
    QString problem;
    if (const auto order = typed(problem)) planner_.request(*order);
}

void ExportForm::take(const ExportPlan& plan) {
    plan_ = plan;
    problem_ = plan.problem;
    adoptMachine();
    showOutlook();
}

/// The plan; nullptr if it is not known yet or the export cannot start.
const ExportPlan* ExportForm::knownPlan() const {
    return plan_ && plan_->problem.isEmpty() ? &*plan_ : nullptr;
}

/// Everything that prevents the export from starting.
QStringList ExportForm::problems() const {
    QStringList all = {problem_, conflict_, misfit_};
    all.removeAll({});
    return all;
}

QString ExportForm::problem() const {
    const QStringList all = problems();
    if (!all.isEmpty()) return all.front();
    if (toMachine() && query_.state() == MachineQuery::State::failed) return query_.problem();
    const ExportPlan* const plan = knownPlan();
    const bool occupied = plan != nullptr && plan->target == ExportPlan::Target::occupied;
    return occupied && !outlook_->startsAgain() ? whyOccupied(*plan) : QString();
}

QString ExportForm::whyOccupied(const ExportPlan& plan) const {
    return plan.whyOccupied.isEmpty() ? tr("%1 already exists.").arg(target_->name()) : plan.whyOccupied;
}

bool ExportForm::lookingAhead() const {
    return !plan_ && problems().isEmpty();
}

void ExportForm::showOutlook() {
    const ExportPlan* const plan = knownPlan();
    const MachineDescription* const taking = answered();
    outlook_->showPlan(plan, {.toMachine = toMachine(),
                              .bytesPerSecond = taking != nullptr ? taking->bytesPerSecond : 0,
                              .compressed = packing_->compresses()});
    outlook_->setNotices(notices());
    const bool occupied = plan != nullptr && plan->target == ExportPlan::Target::occupied;
    ready_ = plan != nullptr && problems().isEmpty() && (!toMachine() || taking != nullptr) &&
             (!occupied || outlook_->startsAgain());
    emit readyChanged();
}

QList<Notice> ExportForm::notices() const {
    QList<Notice> all;
    for (const QString& problem : problems())
        all.append({"error", Role::error, problem});
    const Design& design = *workbench_.document.design();
    if (design.root) {
        for (const NodeIndex index : design.closure(*design.root)) {
            const DesignNode& node = design.nodes[index];
            if (!node.muted) continue;
            const QString name = QString::fromStdString(node.name);
            all.append(
                {"mute", Role::warning, tr("%1 is muted and will be missing from the export.").arg(name)});
        }
    }
    if (const ExportPlan* const plan = knownPlan()) all += noticesOf(*plan);
    return all;
}

QList<Notice> ExportForm::noticesOf(const ExportPlan& plan) const {
    QList<Notice> all;
    if (!plan.fitsDisk()) {
        const QString lacking = bytesText(plan.bytes - plan.freeBytes);
        all.append(
            {"warning", Role::warning, tr("The disk lacks %1 of free space for this export.").arg(lacking)});
    }
    const QString name = target_->name();
    if (plan.target == ExportPlan::Target::begun) {
        const bool nothing = !(plan.doneShare > 0);
        const QString words =
            toMachine() ? tr("%1 has part of this job: %2 is engraved. Resume continues from there.")
            : nothing
                ? tr("An earlier export to %1 stopped before any part was finished. Resume starts it again.")
                : tr("An earlier export to %1 stopped at %2. Resume continues from there.");
        all.append(
            {"info", Role::accent,
             nothing && !toMachine() ? words.arg(name) : words.arg(name, percentText(plan.doneShare))});
    } else if (plan.target == ExportPlan::Target::occupied) {
        all.append({"warning", Role::warning, whyOccupied(plan)});
    }
    return all;
}

}  // namespace burin::ui
