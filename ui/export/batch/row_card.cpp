// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/row_card.hpp"

#include "ui/export/queue/show_in_folder.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/sketch_mark.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QStorageInfo>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int cardWidth = 248;  // px, of the picture too
constexpr int pictureHeight = 104;
constexpr int valueHeight = 18;
constexpr int nameWidth = 80;  ///< of values and figures, so that all that is beside them aligns
constexpr int valueGap = 2;
constexpr int valuesInPlace = 3;  ///< values that are always seen; others are reached by scrolling
constexpr int mostValues = 100;

QString unknownFigure() {
    return QStringLiteral("–");
}

/// `5be1 07c4 9a2f`: enough of a hash to tell two surfaces apart.
QString hashText(const std::string& hash) {
    const QString start = textOf(hash).left(12);
    return start.isEmpty() ? unknownFigure() : start.left(4) + ' ' + start.mid(4, 4) + ' ' + start.mid(8);
}

/// Negative seconds are not known yet.
QString takesText(double seconds) {
    return seconds < 0 ? unknownFigure() : estimateText(seconds);
}

QGridLayout* figureGrid() {
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(valueGap);
    grid->setColumnStretch(1, 1);
    return grid;
}

QWidget* separator(QWidget* parent) {
    auto* const line = new QFrame(parent);
    line->setProperty("look", "strip");
    line->setFixedHeight(1);
    return line;
}

}  // namespace

RowCard::RowCard(Workbench workbench, const BatchModel& model, QWidget* parent)
    : QWidget(parent), workbench_(workbench), model_(model), inquiry_(workbench.previews.engine()) {
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(12, 8, 16, 8);
    box->setSpacing(5);
    setFixedWidth(cardWidth + 28);
    picture_ = new QLabel(this);
    picture_->setObjectName("batch.picture");
    picture_->setFixedHeight(pictureHeight);
    picture_->setAlignment(Qt::AlignCenter);
    figures_ = figureGrid();
    all_ = figureGrid();
    box->addLayout(makeHead());
    box->addWidget(picture_);
    box->addWidget(makeValues(), 1);
    box->addWidget(separator(this));
    box->addLayout(figures_);
    box->addLayout(makeButtons());
    box->addWidget(separator(this));
    makeFigures();
    box->addLayout(all_);

    connect(&inquiry_, &RowInquiry::found, this, [this](const std::shared_ptr<const Design>& design) {
        design_ = design;
        refresh();
    });
    connect(&inquiry_, &RowInquiry::pictured, this, &RowCard::setPicture);
    connect(&inquiry_, &RowInquiry::planned, this, [this](const ExportPlan& plan) {
        plan_ = plan;
        showFigures();
    });
    connect(&workbench.previews.appearance(), &ViewAppearance::changed, this, &RowCard::showPicture);
    connect(&model, &BatchModel::countsChanged, this, &RowCard::refresh);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] { setRow(-1); });
    setRow(-1);
}

QLayout* RowCard::makeHead() {
    auto* const head = new QHBoxLayout;
    line_ = new QLabel(this);
    line_->setObjectName("batch.line");
    line_->setFont(workbench_.theme.font(13, 600));
    name_ = new CutLabel(workbench_.theme, {}, this);
    name_->setFont(workbench_.theme.numbers(12));
    level_ = new QLabel(this);
    level_->setFont(workbench_.theme.numbers(11));
    level_->setProperty("quiet", true);
    head->addWidget(line_);
    head->addWidget(name_, 1);
    head->addWidget(level_);
    return head;
}

/// The values that the row sets, and what is wrong with it. The part scrolls, so that the height of the card
/// does not depend on the row.
QWidget* RowCard::makeValues() {
    auto* const part = new QWidget;
    trouble_ = new QLabel(part);
    trouble_->setObjectName("batch.trouble");
    trouble_->setProperty("error", true);
    trouble_->setFont(workbench_.theme.font(12));
    trouble_->setWordWrap(true);
    trouble_->setTextFormat(Qt::PlainText);
    values_ = figureGrid();
    auto* const column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(5);
    column->addLayout(values_);
    column->addWidget(trouble_);
    column->addStretch(1);
    QScrollArea* const scroll = dialogScroll(part, this);
    scroll->setObjectName("batch.rowValues");
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumHeight(valuesInPlace * valueHeight + (valuesInPlace - 1) * valueGap);
    return scroll;
}

