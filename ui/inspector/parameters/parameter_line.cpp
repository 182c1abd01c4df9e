// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/parameters/parameter_line.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/parameter_types.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/editors/value_words.hpp"
#include "ui/inspector/fields/quantity.hpp"
#include "ui/inspector/parameters/parameter_columns.hpp"
#include "ui/inspector/parameters/plain_keys.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/text_start.hpp"

#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace burin::ui {

namespace {

constexpr int lineHeight = 29;
constexpr int knobLeft = 20;
constexpr int leastDrag = 4;

/// The two limits of a typed text. A comma between two digits may be a decimal comma, so it divides the text
/// only if the text has one comma. \return the whole text as the first limit if its commas are not clear
std::pair<QString, QString> dividedLimits(const QString& text) {
    static const QRegularExpression dividing("(?<![0-9]),|,(?![0-9])");
    qsizetype comma = text.indexOf(dividing);
    if (comma < 0 && text.count(',') == 1) comma = text.indexOf(',');
    if (comma < 0) return {text.trimmed(), {}};
    return {text.left(comma).trimmed(), text.mid(comma + 1).trimmed()};
}

/// A typed limit; nothing if the text is not a number, or much too long for one.
/// \param usual  the unit of a number that has none
std::optional<Length> readLimit(const QString& typed, LengthUnit usual, const QuantityRule& rule) {
    constexpr qsizetype longest = 200;  // each limit is read twice
    return typed.size() > longest ? std::nullopt : readQuantity(typed, Length{0, usual}, rule).value;
}

LengthUnit unitOfLimit(const QString& typed, LengthUnit usual, const QuantityRule& rule) {
    const std::optional<Length> read = readLimit(typed, usual, rule);
    return read ? read->unit : usual;
}

/// A typed limit for the file. A text that is not a number stays as it is: the design says what is wrong.
std::optional<YamlValue> writtenLimit(const QString& typed, LengthUnit usual, const QuantityRule& rule) {
    if (typed.isEmpty()) return {};
    const std::optional<Length> read = readLimit(typed, usual, rule);
    return yamlScalar((read ? fileText(*read, rule) : typed).toStdString());
}

QString typeText(std::string_view name) {
    return kindText(name);
}

}  // namespace

