// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preferences_dialog.hpp"

#include "ui/theme/style_property.hpp"
#include "ui/window/bars/backend_choice.hpp"
#include "ui/window/shared_theme.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>

namespace burin::ui {

PreferencesDialog::PreferencesDialog(Settings& settings, Theme& theme, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Preferences"));
    setObjectName("preferences");
    auto* layout = new QFormLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setHorizontalSpacing(16);
    layout->setVerticalSpacing(12);

    auto* themes = new QComboBox(this);
    themes->setObjectName("theme");
    themes->addItem(tr("Same as the desktop"), "system");
    themes->addItem(tr("Dark"), "dark");
    themes->addItem(tr("Light"), "light");
    layout->addRow(tr("Theme"), themes);
    const auto showTheme = [&theme, themes] {
        themes->setCurrentIndex(themes->findData(themeName(theme.choice())));
    };
    showTheme();
    connect(&theme, &Theme::changed, themes, showTheme);
    // Each choice counts, also that of the theme that is shown: the settings may have another.
    connect(themes, &QComboBox::activated, this, [&settings, &theme, themes] {
        SharedTheme::choose(themeChoice(themes->currentData().toString()), settings, theme);
    });

    auto* backends = new QComboBox(this);
    backends->setObjectName("backend");
    for (const QString& name : BackendChoice::names())
        backends->addItem(BackendChoice::titleOf(name), name);
    backends->setCurrentIndex(backends->findData(settings.backend()));
    backends->setToolTip(tr("Takes effect when Burin starts again"));
    layout->addRow(tr("Run on (from the next start)"), backends);
    connect(backends, &QComboBox::currentIndexChanged, this,
            [&settings, backends] { settings.setBackend(backends->currentData().toString()); });

    auto* motion = new QCheckBox(tr("Turn animations off"), this);
    motion->setObjectName("reduceMotion");
    motion->setChecked(settings.reduceMotion());
    layout->addRow(tr("Reduce motion"), motion);
    connect(motion, &QCheckBox::toggled, this, [&settings, &theme](bool reduce) {
        settings.setReduceMotion(reduce);
        theme.setReduceMotion(reduce);
    });

    for (QWidget* const field : QList<QWidget*>{themes, backends, motion})
        layout->labelForField(field)->setProperty("secondary", true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    // The button box has asked for the size of the button, so the button has a style already.
    setStyleProperty(buttons->button(QDialogButtonBox::Close), "primary", true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::accept);
    layout->addRow(buttons);
}

}  // namespace burin::ui
