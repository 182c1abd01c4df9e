// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/export_summary.hpp"

#include "ui/export/dialog/export_outlook.hpp"
#include "ui/theme/theme.hpp"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>

namespace burin::ui {

ExportSummary::ExportSummary(const Theme& theme, ExportOutlook& outlook, QWidget* parent)
    : QFrame(parent), again_(new QCheckBox(this)) {
    setProperty("look", "strip");
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(8);
    const auto add = [&](const QString& name, const char* objectName) {
        auto* const title = new QLabel(name, this);
        title->setProperty("secondary", true);
        auto* const value = new QLabel(this);
        value->setObjectName(objectName);
        value->setFont(theme.numbers(12));
        row->addWidget(title);
        row->addWidget(value);
        row->addSpacing(16);
        return value;
    };
    size_ = add(tr("Size"), "summary.bytes");
    time_ = add(tr("Time"), "summary.time");
    row->addStretch(1);
    again_->setObjectName("summary.again");
    row->addWidget(again_);
    connect(again_, &QCheckBox::toggled, &outlook, &ExportOutlook::setStartsAgain);
    connect(&outlook, &ExportOutlook::startsAgainChanged, this, [this, &outlook] { showOutlook(outlook); });
    connect(&outlook, &ExportOutlook::shown, this, [this, &outlook] { showOutlook(outlook); });
    showOutlook(outlook);
}

void ExportSummary::showOutlook(const ExportOutlook& outlook) {
    size_->setText(outlook.sizeText());
    time_->setText(outlook.timeText());
    again_->setText(outlook.againText());
    again_->setVisible(!outlook.againText().isEmpty());
    again_->setChecked(outlook.startsAgain());
}

}  // namespace burin::ui
