// SPDX-License-Identifier: GPL-3.0-or-later

// A sender's window and the controller, with a simulated connection between them: messages are delayed,
// damaged and lost, both sides restart, and the test controls the time.

#include "core/base/errors.hpp"
#include "core/machine/controller.hpp"
#include "core/protocol/send_window.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <atomic>
#include <deque>
#include <thread>

using namespace burin;
using namespace burin::test;
using namespace std::chrono_literals;
using State = TransferStatus::State;
using Mode = JobRequest::Mode;

namespace {

constexpr int width = 257;
constexpr int height = 300;

TransferJob theJob() {
    TransferJob job;
    job.surface.surface = {width, height};
    job.surface.region = {0, 0, width, height};
    job.surface.designHash = "abc";
    job.scan.swathWidth = 100;
    return job;
}

std::vector<std::byte> theSamples() {
    Random random(9);
    std::vector<std::byte> bytes(width * height);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random.between(0, 255));
    return bytes;
}

QByteArray contentsOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Both sides, and the messages between them.
class Play {
  public:
    Play(Controller::Settings settings, std::uint64_t seed)
        : random(seed), settings_(std::move(settings)), samples_(theSamples()) {
        restartController();
    }

    void restartController() {
        hangUp();
        controller_.reset();  // nothing is synced: the files of the controller must suffice
        controller_.emplace(settings_);
    }
    /// Replaces the sender by a new process, which does not know what the earlier one has sent.
    void restartSender() {
        hangUp();
        sender_ = random.next();
        window_.reset();
    }
    void hangUp() {
        if (session_ != 0) controller_->leave(session_);
        session_ = 0;
        underWay_.clear();
    }
    void connect() {
        const auto admission = controller_->admit({theJob(), Mode::resume, sender_, false});
        if (admission.refusal) qFatal("refused: %s", admission.refusal->text().c_str());
        done = admission.finished;
        if (done) return;
        session_ = admission.session;
        const Controller::News news = controller_->waitForNews(session_, 0ms);
        const std::uint64_t received = news.status.receivedBytes;
        if (!window_) window_.emplace(received, 20'000);
        window_->restart(received, mostSliceBytes);
        hear(news);
    }

    /// One step of both sides and of time.
    void step() {
        if (session_ == 0) connect();
        if (done) return;
        produce();
        while (const auto slice = window_->next()) {
            window_->sent();
            underWay_.push_back(*slice);
        }
        for (std::int64_t i = random.between(0, 4); i > 0 && !underWay_.empty(); --i)
            deliver();
        now_ += std::chrono::milliseconds(random.between(0, 30));
        controller_->engrave(now_);
        if (session_ != 0) hear(controller_->waitForNews(session_, 0ms));
    }
    /// Steps until at least that many lines are engraved and the buffer holds more.
    void engraveTo(std::int64_t line) {
        while (status().executedLines < line || status().bufferedBytes() == 0)
            step();
    }
    void damage() {
        if (!underWay_.empty()) underWay_.front().data[0] ^= 1;
    }
    void tell(const std::string& word) { controller_->operate(word, now_); }
    [[nodiscard]] TransferStatus status() const { return controller_->describe().status; }

    Random random;
    bool done = false;

  private:
    /// Computes as much as fits into the window.
    void produce() {
        const LineLayout layout = theJob().layout();
        while (window_->end() < samples_.size()) {
            const SliceHead head = cutSlice(layout, window_->end(), samples_.size(), 999);
            if (!window_->takes(head.bytes)) return;
            window_->add(makeSlice(head, std::span(samples_).subspan(window_->end(), head.bytes),
                                   SliceCompression::none));
        }
    }
    void deliver() {
        const Slice slice = underWay_.front();
        underWay_.pop_front();
        controller_->take(session_, slice.head, slice.dataBytes(), now_);
    }
    void hear(const Controller::News& news) {
        if (news.status.receivedBytes > news.credit) qFatal("the credit is exceeded");
        window_->acknowledge(news.status.receivedBytes);
        window_->setCredit(news.credit);
        if (news.resend && !window_->resend(*news.resend).empty()) qFatal("asks for what is not held");
        if (news.end == Controller::End::done) done = true;
        if (news.end == Controller::End::refused &&
            news.reason.reason != "slice %1 (line %2) fails its checksum for the third time")
            qFatal("refused: %s", news.reason.text().c_str());
        if (news.end || news.dropped) hangUp();
    }

    const Controller::Settings settings_;
    const std::vector<std::byte> samples_;
    std::optional<Controller> controller_;
    std::optional<SendWindow> window_;
    std::deque<Slice> underWay_;
    std::uint64_t sender_ = 1;
    std::uint64_t session_ = 0;
    Controller::Time now_{};
};

Controller::Settings settingsIn(const QTemporaryDir& folder) {
    Controller::Settings settings;
    settings.output = folder.filePath("out.raw").toStdString();
    settings.machine.bufferBytes = 8192;
    settings.machine.bytesPerSecond = 30'000;
    return settings;
}

QByteArray expected() {
    const auto samples = theSamples();
    return {reinterpret_cast<const char*>(samples.data()), static_cast<qsizetype>(samples.size())};
}

}  // namespace

