// SPDX-License-Identifier: GPL-3.0-or-later

// A sender without the certificate or the token cannot start, stop or read a job. The controller refuses all
// of its messages with a reason and continues to work.

#include "core/base/crc32c.hpp"
#include "core/remote/channel.hpp"
#include "core/remote/query.hpp"
#include "core/remote/wire.hpp"
#include "support/caller.hpp"
#include "support/program/malformed_headers.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <QProcess>
#include <atomic>
#include <ctime>
#include <mutex>

using namespace burin;
using namespace burin::test;
using Mode = JobRequest::Mode;
using State = TransferStatus::State;

namespace {

QString isoTime(std::int64_t seconds) {
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(Qt::ISODate);
}

/// Runs openssl and shows its output if it fails.
void openssl(const QString& arguments) {
    QProcess process;
    process.start("openssl", arguments.split(' '));
    if (!process.waitForFinished(patience) || process.exitCode() != 0)
        qFatal("openssl %s: %s", qPrintable(arguments), process.readAllStandardError().constData());
}

}  // namespace

class TestAdmission : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void addresses_data();
    void addresses();
    void connectionsThatWouldBeOpenToAnybody_data();
    void connectionsThatWouldBeOpenToAnybody();
    void certificates_data();
    void certificates();
    void tokens_data();
    void tokens();
    void aTokenIsReadAnew();
    void aStrangerChangesNothingOfAJob();
    void malformedHeaders_data();
    void malformedHeaders();
    void theIdOfTheSenderIsAnswered();
    void malformedMessages_data();
    void malformedMessages();
    void aSenderThatDoesNotHangUpIsHungUpOn();
    void aCallThatNeverBeginsIsEnded();
    void moreCallsThanThereAreThreadsFor();
    void guessesOfTokensAreSlowedDown();
    void cleanupTestCase() { QDir::setCurrent("/"); }

  private:
    Controller::Settings settings() const {
        Controller::Settings settings;
        settings.machine.bufferBytes = 100'000;
        return settings;
    }
    /// Whether a job is engraved with these credentials. If not, nothing was engraved. The sender is patient
    /// only if it is expected to succeed.
    static bool engraves(const Stage& stage, const Credentials& credentials, bool expected) {
        TransferOptions options = transferOptions(Mode::replace);
        options.credentials = credentials;
        if (!expected) options.firstRetry = 200ms;
        const std::string refusal = messageOf([&] { engrave(stage.sink(), job(), options); });
        const bool read =
            messageOf([&] { static_cast<void>(queryMachine(stage.address(), credentials, 100s)); }).empty();
        if (read != refusal.empty()) qFatal("may read, but not write, or the other way round");
        return refusal.empty();
    }
    static TransferJob job() { return jobOf(surfaceOf(100, 50, 8)); }

    QTemporaryDir folder_;
    bool haveOpenssl_ = false;
};

void TestAdmission::initTestCase() {
    QDir::setCurrent(folder_.path());
    QProcess probe;
    probe.start("openssl", {"version"});
    haveOpenssl_ = probe.waitForFinished(patience) && probe.exitCode() == 0;
    if (!haveOpenssl_) return;
    writeContents("names", "subjectAltName=IP:127.0.0.1,DNS:localhost");
    for (const QString ca : {"ours", "theirs"}) {
        openssl("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=" + ca +
                " -keyout " + ca + ".ca.key -out " + ca + ".ca");
        for (const QString who : {"machine", "sender"}) {
            const QString name = ca + "." + who;
            openssl("req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=" + who +
                    " -keyout " + name + ".key -out " + name + ".csr");
            openssl("x509 -req -days 2 -in " + name + ".csr -CA " + ca + ".ca -CAkey " + ca +
                    ".ca.key -CAcreateserial -extfile names -out " + name);
        }
    }
    for (const QString who : {"machine", "sender"}) {
        openssl("x509 -req -days -1 -in ours." + who +
                ".csr -CA ours.ca -CAkey ours.ca.key -CAcreateserial -extfile names -out expired." + who);
        QFile::copy("ours." + who + ".key", "expired." + who + ".key");
    }
}