ParameterLine::ParameterLine(Workbench workbench, const QString& group, const ParameterDescription& rule,
                             const GroupParameterType& type, const FormulaSpace& formulas, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      group_(group),
      parameter_(kindText(rule.key)),
      rule_(rule),
      type_(type),
      name_(new QLineEdit(parameter_, this)),
      types_(new QComboBox(this)),
      limits_(new QLineEdit(this)),
      away_(new QToolButton(this)) {
    EditorPlace place{workbench, {}, std::string(rule.key)};
    place.formulas = &formulas;
    place.compact = true;
    default_ = new ParameterRow(rule, std::move(place), this);
    const Theme& theme = workbench.theme;
    setObjectName("parameter." + parameter_);
    setMinimumHeight(lineHeight);
    setFocusPolicy(Qt::StrongFocus);
    name_->setObjectName("parameter.name");
    name_->setProperty("plain", true);
    name_->setFont(theme.font(12, 500));
    types_->setObjectName("parameter.type");
    types_->setProperty("plain", true);
    types_->setFont(theme.font(12));
    types_->setFixedWidth(ParameterColumns::type);
    for (const GroupParameterType& one : groupParameterTypes()) {
        types_->addItem(typeText(one.name));
        if (one.name == type.name) types_->setCurrentIndex(types_->count() - 1);
    }
    limits_->setObjectName("parameter.limits");
    limits_->setProperty("plain", true);
    limits_->setFont(theme.numbers(11));
    QSizePolicy kept = limits_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);  // so that all defaults are equally wide
    limits_->setSizePolicy(kept);
    limits_->setVisible(type.ranged || type.name == "choice");
    away_->setObjectName("parameter.remove");
    away_->setIcon(theme.icon("close", Role::secondary));
    away_->setIconSize({14, 14});
    away_->setFixedSize(18, 24);
    away_->setToolTip(tr("Remove the parameter (Del)"));
    away_->setFocusPolicy(Qt::NoFocus);
    away_->setProperty("over", true);
    away_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(ParameterColumns::left, 0, ParameterColumns::right, 0);
    line->setSpacing(ParameterColumns::gap);
    line->addStrut(lineHeight);
    column->addLayout(line);
    for (QWidget* widget : {static_cast<QWidget*>(name_), static_cast<QWidget*>(types_)})
        line->addWidget(widget);
    if (isWide(rule)) {
        addFolded(*column, *line);
    } else {
        line->addWidget(default_, 1);
    }
    line->addWidget(limits_);
    away_->raise();  // over the limits, so that nothing moves when it appears
    for (QWidget* widget :
         {static_cast<QWidget*>(name_), static_cast<QWidget*>(types_), static_cast<QWidget*>(limits_),
          static_cast<QWidget*>(unfold_), default_->editor()->first()}) {
        if (widget != nullptr) widget->installEventFilter(this);
    }

    for (QLineEdit* field : {name_, limits_})
        new PlainKeys(*field);
    new TextStart(*name_);
    connect(name_, &QLineEdit::editingFinished, this, [this] {
        if (!name_->isModified()) return;
        name_->setModified(false);
        const QString name = name_->text().trimmed();
        if (name == parameter_) return name_->setText(name);
        emit renamed(name);
    });
    connect(types_, &QComboBox::activated, this, &ParameterLine::setType);
    connect(limits_, &QLineEdit::editingFinished, this, &ParameterLine::setLimits);
    connect(away_, &QToolButton::clicked, this, &ParameterLine::removeWanted);
    connect(default_, &ParameterRow::edited, this,
            [this](const std::optional<YamlValue>& value, int gesture) {
                setKey(tr("Default of %1").arg(parameter_), "default", value, gesture);
            });
    addChoice(tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up), [this] { emit moveWanted(-1); });
    addChoice(tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down), [this] { emit moveWanted(1); });
    addChoice(tr("Remove"), QKeySequence(Qt::Key_Delete), [this] { emit removeWanted(); });
}

/// The editor of a curve has no room in the line, so it unfolds below the line.
void ParameterLine::addFolded(QVBoxLayout& column, QHBoxLayout& line) {
    unfold_ = new QPushButton(this);
    unfold_->setObjectName("parameter.unfold");
    unfold_->setProperty("link", true);
    unfold_->setCheckable(true);
    unfold_->setToolTip(tr("Edit the points"));
    line.addWidget(unfold_);
    line.addStretch(1);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(ParameterColumns::left, 0, 12, 4);
    below->addWidget(default_);
    column.addLayout(below);
    default_->hide();
    connect(unfold_, &QPushButton::toggled, default_, &QWidget::setVisible);
}

int ParameterLine::nameWidth() const {
    return name_->fontMetrics().horizontalAdvance(parameter_) + 1;
}

int ParameterLine::limitsWidth() const {
    return limits_->isHidden() ? 0 : limits_->fontMetrics().horizontalAdvance(limitsShown_) + 1;
}

void ParameterLine::setColumns(const ParameterColumns& columns) {
    name_->setFixedWidth(columns.name);
    name_->setToolTip(nameWidth() > columns.name - ParameterColumns::inset ? parameter_ : QString());
    limits_->setFixedWidth(columns.limits);
    if (!limits_->hasFocus()) showLimits();
}

bool ParameterLine::unfolded() const {
    return unfold_ != nullptr && unfold_->isChecked();
}

void ParameterLine::setUnfolded(bool unfolded) {
    if (unfold_ != nullptr) unfold_->setChecked(unfolded);
}

