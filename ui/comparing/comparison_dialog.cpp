// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparing/comparison_dialog.hpp"

#include "core/engraving/comparing/comparison_text.hpp"
#include "core/engraving/comparing/part_comparison.hpp"
#include "core/engraving/comparing/residual_file.hpp"
#include "core/engraving/comparing/shift_search.hpp"
#include "ui/comparing/comparison_figures.hpp"
#include "ui/comparing/difference_view.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/model/dropped_file.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/settings.hpp"
#include "ui/model/threads/off_thread.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/folding_row.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QScreen>
#include <QVBoxLayout>

#include <numbers>

namespace burin::ui {

namespace {

constexpr int fieldsWidth = 288;
constexpr double mostTurn = 180;

void addRow(QGridLayout& grid, const QString& title, QWidget* field) {
    auto* const label = new QLabel(title);
    label->setProperty("secondary", true);
    label->setBuddy(field);
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(field, row, 1);
}

}  // namespace

ComparisonDialog::ComparisonDialog(Workbench workbench, QWidget* parent)
    : QDialog(parent),
      workbench_(workbench),
      run_(new ComparisonRun(workbench.previews.engine(), this)),
      icon_(new QLabel(this)),
      title_(new QLabel(this)),
      hint_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      figures_(new ComparisonFigures(workbench.theme)),
      picture_(new DifferenceView(workbench.theme)) {
    setObjectName("comparison.dialog");
    setWindowTitle(tr("Compare with a measured part"));
    setModal(false);
    setAcceptDrops(true);
    resize(firstSize({976, 736}, screen()->availableSize()));
    icon_->setFixedSize(24, 24);
    title_->setObjectName("comparison.title");
    title_->setFont(workbench.theme.font(18, 600));
    title_->setWordWrap(true);
    hint_->setObjectName("comparison.hint");
    hint_->setProperty("secondary", true);
    hint_->setWordWrap(true);
    hint_->setContentsMargins(52, 0, 16, 8);
    keepLine(*hint_);
    keepRoom(*bar_);
    bar_->setRange(0, 1000);
    bar_->setTextVisible(false);
    bar_->setFixedHeight(4);
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(16, 16, 16, 8);
    head->setSpacing(12);
    head->addWidget(icon_, 0, Qt::AlignTop);
    head->addWidget(title_, 1);
    auto* const content = new QWidget;
    auto* const parts = new FoldingRow(content);
    parts->setContentsMargins(16, 12, 16, 12);
    parts->setSpacing(24);
    parts->addWidget(makeFields());
    parts->addWidget(picture_, 1);
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(head);
    box->addWidget(hint_);
    box->addWidget(bar_);
    box->addWidget(dialogScroll(content, this), 1);
    box->addWidget(makeFoot());
    connect(run_, &ComparisonRun::changed, this, &ComparisonDialog::refresh);
    connect(&workbench_.document, &Document::changed, this, &ComparisonDialog::followDesign);
    // Another design does not have the part.
    connect(&workbench_.document, &Document::fileChanged, this, [this] { emit partPlaced({}); });
    connect(&workbench_.theme, &Theme::changed, this, &ComparisonDialog::refresh);
    connect(picture_, &DifferenceView::picked, this, [this](QPoint sample) {
        QRectF around(0, 0, 64, 64);
        around.moveCenter(onSurface(sample));
        emit areaWanted(around);
    });
    followDesign();
}

QWidget* ComparisonDialog::makeFields() {
    const Theme& theme = workbench_.theme;
    auto* const fields = new QWidget;
    fields->setFixedWidth(fieldsWidth);
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    file_ = new QLineEdit;
    file_->setObjectName("comparison.file");
    file_->setFont(theme.numbers(12));
    file_->setPlaceholderText(tr(".x3p or .gsf"));
    file_->setAcceptDrops(false);  // a dropped file goes to the dialog; the field would show its address
    connect(file_, &QLineEdit::textChanged, this, &ComparisonDialog::refresh);
    connect(file_, &QLineEdit::returnPressed, this, &ComparisonDialog::compare);
    addRow(*grid, tr("Measured file"), file_);
    auto* const choose = dialogButton("comparison.choose", tr("Choose..."), fields);
    connect(choose, &QPushButton::clicked, this, &ComparisonDialog::chooseFile);
    grid->addWidget(choose, grid->rowCount(), 1);
    atX_ = addLength(*grid, "comparison.at-x", tr("Expected at x"), tr("middle"));
    atY_ = addLength(*grid, "comparison.at-y", tr("Expected at y"), tr("middle"));
    auto* const view = dialogButton("comparison.view", tr("Middle of the view"), fields);
    connect(view, &QPushButton::clicked, this, &ComparisonDialog::expectView);
    grid->addWidget(view, grid->rowCount(), 1);
    reach_ = addLength(*grid, "comparison.search", tr("Search around"), tr("a quarter of the part"));
    turn_ = new QuantityField;
    turn_->setObjectName("comparison.turn");
    turn_->setRule({.length = false, .unit = "deg"});
    turn_->setQuantity(Length{3});
    turn_->setTip(tr("The largest turn to either side"));
    turn_->setFont(theme.numbers(12));
    addRow(*grid, tr("Turned up to"), turn_);
    tolerance_ = addLength(*grid, "comparison.tolerance", tr("Tolerance"), tr("none"));
    form_ = new SegmentedSwitch(theme, {tr("None"), tr("Plane")});
    form_->setObjectName("comparison.form");
    form_->setToolTip(tr("Whether the tilt of the part is subtracted"));
    form_->setChosen(1);
    addRow(*grid, tr("Form"), form_);
    auto* const column = new QVBoxLayout(fields);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    column->addLayout(grid);
    column->addWidget(figures_);
    column->addStretch(1);
    return fields;
}

QuantityField* ComparisonDialog::addLength(QGridLayout& grid, const char* id, const QString& title,
                                           const QString& empty) {
    auto* const field = new QuantityField;
    field->setObjectName(id);
    field->setClearable(true);
    field->setPlaceholderText(empty);
    field->setFont(workbench_.theme.numbers(12));
    connect(field, &QuantityField::cleared, field, [field] { field->setQuantity({}); });
    addRow(grid, title, field);
    return field;
}

QWidget* ComparisonDialog::makeFoot() {
    QHBoxLayout* const buttons = dialogFoot(this);
    QWidget* const foot = buttons->parentWidget();
    show_ = dialogButton("comparison.show", tr("Show on the surface"), foot);
    csv_ = dialogButton("comparison.csv", tr("CSV..."), foot);
    save_ = dialogButton("comparison.save", tr("Save the differences..."), foot);
    stop_ = dialogButton("comparison.stop", tr("Stop"), foot);
    compare_ = dialogButton("comparison.compare", tr("Compare"), foot);
    compare_->setProperty("primary", true);
    auto* const close = dialogButton("comparison.close", tr("Close"), foot);
    buttons->addWidget(show_);
    buttons->addWidget(csv_);
    buttons->addWidget(save_);
    buttons->addStretch(1);
    buttons->addWidget(stop_);
    buttons->addWidget(compare_);
    buttons->addWidget(close);
    connect(show_, &QPushButton::clicked, this, [this] { emit areaWanted(outline().boundingRect()); });
    connect(csv_, &QPushButton::clicked, this, &ComparisonDialog::saveCsv);
    connect(save_, &QPushButton::clicked, this, &ComparisonDialog::saveDifferences);
    connect(stop_, &QPushButton::clicked, run_, &ComparisonRun::stop);
    connect(compare_, &QPushButton::clicked, this, &ComparisonDialog::compare);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return foot;
}

void ComparisonDialog::setFile(const QString& file) {
    file_->setText(file);
}

void ComparisonDialog::chooseFile() {
    const QString design = workbench_.document.file();
    auto* const dialog = new FileDialog(this, tr("Choose measured heights"));
    dialog->setObjectName("chooseMeasured");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Measured heights (%1)").arg(patternsOf(suffixesOf(FilesRead::What::heights))),
                            tr("All files (*)")});
    const QString last = Settings().imageFolder(design);
    dialog->setDirectory(!file_->text().isEmpty() ? QFileInfo(file_->text()).absolutePath()
                         : last.isEmpty()         ? workbench_.document.folder()
                                                  : last);
    connect(dialog, &QFileDialog::fileSelected, this, [this, design](const QString& file) {
        Settings().setImageFolder(design, QFileInfo(file).absolutePath());
        setFile(file);
    });
    dialog->open();
}

