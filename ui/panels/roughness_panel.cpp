// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/roughness_panel.hpp"

#include "core/engraving/measuring/measurement_text.hpp"
#include "core/export/root_blocks.hpp"
#include "ui/inspector/fields/icon_label.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/inspector/fields/typed_texts.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/model/measured_area.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/panels/roughness_plot.hpp"
#include "ui/panels/roughness_table.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/wipe/wipe.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/why_disabled.hpp"
#include "ui/words/word_button.hpp"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

constexpr int optionsWidth = 200;
/// Below these widths the options are above the table, and the plot is left out. In a panel that is also
/// low, the table has the panel for itself.
constexpr int roomForOptions = 500;
constexpr int roomForPlot = 700;
constexpr int roomAboveTable = 180;

/// The content, which scrolls up and down if the panel is low.
QScrollArea* scrolled(QWidget* content) {
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return scroll;
}

QToolButton* buttonOf(QAction* action, const QString& text) {
    auto* button = new WordButton;
    button->setObjectName(action->objectName() + "-button");
    button->setDefaultAction(action);
    button->setText(text);
    button->setToolTip(action->text());
    return button;
}

/// Whether a result will follow without an action of the user. A node that cannot be shown has no result
/// until it is changed.
bool isMeasured(const Previews* side) {
    const BoundNodePtr node = side->shown();
    return side->roughnessOutdated() && !side->roughnessWaits() && node && node->ready();
}

}  // namespace

RoughnessPanel::RoughnessPanel(Workbench workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      copy_(new QAction(tr("Copy the roughness"), this)),
      csv_(new QAction(tr("Save the roughness as CSV..."), this)),
      place_(new QLabel),
      state_(new QLabel),
      mark_(new IconLabel(workbench.theme, 14, this)),
      words_(new QLabel),
      results_(new QWidget),
      plot_(new RoughnessPlot(workbench_.theme)),
      table_(new RoughnessTable(workbench_.theme)) {
    setObjectName("roughness-panel");
    setMinimumSize(320, 92);
    copy_->setIconText(tr("Copy"));
    csv_->setIconText(tr("CSV"));
    copy_->setObjectName("viewport.roughness-copy");
    csv_->setObjectName("viewport.roughness-csv");
    connect(copy_, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(clipboardText(columns())); });
    connect(csv_, &QAction::triggered, this, &RoughnessPanel::saveCsv);
    words_->setObjectName("roughness.words");
    words_->setAlignment(Qt::AlignCenter);
    words_->setWordWrap(true);
    words_->setProperty("quiet", true);
    QWidget* options = makeOptions();
    options_ = scrolled(options);
    auto* resultRow = new QHBoxLayout(results_);
    resultRow->setContentsMargins(0, 0, 0, 0);
    resultRow->setSpacing(12);
    resultRow->addWidget(plot_, 4);
    resultRow->addWidget(table_, 6);
    pages_ = new QStackedLayout;
    pages_->addWidget(words_);
    pages_->addWidget(results_);
    parts_ = new QBoxLayout(QBoxLayout::LeftToRight, this);
    parts_->setContentsMargins(12, 6, 12, 4);
    parts_->setSpacing(16);
    parts_->addWidget(options_);
    parts_->addLayout(pages_, 1);
    options->installEventFilter(this);
    fitOptions();
    workbench_.document.pending().add(this, [this] {
        applyTypedIn(*this);
        return QString();
    });
    connect(&workbench_.previews, &Previews::roughnessChanged, this, &RoughnessPanel::showRoughness);
    connect(&workbench_.previews, &Previews::roughnessProgressed, this, &RoughnessPanel::showProgress);
    connect(&workbench_.previews, &Previews::shownChanged, this, &RoughnessPanel::showPitch);
    connect(&workbench_.theme, &Theme::changed, this, &RoughnessPanel::showTheme);
    connect(&workbench_.document, &Document::changed, this, &RoughnessPanel::followRectangle);
    followRectangle();
    showPitch();
    showTheme();
    showRoughness();
}