void TestAdmission::addresses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<bool>("loopback");
    QTest::newRow("a host") << "burin://laser"
                            << "laser:4590" << false;
    QTest::newRow("a host and a port") << "burin://laser.example:99"
                                       << "laser.example:99" << false;
    QTest::newRow("this computer") << "burin://127.0.0.1:1"
                                   << "127.0.0.1:1" << true;
    QTest::newRow("this computer, by name") << "localhost"
                                            << "localhost:4590" << true;
    QTest::newRow("all of 127") << "127.9.8.7"
                                << "127.9.8.7:4590" << true;
    QTest::newRow("this computer, IPv6") << "burin://[::1]:5"
                                         << "[::1]:5" << true;
    QTest::newRow("another, IPv6") << "burin://[fe80::1]"
                                   << "[fe80::1]:4590" << false;
    QTest::newRow("not 127") << "128.0.0.1"
                             << "128.0.0.1:4590" << false;
    QTest::newRow("a name that only begins like it") << "127.0.0.1.example"
                                                     << "127.0.0.1.example:4590" << false;
    QTest::newRow("another name") << "localhost.example"
                                  << "localhost.example:4590" << false;
    QTest::newRow("everything is not only this computer") << "0.0.0.0"
                                                          << "0.0.0.0:4590" << false;
    QTest::newRow("as a browser writes it") << "burin://laser:99/"
                                            << "laser:99" << false;
    QTest::newRow("with capital letters") << "BURIN://Laser:99"
                                          << "Laser:99" << false;
    QTest::newRow("in the local network, with its interface") << "burin://[fe80::1%eth0]:5"
                                                              << "[fe80::1%eth0]:5" << false;
    QTest::newRow("the same as in a URL") << "burin://[fe80::1%25eth0.7]:5/"
                                          << "[fe80::1%eth0.7]:5" << false;
    QTest::newRow("an interface by its number") << "[fe80::1%25]"
                                                << "[fe80::1%25]:4590" << false;
    QTest::newRow("this computer, with its interface") << "[::1%lo]:5"
                                                       << "[::1%lo]:5" << true;
    QTest::newRow("no interface") << "[fe80::1%]:5"
                                  << "" << false;
    QTest::newRow("an interface that is none") << "[fe80::1%eth 0]:5"
                                               << "" << false;
    QTest::newRow("an interface with a long name") << "[fe80::1%abcdefghijklmnop]:5"
                                                   << "" << false;
    QTest::newRow("two slashes") << "burin://a//"
                                 << "" << false;
    QTest::newRow("another scheme") << "http://a"
                                    << "" << false;
    QTest::newRow("no host") << "burin://:4590"
                             << "" << false;
    QTest::newRow("no number") << "burin://a:b"
                               << "" << false;
    QTest::newRow("the highest port") << "a:65535"
                                      << "a:65535" << false;
    QTest::newRow("a port too high") << "a:65536"
                                     << "" << false;
    QTest::newRow("an empty port") << "a:"
                                   << "" << false;
    QTest::newRow("a path") << "burin://a/b"
                            << "" << false;
    QTest::newRow("brackets without an address") << "[a]:1"
                                                 << "" << false;
    QTest::newRow("an open bracket") << "[::1"
                                     << "" << false;
    QTest::newRow("nothing") << ""
                             << "" << false;
}

void TestAdmission::addresses() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QFETCH(bool, loopback);
    const auto address = parseAddress(text.toStdString());
    QCOMPARE(QString::fromStdString(address ? address->text() : ""), expected);
    if (address) QCOMPARE(address->loopback(), loopback);
}