class TestProtocol : public QObject {
    Q_OBJECT

  private slots:
    void anyFaultsInAnyOrder_data();
    void anyFaultsInAnyOrder();
    void aLineThatWasUnderWayIsNamed();
    void aPauseSurvivesARestart();
    void afterAPowerCutTheJournalCounts();
    void twoControllersForOneFile();
    void aBufferOfAnotherJobIsNotTakenOver();
    void aBufferOfAnEarlierRunIsNotTakenOver();
    void aLostBufferIsNotTakenOver();
    void theBufferOfAnotherSenderIsNotTakenOver();
    void threadsMeet();
};

void TestProtocol::anyFaultsInAnyOrder_data() {
    QTest::addColumn<quint64>("seed");
    for (const std::uint64_t seed : seedsOfTest(30))
        QTest::newRow(qPrintable(QString("seed %1").arg(seed))) << quint64{seed};
}

void TestProtocol::anyFaultsInAnyOrder() {
    QFETCH(quint64, seed);
    const QTemporaryDir folder;
    Controller::Settings settings = settingsIn(folder);
    settings.keepBuffer = seed % 2 == 0;
    Play play(settings, seed);
    int faults = 0;
    for (int steps = 0; !play.done; ++steps) {
        QVERIFY2(steps < 20'000, qPrintable(QString("stands at line %1").arg(play.status().executedLines)));
        play.step();
        if (play.done || !play.random.chance(0.35)) continue;
        ++faults;
        switch (play.random.between(0, 6)) {
            case 0:
                play.hangUp();
                break;
            case 1:
                play.restartSender();
                break;
            case 2:
                play.restartController();
                break;
            case 3:
                play.tell("pause");
                play.step();
                play.tell("continue");
                break;
            case 4:
                play.tell(play.random.pick({"fault", "stop"}));
                break;
            case 5:
                play.tell(play.random.pick({"lose", "drop", "corrupt:2", "corrupt:3", "stall:0.2"}));
                break;
            default:
                play.damage();
        }
    }
    QVERIFY(contentsOf(folder.filePath("out.raw")) == expected());
    QVERIFY2(faults >= 50, qPrintable(QString::number(faults)));
}

void TestProtocol::aLineThatWasUnderWayIsNamed() {
    const QTemporaryDir folder;
    const Controller::Settings settings = settingsIn(folder);
    {
        Play play(settings, 1);
        while (play.status().executedLines < 40)
            play.step();
    }
    // The state left by a controller that is killed in the middle of a line.
    QFile position(folder.filePath("out.raw.position"));
    QVERIFY(position.open(QIODevice::ReadWrite));
    QByteArray record = position.readAll();
    auto* const numbers = reinterpret_cast<std::int64_t*>(record.data() + 56);
    const std::int64_t executed = numbers[1];
    numbers[0] = executed + 1;
    position.seek(0);
    position.write(record);
    position.close();
    Play play(settings, 1);
    QVERIFY(play.status().doubtfulLine == executed);
    QCOMPARE(play.status().executedLines, executed);
    while (!play.done)
        play.step();
    QVERIFY(contentsOf(folder.filePath("out.raw")) == expected());
}

void TestProtocol::aPauseSurvivesARestart() {
    const QTemporaryDir folder;
    Play play(settingsIn(folder), 1);
    play.engraveTo(10);
    play.tell("pause");
    play.restartController();
    const std::int64_t line = play.status().executedLines;
    for (int i = 0; i < 100; ++i)
        play.step();
    QVERIFY(play.status().state == State::paused);
    QCOMPARE(play.status().executedLines, line);
    play.tell("continue");
    play.restartController();
    while (!play.done)
        play.step();
    QVERIFY(contentsOf(folder.filePath("out.raw")) == expected());
}

void TestProtocol::afterAPowerCutTheJournalCounts() {
    const QTemporaryDir folder;
    const Controller::Settings settings = settingsIn(folder);
    {
        Play play(settings, 1);
        while (play.status().executedLines < 40)
            play.step();
    }
    QVERIFY(QFile::remove(folder.filePath("out.raw.position")));
    Play play(settings, 1);
    const std::int64_t synced = play.status().executedLines;
    QVERIFY(synced < 40);
    while (!play.done)
        play.step();
    QVERIFY(contentsOf(folder.filePath("out.raw")) == expected());
}

void TestProtocol::twoControllersForOneFile() {
    const QTemporaryDir folder;
    const Controller::Settings settings = settingsIn(folder);
    Play play(settings, 1);
    play.step();
    QVERIFY_EXCEPTION_THROWN(Controller second(settings), UsageError);
}

void TestProtocol::aBufferOfAnotherJobIsNotTakenOver() {
    const QTemporaryDir folder;
    Controller::Settings settings = settingsIn(folder);
    settings.keepBuffer = true;
    {
        Play play(settings, 1);
        while (play.status().executedLines < 10)
            play.step();
        QVERIFY(play.status().bufferedBytes() > 0);
    }
    {
        Controller controller(settings);
        QVERIFY(controller.describe().status.bufferedBytes() > 0);
        TransferJob other = theJob();
        other.surface.designHash = "another";
        QVERIFY(controller.admit({other, Mode::replace, 5, false}).session != 0);
        QCOMPARE(controller.describe().status.bufferedBytes(), std::uint64_t{0});
    }
    QCOMPARE(Controller(settings).describe().status.bufferedBytes(), std::uint64_t{0});
}

/// The file of the buffer remains from a controller that kept it, but the next one received more without it.
void TestProtocol::aBufferOfAnEarlierRunIsNotTakenOver() {
    const QTemporaryDir folder;
    Controller::Settings settings = settingsIn(folder);
    settings.keepBuffer = true;
    { Play(settings, 1).engraveTo(10); }
    settings.keepBuffer = false;
    { Play(settings, 1).engraveTo(40); }
    settings.keepBuffer = true;
    Play play(settings, 1);
    QCOMPARE(play.status().bufferedBytes(), std::uint64_t{0});
    while (!play.done)
        play.step();
    QVERIFY(contentsOf(folder.filePath("out.raw")) == expected());
}

void TestProtocol::aLostBufferIsNotTakenOver() {
    const QTemporaryDir folder;
    Controller::Settings settings = settingsIn(folder);
    settings.keepBuffer = true;
    {
        Play play(settings, 1);
        play.engraveTo(10);
        play.tell("lose");
    }
    QCOMPARE(Controller(settings).describe().status.bufferedBytes(), std::uint64_t{0});
}

/// A sender that has sent nothing yet would have to refuse a controller that has received more.
void TestProtocol::theBufferOfAnotherSenderIsNotTakenOver() {
    const QTemporaryDir folder;
    Controller::Settings settings = settingsIn(folder);
    settings.keepBuffer = true;
    { Play(settings, 1).engraveTo(10); }
    {
        Controller controller(settings);
        QVERIFY(controller.describe().status.bufferedBytes() > 0);
        QVERIFY(controller.admit({theJob(), Mode::resume, 5, false}).session != 0);
    }
    QCOMPARE(Controller(settings).describe().status.bufferedBytes(), std::uint64_t{0});
}

/// One thread engraves, one sends, one listens, and one disturbs them.
void TestProtocol::threadsMeet() {
    const QTemporaryDir folder;
    Controller::Settings settings = settingsIn(folder);
    settings.machine.bytesPerSecond = 0;
    Controller controller(settings);
    const std::jthread engraving([&](const std::stop_token& stop) { controller.run(stop); });
    const LineLayout layout = theJob().layout();
    const auto samples = theSamples();
    const auto session = controller.admit({theJob(), Mode::start, 1, false}).session;
    std::atomic<std::uint64_t> credit = 0;
    std::atomic<bool> over = false;
    const std::jthread listening([&] {
        while (!over) {
            const Controller::News news = controller.waitForNews(session, 100ms);
            credit = news.credit;
            if (news.end) over = true;
        }
    });
    const std::jthread disturbing([&] {
        for (int i = 0; i < 200 && !over; ++i) {
            controller.operate(i % 2 == 0 ? "pause" : "continue", std::chrono::steady_clock::now());
            static_cast<void>(controller.describe());
            std::this_thread::sleep_for(100us);
        }
        controller.operate("continue", std::chrono::steady_clock::now());
    });
    std::uint64_t at = 0;
    for (std::uint64_t sequence = 0; at < samples.size(); ++sequence) {
        SliceHead head = cutSlice(layout, at, samples.size(), 999);
        head.sequence = sequence;
        while (credit < at + head.bytes)
            std::this_thread::sleep_for(10us);
        const Slice slice =
            makeSlice(head, std::span(samples).subspan(at, head.bytes), SliceCompression::none);
        controller.take(session, slice.head, slice.dataBytes(), std::chrono::steady_clock::now());
        at += head.bytes;
    }
    while (!over)
        std::this_thread::sleep_for(1ms);
    QVERIFY(contentsOf(folder.filePath("out.raw")) == expected());
}

BURIN_TEST(TestProtocol)
#include "test_protocol.moc"
