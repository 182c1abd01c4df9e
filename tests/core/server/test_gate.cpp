// SPDX-License-Identifier: GPL-3.0-or-later

// The gate in front of a controller's calls: who gets a connection, a thread and an answer, and for how long.

#include "core/base/errors.hpp"
#include "core/server/connection_gate.hpp"
#include "core/remote/credentials.hpp"
#include "core/server/guesses.hpp"
#include "core/server/waiting_calls.hpp"
#include "support/testing.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

using namespace burin;
using namespace burin::test;
using namespace std::chrono_literals;

namespace {

using Time = Guesses::Time;
using Kind = Guesses::Answer::Kind;

Time clockNow() {
    return std::chrono::steady_clock::now();
}

/// A gate and the receiver of its connections, which closes them when the other side has.
class Gate {
  public:
    explicit Gate(const ServerLimits& limits)
        : gate({"127.0.0.1", 0}, limits, [this](const std::string& line) {
              const std::lock_guard lock(mutex_);
              log_ += line + '\n';
          }) {}
    ~Gate() { gate.close(); }

    void open() {
        gate.open(
            [this](int socket) {
                const std::lock_guard lock(mutex_);
                owned_.emplace_back(socket);
                ++taken;
            },
            [this] {
                const std::lock_guard lock(mutex_);
                std::erase_if(owned_, [](const Descriptor& socket) { return isGone(socket.number()); });
            });
    }
    [[nodiscard]] std::size_t owned() const {
        const std::lock_guard lock(mutex_);
        return owned_.size();
    }
    /// Reads what has arrived on all connections. \return the number of bytes
    std::size_t readAll() {
        std::size_t bytes = 0;
        const std::lock_guard lock(mutex_);
        for (const Descriptor& socket : owned_) {
            std::array<char, 4096> piece{};
            for (ssize_t got = 1; got > 0; bytes += static_cast<std::size_t>(std::max<ssize_t>(0, got)))
                got = ::recv(socket.number(), piece.data(), piece.size(), MSG_DONTWAIT);
        }
        return bytes;
    }
    [[nodiscard]] std::string log() const {
        const std::lock_guard lock(mutex_);
        return log_;
    }

    std::atomic<int> taken = 0;

  private:
    mutable std::mutex mutex_;
    std::string log_;
    std::vector<Descriptor> owned_;

  public:
    ConnectionGate gate;
};

/// A connection to the gate.
class Client {
  public:
    explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        // A loaded computer may refuse for a moment.
        for (int attempt = 0;
             ::connect(socket_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0;
             ++attempt) {
            if (attempt == 100) qFatal("cannot connect: %s", std::strerror(errno));
            QThread::msleep(10);
        }
        socklen_t size = sizeof address;
        ::getsockname(socket_.number(), reinterpret_cast<sockaddr*>(&address), &size);
        self = peerOf(reinterpret_cast<const sockaddr&>(address));
    }
    [[nodiscard]] bool closed() const { return isGone(socket_.number()); }
    void say(std::size_t bytes) const {
        const std::string text(bytes, 'x');
        static_cast<void>(::send(socket_.number(), text.data(), bytes, MSG_NOSIGNAL));
    }
    void hangUp() { socket_.reset(); }

    Peer self;

  private:
    Descriptor socket_;
};

}  // namespace

class TestGate : public QObject {
    Q_OBJECT

  private slots:
    void peers_data();
    void peers();
    void moreConnectionsThanOneAddressMayHave();
    void aStrangerIsClosed();
    void aTalkerIsClosed_data();
    void aTalkerIsClosed();
    void silentStrangersCostNothing();
    void aPlaceIsKeptForTheTimeOfAHandshake();
    void aCallKeepsItsConnection();
    void aSenderMayTalk();
    void theNewestStrangersGoWhenFilesRunOut();
    void aPortThatIsTaken();
    void guessesAreSlowedDown();
    void guessesFromEverywhereAreBounded();
    void tokensAreComparedWhole();
    void callsThatWaitTooLongAreEnded();
    void aCallThatComesTakesThePlaceOfOneThatWaits();
    void oneNetworkHasHalfOfThePlaces();
};