void TestAdmission::connectionsThatWouldBeOpenToAnybody_data() {
    QTest::addColumn<bool>("listens");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("options");
    QTest::addColumn<bool>("works");
    QTest::newRow("a plain sender to this computer") << false << "127.0.0.1"
                                                     << "" << true;
    QTest::newRow("a plain sender elsewhere") << false << "10.0.0.1"
                                              << "" << false;
    QTest::newRow("a plain sender elsewhere, on purpose") << false << "10.0.0.1"
                                                          << "insecure" << true;
    QTest::newRow("an encrypted one of an unknown authority") << false << "10.0.0.1"
                                                              << "ca" << false;
    QTest::newRow("with a certificate") << false << "10.0.0.1"
                                        << "ca certificate key" << true;
    QTest::newRow("with a token") << false << "10.0.0.1"
                                  << "token" << true;
    QTest::newRow("a certificate without its key") << false << "10.0.0.1"
                                                   << "certificate" << false;
    QTest::newRow("encrypted and plain at once") << false << "10.0.0.1"
                                                 << "insecure ca" << false;
    QTest::newRow("a plain controller for this computer") << true << "127.0.0.1"
                                                          << "" << true;
    QTest::newRow("a plain controller for everybody") << true << "0.0.0.0"
                                                      << "" << false;
    QTest::newRow("the same on purpose") << true << "0.0.0.0"
                                         << "insecure" << true;
    QTest::newRow("an encrypted one for everybody") << true << "0.0.0.0"
                                                    << "certificate key" << false;
    QTest::newRow("one that asks for certificates") << true << "0.0.0.0"
                                                    << "certificate key ca" << true;
    QTest::newRow("one that asks for tokens") << true << "0.0.0.0"
                                              << "certificate key token" << true;
    QTest::newRow("one that asks for tokens in plain") << true << "0.0.0.0"
                                                       << "token" << false;
}

void TestAdmission::connectionsThatWouldBeOpenToAnybody() {
    QFETCH(bool, listens);
    QFETCH(QString, address);
    QFETCH(QString, options);
    QFETCH(bool, works);
    if (!haveOpenssl_ && options.contains("ca"))
        QSKIP("openssl, which makes the certificates, is not installed");
    writeContents("token", "abcdef\n");
    // A certificate and its key in one.
    writeContents("pair", test::contentsOf("ours.machine") + test::contentsOf("ours.machine.key"));
    const QStringList given = options.split(' ');
    const auto pair = [&](const char* name) { return given.contains(name) ? "pair" : ""; };
    const Credentials credentials{pair("certificate"), pair("key"), pair("ca"),
                                  given.contains("token") ? "token" : "", given.contains("insecure")};
    const MachineAddress where{address.toStdString()};
    const std::string refusal =
        messageOf([&] { listens ? checkListener(where, credentials) : checkSender(where, credentials); });
    QVERIFY2(refusal.empty() == works, refusal.c_str());
}

void TestAdmission::certificates_data() {
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("ca");
    QTest::addColumn<QString>("sender");
    QTest::addColumn<bool>("works");
    QTest::newRow("both know each other") << "ours"
                                          << "ours.ca"
                                          << "ours.sender" << true;
    QTest::newRow("a sender without a certificate") << "ours"
                                                    << "ours.ca"
                                                    << "" << false;
    QTest::newRow("a sender with a stranger's certificate") << "ours"
                                                            << "ours.ca"
                                                            << "theirs.sender" << false;
    QTest::newRow("a sender whose certificate has expired") << "ours"
                                                            << "ours.ca"
                                                            << "expired.sender" << false;
    QTest::newRow("a machine whose certificate has expired") << "expired"
                                                             << "ours.ca"
                                                             << "ours.sender" << false;
    QTest::newRow("a machine with a stranger's certificate") << "theirs"
                                                             << "ours.ca"
                                                             << "ours.sender" << false;
    QTest::newRow("a sender that knows no authority") << "ours"
                                                      << ""
                                                      << "ours.sender" << false;
    QTest::newRow("a plain sender") << "ours"
                                    << ""
                                    << "" << false;
}

void TestAdmission::certificates() {
    if (!haveOpenssl_) QSKIP("openssl, which makes the certificates, is not installed");
    QFETCH(QString, machine);
    QFETCH(QString, ca);
    QFETCH(QString, sender);
    QFETCH(bool, works);
    Stage stage(settings(),
                {(machine + ".machine").toStdString(), (machine + ".machine.key").toStdString(), "ours.ca"});
    const std::string key = sender.isEmpty() ? "" : sender.toStdString() + ".key";
    QCOMPARE(engraves(stage, {sender.toStdString(), key, ca.toStdString()}, works), works);
    QCOMPARE(stage.status().state == State::done, works);
    QCOMPARE(stage.controller().describe().jobId.empty(), !works);
}

