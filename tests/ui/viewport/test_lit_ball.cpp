// SPDX-License-Identifier: GPL-3.0-or-later

// The ball that shows the light of the 3-D view.

#include "ui/viewport/relief/lit_ball.hpp"

#include "core/relief/relief_shading.hpp"
#include "support/testing.hpp"

#include <cmath>

namespace burin::ui {

class TestLitBall : public QObject {
    Q_OBJECT

  private slots:
    void itIsShadedOnlyAfterAChange() {
        LitBall ball;
        ReliefLook look;
        const qint64 first = ball.image(look, 34).cacheKey();
        QCOMPARE(ball.image(look, 34).cacheKey(), first);
        look.heights = 20;  // the ball has no heights
        look.rolled = look.joint = false;
        QCOMPARE(ball.image(look, 34).cacheKey(), first);
        look.lightAzimuth += 10;
        const QImage turned = ball.image(look, 34);
        QVERIFY(turned.cacheKey() != first);
        QCOMPARE(ball.image(look, 34).cacheKey(), turned.cacheKey());
        const QImage large = ball.image(look, 68);
        QCOMPARE(large.size(), 2 * turned.size());
        look.material = 3;
        QVERIFY(ball.image(look, 68) != large);
    }

    /// The middle of the ball faces the viewer.
    void itsShadeIsThatOfTheSurface() {
        LitBall ball;
        ReliefLook look;
        look.lightElevation = 60;
        const QColor found = ball.image(look, 50.5).pixelColor(50, 50);
        const LinearColor expected = shade(reliefMaterials[look.material], {0, 0, 1},
                                           burin::lightFrom(look.lightAzimuth, 60), {0, 0, 1});
        QCOMPARE(found.red(), static_cast<int>(std::lround(255 * displayed(expected.red))));
        QCOMPARE(qAlpha(ball.image(look, 50.5).pixel(2, 2)), 0);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLitBall)
#include "test_lit_ball.moc"
