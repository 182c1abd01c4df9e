// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/adding/palette.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QFrame>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int paletteWidth = 40;
constexpr int paletteDrag = 6;

}  // namespace

/// Shows the tip beside the palette: below the pointer it would cover the next buttons.
bool PaletteButton::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QToolButton::event(event);
    constexpr int gap = 8;
    constexpr int belowPointer = 16;  // Qt shows a tip that much below the place that it is told
    QToolTip::showText(mapToGlobal(QPoint(width() + gap, -belowPointer)), toolTip(), this, rect());
    return true;
}

void PaletteButton::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->pos();
    dragging_ = false;
    QToolButton::mousePressEvent(event);
}

void PaletteButton::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) return QToolButton::mouseMoveEvent(event);
    if (!dragging_ && (event->pos() - pressed_).manhattanLength() < paletteDrag) return;
    if (!dragging_) setDown(false);
    dragging_ = true;
    setCursor(Qt::DragCopyCursor);
    emit dragged(event->globalPosition().toPoint());
}

void PaletteButton::mouseReleaseEvent(QMouseEvent* event) {
    if (!dragging_) return QToolButton::mouseReleaseEvent(event);
    dragging_ = false;
    unsetCursor();
    emit dropped(event->globalPosition().toPoint());
}

void PaletteButton::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || !dragging_) return QToolButton::keyPressEvent(event);
    dragging_ = false;
    unsetCursor();
    emit dragCancelled();
}

Palette::Palette(std::span<const Kind> kinds, std::span<const Starter> starters, const Theme& theme,
                 QWidget* parent)
    : QScrollArea(parent), theme_(theme), column_(new QVBoxLayout) {
    setObjectName("palette");
    setFixedWidth(paletteWidth);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);  // its buttons take it
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    auto* inside = new QWidget;
    column_->setContentsMargins(2, 4, 2, 4);  // leaves space for a scroll bar
    column_->setSpacing(0);
    inside->setLayout(column_);
    setWidget(inside);
    for (const Starter& starter : starters)
        addStarter(starter);
    for (const Category category :
         {Category::source, Category::generate, Category::combine, Category::filter, Category::output}) {
        bool first = true;
        for (const Kind& kind : kinds) {
            // A design usually has its root already; if not, the search offers it.
            if (kind.description.category != category || category == Category::output) continue;
            if (first && column_->count() > 0) separator();
            first = false;
            addKind(kind.description);
        }
    }
    separator();
    addNotes();
    column_->addStretch(1);
    connect(&theme, &Theme::changed, this, &Palette::restyle);
    restyle();
}

PaletteButton* Palette::button(const QString& icon, const QString& name, const QString& tip) {
    auto* made = new PaletteButton;
    made->setObjectName("palette." + name);
    made->setProperty("iconName", icon);
    made->setToolTip(tip);
    made->setIconSize({18, 18});
    made->setFixedSize(28, 26);
    made->setFocusPolicy(Qt::TabFocus);
    column_->addWidget(made, 0, Qt::AlignHCenter);
    connect(made, &PaletteButton::dragCancelled, this, &Palette::dragCancelled);
    return made;
}

void Palette::separator() {
    auto* line = new QFrame;
    line->setObjectName("separator");
    line->setFixedSize(18, 1);
    column_->addSpacing(4);
    column_->addWidget(line, 0, Qt::AlignHCenter);
    column_->addSpacing(4);
}

void Palette::addKind(const KindDescription& kind) {
    offer(
        button(Theme::kindIcon(kind.name), textOf(kind.name), textOf(kind.title) + ": " + textOf(kind.help)),
        kind);
}

void Palette::addStarter(const Starter& starter) {
    const QString title = textOf(starter.shown.title);
    PaletteButton* made = button({}, title.toLower(), title + ": " + textOf(starter.shown.help));
    made->setIcon(iconOf(starter, made->iconSize().width(), devicePixelRatioF()));
    offer(made, starter.shown);
}

void Palette::offer(PaletteButton* made, const KindDescription& kind) {
    const KindDescription* wanted = &kind;
    connect(made, &QToolButton::clicked, this, [this, wanted] { emit kindWanted(wanted); });
    connect(made, &PaletteButton::dragged, this, [this, wanted](QPoint at) { emit kindDragged(wanted, at); });
    connect(made, &PaletteButton::dropped, this, [this, wanted](QPoint at) { emit kindDropped(wanted, at); });
}

void Palette::addNotes() {
    PaletteButton* patterns =
        button("kind-group", "patterns", tr("Pattern of the library or of this design"));
    connect(patterns, &QToolButton::clicked, this, &Palette::patternsWanted);
    PaletteButton* comment = button("comment", "comment", tr("Comment (N)"));
    connect(comment, &QToolButton::clicked, this, &Palette::commentWanted);
    connect(comment, &PaletteButton::dropped, this, &Palette::commentDropped);
    PaletteButton* reroute = button("reroute", "reroute", tr("Reroute point (R): drop it on a wire"));
    connect(reroute, &QToolButton::clicked, this, &Palette::rerouteWanted);
    connect(reroute, &PaletteButton::dragged, this, &Palette::rerouteDragged);
    connect(reroute, &PaletteButton::dropped, this, &Palette::rerouteDropped);
}

void Palette::restyle() {
    for (PaletteButton* made : findChildren<PaletteButton*>()) {
        const QString icon = made->property("iconName").toString();
        if (!icon.isEmpty()) made->setIcon(theme_.icon(icon, Role::secondary));
    }
    const QString line = theme_.color(Role::strongLine).name();
    setStyleSheet(
        QStringLiteral("#separator { background-color: %1; border: none; }"
                       "QScrollBar:vertical { width: 8px; }"
                       "PaletteButton, burin--ui--PaletteButton { min-width: 26px; min-height: 24px; }")
            .arg(line));
}

}  // namespace burin::ui