void TestAdmission::tokens_data() {
    QTest::addColumn<QString>("token");
    QTest::addColumn<bool>("works");
    QTest::newRow("a token that is known") << "first" << true;
    QTest::newRow("another one that has not expired") << "second" << true;
    QTest::newRow("one that has expired") << "third" << false;
    QTest::newRow("one with an unreadable expiry time") << "fourth" << false;
    QTest::newRow("one that is not known") << "fifth" << false;
    QTest::newRow("the beginning of one") << "firs" << false;
    QTest::newRow("more than one") << "firstfirst" << false;
    QTest::newRow("a comment's") << "#" << false;
    QTest::newRow("none") << "" << false;
}

void TestAdmission::tokens() {
    QFETCH(QString, token);
    QFETCH(bool, works);
    const std::int64_t now = std::time(nullptr);
    writeContents("tokens", ("# known\nfirst\n\nsecond " + isoTime(now + 3600) + "\nthird " +
                             isoTime(now - 1) + "\nfourth tomorrow\n")
                                .toUtf8());
    writeContents("token", token.toUtf8() + "\n");
    Credentials controller;
    controller.tokens = "tokens";
    Stage stage(settings(), controller);
    Credentials sender;
    if (!token.isEmpty()) sender.tokens = "token";
    QCOMPARE(engraves(stage, sender, works), works);
    QCOMPARE(stage.controller().describe().jobId.empty(), !works);
    if (!haveOpenssl_) return;
    // Now with an encrypted connection, which also accepts certificates.
    controller = {"ours.machine", "ours.machine.key", "ours.ca", "tokens"};
    Stage encrypted(settings(), controller);
    sender.ca = "ours.ca";
    QCOMPARE(engraves(encrypted, sender, works), works);
    QVERIFY(engraves(encrypted, {"ours.sender", "ours.sender.key", "ours.ca"}, true));
}

void TestAdmission::aTokenIsReadAnew() {
    writeContents("tokens", "old\n");
    writeContents("token", "old\n");
    Credentials tokens;
    tokens.tokens = "tokens";
    Stage stage(settings(), tokens);
    Credentials sender;
    sender.tokens = "token";
    QVERIFY(engraves(stage, sender, true));
    writeContents("tokens", "new\n");
    QVERIFY(!engraves(stage, sender, false));
    writeContents("token", "new\n");
    QVERIFY(engraves(stage, sender, true));
}

void TestAdmission::aStrangerChangesNothingOfAJob() {
    writeContents("tokens", "right\n");
    writeContents("wrong", "wrong\n");
    Credentials tokens;
    tokens.tokens = "tokens";
    Controller::Settings slow = settings();
    slow.machine.bytesPerSecond = 20'000;
    slow.output = folder_.filePath("out.raw").toStdString();
    Stage stage(slow, tokens);
    TransferOptions options = transferOptions();
    options.credentials = tokens;
    Sender sender(stage.sink(), job(), options);
    QVERIFY(stage.waitForLine(1));
    Credentials wrong;
    wrong.tokens = "wrong";
    QVERIFY(!engraves(stage, wrong, false));
    QVERIFY(!engraves(stage, {}, false));
    QVERIFY(!sender.result().stopped);
    QVERIFY(stage.engraved() == expectedRaw(job().surface, {}));
}

void TestAdmission::malformedHeaders_data() {
    malformedHeaderRows();
}

void TestAdmission::malformedHeaders() {
    QFETCH(MalformedHeader, header);
    Stage stage(settings());
    Caller caller(stage);
    caller.say(header.message(job()));
    const grpc::Status status = caller.listen();
    QVERIFY(status.error_code() == grpc::StatusCode::FAILED_PRECONDITION);
    QVERIFY2(status.error_message().find("header is malformed: ") != std::string::npos,
             status.error_message().c_str());
    QVERIFY2(status.error_message().find(header.named) != std::string::npos, status.error_message().c_str());
    QVERIFY(stage.controller().describe().jobId.empty());
}

