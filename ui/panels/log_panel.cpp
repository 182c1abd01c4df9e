// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/log_panel.hpp"

#include "ui/theme/theme.hpp"

#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace burin::ui {

LogPanel::LogPanel(Workbench workbench, Log& log, QWidget* parent)
    : QWidget(parent), text_(new QPlainTextEdit(this)) {
    setObjectName("logPanel");
    setWindowTitle(tr("Log"));
    text_->setObjectName("log");
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setFont(workbench.theme.numbers());
    text_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    text_->setMaximumBlockCount(Log::mostLines);
    text_->setPlaceholderText(tr("Log is empty."));
    setFocusProxy(text_);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(12, 4, 12, 4);
    all->addWidget(text_);
    setMinimumSize(320, 72);
    for (const Log::Line& line : log.lines())
        append(line);
    connect(&log, &Log::added, this, &LogPanel::append);
}

void LogPanel::append(const Log::Line& line) {
    text_->appendPlainText(line.time.toString("HH:mm:ss") + "  " + line.text);
}

}  // namespace burin::ui
