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
                     const std::function<void(Trait)>& use, QWidget* parent)
    : QMenu(parent) {
    setObjectName("traitMenu");
    setSeparatorsCollapsible(false);  // the heading stands first
    auto* words = new QLabel(caption);
    words->setObjectName("traitCaption");
    words->setTextFormat(Qt::PlainText);
    words->setProperty("secondary", true);
    words->setContentsMargins(12, 4, 12, 4);
    auto* heading = new QWidgetAction(this);
    heading->setDefaultWidget(words);
    heading->setSeparator(true);  // arrow keys pass it
    addAction(heading);
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
        if (likely_ == nullptr || trait == Trait::data) likely_ = action;
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
