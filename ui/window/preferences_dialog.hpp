// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/settings.hpp"
#include "ui/theme/theme.hpp"

#include <QDialog>

namespace burin::ui {

/// The user's preferences. Changes take effect at once.
class PreferencesDialog : public QDialog {
    Q_OBJECT

  public:
    PreferencesDialog(Settings& settings, Theme& theme, QWidget* parent = nullptr);
};

}  // namespace burin::ui
