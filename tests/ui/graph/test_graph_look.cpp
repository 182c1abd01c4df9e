// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of the graph for people to look at, and what of it a test can see.

#include "tests/ui/graph/graph_test.hpp"

namespace burin::ui {

class TestGraphLook : public QObject {
    Q_OBJECT

  private slots:
    void thePictures_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<QString>("name");
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark) << "graph-dark";
        QTest::newRow("light") << static_cast<int>(ThemeChoice::light) << "graph-light";
    }

    void thePictures() {
        QFETCH(int, choice);
        QFETCH(QString, name);
        GraphTest test(shagreen, static_cast<ThemeChoice>(choice));
        test.select({"rims"});
        test.selection.setSolo("relief");
        test.view().centerOn(QPointF(590, 154));
        QTest::qWait(50);
        screenshot(test.panel, name);
        QCOMPARE(test.scene().nodes().size(), qsizetype{9});
    }
};

}  // namespace burin::ui

QTEST_MAIN(burin::ui::TestGraphLook)
#include "test_graph_look.moc"
