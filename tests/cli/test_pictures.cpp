// SPDX-License-Identifier: GPL-3.0-or-later

// The pictures of the pages equal those that the program draws. packaging/manual.sh makes them.

#include "cli/support/program_run.hpp"
#include "support/instrumented.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <opencv2/imgcodecs.hpp>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

using burin::ProgramFolder;
using burin::ProgramOutcome;

class TestPictures : public QObject {
    Q_OBJECT

  private slots:
    void isWhatTheProgramDraws_data() {
        QTest::addColumn<QString>("picture");
        QTest::addColumn<QStringList>("call");
        const QDir designs(burin::test::inTree("docs/manual/designs"));
        for (const QString& design : designs.entryList({"*.burin"}, QDir::Files)) {
            const QString name = QFileInfo(design).baseName();
            QTest::newRow(qPrintable("manual, " + name))
                << burin::test::inTree("docs/manual/pictures/") + name + ".png"
                << QStringList{"render", designs.filePath(design), "--level", "0"};
        }
        QFile page(burin::test::inTree("docs/examples.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        static const QRegularExpression command("^    burin (render \\S+) --to (\\S+)(.*)$",
                                                QRegularExpression::MultilineOption);
        static const QRegularExpression large("--level [2-9]");
        for (auto found = command.globalMatch(QString::fromUtf8(page.readAll())); found.hasNext();) {
            const auto match = found.next();
            // Pictures of many samples take seconds.
            if (large.match(match.captured(3)).hasMatch() && !burin::test::isLongRun()) continue;
            QTest::newRow(qPrintable("example, " + match.captured(2)))
                << burin::test::inTree("docs/pictures/") + match.captured(2)
                << (match.captured(1) + match.captured(3)).split(' ', Qt::SkipEmptyParts);
        }
    }

    void isWhatTheProgramDraws() {
        QFETCH(QString, picture);
        QFETCH(QStringList, call);
        const ProgramFolder folder(burin::test::burinProgram);
        QVERIFY(QFile::link(burin::test::inTree("resources"), folder.filePath("resources")));
        const ProgramOutcome drawn =
            folder.run(call + QStringList{"--to", "drawn.png", "--backend", "cpu", "--seconds", "100"});
        QVERIFY2(drawn.code == 0 && drawn.err.contains(", exact"), drawn.err);
        const cv::Mat now = cv::imread(folder.filePath("drawn.png").toStdString(), cv::IMREAD_UNCHANGED);
        const cv::Mat before = cv::imread(picture.toStdString(), cv::IMREAD_UNCHANGED);
        QVERIFY(!now.empty() && now.size() == before.size() && now.type() == before.type());
        QVERIFY2(std::equal(now.datastart, now.dataend, before.datastart),
                 qPrintable(picture + " is older than the program: packaging/manual.sh makes it again"));
    }

    /// The stored tiles of its transform end near the middle, where samples are measured at first.
    void aFewExpensiveSamplesKeepNoPictureCoarse_data() {
        QTest::addColumn<int>("level");
        for (const int level : {3, 4, 5})
            QTest::addRow("level %d", level) << level;
    }
    void aFewExpensiveSamplesKeepNoPictureCoarse() {
        if (burin::instrumented) QSKIP("a sanitizer takes longer");
        QFETCH(int, level);
        const ProgramFolder folder(burin::test::burinProgram);
        const ProgramOutcome drawn =
            folder.run({"render", burin::test::inTree("tests/data/stays-coarse.burin"), "--level",
                        QString::number(level), "--to", "drawn.png", "--backend", "cpu", "--seconds", "100"});
        QVERIFY2(drawn.code == 0 && drawn.err.contains(", exact"), drawn.err);
    }
};

BURIN_TEST(TestPictures)
#include "test_pictures.moc"