/// The commands for the row.
QLayout* RowCard::makeButtons() {
    open_ = dialogButton("batch.openRow", tr("Open row"), this);
    open_->setToolTip(tr("Opens the design of this row in a new window, as an unsaved design"));
    sheet_ = dialogButton("batch.sheet", tr("Job sheet..."), this);
    sheet_->setToolTip(tr("The job sheet of this row"));
    folder_ = dialogButton("batch.folder", {}, this);
    folder_->setToolTip(tr("Show in folder"));
    folder_->setAccessibleName(tr("Show in folder"));
    for (QPushButton* const button : {open_, sheet_, folder_})
        button->setProperty("small", true);
    folder_->setProperty("alone", true);
    connect(open_, &QPushButton::clicked, this, [this] { emit openWanted(design_, model_.name(row_)); });
    connect(sheet_, &QPushButton::clicked, this, [this] { emit sheetWanted(design_, model_.name(row_)); });
    connect(folder_, &QPushButton::clicked, this, [this] { showInFolder(model_.target(row_)); });
    open_->setIcon(workbench_.theme.icon("solo", Role::secondary));
    sheet_->setIcon(workbench_.theme.icon("tiles", Role::secondary));
    folder_->setIcon(workbench_.theme.icon("folder", Role::secondary));
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(open_, 1);
    buttons->addWidget(sheet_, 1);
    buttons->addWidget(folder_);
    return buttons;
}

QLabel* RowCard::addFigure(QGridLayout& grid, const QString& name, const char* objectName) {
    auto* const label = new QLabel(name, this);
    label->setProperty("secondary", true);
    label->setFont(workbench_.theme.font(12));
    label->setFixedWidth(nameWidth);
    auto* const value = new QLabel(this);
    value->setObjectName(objectName);
    value->setFont(workbench_.theme.numbers(12));
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(value, row, 1);
    return value;
}

void RowCard::makeFigures() {
    size_ = addFigure(*figures_, tr("Size"), "batch.size");
    bytes_ = addFigure(*figures_, tr("Writes"), "batch.bytes");
    time_ = addFigure(*figures_, tr("Takes"), "batch.time");
    hash_ = addFigure(*figures_, tr("Hash"), "batch.hash");
    auto* const title = new QLabel(tr("All rows"), this);
    title->setFont(workbench_.theme.font(13, 600));
    end_ = new QLabel(this);
    end_->setObjectName("batch.end");
    end_->setFont(workbench_.theme.font(12));
    end_->setProperty("quiet", true);
    auto* const head = new QHBoxLayout;
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(end_);
    all_->addLayout(head, 0, 0, 1, 2);
    toMake_ = addFigure(*all_, tr("To make"), "batch.toMake");
    allBytes_ = addFigure(*all_, tr("Writes"), "batch.allBytes");
    allTime_ = addFigure(*all_, tr("Takes"), "batch.allTime");
}

void RowCard::setRow(int row) {
    row_ = row;
    gray_ = {};
    design_ = nullptr;
    plan_.reset();
    level_->clear();
    line_->setText(row < 0 ? tr("No row") : tr("Line %1").arg(model_.lineOf(row)));
    name_->setText(row < 0 ? QString() : model_.name(row));
    showValues();
    ask();
    refresh();
}

void RowCard::ask() {
    inquiry_.cancel();
    if (row_ < 0) return;
    const auto side = static_cast<int>(cardWidth * devicePixelRatioF());
    inquiry_.ask(model_.task(), static_cast<std::size_t>(row_) + 1, side);
}

