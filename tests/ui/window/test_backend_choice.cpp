// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/window/bars/backend_choice.hpp"
#include "ui/window/preferences_dialog.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>

using namespace burin::ui;

class TestBackendChoice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { theme_.apply(); }
    void init() { QSettings().clear(); }

    void aChoiceIsKeptAndSaid() {
        Settings settings;
        QWidget row;
        BackendChoice button(settings, theme_, &row);
        QSignalSpy said(&button, &BackendChoice::said);
        QCOMPARE(button.text(), QString("Run on: automatic"));
        emit button.menu()->aboutToShow();
        QVERIFY(button.menu()->findChild<QAction*>("backend.auto")->isChecked());
        button.menu()->findChild<QAction*>("backend.cpu")->trigger();
        QCOMPARE(button.text(), QString("Run on: CPU"));
        QCOMPARE(Settings().backend(), QString("cpu"));
        QCOMPARE(said.size(), 1);
        QVERIFY(said[0][0].toString().contains("next start"));
    }

    void thePreferencesOfferTheSame() {
        Settings settings;
        QWidget row;
        BackendChoice button(settings, theme_, &row);
        PreferencesDialog dialog(settings, theme_, nullptr);
        auto* backends = dialog.findChild<QComboBox*>("backend");
        QCOMPARE(backends->currentText(), QString("Automatic"));
        // One name for one thing.
        const auto* form = qobject_cast<QFormLayout*>(dialog.layout());
        const auto* name = qobject_cast<QLabel*>(form->labelForField(backends));
        QCOMPARE(name->text().section(" (", 0, 0), button.text().section(':', 0, 0));
        backends->setCurrentIndex(1);
        QCOMPARE(settings.backend(), QString("cpu"));
        QEvent again(QEvent::WindowActivate);
        QCoreApplication::sendEvent(&row, &again);
        QCOMPARE(button.text(), QString("Run on: CPU"));
    }

  private:
    Theme theme_{ThemeChoice::dark};
};

BURIN_TEST(TestBackendChoice)
#include "test_backend_choice.moc"