void TestGate::peers_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("address");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("network");
    const auto row = [](const char* what, const char* name, const char* address, int port,
                        const char* network) {
        QTest::newRow(what) << QString(name) << QString(address) << port << QString(network);
    };
    row("IPv4", "ipv4:127.0.0.1:4590", "127.0.0.1", 4590, "127.0.0.1");
    row("IPv6, as gRPC writes it", "ipv6:%5B2001:db8:1:2:3::7%5D:99", "2001:db8:1:2:3::7", 99,
        "2001:db8:1:2::/64");
    row("IPv6 in brackets", "ipv6:[::1]:5", "::1", 5, "::/64");
    row("IPv6 with an interface", "ipv6:%5Bfe80::1%25eth0%5D:5", "fe80::1", 5, "fe80::/64");
    row("something else", "unix:/tmp/x", "unix:/tmp/x", 0, "unix:/tmp/x");
}

void TestGate::peers() {
    QFETCH(QString, name);
    QFETCH(QString, address);
    QFETCH(int, port);
    QFETCH(QString, network);
    const Peer peer = peerOf(name.toStdString());
    QCOMPARE(QString::fromStdString(peer.address), address);
    QCOMPARE(peer.port, port);
    QCOMPARE(QString::fromStdString(peer.network()), network);
}

void TestGate::moreConnectionsThanOneAddressMayHave() {
    Gate gate({.connections = 5, .connectionsOfAddress = 3});
    gate.open();
    std::vector<Client> clients;
    for (int i = 0; i < 3; ++i)
        clients.emplace_back(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 3; }));
    for (int i = 0; i < 20; ++i)
        QVERIFY(waitFor([client = Client(gate.gate.port())] { return client.closed(); }));
    QCOMPARE(gate.gate.connections(), 3);
    QVERIFY(waitFor([&] { return !gate.log().empty(); }));
    QVERIFY2(gate.log().find("at most 3 of one address are served") != std::string::npos, gate.log().c_str());
}

void TestGate::aStrangerIsClosed() {
    Gate gate({.handshake = 1h});
    gate.open();
    const auto begin = clockNow();
    const Client client(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 1; }));
    gate.gate.sweep(begin + 59min);
    QVERIFY(!client.closed());
    gate.gate.sweep(clockNow() + 1h);
    QVERIFY(waitFor([&] { return client.closed() && gate.owned() == 0; }));
    gate.gate.sweep(clockNow() + 1h);
    QCOMPARE(gate.gate.connections(), 0);
}

void TestGate::aTalkerIsClosed_data() {
    QTest::addColumn<bool>("read");
    QTest::newRow("while the client does not read") << false;
    QTest::newRow("though all of it is read at once") << true;
}

/// A client sends one byte more than it may and is then silent. The gate closes its connection.
void TestGate::aTalkerIsClosed() {
    QFETCH(bool, read);
    Gate gate({.strangersBytes = 1000, .handshake = 1h});
    gate.open();
    std::jthread reader([&](const std::stop_token& stop) {
        while (read && !stop.stop_requested())
            gate.readAll();
    });
    for (int i = 1; i <= 8; ++i) {
        const Client client(gate.gate.port());
        client.say(1000);
        QVERIFY(waitFor([&] { return gate.taken == i; }));
        QVERIFY(!client.closed());
        client.say(1);
        QVERIFY(waitFor([&] { return client.closed(); }));
        QVERIFY(waitFor([&] { return gate.readAll() == 0 && gate.owned() == 0; }));
        gate.gate.sweep(clockNow() + 2h);
        QCOMPARE(gate.gate.connections(), 0);
    }
}

/// The gate waits until data arrive, and does not look again and again.
void TestGate::silentStrangersCostNothing() {
    Gate gate({.handshake = 1h});
    gate.open();
    std::vector<Client> clients;
    for (int i = 1; i <= 16; ++i)
        clients.emplace_back(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 16; }));
    const auto awoken = [] {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        return usage.ru_nvcsw;
    };
    const auto begin = clockNow();
    const auto before = awoken();
    std::this_thread::sleep_for(500ms);
    const auto times = awoken() - before;
    const auto elapsed = clockNow() - begin;
    QVERIFY2(times * 20ms < elapsed, qPrintable(QString::number(times)));  // the gate wakes up ten times a
                                                                           // second for its ticks
}

