// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/placing/placing_bar.hpp"

#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/side_lock.hpp"
#include "ui/inspector/fields/typed_texts.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/written_length.hpp"
#include "ui/placing/placing.hpp"
#include "ui/placing/placing_edit.hpp"
#include "ui/placing/thing_arranger.hpp"
#include "ui/placing/things_move.hpp"
#include "ui/placing/written_offset.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/placing/placing_commands.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/word_button.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace burin::ui {

namespace {

constexpr int placingBarHeight = 36;
constexpr int lengthWidth = 76;
constexpr int angleWidth = 64;
constexpr int longestName = 96;
constexpr double longestSide = 2147483647;  ///< the longest side of any node, in pixels

QLabel* smallLabel(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("secondary", true);
    return label;
}

}  // namespace

PlacingBar::PlacingBar(Workbench workbench, const Placing& placing, ThingArranger& arranger,
                       const PlacingCommands& commands, QWidget* parent)
    : Bar(parent), workbench_(workbench), placing_(placing), arranger_(arranger) {
    setObjectName("viewport.placing-bar");
    setFixedHeight(placingBarHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 12, 0);
    row->setSpacing(4);
    addName(*row);
    addFields(*row);
    addButtons(*row, commands);
    addChoice(*row, commands);
    row->addStretch(1);
    addHint(*row);
    // These widgets are left out last. The fields work without them.
    spare_ << QList<QWidget*>{icon_} << QList<QWidget*>{lock_};
    workbench_.document.pending().add(this, [this] {
        applyTypedIn(*this);
        return refusedText();
    });
    connect(&placing_, &Placing::changed, this, &PlacingBar::showThing);
    connect(&placing_, &Placing::onChanged, this, &PlacingBar::showThing);
    connect(&arranger_, &ThingArranger::changed, this, &PlacingBar::showChoice);
    connect(&workbench_.theme, &Theme::changed, this, &PlacingBar::showTheme);
    showTheme();
    showThing();
    showChoice();
}

/// A field that loses the focus from now on must not change the design: the things may be gone.
PlacingBar::~PlacingBar() {
    for (QuantityField* field : {x_, y_, width_, height_, angle_})
        field->disconnect(this);
}

void PlacingBar::addName(QHBoxLayout& row) {
    icon_ = new QLabel;
    name_ = new QLabel;
    name_->setObjectName("placing.name");
    name_->setTextFormat(Qt::PlainText);
    row.addWidget(icon_);
    row.addWidget(name_);
    row.addSpacing(4);
    spare_ << QList<QWidget*>{name_};
}

void PlacingBar::addFields(QHBoxLayout& row) {
    x_ = makeField("x", lengthWidth, tr("Place in the node that reads it, from the left"));
    y_ = makeField("y", lengthWidth, tr("Place in the node that reads it, from the top"));
    width_ = makeField("width", lengthWidth, tr("Width before it is turned"));
    height_ = makeField("height", lengthWidth, tr("Height before it is turned"));
    angle_ = makeField("angle", angleWidth, tr("Angle around its middle, clockwise"));
    lock_ = new SideLock(workbench_.theme, this);
    lock_->setObjectName("placing.lock");
    turn_ = new QLabel;
    const std::array<std::pair<QString, QuantityField*>, 4> lengths = {
        {{tr("x"), x_}, {tr("y"), y_}, {tr("w"), width_}, {tr("h"), height_}}};
    for (const auto& [label, field] : lengths) {
        row.addWidget(smallLabel(label));
        row.addWidget(field);
    }
    row.addWidget(lock_);
    row.addWidget(turn_);
    row.addWidget(angle_);
    row.addSpacing(8);
    const auto steps = [this](bool stepping) { return stepping ? gesture_ : 0; };
    connect(x_, &QuantityField::entered, this,
            [this, steps](const Length& value, bool stepping) { enterPlace(0, value, steps(stepping)); });
    connect(y_, &QuantityField::entered, this,
            [this, steps](const Length& value, bool stepping) { enterPlace(1, value, steps(stepping)); });
    connect(width_, &QuantityField::entered, this,
            [this, steps](const Length& value, bool stepping) { enterSide(true, value, steps(stepping)); });
    connect(height_, &QuantityField::entered, this,
            [this, steps](const Length& value, bool stepping) { enterSide(false, value, steps(stepping)); });
    connect(angle_, &QuantityField::entered, this,
            [this, steps](const Length& value, bool stepping) { enterAngle(value.value, steps(stepping)); });
    connect(lock_, &QToolButton::clicked, this, [this](bool on) { locked_ = on; });
}

QuantityField* PlacingBar::makeField(const char* name, int width, const QString& tip) {
    auto* field = new QuantityField(this);
    field->setObjectName(QStringLiteral("placing.") + name);
    field->setFixedWidth(width);
    field->setProperty("narrow", true);
    field->setTip(tip);
    connect(field, &QuantityField::focusChanged, this, [this](bool focused) {
        if (focused) gesture_ = workbench_.document.newGesture();
    });
    return field;
}

