// SPDX-License-Identifier: GPL-3.0-or-later

// A simulated machine engraves a wedge, which is measured and fitted; then the machine engraves the wanted
// depths.

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <QFile>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace {

using Outcome = burin::ProgramOutcome;

using Response = std::function<double(double)>;

constexpr double fullDepthUm = 40;
constexpr int patch = 8;
constexpr int gap = 3;
constexpr int columns = 5;

}  // namespace

Q_DECLARE_METATYPE(Response)

class TestWedgeAndFit : public QObject {
    Q_OBJECT

  private:
    Outcome run(const QStringList& arguments) const { return folder_.run(arguments); }
    void write(const QString& name, const QByteArray& content) const { folder_.write(name, content); }
    /// The written values of a 16-bit design, in [0, 1].
    std::vector<double> written(const QString& design) const {
        const QByteArray raw = run({"export", design, "--to", "-", "--progress", "none"}).out;
        std::vector<double> values;
        for (qsizetype i = 0; i + 1 < raw.size(); i += 2) {
            values.push_back(
                (static_cast<unsigned char>(raw[i]) + 256 * static_cast<unsigned char>(raw[i + 1])) /
                65535.0);
        }
        return values;
    }

    burin::ProgramFolder folder_{burin::test::burinProgram};

  private slots:
    void aWedgeIsACheckedDesignOfItsPatches() {
        const QStringList wedge = {"wedge", "--to",    "w.burin", "--patch",      "8",   "--gap",
                                   "3",     "--depth", "16",      "--full-depth", "40um"};
        QCOMPARE(run(wedge).code, 0);
        const Outcome checked = run({"check", "w.burin"});
        QCOMPARE(checked.code, 0);
        QCOMPARE(checked.out, QByteArray("ok\n"));
        QVERIFY2(checked.err.isEmpty(), checked.err);
        QVERIFY(run(wedge).code == 2);
        QVERIFY(run(wedge + QStringList{"--force"}).code == 0);

        const std::vector<double> values = written("w.burin");
        const int width = gap + columns * (patch + gap);
        const int height = gap + 4 * (patch + gap);
        QCOMPARE(values.size(), static_cast<std::size_t>(width * height));
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const int column = (x - gap) / (patch + gap);
                const int row = (y - gap) / (patch + gap);
                const bool inside = x >= gap && y >= gap && (x - gap) % (patch + gap) < patch &&
                                    (y - gap) % (patch + gap) < patch;
                const int number = 1 + column + columns * row;
                const double expected = inside && number <= 17 ? number / 17.0 : 0;
                QVERIFY(std::abs(values[static_cast<std::size_t>(y * width + x)] - expected) < 1e-9);
            }
        }
    }

    void theFittedCurveBringsTheWantedDepth_data() {
        QTest::addColumn<Response>("response");
        QTest::addColumn<double>("noise");      // relative to the full depth
        QTest::addColumn<bool>("ofTheWanted");  // 1 % of each wanted depth; otherwise of the full depth
        const auto row = [](const char* name, const Response& response, double noise, bool ofTheWanted) {
            QTest::newRow(name) << response << noise << ofTheWanted;
        };
        const auto gamma = [](double power) { return [=](double v) { return std::pow(v, power); }; };
        const Response saturating = [](double v) { return (1 - std::exp(-3 * v)) / (1 - std::exp(-3.0)); };
        const Response sigmoid = [](double v) { return v * v * (3 - 2 * v); };
        row("a linear machine", gamma(1), 0, true);
        row("gamma 2.2", gamma(2.2), 0, true);
        row("gamma 0.45", gamma(0.45), 0, true);
        row("saturating", saturating, 0, true);
        row("slow at both ends", sigmoid, 0, true);
        row(
            "nothing below a threshold", [](double v) { return std::max(0.0, (v - 0.12) / 0.88); }, 0, false);
        row(
            "clipped", [](double v) { return std::min(1.0, v / 0.7); }, 0, false);
        row("gamma 1.6, measured with 0.3 % of noise", gamma(1.6), 0.003, false);
        row("saturating, measured with 0.3 % of noise", saturating, 0.003, false);
    }
    void theFittedCurveBringsTheWantedDepth() {
        QFETCH(Response, response);
        QFETCH(double, noise);
        QFETCH(bool, ofTheWanted);
        std::mt19937 random(7);
        std::uniform_real_distribution<double> error(-noise, noise);
        const std::vector<double> wedge = written("w.burin");
        const int width = gap + columns * (patch + gap);
        QByteArray measured = "value,depth\n";
        for (int k = 0; k < 17; ++k) {
            const int x = gap + k % columns * (patch + gap) + patch / 2;
            const int y = gap + k / columns * (patch + gap) + patch / 2;
            const double value = wedge[static_cast<std::size_t>(y * width + x)];
            const double depth = fullDepthUm * (response(value) + error(random));
            measured += QByteArray::number(value, 'g', 8) + "," + QByteArray::number(depth, 'g', 8) + "\n";
        }
        write("measured.csv", measured);
        const Outcome fitted = run({"fit", "measured.csv"});
        QVERIFY2(fitted.code == 0, fitted.err);
        write("ramp.burin",
              "burin: 1\npixel: 1 um\nnodes:\n  surface:\n    kind: root\n    width: 2001\n"
              "    height: 1\n    depth: 16\n    " +
                  fitted.out +
                  "    inputs: [{data: ramp}]\n  ramp: {kind: math2d, expression: \"x / 2000\"}\n");
        const std::vector<double> ramp = written("ramp.burin");
        QCOMPARE(ramp.size(), std::size_t{2001});
        QCOMPARE(ramp[0], 0.0);
        for (int x = 0; x <= 2000; ++x) {
            const double wanted = x / 2000.0;
            const double value = ramp[static_cast<std::size_t>(x)];
            const double engraved = response(value);
            // The response is unknown below the shallowest patch: one written value is a whole step there.
            const bool known = wanted >= response(1 / 17.0);
            const double step = response(std::min(1.0, value + 0.5 / 65535)) - engraved;
            const double allowed = 0.01 * (ofTheWanted && known ? wanted : 1) + step;
            QVERIFY2(std::abs(engraved - wanted) <= allowed,
                     qPrintable(QString("wanted %1, engraved %2").arg(wanted).arg(engraved)));
        }
    }

    void exitCodes_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const QString& line, const char* said) {
            QTest::newRow(name) << line.split(' ', Qt::SkipEmptyParts) << QByteArray(said);
        };
        row("a wedge that goes nowhere", "wedge", "--to DESIGN");
        row("a wedge that is not a design", "wedge --to x.tif", ".burin");
        row("one step is none", "wedge --to x.burin --steps 1", "2 to 1000");
        row("more columns than patches", "wedge --to x.burin --steps 4 --columns 5", "1 to 4");
        row("a patch without a size", "wedge --to x.burin --patch 0", "--patch '0'");
        row("a pixel in pixels", "wedge --to x.burin --pixel 3", "--pixel '3'");
        row("a depth that is none", "wedge --to x.burin --depth 12", "8 or 16");
        row("a wedge that is only too wide",
            "wedge --to x.burin --steps 4 --columns 4 --patch 1000m --gap 1m", "smaller --patch");
        row("a wedge that is only too high",
            "wedge --to x.burin --steps 4 --columns 1 --patch 1000m --gap 1m", "smaller --patch");
        row("a pixel so small that no number of pixels makes a patch", "wedge --to x.burin --pixel 1e-300um",
            "--pixel '1e-300um': a patch of 2 mm would have more than 2,147,483,647 px");
        row("a wedge as large as a town", "wedge --to x.burin --patch 1000m --pixel 1um", "smaller --patch");
        row("no measurements", "fit", "needs MEASURED.csv");
        row("measurements that are not there", "fit nowhere.csv", "nowhere.csv");
        row("a folder of measurements", "fit .", "is a folder");
        row("a wrong line", "fit wrong.csv", "wrong.csv:2:1:");
        row("depths that fall", "fit falling.csv", "does not grow");
        row("a full depth in pixels", "fit good.csv --full-depth 40", "40um");
    }
    void exitCodes() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        write("wrong.csv", "0,0\n2,3\n");
        write("falling.csv", "0.5,20\n1,10\n");
        write("good.csv", "0.5,10\n1,20\n");
        const Outcome outcome = run(arguments);
        QVERIFY2(outcome.code == 2, outcome.err);
        QVERIFY2(outcome.err.contains(said), outcome.err);
        QVERIFY2(outcome.out.isEmpty(), outcome.out);
        QVERIFY(!QFile::exists(folder_.filePath("x.burin")));
    }

    void aDepthOutOfReachIsSaid() {
        write("good.csv", "0.5,10\n1,20\n");
        const Outcome outcome = run({"fit", "good.csv", "--full-depth", "0.04 mm"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.err.contains("warning: the machine reaches only 20 um; wanted depths above 0.5"),
                 outcome.err);
    }
};

BURIN_TEST(TestWedgeAndFit)
#include "test_wedge_and_fit.moc"
