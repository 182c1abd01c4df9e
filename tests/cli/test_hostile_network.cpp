// SPDX-License-Identifier: GPL-3.0-or-later

// Strangers cost `burin controller` little, and only for a short time. The test opens silent connections,
// resets them, and makes calls that never begin or are cancelled at once, against a controller that may open
// only few files. Afterwards the controller serves its next sender, and a job that runs meanwhile is not
// disturbed.
//
// In the long run the attacks are as large as those that have brought a controller down: 3,000 connections,
// 200,000 resets, 200,000 cancelled calls, 500 jobs. Only the long run checks the memory and the time until
// the next sender is served.

#include "core/remote/channel.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <QDataStream>
#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QThread>
#include <map>
#include <thread>

using namespace burin;
using namespace burin::test;

namespace {

/// The memory that strangers may take in addition to the controller's own.
constexpr qint64 mostGrowth = qint64{64} << 20;
/// The memory that strangers may take if calls are cancelled at once. Each call needs 8 KiB for a moment; all
/// of them together would need 1.5 GiB.
constexpr qint64 mostGrowthOfCalls = qint64{128} << 20;
constexpr rlim_t fewFiles = 256;

/// A controller in a process of its own.
class Program {
  public:
    explicit Program(const QStringList& options, const QString& output = "out.raw") : output_(output) {
        process_.setProcessChannelMode(QProcess::MergedChannels);
        process_.setChildProcessModifier([] {
            const rlimit limit{fewFiles, fewFiles};
            ::setrlimit(RLIMIT_NOFILE, &limit);
        });
        process_.start(burinProgram,
                       QStringList{"controller", "--to", output, "--listen", "127.0.0.1:0"} + options);
        process_.waitForStarted(patience);
        static const QRegularExpression address("listening on 127\\.0\\.0\\.1:(\\d+)");
        if (!waitFor([&] { return address.match(said()).hasMatch() || !running(); }) || !running())
            qFatal("no controller: %s", qPrintable(said()));
        port_ = address.match(said()).captured(1).toInt();
    }
    ~Program() {
        process_.kill();
        process_.waitForFinished(patience);
    }
    bool running() {
        process_.waitForFinished(0);
        return process_.state() != QProcess::NotRunning;
    }
    QString said() {
        process_.waitForReadyRead(0);
        said_ += process_.readAll();
        return said_;
    }
    [[nodiscard]] MachineAddress address() const { return {"127.0.0.1", port_}; }
    [[nodiscard]] QByteArray engraved() const { return test::contentsOf(output_.toStdString()); }
    /// The value of a line of /proc/PID/status; memory is in KiB.
    [[nodiscard]] qint64 status(const char* key) const {
        const QRegularExpression line(QString("^%1:\\s+(\\d+)").arg(key),
                                      QRegularExpression::MultilineOption);
        return line
            .match(test::contentsOf(QString("/proc/%1/status").arg(process_.processId()).toStdString()))
            .captured(1)
            .toLongLong();
    }
    [[nodiscard]] qint64 residentBytes() const { return status("VmRSS") * 1024; }
    [[nodiscard]] qint64 peakBytes() const { return status("VmHWM") * 1024; }
    [[nodiscard]] qsizetype openFiles() const {
        return QDir(QString("/proc/%1/fd").arg(process_.processId()))
            .entryList(QDir::System | QDir::AllEntries)
            .size();
    }