/// Lists the values that the row sets.
void RowCard::showValues() {
    while (QLayoutItem* const item = values_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (row_ < 0) return;
    const auto columns = model_.task()->plan.table().columns();
    int shown = 0;
    for (std::size_t i = 0; i < columns.size() && shown < mostValues; ++i) {
        const QString value = model_.cell(row_, static_cast<int>(i));
        if (columns[i].use != BatchColumn::Use::setting || value.isEmpty()) continue;
        QWidget* const part = values_->parentWidget();
        auto* const title = new CutLabel(workbench_.theme, textOf(columns[i].title), part);
        auto* const text = new CutLabel(workbench_.theme, value.simplified(), part);
        text->setRole(Role::text);
        for (CutLabel* const label : {title, text}) {
            label->setFont(workbench_.theme.numbers(12));
            label->setFixedHeight(valueHeight);
        }
        title->setFixedWidth(nameWidth);
        values_->addWidget(title, shown, 0);
        values_->addWidget(text, shown++, 1);
    }
}

void RowCard::refresh() {
    const QString trouble = row_ < 0 ? QString() : model_.trouble(row_);
    trouble_->setText(trouble);
    trouble_->setVisible(!trouble.isEmpty());
    picture_->setVisible(trouble.isEmpty() || !gray_.isNull());
    for (QPushButton* const button : {open_, sheet_})
        button->setEnabled(design_ != nullptr);
    folder_->setEnabled(writesFile() && model_.state(row_) == RowState::done);
    showPicture();
    showFigures();
}

void RowCard::setPicture(const QImage& gray, int level, bool sketch) {
    gray_ = gray;
    sketch_ = sketch;
    level_->setText(tr("level %1").arg(level));
    showPicture();
}

void RowCard::showPicture() {
    if (gray_.isNull()) return picture_->clear();
    const QSizeF space = QSizeF(cardWidth, pictureHeight) * devicePixelRatioF();
    QPixmap picture = QPixmap::fromImage(inColorsOf(workbench_.previews.appearance().values(), gray_))
                          .scaled(space.toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(devicePixelRatioF());
    if (sketch_) {
        QPainter painter(&picture);
        paintSketchMark(painter, workbench_.theme, workbench_.theme.font(11),
                        QRectF(QPointF(), picture.deviceIndependentSize()));
    }
    picture_->setPixmap(picture);
}

void RowCard::showFigures() {
    const Size size = row_ < 0 ? Size{} : model_.size(row_);
    const auto samples = static_cast<double>(size.width) * static_cast<double>(size.height);
    const bool known = plan_ && samples > 0 && plan_->bytes > 0;
    const double files = row_ < 0 ? 1 : static_cast<double>(model_.task()->setup.common.files());
    if (known) bytesEach_ = plan_->bytes / samples * files;
    if (known && plan_->seconds >= 0) secondsEach_ = plan_->seconds / samples * files;
    size_->setText(samples > 0 ? tr("%1 × %2 px").arg(groupedText(size.width), groupedText(size.height))
                               : unknownFigure());
    const double written = row_ < 0 ? 0 : model_.bytes(row_);
    const double bytes = bytesEach_ * samples;
    bytes_->setText(written > 0    ? bytesText(written)
                    : !known       ? unknownFigure()
                    : compresses() ? tr("at most %1").arg(bytesText(bytes))
                                   : bytesText(bytes));
    time_->setText(takesText(known && plan_->seconds >= 0 ? secondsEach_ * samples : -1));
    hash_->setText(plan_ ? hashText(plan_->hash) : unknownFigure());
    showAll();
}

/// Whether the files become smaller than their samples.
bool RowCard::compresses() const {
    return model_.task() && model_.task()->setup.common.sink.compression != Compression::none;
}

/// The bytes that the remaining rows will write, or, if no row remains, the bytes that are already written.
QString RowCard::allBytesText(double samples) const {
    if (!(samples > 0)) return model_.bytesDone() > 0 ? bytesText(model_.bytesDone()) : unknownFigure();
    if (!(bytesEach_ > 0)) return unknownFigure();
    const QString bytes = bytesText(bytesEach_ * samples);
    return compresses() ? tr("≤%1").arg(bytes) : bytes;  // the place is narrow
}

/// The figures of all rows are scaled from the row that was measured last.
void RowCard::showAll() {
    const double samples = model_.samplesToMake();
    const QString toMake = groupedText(model_.toMake());
    const int rows = model_.rowCount();
    toMake_->setText(rows == 1 ? tr("%1 of 1 row").arg(toMake)
                               : tr("%1 of %2 rows").arg(toMake, groupedText(rows)));
    const double free = freeBytes();
    const QString bytes = allBytesText(samples);
    allBytes_->setText(free < 0 ? bytes : tr("%1, %2 free").arg(bytes, bytesText(free)));
    setStyleProperty(allBytes_, "warning", free >= 0 && bytesEach_ * samples > free);
    const double seconds = secondsEach_ < 0 || !(samples > 0) ? -1 : secondsEach_ * samples;
    allTime_->setText(takesText(seconds));
    end_->setText(seconds < secondsADay ? QString() : doneWords(seconds));
    emit measured(secondsEach_);
}

/// Whether the row has a target that is a file.
bool RowCard::writesFile() const {
    const QString target = row_ < 0 ? QString() : model_.target(row_);
    return !target.isEmpty() && !target.contains("://") && target != "null:";
}

/// The free bytes on the disk of the row's file; negative if it has no file.
double RowCard::freeBytes() const {
    if (!writesFile()) return -1;
    const QStorageInfo storage(QFileInfo(model_.target(row_)).absolutePath());
    return storage.isValid() ? static_cast<double>(storage.bytesAvailable()) : -1;
}

}  // namespace burin::ui
