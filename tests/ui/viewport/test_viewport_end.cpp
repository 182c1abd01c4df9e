// SPDX-License-Identifier: GPL-3.0-or-later

// The viewport and its OpenGL context are destroyed in the right order.

#include "support/testing.hpp"
#include "ui/support/studio_test.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QOpenGLContext>
#include <QOpenGLWidget>

namespace burin::ui {

class TestViewportEnd : public QObject {
    Q_OBJECT

  private slots:
    /// The widget's base class destroys the context only after the widget's members are destroyed.
    void theEndOfTheContextCallsNothingThatIsGone() {
        StudioTest studio;
        const int bare = listenersAtTheEnd(std::make_unique<QOpenGLWidget>());
        QVERIFY(bare > 0);
        const int listeners = listenersAtTheEnd(std::make_unique<ViewportWidget>(studio.workbench()));
        QVERIFY2(listeners > 0 && listeners <= bare, qPrintable(QString::number(listeners)));
    }

  private:
    /// How many slots are connected to the context when it is about to be destroyed.
    static int listenersAtTheEnd(std::unique_ptr<QOpenGLWidget> widget) {
        struct Open : QObject {
            using QObject::receivers;
        };
        widget->resize(64, 64);
        widget->show();
        if (!QTest::qWaitForWindowExposed(widget.get(), patience) || widget->grabFramebuffer().isNull())
            return -1;
        QOpenGLContext* const context = widget->context();
        int listeners = -1;
        connect(context, &QOpenGLContext::aboutToBeDestroyed, context, [context, &listeners] {
            listeners = (context->*(&Open::receivers))(SIGNAL(aboutToBeDestroyed()));
        });
        widget.reset();
        return listeners;
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestViewportEnd)
#include "test_viewport_end.moc"
