// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/points_editor.hpp"

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/expression/expression.hpp"
#include "core/geometry/monotone_cubic.hpp"
#include "ui/inspector/editors/expression_field.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/fields/quantity.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/inspector/fields/typed_cells.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

constexpr int samplesAcross = 241;
constexpr int pointHeight = 24;
constexpr int mostPointsShown = 5;
constexpr int smoothSteps = 16;  ///< short lines from point to point
/// The largest error, as a share of the height, when a curve is converted to points.
constexpr double kneeTolerance = 0.015;

QString axisName(std::string_view name, const char* otherwise) {
    return name.empty() ? QString::fromUtf8(otherwise) : kindText(name);
}

/// The curve that `curve` computes, drawn by short lines.
std::vector<CurvePoint> smoothed(const std::vector<CurvePoint>& points) {
    if (points.size() < 2) return points;
    std::vector<double> x;
    std::vector<double> y;
    for (const CurvePoint& point : points) {
        if (!x.empty() && point.x <= x.back()) return points;
        x.push_back(point.x);
        y.push_back(point.y);
    }
    std::vector<CurvePoint> curve;
    const std::vector<CubicPiece> pieces = monotoneCubic(x, y);
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        for (int step = 0; step < smoothSteps; ++step) {
            const double at = x[k] + (x[k + 1] - x[k]) * step / smoothSteps;
            curve.push_back({at, pieces[k].at(at)});
        }
    }
    curve.push_back(points.back());
    return curve;
}

QString shortNumber(double value) {
    return QString::fromStdString(numberText(QString::number(value, 'g', 3).toDouble()));
}

}  // namespace

PointsEditor::PointsEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : ValueEditor(place, parent),
      wanted_(wanted),
      body_(new QWidget(this)),
      plot_(new CurvePlot(theme(), body_)),
      begin_(new QPushButton(tr("Add a curve"), this)),
      ways_(new QStackedWidget(body_)),
      pointsBar_(new QWidget(ways_)),
      count_(new QLabel(pointsBar_)),
      table_(makeTable()),
      cells_(new TypedCells(theme(), table_)) {
    const QString name = kindText(wanted.key);
    plot_->setObjectName("curve." + name);
    begin_->setObjectName("begin." + name);
    table_->setObjectName("table." + name);
    plot_->setLimits({wanted.minimum, wanted.maximum, std::max(wanted.minimumCount, 1), wanted.maximumCount});
    count_->setFont(theme().font(11));
    count_->setProperty("quiet", true);

    auto* bar = new QHBoxLayout(pointsBar_);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->setSpacing(2);
    bar->addWidget(count_, 1);
    const auto tool = [&](const char* icon, const QString& words, void (CurvePlot::*act)()) {
        auto* button = new QToolButton(pointsBar_);
        button->setObjectName(QString(icon) + '.' + name);
        button->setToolTip(words);
        button->setIconSize({16, 16});
        button->setIcon(theme().icon(icon, Role::secondary));
        connect(button, &QToolButton::clicked, plot_, act);
        bar->addWidget(button);
    };
    tool("plus", tr("Add a point (Ins)"), &CurvePlot::addPoint);
    tool("delete", tr("Remove the point (Del)"), &CurvePlot::removePoint);

    auto* column = new QVBoxLayout(body_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    if (eitherWay()) {
        expression_ = new ExpressionField(place, wanted.variables, ways_);
        expression_->editor()->setObjectName("field." + name);
        ways_->addWidget(expression_);
        connect(expression_, &ExpressionField::entered, this, [this](const QString& text, int gesture) {
            emit edited(yamlScalar(text.toStdString(), true), gesture);
        });
        connect(expression_->editor(), &QPlainTextEdit::textChanged, this, [this] {
            if (!pointsMode_) showExpression(expression_->text());
        });
    }
    ways_->addWidget(pointsBar_);
    column->addWidget(ways_);
    column->addWidget(plot_);
    column->addWidget(table_);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(begin_, 0, Qt::AlignLeft);
    all->addWidget(body_);
    setMode(!eitherWay());

    connect(begin_, &QPushButton::clicked, this, &PointsEditor::start);
    connect(plot_, &CurvePlot::grabbed, this, [this] { gesture_ = document().newGesture(); });
    connect(plot_, &CurvePlot::edited, this,
            [this](const std::vector<CurvePoint>& points) { write(points, gesture_); });
    connect(plot_, &CurvePlot::released, this, [this] {
        if (pointsMode_) showPoints(plot_->points());
    });
    connect(plot_, &CurvePlot::activeChanged, this, [this](int index) {
        if (pointsMode_ && index >= 0) table_->setCurrentCell(index, std::max(table_->currentColumn(), 0));
    });
    connect(table_, &QTableWidget::cellChanged, this, &PointsEditor::takeCell);
    connect(cells_, &TypedCells::givenUp, this, [this] { fillTable(plot_->points()); });
    connect(cells_, &TypedCells::changed, this, [this] { emit problemChanged(cells_->problem()); });
    connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) { plot_->setActive(row); });
}