/// Expects the part in the middle of the view.
void ComparisonDialog::expectView() {
    const std::optional<Rect> view = view_ ? view_() : std::nullopt;
    if (!view) return;
    const auto middle = [](std::int64_t from, std::int64_t size) {
        return Length{static_cast<double>(from) + static_cast<double>(size / 2)};
    };
    atX_->setQuantity(middle(view->x, view->width));
    atY_->setQuantity(middle(view->y, view->height));
}

void ComparisonDialog::compare() {
    if (file_->text().trimmed().isEmpty()) return chooseFile();
    const QString problem = problemOfFields();
    if (!problem.isEmpty()) return warn(problem);
    run_->start(workbench_.document.design(), wish());
}

QString ComparisonDialog::problemOfFields() const {
    for (const QuantityField* field : {atX_, atY_, reach_, turn_, tolerance_}) {
        if (!field->problem().isEmpty()) return field->problem();
    }
    for (const QuantityField* field : {reach_, tolerance_}) {
        if (field->quantity() && !(field->quantity()->value > 0))
            return tr("Search and tolerance are lengths above 0, or empty.");
    }
    if (!turn_->quantity() || turn_->quantity()->value < 0 || turn_->quantity()->value > mostTurn)
        return tr("A part is turned by 0 to 180 degrees.");
    return {};
}

