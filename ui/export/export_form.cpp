// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_form.hpp"

#include "core/geometry/length.hpp"
#include "core/sinks/swaths.hpp"
#include "core/sinks/tiff_codec.hpp"
#include "core/surface/scan.hpp"
#include "ui/export/card.hpp"
#include "ui/export/export_queue.hpp"
#include "ui/export/machine_book.hpp"
#include "ui/export/machine_card.hpp"
#include "ui/export/machine_words.hpp"
#include "ui/export/preflight_run.hpp"
#include "ui/export/region_map.hpp"
#include "ui/export/surface_scales.hpp"
#include "ui/export/words.hpp"
#include "ui/model/document.hpp"
#include "ui/model/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/number_text.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int labelWidth = 96;
constexpr int rowHeight = 32;

QLineEdit* lengthField(const Theme& theme, const QString& name, QWidget* parent) {
    auto* const field = new QLineEdit(parent);
    field->setObjectName(name);
    field->setFont(theme.numbers(12));
    field->setMinimumWidth(72);
    return field;
}

/// A row of the form: its name at the left, as wide in all rows.
QLabel* rowName(const QString& text, QWidget* parent) {
    auto* const label = new QLabel(text, parent);
    label->setFixedWidth(labelWidth);
    label->setMinimumHeight(rowHeight);
    label->setProperty("secondary", true);
    return label;
}

/// Whole pixels of what was typed, with units and with a decimal comma or point.
std::optional<std::int64_t> pixelsOf(const QLineEdit& field, double pixelUm) {
    QString text = field.text().trimmed();
    text.remove(QChar(0x2009)).replace(',', '.');
    const std::optional<Length> length = parseLength(text.toStdString());
    if (!length) return {};
    const double pixels = length->wholePixels(pixelUm);
    if (!(std::abs(pixels) < 0x1p40)) return {};
    return static_cast<std::int64_t>(pixels);
}

const char* suffixOf(const QString& name) {
    for (const char* suffix : {".tif", ".tiff", ".raw", ".png"}) {
        if (name.endsWith(QLatin1String(suffix), Qt::CaseInsensitive)) return suffix;
    }
    return "";
}

}  // namespace

ExportForm::ExportForm(Session session, ExportQueue& queue, MachineBook& book, PreflightRun& preflight,
                       QWidget* parent)
    : QWidget(parent),
      session_(session),
      queue_(queue),
      book_(book),
      preflight_(preflight),
      planner_(queue.engine()) {
    makeFields();
    auto* const columns = new QHBoxLayout(this);
    columns->setContentsMargins(16, 16, 16, 16);
    columns->setSpacing(24);
    columns->addWidget(makeForm(), 5);
    auto* const right = new QVBoxLayout;
    right->setSpacing(12);
    right->addWidget(makeOutlook());
    right->addWidget(new MachineCard(session_.theme, query_, this));
    right->addStretch(1);
    columns->addLayout(right, 4);

    constexpr int typingPause = 250;  // ms
    soon_.setSingleShot(true);
    soon_.setInterval(typingPause);
    connect(&soon_, &QTimer::timeout, this, &ExportForm::lookAhead);
    connect(&planner_, &ExportPlanner::planned, this, &ExportForm::take);
    connect(&preflight_, &PreflightRun::changed, this, &ExportForm::showPreflight);
    connect(&query_, &MachineQuery::changed, this, &ExportForm::machineAnswered);
    connect(&book_, &MachineBook::changed, this, [this] {
        fillMachines();
        if (format() == Format::machine) formChanged();
    });
    connect(&queue_, &ExportQueue::activeChanged, this, [this] {
        if (isVisible()) refresh();
    });
    connect(&session_.document, &Document::fileChanged, this, [this] { setTarget({}); });
    connect(&session_.document, &Document::changed, this, [this] {
        if (isVisible()) formChanged();
    });
    connect(&session_.previews, &Previews::picturesChanged, this, [this] {
        QString problem;
        if (isVisible()) showMap(typedRegion(problem));
    });
    connect(&session_.theme, &Theme::changed, this, [this] {
        showNotices();
        showPreflight();
    });
    setTarget({});
}

