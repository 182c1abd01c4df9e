// SPDX-License-Identifier: GPL-3.0-or-later

// The studio restores the settings that it was given, and survives a damaged settings file.

#include "support/testing.hpp"
#include "ui/model/settings.hpp"

#include <sys/stat.h>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

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

    /// QSettings would read a pipe or a device for ever.
    void whatIsNoFileIsNotRead_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("what");
        QTest::newRow("a pipe") << "%1/TestSettings.conf"
                                << "pipe";
        QTest::newRow("a pipe in place of the lock") << "%1/TestSettings.conf.lock"
                                                     << "pipe";
        QTest::newRow("a pipe in place of the lock of a change") << "%1/TestSettings.conf.change.lock"
                                                                 << "pipe";
        QTest::newRow("a device") << "%1/TestSettings.conf"
                                  << "device";
        QTest::newRow("a folder") << "%1/TestSettings.conf"
                                  << "folder";
        QTest::newRow("a pipe for all programs of the organisation") << "%1.conf"
                                                                     << "pipe";
    }
    void whatIsNoFileIsNotRead() {
        QFETCH(QString, name);
        QFETCH(QString, what);
        const QTemporaryDir folder;
        const QString organisation = folder.filePath("Unknown Organization");
        QVERIFY(QDir().mkpath(organisation));
        QCOMPARE(Settings::whyUnreadable(folder.path()), QString());
        const QString file = name.arg(organisation);
        if (what == "pipe") QCOMPARE(::mkfifo(QFile::encodeName(file).constData(), 0600), 0);
        if (what == "device") QVERIFY(QFile::link("/dev/zero", file));
        if (what == "folder") QVERIFY(QDir().mkdir(file));
        const QString why = Settings::whyUnreadable(folder.path());
        QVERIFY2(why.contains(file + " is a " + what + ", not a regular file"), qPrintable(why));
    }

    /// A sparse file takes no room on the disk, but would take all memory.
    void aHugeFileIsNotRead() {
        const QTemporaryDir folder;
        QVERIFY(QDir().mkpath(folder.filePath("Unknown Organization")));
        QFile file(folder.filePath("Unknown Organization/TestSettings.conf"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(Settings::mostBytes));
        QCOMPARE(Settings::whyUnreadable(folder.path()), QString());
        QVERIFY(file.resize(Settings::mostBytes + 1));
        const QString why = Settings::whyUnreadable(folder.path());
        QVERIFY2(why.contains(file.fileName() + " is larger than 64 MiB"), qPrintable(why));
    }

    /// Settings that were read before, and those that a dialog reads now.
    void aPipeThatComesLaterIsNotRead() {
        const QTemporaryDir folder;
        Settings::setFolder(folder.path());
        Settings before;
        before.setTheme("dark");
        before.exchange();
        const QString file = before.file();
        QVERIFY(QFile::remove(file));
        QCOMPARE(::mkfifo(QFile::encodeName(file).constData(), 0600), 0);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(" is a pipe, not a regular file\\. "));
        before.setTheme("light");
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(" is a pipe, not a regular file\\. "));
        before.exchange();
        QCOMPARE(before.theme(), QString("dark"));
        Settings now;
        QCOMPARE(now.theme(), QString("system"));
        QVERIFY(now.recent().isEmpty());
        QVERIFY(QFile::remove(file));
        now.setTheme("light");
        now.exchange();
        QCOMPARE(now.theme(), QString("light"));
        QCOMPARE(now.file(), file);
        Settings::setFolder(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation));
    }

    /// A share that is not mounted, or a stick that is pulled out.
    void recentDesignsComeBackWithTheirFolder() {
        const QTemporaryDir folder;
        const auto make = [&folder](const QString& name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) ? file.fileName() : QString();
        };
        QVERIFY(QDir(folder.path()).mkdir("net"));
        const QString first = make("net/first.burin");
        const QString second = make("net/second.burin");
        const QString local = make("local.burin");
        const auto files = [] {
            QStringList names;
            for (const Settings::Recent& recent : Settings().recent())
                names << recent.file;
            return names;
        };
        Settings settings;
        settings.addRecent(first, {}, {}, false);
        settings.addRecent(second, {}, {}, false);
        QVERIFY(QDir(folder.path()).rename("net", "away"));
        QCOMPARE(files(), QStringList());
        settings.addRecent(local, {}, {}, false);
        settings.setRecentPicture(local, QImage(2, 2, QImage::Format_RGB32));
        QCOMPARE(files(), QStringList{local});
        QVERIFY(QDir(folder.path()).rename("away", "net"));
        QCOMPARE(files(), (QStringList{local, second, first}));
        settings.clearRecent();
        QCOMPARE(files(), QStringList());
    }

    void theSettingsOfTheUserAreLookedAtToo() {
        const QString file = QSettings().fileName();
        QCOMPARE(Settings::whyUnreadable(), QString());
        QFile::remove(file);
        QVERIFY(QDir().mkpath(file));
        const QString why = Settings::whyUnreadable();
        QVERIFY(QDir().rmdir(file));
        QVERIFY2(why.contains(file + " is a folder"), qPrintable(why));
    }

    void aChosenFolderHasAllSettings() {
        const QTemporaryDir folder;
        Settings::setFolder(folder.path());
        {
            Settings settings;
            settings.setTheme("dark");
            settings.exchange();
            QVERIFY(settings.file().startsWith(folder.path()) && QFile::exists(settings.file()));
        }
        Settings::setFolder(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation));
        QCOMPARE(Settings().theme(), QString("system"));
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
