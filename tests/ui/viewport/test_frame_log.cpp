// SPDX-License-Identifier: GPL-3.0-or-later

// The entries of the frame log for known events.

#include "support/testing.hpp"
#include "ui/viewport/frame_log.hpp"

#include <sys/stat.h>
#include <QTemporaryDir>

using namespace burin;
using namespace burin::ui;

class TestFrameLog : public QObject {
    Q_OBJECT

  private slots:
    void saysHowSoonAnEditIsSeen();
    void saysHowLongAFrameWasWanted();
    void noticesAnAbsence();
    void saysWhyNothingIsWritten();

  private:
    QTemporaryDir folder_;
};

namespace {

/// The numbers in all lines that begin with `word`.
std::vector<std::vector<double>> linesOf(const QString& path, const QByteArray& word) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    std::vector<std::vector<double>> lines;
    for (const QByteArray& line : file.readAll().split('\n')) {
        const QList<QByteArray> parts = line.split(' ');
        if (parts.front() != word) continue;
        lines.emplace_back();
        for (qsizetype k = 1; k < parts.size(); ++k)
            lines.back().push_back(parts[k].toDouble());
    }
    return lines;
}

FrameLog::Drawn drawn(const std::shared_ptr<const Design>& design, std::uint64_t hash) {
    FrameLog::Drawn result;
    result.design = design;
    result.node.words[0] = hash;
    return result;
}

}  // namespace

/// Only the first picture of a state is logged, and none if the picture does not change.
void TestFrameLog::saysHowSoonAnEditIsSeen() {
    const QString path = folder_.filePath("edits");
    FrameLog log(path);
    QCOMPARE(log.problem(), QString());
    const auto first = std::make_shared<const Design>();
    const auto second = std::make_shared<const Design>();
    const auto moved = std::make_shared<const Design>();
    log.edited(first);
    log.edited(second);
    QTest::qWait(30);
    for (const auto& one : {drawn(first, 1), drawn(nullptr, 0), drawn(first, 1), drawn(second, 2)}) {
        log.begin();
        log.end(one);
    }
    log.edited(moved);
    log.begin();
    log.end(drawn(moved, 2));
    const auto pictures = linesOf(path, "picture");
    QCOMPARE(pictures.size(), std::size_t{2});
    QVERIFY(pictures[0].at(1) >= 30 && pictures[1].at(1) >= 30);
    QCOMPARE(linesOf(path, "frame").size(), std::size_t{5});
}

void TestFrameLog::saysHowLongAFrameWasWanted() {
    const QString path = folder_.filePath("frames");
    FrameLog log(path);
    log.wanted();
    QTest::qSleep(20);
    log.wanted();
    log.begin();
    QTest::qSleep(10);
    log.end({});
    log.begin();
    log.end({});
    QTest::qSleep(15);
    log.shown();
    log.shown();  // another widget of the window has caused this frame
    const auto frames = linesOf(path, "frame");
    QCOMPARE(frames.size(), std::size_t{2});
    QVERIFY(frames[0].at(2) >= 20 && frames[0].at(3) >= 10);
    QVERIFY(frames[1].at(1) >= 10);
    QCOMPARE(frames[1].at(2), 0.0);
    const auto shown = linesOf(path, "shown");
    QCOMPARE(shown.size(), std::size_t{1});
    QVERIFY(shown[0].at(1) >= 15);
}

void TestFrameLog::noticesAnAbsence() {
    const QString path = folder_.filePath("away");
    FrameLog log(path);
    QTest::qWait(20);
    QTest::qSleep(80);
    QTest::qWait(20);
    const auto away = linesOf(path, "away");
    QVERIFY(!away.empty());
    QVERIFY(std::any_of(away.begin(), away.end(), [](const auto& line) { return line.at(1) >= 75; }));
}

void TestFrameLog::saysWhyNothingIsWritten() {
    QVERIFY(!FrameLog(folder_.filePath("not/there")).problem().isEmpty());
    const QString pipe = folder_.filePath("pipe");
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    QCOMPARE(FrameLog(pipe).problem(), QString("is a pipe, not a regular file"));
    const QString design = folder_.filePath("design.burin");
    QFile file(design);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("burin: 1\n") == 9);
    file.close();
    QVERIFY(FrameLog(design).problem().contains("would be overwritten"));
    QCOMPARE(file.size(), qint64{9});
    // An earlier log is replaced.
    const QString log = folder_.filePath("log");
    FrameLog(log).begin();
    {
        FrameLog earlier(log);
        earlier.begin();
        earlier.end({});
    }
    QCOMPARE(linesOf(log, "frame").size(), std::size_t{1});
    QCOMPARE(FrameLog(log).problem(), QString());
}

BURIN_TEST(TestFrameLog)
#include "test_frame_log.moc"