QWidget* RoughnessPanel::makeOptions() {
    auto* options = new QWidget;
    options->setObjectName("roughness.options");
    of_ = new SegmentedSwitch(workbench_.theme, {tr("View"), tr("Rectangle"), tr("Surface")});
    of_->setObjectName("roughness.of");
    of_->setToolTip(
        tr("The part that is measured: the view, a rectangle drawn there with Shift, or everything"));
    of_->setChosen(0);
    connect(of_, &SegmentedSwitch::picked, this, [this](int index) {
        wish_.of = static_cast<RoughnessWish::Of>(index);
        ask();
    });
    short_ = makeFilter("roughness.s-filter", &RoughnessWish::shortFilterUm);
    long_ = makeFilter("roughness.l-filter", &RoughnessWish::longFilterUm);
    short_->setTip(tr("Nesting index of the filter that removes small structures"));
    long_->setTip(tr("Nesting index of the filter that removes waves"));
    form_ = new SegmentedSwitch(workbench_.theme, {tr("None"), tr("Plane")});
    form_->setObjectName("roughness.form");
    form_->setToolTip(tr("Subtracts nothing, or the plane of least squares"));
    form_->setChosen(0);
    connect(form_, &SegmentedSwitch::picked, this, [this](int index) {
        wish_.plane = index == 1;
        ask();
    });
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    optionRows_ = grid;
    int line = 0;
    for (const auto& [text, field] :
         {std::pair<QString, QWidget*>(tr("Of"), of_), std::pair<QString, QWidget*>(tr("S-filter"), short_),
          std::pair<QString, QWidget*>(tr("L-filter"), long_),
          std::pair<QString, QWidget*>(tr("Form"), form_)}) {
        auto* label = new QLabel(text);
        label->setProperty("secondary", true);
        label->setBuddy(field);
        grid->addWidget(label, line, 0);
        grid->addWidget(field, line++, 1);
    }
    place_->setObjectName("roughness.place");
    place_->setProperty("quiet", true);
    state_->setObjectName("roughness.state");
    mark_->setObjectName("roughness.mark");
    mark_->setIcon("check", Role::good);
    run_ = new WordButton;
    run_->setObjectName("roughness.run");
    connect(run_, &QToolButton::clicked, this, &RoughnessPanel::runOrStop);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(run_);
    buttons->addWidget(buttonOf(copy_, tr("Copy")));
    buttons->addWidget(buttonOf(csv_, tr("CSV")));
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(options);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(grid);
    column->addStretch(1);
    column->addWidget(place_);
    auto* state = new QHBoxLayout;
    state->setSpacing(5);
    state->addWidget(mark_);
    state->addWidget(state_, 1);
    column->addLayout(state);
    column->addLayout(buttons);
    return options;
}

QuantityField* RoughnessPanel::makeFilter(const char* id, double RoughnessWish::*length) {
    auto* field = new QuantityField;
    field->setObjectName(id);
    field->setClearable(true);
    field->setPlaceholderText(tr("none"));
    connect(field, &QuantityField::entered, this, [this, field, length](const Length& value, bool) {
        wish_.*length = value.micrometres(field->rule().pitchUm);
        ask();
    });
    connect(field, &QuantityField::cleared, this, [this, field, length] {
        field->setQuantity({});
        wish_.*length = 0;
        ask();
    });
    return field;
}

void RoughnessPanel::setWipe(Wipe& wipe) {
    wipe_ = &wipe;
    connect(&wipe, &Wipe::changed, this, &RoughnessPanel::followWipe);
    followWipe();
}

