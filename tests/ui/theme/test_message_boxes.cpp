// SPDX-License-Identifier: GPL-3.0-or-later

// Questions, messages and choosers look like the other dialogs.

#include "support/testing.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/theme.hpp"

#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSizeGrip>

using namespace burin::ui;

class TestMessageBoxes : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { theme_.apply(); }

    void textsAndButtonsKeepTheMargin_data() {
        QTest::addColumn<QMessageBox::Icon>("icon");
        QTest::addColumn<QString>("first");
        QTest::newRow("a question") << QMessageBox::NoIcon << "qt_msgbox_label";
        QTest::newRow("a warning") << QMessageBox::Warning << "qt_msgboxex_icon_label";
    }

    void textsAndButtonsKeepTheMargin() {
        QFETCH(QMessageBox::Icon, icon);
        QFETCH(QString, first);
        QMessageBox box(icon, "Burin", "Save the changes?", QMessageBox::Save | QMessageBox::Discard);
        box.show();
        constexpr int margin = 16;
        for (const QString& more : {QString(), QString("They are written to the file."), QString()}) {
            box.setInformativeText(more);
            QCOMPARE(box.findChild<QLabel*>(first)->x(), margin);
            const QWidget* const last = box.button(QMessageBox::Discard);
            QCOMPARE(last->mapTo(&box, QPoint(last->width(), last->height())),
                     QPoint(box.width() - margin, box.height() - margin));
        }
    }

    void onlyTheDefaultButtonIsPrimary() {
        QMessageBox box(QMessageBox::NoIcon, "Burin", "Replace it?", QMessageBox::Yes | QMessageBox::No);
        box.setDefaultButton(QMessageBox::No);
        box.show();
        const auto ground = [&box](QMessageBox::StandardButton which) {
            return box.button(which)->grab().toImage().pixelColor(5, 5);
        };
        QCOMPARE(ground(QMessageBox::No), theme_.color(Role::accentFill));
        QCOMPARE(ground(QMessageBox::Yes), theme_.color(Role::head));
    }

    /// Qt's chooser has a grip over the corner of its last button.
    void aChooserShowsItsButtonsWhole() {
        FileDialog dialog(nullptr, "Save the design", "design.burin", "Designs (*.burin)");
        dialog.setAcceptMode(QFileDialog::AcceptSave);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog, burin::patience));
        for (const QWidget* grip : dialog.findChildren<QSizeGrip*>())
            QVERIFY(!grip->isVisible());
    }

  private:
    Theme theme_{ThemeChoice::dark};
};

BURIN_TEST(TestMessageBoxes)
#include "test_message_boxes.moc"