  private:
    QProcess process_;
    QString output_;
    QString said_;
    int port_ = 0;
};

/// A connected socket that sends nothing. Not open if it could not connect.
class Silent {
  public:
    explicit Silent(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const linger atOnce{1, 0};  // closing sends a reset, so no port stays busy
        ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
        static_cast<void>(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address));
    }
    Silent(Silent&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
    Silent(const Silent&) = delete;
    Silent& operator=(const Silent&) = delete;
    ~Silent() { close(); }
    void say(const QByteArray& text) const {
        static_cast<void>(::send(socket_, text.data(), static_cast<std::size_t>(text.size()), MSG_NOSIGNAL));
    }
    void close() {
        if (socket_ >= 0) ::close(std::exchange(socket_, -1));
    }

  private:
    int socket_;
};

/// A call that is opened and stays silent.
class SilentCall {
  public:
    explicit SilentCall(const std::shared_ptr<grpc::Channel>& channel)
        : stub_(controller::v1::Controller::NewStub(channel)),
          context_(std::make_unique<grpc::ClientContext>()),
          call_(stub_->PrepareAsyncEngrave(context_.get(), &queue_)) {
        call_->StartCall(this);
    }
    SilentCall(const SilentCall&) = delete;
    SilentCall& operator=(const SilentCall&) = delete;
    ~SilentCall() {
        context_->TryCancel();
        queue_.Shutdown();
        void* tag = nullptr;
        bool sound = false;
        while (queue_.Next(&tag, &sound)) {
        }
    }

  private:
    grpc::CompletionQueue queue_;
    std::unique_ptr<controller::v1::Controller::Stub> stub_;
    std::unique_ptr<grpc::ClientContext> context_;
    std::unique_ptr<
        grpc::ClientAsyncReaderWriter<controller::v1::SenderMessage, controller::v1::ControllerMessage>>
        call_;
};

/// An HTTP/2 frame.
QByteArray frame(char type, char flags, quint32 stream, const QByteArray& payload) {
    const auto size = static_cast<quint32>(payload.size());
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << quint8(size >> 16U) << quint16(size) << quint8(type) << quint8(flags) << stream;
    return bytes + payload;
}

/// The HTTP/2 preface, and calls that the next frame cancels.
QByteArray cancelledCalls(int count) {
    constexpr char headers = 1;
    constexpr char resetStream = 3;
    constexpr char settings = 4;
    constexpr char endHeaders = 4;
    const auto named = [](char name, const QByteArray& value) {
        return QByteArray(1, name) + static_cast<char>(value.size()) + value;
    };
    const QByteArray call = QByteArray::fromHex("8386") +  // :method POST, :scheme http
                            named(0x04, "/burin.controller.v1.Controller/Engrave") +
                            named(0x01, "localhost") + '\x0f' + named(0x10, "application/grpc") +
                            QByteArray("\0\2te\10trailers", 13);
    QByteArray bytes = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(settings, 0, 0, {});
    for (int i = 0; i < count; ++i) {
        const quint32 stream = 2 * static_cast<quint32>(i) + 1;
        bytes += frame(headers, endHeaders, stream, call) +
                 frame(resetStream, 0, stream, QByteArray::fromHex("00000008"));
    }
    return bytes;
}

TransferJob job() {
    return jobOf(surfaceOf(300, 100, 8));
}

/// A machine whose last sender has ended may notice it only after the next sender has given up waiting.
constexpr const char* takesAnother = "is receiving a job from another sender";

/// A slow handshake changes nothing: the first connection may take as long as any later one.
TransferOptions patientOptions(const Credentials& sender) {
    TransferOptions options = transferOptions(JobRequest::Mode::replace);
    options.credentials = sender;
    options.retryFor = 60s;
    options.firstRetry = options.retryFor;
    return options;
}

/// The connections that an attack leaves open.
struct Open {
    std::vector<Silent> connections;
    std::vector<std::unique_ptr<SilentCall>> calls;
};

Open attack(const QString& what, const Program& machine, const Credentials& sender) {
    Open open;
    const int port = machine.address().port;
    if (what == "resets") {
        for (int i = isLongRun() ? 200'000 : 5'000; i > 0; --i)
            Silent(port).close();
        return open;
    }
    if (what == "cancelled calls") {
        const QByteArray calls = cancelledCalls(isLongRun() ? 12'500 : 2'000);
        std::vector<std::jthread> attackers;
        for (int i = 0; i < 16; ++i)
            attackers.emplace_back([&] {
                const Silent attacker(port);
                attacker.say(calls);
                QThread::sleep(1);  // otherwise the output is lost with the connection
            });
        return open;
    }
    if (what == "calls that never begin") {
        constexpr int connections = 8;  // this leaves one connection for the next sender
        std::vector<std::shared_ptr<grpc::Channel>> channels;
        for (int i = 0; i < connections; ++i)
            channels.push_back(openChannel(machine.address(), identityOf(machine.address(), sender)));
        for (int i = isLongRun() ? 400 : 40; i > 0; --i)
            open.calls.push_back(
                std::make_unique<SilentCall>(channels[static_cast<std::size_t>(i % connections)]));
        return open;
    }
    for (int i = isLongRun() ? 3'000 : 400; i > 0; --i) {
        open.connections.emplace_back(port);
        const Silent& last = open.connections.back();
        // Sends the HTTP/2 preface or the first bytes of a TLS handshake.
        if (what == "nonsense" && i % 3 == 0) last.say("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        if (what == "nonsense" && i % 3 == 1) last.say(QByteArray::fromHex("160301020001"));
        if (what == "nonsense" && i % 3 == 2) last.say(QByteArray(1000, 'x'));
    }
    if (what == "silence") open.connections.clear();
    return open;
}

/// A controller that is attacked.
struct Attacked {
    Attacked(const QStringList& options, const QString& output, Credentials credentials)
        : machine(options, output), sender(std::move(credentials)) {}

    Program machine;
    Credentials sender;
    qint64 bytesBefore = 0;
    double seconds = 0;  ///< the duration of the attack
    Open open;
};

}  // namespace

class TestHostileNetwork : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void attacks_data();
    void attacks();
    void aRunningJobNoticesNothing();
    void manyJobsInARow();
    void cleanupTestCase() { QDir::setCurrent("/"); }