void RoughnessPanel::followWipe() {
    Previews* const other = wipe_->other();
    const std::pair now(other, wipe_->swapped());
    if (now == std::exchange(sidesShown_, now)) return;
    if (other != nullptr) {
        connect(other, &Previews::roughnessChanged, this, &RoughnessPanel::showRoughness,
                Qt::UniqueConnection);
        connect(other, &Previews::roughnessProgressed, this, &RoughnessPanel::showProgress,
                Qt::UniqueConnection);
    }
    ask();
    showRoughness();
}

/// The measured nodes: the shown one, or A and B.
std::vector<Previews*> RoughnessPanel::sides() const {
    if (wipe_ == nullptr || !wipe_->on()) return {&workbench_.previews};
    return {&wipe_->of(Wipe::Side::a), &wipe_->of(Wipe::Side::b)};
}

/// The side whose result comes next.
const Previews& RoughnessPanel::awaited() const {
    const std::vector<Previews*> all = sides();
    const auto next = std::find_if(all.begin(), all.end(), isMeasured);
    return next == all.end() ? *all.front() : **next;
}

/// Whether a measurement waits for the user, and none is under way that could be stopped.
bool RoughnessPanel::waits() const {
    const std::vector<Previews*> all = sides();
    const auto canStop = [](const Previews* side) { return side->roughnessTakesLong() && isMeasured(side); };
    return std::any_of(all.begin(), all.end(), [](const Previews* side) { return side->roughnessWaits(); }) &&
           std::none_of(all.begin(), all.end(), canStop);
}

bool RoughnessPanel::takesLong() const {
    const std::vector<Previews*> all = sides();
    return std::any_of(all.begin(), all.end(),
                       [](const Previews* side) { return side->roughnessTakesLong(); });
}

RoughnessColumns RoughnessPanel::columns() const {
    RoughnessColumns all;
    const std::vector<Previews*> measured = sides();
    for (const Previews* side : measured) {
        const BoundNodePtr node = side->shown();
        if (measured.size() > 1 && node && !node->ready()) {  // no result follows until the node is changed
            all.push_back({nullptr, false, side->problem()});
            continue;
        }
        const ViewRoughnessPtr& found = side->roughness();
        const bool outdated = side->roughnessOutdated();
        const bool good = found && found->problem.isEmpty();
        all.push_back({good ? found : nullptr, outdated, found && !outdated ? found->problem : QString()});
    }
    return all;
}

void RoughnessPanel::ask() {
    for (Previews* side : sides())
        side->askRoughness(isVisible() ? std::optional(wish_) : std::nullopt);
}

/// Starts a measurement that is waiting; otherwise stops the one under way.
void RoughnessPanel::runOrStop() {
    const bool begin = waits();
    for (Previews* side : sides()) {
        if (begin) {
            side->measureRoughness();
        } else if (side->roughnessTakesLong() && side->roughnessOutdated()) {
            side->stopRoughness();
        }
    }
}

void RoughnessPanel::followRectangle() {
    const Rect area = measuredAreaOf(workbench_.document).value_or(Rect{});
    if (area == std::exchange(wish_.rectangle, area)) return;
    if (wish_.of == RoughnessWish::Of::rectangle) ask();
}

void RoughnessPanel::measureRectangle() {
    wish_.of = RoughnessWish::Of::rectangle;
    of_->setChosen(static_cast<int>(wish_.of));
    ask();
}

void RoughnessPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

void RoughnessPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    ask();
}

void RoughnessPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitOptions();
    options_->setVisible(width() >= roomForOptions || height() >= roomAboveTable);
    plot_->setVisible(width() >= roomForPlot);
}

/// The options change their width with the fonts and with what is measured.
bool RoughnessPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::LayoutRequest && watched == options_->widget()) fitOptions();
    return QWidget::eventFilter(watched, event);
}