void ExportForm::makeFields() {
    const Theme& theme = session_.theme;
    format_ = new QComboBox(this);
    format_->setObjectName("export.format");
    format_->addItems(
        {tr("TIFF, one file"), tr("Raw samples"), tr("PNG picture"), tr("TIFF, one file a swath")});
    format_->addItems({tr("1-bit layers, one file each"), tr("To a machine, streamed")});
    target_ = new QLineEdit(this);
    target_->setObjectName("export.target");
    targetHint_ = hintLabel(theme, {}, this);
    machines_ = new QComboBox(this);
    machines_->setObjectName("export.machine");
    machines_->setMinimumWidth(200);
    fillMachines();
    region_ = new QComboBox(this);
    region_->setObjectName("export.region");
    region_->addItem(tr("Whole surface"), static_cast<int>(Part::whole));
    region_->addItem(tr("By numbers"), static_cast<int>(Part::numbers));
    x_ = lengthField(theme, "export.x", this);
    y_ = lengthField(theme, "export.y", this);
    width_ = lengthField(theme, "export.width", this);
    height_ = lengthField(theme, "export.height", this);
    size_ = hintLabel(theme, {}, this);
    size_->setObjectName("export.size");
    scan_ = new QComboBox(this);
    scan_->setObjectName("export.scan");
    swath_ = lengthField(theme, "export.swath", this);
    swath_->setText(QStringLiteral("10 mm"));
    serpentine_ = new QCheckBox(tr("serpentine: every second row runs back"), this);
    serpentine_->setObjectName("export.serpentine");
    compression_ = new QComboBox(this);
    compression_->setObjectName("export.compression");
    for (const Compression kind :
         {Compression::none, Compression::deflate, Compression::lzw, Compression::zstd}) {
        if (kind != Compression::none && !tiffCanCompress(kind)) continue;
        compression_->addItem(QString::fromStdString(compressionText(kind)), static_cast<int>(kind));
    }

    layers_ = lengthField(theme, "export.layers", this);
    layers_->setText(QStringLiteral("16"));
    slices_ = new QCheckBox(tr("compress what goes over the network"), this);
    slices_->setObjectName("export.slices");
    offerScans();

    connect(machines_, &QComboBox::activated, this, &ExportForm::formChanged);
    connect(slices_, &QCheckBox::toggled, this, &ExportForm::formChanged);
    connect(format_, &QComboBox::activated, this,
            [this](int index) { setFormat(static_cast<Format>(index)); });
    connect(target_, &QLineEdit::textEdited, this, &ExportForm::targetTyped);
    connect(region_, &QComboBox::activated, this, [this] {
        lookAtView();
        formChanged();
    });
    for (QLineEdit* const field : {x_, y_, width_, height_, swath_, layers_})
        connect(field, &QLineEdit::textEdited, this, &ExportForm::formChanged);
    for (QComboBox* const box : {scan_, compression_})
        connect(box, &QComboBox::activated, this, &ExportForm::formChanged);
    connect(serpentine_, &QCheckBox::toggled, this, &ExportForm::formChanged);
}

