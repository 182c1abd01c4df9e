// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/viewport/relief/mesh_pace.hpp"

#include <QSignalSpy>

using namespace burin::ui;

class TestMeshPace : public QObject {
    Q_OBJECT

  private slots:
    void aQuickDriverDrawsAllAlways() {
        MeshPace pace;
        QCOMPARE(pace.spacing(), 1);
        pace.move();
        pace.took(1, 5);
        pace.move();
        QCOMPARE(pace.spacing(), 1);
    }

    void aSlowDriverDrawsLessInMotion() {
        MeshPace pace;
        QSignalSpy rested(&pace, &MeshPace::rested);
        pace.took(1, 17);
        QCOMPARE(pace.spacing(), 2);
        pace.took(1, 17);  // a frame that was asked for before
        QCOMPARE(pace.spacing(), 2);
        pace.took(2, 6);
        QCOMPARE(pace.spacing(), 2);
        QTRY_COMPARE(rested.size(), 1);
        QCOMPARE(pace.spacing(), 1);
        pace.took(1, 17);  // a frame at rest may take longer
        QCOMPARE(pace.spacing(), 1);
        pace.move();
        QCOMPARE(pace.spacing(), 2);
        QTRY_COMPARE(rested.size(), 2);
    }

    void theSpacingIsBoundedAndReturns() {
        MeshPace pace;
        for (const int spacing : {1, 2, 4, 4})
            pace.took(spacing, 300);
        QCOMPARE(pace.spacing(), MeshPace::coarsest);
        pace.took(4, 1);
        QCOMPARE(pace.spacing(), 2);
        pace.took(2, 1);
        QCOMPARE(pace.spacing(), 1);
    }
};

BURIN_TEST(TestMeshPace)
#include "test_mesh_pace.moc"