  private:
    static QList<std::pair<QString, bool>> everyAttack();
    std::unique_ptr<Attacked> attacked(const QString& what, bool encrypted) const;
    /// Why the machine does not engrave the job; empty if it does.
    static std::string refusal(const Program& machine, const Credentials& sender);
    /// Engraves a job.
    static void serve(const Program& machine, const Credentials& sender);

    QTemporaryDir folder_;
    bool haveCertificate_ = false;
    std::map<std::pair<QString, bool>, std::unique_ptr<Attacked>> begun_;
};

void TestHostileNetwork::initTestCase() {
    QDir::setCurrent(folder_.path());
    writeContents("token", "abc\n");
    const QStringList arguments =
        QString(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=machine -addext "
            "subjectAltName=IP:127.0.0.1 -keyout key -out certificate")
            .split(' ');
    haveCertificate_ = QProcess::execute("openssl", arguments) == 0;
    rlimit files{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
    // All attacks begin before the first row, so that their effects, which last seconds, are over at the same
    // time. In the long run, which measures the memory, each attack runs alone.
    for (const auto& [what, encrypted] : everyAttack()) {
        if (!isLongRun() && (!encrypted || haveCertificate_))
            begun_[{what, encrypted}] = attacked(what, encrypted);
    }
}

QList<std::pair<QString, bool>> TestHostileNetwork::everyAttack() {
    QList<std::pair<QString, bool>> all;
    for (const bool encrypted : {false, true}) {
        for (const char* what :
             {"silence", "silence that stays", "nonsense", "resets", "calls that never begin"})
            all.emplace_back(what, encrypted);
    }
    return all << std::pair(QString("cancelled calls"), false);  // they are sent unencrypted
}

void TestHostileNetwork::attacks_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("encrypted");
    for (const auto& [what, encrypted] : everyAttack())
        QTest::addRow("%s, %s", qPrintable(what), encrypted ? "encrypted" : "plain") << what << encrypted;
}

std::string TestHostileNetwork::refusal(const Program& machine, const Credentials& sender) {
    const TransferOptions options = patientOptions(sender);
    std::string problem;
    waitFor([&] {
        problem = messageOf([&] { engrave("burin://" + machine.address().text(), job(), options); });
        return problem.find(takesAnother) == std::string::npos;
    });
    return problem;
}

void TestHostileNetwork::serve(const Program& machine, const Credentials& sender) {
    const std::string problem = refusal(machine, sender);
    QVERIFY2(problem.empty(), problem.c_str());
    QVERIFY(machine.engraved() == expectedRaw(job().surface, {}));
}