QWidget* ExportForm::makeForm() {
    auto* const form = new QWidget(this);
    auto* const rows = new QVBoxLayout(form);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    const auto addRow = [&](QLabel* name, const QList<QWidget*>& widgets, bool stretch) {
        auto* const row = new QWidget(form);
        auto* const line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        line->setSpacing(8);
        line->addWidget(name);
        name->setBuddy(widgets.front());
        for (QWidget* const widget : widgets)
            line->addWidget(widget);
        if (stretch) line->addStretch(1);
        rows->addWidget(row);
        return row;
    };
    const auto addHint = [&](QLabel* hint) {
        auto* const line = new QHBoxLayout;
        line->setContentsMargins(labelWidth + 8, 0, 0, 4);
        line->addWidget(hint);
        rows->addLayout(line);
    };
    auto* const browse = new QPushButton(tr("Choose…"), form);
    browse->setObjectName("export.choose");
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &ExportForm::choose);
    addRow(rowName(tr("Write"), form), {format_}, true);
    targetRow_ = addRow(rowName(tr("To"), form), {target_, browse}, false);
    auto* const book = new QPushButton(tr("Machines…"), form);
    book->setObjectName("export.book");
    book->setAutoDefault(false);
    connect(book, &QPushButton::clicked, this, &ExportForm::bookWanted);
    machineRow_ = addRow(rowName(tr("To"), form), {machines_, book}, true);
    const QList<QWidget*> inOrder = {format_, target_, browse, machines_, book, region_};
    for (qsizetype i = 1; i < inOrder.size(); ++i)
        setTabOrder(inOrder[i - 1], inOrder[i]);
    addHint(targetHint_);
    addRow(rowName(tr("Region"), form), {region_}, true);
    const auto letter = [&](const QString& text) {
        auto* const label = new QLabel(text, form);
        label->setProperty("quiet", true);
        return label;
    };
    numbers_ = addRow(rowName({}, form),
                      {letter(tr("x")), x_, letter(tr("y")), y_, letter(tr("width")), width_,
                       letter(tr("height")), height_},
                      false);
    addHint(size_);
    scanName_ = rowName(tr("Scan"), form);
    scanRow_ = addRow(scanName_, {scan_, swath_, serpentine_}, true);
    layersRow_ = addRow(rowName(tr("Layers"), form), {layers_}, true);
    compressionRow_ = addRow(rowName(tr("Compression"), form), {compression_}, true);
    slicesRow_ = addRow(rowName({}, form), {slices_}, true);
    map_ = new RegionMap(session_.theme, form);
    connect(map_, &RegionMap::drawn, this, [this](const Rect& region) {
        region_->setCurrentIndex(region_->findData(static_cast<int>(Part::numbers)));
        fillRegion(region);
        formChanged();
    });
    rows->addSpacing(8);
    rows->addWidget(map_, 1);
    return form;
}

QWidget* ExportForm::makeOutlook() {
    const Theme& theme = session_.theme;
    auto* const outlook = new QFrame(this);
    outlook->setProperty("card", true);
    auto* const box = new QVBoxLayout(outlook);
    box->setContentsMargins(16, 12, 16, 12);
    box->setSpacing(8);
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    QLabel* label = nullptr;
    const auto add = [&](const QString& name, const QString& objectName) {
        label = new QLabel(name, outlook);
        label->setProperty("secondary", true);
        auto* const value = new QLabel(outlook);
        value->setObjectName(objectName);
        value->setFont(theme.numbers(12));
        const int row = grid->rowCount();
        grid->addWidget(label, row, 0);
        grid->addWidget(value, row, 1);
        return value;
    };
    bytes_ = add(tr("Writes"), "export.bytes");
    free_ = add(tr("Free there"), "export.free");
    freeName_ = label;
    time_ = add(tr("Takes"), "export.time");
    memory_ = add(tr("Memory"), "export.memory");
    add(tr("Computes on"), "export.backend")
        ->setText(QString::fromStdString(session_.previews.engine().backend.description()));
    box->addLayout(grid);
    auto* const preflight = new QHBoxLayout;
    preflight->setSpacing(8);
    preflightIcon_ = new QLabel(outlook);
    preflightText_ = new QLabel(outlook);
    preflightText_->setObjectName("export.preflightText");
    preflightButton_ = new QPushButton(outlook);
    preflightButton_->setObjectName("export.preflightButton");
    preflightButton_->setProperty("link", true);
    preflightButton_->setAutoDefault(false);
    connect(preflightButton_, &QPushButton::clicked, this, &ExportForm::preflightWanted);
    preflight->addWidget(preflightIcon_);
    preflight->addWidget(preflightText_, 1);
    preflight->addWidget(preflightButton_);
    box->addLayout(preflight);
    notices_ = new QVBoxLayout;
    notices_->setSpacing(6);
    box->addLayout(notices_);
    again_ = new QCheckBox(outlook);
    again_->setObjectName("export.again");
    connect(again_, &QCheckBox::toggled, this, &ExportForm::showOutlook);
    box->addWidget(again_);
    return outlook;
}

