// SPDX-License-Identifier: GPL-3.0-or-later

// A sender that is refused because it exceeds a limit is told which one.

#include "support/caller.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

using namespace burin;
using namespace burin::test;

namespace {

TransferJob theJob() {
    return burin::test::jobOf(surfaceOf(100, 50, 8));
}

Descriptor connectionTo(const MachineAddress& address) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(static_cast<std::uint16_t>(address.port));
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(socket.number(), reinterpret_cast<const sockaddr*>(&there), sizeof there);
    return socket;
}

constexpr const char* noOpenssl = "openssl, which makes the certificates, is not installed";

/// Writes `certificate` and `key` into the working directory. \return whether openssl is installed
bool makesCertificate() {
    QProcess openssl;
    openssl.start("openssl",
                  QString("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "
                          "/CN=x -addext subjectAltName=IP:127.0.0.1 -keyout key -out certificate")
                      .split(' '));
    return openssl.waitForFinished(patience) && openssl.exitCode() == 0;
}

/// The credentials of a controller that admits every sender. \param encrypted  with the files of
/// makesCertificate()
Credentials openTo(bool encrypted) {
    return encrypted ? Credentials{"certificate", "key"} : Credentials{};
}

/// The identity of a sender to such a controller.
SenderIdentity identityFor(const Stage& stage, bool encrypted) {
    Credentials sender;
    if (encrypted) sender.ca = "certificate";
    return identityOf(stage.address(), sender);
}

}  // namespace

class TestLimits : public QObject {
    Q_OBJECT

  private slots:
    void moreConnectionsThanThereIsRoomFor_data() { plainAndEncrypted(); }
    void moreConnectionsThanThereIsRoomFor();
    void aSliceThatIsTooLarge_data() { plainAndEncrypted(); }
    void aSliceThatIsTooLarge();
    void aTokenThatIsTooLong_data() { plainAndEncrypted(); }
    void aTokenThatIsTooLong();
    void moreThanAConnectionCarriesBeforeAdmission_data() { plainAndEncrypted(); }
    void moreThanAConnectionCarriesBeforeAdmission();

    void cleanupTestCase() { QDir::setCurrent("/"); }

  private:
    static void plainAndEncrypted() {
        QTest::addColumn<bool>("encrypted");
        QTest::newRow("plain") << false;
        QTest::newRow("encrypted") << true;
    }

    QTemporaryDir folder_;
};

void TestLimits::moreConnectionsThanThereIsRoomFor() {
    QFETCH(bool, encrypted);
    QDir::setCurrent(folder_.path());
    TransferOptions options = transferOptions();
    options.firstRetry = 500ms;
    if (encrypted) {
        if (!makesCertificate()) QSKIP(noOpenssl);
        writeContents("token", "some\n");
        options.credentials.ca = "certificate";
        options.credentials.tokens = "token";
    }
    ServerLimits limits;
    limits.connectionsOfAddress = 3;
    limits.handshake = 1h;
    const Stage stage({}, openTo(encrypted), limits);
    std::vector<Descriptor> others;
    for (int i = 0; i < 3; ++i)
        others.push_back(connectionTo(stage.address()));
    const std::string message = messageOf([&] { const TransferSink sink(stage.sink(), theJob(), options); });
    QVERIFY2(message.find("the controller accepts no more connections") != std::string::npos,
             message.c_str());
}

void TestLimits::aSliceThatIsTooLarge() {
    QFETCH(bool, encrypted);
    QDir::setCurrent(folder_.path());
    if (encrypted && !makesCertificate()) QSKIP(noOpenssl);
    const Stage stage({}, openTo(encrypted));
    Caller caller(stage, identityFor(stage, encrypted));
    caller.begin(theJob());
    caller.hearAcceptance();
    QVERIFY(caller.accepted);
    wire::SenderMessage message;
    message.mutable_slice()->set_data(std::string(std::size_t{3} << 20U, 'x'));
    caller.say(message);
    const grpc::Status status = caller.listen();
    QVERIFY(status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
    QVERIFY2(status.error_message().find("larger than max") != std::string::npos,
             status.error_message().c_str());
    // A sender does not try the same message again.
    const Failure failure = failureOf(status, grpc::ClientContext(), encrypted);
    QVERIFY(failure.kind == Failure::Kind::refused);
    QVERIFY2(failure.problem.text().starts_with("a message is larger than its receiver accepts"),
             failure.problem.text().c_str());
}

/// `Credentials` refuses such a token before a call is made, but other senders may try it.
void TestLimits::aTokenThatIsTooLong() {
    QFETCH(bool, encrypted);
    QDir::setCurrent(folder_.path());
    if (encrypted && !makesCertificate()) QSKIP(noOpenssl);
    const Stage stage({}, openTo(encrypted));
    grpc::ClientContext context;
    const grpc::Status status = guess(stage, std::string(5000, 'a'), context, identityFor(stage, encrypted));
    QVERIFY(status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
    QVERIFY2(status.error_message().find("exceeds limit") != std::string::npos,
             status.error_message().c_str());
}

/// While gRPC reads headers of this size, the gate closes the connection. Either gRPC or the gate gives the
/// reason. The gate has no keys, so it closes an encrypted connection silently.
void TestLimits::moreThanAConnectionCarriesBeforeAdmission() {
    QFETCH(bool, encrypted);
    QDir::setCurrent(folder_.path());
    if (encrypted && !makesCertificate()) QSKIP(noOpenssl);
    const Stage stage({}, openTo(encrypted));
    const SenderIdentity identity = identityFor(stage, encrypted);
    for (const std::size_t bytes : {11'000U, 40'000U, 1'000'000U}) {
        grpc::ClientContext context;
        const grpc::Status status = guess(stage, std::string(bytes, 'a'), context, identity);
        const std::string text = status.error_message();
        if (encrypted && status.error_code() == grpc::StatusCode::UNAVAILABLE) continue;
        QVERIFY2(status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED, text.c_str());
        if (text.find("exceeds limit") != std::string::npos) continue;  // gRPC was faster
        const Failure failure = failureOf(status, context, false);
        const std::string message = failure.problem.text();
        QVERIFY2(failure.kind == Failure::Kind::refused, message.c_str());
        QVERIFY2(message.find("too much was sent before the sender was admitted: at most 10240 bytes") !=
                     std::string::npos,
                 message.c_str());
    }
    grpc::ClientContext context;
    const grpc::Status next = guess(stage, "a", context, identity);
    QVERIFY2(next.ok(), next.error_message().c_str());
}

BURIN_TEST(TestLimits)
#include "test_limits.moc"
