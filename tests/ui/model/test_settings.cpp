// SPDX-License-Identifier: GPL-3.0-or-later

// The studio restores the settings that it was given, and survives a damaged settings file.

#include "support/testing.hpp"
#include "ui/model/settings.hpp"

#include <QStandardPaths>

using namespace burin::ui;

class TestSettings : public QObject {
    Q_OBJECT

  private slots:
    void init() { QSettings().clear(); }

    void theFirstLookIsARelief() {
        QCOMPARE(Settings().appearance().mode, AppearanceMode::relief);
        QCOMPARE(Settings().appearance().map, QString("Copper"));
    }

    void theLookIsKeptButItsRange() {
        AppearanceValues appearance;
        appearance.mode = AppearanceMode::inverted;
        appearance.map = "Magma";
        appearance.reversed = true;
        appearance.clipped = true;
        appearance.lightDegrees = 30;
        appearance.height = 12.5;
        appearance.automatic = false;
        appearance.low = 0.25;
        Settings().setAppearance(appearance);
        appearance.automatic = true;
        appearance.low = 0;
        QCOMPARE(Settings().appearance(), appearance);
    }

    void snappingIsOnUntilItIsTurnedOff() {
        QVERIFY(Settings().snapping());
        Settings().setSnapping(false);
        QVERIFY(!Settings().snapping());
    }

    void whatAnOlderVersionKeptIsTakenOverOnce() {
        const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
        const QString old = folder + "/Unknown Organization/" + QCoreApplication::applicationName() + ".conf";
        QSettings(old, QSettings::NativeFormat).setValue("theme", "light");
        QCoreApplication::setOrganizationName("burin");
        QSettings().clear();
        QVERIFY(QSettings().fileName().endsWith("/burin/TestSettings.conf"));
        Settings::takeOverOld();
        QCOMPARE(Settings().theme(), QString("light"));
        Settings().setTheme("dark");
        Settings::takeOverOld();
        QCOMPARE(Settings().theme(), QString("dark"));
        QCoreApplication::setOrganizationName({});
    }

    void aDamagedLookIsTheUsualOne() {
        for (const QVariant& damage :
             {QVariant("text"), QVariant(QVariantMap{{"mode", 99}, {"light", "nan"}, {"height", -1}}),
              QVariant(QVariantMap{{"mode", "relief"}, {"light", 1e300}, {"height", "high"}})}) {
            QSettings().setValue("look", damage);
            QCOMPARE(Settings().appearance(), [] {
                AppearanceValues usual;
                usual.mode = AppearanceMode::relief;
                return usual;
            }());
        }
    }
};

BURIN_TEST(TestSettings)
#include "test_settings.moc"