ExportForm::Format ExportForm::format() const {
    return static_cast<Format>(format_->currentIndex());
}

ExportForm::Part ExportForm::part() const {
    return static_cast<Part>(region_->currentData().toInt());
}

void ExportForm::setView(View view) {
    if (!view_) region_->insertItem(1, tr("What the viewport shows"), static_cast<int>(Part::view));
    view_ = std::move(view);
}

QString ExportForm::target() const {
    return target_->text().trimmed();
}

/// \param file  empty: beside the design, under its name
void ExportForm::setTarget(const QString& file) {
    QString shown = file;
    if (shown.isEmpty()) {
        const Document& document = session_.document;
        const QString folder =
            document.file().isEmpty() ? QDir::homePath() : QFileInfo(document.file()).absolutePath();
        shown = QDir(folder).filePath(QFileInfo(document.title()).completeBaseName() + ".tif");
    }
    target_->setText(QDir::toNativeSeparators(shown));
    targetTyped();
}

void ExportForm::chooseMachine() {
    setFormat(Format::machine);
    format_->setCurrentIndex(static_cast<int>(Format::machine));
    formChanged();
}

/// The names of the book; the one that was chosen stays.
void ExportForm::fillMachines() {
    const QString chosen = machines_->currentText();
    machines_->clear();
    for (const MachineEntry& machine : book_.machines())
        machines_->addItem(machine.name.isEmpty() ? machine.address : machine.name);
    machines_->setCurrentIndex(std::max(0, machines_->findText(chosen)));
    machines_->setEnabled(machines_->count() > 0);
}

const MachineEntry* ExportForm::machine() const {
    const int index = machines_->currentIndex();
    if (format() != Format::machine || index < 0 || index >= book_.machines().size()) return nullptr;
    return &book_.machines()[index];
}

/// What the chosen machine has said of itself.
const MachineDescription* ExportForm::answered() const {
    const MachineEntry* const chosen = machine();
    const bool known = chosen != nullptr && query_.state() == MachineQuery::State::answered;
    return known && query_.machine() == *chosen ? &query_.answer() : nullptr;
}

void ExportForm::askMachine() {
    const MachineEntry* const chosen = machine();
    if (chosen == nullptr) {
        query_.forget();
    } else {
        query_.ask(*chosen);
    }
}

void ExportForm::machineAnswered() {
    const bool swaths = swathsChosen();
    offerScans();
    if (swathsChosen() != swaths) return formChanged();
    showRows();
    if (plan_) adoptMachine();
    showOutlook();
}

/// Whether TIFFs are written.
bool ExportForm::compresses() const {
    if (format() == Format::layers) return QString(suffixOf(target())).startsWith(".tif");
    return format() == Format::tiff || format() == Format::swaths;
}

bool ExportForm::swathsChosen() const {
    return scan_->currentData().toBool();
}

/// What the machine does not take is not offered.
void ExportForm::offerScans() {
    const MachineDescription* const taking = answered();
    const bool swaths = swathsChosen();
    scan_->clear();
    if (taking == nullptr || taking->rows) scan_->addItem(tr("Rows"), false);
    if (taking == nullptr || taking->swaths) scan_->addItem(tr("Swaths"), true);
    scan_->setCurrentIndex(std::max(0, scan_->findData(swaths)));
    if (taking != nullptr && !taking->serpentine) serpentine_->setChecked(false);
    if (taking != nullptr && !taking->lz4) slices_->setChecked(false);
}

/// Joins what the machine has said to what is known of the export.
void ExportForm::adoptMachine() {
    misfit_.clear();
    const MachineDescription* const taking = answered();
    if (taking == nullptr || !plan_->job) return;
    misfit_ = misfitWords(machine()->name, *taking, *plan_->job);
    plan_->target = ExportPlan::Target::free;
    plan_->doneShare = 0;
    if (!hasUnfinishedJob(*taking)) return;
    const StreamStatus& there = taking->status;
    const bool same = taking->jobId == plan_->job->id();
    plan_->target = same ? ExportPlan::Target::begun : ExportPlan::Target::occupied;
    if (same) {
        plan_->doneShare = static_cast<double>(there.executedLines) /
                           static_cast<double>(std::max<std::int64_t>(1, there.lines));
    } else {
        plan_->whyOccupied =
            tr("%1 has an unfinished job: line %2 of %3 is engraved.")
                .arg(machine()->name, groupedText(there.executedLines), groupedText(there.lines));
    }
}

