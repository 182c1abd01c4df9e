// SPDX-License-Identifier: GPL-3.0-or-later

// A picture is replaced by another one of the same size while `burin measure` reads it: before each of its
// reads in turn, so nothing depends on time.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

using namespace burin;

namespace {

/// More reads than any picture here takes.
constexpr int mostReads = 60;

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

}  // namespace

class TestChangedPicture : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    void write(const QString& name, const QByteArray& content) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    void writePicture(const QString& name, int darkest) const {
        QByteArray levels(512 * 512, '\0');
        for (int i = 0; i < levels.size(); ++i)
            levels[i] = static_cast<char>(darkest + (7 * i + i / 512) % 100);
        write(name, "P5 512 512 255\n" + levels);
    }

    /// Measures the design. \param at  the read before which the picture changes, from 1; 0: none
    [[nodiscard]] Outcome measured(const QString& design, int at) const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CACHE_HOME", folder_.filePath("cache"));
        if (at > 0) {
            environment.insert("LD_PRELOAD", test::failingCalls);
            environment.insert("BURIN_CHANGE_FILE", folder_.filePath("picture.pgm"));
            environment.insert("BURIN_CHANGE_TO", folder_.filePath("later.pgm"));
            environment.insert("BURIN_CHANGE_AT", QString::number(at));
            environment.insert("BURIN_FAIL_SAID", folder_.filePath("said"));
            // A sanitizer insists on being loaded first, which the preload prevents.
            environment.insert("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0");
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder_.path());
        process.start(test::burinProgram,
                      {"measure", design, "--json", "--progress", "none", "--backend", "cpu"});
        if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit) return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    static QString hashIn(const Outcome& outcome) {
        return QJsonDocument::fromJson(outcome.out).object()["hash"].toString();
    }

  private slots:
    void initTestCase() {
        for (const char* name : {"picture", "later"}) {
            write(QString(name) + ".burin",
                  QByteArray(
                      "burin: 1\npixel: 1 um\nnodes:\n"
                      "  s: {kind: root, width: 512, height: 512, full_depth: 40 um, inputs: [{data: p}]}\n"
                      "  p: {kind: image, file: ") +
                      name + ".pgm}\n");
        }
        writePicture("later.pgm", 120);
    }

    /// The program prints the figures of the first picture, or no figures. It never prints the hash of the
    /// later picture.
    void aMeasurementNeverHasTheHashOfALaterPicture() {
        writePicture("picture.pgm", 20);
        const Outcome undisturbed = measured("picture.burin", 0);
        QVERIFY2(undisturbed.code == 0 && !hashIn(undisturbed).isEmpty(), undisturbed.err);
        QVERIFY(hashIn(undisturbed) != hashIn(measured("later.burin", 0)));
        int changed = 0;
        for (int at = 1; at < mostReads; ++at) {
            writePicture("picture.pgm", 20);
            const Outcome outcome = measured("picture.burin", at);
            if (!QFile::remove(folder_.filePath("said"))) {  // the program reads fewer times than `at`
                QVERIFY2(outcome.code == 0, outcome.err);
                QCOMPARE(outcome.out, undisturbed.out);
                break;
            }
            ++changed;
            QVERIFY2(outcome.code > 0, outcome.out);
            QVERIFY2(outcome.err.contains("picture.pgm has changed since it was opened"), outcome.err);
            QVERIFY2(outcome.out.isEmpty(), outcome.out);
        }
        // The head, the pixels and the hash are read one after the other.
        QVERIFY2(changed >= 3 && changed < mostReads - 1, qPrintable(QString::number(changed)));
    }
};

BURIN_TEST(TestChangedPicture)
#include "test_changed_picture.moc"