/// The receiver of a connection may keep memory for it that long.
void TestGate::aPlaceIsKeptForTheTimeOfAHandshake() {
    Gate gate({.connectionsOfAddress = 3, .handshake = 1h});
    gate.open();
    const auto begin = clockNow();
    for (int i = 0; i < 20; ++i) {
        Client client(gate.gate.port());
        QVERIFY(waitFor([&] { return client.closed() || gate.taken == i + 1; }));
        client.hangUp();
    }
    QVERIFY(waitFor([&] { return gate.owned() == 0; }));
    QCOMPARE(gate.taken, 3);
    gate.gate.sweep(begin + 59min);
    QCOMPARE(gate.gate.connections(), 3);
    gate.gate.sweep(clockNow() + 1h);
    QCOMPARE(gate.gate.connections(), 0);
    const Client next(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 4; }));
}

void TestGate::aCallKeepsItsConnection() {
    Gate gate({.handshake = 1h, .begin = 1h});
    gate.open();
    const Client client(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 1; }));
    Time end;
    {
        ConnectionGate::Visit visit(gate.gate, client.self);
        gate.gate.sweep(clockNow() + 9h);
        QVERIFY(!client.closed());
        end = clockNow();
    }
    gate.gate.sweep(end + 59min);
    QVERIFY(!client.closed());
    gate.gate.sweep(clockNow() + 1h);
    QVERIFY(waitFor([&] { return client.closed() && gate.owned() == 0; }));
    gate.gate.sweep(clockNow() + 1h);
    QCOMPARE(gate.gate.connections(), 0);
}