/// The first text that was not accepted, and why; empty: there is none.
QString PlacingBar::refusedText() const {
    for (const QuantityField* field : {x_, y_, width_, height_, angle_}) {
        if (field->problem().isEmpty()) continue;
        return tr("%1: \"%2\" was not accepted. %3")
            .arg(node_.value_or(QString()), field->text(), sentence(field->problem()));
    }
    return {};
}

QToolButton* PlacingBar::buttonOf(QAction* action) {
    auto* button = new WordButton;
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setDefaultAction(action);
    button->setObjectName(action->objectName() + "-button");
    button->setIconSize({18, 18});
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void PlacingBar::addButtons(QHBoxLayout& row, const PlacingCommands& commands) {
    const auto button = [&](Arranging how) {
        QToolButton* made = buttonOf(commands.action(how));
        row.addWidget(made);
        return made;
    };
    QList<QWidget*> aligning;
    for (const Arranging how : {Arranging::left, Arranging::middleX, Arranging::right, Arranging::top,
                                Arranging::middleY, Arranging::bottom})
        aligning << button(how);
    const QList<QWidget*> spacing = {button(Arranging::gapsX), button(Arranging::gapsY)};
    QToolButton* centre = button(Arranging::centre);
    centre->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    centre->setProperty("text-button", true);
    spare_ << spacing << QList<QWidget*>{centre} << aligning;
}

void PlacingBar::addChoice(QHBoxLayout& row, const PlacingCommands& commands) {
    inLabel_ = smallLabel(tr("in"));
    inLabel_->setObjectName("placing.inLabel");
    in_ = new QComboBox;
    in_->setObjectName("placing.in");
    in_->setToolTip(tr("The frame for aligning, spacing and centring things"));
    in_->setFocusPolicy(Qt::TabFocus);
    in_->setFixedWidth(104);
    row.addWidget(inLabel_);
    row.addWidget(in_);
    QToolButton* magnet = buttonOf(commands.snapping());
    row.addWidget(magnet);
    connect(in_, &QComboBox::activated, this, [this](int chosen) {
        arranger_.setIn(static_cast<ThingArranger::In>(in_->itemData(chosen).toInt()));
    });
    spare_ << QList<QWidget*>{inLabel_, in_} << QList<QWidget*>{magnet};
    spare_ << QList<QWidget*>{turn_, angle_};
}

/// Adds the key that suspends snapping. Before a drag, nothing else on the screen names this key.
void PlacingBar::addHint(QHBoxLayout& row) {
    QLabel* hint = smallLabel(tr("Ctrl: off"));
    hint->setObjectName("placing.ctrl");
    hint->setToolTip(tr("Hold Ctrl to turn snapping off during a drag"));
    row.addWidget(hint);
    spare_.prepend(QList<QWidget*>{hint});
}

double PlacingBar::pixelUm() const {
    return workbench_.document.design()->pixelUm;
}

/// A length in the unit of the surface's width.
Length PlacingBar::inSurfaceUnit(double pixels) const {
    const auto length =
        parseLength(writtenLength(pixels, surfaceWidth(*workbench_.document.design()), pixelUm()));
    return length.value_or(Length{pixels, LengthUnit::pixel});
}

// Typed values

void PlacingBar::enterPlace(std::size_t axis, const Length& value, int gesture) {
    const PlacedThing* thing = placing_.chosen();
    const QString text = fileText(value, x_->rule());
    if (thing != nullptr) setCoordinate(workbench_.document, *thing, axis, text.toStdString(), gesture);
    showThing();  // needed even if nothing has changed
}

/// The upper left corner, before the thing is turned, stays.
void PlacingBar::enterSide(bool wide, const Length& value, int gesture) {
    const PlacedThing* thing = placing_.chosen();
    if (thing == nullptr) return;
    const TurnedBox box = thing->box();
    const double pixels = std::min(value.pixels(pixelUm()), longestSide);
    const QPointF more =
        wide ? QPointF(pixels - box.size.width(), 0) : QPointF(0, pixels - box.size.height());
    const bool proportional = lock_->isChecked();
    // The handle at the lower right, or on one side.
    const std::size_t handle = proportional ? 4 : wide ? 3 : 5;
    const ResizeRules rules{.proportional = proportional, .fromMiddle = false, .whole = false};
    PlacingEdit edit(workbench_.document, *thing, gesture);
    edit.resizeTo(resizedBox(box, handle, turnedBy(more, box.degrees), rules));
    showThing();
    sayHeld(edit.held(), wide ? width_ : height_);
}

void PlacingBar::enterAngle(double degrees, int gesture) {
    const PlacedThing* thing = placing_.chosen();
    if (thing == nullptr) return;
    PlacingEdit edit(workbench_.document, *thing, gesture);
    edit.turnTo(std::abs(degrees) > 360 ? std::remainder(degrees, 360.0) : degrees);
    showThing();
    sayHeld(edit.held(), angle_);
}

/// Says below a field why the value that was typed there is not taken. \param held  empty: it is taken
void PlacingBar::sayHeld(const QString& held, QWidget* field) {
    if (!held.isEmpty()) QToolTip::showText(field->mapToGlobal(QPoint(0, field->height())), held, field);
}

// Shown values

void PlacingBar::showThing() {
    const PlacedThing* thing = placing_.chosen();
    const std::array<QuantityField*, 5> fields = {x_, y_, width_, height_, angle_};
    const QString node = thing == nullptr ? QString() : thing->node;
    if (!node_ || *node_ != node) {
        // The typed text was meant for another thing.
        for (QuantityField* field : fields)
            field->forgetTyped();
        node_ = node;
        const DesignNode* shown = workbench_.document.node(node);
        const QString kind = shown == nullptr || shown->kind == nullptr
                                 ? QStringLiteral("placing")
                                 : Theme::kindIcon(shown->kind->description.name);
        icon_->setPixmap(workbench_.theme.pixmap(kind, 16, Role::secondary, devicePixelRatioF()));
        const QString words = thing == nullptr ? tr("nothing chosen") : node;
        name_->setText(name_->fontMetrics().elidedText(words, Qt::ElideRight, longestName));
        name_->setToolTip(node);
        fit();
    }
    if (x_->rule().pitchUm != pixelUm() || !x_->rule().length) {
        for (QuantityField* field : {x_, y_, width_, height_})
            field->setRule({true, {}, pixelUm()});
        angle_->setRule({false, QStringLiteral("deg"), 1});
    }
    const Sizing sizing = placing_.chosenSizing();
    x_->setEnabled(thing != nullptr);
    y_->setEnabled(thing != nullptr);
    width_->setEnabled(sizing != Sizing::none);
    height_->setEnabled(sizing != Sizing::none);
    lock_->setEnabled(sizing == Sizing::free);
    lock_->setChecked(sizing == Sizing::proportional || (locked_ && sizing == Sizing::free));
    angle_->setEnabled(placing_.chosenTurns());
    if (thing == nullptr) {
        for (QuantityField* field : fields)
            field->setQuantity({});
        return;
    }
    showPlace(*thing);
    width_->setQuantity(inSurfaceUnit(thing->form.upright.width()));
    height_->setQuantity(inSurfaceUnit(thing->form.upright.height()));
    angle_->setQuantity(Length{thing->form.degrees, LengthUnit::pixel});
}

/// Shows the place as the file has it, as the inspector does.
void PlacingBar::showPlace(const PlacedThing& thing) {
    const std::optional<YamlValue> at = offsetInFile(workbench_.document, thing);
    for (const std::size_t i : {0U, 1U}) {
        QuantityField& field = i == 0 ? *x_ : *y_;
        const std::string written = at && i < at->items.size() ? at->items[i].scalar : "0";
        const auto length = parseLength(written);
        if (!length) {
            field.setOdd(QString::fromStdString(written));
        } else {
            field.setQuantity(length->unit == LengthUnit::pixel ? inSurfaceUnit(length->value) : *length);
        }
    }
}

/// A reader that is shown itself is listed once.
void PlacingBar::showChoice() {
    using In = ThingArranger::In;
    const QString shown = arranger_.nameOf(In::shown);
    const QString reader = arranger_.nameOf(In::reader);
    QList<std::pair<QString, In>> choices = {{arranger_.nameOf(In::things), In::things}, {shown, In::shown}};
    if (reader != shown) choices.push_back({reader, In::reader});
    bool same = in_->count() == choices.size();
    for (int i = 0; same && i < in_->count(); ++i)
        same = in_->itemText(i) == choices[i].first;
    if (!same) {  // a list that stays the same may be open, so it is not filled again
        in_->clear();
        for (const auto& [name, in] : choices)
            in_->addItem(name, static_cast<int>(in));
    }
    // Things cannot be centred in their own box. If the frame is the selection, Centre uses the reader, so
    // these words only name aligning.
    const QString words = arranger_.in() == In::things ? tr("align in") : tr("in");
    if (inLabel_->text() != words) {
        inLabel_->setText(words);
        fit();
    }
    const int index = in_->findData(static_cast<int>(arranger_.in()));
    in_->setCurrentIndex(index < 0 ? 1 : index);
}

void PlacingBar::showTheme() {
    const Theme& theme = workbench_.theme;
    turn_->setPixmap(theme.pixmap("turn", 16, Role::secondary, devicePixelRatioF()));
    name_->setFont(theme.font(13, 600));
    for (QuantityField* field : {x_, y_, width_, height_, angle_})
        field->setFont(theme.numbers(12));
    node_.reset();  // the icon and the font of the node change too
    showThing();
}

/// Leaves out as little of the bar as its width demands.
void PlacingBar::fit() {
    for (qsizetype out = 0; out <= spare_.size(); ++out) {
        for (qsizetype i = 0; i < spare_.size(); ++i) {
            for (QWidget* part : spare_[i])
                part->setVisible(i >= out);
        }
        layout()->invalidate();
        layout()->activate();
        if (layout()->sizeHint().width() <= width()) return;
    }
}

void PlacingBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        emit left();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void PlacingBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void PlacingBar::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fit();
}

}  // namespace burin::ui