/// Makes the options wide enough that no option is cut off, even beside the scroll bar of a low panel. Above
/// the table they take at most two fifths of the height.
void RoughnessPanel::fitOptions() {
    // A low panel shows three whole rows.
    const int between = height() < roomAboveTable ? 4 : 6;
    if (optionRows_->verticalSpacing() != between) optionRows_->setVerticalSpacing(between);
    const QSize content = options_->widget()->minimumSizeHint();
    const bool beside = width() >= roomForOptions;
    parts_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    if (beside) {
        const int bar = options_->verticalScrollBar()->sizeHint().width();
        const int wide = std::max(optionsWidth, content.width()) + bar;
        options_->setMinimumSize(wide, 0);
        options_->setMaximumSize(wide, QWIDGETSIZE_MAX);
    } else {
        const int high = std::min(content.height(), height() * 2 / 5);
        options_->setMinimumSize(0, high);
        options_->setMaximumSize(QWIDGETSIZE_MAX, high);
    }
}

/// A filter that is written in pixels has another length after a change of the pitch.
void RoughnessPanel::showPitch() {
    const BoundNodePtr node = workbench_.previews.shown();
    const double pitchUm = node ? node->pixelUm : 1;
    const RoughnessWish before = wish_;
    for (const auto& [field, length] :
         {std::pair(short_, &RoughnessWish::shortFilterUm), std::pair(long_, &RoughnessWish::longFilterUm)}) {
        field->setRule({.length = true, .unit = {}, .pitchUm = pitchUm});
        if (field->quantity()) wish_.*length = field->quantity()->micrometres(pitchUm);
    }
    if (wish_ != before) ask();
}

void RoughnessPanel::showRoughness() {
    const RoughnessColumns found = columns();
    const bool outdated = std::any_of(found.begin(), found.end(),
                                      [](const RoughnessColumn& column) { return column.outdated; });
    const auto good = std::find_if(found.begin(), found.end(),
                                   [](const RoughnessColumn& column) { return column.measured != nullptr; });
    const bool some = good != found.end();
    const bool over = !outdated && std::all_of(found.begin(), found.end(), [](const RoughnessColumn& column) {
        return column.measured || !column.problem.isEmpty();
    });
    const QString why = over   ? tr("the roughness cannot be measured")
                        : some ? tr("the measured roughness is outdated")
                               : tr("the roughness has not been measured yet");
    for (QAction* action : {copy_, csv_})
        enableIf(*action, some && over, why);
    table_->setRoughness(found);
    plot_->setRoughness(found);
    run_->setVisible(takesLong() && outdated);
    run_->setText(waits() ? tr("Measure") : tr("Stop"));
    run_->setIcon(workbench_.theme.icon(waits() ? "play" : "stop"));
    words_->setText(over ? found.front().problem : underWay());
    pages_->setCurrentWidget(some ? results_ : words_);
    place_->setVisible(some);
    state_->setVisible(some);
    mark_->setVisible(some && !outdated);
    if (!some) return;
    showState(*good->measured, outdated);
    showRemarks(found);
}

void RoughnessPanel::showProgress() {
    if (takesLong()) showRoughness();
}

/// Says what is happening before there are results.
QString RoughnessPanel::underWay() const {
    const Previews& previews = awaited();
    if (waits()) return tr("This takes a long time. Press Measure to start.");
    if (!previews.roughnessTakesLong()) {
        return wish_.of == RoughnessWish::Of::view        ? tr("Measuring the view...")
               : wish_.of == RoughnessWish::Of::rectangle ? tr("Measuring the rectangle...")
                                                          : tr("Measuring the surface...");
    }
    const auto& [pass, passed, share, left] = previews.roughnessProgress();
    if (passed) return tr("Computing the texture...");
    return left < 0 ? tr("Pass %1: %2").arg(QString::number(pass), percentText(share))
                    : tr("Pass %1: %2, %3 left")
                          .arg(QString::number(pass), percentText(share), durationText(left));
}