/// A sender may send what it likes; after its job its connection is watched again.
void TestGate::aSenderMayTalk() {
    Gate gate({.strangersBytes = 1000, .handshake = 1h, .begin = 1h});
    gate.open();
    const Client client(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 1; }));
    std::optional<ConnectionGate::Visit> visit;
    visit.emplace(gate.gate, client.self);
    visit->admit();
    std::size_t read = 0;
    for (std::size_t i = 1; i <= 30; ++i) {
        client.say(1000);
        QVERIFY(waitFor([&] { return (read += gate.readAll()) == 1000 * i; }));
    }
    visit.reset();
    client.say(1000);
    QVERIFY(waitFor([&] { return (read += gate.readAll()) == 31'000; }));
    QVERIFY(!client.closed());
    client.say(1);
    QVERIFY(waitFor([&] { return client.closed(); }));
}

void TestGate::theNewestStrangersGoWhenFilesRunOut() {
    Gate gate({.connections = 1000, .connectionsOfAddress = 1000, .handshake = 1h});
    gate.open();
    const Client sender(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 1; }));
    std::optional<ConnectionGate::Visit> visit;
    visit.emplace(gate.gate, sender.self);
    visit->admit();
    const Client older(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 2; }));
    Client newest(gate.gate.port());
    QVERIFY(waitFor([&] { return gate.taken == 3; }));
    // The next connection gets no file descriptor; the client's own is opened before.
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    std::optional<Client> next;
    {
        const int lowest = ::dup(0);
        next.emplace(gate.gate.port());
        QVERIFY(waitFor([&] { return gate.taken == 4; }));
        ::close(lowest);
    }
    std::vector<Descriptor> others;
    Descriptor waiting(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const rlimit few{64, before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &few);
    while (true) {
        Descriptor other(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        if (!other.isOpen()) break;
        others.push_back(std::move(other));
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(gate.gate.port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    QCOMPARE(::connect(waiting.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const bool gone = waitFor([&] { return isGone(waiting.number()) && next->closed(); });
    others.clear();
    ::setrlimit(RLIMIT_NOFILE, &before);
    QVERIFY(gone);
    QVERIFY(!sender.closed());
    const Client afterwards(gate.gate.port());
    const int taken = gate.taken;
    QVERIFY(waitFor([&] { return gate.taken > taken || gate.gate.connections() >= 2; }));
    QVERIFY(!sender.closed());
    visit.reset();
}

void TestGate::aPortThatIsTaken() {
    const Gate first({});
    QVERIFY_THROWS_EXCEPTION(UsageError,
                             ConnectionGate({"127.0.0.1", first.gate.port()}, {}, [](const std::string&) {}));
    QVERIFY_THROWS_EXCEPTION(UsageError, ConnectionGate({"256.256.256.256", 0}, {}, {}));
}

void TestGate::guessesAreSlowedDown() {
    Guesses guesses(4);
    int looks = 0;
    const auto wrong = [&] { return ++looks < 0; };
    const auto right = [&] { return ++looks > 0; };
    Time now{};
    std::chrono::milliseconds last{};
    for (int i = 1; i <= 8; ++i) {
        const auto answer = guesses.ask("10.0.0.1", now, wrong);
        QVERIFY(answer.kind == Kind::wrong);
        QCOMPARE(answer.wrong, i);
        QVERIFY(answer.pause > last || answer.pause == 4s);
        last = answer.pause;
        // Until then no token from this address is checked, not even the right one. Tokens from other
        // addresses are checked.
        const int before = looks;
        QVERIFY(guesses.ask("10.0.0.1", now + answer.pause - 1ms, right).kind == Kind::later);
        QCOMPARE(looks, before);
        QVERIFY(guesses.ask("10.0.0.2", now, right).kind == Kind::right);
        guesses.paused();
        now += answer.pause;
    }
    QCOMPARE(last, std::chrono::milliseconds(4s));
    QVERIFY(guesses.ask("10.0.0.1", now, right).kind == Kind::right);
    QCOMPARE(guesses.ask("10.0.0.3", now + 1h, wrong).wrong, 1);
    QCOMPARE(guesses.size(), std::size_t{1});  // the other address has been forgotten
}

void TestGate::guessesFromEverywhereAreBounded() {
    Guesses guesses(4);
    const auto wrong = [] { return false; };
    for (int i = 0; i < 4; ++i)
        QVERIFY(guesses.ask(std::to_string(i), Time{}, wrong).kind == Kind::wrong);
    QVERIFY(guesses.ask("another", Time{}, [] { return true; }).kind == Kind::later);
    for (int i = 0; i < 4; ++i)
        guesses.paused();
    for (int i = 0; i < 5000; ++i) {
        QVERIFY(guesses.ask("n" + std::to_string(i), Time{}, wrong).kind == Kind::wrong);
        guesses.paused();
    }
    QVERIFY(guesses.size() <= 1000);
}

void TestGate::tokensAreComparedWhole() {
    const QTemporaryDir folder;
    const std::string file = folder.filePath("tokens").toStdString();
    std::ofstream(file) << "first\nsecond 2001-01-01T00:00:00Z\n";
    QVERIFY(hasToken(file, "first", 1'500'000'000));
    QVERIFY(!hasToken(file, "second", 1'500'000'000));
    for (const char* wrong : {"", "f", "firs", "firsT", "first ", "firstfirst"})
        QVERIFY2(!hasToken(file, wrong, 1'500'000'000), wrong);
}

void TestGate::callsThatWaitTooLongAreEnded() {
    WaitingCalls calls({.threads = 4, .begin = 10s});
    int ended = 0;
    const auto end = [&] { ++ended; };
    const Time now{};
    WaitingCalls::Place early(calls, "a", now, end);
    WaitingCalls::Place late(calls, "b", now + 5s, end);
    WaitingCalls::Place admitted(calls, "c", now, end);
    admitted.leave();
    calls.tick(now + 9999ms);
    QCOMPARE(ended, 0);
    calls.tick(now + 10s);
    calls.tick(now + 10s);
    QCOMPARE(ended, 1);
    calls.tick(now + 15s);
    QCOMPARE(ended, 2);
    QCOMPARE(calls.size(), 0);
}

void TestGate::aCallThatComesTakesThePlaceOfOneThatWaits() {
    WaitingCalls calls({.threads = 2});
    std::string ended;
    const Time now{};
    const WaitingCalls::Place a(calls, "a", now, [&] { ended += 'a'; });
    const WaitingCalls::Place b(calls, "b", now + 1s, [&] { ended += 'b'; });
    const WaitingCalls::Place early(calls, "c", now + 1999ms, [&] { ended += 'c'; });
    QVERIFY(!early.taken());
    const WaitingCalls::Place c(calls, "c", now + 2s, [&] { ended += 'c'; });
    QVERIFY(c.taken());
    QCOMPARE(ended, std::string("a"));
    QCOMPARE(calls.size(), 2);
}

void TestGate::oneNetworkHasHalfOfThePlaces() {
    WaitingCalls calls({.threads = 4});
    const Time now{};
    const WaitingCalls::Place first(calls, "a", now, [] {});
    const WaitingCalls::Place second(calls, "a", now, [] {});
    const WaitingCalls::Place third(calls, "a", now, [] {});
    const WaitingCalls::Place other(calls, "b", now, [] {});
    QVERIFY(first.taken() && second.taken() && !third.taken() && other.taken());
}

BURIN_TEST(TestGate)
#include "test_gate.moc"
