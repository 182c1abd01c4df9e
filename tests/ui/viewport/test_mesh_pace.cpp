// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/viewport/relief/mesh_pace.hpp"

#include <QElapsedTimer>
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

    /// While a slow driver draws a frame, no event is handled. Movements that came meanwhile are handled
    /// after it, and may come after the timer.
    void aFrameThatTakesLongIsNoRest() {
        MeshPace pace;
        QSignalSpy rested(&pace, &MeshPace::rested);
        pace.took(1, 300);
        pace.move();
        QTest::qSleep(MeshPace::restMs + 50);
        QElapsedTimer since;
        since.start();
        pace.shown();
        QCoreApplication::processEvents();
        const bool atOnce = since.elapsed() < MeshPace::restMs;
        if (atOnce) QCOMPARE(rested.size(), 0);
        if (atOnce) QCOMPARE(pace.spacing(), 2);
        QTRY_COMPARE(rested.size(), 1);
        QCOMPARE(pace.spacing(), 1);
    }

    void theSpacingIsBoundedAndReturns() {
        MeshPace pace;
        for (const int spacing : {1, 2, 4, 8, 8})
            pace.took(spacing, 300);
        QCOMPARE(pace.spacing(), MeshPace::coarsest);
        for (const int spacing : {8, 4, 2})
            pace.took(spacing, 1);
        QCOMPARE(pace.spacing(), 1);
    }

    /// A mesh that is visibly coarse is only for frames that would be few otherwise.
    void onlyADriverWithoutACardDrawsVisiblyLess() {
        MeshPace pace;
        for (const int spacing : {1, 2, 4})
            pace.took(spacing, MeshPace::farTooLongMs);
        QCOMPARE(pace.spacing(), 4);
        pace.took(4, MeshPace::farTooLongMs + 1);
        QCOMPARE(pace.spacing(), 8);
        pace.took(8, MeshPace::farTooLongMs / 4);  // four times as much would take too long again
        QCOMPARE(pace.spacing(), 8);
        pace.took(8, MeshPace::farTooLongMs / 4 - 1);
        QCOMPARE(pace.spacing(), 4);
    }
};

BURIN_TEST(TestMeshPace)
#include "test_mesh_pace.moc"