/// The suffix decides what is written.
void ExportForm::targetTyped() {
    if (format() == Format::machine) return formChanged();
    const QString name = target();
    const QString suffix = QLatin1String(suffixOf(name));
    const bool numbered = NumberedName::parse(QFile::encodeName(name).toStdString()).has_value();
    if (numbered && format() == Format::layers) return formChanged();
    if (numbered) {
        format_->setCurrentIndex(static_cast<int>(Format::swaths));
    } else if (suffix == ".raw") {
        format_->setCurrentIndex(static_cast<int>(Format::raw));
    } else if (suffix == ".png") {
        format_->setCurrentIndex(static_cast<int>(Format::png));
    } else if (!suffix.isEmpty()) {
        format_->setCurrentIndex(static_cast<int>(Format::tiff));
    }
    formChanged();
}

/// Gives the target the suffix that belongs to the format.
void ExportForm::setFormat(Format format) {
    if (format == Format::machine) return refresh();
    constexpr const char* suffixes[] = {".tif", ".raw", ".png", ".tif", ".tif"};
    QString name = target();
    name.chop(static_cast<qsizetype>(qstrlen(suffixOf(name))));
    static const QRegularExpression number("(-layer|-)?%0?\\d*d$");
    name.remove(number);
    if (format == Format::swaths) name += QStringLiteral("-%05d");
    if (format == Format::layers) name += QStringLiteral("-layer%03d");
    target_->setText(name + suffixes[static_cast<std::size_t>(format)]);
    formChanged();
}

void ExportForm::choose() {
    constexpr const char* filters[] = {"TIFF (*.tif *.tiff)", "Raw samples (*.raw)", "PNG (*.png)",
                                       "TIFF (*.tif *.tiff)", "TIFF, raw, PNG (*.tif *.tiff *.raw *.png)"};
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Export to"), target(), tr(filters[format_->currentIndex()]),
                                     nullptr, QFileDialog::DontConfirmOverwrite);
    if (file.isEmpty()) return;
    setTarget(*suffixOf(file) == '\0' ? file + (format() == Format::raw   ? ".raw"
                                                : format() == Format::png ? ".png"
                                                                          : ".tif")
                                      : file);
}

void ExportForm::fillRegion(const Rect& region) {
    const auto pixels = [](std::int64_t value) { return groupedText(value) + " px"; };
    x_->setText(pixels(region.x));
    y_->setText(pixels(region.y));
    width_->setText(pixels(region.width));
    height_->setText(pixels(region.height));
}

void ExportForm::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void ExportForm::refresh() {
    lookAtView();
    askMachine();
    formChanged();
}

void ExportForm::lookAtView() {
    if (part() != Part::view) return;
    const Design& design = *session_.document.design();
    const Size surface = design.root ? design.nodes[*design.root].size.value_or(Size{}) : Size{};
    seen_ = view_();
    if (seen_) seen_ = intersection(*seen_, {0, 0, surface.width, surface.height});
    if (seen_ && seen_->empty()) seen_.reset();
    if (seen_) fillRegion(*seen_);
}

std::optional<Rect> ExportForm::typedRegion(QString& problem) const {
    const Design& design = *session_.document.design();
    const std::optional<Size> surface = design.root ? design.nodes[*design.root].size : std::nullopt;
    if (!surface) {
        problem = tr("The surface has no size.");
        return {};
    }
    const Rect whole{0, 0, surface->width, surface->height};
    if (part() == Part::whole) return whole;
    if (part() == Part::view) {
        if (!seen_ || !whole.contains(*seen_)) problem = tr("The viewport shows no part of the surface.");
        return problem.isEmpty() ? seen_ : std::nullopt;
    }
    const auto x = pixelsOf(*x_, design.pixelUm);
    const auto y = pixelsOf(*y_, design.pixelUm);
    const auto width = pixelsOf(*width_, design.pixelUm);
    const auto height = pixelsOf(*height_, design.pixelUm);
    if (!x || !y || !width || !height) {
        problem = tr("The region needs four lengths such as 10 mm or 500 px.");
        return {};
    }
    const Rect region{*x, *y, *width, *height};
    if (region.empty()) problem = tr("The region is empty.");
    if (!region.empty() && !whole.contains(region)) {
        problem = tr("The region reaches outside of the surface, which is %1.")
                      .arg(sizeText(whole, design.pixelUm));
    }
    return problem.isEmpty() ? std::optional(region) : std::nullopt;
}