ComparisonWish ComparisonDialog::wish() const {
    const double pixelUm = workbench_.document.design()->pixelUm;
    const auto px = [pixelUm](const QuantityField* field) {
        return field->quantity() ? std::optional(field->quantity()->pixels(pixelUm)) : std::nullopt;
    };
    const auto um = [pixelUm](const QuantityField* field) {
        return field->quantity() ? std::optional(field->quantity()->micrometres(pixelUm)) : std::nullopt;
    };
    ComparisonWish wish;
    wish.file = file_->text().trimmed();
    wish.atX = px(atX_);
    wish.atY = px(atY_);
    wish.reachUm = um(reach_);
    wish.mostTurn = turn_->quantity()->value;
    wish.plane = form_->chosen() == 1;
    wish.toleranceUm = um(tolerance_).value_or(0);
    return wish;
}

void ComparisonDialog::followDesign() {
    for (QuantityField* field : {atX_, atY_, reach_, tolerance_})
        field->setRule({.length = true, .unit = {}, .pitchUm = workbench_.document.design()->pixelUm});
    refresh();
}

void ComparisonDialog::refresh() {
    using State = ComparisonRun::State;
    const State state = run_->state();
    const bool running = state == State::running;
    const PartFindingsPtr& findings = run_->findings();
    QString icon = "info";
    Role role = Role::accent;
    QString title = tr("Choose the measured heights of a part");
    QString hint = tr("Finds the part on the surface and shows the differences.");
    if (running) {
        title = tr("Comparing the part with the surface");
        hint = tr("%1 done.").arg(percentText(run_->share()));
    } else if (state == State::stopped) {
        title = tr("The comparison was stopped");
        hint.clear();
    } else if (state == State::failed) {
        icon = "error";
        role = Role::error;
        title = tr("The comparison failed");
        hint = run_->problem();
    } else if (findings && !matches(findings->found)) {
        icon = "warning";
        role = Role::warning;
        title = tr("The part does not match (%1)").arg(fixedText(findings->found.correlation, 2));
        hint = findings->found.correlation < leastCorrelation
                   ? tr("Check the expected place, how far around it to search, and mirroring.")
               : !findings->found.withinLimits
                   ? tr("The best fit lies beyond the limits of search and turn. Check them, and the "
                        "expected place.")
                   : tr("So few heights can match by chance. Measure a larger part.");
    } else if (findings && findings->found.ambiguous) {
        icon = "warning";
        role = Role::warning;
        title = tr("The part matches at several places");
        hint = tr("The studio takes the one nearest to the expected place.");
    } else if (findings) {
        icon = "check";
        role = Role::good;
        title = tr("The part is found on the surface");
        hint.clear();
    }
    if (findings && findings->design != workbench_.document.design())
        hint += ' ' + tr("The design has changed since then.");
    icon_->setPixmap(workbench_.theme.pixmap(icon, 24, role, devicePixelRatioF()));
    title_->setText(title);
    hint_->setText(hint.trimmed());
    hint_->setVisible(!hint_->text().isEmpty());
    bar_->setVisible(running);
    bar_->setValue(static_cast<int>(run_->share() * 1000));
    stop_->setVisible(running);
    compare_->setVisible(!running);
    compare_->setEnabled(!file_->text().trimmed().isEmpty());
    if (shown_ != findings) showFindings();
    for (QPushButton* const button : {show_, csv_, save_})
        button->setEnabled(shown_ != nullptr && matches(shown_->found));
}

