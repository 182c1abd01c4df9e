// SPDX-License-Identifier: GPL-3.0-or-later

// The preferences.

#include "support/testing.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/preferences_dialog.hpp"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QSettings>

namespace burin::ui {

class TestPreferences : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        QSettings().clear();
        theme_.choose(ThemeChoice::dark);
    }

    void theButtonThatClosesThemIsThePrimaryOne() {
        Settings settings;
        PreferencesDialog dialog(settings, theme_);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog, patience));
        auto* const close = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close);
        for (const ThemeChoice choice : {ThemeChoice::dark, ThemeChoice::light, ThemeChoice::dark}) {
            theme_.choose(choice);
            QCOMPARE(close->grab().toImage().pixelColor(8, 8).name(), theme_.color(Role::accentFill).name());
        }
    }

  private:
    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestPreferences)
#include "test_preferences.moc"
