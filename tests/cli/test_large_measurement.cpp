// SPDX-License-Identifier: GPL-3.0-or-later

// Measurements of surfaces that are far larger than the memory: the figures equal those of one cell of the
// lattice, and the process takes little more memory than for an export.

#include "support/instrumented.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace {

constexpr qint64 mebibyte = qint64{1} << 20U;

/// A lattice whose cell of 100 px fits `width` and `height` without a remainder.
QByteArray latticeOf(int width, int height) {
    return "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: " + QByteArray::number(width) +
           ", height: " + QByteArray::number(height) +
           ", full_depth: 40 um, inputs: [{data: lattice}]}\n"
           "  lattice: {kind: stitching, u: [100, 0], v: [0, 100], inputs: [{pattern: cell}]}\n"
           "  cell: {kind: math2d, width: 100, height: 100, expression: \"0.2 + 0.6 * noise(x / 9, y / 7, "
           "3)\"}\n";
}

/// The most memory that a process has held, in bytes; 0 if it has ended.
qint64 peakOf(const QProcess& process) {
    QFile status(QString("/proc/%1/status").arg(process.processId()));
    static const QRegularExpression line("^VmHWM:\\s+(\\d+) kB", QRegularExpression::MultilineOption);
    return status.open(QIODevice::ReadOnly) ? line.match(status.readAll()).captured(1).toLongLong() * 1024
                                            : 0;
}

struct Measured {
    int code = -1;
    QByteArray out;
    QByteArray err;
    qint64 peak = 0;
};

}  // namespace

class TestLargeMeasurement : public QObject {
    Q_OBJECT

  private:
    /// Runs the program on the processor, without a limit of time.
    Measured run(const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(folder_.path());
        process.start(burin::test::burinProgram,
                      arguments + QStringList{"--threads", "2", "--backend", "cpu", "--progress", "none"});
        Measured found;
        do
            found.peak = std::max(found.peak, peakOf(process));
        while (!process.waitForFinished(5) && process.state() != QProcess::NotRunning);
        if (process.exitStatus() == QProcess::NormalExit) found.code = process.exitCode();
        found.out = process.readAllStandardOutput();
        found.err = process.readAllStandardError();
        return found;
    }
    static double valueIn(const QByteArray& json, const char* name) {
        return QJsonDocument::fromJson(json)
            .object()["parameters"]
            .toObject()[name]
            .toObject()["value"]
            .toDouble();
    }

    burin::ProgramFolder folder_{burin::test::burinProgram};

  private slots:
    void isThatOfTheCell_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::newRow("20,000 x 4,000 px") << 20000 << 4000;
        if (burin::test::isLongRun()) QTest::newRow("200,000 x 200,000 px") << 200000 << 200000;
    }
    void isThatOfTheCell() {
        QFETCH(int, width);
        QFETCH(int, height);
        folder_.write("lattice.burin", latticeOf(width, height));
        const Measured cell = run({"measure", "lattice.burin", "--node", "cell", "--json"});
        QVERIFY2(cell.code == 0, cell.err);
        const Measured all = run({"measure", "lattice.burin", "--memory", "512M", "--json"});
        QVERIFY2(all.code == 0, all.err);
        QCOMPARE(QJsonDocument::fromJson(all.out).object()["samples"].toDouble(),
                 static_cast<double>(width) * height);
        for (const char* name : {"Sa", "Sq", "Sz"}) {
            const double wanted = valueIn(cell.out, name);
            QVERIFY2(wanted > 1, name);
            QVERIFY2(std::abs(valueIn(all.out, name) - wanted) <= 1e-7 * wanted, name);
        }
        if (!burin::instrumented) QVERIFY(all.peak <= 712 * mebibyte);  // command-line.md: and 200 MiB
    }

    /// The page allows 256 MiB more than an export takes. Two windows are transformed at once.
    void takesLittleMoreMemoryThanAnExport() {
        if (burin::instrumented) QSKIP("a sanitizer needs memory of its own");
        folder_.write("lattice.burin", latticeOf(20000, 4000));  // long enough for its peak to be read
        const Measured exported = run({"export", "lattice.burin", "--to", "null:", "--memory", "4G"});
        QVERIFY2(exported.code == 0, exported.err);
        QVERIFY(exported.peak > 16 * mebibyte);  // a lower peak means that it was not read
        folder_.write("lattice.burin", latticeOf(2100, 2100));
        const Measured measured = run({"measure", "lattice.burin", "--memory", "4G"});
        QVERIFY2(measured.code == 0, measured.err);
        qInfo("export %lld MiB, measure %lld MiB", static_cast<long long>(exported.peak / mebibyte),
              static_cast<long long>(measured.peak / mebibyte));
        QVERIFY(measured.peak > 64 * mebibyte);
        QVERIFY2(measured.peak <= exported.peak + 256 * mebibyte, QByteArray::number(measured.peak));
    }
};

BURIN_TEST(TestLargeMeasurement)
#include "test_large_measurement.moc"