/// The whole surface, as the viewport colours it; null where that shows something else.
QImage ExportForm::picture() const {
    const PreviewTilePtr tile = session_.previews.overview();
    if (!tile || !session_.selection.solo().isEmpty()) return {};
    const Rect& blocks = tile->blocks;
    QImage gray(static_cast<int>(blocks.width), static_cast<int>(blocks.height), QImage::Format_Grayscale8);
    for (int y = 0; y < gray.height(); ++y) {
        for (int x = 0; x < gray.width(); ++x) {
            const float value = tile->value({blocks.x + x, blocks.y + y});
            gray.scanLine(y)[x] = static_cast<uchar>(std::clamp(value, 0.0F, 1.0F) * 255 + 0.5F);
        }
    }
    return colored(gray, session_.previews.look().values());
}

void ExportForm::showMap(const std::optional<Rect>& region) {
    const Design& design = *session_.document.design();
    const std::optional<Size> surface = design.root ? design.nodes[*design.root].size : std::nullopt;
    map_->setSurface(surface.value_or(Size{}), design.pixelUm, picture());
    map_->setRegion(region);
}

std::optional<std::int64_t> ExportForm::typedSwath() const {
    const auto width = pixelsOf(*swath_, session_.document.design()->pixelUm);
    constexpr std::int64_t most = 0x7fffffff;
    return width && *width > 0 && *width <= most ? width : std::nullopt;
}

/// 0 where that is no number of layers.
int ExportForm::typedLayers() const {
    constexpr int most = 65535;
    const int layers = layers_->text().trimmed().toInt();
    return layers <= most ? std::max(0, layers) : 0;
}

std::optional<ExportOrder> ExportForm::typed(QString& problem) const {
    const std::optional<Rect> region = typedRegion(problem);
    if (!region) return {};
    const MachineEntry* const streamed = machine();
    const bool toFile = format() != Format::machine;
    if (toFile && target().isEmpty()) problem = tr("Choose a file to write to.");
    if (!toFile)
        problem = streamed == nullptr ? tr("Add a machine to the address book.") : streamed->problem();
    if (!problem.isEmpty()) return {};
    ExportOrder order;
    order.design = session_.document.design();
    order.title = session_.document.title();
    order.target = toFile ? QFileInfo(target()).absoluteFilePath() : streamed->sink();
    if (!toFile) order.machine = *streamed;
    const Design& design = *order.design;
    order.surface = *design.nodes[*design.root].size;
    order.region = *region;
    order.picture = picture();
    const bool ordered = format() == Format::raw || format() == Format::machine;
    if (format() == Format::swaths || (ordered && swathsChosen())) {
        const auto width = typedSwath();
        if (!width) {
            problem = tr("Swaths need a width such as 10 mm.");
            return {};
        }
        order.scan.swathWidth = *width;
    }
    if (format() == Format::layers) {
        order.layers = typedLayers();
        if (order.layers == 0) problem = tr("Layers are 1 to 65535.");
        if (!NumberedName::parse(QFile::encodeName(target()).toStdString()))
            problem = tr("The name of layers needs a place for their number, such as layer%03d.tif.");
        if (!problem.isEmpty()) return {};
    }
    order.scan.serpentine = ordered && serpentine_->isChecked();
    if (!toFile && slices_->isChecked()) order.slices = SliceCompression::lz4;
    if (compresses()) order.compression = static_cast<Compression>(compression_->currentData().toInt());
    return order;
}

