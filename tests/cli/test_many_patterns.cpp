// SPDX-License-Identifier: GPL-3.0-or-later

// The memory of a whole process that exports a lattice of many large patterns.

#include "support/instrumented.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>

namespace {

constexpr qint64 mebibyte = qint64{1} << 20U;

/// 64 patterns that differ in everything that is exact.
QByteArray manyPatterns() {
    QByteArray text =
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: 2 m, height: 2 m, inputs: [data: lattice]}\n"
        "  lattice:\n    kind: stitching\n    u: [2011.3, 0]\n    v: [0, 2077]\n"
        "    vary: {seed: 1, pick: random, offset: [300, 170], turn: quarter, mirror: both, gain: [0.5, 1]}\n"
        "    inputs:\n";
    for (int k = 0; k < 64; ++k)
        text += "      - pattern: p" + QByteArray::number(k) + "\n";
    for (int k = 0; k < 64; ++k) {
        text += "  p" + QByteArray::number(k) + ": {kind: math2d, width: 4096, height: 4096, expression: \"" +
                QByteArray::number((k + 1) / 100.0) + " + x / 20000\"}\n";
    }
    return text;
}

/// The most memory that a process has held, in bytes; 0 if it has ended.
qint64 peakOf(const QProcess& process) {
    QFile status(QString("/proc/%1/status").arg(process.processId()));
    static const QRegularExpression line("^VmHWM:\\s+(\\d+) kB", QRegularExpression::MultilineOption);
    return status.open(QIODevice::ReadOnly) ? line.match(status.readAll()).captured(1).toLongLong() * 1024
                                            : 0;
}

}  // namespace

class TestManyPatterns : public QObject {
    Q_OBJECT

  private slots:
    /// According to command-line.md, the process stays within the limit plus 200 MiB.
    void staysWithinTheMemory() {
        if (!burin::test::isLongRun()) QSKIP("only in the long run: it computes 200 million samples");
        if (burin::instrumented) QSKIP("a sanitizer needs memory of its own");
        const QTemporaryDir folder;
        QFile design(folder.filePath("x.burin"));
        QVERIFY(design.open(QIODevice::WriteOnly) && design.write(manyPatterns()) > 0);
        design.close();
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(burin::test::burinProgram,
                      {"export", design.fileName(), "--to", "null:", "--region", "0,1999500,2000000,100",
                       "--memory", "512M", "--threads", "2", "--backend", "cpu", "--progress", "none"});
        qint64 peak = 0;
        do
            peak = std::max(peak, peakOf(process));
        while (!process.waitForFinished(20) && process.state() != QProcess::NotRunning);
        QVERIFY2(process.exitCode() == 0, process.readAll());
        qInfo("%lld MiB", static_cast<long long>(peak / mebibyte));
        QVERIFY(peak > 64 * mebibyte);  // a lower peak means that it was not read
        QVERIFY(peak <= 712 * mebibyte);
    }
};

BURIN_TEST(TestManyPatterns)
#include "test_many_patterns.moc"