void ComparisonDialog::showFindings() {
    shown_ = run_->findings();
    const bool found = shown_ && matches(shown_->found);
    figures_->setFindings(found ? shown_ : nullptr);
    // Nearly all differences lie within three times their root mean square. A range that includes a few
    // outliers would hide them.
    picture_->setDifferences(
        found ? std::shared_ptr<const HeightGrid>(shown_, &shown_->found.residual) : nullptr,
        found ? scaleReaching(3 * shown_->found.sq) : 1);
    emit partPlaced(outline());
}

/// The place of a measured sample in samples of the surface.
QPointF ComparisonDialog::onSurface(QPointF measured) const {
    const Comparison& found = shown_->found;
    const HeightGrid& grid = found.residual;
    const Pose pose{found.placeUm, found.turnDegrees * std::numbers::pi / 180};
    const Vector middle{static_cast<double>(grid.size.width - 1) / 2,
                        static_cast<double>(grid.size.height - 1) / 2};
    const Vector um = pose.onSurface(
        {(measured.x() - middle.x) * grid.pitchUm.x, (measured.y() - middle.y) * grid.pitchUm.y});
    const Vector& pitch = shown_->options.surfacePitchUm;
    // Sample 0 covers 0 to 1.
    return {um.x / pitch.x + 0.5, um.y / pitch.y + 0.5};
}

QPolygonF ComparisonDialog::outline() const {
    if (!shown_ || !matches(shown_->found)) return {};
    const Size size = shown_->found.residual.size;
    const double right = static_cast<double>(size.width) - 0.5;
    const double bottom = static_cast<double>(size.height) - 0.5;
    QPolygonF corners;
    for (const QPointF& corner :
         {QPointF(-0.5, -0.5), QPointF(right, -0.5), QPointF(right, bottom), QPointF(-0.5, bottom)})
        corners << onSurface(corner);
    return corners;
}

QString ComparisonDialog::writeCsv(const QString& file) const {
    const std::string text = comparisonCsv(shown_->found, shown_->options, shown_->wish.file.toStdString());
    const QString failure = writeFile(file, QByteArray::fromStdString(text));
    return failure.isEmpty() ? failure : tr("%1 could not be written: %2.").arg(file, failure);
}

QString ComparisonDialog::writeDifferences(const QString& file) const {
    if (!isResidualName(pathOf(file))) return tr("The name must end with .gsf, .x3p or .png.");
    try {
        offThread([&, shown = shown_] {
            const std::string title = QFileInfo(shown->wish.file).fileName().toStdString();
            writeResidual(pathOf(file), shown->found.residual, title);
            return true;
        });
    } catch (const std::exception& error) {
        return errorSentences(error);
    }
    return {};
}

void ComparisonDialog::saveCsv() {
    const QString file = fileToSave(this, tr("Save the figures"), "comparison.csv", tr("Table (*.csv)"));
    if (!file.isEmpty() && shown_) warn(writeCsv(file));
}

void ComparisonDialog::saveDifferences() {
    const QString file = fileToSave(this, tr("Save the differences"), "differences.gsf",
                                    tr("Heights and pictures (*.gsf *.x3p *.png)"));
    if (!file.isEmpty() && shown_) warn(writeDifferences(file));
}

/// \param problem  empty: there is none
void ComparisonDialog::warn(const QString& problem) {
    if (!problem.isEmpty()) QMessageBox::warning(this, windowTitle(), problem);
}

void ComparisonDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    emit partPlaced(outline());
}

void ComparisonDialog::hideEvent(QHideEvent* event) {
    QDialog::hideEvent(event);
    emit partPlaced({});
}

void ComparisonDialog::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFile(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void ComparisonDialog::dropEvent(QDropEvent* event) {
    const QString file = droppedFile(*event->mimeData());
    if (file.isEmpty()) return;
    event->acceptProposedAction();
    setFile(file);
}

}  // namespace burin::ui
