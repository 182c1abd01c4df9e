// SPDX-License-Identifier: GPL-3.0-or-later

// Every example that comes with the program is a design without problems and is listed everywhere examples
// are.

#include "support/places.hpp"
#include "support/testing.hpp"

#include <yaml-cpp/yaml.h>

#include <QByteArrayList>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtEndian>

namespace {

const QDir sources(burin::test::inTree());
const QDir examples(sources.filePath("resources/examples"));
/// The hashes of a part of each example, as sha256sum writes them.
const QString goldenPictures = sources.filePath("tests/golden/examples.sha256");

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray outputOf(const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(burin::test::burinProgram, arguments);
    return process.waitForFinished(burin::patience) ? process.readAll() : QByteArray();
}

/// Width and height, from the header of a PNG.
QSize sizeOfPng(const QByteArray& png) {
    if (png.size() < 24 || !png.startsWith("\x89PNG")) return {};
    return {qFromBigEndian<int>(png.data() + 16), qFromBigEndian<int>(png.data() + 20)};
}

QStringList designs() {
    return examples.entryList({"*.burin"}, QDir::Files);
}

}  // namespace

class TestExamples : public QObject {
    Q_OBJECT

  private:
    static void listDesigns() {
        QTest::addColumn<QString>("name");
        for (const QString& name : designs())
            QTest::newRow(qPrintable(name)) << name;
    }

  private slots:
    void isCheckedWithoutAWarning_data() { listDesigns(); }
    void isCheckedWithoutAWarning() {
        QFETCH(QString, name);
        QList<QByteArray> lines = outputOf({"check", examples.filePath(name)}).split('\n');
        lines.removeIf([](const QByteArray& line) {
            return line.contains(": closes makes ") || line.contains(": the spot leaves ");
        });
        QCOMPARE(lines.join('\n'), QByteArray("ok\n"));
    }

    void hasItsPictureAndItsCommandInTheDocuments_data() { listDesigns(); }
    void hasItsPictureAndItsCommandInTheDocuments() {
        QFETCH(QString, name);
        const QString picture = "pictures/" + QFileInfo(name).baseName() + ".png";
        const QByteArray page = contentsOf(sources.filePath("docs/examples.md"));
        QVERIFY(page.contains("](" + picture.toUtf8() + ")\n"));
        QVERIFY(page.contains("    burin render resources/examples/" + name.toUtf8() + " --to "));
        QVERIFY(sizeOfPng(contentsOf(sources.filePath("docs/" + picture))).isValid());
    }

    void hasItsGoldenPicture_data() { listDesigns(); }
    /// packaging/test-release.sh compares the output of the installed program with the same hashes.
    void hasItsGoldenPicture() {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString picture = QFileInfo(name).baseName() + ".png";
        const QString file = folder.filePath(picture);
        outputOf({"render", examples.filePath(name), "--to", file, "--region", "1024,1024,512,512", "--level",
                  "0", "--backend", "cpu"});
        const QByteArray hash =
            QCryptographicHash::hash(contentsOf(file), QCryptographicHash::Sha256).toHex();
        const QByteArray line = hash + "  " + picture.toUtf8();
        const QList<QByteArray> lines = contentsOf(goldenPictures).split('\n');
        QVERIFY2(lines.contains(line), "it should have the line " + line);
    }

    void noGoldenPictureLacksItsExample() {
        QCOMPARE(contentsOf(goldenPictures).count('\n'), designs().size());
    }

    void theGalleryShowsEachOnce() {
        QStringList shown;
        for (const YAML::Node& entry :
             YAML::Load(contentsOf(examples.filePath("gallery.yaml")).toStdString()))
            shown << QString::fromStdString(entry["file"].as<std::string>());
        shown.sort();
        QCOMPARE(shown, designs());
    }

    void theGalleryTellsOfEach() {
        const QStringList categories = {"Lattices", "Profiles", "Textures", "Images", "Tests"};
        for (const YAML::Node& entry :
             YAML::Load(contentsOf(examples.filePath("gallery.yaml")).toStdString())) {
            const auto text = [&](const char* key) {
                return QString::fromStdString(entry[key].as<std::string>(""));
            };
            QVERIFY2(!text("title").isEmpty() && !text("text").isEmpty(), qPrintable(text("file")));
            QVERIFY2(categories.contains(text("category")), qPrintable(text("file")));
            const QByteArray picture =
                contentsOf(examples.filePath("pictures/" + QFileInfo(text("file")).baseName() + ".png"));
            QCOMPARE(sizeOfPng(picture), QSize(472, 294));
        }
    }

    void theLeathersCloseRoundTheirRollers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("roller");
        QTest::newRow("endless leather")
            << "endless-leather.burin"
            << QByteArray("roller    127.324 mm, 50,000 px of 8.00000286051 um round it, along y\n");
        QTest::newRow("roller leather")
            << "roller-leather.burin"
            << QByteArray("roller    636.6198 mm, 2,000,000 px of 1.00000004340 um round it, along y\n");
    }
    void theLeathersCloseRoundTheirRollers() {
        QFETCH(QString, name);
        QFETCH(QByteArray, roller);
        const QString leather = examples.filePath(name);
        const QByteArray info = outputOf({"info", leather});
        QVERIFY2(info.contains(roller), info);
        const QByteArray found = outputOf({"check", "--preflight", leather});
        QVERIFY2(found.contains("looked at ") && !found.contains("warning:"), found);
    }

    /// With the machine's spot, the compensated lenses have less of the error than the uncompensated ones.
    void theCompensationOfTheLensesHelps() {
        const QByteArray said = outputOf({"check", examples.filePath("compensated-lenses.burin")});
        QVERIFY2(said.contains("fitted: the spot leaves 0.32 of the error") &&
                     said.contains("; 0 % of the samples would need a depth below 0 or above 1\n"),
                 said);
    }

    void theWedgeIsTheOneThatTheProgramWrites() {
        const QTemporaryDir folder;
        const QString written = folder.filePath("wedge.burin");
        outputOf({"wedge", "--to", written, "--steps", "15", "--columns", "5", "--full-depth", "40 um"});
        QCOMPARE(contentsOf(examples.filePath("test-wedge.burin")), contentsOf(written));
    }
};

BURIN_TEST(TestExamples)
#include "test_examples.moc"
