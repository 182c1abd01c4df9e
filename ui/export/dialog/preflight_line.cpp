// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/preflight_line.hpp"

#include "ui/export/dialog/preflight_run.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/quantities.hpp"

#include <QHBoxLayout>
#include <QLabel>

namespace burin::ui {

PreflightLine::PreflightLine(const Theme& theme, const Document& document, const PreflightRun& preflight,
                             QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      document_(document),
      preflight_(preflight),
      icon_(new QLabel(this)),
      words_(new QLabel(this)),
      button_(dialogButton("export.preflightButton", {}, this)) {
    setObjectName("clearGround");
    words_->setObjectName("export.preflightText");
    button_->setProperty("link", true);
    auto* const line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(icon_);
    line->addWidget(words_, 1);
    line->addWidget(button_);
    connect(button_, &QPushButton::clicked, this, &PreflightLine::wanted);
    connect(&preflight, &PreflightRun::changed, this, &PreflightLine::refresh);
    connect(&document, &Document::changed, this, &PreflightLine::refresh);
    connect(&theme, &Theme::changed, this, &PreflightLine::refresh);
    refresh();
}

/// Draws the icon again, because the pixel ratio of the screen was not known before.
void PreflightLine::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void PreflightLine::refresh() {
    const bool current = preflight_.design() == document_.design();
    const PreflightRun::State state = current ? preflight_.state() : PreflightRun::State::idle;
    QString icon = "info";
    Role role = Role::quiet;
    QString text = tr("Preflight has not checked this design.");
    QString verb = tr("Run");
    if (state == PreflightRun::State::running) {
        text = tr("Preflight: %1").arg(percentText(preflight_.share()));
        verb = tr("Show");
    } else if (state == PreflightRun::State::done) {
        const auto count = static_cast<int>(preflight_.report().findings.size());
        icon = count == 0 ? "check" : "warning";
        role = count == 0 ? Role::good : Role::warning;
        text = count == 0   ? tr("Preflight found no problems.")
               : count == 1 ? tr("Preflight found 1 problem.")
                            : tr("Preflight found %1 problems.").arg(count);
        verb = tr("Show");
    }
    icon_->setPixmap(theme_.pixmap(icon, 16, role, devicePixelRatioF()));
    words_->setText(text);
    button_->setText(verb);
}

}  // namespace burin::ui
