// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/settings.hpp"
#include "ui/theme/theme.hpp"

#include <QDialog>

namespace burin::ui {

/// What a user chooses once; everything takes effect at once.
class PreferencesDialog : public QDialog {
    Q_OBJECT

  public:
    PreferencesDialog(Settings& settings, Theme& theme, QWidget* parent = nullptr);
};

/// "dark", "light" or "system", as settings and the command line say it.
[[nodiscard]] ThemeChoice themeChoice(const QString& name);

}  // namespace burin::ui
