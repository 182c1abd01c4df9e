// SPDX-License-Identifier: GPL-3.0-or-later

// The viewport in a real window, as a user sees and moves it.

#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QApplication>

using namespace burin;
using namespace burin::ui;

class TestViewport : public QObject {
    Q_OBJECT

  private slots:
    void showsEveryExample_data();
    void showsEveryExample();
};

void TestViewport::showsEveryExample_data() {
    QTest::addColumn<QString>("file");
    const QDir examples(QString(BURIN_SOURCE_DIR) + "/resources/examples");
    for (const QString& name : examples.entryList({"*.burin"}))
        QTest::addRow("%s", qPrintable(name)) << examples.filePath(name);
}

void TestViewport::showsEveryExample() {
    QFETCH(QString, file);
    StudioTest studio;
    QCOMPARE(studio.document.open(file), QString());
    ViewportPanel panel(studio.session());
    if (panel.viewport() == nullptr) QSKIP("no OpenGL here");
    panel.resize(1260, 396);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    studio.previews.look().change([](LookValues& v) { v.mode = LookMode::relief; });
    QTRY_VERIFY_WITH_TIMEOUT(studio.previews.progress().visible > 0 &&
                                 studio.previews.progress().there == studio.previews.progress().visible,
                             20000);
    QTRY_VERIFY_WITH_TIMEOUT(studio.previews.histogram().has_value(), 20000);
    QTest::qWait(200);
    screenshot(panel, "viewport-" + QFileInfo(file).baseName());
}

QTEST_MAIN(TestViewport)
#include "test_viewport.moc"
