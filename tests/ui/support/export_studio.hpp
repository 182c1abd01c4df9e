// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A window with everything that belongs to exporting, and functions to operate it.

#include "support/testing.hpp"
#include "tests/ui/support/active_window.hpp"
#include "ui/export/dialog/export_dialog.hpp"
#include "ui/export/dialog/export_tools.hpp"
#include "ui/export/queue/export_queue_panel.hpp"
#include "ui/export/queue/export_status.hpp"
#include "ui/support/export_test.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>

namespace burin::ui {

struct Studio : ExportTest {
    explicit Studio(bool held = false) : queue(held ? gated : engine), tools(workbench(), queue, &window) {
        window.resize(800, 200);
        window.addActions(tools.actions());
        tools.panel().setGeometry(0, 0, 756, 132);
        tools.status().setGeometry(0, 150, 500, 24);
        showActive(window);
    }
    /// Lets jobs end that a failed test has left waiting.
    ~Studio() { gate.open(); }
    Studio(const Studio&) = delete;
    Studio& operator=(const Studio&) = delete;

    /// Shows the whole surface, as a viewport would. Its pictures average as many samples as an export
    /// computes, so only tests that need them ask for them.
    void showSurface() { previews.setView({3, {0, 0, 4000, 3000}}); }

    template <class Widget = QPushButton>
    [[nodiscard]] Widget* find(const char* name) {
        auto* const widget = tools.dialog().findChild<Widget*>(name);
        if (widget == nullptr) qFatal("no %s", name);
        return widget;
    }
    /// Types a text. The folder of a file is inserted as a whole, as if it were pasted: the form makes a new
    /// plan after each key, and the folder of a test has a long name.
    void type(const char* field, const QString& text) {
        auto* const edit = find<QLineEdit>(field);
        edit->setFocus();
        edit->selectAll();
        const qsizetype name = text.lastIndexOf('/') + 1;
        if (name > 0) edit->insert(text.left(name));
        QTest::keyClicks(edit, text.mid(name));
    }
    void choose(const char* box, int index) {
        auto* const combo = find<QComboBox>(box);
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Home);
        for (int i = 0; i < index; ++i)
            QTest::keyClick(combo, Qt::Key_Down);
        QCOMPARE(combo->currentIndex(), index);
    }
    void click(const char* name) { QTest::mouseClick(find(name), Qt::LeftButton); }
    void trigger(const char* id) {
        for (QAction* const action : tools.actions()) {
            if (action->objectName() == id) action->trigger();
        }
    }
    [[nodiscard]] QStringList notices() {
        QStringList texts;
        for (const QLabel* const label : tools.dialog().findChildren<QLabel*>("export.notice"))
            texts << label->text();
        return texts;
    }
    [[nodiscard]] QString text(const char* label) { return find<QLabel>(label)->text(); }

    QWidget window;
    ExportQueue queue;
    ExportTools tools;
};

/// Clicks the button with that name in the next question.
inline void answer(const QString& button, QString* asked = nullptr) {
    auto* const timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [=] {
        auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box == nullptr) return;
        timer->deleteLater();
        if (asked != nullptr) *asked = box->text();
        for (QAbstractButton* const one : box->buttons()) {
            if (one->text() == button) return QTest::mouseClick(one, Qt::LeftButton);
        }
        qFatal("no such button");
    });
    timer->start(10);
}

}  // namespace burin::ui