void TestAdmission::theIdOfTheSenderIsAnswered() {
    Stage stage(settings());
    TransferJob named = job();
    named.idOfSender = "plate 17, \xC3\xA4" + std::string(114, '-') + "ab";
    QCOMPARE(named.idOfSender.size(), std::size_t{128});
    Caller caller(stage);
    caller.begin(named);
    caller.hearAcceptance();
    QVERIFY(caller.accepted);
    QCOMPARE(queryMachine(stage.address(), {}, 100s).jobId, named.idOfSender);
}

void TestAdmission::malformedMessages_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    QTest::newRow("a slice before the header") << "early"
                                               << "";
    QTest::newRow("a command before the header") << "command"
                                                 << "";
    QTest::newRow("nothing before the header") << "nothing"
                                               << "";
    QTest::newRow("a second header") << "again"
                                     << "an unexpected message";
    QTest::newRow("an empty message in between") << "empty"
                                                 << "an unexpected message";
    QTest::newRow("a slice that is larger than any") << "large"
                                                     << "";
    QTest::newRow("a slice without samples") << "hollow"
                                             << "does not lie inside the job";
    QTest::newRow("a slice of a line that no number of ours can hold") << "line"
                                                                       << "does not lie inside the job";
    QTest::newRow("a slice behind a gap") << "gap"
                                          << "begins at byte";
    QTest::newRow("a slice with another number") << "number"
                                                 << "instead of slice";
    QTest::newRow("slices beyond the credit") << "credit"
                                              << "exceeds the credit";
    QTest::newRow("a command of a newer sender")
        << "unknown"
        << "command has the value 9, which this controller does not know";
    QTest::newRow("a slice of other bytes, three times") << "damaged"
                                                         << "third time";
}

