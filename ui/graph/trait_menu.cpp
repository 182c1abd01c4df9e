// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/trait_menu.hpp"

#include "ui/graph/items/graph_style.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QLabel>
#include <QPainter>
#include <QTimer>
#include <QWidgetAction>

namespace burin::ui {

TraitMenu::TraitMenu(const Theme& theme, const QString& caption, const std::vector<Trait>& traits,
                     Trait likely, const std::function<void(Trait)>& use, QWidget* parent)
    : QMenu(parent) {
    setObjectName("traitMenu");
    setSeparatorsCollapsible(false);  // otherwise the heading, which stands first, would be hidden
    addNote(caption);
    for (const Trait trait : traits) {
        QPixmap shape(QSize(16, 16) * devicePixelRatioF());
        shape.setDevicePixelRatio(devicePixelRatioF());
        shape.fill(Qt::transparent);
        QPainter painter(&shape);
        painter.setRenderHint(QPainter::Antialiasing);
        drawSocket(painter, {8, 8}, trait, theme.color(trait));
        painter.end();
        const QString name = textOf(traitName(trait));
        QAction* action = addAction(QIcon(shape), tr("as %1").arg(name));
        action->setObjectName("trait." + name);
        connect(action, &QAction::triggered, this, [this, use, trait] {
            chosen_ = true;
            use(trait);
        });
        if (trait == likely) likely_ = action;
    }
}

void TraitMenu::addNote(const QString& text) {
    auto* words = new QLabel(text);
    words->setObjectName("traitCaption");
    words->setTextFormat(Qt::PlainText);
    words->setProperty("secondary", true);
    words->setContentsMargins(12, 4, 12, 4);
    auto* note = new QWidgetAction(this);
    note->setDefaultWidget(words);
    note->setSeparator(true);  // arrow keys pass the note
    addAction(note);
}

void TraitMenu::offerBlend(const QString& heading, const ParameterDescription& parameter, const QString& now,
                           const std::function<void(const QString&)>& use) {
    addNote(heading);
    for (const std::string_view choice : parameter.choices) {
        const QString word = textOf(choice);
        QAction* action = addAction(word);
        action->setObjectName("blend." + word);
        action->setCheckable(true);
        action->setChecked(word == now);
        connect(action, &QAction::triggered, this, [this, use, word] {
            chosen_ = true;
            use(word);
        });
    }
}

void TraitMenu::showEvent(QShowEvent* event) {
    QMenu::showEvent(event);
    setActiveAction(likely_);
}

/// A menu hides before it says what was chosen.
void TraitMenu::hideEvent(QHideEvent* event) {
    QMenu::hideEvent(event);
    QTimer::singleShot(0, this, [this] {
        if (!chosen_) emit declined();
        deleteLater();
    });
}

}  // namespace burin::ui