void ParameterLine::addChoice(const QString& words, const QKeySequence& keys,
                              const std::function<void()>& act) {
    auto* action = new QAction(words, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
}

void ParameterLine::setBody(const YamlValue& body, const QStringList& problems) {
    default_->setValue(body.find("default"));
    if (unfold_ != nullptr) unfold_->setText(valueWords(rule_, body.find("default")));
    default_->setProblems(problems);
    limitsText_ = limitsOf(body);
    limitsShown_ = beginningOf(limitsText_);  // a text that is not a number may be long
    if (const YamlValue* choices = body.find("choices")) {
        const auto count = static_cast<int>(choices->items.size());
        limitsShown_ = count == 1 ? tr("1 choice") : tr("%n choices", nullptr, count);
    }
    if (!limits_->hasFocus()) showLimits();
}

/// A text that is too long ends with an ellipsis; the tooltip has all of it. A text that is being typed
/// stays.
void ParameterLine::showLimits() {
    if (limits_->isModified()) return;
    const QString shown =
        cutText(limitsShown_, limits_->fontMetrics(), limits_->width() - ParameterColumns::inset);
    limits_->setText(limits_->hasFocus() ? limitsText_ : shown);
    limits_->setCursorPosition(0);
    const QString rule = type_.name == "choice" ? tr("The choices, separated by commas")
                                                : tr("The least and the largest value: 2, 20 mm");
    limits_->setToolTip(limitsText_.isEmpty() || shown == limitsText_ ? rule : limitsText_ + '\n' + rule);
}

QString ParameterLine::limitsOf(const YamlValue& body) const {
    QStringList parts;
    if (const YamlValue* choices = body.find("choices")) {
        for (const YamlValue& choice : choices->items)
            parts << scalarText(&choice);
        return parts.join(", ");
    }
    const QuantityRule rule = quantityRule(rule_, workbench_.document.design()->pixelUm);
    const auto low = quantityOf(body.find("minimum"), rule);
    const auto high = quantityOf(body.find("maximum"), rule);
    // If both limits have the same unit, it is written once.
    const bool once = low && high && low->unit == high->unit;
    parts << (low ? shownText(*low, once ? QuantityRule() : rule) : scalarText(body.find("minimum")));
    parts << (high ? shownText(*high, rule) : scalarText(body.find("maximum")));
    return parts == QStringList{"", ""} ? QString() : parts.join(", ");
}

void ParameterLine::setKey(const QString& what, const char* key, std::optional<YamlValue> value,
                           int gesture) {
    // The change may be made again when the line no longer exists.
    const std::string group = group_.toStdString();
    const std::string name = parameter_.toStdString();
    workbench_.document.edit(
        what, [&](DesignEdit& edit) { edit.setParameter(group, name, key, value); }, gesture);
}

/// Changes the type. The old default and limits would not fit, so the limits are removed and the
/// default is what the new type starts with.
void ParameterLine::setType(int index) {
    const GroupParameterType& type = groupParameterTypes()[static_cast<std::size_t>(index)];
    if (type.name == type_.name) return;
    const bool choice = type.values == ParameterType::choice;
    const std::string group = group_.toStdString();
    const std::string name = parameter_.toStdString();
    const ParameterDescription plain{.key = name, .type = type.values, .choices = {"first", "second"}};
    workbench_.document.edit(
        tr("Type of %1: %2").arg(parameter_, typeText(type.name)), [&](DesignEdit& edit) {
            edit.setParameter(group, name, "type", yamlScalar(type.name));
            edit.setParameter(group, name, "minimum", {});
            edit.setParameter(group, name, "maximum", {});
            edit.setParameter(
                group, name, "choices",
                choice ? std::optional(yamlList(std::vector<std::string>{"first", "second"})) : std::nullopt);
            edit.setParameter(group, name, "default", infoOf(type.values).start(plain));
        });
}

void ParameterLine::setLimits() {
    if (!limits_->isModified()) return;
    limits_->setModified(false);
    if (type_.name == "choice") {
        std::vector<std::string> choices;
        for (const QString& part : limits_->text().split(',')) {
            if (const QString choice = part.trimmed(); !choice.isEmpty())
                choices.push_back(choice.toStdString());
        }
        return setKey(tr("Choices of %1").arg(parameter_), "choices", yamlList(choices));
    }
    const auto [low, high] = dividedLimits(limits_->text());
    const QuantityRule rule = quantityRule(rule_, workbench_.document.design()->pixelUm);
    // A limit without a unit gets the unit of the other limit.
    const LengthUnit ofHigh = unitOfLimit(high, unitOfLimit(low, LengthUnit::pixel, rule), rule);
    const std::optional<YamlValue> minimum = writtenLimit(low, ofHigh, rule);
    const std::optional<YamlValue> maximum = writtenLimit(high, ofHigh, rule);
    const std::string group = group_.toStdString();
    const std::string name = parameter_.toStdString();
    workbench_.document.edit(tr("Limits of %1").arg(parameter_), [&](DesignEdit& edit) {
        edit.setParameter(group, name, "minimum", minimum);
        edit.setParameter(group, name, "maximum", maximum);
    });
}

void ParameterLine::editName() {
    name_->setFocus(Qt::OtherFocusReason);
    name_->selectAll();
}

void ParameterLine::setChosen(bool chosen) {
    chosen_ = chosen;
    away_->setVisible(chosen || underMouse());
    update();
}

bool ParameterLine::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn) emit chosen();
    const bool focus = event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut;
    // Called later, because the typed text has to be taken first.
    if (watched == limits_ && focus) QTimer::singleShot(0, this, &ParameterLine::showLimits);
    return QWidget::eventFilter(watched, event);
}