QTableWidget* PointsEditor::makeTable() {
    auto* table = new QTableWidget(0, 2, body_);
    table->setHorizontalHeaderLabels({axisName(wanted_.axes.x, "x"), axisName(wanted_.axes.y, "y")});
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setHighlightSections(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setMinimumSectionSize(pointHeight);
    table->verticalHeader()->setDefaultSectionSize(pointHeight);
    table->setFont(theme().numbers());
    table->setShowGrid(false);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    return table;
}

QWidget* PointsEditor::makeHead() {
    if (!eitherWay()) return nullptr;
    switch_ = new SegmentedSwitch(theme(), {tr("Expression"), tr("Points")});
    switch_->setObjectName("mode." + kindText(wanted_.key));
    switch_->setChosen(pointsMode_ ? 1 : 0);
    connect(switch_, &SegmentedSwitch::picked, this, &PointsEditor::pickMode);
    return switch_;
}

std::optional<double> PointsEditor::limit() const {
    if (wanted_.axes.limit.empty()) return {};
    const auto value = place().number(wanted_.axes.limit);
    return value && *value > 0 ? value : std::nullopt;
}

std::vector<CurvePoint> PointsEditor::sampled(const QString& expression) const {
    std::vector<std::string> names = {std::string(wanted_.axes.x)};
    std::vector<double> values = {0};
    const double end = limit().value_or(std::isfinite(wanted_.maximum) ? wanted_.maximum : 1);
    if (!wanted_.axes.limitName.empty()) {
        names.emplace_back(wanted_.axes.limitName);
        values.push_back(end);
    }
    names.emplace_back("um");
    values.push_back(place().pitchUm());
    const auto parsed = Expression::parse(expression.toStdString(), names);
    const auto* formula = std::get_if<Expression>(&parsed);
    if (wanted_.axes.x.empty() || formula == nullptr) return {};
    std::vector<CurvePoint> samples;
    for (int i = 0; i < samplesAcross; ++i) {
        values[0] = end * i / (samplesAcross - 1);
        const double y = formula->value(values);
        if (std::isfinite(y)) samples.push_back({values[0], y});
    }
    return samples;
}

PlotRange PointsEditor::rangeOfX(const std::vector<CurvePoint>& points) const {
    if (const auto end = limit()) return {0, *end};
    if (std::isfinite(wanted_.minimum) && std::isfinite(wanted_.maximum))
        return {wanted_.minimum, wanted_.maximum};
    if (points.size() < 2) return {0, 1};
    return {std::min(0.0, points.front().x), std::max(points.back().x, points.front().x + 1e-9)};
}

PlotRange PointsEditor::rangeOfY(const std::vector<CurvePoint>& points) const {
    if (std::isfinite(wanted_.minimum) && std::isfinite(wanted_.maximum))
        return {wanted_.minimum, wanted_.maximum};
    PlotRange range{0, 1};
    for (const CurvePoint& point : points) {
        range.low = std::min(range.low, std::floor(point.y * 10) / 10);
        range.high = std::max(range.high, std::ceil(point.y * 10) / 10);
    }
    return range;
}

/// The axes do not change while a point is dragged, and only grow while the plot has the focus, so that
/// nothing jumps under the mouse.
void PointsEditor::setAxes(PlotRange x, PlotRange y) {
    const auto grown = [](const PlotRange& a, const PlotRange& b) {
        return PlotRange{std::min(a.low, b.low), std::max(a.high, b.high)};
    };
    if (plot_->dragging()) {
        x = plot_->xAxis();
        y = plot_->yAxis();
    } else if (plot_->hasFocus()) {
        if (!limit()) x = grown(x, plot_->xAxis());
        y = grown(y, plot_->yAxis());
    }
    plot_->setAxes(x, y, kindText(wanted_.axes.limit.empty() ? "" : "px"));
}

void PointsEditor::setMode(bool points) {
    // The points bar gets the height of the expression, so that the plot does not move.
    const int bar = pointsBar_->sizeHint().height();
    if (!points) {
        ways_->setMinimumHeight(0);
        ways_->setMaximumHeight(QWIDGETSIZE_MAX);
    } else if (!pointsMode_) {
        ways_->setFixedHeight(ways_->isVisible() ? std::max(ways_->height(), bar) : bar);
    }
    pointsMode_ = points;
    if (switch_) switch_->setChosen(points ? 1 : 0);
    ways_->setCurrentWidget(points || expression_ == nullptr ? pointsBar_ : expression_);
    if (!points) table_->hide();
    setFirst(points ? static_cast<QWidget*>(plot_) : expression_->editor());
}

void PointsEditor::setValue(const YamlValue* value) {
    const auto fallback = fallbackOf(wanted_);
    if (value == nullptr && fallback) value = &*fallback;
    const bool nothing = value == nullptr && !eitherWay();
    const bool list = value != nullptr && value->type == YamlValue::Type::sequence;
    begin_->setVisible(nothing);
    body_->setVisible(!nothing);
    read(list ? value : nullptr);
    if (nothing) return cells_->forgetTyped();
    setMode(list || !eitherWay());
    if (pointsMode_) {
        std::vector<CurvePoint> points;
        for (const Written& each : written_)
            points.push_back(each.point);
        return showPoints(points);
    }
    cells_->forgetTyped();
    lastExpression_ = scalarText(value);
    expression_->setText(lastExpression_);
    showExpression(expression_->text());
}

/// A number of a point, or the result of its formula.
std::optional<double> PointsEditor::numberOf(const YamlValue& value) const {
    if (const auto number = parseNumber(value.scalar)) return number;
    const QString text = scalarText(&value);
    if (place().formulas == nullptr || !meansFormula(text)) return {};
    const auto result = place().formulas->value(text, wanted_);
    return result ? parseNumber(result->scalar) : std::nullopt;
}

/// \param list  null: the value is not a list
void PointsEditor::read(const YamlValue* list) {
    written_.clear();
    readable_ = true;
    const std::size_t count = list == nullptr ? 0 : list->items.size();
    for (std::size_t i = 0; i < count; ++i) {
        const YamlValue& item = list->items[i];
        const bool pair = item.items.size() == 2;
        const auto x = pair ? numberOf(item.items[0]) : std::nullopt;
        const auto y = pair ? numberOf(item.items[1]) : std::nullopt;
        readable_ = readable_ && x && y;
        const auto plain = [](const YamlValue& text) { return yamlScalar(text.scalar, text.quoted); };
        if (x && y) written_.push_back({{*x, *y}, plain(item.items[0]), plain(item.items[1])});
    }
    // An edit would lose the points that cannot be read.
    for (QWidget* part : {static_cast<QWidget*>(plot_), static_cast<QWidget*>(table_), pointsBar_})
        part->setEnabled(readable_);
}

bool PointsEditor::smooth() const {
    return !wanted_.axes.joined.empty() && place().text(wanted_.axes.joined) == "monotone";
}

void PointsEditor::showPoints(const std::vector<CurvePoint>& points) {
    setAxes(rangeOfX(points), rangeOfY(points));
    const PlotRange& x = plot_->xAxis();
    std::vector<CurvePoint> curve = smooth() ? smoothed(points) : points;
    // The curve is constant beyond its ends.
    if (!points.empty()) {
        curve.insert(curve.begin(), {std::min(x.low, points.front().x), points.front().y});
        curve.push_back({std::max(x.high, points.back().x), points.back().y});
    }
    plot_->setCurve(std::move(curve), points);
    count_->setText(!readable_ ? tr("A point has a number that cannot be read. Edit it in the file.")
                    : smooth() ? tr("Points: %1, joined by a smooth curve").arg(points.size())
                               : tr("Points: %1, joined by straight lines").arg(points.size()));
    // Fill the table before it is shown, so that its height is known.
    fillTable(points);
    table_->show();
}

void PointsEditor::showExpression(const QString& text) {
    const std::vector<CurvePoint> samples = sampled(text);
    if (samples.empty()) return expression_->setRemarks({}, {});
    const PlotRange y = rangeOfY(samples);
    setAxes(rangeOfX(samples), y);
    std::vector<CurvePoint> knees = kneesOf(samples, kneeTolerance * (y.high - y.low));
    for (CurvePoint& knee : knees) {
        knee.x = QString::number(knee.x, 'g', 6).toDouble();
        knee.y = std::clamp(QString::number(knee.y, 'g', 4).toDouble(), wanted_.minimum, wanted_.maximum);
    }
    plot_->setCurve(samples, std::move(knees));
    const auto [low, high] = std::minmax_element(
        samples.begin(), samples.end(), [](const CurvePoint& a, const CurvePoint& b) { return a.y < b.y; });
    expression_->setRemarks(
        tr("%1 from %2 to %3").arg(axisName(wanted_.axes.y, "y"), shortNumber(low->y), shortNumber(high->y)),
        tr("drag a point to switch to points"));
}

void PointsEditor::fillTable(const std::vector<CurvePoint>& points) {
    const QSignalBlocker quiet(table_);
    const int current = table_->currentRow();
    const auto rows = static_cast<int>(points.size());
    table_->setRowCount(rows);
    for (int row = 0; row < rows; ++row) {
        const CurvePoint& point = points[static_cast<std::size_t>(row)];
        for (const int column : {0, 1}) {
            const QString text = QString::fromStdString(numberText(column == 0 ? point.x : point.y));
            if (QTableWidgetItem* item = table_->item(row, column)) {
                item->setText(text);
            } else {
                table_->setItem(row, column, new QTableWidgetItem(text));
            }
        }
    }
    cells_->show();
    if (current >= 0 && current < rows) table_->setCurrentCell(current, table_->currentColumn());
    const int shown = std::clamp(rows, 1, mostPointsShown);
    table_->setFixedHeight(pointHeight * shown + table_->horizontalHeader()->sizeHint().height() + 2);
}

void PointsEditor::takeCell(int row, int column) {
    std::vector<CurvePoint> points = plot_->points();
    if (row < 0 || row >= static_cast<int>(points.size())) return;
    CurvePoint& point = points[static_cast<std::size_t>(row)];
    double& number = column == 0 ? point.x : point.y;
    const TypedQuantity read =
        readQuantity(table_->item(row, column)->text(), Length{number, LengthUnit::pixel}, {});
    cells_->refuse(row, column, read.problem, QString::fromStdString(numberText(number)));
    if (!read.value) return;
    number = read.value->value;
    write(points, 0);
}

/// Finds a point of the changed list among the points of the file. An edit changes, adds or removes one
/// point. \return nullptr if the point is new
const PointsEditor::Written* PointsEditor::before(const std::vector<CurvePoint>& points,
                                                  std::size_t index) const {
    const CurvePoint& point = points[index];
    for (const std::size_t at : {index, index + 1, index - 1}) {
        if (at >= written_.size()) continue;
        if (written_[at].point.x == point.x && written_[at].point.y == point.y) return &written_[at];
    }
    return points.size() == written_.size() ? &written_[index] : nullptr;
}

/// Numbers that have not changed keep their texts, which may be formulas.
void PointsEditor::write(const std::vector<CurvePoint>& points, int gesture) {
    YamlValue list = yamlList({});
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto [x, y] = points[i];
        const Written* const old = before(points, i);
        YamlValue pair = yamlList({});
        pair.items = {old != nullptr && old->point.x == x ? old->x : yamlScalar(numberText(x)),
                      old != nullptr && old->point.y == y ? old->y : yamlScalar(numberText(y))};
        list.items.push_back(std::move(pair));
    }
    emit edited(list, gesture);
}

void PointsEditor::pickMode(int index) {
    if (index == 0) {
        const auto fallback = fallbackOf(wanted_);
        const QString text = !lastExpression_.isEmpty() ? lastExpression_
                             : fallback                 ? scalarText(&*fallback)
                                                        : QString('0');
        return emit edited(yamlScalar(text.toStdString(), true), 0);
    }
    if (plot_->points().size() >= 2) return write(plot_->points(), 0);
    const double end = limit().value_or(1);
    write({{0, 1}, {end, 0}}, 0);
}

void PointsEditor::start() {
    emit edited(startValue(wanted_), 0);
    if (plot_->isVisible()) plot_->setFocus();  // the edit may have replaced this editor
}

}  // namespace burin::ui