ExportOrder ExportForm::order() const {
    QString problem;
    ExportOrder order = *typed(problem);
    const bool begun = plan_->target == ExportPlan::Target::begun;
    order.policy.resume = begun && !again_->isChecked();
    order.policy.force = again_->isChecked();
    return order;
}

QString ExportForm::verb() const {
    const bool begun = plan_ && plan_->target == ExportPlan::Target::begun;
    if (begun && !again_->isChecked()) return tr("Resume");
    return format() == Format::machine ? tr("Engrave") : tr("Export");
}

/// Of the rows those that the format has a use for.
void ExportForm::showRows() {
    const bool machine = format() == Format::machine;
    const bool ordered = format() == Format::raw || machine;
    const bool swaths = format() == Format::swaths;
    const bool layers = format() == Format::layers;
    const MachineDescription* const taking = answered();
    targetRow_->setVisible(!machine);
    machineRow_->setVisible(machine);
    numbers_->setVisible(part() == Part::numbers || (part() == Part::view && seen_));
    for (QLineEdit* const field : {x_, y_, width_, height_})
        field->setReadOnly(part() == Part::view);
    scanRow_->setVisible(ordered || swaths);
    scanName_->setText(ordered ? tr("Scan") : tr("Swath width"));
    scan_->setVisible(ordered);
    serpentine_->setVisible(ordered && (taking == nullptr || taking->serpentine));
    swath_->setVisible(swaths || swathsChosen());
    layersRow_->setVisible(layers);
    compressionRow_->setVisible(compresses());
    slicesRow_->setVisible(machine && (taking == nullptr || taking->lz4));
    targetHint_->setText(swaths
                             ? tr("%05d stands for the number of the swath.")
                             : tr("%03d stands for the number of the layer: what is above (k + 0.5) / N in "
                                  "layer k."));
    targetHint_->setVisible(swaths || layers);
    free_->setVisible(!machine);
    freeName_->setVisible(!machine);
}