/// Says where and how the panel measured.
void RoughnessPanel::showState(const ViewRoughness& roughness, bool outdated) {
    const Rect& region = roughness.options.region;
    const double pixel = roughness.node->pixelUm;
    const auto middle = [pixel](std::int64_t from, std::int64_t size) {
        return fixedText((static_cast<double>(from) + static_cast<double>(size) / 2) * pixel / 1000, 3);
    };
    const QString count = groupedText(roughness.measured.samples);
    const QString seconds = fixedText(roughness.seconds, 2);
    const std::int64_t windows = roughness.options.sampleWindows;
    place_->setText(tr("x %1, y %2 mm").arg(middle(region.x, region.width), middle(region.y, region.height)) +
                    '\n' +
                    (windows > 0 ? tr("%1 windows of 1 024 px · %2 s").arg(windows).arg(seconds)
                     : roughness.measured.samples == 1 ? tr("1 point · %1 s").arg(seconds)
                                                       : tr("%1 points · %2 s").arg(count, seconds)));
    const bool shows = takesLong() && outdated && !waits();
    const QString now = roughness.node->predicted ? tr("level 0, predicted, linear model")
                                                  : tr("level 0, as the design is now");
    QString words = shows ? underWay() : outdated ? tr("outdated") : now;
    if (!outdated && windows > 0)
        words = sides().size() > 1 ? tr("mean of windows") : tr("mean and standard error");
    state_->setText(words);
    setStyleProperty(state_, "good", !outdated);
    setStyleProperty(state_, "quiet", outdated);
}

/// A star says that there are remarks. They are the tip.
void RoughnessPanel::showRemarks(const RoughnessColumns& columns) {
    QStringList tips;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        if (!columns[k].measured) continue;
        for (const Problem& remark : columns[k].measured->measured.remarks) {
            const QString text = problemText(remark);
            tips << (columns.size() == 1 ? text : k == 0 ? tr("A: %1").arg(text) : tr("B: %1").arg(text));
        }
    }
    if (!tips.isEmpty()) state_->setText(state_->text() + " *");
    state_->setToolTip(tips.join('\n'));
}

void RoughnessPanel::showTheme() {
    const Theme& theme = workbench_.theme;
    copy_->setIcon(theme.icon("copy"));
    csv_->setIcon(theme.icon("save"));
    for (QWidget* field : {static_cast<QWidget*>(short_), static_cast<QWidget*>(long_)})
        field->setFont(theme.numbers(12));
    place_->setFont(theme.numbers(11));
    state_->setFont(theme.font(11));
    showRoughness();
}

QString RoughnessPanel::writeCsv(const QString& file) const {
    const RoughnessColumns all = columns();
    std::string text;
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (!all[k].measured) continue;
        const ViewRoughness& found = *all[k].measured;
        MeasurementOrigin origin;
        const Wipe::Side side = k == 0 ? Wipe::Side::a : Wipe::Side::b;
        const bool pair = all.size() > 1;
        origin.file = (pair ? wipe_->fileOf(side) : workbench_.document.file()).toStdString();
        if (!found.node->surface) origin.node = found.node->name.toStdString();
        origin.hash = found.hash;
        origin.surface = found.node->predicted ? "predicted" : "designed";
        const std::string table = measurementCsv(found.measured, found.options, origin);
        const std::size_t head = table.find('\n') + 1;
        if (text.empty()) text = table.substr(0, head);
        if (pair) text += k == 0 ? "side,A,,\n" : "side,B,,\n";
        text += table.substr(head);
    }
    if (text.empty()) return tr("%1 was not written, because no roughness is measured now.").arg(file);
    const QString failure = writeFile(file, QByteArray::fromStdString(text));
    return failure.isEmpty() ? failure : tr("%1 could not be written: %2.").arg(file, failure);
}

void RoughnessPanel::saveCsv() {
    const QString file = fileToSave(this, tr("Save the roughness"), "roughness.csv", tr("Table (*.csv)"));
    if (file.isEmpty()) return;
    const QString problem = writeCsv(file);
    if (!problem.isEmpty()) QMessageBox::warning(this, tr("Roughness"), problem);
}

}  // namespace burin::ui
