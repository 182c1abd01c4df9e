// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_fields.hpp"

#include "ui/export/batch/table_field.hpp"
#include "ui/export/dialog/packing_fields.hpp"
#include "ui/export/dialog/target_fields.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/folding_row.hpp"

#include <QCheckBox>
#include <QVBoxLayout>

namespace burin::ui {

BatchFields::BatchFields(Workbench workbench, MachineBook& book, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      book_(book),
      table_(new TableField(workbench.theme, this)),
      target_(new TargetFields(workbench.theme, book, this, TargetFields::Names::pattern)),
      region_(new RegionFields(workbench.theme, workbench.document, this)),
      packing_(new PackingFields(workbench.theme, this)),
      leaveDone_(box("batch.leaveDone", tr("&leave rows that are done"),
                     tr("Otherwise all rows run again and overwrite their files."))),
      keepGoing_(box("batch.keepGoing", tr("continue after a &failure"),
                     tr("Otherwise a row that fails ends the batch."))),
      ask_(box("batch.ask", tr("&ask before each row"), tr("To change the work piece, for example."))) {
    setObjectName("batch.fields");
    leaveDone_->setChecked(true);
    auto* const left = new QVBoxLayout;
    auto* const right = new QVBoxLayout;
    for (QVBoxLayout* const column : {left, right})
        column->setSpacing(FieldGroup::spacing);
    left->addWidget(table_);
    left->addWidget(target_);
    left->addStretch(1);
    right->addWidget(region_);
    right->addWidget(packing_);
    auto* const boxes = new FoldingRow;
    boxes->setSpacing(0);
    auto* const first = new QVBoxLayout;
    first->setSpacing(0);
    first->setContentsMargins(0, 0, 16, 0);
    first->addWidget(leaveDone_);
    first->addWidget(ask_);
    auto* const second = new QVBoxLayout;
    second->setContentsMargins(0, 0, 0, 0);
    second->addWidget(keepGoing_);
    second->addStretch(1);
    boxes->addLayout(first);
    boxes->addLayout(second, 1);
    right->addLayout(boxes);
    right->addStretch(1);
    auto* const columns = new FoldingRow(this);
    columns->setContentsMargins(16, 12, 16, 8);
    columns->setSpacings(24, FieldGroup::spacing);
    columns->addLayout(left, 5);
    columns->addLayout(right, 4);
    target_->setFile(QStringLiteral("{name}.tif"));
    connectFields();
    packing_->showFor(target_->format(), target_->mayCompress(), nullptr);
    keeps_ = true;
    restore();
}

QCheckBox* BatchFields::box(const char* name, const QString& text, const QString& hint) {
    auto* const made = new QCheckBox(text, this);
    made->setObjectName(name);
    made->setToolTip(hint);
    connect(made, &QCheckBox::toggled, this, &BatchFields::fieldsChanged);
    return made;
}

void BatchFields::connectFields() {
    connect(table_, &TableField::changed, this, &BatchFields::fieldsChanged);
    connect(table_, &TableField::createWanted, this, &BatchFields::createWanted);
    connect(target_, &TargetFields::changed, this, &BatchFields::fieldsChanged);
    connect(target_, &TargetFields::machineChosen, this, &BatchFields::fieldsChanged);
    connect(target_, &TargetFields::bookWanted, this, &BatchFields::bookWanted);
    connect(region_, &RegionFields::changed, this, &BatchFields::fieldsChanged);
    connect(packing_, &PackingFields::changed, this, &BatchFields::fieldsChanged);
    connect(&workbench_.document, &Document::fileChanged, this, &BatchFields::restore);
    connect(&workbench_.document, &Document::renamed, this, &BatchFields::fieldsChanged);
}

void BatchFields::setView(RegionFields::View view) {
    region_->setView(std::move(view));
}

void BatchFields::setTable(const QString& file) {
    table_->setTable(file);
}

/// If the design has no batch yet, the typed input stays.
void BatchFields::restore() {
    const std::optional<Settings::Batch> last = settings_.batch(workbench_.document.file());
    if (!last) return;
    keeps_ = false;  // do not store a choice that is only partly restored
    table_->setTable(last->table);
    target_->choose(last->target);
    if (!last->region.isEmpty()) region_->choose(last->region);
    if (!last->packing.isEmpty()) packing_->choose(last->packing);
    keepGoing_->setChecked(last->keepGoing);
    ask_->setChecked(last->ask);
    keeps_ = true;
    fieldsChanged();
}

void BatchFields::continueThis() {
    overwriting_ = {table_->table(), target_->choice()};
    leaveDone_->setChecked(true);
}

bool BatchFields::makesAllAgain() const {
    return !leaveDone_->isChecked();
}

void BatchFields::fieldsChanged() {
    packing_->showFor(target_->format(), target_->mayCompress(), nullptr);
    if (!keeps_) return;
    settings_.setBatch(workbench_.document.file(),
                       {table_->table(), target_->choice(), region_->choice(), packing_->choice(),
                        keepGoing_->isChecked(), ask_->isChecked()});
    emit changed();
}

std::optional<BatchSetup> BatchFields::setup(QString& problem) const {
    BatchSetup setup;
    ExportOrder& common = setup.common;
    common.design = workbench_.document.design();
    common.title = workbench_.document.title();
    setup.table = table_->table();
    if (setup.table.isEmpty()) problem = tr("Choose a table, or create one.");
    const std::optional<Rect> region = region_->region(problem);
    if (!problem.isEmpty() || !region) return {};
    const Size surface = *common.design->nodes[*common.design->root].size;
    if (*region != Rect{0, 0, surface.width, surface.height}) {
        setup.region =
            QString("%1,%2,%3,%4").arg(region->x).arg(region->y).arg(region->width).arg(region->height);
    }
    problem = target_->fill(common);
    if (problem.isEmpty()) problem = packing_->fill(common);
    setup.machines = book_.machines();
    setup.leaveDone = leaveDone_->isChecked();
    setup.overwrites = setup.leaveDone && overwriting_ == std::pair(table_->table(), target_->choice());
    setup.keepGoing = keepGoing_->isChecked();
    setup.ask = ask_->isChecked();
    return problem.isEmpty() ? std::optional(setup) : std::nullopt;
}

}  // namespace burin::ui
