// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/wipe/wipe_bar.hpp"

#include "ui/model/document/document.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/side_letter.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/word_button.hpp"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QMessageBox>

namespace burin::ui {

namespace {

constexpr std::array sides{Wipe::Side::a, Wipe::Side::b};
constexpr int longestName = 96;

}  // namespace

WipeBar::WipeBar(Workbench workbench, Wipe& wipe, QWidget* parent)
    : QWidget(parent), workbench_(workbench), wipe_(wipe) {
    setObjectName("clearGround");  // an opaque background would cover the line below the bar
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (std::size_t k = 0; k < sides.size(); ++k) {
        auto* chip = new WordButton;
        chip->setObjectName(k == 0 ? "viewport.wipe-a" : "viewport.wipe-b");
        chip->setProperty("chip", "side");
        chip->setPopupMode(QToolButton::InstantPopup);
        chip->setLayoutDirection(Qt::LeftToRight);
        auto* menu = new QMenu(chip);
        connect(menu, &QMenu::aboutToShow, this, [this, menu, side = sides[k]] { fill(*menu, side); });
        chip->setMenu(menu);
        row->addWidget(chip);
        chips_[k] = chip;
    }
    connect(&wipe_, &Wipe::changed, this, &WipeBar::showSides);
    connect(&wipe_, &Wipe::updated, this, &WipeBar::showSides);
    connect(&workbench_.previews, &Previews::shownChanged, this, &WipeBar::showSides);
    connect(&workbench_.theme, &Theme::changed, this, &WipeBar::showTheme);
    showTheme();
    hide();
}

void WipeBar::fill(QMenu& menu, Wipe::Side side) {
    menu.clear();
    const QString now = wipe_.nodeOf(side);
    for (const Wipe::Choice& choice : wipe_.choices()) {
        QString text = choice.text;
        QAction* entry = menu.addAction(text.replace('&', "&&"));
        entry->setCheckable(true);
        entry->setChecked(choice.node == now);
        connect(entry, &QAction::triggered, this, [this, side, choice] { wipe_.setNode(side, choice.node); });
    }
    if (wipe_.isShown(side)) return;
    menu.addSeparator();
    connect(menu.addAction(tr("Another file...")), &QAction::triggered, this, &WipeBar::chooseFile);
}

void WipeBar::chooseFile() {
    auto* dialog = new FileDialog(window(), tr("Compare with another file"));
    dialog->setObjectName("viewport.wipe-file");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    const QString patterns = "*.burin " + patternsOf(suffixesOf(FilesRead::What::picture));
    dialog->setNameFilters({tr("Designs and images (%1)").arg(patterns), tr("All files (*)")});
    dialog->setDirectory(workbench_.document.folder());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const QString problem = wipe_.openFile(file);
        if (!problem.isEmpty()) QMessageBox::warning(this, tr("Compare with another file"), problem);
    });
    dialog->open();
}

void WipeBar::showTheme() {
    for (std::size_t k = 0; k < sides.size(); ++k)
        chips_[k]->setIcon(sideIcon(workbench_.theme, sides[k] == Wipe::Side::a));
}

void WipeBar::showSides() {
    if (!wipe_.on()) return;
    bool renamed = false;
    for (std::size_t k = 0; k < sides.size(); ++k) {
        QToolButton& chip = *chips_[k];
        const QString name = wipe_.nameOf(sides[k]);
        const QString shown = QFontMetrics(chip.font()).elidedText(name, Qt::ElideRight, longestName);
        const QString tip = (k == 0 ? tr("A: %1") : tr("B: %1")).arg(name);
        if (chip.text() == shown && chip.toolTip() == tip) continue;
        chip.setText(shown);
        chip.setToolTip(tip);
        renamed = true;
    }
    if (!renamed) return;
    resizeAtOnce();
    emit namesChanged();
}

void WipeBar::setNamed(bool named) {
    for (QToolButton* chip : chips_)
        chip->setToolButtonStyle(named ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    resizeAtOnce();
}

/// Tells the new size to the layout around it, which would otherwise follow only after all events.
void WipeBar::resizeAtOnce() {
    layout()->invalidate();
    layout()->activate();
}

}  // namespace burin::ui
