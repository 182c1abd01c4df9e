// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/threads/held_keys.hpp"

#include "support/testing.hpp"

#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSignalSpy>

namespace burin::ui {

class TestHeldKeys : public QObject {
    Q_OBJECT

  private slots:
    /// A modal window appears after the keys were pressed, and closes again.
    void theKeysComeAfterTheModalWindow() {
        QWidget window;
        QLineEdit field(&window);
        const QShortcut shortcut(QKeySequence("Ctrl+J"), &window);
        QStringList seen;
        connect(&shortcut, &QShortcut::activated, this, [&] { seen << "Ctrl+J after " + field.text(); });
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, patience));
        field.setFocus();
        const auto type = [&window](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(window.windowHandle(), key, modifiers);
        };
        {
            HeldKeys keys;
            QMetaObject::invokeMethod(
                &window,
                [&type] {
                    type(Qt::Key_A);
                    type(Qt::Key_J, Qt::ControlModifier);
                    type(Qt::Key_J, Qt::ControlModifier);
                    type(Qt::Key_B);
                },
                Qt::QueuedConnection);
            keys.hold();
            QDialog modal(&window);
            modal.setModal(true);
            modal.show();
            QVERIFY(QTest::qWaitForWindowExposed(&modal, patience));
            QCOMPARE(field.text(), QString());
            QVERIFY(seen.isEmpty());
        }
        window.activateWindow();
        QTRY_COMPARE(field.text(), QString("ab"));
        QCOMPARE(seen, QStringList({"Ctrl+J after a", "Ctrl+J after a"}));
        type(Qt::Key_C);
        QCOMPARE(field.text(), QString("abc"));
    }

    void aClickIsDropped() {
        QWidget window;
        QPushButton button(&window);
        button.setGeometry(0, 0, 80, 24);
        const QSignalSpy clicked(&button, &QPushButton::clicked);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, patience));
        const auto click = [&window] {
            QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, {10, 10});
        };
        HeldKeys keys;
        QMetaObject::invokeMethod(&window, click, Qt::QueuedConnection);
        keys.hold();
        QCOMPARE(clicked.count(), 0);
        click();
        QCOMPARE(clicked.count(), 1);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestHeldKeys)
#include "test_held_keys.moc"