void TestAdmission::malformedMessages() {
    QFETCH(QString, what);
    QFETCH(QString, reason);
    Controller::Settings small = settings();
    small.machine.bufferBytes = 8192;
    Stage stage(small);
    stage.tell("pause");  // so that the buffer of the machine stays full
    const TransferJob large = jobOf(surfaceOf(1000, 1000, 8));
    const LineLayout layout = large.layout();
    const auto slice = [&](std::uint64_t sequence, std::uint64_t offset) {
        const std::vector<std::byte> samples(1000);
        SliceHead head = cutSlice(layout, offset, offset + 1000);
        head.sequence = sequence;
        wire::SenderMessage message;
        setSlice(*message.mutable_slice(), makeSlice(head, samples, SliceCompression::none));
        return message;
    };
    Caller caller(stage);
    wire::SenderMessage message;
    if (what == "early") caller.say(slice(0, 0));
    message.set_command(wire::STOP);
    if (what == "command") caller.say(message);
    message.Clear();
    if (what == "nothing") caller.say(message);
    const bool begins = what != "early" && what != "command" && what != "nothing";
    if (begins) {
        caller.begin(large);
        caller.hearAcceptance();
    }
    if (what == "again") caller.begin(large);
    if (what == "empty") caller.say(message);
    if (what == "large") {
        message = slice(0, 0);
        message.mutable_slice()->set_data(std::string(mostSliceBytes + 2 * messageOverhead, 'x'));
        caller.say(message);
    }
    if (what == "hollow") {
        message.mutable_slice();
        caller.say(message);
    }
    if (what == "line") {
        message = slice(0, 0);
        message.mutable_slice()->set_line(~0ULL);
        caller.say(message);
    }
    if (what == "unknown") {
        message.set_command(static_cast<wire::Command>(9));
        caller.say(message);
    }
    if (what == "gap") caller.say(slice(0, 1000));
    if (what == "number") caller.say(slice(3, 0));
    for (std::uint64_t i = 0; what == "credit" && i < 9; ++i)
        caller.say(slice(i, i * 1000));
    for (int i = 0; what == "damaged" && i < 3; ++i) {
        message = slice(0, 0);
        (*message.mutable_slice()->mutable_data())[3] = 'x';
        caller.say(message);
    }
    const bool told = !reason.isEmpty();
    const grpc::Status status = caller.listen();
    QCOMPARE(caller.accepted, begins);
    QVERIFY2(QString::fromStdString(caller.reason).contains(reason), caller.reason.c_str());
    QCOMPARE(!caller.reason.empty(), told);
    if (!begins) QVERIFY(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
    // The controller still works.
    stage.tell("continue");
    engrave(stage.sink(), job(), transferOptions(Mode::replace));
    QVERIFY(stage.status().state == State::done);
}

void TestAdmission::aSenderThatDoesNotHangUpIsHungUpOn() {
    Stage stage(settings());
    Caller caller(stage);
    caller.begin(job());
    QVERIFY(waitFor([&] { return !stage.controller().describe().jobId.empty(); }));
    stage.tell("stop");
    const grpc::Status status = caller.listen(false);
    QVERIFY(!status.ok());
    QCOMPARE(caller.reason, std::string("stopped at the machine"));
    engrave(stage.sink(), job(), transferOptions(Mode::replace));
}

void TestAdmission::aCallThatNeverBeginsIsEnded() {
    ServerLimits limits;
    limits.begin = 300ms;
    Stage stage(settings(), {}, limits);
    Caller silent(stage);
    const grpc::Status status = silent.listen();  // waits for the call's end
    QVERIFY(status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED);
    QCOMPARE(status.error_message(), std::string("the sender sent no `begin` within 0.3 s of its call"));
    QVERIFY(!silent.accepted);
    engrave(stage.sink(), job(), transferOptions());
}

void TestAdmission::moreCallsThanThereAreThreadsFor() {
    ServerLimits limits;
    limits.threads = 4;
    limits.begin = 1h;
    Stage stage(settings(), {}, limits);
    std::vector<std::unique_ptr<Caller>> silent;
    for (int i = 0; i < 2; ++i)  // half of the connections are for one address
        silent.push_back(std::make_unique<Caller>(stage));
    // The silent callers may arrive later than this call, or lose a place to it after two seconds; in that
    // case one more call gets no answer.
    grpc::Status refusal;
    QVERIFY(waitFor([&] {
        Caller caller(stage);
        caller.begin(job());
        caller.say(stop());
        refusal = caller.listen();
        const bool refused = refusal.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED;
        if (!refused) silent.push_back(std::make_unique<Caller>(stage));
        return refused;
    }));
    QVERIFY2(refusal.error_message().find("threads for 4 calls") != std::string::npos,
             refusal.error_message().c_str());
    // Silent connections are closed to make room for a connection that sends something.
    QVERIFY(waitFor([&] {
        Caller caller(stage);
        caller.begin(job());
        caller.say(stop());
        caller.listen();
        return caller.accepted;
    }));
    for (const auto& caller : silent)
        caller->cancel();
}

void TestAdmission::guessesOfTokensAreSlowedDown() {
    writeContents("tokens", "right\n");
    Credentials tokens;
    tokens.tokens = "tokens";
    std::mutex mutex;
    std::string log;
    Stage stage(settings(), tokens, {}, [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        log += line + '\n';
    });
    std::atomic<int> refused = 0;
    std::atomic<int> later = 0;
    {
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::jthread> guessers;
        for (int i = 0; i < 4; ++i) {
            guessers.emplace_back([&](const std::stop_token& over) {
                while (!over.stop_requested()) {
                    const auto code = guess(stage, "wrong").error_code();
                    if (code == grpc::StatusCode::UNAUTHENTICATED) ++refused;
                    if (code == grpc::StatusCode::RESOURCE_EXHAUSTED) ++later;
                }
            });
        }
        // The pauses before the first three answers are 0.1, 0.2 and 0.4 s, however many callers ask at once.
        QVERIFY(waitFor([&] { return refused >= 3; }));
        QVERIFY(std::chrono::steady_clock::now() - start >= 650ms);
        QVERIFY(waitFor([&] { return later > 0; }));
        for (std::jthread& guesser : guessers)
            guesser.request_stop();
    }
    // The right token is checked as soon as the pause is over.
    QVERIFY(waitFor([&] { return guess(stage, "right").ok(); }));
    const std::lock_guard lock(mutex);
    QVERIFY2(log.find("wrong token no. 3 from 127.0.0.1, answered after 400 ms") != std::string::npos,
             log.c_str());
}

BURIN_TEST(TestAdmission)
#include "test_admission.moc"