/// What is filled in has changed.
void ExportForm::formChanged() {
    const MachineEntry* const chosen = machine();
    if (chosen == nullptr ? query_.state() != MachineQuery::State::idle : query_.machine() != *chosen)
        askMachine();
    showRows();

    problem_.clear();
    const std::optional<ExportOrder> order = typed(problem_);
    const double pitch = session_.document.design()->pixelUm;
    size_->setText(order ? tr("%1, %2 × %3 px")
                               .arg(sizeText(order->region, pitch), groupedText(order->region.width),
                                    groupedText(order->region.height))
                         : QString());
    showMap(order ? std::optional(order->region) : std::nullopt);
    conflict_ = order ? queue_.conflict(*order) : QString();
    misfit_.clear();
    plan_.reset();
    planner_.cancel();
    again_->setChecked(false);
    if (order) soon_.start();
    showOutlook();
    showPreflight();
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

/// All that keeps it from starting.
QStringList ExportForm::problems() const {
    QStringList all = {problem_, conflict_, misfit_};
    all.removeAll({});
    return all;
}

void ExportForm::showOutlook() {
    const QString unknown = QStringLiteral("–");
    const bool known = plan_ && plan_->problem.isEmpty();
    const bool packed = compression_->isVisibleTo(this) && compression_->currentIndex() > 0;
    bytes_->setText(!known ? unknown
                           : (packed ? tr("at most %1") : QStringLiteral("%1")).arg(bytesText(plan_->bytes)));
    free_->setText(known && plan_->freeBytes >= 0 ? bytesText(plan_->freeBytes) : unknown);
    if (!known) {
        time_->setText(unknown);
    } else if (plan_->seconds < 0) {
        time_->setText(tr("timing a few places…"));
    } else {
        const double rate = answered() != nullptr ? answered()->bytesPerSecond : 0;
        const double seconds = std::max(plan_->seconds, rate > 0 ? plan_->bytes / rate : 0);
        const double left = seconds * (1 - (again_->isChecked() ? 0 : plan_->doneShare));
        time_->setText(left < 1 ? tr("less than a second") : tr("about %1").arg(durationText(left)));
    }
    memory_->setText(known ? tr("%1 of %2 for exports")
                                 .arg(QString::fromStdString(burin::bytesText(plan_->memoryBytes)),
                                      QString::fromStdString(burin::bytesText(plan_->memoryShare)))
                           : unknown);
    const bool occupied = known && plan_->target == ExportPlan::Target::occupied;
    const bool begun = known && plan_->target == ExportPlan::Target::begun;
    again_->setVisible(occupied || begun);
    const bool machine = format() == Format::machine;
    again_->setText(machine ? (begun ? tr("Start again at the first line") : tr("Give that job up"))
                    : begun ? tr("Start again and overwrite what is written")
                            : tr("Overwrite it"));
    showNotices();
    ready_ = known && problems().isEmpty() && (!machine || answered() != nullptr) &&
             (!occupied || again_->isChecked());
    emit readyChanged();
}

void ExportForm::notice(const QString& icon, int role, const QString& text) {
    auto* const row = new QWidget(this);
    row->setProperty("ground", "none");
    auto* const line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    auto* const picture = new QLabel(row);
    picture->setPixmap(session_.theme.pixmap(icon, 16, static_cast<Role>(role), devicePixelRatioF()));
    auto* const words = new QLabel(text, row);
    words->setWordWrap(true);
    words->setObjectName("export.notice");
    line->addWidget(picture, 0, Qt::AlignTop);
    line->addWidget(words, 1);
    notices_->addWidget(row);
}

void ExportForm::showNotices() {
    while (QLayoutItem* const item = notices_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    constexpr auto error = static_cast<int>(Role::error);
    constexpr auto warning = static_cast<int>(Role::warning);
    for (const QString& problem : problems())
        notice("error", error, problem);
    const Design& design = *session_.document.design();
    if (design.root) {
        for (const NodeIndex index : design.closure(*design.root)) {
            const DesignNode& node = design.nodes[index];
            if (node.muted)
                notice("mute", warning,
                       tr("%1 is muted: the export goes without it.").arg(QString::fromStdString(node.name)));
        }
    }
    if (!plan_ || !plan_->problem.isEmpty()) return;
    const QString name = machine() != nullptr ? machine()->name : QFileInfo(target()).fileName();
    if (!plan_->fitsDisk()) {
        notice("warning", warning,
               tr("The disk has %1 too little for it.").arg(bytesText(plan_->bytes - plan_->freeBytes)));
    }
    if (plan_->target == ExportPlan::Target::begun) {
        notice("info", static_cast<int>(Role::accent),
               (format() == Format::machine
                    ? tr("%1 has a part of this very job: %2 is engraved. It goes on from there.")
                    : tr("%1 was begun by an earlier export: %2 is written. It goes on from there."))
                   .arg(name, percentText(plan_->doneShare)));
    } else if (plan_->target == ExportPlan::Target::occupied) {
        notice("warning", warning,
               plan_->whyOccupied.isEmpty() ? tr("%1 is there already.").arg(name) : plan_->whyOccupied);
    }
}

void ExportForm::showPreflight() {
    const bool current = preflight_.design() == session_.document.design();
    const PreflightRun::State state = current ? preflight_.state() : PreflightRun::State::idle;
    QString icon = "info";
    Role role = Role::quiet;
    QString text = tr("Preflight has not looked at this design.");
    QString verb = tr("Run");
    if (state == PreflightRun::State::running) {
        text = tr("Preflight: %1").arg(percentText(preflight_.share()));
        verb = tr("Show");
    } else if (state == PreflightRun::State::done) {
        const auto count = static_cast<int>(preflight_.report().findings.size());
        icon = count == 0 ? "check" : "warning";
        role = count == 0 ? Role::good : Role::warning;
        text = count == 0   ? tr("Preflight found nothing.")
               : count == 1 ? tr("Preflight found one thing.")
                            : tr("Preflight found %1 things.").arg(count);
        verb = tr("Show");
    }
    preflightIcon_->setPixmap(session_.theme.pixmap(icon, 16, role, devicePixelRatioF()));
    preflightText_->setText(text);
    preflightButton_->setText(verb);
}

}  // namespace burin::ui
