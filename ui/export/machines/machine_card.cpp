// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/machines/machine_card.hpp"

#include "ui/export/machines/machine_words.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/machine_text.hpp"
#include "ui/words/quantities.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace burin::ui {

namespace {

/// A name can be one word of any length, and a page is as wide as its longest word.
constexpr qreal widestName = 300;

}  // namespace

MachineCard::MachineCard(const Theme& theme, MachineQuery& query, QWidget* parent)
    : QFrame(parent), theme_(theme), query_(query) {
    setProperty("look", "card");
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(16, 12, 16, 12);
    box->setSpacing(8);
    auto* const line = new QHBoxLayout;
    line->setSpacing(8);
    icon_ = new QLabel(this);
    words_ = new QLabel(this);
    words_->setObjectName("export.machineWords");
    words_->setWordWrap(true);
    words_->setTextFormat(Qt::PlainText);
    again_ = new QPushButton(tr("Check again"), this);
    again_->setObjectName("export.machineAgain");
    again_->setProperty("link", true);
    again_->setAutoDefault(false);
    connect(again_, &QPushButton::clicked, this, [this] { query_.ask(MachineEntry(query_.machine())); });
    line->addWidget(icon_);
    line->addWidget(words_, 1);
    line->addWidget(again_);
    box->addLayout(line);
    limits_ = new QWidget(this);
    limits_->setObjectName("clearGround");
    grid_ = new QGridLayout(limits_);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(16);
    grid_->setVerticalSpacing(6);
    grid_->setColumnStretch(1, 1);
    addRow("field", tr("Field"));
    addRow("depths", tr("Bits per sample"));
    addRow("scans", tr("Scan"));
    addRow("buffer", tr("Buffer"));
    addRow("rate", tr("Engraves"));
    addRow("link", tr("Link"));
    addRow("now", tr("Now"));
    box->addWidget(limits_);
    connect(&query, &MachineQuery::changed, this, &MachineCard::refresh);
    connect(&theme, &Theme::changed, this, &MachineCard::refresh);
    refresh();
}

void MachineCard::addRow(const QString& id, const QString& name) {
    auto* const label = new QLabel(name, limits_);
    label->setProperty("secondary", true);
    auto* const value = new QLabel(limits_);
    value->setObjectName("export.machine." + id);
    value->setFont(theme_.numbers(12));
    value->setWordWrap(true);
    const int row = grid_->rowCount();
    grid_->addWidget(label, row, 0, Qt::AlignTop);
    grid_->addWidget(value, row, 1);
    values_[id] = value;
}

void MachineCard::refresh() {
    const MachineQuery::State state = query_.state();
    const auto show = [this](const char* icon, Role role, const QString& words) {
        icon_->setPixmap(theme_.pixmap(icon, 16, role, devicePixelRatioF()));
        words_->setText(words);
        words_->setToolTip({});
    };
    setVisible(state != MachineQuery::State::idle);
    limits_->setVisible(state == MachineQuery::State::answered);
    again_->setVisible(state == MachineQuery::State::failed || state == MachineQuery::State::answered);
    const QString& name = query_.machine().name;
    if (state == MachineQuery::State::asking)
        show("connecting", Role::accent, tr("Connecting to %1…").arg(name));
    if (state == MachineQuery::State::failed) show("error", Role::error, query_.problem());
    if (state != MachineQuery::State::answered) return;
    const MachineDescription& machine = query_.answer();
    const QString itself = QString::fromStdString(machine.name);
    const bool alone = itself.isEmpty() || itself == name;
    const auto cut = [this](const QString& text) { return cutText(text, words_->fontMetrics(), widestName); };
    const QString shown = alone ? cut(name) : cut(name) + ", " + cut(itself);
    const QString whole = alone ? name : name + ", " + itself;
    show("check", Role::good, shown);
    if (shown != whole) words_->setToolTip(whole);
    fill(machine);
}

void MachineCard::fill(const MachineDescription& machine) {
    values_["field"]->setText(fieldWords(machine));
    values_["depths"]->setText(depthWords(machine));
    values_["scans"]->setText(scanWords(machine));
    values_["buffer"]->setText(bytesText(static_cast<double>(machine.bufferBytes)));
    values_["rate"]->setText(rateWords(machine));
    values_["link"]->setText(query_.machine().linkWords());
    values_["now"]->setText(nowWords(machine));
}

}  // namespace burin::ui
