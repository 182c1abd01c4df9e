// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/stop_dialog.hpp"

#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/theme.hpp"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWindow>

#include <utility>

namespace burin::ui {

StopDialog::StopDialog(const Theme& theme, QWidget* parent) : QDialog(parent) {
    setObjectName("stop.dialog");
    setWindowTitle(tr("Changing the design"));
    setWindowModality(Qt::ApplicationModal);
    auto* const title = new QLabel(tr("This change takes long"), this);
    title->setFont(theme.font(18, 600));
    auto* const words = new QLabel(
        tr("Drawings and curves with very many crossings take minutes. If you stop, nothing changes."), this);
    words->setWordWrap(true);
    words->setMinimumWidth(320);
    auto* const bar = new QProgressBar(this);
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    QPushButton* const stop = dialogButton("stop.stop", tr("Stop"), this);
    stop->setDefault(true);
    connect(stop, &QPushButton::clicked, this, &StopDialog::reject);
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(16, 16, 16, 16);
    box->setSpacing(12);
    box->addWidget(title);
    box->addWidget(words);
    box->addWidget(bar);
    box->addWidget(stop, 0, Qt::AlignRight);
}

void StopDialog::begin(std::function<void()> stop) {
    stops_.push_back(std::move(stop));
    show();
    // A busy computer may show the frame long before the next turn of the event loop.
    constexpr int mostMs = 500;
    QElapsedTimer shown;
    shown.start();
    while (isVisible() && !windowHandle()->isExposed() && shown.elapsed() < mostMs)
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents, 10);
    repaint();
}

void StopDialog::end() {
    stops_.pop_back();
    if (stops_.empty()) hide();
}

void StopDialog::reject() {
    for (const std::function<void()>& stop : stops_)
        stop();
}

}  // namespace burin::ui
