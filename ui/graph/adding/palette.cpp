// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/adding/palette.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QFrame>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

namespace burin::ui {

namespace {

constexpr QSize buttonSize{28, 26};
constexpr int side = 2;
constexpr int edge = 4;
constexpr int besideButtons = 2 * side + 8;  // px: with space for a scroll bar and a line
constexpr int ruleHeight = 9;
constexpr int mostColumns = 4;
constexpr int paletteDrag = 6;

}  // namespace

/// Shows the tip beside the palette: below the pointer it would cover the next buttons.
bool PaletteButton::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QToolButton::event(event);
    constexpr int gap = 8;
    constexpr int belowPointer = 16;  // Qt shows a tip this far below the place that it is given
    const int beside = parentWidget()->width() - x() + gap;
    QToolTip::showText(mapToGlobal(QPoint(beside, -belowPointer)), toolTip(), this, rect());
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
    : QScrollArea(parent), theme_(theme) {
    setObjectName("palette");
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);  // the buttons take the focus
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFixedWidth(buttonSize.width() + besideButtons);
    setWidget(new QWidget);
    beginGroup();
    for (const Starter& starter : starters)
        addStarter(starter);
    for (const Category category :
         {Category::combine, Category::source, Category::generate, Category::filter, Category::output}) {
        bool first = true;
        for (const Kind& kind : kinds) {
            // A design usually has its root already; if not, the search offers it.
            if (kind.description.category != category || category == Category::output) continue;
            if (first) beginGroup();
            first = false;
            addKind(kind.description);
        }
    }
    beginGroup();
    addNotes();
}

PaletteButton* Palette::button(const QString& icon, const QString& name, const QString& tip) {
    auto* made = new PaletteButton(widget());
    made->setObjectName("palette." + name);
    if (!icon.isEmpty()) made->setIcon(theme_.icon(icon, Role::secondary));
    made->setToolTip(tip);
    made->setIconSize({18, 18});
    made->setFixedSize(buttonSize);
    made->setFocusPolicy(Qt::TabFocus);
    groups_.back().buttons << made;
    connect(made, &PaletteButton::dragCancelled, this, &Palette::dragCancelled);
    return made;
}

void Palette::beginGroup() {
    QFrame* rule = nullptr;
    if (!groups_.empty()) {
        rule = new QFrame(widget());
        rule->setObjectName("separator");
    }
    groups_.push_back({rule, {}});
}

/// Uses enough columns to show all buttons, so that a low panel hides few of them.
void Palette::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    int columns = 1;
    while (columns < mostColumns && placed(columns, false) > height())
        ++columns;
    if (columns == columns_) return;
    columns_ = columns;
    setFixedWidth(columns * buttonSize.width() + besideButtons);
    widget()->setFixedSize(columns * buttonSize.width() + side, placed(columns, true));
}

/// \return the height of all buttons in so many columns. \param place  whether to move them there
int Palette::placed(int columns, bool place) {
    int y = edge;
    for (const Group& group : groups_) {
        if (group.rule != nullptr) {
            if (place) group.rule->setGeometry(side, y + ruleHeight / 2, columns * buttonSize.width(), 1);
            y += ruleHeight;
        }
        const auto count = static_cast<int>(group.buttons.size());
        for (int i = 0; place && i < count; ++i)
            group.buttons[i]->move(side + i % columns * buttonSize.width(),
                                   y + i / columns * buttonSize.height());
        y += (count + columns - 1) / columns * buttonSize.height();
    }
    return y + edge;
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

}  // namespace burin::ui
