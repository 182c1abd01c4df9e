// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.hpp"
#include "gpu/jit/estimate.hpp"
#include "gpu/jit/functions.cuh"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <variant>

// The device functions, compiled for the processor.

using namespace burin;
using namespace burin::test;
namespace device = burin::gpu::expression;

namespace {

constexpr double quickAngle = 3294198;  // the largest angle for plain sines
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

/// A function of a, b and c, computed by the processor. Parsing takes longer than computing, so a test makes
/// it only once.
class OnProcessor {
  public:
    explicit OnProcessor(const char* text)
        : expression_(std::get<Expression>(Expression::parse(text, {"a", "b", "c"}))) {}
    double operator()(const std::array<double, 3>& at) const { return expression_.value(at); }

  private:
    Expression expression_;
};

/// Numbers of every sort: positions, small and huge ones, and NaN.
double anyNumber(Random& random) {
    switch (random.between(0, 9)) {
        case 0:
            return random.pick(
                {noNumber, infinity, -infinity, 0.0, -0.0, 0x1p53, -0x1p53, 0x1p53 - 1, 1e300, 1e-300});
        case 1:
        case 2:
            return static_cast<double>(random.between(-2000000, 2000000));
        case 3:
            return random.real(-9e15, 9e15);
        default:
            return random.real(-50, 50);
    }
}

bool same(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || a == b;
}
bool near(double a, double b) {
    return same(a, b) || std::fabs(a - b) <= 1e-13 * std::max(1.0, std::fabs(b));
}

}  // namespace

class TestDeviceFunctions : public QObject {
    Q_OBJECT

  private slots:
    void cosinesOfTurns() {
        double worst = 0;
        for (std::uint64_t turns = 0; turns < std::uint64_t{1} << 32U; turns += 1009) {
            const double angle = static_cast<double>(turns) * 0x1p-32 * 6.283185307179586;
            const double error =
                static_cast<double>(device::cosineOfTurns(static_cast<unsigned>(turns))) - std::cos(angle);
            worst = std::max(worst, std::fabs(error));
        }
        QVERIFY2(worst < 1.7e-7, qPrintable(QString::number(worst)));
    }

    void quickSinesOfAnyAngle_data() {
        QTest::addColumn<double>("largest");
        QTest::newRow("some turns") << 10.0;
        QTest::newRow("at the start of the slower range") << 2 * quickAngle;
        QTest::newRow("far beyond a surface") << 1e15;
        QTest::newRow("beyond all that is reduced here") << 1e22;
    }
    void quickSinesOfAnyAngle() {
        QFETCH(double, largest);
        Random random(3);
        for (int i = 0; i < 300000; ++i) {
            const double angle = random.real(-largest, largest);
            const auto sine = static_cast<double>(device::quickWave(angle, device::sine));
            const auto cosine = static_cast<double>(device::quickWave(angle, device::cosine));
            QVERIFY(std::fabs(sine - std::sin(angle)) < gpu::quickSineError);
            QVERIFY(std::fabs(cosine - std::cos(angle)) < gpu::quickSineError);
        }
    }

    void plainSinesAreTheSameOrSaySo() {
        Random random(4);
        const auto plain = [](double angle, double ahead) {
            unsigned excesses = 0;
            const float value = device::plainWave(angle, ahead, excesses);
            return std::pair(value, excesses >= device::tooLarge);
        };
        for (int i = 0; i < 300000; ++i) {
            const double angle = random.real(-2, 2) * quickAngle;
            for (const double ahead : {device::sine, device::cosine}) {
                const auto [value, large] = plain(angle, ahead);
                QVERIFY(large == (std::fabs(angle) > quickAngle) ||
                        std::fabs(std::fabs(angle) - quickAngle) < 2);
                QVERIFY(large || value == device::quickWave(angle, ahead));
            }
        }
        for (const double angle : {noNumber, infinity, -infinity, 1e300})
            QVERIFY(plain(angle, device::sine).second);
    }

    void oneLargeAngleAmongManyIsSeen() {
        unsigned excesses = 0;
        for (const double angle : {1.0, -7.0, 3e6, -3e6})
            static_cast<void>(device::plainWave(angle, device::sine, excesses));
        QVERIFY(excesses < device::tooLarge);
        static_cast<void>(device::plainWave(-3.3e6, device::cosine, excesses));
        static_cast<void>(device::plainWave(2.0, device::cosine, excesses));
        QVERIFY(excesses >= device::tooLarge);
    }

    void quickSinesOfWhatIsNoAngle() {
        for (const double angle : {noNumber, infinity, -infinity}) {
            QVERIFY(std::isnan(device::quickWave(angle, device::sine)));
            QVERIFY(std::isnan(device::quickWave(angle, device::cosine)));
        }
    }

    void likeTheProcessor() {
        const OnProcessor hash("hash(a,b,c)");
        const OnProcessor noise("noise(a,b,c)");
        const OnProcessor cell("cell(a,b,c)");
        const OnProcessor gradient("gradient(a,b,c)");
        const OnProcessor minimum("min(a,b)");
        const OnProcessor maximum("max(a,b)");
        const OnProcessor clampTo("clamp(a,b,c)");
        const OnProcessor mixed("mix(a,b,c)");
        const OnProcessor stepped("step(a,b)");
        const OnProcessor smoothlyStepped("smoothstep(a,b,c)");
        const OnProcessor signOf("sign(a)");
        const OnProcessor modulo("mod(a,b)");
        const OnProcessor power("pow(a,c)");
        const OnProcessor tenthPower("a^10");
        const OnProcessor power63("a^63");
        const OnProcessor hypotenuse("hypot(a,b)");
        Random random(7);
        for (int i = 0; i < 200000; ++i) {
            const double a = anyNumber(random);
            const double b = anyNumber(random);
            const double c =
                random.chance(0.7) ? static_cast<double>(random.between(-9, 9)) : anyNumber(random);
            const std::array at = {a, b, c};
            QVERIFY(same(device::hash(a, b, c), hash(at)));
            QVERIFY(near(device::noise(a, b, c), noise(at)));
            QVERIFY(near(device::cell(a, b, c), cell(at)));
            QVERIFY(near(device::gradient(a, b, c), gradient(at)));
            QVERIFY(same(device::minimum(a, b), minimum(at)));
            QVERIFY(same(device::maximum(a, b), maximum(at)));
            QVERIFY(same(device::clampTo(a, b, c), clampTo(at)));
            QVERIFY(same(device::mixed(a, b, c), mixed(at)));
            QVERIFY(same(device::stepped(a, b), stepped(at)));
            QVERIFY(same(device::smoothlyStepped(a, b, c), smoothlyStepped(at)));
            QVERIFY(same(device::signOf(a), signOf(at)));
            QVERIFY(same(device::modulo(a, b), modulo(at)));
            QVERIFY(near(device::power(a, c), power(at)));
            QVERIFY(same(device::wholePower<10>(a), tenthPower(at)));
            QVERIFY(same(device::wholePower<63>(a), power63(at)));
            QVERIFY(near(device::hypotenuse(a, b), hypotenuse(at)));
        }
    }
};

BURIN_TEST(TestDeviceFunctions)
#include "test_device_functions.moc"
