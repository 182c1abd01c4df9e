// SPDX-License-Identifier: GPL-3.0-or-later

// The preferences, and the theme that all windows share.

#include "support/testing.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/preferences_dialog.hpp"
#include "ui/window/shared_theme.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QPushButton>
#include <QSaveFile>
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

    void aThemeThatAnotherWindowChoosesIsTaken_data() {
        QTest::addColumn<bool>("reported");
        QTest::newRow("when the settings change") << true;
        QTest::newRow("when the window becomes active") << false;
    }
    void aThemeThatAnotherWindowChoosesIsTaken() {
        QFETCH(bool, reported);
        Settings settings;
        SharedTheme::choose(ThemeChoice::dark, settings, theme_);
        QWidget window;
        const SharedTheme* const shared = new SharedTheme(settings, theme_, &window);
        QCOMPARE(shared->parent(), &window);
        chooseElsewhere(settings, "light");
        if (!reported) {
            QEvent active(QEvent::WindowActivate);
            QCoreApplication::sendEvent(&window, &active);
            QCOMPARE(theme_.choice(), ThemeChoice::light);
        }
        QTRY_COMPARE(theme_.choice(), ThemeChoice::light);
    }

    /// The command line may have chosen it for this start.
    void aThemeStaysUntilAnotherIsChosen() {
        Settings settings;
        settings.setTheme("light");
        QWidget window;
        new SharedTheme(settings, theme_, &window);
        QEvent active(QEvent::WindowActivate);
        QCoreApplication::sendEvent(&window, &active);
        QCOMPARE(theme_.choice(), ThemeChoice::dark);
    }

    void theThemeThatTheSettingsHaveCanBeChosen() {
        Settings settings;
        settings.setTheme("light");
        PreferencesDialog dialog(settings, theme_);
        auto* const themes = dialog.findChild<QComboBox*>("theme");
        QCOMPARE(themes->currentData().toString(), QString("dark"));  // what the user sees
        choose(*themes, "light");
        QCOMPARE(theme_.choice(), ThemeChoice::light);
        // The theme changes while the dialog is open, as another window chooses one.
        theme_.choose(ThemeChoice::dark);
        QCOMPARE(themes->currentData().toString(), QString("dark"));
        choose(*themes, "dark");
        QCOMPARE(settings.theme(), QString("dark"));
    }

  private:
    /// As a user does: the list reports the choice also if it shows it already.
    static void choose(QComboBox& themes, const QString& name) {
        themes.setCurrentIndex(themes.findData(name));
        emit themes.activated(themes.currentIndex());
    }
    /// Writes the file as another process does.
    static void chooseElsewhere(const Settings& settings, const QByteArray& name) {
        QFile file(settings.file());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        file.close();
        QVERIFY(text.contains("theme=dark"));
        text.replace("theme=dark", "theme=" + name);
        QSaveFile written(settings.file());
        QVERIFY(written.open(QIODevice::WriteOnly) && written.write(text) == text.size() && written.commit());
    }

    Theme theme_{ThemeChoice::dark};
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestPreferences)
#include "test_preferences.moc"