/// Escape leaves a field of the line, so that its keys act on the whole parameter. Pressed again, it leaves
/// the panel.
/// The line may be replaced while its menu is open, so nothing waits for the menu, and the line deletes it.
void ParameterLine::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(actions());
    menu->popup(event->globalPos());
}

void ParameterLine::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || hasFocus()) return QWidget::keyPressEvent(event);
    setFocus(Qt::OtherFocusReason);
}

void ParameterLine::focusInEvent(QFocusEvent*) {
    emit chosen();
}

void ParameterLine::resizeEvent(QResizeEvent*) {
    away_->move(width() - away_->width() - 4, (lineHeight - away_->height()) / 2);
}

void ParameterLine::enterEvent(QEnterEvent*) {
    away_->show();
}

void ParameterLine::leaveEvent(QEvent*) {
    away_->setVisible(chosen_);
}

void ParameterLine::mousePressEvent(QMouseEvent* event) {
    grabbedAt_ = event->position().toPoint().y();
    setFocus(Qt::MouseFocusReason);
}

void ParameterLine::mouseMoveEvent(QMouseEvent* event) {
    if (!event->buttons().testFlag(Qt::LeftButton)) return;
    const QPoint at = event->position().toPoint();
    dragging_ = dragging_ || std::abs(at.y() - grabbedAt_) > leastDrag;
    if (dragging_) emit dragged(mapToParent(at).y(), false);
}

void ParameterLine::mouseReleaseEvent(QMouseEvent* event) {
    if (std::exchange(dragging_, false)) emit dragged(mapToParent(event->position().toPoint()).y(), true);
}

void ParameterLine::paintEvent(QPaintEvent*) {
    const Theme& theme = workbench_.theme;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (chosen_) painter.fillRect(rect(), theme.color(Role::selectedGround));
    const double middle = lineHeight / 2.0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Role::quiet));
    for (const int dx : {9, 13}) {
        for (const int dy : {-4, 0, 4})
            painter.drawEllipse(QPointF(dx, middle + dy), 1, 1);
    }
    painter.drawPixmap(knobLeft, static_cast<int>(middle) - 8,
                       theme.pixmap("knob", 16, Role::accent, devicePixelRatioF()));
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(Role::accent), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace burin::ui