std::unique_ptr<Attacked> TestHostileNetwork::attacked(const QString& what, bool encrypted) const {
    QStringList options;
    Credentials sender;
    if (encrypted) options = {"--certificate", "certificate", "--key", "key"};
    if (encrypted) sender = {.ca = "certificate", .tokens = "token"};
    const QString output = QString("%1-%2.raw").arg(QString(what).replace(' ', '-')).arg(encrypted);
    auto attacked = std::make_unique<Attacked>(options, output, sender);
    serve(attacked->machine, sender);
    attacked->bytesBefore = attacked->machine.residentBytes();
    QElapsedTimer timer;
    timer.start();
    attacked->open = attack(what, attacked->machine, sender);
    attacked->seconds = static_cast<double>(timer.elapsed()) / 1e3;
    return attacked;
}

void TestHostileNetwork::attacks() {
    QFETCH(QString, what);
    QFETCH(bool, encrypted);
    if (encrypted && !haveCertificate_) QSKIP("openssl, which makes the certificate, is not installed");
    std::unique_ptr<Attacked> begun = std::move(begun_[{what, encrypted}]);
    if (!begun) begun = attacked(what, encrypted);
    Program& machine = begun->machine;
    const auto serves = [&] { return refusal(machine, begun->sender).empty(); };
    if (isLongRun()) QThread::sleep(5);  // the longest that any effect of an attack lasts
    if (!isLongRun()) QVERIFY(waitFor(serves));
    QElapsedTimer timer;
    timer.start();
    serve(machine, begun->sender);
    qInfo("%s: %.1f s; then served within %.1f s; %lld MiB before, at most %lld MiB, %lld files",
          qPrintable(what), begun->seconds, static_cast<double>(timer.elapsed()) / 1e3,
          static_cast<long long>(begun->bytesBefore >> 20), static_cast<long long>(machine.peakBytes() >> 20),
          static_cast<long long>(machine.openFiles()));
    const qint64 most = what == "cancelled calls" ? mostGrowthOfCalls : mostGrowth;
    if (isLongRun() && !instrumented)  // a sanitizer keeps memory that was freed
        QVERIFY2(machine.peakBytes() - begun->bytesBefore < most,
                 qPrintable(QString::number(machine.peakBytes())));
    QVERIFY(machine.running());
}

void TestHostileNetwork::aRunningJobNoticesNothing() {
    Program machine({"--rate", "20K"});
    Sender sender("burin://" + machine.address().text(), job(), patientOptions({}));
    QVERIFY(waitFor([&] { return machine.said().contains("begins"); }));
    std::vector<Open> open;
    for (const char* what :
         {"silence that stays", "resets", "nonsense", "calls that never begin", "cancelled calls"})
        open.push_back(attack(what, machine, {}));
    QVERIFY(!sender.result().stopped);
    open.clear();
    QVERIFY2(!machine.said().contains("resumes at line"), qPrintable(machine.said()));  // never reconnected
    QVERIFY(test::contentsOf("out.raw") == expectedRaw(job().surface, {}));
}

void TestHostileNetwork::manyJobsInARow() {
    const Program machine({});
    serve(machine, {});
    serve(machine, {});
    const qint64 before = machine.residentBytes();
    const qsizetype files = machine.openFiles();
    const int jobs = isLongRun() ? 500 : 25;
    for (int i = 0; i < jobs && !QTest::currentTestFailed(); ++i)
        serve(machine, {});
    qInfo("%d jobs: %lld MiB before, %lld after", jobs, static_cast<long long>(before >> 20),
          static_cast<long long>(machine.residentBytes() >> 20));
    if (isLongRun() && !instrumented) QVERIFY(machine.residentBytes() - before < qint64{16} << 20);
    // The machine closes the last connections soon after their senders close them.
    QVERIFY2(waitFor([&] { return machine.openFiles() <= files + 4; }),
             qPrintable(QString::number(machine.openFiles())));
}

BURIN_TEST(TestHostileNetwork)
#include "test_hostile_network.moc"
